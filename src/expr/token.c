/* Cuts the text of an expression into tokens and refuses everything else. */
#include "expr/token.h"

#include <stdio.h>
#include <string.h>

static const struct {
    eg_token_kind kind;
    const char *text;
} SYMBOLS[] = {
#define SYMBOL_ENTRY(kind, text) {EG_TOKEN_##kind, text},
    EG_SYMBOLS(SYMBOL_ENTRY)};

/* What people write for something that there is, looked for before the symbols. */
static const struct {
    const char *text, *hint;
} HINTS[] = {
    {"**", "write '^' for a power"},
    {"===", "write '==' to compare"},
    {"<>", "write '!=' to compare"},
    {"//", "write 'floor(a / b)'"},
    {"%", "write 'mod(a, b)' for the rest of a division"},
    {"[", "use parentheses"},
    {"]", "use parentheses"},
    {"{", "use parentheses"},
    {"}", "use parentheses"},
    {"\xc3\x97", "write '*'"},      /* multiplication sign */
    {"\xc2\xb7", "write '*'"},      /* middle dot */
    {"\xe2\x88\x92", "write '-'"},  /* minus sign */
    {"\xc2\xb2", "write '^2'"},     /* superscript two */
    {"\xc2\xb3", "write '^3'"},     /* superscript three */
    {"\xcf\x80", "write 'pi'"},     /* Greek pi */
    {"\xe2\x89\xa4", "write '<='"}, /* less or equal */
    {"\xe2\x89\xa5", "write '>='"}, /* greater or equal */
};

eg_status eg_expression_refuse(eg_expression_error *error, int offset, int length, const char *format, ...)
{
    error->offset = offset;
    error->length = length;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return EG_CASE;
}

static bool is_number_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Bytes of the number at `text`: digits with a point and an exponent. */
static int number_length(const char *text)
{
    int n = 0;
    while (is_number_digit(text[n]))
        n++;
    if (text[n] == '.')
        for (n++; is_number_digit(text[n]);)
            n++;
    if (text[n] == 'e' || text[n] == 'E') {
        int digits = n + 1 + (text[n + 1] == '+' || text[n + 1] == '-');
        if (is_number_digit(text[digits]))
            for (n = digits; is_number_digit(text[n]);)
                n++;
    }
    return n;
}

static eg_status read_number_token(const char *text, eg_token *token, eg_expression_error *error)
{
    const char *begin = text + token->offset;
    token->kind = EG_TOKEN_NUMBER;
    token->length = number_length(begin);
    if (!eg_parse_real(begin, begin + token->length, &token->value))
        return eg_expression_refuse(error, token->offset, token->length,
                                    "the number '%.*s' is too large or too long",
                                    token->length > 60 ? 60 : token->length, begin);
    return EG_OK;
}

/* Bytes of the character at `text`: one, or a whole UTF-8 sequence. */
static int utf8_length(const char *text)
{
    int n = 1;
    if ((unsigned char)text[0] >= 0xc0)
        while (n < 4 && ((unsigned char)text[n] & 0xc0) == 0x80)
            n++;
    return n;
}

static eg_status refuse_character(const char *text, int offset, eg_expression_error *error)
{
    const char *at = text + offset;
    int length = utf8_length(at);
    unsigned char first = (unsigned char)at[0];
    if (first < 0x20 || first == 0x7f || (first >= 0x80 && length == 1))
        return eg_expression_refuse(error, offset, length, "forbidden byte 0x%02x", first);
    if (first == '=' || first == '&' || first == '|')
        return eg_expression_refuse(error, offset, length, "'%c' is no operator; did you mean '%c%c'?", first,
                                    first, first);
    return eg_expression_refuse(error, offset, length, "forbidden character '%.*s'", length, at);
}

static eg_status check_hints(const char *text, int offset, eg_expression_error *error)
{
    for (size_t i = 0; i < sizeof HINTS / sizeof *HINTS; i++) {
        size_t length = strlen(HINTS[i].text);
        if (strncmp(text + offset, HINTS[i].text, length) == 0)
            return eg_expression_refuse(error, offset, (int)length, "forbidden '%s': %s", HINTS[i].text,
                                        HINTS[i].hint);
    }
    return EG_OK;
}

eg_status eg_token_read(const char *text, int offset, eg_token *token, eg_expression_error *error)
{
    offset += (int)strspn(text + offset, " \t\n\r");
    const char *at = text + offset;
    *token = (eg_token){.kind = EG_TOKEN_END, .offset = offset};
    if (at[0] == 0)
        return EG_OK;
    if (is_number_digit(at[0]) || (at[0] == '.' && is_number_digit(at[1])))
        return read_number_token(text, token, error);
    if (is_letter(at[0])) {
        token->kind = EG_TOKEN_NAME;
        while (is_letter(at[token->length]) || is_number_digit(at[token->length]))
            token->length++;
        return EG_OK;
    }
    EG_TRY(check_hints(text, offset, error));
    for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++) {
        size_t length = strlen(SYMBOLS[i].text);
        if (strncmp(at, SYMBOLS[i].text, length) == 0) {
            token->kind = SYMBOLS[i].kind;
            token->length = (int)length;
            return EG_OK;
        }
    }
    return refuse_character(text, offset, error);
}
