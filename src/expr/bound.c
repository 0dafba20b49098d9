/* A bound of an expression of one variable, by interval arithmetic and branch and bound
 * (docs/theory/ader-variable.md).
 *
 * Each instruction turns the intervals of what it takes into one that holds all of its values. What is
 * rounded is widened by 2^-48 of its size, which is more than the functions of kernels/math.h err by. Values
 * that are no numbers are not held but noted: a comparison with one may go either way. */
#include "expr/code.h"

#include <math.h>

#include "base/device_math.h"

typedef struct interval {
    double low, high; /* low > high: no number at all */
    bool may_be_nan;
} interval;

static const interval EVERYTHING = {-INFINITY, INFINITY, true};
static const interval TRUTHS = {0, 1, false};

static interval interval_of(double low, double high, bool may_be_nan)
{
    return (interval){low, high, may_be_nan};
}

static bool is_empty_interval(interval a)
{
    return !(a.low <= a.high);
}

static interval nothing(void)
{
    return interval_of(INFINITY, -INFINITY, true);
}

/* For rounding; infinite ends stay. */
static interval widened(double low, double high, bool may_be_nan)
{
    if (isfinite(low))
        low -= fabs(low) * 0x1p-48 + 0x1p-1060;
    if (isfinite(high))
        high += fabs(high) * 0x1p-48 + 0x1p-1060;
    return interval_of(low, high, may_be_nan);
}

static interval hull(interval a, interval b)
{
    return interval_of(fmin(a.low, b.low), fmax(a.high, b.high), a.may_be_nan || b.may_be_nan);
}

/* ---- arithmetic */

typedef double binary(double a, double b);

/* Extremes at the corners: of what is monotone in each of its values. */
static interval by_corners(binary *function, interval a, interval b)
{
    double x[4] = {function(a.low, b.low), function(a.low, b.high), function(a.high, b.low),
                   function(a.high, b.high)};
    double low = x[0], high = x[0];
    for (int i = 0; i < 4; i++) {
        if (isnan(x[i]))
            return EVERYTHING;
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    return widened(low, high, a.may_be_nan || b.may_be_nan);
}

/* An infinite end stands for numbers beyond all bounds, whose product with 0 is 0. */
static double product(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static interval reciprocal(interval a)
{
    if (a.low > 0 || a.high < 0)
        return widened(1 / a.high, 1 / a.low, a.may_be_nan);
    if (a.low == 0 && a.high > 0)
        return widened(1 / a.high, INFINITY, true);
    if (a.high == 0 && a.low < 0)
        return widened(-INFINITY, 1 / a.low, true);
    return EVERYTHING;
}

static interval interval_size(interval a)
{
    double most = fmax(fabs(a.low), fabs(a.high));
    bool has_zero = a.low <= 0 && a.high >= 0;
    return interval_of(has_zero ? 0 : fmin(fabs(a.low), fabs(a.high)), most, a.may_be_nan);
}

static interval whole_power(interval a, int n)
{
    int size = n < 0 ? -n : n;
    if (size % 2 == 0)
        a = interval_size(a);
    interval power = widened(pow(a.low, size), pow(a.high, size), a.may_be_nan);
    for (int i = 0; i < 4; i++) /* a chain of products rounds as often as it has links */
        power = widened(power.low, power.high, power.may_be_nan);
    return n < 0 ? reciprocal(power) : power;
}

static interval interval_power(interval a, interval b)
{
    if (a.low > 0)
        return by_corners(pow, a, b);
    if (b.low == b.high && b.low == floor(b.low) && fabs(b.low) < 1e6)
        return whole_power(a, (int)b.low);
    if (b.low < 0)
        return EVERYTHING;
    interval size = by_corners(pow, interval_of(0, interval_size(a).high, false), b);
    return interval_of(-size.high, size.high, true);
}

static interval remainder_within(interval a, interval b)
{
    double low = a.low / b.low, high = a.high / b.low;
    if (b.low == b.high && isfinite(low) && isfinite(high) && floor(low) == floor(high) &&
        low - floor(low) > 1e-12 * (1 + fabs(low)) && ceil(high) - high > 1e-12 * (1 + fabs(high)))
        return by_corners(eg_mod, a, b);
    double most = interval_size(b).high;
    return interval_of(-most, most, true);
}

/* ---- functions of one value */

static double function_value(eg_code code, double a)
{
    switch ((int)code) {
#define CASE_OF(code, arity, form, name, shown)                                                              \
    case EG_CODE_##code:                                                                                     \
        CASE_OF_##arity(form)
#define CASE_OF_1(form) return form;
#define CASE_OF_2(form) break;
        EG_FUNCTIONS(CASE_OF)
#undef CASE_OF
#undef CASE_OF_1
#undef CASE_OF_2
    }
    return NAN;
}

/* Increasing, or decreasing, where it is defined: from `least` to `most`. */
static interval monotone(eg_code code, interval a, double least, double most)
{
    interval in =
        interval_of(fmax(a.low, least), fmin(a.high, most), a.may_be_nan || a.low < least || a.high > most);
    if (is_empty_interval(in))
        return nothing();
    double x = isinf(in.low) && code != EG_CODE_EXP ? -INFINITY : function_value(code, in.low);
    double y = isinf(in.high) ? INFINITY : function_value(code, in.high);
    if (isnan(x) || isnan(y))
        return EVERYTHING;
    return widened(fmin(x, y), fmax(x, y), in.may_be_nan);
}

/* Whether offset + k period lies in a for a whole k, or nearly. */
static bool has_multiple(interval a, double offset, double period)
{
    double slack = 1e-14 * (1 + fabs(a.low) + fabs(a.high));
    return floor((a.high + slack - offset) / period) >= ceil((a.low - slack - offset) / period);
}

static interval sine(eg_code code, interval a)
{
    static const double pi = 3.14159265358979323846;
    double top = code == EG_CODE_SIN ? pi / 2 : 0;
    bool may_be_nan = a.may_be_nan || isinf(a.low) || isinf(a.high);
    if (may_be_nan || a.high - a.low >= 2 * pi || interval_size(a).high > 1e9)
        return interval_of(-1, 1, may_be_nan);
    double x = function_value(code, a.low), y = function_value(code, a.high);
    interval ends = widened(fmin(x, y), fmax(x, y), may_be_nan);
    return interval_of(has_multiple(a, top + pi, 2 * pi) ? -1 : fmax(ends.low, -1),
                       has_multiple(a, top, 2 * pi) ? 1 : fmin(ends.high, 1), may_be_nan);
}

static interval tangent(interval a)
{
    static const double pi = 3.14159265358979323846;
    if (!(interval_size(a).high < 1e9) || has_multiple(a, pi / 2, pi))
        return EVERYTHING;
    return monotone(EG_CODE_TAN, a, -INFINITY, INFINITY);
}

static interval interval_of_function(eg_code code, interval a)
{
    switch ((int)code) {
    case EG_CODE_SQRT:
        return monotone(code, a, 0, INFINITY);
    case EG_CODE_LOG:
    case EG_CODE_LOG10:
        if (a.low <= 0 && a.high > 0)
            return hull(interval_of(-INFINITY, -INFINITY, true),
                        monotone(code, interval_of(a.high, a.high, true), 0, INFINITY));
        return monotone(code, a, 0, INFINITY);
    case EG_CODE_ASIN:
    case EG_CODE_ACOS:
        return monotone(code, a, -1, 1);
    case EG_CODE_SIN:
    case EG_CODE_COS:
        return sine(code, a);
    case EG_CODE_TAN:
        return tangent(a);
    case EG_CODE_COSH:
        return monotone(code, interval_size(a), 0, INFINITY);
    case EG_CODE_ABS:
        return interval_size(a);
    case EG_CODE_ATAN:
        return isinf(a.low) || isinf(a.high) ? interval_of(-1.6, 1.6, a.may_be_nan)
                                             : monotone(code, a, -INFINITY, INFINITY);
    case EG_CODE_TANH:
    case EG_CODE_SIGN:
        return isinf(a.low) || isinf(a.high) ? interval_of(-1, 1, a.may_be_nan)
                                             : monotone(code, a, -INFINITY, INFINITY);
    case EG_CODE_STEP:
        return interval_of(a.low >= 0 ? 1 : 0, a.high >= 0 ? 1 : 0, a.may_be_nan);
    }
    return monotone(code, a, -INFINITY, INFINITY);
}

/* ---- truth */

static interval truth(bool surely, bool never)
{
    return surely ? interval_of(1, 1, false) : never ? interval_of(0, 0, false) : TRUTHS;
}

static bool is_surely_true(interval a)
{
    return !a.may_be_nan && (a.low > 0 || a.high < 0);
}

static bool is_surely_false(interval a)
{
    return !a.may_be_nan && a.low == 0 && a.high == 0;
}

static interval compared(eg_code code, interval a, interval b)
{
    if (a.may_be_nan || b.may_be_nan)
        return TRUTHS;
    switch ((int)code) {
    case EG_CODE_LESS:
        return truth(a.high < b.low, a.low >= b.high);
    case EG_CODE_LESS_EQUAL:
        return truth(a.high <= b.low, a.low > b.high);
    case EG_CODE_GREATER:
        return truth(a.low > b.high, a.high <= b.low);
    case EG_CODE_GREATER_EQUAL:
        return truth(a.low >= b.high, a.high < b.low);
    }
    bool apart = a.low > b.high || a.high < b.low;
    bool equal = a.low == a.high && b.low == b.high && a.low == b.low;
    return code == EG_CODE_EQUAL ? truth(equal, apart) : truth(apart, equal);
}

/* ---- instructions */

static interval of_two(eg_code code, interval a, interval b)
{
    bool may_be_nan = a.may_be_nan || b.may_be_nan;
    if (code >= EG_CODE_LESS && code <= EG_CODE_UNEQUAL)
        return compared(code, a, b);
    if (code == EG_CODE_AND)
        return truth(is_surely_true(a) && is_surely_true(b), is_surely_false(a) || is_surely_false(b));
    if (code == EG_CODE_OR)
        return truth(is_surely_true(a) || is_surely_true(b), is_surely_false(a) && is_surely_false(b));
    if ((code == EG_CODE_MIN || code == EG_CODE_MAX) && may_be_nan)
        return hull(a, b);
    if (is_empty_interval(a) || is_empty_interval(b))
        return nothing();
    switch ((int)code) {
    case EG_CODE_ADD:
        return widened(a.low + b.low, a.high + b.high, may_be_nan);
    case EG_CODE_SUBTRACT:
        return widened(a.low - b.high, a.high - b.low, may_be_nan);
    case EG_CODE_MULTIPLY:
        return by_corners(product, a, b);
    case EG_CODE_DIVIDE:
        return by_corners(product, a, reciprocal(b));
    case EG_CODE_MIN:
        return interval_of(fmin(a.low, b.low), fmin(a.high, b.high), false);
    case EG_CODE_MAX:
        return interval_of(fmax(a.low, b.low), fmax(a.high, b.high), false);
    case EG_CODE_MOD:
        return remainder_within(a, b);
    case EG_CODE_POW:
        return interval_power(a, b);
    case EG_CODE_HYPOT:
        return by_corners(eg_hypot, interval_size(a), interval_size(b));
    }
    bool cut = b.low <= 0 && a.low <= 0 && a.high >= 0; /* the negative axis, or the origin */
    return cut ? interval_of(-3.2, 3.2, may_be_nan) : by_corners(eg_atan2, a, b);
}

static interval of_one(const eg_instruction *instruction, interval a)
{
    if (instruction->code == EG_CODE_NOT)
        return truth(is_surely_false(a), is_surely_true(a));
    if (is_empty_interval(a))
        return nothing();
    if (instruction->code == EG_CODE_NEGATE)
        return interval_of(-a.high, -a.low, a.may_be_nan);
    if (instruction->code == EG_CODE_WHOLE_POWER)
        return whole_power(a, instruction->index);
    return interval_of_function(instruction->code, a);
}

/* All values with a variable on [from, to]; values[] of the others, NULL where there are none. */
static interval enclose(const eg_expression *expression, int variable, const double *values, double from,
                        double to)
{
    interval stack[EG_EXPRESSION_STACK + 2];
    int depth = 0;
    for (int64_t k = 0; k < expression->count; k++) {
        const eg_instruction *instruction = &expression->program[k];
        int arity = eg_code_arity(instruction->code);
        interval *top = &stack[depth - arity];
        if (instruction->code == EG_CODE_CONSTANT)
            *top = interval_of(instruction->value, instruction->value, isnan(instruction->value));
        else if (instruction->code == EG_CODE_VARIABLE)
            *top = instruction->index == variable
                       ? interval_of(from, to, false)
                       : interval_of(values[instruction->index], values[instruction->index], false);
        else
            *top = arity == 1                ? of_one(instruction, top[0])
                   : arity == 2              ? of_two(instruction->code, top[0], top[1])
                   : is_surely_true(top[0])  ? top[1]
                   : is_surely_false(top[0]) ? top[2]
                                             : hull(top[1], top[2]);
        depth += 1 - arity;
    }
    return stack[0];
}

void eg_expression_enclose(const eg_expression *expression, int variable, const double *values, double from,
                           double to, double *low, double *high)
{
    interval all = enclose(expression, variable, values, from, to);
    *low = all.low;
    *high = all.high;
}

/* ---- branch and bound */

typedef struct search {
    const eg_expression *expression;
    double least_width, most;
    eg_pieces pieces; /* that with the largest bound is the heaviest */
} search;

static void bound_piece(search *s, double from, double to)
{
    interval all = enclose(s->expression, 0, NULL, from, to);
    double most = is_empty_interval(all) ? 0 : interval_size(all).high;
    double middle = from + 0.5 * (to - from), size = fabs(eg_expression_eval(s->expression, &middle));
    if (size > s->most * (1 + EG_BOUND_MARGIN) && isfinite(size))
        s->most = size;
    if (most > s->most * (1 + EG_BOUND_MARGIN) && to - from > s->least_width)
        eg_pieces_push(&s->pieces, (eg_piece){from, to, most, most});
}

eg_status eg_expression_bound(const eg_expression *expression, double from, double to, double *most)
{
    enum { CHUNKS = 1 << 17 };
    assert(expression->variable_count == 1 && from < to);
    EG_SCRATCH eg_piece *heap = NULL;
    EG_TRY(eg_alloc(expression->context, CHUNKS + 2, sizeof *heap, &heap));
    search s = {expression, (to - from) * 0x1p-40, *most, {.heap = heap}};
    bound_piece(&s, from, to);
    while (s.pieces.count > 0 && s.pieces.count < CHUNKS && heap[0].most > s.most * (1 + EG_BOUND_MARGIN)) {
        eg_piece whole = eg_pieces_pop(&s.pieces);
        double middle = whole.from + 0.5 * (whole.to - whole.from);
        bound_piece(&s, whole.from, middle);
        bound_piece(&s, middle, whole.to);
    }
    if (s.pieces.count > 0 && heap[0].most > s.most * (1 + EG_BOUND_MARGIN))
        s.most = heap[0].most;
    *most = s.most;
    return EG_OK;
}
