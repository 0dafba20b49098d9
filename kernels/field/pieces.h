/* Sums over the mesh that are the same for any device, lanes and ranks.
 *
 * The leaves are cells, or nodes, in canonical order, in pieces of 4096 (ranks are cut there); a piece is summed as 64
 * strands of 64 leaves, leaf 64 i + j in strand j, then by a binary tree over the strands:
 *
 *     strand j: ((v[j] + v[64+j]) + v[128+j]) + ...      piece: ((s0+s32) + (s16+s48)) + ...
 *
 * The sums of pieces are summed likewise, in as many strands as FOLD_STRANDS; or in a row by eg_comm_sum_pieces(). */
#define PIECE 4096
#define STRANDS 64
#define FOLD_STRANDS 256

/* s[0] = the sum of s[width] by the tree; width is a power of two. Stands directly under FOR_GROUPS, after a BARRIER, and
 * ends with one. */
#define FOLD_SUM(s, width)                                                                         \
    for (int eg_half = (width) / 2; eg_half > 0; eg_half /= 2) {                                   \
        FOR_FLAT (eg_i, eg_half) {                                                                 \
            s[eg_i] += s[eg_i + eg_half];                                                          \
        }                                                                                          \
        BARRIER;                                                                                   \
    }

/* For sums that are taken along with other work on a piece. A thread goes through a strand, a few leaves at a time:
 *
 *     BEGIN_STRANDS(s)
 *     FOR_TURNS(turn) FOR_FLAT (j, STRANDS) FOR_LEAVES(turn, q) { leaf number LEAF(b, q, j) ... s[j] += term; }
 *     END_STRANDS(s)         s[0] is the sum of the piece
 *
 * s[STRANDS] is SHARED; BEGIN and END stand directly under FOR_GROUPS. */
#define LEAVES 4
#define BEGIN_STRANDS(s)                                                                           \
    FOR_FLAT (eg_j, STRANDS) {                                                                     \
        s[eg_j] = 0.0;                                                                             \
    }
#define FOR_TURNS(turn) for (int turn = 0; turn < PIECE / STRANDS; turn += LEAVES)
#define FOR_LEAVES(turn, q)                                                                        \
    UNROLL                                                                                         \
    for (int q = (turn); q < (turn) + LEAVES; q++)
#define LEAF(b, q, j) ((b)*PIECE + (q)*STRANDS + (j))
#define END_STRANDS(s)                                                                             \
    BARRIER;                                                                                       \
    FOLD_SUM(s, STRANDS)

/* s[0] = the sum of sums[pieces]; s[FOLD_STRANDS] is SHARED. Stands directly under FOR_GROUPS and ends with a BARRIER. */
#define SUM_OF_PIECES(s, sums, pieces)                                                             \
    FOR_FLAT (eg_j, FOLD_STRANDS) {                                                                \
        double eg_v = 0.0;                                                                         \
        for (long eg_i = eg_j; eg_i < (pieces); eg_i += FOLD_STRANDS)                              \
            eg_v += (sums)[eg_i];                                                                  \
        s[eg_j] = eg_v;                                                                            \
    }                                                                                              \
    BARRIER;                                                                                       \
    FOLD_SUM(s, FOLD_STRANDS)
