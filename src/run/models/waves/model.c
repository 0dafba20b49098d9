/* Linear waves as models: the table of functions that they share. */
#include "run/models/waves/linear.h"
#include "run/models/waves/names.h"

#include <stdio.h>

static void describe_ader(const eg_model *base, eg_text *text)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    eg_waves_describe_boundaries(&model->waves, text);
    eg_waves_describe_quality(&model->waves, text);
    eg_text_add(text, "scheme     ADER-DG of order %d, %d unknowns a cell\n", model->order,
                model->stepper->values);
}

/* Of the rate of a cell's step, from which on E is told as what limits it. */
static const double LIMITED_BY_E = 0.5;

static void describe_ader_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    const eg_linear *system = model->kind->system;
    const double *material = eg_ader_material(model->ader, cell);
    eg_text_add(text, ", fastest wave %.4g m/s", system->speed(system, material));
    if (!model->kind->given || !system->reacts || eg_linear_is_implicit(model->setup.loaded))
        return;
    double rate = system->reaction(system, material), step = eg_model_cell_step(base, cell);
    double part = rate * step / eg_case_real(model->setup.loaded, "time.cfl", 1);
    if (part > LIMITED_BY_E)
        eg_text_add(text, "; E, of %.4g 1/s, makes it shorter: numerics.reaction: implicit", rate);
}

/* In a wind of time cells are known at its beginning alone. */
static void describe_ader_limit(const eg_model *base, eg_text *text)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    if (model->wind.data)
        eg_text_add(text,
                    "           no step is longer than a hundredth of time.end, %.6g s, and of this wind "
                    "only the beginning is known\n",
                    eg_tracers_longest_step(model));
}

/* By the state beyond an inflow. */
static void widen_range(const eg_node *inflow, eg_advected *advected)
{
    if (!eg_node_is_constant(inflow)) {
        advected->is_bounded = false;
        return;
    }
    advected->low = fmin(advected->low, eg_node_real(inflow));
    advected->high = fmax(advected->high, eg_node_real(inflow));
}

/* Of advection the tracers; waves have no such range. What flows in is known where it is constant; what a
 * source adds has none. */
static int advected(const eg_model *base, eg_advected list[EG_ADVECTED])
{
    const eg_waves_model *model = eg_waves_model_of(base);
    if (!model->kind->conserves)
        return 0;
    for (int v = 0; v < model->kind->system->variables; v++)
        list[v] = (eg_advected){.output = v,
                                .is_told = true,
                                .is_bounded = model->sources.count == 0 && !model->exchange,
                                .initial = eg_node_child(eg_case_find(model->setup.loaded, "initial"),
                                                         model->kind->system->variable[v]),
                                .low = model->closed ? INFINITY : 0,
                                .high = model->closed ? -INFINITY : 0};
    const eg_mesh_names *names = &model->setup.mesh->base.boundaries;
    for (int b = 0; b < names->count; b++) {
        const eg_node *inflow[EG_LINEAR_VARIABLES];
        int count = eg_waves_inflow_of(model, b, inflow);
        for (int v = 0; v < count; v++)
            widen_range(inflow[v], &list[v]);
    }
    return model->kind->system->variables;
}

/* Means of a flow that varies diverge from cell to cell, where the flow does not. */
static bool has_means_of_flow(const eg_waves_model *model)
{
    bool varies = false;
    for (int r = 0; model->regions.of && r < model->setup.cells->regions.count; r++)
        varies = varies || !model->regions.of[r].constant;
    return varies && eg_waves_has_means(model) && model->order > 1;
}

static void steady_remedy(const eg_model *base, double span, char *text, size_t room)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    (void)span;
    if (has_means_of_flow(model))
        snprintf(text, room,
                 "the velocity varies, and numerics.material_order is 1, its mean in each cell: these means "
                 "diverge from cell to cell, where the flow does not; take numerics.material_order: %d",
                 model->order);
    else
        snprintf(text, room,
                 "numerics.limiter: {bounds: [LOW, HIGH]} keeps it between two bounds; where the "
                 "flow converges a tracer may rise");
}

static const eg_model_steps steps = {EG_WAVES_STEPS,
                                     .describe_cell = describe_ader_cell,
                                     .describe_limit = describe_ader_limit,
                                     .advise = eg_linear_advise,
                                     .given = eg_waves_check_given,
                                     .read_maxima = eg_waves_read_maxima};
static const eg_model_cells cells = {.survey = eg_waves_survey};
static const eg_model_holds holds = {
    .drift = eg_waves_drift, .advected = advected, .steady_remedy = steady_remedy};
static const eg_model_bench bench = {.cells = {100000, 400000}, .build = eg_waves_build_bench};

#define CLASS                                                                                                \
    EG_WAVES_CLASS, .need = eg_waves_need, .bytes = sizeof(eg_waves_model), .build = eg_waves_build,         \
                    .end = eg_waves_end, .describe = describe_ader, .steps = &steps, .cells = &cells,        \
                    .holds = &holds

const eg_model_class eg_waves_steps = {CLASS, .bench = &bench};
const eg_model_class eg_linear_steps = {CLASS}; /* there is no system without a case */
