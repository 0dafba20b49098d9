/* Draws the figures of docs/verification-floods.md.
 *   verify-maps fields PICTURE.png TITLE COLUMNS VARIABLE LOW HIGH SNAPSHOT...
 *       one field of a run, a map a snapshot. VARIABLE is depth, level, speed, u or v, and ground under less
 *           than
 *       DRY m of water is grey; or tracer. The colours go from LOW to HIGH.
 *   verify-maps meshes PICTURE.png TITLE MESH.msh...
 *   verify-maps velocity PICTURE.png TITLE CASE SETTING...
 *       the velocity that carries the tracer of a case on a mesh file of triangles
 *   verify-maps lines PICTURE.png TITLE TABLE
 *       line plots, side by side. TABLE is a text with a line for each of
 *           panel|title|x label|y label|linear or log
 *           line|name, or nothing|solid, dashed, dots or solid-dots|colour, 0 to 10
 *           x y                       a point of the line before
 * Exit 1 with a message on stderr where a file cannot be read or written, 2 for a wrong command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/case/case.h"
#include "run/models/models.h"
#include "io/picture/picture.h"

static const double DRY = 1e-4;
enum { PANEL_PIXELS = 480, TITLE_PIXELS = 60, FIRST_SNAPSHOT = 8 };
/* Of a velocity that is drawn: the degree of the polynomial that shows it in a cell, and its nodes. */
enum { VELOCITY_DEGREE = 4, VELOCITY_NODES = (VELOCITY_DEGREE + 1) * (VELOCITY_DEGREE + 2) / 2 };
/* A square mesh is a square in this panel. */
enum { MESH_WIDTH = 480, MESH_HEIGHT = 470 };
enum { MAP_WIDTH = 760, MAP_HEIGHT = 640 };
enum { PANELS = 8, LINES = 64, PLOT_WIDTH = 1400, PLOT_HEIGHT = 760, TABLE_BYTES = 1 << 22 };

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
    {"tracer", "tracer", "tracer", "", -1, EG_COLORMAP_SEQUENTIAL},
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
    if (strcmp(q->name, "tracer") != 0)
        EG_TRY(read_named(p, "depth", &p->depth, &one));
    EG_TRY(eg_alloc(p->context, p->snapshot->values, sizeof *p->value, &p->value));
    for (int64_t i = 0; i < p->snapshot->values; i++) {
        const double *x = &p->field[components * i];
        double whole = components > 1 ? hypot(x[0], x[1]) : x[0];
        bool dry = p->depth && p->depth[i] <= DRY;
        p->value[i] = dry ? NAN : q->component < 0 ? whole : x[q->component];
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

/* Draws panel i of a figure; `user` is what draw_figure() was given. */
typedef eg_status draw_panel(eg_context *context, eg_figure *figure, int i, const void *user);

/* A figure of as many panels, row by row, written to `path`. */
static eg_status draw_figure(eg_context *context, const char *path, const char *title, int panels,
                             int columns, int width, int height, draw_panel *draw, const void *user)
{
    int rows = (panels + columns - 1) / columns;
    eg_figure *figure;
    EG_TRY(eg_figure_create(context,
                            &(eg_figure_options){.width = width * columns,
                                                 .height = height * rows + TITLE_PIXELS,
                                                 .columns = columns,
                                                 .rows = rows,
                                                 .title = title},
                            &figure));
    eg_status status = EG_OK;
    for (int i = 0; status == EG_OK && i < panels; i++)
        status = draw(context, figure, i, user);
    if (status == EG_OK)
        status = eg_figure_write(figure, path);
    eg_figure_destroy(&figure);
    return status;
}

/* ---- fields */

/* `user` is argv as above. */
static eg_status draw_field(eg_context *context, eg_figure *figure, int i, const void *user)
{
    char *const *argv = user;
    const quantity *q = find_quantity(argv[5]);
    int columns = atoi(argv[4]);
    panel p = {.context = context};
    eg_status status = read_panel(&p, argv[FIRST_SNAPSHOT + i], q);
    if (status == EG_OK) {
        eg_map map = {.shapes = eg_shapes_of_geometry(p.geometry),
                      .degree = p.snapshot->degree,
                      .values = p.value,
                      .label = q->label,
                      .unit = q->unit,
                      .has_time = true,
                      .time = p.snapshot->stamp.time,
                      .title = q->label,
                      .colormap = q->colormap,
                      .has_range = true};
        status = number(argv[6], &map.low) && number(argv[7], &map.high)
                     ? eg_figure_map(figure, i % columns, i / columns, &map)
                     : eg_fail(context, EG_USAGE, "'%s' or '%s' is not a number", argv[6], argv[7]);
    }
    close_panel(&p);
    return status;
}

static eg_status draw_fields(eg_context *context, int argc, char **argv)
{
    int columns = atoi(argv[4]);
    if (!find_quantity(argv[5]) || columns < 1)
        return eg_fail(context, EG_USAGE,
                       "'%s' has to be depth, level, speed, u, v or tracer, and '%s' a number of columns",
                       argv[5], argv[4]);
    return draw_figure(context, argv[2], argv[3], argc - FIRST_SNAPSHOT, columns, PANEL_PIXELS, PANEL_PIXELS,
                       draw_field, argv);
}

/* ---- meshes */

/* The faces as lines x, y from node to node, a NaN after each; room for three numbers a face. */
static void trace_faces(const eg_plane *mesh, double *x, double *y)
{
    for (int64_t f = 0; f < mesh->faces; f++, x += 3, y += 3) {
        for (int k = 0; k < 2; k++) {
            const double *node = mesh->x[mesh->face_vertex[f][k]];
            x[k] = node[0];
            y[k] = node[1];
        }
        x[2] = y[2] = NAN;
    }
}

/* A range with a margin about the mesh. */
static void around(const eg_plane *mesh, int k, double range[2])
{
    double margin = 0.02 * (mesh->base.box_high[k] - mesh->base.box_low[k]);
    range[0] = mesh->base.box_low[k] - margin;
    range[1] = mesh->base.box_high[k] + margin;
}

/* `user` is argv as above. */
static eg_status draw_mesh(eg_context *context, eg_figure *figure, int i, const void *user)
{
    char *const *argv = user;
    eg_plane *mesh;
    double *x = NULL, *y = NULL;
    char title[64];
    EG_TRY(eg_plane_read_gmsh(context, argv[4 + i], &mesh));
    eg_status status = eg_alloc(context, 3 * mesh->faces, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(context, 3 * mesh->faces, sizeof *y, &y);
    if (status == EG_OK) {
        trace_faces(mesh, x, y);
        snprintf(title, sizeof title, "%lld cells", (long long)mesh->base.own);
        eg_plot_line faces = {.count = 3 * mesh->faces, .x = x, .y = y, .color = 1};
        eg_lines lines = {.title = title,
                          .x_label = "x, m",
                          .y_label = "y, m",
                          .lines = &faces,
                          .line_count = 1,
                          .has_x_range = true,
                          .has_y_range = true};
        around(mesh, 0, lines.x_range);
        around(mesh, 1, lines.y_range);
        status = eg_figure_lines(figure, i, 0, &lines);
    }
    eg_free(context, &x);
    eg_free(context, &y);
    eg_plane_destroy(&mesh);
    return status;
}

static eg_status draw_meshes(eg_context *context, int argc, char **argv)
{
    return draw_figure(context, argv[2], argv[3], argc - 4, argc - 4, MESH_WIDTH, MESH_HEIGHT, draw_mesh,
                       argv);
}

/* ---- velocity */

/* The speed and the velocity at the nodes of the cells, [nodes] and [nodes][2]. */
static eg_status fill_velocity(const eg_plane *mesh, const eg_node *velocity, double *speed,
                               double (*vectors)[2])
{
    double point[VELOCITY_NODES][2];
    int nodes = eg_snapshot_nodes(EG_TRIANGLE, VELOCITY_DEGREE, point);
    if (nodes != VELOCITY_NODES || mesh->base.group[EG_TRIANGLE].count != mesh->base.own)
        return eg_fail(mesh->base.context, EG_USAGE, "%s: not of triangles alone", mesh->base.origin);
    for (int64_t i = 0; i < mesh->base.own * nodes; i++) {
        const int32_t *vertex = &mesh->vertex[mesh->first[i / nodes]];
        const double *a = mesh->x[vertex[0]], *b = mesh->x[vertex[1]], *c = mesh->x[vertex[2]];
        const double *xi = point[i % nodes];
        double x[2];
        for (int k = 0; k < 2; k++)
            x[k] = a[k] + xi[0] * (b[k] - a[k]) + xi[1] * (c[k] - a[k]);
        for (int k = 0; k < 2; k++)
            vectors[i][k] = eg_expression_eval(eg_node_expression(eg_node_item(velocity, k)), x);
        speed[i] = hypot(vectors[i][0], vectors[i][1]);
    }
    return EG_OK;
}

/* What a figure of the velocity is made of. */
typedef struct stream {
    const eg_plane *mesh;
    const double *speed;
    const double (*vectors)[2];
} stream;

static eg_status draw_stream(eg_context *context, eg_figure *figure, int i, const void *user)
{
    const stream *s = user;
    (void)context;
    return eg_figure_map(figure, i, 0,
                         &(eg_map){.shapes = eg_shapes_of_mesh(s->mesh),
                                   .degree = VELOCITY_DEGREE,
                                   .values = s->speed,
                                   .title = "|v|",
                                   .label = "|v|",
                                   .unit = "m/s",
                                   .vectors = s->vectors[0],
                                   .vector_components = 2});
}

static eg_status draw_velocity_of(const eg_case *loaded, eg_plane *mesh, char **argv)
{
    eg_context *context = mesh->base.context;
    const eg_node *velocity = eg_case_find(loaded, "materials.all.velocity");
    double *speed = NULL, (*vectors)[2] = NULL;
    if (!velocity)
        return eg_fail(context, EG_CASE, "%s has no materials.all.velocity", argv[4]);
    eg_status status = eg_alloc(context, mesh->base.own * VELOCITY_NODES, sizeof *speed, &speed);
    if (status == EG_OK)
        status = eg_alloc(context, mesh->base.own * VELOCITY_NODES, sizeof *vectors, &vectors);
    if (status == EG_OK)
        status = fill_velocity(mesh, velocity, speed, vectors);
    if (status == EG_OK) {
        stream s = {mesh, speed, (const double(*)[2])vectors};
        status = draw_figure(context, argv[2], argv[3], 1, 1, MAP_WIDTH, MAP_HEIGHT, draw_stream, &s);
    }
    eg_free(context, &speed);
    eg_free(context, &vectors);
    return status;
}

static eg_status draw_velocity(eg_context *context, int argc, char **argv)
{
    eg_case *loaded;
    eg_plane *mesh = NULL;
    EG_TRY(eg_case_load(context, eg_models, argv[4], (const char *const *)&argv[5], argc - 5, &loaded));
    const eg_node *file = eg_case_find(loaded, "mesh.gmsh");
    eg_status status = file ? eg_plane_read_gmsh(context, eg_node_path(file), &mesh)
                            : eg_fail(context, EG_CASE, "%s has no mesh.gmsh", argv[4]);
    if (status == EG_OK)
        status = draw_velocity_of(loaded, mesh, argv);
    eg_plane_destroy(&mesh);
    eg_case_destroy(&loaded);
    return status;
}

/* ---- lines */

/* A table as read: names point into the text, points of all lines follow each other. */
typedef struct table {
    eg_context *context;
    const char *path;
    char *text;
    double *x, *y;
    int64_t points;
    eg_plot_line line[LINES];
    int lines, panels;
    eg_lines panel[PANELS];
    int first[PANELS + 1]; /* line of a panel */
} table;

/* Cuts `row` at bars; as many parts are wanted. */
static bool cut(char *row, char **part, int parts)
{
    part[0] = row;
    for (int i = 1; i < parts; i++) {
        char *bar = strchr(part[i - 1], '|');
        if (!bar)
            return false;
        *bar = 0;
        part[i] = bar + 1;
    }
    return !strchr(part[parts - 1], '|');
}

static bool read_row(table *t, char *row)
{
    static const char *const styles[] = {"solid", "dashed", "dots", "solid-dots"};
    char *part[5], *blank;
    int64_t color;
    if (strncmp(row, "panel|", 6) == 0) {
        if (t->panels == PANELS || !cut(row, part, 5))
            return false;
        bool log_axes = strcmp(part[4], "log") == 0;
        t->first[t->panels] = t->lines;
        t->panel[t->panels++] = (eg_lines){
            .title = part[1], .x_label = part[2], .y_label = part[3], .x_log = log_axes, .y_log = log_axes};
        return log_axes || strcmp(part[4], "linear") == 0;
    }
    if (strncmp(row, "line|", 5) == 0) {
        if (t->lines == LINES || t->panels == 0 || !cut(row, part, 4) ||
            !eg_parse_integer(part[3], part[3] + strlen(part[3]), &color))
            return false;
        eg_plot_line *line = &t->line[t->lines++];
        *line = (eg_plot_line){.name = *part[1] ? part[1] : NULL,
                               .x = &t->x[t->points],
                               .y = &t->y[t->points],
                               .color = (int)color};
        for (int i = 0; i < 4; i++)
            if (strcmp(part[2], styles[i]) == 0) {
                line->style = (eg_line_style)i;
                return true;
            }
        return false;
    }
    if (t->lines == 0 || t->lines == t->first[t->panels - 1] || !(blank = strchr(row, ' ')))
        return false;
    t->line[t->lines - 1].count++;
    *blank = 0;
    bool good = number(row, &t->x[t->points]) && number(blank + 1, &t->y[t->points]);
    t->points++;
    return good;
}

static eg_status read_table(table *t)
{
    int64_t length, rows = 0;
    EG_TRY(eg_file_read(t->context, EG_INPUT, t->path, TABLE_BYTES, &t->text, &length));
    for (int64_t i = 0; i < length; i++)
        rows += t->text[i] == '\n';
    EG_TRY(eg_alloc(t->context, rows + 1, sizeof *t->x, &t->x));
    EG_TRY(eg_alloc(t->context, rows + 1, sizeof *t->y, &t->y));
    int64_t at = 0;
    for (char *row = t->text, *end; *row; row = end) {
        end = strchr(row, '\n');
        at++;
        if (!end)
            return eg_fail(t->context, EG_INPUT, "%s:%lld: no line end", t->path, (long long)at);
        *end++ = 0;
        if (!read_row(t, row))
            return eg_fail(t->context, EG_INPUT, "%s:%lld: not as it has to be: '%s'", t->path, (long long)at,
                           row);
    }
    t->first[t->panels] = t->lines;
    return t->panels > 0 ? EG_OK : eg_fail(t->context, EG_INPUT, "%s has no panel", t->path);
}

static eg_status draw_plot(eg_context *context, eg_figure *figure, int i, const void *user)
{
    const table *t = user;
    eg_lines lines = t->panel[i];
    (void)context;
    lines.lines = &t->line[t->first[i]];
    lines.line_count = t->first[i + 1] - t->first[i];
    return eg_figure_lines(figure, i, 0, &lines);
}

static eg_status draw_lines(eg_context *context, int argc, char **argv)
{
    table t = {.context = context, .path = argv[4]};
    (void)argc;
    eg_status status = read_table(&t);
    if (status == EG_OK)
        status = draw_figure(context, argv[2], argv[3], t.panels, t.panels, PLOT_WIDTH / t.panels,
                             PLOT_HEIGHT, draw_plot, &t);
    eg_free(context, &t.text);
    eg_free(context, &t.x);
    eg_free(context, &t.y);
    return status;
}

/* ---- the command line */

typedef struct command {
    const char *name, *arguments;
    int least, most; /* of argc */
    eg_status (*draw)(eg_context *context, int argc, char **argv);
} command;

static const command commands[] = {
    {"fields", "COLUMNS VARIABLE LOW HIGH SNAPSHOT...", FIRST_SNAPSHOT + 1, INT32_MAX, draw_fields},
    {"meshes", "MESH.msh...", 5, INT32_MAX, draw_meshes},
    {"velocity", "CASE SETTING...", 5, INT32_MAX, draw_velocity},
    {"lines", "TABLE", 5, 5, draw_lines},
};

int main(int argc, char **argv)
{
    const command *chosen = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (argc >= commands[i].least && argc <= commands[i].most && strcmp(argv[1], commands[i].name) == 0)
            chosen = &commands[i];
    if (!chosen) {
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
            fprintf(stderr, "usage: verify-maps %s PICTURE.png TITLE %s\n", commands[i].name,
                    commands[i].arguments);
        return 2;
    }
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    eg_status status = chosen->draw(context, argc, argv);
    if (status != EG_OK)
        fprintf(stderr, "verify-maps: %s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status == EG_OK ? 0 : 1;
}
