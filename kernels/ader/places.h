/* Where the values of a cell stand in the arrays of ader/step.h and ader/variable.h. */
#define CELL_CONSTANTS (4 + MATERIALS + 1)
#define EDGES (3 + FACE_CONSTANTS)
#define TRACE_LANES (1 << TRACE_BITS)
/* A place in the array of traces is `int`, so that registers suffice, where none is larger; with FAR 64 bits.
 * What stands there are the traces of one mode on one face: TRACE_PLACE of value i of a cell's in those of
 * its type, FACE_PLACE of the first mode of face n; the next mode is TRACE_STEP away. Where those of a cell
 * stand side by side (TRACE_BITS 0) a place counts all TRACES as one. */
#if FAR
#define trace_offset long
#else
#define trace_offset int
#endif
#if TRACE_BITS
#define TRACE_STEP (TRACES * TRACE_LANES)
#define TRACE_PLACE(b, i, l) (((b) * (NFACES * ORDER) + (i)) * TRACE_STEP + (l))
#define FACE_PLACE(n) ((trace_offset)((n) >> TRACE_BITS) * (ORDER * TRACE_STEP) + ((n) & (TRACE_LANES - 1)))
#else
#define TRACE_STEP 1
#define TRACE_PLACE(b, i, l) (((b)*LANES + (l)) * (NFACES * ORDER) + (i))
#define FACE_PLACE(n) ((trace_offset)(n)*ORDER)
#endif
/* A neighbour's face, as `there` lists it: its place, or with FAR its number, which always fits into an
 * int. */
#if FAR
#define THERE_OFFSET(n) FACE_PLACE(n)
#else
#define THERE_OFFSET(n) (n)
#endif
/* A value beyond it counts as not finite: the run has diverged. */
#define HUGE_VALUE R(1e30)
/* x, with the other sign for odd modes m of a trace on face f where the cell runs backwards along it. On a processor
 * a loop over lanes that holds another one takes no select and no integers beside f64, or it is not vectorised:
 * what is added to 1 then stands in an array. */
#if WIDE_LOOPS
#define TRACE_TURNS                                                                                          \
    SHARED real turns[NFACES * LANES];                                                                       \
    FOR_ITEMS (f, NFACES) {                                                                                  \
        FOR_LANES (l) {                                                                                      \
            turns[f * LANES + l] = own_side[f * LANES + l] & FACE_RIGHT ? R(-2.0) : R(0.0);                  \
        }                                                                                                    \
    }
#define TURNED(f, m, l, x) (FMA(R((m) % 2), turns[(f)*LANES + (l)], R(1.0)) * (x))
#else
#define TRACE_TURNS
#define TURNED(f, m, l, x) ((own_side[(f)*LANES + (l)] & FACE_RIGHT) && (m) % 2 ? -(x) : (x))
#endif

/* The end of a predictor: the traces of the mean, whose mode j of lane l stands at S_AT(j, l); run backwards,
 * odd modes change their sign. It stands in step.h, implicit.h and those of variable.h. */
#define STORE_TRACES                                                                                         \
    TRACE_TURNS                                                                                              \
    FOR_TILES(tile, NFACES *ORDER)                                                                           \
    {                                                                                                        \
        TILE_SUMS(0, 0, MODES)                                                                               \
        EACH_OF_TILE(i, tile, NFACES *ORDER)                                                                 \
        {                                                                                                    \
            const int f = i / ORDER, m = i % ORDER;                                                          \
            FOR_LANES (l) {                                                                                  \
                const phys_state u = SUM_OF(i, l, edge + i * MODES, S_AT(0, l), m * (m + 1) / 2, MODES);     \
                const int at = f * (EDGES * LANES) + l;                                                      \
                const trace_offset offset = (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l);  \
                const real sign = TURNED(f, m, l, R(1.0));                                                   \
                const phys_waves w = phys_trace(own_face[at], own_face[at + LANES], u);                      \
                store_waves(trace, offset, phys_scaled_waves(sign, w));                                      \
            }                                                                                                \
        }                                                                                                    \
    }
