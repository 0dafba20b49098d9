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
    /* The approximate number of triangles or hexahedra of all ranks. 0 takes for each rank 1e6 on a
     * processor and 8e6 on a GPU; for waves 1e5 and 4e5; for spectral elements as many as have 2e6 and 30e6
     * unknowns. */
    int64_t cells;
    double seconds;       /* approximate time of the measurement; 0: 3 */
    int lanes;            /* cells in a block; 0: chosen for the device */
    int order;            /* of accuracy, where the model has a choice; 0: 4 */
    int degree;           /* of spectral elements, 0: 4; of waves on forests, 0: 7 */
    bool quadrangles;     /* squares instead of unstructured triangles */
    bool forest;          /* of waves: nodal DG on a cube of octrees, of degree `degree`; 0: 7 */
    bool plain;           /* without friction */
    double device_memory; /* bytes of the device that waves on forests may take; 0: what is free */
} eg_bench_options;

/* A part of an iteration of a linear solver, by itself. */
enum { EG_BENCH_PARTS = 4 };
typedef struct eg_bench_part {
    const char *name; /* static */
    double seconds;   /* of one application */
    double rate;      /* unknowns a second */
    /* Of the copy bandwidth, for the least bytes that it moves; NaN where they stay in a cache. */
    double bandwidth_fraction;
} eg_bench_part;

typedef struct eg_bench_result {
    const char *model, *title; /* "shallow-water", "shallow water"; static */
    int64_t cells, steps;
    int lanes;
    double seconds;             /* of the measured steps */
    double rate;                /* updates a second */
    const char *unit;           /* "cell updates/s" or "unknowns/s"; static */
    double bytes_per_cell;      /* the least that one update moves */
    double bandwidth;           /* of those bytes, bytes/s */
    double copy_bandwidth;      /* of the device, measured in the same run; the sum over ranks */
    double multiply_add;        /* peak of the device in this precision, operations/s */
    double bandwidth_fraction;  /* bandwidth / copy_bandwidth; NaN where the data stay in a cache */
    double operations;          /* of the scheme's sums, operations/s; 0: not counted */
    double arithmetic_fraction; /* operations / multiply_add */
    const char *limiter;        /* static */
    char device[192];
    /* For spectral elements, else 0. Steps are then iterations of conjugate gradients. */
    int degree, parts;
    eg_bench_part part[EG_BENCH_PARTS];

    /* With one rank, ranks is 1 and the rest is 0. `alone` and `beside` measure steps without exchange, on
     * a mesh with a rank's number of cells. */
    int ranks;
    double step;       /* s of a step of all ranks together */
    double alone;      /* s of a step of rank 0 alone */
    double beside;     /* s of a step of all ranks at once, each on its own mesh */
    double exchange;   /* s of the exchange of a step by itself */
    double sent;       /* bytes that a rank sends in a step: the largest of all ranks */
    int neighbours;    /* ranks that a rank sends to: the largest of all ranks */
    double efficiency; /* alone / step: weak scaling */
    /* The part of the exchange hidden behind the cells: 1 - (step - beside) / exchange, in [0, 1]. */
    double hidden;
    char link[160]; /* how messages travel */
} eg_bench_result;

/* A model on an unstructured mesh of a square whose nodes are moved, edges flipped and numbers shuffled at
 * random (then ordered along the curve, as every mesh is). The rate is the median of five stretches after a
 * warm-up. EG_USAGE names the models. Collective; rank 0 has the result.
 *
 * shallow-water: all cells wet, waves over a hilly bed with friction, walls all round. Linear waves: one
 * medium, waves everywhere, absorbing boundaries; on a forest in a cube of octrees of one level, with the parts
 * exchange and step, and a rate in nodes times stages. poisson: a cube of hexahedra with kappa = 1, conjugate
 * gradients with p-multigrid (at degree 1 the diagonal). Its parts are operator, operator without the sums
 * over elements at common nodes, preconditioner and iteration. The bench of heat has the same parts, for the
 * matrix of a step of backward Euler, in which heat travels the length of an element. For both the exchange is
 * not measured. */
EG_API eg_status eg_bench(eg_context *context, const eg_bench_options *options,
                          eg_bench_result *result);

/* The name of the i-th model that has a bench, static; NULL after the last. */
EG_API const char *eg_bench_model(int i);

#ifdef __cplusplus
}
#endif
#endif
