/* Kernel 2 of ader/moving/moving.h, which has the arrays and what the words stand for. */
#define SIZES (NFACES * ORDER * VARS)
#define FLUX_AT(i, l) S_AT(i, l)
#define FLUX_STEP (VARS * LANES)

/* Adds the fluxes to the state: of each face what both cells send, of which the sum is the same for both;
 * nothing comes in through a boundary. Leaves the rate of each block, which is huge where a value is not
 * finite. */
KERNEL_SHAPE(LANES *ADER_ROWS, 1)
KERNEL ader_correct_moving(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT lift,
                           GLOBAL CONST int *RESTRICT degree, GLOBAL CONST real *RESTRICT cell,
                           GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT there,
                           GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT trace,
                           GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                           GLOBAL real *RESTRICT part, GLOBAL CONST int *RESTRICT order, int first_block,
                           long first_trace, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[(SIZES + MODES) * LANES];
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = ((long)b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (NFACES * LANES);

    TRACE_TURNS
    FOR_ITEMS (i, NFACES * ORDER) {
        const int f = i / ORDER, m = i % ORDER;
        FOR_LANES (l) {
            const int kind = own_side[f * LANES + l], boundary = kind & ~FACE_RIGHT;
            const trace_offset offset = (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l);
            const trace_offset other = THERE_OFFSET(own_there[f * LANES + l]) + m * TRACE_STEP;
            const phys_waves w = load_waves(trace, offset);
            phys_waves v = load_waves(trace, other);
            const real scale = TURNED(f, m, l, -dt) * own_face[f * (EDGES * LANES) + l + 2 * LANES];
            phys_state flux;
#define MEET(p)                                                                                              \
    v.v##p = boundary ? R(0.0) : v.v##p;                                                                     \
    flux.v##p = scale * (w.v##p + v.v##p);
            EACH_VAR(MEET)
#undef MEET
            phys_put(FLUX_AT(m * NFACES + f, l), LANES, flux);
        }
    }
    BARRIER;
    LIFT_FLUXES
    END_GROUPS
}
