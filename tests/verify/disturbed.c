/* A steady flow that is disturbed: how far from its own steady state it still is.
 *   verify-disturbed CASE DEVICE STEADY SECONDS TIMES PART SETTING...
 * The case runs for STEADY seconds; this is the steady state. Then each depth is multiplied by 1 + PART * r
 * with r from -1 to 1 at random (the same numbers everywhere), at the velocity it has. At each of TIMES equal
 * times up to SECONDS later a line: the time since, and the root mean square of the relative distances of
 * depths from the steady state. The first line, of the time 0, is that of the disturbance itself. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <eagre/eagre.h>

enum { STEPS_A_LOOK = 20 };

static void check(eg_context *context, eg_status status)
{
    if (status != EG_OK) {
        fprintf(stderr, "%s\n", eg_context_error(context));
        exit(1);
    }
}

static void advance_to(eg_context *context, eg_run *run, double time)
{
    while (eg_run_time(run) < time - 1e-9)
        check(context, eg_run_advance_steps(run, STEPS_A_LOOK));
}

/* -1 to 1: the multiplicative congruential generator of Lewis, Goodman and Miller. */
static double random_part(uint64_t *seed)
{
    const uint64_t multiplier = 16807, modulus = 2147483647;
    *seed = *seed * multiplier % modulus;
    return 2 * (double)*seed / (double)modulus - 1;
}

static void disturb(const double *steady, double *depth, int64_t cells, double part)
{
    uint64_t seed = 1;
    for (int64_t c = 0; c < cells; c++)
        depth[c] = steady[c] * (1 + part * random_part(&seed));
}

static double distance(const double *steady, const double *depth, int64_t cells)
{
    double squares = 0;
    for (int64_t c = 0; c < cells; c++)
        squares += (depth[c] / steady[c] - 1) * (depth[c] / steady[c] - 1);
    return sqrt(squares / (double)cells);
}

int main(int count, char **argument)
{
    eg_context *context;
    eg_run *run;
    if (count < 7 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    double steady_time = atof(argument[3]), seconds = atof(argument[4]), times = atof(argument[5]);
    const eg_run_options options = {.size = sizeof options,
                                    .case_file = argument[1],
                                    .device = argument[2],
                                    .settings = (const char *const *)&argument[7],
                                    .setting_count = count - 7};
    check(context, eg_run_create(context, &options, &run));
    int64_t cells = eg_run_cells(run);
    double *steady = calloc((size_t)cells * 2, sizeof *steady), *depth = steady + cells;
    if (!steady)
        return 2;
    advance_to(context, run, steady_time);
    check(context, eg_run_read(run, "depth", steady, cells));
    disturb(steady, depth, cells, atof(argument[6]));
    check(context, eg_run_write(run, "depth", depth, cells));
    double start = eg_run_time(run);
    for (int k = 0; k <= times; k++) {
        advance_to(context, run, start + seconds * k / times);
        check(context, eg_run_read(run, "depth", depth, cells));
        printf("%g %.3e\n", eg_run_time(run) - start, distance(steady, depth, cells));
    }
    eg_run_destroy(&run);
    eg_context_destroy(&context);
    free(steady);
    return 0;
}
