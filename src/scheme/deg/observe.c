/* What is read from a run while it pauses, and what a step costs. */
#include "scheme/deg/internal.h"

#include <math.h>
#include <stdio.h>

const eg_layout *eg_deg_layout(const eg_deg *deg)
{
    return &deg->layout;
}

int eg_deg_variables(const eg_deg *deg)
{
    return deg->variables;
}

int64_t eg_deg_state_bytes(const eg_deg *deg)
{
    return eg_layout_bytes(&deg->layout, deg->values);
}

eg_status eg_deg_snapshot_begin(eg_deg *deg, void *memory, eg_event **event)
{
    int parity;
    EG_TRY(eg_time_parity(deg->time, &parity));
    *event = NULL;
    EG_TRY(eg_buffer_copy(deg->aside, 0, deg->q[parity], 0, eg_deg_state_bytes(deg)));
    return eg_buffer_read_begin(deg->aside, 0, memory, eg_deg_state_bytes(deg), event);
}

eg_status eg_deg_hash_chunks(const eg_deg *deg, const void *memory, uint64_t *chunks)
{
    return eg_layout_hash_chunks(deg->context, &deg->layout, deg->values, memory, chunks);
}

void eg_deg_evaluate(const eg_deg *deg, const void *memory, int64_t cell, int count,
                     const double (*points)[2], double *values)
{
    const eg_layout *layout = &deg->layout;
    int nodes = deg->element.nodes;
    int64_t slot = eg_layout_slot(layout, cell);
    double basis[EG_TRIANGLE_NODES];
    for (int i = 0; i < count; i++) {
        eg_triangle_values(&deg->element, points[i], basis);
        for (int v = 0; v < deg->variables; v++) {
            double sum = 0;
            for (int k = 0; k < nodes; k++)
                sum += basis[k] * eg_layout_load(layout, memory,
                                                 eg_layout_state_index(layout, deg->values, slot,
                                                                       v * nodes + k));
            values[i * deg->variables + v] = sum;
        }
    }
}

/* ---- divergence */

/* A copy of a state, and of the air. */
typedef struct refused {
    void *state, *air;
} refused;

/* Whether the state is a gas at every node of a cell; if not, *site tells of the first that is none. */
static bool is_gas(const eg_deg *deg, const refused *r, int64_t cell, eg_deg_site *site)
{
    const eg_layout *layout = &deg->layout;
    int nodes = deg->element.nodes;
    int64_t slot = eg_layout_slot(layout, cell);
    for (int k = 0; k < nodes; k++) {
        double sum = 0, value[EG_DEG_VARIABLES], air[EG_DEG_AIR];
        for (int v = 0; v < deg->variables; v++) {
            int64_t at = eg_layout_state_index(layout, deg->values, slot, v * nodes + k);
            value[v] = eg_layout_load(layout, r->state, at);
            sum += fabs(value[v]);
        }
        for (int p = 0; p < EG_DEG_AIR; p++)
            air[p] = eg_layout_load(
                layout, r->air, eg_layout_index(layout, EG_DEG_AIR * nodes, slot, p * nodes + k));
        site->density = air[0] + value[0];
        site->heat = air[1] + value[3];
        if (!(site->density > 0 && site->heat > 0 && sum < 1e30))
            return false;
    }
    return true;
}

/* The first that is no gas by finite numbers, from which others take what is not finite; else the first that is none. */
static void find_site(const eg_deg *deg, const refused *r, eg_deg_site *site)
{
    for (int64_t c = 0; c < deg->mesh->base.own; c++) {
        eg_deg_site here = {.cell = c};
        if (is_gas(deg, r, c, &here))
            continue;
        bool finite = isfinite(here.density) && isfinite(here.heat);
        if (site->cell < 0 || finite)
            *site = here;
        if (finite)
            return;
    }
}

eg_status eg_deg_divergence_site(eg_deg *deg, eg_deg_site *site)
{
    int parity;
    refused r = {0};
    int64_t bytes = eg_deg_state_bytes(deg), air = eg_buffer_bytes(deg->air);
    eg_status status;
    *site = (eg_deg_site){.cell = -1};
    EG_TRY(eg_time_parity(deg->time, &parity));
    EG_TRY_GOTO(eg_alloc(deg->context, bytes, 1, &r.state));
    EG_TRY_GOTO(eg_alloc(deg->context, air, 1, &r.air));
    /* a refused step has written its state to the other buffer */
    EG_TRY_GOTO(eg_buffer_read(deg->q[!parity], 0, r.state, bytes));
    EG_TRY_GOTO(eg_buffer_read(deg->air, 0, r.air, air));
    find_site(deg, &r, site);
done:
    eg_free(deg->context, &r.state);
    eg_free(deg->context, &r.air);
    return status;
}

eg_status eg_deg_first_pass(eg_deg *deg)
{
    eg_deg_site site;
    char text[128];
    eg_status status = eg_time_first_pass(deg->time);
    if (status != EG_DIVERGED)
        return status;
    status = eg_deg_divergence_site(deg, &site);
    EG_TRY(deg->comm ? eg_comm_agree(deg->comm, status) : status);
    snprintf(text, sizeof text, "density %g kg/m3, density times potential temperature %g kg K/m3",
             site.density, site.heat);
    return eg_time_refuse(deg->time, &deg->mesh->base, eg_max_i64(site.cell, 0),
                          site.cell >= 0 ? INFINITY : 0, text);
}

/* ---- costs */

double eg_deg_cfl(const eg_deg *deg)
{
    return deg->cfl;
}

int eg_deg_unknowns_per_cell(const eg_deg *deg)
{
    return deg->values;
}

int64_t eg_deg_device_bytes(const eg_deg *deg)
{
    return deg->device_bytes + eg_time_device_bytes(deg->time);
}

/* Of a stage: the state of the stage before is read and the new one written; from the second stage on that of the step's
 * beginning is read too; the air at nodes and faces, constants. */
static double stage_bytes(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    double size = (double)eg_real_size(deg->layout.precision);
    double states = (2.0 + 2.0 / 3.0) * deg->values;
    return (double)deg->mesh->base.own *
           (size * (states + EG_DEG_AIR * (t->nodes + 3 * t->along) + 14) + 24);
}

/* Multiply-adds of the sums over nodes and points; a flux counts as 120, a pressure as 40. */
static double stage_flops(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    double inside = (double)t->points * t->nodes, faces = 3.0 * t->along;
    double sums = (3 * deg->variables + EG_DEG_AIR) * inside +
                  faces * deg->variables * (2 * t->degree + 4 + t->nodes);
    return (double)deg->mesh->base.own * (2 * sums + 70 * t->points + 200 * faces);
}

int eg_deg_stages(const eg_deg *deg)
{
    return deg->imex ? eg_deg_imex_stages(deg->imex) : 3;
}

int64_t eg_deg_iterations(const eg_deg *deg)
{
    return deg->imex ? eg_deg_imex_iterations(deg->imex) : 0;
}

double eg_deg_bytes_per_step(const eg_deg *deg)
{
    return eg_deg_stages(deg) * stage_bytes(deg);
}

double eg_deg_flops_per_step(const eg_deg *deg)
{
    return eg_deg_stages(deg) * stage_flops(deg);
}

void eg_deg_set_costs(const eg_deg *deg)
{
    eg_kernel_cost(deg->stage, deg->blocks, stage_bytes(deg), stage_flops(deg));
}
