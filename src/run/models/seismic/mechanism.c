/* What a source does at its place: forces and moments of the case, and of tables. */
#include "run/models/seismic/kind.h"
#include "run/models/seismic/sources.h"

#include "physics/moment.h"

#include <stdio.h>
#include <string.h>

static const double DEGREE = 3.14159265358979323846 / 180;

static const struct {
    const char *key;
    eg_linear_source_kind kind;
} keys[] = {{"rate", EG_LINEAR_SOURCE_STATE},
            {"force", EG_LINEAR_SOURCE_FORCE},
            {"moment", EG_LINEAR_SOURCE_MOMENT},
            {"explosion", EG_LINEAR_SOURCE_EXPLOSION}};

/* Components of six that a system has, in its own order: all in space, those in the plane, or those of SH
 * waves. */
static const int *components_of(const eg_linear *system)
{
    static const int space[] = {EG_MOMENT_XX, EG_MOMENT_YY, EG_MOMENT_ZZ,
                                EG_MOMENT_XY, EG_MOMENT_YZ, EG_MOMENT_XZ},
                     plane[] = {EG_MOMENT_XX, EG_MOMENT_YY, EG_MOMENT_XY},
                     across[] = {EG_MOMENT_XZ, EG_MOMENT_YZ};
    return system->source.moments == 6 ? space : system->source.moments == 3 ? plane : across;
}

/* ---- double couples */

typedef struct couple {
    double strike, dip, rake, x_azimuth; /* rad */
    double moment;
    bool downwards;
} couple;

/* False where nothing of it acts in the system. */
static bool take_couple(const eg_linear *system, const couple *c, eg_waves_source *source)
{
    const int *component = components_of(system);
    double axes[3][3], geographic[EG_MOMENTS], moment[EG_MOMENTS], kept[EG_MOMENTS] = {0};
    eg_moment_double_couple(c->strike, c->dip, c->rake, c->moment, geographic);
    eg_moment_axes(system->dimensions, c->x_azimuth, c->downwards, axes);
    eg_moment_turn((const double(*)[3])axes, geographic, moment);
    double whole = eg_moment_size(moment);
    source->kind = EG_LINEAR_SOURCE_MOMENT;
    for (int k = 0; k < system->source.moments; k++) {
        source->strength[k] = kept[component[k]] = moment[component[k]];
        moment[component[k]] = 0;
    }
    source->left_out = eg_moment_size(moment) / whole;
    return eg_moment_size(kept) >= 1e-9 * whole;
}

static bool is_dip(double dip)
{
    return dip >= 0 && dip <= 90 * DEGREE * (1 + 1e-14);
}

#define WRONG_DIP                                                                                            \
    "the dip of %.9g degrees is not between 0 and 90: a plane that dips to the other side has its strike "   \
    "turned by 180 degrees"
#define NOTHING_LEFT "this double couple has no part that acts in model %s: all of it is %s the plane"

static const char *where_lost(const eg_linear *system)
{
    return system->source.moments == 3 ? "across" : "in";
}

static eg_status read_couple(const eg_setup *setup, const eg_node *node, eg_waves_source *source)
{
    const eg_linear *system = setup->kind->waves->system;
    const eg_node *dip = eg_node_child(node, "dip"), *magnitude = eg_node_child(node, "magnitude");
    const couple c = {.strike = eg_node_real(eg_node_child(node, "strike")),
                      .dip = eg_node_real(dip),
                      .rake = eg_node_real(eg_node_child(node, "rake")),
                      .x_azimuth = eg_node_real(eg_node_child(node, "x_azimuth")),
                      .moment = magnitude ? eg_moment_of_magnitude(eg_node_real(magnitude))
                                          : eg_node_real(eg_node_child(node, "moment")),
                      .downwards = eg_node_is(eg_node_child(node, "vertical"), "down")};
    if (!is_dip(c.dip))
        return eg_case_fail(setup->loaded, dip, EG_CASE, WRONG_DIP, c.dip / DEGREE);
    if (!take_couple(system, &c, source))
        return eg_case_fail(setup->loaded, node, EG_CASE, NOTHING_LEFT, system->name, where_lost(system));
    return EG_OK;
}

eg_status eg_waves_read_mechanism(const eg_setup *setup, const eg_node *node, eg_waves_source *source)
{
    const eg_node *given, *double_couple = eg_node_child(node, "double_couple");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!(given = eg_node_child(node, keys[i].key)))
            continue;
        source->kind = keys[i].kind;
        if (!eg_node_is_list(given))
            source->strength[0] = eg_node_real(given);
        else
            for (int64_t k = 0; k < eg_min_i64(eg_node_count(given), EG_LINEAR_VARIABLES); k++)
                source->strength[k] = eg_node_real(eg_node_item(given, k));
    }
    return double_couple ? read_couple(setup, double_couple, source) : EG_OK;
}

/* ---- tables */

enum { NAME_ROOM = 16, STRENGTHS_MOST = EG_LINEAR_VARIABLES };

/* The columns of one kind of source: "force_x", "moment_xy", "explosion", "rate". Returns how many. */
static int columns_of(const eg_linear *system, eg_linear_source_kind kind,
                      char columns[STRENGTHS_MOST][NAME_ROOM])
{
    static const char *const component[EG_MOMENTS] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    int count = eg_linear_source_strengths(system, kind);
    if (kind == EG_LINEAR_SOURCE_STATE && !system->conservative)
        return 0; /* no key of the case has it */
    for (int k = 0; k < count; k++) {
        if (kind == EG_LINEAR_SOURCE_FORCE)
            snprintf(columns[k], NAME_ROOM, "force_%c", count == 1 ? 'z' : "xyz"[k]);
        else if (kind == EG_LINEAR_SOURCE_MOMENT)
            snprintf(columns[k], NAME_ROOM, "moment_%s", component[components_of(system)[k]]);
        else
            snprintf(columns[k], NAME_ROOM, "%s", kind == EG_LINEAR_SOURCE_EXPLOSION ? "explosion" : "rate");
    }
    return count;
}

void eg_waves_source_columns(const eg_setup *setup, char text[EG_SOURCE_COLUMNS_ROOM])
{
    const eg_linear *system = setup->kind->waves->system;
    char columns[STRENGTHS_MOST][NAME_ROOM];
    size_t room = EG_SOURCE_COLUMNS_ROOM;
    int length = snprintf(text, room, "name x y%s spread function frequency sigma rise delay series onset",
                          system->dimensions == 3 ? " z" : "");
    for (int kind = 0; kind < EG_LINEAR_SOURCES; kind++) {
        int count = columns_of(system, (eg_linear_source_kind)kind, columns);
        for (int k = 0; k < count; k++)
            length += snprintf(text + length, room - (size_t)length, " %s", columns[k]);
    }
    if (system->source.moments > 0)
        snprintf(text + length, room - (size_t)length, " strike dip rake moment%s x_azimuth vertical",
                 system->dimensions == 3 ? " magnitude" : "");
}

static bool has_column(const eg_waves_source *source, const char *column)
{
    return eg_records_text(source->place.table, source->place.row, column)[0] != 0;
}

/* A scalar moment, or in space a magnitude. */
static eg_status read_moment(const eg_waves_source *source, double *moment)
{
    const eg_records *table = source->place.table;
    int64_t row = source->place.row;
    double magnitude;
    if (!has_column(source, "magnitude")) {
        EG_TRY(eg_records_real(table, row, "moment", EG_DIMENSION_NONE, moment));
    } else {
        if (has_column(source, "moment"))
            return eg_records_fail(table, row, "magnitude", "the row has a moment, too");
        EG_TRY(eg_records_real(table, row, "magnitude", EG_DIMENSION_NONE, &magnitude));
        *moment = eg_moment_of_magnitude(magnitude);
    }
    return *moment > 0 ? EG_OK : eg_records_fail(table, row, "moment", "must be above 0");
}

static eg_status read_row_couple(const eg_setup *setup, eg_waves_source *source)
{
    const eg_linear *system = setup->kind->waves->system;
    const eg_records *table = source->place.table;
    int64_t row = source->place.row;
    const char *vertical = eg_records_text(table, row, "vertical");
    couple c = {.x_azimuth = 90 * DEGREE, .downwards = strcmp(vertical, "down") == 0};
    if (vertical[0] && !c.downwards && strcmp(vertical, "up") != 0)
        return eg_records_fail(table, row, "vertical", "must be up or down");
    EG_TRY(eg_records_angle(table, row, "strike", &c.strike));
    EG_TRY(eg_records_angle(table, row, "dip", &c.dip));
    EG_TRY(eg_records_angle(table, row, "rake", &c.rake));
    if (system->dimensions == 2 || has_column(source, "x_azimuth"))
        EG_TRY(eg_records_angle(table, row, "x_azimuth", &c.x_azimuth));
    EG_TRY(read_moment(source, &c.moment));
    if (!is_dip(c.dip))
        return eg_records_fail(table, row, "dip", WRONG_DIP, c.dip / DEGREE);
    if (!take_couple(system, &c, source))
        return eg_records_fail(table, row, "strike", NOTHING_LEFT, system->name, where_lost(system));
    return EG_OK;
}

eg_status eg_waves_read_row_mechanism(const eg_setup *setup, eg_waves_source *source)
{
    const eg_linear *system = setup->kind->waves->system;
    const eg_records *table = source->place.table;
    bool is_couple = has_column(source, "strike") || has_column(source, "dip") || has_column(source, "rake");
    char columns[STRENGTHS_MOST][NAME_ROOM];
    int found = is_couple;
    for (int kind = 0; kind < EG_LINEAR_SOURCES; kind++) {
        int count = columns_of(system, (eg_linear_source_kind)kind, columns);
        bool given = false;
        for (int k = 0; k < count; k++)
            given = given || has_column(source, columns[k]);
        if (given)
            source->kind = (eg_linear_source_kind)kind;
        found += given;
    }
    if (found != 1)
        return eg_fail(setup->context, EG_INPUT,
                       "%s:%lld: the row has %s; a source of model %s needs the columns of exactly "
                       "one strength",
                       table->path, (long long)table->line[source->place.row],
                       found == 0 ? "no strength" : "several strengths", system->name);
    if (is_couple)
        return read_row_couple(setup, source);
    int count = columns_of(system, source->kind, columns);
    for (int k = 0; k < count; k++)
        EG_TRY(
            eg_records_real(table, source->place.row, columns[k], EG_DIMENSION_NONE, &source->strength[k]));
    return EG_OK;
}
