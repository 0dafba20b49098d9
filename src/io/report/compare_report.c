/* What `eagre compare` prints. */
#include "io/report/compare.h"

#include <math.h>

/* "(x, y) m", or of hexahedra "(x, y, z) m". */
static void add_coordinates(const eg_compare_result *result, const double place[3], eg_text *text)
{
    for (int i = 0; i < result->dimension; i++)
        eg_text_add(text, "%s%s", i ? ", " : "(", eg_real_show(place[i]).text);
    eg_text_add(text, ") m\n");
}

static void add_first(const eg_compare_result *result, eg_text *text)
{
    eg_text_add(text, "  variable  %s", result->variable);
    if (result->component)
        eg_text_add(text, ", component %d", result->component);
    eg_text_add(text, "\n  cell      %lld, centroid ", (long long)result->cell);
    add_coordinates(result, result->centroid, text);
    if (result->node >= 0) {
        eg_text_add(text, "  node      %d of that cell, at ", result->node);
        add_coordinates(result, result->place, text);
    }
    for (int s = 0; s < 2; s++)
        eg_text_add(text, "  %c         %s = %a  (%s)\n", "AB"[s], eg_real_show(result->value[s]).text,
                    result->value[s], result->path[s]);
    if (result->ulps == UINT64_MAX)
        eg_text_add(text, "  apart     one of them is not a number\n");
    else
        eg_text_add(text, "  apart     %llu ulp%s\n", (unsigned long long)result->ulps,
                    result->ulps == 1 ? "" : "s");
}

void eg_compare_report(const eg_compare_result *result, eg_text *text)
{
    eg_text_add(text, "%s\n", result->sentence);
    if (result->found)
        add_first(result, text);
    if (result->equal)
        return;
    for (int v = 0; v < result->variable_count; v++) {
        const eg_compare_variable *variable = &result->variables[v];
        eg_text_add(text, "  %-12s %lld values differ, by at most %s%s%s\n", variable->name,
                    (long long)variable->differing,
                    isnan(variable->max_difference) ? "nan" : eg_real_show(variable->max_difference).text,
                    variable->unit[0] ? " " : "", variable->unit);
    }
}
