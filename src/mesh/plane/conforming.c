/* Whether a mesh of the plane is conforming: its cells meet along whole faces, by the nodes that these share,
 * and nowhere lie over each other.
 *
 * What faces.c could not pair is taken for the edge of the domain. There nothing but the outside may follow:
 * so points just beyond each boundary face are looked for in the cells. One that is found lies in a cell that
 * is cut off from the face by nodes which coincide without being one, or by a node inside a face, or in one
 * that overlaps. A point just inside of the face is found in its own cell, but where two surfaces with the
 * same edge lie over each other. */
#include "mesh/plane/internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* How far from a face points are looked for, and where along it, by its length. A gap narrower than DISTANCE
 * is a crack. */
static const double DISTANCE = 1e-4;
static const double ALONG[] = {0.5, 0.05, 0.95};
/* Nodes nearer than this, by the shorter one of two faces, coincide. */
static const double COINCIDE = 1e-3;

typedef enum fault { NO_FAULT, COINCIDENT, HANGING, OVERLAP } fault;

/* The first fault, and how many faces have one. */
typedef struct finding {
    fault fault;
    int64_t faces;
    int64_t cell[2];
    int32_t face[2]; /* of a node that hangs: the one it lies in, and one that it ends */
    int32_t node;    /* that hangs */
    double place[3];
} finding;

static double plane_distance(const double a[2], const double b[2])
{
    return hypot(b[0] - a[0], b[1] - a[1]);
}

static double face_length(const eg_plane *mesh, int64_t face)
{
    return plane_distance(mesh->x[mesh->face_vertex[face][0]], mesh->x[mesh->face_vertex[face][1]]);
}

/* Where along the face (0 to 1) the foot of the point is, and in *away how far the point is from the face's
 * line. */
static double foot_of(const eg_plane *mesh, int64_t face, const double point[2], double *away)
{
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    double along[2] = {b[0] - a[0], b[1] - a[1]}, way[2] = {point[0] - a[0], point[1] - a[1]};
    double length = hypot(along[0], along[1]);
    *away = fabs(along[0] * way[1] - along[1] * way[0]) / length;
    return (along[0] * way[0] + along[1] * way[1]) / (length * length);
}

/* The boundary face of the cell that the point lies close to, on the side of the cell; -1: none. */
static int32_t face_at(const eg_plane *mesh, int64_t cell, int64_t beyond, const double point[2])
{
    double near = 3.0 * DISTANCE * face_length(mesh, beyond), away;
    const double *a = mesh->x[mesh->face_vertex[beyond][0]], *b = mesh->x[mesh->face_vertex[beyond][1]];
    for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++) {
        int32_t face = mesh->cell_face[i];
        const double *c = mesh->x[mesh->face_vertex[face][0]], *d = mesh->x[mesh->face_vertex[face][1]];
        bool against = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0.0;
        double foot = foot_of(mesh, face, point, &away);
        if (mesh->face_cell[face][1] < 0 && against && away <= near && foot >= -COINCIDE &&
            foot <= 1.0 + COINCIDE)
            return face;
    }
    return -1;
}

/* An end of `other` that lies inside of the face; -1 where there is none. */
static int32_t node_inside(const eg_plane *mesh, int32_t face, int32_t other)
{
    double away;
    for (int end = 0; end < 2; end++) {
        int32_t node = mesh->face_vertex[other][end];
        double foot = foot_of(mesh, face, mesh->x[node], &away);
        if (foot > COINCIDE && foot < 1.0 - COINCIDE)
            return node;
    }
    return -1;
}

/* What is wrong where the faces of two cells run against each other in one place. */
static void judge_face_pair(const eg_plane *mesh, int32_t face, int32_t other, finding *found)
{
    found->fault = HANGING;
    found->face[0] = face;
    found->face[1] = other;
    found->node = node_inside(mesh, face, other);
    if (found->node >= 0)
        return;
    found->node = node_inside(mesh, other, face);
    if (found->node < 0) {
        found->fault = COINCIDENT;
        return;
    }
    found->face[0] = other;
    found->face[1] = face;
}

/* Whether the point is far enough from `from` to be told from it. */
static bool can_be_told(const double from[2], const double point[2], double length)
{
    double size = fmax(fabs(point[0]), fabs(point[1]));
    return plane_distance(from, point) >= 0.5 * length && length > 16.0 * DBL_EPSILON * size;
}

/* The cell that the point beyond the face lies in, -1: none but perhaps its own. */
static int64_t cell_beyond(const eg_plane *mesh, int64_t face, double fraction, double point[2])
{
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    double far = DISTANCE * face_length(mesh, face), from[2];
    for (int i = 0; i < 2; i++) /* the cell is on the left of its face */
        from[i] = (1.0 - fraction) * a[i] + fraction * b[i];
    point[0] = from[0] + DISTANCE * (b[1] - a[1]);
    point[1] = from[1] - DISTANCE * (b[0] - a[0]);
    int64_t cell = can_be_told(from, point, far) ? eg_plane_locate(mesh, point) : -1;
    return cell == mesh->face_cell[face][0] ? -1 : cell;
}

/* The cell that lies over the one of the face, just inside of it, -1: none. */
static int64_t cell_over(const eg_plane *mesh, int64_t face, double point[2])
{
    int32_t own = mesh->face_cell[face][0];
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    double from[2];
    for (int i = 0; i < 2; i++) {
        from[i] = 0.5 * (a[i] + b[i]);
        point[i] = from[i] + COINCIDE * (mesh->base.centroid[own][i] - from[i]);
    }
    double far = COINCIDE * plane_distance(mesh->base.centroid[own], from);
    int64_t cell = can_be_told(from, point, far) ? eg_plane_locate(mesh, point) : own;
    return cell == own ? -1 : cell;
}

static finding look_at_face(const eg_plane *mesh, int32_t face, const bool *slit)
{
    finding found = {.fault = NO_FAULT, .cell = {mesh->face_cell[face][0], -1}, .node = -1};
    int64_t cell = cell_over(mesh, face, found.place);
    if (cell >= 0)
        found.fault = OVERLAP;
    for (size_t i = 0; found.fault == NO_FAULT && i < sizeof ALONG / sizeof *ALONG; i++) {
        cell = cell_beyond(mesh, face, ALONG[i], found.place);
        int32_t other = cell >= 0 ? face_at(mesh, cell, face, found.place) : -1;
        if (cell >= 0 && other < 0)
            found.fault = OVERLAP;
        else if (other >= 0 && !(slit[mesh->face_boundary[face]] && slit[mesh->face_boundary[other]]))
            judge_face_pair(mesh, face, other, &found);
    }
    found.cell[1] = cell;
    return found;
}

/* ---- saying it ---- */

static long long source_of_cell(const eg_plane *mesh, int64_t cell)
{
    return (long long)mesh->base.source[cell];
}

static eg_status refuse_finding(const eg_plane *mesh, const finding *f)
{
    char more[64] = "";
    eg_point_text place = eg_text_of_point(2, f->place), from = place, to = place;
    if (f->faces > 1)
        snprintf(more, sizeof more, " (the first of %lld faces)", (long long)f->faces);
    if (f->fault == OVERLAP)
        return eg_fail(mesh->base.context, EG_MESH,
                       "%s: elements %lld and %lld lie over each other at %s%s: remove one of the "
                       "surfaces there, or what is listed twice",
                       mesh->base.origin, source_of_cell(mesh, f->cell[0]), source_of_cell(mesh, f->cell[1]),
                       place.text, more);
    from = eg_text_of_point(2, mesh->x[mesh->face_vertex[f->face[0]][0]]);
    to = eg_text_of_point(2, mesh->x[mesh->face_vertex[f->face[0]][1]]);
    if (f->fault == COINCIDENT)
        return eg_fail(mesh->base.context, EG_MESH,
                       "%s: elements %lld and %lld meet at the face from %s to %s, but each has nodes of its "
                       "own there%s, so that it would be a wall: merge the nodes that coincide (in Gmsh: "
                       "Coherence before meshing, or Coherence Mesh); where a thin wall is meant, give its "
                       "faces a name and list it in mesh.slits",
                       mesh->base.origin, source_of_cell(mesh, f->cell[0]), source_of_cell(mesh, f->cell[1]),
                       from.text, to.text, more);
    place = eg_text_of_point(2, mesh->x[f->node]);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: the node at %s, of element %lld, lies inside the face from %s to %s of element %lld "
                   "(a hanging node)%s, so that it would be a wall: let the cells on both sides have the "
                   "same nodes; where a thin wall is meant, give its faces a name and list it in mesh.slits",
                   mesh->base.origin, place.text, source_of_cell(mesh, mesh->face_cell[f->face[1]][0]),
                   from.text, to.text, source_of_cell(mesh, mesh->face_cell[f->face[0]][0]), more);
}

eg_status eg_plane_check_conforming(const eg_plane *mesh, const bool *slit)
{
    finding first = {.fault = NO_FAULT};
    assert(!mesh->part);
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_cell[face][1] >= 0)
            continue;
        const finding found = look_at_face(mesh, (int32_t)face, slit);
        int64_t faces = first.faces + (found.fault != NO_FAULT);
        if (first.fault == NO_FAULT)
            first = found;
        first.faces = faces;
    }
    return first.fault == NO_FAULT ? EG_OK : refuse_finding(mesh, &first);
}
