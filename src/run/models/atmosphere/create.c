/* From a case, or from a bench, to a solver. */
#include "run/judge/verdicts.h"
#include "run/models/atmosphere/internal.h"
#include "run/restart/restart.h"

#include <math.h>

static eg_air_model *begin_air(eg_model *model, const eg_setup *setup)
{
    eg_air_model *air = eg_air_of(model);
    air->setup = *setup;
    air->low = setup->mesh->base.box_low[1];
    air->high = setup->mesh->base.box_high[1];
    return air;
}

static eg_status read_air_boundaries(eg_air_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    EG_TRY(eg_alloc(model->setup.context, mesh->boundaries.count, sizeof *model->boundaries,
                    &model->boundaries));
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *node = eg_node_child(boundaries, mesh->boundaries.name[b]);
        model->boundaries[b] = eg_node_child(node, "periodic") ? EG_DEG_INSIDE
                               : eg_node_is(node, "open")      ? EG_DEG_OPEN
                                                               : EG_DEG_WALL;
        model->open = model->open || model->boundaries[b] == EG_DEG_OPEN;
    }
    model->closed = !model->open;
    return EG_OK;
}

static const char *const limits[] = {"limits.mass_error", "limits.theta_error", "limits.tracer_error"};

static eg_status check_adapt_variable(const eg_air_model *model)
{
    const eg_node *variable = eg_case_find(model->setup.loaded, "mesh.adapt.variable");
    if (!eg_node_is(variable, "tracer") || model->tracer)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, variable, EG_CASE,
                        "mesh.adapt.variable: tracer needs initial.tracer");
}

static eg_status check_air_limits(const eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    for (int i = 0; i < 3; i++) {
        const eg_node *limit = eg_case_find(loaded, limits[i]);
        if (limit && !model->closed)
            return eg_case_fail(loaded, limit, EG_CASE,
                                "%s needs a closed domain, walls or periodic boundaries and no "
                                "sponge: the balance does not include other boundaries",
                                limits[i]);
        if (limit && i == 2 && !model->tracer)
            return eg_case_fail(loaded, limit, EG_CASE, "%s needs initial.tracer", limits[i]);
    }
    return EG_OK;
}

static void read_initial_air(eg_air_model *model)
{
    const eg_node *initial = eg_case_find(model->setup.loaded, "initial");
    const eg_node *velocity = eg_node_child(initial, "velocity");
    const eg_node *tracer = eg_node_child(initial, "tracer");
    model->given[0] = eg_node_child(initial, "theta_perturbation");
    model->wind = eg_case_real(model->setup.loaded, "atmosphere.wind", 0);
    model->given[1] = !velocity || eg_node_is_default(velocity) ? NULL : eg_node_item(velocity, 0);
    model->given[2] = velocity ? eg_node_item(velocity, 1) : NULL;
    model->given[3] = eg_node_child(initial, "pressure_perturbation");
    model->given[4] = tracer;
    model->tracer = eg_air_has_tracer(model->setup.loaded);
}

static eg_status check_integrator(eg_case *loaded)
{
    const eg_node *flux = eg_case_find(loaded, "numerics.flux");
    const eg_node *viscosity = eg_case_find(loaded, "numerics.viscosity");
    bool arcs = eg_node_is(flux, "evolution-constant") || eg_node_is(flux, "evolution-bilinear");
    if (arcs && eg_node_integer(eg_case_find(loaded, "numerics.degree")) > 2)
        return eg_case_fail(loaded, flux, EG_CASE,
                            "steps of this flux are of second order and take numerics.degree: 1 "
                            "or 2; numerics.flux: evolution takes all degrees");
    if (arcs && eg_node_real(viscosity) > 0)
        return eg_case_fail(loaded, viscosity, EG_CASE,
                            "numerics.viscosity needs a flux whose steps have three stages: "
                            "numerics.flux: evolution");
    if (!eg_node_is(eg_case_find(loaded, "numerics.integrator"), "semi-implicit") || eg_node_is(flux, "hllc"))
        return EG_OK;
    return eg_case_fail(loaded, flux, EG_CASE,
                        "numerics.integrator: semi-implicit needs numerics.flux: hllc: its "
                        "implicit part contains the sound terms of that flux alone");
}

void eg_air_describe_mesh_use(const eg_case *loaded, eg_mesh_use *use)
{
    use->vertices = !loaded || eg_air_flux(loaded) <= EG_DEG_EVOLUTION_BILINEAR;
}

/* What a rank does for itself. */
static eg_status read_air_case(eg_air_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    model->degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    read_initial_air(model);
    EG_TRY(read_air_boundaries(model));
    eg_air_open_limiter(model);
    EG_TRY(eg_air_open_sponge(model));
    EG_TRY(check_air_limits(model));
    EG_TRY(check_adapt_variable(model));
    EG_TRY(check_integrator(model->setup.loaded));
    EG_TRY(eg_air_check_limiter(model));
    EG_TRY(eg_air_open_background(model));
    return eg_air_open_transfer(model);
}

/* A solve that goes on for seconds hears what the run is asked. */
static bool is_stop_asked(void *user)
{
    eg_run *run = ((const eg_air_model *)user)->setup.run;
    eg_checkpointing_interrupts(run);
    return run->checkpointing.stop;
}

static eg_deg_options options_of_air(eg_air_model *model)
{
    const eg_setup *setup = &model->setup;
    return (eg_deg_options){.comm = setup->comm,
                            .link = setup->link,
                            .precision = setup->precision,
                            .degree = model->degree,
                            .lanes = setup->lanes,
                            .tracer = model->tracer,
                            .gamma = model->exponent,
                            .gravity = eg_background_gravity(model->background),
                            .wind = model->wind,
                            .bounds = model->bounds,
                            .user = model,
                            .stops = setup->run ? is_stop_asked : NULL,
                            .sponge = eg_air_has_sponge(model) ? eg_air_damping_at : NULL,
                            .air = eg_air_rest_at,
                            .initial = eg_air_initial_at,
                            .boundaries = model->boundaries};
}

/* Steps that take sound implicitly have two limits: of sound, and of the flow. */
static void read_integrator(const eg_case *loaded, eg_deg_options *options)
{
    if (!eg_node_is(eg_case_find(loaded, "numerics.integrator"), "semi-implicit"))
        return;
    options->integrator = EG_DEG_ARK3;
    options->flow_cfl = options->cfl;
    options->cfl = eg_case_real(loaded, "time.acoustic_cfl", 0);
    options->tolerance = eg_case_real(loaded, "numerics.tolerance", 0);
}

/* Long steps damp and slow gravity waves: those of a small bubble in isothermal air have after 10 min at 9
 * times the explicit step errors of up to 18 % in w and 26 % in p', at 4 times 2 and 4 %. Isentropic air has
 * none. */
static eg_status judge_long_steps(const eg_air_model *model)
{
    static const double WAVES = 4;
    eg_case *loaded = model->setup.loaded;
    const eg_node *integrator = eg_case_find(loaded, "numerics.integrator");
    double cfl = eg_case_real(loaded, "time.acoustic_cfl", 0);
    if (!eg_node_is(integrator, "semi-implicit") || cfl <= WAVES ||
        eg_node_is(eg_case_find(loaded, "atmosphere.background"), "isentropic"))
        return EG_OK;
    return eg_verdict_say(model->setup.run, integrator, "long-steps", cfl, WAVES,
                          "steps of time.acoustic_cfl %g times the explicit one change gravity waves: at 9 "
                          "their w by up to 18 %% and p' by up to 26 %%, at 4 by 2 and 4 %% (air at rest, "
                          "after 10 min); where they matter choose time.acoustic_cfl 4 or less, or explicit "
                          "steps",
                          cfl);
}

/* Circles leave patterns of pressure in air that hardly moves, which gravity lets grow (theory page, "The
 * flux"). */
static eg_status judge_circles(const eg_air_model *model)
{
    static const double RATE = 0.75, GROWTH = 1e3, WIND = 0.01; /* of g / c; of c */
    const eg_case *loaded = model->setup.loaded;
    const eg_background_state low = eg_air_at(model, model->low);
    eg_deg_flux flux = eg_air_flux(loaded);
    double sound = sqrt(eg_gas_exponent(eg_background_gas(model->background)) * low.pressure / low.density);
    double rate = RATE * eg_background_gravity(model->background) / sound;
    double tens = rate * eg_case_real(loaded, "time.end", 0) / log(10);
    if (flux < EG_DEG_EVOLUTION_CONSTANT || flux > EG_DEG_EVOLUTION_BILINEAR ||
        fabs(model->wind) > WIND * sound || tens <= log10(GROWTH))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(loaded, "numerics.flux"), "energy-growth", tens, log10(GROWTH),
        "in air that hardly moves this flux lets patterns of pressure from cell to cell grow, "
        "tenfold in %.3g s and by 10^%.3g until the end; numerics.flux: evolution does not",
        log(10) / rate, tens);
}

static eg_deg_options case_options(eg_air_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    eg_deg_options options = options_of_air(model);
    options.viscosity = eg_case_real(loaded, "numerics.viscosity", 0);
    options.cfl = eg_case_real(loaded, "time.cfl", 0);
    options.dt = eg_case_real(loaded, "time.dt", 0);
    options.dt_least = 1e-12 * eg_case_real(loaded, "time.end", 0);
    options.flux = eg_air_flux(loaded);
    read_integrator(loaded, &options);
    return options;
}

static eg_status judge_air_case(const eg_air_model *model)
{
    EG_JUDGING(model->setup.run);
    EG_TRY(judge_long_steps(model));
    EG_TRY(judge_circles(model));
    EG_TRY(eg_air_judge_viscosity(model));
    return eg_air_check_plausible(model);
}

eg_status eg_air_build(eg_model *base, const eg_setup *setup)
{
    eg_air_model *model = begin_air(base, setup);
    EG_TRY(eg_comm_agree(setup->comm, read_air_case(model)));
    EG_TRY(eg_air_measure_rest(model));
    EG_TRY(judge_air_case(model));
    const eg_deg_options options = case_options(model);
    EG_TRY(eg_deg_create(setup->device, setup->mesh, &options, &model->deg));
    return eg_comm_agree(setup->comm, eg_air_close_transfer(model));
}

/* The air at rest that the balance counts with stays that of the first cells. */
eg_status eg_air_adapt(eg_model *base, eg_mesh *next, const struct eg_cell_transfer *transfer)
{
    eg_air_model *model = eg_air_of(base);
    model->setup.cells = next;
    model->setup.mesh = eg_plane_of(next);
    const eg_deg_options options = case_options(model);
    return eg_deg_adapt(&model->deg, model->setup.mesh, transfer, &options);
}

static eg_deg_rest rest_of(const eg_air_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_background_options *o = eg_background_describe(model->background);
    eg_deg_rest rest = {.kind = (int)o->kind,
                        .gas_constant = o->gas.gas_constant,
                        .heat_capacity = o->gas.heat_capacity,
                        .reference_pressure = o->gas.reference_pressure,
                        .gravity = o->gravity,
                        .theta = o->theta,
                        .frequency = o->frequency,
                        .temperature = o->temperature,
                        .low = model->low,
                        .high = model->high,
                        .left = mesh->box_low[0],
                        .right = mesh->box_high[0],
                        .rate = model->sponge.rate};
    rest.rows = eg_background_rows(model->background, rest.column);
    for (int side = 0; side < EG_AIR_SIDES; side++)
        rest.layer[side] = model->sponge.thickness[side];
    return rest;
}

bool eg_air_adapts_there(const eg_model *base)
{
    return eg_deg_adapts_there(eg_air_const(base)->deg);
}

eg_status eg_air_adapt_there(eg_model *base, eg_mesh *next, const struct eg_bisect *leaves,
                             const struct eg_bisected *roots)
{
    eg_air_model *model = eg_air_of(base);
    model->setup.cells = next;
    model->setup.mesh = eg_plane_of(next);
    const eg_deg_rest rest = rest_of(model);
    eg_deg_options options = case_options(model);
    options.rest = &rest;
    return eg_deg_adapt_there(&model->deg, model->setup.mesh, leaves, roots, &options);
}

/* ---- bench: bubbles everywhere, between walls */

static eg_status bench_bubbles(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_air_model *model = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        const double given[EG_AIR_GIVEN] = {0.5 * sin(0.05 * x[i][0]) * cos(0.04 * x[i][1]), 1, 0, 0, 0};
        eg_air_state(model, x[i][1], given, &values[i * (EG_DEG_VARIABLES - 1)]);
    }
    return EG_OK;
}

eg_status eg_air_build_bench(eg_model *model, const eg_setup *setup, const eg_bench_options *options)
{
    eg_air_model *air = begin_air(model, setup);
    air->degree = options->degree > 0 ? options->degree : 2;
    EG_TRY(eg_air_default_background(air));
    eg_deg_options deg = options_of_air(air);
    deg.initial = bench_bubbles;
    return eg_deg_create(setup->device, setup->mesh, &deg, &air->deg);
}

void eg_air_end(eg_model *base)
{
    eg_air_model *model = eg_air_of(base);
    eg_deg_destroy(&model->deg);
    eg_transfer_close(&model->transfer);
    eg_background_destroy(&model->background);
    EG_FREE(&model->boundaries);
}
