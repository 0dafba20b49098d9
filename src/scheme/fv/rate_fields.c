/* Rain and evaporation between two fields, as of a series of rasters (kernels/fv/zones.c,
 * kernels/fv/water.h): of each zone the time between them, and what fell on each cell before. What evaporated
 * the cells count themselves. */
#include "scheme/fv/internal.h"

#include <math.h>
#include <string.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

int64_t eg_fv_fallen_count(const eg_fv *fv)
{
    return (fv->water.fields[EG_FV_RAIN_RATE] ? 4 : 2) * (int64_t)fv->water.zones;
}

int eg_fv_fields_before(const eg_fv *fv, int rate)
{
    int count = 0;
    for (int r = 0; r < rate; r++)
        count += fv->water.fields[r];
    return count;
}

static int64_t pair_bytes(const eg_fv *fv)
{
    return 2 * eg_layout_slots(&fv->layout) * (int64_t)eg_real_size(fv->layout.precision);
}

static int64_t span_bytes(const eg_fv *fv)
{
    return (int64_t)fv->water.zones * RATE_SPAN * 8;
}

/* What the rain of a cell follows from, on the host. */
static eg_status build_rain(eg_fv *fv)
{
    eg_fv_rainfall *water = &fv->water;
    int64_t cells = fv->layout.cells;
    EG_TRY(eg_owner_alloc(&fv->owned, cells, sizeof *water->depth, &water->depth));
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_owner_alloc(&fv->owned, cells, sizeof **water->rain_rate, &water->rain_rate[i]));
    return EG_OK;
}

eg_status eg_fv_build_rate_fields(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_zone *zone = options->water.zone;
    eg_fv_rainfall *water = &fv->water;
    int zones = water->zones, fields = eg_fv_fields_before(fv, EG_FV_RATES);
    if (fields == 0)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&fv->owned, EG_FV_RATES * zones, sizeof *water->has_fields, &water->has_fields));
    for (int s = 0; s < EG_FV_RATES * zones; s++)
        water->has_fields[s] = zone[s % zones].fields[s / zones];
    if (water->fields[EG_FV_RAIN_RATE])
        EG_TRY(build_rain(fv));
    return EG_UPLOAD(&fv->base, {"rates between two times", fields * pair_bytes(fv), NULL, &water->field},
                     {"times of rates", fields * span_bytes(fv), NULL, &water->span});
}

/* Each field has brought seconds, in zones without fields metres: fallen[2][zones][2]. */
double eg_fv_rain_of_span(const eg_fv *fv, const double *fallen, int64_t cell)
{
    const eg_fv_rainfall *water = &fv->water;
    int z = water->zone_of[cell];
    double sum = 0;
    for (int i = 0; z >= 0 && i < 2; i++) {
        const double *of = &fallen[2 * (i * water->zones + z)];
        sum = fma(of[0], water->rain_rate[i][cell], fma(of[1], water->rain_rate[i][cell], sum));
    }
    return sum;
}

eg_status eg_fv_read_fallen(eg_fv *fv, eg_scope *scope, double **fallen)
{
    EG_TRY(eg_scope_alloc(scope, eg_fv_fallen_count(fv), sizeof **fallen, fallen));
    return eg_buffer_read(fv->water.fallen, 0, *fallen, eg_fv_fallen_count(fv) * 8);
}

/* What fell in the span that is over goes to `depth`, and the sums begin anew. */
static eg_status close_span(eg_fv *fv)
{
    double *fallen;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_fv_read_fallen(fv, &scope, &fallen));
    for (int64_t c = 0; c < fv->layout.cells; c++)
        fv->water.depth[c] += eg_fv_rain_of_span(fv, fallen, c);
    memset(fallen, 0, (size_t)eg_fv_fallen_count(fv) * 8);
    return eg_buffer_write(fv->water.fallen, 0, fallen, eg_fv_fallen_count(fv) * 8);
}

/* Both fields of a rate, as the device keeps them. */
static eg_status write_rate_fields(eg_fv *fv, eg_fv_rate_kind kind, const double *const given[2])
{
    const eg_layout *layout = &fv->layout;
    eg_fv_rainfall *water = &fv->water;
    int64_t slots = eg_layout_slots(layout);
    EG_SCRATCH void *values = NULL;
    EG_TRY(eg_alloc(fv->context, pair_bytes(fv), 1, &values));
    for (int i = 0; i < 2; i++)
        for (int64_t c = 0; c < layout->cells; c++) {
            int64_t at = i * slots + eg_layout_slot(layout, c);
            eg_layout_store(layout, values, at, water->zone_of[c] < 0 ? 0 : given[i][c]);
            if (kind == EG_FV_RAIN_RATE)
                water->rain_rate[i][c] = eg_layout_load(layout, values, at);
        }
    return eg_buffer_write(water->field, eg_fv_fields_before(fv, kind) * pair_bytes(fv), values,
                           pair_bytes(fv));
}

static eg_status write_rate_spans(eg_fv *fv, eg_fv_rate_kind kind, const eg_fv_rate_span *span)
{
    eg_fv_rainfall *water = &fv->water;
    EG_SCRATCH double(*row)[RATE_SPAN] = NULL;
    EG_TRY(eg_alloc(fv->context, water->zones, sizeof *row, &row));
    for (int z = 0; z < water->zones; z++) {
        double length = span[z].end - span[z].begin;
        row[z][0] = span[z].begin;
        row[z][1] = length > 0 ? 1 / length : 0;
        row[z][2] = water->has_fields[kind * water->zones + z] ? 1 : -1;
    }
    return eg_buffer_write(water->span, eg_fv_fields_before(fv, kind) * span_bytes(fv), row, span_bytes(fv));
}

eg_status eg_fv_set_rate(eg_fv *fv, eg_fv_rate_kind kind, const eg_fv_rate_span *span, const double *first,
                         const double *second, bool restored)
{
    const double *const given[2] = {first, second};
    if (kind == EG_FV_RAIN_RATE && !restored)
        EG_TRY(close_span(fv));
    EG_TRY(write_rate_fields(fv, kind, given));
    return write_rate_spans(fv, kind, span);
}

eg_status eg_fv_persist_rate_fields(eg_fv *fv, const eg_persist *persist)
{
    return fv->water.fields[EG_FV_RAIN_RATE]
               ? persist->part(persist, "rain-depth", fv->water.depth, fv->layout.cells * 8)
               : EG_OK;
}
