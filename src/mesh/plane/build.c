/* From what a reader hands over to a finished mesh (the steps: internal.h). */
#include "mesh/plane/internal.h"

#include <math.h>

/* Beyond this the squares of coordinates lose the exactness that eg_plane_locate() promises. */
static const double FARTHEST = 1e15;

/* ---- checking ---- */

static eg_status check_counts(eg_context *context, const eg_plane_input *input)
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

/* Checks a node at its first use and takes it into the bounds. */
static eg_status take_node(eg_plane *mesh, const eg_plane_input *input, int64_t node)
{
    for (int i = 0; i < 3; i++) {
        double x = input->x[node][i];
        if (!(fabs(x) <= FARTHEST)) {
            char value[32];
            eg_format_real(x, value);
            return eg_fail(mesh->base.context, EG_MESH,
                           "%s: a node has the coordinate %c = %s; coordinates are finite and at "
                           "most 1e15 m: correct it",
                           input->origin, 'x' + i, value);
        }
        mesh->base.box_low[i] = mesh->nodes == 0 ? x : fmin(mesh->base.box_low[i], x);
        mesh->base.box_high[i] = mesh->nodes == 0 ? x : fmax(mesh->base.box_high[i], x);
    }
    mesh->nodes++;
    return EG_OK;
}

/* Checks all cells; counts them by type and counts the nodes they use, with number[node] = -1. */
static eg_status check_cells(eg_plane *mesh, const eg_plane_input *input, int32_t *number)
{
    for (int64_t cell = 0; cell < input->cells; cell++) {
        assert(input->region[cell] >= 0 && input->region[cell] < input->regions);
        int count = eg_cell_type_vertices(input->type[cell]);
        for (int k = 0; k < count; k++) {
            int32_t node = input->vertex[cell][k];
            if (node < 0 || node >= input->nodes)
                return eg_fail(mesh->base.context, EG_MESH,
                               "%s: element %lld (%s) has the node index %d; there are %lld nodes: "
                               "correct the element",
                               input->origin, (long long)input->source[cell],
                               eg_cell_type_name(input->type[cell]), node, (long long)input->nodes);
            if (number[node] == 0)
                EG_TRY(take_node(mesh, input, node));
            number[node] = -1;
        }
        mesh->base.group[input->type[cell]].count++;
        EG_TRY(eg_plane_check_cell(mesh->base.context, input, cell));
    }
    eg_mesh_set_cells(&mesh->base, input->cells);
    return EG_OK;
}

/* ---- filling ---- */

static eg_status allocate_cells(eg_plane *mesh)
{
    eg_context *c = mesh->base.context;
    int64_t half_edges =
        3 * mesh->base.group[EG_TRIANGLE].count + 4 * mesh->base.group[EG_QUADRANGLE].count;
    EG_TRY(eg_alloc(c, mesh->nodes, sizeof *mesh->x, &mesh->x));
    EG_TRY(eg_alloc(c, mesh->base.own, sizeof *mesh->type, &mesh->type));
    EG_TRY(eg_alloc(c, mesh->base.own + 1, sizeof *mesh->first, &mesh->first));
    EG_TRY(eg_alloc(c, half_edges, sizeof *mesh->vertex, &mesh->vertex));
    EG_TRY(eg_alloc(c, half_edges, sizeof *mesh->cell_face, &mesh->cell_face));
    EG_TRY(eg_alloc(c, mesh->base.own, sizeof *mesh->base.region, &mesh->base.region));
    EG_TRY(eg_alloc(c, mesh->base.own, sizeof *mesh->base.source, &mesh->base.source));
    EG_TRY(eg_alloc(c, mesh->base.own, sizeof *mesh->base.centroid, &mesh->base.centroid));
    return eg_alloc(c, mesh->base.own, sizeof *mesh->area, &mesh->area);
}

/* Copies the cells in their order and numbers the nodes by first use: number[node] becomes the
 * mesh's node + 1. */
static void fill_cells(eg_plane *mesh, const eg_plane_input *input, const int32_t *order,
                       int32_t *number)
{
    int32_t nodes = 0;
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        int32_t from = order[cell], vertex[EG_CELL_VERTICES];
        double x[EG_CELL_VERTICES][2];
        int count = eg_plane_canonical_cell(input, from, vertex, x);
        for (int k = 0; k < count; k++) {
            if (number[vertex[k]] <= 0) {
                for (int i = 0; i < 3; i++)
                    mesh->x[nodes][i] = input->x[vertex[k]][i];
                number[vertex[k]] = ++nodes;
            }
            mesh->vertex[mesh->first[cell] + k] = number[vertex[k]] - 1;
        }
        mesh->first[cell + 1] = mesh->first[cell] + count;
        mesh->type[cell] = input->type[from];
        mesh->base.region[cell] = input->region[from];
        mesh->base.source[cell] = input->source[from];
        mesh->area[cell] = eg_polygon_area(x, count);
        eg_polygon_centroid(x, count, mesh->base.centroid[cell]);
    }
    assert(nodes == mesh->nodes);
}

static eg_status order_and_fill(eg_plane *mesh, const eg_plane_input *input, int32_t *number)
{
    int32_t *order;
    EG_TRY(eg_plane_order_cells(mesh->base.context, input, mesh->base.group, mesh->base.box_low,
                                mesh->base.box_high, &order));
    eg_status status = allocate_cells(mesh);
    if (status == EG_OK)
        fill_cells(mesh, input, order, number);
    eg_free(mesh->base.context, &order);
    return status;
}

static eg_status build(eg_plane *mesh, const eg_plane_input *input, int32_t *number)
{
    EG_TRY(check_cells(mesh, input, number));
    EG_TRY(order_and_fill(mesh, input, number));
    EG_TRY(eg_plane_build_faces(mesh));
    EG_TRY(eg_plane_name_regions(mesh, input));
    EG_TRY(eg_plane_name_boundaries(mesh, input, number));
    return eg_plane_box_cells(&mesh->base);
}

eg_status eg_plane_build(eg_context *context, const eg_plane_input *input, eg_plane **mesh)
{
    *mesh = NULL;
    EG_TRY(check_counts(context, input));
    eg_plane *made = NULL;
    int32_t *number = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, &eg_plane_class, &made->base);
    EG_TRY_GOTO(eg_strdup(context, input->origin, &made->base.origin));
    EG_TRY_GOTO(eg_alloc(context, input->nodes, sizeof *number, &number));
    EG_TRY_GOTO(build(made, input, number));
    *mesh = made;
done:
    eg_free(context, &number);
    if (status != EG_OK)
        eg_plane_destroy(&made);
    return status;
}
