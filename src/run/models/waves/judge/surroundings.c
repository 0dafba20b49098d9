/* What stands around sources: the medium within their cells, receivers beside them. */
#include "run/models/waves/internal.h"

#include <string.h>

#include "run/judge/verdicts.h"

/* A medium varies by less within a cell, but where it jumps. */
static const double JUMP_LEAST = 0.2;

enum { CORNERS_MOST = 8 };

/* ---- a jump in a source's cell */

/* Points just within the corners of a held cell; returns how many. */
static int inner_points(const eg_mesh *mesh, int64_t cell, double (*x)[3])
{
    static const double within = 0.98;
    double corner[4][2], jacobian[3][3];
    int count = 1 << mesh->dimension;
    if (mesh->class == &eg_plane_class) {
        const double *centre = mesh->centroid[cell];
        count = eg_plane_cell_vertices(eg_plane_of(mesh), cell, corner);
        for (int k = 0; k < count; k++)
            for (int d = 0; d < 2; d++)
                x[k][d] = centre[d] + within * (corner[k][d] - centre[d]);
        return count;
    }
    for (int k = 0; k < count; k++) {
        const double reference[3] = {k & 1 ? within : -within, k & 2 ? within : -within,
                                     k & 4 ? within : -within};
        mesh->class->map(mesh, cell, reference, x[k], jacobian);
    }
    return count;
}

/* By how much the speed of the slowest waves varies within a held cell, as a part of the lowest. */
static eg_status find_variation(const eg_waves *waves, int64_t cell, double *variation)
{
    double x[CORNERS_MOST][3] = {{0}}, material[EG_LINEAR_MATERIALS], low = INFINITY, high = 0;
    int count = inner_points(waves->setup.cells, cell, x);
    for (int k = 0; k < count; k++) {
        EG_TRY(eg_waves_region_at(&waves->regions, cell, x[k], material));
        double speed = eg_waves_slowest(waves->kind, material);
        low = fmin(low, speed);
        high = fmax(high, speed);
    }
    *variation = low > 0 ? high / low - 1 : 0;
    return EG_OK;
}

/* And the size of that cell behind them. */
static eg_status find_variations(const eg_waves *waves, const eg_location *at, double *variation)
{
    double *size = variation + waves->sources.count;
    for (int i = 0; i < waves->sources.count; i++) {
        if (at[i].held < 0)
            continue;
        EG_TRY(find_variation(waves, at[i].held, &variation[i]));
        size[i] = eg_waves_size(waves->setup.cells, at[i].held);
    }
    return EG_OK;
}

static eg_status judge_jumps(const eg_waves *waves)
{
    const eg_setup *setup = &waves->setup;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH double *variation = NULL;
    EG_SCRATCH eg_location *at = NULL;
    char text[EG_POINT_ROOM];
    int count = waves->sources.count;
    eg_status status = EG_ALLOC(setup->context, EG_BLOCK(count, x), EG_BLOCK(count, at),
                                EG_BLOCK(2 * (int64_t)count, variation));
    for (int i = 0; status == EG_OK && i < count; i++)
        memcpy(x[i], waves->sources.source[i].place.x, sizeof x[i]);
    status = eg_mesh_locate(setup->cells, setup->comm, count, (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = find_variations(waves, at, variation);
    EG_TRY(eg_comm_agree(setup->comm, status));
    eg_comm_max(setup->comm, variation, 2 * count);
    for (int i = 0; i < count; i++) {
        const eg_waves_place *place = &waves->sources.source[i].place;
        if (variation[i] > JUMP_LEAST)
            EG_TRY(eg_verdict_say_at(
                setup->run, place->node, "source-jump", variation[i], JUMP_LEAST, setup->cells->dimension,
                place->x,
                "the speed of waves varies by %.3g %% within the cell of a source at %s: the "
                "medium that the source acts in is that of the cell, not that of its place, "
                "and what it sends depends on where cells end; let cells end where the medium "
                "jumps, make them smaller there, or move the source",
                100 * variation[i], eg_given_point(setup, place->x, text)));
    }
    return eg_waves_judge_beside(waves, variation + count);
}

eg_status eg_waves_judge_surroundings(const eg_waves *waves)
{
    if (waves->kind->keys < 2 || waves->kind->given || waves->sources.count == 0 || waves->shots.setup)
        return EG_OK;
    EG_TRY(judge_jumps(waves));
    EG_TRY(eg_waves_judge_forces(waves));
    return eg_waves_judge_arrivals(waves);
}
