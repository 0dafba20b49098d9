/* What the pictures of all kinds of files take of the options. */
#include "tools/picture/picture.h"

#include <string.h>

int eg_tools_normal(const eg_picture_options *options)
{
    const char *normal = options->normal ? options->normal : "z";
    return normal[0] == 'x' ? 0 : normal[0] == 'y' ? 1 : 2;
}

void eg_tools_name_picture(eg_tools_picture *p)
{
    const char *base = eg_tools_base_name(p->options->source), *dot = strrchr(base, '.');
    eg_text_add_bytes(&p->name, base, dot && dot > base ? dot - base : (int64_t)strlen(base));
}

int eg_tools_find_colors(const char *name)
{
    for (int i = 0; i < EG_COLORMAPS; i++)
        if (strcmp(name, eg_colormap_names[i]) == 0)
            return i;
    return -1;
}

static eg_status unknown_colors(eg_context *context, const char *name)
{
    const char *near = eg_suggest(name, eg_colormap_names, EG_COLORMAPS);
    EG_TEXT(names, context);
    for (int i = 0; i < EG_COLORMAPS; i++)
        eg_text_add(&names, "%s%s", i ? ", " : "", eg_colormap_names[i]);
    EG_TRY(names.status);
    return eg_fail(context, EG_USAGE, "there are no colours '%s'; there are %s%s%s%s", name,
                   eg_text_string(&names), near ? "; did you mean '" : "", near ? near : "",
                   near ? "'?" : "");
}

/* An option that a picture of such a file has no use for, and what it is for; NULL: there is none. */
static const char *find_useless(const eg_picture_options *o, eg_file_kind kind, const char **use)
{
    bool is_curve = kind == EG_FILE_TABLE || kind == EG_FILE_SAC || kind == EG_FILE_SEGY;
    bool is_raster = kind == EG_FILE_RASTER, is_ground = is_raster || kind == EG_FILE_MESH;
    const struct {
        bool given;
        const char *name, *use;
    } options[] = {
        {is_curve && o->colors, "--colors", "maps"},
        {is_curve && o->has_above, "--above", "maps"},
        {is_curve && o->has_window, "--window", "maps"},
        {is_curve && o->edges, "--edges", "maps"},
        {(is_curve || is_ground) && (o->has_time || o->date), "--time", "snapshots"},
        {(is_curve || is_ground) && o->has_index, "--index", "snapshots"},
        {(is_curve || is_ground) && o->arrows, "--arrows", "snapshots"},
        {(is_curve || is_ground) && o->contour_count > 0, "--contours", "snapshots"},
        {(is_curve || is_raster) && o->normal, "--normal", "slices of space"},
        {(is_curve || is_raster) && o->has_at, "--at", "slices of space"},
        {kind != EG_FILE_SEGY && o->traces, "--traces", "SEG-Y"},
        {is_ground && o->variable, "--variable", "fields of snapshots and columns of tables"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].given) {
            *use = options[i].use;
            return options[i].name;
        }
    return NULL;
}

eg_status eg_tools_check_look(eg_context *context, const eg_picture_options *o, eg_file_kind kind)
{
    const char *use, *name = find_useless(o, kind, &use);
    if (name)
        return eg_fail(context, EG_USAGE, "%s is for %s; %s is %s%s", name, use, o->source,
                       eg_tools_kind_name(kind),
                       kind == EG_FILE_TABLE || kind == EG_FILE_SAC || kind == EG_FILE_SEGY
                           ? ", of which there are curves"
                           : "");
    return o->colors && eg_tools_find_colors(o->colors) < 0 ? unknown_colors(context, o->colors) : EG_OK;
}

eg_status eg_tools_check_above(eg_context *context, const eg_picture_options *o, const char *unit)
{
    if (!o->has_above || !o->above_is_length || strcmp(unit, "m") == 0)
        return EG_OK;
    return eg_fail(context, EG_USAGE, "--above is a length, but %s%s: give a number in SI units",
                   strcmp(unit, "1") == 0 || !unit[0] ? "the values have no unit" : "the values are in ",
                   strcmp(unit, "1") == 0 ? "" : unit);
}

eg_status eg_tools_check_snapshots(eg_context *context, const char *source, const char *option)
{
    eg_file_kind kind;
    EG_TRY(eg_tools_kind(context, source, &kind));
    if (kind == EG_FILE_SNAPSHOT || kind == EG_FILE_SERIES || kind == EG_FILE_RUN)
        return EG_OK;
    return eg_fail(context, EG_USAGE, "%s is for snapshots, indices of them and folders of runs; %s is %s",
                   option, source, eg_tools_kind_name(kind));
}

void eg_tools_dress(const eg_picture_options *o, eg_map *map)
{
    if (o->title)
        map->title = o->title;
    if (o->colors)
        map->colormap = (eg_colormap)eg_tools_find_colors(o->colors);
    map->has_above = o->has_above;
    map->above = o->above;
    map->has_window = o->has_window;
    memcpy(map->window, o->window, sizeof map->window);
}

eg_status eg_tools_figure(eg_tools_picture *p, int rows)
{
    const eg_picture_options *o = p->options;
    eg_figure_options options = {.width = o->width, .height = o->height, .dpi = o->dpi, .rows = rows};
    if (o->output)
        EG_TRY(eg_picture_format_of(p->context, o->output, &options.format));
    eg_figure_destroy(&p->figure);
    return eg_figure_create(p->context, &options, &p->figure);
}
