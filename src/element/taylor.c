/* Coefficients of polynomials on the triangle round a point. */
#include "element/triangle.h"

#include <math.h>
#include <string.h>

enum { MOST = EG_TRIANGLE_NODES };

typedef struct taylor_system {
    long double a[MOST][2 * MOST]; /* monomials at the nodes, and beside them the unit matrix */
} taylor_system;

static void fill_monomials(const eg_triangle *t, const double point[2], taylor_system *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < t->nodes; i++) {
        long double x = (long double)t->node[i][0] - point[0], y = (long double)t->node[i][1] - point[1];
        int m = 0;
        for (int d = 0; d <= t->degree; d++)
            for (int b = 0; b <= d; b++, m++) {
                s->a[i][m] = 1;
                for (int k = 0; k < d; k++)
                    s->a[i][m] *= k < d - b ? x : y;
            }
        s->a[i][t->nodes + i] = 1;
    }
}

static void swap_system_rows(int columns, long double *a, long double *b)
{
    for (int k = 0; k < columns; k++) {
        long double kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

/* Gauss and Jordan, the largest pivot of each column. */
static void eliminate(int n, taylor_system *s)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            best = fabsl(s->a[i][c]) > fabsl(s->a[best][c]) ? i : best;
        swap_system_rows(2 * n, s->a[c], s->a[best]);
        for (int i = 0; i < n; i++) {
            const long double factor = i == c ? 1 - 1 / s->a[c][c] : s->a[i][c] / s->a[c][c];
            for (int k = 0; k < 2 * n; k++)
                s->a[i][k] -= factor * s->a[c][k];
        }
    }
}

eg_status eg_triangle_taylor(eg_context *context, const eg_triangle *triangle, const double point[2],
                             double *coefficients)
{
    EG_SCRATCH taylor_system *s = NULL;
    int n = triangle->nodes;
    EG_TRY(eg_alloc(context, 1, sizeof *s, &s));
    fill_monomials(triangle, point, s);
    eliminate(n, s);
    for (int m = 0; m < n; m++)
        for (int i = 0; i < n; i++)
            coefficients[m * n + i] = (double)s->a[m][n + i];
    return EG_OK;
}
