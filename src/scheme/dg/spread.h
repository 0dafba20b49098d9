/* spread: smooth functions that stand for the delta functions of sources in the cells of a forest. */
#ifndef EG_SCHEME_DG_SPREAD_H
#define EG_SCHEME_DG_SPREAD_H

#include "scheme/dg/dg.h"

/* What they are found in: the mesh of all ranks with its medium. */
typedef struct eg_dg_location {
    const eg_comm *comm;
    const eg_forest *mesh;
    const eg_linear *system;
    const eg_dg_field *material; /* n = system->materials; held cells are asked */
    int degree;                  /* of the cells */
} eg_dg_location;

/* A cell that touches a source, by its number in the whole mesh, and its part of the source; parts sum to
 * 1. */
typedef struct eg_dg_touch {
    int64_t cell;
    double share;
} eg_dg_touch;

/* What own cells have of smooth functions; a cell may be there more than once. Zero it before the first
 * call. */
typedef struct eg_dg_spreads {
    int64_t count, cell_room, test_room;
    int64_t *cell; /* [count] */
    double *test;  /* [count][nodes] integrals of the function times the Lagrange polynomials of the nodes */
} eg_dg_spreads;

/* Appends the smooth function of a source at x, whose radius is the cell of the source along each direction.
 * It weighs polynomials of degree + 3, at most 14, in space 11, as the delta function does, and ends at
 * boundaries and where the medium jumps; a source on a jump has a function on each side, of as much as the
 * cells there take. The same on any number of ranks. Collective, also where `status` is a failure of this
 * rank; all agree on the status. EG_MEMORY; EG_INPUT where there is too little room; what `material`
 * returns. */
eg_status eg_dg_spread(const eg_dg_location *place, const double x[3], int touches, const eg_dg_touch *touch,
                       eg_dg_spreads *spreads, eg_status status);
void eg_dg_spreads_free(eg_dg_spreads *spreads);

/* ---- reach.c: the cells of such a function */

/* A cell that it reaches, moved by `shift` where periodic pairs lie between. */
typedef struct dg_reached {
    int64_t cell; /* of the whole mesh */
    double shift[3];
    eg_leaf leaf;
    int32_t touch; /* which of those that touch the source, -1: none */
} dg_reached;

/* Where it may be: |from (x - centre)| < radius, in lengths of the cell of the source along each
 * direction. */
typedef struct dg_ball {
    double centre[3], from[3][3], radius;
} dg_ball;

typedef struct dg_reach {
    int64_t count, room;
    dg_reached *list; /* [count] by cell and shift */
} dg_reach;

/* The cells that touch the source. Collective; all agree on the status. */
eg_status eg_dg_reach_touching(const eg_dg_location *place, int touches, const eg_dg_touch *touch,
                               dg_reach *reach, eg_status status);
/* Those of `touching` that belong to one function with its first, and all others that this function reaches.
 * Collective; all agree on the status. */
eg_status eg_dg_reach_from(const eg_dg_location *place, const dg_ball *ball, const dg_reached *first,
                           int touches, const eg_dg_touch *touch, dg_reach *reach);
/* x in lengths of cells from the centre. */
static inline void dg_ball_see(const dg_ball *ball, const double x[3], const double shift[3], double y[3])
{
    for (int i = 0; i < 3; i++) {
        y[i] = 0;
        for (int k = 0; k < 3; k++)
            y[i] += ball->from[i][k] * (x[k] + shift[k] - ball->centre[k]);
    }
}

#endif
