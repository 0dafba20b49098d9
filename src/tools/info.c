/* `eagre info`: tells by a file's content what it is, and has it described; and the same facts as JSON,
 * docs/info.schema.json. */
#include "eagre/tools.h"
#include "io/report/json_text.h"
#include "io/table/raster.h"
#include "io/table/table.h"
#include "run/core/run.h"
#include "run/models/models.h"
#include "tools/internal.h"
#include "tools/snapshots.h"

#include <string.h>

static void add_boolean(eg_text *text, const char *name, bool is)
{
    eg_text_add(text, ", \"%s\": %s", name, is ? "true" : "false");
}

/* "name": [a, b] */
static void add_numbers(eg_text *text, const char *name, int count, const double *value)
{
    eg_text_add(text, ", \"%s\": [", name);
    for (int i = 0; i < count; i++)
        eg_json_add(text, i ? ", %g" : "%g", value[i]);
    eg_text_add(text, "]");
}

/* ---- snapshots */

static void add_range(eg_text *text, const eg_field_range *range)
{
    eg_json_add(text, "'low': %g, 'high': %g", range->low, range->high);
    eg_text_add(text, ", \"not_finite\": %lld", (long long)range->bad);
}

static eg_status add_field(const eg_snapshot *snapshot, int f, eg_text *text)
{
    const eg_snapshot_field *field = &snapshot->field[f];
    const char *names[EG_COMPONENTS_MOST];
    int count = eg_tools_components(snapshot, f, names);
    EG_SCRATCH double *values = NULL;
    EG_TRY(eg_snapshot_read_field(snapshot, f, &values));
    eg_json_add(text, "\n    {'name': %s, 'unit': %s, ", field->name, eg_tools_unit(field->unit));
    eg_text_add(text, "\"components\": [");
    for (int k = 0; k < count; k++) {
        eg_field_range range = eg_tools_range(&values[k], snapshot->values, field->components);
        eg_json_add(text, k ? ", {'name': %s, " : "{'name': %s, ", names[k]);
        add_range(text, &range);
        eg_text_add(text, "}");
    }
    eg_tools_take_magnitudes(values, snapshot->values, field->components);
    eg_field_range range = eg_tools_range(values, snapshot->values, 1);
    eg_text_add(text, "], ");
    add_range(text, &range);
    eg_text_add(text, "}");
    return EG_OK;
}

static eg_status add_snapshot(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *s = NULL;
    EG_TRY(eg_snapshot_open(context, path, &s));
    eg_json_add(text, ",\n  'time': %g", s->stamp.time);
    eg_text_add(text, ", \"step\": %lld, \"cells\": %lld, \"nodes\": %lld, \"degree\": %d",
                (long long)s->stamp.step, (long long)s->cells, (long long)s->nodes, s->degree);
    eg_text_add(text, ",\n  \"precision\": \"%s\", \"state_hash\": \"%016llx\"",
                s->precision == EG_F32 ? "f32" : "f64", (unsigned long long)s->stamp.state_hash);
    eg_json_add(text, ", 'case_hash': %s, 'written_by': %s,\n  'fields': ", s->case_hash, s->version);
    for (int f = 0; f < s->field_count; f++) {
        eg_text_add(text, f ? "," : "[");
        EG_TRY(add_field(s, f, text));
    }
    eg_text_add(text, s->field_count ? "\n  ]" : "[]");
    return EG_OK;
}

static eg_status add_snapshots(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(context, path, &list));
    eg_text_add(text, ",\n  \"snapshots\": [");
    for (int64_t i = 0; i < list->count; i++) {
        eg_json_add(text, i ? ",\n    {'path': %s" : "\n    {'path': %s", list->path[i]);
        eg_json_add(text, ", 'time': %g}", list->time[i]);
    }
    eg_text_add(text, list->count ? "\n  ]" : "]");
    return EG_OK;
}

/* ---- meshes */

static eg_status add_names(const eg_mesh *mesh, const char *key, const eg_mesh_names *names, int64_t all,
                           const int32_t *index, eg_text *text)
{
    EG_SCRATCH int64_t *count = NULL;
    EG_TRY(eg_alloc(mesh->context, names->count, sizeof *count, &count));
    for (int64_t i = 0; i < all; i++)
        if (index[i] >= 0)
            count[index[i]]++;
    eg_text_add(text, ",\n  \"%s\": [", key);
    for (int n = 0; n < names->count; n++) {
        eg_json_add(text, n ? ", {'name': %s" : "{'name': %s", names->name[n]);
        eg_text_add(text, ", \"count\": %lld}", (long long)count[n]);
    }
    eg_text_add(text, "]");
    return EG_OK;
}

static eg_status add_mesh(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *plane = NULL;
    EG_ENDS_WITH(eg_hexes_destroy) eg_hexes *hexes = NULL;
    EG_TRY(eg_tools_read_mesh(context, path, &plane, &hexes));
    const eg_mesh *mesh = plane ? &plane->base : &hexes->base;
    int64_t faces = plane ? plane->faces : hexes->faces;
    eg_text_add(text, ",\n  \"dimension\": %d, \"cells\": %lld, \"nodes\": %lld, \"faces\": %lld",
                mesh->dimension, (long long)mesh->held, (long long)(plane ? plane->nodes : hexes->points),
                (long long)faces);
    add_numbers(text, "low", 3, mesh->box_low);
    add_numbers(text, "high", 3, mesh->box_high);
    if (plane) {
        eg_plane_summary s;
        eg_plane_summarise(plane, &s);
        add_numbers(text, "edges", 2, (const double[]){s.edge_min, s.edge_max});
        eg_json_add(text, ", 'area': %g, 'quality': %g", s.area, s.quality_min);
    }
    EG_TRY(add_names(mesh, "regions", &mesh->regions, mesh->held, mesh->region, text));
    return add_names(mesh, "boundaries", &mesh->boundaries, faces,
                     plane ? plane->face_boundary : hexes->face_boundary, text);
}

/* ---- what a case reads */

static eg_status add_raster(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *r = NULL;
    EG_SCRATCH char *name = NULL, *code = NULL, *unit = NULL;
    EG_TRY(eg_raster_read(context, path, &(eg_raster_options){0}, &r));
    EG_TRY(eg_projection_name(context, r->projection, &name, &code));
    EG_TRY(eg_raster_unit(context, path, &unit));
    eg_json_add(text, ",\n  'format': %s", r->format);
    eg_text_add(text, ", \"columns\": %lld, \"rows\": %lld, \"missing\": %lld", (long long)r->columns,
                (long long)r->rows, (long long)r->missing);
    eg_json_add(text, ", 'spacing': %g", r->spacing);
    add_numbers(text, "low", 2, r->low);
    add_numbers(text, "high", 2, r->high);
    add_numbers(text, "range", 2, (const double[]){r->least, r->largest});
    eg_json_add(text, ", 'unit': %s, 'projection': %s, 'code': %s", unit ? unit : "", name ? name : "",
                code ? code : "");
    return EG_OK;
}

static eg_status add_table(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_table_destroy) eg_table *table = NULL;
    EG_TRY(eg_table_read(context, path, &table));
    eg_text_add(text, ",\n  \"rows\": %lld", (long long)table->rows);
    add_boolean(text, "is_cut", table->is_cut);
    add_boolean(text, "has_header", table->has_header);
    eg_text_add(text, ", \"columns\": [");
    for (int64_t c = 0; c < table->columns; c++) {
        eg_column column = eg_table_column(table, c);
        eg_json_add(text, c ? ",\n    {'name': %s" : "\n    {'name': %s", table->name[c]);
        eg_json_add(text, ", 'low': %g, 'high': %g", column.low, column.high);
        eg_text_add(text, ", \"numbers\": %lld}", (long long)column.numbers);
    }
    eg_text_add(text, "\n  ]");
    return EG_OK;
}

static void add_keys(eg_text *text, const char *name, const eg_node *map)
{
    eg_text_add(text, ",\n  \"%s\": [", name);
    for (int64_t i = 0; i < eg_node_count(map); i++)
        eg_json_add(text, i ? ", %s" : "%s", eg_node_key(map, i));
    eg_text_add(text, "]");
}

static eg_status add_case(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_case_destroy) eg_case *loaded = NULL;
    EG_TRY(eg_case_load(context, eg_models, path, NULL, 0, &loaded));
    eg_json_add(text, ",\n  'title': %s, 'model': %s, 'precision': %s",
                eg_node_text(eg_case_find(loaded, "title")), eg_node_text(eg_case_find(loaded, "model")),
                eg_node_text(eg_case_find(loaded, "numerics.precision")));
    add_keys(text, "materials", eg_case_find(loaded, "materials"));
    add_keys(text, "boundaries", eg_case_find(loaded, "boundaries"));
    eg_text_add(text, ",\n  \"case_hash\": \"%016llx\"", (unsigned long long)eg_case_hash(loaded));
    return EG_OK;
}

/* ---- runs */

static eg_status add_run(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *report = NULL, *folder = NULL;
    if (!eg_is_folder(path))
        EG_TRY(eg_path_folder(context, path, &folder));
    EG_TRY(eg_report_text(context, folder ? folder : path, EG_REPORT_JSON, &report));
    eg_text_add(text, ",\n  \"summary\": %s", report);
    return EG_OK;
}

eg_status eg_info_json(eg_context *context, const char *path, char **text)
{
    typedef eg_status add_function(eg_context *, const char *, eg_text *);
    static const struct {
        eg_file_kind kind;
        const char *name;
        add_function *add;
    } kinds[] = {{EG_FILE_MESH, "mesh", add_mesh},
                 {EG_FILE_SNAPSHOT, "snapshot", add_snapshot},
                 {EG_FILE_SERIES, "snapshots", add_snapshots},
                 {EG_FILE_RUN, "run", add_run},
                 {EG_FILE_SUMMARY, "run", add_run},
                 {EG_FILE_RASTER, "raster", add_raster},
                 {EG_FILE_TABLE, "table", add_table},
                 {EG_FILE_CASE, "case", add_case},
                 {EG_FILE_NETCDF, "netcdf", eg_info_given_json},
                 {EG_FILE_NUMPY, "numpy", eg_info_given_json},
                 {EG_FILE_CMT, "cmt", eg_info_given_json},
                 {EG_FILE_QUAKEML, "quakeml", eg_info_given_json},
                 {EG_FILE_SRF, "srf", eg_info_given_json},
                 {EG_FILE_MSEED, "mseed", eg_info_given_json}};
    EG_ENDS_WITH(eg_text_free) eg_text made = {.context = context};
    eg_file_kind kind = EG_FILE_UNKNOWN;
    *text = NULL;
    EG_TRY(eg_tools_kind(context, path, &kind));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kinds[k].kind != kind)
            continue;
        eg_json_add(&made, "{\n  'version': %s, 'path': %s, 'kind': %s", eg_version(), path, kinds[k].name);
        EG_TRY(kinds[k].add(context, path, &made));
        eg_text_add(&made, "\n}\n");
        return eg_tools_give(&made, EG_OK, text);
    }
    return eg_fail(context, EG_USAGE,
                   "%s is %s; --json is of meshes, snapshots, runs, rasters, tables, cases, netCDF, "
                   "NumPy, CMTSOLUTION, QuakeML, SRF and miniSEED",
                   path, eg_tools_kind_name(kind));
}

/* ---- text */

static eg_status info_run(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *report = NULL;
    EG_TRY(eg_report_text(context, path, EG_REPORT_FULL, &report));
    eg_text_add(text, "%s", report);
    return EG_OK;
}

static eg_status info_summary(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(context, path, &folder));
    return info_run(context, folder, text);
}

typedef eg_status info_function(eg_context *context, const char *path, eg_text *text);

eg_status eg_info_text(eg_context *context, const char *path, char **text)
{
    static info_function *const functions[] = {[EG_FILE_MESH] = eg_info_mesh,
                                               [EG_FILE_SNAPSHOT_MESH] = eg_info_snapshot_mesh,
                                               [EG_FILE_SNAPSHOT] = eg_info_snapshot,
                                               [EG_FILE_SERIES] = eg_info_snapshots,
                                               [EG_FILE_RUN] = info_run,
                                               [EG_FILE_SUMMARY] = info_summary,
                                               [EG_FILE_LIST] = eg_info_file_list,
                                               [EG_FILE_LOG] = eg_info_log,
                                               [EG_FILE_CHECKPOINT] = eg_info_checkpoint,
                                               [EG_FILE_RASTER] = eg_info_raster,
                                               [EG_FILE_TABLE] = eg_info_table,
                                               [EG_FILE_SAC] = eg_info_sac,
                                               [EG_FILE_SEGY] = eg_info_segy,
                                               [EG_FILE_PICTURE] = eg_info_png,
                                               [EG_FILE_CASE] = eg_info_case,
                                               [EG_FILE_NETCDF] = eg_info_given,
                                               [EG_FILE_NUMPY] = eg_info_given,
                                               [EG_FILE_CMT] = eg_info_given,
                                               [EG_FILE_QUAKEML] = eg_info_given,
                                               [EG_FILE_SRF] = eg_info_given,
                                               [EG_FILE_MSEED] = eg_info_given};
    eg_text made = {.context = context};
    eg_file_kind kind = EG_FILE_UNKNOWN;
    eg_status status = eg_tools_kind(context, path, &kind);
    if (status == EG_OK)
        status = functions[kind](context, path, &made);
    return eg_tools_give(&made, status, text);
}
