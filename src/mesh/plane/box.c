/* Rectangles of quadrangles or triangles, plain or shaken up. */
#include "mesh/plane/internal.h"

enum { LEFT, RIGHT, BOTTOM, TOP, SIDES };

/* In [-1, 1), a multiple of 2^-52. */
static double random_signed(uint64_t *state)
{
    return (double)(eg_random_bits(state) >> 11) * 0x1p-52 - 1.0;
}

typedef struct box_arrays {
    int64_t nodes, cells, edges;
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

static void fill_lattice_nodes(const eg_box_options *o, box_arrays *a, uint64_t *state)
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

static void add_box_cell(box_arrays *a, int64_t number, eg_cell_type type, const int32_t vertex[4])
{
    int32_t at = a->cell[number];
    a->type[at] = (uint8_t)type;
    a->source[at] = at + 1;
    for (int k = 0; k < 4; k++)
        a->vertex[at][k] = vertex[k];
}

static void fill_box_cells(const eg_box_options *o, box_arrays *a, uint64_t *state)
{
    int64_t nx = o->cells[0], ny = o->cells[1], number = 0;
    for (int64_t j = 0; j < ny; j++) {
        for (int64_t i = 0; i < nx; i++) {
            const int32_t *row = a->node + j * (nx + 1) + i;
            int32_t v[4] = {row[0], row[1], row[nx + 2], row[nx + 1]};
            if (o->element == EG_BOX_QUADRANGLE) {
                add_box_cell(a, number++, EG_QUADRANGLE, v);
                continue;
            }
            bool falling = o->shuffle ? eg_random_bits(state) >> 63 : (i + j) & 1;
            int s = falling ? 1 : 0; /* the diagonal joins the corners s and s + 2 */
            add_box_cell(a, number++, EG_TRIANGLE, (int32_t[]){v[s], v[s + 1], v[s + 2], -1});
            add_box_cell(a, number++, EG_TRIANGLE, (int32_t[]){v[s], v[s + 2], v[(s + 3) % 4], -1});
        }
    }
}

static void add_box_edge(box_arrays *a, int64_t *count, int32_t from, int32_t to, int side)
{
    a->edge[*count][0] = from;
    a->edge[*count][1] = to;
    a->edge_boundary[(*count)++] = side;
}

static void fill_box_edges(const eg_box_options *o, box_arrays *a)
{
    int64_t nx = o->cells[0], ny = o->cells[1], count = 0, stride = nx + 1;
    for (int64_t i = 0; i < nx; i++) {
        const int32_t *top = a->node + ny * stride;
        add_box_edge(a, &count, a->node[i], a->node[i + 1], BOTTOM);
        add_box_edge(a, &count, top[i], top[i + 1], TOP);
    }
    for (int64_t j = 0; j < ny; j++) {
        const int32_t *row = a->node + j * stride;
        add_box_edge(a, &count, row[0], row[stride], LEFT);
        add_box_edge(a, &count, row[nx], row[nx + stride], RIGHT);
    }
}

static eg_status count_plane_box(eg_context *context, const eg_box_options *o, box_arrays *a)
{
    int64_t nx = o->cells[0], ny = o->cells[1];
    EG_TRY(eg_box_check(context, 2, o->origin, o->size, o->cells, INT32_MAX / 8));
    *a = (box_arrays){.nodes = (nx + 1) * (ny + 1),
                      .cells = nx * ny * (o->element == EG_BOX_TRIANGLE ? 2 : 1),
                      .edges = 2 * (nx + ny)};
    if (a->cells > INT32_MAX / EG_CELL_VERTICES)
        return eg_fail(context, EG_MESH, "box: %lld x %lld give %lld cells; at most %d fit: take fewer",
                       (long long)nx, (long long)ny, (long long)a->cells, INT32_MAX / EG_CELL_VERTICES);
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
    box_arrays a;
    uint64_t state = options->seed;
    EG_SCOPE(scope, context);
    EG_TRY(count_plane_box(context, options, &a));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(a.nodes, a.x), EG_BLOCK(a.nodes, a.node),
                          EG_BLOCK(a.cells, a.type), EG_BLOCK(a.cells, a.vertex), EG_BLOCK(a.cells, a.region),
                          EG_BLOCK(a.cells, a.source), EG_BLOCK(a.cells, a.cell), EG_BLOCK(a.edges, a.edge),
                          EG_BLOCK(a.edges, a.edge_boundary)));
    eg_random_order(a.node, a.nodes, options->shuffle, &state);
    eg_random_order(a.cell, a.cells, options->shuffle, &state);
    fill_lattice_nodes(options, &a, &state);
    if (options->map)
        EG_TRY(options->map->apply(options->map, context, a.nodes, a.x));
    fill_box_cells(options, &a, &state);
    fill_box_edges(options, &a);
    eg_plane_input input = {
        .origin = options->map ? "box with a map" : "box",
        .nodes = a.nodes,
        .cells = a.cells,
        .edges = a.edges,
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
