/* Sums over the mesh that are the same for any device, lanes and ranks.
 *
 * The terms are cells, or nodes, in canonical order, in chunks (ranks are cut there): of 4096 nodes, or of as
 * many cells as eg_mesh_chunk() says. A chunk is summed as 64 accumulators, term 64 i + j in accumulator j,
 * then by a binary tree over the accumulators:
 *
 *     accumulator j: ((v[j] + v[64+j]) + v[128+j]) + ...      chunk: ((s0+s32) + (s16+s48)) + ...
 *
 * The sums of chunks are summed likewise, in as many accumulators as FOLD_ACCUMULATORS; or in a row by
 * eg_comm_sum_chunks(). */
#ifndef CHUNK
#define CHUNK 4096
#endif
#define ACCUMULATORS 64
#define FOLD_ACCUMULATORS 256

/* s[0] = the sum of s[width] by the tree; width is a power of two. Stands directly under FOR_GROUPS, after a
 * BARRIER, and ends with one. */
#define FOLD_SUM(s, width)                                                                                   \
    for (int eg_half = (width) / 2; eg_half > 0; eg_half /= 2) {                                             \
        FOR_FLAT (eg_i, eg_half) {                                                                           \
            s[eg_i] += s[eg_i + eg_half];                                                                    \
        }                                                                                                    \
        BARRIER;                                                                                             \
    }

/* For sums that are taken along with other work on a chunk. A thread goes through a accumulator, a few terms
 * at a time:
 *
 *     BEGIN_ACCUMULATORS(s)
 *     EACH_TERM(b, count, TERM)    TERM(i, j) for each term of chunk b below `count`: its number i, its
 *                                  accumulator j; s[j] += ...;
 *     END_ACCUMULATORS(s)          s[0] is the sum of the chunk
 *
 * s[ACCUMULATORS] is SHARED; BEGIN and END stand directly under FOR_GROUPS. In a whole chunk a processor
 * takes accumulators side by side: so TERM has no branch. */
#define CHUNK_TERMS (CHUNK / ACCUMULATORS % 4 == 0 ? 4 : CHUNK / ACCUMULATORS % 3 == 0 ? 3 : 1)
#define BEGIN_ACCUMULATORS(s)                                                                                \
    FOR_FLAT (eg_j, ACCUMULATORS) {                                                                          \
        s[eg_j] = 0.0;                                                                                       \
    }
#define FOR_TURNS(turn) for (int turn = 0; turn < CHUNK / ACCUMULATORS; turn += CHUNK_TERMS)
#define FOR_TERMS(turn, q)                                                                                   \
    UNROLL                                                                                                   \
    for (int q = (turn); q < (turn) + CHUNK_TERMS; q++)
#define CHUNK_TERM(b, q, j) ((b)*CHUNK + (q)*ACCUMULATORS + (j))
#define EACH_TERM(b, count, TERM)                                                                            \
    if (WIDE_LOOPS && ((b) + 1) * CHUNK <= (count)) {                                                        \
        for (int eg_q = 0; eg_q < CHUNK / ACCUMULATORS; eg_q++) {                                            \
            FOR_WIDE(eg_j, ACCUMULATORS)                                                                     \
            {                                                                                                \
                const long eg_term = CHUNK_TERM(b, eg_q, eg_j);                                              \
                TERM(eg_term, eg_j)                                                                          \
            }                                                                                                \
        }                                                                                                    \
    } else {                                                                                                 \
        FOR_TURNS(eg_turn)                                                                                   \
        {                                                                                                    \
            FOR_FLAT (eg_j, ACCUMULATORS) {                                                                  \
                FOR_TERMS(eg_turn, eg_q)                                                                     \
                {                                                                                            \
                    const long eg_term = CHUNK_TERM(b, eg_q, eg_j);                                          \
                    if (eg_term < (count)) {                                                                 \
                        TERM(eg_term, eg_j)                                                                  \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
#define END_ACCUMULATORS(s)                                                                                  \
    BARRIER;                                                                                                 \
    FOLD_SUM(s, ACCUMULATORS)

/* s[0] = the sum of sums[chunks]; s[FOLD_ACCUMULATORS] is SHARED. Stands directly under FOR_GROUPS and ends
 * with a BARRIER. */
#define SUM_OF_CHUNKS(s, sums, chunks)                                                                       \
    FOR_FLAT (eg_j, FOLD_ACCUMULATORS) {                                                                     \
        double eg_v = 0.0;                                                                                   \
        for (long eg_i = eg_j; eg_i < (chunks); eg_i += FOLD_ACCUMULATORS)                                   \
            eg_v += (sums)[eg_i];                                                                            \
        s[eg_j] = eg_v;                                                                                      \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    FOLD_SUM(s, FOLD_ACCUMULATORS)
