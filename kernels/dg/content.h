/* What a cell holds, for balances, and its values, for samples. Arrays as in dg/stage.h. */

/* content[c] = energy of cell c, content[cells + c] = integral of the first variable over it, by the
 * quadrature at the nodes; sums over nodes in their order. q0, q1 hold the blocks from `from_group` on.
 *   weight       [N] of the Gauss-Lobatto quadrature on [-1,1]
 *   determinant  [cells] of the map, m^DIM; 1 of curved cells, which have it at the nodes */
KERNEL_SHAPE(LANES *DG_ROWS, 1)
KERNEL dg_content(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT cell,
                  GLOBAL CONST real *RESTRICT medium, GLOBAL CONST real *RESTRICT curve,
                  GLOBAL CONST double *RESTRICT weight, GLOBAL CONST double *RESTRICT determinant,
                  GLOBAL double *RESTRICT content, GLOBAL CONST long *RESTRICT count,
                  GLOBAL CONST int *RESTRICT order, int from_group, long cells, long blocks)
{
    FOR_GROUPS(group, blocks)
    SHARED double s[NODES * LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const long b = BLOCK_AT(from_group + group), own = group * (VALUES * LANES);
#if MEDIUM
    GLOBAL CONST real *own_medium = medium + b * (MEDIA * NODES * LANES);
#else
    GLOBAL CONST real *own_cell = cell + b * (CELL_CONSTANTS * LANES);
#endif
    FOR_ITEMS (i, NODES) {
        EACH_LANE (l) {
            const phys_state u = phys_load(from + own + i * LANES + l, NODES * LANES);
            ENERGY_OF_NODE
            s[i * LANES + l] = energy;
        }
    }
    BARRIER;
    FOR_FLAT (l, LANES) {
        const long c = b * LANES + l;
        double energy = 0.0, amount = 0.0;
        for (int i = 0; i < NODES; i++) {
#if DIM == 3
            double w = weight[i % N] * weight[i / N % N] * weight[i / (N * N)];
#else
            double w = weight[i % N] * weight[i / N];
#endif
#if GEOMETRY == DG_CURVED
            w = w * (double)curve[((b * NODE_METRIC + DIM * DIM) * NODES + i) * LANES + l];
#endif
            energy = energy + w * s[i * LANES + l];
            amount = amount + w * (double)from[own + i * LANES + l];
        }
        if (c < cells) {
            content[c] = energy * determinant[c];
            content[cells + c] = amount * determinant[c];
        }
    }
    END_GROUPS
}
