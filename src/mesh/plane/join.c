/* Periodic pairs: each face of one boundary and its translate in another become twins.
 *
 * The faces of the second boundary are sorted by the square of a grid that their middle is in; a
 * face of the first looks at the squares round its own middle, moved. Squares are as wide as the
 * shortest edge, so that they hold few faces, and a bend or fold of the boundary costs nothing. */
#include "mesh/plane/internal.h"

#include <math.h>

/* How far apart, in shortest edges, a node moved across and its counterpart may lie: above what is
 * lost when coordinates are rounded or written as text, far below the distance to the next node. */
static const double NEAR = 1e-6;

/* Squares along the longer side of the grid are no more than this: a key holds 32 bits a side. */
static const double MOST_SQUARES = 0x1p30;

typedef struct joint {
    eg_plane *mesh;
    int boundary[2];
    int64_t count[2]; /* faces of each */
    double low[2][2], high[2][2];
    double shift[2];  /* from the first to the second */
    double tolerance; /* m */

    double width;  /* of a square, m */
    uint64_t *key; /* [count[1]] square of each face of the second, ascending */
    int32_t *face; /* [count[1]] */
} joint;

static const double *end_of(const eg_plane *mesh, int64_t face, int end)
{
    return mesh->x[mesh->face_vertex[face][end]];
}

/* ---- what is refused ---- */

static const char *name_of(const joint *j, int side)
{
    return j->mesh->base.boundaries.name[j->boundary[side]];
}

static eg_plane_point_text place_of(double x, double y)
{
    return eg_plane_text_of_point((const double[3]){x, y, 0.0});
}

/* A boundary belongs to one pair, and the two boundaries of a pair differ. */
static eg_status check_free(const joint *j)
{
    const eg_plane *mesh = j->mesh;
    if (j->boundary[0] == j->boundary[1])
        return eg_fail(mesh->base.context, EG_MESH,
                       "%s: the boundary '%s' is joined with itself: name the two boundaries on "
                       "opposite sides of the domain",
                       mesh->base.origin, name_of(j, 0));
    for (int side = 0; side < 2; side++)
        for (int64_t face = 0; face < mesh->faces; face++)
            if (mesh->face_boundary[face] == j->boundary[side] && mesh->face_twin[face] >= 0)
                return eg_fail(mesh->base.context, EG_MESH,
                               "%s: the boundary '%s' cannot be joined with '%s', as it is joined with '%s' "
                               "already: name each boundary in one periodic pair",
                               mesh->base.origin, name_of(j, side), name_of(j, 1 - side),
                               mesh->base.boundaries.name[mesh->face_boundary[mesh->face_twin[face]]]);
    return EG_OK;
}

static eg_status refuse_extent(const joint *j)
{
    eg_plane_point_text low[2], high[2];
    for (int side = 0; side < 2; side++) {
        low[side] = place_of(j->low[side][0], j->low[side][1]);
        high[side] = place_of(j->high[side][0], j->high[side][1]);
    }
    return eg_fail(j->mesh->base.context, EG_MESH,
                   "%s: the boundaries '%s' (%lld faces) and '%s' (%lld faces) cannot be joined: "
                   "the first extends from %s to %s, the second from %s to %s, and these boxes "
                   "differ in size: give both boundaries one shape, or name another pair",
                   j->mesh->base.origin, name_of(j, 0), (long long)j->count[0], name_of(j, 1),
                   (long long)j->count[1], low[0].text, high[0].text, low[1].text, high[1].text);
}

/* `face` of the boundary on `side` has no counterpart on the other. */
static eg_status refuse_alone(const joint *j, int side, int64_t face)
{
    const double *a = end_of(j->mesh, face, 0), *b = end_of(j->mesh, face, 1);
    double sign = side == 0 ? 1.0 : -1.0;
    eg_plane_point_text from = eg_plane_text_of_point(a), to = eg_plane_text_of_point(b);
    eg_plane_point_text move = place_of(0.0 + sign * j->shift[0], 0.0 + sign * j->shift[1]);
    char x[32], y[32], tolerance[32];
    eg_format_real(j->shift[0], x);
    eg_format_real(j->shift[1], y);
    eg_format_real(j->tolerance, tolerance);
    return eg_fail(j->mesh->base.context, EG_MESH,
                   "%s: the boundaries '%s' (%lld faces) and '%s' (%lld faces) cannot be joined: "
                   "the face of '%s' from %s to %s, moved by %s, is no face of '%s' (within %s m): "
                   "mesh both boundaries alike (in gmsh: Periodic Curve {'%s'} = {'%s'} Translate "
                   "{%s, %s, 0}, with the numbers of the curves)",
                   j->mesh->base.origin, name_of(j, 0), (long long)j->count[0], name_of(j, 1),
                   (long long)j->count[1], name_of(j, side), from.text, to.text, move.text,
                   name_of(j, 1 - side), tolerance, name_of(j, 1), name_of(j, 0), x, y);
}

/* The faces lie on each other, but so do their cells: nothing could pass from one to the other. */
static eg_status refuse_same_side(const joint *j, int64_t face)
{
    eg_plane_point_text from = eg_plane_text_of_point(end_of(j->mesh, face, 0));
    eg_plane_point_text to = eg_plane_text_of_point(end_of(j->mesh, face, 1));
    return eg_fail(j->mesh->base.context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined: at the face of '%s' from %s "
                   "to %s both have their cells on the same side: name two boundaries on opposite "
                   "sides of the domain",
                   j->mesh->base.origin, name_of(j, 0), name_of(j, 1), name_of(j, 0), from.text, to.text);
}

/* ---- measuring ---- */

/* Takes a face of the boundary on `side` into its number and its box. */
static void take_face(joint *j, int side, int64_t face)
{
    for (int end = 0; end < 2; end++) {
        const double *x = end_of(j->mesh, face, end);
        for (int i = 0; i < 2; i++) {
            bool first = j->count[side] == 0 && end == 0;
            j->low[side][i] = first ? x[i] : fmin(j->low[side][i], x[i]);
            j->high[side][i] = first ? x[i] : fmax(j->high[side][i], x[i]);
        }
    }
    j->count[side]++;
}

/* Counts, boxes, shift, tolerance and the width of squares. */
static eg_status measure(joint *j)
{
    const eg_plane *mesh = j->mesh;
    double shortest = INFINITY, longest_side = 0.0;
    for (int64_t face = 0; face < mesh->faces; face++) {
        int side = mesh->face_boundary[face] == j->boundary[0] ? 0 : 1;
        if (mesh->face_boundary[face] != j->boundary[side])
            continue;
        const double *a = end_of(mesh, face, 0), *b = end_of(mesh, face, 1);
        shortest = fmin(shortest, hypot(b[0] - a[0], b[1] - a[1]));
        take_face(j, side, face);
    }
    j->tolerance = NEAR * shortest;
    for (int i = 0; i < 2; i++) {
        double extent[2] = {j->high[0][i] - j->low[0][i], j->high[1][i] - j->low[1][i]};
        longest_side = fmax(longest_side, extent[1]);
        /* with the centres on each other, the sides are half of the difference apart */
        if (fabs(extent[1] - extent[0]) > 2.0 * j->tolerance)
            return refuse_extent(j);
        j->shift[i] = 0.5 * (j->low[1][i] + j->high[1][i]) - 0.5 * (j->low[0][i] + j->high[0][i]);
    }
    j->width = fmax(shortest, longest_side / MOST_SQUARES);
    return EG_OK;
}

/* ---- finding ---- */

/* Row (axis 1) or column (axis 0) of the squares that a coordinate is in. */
static uint64_t square_of(const joint *j, int axis, double x)
{
    double place = floor((x - j->low[1][axis]) / j->width);
    return place > 0.0 ? (uint64_t)fmin(place, MOST_SQUARES) : 0;
}

static double middle_of(const eg_plane *mesh, int64_t face, int axis)
{
    return 0.5 * (end_of(mesh, face, 0)[axis] + end_of(mesh, face, 1)[axis]);
}

/* Sorts the faces of the second boundary by their squares. */
static eg_status sort_second(joint *j)
{
    const eg_plane *mesh = j->mesh;
    int64_t at = 0;
    EG_TRY(eg_alloc(mesh->base.context, j->count[1], sizeof *j->key, &j->key));
    EG_TRY(eg_alloc(mesh->base.context, j->count[1], sizeof *j->face, &j->face));
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] != j->boundary[1])
            continue;
        j->key[at] =
            square_of(j, 0, middle_of(mesh, face, 0)) << 32 | square_of(j, 1, middle_of(mesh, face, 1));
        j->face[at++] = (int32_t)face;
    }
    return eg_radix_sort(mesh->base.context, j->count[1], j->key, j->face);
}

/* Whether an end of a face of the first boundary, moved, is an end of a face of the second. */
static bool is_moved(const joint *j, int64_t face, int end, int64_t other, int other_end)
{
    const double *a = end_of(j->mesh, face, end), *b = end_of(j->mesh, other, other_end);
    return hypot(b[0] - a[0] - j->shift[0], b[1] - a[1] - j->shift[1]) <= j->tolerance;
}

/* The free face in one square that the first boundary's face falls on in the opposite sense, -1
 * where there is none; *same_side tells that one with the same sense is there. */
static int32_t search_square(const joint *j, int64_t face, uint64_t key, bool *same_side)
{
    for (int64_t i = eg_sorted_first_at(j->key, j->count[1], key); i < j->count[1] && j->key[i] == key; i++) {
        int32_t other = j->face[i];
        if (is_moved(j, face, 0, other, 1) && is_moved(j, face, 1, other, 0) && j->mesh->face_twin[other] < 0)
            return other;
        if (is_moved(j, face, 0, other, 0) && is_moved(j, face, 1, other, 1))
            *same_side = true;
    }
    return -1;
}

static int32_t search(const joint *j, int64_t face, bool *same_side)
{
    uint64_t first[2], last[2];
    for (int i = 0; i < 2; i++) {
        /* twice the tolerance: the middles are rounded too */
        double x = middle_of(j->mesh, face, i) + j->shift[i];
        first[i] = square_of(j, i, x - 2.0 * j->tolerance);
        last[i] = square_of(j, i, x + 2.0 * j->tolerance);
    }
    *same_side = false;
    for (uint64_t column = first[0]; column <= last[0]; column++)
        for (uint64_t row = first[1]; row <= last[1]; row++) {
            int32_t found = search_square(j, face, column << 32 | row, same_side);
            if (found >= 0)
                return found;
        }
    return -1;
}

static eg_status pair_faces(const joint *j)
{
    eg_plane *mesh = j->mesh;
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] != j->boundary[0])
            continue;
        bool same_side;
        int32_t twin = search(j, face, &same_side);
        if (twin < 0)
            return same_side ? refuse_same_side(j, face) : refuse_alone(j, 0, face);
        assert(mesh->face_cell[face][1] < 0 && mesh->face_cell[twin][1] < 0);
        assert(is_moved(j, face, 0, twin, 1) && is_moved(j, face, 1, twin, 0));
        mesh->face_twin[face] = twin;
        mesh->face_twin[twin] = (int32_t)face;
    }
    for (int64_t face = 0; face < mesh->faces; face++)
        if (mesh->face_boundary[face] == j->boundary[1] && mesh->face_twin[face] < 0)
            return refuse_alone(j, 1, face);
    return EG_OK;
}

/* Leaves no half of a pair behind. */
static void part_faces(const joint *j)
{
    for (int64_t face = 0; face < j->mesh->faces; face++) {
        int32_t boundary = j->mesh->face_boundary[face];
        if (boundary == j->boundary[0] || boundary == j->boundary[1])
            j->mesh->face_twin[face] = -1;
    }
}

/* Moves the nodes of the second boundary to the translates of their counterparts, at most by the tolerance:
 * twins then have one length and one normal but for the last bit. */
static void snap_nodes(const joint *j)
{
    eg_plane *mesh = j->mesh;
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (mesh->face_boundary[f] != j->boundary[0])
            continue;
        int32_t twin = mesh->face_twin[f];
        for (int end = 0; end < 2; end++) {
            const double *from = mesh->x[mesh->face_vertex[f][end]];
            double *to = mesh->x[mesh->face_vertex[twin][1 - end]];
            for (int i = 0; i < 2; i++)
                to[i] = from[i] + j->shift[i];
        }
    }
}

eg_status eg_plane_join(eg_plane *mesh, int boundary_a, int boundary_b, double shift[2])
{
    assert(boundary_a >= 0 && boundary_a < mesh->base.boundaries.count);
    assert(boundary_b >= 0 && boundary_b < mesh->base.boundaries.count);
    joint j = {.mesh = mesh, .boundary = {boundary_a, boundary_b}};
    eg_status status;
    EG_TRY(check_free(&j));
    EG_TRY_GOTO(measure(&j));
    EG_TRY_GOTO(sort_second(&j));
    EG_TRY_GOTO(pair_faces(&j));
    snap_nodes(&j);
    shift[0] = j.shift[0];
    shift[1] = j.shift[1];
done:
    if (status != EG_OK)
        part_faces(&j);
    eg_free(mesh->base.context, &j.key);
    eg_free(mesh->base.context, &j.face);
    return status;
}
