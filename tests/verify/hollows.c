/* Rain that runs off: what its hollows hold at the end of a run, and what they can hold.
 *   verify-hollows CASE DEVICE SETTING...
 * prints, of the volumes in m3 where not said otherwise: what the hollows of the cells' beds hold to their
 * brims (exact), what there is on the mesh at the end, the parts of the exact volume that stand too little or
 * too much in the cells of hollows and that stand elsewhere, and the largest speed where the water is deeper
 * than 1 cm, m/s.
 *
 * The surface of full hollows is the lowest one, at or above the bed, from which each cell has a way to the
 * outlet that never rises (fill and spill). Water passes between cells that share an edge; the outlet is the
 * cells with an edge at the largest x. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <eagre/eagre.h>

enum { MOST_CORNERS = 4, STEPS_A_LOOK = 1000 };

typedef struct edge {
    int64_t low, high, cell; /* corners, in order; of whom */
} edge;

typedef struct ground {
    eg_run *run;
    eg_geometry *geometry;
    int64_t cells, edges;
    double *area, *bed, *brim, *depth, *velocity;
    edge *edge;
} ground;

static void check(eg_context *context, eg_status status)
{
    if (status != EG_OK) {
        fprintf(stderr, "%s\n", eg_context_error(context));
        exit(1);
    }
}

static void *room(int64_t count, size_t size)
{
    void *found = calloc((size_t)count, size);
    if (!found)
        exit(2);
    return found;
}

static int by_corners(const void *first, const void *second)
{
    const edge *a = first, *b = second;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->high < b->high ? -1 : a->high > b->high;
}

/* Areas of the cells, which have straight sides, and their edges: those that two cells share lie side by
 * side. */
static void measure(ground *of)
{
    const eg_geometry *g = of->geometry;
    for (int64_t c = 0; c < of->cells; c++)
        for (int64_t i = g->first[c]; i < g->first[c + 1]; i++) {
            int64_t a = g->vertex[i], b = g->vertex[i + 1 < g->first[c + 1] ? i + 1 : g->first[c]];
            of->area[c] += (g->x[a][0] * g->x[b][1] - g->x[b][0] * g->x[a][1]) / 2;
            of->edge[of->edges++] = (edge){a < b ? a : b, a < b ? b : a, c};
        }
    qsort(of->edge, (size_t)of->edges, sizeof *of->edge, by_corners);
}

static double farthest_x(const eg_geometry *g)
{
    double x = -INFINITY;
    for (int64_t i = 0; i < g->nodes; i++)
        x = fmax(x, g->x[i][0]);
    return x;
}

/* The brim starts at infinity, at the bed in cells of the outlet. */
static void open_outlet(ground *of)
{
    const double(*x)[3] = of->geometry->x, end = farthest_x(of->geometry);
    for (int64_t c = 0; c < of->cells; c++)
        of->brim[c] = INFINITY;
    for (int64_t i = 0; i < of->edges; i++) {
        edge e = of->edge[i];
        if (x[e.low][0] > end - 1e-9 && x[e.high][0] > end - 1e-9)
            of->brim[e.cell] = of->bed[e.cell];
    }
}

/* Whether the brim of a cell falls, because its neighbour lets the water go. */
static bool lower(ground *of, int64_t cell, int64_t neighbour)
{
    double brim = fmax(of->bed[cell], of->brim[neighbour]);
    if (!(brim < of->brim[cell]))
        return false;
    of->brim[cell] = brim;
    return true;
}

static void fill_hollows(ground *of)
{
    bool falls = true;
    open_outlet(of);
    while (falls) {
        falls = false;
        for (int64_t i = 0; i + 1 < of->edges; i++)
            if (by_corners(&of->edge[i], &of->edge[i + 1]) == 0) {
                int64_t a = of->edge[i].cell, b = of->edge[i + 1].cell;
                falls |= lower(of, a, b) | lower(of, b, a);
            }
    }
}

static void print_row(const ground *of)
{
    double exact = 0, held = 0, less = 0, more = 0, elsewhere = 0, fastest = 0;
    for (int64_t c = 0; c < of->cells; c++) {
        double full = of->brim[c] - of->bed[c], h = of->depth[c];
        exact += of->area[c] * full;
        held += of->area[c] * h;
        less += of->area[c] * fmax(full - h, 0);
        more += full > 0 ? of->area[c] * fmax(h - full, 0) : 0;
        elsewhere += full > 0 ? 0 : of->area[c] * h;
        fastest = h > 0.01 ? fmax(fastest, hypot(of->velocity[2 * c], of->velocity[2 * c + 1])) : fastest;
    }
    printf("%.4f %.4f %.5f %.5f %.5f %.3e\n", exact, held, less / exact, more / exact, elsewhere / exact,
           fastest);
}

int main(int count, char **argument)
{
    eg_context *context;
    ground of = {0};
    if (count < 3 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    const eg_run_options options = {.size = sizeof options,
                                    .case_file = argument[1],
                                    .device = argument[2],
                                    .settings = (const char *const *)&argument[3],
                                    .setting_count = count - 3};
    check(context, eg_run_create(context, &options, &of.run));
    check(context, eg_run_geometry(of.run, &of.geometry));
    of.cells = eg_run_cells(of.run);
    double *values = room(of.cells * 6, sizeof *values);
    of.area = values, of.bed = values + of.cells, of.brim = values + 2 * of.cells;
    of.depth = values + 3 * of.cells, of.velocity = values + 4 * of.cells;
    of.edge = room(of.cells * MOST_CORNERS, sizeof *of.edge);
    check(context, eg_run_read(of.run, "elevation", of.bed, of.cells));
    measure(&of);
    fill_hollows(&of);
    while (!eg_run_is_done(of.run))
        check(context, eg_run_advance_steps(of.run, STEPS_A_LOOK));
    check(context, eg_run_read(of.run, "depth", of.depth, of.cells));
    check(context, eg_run_read(of.run, "velocity", of.velocity, 2 * of.cells));
    print_row(&of);
    free(of.edge);
    free(values);
    eg_geometry_free(context, &of.geometry);
    eg_run_destroy(&of.run);
    eg_context_destroy(&context);
    return 0;
}
