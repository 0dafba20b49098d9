/* Fuzz target: any text as an expression. What is accepted has to evaluate without harm, alone and
 * in rows to the same bits, and to be written as source; what is refused names a place inside the
 * text. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "expr/expression.h"

static void require(int condition)
{
    if (!condition)
        abort();
}

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void use(eg_context *context, const eg_expression *expression)
{
    enum { ROWS = 5 };
    static const double x[ROWS] = {0, -1.5, 1e300, 0x1p-1060, 7}, y[ROWS] = {3, -0.0, 1e-9, 2, 0.5};
    const double *columns[] = {x, y, x, y};
    double out[ROWS];
    eg_expression_eval_many(expression, ROWS, columns, out);
    for (int i = 0; i < ROWS; i++) {
        const double values[] = {x[i], y[i], x[i], y[i]};
        require(same(eg_expression_eval(expression, values), out[i]));
    }
    if (eg_expression_is_constant(expression))
        require(same(out[0], out[1]));
    eg_text source = {.context = context};
    eg_expression_emit(expression, &source, "f");
    require(source.status == EG_OK && strstr(eg_text_string(&source), "    return ") != NULL);
    eg_text_free(&source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const variables[] = {"x", "y", "t", "depth"};
    char *text = malloc(size + 1);
    eg_context *context = NULL;
    require(text != NULL && eg_context_create(NULL, &context) == EG_OK);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    eg_expression_error error = {.offset = -1};
    eg_expression *expression;
    eg_status status = eg_expression_parse(context, text, variables, 4, &error, &expression);
    if (status == EG_OK) {
        use(context, expression);
    } else {
        require(status == EG_CASE && expression == NULL && error.message[0] != 0);
        require(error.offset >= 0 && error.length >= 0);
        require((size_t)error.offset + (size_t)error.length <= strlen(text));
    }
    eg_expression_destroy(&expression);
    require(eg_context_blocks_held(context) == 0);
    eg_context_destroy(&context);
    free(text);
    return 0;
}
