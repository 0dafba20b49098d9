/* What the solver is to a run, and what a step costs. */
#include "scheme/deg/internal.h"

#include <math.h>
#include <stdio.h>

static void evaluate(const eg_stepper *stepper, const eg_cell_values *from, const double *point,
                     double *values)
{
    const eg_deg *deg = eg_deg_of(stepper);
    double basis[EG_TRIANGLE_NODES];
    eg_triangle_values(&deg->element, point, basis);
    eg_stepper_combine(stepper, from, deg->element.nodes, basis, values);
}

static eg_status persist_all(eg_stepper *stepper, const eg_persist *persist)
{
    const eg_deg *deg = eg_deg_of(stepper);
    int current;
    EG_TRY(eg_stepper_persist_state(stepper, persist));
    EG_TRY(eg_stepper_current(stepper, &current));
    if (persist->restoring && deg->comm)
        EG_TRY(eg_halo_fill_cells(deg->comm, &deg->mesh->base, &deg->layout, deg->values, deg->q[current]));
    if (deg->imex)
        EG_TRY(eg_deg_persist_imex(deg->imex, persist));
    return eg_time_persist(deg->time, persist);
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
            air[p] = eg_layout_load(layout, r->air,
                                    eg_layout_index(layout, EG_DEG_AIR * nodes, slot, p * nodes + k));
        site->density = air[0] + value[0];
        site->heat = air[1] + value[3];
        if (!(site->density > 0 && site->heat > 0 && sum < 1e30))
            return false;
    }
    return true;
}

/* The first that is no gas by finite numbers, from which others take what is not finite; else the first that
 * is none. */
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
    refused r = {0};
    int64_t bytes = eg_stepper_state_bytes(&deg->base), air = eg_buffer_bytes(deg->air);
    EG_SCOPE(scope, deg->context);
    *site = (eg_deg_site){.cell = -1};
    EG_TRY(EG_SCOPE_ALLOC(&scope, {bytes, 1, &r.state}, {air, 1, &r.air}));
    EG_TRY(eg_stepper_read_refused(&deg->base, r.state));
    EG_TRY(eg_buffer_read(deg->air, 0, r.air, air));
    find_site(deg, &r, site);
    return EG_OK;
}

eg_status eg_deg_first_pass(eg_deg *deg)
{
    eg_deg_site site;
    char text[128];
    eg_status status = eg_time_first_pass(deg->time);
    if (status != EG_DIVERGED)
        return status;
    EG_TRY(eg_stepper_agree(&deg->base, eg_deg_divergence_site(deg, &site)));
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

/* Of a stage: the state of the stage before is read and the new one written; from the second stage on that of
 * the step's beginning is read too; the air at nodes and faces, constants. */
static double stage_bytes(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    double size = (double)eg_real_size(deg->layout.precision);
    double states = (2.0 + 2.0 / 3.0) * deg->values;
    return (double)deg->mesh->base.own * (size * (states + EG_DEG_AIR * (t->nodes + 3 * t->along) + 14) + 24);
}

/* Multiply-adds of the sums over nodes and points; a flux counts as 120, a pressure as 40. */
static double stage_flops(const eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    double inside = (double)t->points * t->nodes, faces = 3.0 * t->along;
    double sums =
        (3 * deg->variables + EG_DEG_AIR) * inside + faces * deg->variables * (2 * t->degree + 4 + t->nodes);
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

static double bytes_of_step(const eg_stepper *stepper)
{
    const eg_deg *deg = eg_deg_of(stepper);
    return eg_deg_stages(deg) * stage_bytes(deg);
}

static double flops_of_step(const eg_stepper *stepper)
{
    const eg_deg *deg = eg_deg_of(stepper);
    return eg_deg_stages(deg) * stage_flops(deg);
}

void eg_deg_set_costs(const eg_deg *deg)
{
    eg_kernel_cost(deg->stage, deg->blocks, stage_bytes(deg), stage_flops(deg));
}

static bool stage_waits_here(const eg_stepper *stepper)
{
    return eg_deg_of(stepper)->imex != NULL;
}

const eg_stepper_class eg_deg_class = {.step = eg_deg_step,
                                       .waits = stage_waits_here,
                                       .halo = eg_deg_halo,
                                       .persist = persist_all,
                                       .evaluate = evaluate,
                                       .content = eg_deg_queue_content,
                                       .bytes = bytes_of_step,
                                       .flops = flops_of_step};
