/* What balance.csv and the summary tell of the air. */
#include "run/models/atmosphere/internal.h"
#include "run/core/run.h"
#include "run/judge/between.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Means over cells of the air at rest, by quadrature, in chunks of the canonical order. */
static void add_air_at_rest(const void *with, int64_t cell, double *sums)
{
    const eg_air_model *model = with;
    double here[2] = {0, 0};
    double x[EG_QUADRATURE_POINTS][2], weight[EG_QUADRATURE_POINTS];
    int count = eg_plane_cell_quadrature(model->setup.mesh, cell, EG_QUADRATURE_DEGREE, x, weight);
    for (int i = 0; i < count; i++) {
        const eg_background_state air = eg_air_at(model, x[i][1]);
        here[0] += weight[i] * air.density;
        here[1] += weight[i] * air.density_theta;
    }
    sums[0] += here[0];
    sums[1] += here[1];
}

eg_status eg_air_measure_rest(eg_air_model *model)
{
    return eg_cell_sums_find(model->setup.cells, model->setup.comm, 2, add_air_at_rest, model,
                             model->balance.rest);
}

/* What there is of each more than at rest, and the change of all of it since time 0. */
static const char *const energy_names[EG_DEG_ENERGIES + 1] = {
    "kinetic_energy_J_per_m", "internal_energy_J_per_m", "potential_energy_J_per_m", "energy_change_J_per_m"};

static double change_of_energy(const eg_air_balance *b)
{
    return b->energy[0] + b->energy[1] + b->energy[2] - b->energy_first;
}

static void fill_energies(const eg_air_balance *b, double *values)
{
    for (int e = 0; e < EG_DEG_ENERGIES; e++)
        values[e] = b->energy[e];
    values[EG_DEG_ENERGIES] = change_of_energy(b);
}

void eg_air_balance_names(const eg_model *model, eg_text *names)
{
    eg_text_add(names, "mass_kg_per_m\nmass_error\ntheta_error\n");
    if (eg_air_const(model)->tracer)
        eg_text_add(names, "tracer_kg_per_m\ntracer_error\n");
    for (int e = 0; e < EG_DEG_ENERGIES + 1; e++)
        eg_text_add(names, "%s\n", energy_names[e]);
}

static double change_of_air(const eg_air_model *model, int variable, double whole)
{
    const eg_air_balance *b = &model->balance;
    double change = fabs(b->now[variable] - b->first[variable]);
    return !model->closed ? NAN : whole > 0 ? change / whole : 0;
}

eg_status eg_air_take_balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_air_model *model = eg_air_of(base);
    eg_air_balance *b = &model->balance;
    double found[EG_DEG_CONTENTS];
    int variables = EG_DEG_VARIABLES - !model->tracer;
    EG_TRY(eg_stepper_content(eg_deg_stepper(model->deg), model->setup.comm, found));
    memcpy(b->now, found, (size_t)variables * sizeof *found);
    memcpy(b->energy, &found[variables], sizeof b->energy);
    for (int v = 0; now->steps == 0 && v < variables; v++)
        b->first[v] = b->now[v];
    if (now->steps == 0)
        b->energy_first = b->energy[0] + b->energy[1] + b->energy[2];
    b->kinetic_most = fmax(b->kinetic_most, b->energy[0]);
    b->mass_error = change_of_air(model, 0, b->rest[0] + b->first[0]);
    b->heat_error = change_of_air(model, 3, b->rest[1] + b->first[3]);
    values[0] = b->rest[0] + b->now[0];
    values[1] = b->mass_error;
    values[2] = b->heat_error;
    if (model->tracer) {
        b->tracer_error = change_of_air(model, 4, fabs(b->first[4]));
        values[3] = b->now[4];
        values[4] = b->tracer_error;
    }
    fill_energies(b, &values[model->tracer ? 5 : 3]);
    return EG_OK;
}

/* Nothing heats closed air: what its energy gains is the scheme's. As a part of the kinetic energy; and what
 * rounding leaves, J for each kg K of the air. */
static const double MUCH_GROWTH = 0.1, ROUNDING = 1e-7;

/* What is given of the initial state has between nodes. */
static eg_status judge_unseen_air(const eg_air_model *model)
{
    for (int i = 0; i < EG_AIR_GIVEN && !model->setup.restoring; i++) {
        const eg_given given = {.node = model->given[i]};
        const eg_between between = {
            .run = model->setup.run, .given = &given, .everywhere = true, .degree = model->degree};
        if (given.node)
            EG_TRY(eg_between_judge(&between, given.node, eg_node_name(given.node), "nodes"));
    }
    return EG_OK;
}

eg_status eg_air_judge(eg_model *base, eg_judged when)
{
    const eg_air_model *model = eg_air_of(base);
    if (when == EG_JUDGED_SETUP)
        return judge_unseen_air(model);
    const eg_air_balance *b = &model->balance;
    double change = change_of_energy(b);
    if (!model->closed || !(change > MUCH_GROWTH * b->kinetic_most && change > ROUNDING * b->rest[1]))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "energy-growth", change / b->kinetic_most, MUCH_GROWTH,
                          "the energy of the closed domain grew by %.4g J/m, %.3g times the largest kinetic "
                          "energy, and nothing brings any in: smaller cells, a numerics.viscosity, or a "
                          "shorter time.cfl",
                          change, change / b->kinetic_most);
}

double eg_air_drift(const eg_model *model)
{
    return eg_air_const(model)->balance.mass_error;
}

double eg_air_limited_value(const eg_model *model, const char *key)
{
    const eg_air_balance *b = &eg_air_const(model)->balance;
    return key[1] == 'h' ? b->heat_error : b->tracer_error;
}

/* The air at rest is that of the first cells, which are others where a run goes on with cells that have
 * changed. Without it, it is that of the cells as they are, which differs in the last digits. */
eg_status eg_air_persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    eg_air_model *model = eg_air_of(base);
    eg_air_balance *b = &model->balance;
    (void)now;
    EG_TRY(persist->array(persist, "balance", b->first, sizeof b->first));
    EG_TRY(persist->array(persist, "energy", &b->energy_first, sizeof b->energy_first));
    EG_TRY(eg_persist_newer(persist, "kinetic-most", &b->kinetic_most, sizeof b->kinetic_most));
    EG_TRY(eg_persist_newer(persist, "rest", b->rest, sizeof b->rest));
    return eg_stepper_persist(eg_deg_stepper(model->deg), persist);
}

eg_status eg_air_summarise(const eg_model *base, eg_summary *summary)
{
    const eg_air_model *model = eg_air_const(base);
    const eg_air_balance *b = &model->balance;
    eg_context *context = model->setup.context;
    summary->iterations = eg_deg_iterations(model->deg);
    EG_TRY(eg_summary_add_balance(context, summary, "mass_error", b->mass_error));
    EG_TRY(eg_summary_add_balance(context, summary, "theta_error", b->heat_error));
    EG_TRY(eg_summary_add_balance(context, summary, "mass_kg_per_m", b->rest[0] + b->now[0]));
    if (model->tracer)
        EG_TRY(eg_summary_add_balance(context, summary, "tracer_error", b->tracer_error));
    double energies[EG_DEG_ENERGIES + 1];
    fill_energies(b, energies);
    for (int e = 0; e <= EG_DEG_ENERGIES; e++)
        EG_TRY(eg_summary_add_balance(context, summary, energy_names[e], energies[e]));
    return EG_OK;
}

/* theta is what the air carries; its perturbation is what people look at. Through an open boundary comes the
 * background, which has no tracer. */
static double rest_theta(const eg_model *base, const double *x)
{
    return eg_air_at(eg_air_const(base), x[1]).theta;
}

int eg_air_advected(const eg_model *base, eg_advected list[EG_ADVECTED])
{
    const eg_air_model *model = eg_air_const(base);
    list[0] = (eg_advected){.output = EG_AIR_THETA_PERTURBATION, .is_told = true};
    list[1] = (eg_advected){.output = EG_AIR_THETA,
                            .is_bounded = true,
                            .low = INFINITY,
                            .high = -INFINITY,
                            .initial = model->given[0],
                            .rest = rest_theta};
    list[2] = (eg_advected){.output = EG_AIR_TRACER,
                            .is_told = true,
                            .is_bounded = true,
                            .initial = model->given[4],
                            .low = model->closed ? INFINITY : 0,
                            .high = model->closed ? -INFINITY : 0};
    return model->tracer ? 3 : 2;
}

/* A viscosity with which nodes are a twentieth of what it damps in the time that air needs to pass them: u d
 * / 24, d their distance, u the speed of air that falls or rises by a height with the difference `span` of
 * theta. The density current of Straka and others (1993) has 75 m2/s for 36 m/s on 50 m. */
double eg_air_proposed_viscosity(const eg_air_model *model, double span, double height)
{
    const eg_plane *mesh = model->setup.mesh;
    const double gravity = eg_background_gravity(model->background);
    double area = -INFINITY;
    for (int64_t c = 0; c < mesh->base.own; c++)
        area = fmax(area, -mesh->area[c]);
    eg_comm_max(model->setup.comm, &area, 1);
    double theta = eg_air_at(model, model->low).theta;
    double distance = sqrt(-2 * area) / fmax(1, model->degree);
    return sqrt(gravity * height * span / theta) * distance / 24;
}

void eg_air_steady_remedy(const eg_model *base, double span, char *text, size_t room)
{
    const eg_air_model *model = eg_air_const(base);
    double viscosity = eg_air_proposed_viscosity(model, span, model->high - model->low);
    if (viscosity > 0)
        snprintf(text, room,
                 "smaller cells, or a numerics.viscosity of about %.1g m2/s for cells of this size, "
                 "damp what they do not resolve; numerics.limiter keeps it between bounds",
                 viscosity);
    else
        snprintf(text, room,
                 "smaller cells, or a numerics.viscosity, damp what they do not resolve; "
                 "numerics.limiter keeps it between bounds");
}
