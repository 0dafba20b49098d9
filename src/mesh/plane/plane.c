/* The finished mesh: destroying it, asking it. */
#include "mesh/plane/internal.h"

#include <math.h>

void eg_plane_destroy(eg_plane **mesh)
{
    if (!mesh || !*mesh)
        return;
    eg_plane *m = *mesh;
    eg_context *context = m->context;
    eg_names_destroy(context, &m->region_name, m->regions);
    eg_names_destroy(context, &m->boundary_name, m->boundaries);
    eg_boxes_destroy(context, &m->boxes);
    eg_plane_part_destroy(context, &m->part);
    eg_free(context, &m->origin);
    eg_free(context, &m->x);
    eg_free(context, &m->type);
    eg_free(context, &m->first);
    eg_free(context, &m->vertex);
    eg_free(context, &m->cell_face);
    eg_free(context, &m->region);
    eg_free(context, &m->source);
    eg_free(context, &m->centroid);
    eg_free(context, &m->area);
    eg_free(context, &m->face_vertex);
    eg_free(context, &m->face_cell);
    eg_free(context, &m->face_boundary);
    eg_free(context, &m->face_twin);
    eg_free(context, mesh);
}

int eg_plane_region_index(const eg_plane *mesh, const char *name)
{
    return eg_names_index(mesh->region_name, mesh->regions, name);
}

int eg_plane_boundary_index(const eg_plane *mesh, const char *name)
{
    return eg_names_index(mesh->boundary_name, mesh->boundaries, name);
}

int eg_plane_cell_vertices(const eg_plane *mesh, int64_t cell, double (*x)[2])
{
    assert(cell >= 0 && cell < mesh->cells + mesh->ghosts);
    int count = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int k = 0; k < count; k++) {
        const double *from = mesh->x[mesh->vertex[mesh->first[cell] + k]];
        x[k][0] = from[0];
        x[k][1] = from[1];
    }
    return count;
}

int eg_plane_cell_quadrature(const eg_plane *mesh, int64_t cell, int degree, double (*points)[2],
                             double *weights)
{
    double x[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(mesh, cell, x);
    return eg_cell_quadrature(mesh->type[cell], x, degree, points, weights);
}

static double length_squared(const double a[2], const double b[2])
{
    return (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
}

double eg_plane_cell_quality(const eg_plane *mesh, int64_t cell)
{
    double x[EG_CELL_VERTICES][2], sum = 0.0, least = 1.0;
    int count = eg_plane_cell_vertices(mesh, cell, x);
    for (int k = 0; k < count; k++) {
        const double *here = x[k], *after = x[(k + 1) % count],
                     *before = x[(k + count - 1) % count];
        double a = length_squared(here, after), b = length_squared(here, before);
        double turn = (after[0] - here[0]) * (before[1] - here[1]) -
                      (after[1] - here[1]) * (before[0] - here[0]);
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
        longest = fmax(longest, length_squared(x[k], x[(k + 1) % count]));
    /* differences of neighbours first: they are exact or nearly so, far from the origin too */
    double skew[2];
    for (int i = 0; i < 2; i++)
        skew[i] = (x[0][i] - x[1][i]) + (x[2][i] - x[3][i]);
    return hypot(skew[0], skew[1]) <= STRAIGHT * sqrt(longest);
}

int64_t eg_plane_first_skew(const eg_plane *mesh)
{
    for (int64_t cell = mesh->cells_of_type[EG_TRIANGLE]; cell < mesh->cells; cell++)
        if (!eg_plane_is_parallelogram(mesh, cell))
            return cell;
    return -1;
}

void eg_plane_summarise(const eg_plane *mesh, eg_plane_summary *summary)
{
    *summary = (eg_plane_summary){.area_min = INFINITY, .edge_min = INFINITY, .quality_min = 2.0};
    for (int64_t cell = 0; cell < mesh->cells; cell++) {
        double quality = eg_plane_cell_quality(mesh, cell);
        summary->area += mesh->area[cell];
        summary->area_min = fmin(summary->area_min, mesh->area[cell]);
        summary->area_max = fmax(summary->area_max, mesh->area[cell]);
        if (quality < summary->quality_min) {
            summary->quality_min = quality;
            summary->quality_min_cell = cell;
        }
    }
    for (int64_t face = 0; face < mesh->faces; face++) {
        double length = sqrt(length_squared(mesh->x[mesh->face_vertex[face][0]],
                                            mesh->x[mesh->face_vertex[face][1]]));
        summary->edge_min = fmin(summary->edge_min, length);
        summary->edge_max = fmax(summary->edge_max, length);
    }
}
