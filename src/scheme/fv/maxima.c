/* Largest values of each cell over all steps (kernels/fv/maxima.h). */
#include "scheme/fv/internal.h"

#include <math.h>

/* Values of the two arrays. */
enum { DEPTH, SPEED_SQUARE, DISCHARGE_SQUARE, HIGHEST };
enum { ARRIVAL, DEPTH_TIME, WHEN };

/* A time that has not come. */
static const double NEVER = -1;

static bool has_times(const eg_fv *fv)
{
    return (fv->maxima & EG_FV_MAXIMA_TIMES) != 0;
}

eg_status eg_fv_build_maxima(eg_fv *fv)
{
    if (!fv->maxima)
        return EG_OK;
    EG_TRY(eg_running_extrema_create(fv->context, fv->device, &fv->layout, fv->layout.precision,
                                     "maxima", HIGHEST, 0, &fv->highest));
    fv->device_bytes += eg_running_extrema_bytes(&fv->highest);
    if (!has_times(fv))
        return EG_OK;
    EG_TRY(eg_running_extrema_create(fv->context, fv->device, &fv->layout, EG_F64, "maxima-times",
                                     WHEN, NEVER, &fv->when));
    fv->device_bytes += eg_running_extrema_bytes(&fv->when);
    return EG_OK;
}

void eg_fv_destroy_maxima(eg_fv *fv)
{
    eg_running_extrema_destroy(&fv->highest);
    eg_running_extrema_destroy(&fv->when);
}

/* Takes in the state that the last step has reached. */
static eg_status take_current(eg_fv *fv)
{
    const eg_buffer *when = has_times(fv) ? fv->when.buffer : fv->clipped; /* not looked at */
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_fv_cells *cells = &fv->cells[type];
        if (cells->blocks > 0)
            EG_TRY(EG_LAUNCH(cells->maxima, cells->blocks, EG_BUFFER("q0", fv->q[0]),
                             EG_BUFFER("q1", fv->q[1]), EG_BUFFER("highest", fv->highest.buffer),
                             EG_BUFFER("when", when), EG_BUFFER("clock", eg_time_clock(fv->time)),
                             EG_BUFFER("count", eg_time_count(fv->time)),
                             EG_REAL("flooded", fv->flooded),
                             EG_INT("first_block", (int32_t)fv->layout.first_block[type]),
                             EG_LONG("blocks", cells->blocks)));
    }
    return EG_OK;
}

eg_status eg_fv_persist_maxima(eg_fv *fv, const eg_persist *persist)
{
    if (!fv->maxima)
        return EG_OK;
    if (!persist->restoring)
        EG_TRY(take_current(fv));
    EG_TRY(eg_running_extrema_persist(&fv->highest, persist));
    return has_times(fv) ? eg_running_extrema_persist(&fv->when, persist) : EG_OK;
}

static double time_of(const double *when)
{
    return when && *when != NEVER ? *when : NAN;
}

static void fill_rows(int64_t cells, const double (*highest)[HIGHEST], const double (*when)[WHEN],
                      eg_fv_maximum *rows)
{
    for (int64_t c = 0; c < cells; c++)
        rows[c] = (eg_fv_maximum){.depth = highest[c][DEPTH],
                                  .speed = sqrt(highest[c][SPEED_SQUARE]),
                                  .discharge = sqrt(highest[c][DISCHARGE_SQUARE]),
                                  .arrival = time_of(when ? &when[c][ARRIVAL] : NULL),
                                  .depth_time = time_of(when ? &when[c][DEPTH_TIME] : NULL)};
}

eg_status eg_fv_maxima(eg_fv *fv, eg_fv_maximum *rows)
{
    assert(fv->maxima);
    int64_t cells = fv->layout.cells;
    double(*highest)[HIGHEST] = NULL, (*when)[WHEN] = NULL;
    eg_status status;
    EG_TRY_GOTO(take_current(fv));
    EG_TRY_GOTO(eg_alloc(fv->context, cells, sizeof *highest, &highest));
    EG_TRY_GOTO(eg_running_extrema_read(&fv->highest, (double *)highest));
    if (has_times(fv)) {
        EG_TRY_GOTO(eg_alloc(fv->context, cells, sizeof *when, &when));
        EG_TRY_GOTO(eg_running_extrema_read(&fv->when, (double *)when));
    }
    fill_rows(cells, (const double(*)[HIGHEST])highest, (const double(*)[WHEN])when, rows);
    status = EG_OK;
done:
    eg_free(fv->context, &highest);
    eg_free(fv->context, &when);
    return status;
}
