/* The parser of expressions: recursive descent over tokens, straight into the postfix program.
 *
 * The nesting is counted, so that no text can exhaust the stack of the parser; the values that the
 * program holds at once are counted, so that none can exhaust that of the evaluator. */
#include "expr/token.h"

#include <string.h>

typedef struct eg_parser {
    eg_expression *expression;
    eg_expression_error *error;
    eg_token token;    /* the next one */
    eg_token previous; /* the one before it */
    int depth;         /* of nesting */
    int held;          /* values on the stack of the program so far */
} eg_parser;

static const struct {
    const char *name, *shown;
    eg_code code;
} FUNCTIONS[] = {
#define FUNCTION_ENTRY(code, arity, form, name, shown) {name, shown, EG_CODE_##code},
    EG_FUNCTIONS(FUNCTION_ENTRY)};

enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

/* Binary operators, left to right, by level of precedence. */
enum { LEVEL_OR, LEVEL_AND, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN };
static const struct {
    eg_token_kind token;
    eg_code code;
    int level;
} BINARIES[] = {
    {EG_TOKEN_OR, EG_CODE_OR, LEVEL_OR},
    {EG_TOKEN_AND, EG_CODE_AND, LEVEL_AND},
    {EG_TOKEN_LESS, EG_CODE_LESS, LEVEL_COMPARISON},
    {EG_TOKEN_LESS_EQUAL, EG_CODE_LESS_EQUAL, LEVEL_COMPARISON},
    {EG_TOKEN_GREATER, EG_CODE_GREATER, LEVEL_COMPARISON},
    {EG_TOKEN_GREATER_EQUAL, EG_CODE_GREATER_EQUAL, LEVEL_COMPARISON},
    {EG_TOKEN_EQUAL, EG_CODE_EQUAL, LEVEL_COMPARISON},
    {EG_TOKEN_UNEQUAL, EG_CODE_UNEQUAL, LEVEL_COMPARISON},
    {EG_TOKEN_PLUS, EG_CODE_ADD, LEVEL_SUM},
    {EG_TOKEN_MINUS, EG_CODE_SUBTRACT, LEVEL_SUM},
    {EG_TOKEN_TIMES, EG_CODE_MULTIPLY, LEVEL_PRODUCT},
    {EG_TOKEN_OVER, EG_CODE_DIVIDE, LEVEL_PRODUCT},
};

static eg_status parse_choice(eg_parser *parser);
static eg_status parse_sign(eg_parser *parser);

/* ---- tokens and instructions */

static const char *token_text(const eg_parser *parser, const eg_token *token)
{
    return parser->expression->text + token->offset;
}

static int shown_length(const eg_token *token)
{
    return token->length > 60 ? 60 : token->length;
}

static eg_status next_token(eg_parser *parser)
{
    parser->previous = parser->token;
    return eg_token_read(parser->expression->text, parser->token.offset + parser->token.length,
                         &parser->token, parser->error);
}

/* "expected WHAT, found TOKEN" at the next token. */
static eg_status refuse_token(eg_parser *parser, const char *expected)
{
    const eg_token *token = &parser->token;
    if (token->kind == EG_TOKEN_END)
        return eg_expression_refuse(parser->error, token->offset, 0,
                                    "expected %s, found the end of the expression", expected);
    return eg_expression_refuse(parser->error, token->offset, token->length, "expected %s, found '%.*s'",
                                expected, shown_length(token), token_text(parser, token));
}

static eg_status expect(eg_parser *parser, eg_token_kind kind, const char *expected)
{
    if (parser->token.kind != kind)
        return refuse_token(parser, expected);
    return next_token(parser);
}

static eg_status refuse_depth(eg_parser *parser)
{
    return eg_expression_refuse(parser->error, parser->token.offset, parser->token.length,
                                "the expression is nested deeper than %d levels", EG_EXPRESSION_DEPTH);
}

static eg_status enter_level(eg_parser *parser)
{
    return ++parser->depth > EG_EXPRESSION_DEPTH ? refuse_depth(parser) : EG_OK;
}

static eg_status add_code(eg_parser *parser, eg_code code, int index, double value)
{
    eg_expression *e = parser->expression;
    parser->held += 1 - eg_code_arity(code);
    if (parser->held > EG_EXPRESSION_STACK)
        return refuse_depth(parser);
    EG_TRY(eg_reserve(e->context, e->count + 1, &e->capacity, sizeof *e->program, &e->program));
    e->program[e->count++] = (eg_instruction){.code = code, .index = index, .value = value};
    return EG_OK;
}

/* The constant that the program from `start` on consists of, NULL where it is something else. */
static eg_instruction *lone_constant(eg_parser *parser, int64_t start)
{
    eg_expression *e = parser->expression;
    bool is_lone = e->count == start + 1 && e->program[start].code == EG_CODE_CONSTANT;
    return is_lone ? &e->program[start] : NULL;
}

/* ---- atoms */

static bool is_named(const eg_parser *parser, const eg_token *token, const char *name)
{
    return strlen(name) == (size_t)token->length &&
           memcmp(token_text(parser, token), name, (size_t)token->length) == 0;
}

/* `near`: a name that is like it, NULL: none is; `known`: the variables. */
static eg_status refuse_unknown(eg_parser *parser, const char *name, const char *near, const char *known)
{
    const eg_token *token = &parser->previous;
    if (name[0] && !name[1] && strchr("txyz", name[0]) && known[0]) /* time, and the axes */
        return eg_expression_refuse(parser->error, token->offset, token->length,
                                    "this value may depend on %s, not on %s", known, name);
    if (near)
        return eg_expression_refuse(parser->error, token->offset, token->length,
                                    "unknown name '%s'; did you mean '%s'?", name, near);
    return eg_expression_refuse(parser->error, token->offset, token->length,
                                "unknown name '%s'; there are pi%s%s and functions such as sqrt", name,
                                known[0] ? ", " : "", known);
}

static eg_status refuse_name(eg_parser *parser)
{
    const char *candidates[FUNCTION_COUNT + EG_EXPRESSION_VARIABLES + 1];
    int count = 0;
    EG_TEXT(known, parser->expression->context);
    for (int i = 0; i < FUNCTION_COUNT; i++)
        candidates[count++] = FUNCTIONS[i].name;
    for (int i = 0; i < parser->expression->variable_count; i++) {
        candidates[count++] = parser->expression->names[i];
        eg_text_add(&known, "%s%s", i > 0 ? ", " : "", parser->expression->names[i]);
    }
    candidates[count++] = "pi";
    char name[64] = {0};
    memcpy(name, token_text(parser, &parser->previous), (size_t)shown_length(&parser->previous));
    EG_TRY(known.status);
    return refuse_unknown(parser, name, eg_suggest(name, candidates, count), eg_text_string(&known));
}

/* The arguments of a function whose name was just taken. */
static eg_status parse_arguments(eg_parser *parser, int function)
{
    eg_token name = parser->previous;
    int arity = eg_code_arity(FUNCTIONS[function].code);
    if (parser->token.kind != EG_TOKEN_OPEN)
        return eg_expression_refuse(parser->error, name.offset, name.length, "'%s' is a function: write '%s'",
                                    FUNCTIONS[function].name, FUNCTIONS[function].shown);
    EG_TRY(next_token(parser));
    int given = 0;
    if (parser->token.kind != EG_TOKEN_CLOSE) {
        EG_TRY(parse_choice(parser));
        for (given = 1; parser->token.kind == EG_TOKEN_COMMA; given++) {
            EG_TRY(next_token(parser));
            EG_TRY(parse_choice(parser));
        }
    }
    EG_TRY(expect(parser, EG_TOKEN_CLOSE, given < arity ? "',' or ')'" : "')'"));
    if (given != arity)
        return eg_expression_refuse(parser->error, name.offset, name.length,
                                    "%s takes %d argument%s, found %d", FUNCTIONS[function].shown, arity,
                                    arity == 1 ? "" : "s", given);
    return add_code(parser, FUNCTIONS[function].code, 0, 0);
}

static eg_status parse_name(eg_parser *parser)
{
    EG_TRY(next_token(parser));
    const eg_token *name = &parser->previous;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (is_named(parser, name, FUNCTIONS[i].name))
            return parse_arguments(parser, i);
    int variable = -1;
    for (int i = 0; i < parser->expression->variable_count; i++)
        if (is_named(parser, name, parser->expression->names[i]))
            variable = i;
    if (variable < 0 && !is_named(parser, name, "pi"))
        return refuse_name(parser);
    if (parser->token.kind == EG_TOKEN_OPEN)
        return eg_expression_refuse(parser->error, name->offset, name->length,
                                    "'%.*s' is no function; write '*' to multiply", shown_length(name),
                                    token_text(parser, name));
    if (variable < 0)
        return add_code(parser, EG_CODE_CONSTANT, 0, 0x1.921fb54442d18p+1);
    return add_code(parser, EG_CODE_VARIABLE, variable, 0);
}

static eg_status parse_atom(eg_parser *parser)
{
    switch (parser->token.kind) {
    case EG_TOKEN_NUMBER:
        EG_TRY(add_code(parser, EG_CODE_CONSTANT, 0, parser->token.value));
        return next_token(parser);
    case EG_TOKEN_NAME:
        return parse_name(parser);
    case EG_TOKEN_OPEN:
        EG_TRY(next_token(parser));
        EG_TRY(parse_choice(parser));
        return expect(parser, EG_TOKEN_CLOSE, "')'");
    default:
        return refuse_token(parser, "a number, a name or '('");
    }
}

/* ---- operators */

static eg_status parse_power(eg_parser *parser)
{
    EG_TRY(parse_atom(parser));
    if (parser->token.kind != EG_TOKEN_POWER)
        return EG_OK;
    EG_TRY(enter_level(parser));
    EG_TRY(next_token(parser));
    int64_t start = parser->expression->count;
    EG_TRY(parse_sign(parser));
    parser->depth--;
    const eg_instruction *constant = lone_constant(parser, start);
    if (constant && constant->value >= -EG_EXPRESSION_WHOLE && constant->value <= EG_EXPRESSION_WHOLE &&
        constant->value == (int)constant->value) {
        int exponent = (int)constant->value;
        parser->expression->count = start;
        parser->held--;
        return add_code(parser, EG_CODE_WHOLE_POWER, exponent, 0);
    }
    return add_code(parser, EG_CODE_POW, 0, 0);
}

/* Signs count as nesting: "----x" recurses as "((((x" does. */
static eg_status parse_sign(eg_parser *parser)
{
    eg_token_kind kind = parser->token.kind;
    if (kind != EG_TOKEN_MINUS && kind != EG_TOKEN_PLUS && kind != EG_TOKEN_NOT)
        return parse_power(parser);
    EG_TRY(enter_level(parser));
    EG_TRY(next_token(parser));
    int64_t start = parser->expression->count;
    EG_TRY(parse_sign(parser));
    parser->depth--;
    eg_instruction *constant = lone_constant(parser, start);
    if (kind == EG_TOKEN_PLUS)
        return EG_OK;
    if (kind == EG_TOKEN_NOT)
        return add_code(parser, EG_CODE_NOT, 0, 0);
    if (!constant)
        return add_code(parser, EG_CODE_NEGATE, 0, 0);
    constant->value = -constant->value;
    return EG_OK;
}

/* The index of the binary operator that the next token is, at that level; -1 where it is none. */
static int binary_at(const eg_parser *parser, int level)
{
    for (int i = 0; i < (int)(sizeof BINARIES / sizeof *BINARIES); i++)
        if (BINARIES[i].token == parser->token.kind && BINARIES[i].level == level)
            return i;
    return -1;
}

static eg_status parse_binary(eg_parser *parser, int level)
{
    if (level == LEVEL_SIGN)
        return parse_sign(parser);
    EG_TRY(parse_binary(parser, level + 1));
    for (int i = binary_at(parser, level); i >= 0; i = binary_at(parser, level)) {
        EG_TRY(next_token(parser));
        EG_TRY(parse_binary(parser, level + 1));
        EG_TRY(add_code(parser, BINARIES[i].code, 0, 0));
        if (level == LEVEL_COMPARISON && binary_at(parser, level) >= 0)
            return eg_expression_refuse(parser->error, parser->token.offset, parser->token.length,
                                        "comparisons do not chain: write 'a < b && b < c'");
    }
    return EG_OK;
}

static eg_status parse_choice(eg_parser *parser)
{
    EG_TRY(enter_level(parser));
    EG_TRY(parse_binary(parser, LEVEL_OR));
    if (parser->token.kind == EG_TOKEN_QUESTION) {
        EG_TRY(next_token(parser));
        EG_TRY(parse_choice(parser));
        EG_TRY(expect(parser, EG_TOKEN_COLON, "':' and the other value of '?'"));
        EG_TRY(parse_choice(parser));
        EG_TRY(add_code(parser, EG_CODE_CHOICE, 0, 0));
    }
    parser->depth--;
    return EG_OK;
}

/* What follows a complete expression. */
static eg_status parse_end(eg_parser *parser)
{
    const eg_token *token = &parser->token;
    if (token->kind == EG_TOKEN_END)
        return EG_OK;
    if (token->kind == EG_TOKEN_CLOSE)
        return eg_expression_refuse(parser->error, token->offset, 1, "')' without a '('");
    if (token->kind == EG_TOKEN_COMMA)
        return eg_expression_refuse(parser->error, token->offset, 1,
                                    "',' stands between the arguments of a function only");
    if (token->kind == EG_TOKEN_NAME && parser->previous.kind == EG_TOKEN_NUMBER)
        return eg_expression_refuse(
            parser->error, token->offset, token->length,
            "expected an operator before '%.*s': write '*' to multiply; expressions are in SI "
            "units and carry none",
            shown_length(token), token_text(parser, token));
    return refuse_token(parser, "an operator");
}

bool eg_expression_is_free(const char *name)
{
    eg_token token;
    eg_expression_error error;
    if (eg_token_read(name, 0, &token, &error) != EG_OK || token.kind != EG_TOKEN_NAME)
        return false;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(name, FUNCTIONS[i].name) == 0)
            return false;
    return strlen(name) == (size_t)token.length && token.length < 64 && strcmp(name, "pi") != 0;
}

eg_status eg_expression_compile(eg_expression *expression, eg_expression_error *error)
{
    bool names_are_free = true;
    for (int i = 0; i < expression->variable_count; i++)
        names_are_free = names_are_free && eg_expression_is_free(expression->names[i]);
    assert(names_are_free);
    (void)names_are_free;
    size_t length = strlen(expression->text);
    if (length > EG_EXPRESSION_BYTES)
        return eg_expression_refuse(error, EG_EXPRESSION_BYTES, 0,
                                    "the expression has %zu bytes, more than %d", length,
                                    EG_EXPRESSION_BYTES);
    /* The whole expression is no level of nesting. */
    eg_parser parser = {.expression = expression, .error = error, .depth = -1};
    EG_TRY(next_token(&parser));
    if (parser.token.kind == EG_TOKEN_END)
        return eg_expression_refuse(error, 0, 0, "the expression is empty");
    EG_TRY(parse_choice(&parser));
    return parse_end(&parser);
}
