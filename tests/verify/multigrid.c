/* The multigrid cycle on boxes of trilinear elements: iterations of flexible conjugate gradients, time of
 * set-up and of a cycle. The tables of docs/theory/multigrid.md are made with it.
 *
 *   verify-multigrid [KEY=VALUE ...]
 *     device=host cells=32 x=1 y=1 z=1 c=0 jump=0|1|2 neumann=0 shuffle=0
 *     precision=64|32 degree=1 kcycle=2 coarsest=400 strength=0.4 lanes=0 fused=0 most=200 repeat=0 verbose=0
 * A line: rows, levels, complexity, iterations for a residual of 1e-8, launches, s of set-up and of the
 * solution; with repeat=N also the time of N cycles, ns a row. */
#include "kernel/amg_solve.h"

#include <stdio.h>
#include <string.h>

typedef struct settings {
    char device[64];
    box_problem problem;
    eg_amg_options options;
    int most, repeat, verbose;
} settings;

/* Sets one KEY=VALUE; false where it is none. */
static bool set(settings *s, const char *word)
{
    int precision = 0, flag = 0;
    if (sscanf(word, "device=%63s", s->device) == 1 || sscanf(word, "cells=%d", &s->problem.n) == 1 ||
        sscanf(word, "x=%lf", &s->problem.size[0]) == 1 || sscanf(word, "y=%lf", &s->problem.size[1]) == 1 ||
        sscanf(word, "z=%lf", &s->problem.size[2]) == 1 || sscanf(word, "c=%lf", &s->problem.c) == 1 ||
        sscanf(word, "degree=%d", &s->options.degree) == 1 ||
        sscanf(word, "kcycle=%d", &s->options.kcycle_levels) == 1 ||
        sscanf(word, "coarsest=%d", &s->options.coarsest) == 1 ||
        sscanf(word, "strength=%lf", &s->options.strength) == 1 ||
        sscanf(word, "lanes=%d", &s->options.lanes) == 1 ||
        sscanf(word, "fused=%d", &s->options.fused) == 1 || sscanf(word, "most=%d", &s->most) == 1 ||
        sscanf(word, "repeat=%d", &s->repeat) == 1 || sscanf(word, "verbose=%d", &s->verbose) == 1)
        return true;
    if (sscanf(word, "precision=%d", &precision) == 1)
        s->options.precision = precision == 32 ? EG_F32 : EG_F64;
    else if (sscanf(word, "jump=%d", &flag) == 1)
        s->problem.jump = (box_jump)flag;
    else if (sscanf(word, "neumann=%d", &flag) == 1)
        s->problem.neumann = flag;
    else if (sscanf(word, "shuffle=%d", &flag) == 1)
        s->problem.shuffle = flag;
    else
        return false;
    return true;
}

static void print_levels(const eg_amg_info *info)
{
    for (int k = 0; k < info->levels; k++)
        printf("  level %d: %d rows, %.1f entries a row, radius %.3f\n", k, info->rows[k],
               (double)info->entries[k] / info->rows[k], info->radius[k]);
}

static eg_status time_cycles(const settings *s, eg_device *device, eg_amg *amg, int32_t rows)
{
    eg_buffer *r, *z;
    EG_TRY(eg_buffer_upload(device, (int64_t)rows * 8, "r", NULL, &r));
    EG_TRY(eg_buffer_upload(device, (int64_t)rows * 8, "z", NULL, &z));
    EG_TRY(eg_amg_apply(amg, r, z));
    EG_TRY(eg_device_finish(device));
    double begin = eg_clock();
    for (int i = 0; i < s->repeat; i++)
        EG_TRY(eg_amg_apply(amg, r, z));
    EG_TRY(eg_device_finish(device));
    double seconds = (eg_clock() - begin) / s->repeat;
    printf("  cycle %.6f s, %.2f ns a row\n", seconds, seconds / rows * 1e9);
    eg_buffer_destroy(&r);
    eg_buffer_destroy(&z);
    return EG_OK;
}

static eg_status measure(const settings *s, eg_device *device, const eg_sparse *matrix)
{
    eg_amg *amg;
    eg_amg_info info;
    int iterations = 0;
    double error = 0, begin = eg_clock();
    EG_TRY(eg_amg_create(device, matrix, &s->options, &amg));
    double made = eg_clock();
    EG_TRY(solve_random(matrix, device, amg, s->options.singular, 1e-8, s->most, &iterations, &error));
    double solved = eg_clock();
    eg_amg_describe(amg, &info);
    printf("rows %d levels %d%s complexity %.3f iterations %d residual %.1e launches %d set-up "
           "%.3f s solution %.3f s\n",
           matrix->rows, info.levels, info.dense ? "" : " (smoothed)", info.complexity, iterations, error,
           info.launches, made - begin, solved - made);
    if (s->verbose)
        print_levels(&info);
    if (s->repeat > 0)
        EG_TRY(time_cycles(s, device, amg, matrix->rows));
    eg_amg_destroy(&amg);
    return EG_OK;
}

static eg_status run(eg_context *context, const settings *s)
{
    eg_device *device;
    eg_sparse matrix;
    EG_TRY(eg_device_open(context, s->device, &device));
    eg_status status = box_assemble(context, &s->problem, &matrix);
    if (status == EG_OK) {
        status = measure(s, device, &matrix);
        eg_sparse_free(&matrix);
    }
    eg_device_close(&device);
    return status;
}

int main(int count, char **words)
{
    settings s = {.device = "host", .problem = {.n = 32}, .most = 200};
    eg_context *context;
    for (int i = 1; i < count; i++)
        if (!set(&s, words[i])) {
            fprintf(stderr, "verify-multigrid: unknown word '%s'\n", words[i]);
            return 2;
        }
    s.options.singular = s.problem.neumann && s.problem.c == 0;
    if (eg_context_create(&(eg_context_options){.size = sizeof(eg_context_options), .level = EG_LOG_WARN},
                          &context) != EG_OK)
        return 7;
    eg_status status = run(context, &s);
    if (status != EG_OK)
        fprintf(stderr, "verify-multigrid: %s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status == EG_OK ? 0 : 1;
}
