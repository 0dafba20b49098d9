/* One stage of a Runge-Kutta step of nodal DG: volume term, fluxes and update in one pass, for any linear system
 *
 *   u_t + A u_x + B u_y (+ C u_z) = 0
 *
 * whose point functions a header of kernels/physics has declared before (VARS, MATERIALS, TRACES, FACE_CONSTANTS,
 * phys_apply, phys_trace, phys_ghost, phys_jump). docs/theory/octree-dg.md derives every expression.
 *
 * Constants of the program: DIM, N Gauss-Lobatto nodes an edge, LANES, LANE_BITS, GEOMETRY, STEPS (dg/sizes.h).
 * Node (i, j, k) of a cell is i + N (j + N k). Face 2 d is at the lower, face 2 d + 1 at the upper end of direction d;
 * its nodes are counted by the remaining directions, the first fastest.
 *
 * Arrays (b block, l lane)
 *   q0, q1      state, taken in turn: [block][VARS][NODES][LANES]
 *   second      the same shape: what a step carries from stage to stage
 *   matrix      [N][N] derivative in the reference cell: u_xi(i) = sum_j matrix_ij u_j
 *   cell        [b][CELL_CONSTANTS][LANES] derivatives of the reference coordinates, 1/m (a brick's: xi_x, eta_y, zeta_z;
 *               else xi_x, xi_y, xi_z, eta_x, ...), material
 *   face        [b][2 DIM][FACE_VALUES][LANES] outward unit normal (not of a brick), ratio of the face's Jacobian to the
 *               cell's over the weight of a node at the end, 1/m, constants of the flux with the own side left
 *   there       [b][2 DIM][LANES] where the neighbour's variable 0 at this face's node 0 stands in the state; of a boundary the own
 *   turn        [b][2 DIM][DIM - 1][LANES] how far it goes from there to the next node along each index of this face
 *   side        [b][2 DIM][LANES] kind of the face (ader/faces.h)
 *   part        [b] largest rate of the block; HUGE_VALUE where a value is not finite
 *   stop        1 + the first stage that left such a value; later stages do nothing, so that what it began from is left
 *
 * A cell takes its side of a face alone, with its outward normal; both sides agree up to rounding. */
#include "dg/sizes.h"

#if DIM == 3
#define NODES (N * N * N)
#define FACE_NODES (N * N)
#else
#define NODES (N * N)
#define FACE_NODES N
#endif
#define VALUES (VARS * NODES)
#define STRIDE_x 1
#define STRIDE_y N
#define STRIDE_z (N * N)
#define NUMBER_x 0
#define NUMBER_y 1
#define NUMBER_z 2
#define HUGE_VALUE R(2e30)

#if GEOMETRY == DG_BRICK
#define METRIC DIM
#define NORMALS 0
#else
#define METRIC (DIM * DIM)
#define NORMALS DIM
#endif
#define CELL_CONSTANTS (METRIC + MATERIALS)
#define FACE_VALUES (NORMALS + 1 + FACE_CONSTANTS)

FUNCTION phys_material material_of(GLOBAL CONST real *cell, int l)
{
    phys_material m;
#define LOAD(p) m.v##p = cell[(METRIC + p) * LANES + l];
    EACH_MATERIAL(LOAD)
#undef LOAD
    return m;
}

/* scale times a state */
FUNCTION phys_state scaled(real scale, phys_state u)
{
#define SCALE(p) u.v##p = scale * u.v##p;
    EACH_VAR(SCALE)
#undef SCALE
    return u;
}

/* A u_x + B u_y + C u_z from the derivatives in the reference cell. */
#if GEOMETRY == DG_BRICK
#define METRIC_AT(d) cell[NUMBER_##d * LANES + l]
#define TO_SPACE(d) scaled(METRIC_AT(d), along_##d)
#else
/* component d of the gradient: sum over directions e of the reference cell */
#define METRIC_AT(e, d) cell[(DIM * NUMBER_##e + NUMBER_##d) * LANES + l]
#define TO_SPACE(d) gradient(METRICS_OF(d), ALONG_EACH)
#if DIM == 3
#define ALONG_EACH along_x, along_y, along_z
#define METRICS_OF(d) METRIC_AT(x, d), METRIC_AT(y, d), METRIC_AT(z, d)
#define COMBINE(p) u.v##p = FMA(gx, along_x.v##p, FMA(gy, along_y.v##p, gz * along_z.v##p));
FUNCTION phys_state gradient(real gx, real gy, real gz, ALONG)
#else
#define ALONG_EACH along_x, along_y
#define METRICS_OF(d) METRIC_AT(x, d), METRIC_AT(y, d)
#define COMBINE(p) u.v##p = FMA(gx, along_x.v##p, gy * along_y.v##p);
FUNCTION phys_state gradient(real gx, real gy, ALONG)
#endif
{
    phys_state u;
    EACH_VAR(COMBINE)
    return u;
}
#undef COMBINE
#endif
FUNCTION phys_state change_inside(GLOBAL CONST real *cell, int l, phys_material m, ALONG)
{
    return phys_apply(m, DIRECTIONS(TO_SPACE));
}
#undef TO_SPACE

/* The outward normal of a face of direction d, from where its values begin. */
#if GEOMETRY == DG_BRICK
#define NORMAL_x_OF_x (upper ? R(1.0) : R(-1.0))
#define NORMAL_y_OF_y NORMAL_x_OF_x
#define NORMAL_z_OF_z NORMAL_x_OF_x
#define NORMAL_x_OF_y R(0.0)
#define NORMAL_x_OF_z R(0.0)
#define NORMAL_y_OF_x R(0.0)
#define NORMAL_y_OF_z R(0.0)
#define NORMAL_z_OF_x R(0.0)
#define NORMAL_z_OF_y R(0.0)
#define NORMALS_OF_x DIRECTIONS(NORMAL_OF_x)
#define NORMALS_OF_y DIRECTIONS(NORMAL_OF_y)
#define NORMALS_OF_z DIRECTIONS(NORMAL_OF_z)
#define NORMAL_OF_x(e) NORMAL_##e##_OF_x
#define NORMAL_OF_y(e) NORMAL_##e##_OF_y
#define NORMAL_OF_z(e) NORMAL_##e##_OF_z
#else
#define NORMALS_OF_x DIRECTIONS(NORMAL_AT)
#define NORMALS_OF_y DIRECTIONS(NORMAL_AT)
#define NORMALS_OF_z DIRECTIONS(NORMAL_AT)
#define NORMAL_AT(e) own_face[at_face + NUMBER_##e * LANES]
#endif

/* Of a node at an end of direction d, which has the index at_d there: adds what its face takes away per time to the
 * state r. `first`, `second_index`: the node's indices on the face. */
#define FACE_TERM(d, first, other)                                                                 \
    {                                                                                              \
        const int upper = at_##d != 0;                                                             \
        const int f = 2 * NUMBER_##d + upper;                                                      \
        const int at_face = f * (FACE_VALUES * LANES) + l;                                         \
        const int kind = own_side[f * LANES + l];                                                  \
        const long place = own_there[f * LANES + l] +                                              \
                           (long)(first)*own_turn[f * ((DIM - 1) * LANES) + l] OTHER(other);       \
        phys_state beyond;                                                                         \
        EACH_VAR(FACE_LOAD)                                                                        \
        phys_face constants;                                                                       \
        EACH_FACE_CONSTANT(FACE_CONSTANT)                                                          \
        const phys_waves w = phys_trace(NORMALS_OF_##d, u);                                        \
        phys_waves v = phys_trace(NORMALS_OF_##d, beyond);                                         \
        const phys_waves ghost = phys_ghost(NORMALS_OF_##d, kind, w);                              \
        EACH_TRACE(FACE_CHOOSE)                                                                    \
        const phys_state jump = phys_jump(m, constants, NORMALS_OF_##d, w, v);                     \
        const real lift = own_face[at_face + NORMALS * LANES];                                     \
        EACH_VAR(FACE_ADD)                                                                         \
    }
#if DIM == 3
#define OTHER(other) +(long)(other)*own_turn[(f * (DIM - 1) + 1) * LANES + l]
#else
#define OTHER(other)
#endif
#define FACE_LOAD(p) beyond.v##p = from[place + (p)*NODES * LANES];
#define FACE_CONSTANT(p) constants.v##p = own_face[at_face + (NORMALS + 1 + p) * LANES];
#define FACE_CHOOSE(p) v.v##p = kind ? ghost.v##p : v.v##p;
#define FACE_ADD(p) PRIVATE_AT(r, 0, l, p) = FMA(lift, jump.v##p, PRIVATE_AT(r, 0, l, p));

/* The next state at a node, from what it loses per time. */
#define STAGE_UPDATE(p)                                                                            \
    {                                                                                              \
        const long at = own + (long)((p)*NODES + i) * LANES + l;                                   \
        const real change = minus_dt * PRIVATE_AT(r, 0, l, p);                                     \
        UPDATE(u.v##p)                                                                             \
        size = size + FABS(to[at]);                                                                \
    }
#if STEPS == DG_LOW_STORAGE
#define UPDATE(value)                                                                              \
    const real carried = first_stage ? change : FMA(a, second[at], change);                        \
    second[at] = carried;                                                                          \
    to[at] = FMA(b, carried, value);
#else
#define UPDATE(value)                                                                              \
    const real forward = value + change;                                                           \
    const real begun = first_stage ? value : second[at];                                           \
    to[at] = first_stage ? forward : FMA(a, begun, b * forward);                                   \
    second[at] = begun;
#endif

/* The first of the sum along a line of nodes, and the others, in their order. */
#define LINE_BEGIN(d, p) along_##d.v##p = matrix[at_##d * N] * FROM_LINE(p, line_##d);
#define LINE_TERM(d, p)                                                                            \
    along_##d.v##p = FMA(weight_##d, FROM_LINE(p, line_##d + j * STRIDE_##d), along_##d.v##p);

/* The walk over the nodes of a block. On a processor lines of nodes are read where they are; on a GPU a group has its
 * cells in shared memory. */
#if WIDE_LOOPS
#define FROM_LINE(p, node) from[own + (long)((p)*NODES + (node)) * LANES + l]
#else
#define FROM_LINE(p, node) s[((p)*NODES + (node)) * LANES + l]
#endif
#define EACH_LINE_TERM_x(p) LINE_TERM(x, p)
#define EACH_LINE_TERM_y(p) LINE_TERM(y, p)
#define EACH_LINE_TERM_z(p) LINE_TERM(z, p)
#define EACH_LINE_BEGIN_x(p) LINE_BEGIN(x, p)
#define EACH_LINE_BEGIN_y(p) LINE_BEGIN(y, p)
#define EACH_LINE_BEGIN_z(p) LINE_BEGIN(z, p)
#define ALONG_LINE(d)                                                                              \
    phys_state along_##d;                                                                          \
    const int line_##d = i - at_##d * STRIDE_##d;                                                  \
    EACH_VAR(EACH_LINE_BEGIN_##d)                                                                  \
    UNROLL                                                                                         \
    for (int j = 1; j < N; j++) {                                                                  \
        const real weight_##d = matrix[at_##d * N + j];                                            \
        EACH_VAR(EACH_LINE_TERM_##d)                                                               \
    }
/* The lanes one after the other, where what they do is no loop for vectors. */
#if WIDE_LOOPS
#define EACH_LANE(l) for (int l = 0; l < LANES; l++)
#else
#define EACH_LANE(l) FOR_LANES (l)
#endif
#define ALONG_OF_LINE(d) along_##d
#define LOAD_NODE(p) u.v##p = FROM_LINE(p, i);

/* a, b: of the stage; `begins`: it is the step's first; `number`: 1 for it, 2 for the next. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
                GLOBAL CONST real *RESTRICT face, GLOBAL CONST long *RESTRICT there,
                GLOBAL CONST int *RESTRICT turn, GLOBAL CONST int *RESTRICT side,
                GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                GLOBAL real *RESTRICT part, GLOBAL int *stop, GLOBAL CONST int *RESTRICT order,
                real a, real b, int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(
        block, count[COUNT_PAUSE] == PAUSE_NONE && (stop[0] == 0 || stop[0] >= number) ? blocks : 0)
#if !WIDE_LOOPS
    SHARED real s[VALUES * LANES];
#endif
    PRIVATE(real, r, VARS);
    PRIVATE(real, bad, 1); /* 1 where a value is not finite */
    GLOBAL CONST real *from = (count[COUNT_PARITY] ^ (number & 1)) ? q0 : q1;
    GLOBAL real *to = (count[COUNT_PARITY] ^ (number & 1)) ? q1 : q0;
    const double minus_dt64 = -clock[CLOCK_DT];
    const real minus_dt = R(minus_dt64);
    const int first_stage = number == 1;
    const long own = (long)block * (VALUES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)block * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)block * (2 * DIM * FACE_VALUES * LANES);
    GLOBAL CONST long *own_there = there + (long)block * (2 * DIM * LANES);
    GLOBAL CONST int *own_turn = turn + (long)block * (2 * DIM * (DIM - 1) * LANES);
    GLOBAL CONST int *own_side = side + (long)block * (2 * DIM * LANES);
#if !WIDE_LOOPS
    FOR_FLAT (i, VALUES * LANES) {
        s[i] = from[own + i];
    }
    BARRIER;
#endif

    FOR_LANES (l) {
        PRIVATE_AT(bad, 0, l, 0) = R(0.0);
    }
    FOR_ITEMS (i, NODES) {
        const int at_x = i % N, at_y = i / N % N;
#if DIM == 3
        const int at_z = i / (N * N);
#define FIRST_x at_y
#define OTHER_x at_z
#define FIRST_y at_x
#define OTHER_y at_z
#define FIRST_z at_x
#define OTHER_z at_y
#else
#define FIRST_x at_y
#define FIRST_y at_x
#define OTHER_x 0
#define OTHER_y 0
#endif
        FOR_LANES (l) {
            EACH_DIRECTION(ALONG_LINE)
            const phys_state change =
                change_inside(own_cell, l, material_of(own_cell, l), DIRECTIONS(ALONG_OF_LINE));
#define KEEP(p) PRIVATE_AT(r, 0, l, p) = change.v##p;
            EACH_VAR(KEEP)
#undef KEEP
        }
#define FACES(d)                                                                                   \
    if (at_##d == 0 || at_##d == N - 1) {                                                          \
        FOR_LANES (l) {                                                                            \
            const phys_material m = material_of(own_cell, l);                                      \
            phys_state u;                                                                          \
            EACH_VAR(LOAD_NODE)                                                                    \
            FACE_TERM(d, FIRST_##d, OTHER_##d)                                                     \
        }                                                                                          \
    }
        EACH_DIRECTION(FACES)
#undef FACES
        FOR_LANES (l) {
            phys_state u;
            real size = R(0.0);
            EACH_VAR(LOAD_NODE)
            EACH_VAR(STAGE_UPDATE)
            PRIVATE_AT(bad, 0, l, 0) =
                size < HUGE_VALUE ? PRIVATE_AT(bad, 0, l, 0) : R(1.0); /* so for NaN */
        }
    }
    EACH_LANE (l) {
        if (PRIVATE_AT(bad, 0, l, 0) > R(0.0)) { /* all that write write the same */
            part[block] = HUGE_VALUE;
            stop[0] = number;
        }
    }
    END_GROUPS
}
