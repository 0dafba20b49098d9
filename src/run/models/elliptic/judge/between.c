/* What materials, boundaries and the initial temperature have between nodes. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/between.h"
#include "run/judge/verdicts.h"

#include <math.h>

static const char *const where = "nodes";

static eg_between between_nodes(const eg_elliptic *p, eg_between_measure measure, const eg_given *given)
{
    return (eg_between){
        .run = p->run, .given = given, .measure = measure, .degree = p->degree, .everywhere = true};
}

static double end_of(const eg_elliptic *p, const eg_coefficient *coefficient)
{
    return eg_coefficient_depends_on_time(coefficient) ? eg_case_real(p->run->loaded, "time.end", 0) : 0;
}

/* The node of one of the directions of a tensor; NULL where another one says the same. */
static const eg_node *node_along(const eg_node *node, int axis)
{
    static const int of_six[3] = {0, 3, 5};
    int64_t count = eg_node_is_list(node) ? eg_node_count(node) : 1;
    if (!eg_node_is_list(node))
        return axis == 0 ? node : NULL;
    return count == 1 ? axis == 0 ? eg_node_item(node, 0) : NULL
                      : eg_node_item(node, count == 6 ? of_six[axis] : axis);
}

static eg_status judge_material(const eg_elliptic *p, const eg_coefficient *coefficient, int axis,
                                eg_between_measure measure, double offset)
{
    EG_SCRATCH eg_given *given = NULL;
    const eg_node *varied = NULL;
    int regions = p->mesh->base.regions.count;
    EG_TRY(eg_run_agree(p->run, eg_alloc(p->run->context, regions, sizeof *given, &given)));
    for (int r = 0; r < regions; r++) {
        bool raster = coefficient->raster && coefficient->raster[r];
        const eg_node *node = node_along(coefficient->of_region[r], axis);
        given[r] =
            (eg_given){.node = node, .raster = raster ? &coefficient->raster[r] : NULL, .rasters = raster};
        varied = node && (raster || !eg_node_is_constant(node)) ? node : varied;
    }
    if (!varied)
        return EG_OK;
    eg_between between = between_nodes(p, measure, given);
    between.everywhere = false;
    between.offset = offset;
    between.end = end_of(p, coefficient);
    return eg_between_judge(&between, NULL, eg_node_name(varied), where);
}

/* c counts against kappa / (L h), an exchange against kappa / L, with kappa that of the first element of all:
 * less of it does little. */
eg_status eg_elliptic_find_scales(const eg_elliptic *p, double *c, double *exchange)
{
    const eg_mesh *mesh = &p->mesh->base;
    double values[6], kappa = 0, length = 0, volume = 1;
    eg_status status = EG_OK;
    if (mesh->before == 0 && mesh->own > 0) {
        int64_t first = mesh->own_first;
        status = eg_coefficient_fill(&p->kappa, first, 1, (const double(*)[3])mesh->centroid[first], values);
        kappa = values[0];
    }
    EG_TRY(eg_run_agree(p->run, status));
    eg_comm_max(p->run->comm, &kappa, 1);
    for (int d = 0; d < 3; d++) {
        length = fmax(length, mesh->box_high[d] - mesh->box_low[d]);
        volume *= mesh->box_high[d] - mesh->box_low[d];
    }
    *c = kappa / (length * cbrt(volume / (double)mesh->all));
    *exchange = kappa / length;
    return EG_OK;
}

static eg_status judge_faces(eg_elliptic *p, int b, const eg_coefficient *coefficient,
                             eg_between_measure measure, double offset)
{
    const eg_given given = {.node = coefficient->node};
    EG_SCRATCH int32_t *face = NULL;
    const int32_t none = 0;
    int64_t count = 0;
    if (!coefficient->node || eg_node_is_constant(coefficient->node))
        return EG_OK;
    EG_TRY(eg_run_agree(p->run, eg_hexes_list_faces(p->mesh, b, true, &face, &count)));
    eg_between between = between_nodes(p, measure, &given);
    between.offset = offset;
    between.end = end_of(p, coefficient);
    between.face = count > 0 ? face : &none;
    between.faces = count;
    return eg_between_judge(&between, coefficient->node, eg_node_name(coefficient->node), where);
}

/* Of what is narrow narrow.c has said what is lost. */
eg_status eg_elliptic_judge_between(eg_elliptic *p)
{
    const eg_given initial = {.node = eg_case_find(p->run->loaded, "initial.temperature")};
    bool is_narrow = eg_verdict_is_said(p->run, "narrow-source");
    double c, exchange;
    EG_TRY(eg_elliptic_find_scales(p, &c, &exchange));
    for (int axis = 0; axis < 3; axis++)
        EG_TRY(judge_material(p, &p->kappa, axis, EG_BETWEEN_RATIO, 0));
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_condition *condition = &p->condition[b];
        if (!eg_condition_is_open(condition) || is_narrow)
            continue;
        EG_TRY(judge_faces(p, b, &condition->value, EG_BETWEEN_DISTANCE, 0));
        EG_TRY(judge_faces(p, b, &condition->factor, EG_BETWEEN_RATIO, exchange));
    }
    if (is_narrow)
        return EG_OK;
    EG_TRY(judge_material(p, &p->reaction, 0, EG_BETWEEN_RATIO, p->heat ? 0 : c));
    EG_TRY(judge_material(p, &p->source, 0, EG_BETWEEN_DISTANCE, 0));
    if (!initial.node)
        return EG_OK;
    const eg_between between = between_nodes(p, EG_BETWEEN_DISTANCE, &initial);
    return eg_between_judge(&between, initial.node, eg_node_name(initial.node), where);
}
