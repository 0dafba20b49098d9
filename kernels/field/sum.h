/* The fixed tree of sums over the mesh: the leaves of a piece are 4096 values in canonical order, summed as 64
 * strands (value 64 i + j in strand j, i ascending), then by a binary tree over the strands:
 *
 *     strand j: ((v[j] + v[64+j]) + v[128+j]) + ...      piece: ((s0+s32) + (s16+s48)) + ... */
#define PIECE 4096
#define STRANDS 64

/* The strands s[STRANDS], SHARED, become their sum in s[0]. Stands directly under FOR_GROUPS, after a BARRIER, and
 * ends with one. */
#define SUM_STRANDS(s)                                                                             \
    for (int eg_width = STRANDS / 2; eg_width > 0; eg_width /= 2) {                                \
        FOR_FLAT (eg_j, eg_width) {                                                                \
            s[eg_j] += s[eg_j + eg_width];                                                         \
        }                                                                                          \
        BARRIER;                                                                                   \
    }
