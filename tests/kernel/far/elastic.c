/* Both kernels of the step of elastic waves on the block whose constants of faces, state and traces, own and
 * neighbour's, begin behind 2^31 numbers. VARIABLE and FAR_NAME come from the build. */
#define LANES 4
#define TRACE_BITS 2
#define NFACES 3
#define ORDER 2
#define MODES 3
#define RUSANOV 0
#define FAR 1
#if VARIABLE
#define CONSERVATIVE 1
#define FACTOR 0
#define MODES_M 1
#define BLOCK 2
#define POINTS 4
#define TESTS 4
#define EDGE_POINTS 2
#define STAGE_POINTS 0
#define ITEMS 2
#else
#define ITEMS MODES
#endif
#include "kernel/far/far.h"

#include "ader/elastic.c"

enum { STATE = VARS * MODES * LANES, FACES = NFACES * EDGES * LANES, KINDS_OF_TABLES = 3 };
enum { TRACE = NFACES * ORDER * TRACES * LANES, CELL = CELL_CONSTANTS * LANES };
#if VARIABLE
enum { MEDIA = NFACES * EDGE_POINTS * AT_FACE * LANES, MATERIAL = MATERIALS * MODES_M * LANES };
#endif
_Static_assert((int)STATE <= (int)FACES && (int)STATE <= (int)TRACE, "the smallest of them");

/* Each face looks at the next one of its cell. */
static void fill_there(int *there, long block)
{
    for (int f = 0; f < NFACES; f++)
        for (int l = 0; l < LANES; l++)
            there[(block * NFACES + f) * LANES + l] = (int)((block * NFACES + (f + 1) % NFACES) * LANES + l);
}

/* Tables of the reference cell: any numbers will do, the places in them are those of the kernels. */
static real table[4096];
static const int degree[3 * MODES] = {0, 0, 1, 1, 1, 3, 1, 1, 3};

int FAR_NAME(void)
{
    const long block = (1L << 31) / STATE + 1, blocks = block + 1;
    real *q[2] = {far_reserve(blocks * STATE, sizeof(real)), far_reserve(blocks * STATE, sizeof(real))};
    real *cell = far_reserve(blocks * CELL, sizeof(real)), *face = far_reserve(blocks * FACES, sizeof(real));
    real *trace = far_reserve(blocks * TRACE, sizeof(real)), *part = far_reserve(blocks, sizeof(real));
    int *there = far_reserve(blocks * NFACES * LANES, sizeof(int));
    int *side = far_reserve(blocks * NFACES * LANES, sizeof(int));
    double clock[CLOCK_SLOTS] = {[CLOCK_DT] = 1e-3}, factor[ORDER + 1] = {1};
    long count[COUNT_SLOTS] = {0};
    if (!q[0] || !q[1] || !cell || !face || !trace || !part || !there || !side)
        return -1;
    far_fill(table, sizeof table / sizeof *table / 2, 1, 1);
    far_fill(q[0], STATE, block, 2);
    far_fill(cell, CELL, block, 3);
    far_fill(face, FACES, block, 4);
    far_fill_int(side, NFACES * LANES, block, FACE_INSIDE);
    fill_there(there, 0);
    fill_there(there, block);
#if VARIABLE
    real *material = far_reserve(blocks * MATERIAL, sizeof(real));
    real *medium = far_reserve(blocks * MEDIA, sizeof(real));
    if (!material || !medium)
        return -1;
    far_fill(material, MATERIAL, block, 5);
    far_fill(medium, MEDIA, block, 6);
#endif
    for (int at = 0; at < 2; at++) {
        far_block = at * block;
#if VARIABLE
        ader_predict_variable(q[0], q[1], table, table, table, degree, table, cell, material, face, side,
                              trace, factor, clock, count, 0, 0, blocks);
        ader_correct_variable(q[0], q[1], table, table, degree, cell, face, medium, there, side, trace,
                              factor, clock, count, part, NULL, 0, 0, 0, blocks);
#else
        ader_predict(q[0], q[1], table, table, degree, cell, face, side, trace, clock, count, 0, 0, blocks);
        ader_correct(q[0], q[1], table, degree, cell, face, there, side, trace, clock, count, part, NULL, 0,
                     0, 0, blocks);
        (void)factor;
#endif
    }
    int equal = far_equal(q[1], STATE, block) && far_equal(trace, TRACE, block) && far_equal(part, 1, block);
    return FAR_RESULT(equal);
}
