/* Expressions: creation, evaluation, destruction. The parser and the writer of dialect source are
 * beside it. */
#include "expr/code.h"

#include <string.h>

#include "base/device_math.h"

/* ---- making and destroying */

static eg_status copy_inputs(eg_expression *expression, const char *text, const char *const *variables,
                             int variable_count)
{
    eg_context *context = expression->context;
    EG_TRY(eg_strdup(context, text, &expression->text));
    EG_TRY(eg_alloc(context, variable_count, sizeof *expression->names, &expression->names));
    expression->variable_count = variable_count;
    for (int i = 0; i < variable_count; i++)
        EG_TRY(eg_strdup(context, variables[i], &expression->names[i]));
    return EG_OK;
}

eg_status eg_expression_parse(eg_context *context, const char *text, const char *const *variables,
                              int variable_count, eg_expression_error *error, eg_expression **expression)
{
    assert(context && text && expression);
    assert(variable_count >= 0 && variable_count <= EG_EXPRESSION_VARIABLES);
    *expression = NULL;
    eg_expression_error found = {0};
    EG_ENDS_WITH(eg_expression_destroy) eg_expression *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(copy_inputs(made, text, variables, variable_count));
    eg_status status = eg_expression_compile(made, &found);
    if (status == EG_CASE && error)
        *error = found;
    if (status == EG_CASE)
        return eg_fail(context, EG_CASE, "expression '%.200s', byte %d: %s", text, found.offset,
                       found.message);
    EG_TRY(status);
    return eg_hand_over(&made, expression);
}

void eg_expression_destroy(eg_expression **expression)
{
    eg_expression *e = *expression;
    if (!e)
        return;
    for (int i = 0; i < e->variable_count; i++)
        EG_FREE(&e->names[i]);
    EG_FREE(&e->names, &e->text, &e->program, expression);
}

bool eg_expression_uses(const eg_expression *expression, int variable)
{
    for (int64_t i = 0; i < expression->count; i++)
        if (expression->program[i].code == EG_CODE_VARIABLE && expression->program[i].index == variable)
            return true;
    return false;
}

bool eg_expression_can_jump(const eg_expression *expression)
{
    static const bool jumps[EG_CODE_COUNT] = {
        [EG_CODE_NOT] = true,           [EG_CODE_LESS] = true,  [EG_CODE_LESS_EQUAL] = true,
        [EG_CODE_GREATER] = true,       [EG_CODE_EQUAL] = true, [EG_CODE_UNEQUAL] = true,
        [EG_CODE_GREATER_EQUAL] = true, [EG_CODE_AND] = true,   [EG_CODE_OR] = true,
        [EG_CODE_CHOICE] = true,        [EG_CODE_SIGN] = true,  [EG_CODE_FLOOR] = true,
        [EG_CODE_STEP] = true,          [EG_CODE_MOD] = true,   [EG_CODE_ATAN2] = true};
    for (int64_t i = 0; i < expression->count; i++)
        if (jumps[expression->program[i].code])
            return true;
    return false;
}

bool eg_expression_is_constant(const eg_expression *expression)
{
    for (int64_t i = 0; i < expression->count; i++)
        if (expression->program[i].code == EG_CODE_VARIABLE)
            return false;
    return true;
}

/* ---- evaluation */

/* Points evaluated together: each instruction is decoded once for so many, in a loop that vectorises. */
enum { POINTS = 16 };

/* The chain for n >= 1: squares from the highest bit of n down, times the base where a bit is set.
 * eg_expression_emit writes out the same one. */
FUNCTION double whole_power(double base, int n)
{
    int size = n < 0 ? -n : n;
    int bit = 1;
    while (2 * bit <= size)
        bit *= 2;
    double power = size == 0 ? 1.0 : base;
    for (bit /= 2; bit > 0; bit /= 2) {
        power = power * power;
        if (size & bit)
            power = power * base;
    }
    return n < 0 ? 1.0 / power : power;
}

/* Carries an instruction out on the values at the top of the stack: a is the first that it takes
 * (and its result), b and c follow. */
FUNCTION void apply_here(const eg_instruction *instruction, double (*top)[POINTS])
{
    double *restrict pa = top[0];
    const double *restrict pb = top[1], *restrict pc = top[2];
    switch (instruction->code) {
    case EG_CODE_CONSTANT:
    case EG_CODE_VARIABLE:
    case EG_CODE_COUNT:
        break;
    case EG_CODE_WHOLE_POWER:
        for (int i = 0; i < POINTS; i++)
            pa[i] = whole_power(pa[i], instruction->index);
        break;
#define APPLY_1(form)                                                                                        \
    for (int i = 0; i < POINTS; i++) {                                                                       \
        const double a = pa[i];                                                                              \
        pa[i] = form;                                                                                        \
    }
#define APPLY_2(form)                                                                                        \
    for (int i = 0; i < POINTS; i++) {                                                                       \
        const double a = pa[i], b = pb[i];                                                                   \
        pa[i] = form;                                                                                        \
    }
#define APPLY_3(form)                                                                                        \
    for (int i = 0; i < POINTS; i++) {                                                                       \
        const double a = pa[i], b = pb[i], c = pc[i];                                                        \
        pa[i] = form;                                                                                        \
    }
#define APPLY_OPERATOR(code, arity, form)                                                                    \
    case EG_CODE_##code:                                                                                     \
        APPLY_##arity(form);                                                                                 \
        break;
#define APPLY_FUNCTION(code, arity, form, name, shown) APPLY_OPERATOR(code, arity, form)
        EG_OPERATORS(APPLY_OPERATOR)
        EG_FUNCTIONS(APPLY_FUNCTION)
    }
}

/* Where the processor has a multiply-add, the loops use it; elsewhere the C library's gives the same
 * bits, slowly. */
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void apply_fused(const eg_instruction *instruction,
                                                            double (*top)[POINTS])
{
    apply_here(instruction, top);
}

static void apply_code(const eg_instruction *instruction, double (*top)[POINTS])
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        apply_fused(instruction, top);
    else
        apply_here(instruction, top);
}
#else
static void apply_code(const eg_instruction *instruction, double (*top)[POINTS])
{
    apply_here(instruction, top);
}
#endif

/* Points [start, start + count), count <= POINTS. Unused points of the block hold zeros: they are
 * computed and thrown away. */
static void evaluate_block(const eg_expression *expression, int64_t start, int count,
                           const double *const *columns, double *out)
{
    /* Two rows more: apply_code() forms the addresses of b and c where it takes one value only. */
    double stack[EG_EXPRESSION_STACK + 2][POINTS];
    int depth = 0;
    for (int64_t k = 0; k < expression->count; k++) {
        const eg_instruction *instruction = &expression->program[k];
        int arity = eg_code_arity(instruction->code);
        double *row = stack[depth];
        if (instruction->code == EG_CODE_CONSTANT) {
            for (int i = 0; i < POINTS; i++)
                row[i] = instruction->value;
        } else if (instruction->code == EG_CODE_VARIABLE) {
            memset(row, 0, POINTS * sizeof *row);
            memcpy(row, columns[instruction->index] + start, (size_t)count * sizeof *row);
        } else {
            apply_code(instruction, &stack[depth - arity]);
        }
        depth += 1 - arity;
    }
    memcpy(out + start, stack[0], (size_t)count * sizeof *out);
}

void eg_expression_eval_many(const eg_expression *expression, int64_t count, const double *const *columns,
                             double *out)
{
    for (int64_t start = 0; start < count; start += POINTS) {
        int64_t left = count - start;
        evaluate_block(expression, start, left < POINTS ? (int)left : POINTS, columns, out);
    }
}

double eg_expression_eval(const eg_expression *expression, const double *values)
{
    const double *columns[EG_EXPRESSION_VARIABLES];
    for (int i = 0; i < expression->variable_count; i++)
        columns[i] = values + i;
    double result;
    eg_expression_eval_many(expression, 1, columns, &result);
    return result;
}
