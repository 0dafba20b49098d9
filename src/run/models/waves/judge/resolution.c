/* Cells against the waves of sources and boundaries: what a cell does to a wave that crosses it, and where
 * that is too much.
 *
 * With upwind fluxes a wave along x is one of advection. From the face where it enters a cell of the size h
 * to the one where it leaves, the scheme multiplies it by g(omega h / c) in place of exp(i omega h / c): g
 * follows from the equations of one cell (ways.c). Runs of plane waves along x and along the diagonal agree
 * (docs/theory/octree-dg.md). */
#include "base/parallel.h"
#include "run/models/waves/internal.h"

#include <stdio.h>
#include <string.h>

#include "run/judge/verdicts.h"

/* ---- cells that waves may reach while the run lasts */

typedef struct reach {
    int dimension;
    double low[3], high[3], farthest; /* around all origins, m */
} reach;

static eg_status find_reach(const eg_waves *waves, int count, const eg_waves_origin *origin, reach *found)
{
    const eg_mesh *mesh = waves->setup.cells;
    double speed[2], end = eg_case_real(waves->setup.loaded, "time.end", INFINITY);
    EG_TRY(eg_waves_find_speeds(waves, speed));
    *found =
        (reach){.dimension = mesh->dimension, .farthest = waves->shots.setup ? INFINITY : speed[0] * end};
    for (int d = 0; d < mesh->dimension; d++) {
        found->low[d] = INFINITY;
        found->high[d] = -INFINITY;
        for (int i = 0; i < count; i++) {
            found->low[d] = fmin(found->low[d], origin[i].boundary ? mesh->box_low[d] : origin[i].x[d]);
            found->high[d] = fmax(found->high[d], origin[i].boundary ? mesh->box_high[d] : origin[i].x[d]);
        }
    }
    return EG_OK;
}

static bool is_reached(const reach *of, const double *x, double size)
{
    double sum = 0;
    for (int d = 0; d < of->dimension; d++) {
        double beyond = fmax(fmax(of->low[d] - x[d], x[d] - of->high[d]), 0);
        sum += beyond * beyond;
    }
    return sqrt(sum) <= of->farthest + size;
}

/* ---- the worst of them */

static const char *whose(const eg_waves_origin *origin)
{
    return origin->boundary ? "what comes in" : "a source";
}

/* Cells with fewer a wavelength than the scheme needs: the coarsest, and all of them in wavelengths, squares
 * or cubes of them. */
typedef struct coarse_cells {
    double cells, x[3];
    char region[64];
    double wavelengths;
} coarse_cells;

/* The cells of the slowest wave of this frequency in each own cell that waves reach, INFINITY in others. */
typedef struct sizing {
    const eg_waves *waves;
    const reach *reached;
    double frequency;
    double *cells; /* [own] of a wavelength */
} sizing;

static eg_status size_cells(void *with, int part, int64_t from, int64_t to)
{
    const sizing *w = with;
    const eg_mesh *mesh = w->waves->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    (void)part;
    for (int64_t i = from; i < to; i++) {
        int64_t c = mesh->own_first + i;
        double size = eg_waves_size(mesh, c);
        w->cells[i] = INFINITY;
        if (!is_reached(w->reached, mesh->centroid[c], size))
            continue;
        EG_TRY(eg_waves_region_at(&w->waves->regions, c, mesh->centroid[c], material));
        double speed = eg_waves_slowest(w->waves->kind, material);
        if (speed > 0)
            w->cells[i] = speed / w->frequency / size;
    }
    return EG_OK;
}

static eg_status find_coarse(const eg_waves *waves, const reach *reached, double frequency, double needed,
                             coarse_cells *coarse)
{
    enum { LEAST = 1024 };
    const eg_mesh *mesh = waves->setup.cells;
    EG_SCRATCH double *cells = NULL;
    int64_t coarsest = -1;
    *coarse = (coarse_cells){.cells = INFINITY};
    EG_TRY(eg_alloc(mesh->context, mesh->own, sizeof *cells, &cells));
    sizing w = {.waves = waves, .reached = reached, .frequency = frequency, .cells = cells};
    EG_TRY(eg_in_parts(mesh->context, eg_parts(mesh->context, mesh->own, LEAST), mesh->own, size_cells, &w));
    for (int64_t i = 0; i < mesh->own; i++) {
        if (cells[i] < needed)
            coarse->wavelengths += pow(1 / cells[i], mesh->dimension);
        if (cells[i] < coarse->cells) {
            coarse->cells = cells[i];
            coarsest = mesh->own_first + i;
        }
    }
    if (coarsest < 0)
        return EG_OK;
    memcpy(coarse->x, mesh->centroid[coarsest], (size_t)mesh->dimension * sizeof *coarse->x);
    snprintf(coarse->region, sizeof coarse->region, "%s", mesh->regions.name[mesh->region[coarsest]]);
    return EG_OK;
}

static eg_status judge_cell_sizes(const eg_waves *waves, eg_waves_scheme nodal, int nodes,
                                  const reach *reached, const eg_waves_origin *origin)
{
    char order[64] = "", at[EG_POINT_ROOM];
    const char *word = nodal ? "degree" : "order";
    coarse_cells coarse;
    double needed = eg_waves_cells_needed(nodal, nodes, 1), frequency = origin->spectrum.high;
    EG_TRY(eg_comm_agree(waves->setup.comm, find_coarse(waves, reached, frequency, needed, &coarse)));
    double all = eg_comm_sum_chunks(waves->setup.comm, &coarse.wavelengths, 1);
    eg_verdict_worst(waves->setup.run, -coarse.cells, &coarse, sizeof coarse);
    if (!(coarse.cells < needed) || all < 1)
        return EG_OK;
    int better = eg_waves_nodes_needed(nodal, nodes, coarse.cells, 1);
    if (better > 0)
        snprintf(order, sizeof order, ", or numerics.%s: %d", word, better - (nodal > 0));
    return eg_verdict_say_at(waves->setup.run, origin->node, "resolution", coarse.cells, needed,
                             waves->setup.cells->dimension, coarse.x,
                             "95 %% of the energy of %s lies below %.3g Hz, and the slowest wave of that "
                             "frequency has %.3g cells a wavelength at %s, region '%s': with %s %d it is "
                             "wrong by more than a quarter after one wavelength, for which it needs %.3g; "
                             "make cells there smaller by %.2g%s",
                             whose(origin), frequency, coarse.cells,
                             eg_given_point(&waves->setup, coarse.x, at), coarse.region, word,
                             nodes - (nodal > 0), needed, needed / coarse.cells, order);
}

/* ---- receivers, and gauges, of which less is asked */

static eg_status judge_sampling(const eg_waves *waves, const char *key, double frequency, int percent,
                                const eg_waves_origin *origin)
{
    const eg_node *interval = eg_case_find(waves->setup.loaded, key);
    double held = interval ? 1 / (2 * eg_node_real(interval)) : INFINITY;
    if (held >= frequency)
        return EG_OK;
    return eg_verdict_say(
        waves->setup.run, interval, "sampling", held, frequency,
        "%s is %.6g s: samples hold frequencies up to %.6g Hz, and %d %% of the "
        "energy of %s lies below %.3g Hz; what is above the first appears as what is not there: "
        "take %.2g s or less",
        eg_node_name(interval), eg_node_real(interval), held, percent, whose(origin), frequency,
        1 / (2 * frequency));
}

static eg_status judge_origins(const eg_waves *waves, eg_waves_scheme nodal, int nodes, int count,
                               const eg_waves_origin *origin)
{
    const eg_waves_origin *fastest = NULL;
    reach reached;
    for (int i = 0; i < count; i++)
        if (origin[i].spectrum.high > (fastest ? fastest->spectrum.high : 0))
            fastest = &origin[i];
    EG_TRY(eg_waves_judge_quality(waves, count, origin));
    if (!fastest)
        return EG_OK;
    EG_TRY(judge_sampling(waves, "output.receivers.interval", fastest->spectrum.high, 95, fastest));
    if (eg_node_count(eg_case_find(waves->setup.loaded, "output.gauges")) > 0)
        EG_TRY(judge_sampling(waves, "output.record.every", fastest->spectrum.middle, 50, fastest));
    if (waves->kind->conserves)
        return EG_OK;
    EG_TRY(find_reach(waves, count, origin, &reached));
    EG_TRY(judge_cell_sizes(waves, nodal, nodes, &reached, fastest));
    return eg_case_find(waves->setup.loaded,
                        "mesh.forest.adapt") /* these are not the cells that waves pass */
               ? EG_OK
               : eg_waves_judge_ways(waves, nodal, nodes, count, origin);
}

eg_status eg_waves_judge_resolution(const eg_waves *waves, eg_waves_scheme nodal, int nodes)
{
    EG_SCRATCH eg_waves_origin *origin = NULL;
    int count = 0, most = waves->sources.count + waves->setup.cells->boundaries.count;
    eg_status status = eg_alloc(waves->setup.context, most, sizeof *origin, &origin);
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    EG_TRY(eg_waves_list_origins(waves, &count, origin));
    EG_TRY(judge_origins(waves, nodal, nodes, count, origin));
    bool alone =
        waves->kind->keys < 2 || waves->kind->given || waves->sources.count == 0 || waves->shots.setup;
    return alone ? EG_OK : eg_waves_judge_grazing(waves, origin);
}
