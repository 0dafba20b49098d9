/* `eagre export`: a field of a snapshot as geographic information systems take it. */
#include "eagre/tools.h"
#include "io/gis/gis.h"
#include "io/report/json_text.h"
#include "tools/internal.h"
#include "tools/export.h"
#include "tools/snapshots.h"

#include <string.h>

/* What is written from. */
typedef struct exporting {
    eg_context *context;
    const eg_export_options *options;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *geometry;
    int field;
    double *values;
    eg_raster *like;
} exporting;

static bool is_outline(const eg_export_options *o)
{
    return eg_has_ending(o->output, ".geojson") || eg_has_ending(o->output, ".json");
}

static bool is_ugrid(const eg_export_options *o)
{
    return eg_has_ending(o->output, ".nc");
}

static bool is_state(const eg_export_options *o)
{
    return eg_has_ending(o->output, ".py");
}

/* What the ending of the output needs. */
static eg_status check_export_options(eg_context *context, const eg_export_options *o)
{
    if (is_outline(o) && !o->has_above)
        return eg_fail(context, EG_USAGE,
                       "an outline needs --above VALUE: it encloses the cells with values above it");
    if (is_outline(o) || is_ugrid(o) || is_state(o))
        return EG_OK;
    if (!eg_has_ending(o->output, ".asc") && !eg_has_ending(o->output, ".tif") &&
        !eg_has_ending(o->output, ".tiff"))
        return eg_fail(context, EG_USAGE,
                       "%s: the extension selects the format: .asc (ESRI ASCII grid), .tif "
                       "(GeoTIFF), .geojson (outline), .nc (UGRID), or .py (a state of ParaView)",
                       o->output);
    if (o->has_pixel == (o->like != NULL))
        return eg_fail(context, EG_USAGE,
                       "a raster needs --pixel SIZE, the pixel size in m, or --like RASTER, whose "
                       "pixels it takes; give one of them");
    if (o->has_pixel && !(o->pixel > 0))
        return eg_fail(context, EG_USAGE, "--pixel is %g m; it has to be above 0", o->pixel);
    return EG_OK;
}

static eg_status open_field(exporting *e)
{
    const eg_export_options *o = e->options;
    const eg_snapshot_choice choice = {.source = o->source,
                                       .has_time = o->has_time,
                                       .has_index = o->has_index,
                                       .time = o->time,
                                       .date = o->date,
                                       .index = o->index};
    EG_TRY(eg_tools_open_snapshot(e->context, &choice, &e->snapshot));
    if (e->snapshot->degree > 0)
        return eg_fail(e->context, EG_USAGE,
                       "%s: holds point data; fields of one value a cell can be exported, as "
                       "shallow water has them",
                       e->snapshot->path);
    EG_TRY(eg_tools_find_field(e->snapshot, o->variable, &e->field));
    EG_TRY(eg_snapshot_read_geometry(e->snapshot, &e->geometry));
    EG_TRY(eg_snapshot_read_field(e->snapshot, e->field, &e->values));
    eg_tools_take_magnitudes(e->values, e->snapshot->values, e->snapshot->field[e->field].components);
    return o->like ? eg_raster_read(e->context, o->like, NULL, &e->like) : EG_OK;
}

static eg_status write_grid(exporting *e)
{
    eg_raster *raster = e->like;
    if (!raster) {
        EG_TRY(eg_gis_grid(e->context, e->geometry, e->options->pixel, &raster));
        e->like = raster;
        EG_TRY(eg_export_projection(e->context, e->options->source, NULL, &raster->projection));
    }
    EG_TRY(eg_gis_fill(e->geometry, e->values, raster));
    return eg_raster_write(e->context, e->options->output, raster, e->snapshot->precision == EG_F32);
}

static eg_status write_outline(exporting *e)
{
    EG_ENDS_WITH(eg_gis_outline_destroy) eg_gis_outline *outline = NULL;
    EG_SCRATCH char *name = NULL, *code = NULL, *projection = NULL;
    const eg_snapshot_field *field = &e->snapshot->field[e->field];
    EG_TRY(eg_gis_outline_create(e->context, e->geometry, e->values, e->options->above, &outline));
    EG_TRY(eg_export_projection(e->context, e->options->source, e->options->like, &projection));
    EG_TRY(eg_projection_name(e->context, projection, &name, &code));
    if (!code)
        eg_export_warn_of_projection(e->context, e->options->output);
    const eg_gis_about about = {.variable = field->name,
                                .unit = field->unit,
                                .above = e->options->above,
                                .time = e->snapshot->stamp.time,
                                .code = code};
    return eg_gis_write_outline(e->options->output, outline, &about);
}

static const char *format_of(const eg_export_options *o)
{
    return is_outline(o)                      ? "GeoJSON"
           : is_ugrid(o)                      ? "UGRID"
           : is_state(o)                      ? "ParaView state"
           : eg_has_ending(o->output, ".asc") ? "ESRI ASCII grid"
                                              : "GeoTIFF";
}

/* The file, and what of the run is in it. */
static void add_export(const exporting *e, eg_text *text)
{
    const eg_export_options *o = e->options;
    if (!o->json) {
        eg_text_add(text, "%s\n", o->output);
        return;
    }
    eg_json_add(text, "{'version': %s, 'path': %s, 'format': %s, 'source': %s", eg_version(), o->output,
                format_of(o), o->source);
    if (e->snapshot)
        eg_json_add(text, ", 'variable': %s, 'unit': %s, 'time': %g", e->snapshot->field[e->field].name,
                    eg_tools_unit(e->snapshot->field[e->field].unit), e->snapshot->stamp.time);
    eg_text_add(text, "}\n");
}

eg_status eg_export(eg_context *context, const eg_export_options *given, char **text)
{
    assert(context && given && given->source && given->output && text);
    eg_export_options o;
    *text = NULL;
    EG_TRY(eg_options_take(context, given, sizeof o, &o));
    exporting e = {.context = context, .options = &o};
    eg_text said = {.context = context};
    eg_status status = check_export_options(context, &o);
    bool is_field = !is_ugrid(&o) && !is_state(&o);
    if (status == EG_OK && is_field)
        status = open_field(&e);
    if (status == EG_OK)
        status = is_ugrid(&o)     ? eg_export_ugrid(context, &o)
                 : is_state(&o)   ? eg_export_paraview(context, &o)
                 : is_outline(&o) ? write_outline(&e)
                                  : write_grid(&e);
    if (status == EG_OK)
        add_export(&e, &said);
    if (e.like)
        eg_raster_destroy(&e.like);
    EG_FREE(&e.values);
    eg_snapshot_geometry_destroy(&e.geometry);
    eg_snapshot_close(&e.snapshot);
    return eg_tools_give(&said, status, text);
}
