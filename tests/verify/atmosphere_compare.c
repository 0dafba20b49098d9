/* The fields of a snapshot of the atmosphere against linear waves, at all its nodes.
 *   atmosphere_compare wave SNAPSHOT AMPLITUDE      examples/inertia-gravity-wave with that largest T', K
 *   atmosphere_compare mountain SNAPSHOT X1 X2 Z    examples/mountain-wave, from x = X1 to X2 below the height Z, m
 * Prints a table: of each field the root mean squares of error and wave, and the largest of both. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atmosphere_waves.h"
#include "io/snapshot/snapshot.h"

typedef struct solution {
    gravity_wave gravity;
    mountain_wave *mountain;
    double low, high, top; /* what is compared, m */
    double time, wind;
} solution;

static double hill(double x)
{
    return 10 / (1 + x * x / 1e6);
}

static wave_values exact_at(const solution *s, const double x[3])
{
    return s->mountain ? mountain_wave_at(s->mountain, x[0], x[1])
                       : gravity_wave_at(&s->gravity, s->time, x[0], x[1]);
}

/* A field by its name in the snapshot, and its component. */
static const struct {
    const char *name, *field;
    int component;
} fields[] = {{"u", "velocity", 0},
              {"w", "velocity", 1},
              {"pressure", "pressure_perturbation", 0},
              {"theta", "theta_perturbation", 0}};
enum { FIELDS = sizeof fields / sizeof *fields };

static double component_of(const wave_values *v, int field)
{
    const double values[FIELDS] = {v->u, v->w, v->pressure, v->theta};
    return values[field];
}

typedef struct sums {
    double error, wave, largest_error, largest_wave;
    int64_t count;
} sums;

static void add(sums *s, double value, double exact)
{
    s->error += (value - exact) * (value - exact);
    s->wave += exact * exact;
    s->largest_error = fmax(s->largest_error, fabs(value - exact));
    s->largest_wave = fmax(s->largest_wave, fabs(exact));
    s->count++;
}

static eg_status compare(const solution *s, const eg_snapshot *snapshot,
                         const eg_snapshot_geometry *g)
{
    printf("field,error,wave,largest_error,largest_wave\n");
    for (int f = 0; f < (s->mountain ? FIELDS - 1 : FIELDS);
         f++) { /* theta of a mountain's waves is not known */
        int index = eg_snapshot_field_index(snapshot, fields[f].field);
        double *values;
        sums sum = {0};
        if (index < 0)
            return eg_fail(snapshot->context, EG_INPUT, "%s: has no %s", snapshot->path,
                           fields[f].field);
        EG_TRY(eg_snapshot_read_field(snapshot, index, &values));
        int components = snapshot->field[index].components;
        for (int64_t n = 0; n < snapshot->values; n++) {
            const double *x = g->x[n];
            if (x[0] < s->low || x[0] > s->high || x[1] > s->top)
                continue;
            wave_values exact = exact_at(s, x);
            double value = values[n * components + fields[f].component];
            add(&sum, f == 0 ? value - s->wind : value, component_of(&exact, f));
        }
        eg_free(snapshot->context, &values);
        printf("%s,%.6g,%.6g,%.6g,%.6g\n", fields[f].name, sqrt(sum.error / (double)sum.count),
               sqrt(sum.wave / (double)sum.count), sum.largest_error, sum.largest_wave);
    }
    return EG_OK;
}

static eg_status compare_file(eg_context *context, const char *path, solution *s)
{
    eg_snapshot *snapshot = NULL;
    eg_snapshot_geometry *geometry = NULL;
    eg_status status = eg_snapshot_open(context, path, &snapshot);
    if (status == EG_OK)
        status = eg_snapshot_read_geometry(snapshot, &geometry);
    if (status == EG_OK) {
        s->time = snapshot->stamp.time;
        status = compare(s, snapshot, geometry);
    }
    eg_snapshot_geometry_destroy(&geometry);
    eg_snapshot_close(&snapshot);
    return status;
}

static const eg_gas air = {
    .gas_constant = 287.0, .heat_capacity = 1004.5, .reference_pressure = 1e5};

static eg_status compare_wave(eg_context *context, const char *path, double amplitude)
{
    solution s = {.gravity = {.gas = air,
                              .gravity = 9.81,
                              .temperature = 250,
                              .height = 1e4,
                              .length = 3e5,
                              .amplitude = amplitude,
                              .width = 5e3,
                              .centre = 1e5,
                              .wind = 20},
                  .wind = 20,
                  .low = -INFINITY,
                  .high = INFINITY,
                  .top = INFINITY};
    return compare_file(context, path, &s);
}

static eg_status compare_mountain(eg_context *context, const char *path, double low, double high,
                                  double top)
{
    const eg_background_options rest = {.kind = EG_BACKGROUND_FREQUENCY,
                                        .gas = air,
                                        .gravity = 9.81,
                                        .theta = 280,
                                        .frequency = 0.01};
    solution s = {.wind = 10, .low = low, .high = high, .top = top};
    eg_background *background;
    EG_TRY(eg_background_create(context, &rest, 0, 30000, &background));
    eg_status status =
        mountain_wave_create(context, background, hill, s.wind, 2e5, 15000, 30000, &s.mountain);
    if (status == EG_OK)
        status = compare_file(context, path, &s);
    mountain_wave_destroy(&s.mountain);
    eg_background_destroy(&background);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    eg_status status;
    if (argc < 4 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    if (strcmp(argv[1], "wave") == 0)
        status = compare_wave(context, argv[2], atof(argv[3]));
    else
        status = argc < 6 ? EG_USAGE
                          : compare_mountain(context, argv[2], atof(argv[3]), atof(argv[4]),
                                             atof(argv[5]));
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status != EG_OK;
}
