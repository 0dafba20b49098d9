/* units: values with a unit ("0.5 m", "2 h", "0.03 s/m^(1/3)"), converted to SI and checked by dimension.
 *
 * A unit is a product of symbols with optional powers: "m/s", "m3/s", "m^3/s", "kg m^-3", "s/m^(1/3)", "1/s",
 * "W/(m2 K)". A '/' divides by the one factor after it, and after it only further
 * '/' may follow: "W/m2 K" is refused as ambiguous. A number alone is taken to be in SI units.
 * Symbols: those of eg_unit_names(); "degC", with its offset, stands alone. */
#ifndef EG_IO_UNITS_H
#define EG_IO_UNITS_H

#include "base/base.h"

/* Exponents of m, s, kg and K, in thirds: m/s is {3, -3, 0, 0}, s/m^(1/3) is {-1, 3, 0, 0}. */
typedef struct eg_dimension {
    int8_t length, time, mass, temperature;
} eg_dimension;

#define EG_DIMENSION_NONE ((eg_dimension){0, 0, 0, 0}) /* numbers and angles (radians) */
#define EG_DIMENSION_LENGTH ((eg_dimension){3, 0, 0, 0})
#define EG_DIMENSION_TIME ((eg_dimension){0, 3, 0, 0})
#define EG_DIMENSION_FREQUENCY ((eg_dimension){0, -3, 0, 0})
#define EG_DIMENSION_VELOCITY ((eg_dimension){3, -3, 0, 0})
#define EG_DIMENSION_ACCELERATION ((eg_dimension){3, -6, 0, 0})
#define EG_DIMENSION_DISCHARGE ((eg_dimension){9, -3, 0, 0})
#define EG_DIMENSION_UNIT_DISCHARGE ((eg_dimension){6, -3, 0, 0}) /* m2/s, also diffusivity */
#define EG_DIMENSION_MANNING ((eg_dimension){-1, 3, 0, 0})
#define EG_DIMENSION_DENSITY ((eg_dimension){-9, 0, 3, 0})
#define EG_DIMENSION_FORCE ((eg_dimension){3, -6, 3, 0}) /* also a moment for each metre */
#define EG_DIMENSION_FORCE_PER_LENGTH ((eg_dimension){0, -6, 3, 0})
#define EG_DIMENSION_MOMENT ((eg_dimension){6, -6, 3, 0})
#define EG_DIMENSION_PRESSURE ((eg_dimension){-3, -6, 3, 0})
#define EG_DIMENSION_TEMPERATURE ((eg_dimension){0, 0, 0, 3})

/* What is wrong with a text and where: bytes [offset, offset + length) of it. */
typedef struct eg_unit_error {
    int offset, length;
    char message[256]; /* "expected a length such as '0.5 m', found '0.5 s' (a time)" */
} eg_unit_error;

/* Reads "NUMBER" or "NUMBER UNIT" (blanks around and between are free) and stores the value in SI.
 * False, with *error filled (may be NULL) and *value left, where the text is no such thing, the
 * number is not finite in SI, or the dimension is another one. */
bool eg_quantity_parse(const char *text, eg_dimension expected, double *value, eg_unit_error *error);

/* The same for a text of which the dimension is not known beforehand; a number alone has none. */
bool eg_quantity_parse_any(const char *text, double *value, eg_dimension *dimension, eg_unit_error *error);

/* Whether the text is a number, alone or with something after it that starts like a unit: what
 * tells "0.5 m" from a name or an expression. */
bool eg_quantity_looks_like(const char *text);

bool eg_dimension_equal(eg_dimension a, eg_dimension b);

/* "a length", "a velocity", "a thermal conductivity", ... or "a quantity in m2 s^-1"; at least 64 bytes of
 * room. */
void eg_dimension_describe(eg_dimension dimension, char *buffer);

/* The SI unit: "m", "m/s", "s/m^(1/3)", "kg/m3"; "" for a number. At least 64 bytes of room. */
void eg_dimension_unit(eg_dimension dimension, char *buffer);

/* The unit that a word such as "hrs" or "cumecs" means; NULL where it is none of these. Static. */
const char *eg_unit_alias(const char *word);

/* The symbols that are known, NULL at the end, for reference pages. */
const char *const *eg_unit_names(void);

#endif
