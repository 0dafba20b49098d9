/* Linear waves as models: the table of functions that they share. */
#include "run/models/waves/internal.h"

#include <math.h>
#include <stdio.h>

/* ---- stepping and state
 * ----------------------------------------------------------------------------------------- */

static eg_time *get_clock(const eg_model *model)
{
    return eg_ader_time(eg_waves_const(model)->ader);
}

static eg_status queue(eg_model *model, int steps)
{
    return eg_ader_queue(eg_waves_of(model)->ader, steps);
}

static eg_status exchange(eg_model *model)
{
    return eg_ader_exchange(eg_waves_of(model)->ader);
}

static const eg_output *outputs(const eg_model *model, int *count)
{
    *count = eg_waves_const(model)->base.kind->keys.output_count;
    return eg_waves_const(model)->base.kind->keys.outputs;
}

static const eg_output *maxima(const eg_model *model, int *count)
{
    *count = eg_waves_const(model)->base.kind->keys.maximum_count;
    return eg_waves_const(model)->base.kind->keys.maxima;
}

/* Of order 1 there is one value a cell. */
static int degree(const eg_model *model)
{
    return eg_waves_const(model)->order - 1;
}

static int64_t state_bytes(const eg_model *model)
{
    return eg_ader_state_bytes(eg_waves_const(model)->ader);
}

static eg_status snapshot_begin(eg_model *model, void *memory, eg_event **event)
{
    return eg_ader_snapshot_begin(eg_waves_of(model)->ader, memory, event);
}

static eg_status hash(const eg_model *model, const void *memory, uint64_t *chunks)
{
    return eg_ader_hash_chunks(eg_waves_const(model)->ader, memory, chunks);
}

static void get_values(const eg_model *base, const void *memory, int64_t cell, int output,
                       int count, const double *points, double *values)
{
    enum { AT_ONCE = 32 };
    const eg_waves_model *model = eg_waves_const(base);
    double u[AT_ONCE * EG_LINEAR_VARIABLES];
    int components = model->base.kind->keys.outputs[output].components,
        variables = model->kind->system->variables;
    for (int from = 0; from < count; from += AT_ONCE) {
        int n = count - from < AT_ONCE ? count - from : AT_ONCE;
        eg_ader_evaluate(model->ader, memory, cell, n, (const double(*)[2]) & points[2 * from], u);
        for (int i = 0; i < n; i++)
            model->kind->evaluate(output, &u[i * variables], &values[(from + i) * components]);
    }
}

static double height(const eg_model *model, int64_t cell)
{
    (void)model;
    (void)cell;
    return 0;
}

static int error_degree(const eg_model *model)
{
    return 2 * eg_waves_const(model)->order + 2;
}

/* ---- records and divergence
 * ----------------------------------------------------------------------------------------- */

static eg_status sample(eg_model *model, int count, const int64_t *cells, const double (*points)[3],
                        double *values)
{
    return eg_ader_sample(eg_waves_of(model)->ader, count, cells, points, values);
}

static eg_status divergence_site(eg_model *base, int64_t *cell, char *text, size_t room,
                                 double *how_bad)
{
    eg_waves_model *model = eg_waves_of(base);
    EG_TRY(eg_ader_divergence_site(model->ader, cell));
    *how_bad = *cell < 0 ? 0 : INFINITY;
    if (*cell < 0)
        *cell = 0;
    snprintf(text, room, "a value beyond 1e30; the stable step of that cell is %.6g s",
             eg_ader_cell_step(model->ader, *cell));
    return EG_OK;
}

/* ---- for people
 * ----------------------------------------------------------------------------------------- */

void eg_waves_describe_boundaries(const eg_mesh *mesh, const eg_linear_boundary *boundaries,
                                  eg_text *text)
{
    static const char *const words[] = {"periodic", "absorbing", "free surface", "wall", "inflow"};
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->boundaries.count; b++)
        eg_text_add(text, " %s: %s%s", mesh->boundaries.name[b], words[boundaries[b]],
                    b + 1 < mesh->boundaries.count ? "," : "");
    eg_text_add(text, "\n");
}

static void describe(const eg_model *base, eg_text *text)
{
    const eg_waves_model *model = eg_waves_const(base);
    eg_waves_describe_boundaries(&model->setup.mesh->base, model->boundaries, text);
    eg_text_add(text, "scheme     ADER-DG of order %d, %d unknowns a cell\n", model->order,
                eg_ader_unknowns_per_cell(model->ader));
}

static double cell_step(const eg_model *model, int64_t cell)
{
    return eg_ader_cell_step(eg_waves_const(model)->ader, cell);
}

static void describe_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    const eg_waves_model *model = eg_waves_const(base);
    eg_text_add(text, ", fastest wave %.4g m/s",
                model->kind->system->speed(eg_ader_material(model->ader, cell)));
}

static void get_cost(const eg_model *base, eg_model_cost *cost)
{
    const eg_waves_model *model = eg_waves_const(base);
    int64_t unknowns = model->setup.mesh->base.all * eg_ader_unknowns_per_cell(model->ader);
    *cost = (eg_model_cost){.lanes = eg_ader_layout(model->ader)->lanes,
                            .unknowns = unknowns,
                            .updates = (double)unknowns,
                            .updates_unit = "unknowns/s",
                            .bytes = eg_ader_bytes_per_step(model->ader),
                            .flops = eg_ader_flops_per_step(model->ader),
                            .sent_bytes = eg_ader_sent_bytes(model->ader),
                            .device_bytes = eg_ader_device_bytes(model->ader)};
}

void eg_waves_picture(const eg_model_kind *kind, int output, eg_model_picture *picture)
{
    const eg_output *shown = &kind->keys.outputs[output];
    bool diverges = shown->is_signed && shown->components == 1;
    *picture =
        (eg_model_picture){.colormap = diverges ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL,
                           .depth = -1,
                           .bed = -1,
                           .vectors = kind->waves->picture_vectors};
}

static void get_picture(const eg_model *model, int output, eg_model_picture *picture)
{
    eg_waves_picture(model->kind, output, picture);
}

static eg_status collect(eg_model *model, const eg_time_state *now)
{
    return eg_waves_collect_samples(&eg_waves_of(model)->receivers, now);
}

static eg_status write_samples(eg_model *base, const char *folder)
{
    eg_waves_model *model = eg_waves_of(base);
    return eg_waves_write_samples(&model->receivers, &model->sources, folder);
}

static eg_shots *get_shots(eg_model *base)
{
    eg_waves_model *model = eg_waves_of(base);
    return model->shots.setup ? &model->shots.run : NULL;
}

static eg_status next_shot(eg_model *base)
{
    eg_waves_model *model = eg_waves_of(base);
    eg_waves_choose_shot(&model->shots, model->shots.run.current + 1);
    return eg_waves_aim(model);
}

/* ---- the table
 * ----------------------------------------------------------------------------------------- */

const eg_model_class eg_waves_steps = {.need = eg_waves_need,
                                       .survey = eg_waves_survey,
                                       .create = eg_waves_create,
                                       .create_bench = eg_waves_create_bench,
                                       .bench_cells = {100000, 400000},
                                       .destroy = eg_waves_destroy,
                                       .clock = get_clock,
                                       .queue = queue,
                                       .exchange = exchange,
                                       .outputs = outputs,
                                       .degree = degree,
                                       .state_bytes = state_bytes,
                                       .snapshot_begin = snapshot_begin,
                                       .hash = hash,
                                       .values = get_values,
                                       .height = height,
                                       .error_degree = error_degree,
                                       .maxima = maxima,
                                       .read_maxima = eg_waves_read_maxima,
                                       .sample = sample,
                                       .balance_names = eg_waves_balance_names,
                                       .balance = eg_waves_balance,
                                       .persist = eg_waves_persist,
                                       .drift = eg_waves_drift,
                                       .summarise = eg_waves_summarise,
                                       .collect = collect,
                                       .write = write_samples,
                                       .shots = get_shots,
                                       .next_shot = next_shot,
                                       .divergence_site = divergence_site,
                                       .given = eg_waves_check_given,
                                       .describe = describe,
                                       .cell_step = cell_step,
                                       .describe_cell = describe_cell,
                                       .cost = get_cost,
                                       .picture = get_picture};
