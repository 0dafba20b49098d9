/* Sources and fluxes that are narrower than the distance of nodes: their integral by the nodes against that
 * by as many points of Gauss, which lie between them; values at boundaries: what they are between nodes
 * against the polynomials through those at nodes. */
#include "element/line.h"
#include "element/modal.h"
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the larger integral of the magnitude. */
static const double MISSED = 0.05;
/* Of the root mean square by which a value varies over its boundary. */
static const double ALIASED = 0.5;
/* Of the size of a value: what varies by less does not. */
static const double REST = 1e-6;

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };
enum { NODES, GAUSS, RULES, SIZE = RULES, COLUMNS = 2 * RULES }; /* integrals; those of the magnitude */

typedef struct narrow {
    eg_elliptic *p;
    eg_coefficient coefficient; /* at time 0 */
    const int32_t *face;        /* NULL: elements */
    eg_elliptic_gauss rule;
    eg_rows rows;
} narrow;

/* So many points of Gauss, from [0, 1] to [-1, 1]. */
void eg_elliptic_take_gauss(const eg_elliptic *p, int count, eg_elliptic_gauss *rule)
{
    long double x[EG_SEM_NODES], w[EG_SEM_NODES];
    rule->count = count < EG_SEM_NODES ? count : EG_SEM_NODES;
    eg_gauss(rule->count, x, w);
    for (int i = 0; i < rule->count; i++) {
        rule->point[i] = (double)(2 * x[i] - 1);
        rule->weight[i] = (double)(2 * w[i]);
        eg_line_values((eg_line){EG_LINE_GLL, p->degree}, rule->point[i], &rule->matrix[i * (p->degree + 1)],
                       NULL);
    }
}

/* |x_a x x_b| of the columns across `axis`. */
static double stretch(double j[3][3], int axis)
{
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        sum += pow(j[e][a] * j[f][b] - j[f][a] * j[e][b], 2);
    }
    return sqrt(sum);
}

static eg_status add_points_of(const narrow *n, int64_t element, int count, const double (*x)[3],
                               const double *weight, eg_sum *row, int rule)
{
    double values[VOLUME];
    EG_TRY(eg_coefficient_fill(&n->coefficient, element, count, x, values));
    for (int i = 0; i < count; i++) {
        eg_sum_add(&row[rule], weight[i] * values[i]);
        eg_sum_add(&row[SIZE + rule], fabs(weight[i] * values[i]));
    }
    return EG_OK;
}

int eg_elliptic_place_gauss(const eg_elliptic *p, const eg_elliptic_gauss *rule, int64_t element, int axis,
                            double end, double (*x)[3], double *weight)
{
    int side = rule->count, count = axis < 0 ? side * side * side : side * side;
    for (int i = 0; i < count; i++) {
        double at[3], jacobian[3][3], w = 1;
        for (int d = 0, rest = i; d < 3; d++) {
            at[d] = d == axis ? end : rule->point[rest % side];
            w *= d == axis ? 1 : rule->weight[rest % side];
            rest = d == axis ? rest : rest / side;
        }
        eg_hexes_map(p->mesh, element, at, x[i], jacobian);
        weight[i] =
            w * (axis < 0 ? fabs(eg_hex_determinant((const double(*)[3])jacobian)) : stretch(jacobian, axis));
    }
    return count;
}

void eg_elliptic_to_gauss(const eg_elliptic_gauss *rule, int n, int directions, double *values)
{
    double line[EG_SEM_NODES], whole[VOLUME];
    int m = rule->count, before = 1, behind = directions == 3 ? n * n : n;
    for (int d = 0; d < directions; d++, before *= m, behind /= n) {
        for (int k = 0; k < before * behind; k++) {
            int first = k % before + before * m * (k / before);
            for (int i = 0; i < n; i++)
                line[i] = values[k % before + before * (i + n * (k / before))];
            for (int i = 0; i < m; i++) {
                whole[first + before * i] = 0;
                for (int j = 0; j < n; j++)
                    whole[first + before * i] += rule->matrix[i * n + j] * line[j];
            }
        }
        memcpy(values, whole, (size_t)(before * m * behind) * sizeof *values);
    }
}

static eg_status add_gauss(const narrow *n, int64_t element, int axis, double end, eg_sum *row)
{
    double x[VOLUME][3], weight[VOLUME];
    int count = eg_elliptic_place_gauss(n->p, &n->rule, element, axis, end, x, weight);
    return add_points_of(n, element, count, (const double(*)[3])x, weight, row, GAUSS);
}

static eg_status add_narrow_element(const narrow *n, int part, int64_t i)
{
    eg_sem_element_geometry *geometry = n->p->geometries->element[part];
    int64_t element = n->p->mesh->base.own_first + i;
    eg_sum *row = &n->rows.row[i * COLUMNS];
    eg_sem_geometry_weights(geometry, element);
    EG_TRY(add_points_of(n, element, geometry->volume, (const double(*)[3])geometry->x, geometry->weight, row,
                         NODES));
    return add_gauss(n, element, -1, 0, row);
}

/* The axis across a face, and where on it the face is. */
static int axis_of(const eg_sem_face_geometry *face, double *end)
{
    *end = face->side % 2 ? 1 : -1;
    return face->side / 2;
}

static eg_status add_narrow_face(const narrow *n, int part, int64_t i)
{
    eg_sem_face_geometry *face = &n->p->geometries->face[part];
    eg_sum *row = &n->rows.row[i * COLUMNS];
    double end;
    eg_sem_geometry_at_face(n->p->geometries->element[part], n->face[i], face);
    EG_TRY(add_points_of(n, face->element, face->count, (const double(*)[3])face->x, face->area, row, NODES));
    int axis = axis_of(face, &end);
    return add_gauss(n, face->element, axis, end, row);
}

static eg_status add_narrow_part(void *with, int part, int64_t from, int64_t to)
{
    const narrow *n = with;
    for (int64_t i = from; i < to; i++)
        EG_TRY(n->face ? add_narrow_face(n, part, i) : add_narrow_element(n, part, i));
    return EG_OK;
}

/* `what`: "the source". */
static eg_status judge_narrow(narrow *n, int64_t count, const eg_node *node, const char *what,
                              eg_status status)
{
    eg_elliptic *p = n->p;
    double totals[COLUMNS];
    eg_elliptic_take_gauss(p, p->degree + 1, &n->rule);
    n->rows.columns = COLUMNS;
    EG_TRY(eg_elliptic_sum_parts(p, &n->rows, count, add_narrow_part, n, totals, status));
    double size = fmax(totals[SIZE + NODES], totals[SIZE + GAUSS]);
    double missed = size > 0 ? fabs(totals[NODES] - totals[GAUSS]) / size : 0;
    if (size > 0 ? !(missed > MISSED) : eg_coefficient_depends_on_time(&n->coefficient))
        return EG_OK;
    if (!(size > 0))
        return eg_verdict_say(
            p->run, node, "narrow-source", 1, MISSED,
            "%s is 0 at all nodes and between them: it is narrower than the nodes are apart, "
            "or lies outside of the mesh; make elements smaller there, or take a wider one",
            what);
    return eg_verdict_say(p->run, node, "narrow-source", missed, MISSED,
                          "%s is %.6g in all by the nodes at time 0, and %.6g by points between them: it is "
                          "narrower than the nodes are apart, and what comes in is not what the case says; "
                          "make elements smaller there, take a higher numerics.degree, or a wider one",
                          what, totals[NODES], totals[GAUSS]);
}

static eg_status judge_narrow_source(eg_elliptic *p)
{
    narrow n = {.p = p, .coefficient = p->source};
    const eg_node *node = NULL;
    n.coefficient.time = 0;
    for (int r = 0; r < p->mesh->base.regions.count && !node; r++)
        if (p->source.of_region[r] && !eg_node_is_map(p->source.of_region[r]) &&
            !eg_node_is_constant(p->source.of_region[r]))
            node = p->source.of_region[r];
    if (!node)
        return EG_OK;
    return judge_narrow(&n, p->mesh->base.own, node, "the source", EG_OK);
}

static eg_status judge_narrow_flux(eg_elliptic *p, int b)
{
    const eg_condition *condition = &p->condition[b];
    narrow n = {.p = p, .coefficient = condition->value};
    EG_SCRATCH int32_t *face = NULL;
    int64_t count = 0;
    char what[128];
    n.coefficient.time = 0;
    if (condition->kind != EG_SEM_NEUMANN || !eg_condition_is_open(condition) ||
        eg_node_is_constant(condition->value.node))
        return EG_OK;
    eg_status status = eg_elliptic_list_faces(p, b, true, &face, &count);
    const int32_t none = 0;
    n.face = count > 0 ? face : &none;
    snprintf(what, sizeof what, "the flux of boundaries.%.80s", p->mesh->base.boundaries.name[b]);
    return judge_narrow(&n, count, condition->value.node, what, status);
}

/* ---- values at boundaries */

/* Integrals over a face: of 1, of the value, of its square, of the square of what nodes do not see. */
enum { AREA, VALUE, SQUARE, UNSEEN };

static eg_status add_value_face(const narrow *n, int part, int64_t i)
{
    eg_sem_face_geometry *face = &n->p->geometries->face[part];
    eg_sum *row = &n->rows.row[i * COLUMNS];
    double x[EG_SEM_FACE_NODES][3], weight[EG_SEM_FACE_NODES];
    double value[EG_SEM_FACE_NODES], seen[EG_SEM_FACE_NODES], end;
    eg_sem_geometry_at_face(n->p->geometries->element[part], n->face[i], face);
    int axis = axis_of(face, &end);
    int count = eg_elliptic_place_gauss(n->p, &n->rule, face->element, axis, end, x, weight);
    EG_TRY(
        eg_coefficient_fill(&n->coefficient, face->element, face->count, (const double(*)[3])face->x, seen));
    EG_TRY(eg_coefficient_fill(&n->coefficient, face->element, count, (const double(*)[3])x, value));
    eg_elliptic_to_gauss(&n->rule, n->p->degree + 1, 2, seen);
    for (int k = 0; k < count; k++) {
        const double terms[] = {1, value[k], value[k] * value[k], pow(value[k] - seen[k], 2)};
        for (int c = 0; c < COLUMNS; c++)
            eg_sum_add(&row[c], weight[k] * terms[c]);
    }
    return EG_OK;
}

static eg_status add_value_part(void *with, int part, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++)
        EG_TRY(add_value_face(with, part, i));
    return EG_OK;
}

/* The largest magnitude in the domain, by the centres of elements: that of an expression which is 0 but for
 * rounding on its boundary. */
static double size_of_value(const eg_elliptic *p, const eg_coefficient *coefficient)
{
    const eg_mesh *mesh = &p->mesh->base;
    double size = 0;
    for (int64_t e = mesh->own_first; e < eg_mesh_own_end(mesh); e++)
        size = fmax(size, fabs(eg_elliptic_value_at(coefficient->node, mesh->centroid[e], 0)));
    eg_comm_max(p->run->comm, &size, 1);
    return isfinite(size) ? size : 0;
}

/* A value, a temperature outside or a coefficient of exchange. */
static eg_status judge_narrow_value(eg_elliptic *p, int b, const eg_coefficient *coefficient)
{
    narrow n = {.p = p, .coefficient = *coefficient, .rows.columns = COLUMNS};
    EG_SCRATCH int32_t *face = NULL;
    int64_t count = 0;
    double totals[COLUMNS];
    if (!coefficient->node || eg_coefficient_is_constant_in(coefficient, 0))
        return EG_OK;
    n.coefficient.time = 0;
    bool jumps = eg_coefficient_can_jump_in(coefficient, 0);
    eg_elliptic_take_gauss(p, (jumps ? 2 : 1) * (p->degree + 1), &n.rule);
    eg_status status = eg_elliptic_list_faces(p, b, true, &face, &count);
    n.face = face;
    EG_TRY(eg_elliptic_sum_parts(p, &n.rows, count, add_value_part, &n, totals, status));
    double varies = totals[SQUARE] - totals[VALUE] * totals[VALUE] / totals[AREA];
    double rest = pow(REST * size_of_value(p, coefficient), 2) * totals[AREA];
    double missed = varies > fmax(rest, REST * totals[SQUARE]) ? sqrt(totals[UNSEEN] / varies) : 0;
    if (!(missed > ALIASED))
        return EG_OK;
    return eg_verdict_say(p->run, coefficient->node, "narrow-source", missed, ALIASED,
                          "%s of boundaries.%s varies between nodes by %.3g times what it varies by over the "
                          "boundary: nodes do not see it as the case has it; make elements smaller there, "
                          "take a higher numerics.degree, or a wider one",
                          eg_node_name(coefficient->node), p->mesh->base.boundaries.name[b], missed);
}

eg_status eg_elliptic_judge_narrow(eg_elliptic *p)
{
    EG_TRY(judge_narrow_source(p));
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_condition *condition = &p->condition[b];
        EG_TRY(judge_narrow_flux(p, b));
        if (condition->kind != EG_SEM_NEUMANN)
            EG_TRY(judge_narrow_value(p, b, &condition->value));
        EG_TRY(judge_narrow_value(p, b, &condition->factor));
    }
    return EG_OK;
}
