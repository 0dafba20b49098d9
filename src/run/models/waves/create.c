/* From a case, or from a bench, to a solver. */
#include "run/models/waves/linear.h"
#include "run/judge/verdicts.h"

#include <string.h>

/* ---- medium and initial state, which may be another run's */

static eg_status open_ader_medium(eg_waves_model *model)
{
    EG_TRY(eg_waves_open_regions(&model->setup, &model->regions));
    if (eg_case_find(model->setup.loaded, "initial.from")) {
        model->initial = (eg_waves_initial){
            .setup = &model->setup, .variables = model->kind->system->variables, .constant = true};
        /* the other run's outputs of the same names as the keys of the initial state are its variables */
        return model->setup.restoring
                   ? EG_OK
                   : eg_transfer_open(&model->setup, model->base.kind->keys.state, false, &model->transfer);
    }
    eg_waves_open_initial(&model->setup, &model->initial);
    return EG_OK;
}

/* Vectors of the plane have three columns in a snapshot. */
static void take_other_run(eg_waves_model *model, const double x[2], double *values)
{
    const eg_transfer *transfer = &model->transfer;
    double there[EG_TRANSFER_FIELDS * 3] = {0}, *from = there;
    bool inside;
    eg_transfer_near(transfer, x, x, there, &inside);
    if (!inside)
        eg_outside_add(&model->outside, x, 2);
    for (int f = 0; f < transfer->fields; from += transfer->columns[f++])
        for (int k = 0; k < eg_waves_state(&model->base.kind->keys, f)->components; k++)
            *values++ = from[k];
}

static eg_status find_ader_material(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_waves_model *model = user;
    EG_TRY(eg_waves_material_at(user, cell, count, x, values));
    return eg_waves_check_fluid_cell(&model->setup, cell, count, x, values);
}

/* The first state of a cell that is no pressure tells, where it is a fluid. */
static eg_status check_pressures(const eg_waves_model *model, int64_t cell, int count, const double (*x)[2],
                                 const double *values)
{
    const eg_linear *system = model->kind->system;
    int i = eg_waves_is_elastic(model->kind) ? 0 : count;
    while (i < count && eg_waves_is_pressure(system, &values[i * system->variables]))
        i++;
    return i < count ? eg_waves_check_fluid_state(&model->regions, cell, model->setup.cells->centroid[cell],
                                                  x[i], &values[i * system->variables])
                     : EG_OK;
}

static eg_status find_ader_initial(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    eg_waves_model *model = user;
    int n = model->kind->system->variables;
    if (!model->transfer.setup)
        EG_TRY(eg_waves_begin_plane(&model->initial, cell, count, x, values));
    for (int i = 0; i < count; i++) {
        if (model->transfer.setup)
            take_other_run(model, x[i], &values[i * n]);
        for (int v = 0; v < n && model->bounds; v++)
            if (eg_waves_is_beyond(model, v, values[i * n + v]))
                return eg_waves_refuse_beyond(model, v, x[i], values[i * n + v]);
    }
    return check_pressures(model, cell, count, x, values);
}

/* ---- what the case says */

static eg_status check_closed(const eg_waves_model *model)
{
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
    model->material_order = order ? (int)eg_node_integer(order) : 1; /* model linear has no such key */
    if (model->material_order > model->order)
        return eg_case_fail(loaded, order, EG_CASE,
                            "numerics.material_order is %d, above numerics.order, %d; give at most that",
                            model->material_order, model->order);
    model->form = eg_node_is(form, "conservative")         ? EG_ADER_CONSERVATIVE
                  : eg_node_is(form, "quasi-conservative") ? EG_ADER_QUASI_CONSERVATIVE
                                                           : EG_ADER_NATURAL;
    EG_TRY(read_factor(model));
    return eg_tracers_open_wind(model);
}

static eg_status check_waves_limits(const eg_waves_model *model)
{
    const eg_node *mass = eg_case_find(model->setup.loaded, "limits.mass_error");
    if (mass && model->sources.count > 0)
        return eg_case_fail(model->setup.loaded, mass, EG_CASE,
                            "limits.mass_error needs a run without sources: the balance does not "
                            "include what they add");
    return eg_waves_check_growth(&model->waves);
}

/* The sources as the solver takes them, where the current shot has them. */
static void place_ader_sources(eg_waves_model *model)
{
    const eg_waves_sources *sources = &model->sources;
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *from = &sources->source[i];
        eg_ader_source *to = &model->ader_source[i];
        double x[3];
        eg_waves_move(&model->shots, NULL, &from->place, x);
        *to = (eg_ader_source){.smooth = from->smooth, .kind = from->kind, .function = from->function};
        memcpy(to->x, x, sizeof to->x);
        memcpy(to->strength, from->strength, sizeof to->strength);
    }
}

/* What a rank does for itself. */
static eg_status read_waves(eg_waves_model *model)
{
    EG_TRY(eg_waves_open_limiter(model));
    EG_TRY(eg_tracers_open_exchange(model));
    EG_TRY(eg_waves_check_preset(model));
    EG_TRY(open_ader_medium(model));
    eg_linear_open_reflections(model);
    EG_TRY(eg_linear_check(model));
    EG_TRY(eg_waves_read_boundaries(&model->waves));
    EG_TRY(check_closed(model));
    EG_TRY(eg_linear_open_energy(model));
    EG_TRY(eg_waves_check_fluid_inflow(model));
    EG_TRY(eg_waves_open_inflow(model));
    EG_TRY(eg_waves_open_body(model));
    model->driven = model->inflow.data || model->body.data;
    EG_TRY(eg_waves_open_layers(model));
    EG_TRY(eg_waves_open_shots(&model->setup, &model->shots));
    EG_TRY(eg_waves_open_sources(&model->setup, &model->sources));
    EG_TRY(eg_alloc(model->setup.context, model->sources.count, sizeof *model->ader_source,
                    &model->ader_source));
    model->balanced = model->closed && model->sources.count == 0 && !model->body.data;
    EG_TRY(eg_waves_judge_sources(&model->setup, &model->sources));
    EG_TRY(check_waves_limits(model));
    EG_TRY(eg_waves_open_receivers(&model->setup, &model->shots, &model->receivers));
    place_ader_sources(model);
    model->order = (int)eg_node_integer(eg_case_find(model->setup.loaded, "numerics.order"));
    EG_TRY(eg_linear_check_reaction(model));
    EG_TRY(read_coefficients(model));
    EG_TRY(eg_waves_check_limiter(model));
    return eg_waves_check_beginning(model);
}

/* Options of the solver, of the current shot; they have views into the model, the survey and maxima[]. */
static eg_ader_options ader_options_of(eg_waves_model *model, eg_ader_maximum maxima[EG_ADER_MAXIMA])
{
    eg_waves_found found;
    bool rusanov = eg_node_is(eg_case_find(model->setup.loaded, "numerics.flux"), "rusanov");
    eg_waves_read_survey(model->setup.survey, &found);
    return (eg_ader_options){EG_WAVES_OPTIONS(model),
                             .flux = rusanov ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND,
                             .order = model->order,
                             .material_order = model->material_order,
                             .form = model->form,
                             .implicit = eg_linear_is_implicit(model->setup.loaded),
                             .factor = model->factor.data,
                             .factor_most = model->factor_most,
                             .wind = model->wind.data,
                             .dt_most = eg_tracers_longest_step(model),
                             .user = model,
                             .material = find_ader_material,
                             .initial = find_ader_initial,
                             .in_order = model->transfer.setup != NULL,
                             .inflow = model->inflow.data,
                             .body = model->body.data,
                             .damping = model->damping,
                             .source_count = model->sources.count,
                             .sources = model->ader_source,
                             .delta_first =
                                 found.delta_first + model->shots.run.current * model->sources.count,
                             .deltas = found.deltas,
                             .receivers = (const double(*)[2])model->receivers.own_offset,
                             .receiver_cells = model->receivers.own_cell,
                             .maximum_count = eg_waves_wanted_maxima(model, maxima),
                             .maxima = maxima,
                             .bounds = (const double(*)[2])model->bounds,
                             .exchange = model->exchange};
}

static eg_status aim_ader(eg_waves *waves)
{
    eg_waves_model *model = eg_waves_model_of(&waves->base);
    eg_ader_maximum maxima[EG_ADER_MAXIMA];
    place_ader_sources(model);
    EG_TRY(eg_waves_place_receivers(&model->receivers));
    const eg_ader_options options = ader_options_of(model, maxima);
    return eg_ader_aim(model->ader, &options);
}

static eg_status judge_waves(const eg_waves_model *model)
{
    EG_JUDGING(model->setup.run);
    EG_TRY(eg_waves_judge_divergence(model));
    EG_TRY(eg_waves_judge_medium(&model->waves, model->material_order - 1));
    EG_TRY(eg_waves_judge_made(&model->waves, EG_WAVES_MODAL, model->order));
    EG_TRY(eg_waves_judge_inflow(model));
    return eg_waves_judge_entering(model);
}

eg_status eg_waves_build(eg_model *base, const eg_setup *setup)
{
    eg_waves_model *model = eg_waves_model_of(base);
    eg_ader_maximum maxima[EG_ADER_MAXIMA];
    eg_waves_begin(base, setup);
    model->aim = aim_ader;
    EG_TRY(eg_comm_agree(setup->comm, read_waves(model)));
    EG_TRY(eg_linear_agree_energy(model));
    EG_TRY(eg_waves_measure_quality(&model->waves, EG_WAVES_MODAL, model->order));
    EG_TRY(eg_waves_open_matched(model));
    EG_TRY(eg_waves_check_growth(&model->waves));
    const eg_ader_options options = ader_options_of(model, maxima);
    EG_TRY(eg_ader_create(setup->device, setup->mesh, &options, &model->ader));
    model->stepper = model->receivers.solver = eg_ader_stepper(model->ader);
    EG_TRY(eg_waves_check_flow(model, &options));
    EG_TRY(judge_waves(model));
    EG_TRY(eg_linear_judge_steps(model));
    eg_status status = eg_outside_refuse(&model->transfer, &model->outside, "points", 2);
    eg_transfer_close(&model->transfer);
    model->transfer = (eg_transfer){0};
    return eg_comm_agree(setup->comm, status);
}

/* ---- bench: one medium or, of an order above 1, one that varies by a fifth; waves everywhere, absorbing
 * boundaries */

static eg_status material_of_bench(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    static const double rock[EG_LINEAR_MATERIALS] = {4, 2, 1, 1}, fluid[] = {1, 1};
    const eg_waves_model *model = user;
    int n = model->kind->system->materials;
    double part = model->material_order > 1 ? 0.2 : 0;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < n; j++)
            values[i * n + j] =
                (n == 4 ? rock : fluid)[j] * (1 + part * sin(0.3 * x[i][0] + j) * cos(0.2 * x[i][1]));
    return EG_OK;
}

static eg_status state_of_bench(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    int n = ((const eg_waves *)user)->kind->system->variables;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < n; v++)
            values[i * n + v] = sin(0.05 * x[i][0] + v) * cos(0.04 * x[i][1]);
    return EG_OK;
}

eg_status eg_waves_build_bench(eg_model *base, const eg_setup *setup, const eg_bench_options *options)
{
    eg_waves_model *made = eg_waves_model_of(base);
    eg_waves_begin(base, setup);
    made->order = options->order > 0 ? options->order : 4;
    made->material_order = options->material_order;
    const eg_ader_options given = {.comm = setup->comm,
                                   .link = setup->link,
                                   .system = made->kind->system,
                                   .precision = setup->precision,
                                   .order = made->order,
                                   .material_order = made->material_order,
                                   .lanes = setup->lanes,
                                   .user = made,
                                   .material = material_of_bench,
                                   .initial = state_of_bench};
    EG_TRY(eg_ader_create(setup->device, setup->mesh, &given, &made->ader));
    made->stepper = eg_ader_stepper(made->ader);
    return EG_OK;
}

void eg_waves_end(eg_model *base)
{
    eg_waves_model *model = eg_waves_model_of(base);
    eg_ader_destroy(&model->ader);
    eg_waves_close(&model->waves);
    eg_transfer_close(&model->transfer);
    eg_text_free(&model->factor);
    eg_text_free(&model->inflow);
    eg_text_free(&model->body);
    eg_text_free(&model->wind);
    EG_FREE(&model->ader_source, &model->damping, &model->bounds, &model->exchange);
}
