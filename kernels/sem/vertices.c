// check: LANES=8 ITEMS=8
/* The matrix of the functions that are 1 at a vertex and trilinear, in double precision in every run: of
 * elements, the sums of these by vertices, and those of the parents on coarser meshes. docs/theory/schwarz.md
 * and docs/theory/geometric-multigrid.md have the expressions.
 *
 * Elements come in batches, from number `from` of the mesh on; what sums up goes on with the batch before. So
 * a sum has its terms in the order of elements. Lanes are the columns of an element's matrix.
 *
 *   matrix   [elements of the batch][CORNERS][CORNERS]
 *   corner   [elements of the mesh][CORNERS] rows, -1: none */
#include "sem/groups.h"

#define CORNERS LANES
#define PAIRS (CORNERS * CORNERS)
#define RUN 64 /* nodes whose fluxes are in shared memory */
#define SUM PRIVATE_AT(sum, i, j, 0)

/* Of each element the sum over nodes of grad Phi_i . G grad Phi_j + m Phi_i Phi_j, node after node: G and m,
 * c
 * |J| w, are those of sem/metric.c, in blocks of `interleaved` elements. To m conditions at the boundary add
 * factors, in elements that have a set of them. A product with m = 0 would change no bit.
 *
 *   function  [volume][4][CORNERS] Phi at the nodes, and its derivatives
 *   set       [elements of the mesh] -1: none; nobody reads it where sets is 0
 *   factor    [sets][volume]
 *   place     of the first element in the batch
 *
 * Per node 56 B and 500 operations, 200 more with m. */
KERNEL_SHAPE(64, 8)
KERNEL vertex_matrices(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT function,
                       GLOBAL CONST int *RESTRICT set, GLOBAL CONST double *RESTRICT factor,
                       GLOBAL double *RESTRICT matrix, int volume, int interleaved, int reacts, int sets,
                       long from, long place, long elements)
{
    FOR_GROUPS(e, elements)
    SHARED double flux[RUN * 3 * LANES];
    PRIVATE(double, sum, 1);
    const int next = volume * interleaved, own_set = sets > 0 ? set[from + e] : -1;
    GLOBAL CONST double *own = terms + e / interleaved * METRIC_TERMS * (long)next + e % interleaved;
    FOR_ITEMS (i, CORNERS) {
        FOR_LANES (j) {
            SUM = 0.0;
        }
    }
    for (int first = 0; first < volume; first += RUN) {
        const int count = volume - first < RUN ? volume - first : RUN;
        FOR_ITEMS (t, count) {
            GLOBAL CONST double *g = own + (first + t) * interleaved;
            GLOBAL CONST double *slope = function + ((first + t) * 4 + 1) * LANES;
            FOR_LANES (i) {
                const double x = slope[i], y = slope[LANES + i], z = slope[2 * LANES + i];
                flux[3 * t * LANES + i] = g[0] * x + g[next] * y + g[2 * next] * z;
                flux[(3 * t + 1) * LANES + i] = g[next] * x + g[3 * next] * y + g[4 * next] * z;
                flux[(3 * t + 2) * LANES + i] = g[2 * next] * x + g[4 * next] * y + g[5 * next] * z;
            }
        }
        BARRIER;
        for (int t = 0; t < count; t++) { /* outside, so that the sums of rows go on beside each other */
            const int node = first + t;
            GLOBAL CONST double *phi = function + node * 4 * LANES, *slope = phi + LANES;
            const double of_set = own_set >= 0 ? factor[(long)own_set * volume + node] : 0.0;
            const double m = own[MASS_TERM * next + node * interleaved] + of_set;
            FOR_ITEMS (i, CORNERS) {
                const double a = flux[3 * t * LANES + i], b = flux[(3 * t + 1) * LANES + i],
                             c = flux[(3 * t + 2) * LANES + i];
                if (reacts || own_set >= 0) {
                    FOR_LANES (j) {
                        SUM += a * slope[j] + b * slope[LANES + j] + c * slope[2 * LANES + j] +
                               m * (phi[i] * phi[j]);
                    }
                } else {
                    FOR_LANES (j) {
                        SUM += a * slope[j] + b * slope[LANES + j] + c * slope[2 * LANES + j];
                    }
                }
            }
        }
        BARRIER;
    }
    FOR_ITEMS (i, CORNERS) {
        FOR_LANES (j) {
            matrix[(place + e) * PAIRS + i * LANES + j] = SUM;
        }
    }
    END_GROUPS
}

/* ---- sums by vertices */

/* The first of the places in element[] from `at` on that is of the batch. */
FUNCTION int first_in_batch(GLOBAL CONST int *element, int at, long from)
{
    while (element[at] < from)
        at++;
    return at;
}

/* Whether corner a is the first of its element with its row. */
FUNCTION int is_first_corner(GLOBAL CONST int *row, int a)
{
    int is = row[a] >= 0;
    for (int b = 0; b < a; b++)
        is = is && row[b] != row[a];
    return is;
}

/* Elements whose corners are looked for beside each other: of a processor those that most rows have. */
#define TOGETHER (WIDE_LOOPS ? 8 : 1)

/* value += what `count` elements have for a row of `columns` entries, by ascending columns, one element after
 * the other; of[] are their rows. A corner's place is the number of columns before its own: the sums of all
 * corners go on beside each other, without branches. */
FUNCTION void add_elements(GLOBAL CONST double *matrix, GLOBAL CONST int *column, GLOBAL double *value,
                           int row, int columns, const int *element, const int *of, int count)
{
    int place[TOGETHER * CORNERS] = {0};
    for (int k = 0; k < columns; k++) {
        for (int j = 0; j < TOGETHER * CORNERS; j++)
            place[j] += column[k] < of[j];
    }
    for (int s = 0; s < count; s++) {
        GLOBAL CONST double *own = matrix + (long)element[s] * PAIRS;
        for (int i = 0; i < CORNERS; i++) {
            for (int j = 0; j < CORNERS && of[s * CORNERS + i] == row; j++) {
                if (of[s * CORNERS + j] >= 0)
                    value[place[s * CORNERS + j]] += own[i * CORNERS + j];
            }
        }
    }
}

/* value += what the elements list[at .. end) of a batch that begins with `from` have for a row. Those that
 * have it twice are listed twice. */
FUNCTION void add_listed(GLOBAL CONST double *matrix, GLOBAL CONST int *corner, GLOBAL CONST int *list,
                         GLOBAL CONST int *column, GLOBAL double *value, int row, int columns, int at,
                         int end, long from)
{
    int element[TOGETHER], of[TOGETHER * CORNERS] = {0};
    while (at < end) {
        int count = 0;
        for (; at < end && count < TOGETHER; at++) {
            if (count > 0 && element[count - 1] == (int)(list[at] - from))
                continue;
            element[count] = (int)(list[at] - from);
            for (int j = 0; j < CORNERS; j++)
                of[count * CORNERS + j] = corner[(long)list[at] * CORNERS + j];
            count++;
        }
        for (; at < end && list[at] - from == element[count - 1]; at++)
            continue;
        add_elements(matrix, column, value, row, columns, element, of, count);
    }
}

/* value += the rows of matrices. The first element of a batch that has a row adds what all in it have for
 * it.
 *
 *   first, element  of each row the elements that have it: element[first[row] .. first[row + 1]), ascending,
 *                   once for each corner
 *   begin, column, value  the matrix of all, entries begin[row] .. begin[row + 1] by ascending columns
 *
 * Per element 512 B, and 64 times the columns of a row. */
KERNEL_SHAPE(64, 8)
KERNEL vertex_add(GLOBAL CONST double *RESTRICT matrix, GLOBAL CONST int *RESTRICT corner,
                  GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT element,
                  GLOBAL CONST long *RESTRICT begin, GLOBAL CONST int *RESTRICT column,
                  GLOBAL double *RESTRICT value, long from, long to, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long e = from + (g * ROWS_OF_GROUP + k) / CORNERS;
        const int a = k % CORNERS;
        if (e < to && is_first_corner(corner + e * CORNERS, a)) {
            const int row = corner[e * CORNERS + a];
            const int at = first_in_batch(element, first[row], from);
            int end = at;
            while (element[at] == e && end < first[row + 1] && element[end] < to)
                end++;
            add_listed(matrix, corner, element, column + begin[row], value + begin[row], row,
                       (int)(begin[row + 1] - begin[row]), at, end, from);
        }
    }
    END_GROUPS
}

/* ---- coarser meshes */

/* to += P^T K P of children, ascending: the first child in a batch adds what all in it have for the parent.
 * Row a of P has the parent's functions at corner a of the child, 0 where the value there is given.
 *
 *   parent    [elements of the mesh]
 *   child     [parents][CORNERS] ascending, -1: no more
 *   lattice   [elements of the mesh][CORNERS] the place of the corner in the parent
 *   weight    [places][CORNERS] the parent's functions there
 *   to        [parents][CORNERS][CORNERS]
 *
 * Per child 512 B and 2048 operations. */
KERNEL_SHAPE(64, 8)
KERNEL vertex_project(GLOBAL CONST double *RESTRICT matrix, GLOBAL CONST int *RESTRICT corner,
                      GLOBAL CONST int *RESTRICT parent, GLOBAL CONST int *RESTRICT child,
                      GLOBAL CONST char *RESTRICT lattice, GLOBAL CONST double *RESTRICT weight,
                      GLOBAL double *RESTRICT to, long from, long elements)
{
    FOR_GROUPS(e, elements)
    SHARED double p[PAIRS];
    SHARED double kp[PAIRS];
    const long own = parent[from + e];
    GLOBAL CONST int *of_own = child + own * CORNERS;
    GLOBAL double *sum = to + own * PAIRS;
    int first = 0, end;
    while (of_own[first] < from)
        first++;
    for (end = first; end < CORNERS && of_own[end] >= 0 && of_own[end] < from + elements; end++)
        continue;
    end = of_own[first] == from + e ? end : first;
    for (int s = first; s < end; s++) {
        const long c = of_own[s];
        GLOBAL CONST double *k = matrix + (c - from) * PAIRS;
        FOR_ITEMS (a, CORNERS) {
            GLOBAL CONST double *of_place = weight + lattice[c * CORNERS + a] * CORNERS;
            const int free = corner[c * CORNERS + a] >= 0;
            FOR_LANES (j) {
                p[a * LANES + j] = free ? of_place[j] : 0.0;
            }
        }
        BARRIER;
        FOR_ITEMS (a, CORNERS) {
            FOR_LANES (j) {
                double value = 0.0;
                for (int b = 0; b < CORNERS; b++)
                    value += k[a * CORNERS + b] * p[b * LANES + j];
                kp[a * LANES + j] = value;
            }
        }
        BARRIER;
        FOR_ITEMS (i, CORNERS) {
            FOR_LANES (j) {
                double value = sum[i * LANES + j];
                for (int a = 0; a < CORNERS; a++)
                    value += p[a * LANES + i] * kp[a * LANES + j];
                sum[i * LANES + j] = value;
            }
        }
        BARRIER;
    }
    END_GROUPS
}
