/* Throughput of the built-in schemes on a device, and the limits of the device. */
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
    size_t size;        /* sizeof of this struct */
    const char *model;  /* "shallow-water" */
    const char *device; /* "auto" */
    bool f32;
    /* The approximate number of triangles or hexahedra of all ranks. Default 0, for each rank: 1e6 on a
     * CPU and 8e6 on a GPU; for waves 1e5 and 4e5; for spectral elements the number that gives 2e6 and 30e6
     * unknowns. */
    int64_t cells;
    double seconds;       /* approximate time of the measurement, s; 0: 3 */
    int lanes;            /* cells per block; 0: chosen for the device */
    int order;            /* order of accuracy of linear waves; 0: 4 */
    int degree;           /* of spectral elements, 0: 4; of waves on forests, 0: 7 */
    bool quadrangles;     /* squares instead of unstructured triangles */
    bool forest;          /* of waves: nodal DG on a cube of octrees, of degree `degree`; 0: 7 */
    bool plain;           /* without friction */
    double device_memory; /* device memory for waves on forests, bytes; 0: the free memory */
    bool mixed;           /* of shallow water: a state of f64 and waves of f32; not with f32 */
    /* Order of the polynomials of a medium that varies in a cell, for linear waves in the plane, at most
     * `order`; 0: one medium. */
    int material_order;
} eg_bench_options;

/* One part of an iteration of a linear solver, measured separately. */
enum { EG_BENCH_PARTS = 4 };
typedef struct eg_bench_part {
    const char *name; /* static */
    double seconds;   /* of one application */
    double rate;      /* unknowns per second */
    /* Fraction of the copy bandwidth, for the least bytes that it must move; NaN if they fit into a cache. */
    double bandwidth_fraction;
} eg_bench_part;

typedef struct eg_bench_result {
    size_t size;               /* sizeof of this struct */
    const char *model, *title; /* "shallow-water", "shallow water"; static */
    int64_t cells, steps;
    int lanes;
    double seconds;             /* of the measured steps */
    double rate;                /* updates per second, in `unit` */
    const char *unit;           /* "cell updates/s" or "unknowns/s"; static */
    double bytes_per_cell;      /* the least that one update must move */
    double bandwidth;           /* of those bytes, bytes/s */
    double copy_bandwidth;      /* of the device, measured in the same run; the sum over ranks */
    double multiply_add;        /* peak of the device in this precision, operations/s */
    double bandwidth_fraction;  /* bandwidth / copy_bandwidth; NaN if the data fit into a cache */
    double operations;          /* of the scheme's sums, operations/s; 0: not counted */
    double arithmetic_fraction; /* operations / multiply_add */
    const char *limiter;        /* static */
    char device[192];
    /* For spectral elements, else 0. Steps are then iterations of conjugate gradients. */
    int degree, parts;
    eg_bench_part part[EG_BENCH_PARTS];

    /* With one rank, `ranks` is 1 and the following members are 0. `alone` and `beside` measure steps without
     * exchange, on a mesh with the number of cells of one rank. */
    int ranks;
    double step;       /* s of a step of all ranks together */
    double alone;      /* s of a step of rank 0 alone */
    double beside;     /* s of a step of all ranks at once, each on its own mesh */
    double exchange;   /* s of the exchange of a step, measured separately */
    double sent;       /* bytes that a rank sends in a step: the largest of all ranks */
    int neighbours;    /* ranks that a rank sends to: the largest of all ranks */
    double efficiency; /* alone / step: weak scaling */
    /* The fraction of the exchange hidden behind computation: 1 - (step - beside) / exchange, in [0, 1]. */
    double hidden;
    char link[160]; /* how messages are sent */
} eg_bench_result;

/* Measures a model on an unstructured mesh of a square, with nodes displaced, edges flipped and cells
 * renumbered at random (then sorted along a Hilbert curve, as every mesh is). The rate is the median of five
 * intervals after a warm-up. EG_USAGE names the models. Collective; rank 0 has the result.
 *
 * shallow-water: all cells wet, waves over a hilly bed with friction, walls on all sides. Linear waves: one
 * medium, waves everywhere, absorbing boundaries; on a forest a cube of octrees of one level, with the parts
 * exchange and step, and a rate in node-stages per second. poisson: a cube of hexahedra with kappa = 1,
 * conjugate gradients with p-multigrid (at degree 1 the diagonal). Its parts are operator, operator without
 * the sums over elements at common nodes, preconditioner and iteration. heat: the same parts, for the matrix
 * of a backward Euler step in which heat diffuses over the length of an element. For poisson and heat the
 * exchange is not measured. */
EG_API eg_status eg_bench(eg_context *context, const eg_bench_options *options, eg_bench_result *result);

/* The name of the i-th model that has a bench, static; NULL after the last. */
EG_API const char *eg_bench_model(int i);

#ifdef __cplusplus
}
#endif
#endif
