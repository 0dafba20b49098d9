/* What is read from a run while it pauses, and what a step costs. */
#include "scheme/ader/internal.h"

#include <math.h>
#include <stdio.h>

const eg_layout *eg_ader_layout(const eg_ader *ader)
{
    return &ader->layout;
}

int64_t eg_ader_state_bytes(const eg_ader *ader)
{
    return eg_layout_bytes(&ader->layout, ader->values);
}

eg_status eg_ader_snapshot_begin(eg_ader *ader, void *memory, eg_event **event)
{
    int parity;
    EG_TRY(eg_time_parity(ader->time, &parity));
    *event = NULL;
    EG_TRY(eg_buffer_copy(ader->aside, 0, ader->q[parity], 0, eg_ader_state_bytes(ader)));
    return eg_buffer_read_begin(ader->aside, 0, memory, eg_ader_state_bytes(ader), event);
}

eg_status eg_ader_hash(const eg_ader *ader, const void *memory, uint64_t *hash)
{
    return eg_layout_hash(ader->context, &ader->layout, ader->values, memory, hash);
}

eg_status eg_ader_hash_chunks(const eg_ader *ader, const void *memory, uint64_t *chunks)
{
    return eg_layout_hash_chunks(ader->context, &ader->layout, ader->values, memory, chunks);
}

void eg_ader_evaluate(const eg_ader *ader, const void *memory, int64_t cell, int count,
                      const double (*points)[2], double *values)
{
    double basis[EG_MODES_MOST];
    int variables = ader->system->variables;
    const eg_layout *layout = &ader->layout;
    int64_t slot = eg_layout_slot(layout, cell);
    eg_cell_type type = (eg_cell_type)eg_layout_group(layout, cell);
    for (int i = 0; i < count; i++) {
        eg_modal_values(type, ader->order, points[i], basis);
        for (int v = 0; v < variables; v++) {
            double sum = 0;
            for (int k = 0; k < ader->modes; k++)
                sum += basis[k] * eg_layout_load(layout, memory,
                                                 eg_layout_state_index(layout, ader->values, slot,
                                                                       v * ader->modes + k));
            values[i * variables + v] = sum;
        }
    }
}

static bool is_finite(const eg_ader *ader, const void *memory, int64_t cell)
{
    int64_t slot = eg_layout_slot(&ader->layout, cell);
    for (int v = 0; v < ader->values; v++)
        if (!(fabs(eg_layout_load(&ader->layout, memory,
                                  eg_layout_state_index(&ader->layout, ader->values, slot, v))) <
              1e30))
            return false;
    return true;
}

eg_status eg_ader_divergence_site(eg_ader *ader, int64_t *cell)
{
    int parity;
    void *memory;
    EG_TRY(eg_time_parity(ader->time, &parity));
    int64_t bytes = eg_layout_bytes(&ader->layout, ader->values);
    EG_TRY(eg_alloc(ader->context, bytes, 1, &memory));
    /* a refused step has written its state to the other buffer */
    eg_status status = eg_buffer_read(ader->q[!parity], 0, memory, bytes);
    *cell = -1;
    for (int64_t c = 0; status == EG_OK && *cell < 0 && c < ader->mesh->base.own; c++)
        if (!is_finite(ader, memory, c))
            *cell = c;
    eg_free(ader->context, &memory);
    return status;
}

/* The cell with the least step. */
static int64_t slowest(const eg_ader *ader)
{
    int64_t found = 0;
    for (int64_t c = 1; c < ader->mesh->base.own; c++)
        if (eg_ader_cell_step(ader, c) < eg_ader_cell_step(ader, found))
            found = c;
    return found;
}

eg_status eg_ader_first_pass(eg_ader *ader)
{
    int64_t cell;
    char text[96];
    eg_status status = eg_time_first_pass(ader->time);
    if (status != EG_DIVERGED)
        return status;
    status = eg_ader_divergence_site(ader, &cell);
    EG_TRY(ader->comm ? eg_comm_agree(ader->comm, status) : status);
    bool infinite = cell >= 0;
    cell = infinite || ader->mesh->base.own == 0 ? eg_max_i64(cell, 0) : slowest(ader);
    double step = ader->mesh->base.own > 0 ? eg_ader_cell_step(ader, cell) : INFINITY;
    snprintf(text, sizeof text, "%sits stable step is %.3g s",
             infinite ? "a value is not finite or beyond 1e30; " : "", step);
    return eg_time_refuse(ader->time, &ader->mesh->base, cell, infinite ? INFINITY : -step, text);
}

int eg_ader_unknowns_per_cell(const eg_ader *ader)
{
    return ader->values;
}

int64_t eg_ader_device_bytes(const eg_ader *ader)
{
    return ader->device_bytes + eg_time_device_bytes(ader->time);
}

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
    double constants = (4 + system->materials) * size +
                       faces * ((3 + system->face_constants[ader->flux]) * size + 8);
    double state = 2 * ader->values * size;
    double medium = ader->variable ? eg_ader_variable_values(ader, type) * size : 0;
    return (needs){.predict = cells * (state + traces + constants + medium),
                   .correct = cells * (state + 2 * traces + constants)};
}

double eg_ader_bytes_per_step(const eg_ader *ader)
{
    double size = (double)eg_real_size(ader->layout.precision), bytes = 0;
    double maxima = ader->maximum_count > 0 ? ader->values + ader->maximum_count : 0;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        needs here = bytes_of(ader, type);
        bytes += here.predict + here.correct +
                 maxima * size * (double)ader->mesh->base.group[type].count;
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
    for (int d = 1; d < order; d++)
        volume += (d + 1) * (double)eg_modal_count(d);
    for (int m = 0; m < order; m++)
        edge += ader->modes - m * (m + 1) / 2;
    if (ader->variable) {
        needs medium;
        eg_ader_variable_flops(ader, type, &medium.predict, &medium.correct);
        return (needs){.predict = cells * medium.predict, .correct = cells * medium.correct};
    }
    double variables = 2 * ader->system->variables * cells;
    return (needs){.predict = variables * (2 * (derivative + volume) + edge * faces),
                   .correct = variables * edge * faces};
}

double eg_ader_flops_per_step(const eg_ader *ader)
{
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

double eg_ader_cell_step(const eg_ader *ader, int64_t cell)
{
    return ader->cfl / eg_ader_rate(ader, cell);
}

const double *eg_ader_material(const eg_ader *ader, int64_t cell)
{
    return &ader->material[cell * ader->system->materials];
}
