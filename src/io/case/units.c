/* Units: the table of symbols and the parser of products of powers. */
#include "io/case/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/device_math.h"

/* X(symbol, numerator, denominator, exponents of m, s, kg, K in thirds). The size in SI units is numerator /
 * denominator, both whole where the size is exact, so that "7 cm" is 7 / 100 rounded once. */
#define UNIT_TABLE(X)                                                                                        \
    X("m", 1, 1, 3, 0, 0, 0)                                                                                 \
    X("km", 1000, 1, 3, 0, 0, 0)                                                                             \
    X("dm", 1, 10, 3, 0, 0, 0)                                                                               \
    X("cm", 1, 100, 3, 0, 0, 0)                                                                              \
    X("mm", 1, 1000, 3, 0, 0, 0)                                                                             \
    X("um", 1, 1e6, 3, 0, 0, 0)                                                                              \
    X("nm", 1, 1e9, 3, 0, 0, 0)                                                                              \
    X("ft", 3048, 10000, 3, 0, 0, 0)                                                                         \
    X("nmi", 1852, 1, 3, 0, 0, 0)                                                                            \
    X("ha", 10000, 1, 6, 0, 0, 0)                                                                            \
    X("l", 1, 1000, 9, 0, 0, 0)                                                                              \
    X("L", 1, 1000, 9, 0, 0, 0)                                                                              \
    X("s", 1, 1, 0, 3, 0, 0)                                                                                 \
    X("ms", 1, 1000, 0, 3, 0, 0)                                                                             \
    X("us", 1, 1e6, 0, 3, 0, 0)                                                                              \
    X("ns", 1, 1e9, 0, 3, 0, 0)                                                                              \
    X("min", 60, 1, 0, 3, 0, 0)                                                                              \
    X("h", 3600, 1, 0, 3, 0, 0)                                                                              \
    X("hour", 3600, 1, 0, 3, 0, 0)                                                                           \
    X("hours", 3600, 1, 0, 3, 0, 0)                                                                          \
    X("d", 86400, 1, 0, 3, 0, 0)                                                                             \
    X("day", 86400, 1, 0, 3, 0, 0)                                                                           \
    X("days", 86400, 1, 0, 3, 0, 0)                                                                          \
    X("Hz", 1, 1, 0, -3, 0, 0)                                                                               \
    X("mHz", 1, 1000, 0, -3, 0, 0)                                                                           \
    X("kHz", 1000, 1, 0, -3, 0, 0)                                                                           \
    X("MHz", 1e6, 1, 0, -3, 0, 0)                                                                            \
    X("kn", 1852, 3600, 3, -3, 0, 0)                                                                         \
    X("kg", 1, 1, 0, 0, 3, 0)                                                                                \
    X("g", 1, 1000, 0, 0, 3, 0)                                                                              \
    X("mg", 1, 1e6, 0, 0, 3, 0)                                                                              \
    X("t", 1000, 1, 0, 0, 3, 0)                                                                              \
    X("K", 1, 1, 0, 0, 0, 3)                                                                                 \
    X("mK", 1, 1000, 0, 0, 0, 3)                                                                             \
    X("N", 1, 1, 3, -6, 3, 0)                                                                                \
    X("kN", 1000, 1, 3, -6, 3, 0)                                                                            \
    X("MN", 1e6, 1, 3, -6, 3, 0)                                                                             \
    X("Pa", 1, 1, -3, -6, 3, 0)                                                                              \
    X("hPa", 100, 1, -3, -6, 3, 0)                                                                           \
    X("kPa", 1000, 1, -3, -6, 3, 0)                                                                          \
    X("MPa", 1e6, 1, -3, -6, 3, 0)                                                                           \
    X("GPa", 1e9, 1, -3, -6, 3, 0)                                                                           \
    X("bar", 1e5, 1, -3, -6, 3, 0)                                                                           \
    X("mbar", 100, 1, -3, -6, 3, 0)                                                                          \
    X("atm", 101325, 1, -3, -6, 3, 0)                                                                        \
    X("J", 1, 1, 6, -6, 3, 0)                                                                                \
    X("kJ", 1000, 1, 6, -6, 3, 0)                                                                            \
    X("MJ", 1e6, 1, 6, -6, 3, 0)                                                                             \
    X("W", 1, 1, 6, -9, 3, 0)                                                                                \
    X("kW", 1000, 1, 6, -9, 3, 0)                                                                            \
    X("MW", 1e6, 1, 6, -9, 3, 0)                                                                             \
    X("rad", 1, 1, 0, 0, 0, 0)                                                                               \
    X("deg", 0x1.921fb54442d18p+1, 180, 0, 0, 0, 0)                                                          \
    X("%", 1, 100, 0, 0, 0, 0)

typedef struct eg_unit {
    const char *symbol;
    double numerator, denominator;
    eg_dimension dimension;
} eg_unit;

static const eg_unit UNITS[] = {
#define UNIT_ENTRY(symbol, numerator, denominator, length, time, mass, temperature)                          \
    {symbol, numerator, denominator, {length, time, mass, temperature}},
    UNIT_TABLE(UNIT_ENTRY)};

#define BLANKS " \t"
#define DIGITS "0123456789"

/* Degrees Celsius have an offset: they stand alone, never in a product. */
#define CELSIUS "degC"
static const double CELSIUS_ZERO = 273.15;

static const char *const UNIT_NAMES[] = {
#define UNIT_NAME(symbol, numerator, denominator, length, time, mass, temperature) symbol,
    UNIT_TABLE(UNIT_NAME) CELSIUS, NULL};

enum {
    UNIT_COUNT = sizeof UNITS / sizeof *UNITS,
    MOST_POWER = 12,  /* of one symbol */
    MOST_THIRDS = 36, /* of a dimension */
    MOST_FACTORS = 16,
    MOST_NESTING = 4
};

const char *const *eg_unit_names(void)
{
    return UNIT_NAMES;
}

/* ---- a product of units */

typedef struct eg_unit_parser {
    const char *text;
    int offset;
    int nesting, factors;
    double numerator, denominator; /* the product so far */
    int thirds[4];
    eg_unit_error *error;
} eg_unit_parser;

static bool refuse_unit(eg_unit_error *error, int offset, int length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool refuse_unit(eg_unit_error *error, int offset, int length, const char *format, ...)
{
    error->offset = offset;
    error->length = length;
    EG_FORMAT(error->message, format);
    return false;
}

static bool is_unit_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_unit_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_unit_blanks(eg_unit_parser *parser)
{
    parser->offset += (int)strspn(parser->text + parser->offset, BLANKS);
}

/* A whole number of one or two digits with an optional minus. */
static bool parse_whole(eg_unit_parser *parser, int *value)
{
    const char *at = parser->text + parser->offset;
    int sign = *at == '-' ? -1 : 1;
    int n = *at == '-' ? 1 : 0;
    int begin = n, size = 0;
    for (; is_unit_digit(at[n]) && n < begin + 2; n++)
        size = 10 * size + (at[n] - '0');
    if (n == begin || is_unit_digit(at[n]) || size > MOST_POWER)
        return refuse_unit(parser->error, parser->offset, n > 0 ? n : 1,
                           "expected a power from -%d to %d, such as 'm^2' or 'm^(1/3)'", MOST_POWER,
                           MOST_POWER);
    parser->offset += n;
    *value = sign * size;
    return true;
}

/* "(1/3)" or "(-2)" after the '^', in thirds. */
static bool parse_fraction(eg_unit_parser *parser, int *thirds)
{
    int begin = parser->offset++;
    int divisor = 1;
    if (!parse_whole(parser, thirds))
        return false;
    if (parser->text[parser->offset] == '/') {
        parser->offset++;
        if (!parse_whole(parser, &divisor))
            return false;
    }
    if (parser->text[parser->offset] != ')')
        return refuse_unit(parser->error, parser->offset, 1, "expected ')' after the power");
    parser->offset++;
    if (divisor != 1 && divisor != 3)
        return refuse_unit(parser->error, begin, parser->offset - begin,
                           "powers of units are whole or thirds");
    *thirds *= 3 / divisor;
    return true;
}

/* The power after a symbol, in thirds: "3", "-1", "^2", "^-2", "^(1/3)", a superscript, or none. */
static bool parse_unit_power(eg_unit_parser *parser, int *thirds)
{
    const char *at = parser->text + parser->offset;
    *thirds = 3;
    if (strncmp(at, "\xc2\xb2", 2) == 0 || strncmp(at, "\xc2\xb3", 2) == 0) {
        *thirds = at[1] == '\xb2' ? 6 : 9;
        parser->offset += 2;
        return true;
    }
    if (*at == '^') {
        parser->offset++;
        if (at[1] == '(')
            return parse_fraction(parser, thirds);
    } else if (!is_unit_digit(*at) && *at != '-') {
        return true;
    }
    if (!parse_whole(parser, thirds))
        return false;
    *thirds *= 3;
    return true;
}

static const eg_unit *unit_named(const char *symbol, int length)
{
    for (int i = 0; i < UNIT_COUNT; i++)
        if (strlen(UNITS[i].symbol) == (size_t)length && memcmp(UNITS[i].symbol, symbol, (size_t)length) == 0)
            return &UNITS[i];
    return NULL;
}

/* The bytes of the symbol at `at`: its letters, or one character of another kind. */
static int symbol_length(const char *at)
{
    int n = 0;
    while (is_unit_letter(at[n]))
        n++;
    if (n > 0 || at[0] == 0)
        return n;
    for (n = 1; ((unsigned char)at[n] & 0xc0) == 0x80;)
        n++;
    return n;
}

static bool refuse_symbol(eg_unit_parser *parser, int length)
{
    const char *at = parser->text + parser->offset;
    char name[32] = {0};
    memcpy(name, at, (size_t)(length < 31 ? length : 31));
    if (length == 0)
        return refuse_unit(parser->error, parser->offset, 0, "expected a unit after '%.*s'",
                           parser->offset > 40 ? 40 : parser->offset, parser->text);
    if (strcmp(name, CELSIUS) == 0)
        return refuse_unit(parser->error, parser->offset, length, "'%s' stands alone; write K in a product",
                           CELSIUS);
    const char *near = eg_unit_alias(name);
    if (!near && is_unit_letter(name[0]))
        near = eg_suggest(name, UNIT_NAMES, UNIT_COUNT + 1);
    if (near)
        return refuse_unit(parser->error, parser->offset, length, "unknown unit '%s'; did you mean '%s'?",
                           name, near);
    if (name[0] == '/')
        return refuse_unit(parser->error, parser->offset, length,
                           "a unit does not begin with '/'; write '2 1/h' for two per hour");
    if (!is_unit_letter(name[0]))
        return refuse_unit(parser->error, parser->offset, length,
                           "expected a unit such as 'm' or 'm/s', found '%s'", name);
    return refuse_unit(parser->error, parser->offset, length, "unknown unit '%s'", name);
}

static double raise(double base, int power)
{
    double result = 1;
    for (int i = 0; i < power; i++)
        result *= base;
    return result;
}

static void multiply_units(eg_unit_parser *parser, const eg_unit *unit, int thirds)
{
    int size = thirds < 0 ? -thirds : thirds;
    bool whole = size % 3 == 0;
    double up = raise(whole ? unit->numerator : eg_cbrt(unit->numerator), whole ? size / 3 : size);
    double down = raise(whole ? unit->denominator : eg_cbrt(unit->denominator), whole ? size / 3 : size);
    parser->numerator *= thirds < 0 ? down : up;
    parser->denominator *= thirds < 0 ? up : down;
    parser->thirds[0] += unit->dimension.length * thirds / 3;
    parser->thirds[1] += unit->dimension.time * thirds / 3;
    parser->thirds[2] += unit->dimension.mass * thirds / 3;
    parser->thirds[3] += unit->dimension.temperature * thirds / 3;
}

static bool parse_product(eg_unit_parser *parser, int sign);

/* A symbol with its power, "1" (as in "1/s"), or a product in parentheses. */
static bool parse_factor(eg_unit_parser *parser, int sign)
{
    const char *at = parser->text + parser->offset;
    if (++parser->factors > MOST_FACTORS)
        return refuse_unit(parser->error, parser->offset, 1, "a unit has at most %d factors", MOST_FACTORS);
    if (at[0] == '(') {
        if (++parser->nesting > MOST_NESTING)
            return refuse_unit(parser->error, parser->offset, 1, "too many '(' in the unit");
        parser->offset++;
        if (!parse_product(parser, sign))
            return false;
        if (parser->text[parser->offset] != ')')
            return refuse_unit(parser->error, parser->offset, 1, "expected ')' in the unit");
        parser->offset++;
        parser->nesting--;
        return true;
    }
    if (at[0] == '1' && at[1] == '/') {
        parser->offset++;
        return true;
    }
    int length = symbol_length(at);
    const eg_unit *unit = unit_named(at, length);
    if (!unit)
        return refuse_symbol(parser, length);
    parser->offset += length;
    int thirds;
    if (!parse_unit_power(parser, &thirds))
        return false;
    multiply_units(parser, unit, sign * thirds);
    return true;
}

/* Factors joined by blanks, '*' or '/'. After a '/' only further ones may follow: in "W/m2 K" one
 * cannot tell on which side the K is. */
static bool parse_product(eg_unit_parser *parser, int sign)
{
    bool divided = false;
    skip_unit_blanks(parser);
    if (!parse_factor(parser, sign))
        return false;
    for (;;) {
        int gap = parser->offset;
        skip_unit_blanks(parser);
        char next = parser->text[parser->offset];
        if (next == 0 || next == ')')
            return true;
        bool over = next == '/';
        if (!over && next != '*' && parser->offset == gap)
            return refuse_unit(parser->error, gap, 1, "expected '*', '/' or '^' in the unit");
        if (divided && !over)
            return refuse_unit(parser->error, parser->offset, 1,
                               "ambiguous after '/': put the divisor in parentheses, as in 'W/(m2 K)'");
        if (over || next == '*')
            parser->offset++;
        divided = divided || over;
        skip_unit_blanks(parser);
        if (!parse_factor(parser, over ? -sign : sign))
            return false;
    }
}

static bool parse_unit(eg_unit_parser *parser)
{
    int begin = parser->offset;
    if (!parse_product(parser, 1))
        return false;
    if (parser->text[parser->offset] == ')')
        return refuse_unit(parser->error, parser->offset, 1, "')' without a '(' in the unit");
    for (int i = 0; i < 4; i++)
        if (parser->thirds[i] < -MOST_THIRDS || parser->thirds[i] > MOST_THIRDS)
            return refuse_unit(parser->error, begin, parser->offset - begin,
                               "the powers of the unit are too high");
    return true;
}

/* ---- a number with a unit */

/* Bytes of the decimal number at `at`, 0 where there is none. */
static int unit_number_length(const char *at)
{
    size_t n = *at == '-' || *at == '+' ? 1 : 0, digits = strspn(at + n, DIGITS);
    n += digits;
    if (at[n] == '.') {
        size_t behind = strspn(at + n + 1, DIGITS);
        digits += behind;
        n += 1 + behind;
    }
    if (digits == 0)
        return 0;
    size_t exponent = n + 1 + (at[n] && (at[n + 1] == '+' || at[n + 1] == '-'));
    bool has_power = (at[n] == 'e' || at[n] == 'E') && is_unit_digit(at[exponent]);
    return (int)(has_power ? exponent + strspn(at + exponent, DIGITS) : n);
}

/* A text cut to what fits into a message, without the blanks around it. */
static int shown(const char *text, const char **begin)
{
    *begin = text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]))
        length--;
    return length > 60 ? 60 : (int)length;
}

bool eg_quantity_looks_like(const char *text)
{
    text += strspn(text, BLANKS);
    int length = unit_number_length(text);
    const char *rest = text + length;
    rest += strspn(rest, BLANKS);
    return length > 0 &&
           (*rest == 0 || is_unit_letter(*rest) || *rest == '%' || (unsigned char)*rest >= 0x80);
}

/* Whether arithmetic follows a number: an operator, and an operand that is no unit. */
static bool is_arithmetic(const char *rest)
{
    if (!strchr("+-*/^", *rest))
        return false;
    rest += 1 + strspn(rest + 1, BLANKS);
    return *rest == '(' || *rest == '.' || (*rest >= '0' && *rest <= '9');
}

/* Number and unit; *has_unit tells whether there was one. */
static bool parse_quantity(const char *text, double *value, eg_dimension *dimension, bool *has_unit,
                           eg_unit_error *error)
{
    const char *begin;
    int length = shown(text, &begin);
    int number = unit_number_length(begin);
    int at = (int)(begin - text);
    if (number == 0)
        return refuse_unit(error, at, length, "expected a number with a unit, found '%.*s'", length, begin);
    double size;
    if (!eg_parse_real(begin, begin + number, &size))
        return refuse_unit(error, at, number, "the number '%.*s' is too large or too long",
                           number > 60 ? 60 : number, begin);
    eg_unit_parser parser = {
        .text = text, .offset = at + number, .numerator = 1, .denominator = 1, .error = error};
    skip_unit_blanks(&parser);
    int unit = parser.offset;
    *has_unit = text[unit] != 0;
    if (*has_unit && is_arithmetic(&text[unit]))
        return refuse_unit(error, unit, 1, "a value with a unit is no expression; write the result of '%.*s'",
                           length, begin);
    *dimension = EG_DIMENSION_NONE;
    double offset = 0;
    const char *unit_text;
    int unit_length = shown(text + unit, &unit_text);
    if (unit_length == (int)strlen(CELSIUS) && strncmp(unit_text, CELSIUS, strlen(CELSIUS)) == 0) {
        offset = CELSIUS_ZERO;
        *dimension = EG_DIMENSION_TEMPERATURE;
    } else if (*has_unit) {
        if (!parse_unit(&parser))
            return false;
        *dimension = (eg_dimension){(int8_t)parser.thirds[0], (int8_t)parser.thirds[1],
                                    (int8_t)parser.thirds[2], (int8_t)parser.thirds[3]};
    }
    double si = size * parser.numerator / parser.denominator + offset;
    if (!isfinite(si))
        return refuse_unit(error, at, length, "'%.*s' is too large", length, begin);
    *value = si;
    return true;
}

bool eg_quantity_parse_any(const char *text, double *value, eg_dimension *dimension, eg_unit_error *error)
{
    eg_unit_error found = {0};
    bool has_unit;
    bool good = parse_quantity(text, value, dimension, &has_unit, &found);
    if (!good && error)
        *error = found;
    return good;
}

/* "expected a length such as '0.5 m', found '0.5 s' (a time)" */
static bool refuse_dimension(const char *text, eg_dimension expected, const eg_dimension *found,
                             eg_unit_error *error)
{
    char want[64], have[64], unit[64];
    eg_dimension_describe(expected, want);
    if (found && eg_dimension_equal(expected, EG_DIMENSION_NONE))
        snprintf(want, sizeof want, "a number without a unit");
    eg_dimension_unit(expected, unit);
    const char *begin;
    int length = shown(text, &begin);
    char example[96] = "";
    if (unit[0])
        snprintf(example, sizeof example, " such as '0.5 %s'", unit);
    if (found)
        eg_dimension_describe(*found, have);
    return refuse_unit(error, (int)(begin - text), length, "expected %s%s, found '%.*s'%s%s%s", want, example,
                       length, begin, found ? " (" : "", found ? have : "", found ? ")" : "");
}

bool eg_quantity_parse(const char *text, eg_dimension expected, double *value, eg_unit_error *error)
{
    eg_unit_error found = {0};
    eg_dimension dimension;
    double size = 0;
    bool has_unit = false, good;
    if (unit_number_length(text + strspn(text, BLANKS)) == 0)
        good = refuse_dimension(text, expected, NULL, &found);
    else
        good = parse_quantity(text, &size, &dimension, &has_unit, &found);
    if (good && has_unit && !eg_dimension_equal(dimension, expected))
        good = refuse_dimension(text, expected, &dimension, &found);
    if (good)
        *value = size;
    else if (error)
        *error = found;
    return good;
}
