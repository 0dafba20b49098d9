/* Perfectly matched layers, after each stage (dg/stage.h), over the blocks that have cells of a layer: with
 * L_d u the part of the operator along axis d, derivative and jumps,
 *
 *   u_t = sum_d (L_d u + psi_d),   psi_d' = -(delta_d + alpha_d) psi_d - delta_d L_d u
 *
 * (Roden and Gedney 2000; Martin et al. 2010; docs/theory/octree-dg.md, "perfectly matched layers"). The
 * stage has left the next state without psi; this adds it, from the state that the stage began with, and
 * brings psi to the next stage by the same Runge-Kutta scheme. With ONE_STATE dg_pml goes before the stage,
 * since that leaves nothing of the state that it began with, and keeps the sum of psi in `gain`, which
 * dg_pml_add adds behind the stage. Cells are bricks. Of the flux, L_d u takes what LAYER_CONSTANT of the
 * system names: with elastic waves not the damping of jumps of velocity, which makes waves along a face grow
 * where it is stretched (theory).
 *
 * An entry is a block with an axis along which it has a layer. psi has the variables that change along the
 * axis, PML_VARIABLES.
 *   list      [groups][2 + DIM] block; number of its entry along each axis, -1: none; its place in the order
 *             of visits
 *   member    [groups][LANES] 1: a cell of a layer; others keep their bits
 *   profile   [entries][2][N][LANES] delta, and delta + alpha, at the nodes of a line along the axis, 1/s
 *   psi       [entries][PML_VARIABLES][NODES][LANES]; psi_second: what a step carries from stage to stage
 *   gain      [groups][VARS][NODES][LANES] with ONE_STATE: the sum of psi over the axes */
#if GEOMETRY != DG_BRICK
#error "layers are of bricks"
#endif
#define COUNT_ONE(p) +1
#if (0 EACH_CHANGED_x(COUNT_ONE)) != PML_VARIABLES
#error "PML_VARIABLES is how many variables change along an axis"
#endif
#undef COUNT_ONE

#define FROM_LINE(p, node) from[own + (long)((p)*NODES + (node)) * LANES + l]

#ifdef LAYER_CONSTANT
#undef FACE_CONSTANT
#define FACE_CONSTANT(p) constants.v##p = LAYER_CONSTANT(p) ? MEETING(p, f, face_node) : R(0.0);
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
#define KEEP_LOSS(p) PRIVATE_AT(r, 0, l, p) = loss.v##p;
#define ADD_JUMP(p) PRIVATE_AT(r, 0, l, p) = FMA(lift, jump.v##p, PRIVATE_AT(r, 0, l, p));

/* psi of the next stage; r is what the state loses along the axis, -L_d u. */
#if STEPS == DG_LOW_STORAGE
#define ADVANCE_PSI                                                                                          \
    const real carried = first_stage ? change : FMA(a, psi_second[at], change);                              \
    psi_second[at] = carried;                                                                                \
    psi[at] = FMA(b, carried, value);
#else
#define ADVANCE_PSI                                                                                          \
    const real forward = value + change;                                                                     \
    const real begun = first_stage ? value : psi_second[at];                                                 \
    psi[at] = first_stage ? forward : FMA(a, begun, b * forward);                                            \
    psi_second[at] = begun;
#endif
#define NODE_PSI(p)                                                                                          \
    {                                                                                                        \
        const long at = ((long)entry * (PML_VARIABLES * NODES) + (long)(turn_of * NODES + i)) * LANES + l;   \
        const real value = psi[at];                                                                          \
        const real change = minus_dt * FMA(damped, value, -(delta * PRIVATE_AT(r, 0, l, p)));                \
        ADVANCE_PSI                                                                                          \
        PRIVATE_AT(sum, 0, l, p) = PRIVATE_AT(sum, 0, l, p) + value;                                         \
        turn_of = turn_of + 1;                                                                               \
    }

#define ALONG_AXIS(d)                                                                                        \
    if (own_list[1 + NUMBER_##d] >= 0) {                                                                     \
        const int entry = own_list[1 + NUMBER_##d];                                                          \
        FOR_LANES (l) {                                                                                      \
            phys_state none;                                                                                 \
            EACH_VAR(CLEAR_NONE)                                                                             \
            ALONG_LINE(d)                                                                                    \
            const phys_state slope = phys_scaled(own_cell[NUMBER_##d * LANES + l], along_##d);               \
            const phys_state loss = phys_apply(MATERIAL_AT(i), DIRECTIONS(ONLY_##d));                        \
            EACH_VAR(KEEP_LOSS)                                                                              \
        }                                                                                                    \
        if (at_##d == 0 || at_##d == N - 1) {                                                                \
            FOR_LANES (l) {                                                                                  \
                const phys_material m = MATERIAL_AT(i);                                                      \
                FACE_ACROSS(d, at_##d != 0, FIRST_##d, OTHER_##d)                                            \
                phys_waves v = across;                                                                       \
                FACE_CROSSING(d, at_##d != 0, v, FIRST_##d + N * (OTHER_##d))                                \
                const phys_state jump = phys_lift(m, NORMALS_OF_##d, crossing);                              \
                const real lift = LIFT_OF_FACE(f);                                                           \
                EACH_CHANGED_##d(ADD_JUMP)                                                                   \
            }                                                                                                \
        }                                                                                                    \
        FOR_LANES (l) {                                                                                      \
            const long at_profile = ((long)entry * (2 * N) + at_##d) * LANES + l;                            \
            const real delta = profile[at_profile], damped = profile[at_profile + N * LANES];                \
            int turn_of = 0;                                                                                 \
            EACH_CHANGED_##d(NODE_PSI)                                                                       \
        }                                                                                                    \
    }

#if STEPS == DG_LOW_STORAGE
#define ADD_TO_SECOND second[at] = inside ? second[at] - gained : second[at];
#else
#define ADD_TO_SECOND
#endif
#if ONE_STATE
#define GAIN(p) gain[(group * VALUES + (p)*NODES + i) * LANES + l]
#define KEEP_GAIN(p) GAIN(p) = PRIVATE_AT(sum, 0, l, p);
#define KEEP_NEW(p) PRIVATE_AT(r, 0, l, p) = next;
#define NEW_VALUE(p) PRIVATE_AT(r, 0, l, p)
#define TRACES_OF_NODE EACH_DIRECTION(NODE_TRACE)
#else
#define GAIN(p) PRIVATE_AT(sum, 0, l, p)
#define KEEP_NEW(p)
#define TRACES_OF_NODE
#endif
#define ADD_PSI(p)                                                                                           \
    {                                                                                                        \
        const long at = own + (long)((p)*NODES + i) * LANES + l;                                             \
        const real gained = minus_dt * GAIN(p);                                                              \
        const real next = inside ? FMA(-b, gained, to[at]) : to[at];                                         \
        ADD_TO_SECOND                                                                                        \
        to[at] = next;                                                                                       \
        KEEP_NEW(p)                                                                                          \
        size = size + FABS(next);                                                                            \
    }
#define ADD_TO_NODE                                                                                          \
    FOR_LANES (l) {                                                                                          \
        const int inside = own_member[l];                                                                    \
        real size = R(0.0);                                                                                  \
        EACH_VAR(ADD_PSI)                                                                                    \
        PRIVATE_AT(bad, 0, l, 0) = size < HUGE_VALUE ? PRIVATE_AT(bad, 0, l, 0) : R(1.0); /* so for NaN */   \
    }                                                                                                        \
    TRACES_OF_NODE
#define REPORT_BAD                                                                                           \
    EACH_LANE (l) {                                                                                          \
        if (PRIVATE_AT(bad, 0, l, 0) > R(0.0)) { /* all that write write the same */                         \
            part[block] = HUGE_VALUE;                                                                        \
            stop[0] = number;                                                                                \
        }                                                                                                    \
    }
#define CLEAR_BAD                                                                                            \
    FOR_LANES (l) {                                                                                          \
        PRIVATE_AT(bad, 0, l, 0) = R(0.0);                                                                   \
    }

#if DIM == 3
#define INDICES_OF_NODE const int at_x = i % N, at_y = i / N % N, at_z = i / (N * N);
#else
#define INDICES_OF_NODE const int at_x = i % N, at_y = i / N % N;
#endif

/* Of a run that streams the list has the block's place. */
#if STREAMED
#define HELD_OF_LIST(own_list) const long held_block = own_list[1 + DIM] - from_group;
#else
#define HELD_OF_LIST(own_list)
#endif

/* Parameters as those of dg_stage; `blocks` groups of the list, from `first` on. */
KERNEL_SHAPE(LANES *DG_ROWS, 1)
KERNEL dg_pml(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
              GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
              GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT medium,
              GLOBAL CONST real *RESTRICT meeting, GLOBAL CONST long *RESTRICT there,
              GLOBAL CONST int *RESTRICT turn, GLOBAL CONST int *RESTRICT side,
              GLOBAL CONST int *RESTRICT list, GLOBAL CONST int *RESTRICT member,
              GLOBAL CONST real *RESTRICT profile, GLOBAL real *RESTRICT psi,
              GLOBAL real *RESTRICT psi_second, GLOBAL CONST double *RESTRICT clock,
              GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, GLOBAL int *stop,
              GLOBAL CONST real *trace, GLOBAL real *RESTRICT gain, long own_traces, real a, real b,
              int number, int from_group, long first, long blocks)
{
    FOR_GROUPS(listed, STAGE_BLOCKS)
    PRIVATE(real, r, VARS);   /* lost along an axis */
    PRIVATE(real, sum, VARS); /* of psi */
#if !ONE_STATE
    PRIVATE(real, bad, 1);
    GLOBAL CONST int *own_member = member + (first + listed) * LANES;
#endif
    const long group = first + listed;
    GLOBAL CONST int *own_list = list + group * (2 + DIM);
    const int block = own_list[0];
    HELD_OF_LIST(own_list)
    STAGE_OF_RUN
#if !ONE_STATE
    CLEAR_BAD
#endif
    FOR_ITEMS (i, NODES) {
        INDICES_OF_NODE
        FOR_LANES (l) {
            EACH_VAR(CLEAR_SUM)
        }
        EACH_DIRECTION(ALONG_AXIS)
#if ONE_STATE
        FOR_LANES (l) {
            EACH_VAR(KEEP_GAIN)
        }
#else
        ADD_TO_NODE
#endif
    }
#if !ONE_STATE
    REPORT_BAD
#endif
    END_GROUPS
}

#if ONE_STATE
/* Behind the stage: what dg_pml kept, and the traces of its cells anew. */
KERNEL_SHAPE(LANES *DG_ROWS, 1)
KERNEL dg_pml_add(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                  GLOBAL CONST long *RESTRICT there, GLOBAL CONST int *RESTRICT turn,
                  GLOBAL CONST int *RESTRICT list, GLOBAL CONST int *RESTRICT member,
                  GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                  GLOBAL real *RESTRICT part, GLOBAL int *stop, GLOBAL real *trace,
                  GLOBAL CONST real *RESTRICT gain, long own_traces, real b, int number, int from_group,
                  long first, long blocks)
{
    FOR_GROUPS(listed, STAGE_BLOCKS)
    PRIVATE(real, r, VARS); /* the new state */
    PRIVATE(real, bad, 1);
    const long group = first + listed;
    GLOBAL CONST int *own_list = list + group * (2 + DIM);
    const int block = own_list[0];
    HELD_OF_LIST(own_list)
    GLOBAL CONST int *own_member = member + group * LANES;
    const long own = HELD_BLOCK(block) * (VALUES * LANES);
    GLOBAL CONST long *own_there = there + (long)block * (2 * DIM * LANES);
    GLOBAL CONST int *own_turn = turn + (long)block * (2 * DIM * (DIM - 1) * LANES);
    TO_OF_RUN
    TRACES_OF_RUN
    CLEAR_BAD
    FOR_ITEMS (i, NODES) {
        INDICES_OF_NODE
        ADD_TO_NODE
    }
    REPORT_BAD
    END_GROUPS
}
#endif
