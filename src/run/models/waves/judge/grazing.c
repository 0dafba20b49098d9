/* Absorbing sides that waves graze on their way to a receiver: by way of the source's image behind the side,
 * in a medium that is the same everywhere. Sides are those of a box, or of any mesh of the plane its faces,
 * each of which mirrors what it can. */
#include "run/models/waves/internal.h"

#include <stdio.h>
#include <string.h>

#include "run/judge/verdicts.h"

/* Of the direct wave, what comes back from a boundary. */
static const double GRAZING_MOST = 0.25;

/* What comes back of a wave at an angle: of the first-order condition; of a layer of ADER-DG, as measured for
 * one 0.8 wavelengths wide, between whose angles it goes straight. */
static double reflected(bool layer, double angle)
{
    static const double at[][2] = {{0, 0}, {52, 0.05}, {69, 0.16}, {79, 0.43}, {83, 0.58}, {90, 1}};
    double c = cos(angle), degrees = angle * (180 / 3.14159265358979323846);
    int k = 1;
    if (!layer)
        return (1 - c) / (1 + c);
    while (k < 5 && degrees > at[k][0])
        k++;
    return at[k - 1][1] + (at[k][1] - at[k - 1][1]) * (degrees - at[k - 1][0]) / (at[k][0] - at[k - 1][0]);
}

typedef struct grazing {
    const eg_node *boundary;
    const eg_waves_place *source;
    double receiver[3], part, angle; /* m; of the direct wave; of incidence */
} grazing;

typedef struct box_face {
    const eg_node *boundary;
    int axis, dimension;
    bool layer;
    double at, farthest; /* m: of waves that come back while the run lasts */
} box_face;

static grazing graze(const box_face *face, const eg_waves_place *source, const double *receiver)
{
    double across = fabs(source->x[face->axis] - face->at) + fabs(receiver[face->axis] - face->at), along = 0,
           direct;
    for (int d = 0; d < face->dimension; d++)
        along += d == face->axis ? 0 : pow(source->x[d] - receiver[d], 2);
    direct = sqrt(along + pow(source->x[face->axis] - receiver[face->axis], 2));
    double way = sqrt(along + across * across), angle = atan2(sqrt(along), across);
    double spread = way > 0 ? pow(direct / way, 0.5 * (face->dimension - 1)) : 0;
    return (grazing){.boundary = face->boundary,
                     .source = source,
                     .receiver = {receiver[0], receiver[1], receiver[2]},
                     .part = way > face->farthest ? 0 : spread * reflected(face->layer, angle),
                     .angle = angle};
}

/* Of many sources and receivers some pairs, evenly among them. */
static void find_grazing(const eg_waves *waves, const box_face *face, grazing *worst)
{
    static const int64_t pairs = 1000000;
    int64_t receivers = eg_waves_points(waves), all = receivers * waves->sources.count;
    for (int64_t k = 0; k < all; k += 1 + all / pairs) {
        double x[3];
        eg_waves_point(waves, k % receivers, x);
        grazing found = graze(face, &waves->sources.source[k / receivers].place, x);
        if (found.part > worst->part)
            *worst = found;
    }
}

static eg_status tell_grazing(const eg_waves *waves, const grazing *worst)
{
    char from[EG_POINT_ROOM], to[EG_POINT_ROOM];
    return eg_verdict_say_at(
        waves->setup.run, worst->boundary, "grazing", worst->part, GRAZING_MOST,
        waves->setup.cells->dimension, worst->receiver,
        "waves of the source at %s come to the receiver at %s by way of %s, which they "
        "meet at %.3g degrees: about %.2g of the direct wave comes back, in a medium "
        "that is the same everywhere; take a layer (%s), or a side that is farther away",
        eg_given_point(&waves->setup, worst->source->x, from),
        eg_given_point(&waves->setup, worst->receiver, to), eg_node_name(worst->boundary),
        worst->angle * (180 / 3.14159265358979323846), worst->part,
        waves->setup.mesh ? "'absorbing: WIDTH', or 'pml: WIDTH' on a forest" : "pml: WIDTH");
}

static eg_status judge_box(const eg_waves *waves)
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
            find_grazing(waves,
                         &(box_face){.boundary = boundary,
                                     .axis = axis,
                                     .dimension = mesh->dimension,
                                     .layer = layer != NULL,
                                     .at = eg_waves_side[s].high ? mesh->box_high[axis] : mesh->box_low[axis],
                                     .farthest = fastest * eg_case_real(loaded, "time.end", INFINITY)},
                         &worst);
    }
    return worst.part > GRAZING_MOST ? tell_grazing(waves, &worst) : EG_OK;
}

/* ---- faces of a mesh of the plane */

/* What a rank has found: numbers that others understand. */
typedef struct mirrored {
    double part, angle;
    int64_t source, receiver;
    int boundary;
} mirrored;

/* A face as seen from inside: its beginning, and unit vectors along it and inward. */
typedef struct mirror {
    double begin[2], along[2], inward[2], length;
    int boundary;
    bool layer;
} mirror;

static mirror mirror_of(const eg_plane *mesh, int64_t face)
{
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    const double *centre = mesh->base.centroid[mesh->face_cell[face][0]];
    mirror m = {.length = hypot(b[0] - a[0], b[1] - a[1]), .boundary = mesh->face_boundary[face]};
    for (int d = 0; d < 2; d++) {
        m.begin[d] = a[d];
        m.along[d] = (b[d] - a[d]) / m.length;
    }
    m.inward[0] = -m.along[1];
    m.inward[1] = m.along[0];
    double side = m.inward[0] * (centre[0] - a[0]) + m.inward[1] * (centre[1] - a[1]);
    for (int d = 0; d < 2; d++)
        m.inward[d] *= side < 0 ? -1 : 1;
    return m;
}

/* Distance from the face's line, and place along it. */
static void place_from_mirror(const mirror *m, const double *x, double at[2])
{
    at[0] = m->inward[0] * (x[0] - m->begin[0]) + m->inward[1] * (x[1] - m->begin[1]);
    at[1] = m->along[0] * (x[0] - m->begin[0]) + m->along[1] * (x[1] - m->begin[1]);
}

/* 0 where the face does not lie on the way, or the wave comes back too late. */
static double graze_face(const mirror *m, const double *source, const double *receiver, double farthest,
                         double *angle)
{
    double s[2], r[2];
    place_from_mirror(m, source, s);
    place_from_mirror(m, receiver, r);
    double across = s[0] + r[0], along = r[1] - s[1], way = hypot(across, along);
    *angle = 0;
    if (s[0] < 0 || r[0] < 0 || !(across > 0) || way > farthest)
        return 0;
    double point = s[1] + along * s[0] / across;
    if (point < 0 || point > m->length)
        return 0;
    *angle = atan2(fabs(along), across);
    return sqrt(hypot(along, r[0] - s[0]) / way) * reflected(m->layer, *angle);
}

static void find_by_face(const eg_waves *waves, const mirror *m, double farthest, int64_t every,
                         mirrored *worst)
{
    int64_t receivers = eg_waves_points(waves), all = receivers * waves->sources.count;
    for (int64_t k = 0; k < all; k += every) {
        double angle, x[3];
        eg_waves_point(waves, k % receivers, x);
        double part = graze_face(m, waves->sources.source[k / receivers].place.x, x, farthest, &angle);
        if (part > worst->part)
            *worst = (mirrored){part, angle, k / receivers, k % receivers, m->boundary};
    }
}

static void find_by_faces(const eg_waves *waves, double farthest, mirrored *worst)
{
    static const int64_t tries = 20000000;
    const eg_plane *mesh = waves->setup.mesh;
    int64_t pairs = eg_waves_points(waves) * waves->sources.count;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int b = mesh->face_boundary[f];
        if (b < 0 || mesh->face_cell[f][0] >= mesh->base.own)
            continue;
        const eg_node *boundary = eg_names_boundary(waves->setup.loaded, &mesh->base, b);
        const eg_node *layer = eg_node_child(boundary, "absorbing");
        if (!layer && !eg_node_is(boundary, "absorbing"))
            continue;
        mirror m = mirror_of(mesh, f);
        m.layer = layer != NULL;
        find_by_face(waves, &m, farthest, 1 + pairs * mesh->base.all / tries, worst);
    }
}

static eg_status judge_mirrors(const eg_waves *waves)
{
    const eg_case *loaded = waves->setup.loaded;
    mirrored worst = {0};
    double fastest;
    EG_TRY(eg_waves_find_fastest(waves, &fastest));
    find_by_faces(waves, fastest * eg_case_real(loaded, "time.end", INFINITY), &worst);
    eg_verdict_worst(waves->setup.run, worst.part, &worst, sizeof worst);
    if (!(worst.part > GRAZING_MOST))
        return EG_OK;
    grazing found = {.boundary = eg_names_boundary(loaded, waves->setup.cells, worst.boundary),
                     .source = &waves->sources.source[worst.source].place,
                     .part = worst.part,
                     .angle = worst.angle};
    eg_waves_point(waves, worst.receiver, found.receiver);
    return tell_grazing(waves, &found);
}

eg_status eg_waves_judge_grazing(const eg_waves *waves)
{
    const eg_case *loaded = waves->setup.loaded;
    if (eg_case_find(loaded, "mesh.box") && !eg_case_find(loaded, "mesh.box.map"))
        return judge_box(waves);
    return waves->setup.mesh ? judge_mirrors(waves) : EG_OK;
}
