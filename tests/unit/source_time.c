/* Source time functions: values against closed forms in long double, moments against quadrature of
 * high order and closed forms, supports, what is refused, bits. */
#include "snapshot_common.h"

#include <math.h>

#include "physics/source_time.h"

enum { ORDER = EG_SOURCE_TIME_ORDER };

static const double PI = 3.14159265358979323846;

static const double rows_t[] = {-1, 0, 0.5, 0.75, 2, 4}, rows_v[] = {0, 0, 2, -1, 3, 0};
static const eg_source_time sources[] = {{EG_SOURCE_RICKER, .time = 1.25, .frequency = 2},
                                         {EG_SOURCE_GAUSSIAN, .time = -0.5, .sigma = 0.125},
                                         {EG_SOURCE_BRUNE_RATE, .time = 0.75, .rise = 0.1},
                                         {EG_SOURCE_BRUNE_MOMENT, .time = 0.75, .rise = 0.1},
                                         {EG_SOURCE_HEAVISIDE, .time = 0.75, .rise = 0.3},
                                         {EG_SOURCE_HEAVISIDE_RATE, .time = 0.75, .rise = 0.3},
                                         {EG_SOURCE_TABLE, .count = 6, .times = rows_t, .values = rows_v}};
enum { RICKER, GAUSSIAN, RATE, MOMENT, STEP, STEP_RATE, TABLE, KINDS };

/* ---- the formulas again, in long double */

static long double table_exactly(const eg_source_time *s, long double t)
{
    for (int64_t i = 0; i + 1 < s->count; i++)
        if (t >= s->times[i] && t <= s->times[i + 1])
            return s->values[i] + (t - s->times[i]) / ((long double)s->times[i + 1] - s->times[i]) *
                                      ((long double)s->values[i + 1] - s->values[i]);
    return 0;
}

/* 1 - (1 + x) exp(-x), by its series where it cancels. */
static long double moment_exactly(long double x)
{
    if (x <= 0)
        return 0;
    if (x > 1)
        return 1 - (1 + x) * expl(-x);
    long double sum = 0, term = 1; /* exp(-x) (exp(x) - 1 - x) */
    for (int k = 1; k < 40; k++) {
        term *= x / k;
        sum += k >= 2 ? term : 0;
    }
    return sum * expl(-x);
}

static long double exactly(const eg_source_time *s, long double t)
{
    const long double pi = acosl(-1), since = t - s->time;
    const long double a = pi * s->frequency * since * pi * s->frequency * since;
    const long double x = since / s->rise, z = since / s->sigma;
    switch (s->kind) {
    case EG_SOURCE_RICKER:
        return (1 - 2 * a) * expl(-a);
    case EG_SOURCE_GAUSSIAN:
        return expl(-z * z / 2);
    case EG_SOURCE_BRUNE_RATE:
        return x > 0 ? x * expl(-x) / s->rise : 0;
    case EG_SOURCE_BRUNE_MOMENT:
        return moment_exactly(x);
    case EG_SOURCE_HEAVISIDE:
        return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * x * (35 - 84 * x + 70 * x * x - 20 * x * x * x);
    case EG_SOURCE_HEAVISIDE_RATE:
        return x <= 0 || x >= 1 ? 0 : 140 * powl(x * (1 - x), 3) / s->rise;
    case EG_SOURCE_TABLE:
        break;
    }
    return table_exactly(s, t);
}

static double peak_of(int kind)
{
    return kind == RATE        ? exp(-1) / sources[RATE].rise
           : kind == STEP_RATE ? 35 / (16 * sources[STEP_RATE].rise)
           : kind == TABLE     ? 3
                               : 1;
}

/* Length that the function changes on: a period, sigma, T, a row. */
static double scale_of(int kind)
{
    const double scales[KINDS] = {0.5, 0.125, 0.1, 0.1, 0.3, 0.3, 0.5};
    return scales[kind];
}

/* Compared at the rounded time; the slope carries the rounding of t - t0 into s. */
static void values_follow_the_formulas(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++)
        for (int i = -4000; i <= 8000; i++) {
            double t = i * 0.001 * PI / 3, value = eg_source_time_value(&sources[k], t);
            long double wanted = exactly(&sources[k], t);
            double near = 1e-15 * peak_of(k) + 4e-14 * fabs((double)wanted);
            if (!(fabsl(value - wanted) <= near))
                fail_msg("kind %d, t = %.17g: %.17g, not %.20Lg", k, t, value, wanted);
        }
}

static void known_points_are_exact(void **state)
{
    (void)state;
    const eg_source_time *s = sources;
    assert_true(eg_source_time_value(&s[RICKER], 1.25) == 1);
    assert_true(eg_source_time_value(&s[GAUSSIAN], -0.5) == 1);
    for (int i = 0; i < 40; i++) {
        double d = i / 64.0;
        assert_true(eg_source_time_value(&s[RICKER], 1.25 + d) == eg_source_time_value(&s[RICKER], 1.25 - d));
        assert_true(eg_source_time_value(&s[GAUSSIAN], -0.5 + d) ==
                    eg_source_time_value(&s[GAUSSIAN], -0.5 - d));
    }
    /* zeros and troughs of the Ricker wavelet: a = 1/2 and a = 3/2 */
    double zero = sqrt(0.5) / (PI * 2), trough = sqrt(1.5) / (PI * 2);
    assert_true(fabs(eg_source_time_value(&s[RICKER], 1.25 + zero)) <= 4e-16);
    assert_true(fabs(eg_source_time_value(&s[RICKER], 1.25 - trough) + 2 * exp(-1.5)) <= 4e-16);
    for (int k = RATE; k <= MOMENT; k++) {
        assert_true(eg_source_time_value(&s[k], 0.75) == 0);
        assert_true(eg_source_time_value(&s[k], -1e300) == 0);
    }
    assert_true(fabs(eg_source_time_value(&s[RATE], 0.75 + 0.1) - 10 * exp(-1)) <= 2e-15);
    assert_true(eg_source_time_value(&s[MOMENT], 0.75 + 5) == 1);
    for (int k = 0; k < 3; k++)
        assert_true(eg_source_time_value(&s[k], 1e300) == 0);
    assert_true(eg_source_time_value(&s[MOMENT], 1e300) == 1);
    /* the smoothed step: half in the middle, 1 from its end on, steepest in the middle */
    const eg_source_time step = {EG_SOURCE_HEAVISIDE, .time = 2, .rise = 0.5};
    const eg_source_time rate = {EG_SOURCE_HEAVISIDE_RATE, .time = 2, .rise = 0.5};
    const double at[] = {-1e300, 2, 2.125, 2.25, 2.375, 2.5, 1e300};
    const double value[] = {0, 0, 289.0 / 4096, 0.5, 1 - 289.0 / 4096, 1, 1};
    const double slope[] = {0, 0, 280 * 27.0 / 4096, 35.0 / 8, 280 * 27.0 / 4096, 0, 0};
    for (int i = 0; i < COUNT(at); i++) {
        assert_true(eg_source_time_value(&step, at[i]) == value[i]);
        assert_true(eg_source_time_value(&rate, at[i]) == slope[i]);
    }
}

/* Small x, where the closed form of the moment would cancel, to its own last bits. */
static void small_moments_are_relatively_right(void **state)
{
    (void)state;
    const eg_source_time s = {EG_SOURCE_BRUNE_MOMENT, .rise = 1};
    for (double x = 1e-150; x < 4; x *= 1.37) {
        double value = eg_source_time_value(&s, x);
        long double wanted = moment_exactly(x);
        if (!(fabsl(value - wanted) <= 6e-16L * wanted))
            fail_msg("x = %.17g: %.17g, not %.20Lg", x, value, wanted);
    }
}

/* The step never falls, and the integral of its rate is the step. */
static void the_step_is_the_integral_of_its_rate(void **state)
{
    (void)state;
    const eg_source_time *step = &sources[STEP], *rate = &sources[STEP_RATE];
    double before = 0;
    for (int i = 1; i <= 400; i++) {
        double t = rate->time + i * 0.001, moment, value = eg_source_time_value(step, t);
        eg_source_time_integral(rate, rate->time - 0.1, t, 0, &moment);
        assert_true(value >= before && value <= 1);
        if (!(fabs(moment - value) <= 1e-15))
            fail_msg("%d: %.17g, not %.17g", i, moment, value);
        before = value;
    }
}

static void tables_are_linear_between_rows(void **state)
{
    (void)state;
    const eg_source_time *s = &sources[TABLE];
    for (int i = 0; i < 6; i++)
        assert_true(eg_source_time_value(s, rows_t[i]) == rows_v[i]);
    assert_true(eg_source_time_value(s, 0.625) == 0.5);
    assert_true(eg_source_time_value(s, 3) == 1.5);
    assert_true(eg_source_time_value(s, -1.0001) == 0 && eg_source_time_value(s, 4.0001) == 0);
    const double ends_t[] = {0.1, 0.3, 0.7}, ends_v[] = {5, 6, 7};
    const eg_source_time jump = {EG_SOURCE_TABLE, .count = 3, .times = ends_t, .values = ends_v};
    assert_true(eg_source_time_value(&jump, 0.1) == 5 && eg_source_time_value(&jump, 0.7) == 7);
    assert_true(eg_source_time_value(&jump, nextafter(0.1, 0)) == 0);
    assert_true(eg_source_time_value(&jump, nextafter(0.7, 1)) == 0);
}

/* ---- moments */

enum { FINE = 20 }; /* points of the reference rule */

static void gauss_rule(long double *points, long double *weights)
{
    for (int k = 0; k < FINE; k++) {
        long double x = cosl(acosl(-1) * (k + 0.75L) / (FINE + 0.5L)), slope = 1;
        for (int turn = 0; turn < 20; turn++) {
            long double p0 = 1, p1 = x;
            for (int j = 2; j <= FINE; j++) {
                long double p2 = ((2 * j - 1) * x * p1 - (j - 1) * p0) / j;
                p0 = p1;
                p1 = p2;
            }
            slope = FINE * (x * p1 - p0) / (x * x - 1);
            x -= p1 / slope;
        }
        points[k] = (1 + x) / 2;
        weights[k] = 1 / ((1 - x * x) * slope * slope);
    }
}

/* Composite Gauss over [t0, t1], cut at the given kinks, on panels shorter than `longest`. */
static void moments_exactly(const eg_source_time *s, double t0, double t1, double longest,
                            const double *kinks, int kink_count, long double *moments)
{
    long double points[FINE], weights[FINE], left = t0;
    gauss_rule(points, weights);
    for (int r = 0; r <= ORDER; r++)
        moments[r] = 0;
    while (left < t1) {
        long double right = fminl(t1, left + longest);
        for (int i = 0; i < kink_count; i++)
            if (kinks[i] > left && kinks[i] < right)
                right = kinks[i];
        for (int q = 0; q < FINE; q++) {
            long double t = left + (right - left) * points[q];
            long double term = (right - left) * weights[q] * exactly(s, t);
            for (int r = 0; r <= ORDER; r++) {
                moments[r] += term;
                term *= (t - t0) / ((long double)t1 - t0) / (r + 1);
            }
        }
        left = right;
    }
}

static void expect_moments(int kind, double t0, double t1)
{
    const eg_source_time *s = &sources[kind];
    const double ends[] = {s->time, s->time + s->rise};
    const double *kinks = kind == TABLE ? rows_t : ends;
    double moments[ORDER + 1], factorial = 1;
    long double wanted[ORDER + 1];
    eg_source_time_integral(s, t0, t1, ORDER, moments);
    moments_exactly(s, t0, t1, 0.2 * scale_of(kind), kinks, kind == TABLE ? 6 : 2, wanted);
    for (int r = 0; r <= ORDER; r++) {
        factorial *= r + 1; /* (r + 1)!: what a constant of 1 would have, times t1 - t0 */
        double whole = peak_of(kind) * (t1 - t0) / factorial;
        double near = (r <= 9 ? 2e-15 : 4e-15) * whole;
        if (!(fabsl(moments[r] - wanted[r]) <= near))
            fail_msg("kind %d, [%.17g, %.17g], moment %d: %.17g, not %.20Lg, off by %.3Lg of %.3g", kind, t0,
                     t1, r, moments[r], wanted[r], fabsl(moments[r] - wanted[r]) / whole, near / whole);
    }
}

static void moments_follow_fine_quadrature(void **state)
{
    (void)state;
    const double steps[] = {0.001, 0.1, 0.25, 0.9, 1, 3.3, 17, 400};
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < COUNT(steps); i++) {
            double step = steps[i] * scale_of(k);
            int count = steps[i] < 10 ? 60 : 7;
            for (int j = -count; j < count; j++) {
                double centre = k == TABLE ? 1 : sources[k].time;
                double t0 = centre + j * fmax(step, 0.1 * scale_of(k)) * 0.77;
                expect_moments(k, t0, t0 + step);
            }
        }
}

/* The zeroth moments have closed forms; summed over many steps they give the whole. */
static void zeroth_moments_add_up(void **state)
{
    (void)state;
    for (int k = 0; k <= MOMENT; k++) {
        const eg_source_time *s = &sources[k];
        double sum = 0, to = s->time;
        for (int i = -1000; i < 400; i++) {
            double step = 0.03 * scale_of(k), t0 = s->time + i * step, moment;
            to = s->time + (i + 1) * step;
            eg_source_time_integral(s, t0, to, 0, &moment);
            sum += moment;
        }
        double since = to - s->time, u = PI * s->frequency * since;
        double x = since / s->rise;
        double wanted = k == RICKER     ? since * exp(-u * u)
                        : k == GAUSSIAN ? s->sigma * sqrt(PI / 2) * (1 + erf(since / s->sigma / sqrt(2)))
                        : k == RATE     ? 1 - (1 + x) * exp(-x)
                                        : s->rise * (x - 2 + (x + 2) * exp(-x));
        if (!(fabs(sum - wanted) <= 3e-15))
            fail_msg("kind %d: %.17g, not %.17g", k, sum, wanted);
    }
}

/* A straight line has exact moments: of s = w, 1 / (r! (r + 2)). */
static void rule_is_exact_for_polynomials(void **state)
{
    (void)state;
    const double t[] = {3, 5}, v[] = {0, 1};
    const eg_source_time ramp = {EG_SOURCE_TABLE, .count = 2, .times = t, .values = v};
    double moments[ORDER + 1], factorial = 1;
    eg_source_time_integral(&ramp, 3, 5, ORDER, moments);
    for (int r = 0; r <= ORDER; r++) {
        double wanted = 2 / (factorial * (r + 2));
        if (!(fabs(moments[r] - wanted) <= 5e-16 * wanted))
            fail_msg("moment %d: %.17g, not %.17g", r, moments[r], wanted);
        factorial *= r + 1;
    }
    /* the step begins before the table: s = 2 w - 1 in its second half */
    eg_source_time_integral(&ramp, 1, 5, 1, moments);
    assert_true(fabs(moments[0] - 1) <= 4e-16);
    assert_true(fabs(moments[1] - 5.0 / 6) <= 4e-16);
    /* and beyond */
    eg_source_time_integral(&ramp, 4, 8, 1, moments);
    assert_true(fabs(moments[0] - 0.75) <= 4e-16);
    assert_true(fabs(moments[1] - (0.5 * 0.125 + 0.5 / 12) * 1) <= 4e-16);
}

/* Only the order asked for is written; outside the support all is 0. */
static void nothing_else_is_written(void **state)
{
    (void)state;
    double moments[4] = {7, 7, 7, 7};
    eg_source_time_integral(&sources[RICKER], 100, 101, 2, moments);
    assert_true(moments[0] == 0 && moments[1] == 0 && moments[2] == 0 && moments[3] == 7);
    eg_source_time_integral(&sources[TABLE], 4, 5, 0, moments);
    eg_source_time_integral(&sources[MOMENT], -5, 0.75, 0, moments + 1);
    assert_true(moments[0] == 0 && moments[1] == 0 && moments[2] == 0);
}

/* Late in a run w keeps its digits, and steps cut in two add up. */
static void late_steps_are_as_good(void **state)
{
    (void)state;
    const double shift = 1048576;
    for (int k = 0; k < TABLE; k++) {
        eg_source_time late = sources[k];
        late.time += shift;
        for (int i = -20; i < 20; i++) {
            double t0 = sources[k].time + i / 64.0, here[ORDER + 1], there[ORDER + 1];
            eg_source_time_integral(&sources[k], t0, t0 + 1.0 / 64, ORDER, here);
            eg_source_time_integral(&late, t0 + shift, t0 + shift + 1.0 / 64, ORDER, there);
            for (int r = 0; r <= ORDER; r++)
                assert_true(fabs(here[r] - there[r]) <=
                            1e-8 * peak_of(k) / 64 / tgamma(r + 2)); /* t itself has 1e-10 s */
        }
    }
}

/* ---- support */

static void supports_hold_the_function(void **state)
{
    (void)state;
    for (int k = 0; k < TABLE; k++) {
        double begin, end, level = EG_SOURCE_TIME_LEVEL * peak_of(k);
        eg_source_time_support(&sources[k], &begin, &end);
        bool settles = k == MOMENT || k == STEP;
        double width = k >= RATE ? 44 * sources[k].rise : end - begin;
        for (int i = 1; i < 1000; i++) {
            assert_true(fabs(eg_source_time_value(&sources[k], begin - i * 1e-3 * width)) < level);
            if (!settles)
                assert_true(fabs(eg_source_time_value(&sources[k], end + i * 1e-3 * width)) < level);
        }
        /* and not much wider */
        assert_true(fabs(eg_source_time_value(&sources[k], begin + 1e-3 * width)) > level);
        if (settles)
            assert_true(isinf(end));
        else
            assert_true(fabs(eg_source_time_value(&sources[k], end - 1e-3 * width)) > level);
    }
}

static void supports_of_tables_leave_zeros_out(void **state)
{
    (void)state;
    double begin, end;
    eg_source_time_support(&sources[TABLE], &begin, &end);
    assert_true(begin == 0 && end == 4);
    const double t[] = {1, 2, 3, 4, 5, 6}, v[] = {0, 1e-18, -1, 0, 0, 0}, none[] = {0, 0, 0};
    eg_source_time s = {EG_SOURCE_TABLE, .count = 6, .times = t, .values = v};
    eg_source_time_support(&s, &begin, &end);
    assert_true(begin == 2 && end == 4);
    s = (eg_source_time){EG_SOURCE_TABLE, .count = 3, .times = t, .values = none};
    eg_source_time_support(&s, &begin, &end);
    assert_true(begin == 1 && end == 1);
    double moment = 7;
    eg_source_time_integral(&s, 0, 9, 0, &moment);
    assert_true(moment == 0);
}

/* ---- refused */

static void wrong_parameters_are_refused(void **state)
{
    test *t = *state;
    for (int k = 0; k < KINDS; k++)
        OK(eg_source_time_check(t->context, &sources[k]));
    const double rows[] = {0, 1, 1}, good[] = {0, 1, 2}, bad[] = {0, NAN, 1}, large[] = {0, 1, 2e300};
    const struct {
        eg_source_time source;
        const char *message;
    } cases[] = {
        {{EG_SOURCE_RICKER, .frequency = 0}, "the frequency is 0 Hz; it must be positive and finite"},
        {{EG_SOURCE_RICKER, .frequency = NAN}, "the frequency is nan Hz"},
        {{EG_SOURCE_RICKER, .frequency = 1, .time = INFINITY}, "centre or onset is not finite"},
        {{EG_SOURCE_GAUSSIAN, .sigma = -1}, "the sigma is -1 s"},
        {{EG_SOURCE_BRUNE_RATE, .rise = INFINITY}, "the rise is inf s"},
        {{EG_SOURCE_BRUNE_MOMENT, .rise = 0}, "the rise is 0 s"},
        {{EG_SOURCE_HEAVISIDE, .rise = 0}, "the rise is 0 s"},
        {{EG_SOURCE_HEAVISIDE_RATE, .rise = -2}, "the rise is -2 s"},
        {{EG_SOURCE_TABLE, .count = 1, .times = good, .values = good},
         "the table has 1 row; it needs two or more"},
        {{EG_SOURCE_TABLE, .count = 0}, "the table has 0 rows"},
        {{EG_SOURCE_TABLE, .count = 3, .times = rows, .values = good},
         "in the table 1 s of row 3 does not come after 1 s; sort the rows by time"},
        {{EG_SOURCE_TABLE, .count = 3, .times = good, .values = bad},
         "row 2 of the table, 1 s and nan, is not finite or too large"},
        {{EG_SOURCE_TABLE, .count = 3, .times = large, .values = good},
         "row 3 of the table, 2e+300 s and 2, is not finite or too large"}};
    for (int i = 0; i < COUNT(cases); i++)
        FAILS(eg_source_time_check(t->context, &cases[i].source), EG_CASE, cases[i].message);
}

/* Values and moments have the same bits on every machine: one hash over many of them. */
static uint64_t hash_of(int kind, uint64_t hash)
{
    for (int i = -300; i < 600; i++) {
        double t = i * 0.01, found[ORDER + 2];
        found[0] = eg_source_time_value(&sources[kind], t);
        eg_source_time_integral(&sources[kind], t, t + 0.07, ORDER, found + 1);
        hash = eg_hash64(found, sizeof found, hash);
    }
    return hash;
}

static void bits_are_the_same_everywhere(void **state)
{
    (void)state;
    const int kinds[KINDS] = {RICKER, GAUSSIAN, RATE, MOMENT, TABLE, STEP, STEP_RATE};
    uint64_t hash = 0;
    for (int i = 0; i < KINDS; i++) {
        hash = hash_of(kinds[i], hash);
        if (i == 4 && hash != UINT64_C(0x0a01befcbc2360df))
            fail_msg("hash 0x%016llx", (unsigned long long)hash);
    }
    if (hash != UINT64_C(0x5534f87773a4f591))
        fail_msg("hash 0x%016llx", (unsigned long long)hash);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(values_follow_the_formulas),
        TEST(known_points_are_exact),
        TEST(small_moments_are_relatively_right),
        TEST(the_step_is_the_integral_of_its_rate),
        TEST(tables_are_linear_between_rows),
        TEST(moments_follow_fine_quadrature),
        TEST(zeroth_moments_add_up),
        TEST(rule_is_exact_for_polynomials),
        TEST(nothing_else_is_written),
        TEST(late_steps_are_as_good),
        TEST(supports_hold_the_function),
        TEST(supports_of_tables_leave_zeros_out),
        TEST(wrong_parameters_are_refused),
        TEST(bits_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
