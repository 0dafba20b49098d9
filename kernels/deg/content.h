/* What a cell holds, for balances, and its values, for gauges. Arrays as in deg/stage.h. */

/* content[v * cells + c] = integral of variable v over canonical cell c.
 *   weight       [NODES] integrals of the nodes' polynomials over the reference cell
 *   determinant  [cells] |J|, m2 */
KERNEL deg_content(GLOBAL CONST real *q0, GLOBAL CONST real *q1,
                   GLOBAL CONST double *RESTRICT weight, GLOBAL CONST double *RESTRICT determinant,
                   GLOBAL double *RESTRICT content, GLOBAL CONST long *RESTRICT count, long cells,
                   long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    FOR_FLAT (l, LANES) {
        const long c = b * LANES + l;
        if (c < cells)
            for (int v = 0; v < VARS; v++) {
                double sum = 0.0;
                for (int k = 0; k < NODES; k++)
                    sum = FMA64(weight[k],
                                (double)from[place_of((int)c) + (long)(v * NODES + k) * PACK_LANES],
                                sum);
                content[v * cells + c] = sum * determinant[c];
            }
    }
    END_GROUPS
}
