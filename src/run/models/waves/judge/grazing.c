/* Sides by way of which waves of a source come to a receiver once more, in a medium that is the same
 * everywhere: those that absorb, by way of the source's image behind the side, and periodic ones, by way of
 * the source a period away. Sides are those of a box, or of any mesh of the plane its faces, each of which
 * mirrors what it can. And damping layers that are no better than none. */
#include "run/models/waves/internal.h"

#include <complex.h>
#include <stdio.h>
#include <string.h>

#include "run/judge/verdicts.h"

/* Of the direct wave, what comes back from a boundary. */
static const double GRAZING_MOST = 0.25;
/* Of a damping layer, in the shortest waves of a source: below, it reflects what a side without one does. */
static const double WIDTH_LEAST = 0.5;
/* What a matched layer leaves, and minus the logarithm of what a damping one does (layer.c, pml.c). */
static const double MATCHED = 1e-8, PASSES = 9.210340371976184;
enum { SLABS = 32, PAIRS_MOST = 1000000, TRIES_MOST = 20000000 };

/* ---- what comes back of a plane wave, by the cosine of its angle to the normal */

/* Of the side behind a damping layer, so many wavelengths wide: the admittance that a wave meets, slab by slab
 * from the end on (docs/theory/ader-dg.md, "Damping layers"). */
static double reflected_by_layer(double width, double cosine)
{
    double k = 2 * acos(-1) * width, along = k * k * (1 - cosine * cosine);
    double complex met = 1;
    for (int i = 0; i < SLABS; i++) {
        double part = 1 - (i + 0.5) / SLABS;
        double complex damped = k - 1.5 * PASSES * part * part * I, across = csqrt(damped * damped - along);
        double complex own = across / damped;
        double complex back = (own - met) / (own + met) * cexp(-2 * I * across / SLABS);
        met = own * (1 - back) / (1 + back);
    }
    return cabs((cosine - met) / (cosine + met));
}

/* A side, or a face. */
typedef struct mirror {
    double middle[3], inward[3],
        half;             /* the face reaches so far from its middle, m; INFINITY: all of a side */
    double width, period; /* of a damping layer, of a periodic side, m; 0: none */
    bool matched;
    int boundary; /* of the mesh, or side of a box */
} mirror;

static double reflected(const mirror *m, double cosine, double wavelength)
{
    double bare = (1 - cosine) / (1 + cosine);
    if (m->period > 0)
        return 1;
    if (m->width > 0)
        return reflected_by_layer(m->width / wavelength, cosine);
    return m->matched ? bare * pow(MATCHED, cosine) : bare;
}

/* ---- pairs of a source and a receiver */

typedef struct grazing {
    double part, cosine, period; /* of the direct wave; of the angle of incidence */
    int64_t source, receiver;
    int boundary;
} grazing;

typedef struct graze_source {
    double x[3], wavelength, farthest; /* m; of waves that come back while the run lasts */
} graze_source;

/* Of the direct wave; 0: the face does not lie on the way, it comes too late, or less than `least`. */
static double graze(const mirror *m, int dimension, const graze_source *source, const double *receiver,
                    double least, double *cosine)
{
    double from = 0, to = 0, image[3] = {0}, point[3] = {0};
    for (int d = 0; d < dimension; d++) {
        from += m->inward[d] * (source->x[d] - m->middle[d]);
        to += m->inward[d] * (receiver[d] - m->middle[d]);
    }
    for (int d = 0; d < dimension; d++) {
        image[d] = source->x[d] - (m->period > 0 ? m->period : 2 * from) * m->inward[d];
        point[d] = receiver[d] + (image[d] - receiver[d]) * to / (from + to);
    }
    double way = eg_waves_apart(dimension, image, receiver);
    double spread = pow(eg_waves_apart(dimension, source->x, receiver) / way, 0.5 * (dimension - 1));
    if (from < 0 || to < 0 || !(from + to > 0) || way > source->farthest || !(spread > least) ||
        (m->period == 0 && eg_waves_apart(dimension, point, m->middle) > m->half))
        return 0;
    *cosine = (from + to) / way;
    return spread * reflected(m, *cosine, source->wavelength);
}

/* Of many sources and receivers some pairs, evenly among them. A row of sources that are less than a
 * wavelength apart is meant to go on beyond a periodic side. */
static void find_grazing(const eg_waves *waves, const graze_source *source, const mirror *m, int64_t every,
                         grazing *worst)
{
    int64_t receivers = eg_waves_points(waves), all = receivers * waves->sources.count;
    for (int64_t k = 0; k < all; k += every) {
        const graze_source *of = &source[k / receivers];
        double x[3], cosine = 1;
        if (m->period > 0 && m->period < waves->sources.count * of->wavelength)
            continue;
        eg_waves_point(waves, k % receivers, x);
        double part =
            graze(m, waves->setup.cells->dimension, of, x, fmax(GRAZING_MOST, worst->part), &cosine);
        if (part > worst->part)
            *worst = (grazing){part, cosine, m->period, k / receivers, k % receivers, m->boundary};
    }
}

/* ---- sides of a box */

static const eg_node *side_of(const eg_waves *waves, int side)
{
    return eg_node_child(eg_case_find(waves->setup.loaded, "boundaries"), eg_waves_side[side].name);
}

/* Whether it reflects; sets how. */
static bool read_mirror(const eg_node *boundary, mirror *m)
{
    const eg_node *damping = eg_node_child(boundary, "absorbing");
    m->width = damping ? eg_node_real(damping) : 0;
    m->matched = eg_node_child(boundary, "pml");
    return damping || m->matched || eg_node_is(boundary, "absorbing");
}

static void find_by_sides(const eg_waves *waves, const graze_source *source, grazing *worst)
{
    const eg_mesh *mesh = waves->setup.cells;
    int64_t pairs = eg_waves_points(waves) * waves->sources.count;
    for (int s = 0; s < EG_WAVES_SIDES; s++) {
        const eg_node *boundary = side_of(waves, s);
        const eg_waves_box_side *side = &eg_waves_side[s];
        int axis = side->axis < 0 ? mesh->dimension - 1 : side->axis;
        mirror m = {.half = INFINITY, .boundary = s};
        m.middle[axis] = side->high ? mesh->box_high[axis] : mesh->box_low[axis];
        m.inward[axis] = side->high ? -1 : 1;
        m.period = eg_node_child(boundary, "periodic") ? mesh->box_high[axis] - mesh->box_low[axis] : 0;
        if (read_mirror(boundary, &m) || m.period > 0)
            find_grazing(waves, source, &m, 1 + pairs / PAIRS_MOST, worst);
    }
}

/* ---- faces of a mesh of the plane */

static mirror mirror_of(const eg_plane *mesh, int64_t face)
{
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    const double *centre = mesh->base.centroid[mesh->face_cell[face][0]];
    double length = eg_waves_apart(2, a, b);
    mirror m = {.middle = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])},
                .inward = {(a[1] - b[1]) / length, (b[0] - a[0]) / length},
                .half = 0.5 * length,
                .boundary = mesh->face_boundary[face]};
    double side = m.inward[0] * (centre[0] - a[0]) + m.inward[1] * (centre[1] - a[1]);
    for (int d = 0; d < 2 && side < 0; d++)
        m.inward[d] *= -1;
    return m;
}

static void find_by_faces(const eg_waves *waves, const graze_source *source, grazing *worst)
{
    const eg_plane *mesh = waves->setup.mesh;
    int64_t pairs = eg_waves_points(waves) * waves->sources.count;
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (mesh->face_boundary[f] < 0 || mesh->face_cell[f][0] >= mesh->base.own)
            continue;
        mirror m = mirror_of(mesh, f);
        if (read_mirror(eg_names_boundary(waves->setup.loaded, &mesh->base, m.boundary), &m))
            find_grazing(waves, source, &m, 1 + pairs * mesh->base.all / TRIES_MOST, worst);
    }
}

/* ---- verdicts */

static eg_status tell_grazing(const eg_waves *waves, const eg_node *boundary, const grazing *worst)
{
    char from[EG_POINT_ROOM], to[EG_POINT_ROOM], how[200];
    double receiver[3];
    eg_waves_point(waves, worst->receiver, receiver);
    snprintf(how, sizeof how, "which they meet at %.3g degrees",
             acos(fmin(1, worst->cosine)) * (180 / acos(-1)));
    if (worst->period > 0)
        snprintf(how, sizeof how, "which is periodic and repeats the source each %.6g m", worst->period);
    return eg_verdict_say_at(
        waves->setup.run, boundary, "grazing", worst->part, GRAZING_MOST, waves->setup.cells->dimension,
        receiver,
        "waves of the source at %s come to the receiver at %s by way of %s, %s: about %.2g of the "
        "direct wave comes back, in a medium that is the same everywhere; take a layer of a "
        "wavelength (%s), or a side that is farther away",
        eg_given_point(&waves->setup, waves->sources.source[worst->source].place.x, from),
        eg_given_point(&waves->setup, receiver, to), eg_node_name(boundary), how, worst->part,
        waves->setup.mesh ? "'absorbing: WIDTH', or 'pml: WIDTH' on a forest" : "pml: WIDTH");
}

/* Of damping layers, by the shortest waves that sources send. */
static eg_status judge_widths(const eg_waves *waves, double wavelength)
{
    const eg_mesh *mesh = waves->setup.cells;
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *layer = eg_node_child(eg_names_boundary(waves->setup.loaded, mesh, b), "absorbing");
        double width = layer ? eg_node_real(layer) : INFINITY;
        if (width < WIDTH_LEAST * wavelength)
            EG_TRY(eg_verdict_say(
                waves->setup.run, layer, "thin-layer", width / wavelength, WIDTH_LEAST,
                "%s is %.6g m wide, %.2g of the shortest waves of sources: it reflects as "
                "much as 'absorbing' without a layer, %.2g of the amplitude at 45 degrees; make "
                "it as wide as most waves are long, %.2g m or more",
                eg_node_name(layer), width, width / wavelength,
                reflected_by_layer(width / wavelength, sqrt(0.5)), 2 * wavelength));
    }
    return EG_OK;
}

static eg_status judge_ways_back(const eg_waves *waves, const graze_source *source)
{
    const eg_case *loaded = waves->setup.loaded;
    bool box = eg_case_find(loaded, "mesh.box") && !eg_case_find(loaded, "mesh.box.map") &&
               !eg_case_find(loaded, "mesh.box.topography");
    grazing worst = {0};
    if (box)
        find_by_sides(waves, source, &worst);
    else if (waves->setup.mesh)
        find_by_faces(waves, source, &worst);
    eg_verdict_worst(waves->setup.run, worst.part, &worst, sizeof worst);
    if (!(worst.part > GRAZING_MOST))
        return EG_OK;
    return tell_grazing(waves,
                        box ? side_of(waves, worst.boundary)
                            : eg_names_boundary(loaded, waves->setup.cells, worst.boundary),
                        &worst);
}

eg_status eg_waves_judge_grazing(const eg_waves *waves, const eg_waves_origin *origin)
{
    EG_SCRATCH graze_source *source = NULL;
    const eg_waves_sources *sources = &waves->sources;
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY), speed[2], shortest = 0;
    eg_status status = eg_alloc(waves->setup.context, sources->count, sizeof *source, &source);
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    EG_TRY(eg_waves_find_speeds(waves, speed));
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *of = &sources->source[i];
        const eg_spectrum *spectrum = &origin[i].spectrum;
        bool timed = of->kind != EG_LINEAR_SOURCE_STATE && of->function < sources->functions;
        double from = timed ? fmax(0, sources->function[of->function].time) : 0;
        source[i].farthest = speed[0] * (end - from);
        source[i].wavelength = spectrum->middle > 0 ? speed[0] / spectrum->middle : 0;
        memcpy(source[i].x, of->place.x, sizeof source[i].x);
        if (spectrum->high > 0)
            shortest = fmax(shortest, speed[origin[i].slowest] / spectrum->high);
    }
    EG_TRY(judge_widths(waves, shortest));
    return judge_ways_back(waves, source);
}
