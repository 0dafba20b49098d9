/* What a cell holds, for balances, and its modes, for gauges. Arrays as in ader/step.h. */

/* content[c] = energy of canonical cell c, content[cells + c] = integral of the first variable over it; of tracers
 * there is half of the integral of the square of each, then the integral of each. The
 * basis is orthonormal in the reference cell, so that the energy is that of the modes, times |J|.
 *   determinant  [cells] |J|, m2;   mean: integral of mode 0 over the reference cell */
KERNEL ader_content(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT cell,
                    GLOBAL CONST double *RESTRICT determinant, GLOBAL double *RESTRICT content,
                    GLOBAL CONST long *RESTRICT count, double mean, int first_block, long first_cell,
                    long last_cell, long cells, long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    FOR_FLAT (l, LANES) {
        const long c = first_cell + b * LANES + l;
        const long own = (b + first_block) * (VARS * MODES * LANES) + l;
        if (c < last_cell) {
#if TRANSPORTS
            for (int p = 0; p < VARS; p++) {
                GLOBAL CONST real *of_tracer = from + own + p * (MODES * LANES);
                double square = 0.0;
                for (int k = 0; k < MODES; k++)
                    square = square + 0.5 * (double)of_tracer[k * LANES] * (double)of_tracer[k * LANES];
                content[p * cells + c] = square * determinant[c];
                content[(VARS + p) * cells + c] = (mean * (double)of_tracer[0]) * determinant[c];
            }
            (void)cell;
#else
            const phys_material m = material_of(cell + b * (CELL_CONSTANTS * LANES), l);
            double energy = 0.0;
            for (int k = 0; k < MODES; k++)
                energy = energy + phys_energy(m, phys_load(from + own + k * LANES, MODES * LANES));
            content[c] = energy * determinant[c];
            content[cells + c] = (mean * (double)from[own]) * determinant[c];
#endif
        }
    }
    END_GROUPS
}
