/* A stage that updates the state where it stands (ONE_STATE): what neighbours need of each other is in an
 * array of its own, `trace` (docs/theory/octree-dg.md, "Memory").
 *
 *   trace   [slot][2 DIM] of own faces, then of traces that others leave (dg/mortar.h, dg/exchange.h):
 *           [TRACED][FACE_NODES], with TRACE_ALL of all variables, else of those that take part at such a
 *           face
 *   there   as in dg/stage.h, of this array; from own_traces on it is a trace that others leave
 *
 * An inner face has two places, one of each cell. A stage reads the trace beyond the face from one of them,
 * and leaves the cell's own new trace in the same: nobody else reads it any more, and the cell beyond does
 * the same with the other place. The next stage takes the places the other way round. Thus one array is
 * enough, and cells go in any order. Where others leave a trace the cell's own place always has its own. */
#if ONE_STATE
#define EACH_TRACED EACH_TAKEN
#if TRACE_ALL
#define TRACED VARS
#define EACH_LEFT(d, m) EACH_VAR(m)
#define TRACE_AT(p) trace[place + (p)*FACE_NODES]
#define NEXT_TRACE
#else
#define TRACED TRACES
#define EACH_LEFT EACH_TAKEN
#define TRACE_AT(p) trace[place]
#define NEXT_TRACE place = place + FACE_NODES;
#endif

/* Whether face f of this lane is read from `there` in this stage, and whether its own trace is left there;
 * else its own place. */
#define READS_THERE (turned || own_there[f * LANES + l] >= own_traces)
#define LEAVES_THERE (turned && own_there[f * LANES + l] < own_traces)
#define OWN_TRACE(first, other)                                                                              \
    ((((long)block * LANES + l) * (2 * DIM) + f) * (TRACED * FACE_NODES) + (first) + N * (other))
#define FACE_PLACE(first, other)                                                                             \
    long place = READS_THERE ? PLACE_BEYOND(first, other) : OWN_TRACE(first, other);
#define FACE_LOAD(p)                                                                                         \
    taken.v##p = TRACE_AT(p);                                                                                \
    NEXT_TRACE
#define TRACES_OF_RUN const int turned = (int)(count[COUNT_PARITY] ^ (number & 1));

/* The own trace at a node of face 2 d + end, of which NEW_VALUE(p) is variable p. */
#define LEAVE_TRACE(d, end, first, other)                                                                    \
    {                                                                                                        \
        const int f = 2 * NUMBER_##d + (end);                                                                \
        long place = LEAVES_THERE ? PLACE_BEYOND(first, other) : OWN_TRACE(first, other);                    \
        EACH_LEFT(d, STORE_TRACE)                                                                            \
    }
#define STORE_TRACE(p)                                                                                       \
    TRACE_AT(p) = NEW_VALUE(p);                                                                              \
    NEXT_TRACE

/* Those of a node. */
#define NODE_TRACE(d)                                                                                        \
    if (at_##d == 0 || at_##d == N - 1) {                                                                    \
        EACH_LANE (l) {                                                                                      \
            LEAVE_TRACE(d, at_##d != 0, FIRST_##d, OTHER_##d)                                                \
        }                                                                                                    \
    }

/* Leaves the traces of the blocks that q holds, from `from_group` on, or of those among them that have a slot
 * (of a run that streams by places) in where[listed]; as stage `number` leaves them, behind which it is
 * queued; 0: while the run pauses, for the stage that comes. */
KERNEL_SHAPE(LANES *DG_ROWS, 1)
KERNEL dg_traces(GLOBAL CONST real *RESTRICT q, GLOBAL CONST long *RESTRICT there,
                 GLOBAL CONST int *RESTRICT turn, GLOBAL real *trace, GLOBAL CONST long *RESTRICT count,
                 GLOBAL CONST int *stop, GLOBAL CONST int *RESTRICT where, GLOBAL CONST int *RESTRICT order,
                 int number, int from_group, long listed, long own_traces, long blocks)
{
    FOR_GROUPS(g, number == 0 || STAGE_BLOCKS > 0 ? (listed > 0 ? listed : blocks) : 0)
    const long place_of = listed > 0 ? where[g] / LANES : from_group + g;
    const long block = BLOCK_AT(place_of);
    const long held = place_of - from_group, own = held * (VALUES * LANES);
    GLOBAL CONST long *own_there = there + block * (2 * DIM * LANES);
    GLOBAL CONST int *own_turn = turn + block * (2 * DIM * (DIM - 1) * LANES);
    TRACES_OF_RUN
#define NEW_VALUE(p) q[own + (long)((p)*NODES + i) * LANES + l]
    FOR_ITEMS (i, held >= 0 && held < blocks ? NODES : 0) {
        const int at_x = i % N, at_y = i / N % N;
#if DIM == 3
        const int at_z = i / (N * N);
#endif
        EACH_DIRECTION(NODE_TRACE)
    }
#undef NEW_VALUE
    END_GROUPS
}
#endif
