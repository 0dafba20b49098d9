/* A node of a stage (dg/stage.h): what the volume, the faces and the update do with it. kernels/dg/nodes.h
 * does all three in one kernel, kernels/dg/parts.h each in a kernel of its own. LOSS(p) holds what variable p
 * of node i of lane l loses per time. */
#ifndef EG_KERNELS_DG_NODE_H
#define EG_KERNELS_DG_NODE_H

#define IN_PLACE ((WIDE_LOOPS || !STAGED || PARTS) && !ONE_STATE)
#if PARTS
#define LOSS(p) loss[own + (long)((p)*NODES + i) * LANES + l]
#else
#define LOSS(p) PRIVATE_AT(r, 0, l, p)
#endif
#if IN_PLACE
#define FROM_LINE(p, node) from[own + (long)((p)*NODES + (node)) * LANES + l]
#else
#define FROM_LINE(p, node) s[((p)*NODES + (node)) * LANES + l]
#endif

#if IN_PLACE
#define CELLS_OF_GROUP
#define LOAD_CELLS
#else
#define CELLS_OF_GROUP SHARED real s[WAVE_VALUES * LANES];
#define LOAD_CELLS /* all under way at once */                                                               \
    UNROLL                                                                                                   \
    FOR_FLAT (at, WAVE_VALUES * LANES) {                                                                     \
        s[at] = from[own + at];                                                                              \
    }                                                                                                        \
    BARRIER;
#endif

#define ALONG_OF_LINE(d) along_##d
/* A GPU loads the second array of all variables in front of all stores, so that they are under way at once; a
 * processor loads each where it is wanted, which takes 6 % off a stage. */
#if WIDE_LOOPS
#define LOAD_SECOND(p)
#define HELD(p) second[at]
#else
#define LOAD_SECOND(p) held.v##p = first_stage ? R(0.0) : second[own + (long)((p)*NODES + i) * LANES + l];
#define HELD(p) held.v##p
#endif
#define NODE_UPDATE(p)                                                                                       \
    {                                                                                                        \
        const long at = own + (long)((p)*NODES + i) * LANES + l;                                             \
        GAINED(p)                                                                                            \
        UPDATE(FROM_LINE(p, i), LOSS(p), HELD(p))                                                            \
        size = size + FABS(next);                                                                            \
        KEEP_NEW(p)                                                                                          \
    }
#if ONE_STATE
#define KEEP_NEW(p) LOSS(p) = next;
#define TRACES_OF_NODE EACH_DIRECTION(NODE_TRACE)
#define NEW_VALUE(p) LOSS(p)
#else
#define KEEP_NEW(p)
#define TRACES_OF_NODE
#endif

#if GEOMETRY == DG_CURVED
/* The determinant times what is differentiated along each direction of the reference cell in the weak form:
 * with the same determinants on both sides of the sum the energy stays, whatever the metric
 * (docs/theory/octree-dg.md). */
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
#define STORE_WEAK(d)                                                                                        \
    {                                                                                                        \
        const phys_weak along = phys_weak_of(WEAK_METRICS(d), u);                                            \
        EACH_WEAK(KEEP_WEAK_##d)                                                                             \
    }
#define CLEAR_WEAK(e) divergence.v##e = R(0.0);
#define OVER_VOLUME(e) divergence.v##e = volume * divergence.v##e;
#define WEAK_TERM_x(e) divergence.v##e = FMA(weight, WEAK_AT(x, e, node), divergence.v##e);
#define WEAK_TERM_y(e) divergence.v##e = FMA(weight, WEAK_AT(y, e, node), divergence.v##e);
#define WEAK_TERM_z(e) divergence.v##e = FMA(weight, WEAK_AT(z, e, node), divergence.v##e);
#if WEAK_AGAIN
/* A group has no room for it: each node of a line finds it again, by the same expression. */
#define WEAK_TERM(e) divergence.v##e = FMA(weight, volume * of_node.v##e, divergence.v##e);
#define WEAK_ALONG(d)                                                                                        \
    ROLLED                                                                                                   \
    for (int j = 0; j < N; j++) {                                                                            \
        const real weight = matrix[at_##d * N + j];                                                          \
        const int i = line_##d + j * STRIDE_##d;                                                             \
        const real volume = DETERMINANT_AT(i);                                                               \
        phys_state u;                                                                                        \
        EACH_VAR(LOAD_STATE)                                                                                 \
        const phys_weak of_node = phys_weak_of(WEAK_METRICS(d), u);                                          \
        EACH_WEAK(WEAK_TERM)                                                                                 \
    }
#else
#define WEAK_ALONG(d)                                                                                        \
    UNROLL                                                                                                   \
    for (int j = 0; j < N; j++) {                                                                            \
        const real weight = matrix[at_##d * N + j];                                                          \
        const int node = line_##d + j * STRIDE_##d;                                                          \
        EACH_WEAK(WEAK_TERM_##d)                                                                             \
    }
#endif
#endif

/* The indices of node i along the directions. */
#if DIM == 3
#define INDICES_OF_NODE const int at_x = i % N, at_y = i / N % N, at_z = i / (N * N);
#else
#define INDICES_OF_NODE const int at_x = i % N, at_y = i / N % N;
#endif

/* In front of the volume: what the nodes of a curved cell leave for their lines. */
#if GEOMETRY == DG_CURVED
#define LOSS_INSIDE                                                                                          \
    phys_weak divergence;                                                                                    \
    EACH_WEAK(CLEAR_WEAK)                                                                                    \
    EACH_DIRECTION(WEAK_ALONG)                                                                               \
    const real volume = RECIPROCAL(DETERMINANT_AT(i));                                                       \
    EACH_WEAK(OVER_VOLUME)                                                                                   \
    const phys_state lost =                                                                                  \
        change_inside(own_curve, i, l, MATERIAL_AT(i), DIRECTIONS(ALONG_OF_LINE), divergence);
#else
#define LOSS_INSIDE                                                                                          \
    const phys_state lost = change_inside(own_cell, l, MATERIAL_AT(i), DIRECTIONS(ALONG_OF_LINE));
#endif
#if GEOMETRY == DG_CURVED && !WEAK_AGAIN
#define SHARED_OF_VOLUME SHARED real weak[DIM * WEAKS * NODES * LANES];
#define WEAK_OF_VOLUME                                                                                       \
    FOR_ITEMS (i, NODES) {                                                                                   \
        FOR_LANES (l) {                                                                                      \
            phys_state u;                                                                                    \
            const real volume = DETERMINANT_AT(i);                                                           \
            EACH_VAR(LOAD_STATE)                                                                             \
            EACH_DIRECTION(STORE_WEAK)                                                                       \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;
#else
#define SHARED_OF_VOLUME
#define WEAK_OF_VOLUME
#endif

#define KEEP_LOSS(p) LOSS(p) = lost.v##p;
#define VOLUME_OF_NODE                                                                                       \
    FOR_LANES (l) {                                                                                          \
        EACH_DIRECTION(ALONG_LINE)                                                                           \
        LOSS_INSIDE                                                                                          \
        EACH_VAR(KEEP_LOSS)                                                                                  \
    }

#define FACE_ADD(p) LOSS(p) = FMA(lift, jump.v##p, LOSS(p));
#define FACES_OF_NODE(d)                                                                                     \
    if (at_##d == 0 || at_##d == N - 1) {                                                                    \
        FOR_LANES (l) {                                                                                      \
            const phys_material m = MATERIAL_AT(i);                                                          \
            FACE_FRAME(d, at_##d != 0)                                                                       \
            FACE_ACROSS(d, at_##d != 0, FIRST_##d, OTHER_##d)                                                \
            phys_waves v = across;                                                                           \
            FACE_CROSSING(d, at_##d != 0, v, FIRST_##d + N * OTHER_##d)                                      \
            const phys_state jump = phys_lift(m, NORMALS_OF_##d, crossing);                                  \
            EACH_GIVEN(d, FACE_ADD)                                                                          \
        }                                                                                                    \
    }

/* bad: 1 where a value is not finite. */
#define CLEAR_BAD                                                                                            \
    FOR_LANES (l) {                                                                                          \
        PRIVATE_AT(bad, 0, l, 0) = R(0.0);                                                                   \
    }
#define UPDATE_OF_NODE                                                                                       \
    MEMORY_OF_NODE                                                                                           \
    FOR_LANES (l) {                                                                                          \
        real size = R(0.0);                                                                                  \
        phys_state held;                                                                                     \
        EACH_VAR(LOAD_SECOND)                                                                                \
        EACH_VAR(NODE_UPDATE)                                                                                \
        PRIVATE_AT(bad, 0, l, 0) = size < HUGE_VALUE ? PRIVATE_AT(bad, 0, l, 0) : R(1.0); /* so for NaN */   \
    }
/* What a layer adds to a node (dg/pml.h). */
#if !PML
#define LAYERS_OF_NODE
#define GAINED(p)
#define LOSS_BESIDE_LAYER(p) LOSS(p)
#endif
/* The nodes of a block in one kernel. */
#define NODES_OF_BLOCK                                                                                       \
    WEAK_OF_VOLUME                                                                                           \
    CLEAR_BAD                                                                                                \
    FOR_ITEMS (i, NODES) {                                                                                   \
        INDICES_OF_NODE                                                                                      \
        VOLUME_OF_NODE                                                                                       \
        EACH_DIRECTION(FACES_OF_NODE)                                                                        \
        LAYERS_OF_NODE                                                                                       \
        UPDATE_OF_NODE                                                                                       \
        TRACES_OF_NODE                                                                                       \
    }                                                                                                        \
    REPORT_BAD
#define REPORT_BAD                                                                                           \
    EACH_LANE (l) {                                                                                          \
        if (PRIVATE_AT(bad, 0, l, 0) > R(0.0)) { /* all that write write the same */                         \
            part[block] = HUGE_VALUE;                                                                        \
            stop[0] = number;                                                                                \
        }                                                                                                    \
    }

#endif
