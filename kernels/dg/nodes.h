/* A stage node by node (dg/stage.h): for a processor, whose lanes are the cells of a block, and which reads lines of nodes where they
 * are; and for groups that have a thread for each node, with the cells in shared memory where they fit there (STAGED). */
#define IN_PLACE (WIDE_LOOPS || !STAGED)
#if IN_PLACE
#define FROM_LINE(p, node) from[own + (long)((p)*NODES + (node)) * LANES + l]
#else
#define FROM_LINE(p, node) s[((p)*NODES + (node)) * LANES + l]
#endif

#define ALONG_OF_LINE(d) along_##d
#define NODE_UPDATE(p)                                                                             \
    {                                                                                              \
        const long at = own + (long)((p)*NODES + i) * LANES + l;                                   \
        UPDATE(FROM_LINE(p, i), PRIVATE_AT(r, 0, l, p))                                            \
        size = size + FABS(next);                                                                  \
    }

#if GEOMETRY == DG_CURVED
/* The determinant times what is differentiated along each direction of the reference cell in the weak form: with the same
 * determinants on both sides of the sum the energy stays, whatever the metric (docs/theory/octree-dg.md). */
#define LOAD_STATE(p) u.v##p = FROM_LINE(p, i);
#define WEAK_AT(d, e, node) weak[((NUMBER_##d * WEAKS + (e)) * NODES + (node)) * LANES + l]
#define WEAK_METRIC_x(e) METRIC_AT(x, e)
#define WEAK_METRIC_y(e) METRIC_AT(y, e)
#define WEAK_METRIC_z(e) METRIC_AT(z, e)
#define KEEP_WEAK_x(e) WEAK_AT(x, e, i) = volume * along.v##e;
#define KEEP_WEAK_y(e) WEAK_AT(y, e, i) = volume * along.v##e;
#define KEEP_WEAK_z(e) WEAK_AT(z, e, i) = volume * along.v##e;
#if DIM == 3
#define WEAK_METRICS(d) METRIC_AT(d, x), METRIC_AT(d, y), METRIC_AT(d, z)
#else
#define WEAK_METRICS(d) METRIC_AT(d, x), METRIC_AT(d, y)
#endif
#define STORE_WEAK(d)                                                                              \
    {                                                                                              \
        const phys_weak along = phys_weak_of(WEAK_METRICS(d), u);                                  \
        EACH_WEAK(KEEP_WEAK_##d)                                                                   \
    }
#define CLEAR_WEAK(e) divergence.v##e = R(0.0);
#define OVER_VOLUME(e) divergence.v##e = volume * divergence.v##e;
#define WEAK_TERM_x(e) divergence.v##e = FMA(weight, WEAK_AT(x, e, node), divergence.v##e);
#define WEAK_TERM_y(e) divergence.v##e = FMA(weight, WEAK_AT(y, e, node), divergence.v##e);
#define WEAK_TERM_z(e) divergence.v##e = FMA(weight, WEAK_AT(z, e, node), divergence.v##e);
#define WEAK_ALONG(d)                                                                              \
    UNROLL                                                                                         \
    for (int j = 0; j < N; j++) {                                                                  \
        const real weight = matrix[at_##d * N + j];                                                \
        const int node = line_##d + j * STRIDE_##d;                                                \
        EACH_WEAK(WEAK_TERM_##d)                                                                   \
    }
#endif

/* a, b: of the stage; `number`: 1 for the first of a step. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
                GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT curve,
                GLOBAL CONST real *RESTRICT medium, GLOBAL CONST real *RESTRICT meeting,
                GLOBAL CONST long *RESTRICT there, GLOBAL CONST int *RESTRICT turn,
                GLOBAL CONST int *RESTRICT side, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, GLOBAL int *stop,
                GLOBAL CONST int *RESTRICT order, real a, real b, int number, int from_group,
                long blocks)
{
    FOR_PARTITION_GROUPS(block, STAGE_BLOCKS)
#if !IN_PLACE
    SHARED real s[VALUES * LANES];
#endif
#if GEOMETRY == DG_CURVED
    SHARED real weak[DIM * WEAKS * NODES * LANES];
#endif
    PRIVATE(real, r, VARS);
    PRIVATE(real, bad, 1); /* 1 where a value is not finite */
    STAGE_OF_RUN
#if !IN_PLACE
    FOR_FLAT (i, VALUES * LANES) {
        s[i] = from[own + i];
    }
    BARRIER;
#endif
#if GEOMETRY == DG_CURVED
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            phys_state u;
            const real volume = DETERMINANT_AT(i);
            EACH_VAR(LOAD_STATE)
            EACH_DIRECTION(STORE_WEAK)
        }
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
#if GEOMETRY == DG_CURVED
            phys_weak divergence;
            EACH_WEAK(CLEAR_WEAK)
            EACH_DIRECTION(WEAK_ALONG)
            const real volume = RECIPROCAL(DETERMINANT_AT(i));
            EACH_WEAK(OVER_VOLUME)
            const phys_state loss = change_inside(own_curve, i, l, MATERIAL_AT(i),
                                                  DIRECTIONS(ALONG_OF_LINE), divergence);
#else
            const phys_state loss =
                change_inside(own_cell, l, MATERIAL_AT(i), DIRECTIONS(ALONG_OF_LINE));
#endif
#define KEEP(p) PRIVATE_AT(r, 0, l, p) = loss.v##p;
            EACH_VAR(KEEP)
#undef KEEP
        }
#define FACE_ADD(p) PRIVATE_AT(r, 0, l, p) = FMA(lift, jump.v##p, PRIVATE_AT(r, 0, l, p));
#define FACES(d)                                                                                   \
    if (at_##d == 0 || at_##d == N - 1) {                                                          \
        FOR_LANES (l) {                                                                            \
            const phys_material m = MATERIAL_AT(i);                                                \
            FACE_FRAME(d, at_##d != 0)                                                             \
            FACE_ACROSS(d, at_##d != 0, FIRST_##d, OTHER_##d)                                      \
            phys_waves v = across;                                                                 \
            FACE_CROSSING(d, at_##d != 0, v, FIRST_##d + N * OTHER_##d)                            \
            const phys_state jump = phys_lift(m, NORMALS_OF_##d, crossing);                        \
            EACH_GIVEN(d, FACE_ADD)                                                                \
        }                                                                                          \
    }
        EACH_DIRECTION(FACES)
#undef FACES
#undef FACE_ADD
        FOR_LANES (l) {
            real size = R(0.0);
            EACH_VAR(NODE_UPDATE)
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
