/* The inside of an expression: a postfix program, shared by the parser, the evaluator and the
 * writer of dialect source. */
#ifndef EG_IO_EXPRESSION_CODE_H
#define EG_IO_EXPRESSION_CODE_H

#include "expr/expression.h"

/* Operators: X(code, values taken, its form in C; a, b, c are what it takes, in order). The form is
 * both compiled into the evaluator and written into the source of kernels: one text, one meaning. */
#define EG_OPERATORS(X)                                                                                      \
    X(NEGATE, 1, -a)                                                                                         \
    X(NOT, 1, a == 0.0 ? 1.0 : 0.0)                                                                          \
    X(ADD, 2, a + b)                                                                                         \
    X(SUBTRACT, 2, a - b)                                                                                    \
    X(MULTIPLY, 2, (a) * (b))                                                                                \
    X(DIVIDE, 2, a / b)                                                                                      \
    X(LESS, 2, a < b ? 1.0 : 0.0)                                                                            \
    X(LESS_EQUAL, 2, a <= b ? 1.0 : 0.0)                                                                     \
    X(GREATER, 2, a > b ? 1.0 : 0.0)                                                                         \
    X(GREATER_EQUAL, 2, a >= b ? 1.0 : 0.0)                                                                  \
    X(EQUAL, 2, a == b ? 1.0 : 0.0)                                                                          \
    X(UNEQUAL, 2, a != b ? 1.0 : 0.0)                                                                        \
    X(AND, 2, a != 0.0 ? (b != 0.0 ? 1.0 : 0.0) : 0.0)                                                       \
    X(OR, 2, a != 0.0 ? 1.0 : (b != 0.0 ? 1.0 : 0.0))                                                        \
    X(CHOICE, 3, a != 0.0 ? b : c)

/* Functions: X(code, values taken, its form in C, name, shown in messages). */
#define EG_FUNCTIONS(X)                                                                                      \
    X(SQRT, 1, SQRT64(a), "sqrt", "sqrt(x)")                                                                 \
    X(CBRT, 1, eg_cbrt(a), "cbrt", "cbrt(x)")                                                                \
    X(EXP, 1, eg_exp(a), "exp", "exp(x)")                                                                    \
    X(LOG, 1, eg_ln(a), "log", "log(x)")                                                                     \
    X(LOG10, 1, eg_log10(a), "log10", "log10(x)")                                                            \
    X(SIN, 1, eg_sin(a), "sin", "sin(x)")                                                                    \
    X(COS, 1, eg_cos(a), "cos", "cos(x)")                                                                    \
    X(TAN, 1, eg_tan(a), "tan", "tan(x)")                                                                    \
    X(ASIN, 1, eg_asin(a), "asin", "asin(x)")                                                                \
    X(ACOS, 1, eg_acos(a), "acos", "acos(x)")                                                                \
    X(ATAN, 1, eg_atan(a), "atan", "atan(x)")                                                                \
    X(SINH, 1, eg_sinh(a), "sinh", "sinh(x)")                                                                \
    X(COSH, 1, eg_cosh(a), "cosh", "cosh(x)")                                                                \
    X(TANH, 1, eg_tanh(a), "tanh", "tanh(x)")                                                                \
    X(ABS, 1, eg_abs(a), "abs", "abs(x)")                                                                    \
    X(SIGN, 1, eg_sign(a), "sign", "sign(x)")                                                                \
    X(FLOOR, 1, eg_floor(a), "floor", "floor(x)")                                                            \
    X(STEP, 1, eg_step(a), "step", "step(x)")                                                                \
    X(MIN, 2, eg_min(a, b), "min", "min(a, b)")                                                              \
    X(MAX, 2, eg_max(a, b), "max", "max(a, b)")                                                              \
    X(MOD, 2, eg_mod(a, b), "mod", "mod(a, b)")                                                              \
    X(POW, 2, eg_pow(a, b), "pow", "pow(a, b)")                                                              \
    X(HYPOT, 2, eg_hypot(a, b), "hypot", "hypot(a, b)")                                                      \
    X(ATAN2, 2, eg_atan2(a, b), "atan2", "atan2(y, x)")

typedef enum eg_code {
    EG_CODE_CONSTANT,    /* value */
    EG_CODE_VARIABLE,    /* index */
    EG_CODE_WHOLE_POWER, /* a to the power of index */
#define EG_CODE_OPERATOR(code, arity, form) EG_CODE_##code,
#define EG_CODE_FUNCTION(code, arity, form, name, shown) EG_CODE_##code,
    EG_OPERATORS(EG_CODE_OPERATOR) EG_FUNCTIONS(EG_CODE_FUNCTION)
#undef EG_CODE_OPERATOR
#undef EG_CODE_FUNCTION
        EG_CODE_COUNT
} eg_code;

typedef struct eg_instruction {
    eg_code code;
    int index;
    double value;
} eg_instruction;

enum {
    EG_EXPRESSION_STACK = 256,   /* values held at once by the evaluation of any expression */
    EG_EXPRESSION_WHOLE = 16,    /* the largest exponent that becomes a chain */
    EG_EXPRESSION_VARIABLES = 64 /* in the caller's list */
};

struct eg_expression {
    eg_context *context;
    char *text;
    char **names; /* of the variables */
    int variable_count;
    eg_instruction *program;
    int64_t count, capacity;
};

/* The values that an instruction takes from the stack; each leaves one. */
int eg_code_arity(eg_code code);
/* The form of an operator or a function, in which a, b and c stand for what it takes. */
const char *eg_code_form(eg_code code);

/* parse.c: fills expression->program from expression->text. EG_CASE with *error set. */
eg_status eg_expression_compile(eg_expression *expression, eg_expression_error *error);

/* bound.c: all values that are numbers where a variable is on [from, to] and the others are values[], NULL of
 * an expression of one variable; *low > *high: there are none. Ends may be infinite. */
void eg_expression_enclose(const eg_expression *expression, int variable, const double *values, double from,
                           double to, double *low, double *high);

/* pieces.c: parts of the range of the variable, with a bound of the values there; the heaviest is in front. */
typedef struct eg_piece {
    double from, to, most, weight;
} eg_piece;
typedef struct eg_pieces {
    eg_piece *heap; /* with room for all that is pushed */
    int64_t count;
} eg_pieces;
void eg_pieces_push(eg_pieces *pieces, eg_piece added);
eg_piece eg_pieces_pop(eg_pieces *pieces);

#endif
