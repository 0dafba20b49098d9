/* kernels/math.h and math_circular.h on the host: errors in units of the last place against long
 * double, special values of C99, exact cases. The bounds are what was seen over 2 million arguments
 * a line (EAGRE_TEST_ARGUMENTS=2000000 prints it), with a little room. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/device_math.h"

/* Arguments a line: 40000, or what EAGRE_TEST_ARGUMENTS says. */
static long argument_count(void)
{
    const char *text = getenv("EAGRE_TEST_ARGUMENTS");
    return text ? atol(text) : 40000;
}

static uint64_t random_state = 88172645463325252ull;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 2685821657736338717ull;
}

/* How an argument is drawn: evenly in [a, b], or any finite number (of float or double), or evenly
 * in the exponent between 2^a and 2^b, with either sign. */
typedef enum draw_kind { EVEN, ANY, ANY_POSITIVE, ANY_FLOAT, WHOLE, SMALL } draw_kind;
typedef struct draw {
    draw_kind kind;
    double a, b;
} draw;

static double draw_argument(const draw *d)
{
    double fraction = (double)(random_bits() >> 11) * 0x1p-53;
    double even = d->a + (d->b - d->a) * fraction;
    double any;
    switch (d->kind) {
    case EVEN:
        return even;
    case WHOLE:
        return floor(even);
    case SMALL:
        return ldexp(fraction - 0.5, (int)(d->a + (d->b - d->a) * (double)(random_bits() % 1000) / 1000));
    case ANY_FLOAT:
        do
            any = (double)eg_from_bitsf((uint)random_bits());
        while (!isfinite(any));
        return any;
    default:
        do
            any = eg_from_bits(random_bits());
        while (!isfinite(any));
        return d->kind == ANY_POSITIVE ? fabs(any) : any;
    }
}

/* |got - exact| in units of the last place of a format with `digits` bits and least exponent
 * `least`; 0 where both overflow or both are NaN. */
static double error_in(double got, long double exact, double rounded, int digits, int least)
{
    if (isnan(got) || isnan(rounded))
        return isnan(got) && isnan(rounded) ? 0 : 1e9;
    if (isinf(got) || isinf(rounded))
        return got == rounded ? 0 : 1e9;
    int exponent;
    frexp(rounded, &exponent);
    exponent = rounded == 0 || exponent - digits < least ? least : exponent - digits;
    return (double)fabsl(ldexpl((long double)got - exact, -exponent));
}

typedef double function_1(double);
typedef double function_2(double, double);
typedef float function_f1(float);
typedef float function_f2(float, float);

/* One line of a table: a function, its long double fellow, arguments, the bound. */
typedef struct line_1 {
    const char *name;
    function_1 *function;
    function_f1 *in_float; /* instead of function */
    long double (*exact)(long double);
    draw x;
    double bound;
} line_1;
typedef struct line_2 {
    const char *name;
    function_2 *function;
    function_f2 *in_float;
    long double (*exact)(long double, long double);
    draw x, y;
    double bound;
} line_2;

static void report(const char *name, double worst, double bound, double x, double y)
{
    if (getenv("EAGRE_TEST_ARGUMENTS"))
        print_message("%-8s %.4f (bound %.2f) at %a %a\n", name, worst, bound, x, y);
    if (!(worst <= bound))
        fail_msg("%s(%a, %a): %.4f units in the last place, more than %.2f", name, x, y, worst, bound);
}

static void check_1(const line_1 *line)
{
    double worst = 0, at = 0;
    for (long i = argument_count(); i > 0; i--) {
        double x = draw_argument(&line->x), error;
        if (line->in_float) {
            x = (double)(float)x;
            long double exact = line->exact((long double)x);
            error =
                error_in((double)line->in_float((float)x), exact, (double)(float)exact, FLT_MANT_DIG, -149);
        } else {
            long double exact = line->exact((long double)x);
            error = error_in(line->function(x), exact, (double)exact, DBL_MANT_DIG, -1074);
        }
        if (error > worst) {
            worst = error;
            at = x;
        }
    }
    report(line->name, worst, line->bound, at, 0);
}

static void check_2(const line_2 *line)
{
    double worst = 0, at_x = 0, at_y = 0;
    for (long i = argument_count(); i > 0; i--) {
        double x = draw_argument(&line->x), y = draw_argument(&line->y), error;
        if (line->in_float) {
            x = (double)(float)x;
            y = (double)(float)y;
            long double exact = line->exact((long double)x, (long double)y);
            error = error_in((double)line->in_float((float)x, (float)y), exact, (double)(float)exact,
                             FLT_MANT_DIG, -149);
        } else {
            long double exact = line->exact((long double)x, (long double)y);
            error = error_in(line->function(x, y), exact, (double)exact, DBL_MANT_DIG, -1074);
        }
        if (error > worst) {
            worst = error;
            at_x = x;
            at_y = y;
        }
    }
    report(line->name, worst, line->bound, at_x, at_y);
}

static void test_errors_of_one_argument(void **state)
{
    (void)state;
    static const line_1 lines[] = {
        {"cbrt", eg_cbrt, NULL, cbrtl, {ANY, 0, 0}, 0.51},
        {"cbrt", eg_cbrt, NULL, cbrtl, {EVEN, 0.5, 9}, 0.51},
        {"cbrt", eg_cbrt, NULL, cbrtl, {EVEN, 0, 0x1p-1022}, 0.51},
        {"exp", eg_exp, NULL, expl, {EVEN, -708, 710}, 0.70},
        {"exp", eg_exp, NULL, expl, {EVEN, -1, 1}, 0.70},
        {"exp", eg_exp, NULL, expl, {EVEN, -746, -707}, 1.0},
        {"log", eg_ln, NULL, logl, {ANY_POSITIVE, 0, 0}, 0.51},
        {"log", eg_ln, NULL, logl, {EVEN, 0.5, 2}, 0.51},
        {"log", eg_ln, NULL, logl, {EVEN, 0, 0x1p-1022}, 0.51},
        {"log10", eg_log10, NULL, log10l, {ANY_POSITIVE, 0, 0}, 0.51},
        {"log10", eg_log10, NULL, log10l, {EVEN, 0.5, 2}, 0.51},
        {"sin", eg_sin, NULL, sinl, {EVEN, -4, 4}, 0.80},
        {"sin", eg_sin, NULL, sinl, {EVEN, -0x1p40, 0x1p40}, 0.80},
        {"sin", eg_sin, NULL, sinl, {SMALL, -1073, 1}, 0.80},
        {"cos", eg_cos, NULL, cosl, {EVEN, -4, 4}, 0.80},
        {"cos", eg_cos, NULL, cosl, {EVEN, -0x1p40, 0x1p40}, 0.80},
        {"tan", eg_tan, NULL, tanl, {EVEN, -4, 4}, 0.90},
        {"tan", eg_tan, NULL, tanl, {EVEN, -0x1p40, 0x1p40}, 0.90},
        {"atan", eg_atan, NULL, atanl, {EVEN, -4, 4}, 0.90},
        {"atan", eg_atan, NULL, atanl, {ANY, 0, 0}, 0.90},
        {"asin", eg_asin, NULL, asinl, {EVEN, -1, 1}, 0.90},
        {"asin", eg_asin, NULL, asinl, {SMALL, -1073, 1}, 0.90},
        {"acos", eg_acos, NULL, acosl, {EVEN, -1, 1}, 1.0},
        {"acos", eg_acos, NULL, acosl, {EVEN, 1 - 1e-5, 1}, 1.0},
        {"sinh", eg_sinh, NULL, sinhl, {EVEN, -2, 2}, 1.2},
        {"sinh", eg_sinh, NULL, sinhl, {EVEN, -712, 712}, 1.2},
        {"sinh", eg_sinh, NULL, sinhl, {SMALL, -1073, 1}, 1.2},
        {"cosh", eg_cosh, NULL, coshl, {EVEN, -2, 2}, 1.2},
        {"cosh", eg_cosh, NULL, coshl, {EVEN, -712, 712}, 1.2},
        {"tanh", eg_tanh, NULL, tanhl, {EVEN, -2, 2}, 0.95},
        {"tanh", eg_tanh, NULL, tanhl, {EVEN, -30, 30}, 0.95},
        {"tanh", eg_tanh, NULL, tanhl, {SMALL, -1073, 1}, 0.95},
        {"cbrtf", NULL, eg_cbrtf, cbrtl, {ANY_FLOAT, 0, 0}, 0.55},
        {"cbrtf", NULL, eg_cbrtf, cbrtl, {EVEN, 0, 0x1p-126}, 0.55},
        {"exp - 1", eg_exp_increment, NULL, expm1l, {EVEN, -63, 63}, 1.6},
        {"exp - 1", eg_exp_increment, NULL, expm1l, {EVEN, -1, 1}, 1.6},
        {"exp - 1", eg_exp_increment, NULL, expm1l, {SMALL, -1073, 1}, 1.6},
        {"expf", NULL, eg_expf, expl, {EVEN, -104, 89}, 0.51},
        {"logf", NULL, eg_lnf, logl, {EVEN, 0, 3e38}, 0.51},
        {"logf", NULL, eg_lnf, logl, {EVEN, 0.5, 2}, 0.51},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check_1(&lines[i]);
}

static void test_errors_of_two_arguments(void **state)
{
    (void)state;
    static const line_2 lines[] = {
        {"pow", eg_pow, NULL, powl, {ANY_POSITIVE, 0, 0}, {EVEN, -1, 1}, 0.90},
        {"pow", eg_pow, NULL, powl, {EVEN, 0.5, 2}, {EVEN, -700, 700}, 0.90},
        {"pow", eg_pow, NULL, powl, {EVEN, 0.99, 1.01}, {EVEN, -60000, 60000}, 0.90},
        {"pow", eg_pow, NULL, powl, {EVEN, 0, 100}, {EVEN, 0, 10}, 0.90},
        {"pow", eg_pow, NULL, powl, {EVEN, -10, 10}, {WHOLE, -20, 20}, 0.90},
        {"pow", eg_pow, NULL, powl, {ANY, 0, 0}, {WHOLE, -5, 5}, 1.0},
        {"atan2", eg_atan2, NULL, atan2l, {EVEN, -4, 4}, {EVEN, -4, 4}, 0.90},
        {"atan2", eg_atan2, NULL, atan2l, {ANY, 0, 0}, {ANY, 0, 0}, 1.0},
        {"atan2", eg_atan2, NULL, atan2l, {SMALL, -20, 20}, {SMALL, -20, 20}, 0.90},
        {"hypot", eg_hypot, NULL, hypotl, {EVEN, -1, 1}, {EVEN, -1, 1}, 0.80},
        {"hypot", eg_hypot, NULL, hypotl, {ANY, 0, 0}, {ANY, 0, 0}, 1.0},
        {"powf", NULL, eg_powf, powl, {EVEN, 0, 10}, {EVEN, -20, 20}, 0.51},
        {"powf", NULL, eg_powf, powl, {ANY_FLOAT, 0, 0}, {WHOLE, -4, 4}, 0.51},
        {"powf", NULL, eg_powf, powl, {EVEN, 0.99, 1.01}, {EVEN, -6000, 6000}, 0.51},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check_2(&lines[i]);
}

/* ---- special values */

static const double SPECIAL[] = {
    0.0,      -0.0,     1,         -1,      0.5,       -0.5,       2,          -2,          3,
    -3,       4,        1e-310,    -1e-310, 0x1p-1074, -0x1p-1074, 1e300,      -1e300,      DBL_MAX,
    -DBL_MAX, HUGE_VAL, -HUGE_VAL, NAN,     0x1p53,    -0x1p53,    0x1p53 + 2, 0.1,         -1.5,
    2.5,      1e-5,     700,       -700,    800,       -800,       0x1p52 + 1, 1 - 0x1p-53, 1 + 0x1p-52};
enum { SPECIAL_COUNT = sizeof SPECIAL / sizeof *SPECIAL };

/* The same zero, infinity or NaN, or a number within one unit (two where subnormal). */
static bool agrees(double got, double expected)
{
    if (isnan(expected))
        return isnan(got);
    if (expected == 0 || isinf(expected))
        return got == expected && signbit(got) == signbit(expected);
    double unit = fabs(expected) * 0x1p-52;
    return fabs(got - expected) <= (unit > 0x1p-1073 ? unit : 0x1p-1073) && got != 0;
}

static void test_special_values(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        function_1 *function;
        long double (*exact)(long double);
    } functions[] = {{"cbrt", eg_cbrt, cbrtl},    {"exp", eg_exp, expl},       {"log", eg_ln, logl},
                     {"log10", eg_log10, log10l}, {"floor", eg_floor, floorl}, {"abs", eg_abs, fabsl},
                     {"atan", eg_atan, atanl},    {"asin", eg_asin, asinl},    {"acos", eg_acos, acosl},
                     {"sinh", eg_sinh, sinhl},    {"cosh", eg_cosh, coshl},    {"tanh", eg_tanh, tanhl},
                     {"sin", eg_sin, sinl},       {"cos", eg_cos, cosl},       {"tan", eg_tan, tanl}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (int i = 0; i < SPECIAL_COUNT; i++) {
            double x = SPECIAL[i];
            bool beyond = f >= 12 && fabs(x) > 0x1p40; /* sin, cos, tan: NaN there */
            double expected = beyond ? NAN : (double)functions[f].exact((long double)x);
            if (!agrees(functions[f].function(x), expected))
                fail_msg("%s(%a) = %a, not %a", functions[f].name, x, functions[f].function(x), expected);
        }
}

static void test_special_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        function_2 *function;
        long double (*exact)(long double, long double);
    } functions[] = {{"pow", eg_pow, powl}, {"atan2", eg_atan2, atan2l}, {"hypot", eg_hypot, hypotl}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (int i = 0; i < SPECIAL_COUNT * SPECIAL_COUNT; i++) {
            double x = SPECIAL[i / SPECIAL_COUNT], y = SPECIAL[i % SPECIAL_COUNT];
            double got = functions[f].function(x, y);
            double expected = (double)functions[f].exact((long double)x, (long double)y);
            if (!agrees(got, expected))
                fail_msg("%s(%a, %a) = %a, not %a", functions[f].name, x, y, got, expected);
        }
}

/* In float the numbers are rounded from the exact ones, within 0.55 units. */
static bool agrees_in_float(float got, double exact)
{
    float expected = (float)exact;
    if (isnan(exact))
        return isnan(got);
    if (expected == 0 || isinf(expected))
        return got == expected && signbit(got) == signbit(expected);
    return got == expected || got == nextafterf(expected, HUGE_VALF) ||
           got == nextafterf(expected, -HUGE_VALF);
}

static void test_special_values_in_float(void **state)
{
    (void)state;
    for (int i = 0; i < SPECIAL_COUNT; i++) {
        float x = (float)SPECIAL[i];
        assert_true(agrees_in_float(eg_cbrtf(x), cbrt((double)x)));
        assert_true(agrees_in_float(eg_expf(x), exp((double)x)));
        assert_true(agrees_in_float(eg_lnf(x), log((double)x)));
        for (int j = 0; j < SPECIAL_COUNT; j++) {
            float y = (float)SPECIAL[j];
            if (!agrees_in_float(eg_powf(x, y), pow((double)x, (double)y)))
                fail_msg("powf(%a, %a) = %a", (double)x, (double)y, (double)eg_powf(x, y));
        }
    }
}

static void test_exact_values(void **state)
{
    (void)state;
    for (int n = -30; n <= 30; n++) {
        double x = n;
        assert_true(eg_cbrt(x * x * x) == x && eg_cbrtf((float)(n * n * n)) == (float)n);
        assert_true(eg_pow(2, x) == ldexp(1, n) && eg_powf(2, (float)n) == ldexpf(1, n));
        assert_true(eg_hypot(3 * x, 4 * x) == fabs(5 * x));
    }
    double power = 1;
    for (int n = 0; n <= 22; n++, power *= 10)
        assert_true(eg_log10(power) == n && eg_pow(10, n) == power);
    assert_true(eg_exp(0) == 1 && eg_ln(1) == 0 && eg_cos(0) == 1 && eg_atan2(0, -1) == M_PI);
}

static void test_simple_functions(void **state)
{
    (void)state;
    assert_true(eg_min(1, 2) == 1 && eg_max(1, 2) == 2 && isnan(eg_min(NAN, 1)));
    assert_true(isnan(eg_max(1, NAN)) && eg_sign(-3) == -1 && eg_sign(0) == 0 && eg_sign(3) == 1);
    assert_true(eg_step(-0.0) == 1 && eg_step(-1) == 0 && isnan(eg_step(NAN)));
    assert_true(eg_mod(7, 3) == 1 && eg_mod(-7, 3) == 2 && eg_mod(7, -3) == -2);
    assert_true(eg_mod(-7, -3) == -1 && eg_mod(6, 3) == 0 && isnan(eg_mod(1e300, 3)));
    assert_true(isnan(eg_mod(1, 0)) && eg_mod(1.5, 0.25) == 0 && eg_mod(0.3, 0.1) < 0.1);
    for (long i = argument_count(); i > 0; i--) {
        double a = draw_argument(&(draw){EVEN, 0, 1000}), b = draw_argument(&(draw){EVEN, 0, 3});
        assert_true(eg_mod(a, b) == fmod(a, b));
        assert_true(eg_floor(a - 500) == floor(a - 500));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_of_one_argument),  cmocka_unit_test(test_errors_of_two_arguments),
        cmocka_unit_test(test_special_values),          cmocka_unit_test(test_special_pairs),
        cmocka_unit_test(test_special_values_in_float), cmocka_unit_test(test_exact_values),
        cmocka_unit_test(test_simple_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
