/* Rectangles of quadrangles or triangles, plain or shaken up. */
#include "mesh/plane/internal.h"

enum { LEFT, RIGHT, BOTTOM, TOP, SIDES };

/* In [-1, 1), a multiple of 2^-52. */
static double random_signed(uint64_t *state)
{
    return (double)(eg_random_bits(state) >> 11) * 0x1p-52 - 1.0;
}

typedef struct box_arrays {
    double (*x)[3];
    uint8_t *type;
    int32_t (*vertex)[4];
    int32_t *region;
    int64_t *source;
    int32_t (*edge)[2];
    int32_t *edge_boundary;
    int32_t *node; /* [nodes] number of each lattice node */
    int32_t *cell; /* [cells] number of each cell */
} box_arrays;

static int64_t node_count(const eg_box_options *o)
{
    return (o->cells[0] + 1) * (o->cells[1] + 1);
}

static int64_t cell_count(const eg_box_options *o)
{
    return o->cells[0] * o->cells[1] * (o->element == EG_BOX_TRIANGLE ? 2 : 1);
}

static int64_t edge_count(const eg_box_options *o)
{
    return 2 * (o->cells[0] + o->cells[1]);
}

static eg_status allocate(eg_scope *scope, const eg_box_options *o, box_arrays *a)
{
    int64_t nodes = node_count(o), cells = cell_count(o), edges = edge_count(o);
    EG_TRY(eg_scope_alloc(scope, nodes, sizeof *a->x, &a->x));
    EG_TRY(eg_scope_alloc(scope, nodes, sizeof *a->node, &a->node));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *a->type, &a->type));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *a->vertex, &a->vertex));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *a->region, &a->region));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *a->source, &a->source));
    EG_TRY(eg_scope_alloc(scope, cells, sizeof *a->cell, &a->cell));
    EG_TRY(eg_scope_alloc(scope, edges, sizeof *a->edge, &a->edge));
    return eg_scope_alloc(scope, edges, sizeof *a->edge_boundary, &a->edge_boundary);
}

/* Moves of the node in a disc of radius `jitter` spacings. Below 0.353 no node can cross the line
 * through its neighbours: a right triangle with sides 1 is 0.707 high. */
static void random_move(double jitter, uint64_t *state, double move[2])
{
    do {
        move[0] = random_signed(state);
        move[1] = random_signed(state);
    } while (move[0] * move[0] + move[1] * move[1] > 1.0);
    move[0] *= jitter;
    move[1] *= jitter;
}

static void fill_nodes(const eg_box_options *o, box_arrays *a, uint64_t *state)
{
    int64_t nx = o->cells[0], ny = o->cells[1];
    for (int64_t j = 0; j <= ny; j++) {
        for (int64_t i = 0; i <= nx; i++) {
            double move[2] = {0.0, 0.0}, *x = a->x[a->node[j * (nx + 1) + i]];
            if (o->jitter > 0.0 && i > 0 && i < nx && j > 0 && j < ny)
                random_move(o->jitter, state, move);
            x[0] = o->origin[0] + o->size[0] * (((double)i + move[0]) / (double)nx);
            x[1] = o->origin[1] + o->size[1] * (((double)j + move[1]) / (double)ny);
        }
    }
}

static void add_cell(box_arrays *a, int64_t number, eg_cell_type type, const int32_t vertex[4])
{
    int32_t at = a->cell[number];
    a->type[at] = (uint8_t)type;
    a->source[at] = at + 1;
    for (int k = 0; k < 4; k++)
        a->vertex[at][k] = vertex[k];
}

static void fill_cells(const eg_box_options *o, box_arrays *a, uint64_t *state)
{
    int64_t nx = o->cells[0], ny = o->cells[1], number = 0;
    for (int64_t j = 0; j < ny; j++) {
        for (int64_t i = 0; i < nx; i++) {
            const int32_t *row = a->node + j * (nx + 1) + i;
            int32_t v[4] = {row[0], row[1], row[nx + 2], row[nx + 1]};
            if (o->element == EG_BOX_QUADRANGLE) {
                add_cell(a, number++, EG_QUADRANGLE, v);
                continue;
            }
            bool falling = o->shuffle ? eg_random_bits(state) >> 63 : (i + j) & 1;
            int s = falling ? 1 : 0; /* the diagonal joins the corners s and s + 2 */
            add_cell(a, number++, EG_TRIANGLE, (int32_t[]){v[s], v[s + 1], v[s + 2], -1});
            add_cell(a, number++, EG_TRIANGLE, (int32_t[]){v[s], v[s + 2], v[(s + 3) % 4], -1});
        }
    }
}

static void add_edge(box_arrays *a, int64_t *count, int32_t from, int32_t to, int side)
{
    a->edge[*count][0] = from;
    a->edge[*count][1] = to;
    a->edge_boundary[(*count)++] = side;
}

static void fill_edges(const eg_box_options *o, box_arrays *a)
{
    int64_t nx = o->cells[0], ny = o->cells[1], count = 0, stride = nx + 1;
    for (int64_t i = 0; i < nx; i++) {
        const int32_t *top = a->node + ny * stride;
        add_edge(a, &count, a->node[i], a->node[i + 1], BOTTOM);
        add_edge(a, &count, top[i], top[i + 1], TOP);
    }
    for (int64_t j = 0; j < ny; j++) {
        const int32_t *row = a->node + j * stride;
        add_edge(a, &count, row[0], row[stride], LEFT);
        add_edge(a, &count, row[nx], row[nx + stride], RIGHT);
    }
}

static eg_status check(eg_context *context, const eg_box_options *o)
{
    EG_TRY(eg_box_check(context, 2, o->origin, o->size, o->cells, INT32_MAX / 8));
    if (cell_count(o) > INT32_MAX / EG_CELL_VERTICES)
        return eg_fail(context, EG_MESH, "box: %lld x %lld give %lld cells; at most %d fit: take fewer",
                       (long long)o->cells[0], (long long)o->cells[1], (long long)cell_count(o),
                       INT32_MAX / EG_CELL_VERTICES);
    if (!(o->jitter >= 0.0 && o->jitter <= 0.3)) {
        char jitter[32];
        eg_format_real(o->jitter, jitter);
        return eg_fail(context, EG_MESH,
                       "box: the jitter is %s; it must be from 0 to 0.3, so that every cell keeps an area",
                       jitter);
    }
    return EG_OK;
}

eg_status eg_plane_box(eg_context *context, const eg_box_options *options, eg_plane **mesh)
{
    static const char *const sides[SIDES] = {"left", "right", "bottom", "top"};
    static const char *const all[1] = {"all"};
    *mesh = NULL;
    EG_TRY(check(context, options));
    box_arrays a = {0};
    uint64_t state = options->seed;
    EG_SCOPE(scope, context);
    EG_TRY(allocate(&scope, options, &a));
    eg_random_order(a.node, node_count(options), options->shuffle, &state);
    eg_random_order(a.cell, cell_count(options), options->shuffle, &state);
    fill_nodes(options, &a, &state);
    if (options->map)
        EG_TRY(options->map->apply(options->map, context, node_count(options), a.x));
    fill_cells(options, &a, &state);
    fill_edges(options, &a);
    eg_plane_input input = {
        .origin = options->map ? "box with a map" : "box",
        .nodes = node_count(options),
        .cells = cell_count(options),
        .edges = edge_count(options),
        .x = a.x,
        .type = a.type,
        .vertex = a.vertex,
        .region = a.region,
        .source = a.source,
        .edge = a.edge,
        .edge_boundary = a.edge_boundary,
        .regions = 1,
        .boundaries = SIDES,
        .region_name = all,
        .boundary_name = sides,
    };
    return eg_plane_build(context, &input, mesh);
}
