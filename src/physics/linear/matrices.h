/* matrices: linear systems of the plane that a case gives by their matrices,
 *
 *   u_t + A u_x + B u_y = E u ,
 *
 * as a table like those of linear.h, for kernels/physics/matrices.h. docs/theory/linear.md has the flux. */
#ifndef EG_PHYSICS_LINEAR_MATRICES_H
#define EG_PHYSICS_LINEAR_MATRICES_H

#include "physics/linear/eigen.h"

/* An entry of a matrix: the material's value at a place, or its opposite; where the place is -1, a number. */
typedef struct eg_matrix_entry {
    int place;
    double number;
    bool minus; /* of a place */
} eg_matrix_entry;

static inline bool eg_matrix_entry_is_nothing(const eg_matrix_entry *entry)
{
    return entry->place < 0 && entry->number == 0;
}

/* Of a flux: variables that take part in what crosses a face, and variables that have a flux. The matrix M of
 * a face has the second ones as rows and the first ones as columns. */
typedef struct eg_linear_sharing {
    int crossing, gaining;
    int crosses[EG_LINEAR_VARIABLES], gains[EG_LINEAR_VARIABLES];
} eg_linear_sharing;

static inline double eg_matrix_entry_of(const eg_matrix_entry *entry, const double *material)
{
    return entry->place < 0 ? entry->number : entry->minus ? -material[entry->place] : material[entry->place];
}

/* The state beyond a boundary as a matrix of the one inside, [variables][variables]; n is the normal that
 * leads out. */
typedef void eg_matrix_reflection(void *user, int boundary, const double n[2], double *matrix);

/* The state beyond a free surface or a wall, [variables][variables]. */
typedef void eg_matrix_mirror(const eg_linear *system, eg_linear_boundary kind, const double n[2],
                              double *matrix);

typedef struct eg_linear_matrices {
    eg_linear system;             /* the first member */
    const eg_matrix_entry *a, *b; /* [variables][variables] */
    const eg_matrix_entry *e;     /* NULL: 0 */
    const eg_matrix_entry *h;     /* the energy density is u . H u / 2; NULL: the unit matrix */
    /* Of boundaries that are EG_LINEAR_REFLECTING; NULL: there are none. */
    eg_matrix_reflection *reflect;
    void *user;
    /* [variables] whether some reflection makes another variable of this one; NULL: none does. */
    const bool *reflected;
    eg_matrix_mirror *mirror; /* NULL: there are no such boundaries */
    /* Made by eg_linear_matrices_complete(). */
    eg_linear_sharing sharing[EG_FLUXES];
    unsigned long number; /* of all systems of this process */
} eg_linear_matrices;

/* Completes a table in which names, units, codes, variables, materials and the matrices are given: numbers,
 * the functions and, which the caller owns, the program's text. EG_MEMORY. */
eg_status eg_linear_matrices_complete(eg_context *context, eg_linear_matrices *matrices, char **text);

/* matrices_program.c: adds the text of a system whose sharing is known. Returns eg_linear.resolved. */
int eg_linear_matrices_write(const eg_linear_matrices *matrices, eg_text *text);
/* A mirror for systems whose variables begin with those of acoustic, elastic or SH waves, in their places: a
 * free surface turns the traction, a wall the velocity. */
eg_matrix_mirror eg_linear_mirror;

/* A n_x + B n_y of a material. */
void eg_linear_matrix_along(const eg_linear_matrices *matrices, const double *material, const double n[2],
                            double *matrix);

/* M of a face, m[variables][variables]; NaN where there is none. The constants of the flux are the part of it
 * that `sharing` has. */
void eg_linear_matrices_face(const eg_linear_matrices *matrices, const eg_linear_face *face, double *m);

/* Why the system is not hyperbolic with this material, as a clause, in `room`: in which of the directions
 * that are looked at, and what is wrong there. NULL: nothing is. */
const char *eg_linear_matrices_fault(const eg_linear_matrices *matrices, const double *material, char *text,
                                     size_t room);

/* Why waves of two materials do not meet in one state at a face, for which the upwind flux has no answer;
 * NULL: they do. */
const char *eg_linear_matrices_meet(const eg_linear_matrices *matrices, const double *left,
                                    const double *right, const double n[2], char *text, size_t room);

/* The slowest wave that moves, m/s, in the directions that are looked at; 0: none does. */
double eg_linear_matrices_slowest(const eg_linear_matrices *matrices, const double *material);

#endif
