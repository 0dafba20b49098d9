/* Tides from their constituents: an expression of t. */
#include "run/models/shallow_water/internal.h"

#include <string.h>

/* Known constituents and their speeds, degrees an hour: P. Schureman, Manual of harmonic analysis and
 * prediction of tides, U.S. Coast and Geodetic Survey, Special Publication 98, 1958, table 2. */
static const struct {
    const char *name;
    double speed;
} known[] = {{"M2", 28.9841042},  {"S2", 30},          {"N2", 28.4397295},  {"K2", 30.0821373},
             {"2N2", 27.8953548}, {"MU2", 27.9682084}, {"NU2", 28.5125831}, {"L2", 29.5284789},
             {"T2", 29.9589333},  {"K1", 15.0410686},  {"O1", 13.9430356},  {"P1", 14.9589314},
             {"Q1", 13.3986609},  {"J1", 15.5854433},  {"OO1", 16.1391017}, {"M3", 43.4761563},
             {"M4", 57.9682084},  {"MS4", 58.9841042}, {"MN4", 57.4238337}, {"S4", 60},
             {"M6", 86.9523127},  {"S6", 90},          {"M8", 115.9364166}, {"MF", 1.0980331},
             {"MM", 0.5443747},   {"SSA", 0.0821373},  {"SA", 0.0410686}};
enum { KNOWN = sizeof known / sizeof *known };

/* 360 degrees of an hour, s. */
static const double HOUR = 3600, CIRCLE = 360;

/* Most that an expression has room for. */
enum { MOST_CONSTITUENTS = 40 };

static eg_status find_period(const eg_sw_model *model, const eg_node *list, int64_t i, double *period)
{
    const eg_node *item = eg_node_item(list, i), *given = eg_node_child(item, "period");
    const char *name = eg_node_key(list, i), *names[KNOWN];
    *period = 0;
    for (int k = 0; k < KNOWN; k++)
        if (strcmp(known[k].name, name) == 0)
            *period = CIRCLE * HOUR / known[k].speed;
    if (given && *period > 0)
        return eg_case_fail(
            model->setup.loaded, given, EG_CASE,
            "%s: the period of %s is known, %.9g h; leave the key out, or choose another name",
            eg_node_name(given), name, *period / HOUR);
    if (given)
        *period = eg_node_real(given);
    if (*period > 0)
        return EG_OK;
    for (int k = 0; k < KNOWN; k++)
        names[k] = known[k].name;
    const char *near = eg_suggest(name, names, KNOWN);
    return eg_case_fail_key(model->setup.loaded, item, EG_CASE,
                            "%s is no constituent whose period is known%s%s%s; give its period", name,
                            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static eg_status add_constituent(const eg_sw_model *model, const eg_node *list, int64_t i, eg_text *text)
{
    const eg_node *item = eg_node_item(list, i);
    double period;
    EG_TRY(find_period(model, list, i, &period));
    eg_text_add(text, " + %.17g * cos(2 * pi * t / %.17g - (%.17g))",
                eg_node_real(eg_node_child(item, "amplitude")), period,
                eg_node_real(eg_node_child(item, "phase")));
    return text->status;
}

eg_status eg_sw_read_tide(const eg_sw_model *model, const eg_node *map, eg_sw_series *series,
                          eg_fv_series *given)
{
    static const char *const variables[] = {"t"};
    const eg_node *list = eg_node_child(map, "constituents");
    EG_TEXT(text, model->setup.context);
    *given = (eg_fv_series){0};
    if (eg_node_count(list) > MOST_CONSTITUENTS)
        return eg_case_fail(model->setup.loaded, list, EG_CASE, "%s: a tide has at most %d constituents",
                            eg_node_name(list), (int)MOST_CONSTITUENTS);
    eg_text_add(&text, "%.17g", eg_node_real(eg_node_child(map, "mean")));
    for (int64_t i = 0; i < eg_node_count(list); i++)
        EG_TRY(add_constituent(model, list, i, &text));
    return eg_expression_parse(model->setup.context, eg_text_string(&text), variables, 1, NULL,
                               &series->tide);
}
