/* What the solver is to a run, and what a step costs. */
#include "scheme/ader/internal.h"

eg_status eg_ader_fill_even(eg_ader *ader, int type)
{
    int n = ader->order;
    double **even = &ader->cells[type].even;
    EG_TRY(eg_owner_alloc(&ader->owned, (int64_t)n * n * ader->modes, sizeof **even, even));
    for (int i = 0; i < n * n && n > 1; i++)
        eg_modal_values((eg_cell_type)type, n, (const double[]){i % n / (n - 1.0), i / n / (n - 1.0)},
                        &(*even)[i * ader->modes]);
    return EG_OK;
}

static void evaluate(const eg_stepper *stepper, const eg_cell_values *from, const double *point,
                     double *values)
{
    const eg_ader *ader = eg_ader_of(stepper);
    int type = ader->mesh->type[from->cell],
        at = ader->order > 1 ? eg_even_point(ader->order - 1, point) : -1;
    double basis[EG_MODES_MOST];
    if (at < 0)
        eg_modal_values((eg_cell_type)type, ader->order, point, basis);
    eg_stepper_combine(stepper, from, ader->modes, at < 0 ? basis : &ader->cells[type].even[at * ader->modes],
                       values);
}

/* Of mode 0 alone. */
static double constant_of(const eg_stepper *stepper, int64_t cell)
{
    static const double anywhere[2] = {0.25, 0.25};
    double mode;
    eg_modal_values((eg_cell_type)eg_ader_of(stepper)->mesh->type[cell], 1, anywhere, &mode);
    return 1 / mode;
}

static double cell_step(const eg_stepper *stepper, int64_t cell)
{
    const eg_ader *ader = eg_ader_of(stepper);
    return ader->cfl / eg_ader_rate(ader, cell);
}

static eg_halo *halo_of(const eg_stepper *stepper, int stage)
{
    return stage == 0 ? eg_ader_of(stepper)->halo : NULL;
}

/* State, largest values so far and clock: traces, pulses and responses of sources are made anew in each
 * step. */
static eg_status persist_all(eg_stepper *stepper, const eg_persist *persist)
{
    EG_TRY(eg_stepper_persist_state(stepper, persist));
    EG_TRY(eg_ader_persist_maxima(eg_ader_of(stepper), persist));
    return eg_time_persist(stepper->time, persist);
}

/* ---- costs */

/* What the cells of a type need of the two kernels of a step. */
typedef struct needs {
    double predict, correct;
} needs;

/* The state is read, written with the volume term, read and written with the fluxes; a face's trace is
 * written once and read twice; constants are read by both kernels. */
static needs bytes_of(const eg_ader *ader, int type)
{
    double size = (double)eg_real_size(ader->layout.precision);
    double cells = (double)ader->mesh->base.group[type].count;
    const eg_linear *system = ader->system;
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    double traces = faces * ader->order * system->traces[ader->flux] * size;
    double constants =
        (4 + system->materials) * size + faces * ((3 + system->face_constants[ader->flux]) * size + 8);
    double state = 2 * ader->values * size;
    double wind = ader->moving ? 2 * eg_ader_wind_values(ader, type) * size : 0;
    double medium = wind > 0 ? wind : ader->variable ? eg_ader_variable_values(ader, type) * size : 0;
    return (needs){.predict = cells * (state + traces + constants + medium),
                   .correct = cells * (state + 2 * traces + constants)};
}

/* Values of a cell that both kernels of its bounds move at least: the mean, traces read and written, of a
 * face one mode or all, and the state. */
static double bounded_values(const eg_ader *ader, int type)
{
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    if (!ader->cells[type].bound_values)
        return 0;
    return ader->variables * (1 + 2.0 * faces * (ader->variable ? ader->order : 1) + ader->modes);
}

static double bytes_of_step(const eg_stepper *stepper)
{
    const eg_ader *ader = eg_ader_of(stepper);
    double size = (double)eg_real_size(ader->layout.precision), bytes = 0;
    double maxima = ader->maximum_count > 0 ? ader->values + ader->maximum_count : 0;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        needs here = bytes_of(ader, type);
        bytes += here.predict + here.correct +
                 (maxima + bounded_values(ader, type)) * size * (double)ader->mesh->base.group[type].count;
    }
    return bytes;
}

/* Multiply-adds of the sums over modes: derivatives of each degree, volume and traces; fluxes. */
static needs flops_of(const eg_ader *ader, int type)
{
    int order = ader->order;
    double derivative = 0, volume = 0, edge = 0;
    double cells = (double)ader->mesh->base.group[type].count;
    double faces = eg_cell_type_vertices((eg_cell_type)type);
    for (int r = 0; r < order - 1; r++)
        for (int d = 0; d < order - 1 - r; d++)
            derivative += (d + 1) * (double)(eg_modal_count(order - r) - eg_modal_count(d + 1));
    if (ader->implicit) /* of all modes, in each stage and of the mean */
        derivative = 0;
    for (int d = 0; ader->implicit && d < order - 1; d++)
        derivative += (ader->terms + 1) * (d + 1) * (double)(ader->modes - eg_modal_count(d + 1));
    for (int d = 1; d < order; d++)
        volume += (d + 1) * (double)eg_modal_count(d);
    for (int m = 0; m < order; m++)
        edge += ader->modes - m * (m + 1) / 2;
    if (ader->variable || ader->moving) {
        needs medium;
        if (ader->moving)
            eg_ader_wind_flops(ader, type, &medium.predict, &medium.correct);
        else
            eg_ader_variable_flops(ader, type, &medium.predict, &medium.correct);
        return (needs){.predict = cells * medium.predict, .correct = cells * medium.correct};
    }
    double variables = 2 * ader->system->variables * cells;
    return (needs){.predict = variables * (2 * (derivative + volume) + edge * faces),
                   .correct = variables * edge * faces};
}

static double flops_of_step(const eg_stepper *stepper)
{
    const eg_ader *ader = eg_ader_of(stepper);
    double flops = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        needs here = flops_of(ader, type);
        flops += here.predict + here.correct;
    }
    return flops;
}

void eg_ader_set_costs(const eg_ader *ader, int type)
{
    const eg_ader_cells *cells = &ader->cells[type];
    needs bytes = bytes_of(ader, type), flops = flops_of(ader, type);
    eg_kernel_cost(cells->predict, cells->blocks, bytes.predict, flops.predict);
    eg_kernel_cost(cells->correct, cells->blocks, bytes.correct, flops.correct);
}

const double *eg_ader_material(const eg_ader *ader, int64_t cell)
{
    return &ader->material[cell * ader->system->materials];
}

const eg_stepper_class eg_ader_class = {.step = eg_ader_step,
                                        .halo = halo_of,
                                        .persist = persist_all,
                                        .evaluate = evaluate,
                                        .content = eg_ader_queue_content,
                                        .cell_step = cell_step,
                                        .bytes = bytes_of_step,
                                        .flops = flops_of_step,
                                        .constant = constant_of};
