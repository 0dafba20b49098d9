/* Point sources of linear systems: what force, moment and explosion are in the components of a state.
 *
 * A source adds weights s(t) delta(x - x_s) to the right-hand side of u_t + A u_x + B u_y (+ C u_z) = ...,
 * with s(t) a time function of its own unit. In the plane all strengths are per metre along the third axis;
 * in space a force is in N and a moment in N m.
 *
 *   state      the weights themselves
 *   force      (Fx, Fy), N/m, in space (Fx, Fy, Fz), of SH waves Fz:  rho v_t = div sigma + F s delta. s is
 *              the force's course.
 *   moment     (Mxx, Myy, Mxy), N, in space (Mxx, Myy, Mzz, Mxy, Myz, Mxz), of SH waves (Mxz, Myz): sigma_t =
 *              C : grad v - M s delta. s is the moment *rate* over M, 1/s: a positive isotropic moment pushes
 *              outward.
 *   explosion  M, N: the moment M I; for pressure p = -sigma: p_t + K div v = M s delta. */
#ifndef EG_PHYSICS_LINEAR_SOURCE_H
#define EG_PHYSICS_LINEAR_SOURCE_H

#include "physics/linear/linear.h"

typedef enum eg_linear_source_kind {
    EG_LINEAR_SOURCE_STATE,
    EG_LINEAR_SOURCE_FORCE,
    EG_LINEAR_SOURCE_MOMENT,
    EG_LINEAR_SOURCE_EXPLOSION,
    EG_LINEAR_SOURCES
} eg_linear_source_kind;

/* "force" */
const char *eg_linear_source_name(eg_linear_source_kind kind);

/* Numbers that the kind takes in this system; 0 where the system has no such source. */
int eg_linear_source_strengths(const eg_linear *system, eg_linear_source_kind kind);

/* EG_CASE where the system has no such source, or a strength is not finite; `source`: its number, from 0. */
eg_status eg_linear_source_check(eg_context *context, const eg_linear *system, int64_t source,
                                 eg_linear_source_kind kind, const double *strength);

/* weights[variables] of a source in a cell with this material. The system has the kind. */
void eg_linear_source_weights(const eg_linear *system, eg_linear_source_kind kind, const double *material,
                              const double *strength, double *weights);

/* Whether the medium jumps where two cells meet, so that a source does not reach across: at one of `count`
 * points just inside both, or from centre to centre (a cell takes a mean over a jump inside it) by much more.
 * left, right[count + 1][materials], the centres last. */
bool eg_linear_jumps(const eg_linear *system, int count, const double *left, const double *right);

#endif
