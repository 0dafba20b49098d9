/* Draws one field of a run as a figure of maps, one a snapshot; for docs/verification.md.
 *   verify-maps PICTURE.png COLUMNS TITLE VARIABLE LOW HIGH SNAPSHOT...
 * VARIABLE is depth, level, speed, u or v; the colours go from LOW to HIGH. Ground under less than DRY m
 * of water is grey. Exit 1 with a message on stderr where a file cannot be read or written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/picture.h"

static const double DRY = 1e-4;
enum { PANEL_PIXELS = 480, TITLE_PIXELS = 60, FIRST_SNAPSHOT = 7 };

/* What a variable is made of. */
typedef struct quantity {
    const char *name, *field, *label, *unit;
    int component; /* -1: the magnitude, or the value itself */
    eg_colormap colormap;
} quantity;

static const quantity quantities[] = {
    {"depth", "depth", "h", "m", -1, EG_COLORMAP_WATER},
    {"level", "level", "h + z", "m", -1, EG_COLORMAP_SEQUENTIAL},
    {"speed", "velocity", "|v|", "m/s", -1, EG_COLORMAP_SEQUENTIAL},
    {"u", "velocity", "u", "m/s", 0, EG_COLORMAP_DIVERGING},
    {"v", "velocity", "v", "m/s", 1, EG_COLORMAP_DIVERGING},
};

static const quantity *find_quantity(const char *name)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(quantities[i].name, name) == 0)
            return &quantities[i];
    return NULL;
}

/* The file of one panel, and what is read from it. */
typedef struct panel {
    eg_context *context;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *geometry;
    double *field, *depth, *value;
} panel;

static eg_status read_named(const panel *p, const char *name, double **values, int *components)
{
    int f = eg_snapshot_field_index(p->snapshot, name);
    if (f < 0)
        return eg_fail(p->context, EG_INPUT, "%s has no field '%s': add it to output.fields",
                       p->snapshot->path, name);
    *components = p->snapshot->field[f].components;
    return eg_snapshot_read_field(p->snapshot, f, values);
}

static eg_status read_panel(panel *p, const char *path, const quantity *q)
{
    int components, one;
    EG_TRY(eg_snapshot_open(p->context, path, &p->snapshot));
    EG_TRY(eg_snapshot_read_geometry(p->snapshot, &p->geometry));
    EG_TRY(read_named(p, q->field, &p->field, &components));
    EG_TRY(read_named(p, "depth", &p->depth, &one));
    EG_TRY(eg_alloc(p->context, p->snapshot->cells, sizeof *p->value, &p->value));
    for (int64_t c = 0; c < p->snapshot->cells; c++) {
        const double *x = &p->field[components * c];
        double whole = components > 1 ? hypot(x[0], x[1]) : x[0];
        p->value[c] = p->depth[c] <= DRY ? NAN : q->component < 0 ? whole : x[q->component];
    }
    return EG_OK;
}

static void close_panel(panel *p)
{
    eg_free(p->context, &p->field);
    eg_free(p->context, &p->depth);
    eg_free(p->context, &p->value);
    eg_snapshot_geometry_destroy(&p->geometry);
    eg_snapshot_close(&p->snapshot);
}

/* A number and nothing else. */
static bool number(const char *text, double *value)
{
    return eg_parse_real(text, text + strlen(text), value);
}

/* argv as above. */
static eg_status draw_panel(eg_context *context, eg_figure *figure, int i, char **argv)
{
    const quantity *q = find_quantity(argv[4]);
    int columns = atoi(argv[2]);
    panel p = {.context = context};
    eg_status status = read_panel(&p, argv[FIRST_SNAPSHOT + i], q);
    if (status == EG_OK) {
        eg_map map = {.shapes = eg_shapes_of_geometry(p.geometry),
                      .values = p.value,
                      .label = q->label,
                      .unit = q->unit,
                      .has_time = true,
                      .time = p.snapshot->moment.time,
                      .title = q->label,
                      .colormap = q->colormap,
                      .has_range = true};
        status = number(argv[5], &map.low) && number(argv[6], &map.high)
                     ? eg_figure_map(figure, i % columns, i / columns, &map)
                     : eg_fail(context, EG_USAGE, "'%s' or '%s' is not a number", argv[5], argv[6]);
    }
    close_panel(&p);
    return status;
}

static eg_status draw(eg_context *context, int panels, char **argv)
{
    int columns = atoi(argv[2]);
    if (!find_quantity(argv[4]) || columns < 1)
        return eg_fail(context, EG_USAGE,
                       "'%s' has to be depth, level, speed, u or v, and '%s' a number of columns",
                       argv[4], argv[2]);
    int rows = (panels + columns - 1) / columns;
    eg_figure *figure;
    EG_TRY(eg_figure_create(context,
                            &(eg_figure_options){.width = PANEL_PIXELS * columns,
                                                 .height = PANEL_PIXELS * rows + TITLE_PIXELS,
                                                 .columns = columns,
                                                 .rows = rows,
                                                 .title = argv[3]},
                            &figure));
    eg_status status = EG_OK;
    for (int i = 0; status == EG_OK && i < panels; i++)
        status = draw_panel(context, figure, i, argv);
    if (status == EG_OK)
        status = eg_figure_write(figure, argv[1]);
    eg_figure_destroy(&figure);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    if (argc <= FIRST_SNAPSHOT) {
        fprintf(stderr,
                "usage: verify-maps PICTURE.png COLUMNS TITLE VARIABLE LOW HIGH SNAPSHOT...\n");
        return 2;
    }
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    eg_status status = draw(context, argc - FIRST_SNAPSHOT, argv);
    if (status != EG_OK)
        fprintf(stderr, "verify-maps: %s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status == EG_OK ? 0 : 1;
}
