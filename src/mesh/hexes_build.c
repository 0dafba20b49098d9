/* From what a reader hands over to a finished mesh of hexahedra (the steps: hexes_internal.h). */
#include "mesh/hexes_internal.h"

#include <math.h>

static const double FARTHEST = 1e15; /* m, as of other meshes */

/* Points of the same node may differ by this share of the longest edge. */
static const double SAME = 1e-9;

/* What is found out about the input before it is sorted. */
typedef struct draft {
    eg_context *context;
    const eg_hexes_input *input;
    eg_hexes *mesh;
    hex_turn *turn;        /* [input elements] */
    uint8_t *kind;         /* [input elements] */
    double (*centroid)[3]; /* [input elements] */
    int32_t *number;    /* [input points] 0: not used; -1: used; then, of corners, the vertex + 1 */
    int32_t *order;     /* [elements] */
    uint8_t *has_place; /* [points of the mesh] */
} draft;

static void draft_free(draft *d)
{
    eg_free(d->context, &d->turn);
    eg_free(d->context, &d->kind);
    eg_free(d->context, &d->centroid);
    eg_free(d->context, &d->number);
    eg_free(d->context, &d->order);
    eg_free(d->context, &d->has_place);
}

/* ---- checking ---- */

static eg_status check_counts(eg_context *context, const eg_hexes_input *input)
{
    assert(input->origin && input->points >= 0 && input->elements >= 0 && input->quads >= 0);
    assert(input->degree >= 1 && input->degree <= EG_HEX_GEOMETRY_DEGREE);
    if (input->elements == 0)
        return eg_fail(context, EG_MESH,
                       "%s: has no hexahedra: mesh its volumes before saving it (gmsh -3), and "
                       "where it has physical "
                       "groups, put the volumes in one",
                       input->origin);
    if (input->points > INT32_MAX || input->elements > INT32_MAX / EG_HEX_EDGES)
        return eg_fail(context, EG_MESH,
                       "%s: has %lld points and %lld hexahedra; at most %d points and %d hexahedra "
                       "fit: make a coarser "
                       "mesh",
                       input->origin, (long long)input->points, (long long)input->elements,
                       INT32_MAX, INT32_MAX / EG_HEX_EDGES);
    return EG_OK;
}

/* Checks a point at its first use and takes it into the bounds. */
static eg_status take_point(draft *d, int64_t element, int32_t point)
{
    const eg_hexes_input *input = d->input;
    eg_hexes *mesh = d->mesh;
    for (int i = 0; i < 3; i++) {
        double x = input->x[point][i];
        if (!(fabs(x) <= FARTHEST)) {
            char value[32];
            eg_format_real(x, value);
            return eg_fail(d->context, EG_MESH,
                           "%s: a node of element %lld (hexahedron) has the coordinate %c = %s; "
                           "coordinates are finite "
                           "and at most 1e15 m: correct it",
                           input->origin, (long long)input->source[element], 'x' + i, value);
        }
        mesh->box_low[i] = mesh->points == 0 ? x : fmin(mesh->box_low[i], x);
        mesh->box_high[i] = mesh->points == 0 ? x : fmax(mesh->box_high[i], x);
    }
    mesh->points++;
    return EG_OK;
}

static eg_status take_points(draft *d, int64_t element)
{
    const eg_hexes_input *input = d->input;
    int count = hex_cube(input->degree + 1);
    assert(input->region[element] >= 0 && input->region[element] < input->regions);
    for (int p = 0; p < count; p++) {
        int32_t point = input->point[element * count + p];
        if (point < 0 || point >= input->points)
            return eg_fail(d->context, EG_MESH,
                           "%s: element %lld (hexahedron) has the node index %d; there are %lld "
                           "nodes: correct the "
                           "element",
                           input->origin, (long long)input->source[element], point,
                           (long long)input->points);
        if (d->number[point] == 0)
            EG_TRY(take_point(d, element, point));
        d->number[point] = -1;
    }
    return EG_OK;
}

static void find_centroid(draft *d, int64_t element)
{
    int32_t point[HEX_POINTS_MOST];
    double *centroid = d->centroid[element];
    eg_hex_turned_points(d->input, element, d->turn[element], point);
    for (int i = 0; i < 3; i++) {
        centroid[i] = 0.0;
        for (int c = 0; c < EG_HEX_VERTICES; c++)
            centroid[i] += 0.125 * d->input->x[point[hex_corner_place(d->input->degree, c)]][i];
    }
}

/* Checks all elements, finds their turns and kinds, and marks the points that they use. */
static eg_status examine(draft *d)
{
    hex_examiner ex;
    eg_status status;
    EG_TRY_GOTO(eg_hex_examiner_open(d->context, d->input, &ex));
    for (int64_t e = 0; e < d->input->elements; e++) {
        eg_hex_kind kind;
        EG_TRY_GOTO(take_points(d, e));
        EG_TRY_GOTO(eg_hex_examine(&ex, e, &d->turn[e], &kind));
        d->kind[e] = (uint8_t)kind;
        d->mesh->elements_of_kind[kind]++;
        find_centroid(d, e);
    }
    d->mesh->elements = d->input->elements;
done:
    eg_hex_examiner_close(&ex);
    return status;
}

/* ---- filling ---- */

/* Copies the elements in their order and numbers the vertices by first use. */
static void fill_elements(draft *d)
{
    eg_hexes *mesh = d->mesh;
    int32_t point[HEX_POINTS_MOST];
    for (int64_t e = 0; e < mesh->elements; e++) {
        int32_t from = d->order[e];
        mesh->region[e] = d->input->region[from];
        mesh->source[e] = d->input->source[from];
        eg_hex_turned_points(d->input, from, d->turn[from], point);
        for (int c = 0; c < EG_HEX_VERTICES; c++) {
            int32_t *number = &d->number[point[hex_corner_place(d->input->degree, c)]];
            if (*number <= 0) {
                for (int i = 0; i < 3; i++)
                    mesh->x[mesh->vertices][i] =
                        d->input->x[point[hex_corner_place(d->input->degree, c)]][i];
                *number = (int32_t)++mesh->vertices;
            }
            mesh->vertex[e][c] = *number - 1;
        }
        for (int i = 0; i < 3; i++)
            mesh->centroid[e][i] = d->centroid[from][i];
    }
}

static eg_status order_and_fill(draft *d)
{
    eg_hexes *mesh = d->mesh;
    eg_context *c = d->context;
    EG_TRY(eg_hexes_order(mesh, d->input, d->kind, (const double(*)[3])d->centroid, &d->order));
    EG_TRY(eg_alloc(c, mesh->points, sizeof *mesh->x,
                    &mesh->x)); /* at first the places of the vertices */
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->region, &mesh->region));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->source, &mesh->source));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->centroid, &mesh->centroid));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->vertex, &mesh->vertex));
    fill_elements(d);
    return EG_OK;
}

/* ---- the geometry's points ---- */

static eg_status refuse_place(const draft *d, int64_t element, const double here[3],
                              const double there[3])
{
    return eg_fail(d->context, EG_MESH,
                   "%s: element %lld (hexahedron) has a node at %s, where an element that shares "
                   "its face or edge has "
                   "one at %s: correct one of them, or save the mesh again",
                   d->mesh->origin, (long long)d->mesh->source[element], eg_hex_place_of(here).text,
                   eg_hex_place_of(there).text);
}

static bool is_near(const double a[3], const double b[3], double distance)
{
    double square = 0.0;
    for (int i = 0; i < 3; i++)
        square += (b[i] - a[i]) * (b[i] - a[i]);
    return square <= distance * distance;
}

/* Takes the places of one element's points; where an element before it has one there already they must agree. */
static eg_status take_places(draft *d, int64_t element, const int32_t *point)
{
    eg_hexes *mesh = d->mesh;
    int32_t given[HEX_POINTS_MOST];
    double corner[EG_HEX_VERTICES][3];
    int32_t from = d->order[element];
    eg_hex_turned_points(d->input, from, d->turn[from], given);
    for (int c = 0; c < EG_HEX_VERTICES; c++)
        for (int i = 0; i < 3; i++)
            corner[c][i] = d->input->x[given[hex_corner_place(mesh->degree, c)]][i];
    double tolerance = SAME * eg_hex_longest_edge((const double(*)[3])corner);
    for (int p = 0; p < hex_cube(mesh->degree + 1); p++) {
        const double *x = d->input->x[given[p]];
        if (d->has_place[point[p]] && !is_near(x, mesh->x[point[p]], tolerance))
            return refuse_place(d, element, x, mesh->x[point[p]]);
        for (int i = 0; i < 3 && !d->has_place[point[p]]; i++)
            mesh->x[point[p]][i] = x[i];
        d->has_place[point[p]] = 1;
    }
    return EG_OK;
}

/* The points are the nodes of the geometry's degree. */
static eg_status fill_points(draft *d)
{
    eg_hexes *mesh = d->mesh;
    eg_hex_nodes *nodes = NULL;
    int count = hex_cube(mesh->degree + 1);
    eg_status status;
    EG_TRY_GOTO(eg_hex_nodes_create(mesh, mesh->degree, &nodes));
    mesh->points = nodes->nodes;
    eg_free(d->context, &mesh->x);
    EG_TRY_GOTO(eg_alloc(d->context, mesh->points, sizeof *mesh->x, &mesh->x));
    EG_TRY_GOTO(eg_alloc(d->context, mesh->points, 1, &d->has_place));
    EG_TRY_GOTO(eg_alloc(d->context, mesh->elements * count, sizeof *mesh->point, &mesh->point));
    for (int64_t e = 0; e < mesh->elements; e++) {
        int32_t *point = mesh->point + e * count;
        eg_hex_element_nodes(mesh, nodes, e, point);
        EG_TRY_GOTO(take_places(d, e, point));
    }
done:
    eg_hex_nodes_destroy(&nodes);
    return status;
}

/* ---- building ---- */

static eg_status build(draft *d)
{
    eg_context *c = d->context;
    eg_hexes *mesh = d->mesh;
    int64_t elements = d->input->elements;
    mesh->context = c;
    mesh->degree = d->input->degree;
    EG_TRY(eg_strdup(c, d->input->origin, &mesh->origin));
    EG_TRY(eg_alloc(c, elements, sizeof *d->turn, &d->turn));
    EG_TRY(eg_alloc(c, elements, sizeof *d->kind, &d->kind));
    EG_TRY(eg_alloc(c, elements, sizeof *d->centroid, &d->centroid));
    EG_TRY(eg_alloc(c, d->input->points, sizeof *d->number, &d->number));
    EG_TRY(examine(d));
    EG_TRY(order_and_fill(d));
    EG_TRY(eg_hexes_build_faces(mesh));
    EG_TRY(fill_points(d));
    EG_TRY(eg_hexes_name_regions(mesh, d->input));
    EG_TRY(eg_hexes_name_boundaries(mesh, d->input, d->number));
    return eg_hexes_box_elements(mesh);
}

eg_status eg_hexes_build(eg_context *context, const eg_hexes_input *input, eg_hexes **mesh)
{
    *mesh = NULL;
    EG_TRY(check_counts(context, input));
    draft d = {.context = context, .input = input};
    eg_status status = eg_alloc(context, 1, sizeof *d.mesh, &d.mesh);
    if (status == EG_OK)
        status = build(&d);
    if (status == EG_OK)
        *mesh = d.mesh;
    else if (d.mesh)
        eg_hexes_destroy(&d.mesh);
    draft_free(&d);
    return status;
}
