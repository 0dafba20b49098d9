/* The air of another run, by position. A snapshot has outputs at the nodes of its cells; the state follows
 * from them there, and its polynomials are evaluated at the nodes of the new cells. On the same cells that is
 * the state to rounding. */
#include "run/models/atmosphere/internal.h"

#include <string.h>

static eg_status check_node(const eg_air_model *model, const double given[EG_AIR_GIVEN], const double x[3])
{
    const eg_transfer *transfer = &model->transfer;
    const eg_background_state air = eg_air_at(model, x[1]);
    if (air.theta + given[0] > 0 && air.pressure + given[3] > 0)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, transfer->node, EG_INPUT,
                        "%s: has theta_perturbation %.9g K and pressure_perturbation %.9g Pa at "
                        "(%.9g, %.9g), which is no air over this background: theta is %.9g K and "
                        "the pressure %.9g Pa there",
                        transfer->path, given[0], given[3], x[0], x[1], air.theta, air.pressure);
}

/* Fields of the snapshot: theta', the velocity, p' and the tracer, where there is one. */
static void read_node(const eg_air_model *model, int64_t node, double given[EG_AIR_GIVEN])
{
    const eg_transfer *transfer = &model->transfer;
    const double *velocity = &transfer->field[1][node * transfer->columns[1]];
    given[0] = transfer->field[0][node];
    given[1] = velocity[0];
    given[2] = velocity[1];
    given[3] = transfer->field[2][node];
    given[4] = model->tracer ? transfer->field[3][node] : 0;
}

/* In place of the fields, the variables of the solver. */
static eg_status find_air_variables(eg_air_model *model)
{
    eg_transfer *transfer = &model->transfer;
    int64_t nodes = transfer->mesh->nodes;
    int variables = model->tracer ? EG_DEG_VARIABLES : EG_DEG_VARIABLES - 1;
    EG_SCRATCH double *state = NULL;
    EG_TRY(eg_alloc(model->setup.context, nodes * variables, sizeof *state, &state));
    for (int64_t n = 0; n < nodes; n++) {
        double given[EG_AIR_GIVEN];
        read_node(model, n, given);
        EG_TRY(check_node(model, given, transfer->mesh->x[n]));
        EG_TRY(eg_air_check_given(model, given, transfer->mesh->x[n]));
        eg_air_state(model, transfer->mesh->x[n][1], given, &state[n * variables]);
    }
    for (int f = 0; f < transfer->fields; f++)
        eg_free(model->setup.context, &transfer->field[f]);
    transfer->columns[0] = variables;
    transfer->fields = 1;
    return eg_hand_over(&state, &transfer->field[0]);
}

static eg_status refuse_constants(const eg_transfer *transfer)
{
    if (transfer->snapshot->degree > 0)
        return EG_OK;
    return eg_case_fail(transfer->setup->loaded, transfer->node, EG_INPUT,
                        "%s: has values of cells, and no polynomials in them", transfer->path);
}

eg_status eg_air_open_transfer(eg_air_model *model)
{
    static const char *const fields[] = {"theta_perturbation", "velocity", "pressure_perturbation", "tracer",
                                         NULL};
    const char *wanted[EG_TRANSFER_FIELDS + 1];
    if (model->setup.restoring || !eg_case_find(model->setup.loaded, "initial.from"))
        return EG_OK;
    memcpy(wanted, fields, sizeof wanted);
    if (!model->tracer)
        wanted[3] = NULL;
    EG_TRY(eg_transfer_open(&model->setup, wanted, false, &model->transfer));
    EG_TRY(refuse_constants(&model->transfer));
    return find_air_variables(model);
}

/* A node on a face belongs to the cell, not to the neighbour: it is looked for a little inside. */
void eg_air_transfer_at(eg_air_model *model, int64_t cell, const double x[2], double *variables)
{
    static const double INSIDE = 1e-7;
    const double *middle = model->setup.cells->centroid[cell];
    double near[2];
    bool inside;
    for (int i = 0; i < 2; i++)
        near[i] = x[i] + INSIDE * (middle[i] - x[i]);
    eg_transfer_near(&model->transfer, near, x, variables, &inside);
    if (inside)
        return;
    eg_outside_add(&model->outside, x, 2);
    memset(variables, 0, (size_t)model->transfer.columns[0] * sizeof *variables);
}

eg_status eg_air_close_transfer(eg_air_model *model)
{
    eg_status status =
        model->transfer.setup ? eg_outside_refuse(&model->transfer, &model->outside, "points", 2) : EG_OK;
    eg_transfer_close(&model->transfer);
    model->transfer = (eg_transfer){0};
    return status;
}
