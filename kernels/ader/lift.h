/* The end of a step's second kernel: lifts the fluxes of the faces to the modes, adds them to the state, and
 * leaves the rate of the block, which is huge where a value is not finite. It stands in step.h and
 * variable_correct.h, each of which says
 *   FLUX_AT(i, l)   where flux i (mode along a face times NFACES + face) of lane l stands; with loops the
 *                   next one is FLUX_STEP away
 *   SIZES           where in s[], in rows of LANES, a row for each mode is free
 * with to, own, lift, degree, own_cell, part, b and first_block of the kernel. */
#define LIFT_SIZE(p) size = size + FABS(u.v##p);
#define MODE_OF_STATE phys_load(to + (own + k * LANES + l), MODES * LANES)
/* Where E is IMPLICIT (ader/implicit.h) it acts on the sum of the fluxes. */
#if IMPLICIT
#define MODE_BEFORE phys_nothing()
#define MODE_AFTER(sum) phys_add_scaled(R(1.0), phys_resolve(RESOLVENT_OF(b, l), sum), MODE_OF_STATE)
#else
#define MODE_BEFORE phys_positive_zero(MODE_OF_STATE)
#define MODE_AFTER(sum) phys_positive_zero(sum)
#endif
#define LIFT_FLUXES                                                                                          \
    FOR_TILES(tile, MODES)                                                                                   \
    {                                                                                                        \
        TILE_ADDED(k, l, MODES, MODE_BEFORE, 0, NFACES *ORDER)                                               \
        EACH_OF_TILE(k, tile, MODES)                                                                         \
        {                                                                                                    \
            const int count_of_fluxes = (degree[3 * k] + 1) * NFACES; /* of modes up to its degree */        \
            FOR_LANES (l) {                                                                                  \
                const phys_state u = MODE_AFTER(SUM_ADDED(k, l, MODE_BEFORE, lift + k * (NFACES * ORDER),    \
                                                          FLUX_AT(0, l), FLUX_STEP, 0, count_of_fluxes));    \
                real size = R(0.0);                                                                          \
                EACH_VAR(LIFT_SIZE)                                                                          \
                phys_store(to + (own + k * LANES + l), MODES * LANES, u);                                    \
                s[(SIZES + k) * LANES + l] = size;                                                           \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    GROUP_BARRIER;                                                                                           \
    FOR_FLAT (l, LANES) {                                                                                    \
        real rate = own_cell[(CELL_CONSTANTS - 1) * LANES + l];                                              \
        for (int k = 0; k < MODES; k++)                                                                      \
            rate = s[(SIZES + k) * LANES + l] < HUGE_VALUE ? rate : HUGE_VALUE; /* so for NaN */             \
        s[l] = rate;                                                                                         \
    }                                                                                                        \
    GROUP_BARRIER;                                                                                           \
    FOLD_MAX(s, LANES)                                                                                       \
    FOR_FLAT (i, 1) {                                                                                        \
        part[b + first_block] = s[0];                                                                        \
    }
