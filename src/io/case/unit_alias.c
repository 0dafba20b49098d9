/* Words that people write for units, and the symbols of the table that they mean. */
#include "io/case/units.h"

#include <string.h>
#include <strings.h>

const char *eg_unit_alias(const char *word)
{
    static const char *const aliases[][2] = {
        {"sec", "s"},        {"secs", "s"},      {"second", "s"},    {"seconds", "s"},
        {"mins", "min"},     {"minute", "min"},  {"minutes", "min"}, {"hr", "h"},
        {"hrs", "h"},        {"hours", "h"},     {"metre", "m"},     {"metres", "m"},
        {"meter", "m"},      {"meters", "m"},    {"mtr", "m"},       {"feet", "ft"},
        {"foot", "ft"},      {"kmh", "km/h"},    {"kph", "km/h"},    {"mps", "m/s"},
        {"cumec", "m3/s"},   {"cumecs", "m3/s"}, {"cms", "m3/s"},    {"cfs", "ft3/s"},
        {"knots", "kn"},     {"hectare", "ha"},  {"pascal", "Pa"},   {"kelvin", "K"},
        {"celsius", "degC"}, {"c", "degC"},      {"liter", "l"},     {"litre", "l"},
        {"watt", "W"},       {"joule", "J"},     {"newton", "N"}};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcasecmp(word, aliases[i][0]) == 0)
            return aliases[i][1];
    return NULL;
}
