/* Waves that cannot be meant, or may not: sources against the cells, points in layers, layers against the cells. */
#include "run/models/waves/internal.h"

#include <string.h>

/* Nodes in a wavelength of a source's main frequency: two are needed for a wave to be seen at all. */
static const double NODES_LEAST = 2;
/* A source has frequencies up to about so many times its main one. */
static const double FREQUENCIES = 2;
/* A wave crosses a mesh of kilometres in less, s; and rock or water is heavier, kg/m3, than their g/cm3. */
static const double CROSSING_MOST = 100, DENSITY_LEAST = 20;

static const struct {
    const char *name;
    int axis;
    bool high;
} sides[] = {{"left", 0, false}, {"right", 0, true},  {"bottom", -1, false},
             {"top", -1, true},  {"front", 1, false}, {"back", 1, true}};

/* ---- cells */

/* The side of a cube of the cell's size, m. */
static double size_of(const eg_mesh *mesh, int64_t cell)
{
    static const double centre[3] = {0, 0, 0};
    double x[3], j[3][3] = {{0}};
    if (mesh->class == &eg_plane_class)
        return sqrt(eg_plane_of(mesh)->area[cell]);
    mesh->class->map(mesh, cell, centre, x, j);
    if (mesh->dimension == 2)
        return 2 * sqrt(fabs(j[0][0] * j[1][1] - j[0][1] * j[1][0]));
    return 2 * cbrt(fabs(j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
                         j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
                         j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0])));
}

/* The slowest wave of a medium, m/s. */
static double slowest(const eg_waves_kind *kind, const double *material)
{
    return kind->keys == 3 && material[2] > 0 ? sqrt(material[2] * material[3])
                                              : kind->system->speed(material);
}

/* The longest time that the slowest wave needs through a cell, s, of all ranks. */
static eg_status find_crossing(const eg_waves *waves, double *longest)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    eg_status status = EG_OK;
    *longest = 0;
    for (int64_t c = mesh->own_first; status == EG_OK && c < mesh->own_first + mesh->own; c++) {
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        double speed = status == EG_OK ? slowest(waves->kind, material) : 0;
        *longest = speed > 0 ? fmax(*longest, size_of(mesh, c) / speed) : *longest;
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, longest, 1);
    return EG_OK;
}

/* ---- sources */

/* 0: none that is known. */
static double frequency_of(const eg_source_time *function)
{
    const double pi = 3.14159265358979323846;
    switch (function->kind) {
    case EG_SOURCE_RICKER:
        return function->frequency;
    case EG_SOURCE_GAUSSIAN:
        return 1 / (2 * pi * function->sigma);
    case EG_SOURCE_BRUNE_RATE:
    case EG_SOURCE_BRUNE_MOMENT:
        return 1 / (2 * pi * function->rise);
    case EG_SOURCE_HEAVISIDE:
    case EG_SOURCE_HEAVISIDE_RATE:
        return 1 / function->rise;
    case EG_SOURCE_TABLE:
        return 0;
    }
    return 0;
}

/* The highest main frequency of all sources, Hz, and the key of its source. */
static double highest_of(const eg_waves *waves, const eg_node **node)
{
    const eg_waves_sources *sources = &waves->sources;
    double highest = 0;
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *source = &sources->source[i];
        double f = source->function < sources->functions
                       ? frequency_of(&sources->function[source->function])
                       : 0;
        if (f > highest) {
            highest = f;
            *node = source->time ? source->time : source->place.node;
        }
    }
    return highest;
}

static eg_status check_frequency(const eg_waves *waves, int nodes)
{
    const eg_node *node = NULL,
                  *interval = eg_case_find(waves->setup.loaded, "output.receivers.interval");
    double f = highest_of(waves, &node), longest;
    if (!node)
        return EG_OK;
    EG_TRY(find_crossing(waves, &longest));
    if (longest > 0 && nodes / (f * longest) < NODES_LEAST)
        eg_case_warn(
            waves->setup.loaded, node,
            "the main frequency of %.6g Hz has %.3g nodes a wavelength in the largest "
            "cells, and waves need %g or more, good ones 5 to 8; make cells smaller by %.3g, or "
            "lower the frequency",
            f, nodes / (f * longest), NODES_LEAST, 5 * f * longest / nodes);
    if (interval && 1 / (2 * eg_node_real(interval)) < FREQUENCIES * f)
        eg_case_warn(waves->setup.loaded, interval,
                     "%s is %.6g s: samples hold frequencies up to %.6g Hz, and a source has its "
                     "main one at %.6g Hz; take %.3g s or less",
                     eg_node_name(interval), eg_node_real(interval),
                     1 / (2 * eg_node_real(interval)), f, 1 / (2 * FREQUENCIES * f));
    return EG_OK;
}

/* ---- layers at sides of a box */

/* The distance of a point from side s, m. */
static double depth_in(const eg_mesh *mesh, int s, const double *x)
{
    int axis = sides[s].axis < 0 ? mesh->dimension - 1 : sides[s].axis;
    return sides[s].high ? mesh->box_high[axis] - x[axis] : x[axis] - mesh->box_low[axis];
}

static void warn_of_point(const eg_waves *waves, const eg_node *layer, int s, const char *what,
                          const eg_waves_place *place, const double x[3])
{
    char at[EG_POINT_ROOM];
    double depth = depth_in(waves->setup.cells, s, x), width = eg_node_real(layer);
    /* a source on the face itself, or at the surface beside the layer, is in it as well */
    if (depth < width)
        eg_case_warn(waves->setup.loaded, place->node,
                     "%s at %s lies in the layer of %s, %.6g m wide, which damps what it sends or "
                     "records; move it by %.6g m, or take a thinner layer",
                     what, eg_given_point(&waves->setup, x, at), eg_node_name(layer), width,
                     width - depth);
}

/* A layer that reaches no centre of a cell is thinner than they are. */
static void warn_of_thin_layer(const eg_waves *waves, const eg_node *layer, int s)
{
    const eg_mesh *mesh = waves->setup.cells;
    double nearest = -INFINITY;
    for (int64_t c = mesh->own_first; c < mesh->own_first + mesh->own; c++)
        nearest = fmax(nearest, -depth_in(mesh, s, mesh->centroid[c]));
    eg_comm_max(waves->setup.comm, &nearest, 1);
    if (-nearest >= eg_node_real(layer))
        eg_case_warn(
            waves->setup.loaded, layer,
            "%s is %.6g m wide, less than a cell, whose centre lies %.6g m from the "
            "boundary: it absorbs nothing; take some cells, or 'absorbing' without a layer",
            eg_node_name(layer), eg_node_real(layer), -nearest);
}

static void check_layer(const eg_waves *waves, const eg_node *layer, int s)
{
    double x[3];
    warn_of_thin_layer(waves, layer, s);
    for (int i = 0; !waves->shots.setup && i < waves->sources.count; i++) {
        const eg_waves_place *place = &waves->sources.source[i].place;
        warn_of_point(waves, layer, s, "a source", place, place->x);
    }
    for (int64_t i = 0; !waves->shots.setup && i < waves->receivers.all.count; i++) {
        const eg_waves_place *place = &waves->receivers.all.station[i].place;
        memcpy(x, place->x, sizeof x);
        if (i == 0 || place->node != waves->receivers.all.station[i - 1].place.node)
            warn_of_point(waves, layer, s, "a receiver", place, x);
    }
}

static void check_layers(const eg_waves *waves)
{
    const eg_node *boundaries = eg_case_find(waves->setup.loaded, "boundaries");
    if (!eg_case_find(waves->setup.loaded, "mesh.box"))
        return;
    for (int s = 0; s < (int)(sizeof sides / sizeof *sides); s++) {
        const eg_node *boundary = eg_node_child(boundaries, sides[s].name);
        const eg_node *pml = eg_node_child(boundary, "pml"),
                      *layer = pml ? pml : eg_node_child(boundary, "absorbing");
        if (layer)
            check_layer(waves, layer, s);
    }
}

/* ---- the medium and the beginning */

/* A density of 2.0 and a speed of 3.2 in a mesh of kilometres are g/cm3 and km/s. */
static eg_status check_units(const eg_waves *waves)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS], extent = 0, found[2] = {0, 0};
    int inverse = waves->kind->keys == 3 ? 3 : 1;
    eg_status status = EG_OK;
    for (int d = 0; d < mesh->dimension; d++)
        extent = fmax(extent, mesh->box_high[d] - mesh->box_low[d]);
    if (mesh->own > 0 && waves->kind->keys > 1) {
        int64_t c = mesh->own_first;
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        if (status == EG_OK) {
            found[0] = waves->kind->system->speed(material);
            found[1] = 1 / material[inverse];
        }
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, found, 2);
    if (found[0] > 0 && extent > 500 && extent / found[0] > CROSSING_MOST &&
        found[1] < DENSITY_LEAST)
        eg_case_warn(waves->setup.loaded, eg_case_find(waves->setup.loaded, "materials"),
                     "waves of %.6g m/s in a density of %.6g kg/m3 need %.3g s through a mesh of "
                     "%.6g m: are these km/s and g/cm3? Numbers without a unit are in SI",
                     found[0], found[1], extent / found[0], extent);
    return EG_OK;
}

static void check_beginning(const eg_waves *waves)
{
    const eg_waves_initial *initial = &waves->initial;
    const eg_case *loaded = waves->setup.loaded;
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    bool moves = waves->sources.count > 0 || !initial->constant ||
                 eg_case_find(loaded, "initial.from") || waves->setup.restoring;
    for (int v = 0; v < initial->variables; v++)
        moves = moves || initial->value[v] != 0;
    for (int64_t i = 0; i < eg_node_count(boundaries); i++)
        moves = moves || eg_node_child(eg_node_item(boundaries, i), "inflow");
    if (!moves)
        eg_case_warn(waves->setup.loaded, eg_case_find(loaded, "initial"),
                     "there is no source, no inflow, and the initial state is 0: nothing moves; "
                     "give sources or initial");
}

eg_status eg_waves_check_plausible(const eg_waves *waves, int nodes)
{
    check_beginning(waves);
    check_layers(waves);
    EG_TRY(check_units(waves));
    EG_TRY(eg_waves_warn_of_jumps(waves));
    return check_frequency(waves, nodes);
}
