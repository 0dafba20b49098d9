/* Where the values of a cell stand in the arrays of ader/step.h and ader/variable.h. */
#define CELL_CONSTANTS (4 + MATERIALS + 1)
#define EDGES (3 + FACE_CONSTANTS)
#define TRACE_LANES (1 << TRACE_BITS)
/* Where value i of a cell's traces begins in those of its type: packs are whole blocks, or single cells. */
#if TRACE_BITS
#define TRACE_PLACE(b, i, l) (((b) * (NFACES * ORDER) + (i)) * (TRACES * LANES) + (l))
#else
#define TRACE_PLACE(b, i, l) ((((b)*LANES + (l)) * (NFACES * ORDER) + (i)) * TRACES)
#endif
/* A value beyond it counts as not finite: the run has diverged. */
#define HUGE_VALUE R(1e30)
