/* expression: arithmetic of the case file ("x < 5 ? 2.0 : 0.0"), checked token by token, evaluated
 * on the host or written out as a dialect function, with the same bits either way.
 *
 * Grammar, loosest first; all values are doubles, a truth value is 1 or 0, and any number but 0 is
 * true:
 *   choice      condition ? a : b                           right to left
 *   or, and     ||  &&
 *   comparison  <  <=  >  >=  ==  !=                        at most one: 0 < x < 1 is refused
 *   sum         +  -                                        left to right
 *   product     *  /                                        left to right
 *   sign        -  +  !
 *   power       ^                                           right to left, above sign: -2^2 = -4
 *   atom        number | pi | variable | function(arguments) | (choice)
 * Functions: sqrt cbrt exp log log10 sin cos tan asin acos atan atan2(y, x) sinh cosh tanh abs sign floor
 * step(x) = x < 0 ? 0 : 1, min(a, b) max(a, b) mod(a, b) pow(a, b) hypot(a, b). They are those of
 * kernels/math.h, whose limits hold here too. A power with a constant whole exponent of at most 16 in size is
 * a fixed chain of multiplications. Limits: EG_EXPRESSION_BYTES of text, EG_EXPRESSION_DEPTH of nesting. */
#ifndef EG_IO_EXPRESSION_H
#define EG_IO_EXPRESSION_H

#include "base/base.h"

enum { EG_EXPRESSION_BYTES = 4096, EG_EXPRESSION_DEPTH = 64 };

typedef struct eg_expression eg_expression;

/* What is wrong with a text and where: bytes [offset, offset + length) of it; length may be 0 at its end. */
typedef struct eg_expression_error {
    int offset, length;
    char message[256]; /* one line, with the suggestion where there is one */
} eg_expression_error;

/* Parses `text`, an expression of the named variables. The order of `variables` is that of the
 * values given to eval; names are copied, and one that is no name or means something else is an
 * assert. Fails with EG_CASE, the error in *error (may be NULL) and, with the text and the byte,
 * in the context; EG_MEMORY. The caller owns *expression. */
eg_status eg_expression_parse(eg_context *context, const char *text, const char *const *variables,
                              int variable_count, eg_expression_error *error, eg_expression **expression);

/* Whether a variable may have this name: one token that means nothing else, with fewer than 64 letters. */
bool eg_expression_is_free(const char *name);

/* Destroys it and sets *expression to NULL; NULL is fine. */
void eg_expression_destroy(eg_expression **expression);

/* The value at values[variable_count] (NULL where there are no variables). May be NaN or infinite,
 * as IEEE 754 has it: the caller says where. Safe from several threads at once. */
double eg_expression_eval(const eg_expression *expression, const double *values);

/* out[i] = the value at columns[0][i], columns[1][i], ... for i < count. A column of a variable
 * that the expression does not use may be NULL. The same bits as eg_expression_eval. `out` may be
 * one of the columns. */
void eg_expression_eval_many(const eg_expression *expression, int64_t count, const double *const *columns,
                             double *out);

/* Raises *most, which some |value| on [from, to] has, to a bound of all of them: of an expression of one
 * variable, finite where it was looked at. None is above the bound by more than EG_BOUND_MARGIN of it; it
 * stays as it is where it is one. Where 2^17 pieces of the range do not show a bound as close as that, it is
 * the one that they show. Pieces of 2^-40 of the range count by their middle: a pole, and a peak as narrow,
 * are not seen. EG_MEMORY. */
#define EG_BOUND_MARGIN 1e-9
eg_status eg_expression_bound(const eg_expression *expression, double from, double to, double *most);

/* A broken line that no value of an expression of one variable on [from, to] is above: times[] and values[],
 * *count of them, ascending from `from` on, in arrays of EG_CEILING_ROOM. It is close, to 1e-3, where the
 * room suffices for that; steps of the expression are steps of the line, as wide as 2^-40 of the range. A
 * pole is not seen. With to = INFINITY the line ends at 2^30, and pieces are as wide as times are long. */
enum { EG_CEILING_ROOM = 4096 };
eg_status eg_expression_ceiling(const eg_expression *expression, double from, double to, double *times,
                                double *values, int64_t *count);

/* An expression on the part [from, to] of the range of one variable. What is no number counts as 0. */
typedef struct eg_expression_span {
    double integral, size[2]; /* of the values, and of how far they are from each centre */
    double apart;             /* the integral of how far they are from a line between both ends */
    double end[2], least, most;
} eg_expression_span;
/* values[] are those of all variables, that of `variable` aside. Values that differ by less than `fine` count
 * as one. Interval arithmetic shows where the range has to be divided, so that a peak is seen however narrow
 * it is; of more than some dozens those are seen that the pieces hit. */
void eg_expression_look(const eg_expression *expression, int variable, const double *values, double from,
                        double to, const double centre[2], double fine, eg_expression_span *span);

/* Whether it uses no variable at all; whether it uses variable `variable` of the list. */
bool eg_expression_is_constant(const eg_expression *expression);
bool eg_expression_uses(const eg_expression *expression, int variable);

/* Whether it has an operator or a function that is not continuous: a comparison, a choice, floor(). A
 * quotient, which may have a pole, does not count. */
bool eg_expression_can_jump(const eg_expression *expression);

/* Appends to `out` the dialect function
 *   FUNCTION double NAME(double v_x, double v_y, ...) { ... }
 * with one parameter for every variable of the list, in its order. It needs a target header and
 * kernels/math.h before it and gives the bits of eg_expression_eval. The caller checks out->status. */
void eg_expression_emit(const eg_expression *expression, eg_text *out, const char *function_name);

#endif
