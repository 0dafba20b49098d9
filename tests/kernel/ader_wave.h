/* What the tests of ADER-DG share: a solver with what it stands on, its steps, its state. The file that
 * includes it says what a `problem` is. */
#ifndef TESTS_KERNEL_ADER_WAVE_H
#define TESTS_KERNEL_ADER_WAVE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scheme/ader/ader.h"
#include "steps.h"

typedef struct problem problem;

typedef struct wave {
    eg_context *context;
    eg_device *device;
    eg_plane *mesh;
    eg_ader *ader;
    eg_time_state now;
    const problem *given;
    int64_t samples, room; /* of receivers: read so far, and places in values */
    double *values;        /* [receiver][room][variable] */
} wave;

/* Steps until `time` or so many steps; `each` (NULL: nothing) after each readback of the clock. */
static inline void advance_looking(wave *w, double time, int64_t steps, void (*each)(wave *w))
{
    eg_time *clock = eg_stepper_time(eg_ader_stepper(w->ader));
    assert_int_equal(eg_time_resume_until(clock, time, steps), EG_OK);
    do {
        assert_int_equal(eg_stepper_queue(eg_ader_stepper(w->ader), 8), EG_OK);
        assert_int_equal(eg_time_readback_begin(clock), EG_OK);
        assert_int_equal(eg_time_readback_end(clock, &w->now), EG_OK);
        if (each)
            each(w);
    } while (w->now.pause == EG_PAUSE_NONE);
    assert_int_equal(w->now.pause, EG_PAUSE_EVENT);
}

/* A copy of the state, for eg_staging_destroy(). */
static inline void *state_of(wave *w)
{
    return steps_copy(eg_ader_stepper(w->ader));
}

/* The root mean square of u - exact over the domain, all variables. */
static inline double rms_error_of(wave *w, int n, int order, void (*exact)(const double x[2], double *u))
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], sum = 0, area = 0;
    double *values = calloc((size_t)(EG_QUADRATURE_ANY_POINTS * n), sizeof *values), u[EG_LINEAR_VARIABLES];
    void *memory = state_of(w);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        eg_cell_type type = (eg_cell_type)w->mesh->type[c];
        double x[EG_CELL_VERTICES][2];
        int count = eg_quadrature_count(type, 2 * order + 2);
        eg_quadrature_any(type, 2 * order + 2, points, weights);
        eg_plane_cell_vertices(w->mesh, c, x);
        eg_stepper_evaluate(eg_ader_stepper(w->ader), memory, c, count, points[0], values);
        for (int q = 0; q < count; q++) {
            double at[2];
            eg_cell_map(type, (const double(*)[2])x, points[q], at);
            exact(at, u);
            double scale = weights[q] * w->mesh->area[c] * (type == EG_TRIANGLE ? 2 : 1);
            for (int v = 0; v < n; v++)
                sum += scale * (values[q * n + v] - u[v]) * (values[q * n + v] - u[v]);
            area += scale;
        }
    }
    eg_staging_destroy(w->device, &memory);
    free(values);
    return sqrt(sum / area);
}

/* Nothing is left in memory. */
static inline void end(wave *w)
{
    free(w->values);
    w->values = NULL;
    eg_ader_destroy(&w->ader);
    eg_plane_destroy(&w->mesh);
    eg_device_close(&w->device);
    assert_int_equal(eg_context_blocks_held(w->context), 0);
    eg_context_destroy(&w->context);
}

#endif
