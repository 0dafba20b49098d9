/* Values, temperatures outside and coefficients of exchange at boundaries: what they are between nodes against
 * the polynomials through those at nodes. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>

/* Of the root mean square by which a value varies over its boundary. */
static const double ALIASED = 0.5;
/* Of the size of a value: what varies by less does not. */
static const double REST = 1e-6;

/* Integrals over a face: of 1, of the value, of its square, of the square of what nodes do not see. */
enum { AREA, VALUE, SQUARE, UNSEEN, COLUMNS };

typedef struct values {
    eg_coefficient coefficient; /* at time 0 */
    eg_elliptic_gauss rule;
} values;

static eg_status add_value_face(const eg_elliptic *p, int part, int64_t number, const void *with, eg_sum *row)
{
    const values *v = with;
    eg_sem_face_geometry *face = &p->geometries->face[part];
    double x[EG_SEM_FACE_NODES][3], weight[EG_SEM_FACE_NODES];
    double value[EG_SEM_FACE_NODES], seen[EG_SEM_FACE_NODES];
    eg_sem_geometry_at_face(p->geometries->element[part], number, face);
    int count = eg_elliptic_place_gauss(p, &v->rule, face->element, face->side / 2, face->side % 2 ? 1 : -1,
                                        x, weight);
    EG_TRY(
        eg_coefficient_fill(&v->coefficient, face->element, face->count, (const double(*)[3])face->x, seen));
    EG_TRY(eg_coefficient_fill(&v->coefficient, face->element, count, (const double(*)[3])x, value));
    eg_elliptic_to_gauss(&v->rule, p->degree + 1, 2, seen);
    for (int k = 0; k < count; k++) {
        const double terms[] = {1, value[k], value[k] * value[k], pow(value[k] - seen[k], 2)};
        for (int c = 0; c < COLUMNS; c++)
            eg_sum_add(&row[c], weight[k] * terms[c]);
    }
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
static eg_status judge_value(eg_elliptic *p, int b, const eg_coefficient *coefficient)
{
    values v = {.coefficient = *coefficient};
    double totals[COLUMNS];
    if (!coefficient->node || eg_coefficient_is_constant_in(coefficient, 0))
        return EG_OK;
    v.coefficient.time = 0;
    bool jumps = eg_coefficient_can_jump_in(coefficient, 0);
    eg_elliptic_take_gauss(p, (jumps ? 2 : 1) * (p->degree + 1), &v.rule);
    EG_TRY(eg_elliptic_sum_items(p, b, add_value_face, &v, COLUMNS, totals));
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

eg_status eg_elliptic_judge_values(eg_elliptic *p)
{
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_condition *condition = &p->condition[b];
        if (condition->kind != EG_SEM_NEUMANN)
            EG_TRY(judge_value(p, b, &condition->value));
        EG_TRY(judge_value(p, b, &condition->factor));
    }
    return EG_OK;
}
