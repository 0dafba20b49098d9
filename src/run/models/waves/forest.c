/* Waves on forests as models: the table of functions that they share. */
#include "run/models/waves/forest.h"

#include <math.h>
#include <stdio.h>

/* ---- stepping and state */

static eg_time *get_clock(const eg_model *model)
{
    return eg_dg_time(eg_forest_waves_const(model)->dg);
}

static eg_status queue(eg_model *model, int steps)
{
    return eg_dg_queue(eg_forest_waves_of(model)->dg, steps);
}

static eg_status indicate(eg_model *model, double *values)
{
    return eg_dg_indicate(eg_forest_waves_of(model)->dg, values);
}

static eg_status exchange(eg_model *model)
{
    return eg_dg_exchange(eg_forest_waves_of(model)->dg);
}

static const eg_output *outputs(const eg_model *model, int *count)
{
    *count = model->kind->keys.output_count;
    return model->kind->keys.outputs;
}

static int degree(const eg_model *model)
{
    return eg_forest_waves_const(model)->degree;
}

static int64_t state_bytes(const eg_model *model)
{
    return eg_dg_state_bytes(eg_forest_waves_const(model)->dg);
}

static eg_status snapshot_begin(eg_model *model, void *memory, eg_event **event)
{
    return eg_dg_snapshot_begin(eg_forest_waves_of(model)->dg, memory, event);
}

static eg_status state_read(eg_model *model, void *memory)
{
    return eg_dg_read(eg_forest_waves_of(model)->dg, memory);
}

static eg_status hash(const eg_model *model, const void *memory, uint64_t *chunks)
{
    return eg_dg_hash_chunks(eg_forest_waves_const(model)->dg, memory, chunks);
}

static void get_values(const eg_model *base, const void *memory, int64_t cell, int output,
                       int count, const double *points, double *values)
{
    enum { AT_ONCE = 32 };
    const eg_forest_waves *model = eg_forest_waves_const(base);
    double u[AT_ONCE * EG_LINEAR_VARIABLES];
    int components = base->kind->keys.outputs[output].components;
    int variables = model->kind->system->variables, dimension = model->mesh->base.dimension;
    for (int from = 0; from < count; from += AT_ONCE) {
        int n = count - from < AT_ONCE ? count - from : AT_ONCE;
        eg_dg_evaluate(model->dg, memory, cell, n, &points[dimension * from], u);
        for (int i = 0; i < n; i++)
            model->kind->evaluate(output, &u[i * variables], &values[(from + i) * components]);
    }
}

/* ---- records and divergence */

static eg_status sample(eg_model *model, int count, const int64_t *cells, const double (*points)[3],
                        double *values)
{
    return eg_dg_sample(eg_forest_waves_of(model)->dg, count, cells, points, values);
}

static const char *energy_name(const eg_forest_waves *model)
{
    return model->mesh->base.dimension == 3 ? "energy_J" : "energy_J_per_m";
}

static void balance_names(const eg_model *model, eg_text *names)
{
    eg_text_add(names, "%s\nenergy_growth\n", energy_name(eg_forest_waves_const(model)));
}

/* Without sources nothing gives energy: what is there above that of the beginning is the scheme's. */
static eg_status balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    double amount;
    EG_TRY(eg_dg_content(model->dg, model->setup.comm, &model->energy, &amount));
    if (now->steps == 0)
        model->energy_first = model->energy;
    if (model->sources.count > 0)
        model->growth = NAN;
    else if (model->energy_first > 0)
        model->growth = fmax(model->growth, model->energy / model->energy_first - 1);
    values[0] = model->energy;
    values[1] = model->growth;
    return EG_OK;
}

static double drift(const eg_model *model)
{
    return eg_forest_waves_const(model)->growth;
}

static eg_status summarise(const eg_model *base, eg_summary *summary)
{
    const eg_forest_waves *model = eg_forest_waves_const(base);
    eg_context *context = model->setup.context;
    EG_TRY(eg_summary_add_balance(context, summary, energy_name(model), model->energy));
    return eg_summary_add_balance(context, summary, "energy_growth", model->growth);
}

/* ---- shots */

static eg_shots *get_shots(eg_model *base)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    return model->shots.setup ? &model->shots.run : NULL;
}

static eg_status next_shot(eg_model *base)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    eg_waves_choose_shot(&model->shots, model->shots.run.current + 1);
    return eg_forest_waves_aim(model);
}

/* A run that goes on begins in the shot that it was in. */
static eg_status persist_shots(eg_forest_waves *model, const eg_persist *persist)
{
    int64_t before = model->shots.run.current;
    eg_status status = eg_waves_persist_shots(&model->shots, persist);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    return model->shots.run.current == before ? EG_OK : eg_forest_waves_aim(model);
}

static eg_status persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    EG_TRY(persist_shots(model, persist));
    double kept[2] = {model->energy_first, model->growth};
    EG_TRY(persist->array(persist->user, "balance", kept, sizeof kept));
    model->energy_first = kept[0];
    model->growth = kept[1];
    EG_TRY(eg_waves_persist_samples(&model->receivers, now, persist));
    return eg_dg_persist(model->dg, persist);
}

static eg_status collect(eg_model *model, const eg_time_state *now)
{
    return eg_waves_collect_samples(&eg_forest_waves_of(model)->receivers, now);
}

static eg_status write_samples(eg_model *base, const char *folder)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    return eg_waves_write_samples(&model->receivers, &model->sources, folder);
}

static eg_status divergence_site(eg_model *base, int64_t *cell, char *text, size_t room,
                                 double *how_bad)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    EG_TRY(eg_dg_divergence_site(model->dg, cell));
    *how_bad = *cell < 0 ? 0 : INFINITY;
    if (*cell < 0)
        *cell = 0;
    snprintf(text, room, "a value beyond 1e30; the stable step of that cell is %.6g s",
             eg_dg_cell_step(model->dg, *cell));
    return EG_OK;
}

/* ---- for people */

static const char *name_steps(eg_dg_steps steps)
{
    return steps == EG_DG_SSPRK3 ? "SSP-RK3" : "LSRK4(5)";
}

static const char *name_storage(eg_dg_storage storage)
{
    return storage == EG_DG_SEPARATE   ? "two that stages take in turn"
           : storage == EG_DG_IN_PLACE ? "updated in place"
                                       : "in the host's memory, blocks of cells visit the device";
}

static void describe(const eg_model *base, eg_text *text)
{
    const eg_forest_waves *model = eg_forest_waves_const(base);
    int nodes = eg_forest_waves_nodes(model->mesh->base.dimension, model->degree + 1);
    eg_waves_describe_boundaries(&model->mesh->base, model->boundaries, text);
    eg_text_add(text, "scheme     nodal DG of degree %d, %d nodes and %d unknowns a cell, %s\n",
                model->degree, nodes, eg_dg_unknowns_per_cell(model->dg), name_steps(model->steps));
    eg_text_add(text, "state      %s\n", name_storage(eg_dg_storage_of(model->dg)));
}

static double cell_step(const eg_model *model, int64_t cell)
{
    return eg_dg_cell_step(eg_forest_waves_const(model)->dg, cell);
}

static void describe_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    const eg_forest_waves *model = eg_forest_waves_const(base);
    eg_text_add(text, ", fastest wave %.4g m/s",
                model->kind->system->speed(eg_dg_material(model->dg, cell)));
}

int eg_forest_waves_stages(eg_dg_steps steps)
{
    return steps == EG_DG_SSPRK3 ? 3 : 5;
}

static void get_cost(const eg_model *base, eg_model_cost *cost)
{
    const eg_forest_waves *model = eg_forest_waves_const(base);
    const eg_mesh *mesh = &model->mesh->base;
    int64_t nodes = mesh->all * eg_forest_waves_nodes(mesh->dimension, model->degree + 1);
    *cost = (eg_model_cost){.lanes = eg_dg_layout(model->dg)->lanes,
                            .unknowns = mesh->all * eg_dg_unknowns_per_cell(model->dg),
                            .updates = (double)(nodes * eg_forest_waves_stages(model->steps)),
                            .updates_unit = "node-stages/s",
                            .bytes = eg_dg_bytes_per_step(model->dg),
                            .flops = eg_dg_flops_per_step(model->dg),
                            .sent_bytes = eg_dg_sent_bytes(model->dg),
                            .device_bytes = eg_dg_device_bytes(model->dg)};
}

static void get_picture(const eg_model *model, int output, eg_model_picture *picture)
{
    eg_waves_picture(model->kind, output, picture);
}

/* ---- the table */

const eg_model_class eg_forest_waves_steps = {.need = eg_forest_waves_need,
                                              .open_speeds = eg_waves_open_speeds,
                                              .close_speeds = eg_waves_close_speeds,
                                              .indicate = indicate,
                                              .adapt = eg_forest_waves_adapt,
                                              .create = eg_forest_waves_create,
                                              .destroy = eg_forest_waves_destroy,
                                              .bench_case = eg_forest_waves_bench_case,
                                              .bench_parts = eg_forest_waves_bench_parts,
                                              .bench_part = eg_forest_waves_bench_part,
                                              .bench_bytes = eg_forest_waves_bench_bytes,
                                              .clock = get_clock,
                                              .queue = queue,
                                              .exchange = exchange,
                                              .outputs = outputs,
                                              .degree = degree,
                                              .state_bytes = state_bytes,
                                              .snapshot_begin = snapshot_begin,
                                              .state_read = state_read,
                                              .hash = hash,
                                              .values = get_values,
                                              .nodal_values = eg_forest_waves_nodal_values,
                                              .errors = eg_forest_waves_errors,
                                              .sample = sample,
                                              .balance_names = balance_names,
                                              .balance = balance,
                                              .drift = drift,
                                              .summarise = summarise,
                                              .collect = collect,
                                              .write = write_samples,
                                              .shots = get_shots,
                                              .next_shot = next_shot,
                                              .persist = persist,
                                              .divergence_site = divergence_site,
                                              .describe = describe,
                                              .cell_step = cell_step,
                                              .describe_cell = describe_cell,
                                              .cost = get_cost,
                                              .picture = get_picture};
