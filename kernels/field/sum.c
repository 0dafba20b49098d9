// check: LANES=1
/* Sums over the mesh that are the same for any device, lanes and ranks.
 *
 * The leaves are cells in canonical order, in pieces of 4096 (ranks are cut there); a piece is summed as 64
 * strands of 64 cells, cell 64 i + j in strand j, then by a binary tree over the strands:
 *
 *     strand j: ((v[j] + v[64+j]) + v[128+j]) + ...      piece: ((s0+s32) + (s16+s48)) + ... */
#define PIECE 4096
#define STRANDS 64

/* sums[column * pieces + piece] = the sum of a piece of column `column` of values[columns][cells]. One group a
 * piece and column. */
KERNEL_SHAPE(STRANDS, 1)
KERNEL field_sum(GLOBAL CONST double *RESTRICT values, GLOBAL double *RESTRICT sums, long cells,
                 long pieces, long columns)
{
    FOR_GROUPS(b, pieces * columns)
    SHARED double s[STRANDS];
    const long column = b / pieces, piece = b % pieces;
    FOR_FLAT (j, STRANDS) {
        double v = 0.0;
        for (int i = 0; i < PIECE / STRANDS; i++) {
            const long c = piece * PIECE + i * STRANDS + j;
            if (c < cells)
                v += values[column * cells + c];
        }
        s[j] = v;
    }
    BARRIER;
    for (int width = STRANDS / 2; width > 0; width /= 2) {
        FOR_FLAT (j, width) {
            s[j] += s[j + width];
        }
        BARRIER;
    }
    FOR_FLAT (j, 1) {
        sums[b] = s[0];
    }
    END_GROUPS
}
