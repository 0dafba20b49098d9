/* Orthonormal bases: Dubiner's polynomials on the triangle, products of Legendre polynomials on the
 * quadrangle.
 *
 * With t = 1 - eta and x = 2 xi - t the triangle's modes are
 *   sqrt(2 (2i + 1) (i + j + 1)) * t^i P_i(x / t) * P_j^(2i+1, 0)(2 eta - 1).
 * The recurrence runs for the homogeneous t^i P_i(x / t), a polynomial in x and t^2: nothing is
 * divided by t, which is zero at a vertex. With t = 1 it is that of Legendre. */
#include <math.h>

#include "element/internal.h"
#include "element/line.h"

/* Of the modes of a cell, and of the nodes of a line. */
enum { LEGENDRE_MOST = EG_LINE_NODES };

/* Homogeneous Legendre polynomials t^n P_n(x / t) and their derivatives by x and by tt = t^2. */
typedef struct legendre {
    long double value[LEGENDRE_MOST], by_x[LEGENDRE_MOST], by_tt[LEGENDRE_MOST];
} legendre;

/* Jacobi polynomials P_n^(alpha, 0)(y) and their derivatives by y. */
typedef struct jacobi {
    long double value[EG_ORDER_MOST], slope[EG_ORDER_MOST];
} jacobi;

/* (n + 1) p_{n+1} = (2n + 1) x p_n - n tt p_{n-1}, and its derivatives. */
static void legendre_to(int count, long double x, long double tt, legendre *p)
{
    *p = (legendre){.value = {1.0L, x}, .by_x = {0.0L, 1.0L}};
    for (int n = 1; n + 1 < count; n++) {
        long double a = 2 * n + 1, b = n, c = n + 1;
        p->value[n + 1] = (a * (x * p->value[n]) - b * (tt * p->value[n - 1])) / c;
        p->by_x[n + 1] = (a * (p->value[n] + x * p->by_x[n]) - b * (tt * p->by_x[n - 1])) / c;
        p->by_tt[n + 1] = (a * (x * p->by_tt[n]) - b * (p->value[n - 1] + tt * p->by_tt[n - 1])) / c;
    }
}

/* With m = 2n + alpha:
 * 2 (n + 1) (n + alpha + 1) m p_{n+1} = (m + 1) (m (m + 2) y + alpha^2) p_n
 *                                       - 2 n (n + alpha) (m + 2) p_{n-1}. */
static void jacobi_to(int count, int alpha, long double y, jacobi *p)
{
    *p = (jacobi){.value = {1.0L, 0.5L * ((alpha + 2) * y + alpha)}, .slope = {0.0L, 0.5L * (alpha + 2)}};
    for (int n = 1; n + 1 < count; n++) {
        int m = 2 * n + alpha;
        long double a = (long double)(m + 1) * m * (m + 2), b = (m + 1) * alpha * alpha;
        long double c = 2 * n * (n + alpha) * (m + 2), d = 2 * (n + 1) * (n + alpha + 1) * m;
        p->value[n + 1] = ((a * y + b) * p->value[n] - c * p->value[n - 1]) / d;
        p->slope[n + 1] = ((a * y + b) * p->slope[n] + a * p->value[n] - c * p->slope[n - 1]) / d;
    }
}

int eg_modal_count(int order)
{
    assert(order >= 1 && order <= EG_ORDER_MOST);
    return order * (order + 1) / 2;
}

int eg_modal_degree(int mode)
{
    assert(mode >= 0 && mode < EG_MODES_MOST);
    int degree = 0;
    while (mode >= (degree + 1) * (degree + 2) / 2)
        degree++;
    return degree;
}

/* The mode of degree i in xi and j in eta. */
static int mode_at_degrees(int i, int j)
{
    return (i + j) * (i + j + 1) / 2 + j;
}

static void triangle_basis(int order, const long double point[2], long double *values,
                           long double (*gradients)[2])
{
    long double t = 1.0L - point[1];
    legendre p;
    legendre_to(order, 2.0L * point[0] - t, t * t, &p);
    for (int i = 0; i < order; i++) {
        jacobi q;
        jacobi_to(order - i, 2 * i + 1, 2.0L * point[1] - 1.0L, &q);
        long double by_eta = p.by_x[i] - 2.0L * t * p.by_tt[i];
        for (int j = 0; i + j < order; j++) {
            int k = mode_at_degrees(i, j);
            long double scale = sqrtl(2 * (2 * i + 1) * (i + j + 1));
            values[k] = scale * (p.value[i] * q.value[j]);
            gradients[k][0] = scale * (2.0L * p.by_x[i] * q.value[j]);
            gradients[k][1] = scale * (by_eta * q.value[j] + 2.0L * p.value[i] * q.slope[j]);
        }
    }
}

static void quadrangle_basis(int order, const long double point[2], long double *values,
                             long double (*gradients)[2])
{
    legendre p, q;
    legendre_to(order, 2.0L * point[0] - 1.0L, 1.0L, &p);
    legendre_to(order, 2.0L * point[1] - 1.0L, 1.0L, &q);
    for (int i = 0; i < order; i++) {
        for (int j = 0; i + j < order; j++) {
            int k = mode_at_degrees(i, j);
            long double scale = sqrtl((2 * i + 1) * (2 * j + 1));
            values[k] = scale * (p.value[i] * q.value[j]);
            gradients[k][0] = scale * (2.0L * p.by_x[i] * q.value[j]);
            gradients[k][1] = scale * (2.0L * p.value[i] * q.by_x[j]);
        }
    }
}

void eg_modal_basis_long(eg_cell_type type, int order, const long double point[2], long double *values,
                         long double (*gradients)[2])
{
    assert(type < EG_CELL_TYPES && order >= 1 && order <= EG_ORDER_MOST);
    if (type == EG_TRIANGLE)
        triangle_basis(order, point, values, gradients);
    else
        quadrangle_basis(order, point, values, gradients);
}

void eg_modal_values(eg_cell_type type, int order, const double point[2], double *values)
{
    long double exact[EG_MODES_MOST], slope[EG_MODES_MOST][2];
    eg_modal_basis_long(type, order, (long double[2]){point[0], point[1]}, exact, slope);
    for (int k = 0; k < eg_modal_count(order); k++)
        values[k] = (double)exact[k];
}

void eg_modal_gradients(eg_cell_type type, int order, const double point[2], double (*gradients)[2])
{
    long double exact[EG_MODES_MOST], slope[EG_MODES_MOST][2];
    eg_modal_basis_long(type, order, (long double[2]){point[0], point[1]}, exact, slope);
    for (int k = 0; k < eg_modal_count(order); k++)
        for (int i = 0; i < 2; i++)
            gradients[k][i] = (double)slope[k][i];
}

void eg_legendre_values_long(int order, long double s, long double *values)
{
    assert(order >= 1 && order <= LEGENDRE_MOST);
    legendre p;
    legendre_to(order, 2.0L * s - 1.0L, 1.0L, &p);
    for (int m = 0; m < order; m++)
        values[m] = sqrtl(2 * m + 1) * p.value[m];
}

void eg_legendre_values(int order, double s, double *values)
{
    long double exact[LEGENDRE_MOST];
    eg_legendre_values_long(order, s, exact);
    for (int m = 0; m < order; m++)
        values[m] = (double)exact[m];
}

int eg_even_point(int degree, const double point[2])
{
    double a = round(point[0] * degree), b = round(point[1] * degree);
    bool even =
        a >= 0 && b >= 0 && a <= degree && b <= degree && a / degree == point[0] && b / degree == point[1];
    return even ? (int)b * (degree + 1) + (int)a : -1;
}
