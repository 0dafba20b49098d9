/* From what a reader hands over to a finished mesh of hexahedra (the steps: internal.h). */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

#include <math.h>
#include <string.h>

static const double FARTHEST = 1e15; /* m, as of other meshes */

enum { LEAST = 256 }; /* elements worth a thread */

/* Points of the same node may differ by this share of the longest edge. */
static const double SAME = 1e-9;

/* What is found out about the input before it is sorted. */
typedef struct draft {
    eg_context *context;
    eg_scope *scope; /* of the arrays, but first and order */
    const eg_hexes_input *input;
    eg_hexes *mesh;
    hex_orientation *orientation; /* [input elements] */
    uint8_t *kind;                /* [input elements] */
    bool counted;                 /* what they share follows from their places in a lattice */
    double (*centroid)[3];        /* [input elements] */
    int32_t *number;              /* [input points] 0: not used; -1: used; then, of corners, the vertex + 1 */
    hex_examiner *examiner;       /* [parts] */
    int32_t *order;               /* [elements] */
    int32_t *first;  /* [input points] first use as a vertex: 8 element + corner, in the order of the mesh */
    int64_t *before; /* [parts + 1] vertices before a part of the elements; points of a part that are used */
    eg_box *box;     /* [parts] of these */
    eg_hex_nodes *nodes; /* points of the geometry */
} draft;

/* ---- checking ---- */

static eg_status check_hex_counts(eg_context *context, const eg_hexes_input *input)
{
    assert(input->origin && input->points >= 0 && input->elements >= 0 && input->quads >= 0);
    assert(input->degree >= 1 && input->degree <= EG_HEX_GEOMETRY_DEGREE);
    if (input->elements == 0)
        return eg_fail(context, EG_MESH,
                       "%s: has no hexahedra: mesh its volumes before saving it (gmsh -3), and where it has "
                       "physical groups, put the volumes in one",
                       input->origin);
    if (input->points > INT32_MAX || input->elements > INT32_MAX / EG_HEX_EDGES)
        return eg_fail(context, EG_MESH,
                       "%s: has %lld points and %lld hexahedra; at most %d points and %d hexahedra fit: make "
                       "a coarser mesh",
                       input->origin, (long long)input->points, (long long)input->elements, INT32_MAX,
                       INT32_MAX / EG_HEX_EDGES);
    return EG_OK;
}

static eg_status check_point_place(const draft *d, int64_t element, int32_t point)
{
    const eg_hexes_input *input = d->input;
    for (int i = 0; i < 3; i++) {
        double x = input->x[point][i];
        if (!(fabs(x) <= FARTHEST)) {
            char value[32];
            eg_format_real(x, value);
            return eg_fail(d->context, EG_MESH,
                           "%s: a node of element %lld (hexahedron) has the coordinate %c = %s; coordinates "
                           "are finite and at most 1e15 m: correct it",
                           input->origin, (long long)input->source[element], 'x' + i, value);
        }
    }
    return EG_OK;
}

/* Checks the points of an element, and marks them. */
static eg_status take_points(draft *d, int64_t element)
{
    const eg_hexes_input *input = d->input;
    int count = hex_cube(input->degree + 1);
    assert(input->region[element] >= 0 && input->region[element] < input->regions);
    for (int p = 0; p < count; p++) {
        int32_t point = input->point[element * count + p];
        if (point < 0 || point >= input->points)
            return eg_fail(d->context, EG_MESH,
                           "%s: element %lld (hexahedron) has the node index %d; there are %lld nodes: "
                           "correct the element",
                           input->origin, (long long)input->source[element], point, (long long)input->points);
        EG_TRY(check_point_place(d, element, point));
        /* several threads may write it, all the same */
        __atomic_store_n(&d->number[point], -1, __ATOMIC_RELAXED);
    }
    return EG_OK;
}

static eg_status examine_part(void *with, int part, int64_t from, int64_t to)
{
    draft *d = with;
    for (int64_t e = from; e < to; e++) {
        eg_hex_kind kind;
        EG_TRY(take_points(d, e));
        EG_TRY(eg_hex_examine(&d->examiner[part], e, &d->orientation[e], &kind));
        d->kind[e] = (uint8_t)kind;
        int32_t point[HEX_POINTS_MOST];
        double *centroid = d->centroid[e];
        eg_hex_oriented_points(d->input, e, d->orientation[e], point);
        for (int i = 0; i < 3; i++) {
            centroid[i] = 0.0;
            for (int c = 0; c < EG_HEX_VERTICES; c++)
                centroid[i] += 0.125 * d->input->x[point[hex_corner_index(d->input->degree, c)]][i];
        }
    }
    return EG_OK;
}

static eg_status measure_some_points(void *with, int part, int64_t from, int64_t to)
{
    const draft *d = with;
    eg_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int64_t p = from; p < to; p++)
        if (d->number[p] != 0) {
            eg_box_include(&box, d->input->x[p], d->input->x[p]);
            d->before[part]++;
        }
    d->box[part] = box;
    return EG_OK;
}

/* Number and bounds of the points that elements use. */
static eg_status measure_points(draft *d)
{
    eg_mesh *mesh = &d->mesh->base;
    int64_t points = d->input->points;
    int parts = eg_parts(d->context, points, EG_LOOP_LEAST);
    EG_TRY(EG_SCOPE_ALLOC(d->scope, EG_BLOCK(parts, d->box), EG_BLOCK(parts, d->before)));
    EG_TRY(eg_in_parts(d->context, parts, points, measure_some_points, d));
    for (int p = 0; p < parts; p++) {
        eg_box_include(&d->box[0], d->box[p].low, d->box[p].high);
        d->mesh->points += d->before[p];
    }
    memcpy(mesh->box_low, d->box[0].low, sizeof mesh->box_low);
    memcpy(mesh->box_high, d->box[0].high, sizeof mesh->box_high);
    return EG_OK;
}

/* Checks all elements, finds their orientations and kinds, and marks the points that they use. */
static eg_status examine(draft *d)
{
    int64_t elements = d->input->elements;
    int parts = eg_parts(d->context, elements, LEAST);
    eg_status status = EG_OK;
    EG_TRY(eg_scope_alloc(d->scope, parts, sizeof *d->examiner, &d->examiner));
    for (int p = 0; p < parts && status == EG_OK; p++)
        status = eg_hex_examiner_open(d->context, d->input, &d->examiner[p]);
    if (status == EG_OK)
        status = eg_in_parts(d->context, parts, elements, examine_part, d);
    for (int p = 0; p < parts; p++)
        if (d->examiner[p].context)
            eg_hex_examiner_close(&d->examiner[p]);
    EG_TRY(status);
    for (int64_t e = 0; e < elements; e++)
        d->mesh->base.group[d->kind[e]].count++;
    EG_TRY(measure_points(d));
    eg_mesh_set_cells(&d->mesh->base, elements);
    return EG_OK;
}

/* Of a box that is even nothing is to be examined: its elements are parallelepipeds along the axes. */
static eg_status place_cells(draft *d)
{
    const eg_hexes_input *input = d->input;
    eg_mesh *mesh = &d->mesh->base;
    EG_LOOP(d->context, input->elements)
    for (int64_t e = 0; e < input->elements; e++)
        eg_hexes_place_cell(input, e, d->centroid[e]);
    memcpy(mesh->box_low, input->x[0], sizeof mesh->box_low);
    memcpy(mesh->box_high, input->x[input->points - 1], sizeof mesh->box_high);
    mesh->group[EG_HEX_PARALLELEPIPED].count = input->elements;
    d->mesh->points = input->points;
    d->counted = true;
    eg_mesh_set_cells(mesh, input->elements);
    return EG_OK;
}

/* Whether the elements of a box have the directions of its lattice. */
static bool runs_along_lattice(const draft *d)
{
    static const hex_orientation same = {.axis = {0, 1, 2}};
    int64_t e = 0;
    while (e < d->input->elements && memcmp(&d->orientation[e], &same, sizeof same) == 0)
        e++;
    return d->input->cells[0] > 0 && e == d->input->elements;
}

static eg_status examine_all(draft *d)
{
    EG_TRY(EG_SCOPE_ALLOC(d->scope, EG_BLOCK(d->input->elements, d->orientation),
                          EG_BLOCK(d->input->points, d->number)));
    EG_TRY(examine(d));
    d->counted = runs_along_lattice(d);
    return EG_OK;
}

/* ---- filling ---- */

/* Copies what an element has of its own to its place. */
static void copy_element(const draft *d, int64_t e)
{
    eg_mesh *mesh = &d->mesh->base;
    int32_t input = d->order[e];
    mesh->region[e] = d->input->even ? 0 : d->input->region[input];
    mesh->source[e] = d->input->source[input];
    for (int i = 0; i < 3; i++)
        mesh->centroid[e][i] = d->centroid[input][i];
}

/* Its vertices are points of the input as yet, and these know their first use. */
static void copy_vertices(const draft *d, int64_t e)
{
    eg_hexes *mesh = d->mesh;
    int32_t point[HEX_POINTS_MOST], input = d->order[e];
    eg_hex_oriented_points(d->input, input, d->orientation[input], point);
    for (int c = 0; c < EG_HEX_VERTICES; c++) {
        mesh->vertex[e][c] = point[hex_corner_index(d->input->degree, c)];
        eg_lower_number(&d->first[mesh->vertex[e][c]], (int32_t)(e * EG_HEX_VERTICES + c));
    }
}

static bool is_first_use(const draft *d, int64_t use)
{
    const int32_t *vertex = d->mesh->vertex[0];
    return d->first[vertex[use]] == use;
}

static eg_status count_vertices(void *with, int part, int64_t from, int64_t to)
{
    const draft *d = with;
    for (int64_t use = from * EG_HEX_VERTICES; use < to * EG_HEX_VERTICES; use++)
        d->before[part + 1] += is_first_use(d, use);
    return EG_OK;
}

static eg_status number_new_vertices(void *with, int part, int64_t from, int64_t to)
{
    const draft *d = with;
    const int32_t *vertex = d->mesh->vertex[0];
    int64_t next = d->before[part];
    for (int64_t use = from * EG_HEX_VERTICES; use < to * EG_HEX_VERTICES; use++) {
        int32_t point = vertex[use];
        if (!is_first_use(d, use))
            continue;
        for (int i = 0; i < 3; i++)
            d->mesh->x[next][i] = d->input->x[point][i];
        d->number[point] = (int32_t)++next;
    }
    return EG_OK;
}

/* Numbers the vertices by first use. */
static eg_status number_vertices(draft *d)
{
    eg_context *c = d->context;
    int64_t elements = d->mesh->base.held, points = d->input->points;
    int parts = eg_parts(c, elements, LEAST);
    EG_TRY(eg_scope_alloc(d->scope, parts + 1, sizeof *d->before, &d->before));
    EG_TRY(eg_alloc(c, points, sizeof *d->first, &d->first));
    EG_LOOP(c, points)
    for (int64_t p = 0; p < points; p++)
        d->first[p] = INT32_MAX;
    EG_LOOP_OF(c, elements, LEAST)
    for (int64_t e = 0; e < elements; e++)
        copy_vertices(d, e);
    EG_TRY(eg_in_parts(c, parts, elements, count_vertices, d));
    for (int p = 0; p < parts; p++)
        d->before[p + 1] += d->before[p];
    d->mesh->vertices = d->before[parts];
    EG_TRY(eg_in_parts(c, parts, elements, number_new_vertices, d));
    int32_t *vertex = d->mesh->vertex[0];
    EG_LOOP(c, elements * EG_HEX_VERTICES)
    for (int64_t use = 0; use < elements * EG_HEX_VERTICES; use++)
        vertex[use] = d->number[vertex[use]] - 1;
    EG_FREE(&d->first);
    return EG_OK;
}

static eg_status order_elements(draft *d)
{
    eg_hexes *mesh = d->mesh;
    eg_context *c = d->context;
    EG_TRY(eg_hexes_order(mesh, d->input, d->kind, (const double(*)[3])d->centroid, &d->order));
    EG_TRY(eg_alloc(c, mesh->points, sizeof *mesh->x, &mesh->x)); /* at first the places of the vertices */
    EG_TRY(eg_alloc(c, mesh->base.held, sizeof *mesh->base.region, &mesh->base.region));
    EG_TRY(EG_ALLOC(c, EG_BLOCK(mesh->base.held, mesh->base.source),
                    EG_BLOCK(mesh->base.held, mesh->base.centroid), EG_BLOCK(mesh->base.held, mesh->vertex)));
    EG_LOOP_OF(c, mesh->base.held, LEAST)
    for (int64_t e = 0; e < mesh->base.held; e++)
        copy_element(d, e);
    if (d->counted)
        return eg_hexes_count_sides(mesh, d->input, d->order);
    EG_TRY(number_vertices(d));
    return eg_hexes_build_faces(mesh);
}

/* ---- the geometry's points ---- */

static eg_status refuse_point_place(const draft *d, int64_t element, const double here[3],
                                    const double there[3])
{
    return eg_fail(d->context, EG_MESH,
                   "%s: element %lld (hexahedron) has a node at %s, where an element that shares its face or "
                   "edge has one at %s: correct one of them, or save the mesh again",
                   d->mesh->base.origin, (long long)d->mesh->base.source[element],
                   eg_text_of_point(3, here).text, eg_text_of_point(3, there).text);
}

static bool is_near(const double a[3], const double b[3], double distance)
{
    double square = 0.0;
    for (int i = 0; i < 3; i++)
        square += (b[i] - a[i]) * (b[i] - a[i]);
    return square <= distance * distance;
}

/* The element's points in canonical order, in the input. */
static void list_given_points(const draft *d, int64_t element, int32_t *given)
{
    int32_t from = d->order[element];
    eg_hex_oriented_points(d->input, from, d->orientation[from], given);
}

/* Takes the places of points from an element that is the first that has them. */
static void take_point_places(const draft *d, int64_t e)
{
    eg_hexes *mesh = d->mesh;
    int count = hex_cube(mesh->base.degree + 1);
    int32_t given[HEX_POINTS_MOST], *point = mesh->point + e * count;
    eg_hex_element_nodes(mesh, d->nodes, e, point);
    list_given_points(d, e, given);
    for (int p = 0; p < count; p++)
        for (int i = 0; i < 3 && eg_hex_is_first(d->nodes, e, point[p]); i++)
            mesh->x[point[p]][i] = d->input->x[given[p]][i];
}

/* Elements that share a point must agree on where it is. */
static eg_status compare_places(void *with, int part, int64_t from, int64_t to)
{
    const draft *d = with;
    const eg_hexes *mesh = d->mesh;
    int count = hex_cube(mesh->base.degree + 1);
    int32_t given[HEX_POINTS_MOST];
    double corner[EG_HEX_VERTICES][3];
    (void)part;
    for (int64_t e = from; e < to; e++) {
        const int32_t *point = mesh->point + e * count;
        list_given_points(d, e, given);
        for (int c = 0; c < EG_HEX_VERTICES; c++)
            for (int i = 0; i < 3; i++)
                corner[c][i] = d->input->x[given[hex_corner_index(mesh->base.degree, c)]][i];
        double tolerance = SAME * eg_hex_longest_edge((const double(*)[3])corner);
        for (int p = 0; p < count; p++) {
            const double *x = d->input->x[given[p]];
            if (!is_near(x, mesh->x[point[p]], tolerance))
                return refuse_point_place(d, e, x, mesh->x[point[p]]);
        }
    }
    return EG_OK;
}

/* The vertices, whose places are known. */
static eg_status take_vertices(draft *d)
{
    eg_hexes *mesh = d->mesh;
    assert(mesh->points == mesh->vertices);
    EG_TRY(eg_alloc(d->context, mesh->base.held * EG_HEX_VERTICES, sizeof *mesh->point, &mesh->point));
    eg_copy(d->context, mesh->point, mesh->vertex, mesh->base.held * (int64_t)sizeof *mesh->vertex);
    return EG_OK;
}

/* The points are the nodes of the geometry's degree. */
static eg_status fill_geometry_points(draft *d)
{
    eg_hexes *mesh = d->mesh;
    eg_context *c = d->context;
    if (mesh->base.degree == 1)
        return take_vertices(d);
    int parts = eg_parts(c, mesh->base.held, LEAST);
    EG_TRY(eg_hex_nodes_create(mesh, mesh->base.degree, &d->nodes));
    mesh->points = d->nodes->nodes;
    EG_FREE(&mesh->x);
    EG_TRY(eg_alloc(c, mesh->points, sizeof *mesh->x, &mesh->x));
    EG_TRY(eg_alloc(c, mesh->base.held * hex_cube(mesh->base.degree + 1), sizeof *mesh->point, &mesh->point));
    EG_LOOP_OF(c, mesh->base.held, LEAST)
    for (int64_t e = 0; e < mesh->base.held; e++)
        take_point_places(d, e);
    EG_TRY(eg_in_parts(c, parts, mesh->base.held, compare_places, d));
    eg_hex_nodes_destroy(&d->nodes);
    return EG_OK;
}

/* ---- building ---- */

static eg_status build_hexes(draft *d)
{
    eg_context *c = d->context;
    eg_hexes *mesh = d->mesh;
    int64_t elements = d->input->elements;
    eg_mesh_begin(c, &eg_hexes_class, &mesh->base);
    mesh->base.degree = d->input->degree;
    EG_TRY(eg_strdup(c, d->input->origin, &mesh->base.origin));
    EG_TRY(EG_SCOPE_ALLOC(d->scope, EG_BLOCK(elements, d->kind), EG_BLOCK(elements, d->centroid)));
    EG_TRY(d->input->even ? place_cells(d) : examine_all(d));
    EG_TRY(order_elements(d));
    EG_TRY(fill_geometry_points(d));
    EG_TRY(eg_hexes_name_regions(mesh, d->input));
    EG_TRY(eg_hexes_name_boundaries(mesh, d->input, d->counted ? NULL : d->number));
    return eg_hexes_box_cells(&mesh->base);
}

eg_status eg_hexes_build(eg_context *context, const eg_hexes_input *input, eg_hexes **mesh)
{
    *mesh = NULL;
    EG_TRY(check_hex_counts(context, input));
    EG_SCOPE(scope, context);
    draft d = {.context = context, .scope = &scope, .input = input};
    EG_TRY(eg_alloc(context, 1, sizeof *d.mesh, &d.mesh));
    eg_status status = build_hexes(&d);
    if (status == EG_OK)
        *mesh = d.mesh;
    else
        eg_hexes_destroy(&d.mesh);
    eg_hex_nodes_destroy(&d.nodes);
    EG_FREE(&d.first, &d.order);
    return status;
}
