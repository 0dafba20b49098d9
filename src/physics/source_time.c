/* Source time functions: values, support, moments by Gauss quadrature. */
#include "physics/source_time.h"

#include <math.h>

#include "base/device_math.h"
#include "base/search.h"

static const double PI = 0x1.921fb54442d18p+1;

/* ---- checks */

/* Differences of such numbers are finite. */
static const double LARGEST = 1e300;

static eg_status check_positive_number(eg_context *context, const char *what, double value, const char *unit)
{
    if (isfinite(value) && value > 0.0)
        return EG_OK;
    return eg_fail(context, EG_CASE, "source time function: the %s is %g %s; it must be positive and finite",
                   what, value, unit);
}

static eg_status check_table(eg_context *context, const eg_source_time *source)
{
    if (source->count < 2)
        return eg_fail(context, EG_CASE, "source time function: the table has %lld %s; it needs two or more",
                       (long long)source->count, source->count == 1 ? "row" : "rows");
    for (int64_t i = 0; i < source->count; i++) {
        if (!(fabs(source->times[i]) <= LARGEST && fabs(source->values[i]) <= LARGEST))
            return eg_fail(context, EG_CASE,
                           "source time function: row %lld of the table, %g s and %g, is not "
                           "finite or too large",
                           (long long)i + 1, source->times[i], source->values[i]);
        if (i > 0 && !(source->times[i] > source->times[i - 1]))
            return eg_fail(context, EG_CASE,
                           "source time function: in the table %g s of row %lld does not come after "
                           "%g s; sort the rows by time and keep one for each time",
                           source->times[i], (long long)i + 1, source->times[i - 1]);
    }
    return EG_OK;
}

eg_status eg_source_time_check(eg_context *context, const eg_source_time *source)
{
    if (source->kind == EG_SOURCE_TABLE)
        return check_table(context, source);
    if (!isfinite(source->time))
        return eg_fail(context, EG_CASE,
                       "source time function: the time of its centre or onset is not finite");
    if (source->kind == EG_SOURCE_RICKER)
        return check_positive_number(context, "frequency", source->frequency, "Hz");
    if (source->kind == EG_SOURCE_GAUSSIAN)
        return check_positive_number(context, "sigma", source->sigma, "s");
    return check_positive_number(context, "rise", source->rise, "s");
}

/* ---- values */

/* Beyond this argument exp(-x) and its products with x are 0 in doubles. */
static const double FAR = 800.0;

static double ricker(double cycles)
{
    double u = PI * cycles, a = u * u;
    return a >= FAR ? 0.0 : FMA64(-2.0, a, 1.0) * eg_exp(-a);
}

static double gaussian(double x)
{
    double a = 0.5 * x * x;
    return a >= FAR ? 0.0 : eg_exp(-a);
}

static double brune_rate(double x)
{
    return x > 0.0 && x < FAR ? x * eg_exp(-x) : 0.0;
}

/* Below 1, where the closed form cancels, by the series sum_{k >= 2} (-1)^k (k - 1) / k! x^k. */
static double brune_moment(double x)
{
    if (!(x > 0.0))
        return 0.0;
    if (x >= 1.0)
        return x < FAR ? FMA64(-(1.0 + x), eg_exp(-x), 1.0) : 1.0;
    double sum = 0.0, factorial = 2432902008176640000.0; /* 20!, exact as all that follow */
    for (int k = 20; k >= 2; k--) {
        sum = FMA64(-x, sum, (double)(k - 1) / factorial);
        factorial /= (double)k;
    }
    return x * x * sum;
}

/* Computed in its lower half, and turned over above it: near 1 as good as near 0. */
static double heaviside(double x)
{
    double y = x > 0.5 ? 1.0 - x : x, y2 = y * y;
    if (!(x > 0.0) || x >= 1.0)
        return x >= 1.0 ? 1.0 : 0.0;
    double low = y2 * y2 * FMA64(y, FMA64(y, FMA64(y, -20.0, 70.0), -84.0), 35.0);
    return x > 0.5 ? 1.0 - low : low;
}

static double heaviside_rate(double x)
{
    double y = x * (1.0 - x);
    return x > 0.0 && x < 1.0 ? 140.0 * y * y * y : 0.0;
}

/* The last row at or before t, for t in [times[0], times[count - 1]]; never the last row of all. */
static int64_t find_table_row(const eg_source_time *source, double t)
{
    return EG_SEARCH(i, 1, source->count - 1, source->times[i] <= t) - 1;
}

static double row_value(const eg_source_time *source, int64_t row, double t)
{
    const double *times = source->times + row, *values = source->values + row;
    if (t == times[1])
        return values[1];
    return FMA64((t - times[0]) / (times[1] - times[0]), values[1] - values[0], values[0]);
}

static double table_value(const eg_source_time *source, double t)
{
    if (!(t >= source->times[0] && t <= source->times[source->count - 1]))
        return 0.0;
    return row_value(source, find_table_row(source, t), t);
}

/* ---- shapes, by kind, in periods of Ricker, sigmas of the Gaussian, rises of the others
 *
 * Their support ends where they fall to 1e-17 of their peaks, rounded up:
 * Ricker:   (2 a - 1) exp(-a) = 1e-17 at a = 43.60063, sqrt(a) / pi = 2.101825;
 * Gaussian: sqrt(34 ln 10) = 8.848045;
 * Brune:    x exp(1 - x) = 1e-17 at x = 43.92647; the moment is 1 to 1e-17 from x = 42.92647. */
#define RICKER_CYCLES 2.10183
#define GAUSSIAN_SIGMAS 8.84805
#define BRUNE_RISES 43.92647

typedef struct source_shape {
    double (*value)(double x);
    double begin, end; /* of the support */
    double peak;       /* where it is; INFINITY: the source_shape stays at it */
    double over_peak;  /* of a rate 1 / (rise times its peak), which the value is over the rise; else 0 */
} source_shape;

static const source_shape shapes[] = {
    [EG_SOURCE_RICKER] = {ricker, RICKER_CYCLES, RICKER_CYCLES, 0, 0},
    [EG_SOURCE_GAUSSIAN] = {gaussian, GAUSSIAN_SIGMAS, GAUSSIAN_SIGMAS, 0, 0},
    [EG_SOURCE_BRUNE_RATE] = {brune_rate, 0, BRUNE_RISES, 1, 2.71828182845904523536},
    [EG_SOURCE_BRUNE_MOMENT] = {brune_moment, 0, INFINITY, INFINITY, 0},
    [EG_SOURCE_HEAVISIDE] = {heaviside, 0, INFINITY, INFINITY, 0},
    [EG_SOURCE_HEAVISIDE_RATE] = {heaviside_rate, 0, 1, 0.5, 16.0 / 35}};

static double width_of(const eg_source_time *source)
{
    return source->kind == EG_SOURCE_GAUSSIAN ? source->sigma : source->rise;
}

/* So many widths of a shape, s. */
static double widths(const eg_source_time *source, double count)
{
    return source->kind == EG_SOURCE_RICKER ? count / source->frequency : count * width_of(source);
}

double eg_source_time_value(const eg_source_time *source, double t)
{
    if (source->kind == EG_SOURCE_TABLE)
        return table_value(source, t);
    const source_shape *s = &shapes[source->kind];
    double since = t - source->time;
    double value =
        s->value(source->kind == EG_SOURCE_RICKER ? source->frequency * since : since / width_of(source));
    return s->over_peak > 0 ? value / source->rise : value;
}

/* ---- support */

static void table_support(const eg_source_time *source, double *begin, double *end)
{
    double peak = 0.0;
    int64_t first = 0, last = source->count - 1;
    for (int64_t i = 0; i < source->count; i++)
        peak = fmax(peak, fabs(source->values[i]));
    double level = EG_SOURCE_TIME_LEVEL * peak;
    while (first < last && fabs(source->values[first]) < level)
        first++;
    while (last > first && fabs(source->values[last]) < level)
        last--;
    bool nothing = peak == 0.0;
    *begin = source->times[nothing ? 0 : eg_max_i64(first - 1, 0)];
    *end = source->times[nothing ? 0 : eg_min_i64(last + 1, source->count - 1)];
}

void eg_source_time_support(const eg_source_time *source, double *begin, double *end)
{
    if (source->kind == EG_SOURCE_TABLE) {
        table_support(source, begin, end);
        return;
    }
    *begin = source->time - widths(source, shapes[source->kind].begin);
    *end = source->time + widths(source, shapes[source->kind].end);
}

/* ---- beginning */

double eg_source_time_smooth_delay(const eg_source_time *source)
{
    if (source->kind == EG_SOURCE_RICKER)
        return 1.5 / source->frequency;
    return source->kind == EG_SOURCE_GAUSSIAN ? 6 * source->sigma : 0;
}

static double table_cut_off(const eg_source_time *source)
{
    double peak = 0, before = fabs(table_value(source, 0));
    for (int64_t i = 0; i < source->count; i++) {
        peak = fmax(peak, fabs(source->values[i]));
        if (source->times[i] <= 0)
            before = fmax(before, fabs(source->values[i]));
    }
    return peak > 0 ? before / peak : 0;
}

/* Each shape rises to its peak but for Ricker's, whose trough, 2 exp(-3/2) deep at a = 3/2, comes before
 * it. */
double eg_source_time_cut_off(const eg_source_time *source)
{
    static const double trough = 0.446260320296859658; /* 2 exp(-3/2) */
    if (source->kind == EG_SOURCE_TABLE)
        return table_cut_off(source);
    const source_shape *s = &shapes[source->kind];
    double value = eg_source_time_value(source, 0), u = PI * source->frequency * source->time;
    if (-source->time >= widths(source, s->peak))
        return 1;
    if (source->kind == EG_SOURCE_RICKER)
        return fmax(fabs(value), u * u < 1.5 ? trough : 0);
    return s->over_peak > 0 ? value * source->rise * s->over_peak : value;
}

/* ---- moments */

/* Gauss points and weights on [0, 1]: roots of the Legendre polynomial of degree 12; symmetric, the
 * first half. */
static const double gauss_point[EG_SOURCE_TIME_POINTS / 2] = {
    0.009219682876640374654725455, 0.04794137181476257166076707, 0.1150486629028476564815531,
    0.2063410228566912763516488,   0.3160842505009099031236542,  0.4373832957442655422637793};
static const double gauss_weight[EG_SOURCE_TIME_POINTS / 2] = {
    0.02358766819325591359730798, 0.05346966299765921548012736, 0.08003916427167311316732626,
    0.1015837133615329608745322,  0.1167462682691774043804249,  0.1245735229067013925002812};

typedef struct step {
    const eg_source_time *source;
    double t0, length; /* of the step */
    int order;
    double *moments;
} step;

/* Adds the panel [t0 + from, t0 + to]. Offsets from t0, not times, so that w keeps its accuracy
 * late in a run. `row`: the table's row that the panel lies in. */
static void add_panel(const step *s, double from, double to, int64_t row)
{
    double width = to - from;
    for (int q = 0; q < EG_SOURCE_TIME_POINTS; q++) {
        int mirror = EG_SOURCE_TIME_POINTS - 1 - q, i = q < mirror ? q : mirror;
        double offset = q < mirror ? FMA64(width, gauss_point[i], from) : FMA64(-width, gauss_point[i], to);
        double t = s->t0 + offset, w = offset / s->length;
        double value = s->source->kind == EG_SOURCE_TABLE ? row_value(s->source, row, t)
                                                          : eg_source_time_value(s->source, t);
        double term = width * gauss_weight[i] * value;
        for (int r = 0; r <= s->order; r++) {
            s->moments[r] += term;
            term = term * w / (double)(r + 1);
        }
    }
}

/* [t0 + from, t0 + to] in equal panels of at most `longest`. */
static void add_panels(const step *s, double from, double to, double longest)
{
    double count = eg_max(1.0, ceil((to - from) / longest));
    for (double i = 0.0; i < count; i += 1.0)
        add_panel(s, FMA64(i / count, to - from, from),
                  i + 1.0 == count ? to : FMA64((i + 1.0) / count, to - from, from), 0);
}

static void add_table_panels(const step *s, double from, double to)
{
    const eg_source_time *source = s->source;
    for (int64_t row = find_table_row(source, s->t0 + from); row < source->count - 1; row++) {
        double left = source->times[row] - s->t0, right = source->times[row + 1] - s->t0;
        if (left >= to)
            break;
        if (right > from)
            add_panel(s, left > from ? left : from, right < to ? right : to, row);
    }
}

/* A step is 1 so many rises behind its onset, and from there on one panel, however long. */
static void add_settling(const step *s, double from, double to, double rises)
{
    double rest = s->source->time - s->t0 + rises * s->source->rise;
    if (from < rest)
        add_panels(s, from, to < rest ? to : rest, s->source->rise);
    if (to > rest)
        add_panel(s, from > rest ? from : rest, to, 0);
}

void eg_source_time_integral(const eg_source_time *source, double t0, double t1, int order, double *moments)
{
    assert(t1 > t0 && isfinite(t1 - t0) && order >= 0 && order <= EG_SOURCE_TIME_ORDER);
    const step s = {.source = source, .t0 = t0, .length = t1 - t0, .order = order, .moments = moments};
    for (int r = 0; r <= order; r++)
        moments[r] = 0.0;
    double begin, end;
    eg_source_time_support(source, &begin, &end);
    double from = begin > t0 ? begin - t0 : 0.0, to = end < t1 ? end - t0 : t1 - t0;
    if (!(from < to))
        return;
    if (source->kind == EG_SOURCE_TABLE)
        add_table_panels(&s, from, to);
    else if (source->kind == EG_SOURCE_BRUNE_MOMENT)
        add_settling(&s, from, to, BRUNE_RISES);
    else if (source->kind == EG_SOURCE_HEAVISIDE)
        add_settling(&s, from, to, 1.0);
    else if (source->kind == EG_SOURCE_RICKER)
        add_panels(&s, from, to, 0.25 / source->frequency);
    else
        add_panels(&s, from, to, source->kind == EG_SOURCE_GAUSSIAN ? source->sigma : source->rise);
}
