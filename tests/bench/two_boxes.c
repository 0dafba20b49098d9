/* Meshes of the benches of shallow water. */
#include "bench/two_boxes.h"

#include "base/scope.h"

#include <math.h>

#include "mesh/internal.h"

enum { FULL, EMPTY, CHANNEL, SURFACES };
static const double side = 81; /* of a box, m */

/* Squares along a side of a box, below the opening, along it and along the channel. */
typedef struct grid {
    int64_t across, low, open, length;
} grid;

static grid grid_of(int64_t cells)
{
    /* 66, 31, 66 squares along the side and 6 along the channel with 106,648 triangles; as finely as
     * wished */
    double fine = sqrt((double)cells / 106648.0);
    grid g = {.low = llround(66 * fine), .open = llround(31 * fine), .length = llround(6 * fine)};
    g.low = eg_max_i64(g.low, 1);
    g.open = eg_max_i64(g.open, 1);
    g.length = eg_max_i64(g.length, 1);
    g.across = 2 * g.low + g.open;
    return g;
}

static int64_t node_at(const grid *g, int surface, int64_t i, int64_t j)
{
    int64_t row = g->across + 1, box = row * row;
    if (surface != CHANNEL)
        return (surface == FULL ? 0 : box) + j * row + i;
    if (i == 0)
        return node_at(g, FULL, g->across, g->low + j);
    if (i == g->length)
        return node_at(g, EMPTY, 0, g->low + j);
    return 2 * box + (i - 1) * (g->open + 1) + j;
}

/* What eg_plane_build() is given. */
typedef struct arrays {
    double (*x)[3];
    uint8_t *type;
    int32_t (*vertex)[4];
    int32_t *region;
    int64_t *source;
} arrays;

static eg_status allocate(eg_context *context, int64_t nodes, int64_t cells, arrays *a)
{
    EG_TRY(eg_alloc(context, nodes, sizeof *a->x, &a->x));
    EG_TRY(eg_alloc(context, cells, sizeof *a->type, &a->type));
    EG_TRY(eg_alloc(context, cells, sizeof *a->vertex, &a->vertex));
    EG_TRY(eg_alloc(context, cells, sizeof *a->region, &a->region));
    return eg_alloc(context, cells, sizeof *a->source, &a->source);
}

static void release(eg_context *context, arrays *a)
{
    eg_free(context, &a->x);
    eg_free(context, &a->type);
    eg_free(context, &a->vertex);
    eg_free(context, &a->region);
    eg_free(context, &a->source);
}

static void add_triangle(arrays *a, int64_t *count, int64_t p, int64_t q, int64_t r)
{
    const int32_t vertex[4] = {(int32_t)p, (int32_t)q, (int32_t)r, -1};
    a->type[*count] = EG_TRIANGLE;
    a->source[*count] = *count + 1;
    for (int k = 0; k < 4; k++)
        a->vertex[*count][k] = vertex[k];
    ++*count;
}

/* A surface of so many squares; its diagonals alternate. */
static void add_surface(const grid *g, int surface, arrays *a, int64_t *count)
{
    int64_t wide = surface == CHANNEL ? g->length : g->across;
    int64_t high = surface == CHANNEL ? g->open : g->across;
    double edge = side / (double)g->across;
    int64_t begin = surface == FULL ? 0 : surface == EMPTY ? g->across + g->length : g->across;
    for (int64_t i = 0; i <= wide; i++) {
        for (int64_t j = 0; j <= high; j++) {
            double *x = a->x[node_at(g, surface, i, j)];
            x[0] = edge * (double)(begin + i);
            x[1] = edge * (double)(surface == CHANNEL ? g->low + j : j);
        }
    }
    for (int64_t i = 0; i < wide; i++) {
        for (int64_t j = 0; j < high; j++) {
            int64_t p = node_at(g, surface, i, j), q = node_at(g, surface, i + 1, j);
            int64_t r = node_at(g, surface, i + 1, j + 1), s = node_at(g, surface, i, j + 1);
            bool rises = (i + j) & 1;
            add_triangle(a, count, p, q, rises ? r : s);
            add_triangle(a, count, rises ? r : s, rises ? s : q, rises ? p : r);
        }
    }
}

eg_status bench_two_boxes(eg_context *context, int64_t cells, eg_plane **mesh)
{
    static const char *const all[1] = {"all"};
    grid g = grid_of(cells);
    int64_t box = (g.across + 1) * (g.across + 1), count = 0;
    eg_plane_input input = {.origin = "two boxes", .regions = 1, .region_name = all};
    arrays a = {0};
    *mesh = NULL;
    input.nodes = 2 * box + (g.length - 1) * (g.open + 1);
    input.cells = 2 * (2 * g.across * g.across + g.length * g.open);
    eg_status status = allocate(context, input.nodes, input.cells, &a);
    for (int surface = 0; status == EG_OK && surface < SURFACES; surface++)
        add_surface(&g, surface, &a, &count);
    input.x = (const double(*)[3])a.x;
    input.type = a.type;
    input.vertex = (const int32_t(*)[4])a.vertex;
    input.region = a.region;
    input.source = a.source;
    if (status == EG_OK)
        status = eg_plane_build(context, &input, mesh);
    release(context, &a);
    return status;
}

/* ---- another order */

static eg_status find_order(const eg_plane *hilbert, bench_order order, int32_t *number)
{
    int64_t cells = hilbert->base.own;
    eg_context *context = hilbert->base.context;
    uint64_t *key, state = 7;
    eg_random_order(number, cells, order == BENCH_RANDOM, &state);
    if (order != BENCH_AS_READ)
        return EG_OK;
    EG_TRY(eg_alloc(context, cells, sizeof *key, &key));
    for (int64_t c = 0; c < cells; c++)
        key[c] = (uint64_t)hilbert->base.source[c];
    eg_status status = eg_radix_sort(context, cells, key, number);
    eg_free(context, &key);
    return status;
}

/* What a window of all cells has, in another order. */
typedef struct renumbered {
    int32_t (*vertex)[3], (*boundary)[3], (*twin)[3], *region, *cell;
    int64_t *source;
} renumbered;

static eg_status allocate_cells(eg_scope *scope, int64_t cells, renumbered *r)
{
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *r->vertex, &r->vertex));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *r->boundary, &r->boundary));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *r->twin, &r->twin));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *r->region, &r->region));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *r->cell, &r->cell));
    return eg_scope_alloc(scope, cells, sizeof *r->source, &r->source);
}

/* Nothing is joined. */
static void copy_cells(const eg_plane *from, const int32_t *number, renumbered *r)
{
    for (int64_t i = 0; i < from->base.own; i++) {
        int64_t first = from->first[number[i]];
        r->region[i] = from->base.region[number[i]];
        r->source[i] = from->base.source[number[i]];
        r->cell[i] = (int32_t)i;
        for (int k = 0; k < 3; k++) {
            r->vertex[i][k] = from->vertex[first + k];
            r->boundary[i][k] = from->face_boundary[from->cell_face[first + k]];
            r->twin[i][k] = -1;
        }
    }
}

eg_status bench_renumber(const eg_plane *hilbert, bench_order order, eg_plane **mesh, int32_t **number)
{
    eg_context *context = hilbert->base.context;
    int64_t cells = hilbert->base.own;
    renumbered r;
    int32_t *node;
    EG_SCOPE(scope, context);
    *mesh = NULL;
    *number = NULL;
    EG_TRY(eg_alloc(context, cells, sizeof **number, number));
    EG_TRY(find_order(hilbert, order, *number));
    EG_TRY(allocate_cells(&scope, cells, &r));
    EG_TRY(eg_scope_alloc(&scope, hilbert->nodes, sizeof *node, &node));
    copy_cells(hilbert, *number, &r);
    for (int64_t i = 0; i < hilbert->nodes; i++)
        node[i] = (int32_t)i;
    const eg_plane_window window = {.like = &hilbert->base,
                                    .cells = cells,
                                    .nodes = hilbert->nodes,
                                    .x = (const double(*)[3])hilbert->x,
                                    .vertex = (const int32_t(*)[3])r.vertex,
                                    .boundary = (const int32_t(*)[3])r.boundary,
                                    .twin = (const int32_t(*)[3])r.twin,
                                    .region = r.region,
                                    .source = r.source,
                                    .cell_number = r.cell,
                                    .node_number = node,
                                    .all_cells = cells,
                                    .all_nodes = hilbert->nodes,
                                    .own_nodes = hilbert->nodes};
    return eg_plane_cut_window(&window, (eg_ranks){.count = 1}, 0, false, mesh);
}
