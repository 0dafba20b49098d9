/* The finished mesh: destroying it, asking it. */
#include "base/parallel.h"
#include "mesh/plane/internal.h"

#include <math.h>

void eg_plane_free_part(eg_plane *m)
{
    if (!m->part)
        return;
    EG_FREE(&m->part->whole_node, &m->part->ghost_cell, &m->part);
}

static void destroy_plane(eg_mesh *mesh)
{
    eg_plane *m = (eg_plane *)mesh;
    eg_plane_free_part(m);
    EG_FREE(&m->x, &m->type, &m->first, &m->vertex, &m->cell_face, &m->area, &m->face_vertex, &m->face_cell,
            &m->face_boundary, &m->face_twin);
    eg_mesh_free(mesh);
}

void eg_plane_destroy(eg_plane **mesh)
{
    if (!mesh || !*mesh)
        return;
    eg_mesh *base = &(*mesh)->base;
    *mesh = NULL;
    eg_mesh_destroy(&base);
}

/* ---- as a mesh of any class */

static void map(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                double jacobian[3][3])
{
    const eg_plane *plane = (const eg_plane *)mesh;
    double vertex[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(plane, cell, vertex);
    eg_cell_map(plane->type[cell], (const double(*)[2])vertex, reference, x);
    x[2] = 0.0;
    if (!jacobian)
        return;
    double in_plane[2][2];
    eg_cell_jacobian(plane->type[cell], (const double(*)[2])vertex, reference, in_plane);
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++)
            jacobian[i][d] = i < 2 && d < 2 ? in_plane[i][d] : i == d;
}

static int64_t locate(const eg_mesh *mesh, const double x[3], double reference[3])
{
    const eg_plane *plane = (const eg_plane *)mesh;
    int64_t cell = eg_plane_locate(plane, x);
    reference[2] = 0.0;
    if (cell >= 0)
        eg_plane_reference_point(plane, cell, x, reference);
    return cell;
}

static int64_t whole_number(const eg_mesh *mesh, int64_t cell)
{
    const eg_plane_part *part = ((const eg_plane *)mesh)->part;
    return cell < mesh->own ? mesh->before + cell : part->ghost_cell[cell - mesh->own];
}

static eg_status check_conforming(const eg_mesh *mesh, const bool *slit)
{
    return eg_plane_check_conforming((const eg_plane *)mesh, slit);
}

static eg_status join(eg_mesh *mesh, int boundary_a, int boundary_b, double shift[3])
{
    shift[2] = 0.0;
    return eg_plane_join((eg_plane *)mesh, boundary_a, boundary_b, shift);
}

static uint64_t hash(const eg_mesh *mesh)
{
    const eg_plane *m = (const eg_plane *)mesh;
    uint64_t hash = eg_hash64(m->x, m->nodes * (int64_t)sizeof *m->x, 0);
    hash = eg_hash64(m->type, mesh->own, hash);
    hash = eg_hash64(m->vertex, m->first[mesh->own] * (int64_t)sizeof *m->vertex, hash);
    hash = eg_hash64(mesh->region, mesh->own * (int64_t)sizeof *mesh->region, hash);
    return eg_hash64(m->face_boundary, m->faces * (int64_t)sizeof *m->face_boundary, hash);
}

const eg_mesh_class eg_plane_class = {
    .name = "plane",
    .dimension = 2,
    .least_chunk = EG_PLANE_CHUNK,
    .groups = EG_CELL_TYPES,
    .group = {[EG_TRIANGLE] = {.shape = EG_SHAPE_TRIANGLE}, [EG_QUADRANGLE] = {.shape = EG_SHAPE_QUADRANGLE}},
    .destroy = destroy_plane,
    .map = map,
    .locate = locate,
    .whole_number = whole_number,
    .check_conforming = check_conforming,
    .join = join,
    .hash = hash,
    .create_cutter = eg_plane_create_cutter,
    .cut = eg_plane_cut,
    .destroy_cutter = eg_plane_destroy_cutter,
    .create_part = eg_plane_create_part,
    .serialize = eg_plane_serialize,
    .box_cells = eg_plane_box_cells};

void eg_plane_reference_point(const eg_plane *mesh, int64_t cell, const double point[2], double reference[2])
{
    double x[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(mesh, cell, x);
    eg_reference_point(mesh->type[cell], (const double(*)[2])x, point, reference);
}

int eg_plane_cell_quadrature(const eg_plane *mesh, int64_t cell, int degree, double (*points)[2],
                             double *weights)
{
    double x[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(mesh, cell, x);
    return eg_cell_quadrature(mesh->type[cell], x, degree, points, weights);
}

static double square_of_length(const double a[2], const double b[2])
{
    return (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
}

double eg_plane_cell_quality(const eg_plane *mesh, int64_t cell)
{
    double x[EG_CELL_VERTICES][2], sum = 0.0, least = 1.0;
    int count = eg_plane_cell_vertices(mesh, cell, x);
    for (int k = 0; k < count; k++) {
        const double *here = x[k], *after = x[(k + 1) % count], *before = x[(k + count - 1) % count];
        double a = square_of_length(here, after), b = square_of_length(here, before);
        double turn =
            (after[0] - here[0]) * (before[1] - here[1]) - (after[1] - here[1]) * (before[0] - here[0]);
        sum += a;
        least = fmin(least, 2.0 * turn / (a + b));
    }
    return count == 3 ? fmin(1.0, 4.0 * sqrt(3.0) * mesh->area[cell] / sum) : least;
}

bool eg_plane_is_parallelogram(const eg_plane *mesh, int64_t cell)
{
    static const double STRAIGHT = 1e-9;
    double x[EG_CELL_VERTICES][2], longest = 0.0;
    int count = eg_plane_cell_vertices(mesh, cell, x);
    if (count == 3)
        return false;
    for (int k = 0; k < count; k++)
        longest = fmax(longest, square_of_length(x[k], x[(k + 1) % count]));
    /* differences of neighbours first: they are exact or nearly so, far from the origin too */
    double skew[2];
    for (int i = 0; i < 2; i++)
        skew[i] = (x[0][i] - x[1][i]) + (x[2][i] - x[3][i]);
    return hypot(skew[0], skew[1]) <= STRAIGHT * sqrt(longest);
}

int64_t eg_plane_first_skew(const eg_plane *mesh)
{
    for (int64_t cell = mesh->base.group[EG_TRIANGLE].count; cell < mesh->base.own; cell++)
        if (!eg_plane_is_parallelogram(mesh, cell))
            return cell;
    return -1;
}

enum { SUMMARISED_PARTS = 64 };

/* Of each part of the cells and of the faces what is least and most, and the first cell of the least quality. */
typedef struct summarising {
    const eg_plane *mesh;
    int parts;
    eg_plane_summary of[SUMMARISED_PARTS];
} summarising;

static eg_status summarise_part(void *with, int part, int64_t from, int64_t to)
{
    summarising *w = with;
    const eg_plane *mesh = w->mesh;
    eg_plane_summary s = {.area_min = INFINITY, .edge_min = INFINITY, .quality_min = 2.0};
    for (int64_t cell = from; cell < to; cell++) {
        double quality = eg_plane_cell_quality(mesh, cell);
        s.area_min = fmin(s.area_min, mesh->area[cell]);
        s.area_max = fmax(s.area_max, mesh->area[cell]);
        if (quality < s.quality_min) {
            s.quality_min = quality;
            s.quality_min_cell = cell;
        }
    }
    int64_t end = eg_part_begin(w->parts, mesh->faces, part + 1);
    for (int64_t face = eg_part_begin(w->parts, mesh->faces, part); face < end; face++) {
        double length =
            sqrt(square_of_length(mesh->x[mesh->face_vertex[face][0]], mesh->x[mesh->face_vertex[face][1]]));
        s.edge_min = fmin(s.edge_min, length);
        s.edge_max = fmax(s.edge_max, length);
    }
    w->of[part] = s;
    return EG_OK;
}

void eg_plane_summarise(const eg_plane *mesh, eg_plane_summary *summary)
{
    enum { LEAST = 4096 };
    eg_context *context = mesh->base.context;
    int parts = eg_parts(context, mesh->base.own, LEAST);
    summarising w = {.mesh = mesh, .parts = parts < SUMMARISED_PARTS ? parts : SUMMARISED_PARTS};
    eg_in_parts(context, w.parts, mesh->base.own, summarise_part, &w);
    *summary = w.of[0];
    for (int p = 1; p < w.parts; p++) {
        const eg_plane_summary *next = &w.of[p];
        summary->area_min = fmin(summary->area_min, next->area_min);
        summary->area_max = fmax(summary->area_max, next->area_max);
        summary->edge_min = fmin(summary->edge_min, next->edge_min);
        summary->edge_max = fmax(summary->edge_max, next->edge_max);
        if (next->quality_min < summary->quality_min) {
            summary->quality_min = next->quality_min;
            summary->quality_min_cell = next->quality_min_cell;
        }
    }
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        summary->area += mesh->area[cell];
}
