/* The point functions of kernels/physics as functions of arrays of doubles, one table for each system,
 * dimension, flux and precision: functions.c, compiled once for each. */
#ifndef EG_TEST_LINEAR_FUNCTIONS_H
#define EG_TEST_LINEAR_FUNCTIONS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "physics/linear/linear.h"
#include "physics/linear/source.h"

typedef struct point_functions {
    const eg_linear *system;
    eg_flux flux;
    double epsilon; /* of its precision */
    int dimensions, variables, materials, traces, face_constants;
    /* along [dimensions][variables] */
    void (*apply)(const double *material, const double *along, double *out);
    void (*trace)(const double *n, const double *u, double *w);
    void (*ghost)(const double *n, int kind, const double *w, double *ghost);
    void (*across)(const double *material, const double *face, const double *n, const double *wl,
                   const double *wr, double *flux);
    double (*energy)(const double *material, const double *u);
    void (*tangents)(const double *n, double *s, double *t); /* NULL where a system needs none */
} point_functions;

#define POINT_FUNCTIONS(system)                                                                              \
    extern const point_functions system##_upwind_f64, system##_upwind_f32, system##_rusanov_f64,             \
        system##_rusanov_f32;
POINT_FUNCTIONS(advection)
POINT_FUNCTIONS(acoustic)
POINT_FUNCTIONS(elastic)
POINT_FUNCTIONS(sh)
POINT_FUNCTIONS(advection_space)
POINT_FUNCTIONS(acoustic_space)
POINT_FUNCTIONS(elastic_space)
#undef POINT_FUNCTIONS

/* All of them; in space alone. The tables of a dimension stand in the order system, flux, precision; SH
 * waves, which are of the plane alone, are its last. */
enum { POINT_TABLES = 28, SPACE_TABLES = 12 };
extern const point_functions *const every_table[POINT_TABLES];
#define space_table (every_table + (POINT_TABLES - SPACE_TABLES))

#endif
