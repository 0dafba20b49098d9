/* Periodic boundaries of hexahedra: each face of one and its translate in the other become one face.
 *
 * Faces are paired by the places of their corners, never by the numbers of their vertices, which are the same
 * on both sides where the domain is one element wide. What follows from the pairs is in unite.c. */
#include "mesh/hexes/internal.h"
#include "mesh/joint.h"

/* ---- places ---- */

/* The place of a face's geometry at its own indices, 0 to the geometry's degree. */
static const double *face_place_at(const eg_hexes *mesh, int64_t face, int a, int b)
{
    int side = mesh->face_side[face][0], line = mesh->base.degree + 1, fixed = side / 2, at[3];
    at[fixed] = side % 2 ? mesh->base.degree : 0;
    at[fixed == 0 ? 1 : 0] = a;
    at[fixed == 2 ? 1 : 2] = b;
    int64_t element = mesh->face_element[face][0];
    return mesh->x[mesh->point[element * hex_cube(line) + at[0] + line * (at[1] + line * at[2])]];
}

static const double *corner_at(const eg_mesh *mesh, int64_t face, int corner)
{
    return face_place_at((const eg_hexes *)mesh, face, corner & 1 ? mesh->degree : 0,
                         corner >> 1 ? mesh->degree : 0);
}

/* ---- what is refused ---- */

static eg_status refuse_hex_extent(const eg_joint *j)
{
    eg_point_text size[2];
    for (int s = 0; s < 2; s++) {
        double extent[3];
        for (int i = 0; i < 3; i++)
            extent[i] = j->high[s][i] - j->low[s][i];
        size[s] = eg_text_of_point(3, extent);
    }
    return eg_fail(j->mesh->context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined, as they are not translates of each "
                   "other: they extend over %s m and %s m",
                   j->mesh->origin, eg_joint_name(j, 0), eg_joint_name(j, 1), size[0].text, size[1].text);
}

static eg_status refuse_face(const eg_joint *j, int side, int64_t face, const char *what)
{
    return eg_fail(j->mesh->context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined: the face of '%s' with "
                   "corners at %s and %s %s",
                   j->mesh->origin, eg_joint_name(j, 0), eg_joint_name(j, 1), eg_joint_name(j, side),
                   eg_text_of_point(3, corner_at(j->mesh, face, 0)).text,
                   eg_text_of_point(3, corner_at(j->mesh, face, 3)).text, what);
}

static const char *const ALONE =
    "has no counterpart on the other side: make both boundaries with the same faces (in "
    "gmsh: Periodic Surface)";
static const char *const SAME_SIDE =
    "and its counterpart have their elements on the same side: a period goes from one "
    "end of the domain to the other";
static const char *const BENT =
    "is bent in another way than its counterpart: give both the same curved nodes";

static eg_status check_joined_names(const eg_joint *j)
{
    EG_TRY(eg_joint_check_two(j));
    for (int side = 0; side < 2; side++)
        if (j->count[side] == 0)
            return eg_fail(
                j->mesh->context, EG_MESH,
                "%s: the boundary '%s' cannot be joined with '%s', as it is joined already: name each "
                "boundary in one periodic pair",
                j->mesh->origin, eg_joint_name(j, side), eg_joint_name(j, 1 - side));
    return EG_OK;
}

/* ---- pairing ---- */

typedef struct pairing {
    const eg_hexes *mesh;
    bool *taken;         /* [faces of the second boundary] */
    hex_face_pair *pair; /* [faces of the first] */
    int64_t pairs;
} pairing;

/* Whether the first face, moved, has the corners of one of the second boundary that is free; fills the next
 * pair. */
static bool face_falls_on(const eg_joint *j, int64_t first, int64_t at, void *user)
{
    const pairing *p = user;
    hex_face_pair *pair = &p->pair[p->pairs];
    *pair = (hex_face_pair){.face = {(int32_t)first, j->face[at]}};
    for (int c = 0; c < 4; c++) {
        int found = 0;
        while (found < 4 && !(eg_joint_distance(j, corner_at(j->mesh, first, c),
                                                corner_at(j->mesh, j->face[at], found)) <= j->tolerance))
            found++;
        if (found == 4 || p->taken[at])
            return false;
        pair->corner[c] = (uint8_t)found;
    }
    return true;
}

static eg_status check_pair(const eg_joint *j, const eg_hexes *mesh, const hex_face_pair *pair)
{
    int orientation = eg_hex_orientation_between(pair, 1), n = mesh->base.degree;
    if (orientation < 0)
        return refuse_face(j, 0, pair->face[0], ALONE);
    if (!eg_hex_sides_face(mesh->face_side[pair->face[1]][0], mesh->face_side[pair->face[0]][0], orientation))
        return refuse_face(j, 0, pair->face[0], SAME_SIDE);
    for (int b = 0; b <= n; b++)
        for (int a = 0; a <= n; a++) {
            int to[2];
            eg_hex_orient_indices(orientation, n, (const int[2]){a, b}, to);
            const double *here = face_place_at(mesh, pair->face[0], a, b),
                         *there = face_place_at(mesh, pair->face[1], to[0], to[1]);
            if (!(eg_joint_distance(j, here, there) <= j->tolerance))
                return refuse_face(j, 0, pair->face[0], BENT);
        }
    return EG_OK;
}

static eg_status pair_hex_faces(const eg_joint *j, pairing *p)
{
    const eg_hexes *mesh = p->mesh;
    EG_TRY(EG_SCOPE_ALLOC(j->scope, EG_BLOCK(j->count[1], p->taken), EG_BLOCK(j->count[0], p->pair)));
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (mesh->face_boundary[f] != j->boundary[0])
            continue;
        int64_t at = eg_joint_search(j, f, face_falls_on, p);
        if (at < 0)
            return refuse_face(j, 0, f, ALONE);
        EG_TRY(check_pair(j, mesh, &p->pair[p->pairs++]));
        p->taken[at] = true;
    }
    int64_t alone = INT64_MAX;
    for (int64_t i = 0; i < j->count[1]; i++)
        alone = p->taken[i] ? alone : eg_min_i64(alone, j->face[i]);
    return alone < INT64_MAX ? refuse_face(j, 1, alone, ALONE) : EG_OK;
}

eg_status eg_hexes_join(eg_hexes *mesh, int boundary_a, int boundary_b, double shift[3])
{
    assert(boundary_a >= 0 && boundary_a < mesh->base.boundaries.count);
    assert(boundary_b >= 0 && boundary_b < mesh->base.boundaries.count);
    EG_SCOPE(scope, mesh->base.context);
    eg_joint j = {.mesh = &mesh->base,
                  .boundary = {boundary_a, boundary_b},
                  .faces = mesh->faces,
                  .face_boundary = mesh->face_boundary,
                  .corners = 4,
                  .corner = corner_at,
                  .scope = &scope};
    pairing p = {.mesh = mesh};
    bool alike = eg_joint_measure(&j);
    EG_TRY(check_joined_names(&j));
    if (!alike)
        return refuse_hex_extent(&j);
    EG_TRY(eg_joint_sort(&j));
    EG_TRY(pair_hex_faces(&j, &p));
    EG_TRY(eg_hexes_unite(mesh, p.pair, p.pairs));
    for (int i = 0; i < 3; i++)
        shift[i] = j.shift[i];
    return EG_OK;
}
