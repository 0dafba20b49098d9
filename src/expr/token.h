/* The tokens of an expression: the only things that its text may be made of. */
#ifndef EG_IO_EXPRESSION_TOKEN_H
#define EG_IO_EXPRESSION_TOKEN_H

#include "expr/code.h"

/* Symbols: X(kind, text). A symbol that begins like another comes before it. */
#define EG_SYMBOLS(X)                                                                                        \
    X(LESS_EQUAL, "<=")                                                                                      \
    X(LESS, "<")                                                                                             \
    X(GREATER_EQUAL, ">=")                                                                                   \
    X(GREATER, ">")                                                                                          \
    X(EQUAL, "==")                                                                                           \
    X(UNEQUAL, "!=")                                                                                         \
    X(NOT, "!")                                                                                              \
    X(AND, "&&")                                                                                             \
    X(OR, "||")                                                                                              \
    X(PLUS, "+")                                                                                             \
    X(MINUS, "-")                                                                                            \
    X(TIMES, "*")                                                                                            \
    X(OVER, "/")                                                                                             \
    X(POWER, "^")                                                                                            \
    X(OPEN, "(")                                                                                             \
    X(CLOSE, ")")                                                                                            \
    X(COMMA, ",")                                                                                            \
    X(QUESTION, "?")                                                                                         \
    X(COLON, ":")

typedef enum eg_token_kind {
    EG_TOKEN_END,
    EG_TOKEN_NUMBER,
    EG_TOKEN_NAME,
#define EG_TOKEN_SYMBOL(kind, text) EG_TOKEN_##kind,
    EG_SYMBOLS(EG_TOKEN_SYMBOL)
#undef EG_TOKEN_SYMBOL
} eg_token_kind;

typedef struct eg_token {
    eg_token_kind kind;
    int offset, length;
    double value; /* of a number */
} eg_token;

/* Takes the token at or after text[offset]. EG_CASE with *error filled for what is no token. */
eg_status eg_token_read(const char *text, int offset, eg_token *token, eg_expression_error *error);

/* Fills *error and returns EG_CASE. */
eg_status eg_expression_refuse(eg_expression_error *error, int offset, int length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
