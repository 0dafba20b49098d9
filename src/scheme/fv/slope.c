/* The slope of the bed round a cell, which friction is weighed against. */
#include "scheme/fv/internal.h"

/* The normal equations of a least-squares plane through a cell's centre: the sums of d d^T / |d|^2 and of
 * d dz / |d|^2 over its neighbours at the distance d. */
typedef struct plane_fit {
    double xx, xy, yy, x, y;
} plane_fit;

static void add_neighbour(plane_fit *fit, const double from[2], const double to[2], double rise)
{
    double dx = to[0] - from[0], dy = to[1] - from[1], weight = 1 / (dx * dx + dy * dy);
    fit->xx += weight * dx * dx;
    fit->xy += weight * dx * dy;
    fit->yy += weight * dy * dy;
    fit->x += weight * dx * rise;
    fit->y += weight * dy * rise;
}

/* The gradient; along the line of the neighbours alone where they stand on one, as in a channel of one row. */
static void solve(const plane_fit *fit, double gradient[2])
{
    double trace = fit->xx + fit->yy, determinant = fit->xx * fit->yy - fit->xy * fit->xy;
    if (determinant > 1e-6 * trace * trace) {
        gradient[0] = (fit->yy * fit->x - fit->xy * fit->y) / determinant;
        gradient[1] = (fit->xx * fit->y - fit->xy * fit->x) / determinant;
    } else {
        gradient[0] = trace > 0 ? fit->x / trace : 0;
        gradient[1] = trace > 0 ? fit->y / trace : 0;
    }
}

/* The centre of the cell across a face, beyond the domain's end where the face is one of a periodic pair. */
static void place_across(const eg_plane *mesh, int64_t face, int32_t other, double place[2])
{
    int32_t twin = mesh->face_twin[face];
    for (int i = 0; i < 2; i++) {
        place[i] = mesh->base.centroid[other][i];
        if (twin >= 0) /* they run in opposite senses */
            place[i] +=
                mesh->x[mesh->face_vertex[face][0]][i] - mesh->x[mesh->face_vertex[twin][1]][i];
    }
}

void eg_fv_bed_gradient(const eg_plane *mesh, const double *bed, int64_t cell, double gradient[2])
{
    plane_fit fit = {0};
    int faces = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int k = 0; k < faces; k++) {
        int64_t face = mesh->cell_face[mesh->first[cell] + k];
        int32_t other = eg_plane_neighbour(mesh, face, cell);
        double place[2];
        if (other < 0)
            continue;
        place_across(mesh, face, other, place);
        add_neighbour(&fit, mesh->base.centroid[cell], place, bed[other] - bed[cell]);
    }
    solve(&fit, gradient);
}
