/* What solutes are to a run: concentrations, balance, peaks, checkpoints. */
#include "scheme/fv/internal.h"

#include <math.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

enum { HELD = SOLUTE_TERMS, COLUMNS = SOLUTE_TERMS + 1 };

double eg_fv_solute_bytes(eg_precision precision, int order, int faces, int solutes, bool peaks)
{
    double real = (double)eg_real_size(precision);
    return solutes * ((order == 2 ? 2 + faces : 2) * real + 8 * SOLUTE_TERMS + (peaks ? 2 * 8 : 0)) +
           (faces + 2) * real;
}

/* Amounts and fluxes are read and written, what is booked too; what neighbours have comes from cache. */
double eg_fv_solute_traffic(const eg_fv *fv, int type)
{
    double real = (double)eg_real_size(fv->layout.precision);
    int faces = eg_cell_type_vertices((eg_cell_type)type), n = fv->solutes.count;
    double leaving = eg_fv_order(fv) == 2 ? 2 * faces * real : 0;
    double cell = n * (2 * real + leaving + 2 * 8 * SOLUTE_TERMS) + 2 * faces * real;
    return n > 0 ? cell * (double)fv->mesh->base.group[type].count : 0;
}

/* ---- concentrations */

/* Amounts and states as the device has them now. */
typedef struct dissolved {
    void *amounts, *state;
} dissolved;

/* Of a cell that keeps no velocity either there is none to tell. */
static double concentration(const eg_fv *fv, double amount, double depth)
{
    return depth > fv->dry ? amount / depth : 0;
}

static eg_status read_all_solutes(eg_fv *fv, eg_scope *scope, dissolved *now)
{
    int current;
    int64_t bytes = eg_layout_bytes(&fv->layout, fv->solutes.count);
    int64_t states = eg_layout_bytes(&fv->layout, EG_FV_STATE);
    EG_TRY(eg_stepper_current(&fv->base, &current));
    EG_TRY(eg_scope_alloc(scope, bytes, 1, &now->amounts));
    EG_TRY(eg_scope_alloc(scope, states, 1, &now->state));
    EG_TRY(eg_buffer_read(fv->solutes.amount[current], 0, now->amounts, bytes));
    return eg_buffer_read(fv->q[current], 0, now->state, states);
}

static double amount_at(const eg_fv *fv, const dissolved *now, int64_t cell, int s)
{
    const eg_layout *layout = &fv->layout;
    return eg_layout_load(layout, now->amounts,
                          eg_layout_state_index(layout, fv->solutes.count, eg_layout_slot(layout, cell), s));
}

static double concentration_at(const eg_fv *fv, const dissolved *now, int64_t cell, int s)
{
    const eg_layout *layout = &fv->layout;
    double h = eg_layout_load(layout, now->state,
                              eg_layout_state_index(layout, EG_FV_STATE, eg_layout_slot(layout, cell), 0));
    return concentration(fv, amount_at(fv, now, cell, s), h);
}

static eg_status read_every_concentration(eg_fv *fv, int stride, double *values)
{
    dissolved now;
    EG_SCOPE(scope, fv->context);
    EG_TRY(read_all_solutes(fv, &scope, &now));
    for (int64_t c = 0; c < fv->layout.cells; c++)
        for (int s = 0; s < fv->solutes.count; s++)
            values[c * stride + s] = concentration_at(fv, &now, c, s);
    return EG_OK;
}

/* One number of a cell from the device. */
static eg_status read_number(eg_fv *fv, eg_buffer *from, int variables, int64_t cell, int v, double *value)
{
    const eg_layout *layout = &fv->layout;
    double room = 0;
    int64_t size = (int64_t)eg_real_size(layout->precision);
    int64_t at = eg_layout_state_index(layout, variables, eg_layout_slot(layout, cell), v);
    EG_TRY(eg_buffer_read(from, at * size, &room, size));
    *value = eg_layout_load(layout, &room, 0);
    return EG_OK;
}

eg_status eg_fv_read_concentrations(eg_fv *fv, int64_t count, const int64_t *cells, int stride,
                                    double *values)
{
    int current;
    if (!cells)
        return read_every_concentration(fv, stride, values);
    EG_TRY(eg_stepper_current(&fv->base, &current));
    for (int64_t i = 0; i < count; i++) {
        double depth, amount;
        EG_TRY(read_number(fv, fv->q[current], EG_FV_STATE, cells[i], 0, &depth));
        for (int s = 0; s < fv->solutes.count; s++) {
            EG_TRY(read_number(fv, fv->solutes.amount[current], fv->solutes.count, cells[i], s, &amount));
            values[i * stride + s] = concentration(fv, amount, depth);
        }
    }
    return EG_OK;
}

/* ---- balance */

/* Sums of the chunks, sums[solutes][COLUMNS][chunks]. */
static void sum_chunks(const eg_fv *fv, const dissolved *now, const double *booked, double *sums)
{
    int n = fv->solutes.count;
    for (int64_t k = 0; k < fv->chunks; k++)
        for (int i = 0; i < n * COLUMNS; i++) {
            eg_sum sum = {0};
            int s = i / COLUMNS, term = i % COLUMNS;
            int64_t end = eg_min_i64((k + 1) * fv->chunk, fv->layout.cells);
            for (int64_t c = k * fv->chunk; c < end; c++)
                eg_sum_add(&sum,
                           fv->mesh->area[c] * (term == HELD ? amount_at(fv, now, c, s)
                                                             : booked[(c * n + s) * SOLUTE_TERMS + term]));
            sums[i * fv->chunks + k] = eg_sum_value(&sum);
        }
}

static eg_status find_chunks(eg_fv *fv, eg_scope *scope, double **sums)
{
    int64_t n = fv->solutes.count;
    double *booked;
    dissolved now;
    EG_TRY(eg_scope_alloc(scope, n * COLUMNS * fv->chunks, sizeof **sums, sums));
    EG_TRY(eg_scope_alloc(scope, n * SOLUTE_TERMS * fv->layout.cells, sizeof *booked, &booked));
    EG_TRY(eg_running_extrema_read(&fv->solutes.booked, booked));
    EG_TRY(read_all_solutes(fv, scope, &now));
    sum_chunks(fv, &now, booked, *sums);
    return EG_OK;
}

eg_status eg_fv_solutes_of(eg_fv *fv, const eg_comm *comm, eg_fv_solute_balance *rows)
{
    double *sums = NULL;
    EG_SCOPE(scope, fv->context);
    if (fv->solutes.count == 0)
        return EG_OK;
    EG_TRY(eg_comm_agree(comm, find_chunks(fv, &scope, &sums)));
    for (int s = 0; s < fv->solutes.count; s++) {
        double total[COLUMNS];
        for (int i = 0; i < COLUMNS; i++)
            total[i] = eg_comm_sum_chunks(comm, sums + (s * COLUMNS + i) * fv->chunks, fv->chunks);
        rows[s] = (eg_fv_solute_balance){.held = total[HELD],
                                         .in = total[SOLUTE_IN],
                                         .out = total[SOLUTE_OUT],
                                         .soaked = total[SOLUTE_SOAKED],
                                         .decayed = total[SOLUTE_DECAYED],
                                         .clipped = total[SOLUTE_CLIPPED]};
    }
    return EG_OK;
}

/* ---- peaks */

/* A step takes in the concentrations that it begins with: those of now come last. */
static eg_fv_solute_peak peak_of(const double *kept, double now, double time, bool flooded)
{
    bool higher = flooded && now > kept[0];
    double peak = higher ? now : kept[0];
    return (eg_fv_solute_peak){peak, peak > 0 ? (higher ? time : kept[1]) : NAN};
}

eg_status eg_fv_solute_peaks(eg_fv *fv, eg_fv_solute_peak *rows)
{
    const eg_layout *layout = &fv->layout;
    int n = fv->solutes.count;
    dissolved now;
    double *kept;
    eg_time_step step;
    assert(fv->solutes.peaks_kept);
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_time_read_step(fv->time, &step));
    EG_TRY(eg_scope_alloc(&scope, 2 * (int64_t)n * layout->cells, sizeof *kept, &kept));
    EG_TRY(eg_running_extrema_read(&fv->solutes.peaks, kept));
    EG_TRY(read_all_solutes(fv, &scope, &now));
    for (int64_t c = 0; c < layout->cells; c++)
        for (int s = 0; s < n; s++) {
            double h = eg_layout_load(
                layout, now.state, eg_layout_state_index(layout, EG_FV_STATE, eg_layout_slot(layout, c), 0));
            rows[c * n + s] = peak_of(&kept[2 * (c * n + s)], concentration_at(fv, &now, c, s), step.begin,
                                      h > fv->flooded);
        }
    return EG_OK;
}

/* ---- checkpoints */

eg_status eg_fv_persist_solutes(eg_fv *fv, const eg_persist *persist)
{
    eg_fv_solute_list *own = &fv->solutes;
    int current;
    if (own->count == 0)
        return EG_OK;
    EG_TRY(eg_stepper_current(&fv->base, &current));
    EG_TRY(eg_persist_cells(persist, fv->context, "solutes", &fv->layout, own->count, own->amount[current]));
    if (persist->restoring)
        EG_TRY(eg_halo_fill_cells(fv->comm, &fv->mesh->base, &fv->layout, own->count, own->amount[current]));
    EG_TRY(eg_running_extrema_persist(&own->booked, persist));
    EG_TRY(eg_fv_persist_solute_ways(fv, persist));
    return own->peaks_kept ? eg_running_extrema_persist(&own->peaks, persist) : EG_OK;
}
