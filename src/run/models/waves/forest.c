/* Waves on forests as models: the table of functions that they share. */
#include "run/models/waves/forest.h"

static eg_status indicate(eg_model *model, double *values)
{
    eg_status status = eg_dg_indicate(eg_forest_waves_of(model)->dg, values);
    EG_TRY(eg_comm_agree(eg_waves_of(model)->setup.comm, status));
    return eg_waves_note_adapted(eg_waves_of(model), values);
}

/* ---- for people */

static void describe_dg(const eg_model *base, eg_text *text)
{
    const eg_forest_waves *model = eg_forest_waves_of(base);
    int nodes = eg_forest_waves_nodes(model->mesh->base.dimension, model->degree + 1);
    int stages = eg_dg_stages_together(model->dg);
    eg_waves_describe_quality(&model->waves, text);
    eg_waves_describe_boundaries(&model->waves, text);
    eg_text_add(text, "scheme     nodal DG of degree %d, %d nodes and %d unknowns a cell, %s\n",
                model->degree, nodes, model->stepper->values,
                model->steps == EG_DG_SSPRK3 ? "SSP-RK3" : "LSRK4(5)");
    if (eg_dg_storage_of(model->dg) == EG_DG_OUT_OF_CORE)
        eg_text_add(text,
                    "state      in the host's memory, blocks of cells visit the device, %d stage%s a visit\n",
                    stages, stages > 1 ? "s" : "");
    else
        eg_text_add(text, "state      %s\n",
                    eg_dg_storage_of(model->dg) == EG_DG_IN_PLACE ? "updated in place"
                                                                  : "two that stages take in turn");
}

static void describe_dg_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    const eg_forest_waves *model = eg_forest_waves_of(base);
    eg_text_add(text, ", fastest wave %.4g m/s",
                model->kind->system->speed(model->kind->system, eg_dg_material(model->dg, cell)));
}

static void get_dg_cost(const eg_model *base, eg_model_cost *cost)
{
    const eg_forest_waves *model = eg_forest_waves_of(base);
    const eg_mesh *mesh = &model->mesh->base;
    int64_t nodes = mesh->all * eg_forest_waves_nodes(mesh->dimension, model->degree + 1);
    cost->updates = (double)(nodes * (model->steps == EG_DG_SSPRK3 ? 3 : 5));
    cost->updates_unit = "node-stages/s";
}

static const eg_model_steps steps = {EG_WAVES_STEPS, .describe_cell = describe_dg_cell};
static const eg_model_adapts adapts = {.indicate = indicate, .adapt = eg_forest_waves_adapt};
static const eg_model_nodal nodal = {.values = eg_forest_waves_nodal_values,
                                     .error_points = eg_forest_waves_error_points};
static const eg_model_holds holds = {.drift = eg_waves_drift};
static const eg_model_bench bench = {.write_case = eg_forest_waves_bench_case,
                                     .parts = eg_forest_waves_bench_parts,
                                     .apply = eg_forest_waves_bench_part,
                                     .bytes = eg_forest_waves_bench_bytes};

const eg_model_class eg_forest_waves_steps = {EG_WAVES_CLASS,
                                              .need = eg_forest_waves_need,
                                              .bytes = sizeof(eg_forest_waves),
                                              .build = eg_forest_waves_build,
                                              .end = eg_forest_waves_end,
                                              .describe = describe_dg,
                                              .cost = get_dg_cost,
                                              .steps = &steps,
                                              .adapts = &adapts,
                                              .nodal = &nodal,
                                              .holds = &holds,
                                              .bench = &bench};
