/* Fekete points, and the matrices of nodal polynomials on the triangle. */
#include "element/triangle.h"

#include <math.h>
#include <string.h>

#include "element/internal.h"
#include "element/line.h"

/* ---- nodes */

/* Those inside: the centroid; points (a, a), (b, a), (a, b) with b = 1 - 2 a; points with three different
 * barycentric coordinates a, b, 1 - a - b in all six orders. At each of them the gradient of its phi is 0. */
typedef struct inner_nodes {
    bool centre;
    int threes, sixes;
    long double three[3], six[2][2];
} inner_nodes;

static const inner_nodes inner[EG_TRIANGLE_DEGREE + 1] = {
    [3] = {.centre = true},
    [4] = {.threes = 1, .three = {0.216542364659100468345L}},
    [5] = {.threes = 2, .three = {0.148019471315133879816L, 0.420825539292557004416L}},
    [6] = {.centre = true,
           .threes = 1,
           .sixes = 1,
           .three = {0.106335468376023992505L},
           .six = {{0.117180917127882161197L, 0.316269795935451702172L}}},
};

int eg_triangle_node_count(int degree)
{
    assert(degree >= 1 && degree <= EG_TRIANGLE_DEGREE);
    return (degree + 1) * (degree + 2) / 2;
}

static int put_triangle_node(long double x, long double y, double (*point)[2], int at)
{
    point[at][0] = (double)x;
    point[at][1] = (double)y;
    return at + 1;
}

static int put_six_nodes(long double a, long double b, double (*point)[2], int at)
{
    const long double c = 1 - a - b;
    at = put_triangle_node(a, b, point, at);
    at = put_triangle_node(b, a, point, at);
    at = put_triangle_node(a, c, point, at);
    at = put_triangle_node(c, a, point, at);
    at = put_triangle_node(b, c, point, at);
    return put_triangle_node(c, b, point, at);
}

void eg_triangle_nodes(int degree, double (*points)[2])
{
    const inner_nodes *in = &inner[degree];
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    double s[EG_LINE_NODES];
    int at = 0;
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, s);
    for (int v = 0; v < 3; v++)
        at = put_triangle_node(corner[v][0], corner[v][1], points, at);
    for (int f = 0; f < 3; f++)
        for (int j = 1; j < degree; j++) {
            const double *from = corner[f], *to = corner[(f + 1) % 3];
            const long double a = 0.5L * (1.0L - s[j]), b = 0.5L * (1.0L + s[j]);
            at = put_triangle_node(a * from[0] + b * to[0], a * from[1] + b * to[1], points, at);
        }
    if (in->centre)
        at = put_triangle_node(1 / 3.0L, 1 / 3.0L, points, at);
    for (int i = 0; i < in->threes; i++) {
        const long double a = in->three[i], b = 1 - 2 * a;
        at = put_triangle_node(a, a, points, at);
        at = put_triangle_node(b, a, points, at);
        at = put_triangle_node(a, b, points, at);
    }
    for (int i = 0; i < in->sixes; i++)
        at = put_six_nodes(in->six[i][0], in->six[i][1], points, at);
    assert(at == eg_triangle_node_count(degree));
}

/* ---- matrices */

/* Values of the orthonormal modes at the nodes, and the inverse of that; values and gradients at one
 * point. */
typedef struct modes {
    long double at_nodes[EG_TRIANGLE_NODES][EG_TRIANGLE_NODES];
    long double inverse[EG_TRIANGLE_NODES][EG_TRIANGLE_NODES];
    long double value[EG_TRIANGLE_NODES], gradient[EG_TRIANGLE_NODES][2];
} modes;

static void evaluate_modes(const eg_triangle *t, modes *m, const double point[2])
{
    const long double x[2] = {point[0], point[1]};
    eg_modal_basis_long(EG_TRIANGLE, t->degree + 1, x, m->value, m->gradient);
}

static void swap_rows(int n, long double *a, long double *b)
{
    for (int k = 0; k < n; k++) {
        long double kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

/* Gauss and Jordan, the largest pivot of each column. */
static void invert_modes(int n, modes *m, long double (*a)[EG_TRIANGLE_NODES])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            m->inverse[i][k] = i == k;
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            best = fabsl(a[i][c]) > fabsl(a[best][c]) ? i : best;
        swap_rows(n, a[c], a[best]);
        swap_rows(n, m->inverse[c], m->inverse[best]);
        for (int i = 0; i < n; i++) {
            const long double factor = i == c ? 1 - 1 / a[c][c] : a[i][c] / a[c][c];
            for (int k = 0; k < n; k++) {
                m->inverse[i][k] -= factor * m->inverse[c][k];
                a[i][k] -= factor * a[c][k];
            }
        }
    }
}

static eg_status find_modes(eg_context *context, eg_triangle *t, modes *m)
{
    long double(*work)[EG_TRIANGLE_NODES];
    EG_TRY(eg_alloc(context, EG_TRIANGLE_NODES, sizeof *work, &work));
    for (int i = 0; i < t->nodes; i++) {
        evaluate_modes(t, m, t->node[i]);
        for (int k = 0; k < t->nodes; k++)
            work[i][k] = m->at_nodes[i][k] = m->value[k];
    }
    invert_modes(t->nodes, m, work);
    for (int k = 0; k < t->nodes; k++)
        for (int i = 0; i < t->nodes; i++)
            t->modes[k * t->nodes + i] = (double)m->inverse[k][i];
    EG_FREE(&work);
    return EG_OK;
}

/* M^-1 is the product of the modes' values with their transpose, so that M^-1 phi is the sum of modes. */
static void fill_inside(eg_triangle *t, modes *m, const double (*point)[2], const double *weight)
{
    for (int q = 0; q < t->points; q++) {
        memcpy(t->rule[q], point[q], sizeof point[q]);
        t->rule[q][2] = weight[q];
        evaluate_modes(t, m, point[q]);
        for (int i = 0; i < t->nodes; i++) {
            long double value = 0, slope[2] = {0, 0};
            for (int k = 0; k < t->nodes; k++) {
                value += m->value[k] * m->inverse[k][i];
                slope[0] += m->at_nodes[i][k] * m->gradient[k][0];
                slope[1] += m->at_nodes[i][k] * m->gradient[k][1];
            }
            t->value[q * t->nodes + i] = (double)value;
            for (int d = 0; d < 2; d++)
                t->slope[(i * t->points + q) * 2 + d] = (double)(weight[q] * slope[d]);
        }
    }
}

static void fill_lift(eg_triangle *t, modes *m)
{
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    double s[EG_LINE_NODES], w[EG_LINE_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, t->along - 1}, s);
    eg_gll_weights(t->along - 1, w);
    for (int f = 0; f < 3; f++)
        for (int j = 0; j < t->along; j++) {
            const double *from = corner[f], *to = corner[(f + 1) % 3];
            const double a = 0.5 * (1 - s[j]), b = 0.5 * (1 + s[j]);
            const double x[2] = {a * from[0] + b * to[0], a * from[1] + b * to[1]};
            evaluate_modes(t, m, x);
            for (int i = 0; i < t->nodes; i++) {
                long double sum = 0;
                for (int k = 0; k < t->nodes; k++)
                    sum += m->at_nodes[i][k] * m->value[k];
                t->lift[(i * 3 + f) * t->along + j] = (double)(0.5L * w[j] * sum);
            }
        }
}

static void fill_pairs(eg_triangle *t)
{
    double matrix[EG_LINE_NODES * EG_LINE_NODES];
    int nodes = t->degree + 1, half = (nodes + 1) / 2;
    eg_line_interpolation((eg_line){EG_LINE_GLL, t->degree}, (eg_line){EG_LINE_GLL, t->along - 1}, matrix);
    for (int j = 0; j < t->along; j++)
        for (int k = 0; k < half; k++) {
            const double near = matrix[j * nodes + k], far = matrix[j * nodes + t->degree - k];
            double *pair = &t->pairs[2 * j * half + k];
            pair[0] = (2 * k == t->degree ? 0.25 : 0.5) * (near + far);
            pair[half] = 0.5 * (near - far);
        }
}

static eg_status allocate_matrices(eg_context *context, eg_triangle *t)
{
    int64_t nodes = t->nodes, half = (t->degree + 2) / 2;
    return EG_ALLOC(context, EG_BLOCK(nodes, t->node), EG_BLOCK(nodes * nodes, t->modes),
                    EG_BLOCK(t->points * nodes, t->value), EG_BLOCK(t->points, t->rule),
                    EG_BLOCK(2 * nodes * t->points, t->slope), EG_BLOCK(2 * t->along * half, t->pairs),
                    EG_BLOCK(3 * nodes * t->along, t->lift), EG_BLOCK(nodes, t->weight),
                    EG_BLOCK((t->degree + 1) * (t->degree + 1) * nodes, t->even));
}

static void find_triangle_values(const eg_triangle *t, const double point[2], double *values)
{
    double basis[EG_TRIANGLE_NODES];
    eg_modal_values(EG_TRIANGLE, t->degree + 1, point, basis);
    for (int i = 0; i < t->nodes; i++) {
        values[i] = 0;
        for (int k = 0; k < t->nodes; k++)
            values[i] += basis[k] * t->modes[k * t->nodes + i];
    }
}

static void fill_even(eg_triangle *t)
{
    for (int b = 0; b <= t->degree; b++)
        for (int a = 0; a <= t->degree; a++)
            find_triangle_values(t, (const double[]){(double)a / t->degree, (double)b / t->degree},
                                 &t->even[(b * (t->degree + 1) + a) * t->nodes]);
}

eg_status eg_triangle_create(eg_context *context, int degree, int exact, int along, eg_triangle *triangle)
{
    assert(along >= 2 && along <= EG_LINE_NODES);
    double point[EG_TRIANGLE_RULE_POINTS][2], weight[EG_TRIANGLE_RULE_POINTS];
    EG_SCRATCH modes *m = NULL;
    *triangle = (eg_triangle){.degree = degree, .nodes = eg_triangle_node_count(degree), .along = along};
    EG_TRY(eg_alloc(context, 1, sizeof *m, &m));
    triangle->points = eg_triangle_rule(exact, point, weight);
    EG_TRY(allocate_matrices(context, triangle));
    eg_triangle_nodes(degree, triangle->node);
    EG_TRY(find_modes(context, triangle, m));
    fill_inside(triangle, m, (const double(*)[2])point, weight);
    fill_lift(triangle, m);
    fill_pairs(triangle);
    fill_even(triangle);
    /* The integral of mode k is that of the constant one alone, 1 / sqrt(2). */
    for (int i = 0; i < triangle->nodes; i++)
        triangle->weight[i] = (double)(m->inverse[0][i] * sqrtl(0.5L));
    return EG_OK;
}

void eg_triangle_destroy(eg_triangle *t)
{
    EG_FREE(&t->node, &t->modes, &t->value, &t->rule, &t->slope, &t->pairs, &t->lift, &t->weight, &t->even);
}

/* Values of outputs stand at even points. */
void eg_triangle_values(const eg_triangle *triangle, const double point[2], double *values)
{
    int at = eg_even_point(triangle->degree, point), n = triangle->nodes;
    if (at >= 0)
        memcpy(values, &triangle->even[at * n], (size_t)n * sizeof *values);
    else
        find_triangle_values(triangle, point, values);
}
