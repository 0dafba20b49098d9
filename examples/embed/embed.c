/* Using the library from C: runs a case without writing files, stops ten times on the way, and
 * tells how far the water has spread.
 *
 * Build: cc -std=c11 embed.c -o embed $(pkg-config --cflags --libs eagre)
 * Run:   ./embed ../dam-break/case.yaml */
#include <stdio.h>
#include <stdlib.h>

#include <eagre/eagre.h>

enum { STOPS = 10 };
static const double WET = 0.01; /* m */

static void log_line(void *user, eg_log_level level, const char *line)
{
    (void)level;
    fprintf(user, "%s\n", line);
}

/* Prints one row: time, part of the cells that are wet, greatest depth and where it is. */
static eg_status tell(eg_run *run, double *depth)
{
    int64_t cells = eg_run_cells(run), wet = 0, deepest = 0;
    eg_status status = eg_run_read(run, "depth", depth, cells);
    if (status != EG_OK)
        return status;
    for (int64_t i = 0; i < cells; i++) {
        wet += depth[i] > WET;
        if (depth[i] > depth[deepest])
            deepest = i;
    }
    const eg_point *centroid = eg_run_centroids(run);
    printf("%8.3f s  %6lld steps  %5.1f %% wet  %7.3f m at (%.1f, %.1f)\n", eg_run_time(run),
           (long long)eg_run_steps(run), 100 * (double)wet / (double)cells, depth[deepest],
           centroid[deepest].x, centroid[deepest].y);
    return EG_OK;
}

static eg_status advance_and_tell(eg_run *run, double end)
{
    double *depth = malloc((size_t)eg_run_cells(run) * sizeof *depth);
    if (!depth)
        return EG_MEMORY;
    eg_status status = tell(run, depth);
    for (int stop = 1; stop <= STOPS && status == EG_OK && !eg_run_is_done(run); stop++) {
        status = eg_run_advance(run, end * stop / STOPS);
        if (status == EG_OK)
            status = tell(run, depth);
    }
    free(depth);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s CASE [END]\n", argv[0]);
        return eg_status_exit_code(EG_USAGE);
    }
    double end = argc > 2 ? atof(argv[2]) : 10;
    eg_context *context;
    eg_context_options options = {
        .size = sizeof options, .log = log_line, .log_user = stderr, .level = EG_LOG_WARN};
    eg_status status = eg_context_create(&options, &context);
    if (status != EG_OK) {
        fprintf(stderr, "%s\n", eg_status_sentence(status));
        return eg_status_exit_code(status);
    }
    eg_run *run = NULL;
    status =
        eg_run_create(context, &(eg_run_options){.size = sizeof(eg_run_options), .case_file = argv[1]}, &run);
    if (status == EG_OK)
        status = advance_and_tell(run, end);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_run_destroy(&run);
    eg_context_destroy(&context);
    return eg_status_exit_code(status);
}
