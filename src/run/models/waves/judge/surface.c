/* Explosions and receivers of the pressure at a free surface of a fluid, where the pressure is 0: the image
 * behind the surface takes away what they send or record. */
#include "run/models/waves/internal.h"

#include <string.h>

#include "run/judge/verdicts.h"

/* What the image leaves of a wave that goes straight down, 2 sin(2 pi depth / wavelength) of its amplitude,
 * where half of its energy lies below its frequency. */
static const double LEFT_LEAST = 0.25, TWO_PI = 6.283185307179586;

/* Of many points some, evenly among them. */
enum { POINTS_MOST = 1000 };

typedef struct surface_point {
    const eg_waves_place *place;
    bool sends;
    double frequency; /* Hz; of a receiver the highest of all sources; 0: it is not known */
} surface_point;

/* ---- which points */

static bool has_pressure_alone(const eg_waves *waves)
{
    const eg_waves_receivers *r = &waves->receivers;
    return r->all.count > 0 && r->variables == 1 && r->variable[0] == waves->kind->system->source.stress;
}

static eg_status list_surface_points(const eg_waves *waves, surface_point *point, int *count)
{
    const eg_waves_sources *sources = &waves->sources;
    int64_t receivers = has_pressure_alone(waves) ? waves->receivers.all.count : 0;
    int64_t every = 1 + (sources->count + receivers) / POINTS_MOST;
    double highest = 0;
    *count = 0;
    for (int64_t i = 0; i < sources->count; i += every) {
        const eg_waves_source *source = &sources->source[i];
        eg_spectrum spectrum = {0};
        if (source->function < sources->functions)
            EG_TRY(eg_source_spectrum(waves->setup.context, &sources->function[source->function], &spectrum));
        highest = fmax(highest, spectrum.middle);
        if (source->kind == EG_LINEAR_SOURCE_EXPLOSION)
            point[(*count)++] = (surface_point){&source->place, true, spectrum.middle};
    }
    for (int64_t i = 0; i < receivers; i += every)
        point[(*count)++] = (surface_point){&waves->receivers.all.station[i].place, false, highest};
    return EG_OK;
}

/* ---- where they are */

static double depth_below_faces(const eg_waves *waves, const double *x)
{
    const eg_plane *mesh = waves->setup.mesh;
    double least = INFINITY;
    for (int64_t f = 0; f < mesh->faces; f++) {
        eg_waves_segment segment;
        if (mesh->face_boundary[f] < 0 || waves->boundaries[mesh->face_boundary[f]] != EG_LINEAR_FREE)
            continue;
        for (int e = 0; e < 2; e++)
            memcpy(segment.end[e], mesh->x[mesh->face_vertex[f][e]], sizeof segment.end[e]);
        least = eg_waves_distance(1, &segment, least, x);
    }
    return least;
}

static double depth_below_sides(const eg_waves *waves, const double *x)
{
    const eg_mesh *mesh = waves->setup.cells;
    double least = INFINITY;
    for (int s = 0; s < EG_WAVES_SIDES && eg_case_find(waves->setup.loaded, "mesh.box"); s++) {
        const eg_waves_box_side *side = &eg_waves_side[s];
        int axis = side->axis < 0 ? mesh->dimension - 1 : side->axis;
        int b = eg_mesh_boundary_index(mesh, side->name);
        if (b >= 0 && waves->boundaries[b] == EG_LINEAR_FREE)
            least = fmin(least, fabs((side->high ? mesh->box_high : mesh->box_low)[axis] - x[axis]));
    }
    return least;
}

/* Of a point in a held cell: what is left, 0 on the surface. */
static eg_status find_left(const eg_waves *waves, int64_t cell, const surface_point *point, double depth,
                           double *left)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS], extent = 0;
    EG_TRY(eg_waves_region_at(&waves->regions, cell, point->place->x, material));
    double wavelengths = depth * point->frequency / waves->kind->system->speed(waves->kind->system, material);
    for (int d = 0; d < mesh->dimension; d++)
        extent = fmax(extent, mesh->box_high[d] - mesh->box_low[d]);
    *left = point->frequency > 0 ? 2 * sin(TWO_PI * fmin(wavelengths, 0.25)) : 2;
    *left = depth <= 1e-6 * extent ? 0 : *left;
    return EG_OK;
}

static eg_status say_surface(const eg_waves *waves, const surface_point *point, double depth, double left)
{
    char at[EG_POINT_ROOM];
    return eg_verdict_say_at(
        waves->setup.run, point->place->node, "at-surface", left, LEFT_LEAST, waves->setup.cells->dimension,
        point->place->x,
        "%s at %s lies %.3g m below a free surface, where the pressure is 0: of the amplitude of "
        "what it %s %.2g is left beside the image behind the surface; put it deeper%s",
        point->sends ? "an explosion" : "a receiver that has the pressure alone",
        eg_given_point(&waves->setup, point->place->x, at), depth, point->sends ? "sends" : "records", left,
        point->sends ? "" : ", or record the velocity");
}

/* Minus the depth of all points, and minus what is left of each. */
static eg_status measure_points(const eg_waves *waves, int count, const surface_point *point,
                                const eg_location *at, double (*found)[2])
{
    for (int i = 0; i < count; i++) {
        const double *x = point[i].place->x;
        found[i][0] = -(waves->setup.mesh ? depth_below_faces(waves, x) : depth_below_sides(waves, x));
        found[i][1] = -INFINITY;
    }
    eg_comm_max(waves->setup.comm, found[0], 2 * count);
    for (int i = 0; i < count; i++) {
        double left = INFINITY;
        if (at[i].held >= 0)
            EG_TRY(find_left(waves, at[i].held, &point[i], -found[i][0], &left));
        found[i][1] = -left;
    }
    return EG_OK;
}

eg_status eg_waves_judge_surface(const eg_waves *waves)
{
    const eg_setup *setup = &waves->setup;
    EG_SCRATCH surface_point *point = NULL;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH double(*found)[2] = NULL;
    EG_SCRATCH eg_location *at = NULL;
    int count = 0, worst = 0, most = POINTS_MOST + 2;
    bool surface = false;
    for (int b = 0; b < setup->cells->boundaries.count; b++)
        surface = surface || waves->boundaries[b] == EG_LINEAR_FREE;
    if (!surface || waves->kind->system->source.explosions >= 0 || waves->shots.setup)
        return EG_OK;
    eg_status status = EG_ALLOC(setup->context, EG_BLOCK(most, point), EG_BLOCK(most, x),
                                EG_BLOCK(most, found), EG_BLOCK(most, at));
    if (status == EG_OK)
        status = list_surface_points(waves, point, &count);
    for (int i = 0; i < count; i++)
        memcpy(x[i], point[i].place->x, sizeof x[i]);
    EG_TRY(eg_mesh_locate(setup->cells, setup->comm, count, (const double(*)[3])x, at, status));
    EG_TRY(eg_comm_agree(setup->comm, measure_points(waves, count, point, at, found)));
    eg_comm_max(setup->comm, found[0], 2 * count);
    for (int i = 1; i < count; i++)
        worst = found[i][1] > found[worst][1] ? i : worst;
    return count > 0 && -found[worst][1] < LEFT_LEAST
               ? say_surface(waves, &point[worst], -found[worst][0], -found[worst][1])
               : EG_OK;
}
