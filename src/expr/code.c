/* Instructions of expressions. Their forms are kept as they are written: what defines their words
 * (base/device_math.h) must not be included here. */
#include "expr/code.h"

static const struct {
    int arity;
    const char *form;
} INSTRUCTIONS[EG_CODE_COUNT] = {[EG_CODE_WHOLE_POWER] = {1, ""},
#define OPERATOR_ROW(code, arity, form) [EG_CODE_##code] = {arity, #form},
#define FUNCTION_ROW(code, arity, form, name, shown) OPERATOR_ROW(code, arity, form)
                                 EG_OPERATORS(OPERATOR_ROW) EG_FUNCTIONS(FUNCTION_ROW)};

int eg_code_arity(eg_code code)
{
    return INSTRUCTIONS[code].arity;
}

const char *eg_code_form(eg_code code)
{
    return INSTRUCTIONS[code].form;
}
