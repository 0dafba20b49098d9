/* Solutes: amounts, series and programs on the device, and their steps (kernels/fv/solutes.c). */
#include "scheme/fv/internal.h"

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* ---- amounts at time 0 */

/* Of the depth as the device has it. */
static void fill_amounts(const eg_fv *fv, const eg_fv_options *options, void *amounts)
{
    const eg_layout *layout = &fv->layout;
    for (int64_t c = 0; c < layout->cells; c++)
        for (int s = 0; s < fv->solutes.count; s++) {
            double h = layout->precision == EG_F64 ? options->depth[c] : (float)options->depth[c];
            int64_t at = eg_layout_state_index(layout, fv->solutes.count, eg_layout_slot(layout, c), s);
            eg_layout_store(layout, amounts, at, h * options->solutes.solute[s].initial[c]);
        }
}

static eg_status build_amounts(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_solute_list *solutes = &fv->solutes;
    const eg_layout *layout = &fv->layout;
    int64_t bytes = eg_layout_bytes(layout, solutes->count), size = (int64_t)eg_real_size(layout->precision);
    EG_SCRATCH void *amounts = NULL;
    EG_TRY(eg_alloc(fv->context, bytes, 1, &amounts));
    fill_amounts(fv, options, amounts);
    EG_TRY(EG_UPLOAD(&fv->base, {"solutes", bytes, amounts, &solutes->amount[0]},
                     {"next solutes", bytes, amounts, &solutes->amount[1]}));
    if (fv->water.zones > 0)
        EG_TRY(eg_stepper_upload(&fv->base, "water gained",
                                 2 * (int64_t)layout->first_block[EG_CELL_TYPES] * layout->lanes * size, NULL,
                                 &solutes->gained));
    EG_TRY(
        eg_fv_keep_beside(fv, EG_F64, "solutes-booked", SOLUTE_TERMS * solutes->count, 0, &solutes->booked));
    return solutes->peaks_kept
               ? eg_fv_keep_beside(fv, EG_F64, "solutes-peaks", 2 * solutes->count, 0, &solutes->peaks)
               : EG_OK;
}

/* ---- series */

/* Host arrays of the series. */
typedef struct solute_arrays {
    int32_t *row, *rows, *number;
    double (*table)[RATE_ROW], *rates;
} solute_arrays;

static void fill_solute_series(const eg_fv *fv, const eg_fv_options *options, const solute_arrays *to)
{
    int32_t row = 0;
    for (int i = 0; i < fv->solutes.series; i++) {
        const eg_fv_rate *series = &options->solutes.series[i];
        to->row[i] = series->rows > 0 ? row : i;
        to->rows[i] = (int32_t)series->rows;
        if (series->rows <= 0)
            continue;
        eg_fv_fill_rates(series, &to->table[row]);
        row += (int32_t)series->rows;
    }
    for (int s = 0; s < fv->solutes.count; s++)
        to->rates[s] = options->solutes.solute[s].decay;
    for (int f = 0; f < fv->flows.flows; f++)
        to->number[f] = fv->flows.number[f];
}

static eg_status build_series(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_solute_list *own = &fv->solutes;
    int64_t rows = 1, n = own->series, flows = fv->flows.flows;
    solute_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    for (int64_t i = 0; i < n; i++)
        rows += options->solutes.series[i].rows > 0 ? options->solutes.series[i].rows : 0;
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(n, to.row), EG_BLOCK(n, to.rows), EG_BLOCK(rows, to.table),
                          EG_BLOCK(own->count, to.rates), EG_BLOCK(flows + 1, to.number)));
    fill_solute_series(fv, options, &to);
    return EG_UPLOAD(&fv->base, {"solute series", rows * (int64_t)sizeof *to.table, to.table, &own->table},
                     {"solute series starts", 4 * n, to.row, &own->row},
                     {"solute series lengths", 4 * n, to.rows, &own->rows},
                     {"rates of decay", 8 * (int64_t)own->count, to.rates, &own->rates},
                     {"values of solutes", 8 * (n + own->count), NULL, &own->value},
                     {"numbers of flows", 4 * (flows + 1), to.number, &own->number},
                     {"solutes of flows", 8 * (flows + 1) * own->count, NULL, &own->mass});
}

/* ---- programs */

static eg_status build_solute_type(eg_fv *fv, int type)
{
    eg_fv_solute_list *own = &fv->solutes;
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    int64_t slots = fv->cells[type].blocks * fv->layout.lanes;
    if (slots == 0)
        return EG_OK;
    EG_TRY(eg_stepper_upload(&fv->base, "water passed",
                             slots * faces * (int64_t)eg_real_size(fv->layout.precision), NULL,
                             &own->passed[type]));
    const eg_define defines[] = {{"NFACES", faces},
                                 {"STATE_BITS", fv->layout.state_bits},
                                 {"ORDER", eg_fv_order(fv)},
                                 {"RECORDS", fv->records.faces},
                                 {"WATER", fv->water.zones > 0},
                                 {"PEAKS", own->peaks_kept},
                                 {"SOLUTES", own->count}};
    EG_TRY(eg_fv_program(fv, "fv/solutes.c", fv->layout.lanes, defines, 7, NULL, &own->program[type]));
    if (eg_fv_order(fv) == 2)
        EG_TRY(eg_kernel_get(own->program[type], "sw_solute_faces", &own->faces[type]));
    return eg_kernel_get(own->program[type], "sw_solutes", &own->step[type]);
}

static eg_status build_series_program(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_solute_list *own = &fv->solutes;
    const char *generated = options->solutes.generated;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"LANE_BITS", fv->layout.lane_bits},
                                 {"EXPRESSIONS", generated ? 1 : 0},
                                 {"SOLUTES", own->count}};
    EG_TRY(eg_fv_program(fv, "fv/solute_series.c", 1, defines, 4, generated, &own->series_program));
    return EG_KERNELS(own->series_program, {"sw_solute_values", &own->values},
                      {"sw_solute_flows", &own->flow}, {"sw_solute_take", &own->take});
}

/* Concentrations at faces, at second order. */
static eg_status build_leaving(eg_fv *fv)
{
    eg_fv_solute_list *own = &fv->solutes;
    int values = own->count * fv->records.faces;
    if (eg_fv_order(fv) == 1)
        return EG_OK;
    EG_TRY(eg_stepper_upload(&fv->base, "solutes leaving", eg_layout_bytes(&fv->layout, values), NULL,
                             &own->leaving));
    eg_buffer *const both[2] = {own->leaving, own->leaving};
    return eg_stepper_halo_of_cells(&fv->base, values, both, &own->leaving_halo);
}

eg_status eg_fv_build_solutes(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_solute_list *own = &fv->solutes;
    if (own->count == 0)
        return EG_OK;
    own->series = eg_fv_solute_series(fv->mesh->base.boundaries.count, options->flows.count, own->count);
    own->peaks_kept = options->solutes.peaks;
    EG_TRY(build_amounts(fv, options));
    EG_TRY(build_series(fv, options));
    EG_TRY(build_series_program(fv, options));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(build_solute_type(fv, type));
    fv->totals = EG_FV_TOTALS + own->count;
    fv->totals_in_snapshots = true; /* for outputs, exact solutions, maxima and the hash */
    fv->totals_hashed = own->count;
    EG_TRY(eg_stepper_halo_of_cells(&fv->base, own->count, own->amount, &own->halo));
    EG_TRY(build_leaving(fv));
    return eg_fv_build_solute_ways(fv);
}

eg_status eg_fv_fill_solutes(eg_fv *fv)
{
    return fv->solutes.count == 0 ? EG_OK
                                  : eg_halo_fill_cells(fv->comm, &fv->mesh->base, &fv->layout,
                                                       fv->solutes.count, fv->solutes.amount[0]);
}

/* ---- in every step */

static eg_status bind_solute_type(eg_fv *fv, int type)
{
    const eg_fv_solute_list *own = &fv->solutes;
    double values[SW_WATER_CONSTANTS_SOIL];
    int constants = SW_CELL_CONSTANTS + eg_fv_water_constants(fv, NULL, -1, values);
    if (!own->program[type])
        return EG_OK;
    return EG_BIND_ALL(
        own->program[type], EG_BUFFER("m0", own->amount[0]), EG_BUFFER("m1", own->amount[1]),
        EG_BUFFER("neighbour", fv->cells[type].neighbour), EG_BUFFER("cell", fv->cells[type].cell),
        EG_BUFFER("passed", own->passed[type]), EG_BUFFER("gained", own->gained),
        EG_BUFFER("peaks", own->peaks.buffer), EG_BUFFER("leaving", own->leaving),
        EG_BUFFER("face", fv->cells[type].face), EG_BUFFER("rows", fv->cells[type].rows),
        EG_BUFFER("ring", fv->cells[type].ring), EG_BUFFER("ring_weight", fv->cells[type].ring_weight),
        EG_BUFFER("reach", fv->cells[type].reach), EG_BUFFER("of", fv->open.of ? fv->open.of : own->row),
        EG_BUFFER("value", own->value), EG_BUFFER("booked", own->booked.buffer),
        EG_DOUBLE("flooded", fv->flooded), EG_INT("rain", own->series - own->count),
        EG_INT("left", own->series), EG_INT("cell_constants", constants),
        EG_INT("first_block", (int32_t)fv->layout.first_block[type]),
        EG_LONG("blocks", fv->cells[type].blocks));
}

eg_status eg_fv_bind_solutes(eg_fv *fv)
{
    const eg_fv_solute_list *own = &fv->solutes;
    const eg_fv_flow_list *flows = &fv->flows;
    int boundaries = fv->mesh->base.boundaries.count;
    if (own->count == 0)
        return EG_OK;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(bind_solute_type(fv, type));
    EG_TRY(EG_BIND(own->values, EG_BUFFER("table", own->table), EG_BUFFER("row", own->row),
                   EG_BUFFER("rows", own->rows), EG_BUFFER("rates", own->rates),
                   EG_BUFFER("value", own->value), EG_INT("series", own->series)));
    EG_TRY(eg_fv_bind_solute_ways(fv));
    if (flows->flows == 0)
        return EG_OK;
    EG_TRY(EG_BIND(own->flow, EG_BUFFER("m0", own->amount[0]), EG_BUFFER("m1", own->amount[1]),
                   EG_BUFFER("end", flows->end), EG_BUFFER("number", own->number),
                   EG_BUFFER("volume", flows->volume), EG_BUFFER("value", own->value),
                   EG_BUFFER("mass", own->mass), EG_BUFFER("passed", own->passed_flows),
                   EG_INT("first_flow", boundaries * own->count), EG_INT("loads", flows->all * own->count),
                   EG_INT("flows", flows->flows)));
    return EG_BIND(own->take, EG_BUFFER("m0", own->amount[0]), EG_BUFFER("m1", own->amount[1]),
                   EG_BUFFER("end", flows->end), EG_BUFFER("slot", flows->slot),
                   EG_BUFFER("first", flows->first_entry), EG_BUFFER("entry", flows->entry_of),
                   EG_BUFFER("taker", flows->constants), EG_BUFFER("mass", own->mass),
                   EG_BUFFER("booked", own->booked.buffer), EG_INT("flows", flows->flows),
                   EG_INT("takers", flows->takers));
}

/* At second order stage 0 finds what leaves, and stage 1 steps. */
static eg_status queue_solute_cells(eg_stepper *stepper, int stage)
{
    eg_fv *fv = eg_fv_of(stepper);
    bool finds = stage == 0 && eg_fv_order(fv) == 2;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (fv->solutes.program[type])
            EG_TRY(eg_kernel_launch(finds ? fv->solutes.faces[type] : fv->solutes.step[type],
                                    fv->cells[type].blocks, NULL, 0));
    return EG_OK;
}

eg_halo *eg_fv_solute_halo(const eg_fv *fv, int stage)
{
    if (stage >= eg_fv_order(fv))
        return NULL;
    return stage + 1 == eg_fv_order(fv) ? fv->solutes.halo : fv->solutes.leaving_halo;
}

eg_status eg_fv_queue_solutes(eg_fv *fv, eg_status status)
{
    static const eg_stepper_stage parts = {.before = queue_solute_cells};
    const eg_fv_solute_list *own = &fv->solutes;
    if (own->count == 0)
        return status;
    if (status == EG_OK)
        status = eg_kernel_launch(own->values, own->series + own->count, NULL, 0);
    for (int stage = 0; stage < eg_fv_order(fv); stage++) {
        if (own->halo)
            status = eg_stepper_queue_shared(&fv->base, eg_fv_solute_halo(fv, stage), &parts, stage, status);
        else if (status == EG_OK)
            status = queue_solute_cells(&fv->base, stage);
    }
    return status == EG_OK ? eg_fv_queue_solute_sections(fv) : status;
}

eg_status eg_fv_queue_solute_flows(eg_fv *fv)
{
    const eg_fv_solute_list *own = &fv->solutes;
    if (own->count == 0)
        return EG_OK;
    EG_TRY(eg_kernel_launch(own->flow, fv->flows.flows, NULL, 0));
    return eg_kernel_launch(own->take, fv->flows.takers * own->count, NULL, 0);
}
