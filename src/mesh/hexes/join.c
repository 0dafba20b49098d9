/* Periodic boundaries of hexahedra: each face of one and its translate in the other become one face.
 *
 * Faces are paired by the places of their corners (the second boundary's are sorted by the cube of a grid
 * that their middle is in), never by the numbers of their vertices, which are the same on both sides where
 * the domain is one element wide. What follows from the pairs is in unite.c. */
#include "mesh/hexes/internal.h"

#include <math.h>

/* How far apart, in shortest edges, a corner moved across and its counterpart may lie. */
static const double NEAR = 1e-6;

/* Cubes along the longest side of the grid are no more than this: a key holds 21 bits a side. */
static const double MOST_CUBES = 0x1p20;

typedef struct joint {
    eg_hexes *mesh;
    int boundary[2];
    int64_t count[2]; /* faces of each */
    double low[2][3], high[2][3];
    double shift[3];  /* from the first to the second */
    double tolerance; /* m */

    double width;  /* of a cube of the grid, m */
    uint64_t *key; /* [count[1]] cube of each face of the second, ascending */
    int32_t *face; /* [count[1]] */
    bool *taken;   /* [count[1]] */

    hex_face_pair *pair; /* [count[0]] */
} joint;

/* ---- places ---- */

/* The place of a face's geometry at its own indices, 0 to the geometry's degree. */
static const double *place_at(const eg_hexes *mesh, int64_t face, int a, int b)
{
    int side = mesh->face_side[face][0], line = mesh->base.degree + 1, fixed = side / 2, at[3];
    at[fixed] = side % 2 ? mesh->base.degree : 0;
    at[fixed == 0 ? 1 : 0] = a;
    at[fixed == 2 ? 1 : 2] = b;
    int64_t element = mesh->face_element[face][0];
    return mesh->x[mesh->point[element * hex_cube(line) + at[0] + line * (at[1] + line * at[2])]];
}

static const double *corner_at(const eg_hexes *mesh, int64_t face, int corner)
{
    return place_at(mesh, face, corner & 1 ? mesh->base.degree : 0, corner >> 1 ? mesh->base.degree : 0);
}

static void middle_of(const eg_hexes *mesh, int64_t face, double middle[3])
{
    for (int i = 0; i < 3; i++) {
        double sum = 0.0;
        for (int c = 0; c < 4; c++)
            sum += 0.25 * corner_at(mesh, face, c)[i];
        middle[i] = sum;
    }
}

static double distance(const double a[3], const double b[3], const double shift[3])
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = b[i] - a[i] - shift[i];
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* ---- what is refused ---- */

static const char *name_of(const joint *j, int side)
{
    return j->mesh->base.boundaries.name[j->boundary[side]];
}

static eg_status refuse_extent(const joint *j)
{
    hex_point_text size[2];
    for (int s = 0; s < 2; s++) {
        double extent[3];
        for (int i = 0; i < 3; i++)
            extent[i] = j->high[s][i] - j->low[s][i];
        size[s] = eg_hex_text_of_point(extent);
    }
    return eg_fail(j->mesh->base.context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined, as they are not translates "
                   "of each other: they extend over "
                   "%s m and %s m",
                   j->mesh->base.origin, name_of(j, 0), name_of(j, 1), size[0].text, size[1].text);
}

static eg_status refuse_face(const joint *j, int side, int64_t face, const char *what)
{
    return eg_fail(j->mesh->base.context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined: the face of '%s' with "
                   "corners at %s and %s %s",
                   j->mesh->base.origin, name_of(j, 0), name_of(j, 1), name_of(j, side),
                   eg_hex_text_of_point(corner_at(j->mesh, face, 0)).text,
                   eg_hex_text_of_point(corner_at(j->mesh, face, 3)).text, what);
}

static const char *const ALONE =
    "has no counterpart on the other side: make both boundaries with the same faces (in "
    "gmsh: Periodic Surface)";
static const char *const SAME_SIDE =
    "and its counterpart have their elements on the same side: a period goes from one "
    "end of the domain to the other";
static const char *const BENT =
    "is bent in another way than its counterpart: give both the same curved nodes";

static eg_status check_names(const joint *j)
{
    const eg_hexes *mesh = j->mesh;
    if (j->boundary[0] == j->boundary[1])
        return eg_fail(mesh->base.context, EG_MESH,
                       "%s: the boundary '%s' is joined with itself: name the two boundaries on "
                       "opposite sides of the "
                       "domain",
                       mesh->base.origin, name_of(j, 0));
    for (int side = 0; side < 2; side++)
        if (j->count[side] == 0)
            return eg_fail(mesh->base.context, EG_MESH,
                           "%s: the boundary '%s' cannot be joined with '%s', as it is joined "
                           "already: name each "
                           "boundary in one periodic pair",
                           mesh->base.origin, name_of(j, side), name_of(j, 1 - side));
    return EG_OK;
}

/* ---- measuring ---- */

static void take_face(joint *j, int side, int64_t face, double *shortest)
{
    static const int end[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 4; c++) {
        const double *x = corner_at(j->mesh, face, c);
        for (int i = 0; i < 3; i++) {
            bool first = j->count[side] == 0 && c == 0;
            j->low[side][i] = first ? x[i] : fmin(j->low[side][i], x[i]);
            j->high[side][i] = first ? x[i] : fmax(j->high[side][i], x[i]);
        }
        const double *from = corner_at(j->mesh, face, end[c][0]), *to = corner_at(j->mesh, face, end[c][1]);
        *shortest = fmin(*shortest, distance(from, to, nowhere));
    }
    j->count[side]++;
}

/* Counts, boxes, shift, tolerance and the width of cubes. */
static eg_status measure(joint *j)
{
    const eg_hexes *mesh = j->mesh;
    double shortest = INFINITY, longest_side = 0.0;
    for (int64_t f = 0; f < mesh->faces; f++)
        for (int side = 0; side < 2; side++)
            if (mesh->face_boundary[f] == j->boundary[side])
                take_face(j, side, f, &shortest);
    EG_TRY(check_names(j));
    j->tolerance = NEAR * shortest;
    for (int i = 0; i < 3; i++) {
        double extent[2] = {j->high[0][i] - j->low[0][i], j->high[1][i] - j->low[1][i]};
        longest_side = fmax(longest_side, extent[1]);
        /* with the centres on each other, the sides are half of the difference apart */
        if (fabs(extent[1] - extent[0]) > 2.0 * j->tolerance)
            return refuse_extent(j);
        j->shift[i] = 0.5 * (j->low[1][i] + j->high[1][i]) - 0.5 * (j->low[0][i] + j->high[0][i]);
    }
    j->width = fmax(shortest, longest_side / MOST_CUBES);
    return EG_OK;
}

/* ---- pairing ---- */

static uint64_t cube_of(const joint *j, int axis, double x)
{
    double place = floor((x - j->low[1][axis]) / j->width);
    return place > 0.0 ? (uint64_t)fmin(place, MOST_CUBES) : 0;
}

static uint64_t key_of(const uint64_t cube[3])
{
    return (cube[0] << 21 | cube[1]) << 21 | cube[2];
}

/* Sorts the faces of the second boundary by their cubes. */
static eg_status sort_second(joint *j)
{
    const eg_hexes *mesh = j->mesh;
    int64_t at = 0;
    EG_TRY(eg_alloc(mesh->base.context, j->count[1], sizeof *j->key, &j->key));
    EG_TRY(eg_alloc(mesh->base.context, j->count[1], sizeof *j->face, &j->face));
    EG_TRY(eg_alloc(mesh->base.context, j->count[1], sizeof *j->taken, &j->taken));
    for (int64_t f = 0; f < mesh->faces; f++) {
        double middle[3];
        uint64_t cube[3];
        if (mesh->face_boundary[f] != j->boundary[1])
            continue;
        middle_of(mesh, f, middle);
        for (int i = 0; i < 3; i++)
            cube[i] = cube_of(j, i, middle[i]);
        j->key[at] = key_of(cube);
        j->face[at++] = (int32_t)f;
    }
    return eg_radix_sort(mesh->base.context, j->count[1], j->key, j->face);
}

/* Whether the first face, moved, has the corners of the second; fills pair. */
static bool falls_on(const joint *j, int64_t first, int64_t second, hex_face_pair *pair)
{
    pair->face[0] = (int32_t)first;
    pair->face[1] = (int32_t)second;
    for (int c = 0; c < 4; c++) {
        int found = 0;
        while (found < 4 && !(distance(corner_at(j->mesh, first, c), corner_at(j->mesh, second, found),
                                       j->shift) <= j->tolerance))
            found++;
        if (found == 4)
            return false;
        pair->corner[c] = (uint8_t)found;
    }
    return true;
}

/* The place in face[] of the counterpart, -1 where there is none. */
static int64_t search(const joint *j, int64_t face, hex_face_pair *pair)
{
    double middle[3];
    uint64_t first[3], last[3], at[3];
    middle_of(j->mesh, face, middle);
    for (int i = 0; i < 3; i++) { /* twice the tolerance: the middles are rounded too */
        first[i] = cube_of(j, i, middle[i] + j->shift[i] - 2.0 * j->tolerance);
        last[i] = cube_of(j, i, middle[i] + j->shift[i] + 2.0 * j->tolerance);
    }
    for (at[0] = first[0]; at[0] <= last[0]; at[0]++)
        for (at[1] = first[1]; at[1] <= last[1]; at[1]++)
            for (at[2] = first[2]; at[2] <= last[2]; at[2]++)
                for (int64_t p = eg_sorted_first_at(j->key, j->count[1], key_of(at));
                     p < j->count[1] && j->key[p] == key_of(at); p++)
                    if (!j->taken[p] && falls_on(j, face, j->face[p], pair))
                        return p;
    return -1;
}

static eg_status check_pair(const joint *j, const hex_face_pair *pair)
{
    const eg_hexes *mesh = j->mesh;
    int orientation = eg_hex_orientation_between(pair, 1), n = mesh->base.degree;
    if (orientation < 0)
        return refuse_face(j, 0, pair->face[0], ALONE);
    if (!eg_hex_sides_face(mesh->face_side[pair->face[1]][0], mesh->face_side[pair->face[0]][0], orientation))
        return refuse_face(j, 0, pair->face[0], SAME_SIDE);
    for (int b = 0; b <= n; b++)
        for (int a = 0; a <= n; a++) {
            int to[2];
            eg_hex_orient_indices(orientation, n, (const int[2]){a, b}, to);
            const double *here = place_at(mesh, pair->face[0], a, b),
                         *there = place_at(mesh, pair->face[1], to[0], to[1]);
            if (!(distance(here, there, j->shift) <= j->tolerance))
                return refuse_face(j, 0, pair->face[0], BENT);
        }
    return EG_OK;
}

static eg_status pair_faces(joint *j)
{
    const eg_hexes *mesh = j->mesh;
    int64_t pairs = 0;
    EG_TRY(eg_alloc(mesh->base.context, j->count[0], sizeof *j->pair, &j->pair));
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (mesh->face_boundary[f] != j->boundary[0])
            continue;
        int64_t at = search(j, f, &j->pair[pairs]);
        if (at < 0)
            return refuse_face(j, 0, f, ALONE);
        EG_TRY(check_pair(j, &j->pair[pairs]));
        j->taken[at] = true;
        pairs++;
    }
    int64_t alone = INT64_MAX;
    for (int64_t p = 0; p < j->count[1]; p++)
        alone = j->taken[p] ? alone : eg_min_i64(alone, j->face[p]);
    return alone < INT64_MAX ? refuse_face(j, 1, alone, ALONE) : EG_OK;
}

eg_status eg_hexes_join(eg_hexes *mesh, int boundary_a, int boundary_b, double shift[3])
{
    assert(boundary_a >= 0 && boundary_a < mesh->base.boundaries.count);
    assert(boundary_b >= 0 && boundary_b < mesh->base.boundaries.count);
    joint j = {.mesh = mesh, .boundary = {boundary_a, boundary_b}};
    eg_status status;
    EG_TRY_GOTO(measure(&j));
    EG_TRY_GOTO(sort_second(&j));
    EG_TRY_GOTO(pair_faces(&j));
    EG_TRY_GOTO(eg_hexes_unite(mesh, j.pair, j.count[0]));
    for (int i = 0; i < 3; i++)
        shift[i] = j.shift[i];
done:
    eg_free(mesh->base.context, &j.key);
    eg_free(mesh->base.context, &j.face);
    eg_free(mesh->base.context, &j.taken);
    eg_free(mesh->base.context, &j.pair);
    return status;
}
