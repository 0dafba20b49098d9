/* Depths of water that infiltrated and that fell as rain since the start, cell by cell; concentrations. */
#include "scheme/fv/internal.h"

#include <string.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* Of a cell's zone, times its factor; or of the fields that it is between, and those before. */
static double rain_of(const eg_fv *fv, const double *fallen, int64_t cell)
{
    const eg_fv_rainfall *water = &fv->water;
    int z = water->zone_of[cell];
    if (water->fields[EG_FV_RAIN_RATE])
        return water->depth[cell] + eg_fv_rain_of_span(fv, fallen, cell);
    double depth = z < 0 ? 0 : fallen[2 * z] + fallen[2 * z + 1];
    return water->factor ? water->factor[cell] * depth : depth;
}

static eg_status put_rain(eg_fv *fv, int64_t count, const int64_t *cells, double (*values)[EG_FV_TOTALS])
{
    double *fallen;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_fv_read_fallen(fv, &scope, &fallen));
    for (int64_t i = 0; i < count; i++)
        values[i][EG_FV_RAIN] = rain_of(fv, fallen, cells ? cells[i] : i);
    return EG_OK;
}

/* Of all cells, in one piece. */
static eg_status put_all_infiltrated(eg_fv *fv, double (*values)[EG_FV_TOTALS])
{
    EG_SCRATCH double(*amount)[SW_AMOUNTS] = NULL;
    EG_TRY(eg_alloc(fv->context, fv->layout.cells, sizeof *amount, &amount));
    EG_TRY(eg_running_extrema_read(&fv->water.amounts, (double *)amount));
    for (int64_t c = 0; c < fv->layout.cells; c++)
        values[c][EG_FV_INFILTRATED] = amount[c][0];
    return EG_OK;
}

static eg_status put_infiltrated(eg_fv *fv, int64_t count, const int64_t *cells,
                                 double (*values)[EG_FV_TOTALS])
{
    if (!cells)
        return put_all_infiltrated(fv, values);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = eg_layout_state_index(&fv->water.amounts.layout, SW_AMOUNTS,
                                           eg_layout_slot(&fv->layout, cells[i]), 0);
        EG_TRY(eg_buffer_read(fv->water.amounts.buffer, at * 8, &values[i][EG_FV_INFILTRATED], 8));
    }
    return EG_OK;
}

eg_status eg_fv_read_rain_totals(eg_fv *fv, int64_t count, const int64_t *cells, double *values)
{
    double(*row)[EG_FV_TOTALS] = (double(*)[EG_FV_TOTALS])values;
    for (int64_t i = 0; i < count; i++)
        row[i][EG_FV_INFILTRATED] = 0;
    EG_TRY(put_rain(fv, count, cells, row));
    return fv->water.soil ? put_infiltrated(fv, count, cells, row) : EG_OK;
}

/* Of a run with solutes those of rain, at the beginning of each cell's. */
static eg_status spread_rain(eg_fv *fv, int64_t count, const int64_t *cells, double *values)
{
    EG_SCRATCH double(*row)[EG_FV_TOTALS] = NULL;
    EG_TRY(eg_alloc(fv->context, count, sizeof *row, &row));
    if (fv->water.zones > 0)
        EG_TRY(eg_fv_read_rain_totals(fv, count, cells, (double *)row));
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[i * fv->totals], row[i], sizeof row[i]);
    return EG_OK;
}

eg_status eg_fv_read_totals(eg_stepper *stepper, int64_t count, const int64_t *cells, double *values)
{
    eg_fv *fv = eg_fv_of(stepper);
    if (fv->solutes.count == 0)
        return eg_fv_read_rain_totals(fv, count, cells, values);
    EG_TRY(spread_rain(fv, count, cells, values));
    return eg_fv_read_concentrations(fv, count, cells, fv->totals, values + EG_FV_TOTALS);
}
