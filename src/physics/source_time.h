/* Source time functions s(t) of seismic sources: values, moments over a step, support.
 *
 *   Ricker          (1 - 2 a) exp(-a), a = (pi f (t - t0))^2: the second derivative of a Gaussian,
 *                   turned over; peak 1 at t0. N. Ricker, Geophysics 18, 1953.
 *   Gaussian        exp(-((t - t0) / sigma)^2 / 2): peak 1 at t0, area sigma sqrt(2 pi).
 *   Brune rate      (x / T) exp(-x), x = (t - t0) / T, for x > 0, else 0: the moment rate of unit
 *                   moment (1/s), with the spectrum 1 / (1 + (f / fc)^2), fc = 1 / (2 pi T); peak
 *                   1 / (e T) at x = 1. J. N. Brune, J. Geophys. Res. 75, 1970.
 *   Brune moment    1 - (1 + x) exp(-x) for x > 0, else 0: the integral of the rate, from 0 to 1.
 *                   With T = 0.1 s the source of the test LOH.1 (Day and others, PEER 1A01, 2001).
 *   Heaviside       x^4 (35 - 84 x + 70 x^2 - 20 x^3), x = (t - t0) / T: a step from 0 at t0 to 1 at
 *                   t0 + T, three times differentiable everywhere; 1/2 at t0 + T / 2.
 *   Heaviside rate  140 (x (1 - x))^3 / T for 0 < x < 1, else 0: its derivative, of area 1 (1/s);
 *                   peak 35 / (16 T) at t0 + T / 2; its spectrum is 1/2 at 1.09 / T and below 0.05
 *                   from 2 / T on.
 *   Table           linear between its rows, 0 before the first and after the last one.
 *
 * Everything is host, double precision, on the functions of kernels/math.h in a fixed order: the
 * same bits on every machine. */
#ifndef EG_PHYSICS_SOURCE_TIME_H
#define EG_PHYSICS_SOURCE_TIME_H

#include "base/base.h"

/* Moments up to this order; Gauss points of a panel; the level, in parts of the peak, below which a
 * function counts as 0. */
enum { EG_SOURCE_TIME_ORDER = 15, EG_SOURCE_TIME_POINTS = 12 };
#define EG_SOURCE_TIME_LEVEL 1e-17

typedef enum eg_source_time_kind {
    EG_SOURCE_RICKER,
    EG_SOURCE_GAUSSIAN,
    EG_SOURCE_BRUNE_RATE,
    EG_SOURCE_BRUNE_MOMENT,
    EG_SOURCE_HEAVISIDE,
    EG_SOURCE_HEAVISIDE_RATE,
    EG_SOURCE_TABLE
} eg_source_time_kind;

/* Only the members that a kind names count. The table is the caller's and outlives the struct. */
typedef struct eg_source_time {
    eg_source_time_kind kind;
    double time;          /* s: t0, the centre of Ricker and Gaussian, the onset of the others */
    double frequency;     /* Hz: f of Ricker, where its spectrum peaks */
    double sigma;         /* s: of the Gaussian */
    double rise;          /* s: T of both kinds of Brune and of Heaviside */
    int64_t count;        /* of the table: rows, at least 2 */
    const double *times;  /* [count] s, strictly ascending */
    const double *values; /* [count] */
} eg_source_time;

/* EG_CASE, with the value and a way out, where a parameter is not finite, a frequency, sigma or rise is not
 * positive, or the rows of a table are fewer than two, not ascending, not finite or above 1e300.
 * The calls below take only what passes. */
eg_status eg_source_time_check(eg_context *context, const eg_source_time *source);

/* s(t) for a finite t (s). */
double eg_source_time_value(const eg_source_time *source, double t);

/* A delay (s) with which a shape begins smoothly at time 0: 1.5 / f of Ricker (1e-8 of its peak), 6 sigma of
 * the Gaussian (1.5e-8), 0 of the others, which begin at their onset. */
double eg_source_time_smooth_delay(const eg_source_time *source);

/* The largest |s(t)| at t <= 0 in parts of the peak: what a run that begins at time 0 cuts off. 0 of a table
 * of zeros. */
double eg_source_time_cut_off(const eg_source_time *source);

/* The interval [*begin, *end] outside which |s| < EG_SOURCE_TIME_LEVEL of its peak. Brune moment:
 * *end is infinite. A table: its rows without the zeros at both ends; empty (*begin = *end) where
 * all of it is 0. */
void eg_source_time_support(const eg_source_time *source, double *begin, double *end);

/* moments[r] = integral over [t0, t1] of s(t) w^r / r! dt, w = (t - t0) / (t1 - t0), for r = 0 to `order` (at
 * most EG_SOURCE_TIME_ORDER); t0 < t1, both finite. What lies outside the support counts as 0.
 *
 * Gauss quadrature with 12 points on each panel; a panel is at most a quarter of 1/f (Ricker),
 * sigma (Gaussian), T (Brune, Heaviside), or a piece of the table between two rows. Those of Heaviside
 * and of tables are polynomials, and exact but for rounding. A step of
 * 0.1 / f is one panel. Parts of peak (t1 - t0) / (r + 1)!: the rule's own error is below 2e-18
 * for r <= 9 and 3e-15 for r <= 15 in a panel of a quarter period (5e-19 in a tenth); with rounding
 * 2e-15 and 3e-15 are seen (tests/unit/source_time.c). */
void eg_source_time_integral(const eg_source_time *source, double t0, double t1, int order, double *moments);

#endif
