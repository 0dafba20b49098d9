/* Coupling from C: two runs of one case, of which the second goes on from the state of the first, so that
 * both have the same depths. On the way the depth at a point is read after each step.
 *
 * Build: cc -std=c11 couple.c -o couple $(pkg-config --cflags --libs eagre)
 * Run:   ./couple ../dam-break/case.yaml */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <eagre/eagre.h>

enum { STEPS = 20 };

/* Takes steps one by one, with the depth at a point. */
static eg_status watch(eg_run *run, const double x[3])
{
    for (int i = 0; i < STEPS; i++) {
        double depth;
        eg_status status = eg_run_advance_steps(run, 1);
        if (status == EG_OK)
            status = eg_run_read_at(run, "depth", 1, (const double(*)[3])x, &depth);
        if (status != EG_OK)
            return status;
        printf("step %3" PRId64 "  t = %8.5f s  dt = %8.5f s  depth %8.5f m\n", eg_run_steps(run),
               eg_run_time(run), eg_run_dt(run), depth);
    }
    return EG_OK;
}

/* The state of one run becomes that of the other. */
static eg_status hand_over(eg_run *from, eg_run *to)
{
    eg_state_shape shape;
    eg_status status = eg_run_state_shape(from, &shape);
    if (status != EG_OK)
        return status;
    int64_t bytes = shape.cells * shape.values * shape.bytes;
    void *rows = malloc((size_t)bytes);
    if (!rows)
        return EG_MEMORY;
    status = eg_run_read_state_rows(from, rows, bytes);
    if (status == EG_OK)
        status = eg_run_write_state_rows(to, rows, bytes);
    free(rows);
    return status;
}

/* The largest difference of depths, m. */
static eg_status compare(eg_run *one, eg_run *other, double *largest)
{
    int64_t cells = eg_run_cells(one);
    double *depth = malloc(2 * (size_t)cells * sizeof *depth);
    if (!depth)
        return EG_MEMORY;
    eg_status status = eg_run_read(one, "depth", depth, cells);
    if (status == EG_OK)
        status = eg_run_read(other, "depth", depth + cells, cells);
    *largest = 0;
    for (int64_t c = 0; status == EG_OK && c < cells; c++)
        *largest = fmax(*largest, fabs(depth[c] - depth[cells + c]));
    free(depth);
    return status;
}

static eg_status couple(eg_run *one, eg_run *other)
{
    double apart[2];
    const eg_point *centroid = eg_run_centroids(one);
    const eg_point *cell = &centroid[eg_run_cells(one) / 2];
    const double middle[3] = {cell->x, cell->y, cell->z};
    eg_status status = watch(one, middle);
    if (status == EG_OK)
        status = compare(one, other, &apart[0]);
    if (status == EG_OK)
        status = hand_over(one, other);
    if (status == EG_OK)
        status = compare(one, other, &apart[1]);
    if (status == EG_OK)
        printf("depths differ by %g m, and then by %g m\n", apart[0], apart[1]);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    eg_run *one = NULL, *other = NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: %s CASE\n", argv[0]);
        return eg_status_exit_code(EG_USAGE);
    }
    eg_run_options options = {.size = sizeof options, .case_file = argv[1]};
    eg_status status = eg_context_create(NULL, &context);
    if (status != EG_OK)
        return eg_status_exit_code(status);
    status = eg_run_create(context, &options, &one);
    if (status == EG_OK)
        status = eg_run_create(context, &options, &other);
    if (status == EG_OK)
        status = couple(one, other);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_run_destroy(&one);
    eg_run_destroy(&other);
    eg_context_destroy(&context);
    return eg_status_exit_code(status);
}
