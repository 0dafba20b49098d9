/* Periodic pairs: each face of one boundary and its translate in another become twins. */
#include "mesh/joint.h"
#include "mesh/plane/internal.h"

static const double *face_end(const eg_mesh *mesh, int64_t face, int end)
{
    const eg_plane *plane = (const eg_plane *)mesh;
    return plane->x[plane->face_vertex[face][end]];
}

/* ---- what is refused ---- */

/* A boundary belongs to one pair, and the two boundaries of a pair differ. */
static eg_status check_free(const eg_joint *j, const eg_plane *mesh)
{
    EG_TRY(eg_joint_check_two(j));
    for (int side = 0; side < 2; side++)
        for (int64_t face = 0; face < mesh->faces; face++)
            if (mesh->face_boundary[face] == j->boundary[side] && mesh->face_twin[face] >= 0)
                return eg_fail(mesh->base.context, EG_MESH,
                               "%s: the boundary '%s' cannot be joined with '%s', as it is joined with '%s' "
                               "already: name each boundary in one periodic pair",
                               mesh->base.origin, eg_joint_name(j, side), eg_joint_name(j, 1 - side),
                               mesh->base.boundaries.name[mesh->face_boundary[mesh->face_twin[face]]]);
    return EG_OK;
}

static eg_status refuse_plane_extent(const eg_joint *j)
{
    eg_point_text low[2], high[2];
    for (int side = 0; side < 2; side++) {
        low[side] = eg_text_of_point(2, j->low[side]);
        high[side] = eg_text_of_point(2, j->high[side]);
    }
    return eg_fail(j->mesh->context, EG_MESH,
                   "%s: the boundaries '%s' (%lld faces) and '%s' (%lld faces) cannot be joined: "
                   "the first extends from %s to %s, the second from %s to %s, and these boxes "
                   "differ in size: give both boundaries one shape, or name another pair",
                   j->mesh->origin, eg_joint_name(j, 0), (long long)j->count[0], eg_joint_name(j, 1),
                   (long long)j->count[1], low[0].text, high[0].text, low[1].text, high[1].text);
}

/* `face` of the boundary on `side` has no counterpart on the other. */
static eg_status refuse_alone(const eg_joint *j, int side, int64_t face)
{
    const double *a = face_end(j->mesh, face, 0), *b = face_end(j->mesh, face, 1);
    double sign = side == 0 ? 1.0 : -1.0;
    char x[32], y[32], tolerance[32];
    eg_format_real(j->shift[0], x);
    eg_format_real(j->shift[1], y);
    eg_format_real(j->tolerance, tolerance);
    return eg_fail(
        j->mesh->context, EG_MESH,
        "%s: the boundaries '%s' (%lld faces) and '%s' (%lld faces) cannot be joined: "
        "the face of '%s' from %s to %s, moved by %s, is no face of '%s' (within %s m): "
        "mesh both boundaries alike (in gmsh: Periodic Curve {'%s'} = {'%s'} Translate "
        "{%s, %s, 0}, with the numbers of the curves)",
        j->mesh->origin, eg_joint_name(j, 0), (long long)j->count[0], eg_joint_name(j, 1),
        (long long)j->count[1], eg_joint_name(j, side), eg_text_of_point(2, a).text,
        eg_text_of_point(2, b).text,
        eg_text_of_point(2, (const double[]){0.0 + sign * j->shift[0], 0.0 + sign * j->shift[1]}).text,
        eg_joint_name(j, 1 - side), tolerance, eg_joint_name(j, 1), eg_joint_name(j, 0), x, y);
}

/* The faces lie on each other, but so do their cells: nothing could pass from one to the other. */
static eg_status refuse_same_side(const eg_joint *j, int64_t face)
{
    return eg_fail(j->mesh->context, EG_MESH,
                   "%s: the boundaries '%s' and '%s' cannot be joined: at the face of '%s' from %s "
                   "to %s both have their cells on the same side: name two boundaries on opposite "
                   "sides of the domain",
                   j->mesh->origin, eg_joint_name(j, 0), eg_joint_name(j, 1), eg_joint_name(j, 0),
                   eg_text_of_point(2, face_end(j->mesh, face, 0)).text,
                   eg_text_of_point(2, face_end(j->mesh, face, 1)).text);
}

/* ---- pairing ---- */

/* What a face of the first boundary looks for. */
typedef struct twin_search {
    const eg_plane *mesh;
    bool same_side; /* a face that runs in the same sense is there */
} twin_search;

/* Whether an end of a face of the first boundary, moved, is an end of a face of the second. */
static bool is_moved(const eg_joint *j, int64_t face, int end, int64_t other, int other_end)
{
    return eg_joint_distance(j, face_end(j->mesh, face, end), face_end(j->mesh, other, other_end)) <=
           j->tolerance;
}

/* In the opposite sense, and free. */
static bool twin_falls_on(const eg_joint *j, int64_t face, int64_t at, void *user)
{
    twin_search *s = user;
    int32_t other = j->face[at];
    if (is_moved(j, face, 0, other, 1) && is_moved(j, face, 1, other, 0) && s->mesh->face_twin[other] < 0)
        return true;
    if (is_moved(j, face, 0, other, 0) && is_moved(j, face, 1, other, 1))
        s->same_side = true;
    return false;
}

static eg_status pair_plane_faces(const eg_joint *j, eg_plane *mesh)
{
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] != j->boundary[0])
            continue;
        twin_search search = {.mesh = mesh};
        int64_t at = eg_joint_search(j, face, twin_falls_on, &search);
        if (at < 0)
            return search.same_side ? refuse_same_side(j, face) : refuse_alone(j, 0, face);
        int32_t twin = j->face[at];
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
static void part_faces(const eg_joint *j, eg_plane *mesh)
{
    for (int64_t face = 0; face < mesh->faces; face++) {
        int32_t boundary = mesh->face_boundary[face];
        if (boundary == j->boundary[0] || boundary == j->boundary[1])
            mesh->face_twin[face] = -1;
    }
}

/* Moves the nodes of the second boundary to the translates of their counterparts, at most by the tolerance:
 * twins then have one length and one normal but for the last bit. */
static void snap_nodes(const eg_joint *j, eg_plane *mesh)
{
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
    EG_SCOPE(scope, mesh->base.context);
    eg_joint j = {.mesh = &mesh->base,
                  .boundary = {boundary_a, boundary_b},
                  .faces = mesh->faces,
                  .face_boundary = mesh->face_boundary,
                  .corners = 2,
                  .corner = face_end,
                  .scope = &scope};
    EG_TRY(check_free(&j, mesh));
    if (!eg_joint_measure(&j))
        return refuse_plane_extent(&j);
    EG_TRY(eg_joint_sort(&j));
    eg_status status = pair_plane_faces(&j, mesh);
    if (status != EG_OK) {
        part_faces(&j, mesh);
        return status;
    }
    snap_nodes(&j, mesh);
    shift[0] = j.shift[0];
    shift[1] = j.shift[1];
    return EG_OK;
}
