/* Largest values ever reached at the centre of each cell (of the reference cell, mapped). The state that a
 * step begins from is taken in before it; it has been accepted, so that a refused step leaves nothing behind.
 * What the last step has reached is taken in where the run pauses; taking a state in twice changes nothing.
 *
 *   u_p = sum over k of phi_k(centre) u_pk
 *       a = sum over p of weight_p u_p, b likewise: in ascending order
 *   centre  [MODES] phi_k(centre)
 *   weight  [MAXIMA][2][VARS] of a and b
 *   pairs   bit m: a^2 + b^2 is kept, whose largest is the square of the largest length; else |a|
 *   highest [block][MAXIMA][LANES]
 *
 * Bytes a cell: the state is read, VARS MODES numbers, and MAXIMA more; what grows is written. */
#if MAXIMA
KERNEL_SHAPE(LANES *VARS, 1)
KERNEL ader_maxima(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT centre,
                   GLOBAL CONST real *RESTRICT weight, GLOBAL real *RESTRICT highest,
                   GLOBAL CONST long *RESTRICT count, int pairs, int at_pause, int first_block, long blocks)
{
    FOR_GROUPS(b, at_pause || (count[COUNT_PAUSE] == PAUSE_NONE && !count[COUNT_FIRST_PASS]) ? blocks : 0)
    SHARED real s[VARS * LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const long block = b + first_block;
    FOR_ITEMS (p, VARS) {
        FOR_LANES (l) {
            real sum = R(0.0);
            int k = 0;
            do {
                sum = FMA(centre[k], from[((block * VARS + p) * MODES + k) * LANES + l], sum);
            } while (++k < MODES);
            s[p * LANES + l] = sum;
        }
    }
    BARRIER;
    FOR_ITEMS (m, MAXIMA) {
        FOR_LANES (l) {
            real a = R(0.0), c = R(0.0);
            int p = 0;
            do {
                a = FMA(weight[2 * m * VARS + p], s[p * LANES + l], a);
                c = FMA(weight[(2 * m + 1) * VARS + p], s[p * LANES + l], c);
            } while (++p < VARS);
            const real value = (pairs >> m) & 1 ? FMA(a, a, c * c) : (a < R(0.0) ? -a : a);
            const long index = (block * MAXIMA + m) * LANES + l;
            if (value > highest[index])
                highest[index] = value;
        }
    }
    END_GROUPS
}
#endif
