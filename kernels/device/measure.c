// What limits a device: copy bandwidth and multiply-add rate, measured by kernels of the dialect,
// so that a run is compared with what a kernel of its own kind can reach.
// check: LANES=8 ITEMS=4 ROWS=64

// target = source; a group copies ITEMS rows of LANES values. Bytes: 2 sizeof(real) a value.
KERNEL_SHAPE(LANES, 8)
KERNEL measure_copy(GLOBAL real *RESTRICT target, GLOBAL CONST real *RESTRICT source, long groups)
{
    FOR_GROUPS(b, groups)
    UNROLL
    for (int i = 0; i < ITEMS; i++) {
        FOR_LANES (l) {
            target[(b * ITEMS + i) * LANES + l] = source[(b * ITEMS + i) * LANES + l];
        }
    }
    END_GROUPS
}

// One round of the sixteen chains v = v a + b below, and 32 of them. Written out: what has neither
// loop nor array becomes vectors of lanes with every compiler.
#define ROUND                                                                                                \
    v0 = FMA(v0, a, b), v1 = FMA(v1, a, b), v2 = FMA(v2, a, b), v3 = FMA(v3, a, b);                          \
    v4 = FMA(v4, a, b), v5 = FMA(v5, a, b), v6 = FMA(v6, a, b), v7 = FMA(v7, a, b);                          \
    v8 = FMA(v8, a, b), v9 = FMA(v9, a, b), v10 = FMA(v10, a, b), v11 = FMA(v11, a, b);                      \
    v12 = FMA(v12, a, b), v13 = FMA(v13, a, b), v14 = FMA(v14, a, b), v15 = FMA(v15, a, b);
#define ROUNDS_4 ROUND ROUND ROUND ROUND
#define ROUNDS_32 ROUNDS_4 ROUNDS_4 ROUNDS_4 ROUNDS_4 ROUNDS_4 ROUNDS_4 ROUNDS_4 ROUNDS_4

// Sixteen chains hide the latency of one multiply-add. Operations: 1024 a lane (2 a multiply-add).
// The sum of the chains is kept, in row g % ROWS, so that nothing is left out.
KERNEL_SHAPE(LANES, 8)
KERNEL measure_multiply_add(GLOBAL real *RESTRICT target, GLOBAL CONST real *RESTRICT source, real a, real b,
                            long groups)
{
    FOR_GROUPS(g, groups)
    FOR_LANES (l) {
        real x = source[l];
        real v0 = x, v1 = x + 1, v2 = x + 2, v3 = x + 3, v4 = x + 4, v5 = x + 5, v6 = x + 6;
        real v7 = x + 7, v8 = x + 8, v9 = x + 9, v10 = x + 10, v11 = x + 11, v12 = x + 12;
        real v13 = x + 13, v14 = x + 14, v15 = x + 15;
        ROUNDS_32
        target[g % ROWS * LANES + l] = ((v0 + v1) + (v2 + v3)) + ((v4 + v5) + (v6 + v7)) +
                                       ((v8 + v9) + (v10 + v11)) + ((v12 + v13) + (v14 + v15));
    }
    END_GROUPS
}
