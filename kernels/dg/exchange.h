/* The traces that ranks give each other: from the state into items of a message, and from items into traces
 * behind the cells. LANES = 1; STATE_LANES are those of the state. An item is [EXCHANGED][FACE_NODES]. */
#if ONE_STATE && !TRACE_ALL
#define EXCHANGED TRACES
#else
#define EXCHANGED VARS
#endif

/* items[i] = the trace that stands at place[i], by its own indices with turn[i][DIM - 1] from node to node.
 * One group an item; `number` as in dg_stage. */
KERNEL_SHAPE(64, 1)
KERNEL dg_send(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST long *RESTRICT place,
               GLOBAL CONST int *RESTRICT turn, GLOBAL real *RESTRICT items,
               GLOBAL CONST long *RESTRICT count, int number, long sent)
{
    FOR_GROUPS(i, count[COUNT_PAUSE] == PAUSE_NONE ? sent : 0)
    GLOBAL CONST real *from = (count[COUNT_PARITY] ^ (number & 1)) ? q0 : q1;
    FOR_FLAT (j, EXCHANGED * FACE_NODES) {
        const int node = j % FACE_NODES;
        long at = place[i] + (long)(node % N) * turn[i * (DIM - 1)];
#if DIM == 3
        at = at + (long)(node / N) * turn[i * (DIM - 1) + 1];
#endif
        items[i * (EXCHANGED * FACE_NODES) + j] = from[at + (long)AT_VARIABLE(j / FACE_NODES)];
    }
    END_GROUPS
}

/* The trace at place[i] = items[first + i]. */
KERNEL_SHAPE(64, 1)
KERNEL dg_receive(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST long *RESTRICT place,
                  GLOBAL CONST real *RESTRICT items, GLOBAL CONST long *RESTRICT count, int number,
                  long first, long received)
{
    FOR_GROUPS(i, count[COUNT_PAUSE] == PAUSE_NONE ? received : 0)
    GLOBAL real *to = (count[COUNT_PARITY] ^ (number & 1)) ? q0 : q1;
    FOR_FLAT (j, EXCHANGED * FACE_NODES) {
        to[place[i] + AT_VARIABLE(j / FACE_NODES) + (long)(j % FACE_NODES) * STATE_LANES] =
            items[(first + i) * (EXCHANGED * FACE_NODES) + j];
    }
    END_GROUPS
}
