/* What stands around sources and receivers: the medium within a source's cell, absorbing sides that waves graze. */
#include "run/models/waves/internal.h"

#include <stdio.h>
#include <string.h>

#include "run/observe/verdicts.h"

/* A medium varies by less within a cell, but where it jumps. */
static const double JUMP_LEAST = 0.2;
/* Of the direct wave, what comes back from a boundary. */
static const double GRAZING_MOST = 0.25;

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

static eg_status tell_jump(const eg_waves *waves, int i, double variation)
{
    char at[EG_POINT_ROOM], text[500];
    const eg_waves_place *place = &waves->sources.source[i].place;
    snprintf(text, sizeof text,
             "the speed of waves varies by %.3g %% within the cell of a source at %s: the medium "
             "that the source acts in is that of the cell, not that of its place, and what it "
             "sends depends on where cells end; let cells end where the medium jumps, make them "
             "smaller there, or move the source",
             100 * variation, eg_given_point(&waves->setup, place->x, at));
    eg_verdict verdict = {.name = "source-jump",
                          .value = variation,
                          .bound = JUMP_LEAST,
                          .coordinates = waves->setup.cells->dimension,
                          .sentence = text};
    memcpy(verdict.place, place->x, sizeof verdict.place);
    return eg_verdict_add(waves->setup.run, place->node, &verdict);
}

static eg_status find_variations(const eg_waves *waves, const eg_location *at, double *variation)
{
    for (int i = 0; i < waves->sources.count; i++)
        if (at[i].held >= 0)
            EG_TRY(find_variation(waves, at[i].held, &variation[i]));
    return EG_OK;
}

static eg_status judge_jumps(const eg_waves *waves)
{
    const eg_setup *setup = &waves->setup;
    int count = waves->sources.count;
    double(*x)[3] = NULL, *variation = NULL;
    eg_location *at = NULL;
    eg_status status = eg_alloc(setup->context, count, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(setup->context, count, sizeof *at, &at);
    if (status == EG_OK)
        status = eg_alloc(setup->context, count, sizeof *variation, &variation);
    for (int i = 0; status == EG_OK && i < count; i++)
        memcpy(x[i], waves->sources.source[i].place.x, sizeof x[i]);
    status = eg_mesh_locate(setup->cells, setup->comm, count, (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = find_variations(waves, at, variation);
    status = eg_comm_agree(setup->comm, status);
    if (status == EG_OK)
        eg_comm_max(setup->comm, variation, count);
    for (int i = 0; status == EG_OK && i < count; i++)
        if (variation[i] > JUMP_LEAST)
            status = tell_jump(waves, i, variation[i]);
    eg_free(setup->context, &x);
    eg_free(setup->context, &at);
    eg_free(setup->context, &variation);
    return status;
}

/* ---- waves that graze a side: by way of the source's image behind it, in a medium that is the same everywhere */

/* What comes back of a wave at an angle: of the first-order condition; of a layer of ADER-DG, as measured for one 0.8
 * wavelengths wide, between whose angles it goes straight. */
static double reflected(bool layer, double angle)
{
    static const double at[][2] = {{0, 0}, {52, 0.05}, {69, 0.16}, {79, 0.43}, {83, 0.58}, {90, 1}};
    double c = cos(angle), degrees = angle * (180 / 3.14159265358979323846);
    int k = 1;
    if (!layer)
        return (1 - c) / (1 + c);
    while (k < 5 && degrees > at[k][0])
        k++;
    return at[k - 1][1] +
           (at[k][1] - at[k - 1][1]) * (degrees - at[k - 1][0]) / (at[k][0] - at[k - 1][0]);
}

typedef struct grazing {
    const eg_node *boundary;
    const eg_waves_place *source, *receiver;
    double part, angle; /* of the direct wave; of incidence */
} grazing;

typedef struct box_face {
    const eg_node *boundary;
    int axis, dimension;
    bool layer;
    double at, farthest; /* m: of waves that come back while the run lasts */
} box_face;

static grazing graze(const box_face *face, const eg_waves_place *source,
                     const eg_waves_place *receiver)
{
    double across =
               fabs(source->x[face->axis] - face->at) + fabs(receiver->x[face->axis] - face->at),
           along = 0, direct;
    for (int d = 0; d < face->dimension; d++)
        along += d == face->axis ? 0 : pow(source->x[d] - receiver->x[d], 2);
    direct = sqrt(along + pow(source->x[face->axis] - receiver->x[face->axis], 2));
    double way = sqrt(along + across * across), angle = atan2(sqrt(along), across);
    double spread = way > 0 ? pow(direct / way, 0.5 * (face->dimension - 1)) : 0;
    return (grazing){.boundary = face->boundary,
                     .source = source,
                     .receiver = receiver,
                     .part = way > face->farthest ? 0 : spread * reflected(face->layer, angle),
                     .angle = angle};
}

/* Of many sources and receivers some pairs, evenly among them. */
static void find_grazing(const eg_waves *waves, const box_face *face, grazing *worst)
{
    static const int64_t pairs = 1000000;
    int64_t receivers = waves->receivers.all.count, all = receivers * waves->sources.count;
    for (int64_t k = 0; k < all; k += 1 + all / pairs) {
        grazing found = graze(face, &waves->sources.source[k / receivers].place,
                              &waves->receivers.all.station[k % receivers].place);
        if (found.part > worst->part)
            *worst = found;
    }
}

static eg_status tell_grazing(const eg_waves *waves, const grazing *worst)
{
    char from[EG_POINT_ROOM], to[EG_POINT_ROOM], text[600];
    snprintf(text, sizeof text,
             "waves of the source at %s come to the receiver at %s by way of %s, which they meet "
             "at %.3g degrees: about %.2g of the direct wave comes back, in a medium that is the "
             "same everywhere; take a layer (%s), or a side that is farther away",
             eg_given_point(&waves->setup, worst->source->x, from),
             eg_given_point(&waves->setup, worst->receiver->x, to), eg_node_name(worst->boundary),
             worst->angle * (180 / 3.14159265358979323846), worst->part,
             waves->setup.mesh ? "'absorbing: WIDTH', or 'pml: WIDTH' on a forest" : "pml: WIDTH");
    eg_verdict verdict = {.name = "grazing",
                          .value = worst->part,
                          .bound = GRAZING_MOST,
                          .coordinates = waves->setup.cells->dimension,
                          .sentence = text};
    memcpy(verdict.place, worst->receiver->x, sizeof verdict.place);
    return eg_verdict_add(waves->setup.run, worst->boundary, &verdict);
}

static eg_status judge_grazing(const eg_waves *waves)
{
    const eg_case *loaded = waves->setup.loaded;
    const eg_mesh *mesh = waves->setup.cells;
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    grazing worst = {0};
    double fastest;
    EG_TRY(eg_waves_find_fastest(waves, &fastest));
    for (int s = 0; s < EG_WAVES_SIDES; s++) {
        const eg_node *boundary = eg_node_child(boundaries, eg_waves_side[s].name);
        const eg_node *layer = eg_node_child(boundary, "absorbing");
        int axis = eg_waves_side[s].axis < 0 ? mesh->dimension - 1 : eg_waves_side[s].axis;
        if (layer || eg_node_is(boundary, "absorbing"))
            find_grazing(
                waves,
                &(box_face){.boundary = boundary,
                            .axis = axis,
                            .dimension = mesh->dimension,
                            .layer = layer != NULL,
                            .at =
                                eg_waves_side[s].high ? mesh->box_high[axis] : mesh->box_low[axis],
                            .farthest = fastest * eg_case_real(loaded, "time.end", INFINITY)},
                &worst);
    }
    return worst.part > GRAZING_MOST ? tell_grazing(waves, &worst) : EG_OK;
}

eg_status eg_waves_judge_surroundings(const eg_waves *waves)
{
    const eg_case *loaded = waves->setup.loaded;
    if (waves->kind->keys < 2 || waves->sources.count == 0 || waves->shots.setup)
        return EG_OK;
    EG_TRY(judge_jumps(waves));
    bool box = eg_case_find(loaded, "mesh.box") && !eg_case_find(loaded, "mesh.box.map");
    return box ? judge_grazing(waves) : EG_OK;
}
