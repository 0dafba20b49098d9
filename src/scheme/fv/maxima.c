/* Largest values of each cell over all steps (kernels/fv/maxima.h). */
#include "scheme/fv/internal.h"

#include <math.h>

/* Values of the two arrays, which the options make longer. */
enum { DEPTH, SPEED_SQUARE, DISCHARGE_SQUARE, HAZARD };
enum { ARRIVAL, DEPTH_TIME };
enum { LASTED }; /* behind those, where there are any */

/* A time that has not come. */
static const double NEVER = -1;

static bool has_maxima_part(const eg_fv *fv, unsigned part)
{
    return (fv->maxima & part) != 0;
}

static int times_of(const eg_fv *fv)
{
    return (has_maxima_part(fv, EG_FV_MAXIMA_TIMES) ? 2 : 0) +
           (has_maxima_part(fv, EG_FV_MAXIMA_DURATION) ? 2 : 0) +
           has_maxima_part(fv, EG_FV_MAXIMA_SPEED_TIME);
}

eg_status eg_fv_build_maxima(eg_fv *fv)
{
    if (!fv->maxima)
        return EG_OK;
    EG_TRY(eg_fv_keep_beside(fv, fv->layout.precision, "maxima",
                             has_maxima_part(fv, EG_FV_MAXIMA_HAZARD) ? HAZARD + 1 : HAZARD, 0,
                             &fv->highest));
    return times_of(fv) == 0 ? EG_OK
                             : eg_fv_keep_beside(fv, EG_F64, "maxima-times", times_of(fv), NEVER, &fv->when);
}

/* Takes in the state that the last step has reached. */
static eg_status take_current(eg_fv *fv)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_fv_cells *cells = &fv->cells[type];
        if (cells->blocks > 0)
            EG_TRY(EG_LAUNCH(cells->maxima, cells->blocks, EG_LONG("blocks", cells->blocks)));
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
    return times_of(fv) ? eg_running_extrema_persist(&fv->when, persist) : EG_OK;
}

static double time_of_maximum(double when)
{
    return when != NEVER ? when : NAN;
}

/* From the values that the arrays have of a cell. */
static eg_fv_maximum row_of_maximum(const eg_fv *fv, const double *highest, const double *when)
{
    eg_fv_maximum row = {.depth = highest[DEPTH],
                         .speed = sqrt(highest[SPEED_SQUARE]),
                         .discharge = sqrt(highest[DISCHARGE_SQUARE]),
                         .speed_time = NAN,
                         .arrival = NAN,
                         .depth_time = NAN};
    if (has_maxima_part(fv, EG_FV_MAXIMA_HAZARD))
        row.hazard = highest[HAZARD];
    if (has_maxima_part(fv, EG_FV_MAXIMA_TIMES)) {
        row.arrival = time_of_maximum(when[ARRIVAL]);
        row.depth_time = time_of_maximum(when[DEPTH_TIME]);
        when += 2;
    }
    if (has_maxima_part(fv, EG_FV_MAXIMA_DURATION))
        row.duration = fmax(0, when[LASTED]);
    if (has_maxima_part(fv, EG_FV_MAXIMA_SPEED_TIME)) /* the last one */
        row.speed_time = time_of_maximum(when[has_maxima_part(fv, EG_FV_MAXIMA_DURATION) ? 2 : 0]);
    return row;
}

static eg_status read_maximum_rows(eg_fv *fv, eg_fv_maximum *rows)
{
    int64_t cells = fv->layout.cells;
    EG_SCRATCH double(*total)[EG_FV_TOTALS] = NULL;
    if (fv->water.zones == 0)
        return EG_OK;
    EG_TRY(eg_alloc(fv->context, cells, sizeof *total, &total));
    EG_TRY(eg_fv_read_rain_totals(fv, cells, NULL, (double *)total));
    for (int64_t c = 0; c < cells; c++) {
        rows[c].infiltrated = total[c][EG_FV_INFILTRATED];
        rows[c].rain = total[c][EG_FV_RAIN];
    }
    return EG_OK;
}

eg_status eg_fv_maxima(eg_fv *fv, eg_fv_maximum *rows)
{
    assert(fv->maxima);
    int64_t cells = fv->layout.cells;
    int values = fv->highest.values, times = times_of(fv);
    EG_SCRATCH double *highest = NULL, *when = NULL;
    EG_TRY(take_current(fv));
    EG_TRY(eg_alloc(fv->context, cells * values, sizeof *highest, &highest));
    EG_TRY(eg_running_extrema_read(&fv->highest, highest));
    if (times > 0) {
        EG_TRY(eg_alloc(fv->context, cells * times, sizeof *when, &when));
        EG_TRY(eg_running_extrema_read(&fv->when, when));
    }
    for (int64_t c = 0; c < cells; c++)
        rows[c] = row_of_maximum(fv, &highest[c * values], when ? &when[c * times] : NULL);
    return read_maximum_rows(fv, rows);
}
