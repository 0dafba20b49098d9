/* picture.png: a slice through the solution. residuals.png: how the last solve converged. */
#include "run/potential/potential.h"

#include <math.h>

enum {
    ALONG = 240, /* quadrangles of a square slice along a side; another has as many in all */
    MOST = 960   /* along a side at most */
};

/* A grid of quadrangles in a plane, and a value for each; NaN outside the domain. */
typedef struct slice {
    int normal, axis[2];
    double at;
    int64_t cells[2];
    double (*x)[3]; /* [nodes] in the plane's own two directions */
    int64_t *first;
    int32_t *vertex;
    double (*middle)[3]; /* [cells] m */
    double *values;
} slice;

static void choose(const eg_potential *p, slice *s)
{
    const eg_case *loaded = p->run->loaded;
    const double *low = p->mesh->box_low, *high = p->mesh->box_high;
    const eg_node *normal = eg_case_find(loaded, "output.picture.normal");
    s->normal = eg_node_is(normal, "x") ? 0 : eg_node_is(normal, "y") ? 1 : 2;
    s->axis[0] = s->normal == 0 ? 1 : 0;
    s->axis[1] = s->normal == 2 ? 1 : 2;
    s->at = eg_case_real(loaded, "output.picture.at", 0.5 * (low[s->normal] + high[s->normal]));
    double size[2];
    for (int i = 0; i < 2; i++)
        size[i] = high[s->axis[i]] - low[s->axis[i]];
    for (int i = 0; i < 2; i++) /* a square's side over that of a quadrangle is the ratio's root */
        s->cells[i] = (int64_t)fmin(MOST, fmax(1, ceil(ALONG * sqrt(size[i] / size[1 - i]))));
}

/* A point of the plane: i and j in quadrangles from its lower left corner. */
static void place(const eg_potential *p, const slice *s, double i, double j, double x[3])
{
    const double *low = p->mesh->box_low, *high = p->mesh->box_high, part[2] = {i, j};
    x[s->normal] = s->at;
    for (int d = 0; d < 2; d++) {
        int a = s->axis[d];
        x[a] = low[a] + (high[a] - low[a]) * part[d] / (double)s->cells[d];
    }
}

static void fill_nodes(const eg_potential *p, slice *s)
{
    int64_t columns = s->cells[0] + 1;
    for (int64_t n = 0; n < columns * (s->cells[1] + 1); n++) {
        double x[3];
        place(p, s, (double)(n % columns), (double)(n / columns), x);
        s->x[n][0] = x[s->axis[0]];
        s->x[n][1] = x[s->axis[1]];
    }
}

static void fill_cells(const eg_potential *p, slice *s)
{
    int64_t columns = s->cells[0] + 1;
    for (int64_t c = 0; c < s->cells[0] * s->cells[1]; c++) {
        int64_t i = c % s->cells[0], j = c / s->cells[0], corner = j * columns + i;
        const int64_t round[4] = {corner, corner + 1, corner + columns + 1, corner + columns};
        s->first[c + 1] = 4 * (c + 1);
        for (int v = 0; v < 4; v++)
            s->vertex[4 * c + v] = (int32_t)round[v];
        place(p, s, (double)i + 0.5, (double)j + 0.5, s->middle[c]);
    }
}

static eg_status draw(const eg_potential *p, const slice *s, const char *path)
{
    static const char *const names[] = {"x", "y", "z"};
    const eg_node *range = eg_case_find(p->run->loaded, "output.picture.range");
    char title[256];
    snprintf(title, sizeof title, "%s (%s = %.6g m)",
             eg_node_text(eg_case_find(p->run->loaded, "title")), names[s->normal], s->at);
    int64_t cells = s->cells[0] * s->cells[1];
    bool is_signed = eg_values_are_signed(s->values, cells);
    eg_map map = {.shapes = {.nodes = (s->cells[0] + 1) * (s->cells[1] + 1),
                             .cells = cells,
                             .x = (const double(*)[3])s->x,
                             .first = s->first,
                             .vertex = s->vertex},
                  .values = s->values,
                  .title = title,
                  .label = p->output.name,
                  .unit = p->output.unit,
                  .has_time = p->heat,
                  .time = p->run->moment.time,
                  .colormap = is_signed ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL,
                  .symmetric = is_signed,
                  .has_range = range != NULL};
    if (range) {
        map.low = eg_node_real(eg_node_item(range, 0));
        map.high = eg_node_real(eg_node_item(range, 1));
    }
    return eg_plot_map(p->run->context, path, &map, NULL);
}

static eg_status fill(const eg_potential *p, slice *s)
{
    eg_context *context = p->run->context;
    choose(p, s);
    int64_t cells = s->cells[0] * s->cells[1], nodes = (s->cells[0] + 1) * (s->cells[1] + 1);
    EG_TRY(eg_alloc(context, nodes, sizeof *s->x, &s->x));
    EG_TRY(eg_alloc(context, cells + 1, sizeof *s->first, &s->first));
    EG_TRY(eg_alloc(context, 4 * cells, sizeof *s->vertex, &s->vertex));
    EG_TRY(eg_alloc(context, cells, sizeof *s->middle, &s->middle));
    EG_TRY(eg_alloc(context, cells, sizeof *s->values, &s->values));
    fill_nodes(p, s);
    fill_cells(p, s);
    return EG_OK;
}

static eg_status draw_file(const eg_potential *p, const slice *s)
{
    char *path;
    EG_TRY(eg_run_path(p->run, "picture.png", &path));
    eg_status status = draw(p, s, path);
    eg_free(p->run->context, &path);
    return status;
}

eg_status eg_potential_picture(eg_potential *p)
{
    eg_context *context = p->run->context;
    slice s = {0};
    eg_status status = eg_run_agree(p->run, fill(p, &s));
    if (status == EG_OK)
        status = eg_potential_sample_places(p, s.cells[0] * s.cells[1],
                                            (const double(*)[3])s.middle, s.values);
    if (status == EG_OK && p->run->folder)
        status = draw_file(p, &s);
    eg_free(context, &s.x);
    eg_free(context, &s.first);
    eg_free(context, &s.vertex);
    eg_free(context, &s.middle);
    eg_free(context, &s.values);
    return eg_run_agree(p->run, status);
}

/* A residual of 0 has no place on the axis: it is left out. */
static eg_status draw_residuals(eg_potential *p, const char *path, double *x, double *y)
{
    int64_t count = 0;
    for (int64_t i = 0; i < p->history_count; i++)
        if (p->history[i] > 0) {
            x[count] = (double)i;
            y[count++] = p->history[i];
        }
    const eg_line line = {.count = count, .x = x, .y = y};
    const eg_lines lines = {.title = eg_node_text(eg_case_find(p->run->loaded, "title")),
                            .x_label = "iteration",
                            .y_label = "norm of the residual",
                            .lines = &line,
                            .line_count = 1,
                            .y_log = true};
    return count > 1 ? eg_plot_lines(p->run->context, path, &lines, NULL) : EG_OK;
}

eg_status eg_potential_residual_picture(eg_potential *p)
{
    eg_context *context = p->run->context;
    double *x = NULL, *y = NULL;
    char *path = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *x, &x));
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *y, &y));
    EG_TRY_GOTO(eg_run_path(p->run, "residuals.png", &path));
    status = draw_residuals(p, path, x, y);
done:
    eg_free(context, &x);
    eg_free(context, &y);
    eg_free(context, &path);
    return status;
}
