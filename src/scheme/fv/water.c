/* Rain, infiltration and evaporation: zones and their tables on the device, what cells have lost, and their
 * balance. */
#include "scheme/fv/internal.h"

#include <math.h>
#include <string.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

_Static_assert((int)EG_FV_RATE_ROW == RATE_ROW, "kernels and their caller have the same rows");

/* k of a zone: of Horton's law its own, else which law it is (kernels/fv/kinds.h). */
static double zone_decay(const eg_fv_zone *zone)
{
    switch (zone->soil) {
    case EG_FV_GREEN_AMPT:
        return SOIL_GREEN_AMPT;
    case EG_FV_CURVE_NUMBER:
        return SOIL_CURVE_NUMBER;
    case EG_FV_INITIAL_CONTINUING:
        return SOIL_INITIAL_CONTINUING;
    case EG_FV_TIGHT:
    case EG_FV_HORTON:
        break;
    }
    return zone->decay;
}

static int soil_constants(const eg_fv_rainfall *water)
{
    return water->soil ? SW_WATER_CONSTANTS_SOIL - SW_WATER_CONSTANTS + (water->decays ? 1 : 0) : 0;
}

bool eg_fv_has_rate(const eg_fv_zone *zone, eg_fv_rate_kind kind)
{
    return zone->rate[kind].rows >= 0 || zone->fields[kind];
}

int eg_fv_water_constants(const eg_fv *fv, const eg_fv_options *options, int64_t cell, double *values)
{
    const eg_fv_rainfall *water = &fv->water;
    if (water->zones == 0)
        return 0;
    bool has =
        options && cell >= 0 && cell < fv->mesh->base.own && !(options->blocked && options->blocked[cell]);
    const eg_fv_water *given = has ? &options->water : NULL;
    int rain = water->plain ? 0 : SW_WATER_CONSTANTS;
    if (!water->plain) {
        values[0] = has ? given->of[cell] : water->zones;
        values[1] = !has ? 0 : given->factor ? given->factor[cell] : 1;
    }
    for (int i = 0; water->soil && i < 2; i++)
        values[rain + i] = has && given->soil ? given->soil[cell][i] : 0;
    if (water->decays)
        values[rain + 2] = has && given->decay ? given->decay[cell] : 0;
    return rain + soil_constants(water);
}

/* ---- tables */

/* The tables of the zones' series, on the host. */
typedef struct rate_arrays {
    double (*table)[RATE_ROW];
    int32_t *row, *rows; /* [2 zones] */
    double *decay;       /* [zones] */
} rate_arrays;

static const eg_fv_rate *rate_of_rain(const eg_fv_water *given, int s)
{
    return &given->zone[s % given->zones].rate[s / given->zones];
}

static int64_t all_rows(const eg_fv_water *given)
{
    int64_t rows = 0;
    for (int s = 0; s < 2 * given->zones; s++)
        rows += rate_of_rain(given, s)->rows > 0 ? rate_of_rain(given, s)->rows : 0;
    return rows;
}

/* Rows of a series: time, rate, integral so far, slope up to the next row. */
void eg_fv_fill_rates(const eg_fv_rate *rate, double (*row)[EG_FV_RATE_ROW])
{
    eg_sum integral = {0};
    for (int64_t i = 0; i < rate->rows; i++) {
        bool last = i + 1 == rate->rows;
        double width = last ? 0 : rate->times[i + 1] - rate->times[i];
        double rise = last || rate->steps ? 0 : rate->rates[i + 1] - rate->rates[i];
        row[i][0] = rate->times[i];
        row[i][1] = rate->rates[i];
        row[i][2] = eg_sum_value(&integral);
        row[i][3] = width > 0 ? rise / width : 0;
        eg_sum_add(&integral, width * (rate->rates[i] + 0.5 * rise));
    }
}

static void fill_rate_tables(const eg_fv_water *given, const rate_arrays *to)
{
    int32_t row = 0;
    for (int s = 0; s < 2 * given->zones; s++) {
        const eg_fv_rate *rate = rate_of_rain(given, s);
        to->row[s] = row;
        to->rows[s] = (int32_t)rate->rows;
        if (rate->rows <= 0)
            continue;
        eg_fv_fill_rates(rate, &to->table[row]);
        row += (int32_t)rate->rows;
    }
    for (int z = 0; z < given->zones; z++)
        to->decay[z] = zone_decay(&given->zone[z]);
}

static eg_status build_tables(eg_fv *fv, const eg_fv_water *given)
{
    eg_fv_rainfall *water = &fv->water;
    int64_t n = given->zones, rows = all_rows(given) + 1;
    rate_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(rows, to.table), EG_BLOCK(2 * n, to.row), EG_BLOCK(2 * n, to.rows),
                          EG_BLOCK(n, to.decay)));
    fill_rate_tables(given, &to);
    return EG_UPLOAD(
        &fv->base, {"rates", rows * (int64_t)sizeof *to.table, to.table, &water->table},
        {"rate starts", 2 * n * 4, to.row, &water->row}, {"rate lengths", 2 * n * 4, to.rows, &water->rows},
        {"decay", n * 8, to.decay, &water->decay}, {"zones", (n + 1) * SW_ZONE * 8, NULL, &water->zone},
        {"fallen", eg_fv_fallen_count(fv) * 8, NULL, &water->fallen});
}

/* ---- cells */

/* Of the rain of its zone; 0 where no rain falls. */
static double factor_of(const eg_fv_options *options, int64_t cell)
{
    const double *factor = options->water.factor;
    return options->blocked && options->blocked[cell] ? 0 : factor ? factor[cell] : 1;
}

/* Sum over the cells of each zone, in canonical order over all ranks. */
static void sum_areas(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_water *given = &options->water;
    for (int z = 0; z < given->zones; z++) {
        eg_sum sum = {0};
        eg_comm_scan_begin(fv->comm, &sum, 1);
        for (int64_t c = 0; c < fv->mesh->base.own; c++)
            if (given->of[c] == z)
                eg_sum_add(&sum, factor_of(options, c) * fv->mesh->area[c]);
        eg_comm_scan_end(fv->comm, &sum, 1);
        fv->water.factor_areas[z] = eg_sum_value(&sum);
    }
}

/* A film that rain i makes is i t deep, and its waves cross chi' in the time t where sqrt(g i t) t = chi':
 * steps are no longer than that. */
static void find_rain_rate(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    const eg_fv_water *given = &options->water;
    double most = 0;
    for (int64_t c = 0; c < fv->mesh->base.own; c++) {
        const eg_fv_zone *zone = &given->zone[given->of[c]];
        bool rains = eg_fv_has_rate(zone, EG_FV_RAIN_RATE);
        double rain = rains ? zone->heaviest * factor_of(options, c) : 0;
        most = fmax(most, rain / (chi[c] * chi[c]));
    }
    eg_comm_max(fv->comm, &most, 1);
    fv->water.rate = cbrt(fv->gravity * most);
}

eg_status eg_fv_plan_water(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    const eg_fv_water *given = &options->water;
    eg_fv_rainfall *water = &fv->water;
    water->zones = given->zones;
    water->soil = given->soil != NULL;
    water->decays = water->soil && given->decay != NULL;
    for (int z = 0; z < given->zones; z++) {
        water->evaporation |= eg_fv_has_rate(&given->zone[z], EG_FV_EVAPORATION_RATE);
        water->losses |= water->soil && given->zone[z].soil >= EG_FV_CURVE_NUMBER;
        for (int r = 0; r < EG_FV_RATES; r++)
            water->fields[r] |= given->zone[z].fields[r];
    }
    water->plain =
        given->zones == 1 && !given->factor && !options->blocked && !water->fields[EG_FV_RAIN_RATE];
    if (given->zones == 0)
        return EG_OK;
    EG_TRY(eg_stepper_agree(&fv->base, eg_owner_alloc(&fv->owned, given->zones, sizeof *water->factor_areas,
                                                      &water->factor_areas)));
    find_rain_rate(fv, options, chi);
    sum_areas(fv, options);
    return EG_OK;
}

static eg_status build_amounts(eg_fv *fv)
{
    eg_fv_rainfall *water = &fv->water;
    if (water->soil || water->evaporation)
        EG_TRY(eg_fv_keep_beside(fv, EG_F64, "water-lost", SW_AMOUNTS, 0, &water->amounts));
    return fv->layout.precision == EG_F32 ? eg_fv_keep_beside(fv, EG_F32, "rain-owed", 1, 0, &water->owed)
                                          : EG_OK;
}

/* What the rain of a cell follows from. */
static eg_status keep_zones(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_water *given = &options->water;
    eg_fv_rainfall *water = &fv->water;
    int64_t cells = fv->layout.cells;
    EG_TRY(eg_owner_alloc(&fv->owned, cells, sizeof *water->zone_of, &water->zone_of));
    for (int64_t c = 0; c < cells; c++)
        water->zone_of[c] = options->blocked && options->blocked[c] ? -1 : given->of[c];
    fv->totals = EG_FV_TOTALS;
    fv->totals_in_snapshots = given->in_snapshots;
    if (!given->factor)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&fv->owned, cells, sizeof *water->factor, &water->factor));
    memcpy(water->factor, given->factor, (size_t)cells * sizeof *water->factor);
    return EG_OK;
}

eg_status eg_fv_build_water(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_water *given = &options->water;
    eg_fv_rainfall *water = &fv->water;
    if (given->zones == 0)
        return EG_OK;
    EG_TRY(keep_zones(fv, options));
    EG_TRY(build_tables(fv, given));
    EG_TRY(build_amounts(fv));
    EG_TRY(eg_fv_build_rate_fields(fv, options));
    const eg_define defines[] = {{"EXPRESSIONS", given->generated ? 1 : 0},
                                 {"RAIN_FIELDS", water->fields[EG_FV_RAIN_RATE]},
                                 {"EVAPORATION_FIELDS", water->fields[EG_FV_EVAPORATION_RATE]}};
    EG_TRY(eg_fv_program(fv, "fv/zones.c", 1, defines, 3, given->generated, &water->program));
    EG_TRY(eg_kernel_get(water->program, "sw_zones", &water->step));
    return eg_kernel_get(fv->balance_program, "sw_amount", &water->amount);
}

/* ---- in every step */

eg_status eg_fv_bind_water(eg_fv *fv)
{
    const eg_fv_rainfall *water = &fv->water;
    if (water->zones == 0)
        return EG_OK;
    return EG_BIND(water->step, EG_BUFFER("table", water->table), EG_BUFFER("row", water->row),
                   EG_BUFFER("rows", water->rows), EG_BUFFER("decay", water->decay),
                   EG_BUFFER("span", water->span ? water->span : water->table),
                   EG_BUFFER("zones", water->zone), EG_BUFFER("fallen", water->fallen),
                   EG_INT("zone_count", water->zones));
}

eg_status eg_fv_queue_water(eg_fv *fv)
{
    return fv->water.zones > 0 ? eg_kernel_launch(fv->water.step, fv->water.zones, NULL, 0) : EG_OK;
}

double eg_fv_water_traffic(const eg_fv *fv)
{
    const eg_fv_rainfall *water = &fv->water;
    double size = (double)eg_real_size(fv->layout.precision);
    double bytes = water->plain ? 0 : SW_WATER_CONSTANTS * size;
    bytes += 2 * eg_fv_fields_before(fv, EG_FV_RATES) * size;
    if (water->soil) /* two amounts, read and written */
        bytes += soil_constants(water) * size + 4 * 8;
    if (water->evaporation)
        bytes += 2 * 8;
    return fv->layout.precision == EG_F32 ? bytes + 2 * size : bytes;
}

double eg_fv_water_bytes(eg_precision precision, bool soil, bool evaporation, int fields)
{
    double size = (double)eg_real_size(precision);
    double bytes = 2 * fields * size + (soil ? SW_WATER_CONSTANTS_SOIL : SW_WATER_CONSTANTS) * size;
    if (soil || evaporation)
        bytes += SW_AMOUNTS * 8;
    return precision == EG_F32 ? bytes + size : bytes;
}

double eg_fv_decay_bytes(eg_precision precision)
{
    return (double)eg_real_size(precision);
}

/* ---- balance and persistence */

/* Sum of one amount over all cells, m3. */
static eg_status sum_amount(eg_fv *fv, const eg_comm *comm, int value, double *sum)
{
    EG_SCRATCH double *sums = NULL;
    eg_status status = eg_alloc(fv->context, fv->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = EG_LAUNCH(
            fv->water.amount, fv->chunks, EG_BUFFER("amounts", fv->water.amounts.buffer),
            EG_BUFFER("area", fv->area), EG_BUFFER("sums", fv->sums), EG_INT("value", value),
            EG_INT("values", SW_AMOUNTS), EG_LONG("cells", fv->layout.cells),
            EG_LONG("triangles", fv->layout.first_cell[EG_QUADRANGLE]),
            EG_INT("quadrangle_slot", (int32_t)(fv->layout.first_block[EG_QUADRANGLE] * fv->layout.lanes)),
            EG_LONG("size", fv->chunk), EG_LONG("chunks", fv->chunks));
    if (status == EG_OK)
        status = eg_buffer_read(fv->sums, 0, sums, fv->chunks * 8);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        *sum = eg_comm_sum_chunks(comm, sums, fv->chunks);
    return status;
}

static eg_status sum_fallen(eg_fv *fv, double *rain)
{
    const eg_fv_rainfall *water = &fv->water;
    double *fallen;
    eg_sum sum = {0};
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_fv_read_fallen(fv, &scope, &fallen));
    for (int z = 0; z < water->zones; z++) {
        eg_sum_add(&sum, fallen[2 * z] * water->factor_areas[z]);
        eg_sum_add(&sum, fallen[2 * z + 1] * water->factor_areas[z]);
    }
    *rain = eg_sum_value(&sum);
    return EG_OK;
}

/* What fell on each cell, summed in canonical order over all ranks, m3. */
static eg_status sum_depths(eg_fv *fv, const eg_comm *comm, double *rain)
{
    int64_t cells = fv->layout.cells;
    EG_SCRATCH double(*total)[EG_FV_TOTALS] = NULL;
    eg_sum sum = {0};
    eg_status status = eg_alloc(fv->context, cells, sizeof *total, &total);
    if (status == EG_OK)
        status = eg_fv_read_rain_totals(fv, cells, NULL, (double *)total);
    EG_TRY(eg_comm_agree(comm, status));
    eg_comm_scan_begin(comm, &sum, 1);
    for (int64_t c = 0; c < cells; c++)
        eg_sum_add(&sum, total[c][EG_FV_RAIN] * fv->mesh->area[c]);
    eg_comm_scan_end(comm, &sum, 1);
    *rain = eg_sum_value(&sum);
    return EG_OK;
}

eg_status eg_fv_water_of(eg_fv *fv, const eg_comm *comm, eg_fv_water_balance *balance)
{
    *balance = (eg_fv_water_balance){0};
    if (fv->water.zones == 0)
        return EG_OK;
    EG_TRY(fv->water.fields[EG_FV_RAIN_RATE] ? sum_depths(fv, comm, &balance->rain)
                                             : eg_comm_agree(comm, sum_fallen(fv, &balance->rain)));
    if (fv->water.soil)
        EG_TRY(sum_amount(fv, comm, 0, &balance->infiltrated));
    return fv->water.evaporation ? sum_amount(fv, comm, 2, &balance->evaporated) : EG_OK;
}

eg_status eg_fv_persist_water(eg_fv *fv, const eg_persist *persist)
{
    eg_fv_rainfall *water = &fv->water;
    int64_t bytes = eg_fv_fallen_count(fv) * 8;
    double *fallen;
    if (water->zones == 0)
        return EG_OK;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_fv_read_fallen(fv, &scope, &fallen));
    EG_TRY(persist->array(persist, "rain-fallen", fallen, bytes));
    if (persist->restoring)
        EG_TRY(eg_buffer_write(water->fallen, 0, fallen, bytes));
    EG_TRY(eg_fv_persist_rate_fields(fv, persist));
    if (water->amounts.buffer)
        EG_TRY(eg_running_extrema_persist(&water->amounts, persist));
    return water->owed.buffer ? eg_running_extrema_persist(&water->owed, persist) : EG_OK;
}
