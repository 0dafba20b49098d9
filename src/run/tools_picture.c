/* `eagre picture`: one snapshot drawn as a map. */
#include "eagre/tools.h"
#include "io/picture.h"
#include "run/tools_internal.h"

#include <math.h>
#include <string.h>

/* Below a millimetre, or a thousandth of the largest depth, a picture shows land. */
static const double PICTURE_DRY = 1e-3;

/* What the map is drawn from. Arrays are NULL where the snapshot lacks the field. */
typedef struct drawing {
    eg_context *context;
    const eg_picture_options *options;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *geometry;
    int field;
    double *value, *depth, *bed, *velocity;
} drawing;

static void close_drawing(drawing *d)
{
    eg_free(d->context, &d->value);
    eg_free(d->context, &d->depth);
    eg_free(d->context, &d->bed);
    eg_free(d->context, &d->velocity);
    eg_snapshot_geometry_destroy(&d->geometry);
    eg_snapshot_close(&d->snapshot);
}

/* ---- choosing
 * ---------------------------------------------------------------------------------------------- */

static int64_t nearest(const eg_snapshot_list *list, double time)
{
    int64_t best = 0;
    for (int64_t i = 1; i < list->count; i++)
        if (fabs(list->time[i] - time) < fabs(list->time[best] - time))
            best = i;
    return best;
}

static eg_status choose(const eg_snapshot_list *list, const eg_picture_options *options,
                        const char **path)
{
    if (list->count == 0)
        return eg_fail(list->context, EG_INPUT, "%s: holds no snapshot yet", options->source);
    int64_t index = options->has_index ? options->index : -1;
    if (options->has_time)
        index = nearest(list, options->time);
    if (index < 0)
        index += list->count;
    if (index < 0 || index >= list->count)
        return eg_fail(list->context, EG_USAGE,
                       "%s: there is no snapshot %lld; it holds %lld, numbered from 0",
                       options->source, (long long)options->index, (long long)list->count);
    *path = list->path[index];
    return EG_OK;
}

static eg_status open_chosen(drawing *d)
{
    eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(d->context, d->options->source, &list));
    const char *path = NULL;
    eg_status status = choose(list, d->options, &path);
    if (status == EG_OK)
        status = eg_snapshot_open(d->context, path, &d->snapshot);
    if (status == EG_OK && d->snapshot->hexahedra > 0)
        status = eg_fail(d->context, EG_USAGE,
                         "%s: holds hexahedra; pictures are of the plane: open it in ParaView",
                         d->snapshot->path);
    if (status == EG_OK)
        status = eg_snapshot_read_geometry(d->snapshot, &d->geometry);
    eg_snapshot_list_destroy(&list);
    return status;
}

static eg_status no_such_field(const drawing *d, const char *name)
{
    const char *names[EG_SNAPSHOT_FIELDS];
    eg_text list = {.context = d->context};
    for (int f = 0; f < d->snapshot->field_count; f++) {
        names[f] = d->snapshot->field[f].name;
        eg_text_add(&list, "%s%s", f ? ", " : "", names[f]);
    }
    const char *near = eg_suggest(name, names, d->snapshot->field_count);
    eg_status status =
        eg_fail(d->context, EG_USAGE, "%s: has no field '%s'; it has %s%s%s%s", d->snapshot->path,
                name, list.length ? eg_text_string(&list) : "none", near ? "; did you mean '" : "",
                near ? near : "", near ? "'?" : "");
    eg_text_free(&list);
    return status;
}

static eg_status find_field(drawing *d)
{
    const char *name = d->options->variable;
    if (name) {
        d->field = eg_snapshot_field_index(d->snapshot, name);
    } else {
        name = "depth";
        d->field = eg_snapshot_field_index(d->snapshot, name);
        if (d->field < 0)
            d->field = eg_snapshot_field_index(d->snapshot, "max_depth");
        if (d->field < 0 && d->snapshot->field_count > 0)
            d->field = 0;
    }
    return d->field < 0 ? no_such_field(d, name) : EG_OK;
}

/* ---- reading
 * -----------------------------------------------------------------------------------------------
 */

/* Replaces vectors by their magnitudes. */
static void take_magnitudes(double *values, int64_t count, int components)
{
    for (int64_t i = 0; components > 1 && i < count; i++) {
        double sum = 0;
        for (int k = 0; k < components; k++)
            sum = fma(values[i * components + k], values[i * components + k], sum);
        values[i] = sqrt(sum);
    }
}

/* Reads a field by name; *values stays NULL where there is none, or with other components. */
static eg_status read_if_there(const drawing *d, const char *name, bool vector, double **values)
{
    int f = eg_snapshot_field_index(d->snapshot, name);
    if (f < 0 || (d->snapshot->field[f].components > 1) != vector)
        return EG_OK;
    return eg_snapshot_read_field(d->snapshot, f, values);
}

static eg_status read_fields(drawing *d)
{
    EG_TRY(eg_snapshot_read_field(d->snapshot, d->field, &d->value));
    take_magnitudes(d->value, d->snapshot->values, d->snapshot->field[d->field].components);
    EG_TRY(read_if_there(d, "depth", false, &d->depth));
    if (!d->depth)
        EG_TRY(read_if_there(d, "max_depth", false, &d->depth));
    EG_TRY(read_if_there(d, "elevation", false, &d->bed));
    if (!d->options->arrows)
        return EG_OK;
    EG_TRY(read_if_there(d, "velocity", true, &d->velocity));
    return d->velocity ? EG_OK : no_such_field(d, "velocity");
}

/* ---- drawing
 * -----------------------------------------------------------------------------------------------
 */

static double dry_depth(const drawing *d)
{
    double deepest = 0;
    for (int64_t i = 0; d->depth && i < d->snapshot->values; i++)
        deepest = fmax(deepest, d->depth[i]);
    return fmin(PICTURE_DRY, 1e-3 * deepest);
}

/* Colours for the field: a bed and water have theirs, and what swings about 0 is white there. */
static eg_colormap colors_of(const drawing *d)
{
    const char *name = d->snapshot->field[d->field].name;
    const eg_picture_options *o = d->options;
    static const char *const water[] = {"depth", "level", "max_depth", "max_level"};
    for (size_t i = 0; i < sizeof water / sizeof *water; i++)
        if (strcmp(name, water[i]) == 0)
            return EG_COLORMAP_WATER;
    if (strcmp(name, "elevation") == 0)
        return EG_COLORMAP_EARTH;
    bool about_zero = o->has_range ? o->low < 0 && o->low == -o->high
                                   : eg_values_are_signed(d->value, d->snapshot->values);
    return about_zero ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL;
}

static eg_map map_of(const drawing *d)
{
    const eg_picture_options *o = d->options;
    const eg_snapshot_field *field = &d->snapshot->field[d->field];
    eg_colormap colors = colors_of(d);
    int velocity = eg_snapshot_field_index(d->snapshot, "velocity");
    return (eg_map){
        .shapes = eg_shapes_of_geometry(d->geometry),
        .degree = d->snapshot->degree,
        .values = d->value,
        .title = field->name,
        .label = field->name,
        .unit = field->unit,
        .has_time = true,
        .time = d->snapshot->moment.time,
        .colormap = colors,
        .symmetric = colors == EG_COLORMAP_DIVERGING,
        .has_range = o->has_range,
        .low = o->low,
        .high = o->high,
        .depth = colors == EG_COLORMAP_EARTH ? NULL : d->depth,
        .dry_depth = dry_depth(d),
        .bed = d->bed,
        .vectors = d->velocity,
        .vector_components = velocity < 0 ? 0 : d->snapshot->field[velocity].components,
        .cell_edges = o->edges,
    };
}

/* SNAPSHOT-VARIABLE.png in the working directory. */
static void default_name(const drawing *d, eg_text *name)
{
    const char *base = eg_tools_base_name(d->snapshot->path);
    const char *dot = strrchr(base, '.');
    eg_text_add_bytes(name, base, dot ? dot - base : (int64_t)strlen(base));
    eg_text_add(name, "-%s.png", d->snapshot->field[d->field].name);
}

static eg_status write_map(const drawing *d, const char *path)
{
    eg_map map = map_of(d);
    eg_figure *figure = NULL;
    EG_TRY(eg_figure_create(
        d->context, &(eg_figure_options){.width = d->options->width, .height = d->options->height},
        &figure));
    eg_status status = eg_figure_map(figure, 0, 0, &map);
    if (status == EG_OK)
        status = eg_figure_write(figure, path);
    eg_figure_destroy(&figure);
    return status;
}

eg_status eg_picture_draw(eg_context *context, const eg_picture_options *options, char **text)
{
    assert(context && options && options->source && text);
    drawing d = {.context = context, .options = options};
    eg_text name = {.context = context};
    eg_status status;
    EG_TRY_GOTO(open_chosen(&d));
    EG_TRY_GOTO(find_field(&d));
    EG_TRY_GOTO(read_fields(&d));
    if (options->output)
        eg_text_add(&name, "%s", options->output);
    else
        default_name(&d, &name);
    EG_TRY_GOTO(name.status);
    status = write_map(&d, eg_text_string(&name));
    eg_text_add(&name, "\n");
done:
    close_drawing(&d);
    return eg_tools_give(&name, status, text);
}
