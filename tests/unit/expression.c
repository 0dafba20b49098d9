/* Expressions: values, precedence, every refusal with its place, limits, rows, dialect source. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expression.h"

static const char *const NAMES[] = {"x", "y", "t", "depth"};
enum { NAME_COUNT = 4 };
static const double VALUES[] = {2, -3, 0.5, 10};

static eg_context *context;

static int set_up(void **state)
{
    (void)state;
    return eg_context_create(NULL, &context) == EG_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    int64_t held = eg_context_blocks_held(context);
    eg_context_destroy(&context);
    return held == 0 ? 0 : -1;
}

static double value_of(const char *text)
{
    eg_expression *expression;
    if (eg_expression_parse(context, text, NAMES, NAME_COUNT, NULL, &expression) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    double value = eg_expression_eval(expression, VALUES);
    eg_expression_destroy(&expression);
    assert_null(expression);
    return value;
}

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"2 - 3 - 4", -5},
        {"16 / 4 / 2", 2},
        {"-2^2", -4},
        {"(-2)^2", 4},
        {"2^3^2", 512},
        {"2^-1", 0.5},
        {"x^3", 8},
        {"y^-2", 1.0 / 9},
        {"x^0", 1},
        {"x^16", 65536},
        {"x^-16", 1.0 / 65536},
        {"4^0.5", 2},
        {"!0 + !5", 1},
        {"--x", 2},
        {"- - +x", 2},
        {"!x < 3", 1},
        {"x < 2", 0},
        {"x <= 2", 1},
        {"x > 2", 0},
        {"x >= 2", 1},
        {"x == 2", 1},
        {"x != 2", 0},
        {"1 || 0 && 0", 1},
        {"(1 || 0) && 0", 0},
        {"0.5 && -1", 1},
        {"x < 5 ? 2.0 : 0.0", 2},
        {"x > 5 ? 1 : y > 0 ? 2 : 3", 3},
        {"0 ? 1 : 0 ? 2 : 3", 3},
        {"1 ? 0 ? 1 : 2 : 3", 2},
        {"pi", 3.14159265358979323846},
        {"sqrt(2.25)", 1.5},
        {"cbrt(-27)", -3},
        {"exp(0) + log(1) + log10(1000)", 4},
        {"sin(0) + cos(0) + tan(0)", 1},
        {"asin(1) == pi / 2 && acos(-1) == pi && atan(1) == pi / 4", 1},
        {"atan2(1, -1) == 0.75 * pi", 1},
        {"sinh(0) + cosh(0) + tanh(0)", 1},
        {"abs(y) + sign(y) + floor(-0.5)", 1},
        {"step(-1) + step(0) + step(1)", 2},
        {"min(x, y) + max(x, y)", -1},
        {"mod(-1, 3)", 2},
        {"pow(2, 10)", 1024},
        {"hypot(3, 4)", 5},
        {" 1.5e1 + .5 + 2. + 1E+1 + 1e-0\n\t", 28.5},
        {"depth * t", 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (value_of(cases[i].text) != cases[i].value)
            fail_msg("%s = %.17g, not %.17g", cases[i].text, value_of(cases[i].text), cases[i].value);
    assert_true(isnan(value_of("0 / 0")) && isnan(value_of("sqrt(-1)")));
    assert_true(isinf(value_of("1 / 0")) && signbit(value_of("-0")) && signbit(value_of("-(0)")));
}

static void refuse(const char *text, int offset, int length, const char *message)
{
    eg_expression_error error = {0};
    eg_expression *expression;
    eg_status status = eg_expression_parse(context, text, NAMES, NAME_COUNT, &error, &expression);
    assert_int_equal(status, EG_CASE);
    assert_null(expression);
    assert_string_equal(error.message, message);
    assert_int_equal(error.offset, offset);
    assert_int_equal(error.length, length);
    assert_non_null(strstr(eg_context_error(context), message));
}

static void test_refused_tokens(void **state)
{
    (void)state;
    refuse("x; y", 1, 1, "forbidden character ';'");
    refuse("$x", 0, 1, "forbidden character '$'");
    refuse("x \x01", 2, 1, "forbidden byte 0x01");
    refuse("x \xff y", 2, 1, "forbidden byte 0xff");
    refuse("1 + \xe2\x82\xac", 4, 3, "forbidden character '\xe2\x82\xac'");
    refuse("x\xc2\xb2", 1, 2, "forbidden '\xc2\xb2': write '^2'");
    refuse("x ** 2", 2, 2, "forbidden '**': write '^' for a power");
    refuse("x % 2", 2, 1, "forbidden '%': write 'mod(a, b)' for the rest of a division");
    refuse("x = 2", 2, 1, "'=' is no operator; did you mean '=='?");
    refuse("x & y", 2, 1, "'&' is no operator; did you mean '&&'?");
    refuse("x | y", 2, 1, "'|' is no operator; did you mean '||'?");
    refuse("1e999", 0, 5, "the number '1e999' is too large or too long");
    refuse(".", 0, 1, "forbidden character '.'");
    refuse("1 . 2", 2, 1, "forbidden character '.'");
}

static void test_refused_names(void **state)
{
    (void)state;
    refuse("sgrt(2)", 0, 4, "unknown name 'sgrt'; did you mean 'sqrt'?");
    refuse("2 * z", 4, 1, "this value may depend on x, y, t, depth, not on z");
    refuse("2 * dept", 4, 4, "unknown name 'dept'; did you mean 'depth'?");
    refuse("wxyzuvwxyzu", 0, 11,
           "unknown name 'wxyzuvwxyzu'; there are pi, x, y, t, depth and functions such as sqrt");
    refuse("1 + sin", 4, 3, "'sin' is a function: write 'sin(x)'");
    refuse("x (2)", 0, 1, "'x' is no function; write '*' to multiply");
    refuse("pi(2)", 0, 2, "'pi' is no function; write '*' to multiply");
    refuse("sin()", 0, 3, "sin(x) takes 1 argument, found 0");
    refuse("atan2(1)", 0, 5, "atan2(y, x) takes 2 arguments, found 1");
    refuse("max(1, 2, 3)", 0, 3, "max(a, b) takes 2 arguments, found 3");
}

static void test_refused_structure(void **state)
{
    (void)state;
    refuse("", 0, 0, "the expression is empty");
    refuse(" \n", 0, 0, "the expression is empty");
    refuse("(1 + 2", 6, 0, "expected ')', found the end of the expression");
    refuse("1 + ", 4, 0, "expected a number, a name or '(', found the end of the expression");
    refuse("1 + * 2", 4, 1, "expected a number, a name or '(', found '*'");
    refuse("()", 1, 1, "expected a number, a name or '(', found ')'");
    refuse("min(1 2)", 6, 1, "expected ',' or ')', found '2'");
    refuse("sin(1 2)", 6, 1, "expected ')', found '2'");
    refuse("1)", 1, 1, "')' without a '('");
    refuse("1, 2", 1, 1, "',' stands between the arguments of a function only");
    refuse("3 4", 2, 1, "expected an operator, found '4'");
    refuse("5 m", 2, 1,
           "expected an operator before 'm': write '*' to multiply; expressions are in SI units and "
           "carry none");
    refuse("x ? 1", 5, 0, "expected ':' and the other value of '?', found the end of the expression");
    refuse("x : 1", 2, 1, "expected an operator, found ':'");
    refuse("0 < x < 1", 6, 1, "comparisons do not chain: write 'a < b && b < c'");
    refuse("1 == 1 != 0", 7, 2, "comparisons do not chain: write 'a < b && b < c'");
}

/* `before` n times, then "x", then `after` n times. */
static char *nested(const char *before, const char *after, int n)
{
    eg_text text = {.context = context};
    for (int i = 0; i < n; i++)
        eg_text_add(&text, "%s", before);
    eg_text_add(&text, "x");
    for (int i = 0; i < n; i++)
        eg_text_add(&text, "%s", after);
    assert_int_equal(text.status, EG_OK);
    return text.data;
}

static void check_limit(const char *before, const char *after, int most)
{
    eg_expression *expression;
    eg_expression_error error = {0};
    char *text = nested(before, after, most);
    assert_int_equal(eg_expression_parse(context, text, NAMES, NAME_COUNT, NULL, &expression), EG_OK);
    assert_true(eg_expression_uses(expression, 0));
    eg_expression_eval(expression, VALUES);
    eg_expression_destroy(&expression);
    eg_free(context, &text);
    text = nested(before, after, most + 1);
    assert_int_equal(eg_expression_parse(context, text, NAMES, NAME_COUNT, &error, &expression), EG_CASE);
    assert_string_equal(error.message, "the expression is nested deeper than 64 levels");
    eg_free(context, &text);
}

static void test_limits(void **state)
{
    (void)state;
    check_limit("(", ")", 64);
    check_limit("-", "", 64);
    check_limit("sin(", ")", 64);
    check_limit("2^", "", 64);
    check_limit("1 ? 2 : ", "", 64);
    /* Four values wait at each level: the evaluator's limit comes first. */
    check_limit("1 || 1 && 1 + 1 * (", ")", 63);
    char *text;
    assert_int_equal(eg_alloc(context, EG_EXPRESSION_BYTES + 2, 1, &text), EG_OK);
    memset(text, ' ', EG_EXPRESSION_BYTES + 1);
    text[0] = '1';
    refuse(text, EG_EXPRESSION_BYTES, 0, "the expression has 4097 bytes, more than 4096");
    text[EG_EXPRESSION_BYTES] = 0;
    assert_true(value_of(text) == 1);
    eg_free(context, &text);
}

static void test_rows(void **state)
{
    (void)state;
    enum { ROWS = 101 };
    static double x[ROWS], y[ROWS], out[ROWS];
    for (int i = 0; i < ROWS; i++) {
        x[i] = -3 + 0.07 * i;
        y[i] = exp(x[i]);
    }
    const double *columns[NAME_COUNT] = {x, y};
    eg_expression *expression;
    const char *text = "x < 0 ? sin(x) * y^3 - cbrt(x) : pow(y, x) / atan2(x, y) + log(y)";
    assert_int_equal(eg_expression_parse(context, text, NAMES, NAME_COUNT, NULL, &expression), EG_OK);
    eg_expression_eval_many(expression, ROWS, columns, out);
    for (int i = 0; i < ROWS; i++) {
        double values[NAME_COUNT] = {x[i], y[i]};
        double one = eg_expression_eval(expression, values);
        assert_memory_equal(&one, &out[i], sizeof one);
        double expected = x[i] < 0 ? sin(x[i]) * pow(y[i], 3) - cbrt(x[i])
                                   : pow(y[i], x[i]) / atan2(x[i], y[i]) + log(y[i]);
        assert_true(fabs(one - expected) <= 1e-14 * fabs(expected) + 1e-15);
    }
    eg_expression_eval_many(expression, ROWS, columns, x); /* in place */
    assert_memory_equal(x, out, sizeof out);
    eg_expression_destroy(&expression);
}

static void test_questions(void **state)
{
    (void)state;
    eg_expression *expression;
    assert_int_equal(eg_expression_parse(context, "x + t", NAMES, NAME_COUNT, NULL, &expression), EG_OK);
    assert_true(eg_expression_uses(expression, 0) && eg_expression_uses(expression, 2));
    assert_false(eg_expression_uses(expression, 1) || eg_expression_is_constant(expression));
    eg_expression_destroy(&expression);
    assert_int_equal(eg_expression_parse(context, "2 * pi", NULL, 0, NULL, &expression), EG_OK);
    assert_true(eg_expression_is_constant(expression));
    assert_true(eg_expression_eval(expression, NULL) == 2 * 3.14159265358979323846);
    eg_expression_destroy(&expression);
}

static void check_source(const char *text, int variable_count, const char *expected)
{
    eg_expression *expression;
    eg_text source = {.context = context};
    assert_int_equal(eg_expression_parse(context, text, NAMES, variable_count, NULL, &expression), EG_OK);
    eg_expression_emit(expression, &source, "bed");
    assert_int_equal(source.status, EG_OK);
    assert_string_equal(eg_text_string(&source), expected);
    eg_text_free(&source);
    eg_expression_destroy(&expression);
}

static void test_source(void **state)
{
    (void)state;
    check_source("1e22 - -2", 0,
                 "FUNCTION double bed(void)\n{\n    const double t0 = 1e+22 - (-2.0);\n"
                 "    return t0;\n}\n");
    check_source("x", 1, "FUNCTION double bed(double v_x)\n{\n    return v_x;\n}\n");
    check_source("x < 5 ? atan2(y, x) : -x^-3", 2,
                 "FUNCTION double bed(double v_x, double v_y)\n{\n"
                 "    const double t0 = v_x < 5.0 ? 1.0 : 0.0;\n"
                 "    const double t1 = eg_atan2(v_y, v_x);\n"
                 "    const double t2 = v_x * v_x;\n"
                 "    const double t3 = t2 * v_x;\n"
                 "    const double t4 = 1.0 / t3;\n"
                 "    const double t5 = -t4;\n"
                 "    const double t6 = t0 != 0.0 ? t1 : t5;\n"
                 "    return t6;\n}\n");
}

/* The bound on [from, to] of an expression of t whose largest size among 1001 places is known, and that
 * size. */
static double bound_of(const char *text, double from, double to, double *sampled)
{
    static const char *const names[] = {"t"};
    enum { SAMPLES = 1000 };
    eg_expression *expression;
    if (eg_expression_parse(context, text, names, 1, NULL, &expression) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    *sampled = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        double t = from + (to - from) * i / SAMPLES;
        double size = fabs(eg_expression_eval(expression, &t));
        if (isfinite(size))
            *sampled = fmax(*sampled, size);
    }
    double most = *sampled;
    assert_int_equal(eg_expression_bound(expression, from, to, &most), EG_OK);
    for (int i = 0; i < 7 * SAMPLES; i++) { /* elsewhere than before */
        double t = from + (to - from) * (i + 0.382) / (7 * SAMPLES);
        double size = fabs(eg_expression_eval(expression, &t));
        if (isfinite(size) && !(size <= most * (1 + EG_BOUND_MARGIN)))
            fail_msg("%s at %.17g is %.17g, above %.17g", text, t, size, most);
    }
    eg_expression_destroy(&expression);
    return most;
}

/* Peaks between the samples are found; a largest value that was among them stays to the last bit. */
static void test_bounds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double from, to, most; /* 0: what the samples have */
    } cases[] = {
        {"1 + 5 * exp(-((t - 0.123456789) * 1e7)^2)", 0, 1, 6},
        {"sin(1e4 * t)", 0, 1, 1},
        {"2 - 3 * max(0, 1 - 1e6 * abs(t - 0.70710678))^2", 0, 1, 0},
        {"abs(t - 0.123456) < 1e-9 ? 7 : 1", 0, 1, 7},
        {"1 / (1e-6 + (t - 1 / pi)^2)", 0, 1, 1e6},
        {"t * (1 - t) * (t - 0.3)", 0, 1, 0.0847531376},
        {"hypot(cos(40 * t), 3 * sin(40 * t))", 0, 1, 3},
        {"pow(2 + sin(977 * t), 3)", 0, 1, 27},
        {"atan2(sin(77 * t), 2 + cos(77 * t))", 0, 1, 0.5235987756},
        {"mod(t, 0.1001)", 0, 1, 0.1001},
        {"tanh(t) + floor(3 * t) - step(t - 0.5)", -2, 2, 0},
        {"cos(pi * t / 1.5)", 0, 1.5, 0},
        {"sqrt(t - 0.33333) + log(1 + t) - asin(t) * acos(t)", 0, 1, 0},
        {"t^3 - t^-2 * cbrt(t) + sinh(t) / cosh(t)", 1, 2, 0},
        {"!(t < 0.5) && t <= 0.9 || t == 1 ? log10(t + 1) : min(t, 1 - t)", 0, 1, 0.5},
        {"3", 0, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double sampled, most = bound_of(cases[i].text, cases[i].from, cases[i].to, &sampled);
        double wanted = cases[i].most > 0 ? cases[i].most : sampled;
        if (cases[i].most > 0 ? fabs(most / wanted - 1) > 1e-6 : most != wanted)
            fail_msg("%s: %.17g, wanted %.17g", cases[i].text, most, wanted);
    }
    /* what intervals do not see through is bounded all the same */
    static const char *const hard[] = {"sin(t)^2 + cos(t)^2", "t > 0 ? sin(t) / t : 1"};
    for (int i = 0; i < 2; i++) {
        double sampled, most = bound_of(hard[i], 0, 10, &sampled);
        assert_true(most >= sampled && most < 1.001);
    }
}

/* The line over `text` at t, of what it has there. */
static double above(const double *times, const double *values, int64_t count, double t)
{
    int64_t i = 0;
    while (i + 2 < count && times[i + 1] < t)
        i++;
    double part = (t - times[i]) / (times[i + 1] - times[i]);
    return values[i] + fmin(part, 1) * (values[i + 1] - values[i]);
}

/* No value is above the line, which is close to what is smooth, and steps where the expression does. */
/* Integrals over a part of the time: of a peak however narrow, beside values of other variables. */
static void test_spans(void **state)
{
    (void)state;
    static const char *const names[] = {"x", "t"};
    static const struct {
        const char *text;
        double x, from, to, centre, integral, size, apart; /* size: from the centre, not from 0 */
    } cases[] = {
        {"3", 0, 0, 10, 1, 30, 20, 0},
        {"t", 0, 0, 10, 0, 50, 50, 0},
        {"x * t", 2, 2, 4, 0, 12, 12, 0},
        {"t > 5000 && t < 5000.02 ? 50 : 0", 0, 0, 1e4, 0, 1, 1, 1},
        {"t > 3 ? 1 : 0", 0, 0, 4, 0, 1, 1, 1.25}, /* below the line by 9/8, then above it by 1/8 */
        {"exp(-((t - x) / 0.001)^2)", 70.3, 0, 100, 0, 0.001 * 1.7724538509, 0.001 * 1.7724538509,
         0.001 * 1.7724538509},
        {"10 + sin(2 * pi * t)", 0, 0, 1, 10, 10, 2 / 3.14159265, 2 / 3.14159265},
        {"t < 5 ? 1 / 0 : 1", 0, 0, 10, 0, 5, 5, 2.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eg_expression *expression;
        eg_expression_span span;
        double values[2] = {cases[i].x, 0}, centre[2] = {0, cases[i].centre},
               near = 0.02 * fabs(cases[i].integral) + 1e-12;
        assert_int_equal(eg_expression_parse(context, cases[i].text, names, 2, NULL, &expression), EG_OK);
        eg_expression_look(expression, 1, values, cases[i].from, cases[i].to, centre, 1e-2, &span);
        assert_true(fabs(span.integral - cases[i].integral) <= near);
        assert_true(fabs(span.size[1] - cases[i].size) <= near);
        assert_true(fabs(span.apart - cases[i].apart) <= near);
        eg_expression_destroy(&expression);
    }
}

static void test_ceilings(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double to, at, most; /* no more than that at a time */
    } cases[] = {
        {"3", 10, 5, 3.1},
        {"t > 3600 && t < 3660 ? 20 : 0", 86400, 3590, 0},
        {"t > 3600 && t < 3660 ? 20 : 0", 86400, 3670, 0},
        {"t < 43200 ? 0 : 5", 86400, 43190, 0},
        {"t / 24", 14400, 24, 1.2},
        {"2 * sin(2 * pi * t / 600)", 3600, 300, 0.03},
        {"t > 600 ? t / 100 : 0", INFINITY, 590, 0},
        {"t > 600 ? t / 100 : 0", INFINITY, 1e5, 1020},
        {"sqrt(t - 5)", 10, 4, 0.1},
    };
    static const char *const names[] = {"t"};
    static double times[EG_CEILING_ROOM], values[EG_CEILING_ROOM];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eg_expression *expression;
        int64_t count;
        double to = fmin(cases[i].to, 1e6);
        assert_int_equal(eg_expression_parse(context, cases[i].text, names, 1, NULL, &expression), EG_OK);
        assert_int_equal(eg_expression_ceiling(expression, 0, cases[i].to, times, values, &count), EG_OK);
        assert_true(count >= 2 && count <= EG_CEILING_ROOM && times[0] == 0);
        for (int k = 0; k < 10000; k++) {
            double t = to * (k + 0.382) / 10000;
            double value = eg_expression_eval(expression, &t);
            if (value > above(times, values, count, t) + 1e-12)
                fail_msg("%s at %.17g is %.17g", cases[i].text, t, value);
        }
        double line = above(times, values, count, cases[i].at);
        if (!(line <= cases[i].most))
            fail_msg("%s: the line has %.17g at %g", cases[i].text, line, cases[i].at);
        eg_expression_destroy(&expression);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_tokens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_structure, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_questions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_source, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ceilings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spans, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
