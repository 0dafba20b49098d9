/* Periodic boundaries of meshes of any class: measured, sorted, searched. */
#include "mesh/joint.h"

#include <math.h>

#include "mesh/internal.h"

/* How far apart, in shortest edges, a corner moved across and its counterpart may lie: above what is lost
 * when coordinates are rounded or written as text, far below the distance to the next one. */
static const double NEAR = 1e-6;

/* Along the longest side: a quarter of what the bits of a key for each direction can tell, or fewer. */
static double most_cubes(const eg_joint *j)
{
    return j->mesh->dimension == 2 ? 0x1p30 : 0x1p20;
}

const char *eg_joint_name(const eg_joint *j, int side)
{
    return j->mesh->boundaries.name[j->boundary[side]];
}

eg_status eg_joint_check_two(const eg_joint *j)
{
    if (j->boundary[0] != j->boundary[1])
        return EG_OK;
    return eg_fail(
        j->mesh->context, EG_MESH,
        "%s: the boundary '%s' is joined with itself: name the two boundaries on opposite sides of "
        "the domain",
        j->mesh->origin, eg_joint_name(j, 0));
}

/* ---- measuring */

static double moved_distance(const eg_joint *j, const double a[3], const double b[3], const double shift[3])
{
    double d[3] = {0};
    for (int i = 0; i < j->mesh->dimension; i++)
        d[i] = b[i] - a[i] - shift[i];
    return hypot(hypot(d[0], d[1]), d[2]);
}

double eg_joint_distance(const eg_joint *j, const double a[3], const double b[3])
{
    return moved_distance(j, a, b, j->shift);
}

/* Takes a face of the boundary on `side` into its number and its box. */
static void take_joint_face(eg_joint *j, int side, int64_t face, double *shortest)
{
    static const int end[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    static const double nowhere[3] = {0};
    for (int c = 0; c < j->corners; c++) {
        const double *x = j->corner(j->mesh, face, c);
        for (int i = 0; i < 3; i++) {
            bool first = j->count[side] == 0 && c == 0;
            j->low[side][i] = first ? x[i] : fmin(j->low[side][i], x[i]);
            j->high[side][i] = first ? x[i] : fmax(j->high[side][i], x[i]);
        }
    }
    for (int e = 0; e < (j->corners == 2 ? 1 : 4); e++)
        *shortest = fmin(*shortest, moved_distance(j, j->corner(j->mesh, face, end[e][0]),
                                                   j->corner(j->mesh, face, end[e][1]), nowhere));
    j->count[side]++;
}

bool eg_joint_measure(eg_joint *j)
{
    double shortest = INFINITY, longest_side = 0.0;
    for (int64_t f = 0; f < j->faces; f++)
        for (int side = 0; side < 2; side++)
            if (j->face_boundary[f] == j->boundary[side])
                take_joint_face(j, side, f, &shortest);
    j->tolerance = NEAR * shortest;
    for (int i = 0; i < j->mesh->dimension; i++) {
        double extent[2] = {j->high[0][i] - j->low[0][i], j->high[1][i] - j->low[1][i]};
        longest_side = fmax(longest_side, extent[1]);
        /* with the centres on each other, the sides are half of the difference apart */
        if (fabs(extent[1] - extent[0]) > 2.0 * j->tolerance)
            return false;
        j->shift[i] = 0.5 * (j->low[1][i] + j->high[1][i]) - 0.5 * (j->low[0][i] + j->high[0][i]);
    }
    j->width = fmax(shortest, longest_side / most_cubes(j));
    return true;
}

/* ---- searching */

static uint64_t cube_of(const eg_joint *j, int axis, double x)
{
    double place = floor((x - j->low[1][axis]) / j->width);
    return place > 0.0 ? (uint64_t)fmin(place, most_cubes(j)) : 0;
}

static uint64_t cube_key(const eg_joint *j, const uint64_t cube[3])
{
    uint64_t key = 0;
    for (int i = 0; i < j->mesh->dimension; i++)
        key = key << (j->mesh->dimension == 2 ? 32 : 21) | cube[i];
    return key;
}

static double middle_of(const eg_joint *j, int64_t face, int axis)
{
    double sum = 0.0;
    for (int c = 0; c < j->corners; c++)
        sum += j->corner(j->mesh, face, c)[axis] / j->corners;
    return sum;
}

eg_status eg_joint_sort(eg_joint *j)
{
    int64_t at = 0;
    EG_TRY(EG_SCOPE_ALLOC(j->scope, EG_BLOCK(j->count[1], j->key), EG_BLOCK(j->count[1], j->face)));
    for (int64_t f = 0; f < j->faces; f++) {
        uint64_t cube[3];
        if (j->face_boundary[f] != j->boundary[1])
            continue;
        for (int i = 0; i < j->mesh->dimension; i++)
            cube[i] = cube_of(j, i, middle_of(j, f, i));
        j->key[at] = cube_key(j, cube);
        j->face[at++] = (int32_t)f;
    }
    return eg_radix_sort(j->mesh->context, j->count[1], j->key, j->face);
}

int64_t eg_joint_search(const eg_joint *j, int64_t face, eg_joint_falls_on *falls_on, void *user)
{
    uint64_t first[3] = {0}, last[3] = {0}, at[3];
    for (int i = 0; i < j->mesh->dimension; i++) { /* twice the tolerance: the middles are rounded too */
        double x = middle_of(j, face, i) + j->shift[i];
        first[i] = cube_of(j, i, x - 2.0 * j->tolerance);
        last[i] = cube_of(j, i, x + 2.0 * j->tolerance);
    }
    for (at[0] = first[0]; at[0] <= last[0]; at[0]++)
        for (at[1] = first[1]; at[1] <= last[1]; at[1]++)
            for (at[2] = first[2]; at[2] <= last[2]; at[2]++)
                for (int64_t p = eg_sorted_first_at(j->key, j->count[1], cube_key(j, at));
                     p < j->count[1] && j->key[p] == cube_key(j, at); p++)
                    if (falls_on(j, face, p, user))
                        return p;
    return -1;
}
