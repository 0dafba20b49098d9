/* Nodes of point data: their order, their places, the weights between them, and sub-cells. */
#include "io/snapshot/nodes.h"

#include <math.h>
#include <string.h>

int eg_nodes_count(eg_cell_type type, int degree)
{
    return type == EG_TRIANGLE ? (degree + 1) * (degree + 2) / 2 : (degree + 1) * (degree + 1);
}

int eg_snapshot_nodes(eg_cell_type type, int degree, double (*points)[2])
{
    assert(degree >= 1 && degree <= EG_SNAPSHOT_DEGREE);
    if (degree <= EG_LAGRANGE_DEGREE)
        return eg_lagrange_nodes(type, degree, points);
    int count = 0;
    for (int j = 0; j <= degree; j++)
        for (int i = 0; i <= (type == EG_TRIANGLE ? degree - j : degree); i++, count++) {
            points[count][0] = (double)i / degree;
            points[count][1] = (double)j / degree;
        }
    return count;
}

void eg_nodes_fill(eg_cell_type type, int degree, eg_nodes *nodes)
{
    double points[EG_NODES_MOST][2];
    *nodes = (eg_nodes){.type = type, .degree = degree};
    nodes->count = eg_snapshot_nodes(type, degree, points);
    assert(nodes->count == eg_nodes_count(type, degree));
    for (int n = 0; n < nodes->count; n++) {
        int i = (int)lround(points[n][0] * degree), j = (int)lround(points[n][1] * degree);
        nodes->place[n][0] = (uint8_t)i;
        nodes->place[n][1] = (uint8_t)j;
        nodes->number[j][i] = (uint8_t)n;
    }
    const double(*vertex)[2] = eg_reference_vertices(type);
    for (int v = 0; v < eg_cell_type_vertices(type); v++)
        nodes->vertex[v] = nodes->number[(int)vertex[v][1] * degree][(int)vertex[v][0] * degree];
}

/* ---- places */

/* The point `step` of `steps` on the way from a to b, reckoned from the one that is first in (x, y),
 * so that it does not depend on the direction. */
static void on_edge(const double a[3], const double b[3], int step, int steps, double x[3])
{
    if (b[0] < a[0] || (b[0] == a[0] && b[1] < a[1])) {
        const double *other = a;
        a = b;
        b = other;
        step = steps - step;
    }
    double part = (double)step / steps;
    for (int k = 0; k < 3; k++)
        x[k] = step == 0 ? a[k] : step == steps ? b[k] : a[k] + part * (b[k] - a[k]);
}

static void inside(eg_cell_type type, const double (*vertex)[3], const double reference[2], double x[3])
{
    double plane[EG_CELL_VERTICES][2], height[EG_CELL_VERTICES][2], z[2];
    for (int v = 0; v < eg_cell_type_vertices(type); v++) {
        memcpy(plane[v], vertex[v], sizeof plane[v]);
        height[v][0] = vertex[v][2];
        height[v][1] = 0;
    }
    eg_cell_map(type, (const double(*)[2])plane, reference, x);
    eg_cell_map(type, (const double(*)[2])height, reference, z);
    x[2] = z[0];
}

void eg_nodes_in_cell(const eg_nodes *nodes, const double (*vertex)[3], double (*x)[3])
{
    int p = nodes->degree, last = nodes->type == EG_TRIANGLE ? 2 : 3;
    for (int n = 0; n < nodes->count; n++) {
        int i = nodes->place[n][0], j = nodes->place[n][1];
        if (j == 0)
            on_edge(vertex[0], vertex[1], i, p, x[n]);
        else if (i == 0)
            on_edge(vertex[0], vertex[last], j, p, x[n]);
        else if (nodes->type == EG_TRIANGLE ? i + j == p : i == p)
            on_edge(vertex[1], vertex[2], j, p, x[n]);
        else if (nodes->type == EG_QUADRANGLE && j == p)
            on_edge(vertex[3], vertex[2], i, p, x[n]);
        else
            inside(nodes->type, vertex, (const double[2]){(double)i / p, (double)j / p}, x[n]);
    }
}

/* ---- weights */

/* factor[i] = the product over l < i of (p t - l) / (l + 1): zero at t = 0, 1 / p .. (i - 1) / p and
 * one at i / p. With t and 1 - t, or with the three barycentric coordinates, the products of such
 * factors are one at one node and zero at all others. */
static void factors(int degree, double t, double *factor)
{
    factor[0] = 1;
    for (int i = 0; i < degree; i++)
        factor[i + 1] = factor[i] * (degree * t - i) / (i + 1);
}

static void lagrange_weights(const eg_nodes *nodes, double r, double s, double *weights)
{
    double factor[3][EG_SNAPSHOT_DEGREE + 1];
    int p = nodes->degree;
    factors(p, r, factor[0]);
    factors(p, s, factor[1]);
    factors(p, 1 - r - s, factor[2]);
    for (int n = 0; n < nodes->count; n++) {
        int i = nodes->place[n][0], j = nodes->place[n][1];
        weights[n] = factor[0][i] * factor[1][j] * factor[2][p - i - j];
    }
}

/* Weights of the p + 1 equidistant nodes of [0, 1] at t. */
static void line_weights(int degree, double t, double *weights)
{
    double down[EG_SNAPSHOT_DEGREE + 1];
    factors(degree, t, weights);
    factors(degree, 1 - t, down);
    for (int i = 0; i <= degree; i++)
        weights[i] *= down[degree - i];
}

void eg_nodes_weights(const eg_nodes *nodes, const double reference[2], double *weights)
{
    if (nodes->type == EG_TRIANGLE) {
        lagrange_weights(nodes, reference[0], reference[1], weights);
        return;
    }
    double line[2][EG_SNAPSHOT_DEGREE + 1];
    for (int k = 0; k < 2; k++)
        line_weights(nodes->degree, reference[k], line[k]);
    for (int n = 0; n < nodes->count; n++)
        weights[n] = line[0][nodes->place[n][0]] * line[1][nodes->place[n][1]];
}

int eg_nodes_sub_cells(const eg_nodes *nodes, uint8_t (*sub_cell)[4])
{
    int count = 0, p = nodes->degree;
    bool triangle = nodes->type == EG_TRIANGLE;
    for (int j = 0; j < p; j++)
        for (int i = 0; i < (triangle ? p - j : p); i++) {
            const uint8_t *low = &nodes->number[j][i], *high = &nodes->number[j + 1][i];
            const uint8_t whole[4] = {low[0], low[1], high[1], high[0]}, lower[4] = {low[0], low[1], high[0]},
                          upper[4] = {low[1], high[1], high[0]};
            memcpy(sub_cell[count++], triangle ? lower : whole, 4);
            if (triangle && i + j + 1 < p)
                memcpy(sub_cell[count++], upper, 4);
        }
    assert(count == p * p);
    return count;
}
