/* Water in a closed basin, or a flow that was disturbed, by a case and settings: what a run says of its rest.
 *   verify-rest CASE DEVICE SECONDS TIMES SETTING...
 * At each of TIMES equal times up to SECONDS a line: the time, the largest speed where the water is deeper
 * than 1 cm (m/s), the largest relative distance of a depth from their mean, and the largest growth of the
 * energy between two looks so far, as a part of the energy that the start has above its lowest since. The
 * energy is sum A (h |u|^2 / 2 + g d^2 / 2 - g z^2 / 2). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <eagre/eagre.h>

enum { STEPS_A_LOOK = 20, VELOCITY = 2 };

typedef struct water {
    eg_run *run;
    int64_t cells;
    double *area, *depth, *velocity, *level;
} water;

static void check(eg_context *context, eg_status status)
{
    if (status != EG_OK) {
        fprintf(stderr, "%s\n", eg_context_error(context));
        exit(1);
    }
}

/* Of cells of the plane with straight sides. */
static void find_areas(eg_context *context, water *w)
{
    eg_geometry *geometry;
    check(context, eg_run_geometry(w->run, &geometry));
    for (int64_t c = 0; c < w->cells; c++) {
        double twice = 0;
        int64_t first = geometry->first[c], last = geometry->first[c + 1];
        for (int64_t i = first; i < last; i++) {
            const double *a = geometry->x[geometry->vertex[i]];
            const double *b = geometry->x[geometry->vertex[i + 1 < last ? i + 1 : first]];
            twice += a[0] * b[1] - a[1] * b[0];
        }
        w->area[c] = fabs(twice) / 2;
    }
    eg_geometry_free(context, &geometry);
}

static double energy_of(eg_context *context, water *w)
{
    double sum = 0;
    check(context, eg_run_read(w->run, "depth", w->depth, w->cells));
    check(context, eg_run_read(w->run, "velocity", w->velocity, VELOCITY * w->cells));
    check(context, eg_run_read(w->run, "level", w->level, w->cells));
    for (int64_t c = 0; c < w->cells; c++) {
        double u = w->velocity[VELOCITY * c], v = w->velocity[VELOCITY * c + 1], h = w->depth[c],
               d = w->level[c];
        sum += w->area[c] * (0.5 * h * (u * u + v * v) + 0.5 * 9.81 * (d * d - (d - h) * (d - h)));
    }
    return sum;
}

static void print_row(const water *w, double growth)
{
    double fastest = 0, mean = 0, area = 0, apart = 0;
    for (int64_t c = 0; c < w->cells; c++) {
        double speed = hypot(w->velocity[VELOCITY * c], w->velocity[VELOCITY * c + 1]);
        fastest = w->depth[c] > 0.01 ? fmax(fastest, speed) : fastest;
        mean += w->area[c] * w->depth[c];
        area += w->area[c];
    }
    for (int64_t c = 0; c < w->cells; c++)
        apart = fmax(apart, fabs(w->depth[c] * area / mean - 1));
    printf("%g %.3e %.3e %.3e\n", eg_run_time(w->run), fastest, apart, growth);
    fflush(stdout);
}

int main(int count, char **argument)
{
    eg_context *context;
    water w;
    if (count < 5 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    double seconds = atof(argument[3]), times = atof(argument[4]);
    const eg_run_options options = {.size = sizeof options,
                                    .case_file = argument[1],
                                    .device = argument[2],
                                    .settings = (const char *const *)&argument[5],
                                    .setting_count = count - 5};
    check(context, eg_run_create(context, &options, &w.run));
    w.cells = eg_run_cells(w.run);
    double *values = calloc((size_t)w.cells * (3 + VELOCITY), sizeof *values);
    if (!values)
        return 2;
    w.area = values;
    w.depth = values + w.cells;
    w.level = values + 2 * w.cells;
    w.velocity = values + 3 * w.cells;
    find_areas(context, &w);
    double start = energy_of(context, &w), last = start, least = start, growth = 0;
    for (int k = 1; k <= times; k++) {
        while (eg_run_time(w.run) < seconds * k / times - 1e-9) {
            check(context, eg_run_advance_steps(w.run, STEPS_A_LOOK));
            double now = energy_of(context, &w);
            growth = fmax(growth, now - last);
            least = fmin(least, now);
            last = now;
        }
        print_row(&w, start > least ? growth / (start - least) : growth);
    }
    eg_run_destroy(&w.run);
    eg_context_destroy(&context);
    free(values);
    return 0;
}
