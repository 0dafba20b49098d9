/* Throughput of the built-in schemes on a device, against the device's own limits. */
#ifndef EAGRE_BENCH_H
#define EAGRE_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means default. */
typedef struct eg_bench_options {
    const char *model;  /* "shallow-water" */
    const char *device; /* "auto" */
    bool f32;
    /* About so many triangles, or hexahedra, in all; 0: for each rank 1e6 on a processor, 8e6 on a GPU; waves
     * 1e5, 4e5; of spectral elements so many that they have 2e6 or 30e6 unknowns. */
    int64_t cells;
    double seconds;   /* measure for about so long; 0: 3 */
    int lanes;        /* 0: what suits the device */
    int order;        /* of accuracy, where the model has a choice; 0: 4 */
    int degree;       /* of spectral elements; 0: 4 */
    bool quadrangles; /* squares instead of unstructured triangles */
    bool plain;       /* without friction */
} eg_bench_options;

/* A part of an iteration of a linear solver, by itself. */
enum { EG_BENCH_PARTS = 4 };
typedef struct eg_bench_part {
    const char *name; /* static */
    double seconds;   /* of one application */
    double rate;      /* unknowns a second */
    double
        bandwidth_fraction; /* of the bytes that it moves at least; NaN where they stay in a cache */
} eg_bench_part;

typedef struct eg_bench_result {
    const char *model, *title; /* "shallow-water", "shallow water"; static */
    int64_t cells, steps;
    int lanes;
    double seconds;            /* of the measured steps */
    double rate;               /* updates a second */
    const char *unit;          /* "cell updates/s" or "unknowns/s"; static */
    double bytes_per_cell;     /* that one update has to move at least */
    double bandwidth;          /* of those bytes, bytes/s */
    double copy_bandwidth;     /* of the device, measured in the same run; of all ranks' together */
    double multiply_add;       /* its peak in this precision, operations/s */
    double bandwidth_fraction; /* bandwidth / copy_bandwidth; NaN where the data stay in a cache */
    double operations;         /* of the scheme's sums, operations/s; 0: not counted */
    double arithmetic_fraction; /* operations / multiply_add */
    const char *limiter;        /* static */
    char device[192];
    int degree,
        parts; /* of spectral elements, else 0; steps are iterations of conjugate gradients then */
    eg_bench_part part[EG_BENCH_PARTS];

    /* Of several ranks, else ranks is 1 and the rest 0. A rank alone, and all ranks beside each other without
     * exchange, take steps on a mesh of a rank's number of cells. */
    int ranks;
    double step;          /* s of a step of all ranks together, */
    double alone, beside; /* of rank 0 alone, and of all at once */
    double exchange;      /* of what a step exchanges, by itself */
    double sent;          /* bytes that a rank sends in a step, the most of all, */
    int neighbours;       /* and the ranks it goes to, the most of all */
    double efficiency;    /* alone / step: weak scaling */
    double
        hidden; /* of the exchange, what goes on beside cells: 1 - (step - beside) / exchange, in [0, 1] */
    char link[160]; /* how messages go */
} eg_bench_result;

/* A model on an unstructured mesh of a square whose nodes are moved, edges flipped and numbers shuffled at
 * random (then ordered along the curve, as every mesh is). After a warm-up the median of five stretches
 * counts. EG_USAGE names the models. Of several ranks collective; rank 0 has the result.
 *
 * shallow-water: all cells wet, waves over a hilly bed with friction, all round walls. linear waves: one
 * medium, waves everywhere, absorbing boundaries. poisson: a cube of hexahedra with kappa = 1, p-multigrid
 * (of degree 1 the diagonal) before conjugate gradients; operator, operator without the sums over elements at
 * common nodes, preconditioner and iteration. Of several ranks there are no figures of the exchange. */
EG_API eg_status eg_bench(eg_context *context, const eg_bench_options *options,
                          eg_bench_result *result);

/* The name of the i-th model that there is a bench of, static; NULL behind the last. */
EG_API const char *eg_bench_model(int i);

#ifdef __cplusplus
}
#endif
#endif
