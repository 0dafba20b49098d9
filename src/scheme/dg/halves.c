/* From the nodes of a line to those of its halves, and back. */
#include "scheme/dg/internal.h"

/* Solves m x = b for so many columns by Gauss' elimination with pivots; m[n][n] and b[n][columns] are used
 * up. */
static void solve_columns(int n, int columns, double *m, double *b)
{
    for (int k = 0; k < n; k++) { /* symmetric and positive definite: no pivots are needed */
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : m[i * n + k] / m[k * n + k];
            for (int j = k; j < n && factor != 0; j++)
                m[i * n + j] -= factor * m[k * n + j];
            for (int j = 0; j < columns && factor != 0; j++)
                b[i * columns + j] -= factor * b[k * columns + j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            b[i * columns + j] /= m[i * n + i];
}

void eg_dg_split_matrices(int n, double *split)
{
    double x[EG_LINE_NODES];
    eg_line line = {EG_LINE_GLL, n - 1};
    eg_line_points_of(line, x);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < n; i++)
            eg_line_values(line, 0.5 * (x[i] + (h ? 1 : -1)), &split[(h * n + i) * n], NULL);
}

/* join[h] = M^-1 I_h^T W / 2 where M is the mass of the line by the quadrature of both halves, or where the
 * energy is to stay W itself. */
void eg_dg_join_matrices(int n, bool lumped, const double *split, double *join)
{
    double w[EG_LINE_NODES], mass[EG_LINE_NODES * EG_LINE_NODES] = {0};
    eg_gll_weights(n - 1, w);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                join[(h * n + i) * n + j] = 0.5 * split[(h * n + j) * n + i] * w[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 2 * n; k++) {
                int h = k / n, at = k % n;
                mass[i * n + j] += join[(h * n + i) * n + at] * split[(h * n + at) * n + j];
            }
    for (int i = 0; lumped && i < n * n; i++)
        mass[i] = i / n == i % n ? w[i / n] : 0;
    double both[2 * EG_LINE_NODES * EG_LINE_NODES];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 * n; k++)
            both[i * 2 * n + k] = join[(k / n * n + i) * n + k % n];
    solve_columns(n, 2 * n, mass, both);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 * n; k++)
            join[(k / n * n + i) * n + k % n] = both[i * 2 * n + k];
}
