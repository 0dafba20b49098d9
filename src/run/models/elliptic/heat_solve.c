/* One solve of heat, by the weights of a step: what the steps of one length and those that adapt themselves
 * have in common. */
#include "run/models/elliptic/heat.h"

#include <math.h>

eg_heat_weights eg_heat_weights_of(double h, double last)
{
    if (last <= 0)
        return (eg_heat_weights){1 / h, 1 / h, 0};
    double r = h / last;
    return (eg_heat_weights){(1 + 2 * r) / ((1 + r) * h), (1 + r) / h, -(r * r) / ((1 + r) * h)};
}

/* The exchange is a part of the matrix. */
static bool matrix_depends_on_time(const eg_elliptic *p)
{
    bool moves = eg_coefficient_depends_on_time(&p->kappa) || eg_coefficient_depends_on_time(&p->reaction);
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        moves = moves || eg_coefficient_depends_on_time(&p->condition[b].factor);
    return moves;
}

static eg_status set_matrix(eg_elliptic *p, eg_heat_weights w)
{
    bool other = w.now != p->weight.now;
    p->weight = w;
    if (matrix_depends_on_time(p)) {
        EG_TRY(eg_elliptic_make_solver(p));
        return eg_heat_set_capacity(p);
    }
    return other ? eg_elliptic_set_shift(p) : EG_OK;
}

/* A value of the case that the run cannot go on with is reason enough: the step is not taken. */
static eg_status tell_given_of_heat(eg_elliptic *p, eg_status status)
{
    eg_run *run = p->run;
    if (status != EG_DIVERGED || run->outcome != EG_OK)
        return status;
    run->outcome = EG_DIVERGED;
    p->stepper->refused = true;
    snprintf(run->message, sizeof run->message, "%s", eg_context_error(run->context));
    return status;
}

eg_status eg_heat_solve(eg_elliptic *p, double time, eg_heat_weights w, eg_heat_line line)
{
    double norm;
    const eg_heat_weights weight = p->weight;
    eg_elliptic_set_time(p, time);
    if (matrix_depends_on_time(p)) /* before the matrix that the last solution has is gone */
        EG_TRY(tell_given_of_heat(p, eg_elliptic_check_matrix(p)));
    EG_TRY(set_matrix(p, w));
    EG_TRY(eg_heat_set_load(p, time));
    EG_TRY(eg_heat_prepare(p, w, line, &norm));
    if (!isfinite(norm)) /* the host finds the place, if it is one of the case's values */
        EG_TRY(tell_given_of_heat(p, eg_elliptic_fill_load(p, p->load, p->dirichlet, true)));
    p->stepper->stale = true;
    eg_status status = eg_elliptic_iterate(p, p->rhs, norm);
    if (status != EG_STOPPED)
        return status;
    p->weight = weight; /* the last step is as it was, whose balance is told */
    eg_elliptic_set_time(p, p->run->now.time);
    EG_TRY(eg_heat_set_capacity(p));
    return EG_STOPPED;
}

void eg_heat_accept(eg_elliptic *p, double time, double length)
{
    eg_heat *heat = p->stepper;
    eg_heat_look_at_signals(p, p->run->now.time, time);
    heat->length[2] = heat->length[1];
    heat->length[1] = heat->length[0];
    heat->length[0] = length;
    p->run->now.steps++;
    p->run->now.time = time;
    p->run->now.dt = length;
}
