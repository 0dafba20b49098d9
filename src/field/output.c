/* Outputs by name, and names of their columns in tables. */
#include "field/output.h"

#include <stdio.h>
#include <string.h>

const char *eg_output_words(const eg_output *output)
{
    return output->words ? output->words : output->name;
}

int eg_output_find(const eg_output *table, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0)
            return i;
    return -1;
}

const char *eg_output_unit_column(const char *unit, char room[EG_UNIT_COLUMN])
{
    bool none = strcmp(unit, "1") == 0 || !unit[0];
    int at = snprintf(room, EG_UNIT_COLUMN, none ? "" : "_");
    for (const char *c = unit; *c && !none; c++)
        at += snprintf(&room[at], (size_t)(EG_UNIT_COLUMN - at), "%.*s", *c == '/' ? 5 : *c != '^',
                       *c == '/'   ? "_per_"
                       : *c == ' ' ? "_"
                                   : c);
    assert(at < EG_UNIT_COLUMN);
    return room;
}

const char *eg_output_component(const eg_output *output, int dimension, int component)
{
    static const char *const vector[] = {"x", "y", "z"}, *const tensor[] = {"xx", "yy", "xy"},
                             *const space[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    if (output->components > 3)
        return space[component];
    return output->components > dimension ? tensor[component] : vector[component];
}

void eg_output_column(const eg_output *output, int dimension, int component, eg_text *text)
{
    char unit[EG_UNIT_COLUMN];
    eg_text_add(text, "%s", output->name);
    if (output->components > 1)
        eg_text_add(text, "_%s", eg_output_component(output, dimension, component));
    eg_text_add(text, "%s", eg_output_unit_column(output->unit, unit));
}
