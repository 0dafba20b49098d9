/* Sources, fluxes, capacities and hot or cold spots that are narrower than the distance of nodes: their
 * integral by the nodes against that by as many points of Gauss, which lie between them. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>

/* Of the larger integral of the magnitude; of what is stored, which may jump within elements. */
static const double MISSED = 0.05, MISSED_STORED = 0.2;
/* A temperature that varies by less, as a part of the largest, does so by rounding. */
static const double VARIES_LEAST = 1e-6;

enum { NODES, GAUSS, RULES, SIZE = RULES, COLUMNS = 2 * RULES }; /* integrals; those of the magnitude */

typedef struct narrow {
    eg_elliptic *p;
    eg_coefficient coefficient; /* at the moment */
    double base, bound;         /* what is above the base is looked at */
    eg_elliptic_gauss rule;
} narrow;

static eg_status add_points_of(const narrow *n, int64_t element, int count, const double (*x)[3],
                               const double *weight, eg_sum *row, int rule)
{
    double values[EG_SEM_VOLUME];
    EG_TRY(eg_coefficient_fill(&n->coefficient, element, count, x, values));
    for (int i = 0; i < count; i++) {
        double value = weight[i] * (values[i] - n->base);
        eg_sum_add(&row[rule], value);
        eg_sum_add(&row[SIZE + rule], fabs(value));
    }
    return EG_OK;
}

static eg_status add_gauss(const narrow *n, int64_t element, int axis, double end, eg_sum *row)
{
    double x[EG_SEM_VOLUME][3], weight[EG_SEM_VOLUME];
    int count = eg_elliptic_place_gauss(n->p, &n->rule, element, axis, end, x, weight);
    return add_points_of(n, element, count, (const double(*)[3])x, weight, row, GAUSS);
}

static eg_status add_narrow_element(const eg_elliptic *p, int part, int64_t element, const void *with,
                                    eg_sum *row)
{
    const narrow *n = with;
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    eg_sem_geometry_weights(geometry, element);
    EG_TRY(add_points_of(n, element, geometry->volume, (const double(*)[3])geometry->x, geometry->weight, row,
                         NODES));
    return add_gauss(n, element, -1, 0, row);
}

static eg_status add_narrow_face(const eg_elliptic *p, int part, int64_t number, const void *with,
                                 eg_sum *row)
{
    const narrow *n = with;
    eg_sem_face_geometry *face = &p->geometries->face[part];
    eg_sem_geometry_at_face(p->geometries->element[part], number, face);
    EG_TRY(add_points_of(n, face->element, face->count, (const double(*)[3])face->x, face->area, row, NODES));
    return add_gauss(n, face->element, face->side / 2, face->side % 2 ? 1 : -1, row);
}

/* ---- a look, and a verdict; `what`: "the source" */

static eg_status look_at_narrow(narrow *n, int boundary, eg_elliptic_narrow *found)
{
    eg_elliptic *p = n->p;
    double totals[COLUMNS];
    eg_elliptic_take_gauss(p, p->degree + 1, &n->rule);
    EG_TRY(eg_elliptic_sum_items(p, boundary,
                                 boundary == EG_ELLIPTIC_ELEMENTS ? add_narrow_element : add_narrow_face, n,
                                 COLUMNS, totals));
    *found = (eg_elliptic_narrow){.time = n->coefficient.time,
                                  .nodes = totals[NODES],
                                  .gauss = totals[GAUSS],
                                  .size = fmax(totals[SIZE + NODES], totals[SIZE + GAUSS])};
    return EG_OK;
}

static eg_status say_narrow(const narrow *n, const eg_elliptic_narrow *found, const eg_node *node,
                            const char *what)
{
    bool stored = n->bound == MISSED_STORED;
    double missed = found->size > 0 ? fabs(found->nodes - found->gauss) / found->size : 0;
    if (found->size > 0 ? !(missed > n->bound) : stored || eg_coefficient_depends_on_time(&n->coefficient))
        return EG_OK;
    if (!(found->size > 0))
        return eg_verdict_say(
            n->p->run, node, "narrow-source", 1, n->bound,
            "%s is 0 at all nodes and between them: it is narrower than the nodes are apart, "
            "or lies outside of the mesh; make elements smaller there, or take a wider one",
            what);
    return eg_verdict_say(
        n->p->run, node, "narrow-source", missed, n->bound,
        "%s is %.6g in all by the nodes at time %.6g, and %.6g by points between them: it is "
        "narrower than the nodes are apart, and what %s is not what the case says; "
        "make elements smaller there, take a higher numerics.degree, or a wider one",
        what, found->nodes, found->time, found->gauss, stored ? "is stored" : "comes in");
}

/* What fades away is hardly there, and says little of what was. `most`: NULL of what is looked at once. */
static eg_status judge_narrow(narrow *n, int boundary, const eg_node *node, const char *what, bool last,
                              eg_elliptic_narrow *most)
{
    eg_elliptic_narrow found;
    EG_TRY(look_at_narrow(n, boundary, &found));
    if (most)
        *most = found.size > most->size ? found : *most;
    if (n->coefficient.time == 0)
        return say_narrow(n, &found, node, what);
    return last ? say_narrow(n, most, node, what) : EG_OK;
}

/* ---- what is looked at */

/* What does not change was looked at in the beginning. */
static bool is_looked_at(const eg_coefficient *coefficient, double time)
{
    return time > 0 && !eg_coefficient_depends_on_time(coefficient);
}

/* A material that is given as an expression somewhere; NULL: none is. */
static const eg_node *node_of_material(const eg_elliptic *p, const eg_coefficient *coefficient)
{
    for (int r = 0; r < p->mesh->base.regions.count; r++) {
        const eg_node *node = coefficient->of_region[r];
        if (node && !eg_node_is_map(node) && !eg_node_is_constant(node))
            return node;
    }
    return NULL;
}

static eg_status judge_narrow_source(eg_elliptic *p, double time, bool last)
{
    narrow n = {.p = p, .coefficient = p->source, .bound = MISSED};
    const eg_node *node = node_of_material(p, &p->source);
    n.coefficient.time = time;
    if (!node || is_looked_at(&p->source, time))
        return EG_OK;
    return judge_narrow(&n, EG_ELLIPTIC_ELEMENTS, node, "the source", last, &p->narrow[0]);
}

/* Of a hot spot what is above the least temperature, of a cold one what is below the largest. */
static eg_status judge_narrow_spots(eg_elliptic *p)
{
    static const char *const what[2] = {"the initial temperature above its least",
                                        "the initial temperature below its largest"};
    const eg_node *node = eg_case_find(p->run->loaded, "initial.temperature");
    double range[2] = {-INFINITY, -INFINITY}; /* -least, largest */
    if (!node || eg_node_is_constant(node))
        return EG_OK;
    for (int64_t i = 0; i < p->nodes->own; i++) {
        range[0] = fmax(range[0], -p->u[i]);
        range[1] = fmax(range[1], p->u[i]);
    }
    eg_comm_max(p->run->comm, range, 2);
    if (range[0] + range[1] <= VARIES_LEAST * fmax(fabs(range[0]), fabs(range[1])))
        return EG_OK;
    for (int i = 0; i < 2; i++) {
        narrow n = {.p = p, .bound = MISSED_STORED, .base = i ? range[1] : -range[0]};
        eg_coefficient_of_node(p, node, NULL, EG_RANGE_ANY, &n.coefficient);
        EG_TRY(judge_narrow(&n, EG_ELLIPTIC_ELEMENTS, node, what[i], false, NULL));
    }
    return EG_OK;
}

static eg_status judge_narrow_flux(eg_elliptic *p, int b, double time, bool last)
{
    const eg_condition *condition = &p->condition[b];
    narrow n = {.p = p, .coefficient = condition->value, .bound = MISSED};
    char what[128];
    n.coefficient.time = time;
    if (is_looked_at(&condition->value, time) || condition->kind != EG_SEM_NEUMANN ||
        !eg_condition_is_open(condition) || eg_node_is_constant(condition->value.node))
        return EG_OK;
    snprintf(what, sizeof what, "the flux of boundaries.%.80s", p->mesh->base.boundaries.name[b]);
    return judge_narrow(&n, b, condition->value.node, what, last, &p->narrow[1 + b]);
}

/* What is stored counts in the beginning alone. */
static eg_status judge_stored(eg_elliptic *p)
{
    double c, exchange;
    const eg_node *node = node_of_material(p, &p->reaction);
    const char *what = p->heat ? "the capacity" : "c, with what is as large as kappa,";
    EG_TRY(eg_elliptic_find_scales(p, &c, &exchange));
    narrow n = {.p = p, .coefficient = p->reaction, .base = p->heat ? 0 : -c, .bound = MISSED_STORED};
    n.coefficient.time = 0;
    if (node)
        EG_TRY(judge_narrow(&n, EG_ELLIPTIC_ELEMENTS, node, what, false, NULL));
    return p->heat ? judge_narrow_spots(p) : EG_OK;
}

eg_status eg_elliptic_judge_narrow(eg_elliptic *p, double time, bool last)
{
    EG_TRY(judge_narrow_source(p, time, last));
    if (time == 0)
        EG_TRY(judge_stored(p));
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        EG_TRY(judge_narrow_flux(p, b, time, last));
    return EG_OK;
}
