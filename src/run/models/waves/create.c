/* From a case, or from a bench, to a solver. */
#include "run/models/waves/internal.h"

#include <math.h>
#include <string.h>

static eg_status allocate(const eg_setup *setup, eg_waves_model **model)
{
    EG_TRY(eg_alloc(setup->context, 1, sizeof **model, model));
    (*model)->base.kind = setup->kind;
    (*model)->base.class = setup->kind->class;
    (*model)->setup = *setup;
    (*model)->kind = setup->kind->waves;
    return EG_OK;
}

/* Hands the model out, or destroys it. */
static eg_status give(eg_waves_model *made, eg_status status, eg_model **model)
{
    *model = &made->base;
    if (status != EG_OK)
        eg_waves_destroy(model);
    return status;
}

static eg_status read_boundaries(eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    EG_TRY(eg_alloc(model->setup.context, mesh->base.boundaries.count, sizeof *model->boundaries,
                    &model->boundaries));
    model->closed = true;
    for (int b = 0; b < mesh->base.boundaries.count; b++) {
        model->boundaries[b] = eg_waves_boundary_of(eg_node_child(boundaries, mesh->base.boundaries.name[b]));
        model->closed = model->closed && model->boundaries[b] != EG_LINEAR_ABSORBING &&
                        model->boundaries[b] != EG_LINEAR_INFLOW;
    }
    const eg_node *limit = eg_case_find(model->setup.loaded, "limits.mass_error");
    if (!limit || model->closed)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limit, EG_CASE,
                        "limits.mass_error needs a closed domain, walls or periodic boundaries: "
                        "the balance does not include an outflow");
}

enum { FACTOR_SAMPLES = 100000 };

/* A factor of time, and the largest size it has: looked up at many times of the run, then bounded between
 * them. */
static eg_status read_factor(eg_waves_model *model)
{
    const eg_node *node = eg_case_find(model->setup.loaded, "velocity_factor");
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    model->factor.context = model->setup.context;
    if (!node)
        return EG_OK;
    if (!end)
        return eg_case_fail(
            model->setup.loaded, node, EG_CASE,
            "velocity_factor needs time.end: its largest value is taken over the times up to it");
    for (int i = 0; i <= FACTOR_SAMPLES; i++) {
        double t = eg_node_real(end) * i / FACTOR_SAMPLES;
        double value = fabs(eg_expression_eval(eg_node_expression(node), &t));
        if (!isfinite(value))
            return eg_case_fail(model->setup.loaded, node, EG_CASE,
                                "velocity_factor is not finite at t = %.9g s", t);
        model->factor_most = fmax(model->factor_most, value);
    }
    EG_TRY(eg_expression_bound(eg_node_expression(node), 0, eg_node_real(end), &model->factor_most));
    if (model->factor_most <= 0)
        return eg_case_fail(model->setup.loaded, node, EG_CASE, "velocity_factor is 0 at all times");
    eg_text_add(&model->factor, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    eg_expression_emit(eg_node_expression(node), &model->factor, "eg_ader_factor");
    return model->factor.status;
}

static eg_status read_coefficients(eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *order = eg_case_find(loaded, "numerics.material_order");
    const eg_node *form = eg_case_find(loaded, "numerics.form");
    model->material_order = (int)eg_node_integer(order);
    if (model->material_order > model->order)
        return eg_case_fail(loaded, order, EG_CASE,
                            "numerics.material_order is %d, above numerics.order, %d; give at most that",
                            model->material_order, model->order);
    model->form = eg_node_is(form, "conservative")         ? EG_ADER_CONSERVATIVE
                  : eg_node_is(form, "quasi-conservative") ? EG_ADER_QUASI_CONSERVATIVE
                                                           : EG_ADER_NATURAL;
    return read_factor(model);
}

static eg_status check_limits(const eg_waves_model *model)
{
    const eg_node *limit = eg_case_find(model->setup.loaded, "limits.energy_growth");
    const eg_node *mass = eg_case_find(model->setup.loaded, "limits.mass_error");
    if (mass && model->sources.count > 0)
        return eg_case_fail(model->setup.loaded, mass, EG_CASE,
                            "limits.mass_error needs a run without sources: the balance does not "
                            "include what they add");
    if (!limit || (model->sources.count == 0 && !model->inflow.data))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limit, EG_CASE,
                        "limits.energy_growth needs a run without sources and inflow: they bring energy in");
}

/* The sources as the solver takes them, where the current shot has them. */
static void place_sources(eg_waves_model *model)
{
    const eg_waves_sources *sources = &model->sources;
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *from = &sources->source[i];
        eg_ader_source *to = &model->ader_source[i];
        double x[3];
        eg_waves_move_source(&model->shots, &from->place, x);
        *to = (eg_ader_source){.smooth = from->smooth, .kind = from->kind, .function = from->function};
        memcpy(to->x, x, sizeof to->x);
        memcpy(to->strength, from->strength, sizeof to->strength);
    }
}

static eg_status take_sources(eg_waves_model *model)
{
    EG_TRY(eg_waves_open_sources(&model->setup, &model->sources));
    return eg_alloc(model->setup.context, model->sources.count, sizeof *model->ader_source,
                    &model->ader_source);
}

/* What a rank does for itself. */
static eg_status read_all(eg_waves_model *model)
{
    eg_waves_open_limiter(model);
    EG_TRY(eg_waves_open_medium(model));
    EG_TRY(read_boundaries(model));
    EG_TRY(eg_waves_open_inflow(model));
    model->driven = model->inflow.data != NULL;
    EG_TRY(eg_waves_open_layers(model));
    EG_TRY(eg_waves_open_shots(&model->setup, &model->shots));
    EG_TRY(take_sources(model));
    model->balanced = model->closed && model->sources.count == 0;
    EG_TRY(eg_waves_judge_sources(&model->setup, &model->sources));
    EG_TRY(check_limits(model));
    EG_TRY(eg_waves_open_receivers(&model->setup, &model->shots, &model->receivers));
    place_sources(model);
    model->order = (int)eg_node_integer(eg_case_find(model->setup.loaded, "numerics.order"));
    EG_TRY(read_coefficients(model));
    EG_TRY(eg_waves_check_limiter(model));
    return eg_waves_check_beginning(model);
}

/* Options of the solver, of the current shot; they have views into the model, the survey and maxima[]. */
static eg_ader_options options_of(eg_waves_model *model, eg_ader_maximum maxima[EG_ADER_MAXIMA])
{
    const eg_setup *setup = &model->setup;
    eg_waves_found found;
    bool rusanov = eg_node_is(eg_case_find(setup->loaded, "numerics.flux"), "rusanov");
    eg_waves_read_survey(setup->survey, &found);
    return (eg_ader_options){.comm = setup->comm,
                             .link = setup->link,
                             .system = model->kind->system,
                             .flux = rusanov ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND,
                             .precision = setup->precision,
                             .order = model->order,
                             .material_order = model->material_order,
                             .form = model->form,
                             .factor = model->factor.data,
                             .factor_most = model->factor_most,
                             .lanes = setup->lanes,
                             .cfl = eg_case_real(setup->loaded, "time.cfl", 0),
                             .dt = eg_case_real(setup->loaded, "time.dt", 0),
                             .dt_least = 1e-12 * eg_case_real(setup->loaded, "time.end", 0),
                             .user = model,
                             .material = eg_waves_material_at,
                             .initial = eg_waves_initial_at,
                             .boundaries = model->boundaries,
                             .inflow = model->inflow.data,
                             .damping = model->damping,
                             .source_count = model->sources.count,
                             .sources = model->ader_source,
                             .delta_first =
                                 found.delta_first + model->shots.run.current * model->sources.count,
                             .deltas = found.deltas,
                             .function_count = model->sources.functions,
                             .expression_count = model->sources.expressions,
                             .functions = model->sources.function,
                             .expressions = model->sources.generated.data,
                             .receiver_count = model->receivers.own,
                             .receivers = (const double(*)[2])model->receivers.own_offset,
                             .receiver_cells = model->receivers.own_cell,
                             .receiver_interval = model->receivers.interval,
                             .maximum_count = eg_waves_wanted_maxima(model, maxima),
                             .maxima = maxima,
                             .bounded = model->bounded,
                             .bound = {model->bound[0], model->bound[1]}};
}

static eg_status build(eg_waves_model *model)
{
    const eg_setup *setup = &model->setup;
    eg_ader_maximum maxima[EG_ADER_MAXIMA];
    EG_TRY(eg_comm_agree(setup->comm, read_all(model)));
    const eg_ader_options options = options_of(model, maxima);
    EG_TRY(eg_ader_create(setup->device, setup->mesh, &options, &model->ader));
    model->stepper = model->receivers.solver = eg_ader_stepper(model->ader);
    EG_TRY(eg_waves_check_flow(model, &options));
    EG_TRY(eg_waves_check_plausible(&model->waves));
    EG_TRY(eg_waves_judge_resolution(&model->waves, false, model->order));
    EG_TRY(eg_waves_judge_surroundings(&model->waves));
    eg_status status = eg_outside_refuse(&model->transfer, &model->outside, "points", 2);
    eg_transfer_close(&model->transfer);
    model->transfer = (eg_transfer){0};
    return eg_comm_agree(setup->comm, status);
}

static eg_status aim(eg_waves *waves)
{
    eg_waves_model *model = eg_waves_model_of(&waves->base);
    eg_ader_maximum maxima[EG_ADER_MAXIMA];
    place_sources(model);
    EG_TRY(eg_waves_place_receivers(&model->receivers));
    const eg_ader_options options = options_of(model, maxima);
    return eg_ader_aim(model->ader, &options);
}

eg_status eg_waves_create(const eg_setup *setup, eg_model **model)
{
    eg_waves_model *made;
    *model = NULL;
    EG_TRY(allocate(setup, &made));
    made->aim = aim;
    return give(made, build(made), model);
}

/* ---- bench: a medium with a little of everything, waves everywhere, absorbing boundaries */

static eg_status bench_material(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    static const double rock[EG_LINEAR_MATERIALS] = {4, 2, 1, 1}, fluid[] = {1, 1};
    const eg_waves_model *model = user;
    int n = model->kind->system->materials;
    (void)cell;
    (void)x;
    for (int i = 0; i < count; i++)
        memcpy(&values[i * n], n == 4 ? rock : fluid, (size_t)n * sizeof *values);
    return EG_OK;
}

static eg_status bench_initial(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_waves_model *model = user;
    int n = model->kind->system->variables;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < n; v++)
            values[i * n + v] = sin(0.05 * x[i][0] + v) * cos(0.04 * x[i][1]);
    return EG_OK;
}

eg_status eg_waves_create_bench(const eg_setup *setup, const eg_bench_options *options, eg_model **model)
{
    eg_waves_model *made;
    *model = NULL;
    EG_TRY(allocate(setup, &made));
    made->order = options->order > 0 ? options->order : 4;
    const eg_ader_options given = {.comm = setup->comm,
                                   .link = setup->link,
                                   .system = made->kind->system,
                                   .precision = setup->precision,
                                   .order = made->order,
                                   .lanes = setup->lanes,
                                   .user = made,
                                   .material = bench_material,
                                   .initial = bench_initial};
    eg_status status = eg_ader_create(setup->device, setup->mesh, &given, &made->ader);
    if (status == EG_OK)
        made->stepper = eg_ader_stepper(made->ader);
    return give(made, status, model);
}

void eg_waves_destroy(eg_model **address)
{
    if (!address || !*address)
        return;
    eg_waves_model *model = eg_waves_model_of(*address);
    eg_context *context = model->setup.context;
    eg_ader_destroy(&model->ader);
    eg_waves_close_medium(model);
    eg_waves_close_sources(&model->setup, &model->sources);
    eg_free(context, &model->ader_source);
    eg_waves_close_receivers(&model->receivers);
    eg_waves_close_shots(&model->shots);
    eg_free(context, &model->boundaries);
    eg_free(context, &model->damping);
    eg_text_free(&model->factor);
    eg_text_free(&model->inflow);
    eg_free(context, address);
}
