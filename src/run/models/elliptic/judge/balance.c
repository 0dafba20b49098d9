/* What came in against what became of it; and digits of f32 against what the solution varies by. */
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"

#include <math.h>

/* Of all that entered, left and was stored: half of it is twice as much of what passed. */
static const double LACK_MOST = 0.02;
/* Where sources and fluxes are given they came in for nothing, however little it is, but for rounding: of the
 * differences that a solve leaves. */
static const double LOST = 0.5, ROUNDED = 1e-3;
/* f32 has so many digits; of what the solution varies by the rest is three. */
static const double ROUNDING = 6e-8, DIGITS = 1e-3;

/* ---- the balance */

static void note_passed(eg_elliptic *p)
{
    eg_elliptic_passed *passed = &p->passed;
    const eg_elliptic_balance *b = &p->balance;
    double now = p->run->now.time, since = p->heat ? now - passed->time : 1;
    if (!(since > 0) || (p->heat && p->run->now.steps == 0))
        return;
    passed->time = now;
    passed->stored = fabs(b->energy - passed->energy);
    passed->left = (p->heat ? passed->left : 0) + since * b->error * b->size;
    passed->size = (p->heat ? passed->size : 0) + since * b->size;
}

/* Whether it is more than what differences of the solution that a solve leaves account for. */
static bool is_beyond_rest(const eg_elliptic *p)
{
    if (p->heat)
        return p->passed.left > p->stepper->heat_capacity * eg_elliptic_rest(p, 10);
    return p->estimate.energy + p->estimate.stored > p->estimate.rest;
}

/* Whether the residual of the last solve may leave so much. */
static bool is_left_by_solve(const eg_elliptic *p)
{
    double residual = p->history_count > 0 ? p->history[p->history_count - 1] : 0;
    return p->balance.error > LACK_MOST &&
           2 * residual * sqrt((double)p->unknowns) > p->balance.error * p->balance.size;
}

static eg_status judge_lack(eg_elliptic *p)
{
    const eg_elliptic_passed *passed = &p->passed;
    double size =
        p->heat ? fmax(passed->size, passed->stored) : passed->size; /* few records see little pass */
    double lack = size > 0 ? passed->left / size : 0;
    const char *what = p->heat ? "stored" : "used";
    bool is_lost = p->heat && lack > LOST && (p->given.heats || p->given.cools) &&
                   passed->left > ROUNDED * p->stepper->heat_capacity * eg_elliptic_rest(p, 0);
    if (!(lack > LACK_MOST) || !(is_lost || is_beyond_rest(p)))
        return EG_OK;
    if (is_left_by_solve(p))
        return eg_verdict_say(
            p->run, NULL, "balance", lack, LACK_MOST,
            "what sources and boundaries bring and what is %s differ by %.3g %% of all that passed: solves "
            "that end at a residual of %.2g of the right-hand side leave that%s; take a smaller "
            "numerics.tolerance%s%s",
            what, 100 * lack, eg_elliptic_tolerance(p), p->heat ? ", for a step brings less" : "",
            p->run->precision == EG_F32 ? ", with numerics.precision: f64" : "",
            p->heat ? ", or longer steps" : "");
    /* the same cause; and what is resolved by now */
    if (eg_verdict_is_said(p->run, "unresolved") || eg_verdict_is_said(p->run, "extremes") ||
        !(p->balance.error > LACK_MOST))
        return EG_OK;
    return eg_verdict_say(
        p->run, NULL, "balance", lack, LACK_MOST,
        "what sources and boundaries bring and what is %s differ by %.3g %% of all that passed: fluxes at "
        "boundaries with a value follow from the gradient, which elements there do not resolve, as at edges "
        "where two values meet%s; make elements thinner there, or let the values go over into each other",
        what, 100 * lack, p->heat ? " and in the first moments after a value has changed" : "");
}

/* ---- digits */

static eg_status judge_digits(const eg_elliptic *p)
{
    double low = p->heat ? p->seen.most[0] : p->given.low, high = p->heat ? p->seen.most[1] : p->given.high;
    double size = fmax(fabs(low), fabs(high)), part = ROUNDING * size / (high - low);
    if (p->run->precision != EG_F32 || !(high > low) || !(part > DIGITS))
        return EG_OK;
    return eg_verdict_say(p->run, NULL, "precision", part, DIGITS,
                          "f32 rounds values of %.6g by %.2g, %.2g %% of what %s varies by: take "
                          "numerics.precision: f64, or count from another zero",
                          size, ROUNDING * size, 100 * part, p->output->name);
}

eg_status eg_elliptic_judge_balance(eg_elliptic *p, bool ends)
{
    if (p->heat ? p->stepper->refused : !p->solved)
        return EG_OK;
    note_passed(p);
    if (!ends || !p->solved)
        return EG_OK;
    EG_TRY(judge_digits(p));
    return judge_lack(p);
}
