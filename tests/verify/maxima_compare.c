/* Largest values of a run against those of an exact solution, cell by cell at the centroids: mean errors over
 * the cells.
 *   maxima_compare bowl maxima.vtkhdf [FLOODED]
 *       Thacker's planar bowl of examples/thacker-planar over one period
 *   maxima_compare plane maxima.vtkhdf             the plane waves of examples/plane-wave over one period */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/snapshot/snapshot.h"

static const double PI = 3.14159265358979323846;

/* Exact values of a cell at x; NAN: the cell is left out. */
typedef double exact(const double x[3], double parameter);

/* ---- bowl: the surface is a plane that turns round, 0.05 (2 x cos wt + 2 y sin wt - 0.5) */

static double omega(void)
{
    return sqrt(1.962);
}

static double bowl_level(const double x[3])
{
    return 0.05 * (2 * hypot(x[0], x[1]) - 0.5);
}

static double bowl_depth(const double x[3], double flooded)
{
    double r = hypot(x[0], x[1]);
    (void)flooded;
    return fmax(0, bowl_level(x) + 0.1 * (1 - r * r));
}

static double bowl_surface(const double x[3], double flooded)
{
    return bowl_depth(x, flooded) > 0.02 ? bowl_level(x) : NAN;
}

static double bowl_discharge(const double x[3], double flooded)
{
    return bowl_depth(x, flooded) * 0.5 * omega();
}

static double turned(double angle)
{
    return angle < 0 ? angle + 2 * PI : angle;
}

/* Near the middle the depth hardly changes, and the shore's film comes when it likes. */
static double bowl_depth_time(const double x[3], double flooded)
{
    double r = hypot(x[0], x[1]), angle = turned(atan2(x[1], x[0]));
    return r > 0.4 && bowl_depth(x, flooded) > 0.02 && angle > 0.3 && angle < 6 ? angle / omega() : NAN;
}

/* The depth is 0.1 (1 - r^2) + 0.1 r cos(wt - angle) - 0.025. */
static double bowl_arrival(const double x[3], double flooded)
{
    double r = hypot(x[0], x[1]), angle = atan2(x[1], x[0]);
    double level = (flooded + 0.025 - 0.1 * (1 - r * r)) / (0.1 * r);
    if (level > 0.9)
        return NAN;
    if (level < cos(angle))
        return 0;
    return turned(angle - acos(level)) / omega();
}

/* ---- plane waves: p = sin(phi - 2 a), s = sin(phi - a) for all a */

static double largest(const double x[3], double of_p, double of_s)
{
    enum { ANGLES = 4000 };
    double phi = 2 * PI / 25 * (x[0] + x[1]), most = 0;
    for (int i = 0; i < ANGLES; i++) {
        double a = 2 * PI * i / ANGLES, p = of_p * sin(phi - 2 * a), s = of_s * sin(phi - a);
        most = fmax(most, p * p + s * s);
    }
    return sqrt(most);
}

static double plane_speed(const double x[3], double unused)
{
    (void)unused;
    return largest(x, 1, 1);
}

static double plane_pressure(const double x[3], double unused)
{
    (void)unused;
    return largest(x, 1.5, 0);
}

static double plane_shear(const double x[3], double unused)
{
    (void)unused;
    return largest(x, 0.5, 1);
}

static const struct {
    const char *solution, *field;
    exact *at;
} looked_at[] = {{"bowl", "max_depth", bowl_depth},         {"bowl", "max_level", bowl_surface},
                 {"bowl", "max_discharge", bowl_discharge}, {"bowl", "max_depth_time", bowl_depth_time},
                 {"bowl", "arrival_time", bowl_arrival},    {"plane", "max_speed", plane_speed},
                 {"plane", "max_pressure", plane_pressure}, {"plane", "max_shear", plane_shear}};

static void find_centroid(const eg_snapshot_geometry *g, int64_t cell, double centroid[3])
{
    int64_t count = g->first[cell + 1] - g->first[cell];
    for (int i = 0; i < 3; i++) {
        centroid[i] = 0;
        for (int64_t k = g->first[cell]; k < g->first[cell + 1]; k++)
            centroid[i] += g->x[g->vertex[k]][i] / (double)count;
    }
}

static eg_status compare_field(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                               const char *name, exact *at, double parameter)
{
    double *values, sum = 0;
    int64_t cells = 0, missing = 0;
    int field = eg_snapshot_field_index(snapshot, name);
    if (field < 0)
        return eg_fail(snapshot->context, EG_INPUT, "%s: has no %s", snapshot->path, name);
    EG_TRY(eg_snapshot_read_field(snapshot, field, &values));
    for (int64_t c = 0; c < snapshot->cells; c++) {
        double centroid[3];
        find_centroid(geometry, c, centroid);
        double value = at(centroid, parameter);
        if (isnan(value))
            continue;
        cells++;
        missing += isnan(values[c]);
        sum += isnan(values[c]) ? 0 : fabs(values[c] - value);
    }
    eg_free(snapshot->context, &values);
    printf("%s,%.6g,%lld,%lld\n", name, sum / (double)(cells - missing), (long long)cells,
           (long long)missing);
    return EG_OK;
}

static eg_status compare(eg_context *context, const char *solution, const char *path, double parameter)
{
    eg_snapshot *snapshot = NULL;
    eg_snapshot_geometry *geometry = NULL;
    eg_status status = eg_snapshot_open(context, path, &snapshot);
    if (status == EG_OK)
        status = eg_snapshot_read_geometry(snapshot, &geometry);
    for (size_t i = 0; status == EG_OK && i < sizeof looked_at / sizeof *looked_at; i++)
        if (strcmp(looked_at[i].solution, solution) == 0)
            status = compare_field(snapshot, geometry, looked_at[i].field, looked_at[i].at, parameter);
    eg_snapshot_geometry_destroy(&geometry);
    eg_snapshot_close(&snapshot);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    if (argc < 3 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    printf("field,error,cells,missing\n");
    eg_status status = compare(context, argv[1], argv[2], argc > 3 ? atof(argv[3]) : 0);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status != EG_OK;
}
