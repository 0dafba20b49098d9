/* `eagre picture --compare`: two snapshots and their difference, the two in one range of colours. */
#include "tools/picture/snapshot.h"
#include "tools/snapshots.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 1500,
    BESIDE = 200,
    BELOW = 130,
    BELOW_STACKED = 230 /* pixels of a panel that its map does not have */
};

static eg_status check_same_meshes(const eg_snapshot_drawing *a, const eg_snapshot_drawing *b)
{
    const eg_snapshot_geometry *p = a->geometry, *q = b->geometry;
    bool same = p->nodes == q->nodes && p->cells == q->cells && a->snapshot->values == b->snapshot->values &&
                memcmp(p->x, q->x, (size_t)p->nodes * sizeof *p->x) == 0;
    if (same)
        return EG_OK;
    return eg_fail(a->context, EG_USAGE,
                   "%s and %s are on different meshes (%lld and %lld cells): only snapshots on the "
                   "same mesh have a difference",
                   a->snapshot->path, b->snapshot->path, (long long)p->cells, (long long)q->cells);
}

/* Of a number of pixels an inch that is refused later any. */
static int whole_pixels(double units, double fineness)
{
    return (int)fmin(fmax(0, units * fineness), INT_MAX);
}

/* Flat domains stand one above the other, others side by side; in a page of a given height as they are larger. */
static bool is_better_stacked(double aspect, double width, double height)
{
    if (height == 0)
        return aspect < 0.5;
    double stacked = fmin(width - BESIDE, (height / 3 - BELOW_STACKED) / aspect);
    double beside = fmin(width / 3 - BESIDE, (height - BELOW) / aspect);
    return stacked > beside;
}

static eg_status make_figure(const eg_snapshot_drawing *d, const char *title, bool *is_stacked,
                             eg_figure **figure)
{
    double low[3], high[3];
    eg_tools_bounds(d->geometry->nodes, (const double(*)[3])d->geometry->x, low, high);
    int normal = d->snapshot->hexahedra > 0 ? eg_tools_normal(d->options) : 2;
    int across = normal == 0 ? 1 : 0, up = normal == 2 ? 1 : 2;
    double aspect = (high[up] - low[up]) / (high[across] - low[across]);
    double fineness = (d->options->dpi != 0 ? d->options->dpi : EG_DPI) / EG_DPI; /* pixels a unit */
    double width = d->options->width ? d->options->width / fineness : WIDTH;
    *is_stacked = is_better_stacked(aspect, width, d->options->height / fineness);
    double panel = *is_stacked ? width : width / 3.0;
    double height = (panel - BESIDE) * aspect + (*is_stacked ? BELOW_STACKED : BELOW);
    height = fmin(fmax(height, 200), 1000) * (*is_stacked ? 3 : 1) + 60;
    eg_figure_options options = {
        .width = d->options->width ? d->options->width : whole_pixels(width, fineness),
        .height = d->options->height ? d->options->height : whole_pixels((int)height, fineness),
        .dpi = d->options->dpi,
        .columns = *is_stacked ? 1 : 3,
        .rows = *is_stacked ? 3 : 1,
        .title = title};
    if (d->options->output)
        EG_TRY(eg_picture_format_of(d->context, d->options->output, &options.format));
    return eg_figure_create(d->context, &options, figure);
}

/* What a path ends in, without blanks at its end: "second" of "runs/second/". */
static void name_of_source(const char *path, char name[128])
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    size_t from = length;
    while (from > 0 && path[from - 1] != '/')
        from--;
    snprintf(name, 128, "%.*s", (int)(length - from), path + from);
}

static eg_status draw_three(eg_snapshot_drawing d[2], const char *output)
{
    char name[2][128], title[EG_LABEL_ROOM + 300], difference[300];
    EG_ENDS_WITH(eg_figure_destroy) eg_figure *figure = NULL;
    bool is_stacked;
    for (int i = 0; i < 2; i++)
        name_of_source(d[i].options->source, name[i]);
    const char *own = d[0].options->title;
    snprintf(title, sizeof title, "%s: %s and %s", d[0].words, name[0], name[1]);
    snprintf(difference, sizeof difference, "%s − %s", name[1], name[0]);
    EG_TRY(make_figure(&d[0], own ? own : title, &is_stacked, &figure));
    for (int i = 0; i < 2; i++) {
        d[i].title = name[i];
        EG_TRY(eg_snapshot_drawing_draw(&d[i], figure, is_stacked ? 0 : i, is_stacked ? i : 0));
    }
    EG_TRY(eg_snapshot_drawing_subtract(&d[1], &d[0], difference));
    EG_TRY(eg_snapshot_drawing_draw(&d[1], figure, is_stacked ? 0 : 2, is_stacked ? 2 : 0));
    return eg_figure_write(figure, output);
}

static eg_status compare_drawings(eg_snapshot_drawing d[2], const char *output)
{
    EG_TRY(eg_tools_check_look(d->context, d->options, EG_FILE_SNAPSHOT));
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_tools_check_snapshots(d->context, d[i].options->source, "--compare"));
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_snapshot_drawing_open(&d[i]));
    EG_TRY(check_same_meshes(&d[0], &d[1]));
    double low = INFINITY, high = -INFINITY;
    bool is_signed[2] = {false};
    for (int i = 0; i < 2; i++)
        eg_snapshot_drawing_widen(&d[i], &low, &high, &is_signed[i]);
    if (is_signed[0]) {
        high = fmax(high, -low);
        low = -high;
    } else if (d->options->has_above)
        low = d->options->above;
    for (int i = 0; i < 2; i++) {
        d[i].has_range = !d[i].options->has_range && high > low;
        d[i].low = low;
        d[i].high = high;
    }
    return draw_three(d, output);
}

eg_status eg_picture_compare(eg_context *context, const eg_picture_options *given, const char *other,
                             char **text)
{
    assert(context && given && given->source && other && text);
    eg_picture_options options[2];
    *text = NULL;
    EG_TRY(eg_options_take(context, given, sizeof *options, &options[0]));
    const char *output = options[0].output ? options[0].output : "compare.png";
    options[1] = options[0];
    options[1].source = other;
    eg_snapshot_drawing d[2] = {{.context = context, .options = &options[0]},
                                {.context = context, .options = &options[1]}};
    eg_text said = {.context = context};
    eg_status status = compare_drawings(d, output);
    for (int i = 0; i < 2; i++)
        eg_snapshot_drawing_close(&d[i]);
    eg_text_add(&said, "%s\n", output);
    return eg_tools_give(&said, status, text);
}
