/* heat: steps in time of the model heat, whose vectors stay on the device; docs/theory/heat.md.
 *
 *     heat.c          steps of one length, the loop
 *     heat_adapt.c    steps whose length follows from their error
 *     heat_vectors.c  what is on the device
 *     heat_transfer.c the initial temperature from another run
 *     heat_moving.c   sources and conditions that change with time */
#ifndef EG_RUN_ELLIPTIC_HEAT_H
#define EG_RUN_ELLIPTIC_HEAT_H

#include "field/owner.h"
#include "run/judge/signals.h"
#include "run/models/elliptic/elliptic.h"

/* A solution continued from those before it: before, earlier and oldest, multiplied and added. */
typedef struct eg_heat_line {
    double before, earlier, oldest;
} eg_heat_line;

/* What is evaluated at each step. */
typedef struct eg_heat_moving {
    int expressions;     /* 0: nothing changes with time */
    eg_text source;      /* of kernels: eg_moving_value() */
    eg_program *program; /* of kernels/linear/moving.c */
    eg_kernel *load, *given;
    int64_t places; /* first those of the load, layer by layer; a layer has no node twice */
    int layers;
    int64_t *layer;     /* [layers + 1] where each begins */
    int64_t given_many; /* given values that move: the first of the list, and the last places */
    double origin[3];   /* of the places, m */
    eg_buffer *place, *weight, *node, *expression;
} eg_heat_moving;

struct eg_heat {
    eg_owner owned;      /* buffers, programs and arrays of this struct */
    eg_program *program; /* of kernels/linear/heat.c */
    eg_kernel *prepare, *difference, *clear, *give;
    bool adapts; /* and takes `oldest`, too */
    eg_buffer *before, *earlier,
        *oldest;                /* the solutions before p->x; the oldest gives its place to the next */
    eg_buffer *load, *capacity; /* [nodes] 0 where a value is given */
    eg_buffer *fixed;           /* what of the load does not change; NULL: all of it */
    bool lifts, lift_moves;     /* on any rank a given value is not 0, or changes */
    eg_buffer *lift;            /* A times the given values; NULL: they are 0 */
    eg_buffer *given_node, *given_value; /* the list of given values; NULL: none */
    int64_t given, chunks;
    eg_buffer *sums;      /* [chunks] */
    double *sum;          /* [chunks] */
    double heat_capacity; /* of all nodes without a given value, J/K */
    bool refused;         /* a value of the case is not one in the step after the last: it was not taken */
    bool stale;           /* p->u and the solutions before it are not those on the device */
    eg_heat_moving moving;
    eg_signal *signal; /* [signal_count] what changes with time, at some places */
    int64_t signal_count, signal_room;

    /* steps: lengths of the last three, the last one first; what the next one wishes to be */
    double length[3], wish;
    double tolerance, dt_most; /* K, s; of steps that adapt themselves */
    double error, reserve;     /* K: that of the last step; what of the tolerance is for kinks */
    int64_t rejected, trouble; /* steps; how often of late */
};

/* ---- heat_vectors.c. p->load, p->given and p->capacity are filled, and the solver is there. */
eg_status eg_heat_create(eg_elliptic *p);
/* The capacity at the moment of the coefficients, where it depends on time. Collective. */
eg_status eg_heat_set_capacity(eg_elliptic *p);
/* Solutions of the host onto the device. */
eg_status eg_heat_upload(eg_elliptic *p);
/* Sources, fluxes and given values of a moment, s, as far as they change. */
eg_status eg_heat_set_load(eg_elliptic *p, double time);
/* The right-hand side of a step into p->right and its start into p->x; *norm = |b - A g|, g the given values:
 * what the residual is held against, whatever the start. It is not finite where a source is not. */
eg_status eg_heat_prepare(eg_elliptic *p, eg_heat_weights w, eg_heat_line line, double *norm);
/* Root mean square, by capacity, of how far the solution is from the line, K. */
eg_status eg_heat_difference(eg_elliptic *p, eg_heat_line line, double *difference);
/* The solutions move on by one: the solution becomes the one before, and so on; and back, without the
 * oldest. */
void eg_heat_rotate(eg_elliptic *p);
void eg_heat_rotate_back(eg_elliptic *p);

/* ---- heat_moving.c */
/* Lists what moves. given[given_count] is filled with the list of nodes with given values, those that move
 * first. */
eg_status eg_heat_moving_create(eg_elliptic *p, int32_t *given, int64_t *given_count);
/* Adds to `load`, and fills the first of `given`, with the values of a moment, s. */
eg_status eg_heat_moving_evaluate(eg_elliptic *p, double time, eg_buffer *load, eg_buffer *given);

/* ---- heat.c */
/* The solver, and what the device holds: once the state and its last steps are known. */
eg_status eg_heat_build(eg_elliptic *p);
/* Weights of a step of length h after one of length `last`; 0: by backward Euler. */
eg_heat_weights eg_heat_weights_of(double h, double last);
/* Solves for the temperature at `time`, with solutions that have been rotated. */
eg_status eg_heat_solve(eg_elliptic *p, double time, eg_heat_weights w, eg_heat_line line);
/* Books a step that was taken. */
void eg_heat_accept(eg_elliptic *p, double time, double length);

/* ---- heat_transfer.c */
/* Fills p->u with the temperature of another run, which initial.from names. Collective; all agree. */
eg_status eg_heat_transfer(eg_elliptic *p);

/* What signals are. */
typedef enum eg_heat_signal { EG_HEAT_POWER, EG_HEAT_TEMPERATURE, EG_HEAT_EXCHANGE } eg_heat_signal;

/* ---- judge/pulses.c: lists what steps are judged by; a step was taken; and what was seen so far. Judging
 * and listing are collective; all agree. */
eg_status eg_heat_list_signals(eg_elliptic *p);
void eg_heat_look_at_signals(eg_elliptic *p, double from, double to);
eg_status eg_heat_judge_signals(eg_elliptic *p, eg_judged when);

/* ---- heat_adapt.c */
eg_status eg_heat_adapt_begin(eg_elliptic *p);
/* One step, after as many as are rejected. */
eg_status eg_heat_adapt_step(eg_elliptic *p);

#endif
