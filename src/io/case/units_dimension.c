/* Dimensions in words: what messages and reference pages call them. */
#include "io/case/units.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What has a name of its own. */
static const struct {
    eg_dimension dimension;
    const char *name, *unit;
} NAMED[] = {
    {{0, 0, 0, 0}, "a number", ""},
    {{3, 0, 0, 0}, "a length", "m"},
    {{6, 0, 0, 0}, "an area", "m2"},
    {{9, 0, 0, 0}, "a volume", "m3"},
    {{0, 3, 0, 0}, "a time", "s"},
    {{0, -3, 0, 0}, "a frequency", "1/s"},
    {{3, -3, 0, 0}, "a velocity", "m/s"},
    {{3, -6, 0, 0}, "an acceleration", "m/s2"},
    {{9, -3, 0, 0}, "a discharge", "m3/s"},
    {{6, -3, 0, 0}, "a discharge for each metre of width", "m2/s"},
    {{-1, 3, 0, 0}, "a Manning coefficient", "s/m^(1/3)"},
    {{0, 0, 3, 0}, "a mass", "kg"},
    {{-9, 0, 3, 0}, "a density", "kg/m3"},
    {{3, -6, 3, 0}, "a force, or a moment for each metre", "N"},
    {{0, -6, 3, 0}, "a force for each metre", "N/m"},
    {{-3, -6, 3, 0}, "a pressure", "Pa"},
    {{6, -6, 3, 0}, "an energy or a moment", "N m"},
    {{6, -9, 3, 0}, "a power", "W"},
    {{0, 0, 0, 3}, "a temperature", "K"},
    {{-3, 0, 0, 3}, "a temperature gradient", "K/m"},
    {{3, -9, 3, -3}, "a thermal conductivity", "W/(m K)"},
    {{6, -6, 0, -3}, "a specific heat capacity", "J/(kg K)"},
    {{-3, -6, 3, -3}, "a volumetric heat capacity", "J/(m3 K)"},
    {{-3, -9, 3, 0}, "a heat input for each volume", "W/m3"},
    {{0, -9, 3, 0}, "a heat flux", "W/m2"},
    {{0, -9, 3, -3}, "a heat transfer coefficient", "W/(m2 K)"},
    {{-3, -3, 3, 0}, "a dynamic viscosity", "Pa s"},
};

enum { NAMED_COUNT = sizeof NAMED / sizeof *NAMED, ROOM = 64 };

bool eg_dimension_equal(eg_dimension a, eg_dimension b)
{
    return a.length == b.length && a.time == b.time && a.mass == b.mass && a.temperature == b.temperature;
}

static int find_named(eg_dimension dimension)
{
    for (int i = 0; i < NAMED_COUNT; i++)
        if (eg_dimension_equal(NAMED[i].dimension, dimension))
            return i;
    return -1;
}

/* "kg m^2 s^-3 K^(-1/3)" */
static void format_product(eg_dimension dimension, char *buffer)
{
    const char *const symbols[4] = {"kg", "m", "s", "K"};
    const int thirds[4] = {dimension.mass, dimension.length, dimension.time, dimension.temperature};
    int length = 0;
    buffer[0] = 0;
    for (int i = 0; i < 4; i++) {
        if (thirds[i] == 0)
            continue;
        char power[16] = "";
        if (thirds[i] % 3 != 0)
            snprintf(power, sizeof power, "^(%d/3)", thirds[i]);
        else if (thirds[i] != 3)
            snprintf(power, sizeof power, "^%d", thirds[i] / 3);
        length += snprintf(buffer + length, (size_t)(ROOM - length), "%s%s%s", length > 0 ? " " : "",
                           symbols[i], power);
    }
}

void eg_dimension_describe(eg_dimension dimension, char *buffer)
{
    int named = find_named(dimension);
    char product[ROOM];
    if (named >= 0) {
        snprintf(buffer, ROOM, "%s", NAMED[named].name);
    } else {
        format_product(dimension, product);
        snprintf(buffer, ROOM, "a quantity in %.48s", product);
    }
}

void eg_dimension_unit(eg_dimension dimension, char *buffer)
{
    int named = find_named(dimension);
    if (named >= 0)
        snprintf(buffer, ROOM, "%s", NAMED[named].unit);
    else
        format_product(dimension, buffer);
}

/* Words that people write for units, and the symbols of the table that they mean. */
const char *eg_unit_alias(const char *word)
{
    static const char *const aliases[][2] = {
        {"sec", "s"},      {"secs", "s"},      {"second", "s"}, {"seconds", "s"},    {"mins", "min"},
        {"minute", "min"}, {"minutes", "min"}, {"hr", "h"},     {"hrs", "h"},        {"hours", "h"},
        {"metre", "m"},    {"metres", "m"},    {"meter", "m"},  {"meters", "m"},     {"mtr", "m"},
        {"feet", "ft"},    {"foot", "ft"},     {"kmh", "km/h"}, {"kph", "km/h"},     {"mps", "m/s"},
        {"cumec", "m3/s"}, {"cumecs", "m3/s"}, {"cms", "m3/s"}, {"cfs", "ft3/s"},    {"knots", "kn"},
        {"hectare", "ha"}, {"pascal", "Pa"},   {"kelvin", "K"}, {"celsius", "degC"}, {"c", "degC"},
        {"liter", "l"},    {"litre", "l"},     {"watt", "W"},   {"joule", "J"},      {"newton", "N"}};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcasecmp(word, aliases[i][0]) == 0)
            return aliases[i][1];
    return NULL;
}
