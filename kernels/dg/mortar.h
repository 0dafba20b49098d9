/* Hanging faces: what the large cell and the small ones across one of its faces see of each other, made into
 * traces of their own order before each stage, so that the stage finds them as it finds a neighbour
 * (docs/theory/octree-dg.md, "hanging faces").
 *
 * A small cell sees the large one's trace, interpolated at its nodes. At these nodes both sides meet in star
 * states; the large cell sees a trace g = 2 s - w, with s the projection of the star states to its nodes and
 * w its own trace: by the mean as flux, which its face has instead of the upwind one, it finds s. Rusanov's
 * flux has no star states: there the large cell sees the projection of the small traces.
 *
 * LANES = 1; STATE_LANES are those of the state. PARTS = 2^(DIM - 1) small faces; they, and nodes, are
 * counted by the large face's own indices, the first fastest. A mortar has PLACES = 2 + 2 PARTS views of
 * traces: the large cell's, the small ones', where what the small ones see is left, and where what the large
 * one sees is.
 *   place      [mortars][PLACES] where variable 0 of a view's node 0 stands; -1: there is none
 *   turn       [mortars][PLACES][DIM - 1] how far it is to the next node along each index
 *   frame      [mortars][FRAME] unit normal, out of the large cell; constants of the flux of each part, the
 *              large side left, with MEDIUM at each node of it. Of curved cells, in place of the one normal,
 *              [PARTS + 1][DIM + 2][FACE_NODES] for the parts and for the large face: normal, the face's
 *              Jacobian by the large face's coordinates, its inverse
 *   split      [2][N][N] values at the nodes of each half of a line from those at its nodes
 *   join       [2][N][N] the part of each half in the projection to the nodes of the line
 *   scratch    [groups][SCRATCH] with SCRATCHED: what does not fit into the memory that a group shares */
#define PARTS (1 << (DIM - 1))
#define PLACES (2 + 2 * PARTS)
#include "dg/sizes.h"
#if GEOMETRY == DG_CURVED
#define NORMALS ((PARTS + 1) * (DIM + 2) * FACE_NODES)
#define GEOMETRY_AT(k) own_frame[(part * (DIM + 2) + (k)) * FACE_NODES + node]
#define NORMAL_AT(d) GEOMETRY_AT(NUMBER_##d)
#else
#define NORMALS DIM
#define NORMAL_AT(d) own_frame[NUMBER_##d]
#endif
#if MEDIUM
#define MEETING_AT(part, p, node) own_frame[NORMALS + ((part)*FACE_CONSTANTS + (p)) * FACE_NODES + (node)]
#define FRAME (NORMALS + PARTS * FACE_CONSTANTS * FACE_NODES)
#else
#define MEETING_AT(part, p, node) own_frame[NORMALS + (part)*FACE_CONSTANTS + (p)]
#define FRAME (NORMALS + PARTS * FACE_CONSTANTS)
#endif
#define OUT_SMALL (1 + PARTS)
#define OUT_LARGE (1 + 2 * PARTS)
#define VIEW(v, node)                                                                                        \
    (own_place[v] + (long)((node) % N) * own_turn[(v) * (DIM - 1)] +                                         \
     (DIM == 3 ? (long)((node) / N) * own_turn[(v) * (DIM - 1) + DIM - 2] : 0))
/* Of a run with one state (dg/one_state.h) q0 and q1 are its traces; views are of these. */
#if ONE_STATE
#define AT_VARIABLE(p) ((p)*FACE_NODES)
#else
#define AT_VARIABLE(p) ((p)*NODES * STATE_LANES)
#endif

/* What goes from the large face's nodes to those of its parts, and what comes back of the star states: states
 * and waves; on curved cells, whose normals vary, what their integrals are of. */
#if GEOMETRY == DG_CURVED
#define CARRIED phys_waves
#define CARRIEDS TRACES
#define EACH_CARRIED EACH_TRACE
#define CARRIED_OF(u) phys_carried(DIRECTIONS(NORMAL_AT), GEOMETRY_AT(DIM), u)
#define STATE_CARRYING(c) phys_state_carrying(DIRECTIONS(NORMAL_AT), GEOMETRY_AT(DIM + 1), c)
#define BACK(star) CARRIED_OF(phys_state_of(DIRECTIONS(NORMAL_AT), star))
#define RISES(t) CARRIED_PLAIN(t)
#define LEFT c
#define LARGE_FACE const int part = PARTS;
#define OWN_CARRIED(t) w.v##t = LARGE(t, node);
#define OWN_WAVES                                                                                            \
    phys_waves w;                                                                                            \
    EACH_TRACE(OWN_CARRIED)
#define STATE_BEYOND(star) STATE_CARRYING(star)
#else
#define CARRIED phys_state
#define CARRIEDS VARS
#define EACH_CARRIED EACH_VAR
#define CARRIED_OF(u) (u)
#define STATE_CARRYING(c) (c)
#define BACK(star) (star)
#define RISES(t) ((t) < TRACES / 2)
#define LEFT wl
#define LARGE_FACE
#define OWN_CARRIED(p) u.v##p = LARGE(p, node);
#define OWN_WAVES                                                                                            \
    EACH_VAR(OWN_CARRIED)                                                                                    \
    const phys_waves w = phys_trace(DIRECTIONS(NORMAL_AT), u);
#define STATE_BEYOND(star) phys_state_of(DIRECTIONS(NORMAL_AT), star)
#endif

#define LARGE(p, node) large[(p)*FACE_NODES + (node)]
#define HALF(h, p, node) halves[((h)*CARRIEDS + (p)) * FACE_NODES + (node)]
#define HALVES (2 * CARRIEDS * FACE_NODES)
#define JOINS (2 * TRACES * FACE_NODES)
#define STARS (PARTS * TRACES * FACE_NODES)
#define SCRATCH (HALVES + JOINS + STARS)
#define STAR(part, t, node) stars[((part)*TRACES + (t)) * FACE_NODES + (node)]
#define JOINED(h, t, node) joined[((h)*TRACES + (t)) * FACE_NODES + (node)]
#if DIM == 3
#define SECOND_HALF(part) ((part) / 2)
#define ALONG_SECOND(node, j) ((j)*N + (node) % N)
#endif
#define WITH_FIRST(node, j) ((node) / N * N + (j))

#if RUSANOV
#define MEET(constants, wl, wr) (wr)
#else
#define MEET(constants, wl, wr) phys_star(constants, wl, wr)
#endif

/* `number` as in dg_stage; mortars from `first` on. */
KERNEL_SHAPE(MORTAR_THREADS, 1)
KERNEL dg_mortar(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST long *RESTRICT place,
                 GLOBAL CONST int *RESTRICT turn, GLOBAL CONST real *RESTRICT frame,
                 GLOBAL CONST real *RESTRICT split, GLOBAL CONST real *RESTRICT join,
                 GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT stop,
                 GLOBAL real *RESTRICT scratch, int number, long first, long mortars)
{
    FOR_GROUPS(group, count[COUNT_PAUSE] == PAUSE_NONE && (stop[0] == 0 || stop[0] >= number) ? mortars : 0)
    SHARED real large[CARRIEDS * FACE_NODES];
#if SCRATCHED
    GLOBAL real *halves = scratch + group * SCRATCH;
    GLOBAL real *joined = halves + HALVES, *stars = joined + JOINS;
#else
#if DIM == 3
    SHARED real halves[HALVES];
    SHARED real joined[JOINS];
#endif
    SHARED real stars[STARS];
#endif
    GLOBAL real *q = (count[COUNT_PARITY] ^ (number & 1)) ? q0 : q1;
    const long m = first + group;
    GLOBAL CONST long *own_place = place + m * PLACES;
    GLOBAL CONST int *own_turn = turn + m * (PLACES * (DIM - 1));
    GLOBAL CONST real *own_frame = frame + m * FRAME;
    const int sees = own_place[OUT_LARGE] >= 0; /* the large cell is one of this rank */

    FOR_FLAT (node, FACE_NODES) {
        const long at = VIEW(0, node);
        LARGE_FACE
        phys_state u;
#define LOAD(p) u.v##p = q[at + AT_VARIABLE(p)];
        EACH_VAR(LOAD)
#undef LOAD
        const CARRIED c = CARRIED_OF(u);
#define KEEP(p) LARGE(p, node) = c.v##p;
        EACH_CARRIED(KEEP)
#undef KEEP
    }
    BARRIER;
#if DIM == 3
    FOR_FLAT (i, 2 * FACE_NODES) {
        const int h = i / FACE_NODES, node = i % FACE_NODES, row = (h * N + node % N) * N;
        CARRIED c;
#define BEGIN(p) c.v##p = split[row] * LARGE(p, WITH_FIRST(node, 0));
        EACH_CARRIED(BEGIN)
#undef BEGIN
        for (int j = 1; j < N; j++) {
            const real x = split[row + j];
#define TERM(p) c.v##p = FMA(x, LARGE(p, WITH_FIRST(node, j)), c.v##p);
            EACH_CARRIED(TERM)
#undef TERM
        }
#define KEEP(p) HALF(h, p, node) = c.v##p;
        EACH_CARRIED(KEEP)
#undef KEEP
    }
    BARRIER;
#endif
    FOR_FLAT (i, PARTS * FACE_NODES) {
        const int part = i / FACE_NODES, node = i % FACE_NODES;
        CARRIED c;
#if DIM == 3
        const int h = part % 2, row = (SECOND_HALF(part) * N + node / N) * N;
#define FROM(p, j) HALF(h, p, ALONG_SECOND(node, j))
#else
        const int row = (part * N + node) * N;
#define FROM(p, j) LARGE(p, j)
#endif
#define BEGIN(p) c.v##p = split[row] * FROM(p, 0);
        EACH_CARRIED(BEGIN)
#undef BEGIN
        for (int j = 1; j < N; j++) {
            const real x = split[row + j];
#define TERM(p) c.v##p = FMA(x, FROM(p, j), c.v##p);
            EACH_CARRIED(TERM)
#undef TERM
        }
#undef FROM
        phys_state u = STATE_CARRYING(c);
        if (own_place[OUT_SMALL + part] >= 0) {
            const long at = VIEW(OUT_SMALL + part, node);
#define KEEP(p) q[at + AT_VARIABLE(p)] = u.v##p;
            EACH_VAR(KEEP)
#undef KEEP
        }
        if (sees) {
            const long at = VIEW(1 + part, node);
            const phys_waves wl = phys_trace(DIRECTIONS(NORMAL_AT), u);
            phys_face constants;
#define CONSTANT(p) constants.v##p = MEETING_AT(part, p, node);
            EACH_FACE_CONSTANT(CONSTANT)
#undef CONSTANT
#define LOAD(p) u.v##p = q[at + AT_VARIABLE(p)];
            EACH_VAR(LOAD)
#undef LOAD
            const phys_waves wr = phys_trace(DIRECTIONS(NORMAL_AT), u);
            const phys_waves star = BACK(MEET(constants, wl, wr));
#if CENTRAL /* of one half of the waves the rise alone is projected, so that the energy stays (theory) */
#define KEEP(t) STAR(part, t, node) = RISES(t) ? star.v##t - LEFT.v##t : star.v##t;
#else
#define KEEP(t) STAR(part, t, node) = star.v##t;
#endif
            EACH_TRACE(KEEP)
#undef KEEP
        }
    }
    BARRIER;
#if DIM == 3
    FOR_FLAT (i, sees ? 2 * FACE_NODES : 0) {
        const int h = i / FACE_NODES, node = i % FACE_NODES;
        phys_waves w;
#define BEGIN(t) w.v##t = R(0.0);
        EACH_TRACE(BEGIN)
#undef BEGIN
        for (int j = 0; j < 2 * N; j++) {
            const real x = join[(j / N * N + node / N) * N + j % N];
#define TERM(t) w.v##t = FMA(x, STAR(j / N * 2 + h, t, ALONG_SECOND(node, j % N)), w.v##t);
            EACH_TRACE(TERM)
#undef TERM
        }
#define KEEP(t) JOINED(h, t, node) = w.v##t;
        EACH_TRACE(KEEP)
#undef KEEP
    }
    BARRIER;
#define FROM(h, t, node) JOINED(h, t, node)
#else
#define FROM(h, t, node) STAR(h, t, node)
#endif
    FOR_FLAT (node, sees ? FACE_NODES : 0) {
        LARGE_FACE
        phys_waves star;
        phys_state u;
#define BEGIN(t) star.v##t = R(0.0);
        EACH_TRACE(BEGIN)
#undef BEGIN
        for (int j = 0; j < 2 * N; j++) {
            const real x = join[(j / N * N + node % N) * N + j % N];
#define TERM(t) star.v##t = FMA(x, FROM(j / N, t, WITH_FIRST(node, j % N)), star.v##t);
            EACH_TRACE(TERM)
#undef TERM
        }
#if !RUSANOV
        OWN_WAVES
#if CENTRAL
#define RISE(t) star.v##t = RISES(t) ? w.v##t + star.v##t : star.v##t;
        EACH_TRACE(RISE)
#undef RISE
#endif
#define BEYOND(t) star.v##t = R(2.0) * star.v##t - w.v##t;
        EACH_TRACE(BEYOND)
#undef BEYOND
#endif
        u = STATE_BEYOND(star);
        const long at = VIEW(OUT_LARGE, node);
#define KEEP(p) q[at + AT_VARIABLE(p)] = u.v##p;
        EACH_VAR(KEEP)
#undef KEEP
    }
#undef FROM
    END_GROUPS
}
