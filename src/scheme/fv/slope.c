/* Faces, and gradients round a cell: that of the bed, which friction is weighed against, and what differences
 * count in one. */
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

/* The gradient; along the line of the neighbours alone where they stand on one, as in a channel of one
 * row. */
static void solve_plane(const plane_fit *fit, double gradient[2])
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
    for (int i = 0; i < 2; i++)
        place[i] = mesh->base.centroid[other][i];
    eg_plane_shift(mesh, face, place);
}

/* The cell across a face, -1: none, or a blocked one. */
static int32_t cell_across(const eg_plane *mesh, const eg_fv_options *options, int64_t face, int64_t cell)
{
    int32_t other = eg_plane_neighbour(mesh, face, cell);
    return other >= 0 && options->blocked && options->blocked[other] ? -1 : other;
}

bool eg_fv_is_closed(const eg_fv *fv, const eg_fv_options *options, int64_t face)
{
    const eg_plane *mesh = fv->mesh;
    int64_t cell = mesh->face_cell[face][0];
    if (fv->flows.closed && fv->flows.closed[face])
        return true;
    return options->blocked && (options->blocked[cell] || cell_across(mesh, options, face, cell) !=
                                                              eg_plane_neighbour(mesh, face, cell));
}

void eg_fv_bed_gradient(const eg_plane *mesh, const eg_fv_options *options, const double *bed, int64_t cell,
                        double gradient[2])
{
    plane_fit fit = {0};
    int faces = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int k = 0; k < faces; k++) {
        int64_t face = eg_plane_face(mesh, cell, k);
        int32_t other = cell_across(mesh, options, face, cell);
        double place[2];
        if (other < 0)
            continue;
        place_across(mesh, face, other, place);
        add_neighbour(&fit, mesh->base.centroid[cell], place, bed[other] - bed[cell]);
    }
    solve_plane(&fit, gradient);
}

eg_fv_behind eg_fv_place_behind(const eg_fv_stencil *stencil, int64_t cell, int k, double place[2])
{
    const eg_plane *mesh = stencil->fv->mesh;
    int64_t face = eg_plane_face(mesh, cell, k);
    int32_t other = eg_plane_neighbour(mesh, face, cell);
    const double *on = mesh->x[mesh->face_vertex[face][0]], *centre = mesh->base.centroid[cell];
    double normal[2], length;
    bool closed = eg_fv_is_closed(stencil->fv, stencil->options, face);
    if (other >= 0 && !closed)
        place_across(mesh, face, other, place);
    eg_plane_frame(mesh, face, normal, &length);
    double distance = (on[0] - centre[0]) * normal[0] + (on[1] - centre[1]) * normal[1];
    for (int i = 0; i < 2; i++)
        place[i] = other >= 0 && !closed ? place[i] - centre[i] : 2 * distance * normal[i];
    if (other >= 0 && !closed)
        return EG_FV_CELL_BEHIND;
    return !closed && stencil->open_index[face] >= 0 ? EG_FV_OPEN_BEHIND : EG_FV_WALL_BEHIND;
}

void eg_fv_fit_weight(int64_t places, const double (*place)[2], int64_t one, double weight[2])
{
    const double centre[2] = {0, 0};
    plane_fit all = {0}, alone = {0};
    for (int64_t i = 0; i < places; i++)
        add_neighbour(&all, centre, place[i], 0);
    add_neighbour(&alone, centre, place[one], 1);
    all.x = alone.x;
    all.y = alone.y;
    solve_plane(&all, weight);
}
