/* Heat whose steps adapt themselves: the two-step formula with steps of any length, the error of a step from
 * how far the solution is from a parabola through the three before it, and lengths that change by powers of
 * the root of 2. All that is decided follows from sums that are the same on every device.
 * docs/theory/heat.md, "Adaptive steps". */
#include "run/models/elliptic/heat.h"

#include <math.h>

static const double GROWTH = 2;     /* of a step at most; the formula is stable up to 2.41 */
static const double EVEN = 0.8;     /* of the tolerance is spread over the time */
static const double AT_ONCE = 0.25; /* of what is left of the rest, for a step that needs more */
/* How a kink is known: a rejected step counts REJECTED, each that is taken takes 1 off; from KINK on there is
 * one. */
enum { REJECTED = 8, KINK = 12 };
static const double COLLAPSED = 1e-12; /* of time.end: a step that is shorter is none */
static const double WHOLE = 1 - 1e-9;  /* of a length: as good as all of it */

eg_status eg_heat_adapt_begin(eg_elliptic *p)
{
    eg_run *run = p->run;
    eg_heat *heat = p->stepper;
    const eg_case *loaded = run->loaded;
    const eg_node *scheme = eg_case_find(loaded, "time.scheme");
    if (run->checkpointing.changed && run->schedule.t_end != run->checkpointing.end_before)
        return eg_case_fail(
            run->loaded, eg_case_find(loaded, "time.end"), EG_CASE,
            "time.end cannot change here: time.tolerance is distributed over the time up to it, "
            "and a part is used up; start a new run with initial: {from: DIR}");
    heat->tolerance = eg_case_real(loaded, "time.tolerance", 0);
    heat->dt_most = eg_case_real(loaded, "time.dt_most", INFINITY);
    p->dt = fmin(eg_case_real(loaded, "time.dt", 0), run->schedule.t_end);
    heat->wish = p->dt;
    heat->reserve = (1 - EVEN) * heat->tolerance;
    p->steps_end = INT64_MAX;
    if (!p->bdf2)
        return eg_case_fail(run->loaded, scheme, EG_CASE,
                            "time.tolerance adapts the steps of bdf2, and time.scheme is euler");
    return EG_OK;
}

/* 2^(-half/2). */
static double shrink(double length, int half)
{
    for (; half > 1; half -= 2)
        length *= 0.5;
    return half ? length * 0.7071067811865476 : length;
}

/* The length of the next step, and the time that it ends at: what is due is met, and the step before is no
 * sliver. A length that is the last one but for rounding is the last one, so that the matrix stays. */
static double choose_length(const eg_elliptic *p, double *time)
{
    const eg_run *run = p->run;
    const eg_heat *heat = p->stepper;
    const eg_time_state now = eg_run_due_state(run);
    double stop, from = run->now.time, h = fmin(heat->wish, heat->dt_most);
    int64_t step_stop;
    eg_schedule_next(&run->schedule, &now, &stop, &step_stop);
    if (run->now.steps > 0)
        h = fmin(h, GROWTH * heat->length[0]);
    double left = stop - from;
    bool whole = h >= left * WHOLE;
    h = whole ? left : 2 * h > left ? 0.5 * left : h;
    *time = whole ? stop : from + h;
    return fabs(h - heat->length[0]) <= (1 - WHOLE) * h ? heat->length[0] : h;
}

/* ---- errors */

/* The straight line, or the parabola, through the last solutions at the end of a step of length h. */
static eg_heat_line heat_line_of(const eg_heat *heat, double h, bool parabola)
{
    double a = heat->length[0], b = heat->length[1];
    double s0 = h, s1 = h + a, s2 = h + a + b;
    if (!parabola)
        return (eg_heat_line){s1 / a, -(s0 / a), 0};
    return (eg_heat_line){s1 * s2 / (a * (a + b)), -(s0 * s2 / (a * b)), s0 * s1 / ((a + b) * b)};
}

/* The first step by backward Euler, and how it errs by one that follows it and is not kept: half of the
 * second difference. */
static eg_status take_first_step(eg_elliptic *p, double time, double h)
{
    static const eg_heat_line same = {1, 0, 0}, straight = {2, -1, 0};
    eg_heat *heat = p->stepper;
    const eg_heat_weights w = eg_heat_weights_of(h, 0);
    double difference;
    EG_TRY(eg_heat_solve(p, time, w, same));
    eg_heat_rotate(p);
    eg_status status = eg_heat_solve(p, time + h, w, straight);
    if (status == EG_OK)
        status = eg_heat_difference(p, straight, &difference);
    eg_heat_rotate_back(p);
    EG_TRY(status);
    eg_elliptic_set_time(p, time);
    heat->error = 0.5 * difference;
    return eg_heat_set_capacity(p);
}

/* A step, with solutions that have been rotated. The second is as long as the first, which erred more: it is
 * not judged. */
static eg_status try_heat_step(eg_elliptic *p, double time, double h)
{
    eg_heat *heat = p->stepper;
    bool judged = p->run->now.steps > 1;
    if (p->run->now.steps == 0)
        return take_first_step(p, time, h);
    const eg_heat_line line = heat_line_of(heat, h, judged);
    const eg_heat_weights w = eg_heat_weights_of(h, heat->length[0]);
    double difference = 0;
    EG_TRY(eg_heat_solve(p, time, w, line));
    if (judged)
        EG_TRY(eg_heat_difference(p, line, &difference));
    /* the formula's error, as the difference, is a multiple of the third derivative */
    heat->error = 1 / (1 + (h + heat->length[0] + heat->length[1]) * w.now) * difference;
    return EG_OK;
}

/* The error that the last step may have made: an even share of the tolerance, by its length. Where the
 * solution has a kink, as where a source is switched on, the error falls as the length does and may never
 * come below that share: then a part of the reserve, as at the first step. */
static double allowed_error(const eg_elliptic *p, double h, bool *from_reserve)
{
    const eg_heat *heat = p->stepper;
    double even = EVEN * heat->tolerance * h / p->run->schedule.t_end;
    double more = AT_ONCE * heat->reserve;
    bool first = p->run->now.steps == 0;
    *from_reserve = first || (heat->trouble >= KINK && more > even);
    return *from_reserve ? more : even;
}

/* ---- lengths */

/* After a step whose error is this part of what is allowed, which grows as h^2: a length that changes is to
 * give half of it at most. Two steps have no judgement of this kind. */
static void lengthen(eg_heat *heat, int64_t steps, double h, double part)
{
    if (steps < 2 || h < heat->wish * WHOLE)
        return; /* or the step was cut, and tells little */
    if (part <= 0.125)
        heat->wish = 2 * h;
    else if (part <= 0.25)
        heat->wish = 1.4142135623730951 * h;
}

static void shorten(eg_heat *heat, double h, double part)
{
    enum { MOST = 8 };
    int half = 1;
    for (double left = 0.5 * part; half < MOST && !(left <= 0.5); left *= 0.5)
        half++;
    heat->wish = shrink(h, half);
    heat->rejected++;
    heat->trouble += REJECTED;
}

static eg_status refuse_length(eg_elliptic *p, double h)
{
    eg_run *run = p->run;
    run->outcome = EG_DIVERGED;
    snprintf(run->message, sizeof run->message,
             "the step has shrunk to %.3g s at t = %.9g s, and still errs by more than time.tolerance "
             "allows: raise it, or look at what happens there",
             h, run->now.time);
    return eg_run_agree(run, eg_fail(run->context, EG_DIVERGED, "%s", run->message));
}

eg_status eg_heat_adapt_step(eg_elliptic *p)
{
    eg_heat *heat = p->stepper;
    int64_t steps = p->run->now.steps;
    while (true) {
        bool from_reserve;
        double time, h = choose_length(p, &time);
        if (h < COLLAPSED * p->run->schedule.t_end)
            return refuse_length(p, h);
        eg_heat_rotate(p);
        eg_status status = try_heat_step(p, time, h);
        if (heat->refused || status == EG_STOPPED)
            eg_heat_rotate_back(p);
        else if (status != EG_OK)
            eg_heat_accept(p, time, h); /* the step that has failed */
        EG_TRY(status);
        double part = heat->error / allowed_error(p, h, &from_reserve);
        if (part <= 1) {
            if (!from_reserve) /* what steps leave of their share fills the reserve */
                heat->reserve += EVEN * heat->tolerance * h / p->run->schedule.t_end;
            heat->reserve -= heat->error;
            heat->trouble -= heat->trouble > 0;
            lengthen(heat, steps, h, part);
            eg_heat_accept(p, time, h);
            return EG_OK;
        }
        shorten(heat, h, part);
        eg_heat_rotate_back(p);
    }
}
