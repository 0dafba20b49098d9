/* What friction is weighed against in every cell: the slope of the bed, and the part of it that friction balances
 * (sw_kinematic() of kernels/physics/shallow_water.h). Only of runs with friction. */
#include "scheme/fv/internal.h"

#include <math.h>

/* Rows of the array `slope`: g dz/dx, g dz/dy (m/s2), g n^2 / |g grad z|^3. */
enum { SLOPE_X, SLOPE_Y, RESISTANCE, SLOPE_ROWS };

/* A bed that is level for all purposes has no resistance: 1e-9 of g. */
static const double LEVEL_SLOPE = 1e-9;

/* Friction that balances a part of the slope counts that many times, at most for all of it (theory page). */
static const double SATURATION = 4;

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

static void find_gradient(const eg_mesh *mesh, const double *bed, int64_t cell, double gradient[2])
{
    plane_fit fit = {0};
    int faces = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int k = 0; k < faces; k++) {
        int64_t face = mesh->cell_face[mesh->first[cell] + k];
        int32_t a = mesh->face_cell[face][0], b = mesh->face_cell[face][1];
        int32_t other = a == cell ? b : a;
        if (other >= 0)
            add_neighbour(&fit, mesh->centroid[cell], mesh->centroid[other],
                          bed[other] - bed[cell]);
    }
    solve(&fit, gradient);
}

/* values[cells + ghosts][SLOPE_ROWS] */
static void find_slopes(const eg_fv *fv, const eg_fv_options *options, double (*values)[SLOPE_ROWS])
{
    const eg_mesh *mesh = fv->mesh;
    for (int64_t c = 0; c < mesh->cells; c++) {
        double gradient[2], n = options->manning[c];
        find_gradient(mesh, options->bed, c, gradient);
        double x = fv->gravity * gradient[0], y = fv->gravity * gradient[1];
        double slope = sqrt(x * x + y * y);
        bool level = slope <= LEVEL_SLOPE * fv->gravity;
        values[c][SLOPE_X] = level ? 0 : x;
        values[c][SLOPE_Y] = level ? 0 : y;
        values[c][RESISTANCE] =
            level ? 0 : SATURATION * fv->gravity * n * n / (slope * slope * slope);
    }
}

eg_status eg_fv_find_slope(eg_fv *fv, const eg_fv_options *options)
{
    const eg_mesh *mesh = fv->mesh;
    double(*values)[SLOPE_ROWS] = NULL;
    if (!fv->friction)
        return EG_OK;
    eg_status status = eg_alloc(fv->context, mesh->cells + mesh->ghosts, sizeof *values, &values);
    if (status == EG_OK)
        find_slopes(fv, options, values);
    if (fv->comm)
        status = eg_halo_share(fv->comm, mesh, (double *)values, SLOPE_ROWS, status);
    fv->slope_host = (double *)values;
    return status;
}

eg_status eg_fv_build_slope(eg_fv *fv)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), size = (int64_t)eg_real_size(layout->precision);
    void *rows = NULL;
    eg_status status;
    if (!fv->friction)
        return EG_OK;
    EG_TRY_GOTO(eg_alloc(fv->context, SLOPE_ROWS * slots, size, &rows));
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        for (int i = 0; i < SLOPE_ROWS; i++)
            eg_layout_store(layout, rows, i * slots + eg_layout_slot(layout, c),
                            fv->slope_host[c * SLOPE_ROWS + i]);
    EG_TRY_GOTO(eg_fv_upload(fv, "slope of the bed", SLOPE_ROWS * slots * size, rows, &fv->slope));
    for (int i = 0; i < 2; i++)
        EG_TRY_GOTO(
            eg_fv_upload(fv, "balanced by friction", slots * size, NULL, &fv->kinematic[i]));
done:
    eg_free(fv->context, &rows);
    eg_free(fv->context, &fv->slope_host);
    return status;
}

static eg_status queue_slots(eg_fv *fv, int fresh, int64_t first, int64_t slots)
{
    int64_t blocks = eg_ceil_div(slots, fv->layout.lanes);
    if (!fv->balance || blocks == 0)
        return EG_OK;
    return EG_LAUNCH(fv->balance, blocks, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                     EG_BUFFER(fv->slope), EG_BUFFER(fv->kinematic[0]), EG_BUFFER(fv->kinematic[1]),
                     EG_BUFFER(eg_time_count(fv->clock)), EG_INT(fresh),
                     EG_INT((int32_t)eg_layout_slots(&fv->layout)), EG_INT((int32_t)first),
                     EG_INT((int32_t)slots), EG_REAL(fv->dry), EG_LONG(blocks));
}

eg_status eg_fv_balance_ghosts(eg_fv *fv)
{
    return queue_slots(fv, 1, fv->layout.ghost_slot, fv->layout.ghosts);
}

eg_status eg_fv_balance_all(eg_fv *fv)
{
    return queue_slots(fv, 0, 0, fv->layout.extra_slot);
}
