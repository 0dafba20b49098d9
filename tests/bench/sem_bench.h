/* What the benches of spectral elements share: timing, and kernels by themselves. */
#ifndef EG_TESTS_BENCH_SEM_BENCH_H
#define EG_TESTS_BENCH_SEM_BENCH_H

#include <time.h>

#include "scheme/sem/schwarz/internal.h"

enum { BENCH_ROUNDS = 5, BENCH_CALLS = 10000 };
static const double bench_seconds_of_round = 0.1;

/* Seconds of the clock, or with `cpu` those that processors have worked for this process: of a device of one
 * thread on a machine that others use too. */
static inline double bench_clock(bool cpu)
{
    struct timespec now;
    if (!cpu)
        return eg_clock();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of one call, which queues work on the device: the best round of several. */
static inline eg_status bench_measure(eg_device *device, bool cpu, eg_status (*call)(void *self), void *self,
                                      double *seconds)
{
    int calls = 1;
    *seconds = 1e300;
    EG_TRY(call(self));
    for (int round = 0; round < BENCH_ROUNDS;) {
        EG_TRY(eg_device_finish(device));
        double start = bench_clock(cpu);
        for (int i = 0; i < calls; i++)
            EG_TRY(call(self));
        EG_TRY(eg_device_finish(device));
        double took = bench_clock(cpu) - start;
        if (took < bench_seconds_of_round && calls < BENCH_CALLS) {
            calls *= 2;
            continue;
        }
        *seconds = took / calls < *seconds ? took / calls : *seconds;
        round++;
    }
    return EG_OK;
}

/* Queues the kernels of all elements: x is gathered by `number`, NULL: by the numbers of the mesh. */
static inline eg_status bench_elements(const eg_sem *sem, eg_buffer *number, const eg_buffer *x, eg_buffer *y)
{
    eg_sem with = *sem;
    for (int kind = 0; kind < EG_HEX_KINDS && number; kind++)
        with.cells[kind].node = number;
    return eg_sem_launch(&with, &(eg_sem_task){.p = x, .y = y, .count = sem->idle}, false);
}

/* Queues the kernel that solves in all subdomains. */
static inline eg_status bench_solutions(const eg_schwarz *s, const eg_buffer *r)
{
    return EG_LAUNCH(s->solve_kernel, s->blocks, EG_BUFFER("r", r), EG_BUFFER("node", s->node),
                     EG_BUFFER("own", s->own), EG_BUFFER("vertex", s->vertex),
                     EG_BUFFER("coarse", s->solution), EG_BUFFER("hat", s->hat), EG_BUFFER("table", s->table),
                     EG_BUFFER("end", s->end), EG_BUFFER("shape", s->shape), EG_BUFFER("weight", s->weight),
                     EG_BUFFER("part", s->part), EG_LONG("blocks", s->blocks));
}

#endif
