/* exceedance.vtkhdf: for each level the fraction of members, by weight, whose largest value of a cell is above
 * it. Members that are not done count nowhere. */
#include "base/scope.h"
#include "mesh/plane/plane.h"
#include "tools/ensemble/ensemble.h"

#include <stdio.h>
#include <string.h>

#define MAPS_NAME "exceedance"

/* ---- levels */

/* "0.5" as a part of a field's name, which has letters, digits and _ alone. */
static void name_level(const char *variable, double value, eg_text *name)
{
    const eg_shown shown = eg_real_show(value);
    eg_text_add(name, "%s_above_", variable);
    for (const char *p = shown.text; *p; p++)
        eg_text_add(name, *p == '-' ? "minus_" : *p == '.' ? "_" : *p == '+' ? "" : "%c", *p);
}

/* Levels of a variable while they are read. */
typedef struct level_list {
    eg_ensemble *ensemble;
    const char *exceed, *variable;
} level_list;

static eg_status take_level(void *user, const char *part, int64_t length)
{
    const level_list *list = user;
    eg_ensemble *ensemble = list->ensemble;
    ensemble_level level = {0};
    if (!eg_parse_real(part, part + length, &level.value))
        return eg_fail(ensemble->context, EG_USAGE,
                       "--exceed %s: expected numbers separated by commas, found '%.*s'", list->exceed,
                       (int)eg_min_i64(length, 40), part);
    EG_TRY(eg_reserve(ensemble->context, ensemble->levels + 1, &ensemble->level_room, sizeof *ensemble->level,
                      &ensemble->level));
    EG_TRY(eg_strdup(ensemble->context, list->variable, &level.variable));
    ensemble->level[ensemble->levels++] = level;
    return EG_OK;
}

eg_status ensemble_read_levels(eg_ensemble *ensemble, const char *exceed)
{
    const char *equals = strchr(exceed, '=');
    EG_TEXT(variable, ensemble->context);
    if (!equals || equals == exceed)
        return eg_fail(ensemble->context, EG_USAGE, "--exceed takes VARIABLE=A,B,..., not '%s'", exceed);
    eg_text_add_bytes(&variable, exceed, equals - exceed);
    EG_TRY(variable.status);
    return ensemble_split(equals + 1, take_level, &(level_list){ensemble, exceed, variable.data});
}

static eg_status no_such_variable(const eg_ensemble *ensemble, const char *variable, const eg_node *variables)
{
    EG_TEXT(list, ensemble->context);
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        eg_text_add(&list, "%s%s", i ? ", " : "", eg_node_text(eg_node_item(variables, i)));
    EG_TRY(list.status);
    return eg_fail(
        ensemble->context, EG_USAGE,
        "--exceed %s: of its largest values the case writes %s; output.maxima.variables selects them",
        variable, list.data);
}

/* The full name of a level's variable, and the name of its field. */
static eg_status complete_level(eg_ensemble *ensemble, ensemble_level *level, const eg_node *variables)
{
    eg_context *context = ensemble->context;
    EG_TEXT(full, context);
    EG_TEXT(field, context);
    eg_text_add(&full, "%s%s", eg_node_has(variables, level->variable) ? "" : "max_", level->variable);
    EG_TRY(full.status);
    if (!eg_node_has(variables, full.data))
        return no_such_variable(ensemble, level->variable, variables);
    name_level(full.data, level->value, &field);
    EG_TRY(field.status);
    if (field.length >= EG_FIELD_NAME)
        return eg_fail(context, EG_USAGE, "--exceed %s: the level %s has too many digits for a field's name",
                       level->variable, eg_real_show(level->value).text);
    level->field = (eg_snapshot_field){.unit = "1", .components = 1};
    snprintf(level->field.name, sizeof level->field.name, "%s", field.data);
    eg_free(context, &level->variable);
    return eg_strdup(context, full.data, &level->variable);
}

eg_status ensemble_check_levels(eg_ensemble *ensemble, const eg_case *loaded)
{
    const eg_node *variables = eg_case_find(loaded, "output.maxima.variables");
    if (!variables)
        return eg_fail(ensemble->context, EG_USAGE,
                       "--exceed needs the largest values of each member; the case gets them by "
                       "output.maxima, such as --set 'output.maxima={}'");
    if (ensemble->levels > EG_SNAPSHOT_FIELDS)
        return eg_fail(ensemble->context, EG_USAGE, "--exceed has %d levels; a file holds %d",
                       ensemble->levels, EG_SNAPSHOT_FIELDS);
    for (int l = 0; l < ensemble->levels; l++)
        EG_TRY(complete_level(ensemble, &ensemble->level[l], variables));
    for (int l = 0; l < ensemble->levels; l++)
        for (int other = 0; other < l; other++)
            if (strcmp(ensemble->level[l].field.name, ensemble->level[other].field.name) == 0)
                return eg_fail(ensemble->context, EG_USAGE, "--exceed has the level %s of %s twice",
                               eg_real_show(ensemble->level[l].value).text, ensemble->level[l].variable);
    return EG_OK;
}

/* ---- maps */

typedef struct maps {
    eg_ensemble *ensemble;
    eg_scope *scope;
    eg_snapshot_geometry *geometry; /* of the first member that is done */
    int64_t first, members;
    int64_t other;    /* a member with other cells; -1: none */
    double weight;    /* of members so far */
    char *projection; /* of the first member's rasters, WKT; NULL: none */
    double **above;   /* [levels][cells] weight of those above */
} maps;

static bool same_cells(const eg_snapshot_geometry *a, const eg_snapshot_geometry *b)
{
    return a->nodes == b->nodes && a->cells == b->cells && a->first[a->cells] == b->first[b->cells] &&
           memcmp(a->x, b->x, (size_t)a->nodes * sizeof *a->x) == 0 &&
           memcmp(a->first, b->first, (size_t)(a->cells + 1) * sizeof *a->first) == 0 &&
           memcmp(a->vertex, b->vertex, (size_t)a->first[a->cells] * sizeof *a->vertex) == 0;
}

/* The first member says which cells there are; others may have others. */
static eg_status take_geometry(maps *m, int64_t i, const eg_snapshot *maxima)
{
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *geometry = NULL;
    EG_TRY(eg_snapshot_read_geometry(maxima, &geometry));
    if (!m->geometry) {
        m->first = i;
        EG_TRY(eg_scope_alloc(m->scope, m->ensemble->levels, sizeof *m->above, &m->above));
        for (int l = 0; l < m->ensemble->levels; l++)
            EG_TRY(eg_scope_alloc(m->scope, geometry->cells, sizeof **m->above, &m->above[l]));
        return eg_hand_over(&geometry, &m->geometry);
    }
    if (!same_cells(m->geometry, geometry))
        m->other = i;
    return EG_OK;
}

/* Members with different cells: from rasters, where there are some. */
static eg_status map_pixels(const maps *m, eg_text *report)
{
    eg_context *context = m->ensemble->context;
    const char *ending;
    EG_TEXT(names, context);
    EG_TRY(ensemble_find_rasters(m->ensemble, m->first, &ending));
    if (ending)
        return ensemble_write_rasters(m->ensemble, ending, report);
    eg_text_add(&names, "'");
    ensemble_name(m->ensemble, m->first, &names);
    eg_text_add(&names, "' and '");
    ensemble_name(m->ensemble, m->other, &names);
    EG_TRY(names.status);
    return eg_fail(context, EG_MESH,
                   "%s: the members %s' have different cells, so there is no map cell by cell; "
                   "output.maxima.rasters gives maps pixel by pixel. members.csv is written",
                   m->ensemble->folder, names.data);
}

static eg_status add_level(maps *m, int l, int64_t i, const eg_snapshot *maxima)
{
    const ensemble_level *level = &m->ensemble->level[l];
    EG_SCRATCH double *values = NULL;
    int field = eg_snapshot_field_index(maxima, level->variable);
    if (field < 0)
        return eg_fail(m->ensemble->context, EG_USAGE,
                       "%s: has no %s; output.maxima.variables has to name it", maxima->path,
                       level->variable);
    EG_TRY(eg_snapshot_read_field(maxima, field, &values));
    for (int64_t c = 0; c < m->geometry->cells; c++)
        if (values[c] > level->value) /* not where it is NaN: it never was */
            m->above[l][c] += m->ensemble->weight[i];
    return EG_OK;
}

static eg_status add_member(maps *m, int64_t i)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *maxima = NULL;
    EG_TRY(ensemble_open_summary(m->ensemble, i, &summary));
    if (!summary || ensemble_exit_of(m->ensemble, summary) != EG_EXIT_DONE)
        return EG_OK;
    EG_TRY(ensemble_path(m->ensemble, i, EG_MAXIMA_FILE, &path));
    EG_TRY(eg_snapshot_open(m->ensemble->context, path, &maxima));
    EG_TRY(take_geometry(m, i, maxima));
    if (m->other >= 0)
        return EG_OK;
    if (m->first == i)
        EG_TRY(eg_strdup(m->ensemble->context, summary->projection, &m->projection));
    for (int l = 0; l < m->ensemble->levels; l++)
        EG_TRY(add_level(m, l, i, maxima));
    m->weight += m->ensemble->weight[i];
    m->members++;
    return EG_OK;
}

eg_status ensemble_remove_maps(const eg_ensemble *ensemble)
{
    static const char *const files[] = {MAPS_NAME ".vtkhdf", MAPS_NAME ".prj"};
    for (int k = 0; k < 2; k++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(ensemble->context, ensemble->folder, files[k], &path));
        EG_TRY(eg_file_remove(ensemble->context, path));
    }
    return ensemble_remove_rasters(ensemble);
}

/* A mesh of the cells, without names. */
static eg_status make_mesh(maps *m, eg_plane **mesh)
{
    const eg_snapshot_geometry *from = m->geometry;
    static const char *const all[] = {"all"};
    uint8_t *type;
    int32_t(*vertex)[4], *region;
    int64_t *source;
    EG_TRY(EG_SCOPE_ALLOC(m->scope, EG_BLOCK(from->cells, type), EG_BLOCK(from->cells, vertex),
                          EG_BLOCK(from->cells, region), EG_BLOCK(from->cells, source)));
    for (int64_t c = 0; c < from->cells; c++) {
        int64_t vertices = from->first[c + 1] - from->first[c];
        type[c] = vertices == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
        source[c] = c;
        for (int64_t k = 0; k < 4; k++)
            vertex[c][k] = k < vertices ? from->vertex[from->first[c] + k] : -1;
    }
    const eg_plane_input input = {.origin = MAPS_NAME,
                                  .nodes = from->nodes,
                                  .cells = from->cells,
                                  .x = (const double(*)[3])from->x,
                                  .type = type,
                                  .vertex = (const int32_t(*)[4])vertex,
                                  .region = region,
                                  .source = source,
                                  .regions = 1,
                                  .region_name = all};
    return eg_plane_build(m->ensemble->context, &input, mesh);
}

static eg_status write_maps(maps *m)
{
    const eg_ensemble *ensemble = m->ensemble;
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    eg_snapshot_field *field;
    double **values;
    EG_TRY(make_mesh(m, &mesh));
    EG_TRY(EG_SCOPE_ALLOC(m->scope, EG_BLOCK(ensemble->levels, field), EG_BLOCK(ensemble->levels, values)));
    for (int l = 0; l < ensemble->levels; l++) {
        field[l] = ensemble->level[l].field;
        EG_TRY(eg_scope_alloc(m->scope, m->geometry->cells, sizeof **values, &values[l]));
        for (int64_t c = 0; c < m->geometry->cells; c++)
            values[l][c] = m->above[l][mesh->base.source[c]] / m->weight;
    }
    return eg_snapshot_write_one(ensemble->context, &mesh->base,
                                 &(eg_snapshot_one){.folder = ensemble->folder,
                                                    .name = MAPS_NAME,
                                                    .precision = EG_F64,
                                                    .stamp = {.step = m->members},
                                                    .field_count = ensemble->levels,
                                                    .fields = field,
                                                    .values = (const double *const *)values});
}

/* Beside the maps, where `eagre export` and other programs look for it. */
static eg_status write_projection(const maps *m)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(m->ensemble->context, m->ensemble->folder, MAPS_NAME ".prj", &path));
    if (!m->projection)
        return eg_file_remove(m->ensemble->context, path);
    return eg_file_write(m->ensemble->context, path, m->projection, (int64_t)strlen(m->projection));
}

static eg_status make_maps(maps *m, eg_text *report)
{
    const eg_ensemble *ensemble = m->ensemble;
    for (int64_t i = 0; i < ensemble->members && m->other < 0; i++)
        EG_TRY(add_member(m, i));
    if (m->other >= 0)
        return map_pixels(m, report);
    if (!(m->weight > 0)) {
        eg_text_add(report, "  exceedance  none: no member%s is done\n",
                    m->members > 0 ? " of a weight above 0" : "");
        return report->status;
    }
    EG_TRY(write_maps(m));
    EG_TRY(write_projection(m));
    eg_text_add(report, "  exceedance  %s/" MAPS_NAME ".vtkhdf, of %lld member%s:", ensemble->folder,
                (long long)m->members, m->members == 1 ? "" : "s");
    for (int l = 0; l < ensemble->levels; l++)
        eg_text_add(report, "%s %s", l ? "," : "", ensemble->level[l].field.name);
    eg_text_add(report, "\n");
    return report->status;
}

eg_status ensemble_write_maps(eg_ensemble *ensemble, eg_text *report)
{
    EG_SCOPE(scope, ensemble->context);
    maps m = {.ensemble = ensemble, .scope = &scope, .other = -1};
    eg_status status = make_maps(&m, report);
    eg_snapshot_geometry_destroy(&m.geometry);
    eg_free(ensemble->context, &m.projection);
    return status;
}
