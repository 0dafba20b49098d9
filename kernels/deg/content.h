/* What a cell holds, for balances, and its values, for gauges. Arrays as in deg/stage.h. */

/* content[v * cells + c] = integral of variable v over canonical cell c.
 *   weight       [NODES] integrals of the nodes' polynomials over the reference cell
 *   determinant  [cells] |J|, m2 */
KERNEL deg_content(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST double *RESTRICT weight,
                   GLOBAL CONST double *RESTRICT determinant, GLOBAL double *RESTRICT content,
                   GLOBAL CONST long *RESTRICT count, long cells, long blocks)
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
                                (double)from[place_of((int)c) + (long)(v * NODES + k) * PACK_LANES], sum);
                content[v * cells + c] = sum * determinant[c];
            }
    }
    END_GROUPS
}

/* content[(VARS + e) * cells + c] = what cell c has more than at rest of kinetic energy |m|^2 / (2 rho), of
 * internal energy p' / (gamma - 1), and of potential energy g z rho', J per metre across the plane, by the
 * scheme's quadrature.
 *   value   [POINTS][NODES] of the nodes' polynomials
 *   rule    [POINTS][3] xi, eta, weight
 *   height  [3][cells] of the vertices, m */
KERNEL deg_energy(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT air,
                  GLOBAL CONST real *RESTRICT value, GLOBAL CONST double *RESTRICT rule,
                  GLOBAL CONST double *RESTRICT determinant, GLOBAL CONST double *RESTRICT height,
                  GLOBAL double *RESTRICT content, GLOBAL CONST long *RESTRICT count, double gamma,
                  double gravity, long cells, long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    FOR_FLAT (l, LANES) {
        const long c = b * LANES + l;
        if (c < cells) {
            const long first = place_of((int)c);
            const double low = height[c], along = height[cells + c] - low,
                         across = height[2 * cells + c] - low;
            double kinetic = 0.0, internal = 0.0, potential = 0.0;
            for (int q = 0; q < POINTS; q++) {
                double v[4] = {0.0, 0.0, 0.0, 0.0}, rest[EULER_AIR] = {0.0, 0.0, 0.0};
                for (int k = 0; k < NODES; k++) {
                    const double phi = (double)value[q * NODES + k];
                    for (int i = 0; i < 4; i++)
                        v[i] = FMA64(phi, (double)from[first + (long)(i * NODES + k) * PACK_LANES], v[i]);
                    for (int i = 0; i < EULER_AIR; i++)
                        rest[i] =
                            FMA64(phi, (double)air[((b * EULER_AIR + i) * NODES + k) * LANES + l], rest[i]);
                }
                const double z = FMA64(rule[3 * q + 1], across, FMA64(rule[3 * q], along, low));
                const double weight = rule[3 * q + 2];
                const double square = FMA64(v[1], v[1], v[2] * v[2]);
                kinetic = FMA64(weight, 0.5 * square / (rest[0] + v[0]), kinetic);
                internal = FMA64(weight, rest[2] * eg_power_increment(rest[1], v[3], gamma), internal);
                potential = FMA64(weight * z, v[0], potential);
            }
            content[VARS * cells + c] = kinetic * determinant[c];
            content[(VARS + 1) * cells + c] = internal / (gamma - 1.0) * determinant[c];
            content[(VARS + 2) * cells + c] = gravity * potential * determinant[c];
        }
    }
    END_GROUPS
}
