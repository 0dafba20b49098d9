/* `eagre picture` of a snapshot: a map, or of hexahedra a slice. */
#include "tools/picture/snapshot.h"
#include "tools/sides.h"
#include "run/models/models.h"
#include "tools/snapshots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below a millimetre, or a thousandth of the largest depth, a picture shows land. */
static const double PICTURE_DRY = 1e-3;

void eg_snapshot_drawing_close(eg_snapshot_drawing *d)
{
    EG_FREE(&d->value, &d->above_of, &d->depth, &d->bed, &d->velocity, &d->segments);
    eg_snapshot_marks_free(&d->own_marks);
    if (d->slice.context)
        eg_map_slice_free(&d->slice);
    if (d->above_slice.context)
        eg_map_slice_free(&d->above_slice);
    eg_snapshot_geometry_destroy(&d->geometry);
    eg_snapshot_close(&d->snapshot);
}

/* ---- reading */

/* Reads a field by name; *values stays NULL where there is none, or with other components. */
static eg_status read_if_there(const eg_snapshot_drawing *d, const char *name, bool vector, double **values)
{
    int f = eg_snapshot_field_index(d->snapshot, name);
    if (f < 0 || (d->snapshot->field[f].components > 1) != vector)
        return EG_OK;
    return eg_snapshot_read_field(d->snapshot, f, values);
}

/* The field, or a component of one. */
static eg_status read_values(eg_snapshot_drawing *d)
{
    const char *name = d->options->variable;
    d->component = -1;
    if (!name || eg_snapshot_field_index(d->snapshot, name) >= 0 ||
        !eg_tools_find_component(d->snapshot, name, &d->field, &d->component))
        EG_TRY(eg_tools_find_field(d->snapshot, name, &d->field));
    EG_TRY(eg_snapshot_read_field(d->snapshot, d->field, &d->value));
    int components = d->snapshot->field[d->field].components;
    if (d->component < 0)
        eg_tools_take_magnitudes(d->value, d->snapshot->values, components);
    for (int64_t i = 0; d->component >= 0 && i < d->snapshot->values; i++)
        d->value[i] = d->value[i * components + d->component];
    return EG_OK;
}

/* ---- drawing */

static double dry_depth_of(const eg_snapshot_drawing *d)
{
    double deepest = 0;
    for (int64_t i = 0; d->depth && i < d->snapshot->values; i++)
        deepest = fmax(deepest, d->depth[i]);
    return fmin(PICTURE_DRY, 1e-3 * deepest);
}

/* Colours for the field: a bed and water have theirs, and what swings about 0 is white there. */
static eg_colormap colors_of(const eg_snapshot_drawing *d)
{
    if (d->is_difference)
        return EG_COLORMAP_DIVERGING;
    eg_colormap own = eg_tools_colormap(d->snapshot->field[d->field].name);
    const eg_picture_options *o = d->options;
    if (o->colors)
        return (eg_colormap)eg_tools_find_colors(o->colors);
    if (own != EG_COLORMAP_SEQUENTIAL)
        return own;
    if (d->component >= 0)
        return EG_COLORMAP_DIVERGING;
    bool about_zero =
        o->has_range ? o->low < 0 && o->low == -o->high : eg_values_are_signed(d->value, d->snapshot->values);
    return about_zero ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL;
}

static eg_map map_of(const eg_snapshot_drawing *d)
{
    const eg_picture_options *o = d->options;
    const eg_snapshot_field *field = &d->snapshot->field[d->field];
    eg_colormap colors = colors_of(d);
    int velocity = eg_snapshot_field_index(d->snapshot, "velocity");
    bool has_range = d->is_difference ? d->has_range : o->has_range || d->has_range;
    bool is_whole = d->is_fraction && !d->is_difference && !has_range; /* fractions are 0 to 1 */
    return (eg_map){
        .shapes = eg_shapes_of_geometry(d->geometry),
        .degree = d->snapshot->degree,
        .values = d->value,
        .title = d->title   ? d->title
                 : o->title ? o->title
                            : d->words,
        .label = d->label,
        .unit = field->unit,
        .has_time = !d->is_fraction,
        .time = d->snapshot->stamp.time,
        .start = d->snapshot->start,
        .colormap = colors,
        .symmetric = colors == EG_COLORMAP_DIVERGING,
        .has_range = has_range || is_whole,
        .low = d->has_range ? d->low
               : is_whole   ? 0
                            : o->low,
        .contours = d->is_difference ? NULL : o->contours,
        .contour_count = d->is_difference ? 0 : o->contour_count,
        .high = d->has_range ? d->high
                : is_whole   ? 1
                             : o->high,
        .depth = colors == EG_COLORMAP_EARTH || d->is_difference ? NULL : d->depth,
        .dry_depth = dry_depth_of(d),
        .bed = d->bed,
        .vectors = d->velocity,
        .vector_components = velocity < 0 ? 0 : d->snapshot->field[velocity].components,
        .cell_edges = o->edges,
        .segments = (const double(*)[4])d->segments,
        .segment_count = d->segment_count,
        .points = (const double(*)[2])d->marks->points.place,
        .point_names = (const char *const *)d->marks->points.name,
        .point_kinds = d->marks->points.kind,
        .point_count = d->marks->points.count,
        .has_above = o->has_above && (!d->is_difference || d->above_of),
        .above = o->above,
        .above_of = d->above_of,
        .has_window = o->has_window,
        .window = {o->window[0], o->window[1], o->window[2], o->window[3]},
        .has_north = d->marks->has_north,
    };
}

/* Puts ends of layers and interfaces behind the outlines. */
static eg_status add_lines(eg_context *context, const eg_picture_lines *lines, int64_t *count, int64_t *room,
                           double (**segments)[4])
{
    EG_TRY(eg_reserve(context, *count + lines->count, room, sizeof **segments, segments));
    for (int64_t i = 0; i < lines->count; i++)
        memcpy((*segments)[(*count)++], lines->segment[i], sizeof **segments);
    return EG_OK;
}

/* Once for all panels. */
static eg_status find_marks(eg_snapshot_drawing *d, const eg_map_slice *slice)
{
    eg_picture_view view = {.dimension = slice ? 3 : 2, .axis = {0, 1}, .normal = -1};
    if (slice) {
        view.normal = slice->normal;
        view.at = slice->at;
        memcpy(view.axis, slice->axis, sizeof view.axis);
    }
    eg_tools_bounds(d->geometry->nodes, (const double(*)[3])d->geometry->x, view.low, view.high);
    if (!d->marks)
        d->marks = &d->own_marks;
    if (!d->marks->is_looked_for)
        EG_TRY(eg_snapshot_marks_find(d->context, d->snapshot->path, &view, d->marks));
    return eg_snapshot_drawing_check_component(d);
}

static eg_status draw_plane_map(eg_snapshot_drawing *d, eg_figure *figure, int column, int row)
{
    const eg_shapes shapes = eg_shapes_of_geometry(d->geometry);
    EG_FREE(&d->segments);
    EG_TRY(find_marks(d, NULL));
    EG_TRY(eg_shapes_outline(d->context, &shapes, NULL, &d->segments, &d->segment_count));
    int64_t room = d->segment_count;
    EG_TRY(add_lines(d->context, &d->marks->lines, &d->segment_count, &room, &d->segments));
    eg_map map = map_of(d);
    return eg_figure_map(figure, column, row, &map);
}

/* ---- hexahedra */

static eg_status cut_cells(const eg_snapshot_drawing *d, const double *values, const bool (*outlined)[6],
                           eg_map_slice *slice)
{
    int p = d->snapshot->degree, nodes = (p + 1) * (p + 1) * (p + 1);
    for (int64_t e = 0; e < d->snapshot->hexahedra; e++) {
        eg_map_slice_element element = {.geometry_degree = p,
                                        .degree = p,
                                        .x = (const double(*)[3])d->geometry->x + e * nodes,
                                        .values = values + e * nodes};
        memcpy(element.outlined, outlined[e], sizeof element.outlined);
        EG_TRY(eg_map_slice_add(slice, &element));
    }
    return EG_OK;
}

/* What of a difference has a colour: the same triangles, with the values that are to be above. */
static eg_status cut_above(eg_snapshot_drawing *d, const bool (*outlined)[6], eg_map *map)
{
    eg_map cut = {0};
    if (!d->above_of)
        return EG_OK;
    if (d->above_slice.context)
        eg_map_slice_free(&d->above_slice);
    d->above_slice =
        eg_map_slice_begin(d->context, d->slice.normal, d->slice.at, d->slice.low, d->slice.high, false);
    EG_TRY(cut_cells(d, d->above_of, outlined, &d->above_slice));
    EG_TRY(eg_map_slice_map(&d->above_slice, &cut));
    assert(d->above_slice.triangles == d->slice.triangles);
    map->above_of = cut.values;
    return EG_OK;
}

/* What does not change with time has none. */
static bool has_time(const eg_snapshot_drawing *d)
{
    const eg_case *loaded = d->marks->loaded;
    return loaded ? !eg_model_kind_of(eg_case_model_of(loaded))->is_steady : d->snapshot->stamp.time != 0;
}

static eg_status draw_slice(eg_snapshot_drawing *d, eg_figure *figure, int column, int row)
{
    const eg_picture_options *o = d->options;
    double low[3], high[3];
    EG_SCRATCH bool(*outlined)[6] = NULL;
    eg_tools_bounds(d->geometry->nodes, (const double(*)[3])d->geometry->x, low, high);
    int normal = eg_tools_normal(o);
    double at = o->has_at ? o->at : 0.5 * (low[normal] + high[normal]);
    if (d->slice.context)
        eg_map_slice_free(&d->slice);
    d->slice = eg_map_slice_begin(d->context, normal, at, low, high, o->arrows);
    EG_TRY(eg_alloc(d->context, d->snapshot->hexahedra, sizeof *outlined, &outlined));
    EG_TRY(eg_tools_find_sides(d->snapshot, d->geometry, outlined));
    EG_TRY(cut_cells(d, d->value, (const bool(*)[6])outlined, &d->slice));
    EG_TRY(find_marks(d, &d->slice));
    EG_TRY(add_lines(d->context, &d->marks->lines, &d->slice.segments, &d->slice.segment_room,
                     &d->slice.segment));
    eg_map map = map_of(d);
    char title[160], gradient[64];
    bool is_near_zero = fabs(at) < 1e-9 * (high[normal] - low[normal]);
    snprintf(title, sizeof title, "%.80s (%c = %.6g m)", map.title, "xyz"[normal], is_near_zero ? 0 : at);
    if (d->title || !o->title)
        map.title = title;
    map.has_time = has_time(d);
    snprintf(gradient, sizeof gradient, strchr(map.unit, '/') ? "(%.40s)/m" : "%.40s/m",
             map.unit[0] ? map.unit : "1");
    map.vector_unit = gradient;
    EG_TRY(eg_map_slice_map(&d->slice, &map));
    EG_TRY(cut_above(d, (const bool(*)[6])outlined, &map));
    return eg_figure_map(figure, column, row, &map);
}

eg_status eg_snapshot_drawing_open(eg_snapshot_drawing *d)
{
    const eg_picture_options *o = d->options;
    const eg_snapshot_choice choice = {.source = o->source,
                                       .has_time = o->has_time,
                                       .has_index = o->has_index,
                                       .time = o->time,
                                       .date = o->date,
                                       .index = o->index};
    EG_TRY(eg_tools_open_snapshot(d->context, &choice, &d->snapshot));
    EG_TRY(eg_snapshot_read_geometry(d->snapshot, &d->geometry));
    EG_TRY(read_values(d));
    EG_TRY(eg_tools_check_above(d->context, o, d->snapshot->field[d->field].unit));
    eg_snapshot_drawing_name(d);
    EG_TRY(read_if_there(d, "depth", false, &d->depth));
    if (!d->depth)
        EG_TRY(read_if_there(d, "max_depth", false, &d->depth));
    EG_TRY(read_if_there(d, "elevation", false, &d->bed));
    if (!d->options->arrows || d->snapshot->hexahedra > 0)
        return EG_OK;
    EG_TRY(read_if_there(d, "velocity", true, &d->velocity));
    return d->velocity ? EG_OK : eg_tools_no_such_field(d->snapshot, "velocity");
}

eg_status eg_snapshot_drawing_draw(eg_snapshot_drawing *d, eg_figure *figure, int column, int row)
{
    return d->snapshot->hexahedra > 0 ? draw_slice(d, figure, column, row)
                                      : draw_plane_map(d, figure, column, row);
}

eg_status eg_snapshot_drawing_subtract(eg_snapshot_drawing *d, const eg_snapshot_drawing *other,
                                       const char *title)
{
    assert(d->snapshot->values == other->snapshot->values);
    char label[EG_LABEL_ROOM];
    if (d->options->has_above)
        EG_TRY(eg_alloc(d->context, d->snapshot->values, sizeof *d->above_of, &d->above_of));
    for (int64_t i = 0; d->above_of && i < d->snapshot->values; i++)
        d->above_of[i] = fmax(d->value[i], other->value[i]);
    for (int64_t i = 0; i < d->snapshot->values; i++)
        d->value[i] -= other->value[i];
    d->title = title;
    d->is_difference = true;
    d->has_range = false;
    snprintf(label, sizeof label, "difference of %.180s", d->label);
    memcpy(d->label, label, sizeof label);
    return EG_OK;
}

void eg_snapshot_drawing_widen(const eg_snapshot_drawing *d, double *low, double *high, bool *is_signed)
{
    for (int64_t i = 0; i < d->snapshot->values; i++)
        if (isfinite(d->value[i])) {
            *low = fmin(*low, d->value[i]);
            *high = fmax(*high, d->value[i]);
        }
    *is_signed |= eg_values_are_signed(d->value, d->snapshot->values);
}

eg_status eg_picture_of_snapshot(eg_tools_picture *p)
{
    EG_ENDS_WITH(eg_snapshot_drawing_close)
    eg_snapshot_drawing d = {.context = p->context, .options = p->options, .marks = p->marks};
    EG_TRY(eg_snapshot_drawing_open(&d));
    const char *base = eg_tools_base_name(d.snapshot->path), *dot = strrchr(base, '.');
    eg_text_add_bytes(&p->name, base, dot ? dot - base : (int64_t)strlen(base));
    eg_text_add(&p->name, "-%s", d.component < 0 ? d.snapshot->field[d.field].name : p->options->variable);
    return eg_snapshot_drawing_draw(&d, p->figure, 0, 0);
}
