/* From what a reader hands over to a finished mesh (the steps: internal.h). */
#include "base/parallel.h"
#include "mesh/plane/internal.h"

#include <math.h>

/* Beyond this the squares of coordinates lose the exactness that eg_plane_locate() promises. */
static const double FARTHEST = 1e15;

/* A mesh that is being made. Files list nodes and cells in any order: what belongs to a cell then lies
 * anywhere in memory, and short loops, of which each gathers one thing, let the processor wait for many at
 * once. */
typedef struct building {
    eg_plane *mesh;
    eg_scope *scope; /* of the arrays, but order and node */
    const eg_plane_input *input;
    eg_plane_order order;
    int32_t *number; /* [input nodes] -1: in use; at last the mesh's node + 1, 0: not in use */
    int32_t *node;   /* [nodes] input nodes by the mesh's numbers */
    int64_t (*of_type)[EG_CELL_TYPES]; /* [parts] */
    double (*box)[2][3];               /* [parts] low, high of the nodes in use */
    int64_t *used;                     /* [parts] nodes in use */
} building;

enum { PART_LEAST = 1 << 14, AHEAD = 32 };

static int cell_parts(const building *b)
{
    return eg_parts(b->mesh->base.context, b->input->cells, PART_LEAST);
}

static int node_parts(const building *b)
{
    return eg_parts(b->mesh->base.context, b->input->nodes, PART_LEAST);
}

/* ---- checking ---- */

static eg_status check_plane_counts(eg_context *context, const eg_plane_input *input)
{
    assert(input->origin && input->nodes >= 0 && input->cells >= 0 && input->edges >= 0);
    if (input->cells == 0)
        return eg_fail(context, EG_MESH,
                       "%s: has no triangles or quadrangles: mesh its surfaces before saving it "
                       "(gmsh -2), and where it has physical groups, put the surfaces in one",
                       input->origin);
    if (input->nodes > INT32_MAX || input->cells > INT32_MAX / EG_CELL_VERTICES)
        return eg_fail(context, EG_MESH,
                       "%s: has %lld nodes and %lld cells; at most %d nodes and %d cells fit: "
                       "make a coarser mesh",
                       input->origin, (long long)input->nodes, (long long)input->cells, INT32_MAX,
                       INT32_MAX / EG_CELL_VERTICES);
    return EG_OK;
}

/* Checks the node indices of cells and counts the cells by type. Threads that mark one node write the
 * same. */
static eg_status mark_nodes(void *with, int part, int64_t from, int64_t to)
{
    building *b = with;
    const eg_plane_input *input = b->input;
    for (int64_t cell = from; cell < to; cell++) {
        assert(input->region[cell] >= 0 && input->region[cell] < input->regions);
        int count = eg_cell_type_vertices(input->type[cell]);
        for (int k = 0; k < count; k++) {
            int32_t node = input->vertex[cell][k];
            if (node < 0 || node >= input->nodes)
                return eg_fail(b->mesh->base.context, EG_MESH,
                               "%s: element %lld (%s) has the node index %d; there are %lld nodes: "
                               "correct the element",
                               input->origin, (long long)input->source[cell],
                               eg_cell_type_name(input->type[cell]), node, (long long)input->nodes);
            __atomic_store_n(&b->number[node], -1, __ATOMIC_RELAXED);
        }
        b->of_type[part][input->type[cell]]++;
    }
    return EG_OK;
}

static eg_status refuse_coordinate(const building *b, int axis, double x)
{
    char value[32];
    eg_format_real(x, value);
    return eg_fail(b->mesh->base.context, EG_MESH,
                   "%s: a node has the coordinate %c = %s; coordinates are finite and at "
                   "most 1e15 m: correct it",
                   b->input->origin, 'x' + axis, value);
}

/* Checks the nodes in use and bounds them. */
static eg_status bound_nodes(void *with, int part, int64_t from, int64_t to)
{
    building *b = with;
    double *low = b->box[part][0], *high = b->box[part][1];
    for (int64_t node = from; node < to; node++) {
        if (b->number[node] == 0)
            continue;
        for (int i = 0; i < 3; i++) {
            double x = b->input->x[node][i];
            if (!(fabs(x) <= FARTHEST))
                return refuse_coordinate(b, i, x);
            low[i] = b->used[part] == 0 || x < low[i] ? x : low[i];
            high[i] = b->used[part] == 0 || x > high[i] ? x : high[i];
        }
        b->used[part]++;
    }
    return EG_OK;
}

/* Puts together what the parts have found. */
static void join_counted_parts(building *b)
{
    eg_plane *mesh = b->mesh;
    for (int p = 0; p < cell_parts(b); p++)
        for (int type = 0; type < EG_CELL_TYPES; type++)
            mesh->base.group[type].count += b->of_type[p][type];
    for (int p = 0; p < node_parts(b); p++) {
        for (int i = 0; i < 3 && b->used[p] > 0; i++) {
            double low = b->box[p][0][i], high = b->box[p][1][i];
            mesh->base.box_low[i] = mesh->nodes == 0 ? low : fmin(mesh->base.box_low[i], low);
            mesh->base.box_high[i] = mesh->nodes == 0 ? high : fmax(mesh->base.box_high[i], high);
        }
        mesh->nodes += b->used[p];
    }
    eg_mesh_set_cells(&mesh->base, b->input->cells);
}

/* Node indices and coordinates of all cells; counts cells by type and the nodes they use, with number[node] =
 * -1. */
static eg_status check_nodes(building *b)
{
    eg_context *c = b->mesh->base.context;
    int64_t cells = b->input->cells, nodes = b->input->nodes;
    EG_TRY(EG_SCOPE_ALLOC(b->scope, EG_BLOCK(cell_parts(b), b->of_type), EG_BLOCK(node_parts(b), b->box),
                          EG_BLOCK(node_parts(b), b->used)));
    EG_TRY(eg_in_parts(c, cell_parts(b), cells, mark_nodes, b));
    EG_TRY(eg_in_parts(c, node_parts(b), nodes, bound_nodes, b));
    join_counted_parts(b);
    return EG_OK;
}

/* ---- filling ---- */

static void prefetch_cell(const building *b, int32_t cell)
{
    __builtin_prefetch(&b->input->vertex[cell]);
    __builtin_prefetch(&b->order.turn[cell]);
    __builtin_prefetch(&b->input->region[cell]);
    __builtin_prefetch(&b->input->source[cell]);
}

/* Copies the cells in canonical order, with the input's numbers of nodes. */
static void copy_input_cells(building *b)
{
    const eg_plane_input *input = b->input;
    eg_plane *mesh = b->mesh;
    int64_t triangles = mesh->base.group[EG_TRIANGLE].count, cells = mesh->base.own;
    EG_LOOP(mesh->base.context, cells)
    for (int64_t cell = 0; cell < cells; cell++) {
        int32_t of = b->order.cell[cell], vertex[EG_CELL_VERTICES];
        prefetch_cell(b, b->order.cell[eg_min_i64(cell + AHEAD, cells - 1)]);
        int64_t first = 3 * cell + eg_max_i64(0, cell - triangles);
        int count = cell < triangles ? 3 : 4;
        eg_plane_turn(count, b->order.turn[of], input->vertex[of], vertex);
        for (int k = 0; k < count; k++)
            mesh->vertex[first + k] = vertex[k];
        mesh->first[cell + 1] = first + count;
        mesh->type[cell] = cell < triangles ? EG_TRIANGLE : EG_QUADRANGLE;
        mesh->base.region[cell] = input->region[of];
        mesh->base.source[cell] = input->source[of];
    }
}

/* Numbers the nodes by first use. */
static void number_used_nodes(building *b)
{
    eg_plane *mesh = b->mesh;
    int64_t half_edges = mesh->first[mesh->base.own];
    int32_t *number = b->number, nodes = 0;
    for (int64_t h = 0; h < half_edges; h++) {
        int32_t of = mesh->vertex[h];
        __builtin_prefetch(&number[mesh->vertex[eg_min_i64(h + AHEAD, half_edges - 1)]], 1);
        if (number[of] <= 0) {
            b->node[nodes] = of;
            number[of] = ++nodes;
        }
        mesh->vertex[h] = number[of] - 1;
    }
    assert(nodes == mesh->nodes);
}

void eg_plane_measure_cells(eg_plane *mesh)
{
    EG_LOOP(mesh->base.context, mesh->base.own)
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        double x[EG_CELL_VERTICES][2];
        int count = eg_plane_cell_vertices(mesh, cell, x);
        mesh->area[cell] = eg_polygon_area((const double(*)[2])x, count);
        eg_polygon_centroid((const double(*)[2])x, count, mesh->base.centroid[cell]);
    }
}

static eg_status order_plane_cells(building *b)
{
    eg_plane *mesh = b->mesh;
    eg_context *c = mesh->base.context;
    EG_TRY(eg_plane_order_cells(c, b->input, cell_parts(b), (const int64_t(*)[EG_CELL_TYPES])b->of_type,
                                mesh->base.box_low, mesh->base.box_high, &b->order));
    EG_TRY(eg_plane_allocate_cells(mesh, 3 * mesh->base.group[EG_TRIANGLE].count +
                                             4 * mesh->base.group[EG_QUADRANGLE].count));
    copy_input_cells(b);
    eg_plane_order_free(&b->order);
    EG_TRY(eg_alloc(c, mesh->nodes, sizeof *b->node, &b->node));
    number_used_nodes(b);
    EG_LOOP(mesh->base.context, mesh->nodes)
    for (int64_t node = 0; node < mesh->nodes; node++)
        for (int i = 0; i < 3; i++)
            mesh->x[node][i] = b->input->x[b->node[node]][i];
    EG_FREE(&b->node);
    eg_plane_measure_cells(mesh);
    return EG_OK;
}

static eg_status build_plane(building *b)
{
    eg_plane *mesh = b->mesh;
    EG_TRY(eg_strdup(mesh->base.context, b->input->origin, &mesh->base.origin));
    EG_TRY(eg_scope_alloc(b->scope, b->input->nodes, sizeof *b->number, &b->number));
    EG_TRY(check_nodes(b));
    EG_TRY(order_plane_cells(b));
    EG_TRY(eg_plane_build_faces(mesh));
    EG_TRY(eg_plane_name_regions(mesh, b->input));
    EG_TRY(eg_plane_name_boundaries(mesh, b->input, b->number));
    return eg_plane_box_cells(&mesh->base);
}

eg_status eg_plane_build(eg_context *context, const eg_plane_input *input, eg_plane **mesh)
{
    *mesh = NULL;
    EG_TRY(check_plane_counts(context, input));
    EG_SCOPE(scope, context);
    building b = {.input = input, .scope = &scope};
    EG_TRY(eg_alloc(context, 1, sizeof *b.mesh, &b.mesh));
    eg_mesh_begin(context, &eg_plane_class, &b.mesh->base);
    eg_status status = build_plane(&b);
    eg_plane_order_free(&b.order);
    EG_FREE(&b.node);
    if (status == EG_OK)
        *mesh = b.mesh;
    else
        eg_plane_destroy(&b.mesh);
    return status;
}
