/* Air that falls or rises until its gradients are those of a cell: whether a run gets there without a
 * viscosity. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

#include "run/judge/verdicts.h"

/* A proposed viscosity is generous: the examples warm-bubble and density-current have a sixth and a quarter
 * of theirs. */
static const double LEAST_PART = 0.05;
/* Cells that air has to pass before its gradients can be those of a cell. */
static const double CELLS_LEAST = 4;

/* The greatest difference of theta' at the centres of cells at time 0; and the place of what is farthest from
 * 0. */
static double find_span(const eg_air_model *model, double place[2])
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_expression *expression = eg_node_expression(model->given[0]);
    double range[2] = {0, 0}, most = 0; /* the air around has 0 */
    for (int64_t c = 0; c < mesh->own; c++) {
        const double x[4] = {mesh->centroid[c][0], mesh->centroid[c][1], 0, 0};
        double value = eg_expression_eval(expression, x);
        range[0] = fmax(range[0], -value);
        range[1] = fmax(range[1], value);
        if (fabs(value) <= most)
            continue;
        most = fabs(value);
        place[0] = x[0];
        place[1] = x[1];
    }
    eg_comm_max(model->setup.comm, range, 2);
    eg_verdict_worst(model->setup.run, most, place, 2 * sizeof *place);
    return range[0] + range[1];
}

eg_status eg_air_judge_viscosity(const eg_air_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    double gravity = eg_background_gravity(model->background), place[2] = {0, 0};
    double viscosity = eg_case_real(loaded, "numerics.viscosity", 0),
           end = eg_case_real(loaded, "time.end", 0);
    if (!model->given[0] || !(gravity > 0) || model->setup.restoring || model->bounds.has_theta)
        return EG_OK;
    double span = find_span(model, place), height = model->high - model->low;
    double rise = eg_air_at(model, model->high).theta - eg_air_at(model, model->low).theta;
    /* air falls or rises through the domain, or to where the air around is as warm */
    double fall = rise * height > 0 ? fmin(height, span * height / rise) : height;
    double proposed = eg_air_proposed_viscosity(model, span, fall);
    double speed = sqrt(gravity * fall * span / eg_air_at(model, model->low).theta);
    double cell = 24 * proposed * model->degree / fmax(speed, 1e-300);
    if (!(viscosity < LEAST_PART * proposed && speed * end > fall && fall > CELLS_LEAST * cell))
        return EG_OK;
    return eg_verdict_say_at(model->setup.run, model->given[0], "viscosity", viscosity, LEAST_PART * proposed,
                             2, place,
                             "air that is %.3g K warmer or colder than what is around moves through the "
                             "domain at up to %.3g m/s until the end of the run: gradients steepen until "
                             "cells do not resolve them, and numerics.viscosity is %.3g m2/s; about %.1g "
                             "m2/s damp what cells of this size do not resolve",
                             span, speed, viscosity, proposed);
}
