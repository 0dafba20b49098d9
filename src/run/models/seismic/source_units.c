/* Moments, areas and rocks of the files of earthquakes that no earthquake has: the formats count in dyne cm, cm2 and
 * cm/s, and SI numbers in them are taken for these. */
#include "run/models/seismic/sources.h"

#include <math.h>
#include <stdio.h>

/* Laboratory cracks of a metre have a magnitude of -2, and the largest earthquake, of 1960, had 9.5. */
static const double MAGNITUDE_LEAST = -2, MAGNITUDE_MOST = 10.5;
/* Magnitudes of a catalogue differ by less: those of body waves saturate at 7, the largest moments have 9.5. */
static const double MAGNITUDES_APART = 3;
/* Of the distance of two points squared, an area; and of the root of the area, a slip: stress drops of 0.1 to 100 MPa
 * have 1e-5 to 1e-3. */
static const double AREA_APART = 30, SLIP_LEAST = 3e-6, SLIP_MOST = 2e-3;
/* m/s and kg/m3, of rock and soil. */
static const double SPEED_LEAST = 50, SPEED_MOST = 8e3, DENSITY_LEAST = 1e3, DENSITY_MOST = 6e3;

typedef struct checking {
    const eg_setup *setup;
    const eg_node *file; /* of the case */
} checking;

static void doubt_file(const checking *c, int64_t line, double value, double bound, const char *text)
{
    eg_case_doubt(c->setup->loaded, c->file, value, bound, "%s:%lld: %s", eg_node_path(c->file),
                  (long long)line, text);
}

/* `units` are those of the format. */
static bool doubt_magnitude(const checking *c, int64_t line, double scalar, const char *units)
{
    char text[200];
    double magnitude = eg_moment_magnitude(scalar);
    bool small = magnitude < MAGNITUDE_LEAST;
    if (!(small || magnitude > MAGNITUDE_MOST))
        return false;
    snprintf(text, sizeof text,
             "the moment is %.3g N m, a magnitude Mw of %.3g, and earthquakes have %g to %g: %s", scalar,
             magnitude, MAGNITUDE_LEAST, MAGNITUDE_MOST, units);
    doubt_file(c, line, magnitude, small ? MAGNITUDE_LEAST : MAGNITUDE_MOST, text);
    return true;
}

void eg_waves_doubt_cmt(const eg_setup *setup, const eg_node *map, const eg_cmt *cmt)
{
    const checking c = {setup, eg_node_child(map, "file")};
    const eg_cmt_point *first = &cmt->point[0];
    const char *units =
        cmt->newton_metres ? "QuakeML has moments in N m" : "a CMTSOLUTION has moments in dyne cm";
    double sum[EG_MOMENTS] = {0};
    char text[200];
    for (int64_t i = 0; i < cmt->count; i++)
        for (int k = 0; k < EG_MOMENTS; k++)
            sum[k] += cmt->point[i].moment[k];
    double scalar = eg_moment_size(sum) / sqrt(2), magnitude = eg_moment_magnitude(scalar);
    if (!(scalar > 0) || doubt_magnitude(&c, first->line, scalar, units) || !(first->magnitude > 0) ||
        fabs(magnitude - first->magnitude) <= MAGNITUDES_APART)
        return;
    snprintf(text, sizeof text,
             "the moment is %.3g N m, a magnitude Mw of %.3g, and the header has %.3g: %s, not N m", scalar,
             magnitude, first->magnitude, units);
    doubt_file(&c, first->line, magnitude, first->magnitude, text);
}

/* ---- ruptures */

static double point_distance(const eg_srf_point *a, const eg_srf_point *b)
{
    const double radius = 6371e3;
    double east = radius * cos(a->latitude) * (b->longitude - a->longitude);
    return hypot(hypot(east, radius * (b->latitude - a->latitude)), b->depth - a->depth);
}

/* A point's area against that of a square to the nearest other one. */
static bool doubt_area(const checking *c, const eg_srf *srf)
{
    char text[200];
    const eg_srf_point *first = &srf->point[0];
    double near = INFINITY;
    for (int64_t i = 1; i < srf->count; i++) {
        double distance = point_distance(first, &srf->point[i]);
        near = distance > 0 ? fmin(near, distance) : near;
    }
    double apart = near * near / first->area;
    if (!isfinite(near) || !(first->area > 0) || (apart < AREA_APART && apart > 1 / AREA_APART))
        return false;
    snprintf(
        text, sizeof text,
        "the area of this point is %.3g m2, and the next point is %.4g m away: AREA is in cm^2, which %.3g "
        "would be",
        first->area, near, 1e4 * near * near);
    doubt_file(c, first->line, apart, AREA_APART, text);
    return true;
}

static bool doubt_rock(const checking *c, const eg_srf *srf)
{
    char text[200];
    const eg_srf_point *p = &srf->point[0];
    bool speed = p->speed >= SPEED_LEAST && p->speed <= SPEED_MOST;
    bool density = p->density >= DENSITY_LEAST && p->density <= DENSITY_MOST;
    if (p->rigidity == 0 || (speed && density))
        return false;
    snprintf(
        text, sizeof text,
        "VS and DEN of this point are %.4g m/s and %.4g kg/m3, a rigidity of %.3g Pa: they are in cm/s and "
        "g/cm^3",
        p->speed, p->density, p->rigidity);
    doubt_file(c, p->line, speed ? p->density : p->speed, speed ? DENSITY_MOST : SPEED_LEAST, text);
    return true;
}

/* The mean slip against the size of the rupture. Few points are parts of one, or stand for all of it. */
static bool doubt_slip(const checking *c, const eg_srf *srf, double area, double mean)
{
    enum { FEW = 16 };
    char text[240];
    double part = mean / sqrt(area);
    if (srf->count < FEW || (part >= SLIP_LEAST && part <= SLIP_MOST))
        return false;
    snprintf(
        text, sizeof text,
        "the rupture of %.3g km2 slips by %.3g m on the mean, %.2g of its size, and ruptures slip by 1e-5 to "
        "1e-3: slips and their rates are in cm and cm/s",
        area * 1e-6, mean, part);
    doubt_file(c, srf->point[0].line, part, part < SLIP_LEAST ? SLIP_LEAST : SLIP_MOST, text);
    return true;
}

void eg_waves_doubt_srf(const eg_setup *setup, const eg_node *map, const eg_srf *srf)
{
    const checking c = {setup, eg_node_child(map, "file")};
    const eg_node *given = eg_node_child(map, "rigidity");
    double area = 0, volume = 0, scalar = 0;
    for (int64_t i = 0; i < srf->count; i++) {
        const eg_srf_point *point = &srf->point[i];
        double grows = point->area * eg_srf_slip(srf, point);
        area += point->area;
        volume += grows;
        scalar += grows * (given ? eg_node_real(given) : point->rigidity);
    }
    if (!(scalar > 0) || doubt_area(&c, srf) || (!given && doubt_rock(&c, srf)) ||
        doubt_slip(&c, srf, area, volume / area))
        return;
    doubt_magnitude(&c, srf->point[0].line, scalar,
                    "an SRF file has areas in cm^2, slips in cm, VS in cm/s and DEN in g/cm^3");
}
