/* One stage of a Runge-Kutta step of nodal DG: volume term, fluxes and update in one pass, for any linear system
 *
 *   u_t + A u_x + B u_y (+ C u_z) = 0
 *
 * whose point functions a header of kernels/physics has declared before (VARS, MATERIALS, TRACES, FACE_CONSTANTS,
 * phys_apply, phys_trace, phys_ghost, phys_jump). docs/theory/octree-dg.md derives every expression.
 *
 * Constants of the program: DIM, N Gauss-Lobatto nodes an edge, LANES, LANE_BITS, GEOMETRY, STEPS (dg/sizes.h), COLUMNS,
 * DG_ROWS threads of a lane, DG_RESIDENT groups that share a multiprocessor.
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

/* The jump of the flux at a node of face f of direction d, outward less the own side's; u, m: state and material there;
 * `first`, `other`: its indices on the face. Leaves `jump`, and `lift`, which it counts times. */
#define FACE_JUMP(d, upper_end, first, other)                                                      \
    const int upper = upper_end;                                                                   \
    const int f = 2 * NUMBER_##d + upper;                                                          \
    const int at_face = f * (FACE_VALUES * LANES) + l;                                             \
    const int kind = own_side[f * LANES + l];                                                      \
    const long place = own_there[f * LANES + l] +                                                  \
                       (long)(first)*own_turn[f * ((DIM - 1) * LANES) + l] OTHER(other);           \
    phys_state beyond;                                                                             \
    EACH_VAR(FACE_LOAD)                                                                            \
    phys_face constants;                                                                           \
    EACH_FACE_CONSTANT(FACE_CONSTANT)                                                              \
    const phys_waves w = phys_trace(NORMALS_OF_##d, u);                                            \
    phys_waves v = phys_trace(NORMALS_OF_##d, beyond);                                             \
    const phys_waves ghost = phys_ghost(NORMALS_OF_##d, kind, w);                                  \
    EACH_TRACE(FACE_CHOOSE)                                                                        \
    const phys_state jump = phys_jump(m, constants, NORMALS_OF_##d, w, v);
#define LIFT_OF_FACE(f) own_face[(f) * (FACE_VALUES * LANES) + NORMALS * LANES + l]
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
        size = size + FABS(next);                                                                  \
    }
#if STEPS == DG_LOW_STORAGE
#define UPDATE(value)                                                                              \
    const real carried = first_stage ? change : FMA(a, second[at], change);                        \
    second[at] = carried;                                                                          \
    const real next = FMA(b, carried, value);                                                      \
    to[at] = next;
#else
#define UPDATE(value)                                                                              \
    const real forward = value + change;                                                           \
    const real begun = first_stage ? value : second[at];                                           \
    const real next = first_stage ? forward : FMA(a, begun, b * forward);                          \
    to[at] = next;                                                                                 \
    second[at] = begun;
#endif

/* The first of the sum along a line of nodes, and the others, in their order. */
#define LINE_BEGIN(d, p) along_##d.v##p = matrix[at_##d * N] * FROM_LINE(p, line_##d);
#define LINE_TERM(d, p)                                                                            \
    along_##d.v##p = FMA(weight_##d, FROM_LINE(p, line_##d + j * STRIDE_##d), along_##d.v##p);

/* The walk over the nodes of a block. On a processor lines of nodes are read where they are; elsewhere a group has its
 * cells in shared memory. With COLUMNS (in space, ITEMS = FACE_NODES) a thread has a column of nodes along z. */
#if WIDE_LOOPS && !COLUMNS
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

/* The indices on a face of direction d of the node with the indices at_x, at_y, at_z. */
#define FIRST_x at_y
#define FIRST_y at_x
#define FIRST_z at_x
#if DIM == 3
#define OTHER_x at_z
#define OTHER_y at_z
#define OTHER_z at_y
#else
#define OTHER_x 0
#define OTHER_y 0
#endif

#if COLUMNS
#define COLUMN(p, k) PRIVATE_AT(column, item, l, (k)*VARS + (p))
#define LOAD_COLUMN(p)                                                                             \
    COLUMN(p, k) = from[own + (long)((p)*NODES + k * FACE_NODES + item) * LANES + l];              \
    s[((p)*NODES + k * FACE_NODES + item) * LANES + l] = COLUMN(p, k);
#define JUMP_AT(p) jumps[(at_jump + (p)) * LANES + l]
#define STORE_JUMP(p) JUMP_AT(p) = jump.v##p;
#define ADD_JUMP(p) lost.v##p = FMA(lift, JUMP_AT(p), lost.v##p);
#define JUMP_TO_SHARED(d, end, node)                                                               \
    {                                                                                              \
        const int i = node;                                                                        \
        const int at_jump = ((2 * NUMBER_##d + end) * FACE_NODES + item) * VARS;                   \
        phys_state u;                                                                              \
        EACH_VAR(LOAD_NODE)                                                                        \
        FACE_JUMP(d, end, first, second_index)                                                     \
        EACH_VAR(STORE_JUMP)                                                                       \
    }
#define END_AT(p, end) PRIVATE_AT(ends, item, l, (end)*VARS + (p))
#define STORE_LOWER_END(p) END_AT(p, 0) = jump.v##p;
#define STORE_UPPER_END(p) END_AT(p, 1) = jump.v##p;
#define STORE_END_0 EACH_VAR(STORE_LOWER_END)
#define STORE_END_1 EACH_VAR(STORE_UPPER_END)
#define ADD_LOWER_END(p) lost.v##p = FMA(lift, END_AT(p, 0), lost.v##p);
#define ADD_UPPER_END(p) lost.v##p = FMA(lift, END_AT(p, 1), lost.v##p);
#define JUMP_TO_END(end, node)                                                                     \
    {                                                                                              \
        const int i = node;                                                                        \
        phys_state u;                                                                              \
        EACH_VAR(LOAD_NODE)                                                                        \
        FACE_JUMP(z, end, first, second_index)                                                     \
        STORE_END_##end                                                                            \
    }
#define COLUMN_BEGIN(p)                                                                            \
    u.v##p = COLUMN(p, k);                                                                         \
    along_x.v##p = PRIVATE_AT(row_x, item, l, 0) * FROM_LINE(p, i - at_x);                         \
    along_y.v##p = PRIVATE_AT(row_y, item, l, 0) * FROM_LINE(p, i - at_y * N);                     \
    along_z.v##p = matrix[k * N] * COLUMN(p, 0);
#define COLUMN_TERM(p)                                                                             \
    along_x.v##p = FMA(PRIVATE_AT(row_x, item, l, j), FROM_LINE(p, i - at_x + j), along_x.v##p);   \
    along_y.v##p =                                                                                 \
        FMA(PRIVATE_AT(row_y, item, l, j), FROM_LINE(p, i - at_y * N + j * N), along_y.v##p);      \
    along_z.v##p = FMA(matrix[k * N + j], COLUMN(p, j), along_z.v##p);
#define UPDATE_IN_COLUMN(p)                                                                        \
    {                                                                                              \
        const long at = own + (long)((p)*NODES + i) * LANES + l;                                   \
        const real change = minus_dt * lost.v##p;                                                  \
        UPDATE(u.v##p)                                                                             \
        size = size + FABS(next);                                                                  \
    }
#endif

/* a, b: of the stage; `number`: 1 for the first of a step. */
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
#if COLUMNS
    SHARED real s[VALUES * LANES];
    SHARED real jumps[4 * FACE_NODES * VARS * LANES]; /* at the faces of x and y */
    PRIVATE(real, column, N * VARS);
    PRIVATE(real, ends, 2 * VARS); /* jumps at the faces of z */
    PRIVATE(real, row_x, N);
    PRIVATE(real, row_y, N);
#elif !WIDE_LOOPS
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

#if COLUMNS
    FOR_ITEMS (item, FACE_NODES) {
        FOR_LANES (l) {
            PRIVATE_AT(bad, item, l, 0) = R(0.0);
            UNROLL
            for (int k = 0; k < N; k++) {
                EACH_VAR(LOAD_COLUMN)
            }
            UNROLL
            for (int j = 0; j < N; j++) {
                PRIVATE_AT(row_x, item, l, j) = matrix[item % N * N + j];
                PRIVATE_AT(row_y, item, l, j) = matrix[item / N * N + j];
            }
        }
    }
    BARRIER;
    /* a node of each face: with the indices first, second on the faces of x and y, and of the own column on those of z */
    FOR_ITEMS (item, FACE_NODES) {
        const int first = item % N, second_index = item / N;
        FOR_LANES (l) {
            const phys_material m = material_of(own_cell, l);
            JUMP_TO_SHARED(x, 0, (second_index * N + first) * N)
            JUMP_TO_SHARED(x, 1, (second_index * N + first) * N + N - 1)
            JUMP_TO_SHARED(y, 0, second_index * N * N + first)
            JUMP_TO_SHARED(y, 1, second_index * N * N + (N - 1) * N + first)
            JUMP_TO_END(0, item)
            JUMP_TO_END(1, (N - 1) * N * N + item)
        }
    }
    BARRIER;
    FOR_ITEMS (item, FACE_NODES) {
        const int at_x = item % N, at_y = item / N;
        FOR_LANES (l) {
            const phys_material m = material_of(own_cell, l);
            UNROLL
            for (int k = 0; k < N; k++) {
                const int i = k * FACE_NODES + item;
                phys_state along_x, along_y, along_z, u;
                EACH_VAR(COLUMN_BEGIN)
                UNROLL
                for (int j = 1; j < N; j++) {
                    EACH_VAR(COLUMN_TERM)
                }
                phys_state lost = change_inside(own_cell, l, m, along_x, along_y, along_z);
                if (at_x == 0 || at_x == N - 1) {
                    const int f = at_x != 0;
                    const real lift = LIFT_OF_FACE(f);
                    const int at_jump = (f * FACE_NODES + k * N + at_y) * VARS;
                    EACH_VAR(ADD_JUMP)
                }
                if (at_y == 0 || at_y == N - 1) {
                    const int f = 2 + (at_y != 0);
                    const real lift = LIFT_OF_FACE(f);
                    const int at_jump = (f * FACE_NODES + k * N + at_x) * VARS;
                    EACH_VAR(ADD_JUMP)
                }
                if (k == 0) {
                    const real lift = LIFT_OF_FACE(4);
                    EACH_VAR(ADD_LOWER_END)
                }
                if (k == N - 1) {
                    const real lift = LIFT_OF_FACE(5);
                    EACH_VAR(ADD_UPPER_END)
                }
                real size = R(0.0);
                EACH_VAR(UPDATE_IN_COLUMN)
                PRIVATE_AT(bad, item, l, 0) =
                    size < HUGE_VALUE ? PRIVATE_AT(bad, item, l, 0) : R(1.0); /* so for NaN */
            }
        }
    }
    FOR_ITEMS (item, FACE_NODES) {
        EACH_LANE (l) {
            if (PRIVATE_AT(bad, item, l, 0) > R(0.0)) { /* all that write write the same */
                part[block] = HUGE_VALUE;
                stop[0] = number;
            }
        }
    }
#else
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
            FACE_JUMP(d, at_##d != 0, FIRST_##d, OTHER_##d)                                        \
            const real lift = LIFT_OF_FACE(f);                                                     \
            EACH_VAR(FACE_ADD)                                                                     \
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
#endif
    END_GROUPS
}
