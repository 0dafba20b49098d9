/* Instructions of expressions. */
#include "expr/code.h"

int eg_code_arity(eg_code code)
{
    switch (code) {
    case EG_CODE_CONSTANT:
    case EG_CODE_VARIABLE:
    case EG_CODE_COUNT:
        return 0;
    case EG_CODE_WHOLE_POWER:
        return 1;
#define ARITY_OF_OPERATOR(code, arity, form)                                                                 \
    case EG_CODE_##code:                                                                                     \
        return arity;
#define ARITY_OF_FUNCTION(code, arity, form, name, shown) ARITY_OF_OPERATOR(code, arity, form)
        EG_OPERATORS(ARITY_OF_OPERATOR)
        EG_FUNCTIONS(ARITY_OF_FUNCTION)
    }
    return 0;
}
