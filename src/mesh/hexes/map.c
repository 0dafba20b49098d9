/* Maps of hexahedra: places and derivatives, at one point and on grids. */
#include "base/wide.h"
#include "mesh/hexes/internal.h"

#include <stdio.h>

#include <math.h>
#include <string.h>

/* ---- at one point ---- */

void eg_hexes_element_points(const eg_hexes *mesh, int64_t element, double (*x)[3])
{
    assert(element >= 0 && element < mesh->base.held);
    int count = hex_cube(mesh->base.degree + 1);
    const int32_t *point = mesh->point + element * count;
    for (int p = 0; p < count; p++)
        for (int i = 0; i < 3; i++)
            x[p][i] = mesh->x[point[p]][i];
}

/* The place alone: the same sums as with the derivatives. */
static void map_place_alone(int count, const double (*node)[3], double value[3][HEX_LINE_MOST], double x[3])
{
    double sum[3] = {0.0};
    for (int p = 0; p < hex_cube(count); p++) {
        int i = p % count, j = p / count % count, k = p / count / count;
        double weight = value[0][i] * value[1][j] * value[2][k];
        for (int a = 0; a < 3; a++)
            sum[a] += weight * node[p][a];
    }
    memcpy(x, sum, sizeof sum);
}

void eg_hexes_map(const eg_hexes *mesh, int64_t element, const double reference[3], double x[3],
                  double jacobian[3][3])
{
    double node[HEX_POINTS_MOST][3], value[3][HEX_LINE_MOST], slope[3][HEX_LINE_MOST];
    double sum[4][3] = {{0.0}};
    int count = mesh->base.degree + 1;
    eg_hexes_element_points(mesh, element, node);
    for (int d = 0; d < 3; d++)
        eg_line_values((eg_line){EG_LINE_EQUIDISTANT, mesh->base.degree}, reference[d], value[d],
                       jacobian ? slope[d] : NULL);
    if (!jacobian) {
        map_place_alone(count, (const double(*)[3])node, value, x);
        return;
    }
    for (int p = 0; p < hex_cube(count); p++) {
        int i = p % count, j = p / count % count, k = p / count / count;
        double weight[4] = {value[0][i] * value[1][j] * value[2][k], slope[0][i] * value[1][j] * value[2][k],
                            value[0][i] * slope[1][j] * value[2][k], value[0][i] * value[1][j] * slope[2][k]};
        for (int w = 0; w < 4; w++)
            for (int a = 0; a < 3; a++)
                sum[w][a] += weight[w] * node[p][a];
    }
    for (int a = 0; a < 3; a++) {
        x[a] = sum[0][a];
        for (int d = 0; d < 3; d++)
            jacobian[a][d] = sum[1 + d][a];
    }
}

double eg_hex_determinant(const double jacobian[3][3])
{
    const double *a = jacobian[0], *b = jacobian[1], *c = jacobian[2];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

double eg_hex_scaled_jacobian(const double jacobian[3][3])
{
    double squares = 1.0;
    for (int d = 0; d < 3; d++)
        squares *= jacobian[0][d] * jacobian[0][d] + jacobian[1][d] * jacobian[1][d] +
                   jacobian[2][d] * jacobian[2][d];
    return squares > 0.0 ? eg_hex_determinant(jacobian) / sqrt(squares) : 0.0;
}

/* ---- on a grid ---- */

struct eg_hex_grid {
    const eg_hexes *mesh;                /* NULL: a grid of its own */
    int from, to;                        /* points a line */
    double *value, *slope;               /* [to][from] */
    double *value_across, *slope_across; /* [from][to] */
    double *rows;                        /* nodes, planes and columns, each number by itself */
    double *place;                       /* [3][to^3] */
    double *derivative;                  /* [direction][coordinate][to^3] */
    double (*point)[3];                  /* [to^3] for who needs no places */
    double (*jacobian)[3][3];            /* [to^3] */
};

int eg_hex_grid_count(const eg_hex_grid *grid)
{
    return hex_cube(grid->to);
}

void eg_hex_grid_destroy(eg_hex_grid **grid)
{
    eg_hex_grid *g = grid ? *grid : NULL;
    if (g)
        EG_FREE(&g->value, &g->slope, &g->value_across, &g->slope_across, &g->rows, &g->place, &g->derivative,
                &g->point, &g->jacobian, grid);
}

eg_status eg_hex_grid_make(eg_context *context, int geometry, eg_line to, eg_hex_grid **grid)
{
    eg_line from = {EG_LINE_EQUIDISTANT, geometry};
    int n = geometry + 1, m = to.degree + 1;
    EG_ENDS_WITH(eg_hex_grid_destroy) eg_hex_grid *g = NULL;
    *grid = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *g, &g));
    *g = (eg_hex_grid){.from = n, .to = m};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(m * n, g->value), EG_BLOCK(m * n, g->slope),
                    EG_BLOCK(m * n, g->value_across), EG_BLOCK(m * n, g->slope_across),
                    EG_BLOCK(3 * n * (n * n + 2 * m * n + 3 * m * m), g->rows),
                    EG_BLOCK(3 * hex_cube(m), g->place), EG_BLOCK(9 * hex_cube(m), g->derivative),
                    EG_BLOCK(hex_cube(m), g->point), EG_BLOCK(hex_cube(m), g->jacobian)));
    eg_line_interpolation(from, to, g->value);
    eg_line_interpolation_slopes(from, to, g->slope);
    for (int t = 0; t < m; t++)
        for (int f = 0; f < n; f++) {
            g->value_across[f * m + t] = g->value[t * n + f];
            g->slope_across[f * m + t] = g->slope[t * n + f];
        }
    return eg_hand_over(&g, grid);
}

static eg_status create_grid(const eg_hexes *mesh, eg_line to, eg_hex_grid **grid)
{
    assert(to.degree >= 1 && to.degree <= EG_LINE_DEGREE);
    EG_TRY(eg_hex_grid_make(mesh->base.context, mesh->base.degree, to, grid));
    (*grid)->mesh = mesh;
    return EG_OK;
}

eg_status eg_hex_grid_create(const eg_hexes *mesh, int degree, eg_hex_grid **grid)
{
    return create_grid(mesh, (eg_line){EG_LINE_GLL, degree}, grid);
}

eg_status eg_hex_grid_create_equidistant(const eg_hexes *mesh, int degree, eg_hex_grid **grid)
{
    return create_grid(mesh, (eg_line){EG_LINE_EQUIDISTANT, degree}, grid);
}

/* ---- each number by itself: nothing is between numbers that are computed together */

/* out[outer][to] = the sum over the last index of across[from][to] in[outer][from]. */
EG_INLINE void contract_first(int from, int to, const double *restrict across, int outer,
                              const double *restrict in, double *restrict out)
{
    for (int o = 0; o < outer; o++) {
        double *row = &out[o * to];
        for (int t = 0; t < to; t++)
            row[t] = 0.0 + across[t] * in[o * from];
        for (int f = 1; f < from; f++)
            for (int t = 0; t < to; t++)
                row[t] += across[f * to + t] * in[o * from + f];
    }
}

/* out[outer][to][inner] = the sum over the middle index of matrix[to][from] in[outer][from][inner]. */
EG_INLINE void contract_rows(int from, int to, const double *restrict matrix, int inner, int outer,
                             const double *restrict in, double *restrict out)
{
    for (int o = 0; o < outer; o++)
        for (int t = 0; t < to; t++) {
            const double *weight = &matrix[t * from], *here = &in[o * from * inner];
            double *row = &out[(o * to + t) * inner];
            EG_SIMD
            for (int q = 0; q < inner; q++)
                row[q] = (0.0 + weight[0] * here[q]) + weight[1] * here[inner + q];
            for (int f = 2; f < from; f++) {
                EG_SIMD
                for (int q = 0; q < inner; q++)
                    row[q] += weight[f] * here[f * inner + q];
            }
        }
}

/* Values and derivatives of three coordinates; of n points a line and m of the grid. */
EG_INLINE void evaluate_rows(const eg_hex_grid *g, int n, int m, double *x, double *derivative)
{
    double *plane = &g->rows[3 * n * n * n], *column = &plane[6 * m * n * n];
    int planes = 3 * m * n * n, columns = 3 * m * m * n, cubes = 3 * m * m * m;
    contract_first(n, m, g->value_across, 3 * n * n, g->rows, plane);
    contract_rows(n, m, g->value, m, 3 * n, plane, column);
    contract_rows(n, m, g->value, m * m, 3, column, x);
    if (!derivative)
        return;
    contract_first(n, m, g->slope_across, 3 * n * n, g->rows, &plane[planes]);
    contract_rows(n, m, g->value, m, 3 * n, &plane[planes], &column[columns]);
    contract_rows(n, m, g->slope, m, 3 * n, plane, &column[2 * columns]);
    contract_rows(n, m, g->value, m * m, 3, &column[columns], derivative);
    contract_rows(n, m, g->value, m * m, 3, &column[2 * columns], &derivative[cubes]);
    contract_rows(n, m, g->slope, m * m, 3, column, &derivative[2 * cubes]);
}

/* The most frequent sizes are known to the compiler. derivative[direction][coordinate][point]. */
EG_WIDE(evaluate_all_rows, (const eg_hex_grid *g, double *x, double *derivative), (g, x, derivative))
{
    if (g->from == 2 && g->to == 2)
        evaluate_rows(g, 2, 2, x, derivative);
    else if (g->from == 2 && g->to == 3)
        evaluate_rows(g, 2, 3, x, derivative);
    else if (g->from == 2 && g->to == 4)
        evaluate_rows(g, 2, 4, x, derivative);
    else if (g->from == 2 && g->to == 5)
        evaluate_rows(g, 2, 5, x, derivative);
    else
        evaluate_rows(g, g->from, g->to, x, derivative);
}

void eg_hex_grid_fill_rows(eg_hex_grid *grid, int64_t element, double *x, double *derivative)
{
    const eg_hexes *mesh = grid->mesh;
    int count = hex_cube(grid->from);
    const int32_t *point = &mesh->point[element * count];
    for (int p = 0; p < count; p++)
        for (int i = 0; i < 3; i++)
            grid->rows[i * count + p] = mesh->x[point[p]][i];
    evaluate_all_rows(grid, x, derivative);
}

/* ---- point by point */

void eg_hex_grid_evaluate(eg_hex_grid *g, const double (*nodes)[3], double (*x)[3], double (*jacobian)[3][3])
{
    int from = hex_cube(g->from), to = hex_cube(g->to);
    for (int p = 0; p < from; p++)
        for (int i = 0; i < 3; i++)
            g->rows[i * from + p] = nodes[p][i];
    evaluate_all_rows(g, g->place, jacobian ? g->derivative : NULL);
    for (int p = 0; p < to; p++)
        for (int i = 0; i < 3; i++) {
            x[p][i] = g->place[i * to + p];
            for (int d = 0; d < 3 && jacobian; d++)
                jacobian[p][i][d] = g->derivative[(3 * d + i) * to + p];
        }
}

void eg_hex_grid_fill(eg_hex_grid *grid, int64_t element, double (*x)[3], double (*jacobian)[3][3])
{
    double node[HEX_POINTS_MOST][3];
    eg_hexes_element_points(grid->mesh, element, node);
    eg_hex_grid_evaluate(grid, (const double(*)[3])node, x, jacobian);
}

double eg_hexes_least_scaled_jacobian(const eg_hexes *mesh, eg_hex_grid *grid, int64_t *element)
{
    double least = INFINITY;
    int count = eg_hex_grid_count(grid);
    *element = -1;
    for (int64_t e = 0; e < mesh->base.held; e++) {
        eg_hex_grid_fill(grid, e, grid->point, grid->jacobian);
        for (int p = 0; p < count; p++) {
            double here = eg_hex_scaled_jacobian((const double(*)[3])grid->jacobian[p]);
            if (here < least)
                *element = e;
            least = fmin(least, here);
        }
    }
    return least;
}
