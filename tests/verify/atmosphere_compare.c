/* Fields of snapshots of the atmosphere against linear waves, or against each other, at all their nodes.
 *   atmosphere_compare wave SNAPSHOT AMPLITUDE         examples/inertia-gravity-wave with that largest T', K
 *   atmosphere_compare mountain SNAPSHOT X1 X2 Z
 *       examples/mountain-wave, from x = X1 to X2 below the height Z, m
 *   atmosphere_compare mountain SNAPSHOT X1 X2 Z WIND FREQUENCY   the same in another wind, m/s, and air, 1/s
 *   atmosphere_compare ridge SNAPSHOT X1 X2 Z HEIGHT
 *       the ridge of Schaer and others (2002), HEIGHT m high, likewise
 *   atmosphere_compare extrema SNAPSHOT                the least and the largest value of each component
 *   atmosphere_compare norm SNAPSHOT SNAPSHOT
 *       root of the sum of squared differences over the number of nodes:
 *                                                      norm (12) of B. J. Block and others (2012); rho_theta
 *                                                          of
 *                                                      air whose rest is isentropic, 300 K
 * The first three print a table: of each field the root mean squares of error and wave, and the largest of
 * both. `mountain` and `ridge` take a line of the last state, too (lines/NAME.csv of a run). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atmosphere_waves.h"
#include "io/snapshot/snapshot.h"
#include "io/table/table.h"

typedef struct solution {
    gravity_wave gravity;
    mountain_wave *mountain;
    double low, high, top; /* what is compared, m */
    double time, wind;
    double scale; /* of a mountain's waves */
} solution;

/* Mountains of height 1. */
static double bell(double x)
{
    return 1 / (1 + x * x / 1e6);
}
static double ridge(double x)
{
    double peaks = cos(3.14159265358979323846 * x / 4e3);
    return exp(-x * x / 25e6) * peaks * peaks;
}

static wave_values exact_at(const solution *s, const double x[3])
{
    if (!s->mountain)
        return gravity_wave_at(&s->gravity, s->time, x[0], x[1]);
    wave_values v = mountain_wave_at(s->mountain, x[0], x[1]);
    v.u *= s->scale;
    v.w *= s->scale;
    v.pressure *= s->scale;
    return v;
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

/* The values of fields[f] where the snapshot has it, else NULL; the caller frees them. */
static eg_status read_values(const eg_snapshot *snapshot, int f, int *components, double **values)
{
    int index = eg_snapshot_field_index(snapshot, fields[f].field);
    *components = 0;
    *values = NULL;
    if (index < 0)
        return EG_OK;
    *components = snapshot->field[index].components;
    return eg_snapshot_read_field(snapshot, index, values);
}

/* A value of fields[f] at a point, where it is to be compared. */
static void add_at(sums *sum, const solution *s, int f, const double x[2], double value)
{
    if (x[0] < s->low || x[0] > s->high || x[1] > s->top)
        return;
    wave_values exact = exact_at(s, (double[3]){x[0], x[1], 0});
    add(sum, f == 0 ? value - s->wind : value, component_of(&exact, f));
}

static void print_sums(const sums *sum, int f)
{
    printf("%s,%.6g,%.6g,%.6g,%.6g\n", fields[f].name, sqrt(sum->error / (double)sum->count),
           sqrt(sum->wave / (double)sum->count), sum->largest_error, sum->largest_wave);
}

static eg_status compare(const solution *s, const eg_snapshot *snapshot, const eg_snapshot_geometry *g)
{
    for (int f = 0; f < (s->mountain ? FIELDS - 1 : FIELDS);
         f++) { /* theta of a mountain's waves is not known */
        double *values;
        sums sum = {0};
        int components;
        EG_TRY(read_values(snapshot, f, &components, &values));
        if (!values)
            continue;
        for (int64_t n = 0; n < snapshot->values; n++)
            add_at(&sum, s, f, g->x[n], values[n * components + fields[f].component]);
        eg_free(snapshot->context, &values);
        print_sums(&sum, f);
    }
    return EG_OK;
}

static int64_t column_of(const eg_table *table, const char *name)
{
    for (int64_t c = 0; c < table->columns; c++)
        if (strcmp(table->name[c], name) == 0)
            return c;
    return -1;
}

/* u and w along a line. */
static eg_status compare_line(eg_context *context, const char *path, const solution *s)
{
    static const char *const names[4] = {"x_m", "y_m", "velocity_x_m_per_s", "velocity_y_m_per_s"};
    int64_t at[4];
    eg_table *table;
    EG_TRY(eg_table_read(context, path, &table));
    eg_status status = EG_OK;
    for (int c = 0; status == EG_OK && c < 4; c++)
        if ((at[c] = column_of(table, names[c])) < 0)
            status = eg_fail(context, EG_INPUT, "'%s' has no column '%s'", path, names[c]);
    for (int f = 0; status == EG_OK && f < 2; f++) {
        sums sum = {0};
        for (int64_t r = 0; r < table->rows; r++) {
            const double *row = &table->values[r * table->columns];
            add_at(&sum, s, f, (double[2]){row[at[0]], row[at[1]]}, row[at[2 + f]]);
        }
        print_sums(&sum, f);
    }
    eg_table_destroy(&table);
    return status;
}

static eg_status compare_file(eg_context *context, const char *path, solution *s)
{
    size_t length = strlen(path);
    printf("field,error,wave,largest_error,largest_wave\n");
    if (s->mountain && length > 4 && strcmp(path + length - 4, ".csv") == 0)
        return compare_line(context, path, s);
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

static eg_status print_extrema(eg_snapshot *const of[])
{
    printf("field,least,largest\n");
    for (int f = 0; f < FIELDS; f++) {
        int components;
        double *values, least = INFINITY, largest = -INFINITY;
        EG_TRY(read_values(of[0], f, &components, &values));
        for (int64_t n = 0; values && n < of[0]->values; n++) {
            double value = values[n * components + fields[f].component];
            least = fmin(least, value);
            largest = fmax(largest, value);
        }
        if (values)
            printf("%s,%.6g,%.6g\n", fields[f].name, least, largest);
        eg_free(of[0]->context, &values);
    }
    return EG_OK;
}

static void print_difference(const char *name, int64_t count, int stride, double *const values[2])
{
    double sum = 0, largest = 0;
    for (int64_t n = 0; n < count; n++) {
        double difference = values[0][n * stride] - values[1][n * stride];
        sum += difference * difference;
        largest = fmax(largest, fabs(difference));
    }
    printf("%s,%.6g,%.6g\n", name, sqrt(sum) / (double)count, largest);
}

static const eg_gas air = {.gas_constant = 287.0, .heat_capacity = 1004.5, .reference_pressure = 1e5};

/* rho theta = p0 / R (p / p0)^(c_v / c_p) in place of the deviation of p from air at rest of 300 K. */
static void take_rho_theta(const eg_snapshot_geometry *g, int64_t count, double *pressure)
{
    double kappa = air.gas_constant / air.heat_capacity;
    for (int64_t n = 0; n < count; n++) {
        double exner = 1 - 9.81 * g->x[n][1] / (air.heat_capacity * 300);
        double p = pow(exner, 1 / kappa) + pressure[n] / air.reference_pressure;
        pressure[n] = air.reference_pressure / air.gas_constant * pow(p, 1 - kappa);
    }
}

static eg_status print_norm_of(eg_snapshot *const of[], int f, const eg_snapshot_geometry *g)
{
    int components, count = 0;
    double *values[2] = {NULL, NULL};
    eg_status status = EG_OK;
    for (; status == EG_OK && count < 2; count++)
        status = read_values(of[count], f, &components, &values[count]);
    if (status == EG_OK && values[0] && values[1]) {
        double *const first[2] = {values[0] + fields[f].component, values[1] + fields[f].component};
        print_difference(fields[f].name, of[0]->values, components, first);
        if (strcmp(fields[f].name, "pressure") == 0) {
            take_rho_theta(g, of[0]->values, values[0]);
            take_rho_theta(g, of[0]->values, values[1]);
            print_difference("rho_theta", of[0]->values, 1, values);
        }
    }
    for (int i = 0; i < 2; i++)
        eg_free(of[0]->context, &values[i]);
    return status;
}

static eg_status print_norm(eg_snapshot *const of[])
{
    eg_snapshot_geometry *geometry = NULL;
    printf("field,norm,largest\n");
    if (of[0]->values != of[1]->values)
        return eg_fail(of[0]->context, EG_INPUT, "the snapshots have different meshes");
    eg_status status = eg_snapshot_read_geometry(of[0], &geometry);
    for (int f = 0; status == EG_OK && f < FIELDS; f++)
        status = print_norm_of(of, f, geometry);
    eg_snapshot_geometry_destroy(&geometry);
    return status;
}

typedef eg_status print_function(eg_snapshot *const snapshots[]);

static eg_status print_of(eg_context *context, int count, char **paths, print_function *print)
{
    eg_snapshot *snapshots[2] = {NULL, NULL};
    eg_status status = EG_OK;
    for (int i = 0; status == EG_OK && i < count; i++)
        status = eg_snapshot_open(context, paths[i], &snapshots[i]);
    if (status == EG_OK)
        status = print(snapshots);
    for (int i = 0; i < count; i++)
        eg_snapshot_close(&snapshots[i]);
    return status;
}

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

typedef struct mountain {
    mountain_profile *profile;
    double height, theta, wind, frequency; /* m; of the air at the ground, K; m/s, 1/s */
} mountain;

/* bounds: x = bounds[0] to bounds[1], below the height bounds[2]. Waves leave at 20 km: higher up air of 0.01
 * 1/s is so cold that some turn back, which a run with a sponge there never sees. */
static eg_status compare_mountain(eg_context *context, const char *path, char **bounds, mountain m)
{
    const eg_background_options rest = {.kind = EG_BACKGROUND_FREQUENCY,
                                        .gas = air,
                                        .gravity = 9.81,
                                        .theta = m.theta,
                                        .frequency = m.frequency};
    solution s = {.wind = m.wind,
                  .low = atof(bounds[0]),
                  .high = atof(bounds[1]),
                  .top = atof(bounds[2]),
                  .scale = m.height};
    eg_background *background;
    EG_TRY(eg_background_create(context, &rest, 0, 30000, &background));
    eg_status status =
        mountain_wave_create(context, background, m.profile, s.wind, 2e5, 12000, 20000, &s.mountain);
    if (status == EG_OK)
        status = compare_file(context, path, &s);
    mountain_wave_destroy(&s.mountain);
    eg_background_destroy(&background);
    return status;
}

static eg_status run(eg_context *context, const char *what, int count, char **given)
{
    if (strcmp(what, "wave") == 0 && count == 2)
        return compare_wave(context, given[0], atof(given[1]));
    if (strcmp(what, "mountain") == 0 && (count == 4 || count == 6))
        return compare_mountain(
            context, given[0], given + 1,
            (mountain){bell, 10, 280, count == 4 ? 10 : atof(given[4]), count == 4 ? 0.01 : atof(given[5])});
    if (strcmp(what, "ridge") == 0 && count == 5)
        return compare_mountain(context, given[0], given + 1,
                                (mountain){ridge, atof(given[4]), 288, 10, 0.01});
    if (strcmp(what, "extrema") == 0 && count == 1)
        return print_of(context, 1, given, print_extrema);
    if (strcmp(what, "norm") == 0 && count == 2)
        return print_of(context, 2, given, print_norm);
    return eg_fail(context, EG_USAGE, "unknown arguments; the source's first lines have them");
}

int main(int argc, char **argv)
{
    eg_context *context;
    if (argc < 3 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    eg_status status = run(context, argv[1], argc - 2, argv + 2);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status != EG_OK;
}
