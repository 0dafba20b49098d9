/* Whether hexahedra are conforming: they meet along whole faces, by the points that these share.
 *
 * What faces.c could not match is taken for the edge of the domain. There no other such face may lie: so the
 * middle of each boundary face is looked for on the others. Of two that coincide each finds the other; where
 * a node hangs, the smaller face finds the larger one. A face is seen as four triangles round its middle. */
#include "mesh/boxes.h"
#include "mesh/hexes/internal.h"

#include <math.h>
#include <stdio.h>

/* How far from each other faces are that count as one, by the shortest edge; a narrower gap is a crack. */
static const double DISTANCE = 1e-4;
/* Nodes nearer than this, by the shortest edge, coincide. */
static const double COINCIDE = 1e-3;
/* How far a face may reach into an element beyond the other one's, by the height of that: a plate has its
 * other side there. */
static const double DEPTH = 0.01;

typedef struct boundary_face {
    int32_t face;
    int64_t element;
    double middle[3], outward[3]; /* of length 1 */
    double radius;                /* m: of the corners round the middle */
    double edge;                  /* m: the shortest */
    double height;                /* m: twice the way from the middle of the element */
} boundary_face;

/* Boundary faces as items in boxes, and the one whose middle is being looked for. */
typedef struct faces_of_mesh {
    eg_boxed items;
    const eg_hexes *mesh;
    const boundary_face *list;
    const boundary_face *own;
} faces_of_mesh;

static void minus(const double a[3], const double b[3], double way[3])
{
    for (int i = 0; i < 3; i++)
        way[i] = a[i] - b[i];
}

static double dot_product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross_of(const double a[3], const double b[3], double normal[3])
{
    for (int i = 0; i < 3; i++)
        normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double corner_distance(const double a[3], const double b[3])
{
    double way[3];
    minus(a, b, way);
    return sqrt(dot_product(way, way));
}

/* ---- faces ---- */

/* Corners 0 to 3 one after the other round the face. */
static const double *corner_round(const eg_hexes *mesh, const boundary_face *f, int corner)
{
    static const uint8_t round[4] = {0, 1, 3, 2};
    int c = eg_hex_face_corner[mesh->face_side[f->face][0]][round[corner % 4]];
    int64_t first = f->element * hex_cube(mesh->base.degree + 1);
    return mesh->x[mesh->point[first + hex_corner_index(mesh->base.degree, c)]];
}

static boundary_face look_at_boundary_face(const eg_hexes *mesh, int32_t face)
{
    boundary_face f = {.face = face, .element = mesh->face_element[face][0], .edge = INFINITY};
    int side = mesh->face_side[face][0];
    double reference[3] = {0, 0, 0}, diagonal[2][3], way[3];
    reference[side / 2] = side % 2 ? 1.0 : -1.0;
    eg_hexes_map(mesh, f.element, reference, f.middle, NULL);
    for (int c = 0; c < 4; c++)
        f.edge = fmin(f.edge, corner_distance(corner_round(mesh, &f, c), corner_round(mesh, &f, c + 1)));
    for (int c = 0; c < 4; c++)
        f.radius = fmax(f.radius, corner_distance(corner_round(mesh, &f, c), f.middle));
    for (int d = 0; d < 2; d++)
        minus(corner_round(mesh, &f, d + 2), corner_round(mesh, &f, d), diagonal[d]);
    cross_of(diagonal[0], diagonal[1], f.outward);
    minus(f.middle, mesh->base.centroid[f.element], way);
    double length = sqrt(dot_product(f.outward, f.outward));
    double sense = dot_product(f.outward, way) < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; i++)
        f.outward[i] *= sense / length;
    f.height = 2.0 * fabs(dot_product(f.outward, way));
    return f;
}

static eg_box box_of_face(const eg_boxed *self, int64_t item)
{
    const faces_of_mesh *faces = (const faces_of_mesh *)self;
    const boundary_face *f = &faces->list[item];
    eg_box box;
    for (int i = 0; i < 3; i++)
        box.low[i] = box.high[i] = f->middle[i];
    for (int c = 0; c < 4; c++)
        eg_box_include(&box, corner_round(faces->mesh, f, c), corner_round(faces->mesh, f, c));
    eg_box_grow(&box, COINCIDE);
    return box;
}

/* Whether the point lies on the triangle, as far as `near`; then *way leads from it to the triangle. */
static bool is_on_triangle(const double point[3], const double a[3], const double b[3], const double c[3],
                           double near, double way[3])
{
    double ab[3], ac[3], ap[3], normal[3], part[3], fraction = 0.0;
    minus(b, a, ab);
    minus(c, a, ac);
    minus(point, a, ap);
    cross_of(ab, ac, normal);
    double size = dot_product(normal, normal), away = dot_product(ap, normal) / size;
    cross_of(ap, ac, part);
    double along_b = dot_product(part, normal) / size;
    cross_of(ab, ap, part);
    double along_c = dot_product(part, normal) / size;
    fraction = fmin(fmin(along_b, along_c), 1.0 - along_b - along_c);
    for (int i = 0; i < 3; i++)
        way[i] = -away * normal[i];
    return fraction >= -COINCIDE && fabs(away) * sqrt(size) <= near;
}

/* Whether the middle of the face that is looked for lies on this one, and this one not behind that. */
static bool face_holds(const eg_boxed *self, int64_t item, const double point[3])
{
    const faces_of_mesh *faces = (const faces_of_mesh *)self;
    const boundary_face *f = &faces->list[item], *own = faces->own;
    double near = DISTANCE * own->edge, way[3];
    if (f->element == own->element)
        return false;
    minus(f->middle, point, way);
    double far = sqrt(dot_product(way, way));
    if (far > (1.0 + COINCIDE) * f->radius + near)
        return false;
    bool on = far <= near;
    for (int c = 0; c < 4 && !on; c++)
        on = is_on_triangle(point, f->middle, corner_round(faces->mesh, f, c),
                            corner_round(faces->mesh, f, c + 1), near, way);
    return on && dot_product(way, own->outward) >= -DEPTH * own->height;
}

/* ---- what is wrong ---- */

/* How many corners of a face coincide with corners of another. */
static int corners_in_common(const eg_hexes *mesh, const boundary_face *a, const boundary_face *b)
{
    int common = 0;
    for (int c = 0; c < 4; c++) {
        double least = INFINITY;
        for (int other = 0; other < 4; other++)
            least = fmin(least, corner_distance(corner_round(mesh, a, c), corner_round(mesh, b, other)));
        common += least <= COINCIDE * fmin(a->edge, b->edge);
    }
    return common;
}

static eg_status refuse_meeting(const eg_hexes *mesh, const boundary_face *a, const boundary_face *b,
                                int64_t faces)
{
    char more[64] = "";
    bool whole = corners_in_common(mesh, a, b) == 4;
    if (faces > 1)
        snprintf(more, sizeof more, " (the first of %lld faces)", (long long)faces);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld and %lld meet at the face from %s to %s, but %s%s, so that nothing "
                   "would pass: %s; where that is meant, give the faces a name and list it in mesh.slits",
                   mesh->base.origin, (long long)mesh->base.source[a->element],
                   (long long)mesh->base.source[b->element],
                   eg_text_of_point(3, corner_round(mesh, a, 0)).text,
                   eg_text_of_point(3, corner_round(mesh, a, 2)).text,
                   whole ? "each has nodes of its own there"
                         : "it is only a part of a face of the second one (nodes hang)",
                   more,
                   whole ? "merge the nodes that coincide (in Gmsh: Coherence before meshing, or "
                           "Coherence Mesh)"
                         : "let the elements on both sides have the same nodes");
}

static eg_status find_faults(faces_of_mesh *faces, int64_t count, const eg_boxes *boxes, const bool *slit)
{
    const eg_hexes *mesh = faces->mesh;
    int64_t wrong = 0, first[2] = {-1, -1};
    for (int64_t i = 0; i < count; i++) {
        faces->own = &faces->list[i];
        int64_t other = eg_boxes_find(boxes, &faces->items, faces->own->middle);
        if (other < 0 || (slit[mesh->face_boundary[faces->own->face]] &&
                          slit[mesh->face_boundary[faces->list[other].face]]))
            continue;
        if (wrong++ == 0) {
            first[0] = i;
            first[1] = other;
        }
    }
    return wrong == 0 ? EG_OK : refuse_meeting(mesh, &faces->list[first[0]], &faces->list[first[1]], wrong);
}

eg_status eg_hexes_check_conforming(const eg_hexes *mesh, const bool *slit)
{
    assert(!mesh->part);
    int64_t count = 0;
    for (int64_t face = 0; face < mesh->faces; face++)
        count += mesh->face_element[face][1] < 0;
    if (count == 0)
        return EG_OK;
    EG_SCRATCH boundary_face *list = NULL;
    EG_ENDS_WITH(eg_boxes_destroy) eg_boxes *boxes = NULL;
    EG_TRY(eg_alloc(mesh->base.context, count, sizeof *list, &list));
    count = 0;
    for (int64_t face = 0; face < mesh->faces; face++)
        if (mesh->face_element[face][1] < 0)
            list[count++] = look_at_boundary_face(mesh, (int32_t)face);
    faces_of_mesh faces = {.items = {.box = box_of_face, .holds = face_holds}, .mesh = mesh, .list = list};
    EG_TRY(eg_boxes_create(mesh->base.context, count, &faces.items, &boxes));
    return find_faults(&faces, count, boxes, slit);
}
