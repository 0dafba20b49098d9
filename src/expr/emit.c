/* Writes an expression as a function of the kernel dialect: one statement an instruction, in the
 * order in which the evaluator carries them out, so that both give the same bits.
 *
 * The forms of functions go into the source as they are written in the table. */
#include "expr/code.h"

#include <stdio.h>
#include <string.h>

/* A value on the stack, by the name that it has in the source. */
enum { OPERAND_ROOM = 96 };
typedef char eg_operand[OPERAND_ROOM];

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '.';
}

/* Writes the form with the operands in the place of the names a, b and c. */
static void add_form(eg_text *out, const char *form, const eg_operand *operands)
{
    for (const char *p = form; *p;) {
        size_t length = 1;
        if (is_name_byte(*p))
            while (is_name_byte(p[length]))
                length++;
        if (length == 1 && *p >= 'a' && *p <= 'c')
            eg_text_add(out, "%s", operands[*p - 'a']);
        else
            eg_text_add_bytes(out, p, (int64_t)length);
        p += length;
    }
}

/* A literal that every compiler takes for a double. */
static void format_constant(double value, eg_operand operand)
{
    char digits[40];
    eg_format_real(value, digits);
    bool is_real = strpbrk(digits, ".e") != NULL;
    snprintf(operand, OPERAND_ROOM, digits[0] == '-' ? "(%s%s)" : "%s%s", digits, is_real ? "" : ".0");
}

/* The chain of whole_power() in expression.c. */
static void add_whole_power(eg_text *out, int n, eg_operand operand, int *values)
{
    int size = n < 0 ? -n : n;
    int bit = 1;
    while (2 * bit <= size)
        bit *= 2;
    eg_operand base;
    memcpy(base, operand, sizeof base);
    if (size == 0)
        snprintf(operand, OPERAND_ROOM, "1.0");
    for (bit /= 2; bit > 0; bit /= 2) {
        eg_text_add(out, "    const double t%d = %s * %s;\n", *values, operand, operand);
        snprintf(operand, OPERAND_ROOM, "t%d", (*values)++);
        if (size & bit) {
            eg_text_add(out, "    const double t%d = %s * %s;\n", *values, operand, base);
            snprintf(operand, OPERAND_ROOM, "t%d", (*values)++);
        }
    }
    if (n < 0) {
        eg_text_add(out, "    const double t%d = 1.0 / %s;\n", *values, operand);
        snprintf(operand, OPERAND_ROOM, "t%d", (*values)++);
    }
}

static void add_head(const eg_expression *expression, eg_text *out, const char *function_name)
{
    eg_text_add(out, "FUNCTION double %s(", function_name);
    for (int i = 0; i < expression->variable_count; i++)
        eg_text_add(out, "%sdouble v_%s", i > 0 ? ", " : "", expression->names[i]);
    eg_text_add(out, "%s)\n{\n", expression->variable_count > 0 ? "" : "void");
}

void eg_expression_emit(const eg_expression *expression, eg_text *out, const char *function_name)
{
    eg_operand stack[EG_EXPRESSION_STACK + 1];
    int depth = 0, values = 0;
    add_head(expression, out, function_name);
    for (int64_t k = 0; k < expression->count; k++) {
        const eg_instruction *instruction = &expression->program[k];
        int arity = eg_code_arity(instruction->code);
        eg_operand *first = &stack[depth - arity];
        depth += 1 - arity;
        if (instruction->code == EG_CODE_CONSTANT) {
            format_constant(instruction->value, *first);
        } else if (instruction->code == EG_CODE_VARIABLE) {
            snprintf(*first, OPERAND_ROOM, "v_%s", expression->names[instruction->index]);
        } else if (instruction->code == EG_CODE_WHOLE_POWER) {
            add_whole_power(out, instruction->index, *first, &values);
        } else {
            eg_text_add(out, "    const double t%d = ", values);
            add_form(out, eg_code_form(instruction->code), (const eg_operand *)first);
            eg_text_add(out, ";\n");
            snprintf(*first, OPERAND_ROOM, "t%d", values++);
        }
    }
    eg_text_add(out, "    return %s;\n}\n", stack[0]);
}
