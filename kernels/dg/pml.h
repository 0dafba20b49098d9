/* Perfectly matched layers: a stage (dg/stage.h) of the blocks that have cells of a layer. With L_d u the
 * part of the operator along axis d, derivative and jumps,
 *
 *   u_t = sum_d (L_d u + psi_d),   psi_d' = -(delta_d + alpha_d) psi_d - delta_d L_d u
 *
 * (Roden and Gedney 2000; Martin et al. 2010; docs/theory/octree-dg.md, "perfectly matched layers"). A node
 * is brought to the next stage as dg/nodes.h does it; then the sum of psi is added, and psi goes to its next
 * stage by the same Runge-Kutta scheme. Cells are bricks. Of the flux, L_d u takes what LAYER_CONSTANT of the
 * system names: with elastic waves not the damping of jumps of velocity, which makes waves along a face grow
 * where it is stretched (theory).
 *
 * An entry is a block with an axis along which it has a layer. psi has the variables that change along the
 * axis, PML_VARIABLES.
 *   layer     [blocks][DIM] number of the block's entry along each axis, -1: none
 *   profile   [entries][2][N][LANES] delta, and delta + alpha, at the nodes of a line along the axis, 1/s; 0:
 *             a cell that has no layer along it, and keeps its bits
 *   psi       [entries][PML_VARIABLES][NODES][LANES]; psi_second: what a step carries from stage to stage */
#if GEOMETRY != DG_BRICK
#error "layers are of bricks"
#endif
#define COUNT_ONE(p) +1
#if (0 EACH_CHANGED_x(COUNT_ONE)) != PML_VARIABLES
#error "PML_VARIABLES is how many variables change along an axis"
#endif
#undef COUNT_ONE

#define LAYERS_OF_NODE                                                                                       \
    FOR_LANES (l) {                                                                                          \
        EACH_VAR(CLEAR_SUM)                                                                                  \
        PRIVATE_AT(within, 0, l, 0) = 0;                                                                     \
    }                                                                                                        \
    EACH_DIRECTION(PSI_ALONG)
#define WITHIN PRIVATE_AT(within, 0, l, 0)
#define GAINED(p) const real gained = minus_dt * PRIVATE_AT(sum, 0, l, p);
#define WITH_LAYER(next) (WITHIN ? FMA(-b, gained, next) : (next))
#define CARRIED_WITH_LAYER(carried) (WITHIN ? (carried)-gained : (carried))
#define LOSS_BESIDE_LAYER(p) (WITHIN ? LOSS(p) - PRIVATE_AT(sum, 0, l, p) : LOSS(p))
#include "dg/node.h"

#ifdef LAYER_CONSTANT
#define FACE_CONSTANT_OF_LAYER(p) constants.v##p = LAYER_CONSTANT(p) ? MEETING(p, f, face_node) : R(0.0);
#else
#define FACE_CONSTANT_OF_LAYER FACE_CONSTANT
#endif

/* A derivative along one axis alone. */
#define ONLY_x(d) ONLY_x_##d
#define ONLY_y(d) ONLY_y_##d
#define ONLY_z(d) ONLY_z_##d
#define ONLY_x_x slope
#define ONLY_x_y none
#define ONLY_x_z none
#define ONLY_y_x none
#define ONLY_y_y slope
#define ONLY_y_z none
#define ONLY_z_x none
#define ONLY_z_y none
#define ONLY_z_z slope
#define CLEAR_NONE(p) none.v##p = R(0.0);
#define CLEAR_SUM(p) PRIVATE_AT(sum, 0, l, p) = R(0.0);
#define KEEP_ALONG(p) PRIVATE_AT(lost_along, 0, l, p) = loss.v##p;
#define ADD_JUMP(p) PRIVATE_AT(lost_along, 0, l, p) = FMA(lift, jump.v##p, PRIVATE_AT(lost_along, 0, l, p));

/* psi of the next stage. All of psi is loaded in front of all stores: it is under way at once. */
#if STEPS == DG_LOW_STORAGE
#define ADVANCE_PSI(p)                                                                                       \
    const real carried = first_stage ? change : FMA(a, second_of_psi.v##p, change);                          \
    psi_second[at] = carried;                                                                                \
    psi[at] = FMA(b, carried, value);
#else
#define ADVANCE_PSI(p)                                                                                       \
    const real forward = value + change;                                                                     \
    const real begun = first_stage ? value : second_of_psi.v##p;                                             \
    psi[at] = first_stage ? forward : FMA(a, begun, b * forward);                                            \
    psi_second[at] = begun;
#endif
#define PLACE_OF_PSI (((long)entry * PML_VARIABLES + turn_of) * (NODES * LANES) + i * LANES + l)
#define LOAD_PSI(p)                                                                                          \
    value_of_psi.v##p = psi[PLACE_OF_PSI];                                                                   \
    second_of_psi.v##p = first_stage ? R(0.0) : psi_second[PLACE_OF_PSI];                                    \
    turn_of = turn_of + 1;
#define NODE_PSI(p)                                                                                          \
    {                                                                                                        \
        const long at = PLACE_OF_PSI;                                                                        \
        const real value = value_of_psi.v##p;                                                                \
        const real change = minus_dt * FMA(damped, value, -(delta * PRIVATE_AT(lost_along, 0, l, p)));       \
        ADVANCE_PSI(p)                                                                                       \
        PRIVATE_AT(sum, 0, l, p) = PRIVATE_AT(sum, 0, l, p) + value;                                         \
        turn_of = turn_of + 1;                                                                               \
    }

#define PSI_ALONG(d)                                                                                         \
    if (own_layer[NUMBER_##d] >= 0) {                                                                        \
        const int entry = own_layer[NUMBER_##d];                                                             \
        GLOBAL CONST real *own_profile = profile + (long)entry * (2 * N * LANES);                            \
        FOR_LANES (l) {                                                                                      \
            phys_state none;                                                                                 \
            EACH_VAR(CLEAR_NONE)                                                                             \
            ALONG_LINE(d)                                                                                    \
            const phys_state slope = phys_scaled(own_cell[NUMBER_##d * LANES + l], along_##d);               \
            const phys_state loss = phys_apply(MATERIAL_AT(i), DIRECTIONS(ONLY_##d));                        \
            EACH_VAR(KEEP_ALONG)                                                                             \
        }                                                                                                    \
        if (at_##d == 0 || at_##d == N - 1) {                                                                \
            FOR_LANES (l) {                                                                                  \
                const phys_material m = MATERIAL_AT(i);                                                      \
                FACE_ACROSS(d, at_##d != 0, FIRST_##d, OTHER_##d)                                            \
                phys_waves v = across;                                                                       \
                FACE_CROSSING_BY(FACE_CONSTANT_OF_LAYER, d, at_##d != 0, v, FIRST_##d + N * (OTHER_##d))     \
                const phys_state jump = phys_lift(m, NORMALS_OF_##d, crossing);                              \
                const real lift = LIFT_OF_FACE(f);                                                           \
                EACH_CHANGED_##d(ADD_JUMP)                                                                   \
            }                                                                                                \
        }                                                                                                    \
        FOR_LANES (l) {                                                                                      \
            const real delta = own_profile[at_##d * LANES + l];                                              \
            const real damped = own_profile[(N + at_##d) * LANES + l];                                       \
            const real at_ends = own_profile[N * LANES + l] + own_profile[(2 * N - 1) * LANES + l];          \
            phys_state value_of_psi, second_of_psi;                                                          \
            int turn_of = 0;                                                                                 \
            EACH_CHANGED_##d(LOAD_PSI) turn_of = 0;                                                          \
            EACH_CHANGED_##d(NODE_PSI) WITHIN = at_ends > R(0.0) ? 1 : WITHIN;                               \
        }                                                                                                    \
    }

/* Parameters as those of dg_stage. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_pml(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
              GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
              GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT medium,
              GLOBAL CONST real *RESTRICT meeting, GLOBAL CONST long *RESTRICT there,
              GLOBAL CONST int *RESTRICT turn, GLOBAL CONST int *RESTRICT side,
              GLOBAL CONST int *RESTRICT layer, GLOBAL CONST real *RESTRICT profile,
              GLOBAL real *RESTRICT psi, GLOBAL real *RESTRICT psi_second,
              GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
              GLOBAL real *RESTRICT part, GLOBAL int *stop, GLOBAL CONST int *RESTRICT order,
              GLOBAL real *trace, real a, real b, int number, int from_group, long own_traces, long blocks)
{
    FOR_STAGE_GROUPS(block)
    CELLS_OF_GROUP
    PRIVATE(real, r, VARS);          /* lost in all */
    PRIVATE(real, lost_along, VARS); /* along an axis */
    PRIVATE(real, sum, VARS);        /* of psi */
    PRIVATE(int, within, 1);         /* whether the cell is of a layer */
    PRIVATE(real, bad, 1);
    STAGE_OF_RUN
    GLOBAL CONST int *own_layer = layer + (long)block * DIM;
    LOAD_CELLS
    NODES_OF_BLOCK
    END_GROUPS
}
