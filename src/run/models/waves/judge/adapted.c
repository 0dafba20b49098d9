/* What cells that change take of waves. They are chosen by what they hardly resolve, in units of the largest
 * energy so far: a wave that spreads falls below that, and cells become as coarse as may be. What is looked
 * at is the parts of the energy and of the modes of the highest degree, p, of each cell, each time that
 * cells are chosen: of a wave of the number k they have (2 p + 1) (k h / 2)^(2 p) / (2 p + 1)!!^2, which
 * tells k h, and k h what a cell takes of a wave that passes (initial.c). */
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

/* Of the energy that was there; what joining cells takes, about a fifth of what is lost, is not found. */
static const double LEFT_LEAST = 0.7;

typedef struct adapted_cells {
    const eg_waves *waves;
    const double *energy, *highest; /* [own] J/m^dimension */
    double seconds;                 /* since cells were chosen before */
} adapted_cells;

enum { ENERGY, LOST, SUMS };

/* The part of a cell's energy that it takes while waves pass so many cells of its size. */
static double taken(int p, double highest, double passed)
{
    double odd = 1;
    for (int i = 3; i <= 2 * p + 1; i += 2)
        odd *= i;
    double first = pow(sqrt(highest / (2 * p + 1)) * odd, 1. / p), x = first;
    for (int i = 0; i < 4; i++) /* with the next term of the mode's series */
        x = first * pow(1 - fmin(0.5, x * x / (2 * (2 * p + 3))), -1. / p);
    double left = (2 * p + 3) * pow(pow(x, p + 1) / (odd * (2 * p + 3)), 2);
    return -expm1(-4 * (2 * p + 3) * pow((2 * p + 1) / (double)p, 2) * left * passed);
}

static void add_cell(const void *with, int64_t c, double *sums)
{
    const adapted_cells *a = with;
    const eg_mesh *mesh = a->waves->setup.cells;
    double material[EG_LINEAR_MATERIALS], size = eg_waves_size(mesh, c);
    double energy = a->energy[c] * pow(size, mesh->dimension);
    if (!(energy > 0) || eg_waves_region_at(&a->waves->regions, c, mesh->centroid[c], material) != EG_OK)
        return;
    double passed = eg_waves_slowest(a->waves->kind, material) * a->seconds / size;
    sums[ENERGY] += energy;
    sums[LOST] += energy * taken(a->waves->stepper->degree, fmin(1, a->highest[c] / a->energy[c]), passed);
}

eg_status eg_waves_note_adapted(eg_waves *waves, const double *values)
{
    eg_waves_faded *faded = &waves->faded;
    double sums[SUMS], now = waves->setup.run->now.time;
    const adapted_cells cells = {waves, values, values + waves->setup.cells->own, now - faded->time};
    EG_TRY(eg_cell_sums_find(waves->setup.cells, waves->setup.comm, SUMS, add_cell, &cells, sums));
    faded->time = now;
    faded->lost += sums[LOST];
    faded->most = fmax(faded->most, sums[ENERGY] + faded->lost);
    return EG_OK;
}

/* A wave that comes so many cells of its size beyond the buffer is in cells that are two and more levels
 * coarser; measured, it is then wrong by a tenth where they do not carry it. */
static const double BEYOND = 4;

eg_status eg_waves_judge_seldom(const eg_waves *waves)
{
    const eg_mesh *mesh = waves->setup.cells;
    const eg_case *loaded = waves->setup.loaded;
    const eg_node *adapt = eg_case_find(loaded, "mesh.forest.adapt");
    double material[EG_LINEAR_MATERIALS], most[2] = {-INFINITY, 0};
    eg_status status = EG_OK;
    if (!adapt)
        return EG_OK;
    for (int64_t c = mesh->own_first; status == EG_OK && c < eg_mesh_own_end(mesh); c++) {
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        double speed = status == EG_OK ? waves->kind->system->speed(waves->kind->system, material) : 0;
        most[0] = fmax(most[0], -eg_model_cell_step(&waves->base, c - mesh->own_first));
        most[1] = fmax(most[1], speed / eg_waves_size(mesh, c));
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, most, 2);
    double every = eg_node_real(eg_node_child(adapt, "every")),
           buffer = eg_node_real(eg_node_child(adapt, "buffer"));
    double step = eg_case_real(loaded, "time.dt", -most[0]);
    double passed = most[1] * fmin(every * step, eg_case_real(loaded, "time.end", INFINITY));
    double lowest = eg_node_real(eg_node_child(adapt, "lowest"));
    if (!(passed > buffer + BEYOND) || eg_node_real(eg_node_child(adapt, "highest")) < lowest + 2)
        return EG_OK;
    return eg_verdict_say(
        waves->setup.run, eg_node_child(adapt, "every"), "resolution", passed, buffer + BEYOND,
        "cells are chosen each %.0f steps, in which waves cross %.3g of the smallest cells; "
        "a buffer of %.0f carries them a few beyond it, and then they are in coarse cells: "
        "take an every of %.0f or less, or a larger buffer",
        every, passed, buffer, fmax(1, floor((buffer + BEYOND) * every / passed)));
}

eg_status eg_waves_judge_adapted(const eg_waves *waves)
{
    const eg_waves_faded *faded = &waves->faded;
    double left = faded->most > 0 ? 1 - faded->lost / faded->most : 1;
    if (!(left < LEFT_LEAST))
        return EG_OK;
    return eg_verdict_say(waves->setup.run, eg_case_find(waves->setup.loaded, "mesh.forest.adapt"), "fading",
                          left, LEFT_LEAST,
                          "cells that change took about %.2g of the energy of waves, which they do not "
                          "resolve: take a smaller mesh.forest.adapt.refine and coarsen, since waves that "
                          "spread fall below them, a larger highest, or a higher numerics.degree",
                          1 - left);
}
