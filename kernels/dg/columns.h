/* A stage by columns (dg/stage.h), in space, for GPUs: a thread has the column of nodes (i, j) along z, and a
 * node of each face. Each output is the same expression as in nodes.h. ITEMS = FACE_NODES = DG_ROWS. Shared
 * memory a node: VARS values written; of each variable whose derivative counts a line along x, and along y,
 * read.
 *
 * Of a curved cell threads share what is differentiated, GRADIENTS variables and WEAKS values along x and
 * along y, in all no more than VARS; along z it is their own. The state, and the metric, are read again where
 * they are wanted again. */
#if GEOMETRY == DG_CURVED
#define LEVELS ROLLED /* the next turn needs no register of this one */
#define SHARED_OF_NODE (GRADIENTS + 2 * WEAKS)
#define HELD_OF_NODE (GRADIENTS + WEAKS)
#define FROM_LINE(p, node) from[own + (long)((p)*NODES + (node)) * LANES + l]
#define SHARED_AT(slot, node) s[((slot)*NODES + (node)) * LANES + l]
#define LIFT_AT(d, f) FACE_FRAME(d, upper)
#else
#define LEVELS UNROLL
#define SHARED_OF_NODE VARS
#define HELD_OF_NODE VARS
#define FROM_LINE(p, node) s[((p)*NODES + (node)) * LANES + l]
#define LIFT_AT(d, f) const real lift = LIFT_OF_FACE(f);
#endif
/* The derivative along z as constants of the program, where the caller gives them: they are operands of
 * instructions. */
#ifdef DG_DERIVATIVE
CONSTANTS(derivative, N *N, DG_DERIVATIVE)
#define ALONG_Z(k, j) derivative[(k)*N + (j)]
#else
#define ALONG_Z(k, j) matrix[(k)*N + (j)]
#endif
#define COLUMN(p, k) PRIVATE_AT(column, item, l, (k)*HELD_OF_NODE + (p))
#if GEOMETRY == DG_CURVED
#define LOAD_STATE(p) u.v##p = FROM_LINE(p, i);
#define HOLD_GRADIENT(p)                                                                                     \
    COLUMN(GRADIENT(p), k) = u.v##p;                                                                         \
    SHARED_AT(GRADIENT(p), i) = u.v##p;
#define METRICS_ALONG(d) METRIC_AT(d, x), METRIC_AT(d, y), METRIC_AT(d, z)
#define HOLD_WEAK(e)                                                                                         \
    SHARED_AT(GRADIENTS + (e), i) = volume * along_x.v##e;                                                   \
    SHARED_AT(GRADIENTS + WEAKS + (e), i) = volume * along_y.v##e;                                           \
    COLUMN(GRADIENTS + (e), k) = volume * along_z.v##e;
#define LOAD_NODE                                                                                            \
    const int i = k * FACE_NODES + item;                                                                     \
    const real volume = DETERMINANT_AT(i);                                                                   \
    phys_state u;                                                                                            \
    EACH_VAR(LOAD_STATE)                                                                                     \
    EACH_GRADIENT(HOLD_GRADIENT)                                                                             \
    const phys_weak along_x = phys_weak_of(METRICS_ALONG(x), u);                                             \
    const phys_weak along_y = phys_weak_of(METRICS_ALONG(y), u);                                             \
    const phys_weak along_z = phys_weak_of(METRICS_ALONG(z), u);                                             \
    EACH_WEAK(HOLD_WEAK)
#define SHARE_NODE
#else
#define LOAD_COLUMN(p) COLUMN(p, k) = from[own + (long)((p)*NODES + k * FACE_NODES + item) * LANES + l];
#define SHARE_COLUMN(p) s[((p)*NODES + k * FACE_NODES + item) * LANES + l] = COLUMN(p, k);
#define LOAD_NODE EACH_VAR(LOAD_COLUMN)
#define SHARE_NODE EACH_VAR(SHARE_COLUMN)
#endif

/* The traces across the six faces: loaded before the group waits for its cells. */
#define ACROSS_AT(f, p) PRIVATE_AT(beyond, item, l, (f)*TRACES + (p))
#define NODE_OF_FACE_x(end) (item * N + (end) * (N - 1))
#define NODE_OF_FACE_y(end) (item / N * FACE_NODES + item % N + (end) * (N - 1) * N)
#define NODE_OF_FACE_z(end) (item + (end) * (N - 1) * FACE_NODES)
#define KEEP_ACROSS(p) ACROSS_AT(f, p) = across.v##p;
#define TAKE_ACROSS(p) v.v##p = ACROSS_AT(f, p);

/* What crosses the faces: of x and y in shared memory, for the threads that have their nodes; of z in the
 * thread's own registers. */
#define CROSSING_AT(f, t, node) crossings[(((f)*TRACES + (t)) * FACE_NODES + (node)) * LANES + l]
#define STORE_CROSSING(t) CROSSING_AT(f, t, item) = crossing.v##t;
#define LOAD_CROSSING(t) crossing.v##t = CROSSING_AT(f, t, node);
#define END_AT(end, t) PRIVATE_AT(ends, item, l, (end)*TRACES + (t))
#define STORE_END(t) END_AT(f - 4, t) = crossing.v##t;
#define LOAD_END(t) crossing.v##t = END_AT(f - 4, t);
#if GEOMETRY == DG_CURVED
#define LOAD_ACROSS(d, end)
#define CROSSING_OF(d, end, store)                                                                           \
    {                                                                                                        \
        const int i = NODE_OF_FACE_##d(end);                                                                 \
        const phys_material m = MATERIAL_AT(i);                                                              \
        FACE_FRAME(d, end)                                                                                   \
        FACE_ACROSS(d, end, item % N, item / N)                                                              \
        phys_waves v = across;                                                                               \
        FACE_CROSSING(d, end, v, item)                                                                       \
        EACH_TRACE(store)                                                                                    \
    }
#else
#define LOAD_ACROSS(d, end)                                                                                  \
    {                                                                                                        \
        FACE_ACROSS(d, end, item % N, item / N)                                                              \
        EACH_TRACE(KEEP_ACROSS)                                                                              \
    }
#define CROSSING_OF(d, end, store)                                                                           \
    {                                                                                                        \
        const int i = NODE_OF_FACE_##d(end), f = 2 * NUMBER_##d + end, upper = end;                          \
        const int at_face = f * (FACE_VALUES * LANES) + l;                                                   \
        phys_state taken = phys_nothing();                                                                   \
        phys_waves v;                                                                                        \
        EACH_TRACE(TAKE_ACROSS)                                                                              \
        const phys_material m = MATERIAL_AT(i);                                                              \
        FACE_CROSSING(d, end, v, item)                                                                       \
        EACH_TRACE(store)                                                                                    \
    }
#endif
#define ADD_JUMP(p) loss.v##p = FMA(lift, jump.v##p, loss.v##p);
#define ADD_FACE(d, face_number, at_node, load)                                                              \
    {                                                                                                        \
        const int f = face_number, node = at_node, upper = f % 2;                                            \
        const int at_face = f * (FACE_VALUES * LANES) + l;                                                   \
        LIFT_AT(d, f)                                                                                        \
        phys_waves crossing;                                                                                 \
        EACH_TRACE(load)                                                                                     \
        const phys_state jump = phys_lift(m, NORMALS_OF_##d, crossing);                                      \
        EACH_GIVEN(d, ADD_JUMP)                                                                              \
    }

/* What node i = (at_x, at_y, k) loses inside. */
#if GEOMETRY == DG_CURVED
#define SLOPE_CLEAR(p) along_x.v##p = along_y.v##p = along_z.v##p = R(0.0);
#define COLUMN_BEGIN(p)                                                                                      \
    along_x.v##p = PRIVATE_AT(row_x, item, l, 0) * SHARED_AT(GRADIENT(p), i - at_x);                         \
    along_y.v##p = PRIVATE_AT(row_y, item, l, 0) * SHARED_AT(GRADIENT(p), i - at_y * N);                     \
    along_z.v##p = ALONG_Z(k, 0) * COLUMN(GRADIENT(p), 0);
#define COLUMN_TERM(p)                                                                                       \
    along_x.v##p = FMA(PRIVATE_AT(row_x, item, l, j), SHARED_AT(GRADIENT(p), i - at_x + j), along_x.v##p);   \
    along_y.v##p =                                                                                           \
        FMA(PRIVATE_AT(row_y, item, l, j), SHARED_AT(GRADIENT(p), i - at_y * N + j * N), along_y.v##p);      \
    along_z.v##p = FMA(ALONG_Z(k, j), COLUMN(GRADIENT(p), j), along_z.v##p);
#define WEAK_CLEAR(e) divergence.v##e = R(0.0);
#define WEAK_X(e)                                                                                            \
    divergence.v##e =                                                                                        \
        FMA(PRIVATE_AT(row_x, item, l, j), SHARED_AT(GRADIENTS + (e), i - at_x + j), divergence.v##e);
#define WEAK_Y(e)                                                                                            \
    divergence.v##e = FMA(PRIVATE_AT(row_y, item, l, j),                                                     \
                          SHARED_AT(GRADIENTS + WEAKS + (e), i - at_y * N + j * N), divergence.v##e);
#define WEAK_Z(e) divergence.v##e = FMA(ALONG_Z(k, j), COLUMN(GRADIENTS + (e), j), divergence.v##e);
#define WEAK_SUM(m)                                                                                          \
    UNROLL                                                                                                   \
    for (int j = 0; j < N; j++) {                                                                            \
        EACH_WEAK(m)                                                                                         \
    }
#define OVER_VOLUME(e) divergence.v##e = volume * divergence.v##e;
#define COLUMN_INSIDE                                                                                        \
    phys_state along_x, along_y, along_z;                                                                    \
    phys_weak divergence;                                                                                    \
    EACH_VAR(SLOPE_CLEAR)                                                                                    \
    EACH_GRADIENT(COLUMN_BEGIN)                                                                              \
    UNROLL                                                                                                   \
    for (int j = 1; j < N; j++) {                                                                            \
        EACH_GRADIENT(COLUMN_TERM)                                                                           \
    }                                                                                                        \
    EACH_WEAK(WEAK_CLEAR)                                                                                    \
    WEAK_SUM(WEAK_X)                                                                                         \
    WEAK_SUM(WEAK_Y)                                                                                         \
    WEAK_SUM(WEAK_Z)                                                                                         \
    const real volume = RECIPROCAL(DETERMINANT_AT(i));                                                       \
    EACH_WEAK(OVER_VOLUME)                                                                                   \
    phys_state loss = change_inside(own_curve, i, l, m, along_x, along_y, along_z, divergence);
#else
#define COLUMN_BEGIN(p)                                                                                      \
    along_x.v##p = PRIVATE_AT(row_x, item, l, 0) * FROM_LINE(p, i - at_x);                                   \
    along_y.v##p = PRIVATE_AT(row_y, item, l, 0) * FROM_LINE(p, i - at_y * N);                               \
    along_z.v##p = ALONG_Z(k, 0) * COLUMN(p, 0);
#define COLUMN_TERM(p)                                                                                       \
    along_x.v##p = FMA(PRIVATE_AT(row_x, item, l, j), FROM_LINE(p, i - at_x + j), along_x.v##p);             \
    along_y.v##p = FMA(PRIVATE_AT(row_y, item, l, j), FROM_LINE(p, i - at_y * N + j * N), along_y.v##p);     \
    along_z.v##p = FMA(ALONG_Z(k, j), COLUMN(p, j), along_z.v##p);
#define COLUMN_INSIDE                                                                                        \
    phys_state along_x, along_y, along_z;                                                                    \
    EACH_VAR(COLUMN_BEGIN)                                                                                   \
    UNROLL                                                                                                   \
    for (int j = 1; j < N; j++) {                                                                            \
        EACH_VAR(COLUMN_TERM)                                                                                \
    }                                                                                                        \
    phys_state loss = change_inside(own_cell, l, m, along_x, along_y, along_z);
#endif
#define SECOND_AT(p) (own + (long)((p)*NODES + i) * LANES + l)
#define LOAD_SECOND(p) held.v##p = first_stage ? R(0.0) : second[SECOND_AT(p)];
#define COLUMN_UPDATE(p)                                                                                     \
    {                                                                                                        \
        const long at = SECOND_AT(p);                                                                        \
        UPDATE(FROM_LINE(p, i), loss.v##p, held.v##p)                                                        \
        size = size + FABS(next);                                                                            \
        loss.v##p = next;                                                                                    \
    }

#define LOSS(p) loss.v##p
#define LOSS_BESIDE_LAYER(p) LOSS(p)

/* a, b: of the stage; `number`: 1 for the first of a step. trace, own_traces: with ONE_STATE
 * (dg/one_state.h). */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
                GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT curve,
                GLOBAL CONST real *RESTRICT medium, GLOBAL CONST real *RESTRICT meeting,
                GLOBAL CONST long *RESTRICT there, GLOBAL CONST int *RESTRICT turn,
                GLOBAL CONST int *RESTRICT side, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, GLOBAL int *stop,
                GLOBAL CONST int *RESTRICT order, GLOBAL CONST int *RESTRICT layer, GLOBAL real *trace,
                real a, real b, int number, int from_group, long own_traces, long blocks)
{
    FOR_STAGE_GROUPS(block)
    SHARED real s[SHARED_OF_NODE * NODES * LANES];
    SHARED real crossings[4 * FACE_NODES * TRACES * LANES];
    PRIVATE(real, column, N * HELD_OF_NODE);
    PRIVATE(real, beyond, 6 * TRACES);
    PRIVATE(real, ends, 2 * TRACES);
    PRIVATE(real, row_x, N);
    PRIVATE(real, row_y, N);
    PRIVATE(real, bad, 1); /* 1 where a value is not finite */
    STAGE_OF_RUN
    FOR_ITEMS (item, FACE_NODES) {
        FOR_LANES (l) {
            PRIVATE_AT(bad, item, l, 0) = R(0.0);
            UNROLL
            for (int k = 0; k < N; k++) {
                LOAD_NODE
            }
            if (!first_stage) { /* its second array will be wanted when the fluxes are known */
                const int line = 128 / (int)sizeof(real);
                for (int at = (item * LANES + l) * line; at < VALUES * LANES;
                     at += FACE_NODES * LANES * line) {
                    PREFETCH(&second[own + at]);
                }
            }
            LOAD_ACROSS(x, 0)
            LOAD_ACROSS(x, 1)
            LOAD_ACROSS(y, 0)
            LOAD_ACROSS(y, 1)
            LOAD_ACROSS(z, 0)
            LOAD_ACROSS(z, 1)
            UNROLL
            for (int k = 0; k < N; k++) {
                SHARE_NODE
            }
            UNROLL
            for (int j = 0; j < N; j++) {
                PRIVATE_AT(row_x, item, l, j) = matrix[item % N * N + j];
                PRIVATE_AT(row_y, item, l, j) = matrix[item / N * N + j];
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, FACE_NODES) {
        FOR_LANES (l) {
            CROSSING_OF(x, 0, STORE_CROSSING)
            CROSSING_OF(x, 1, STORE_CROSSING)
            CROSSING_OF(y, 0, STORE_CROSSING)
            CROSSING_OF(y, 1, STORE_CROSSING)
            CROSSING_OF(z, 0, STORE_END)
            CROSSING_OF(z, 1, STORE_END)
        }
    }
    BARRIER;
    FOR_ITEMS (item, FACE_NODES) {
        const int at_x = item % N, at_y = item / N;
        FOR_LANES (l) {
            LEVELS
            for (int k = 0; k < N; k++) {
                const int i = k * FACE_NODES + item;
                const phys_material m = MATERIAL_AT(i);
                phys_state held; /* of the second array, under way while the derivatives are taken */
                EACH_VAR(LOAD_SECOND)
                COLUMN_INSIDE
                if (at_x == 0 || at_x == N - 1)
                    ADD_FACE(x, at_x != 0, k * N + at_y, LOAD_CROSSING)
                if (at_y == 0 || at_y == N - 1)
                    ADD_FACE(y, 2 + (at_y != 0), k * N + at_x, LOAD_CROSSING)
                if (k == 0)
                    ADD_FACE(z, 4, 0, LOAD_END)
                if (k == N - 1)
                    ADD_FACE(z, 5, 0, LOAD_END)
                MEMORY_OF_LANE
                real size = R(0.0);
                EACH_VAR(COLUMN_UPDATE)
                PRIVATE_AT(bad, item, l, 0) =
                    size < HUGE_VALUE ? PRIVATE_AT(bad, item, l, 0) : R(1.0); /* so for NaN */
#if ONE_STATE
#define NEW_VALUE(p) loss.v##p
                if (at_x == 0 || at_x == N - 1)
                    LEAVE_TRACE(x, at_x != 0, at_y, k)
                if (at_y == 0 || at_y == N - 1)
                    LEAVE_TRACE(y, at_y != 0, at_x, k)
                if (k == 0)
                    LEAVE_TRACE(z, 0, at_x, at_y)
                if (k == N - 1)
                    LEAVE_TRACE(z, 1, at_x, at_y)
#undef NEW_VALUE
#endif
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
    END_GROUPS
}
