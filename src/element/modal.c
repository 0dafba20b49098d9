/* Derivative and trace matrices of the modal bases: quadrature in long double, rounded once. */
#include <math.h>

#include "element/internal.h"

/* Adds weight * (mode k) * d(mode l) at every point of an exact rule to sum[2][N][N], where the
 * degree of l is above that of k: a derivative has no other parts. */
static void integrate_derivative(eg_cell_type type, int order, long double *sum)
{
    long double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    long double value[EG_MODES_MOST], slope[EG_MODES_MOST][2];
    int modes = eg_modal_count(order);
    int count = eg_quadrature_any_long(type, 2 * order - 2, points, weights);
    for (int q = 0; q < count; q++) {
        eg_modal_basis_long(type, order, points[q], value, slope);
        for (int k = 0; k < modes; k++) {
            int degree = eg_modal_degree(k);
            for (int l = (degree + 1) * (degree + 2) / 2; l < modes; l++)
                for (int i = 0; i < 2; i++)
                    sum[(i * modes + k) * modes + l] += weights[q] * value[k] * slope[l][i];
        }
    }
}

/* Adds weight * L_m(s) * (mode l) at every point of face f to sum[order][N], where m is at most the
 * degree of l. */
static void integrate_trace(eg_cell_type type, int order, int f, long double *sum)
{
    long double s[EG_ORDER_MOST], weights[EG_ORDER_MOST], legendre[EG_ORDER_MOST];
    long double value[EG_MODES_MOST], slope[EG_MODES_MOST][2];
    const double(*vertices)[2] = eg_reference_vertices(type);
    const double *from = vertices[f], *to = vertices[(f + 1) % eg_cell_type_vertices(type)];
    int modes = eg_modal_count(order), count = eg_gauss(order, s, weights);
    for (int q = 0; q < count; q++) {
        long double point[2];
        for (int i = 0; i < 2; i++)
            point[i] = from[i] + s[q] * (to[i] - from[i]);
        eg_modal_basis_long(type, order, point, value, slope);
        eg_legendre_values_long(order, s[q], legendre);
        for (int m = 0; m < order; m++)
            for (int l = m * (m + 1) / 2; l < modes; l++)
                sum[m * modes + l] += weights[q] * legendre[m] * value[l];
    }
}

/* Rounds one matrix. What is below 1e-17 of the largest entry is the rounding of a zero: at all
 * orders these reach 1.8e-18 of it, and the least true entry is 3.2e-7 of it. */
static void round_matrix(int64_t count, const long double *sum, double *matrix)
{
    long double largest = 0.0L;
    for (int64_t i = 0; i < count; i++)
        largest = fabsl(sum[i]) > largest ? fabsl(sum[i]) : largest;
    for (int64_t i = 0; i < count; i++)
        matrix[i] = fabsl(sum[i]) < 1e-17L * largest ? 0.0 : (double)sum[i];
}

/* sum[count] is scratch of zeros, with room for the larger of the two. */
static void fill_modal(eg_cell_type type, eg_modal *modal, long double *sum)
{
    int64_t square = (int64_t)modal->modes * modal->modes;
    int64_t face = (int64_t)modal->order * modal->modes;
    integrate_derivative(type, modal->order, sum);
    for (int i = 0; i < 2; i++)
        round_matrix(square, sum + i * square, modal->derivative + i * square);
    for (int f = 0; f < modal->faces; f++) {
        for (int64_t i = 0; i < face; i++)
            sum[i] = 0.0L;
        integrate_trace(type, modal->order, f, sum);
        round_matrix(face, sum, modal->trace + f * face);
    }
}

eg_status eg_modal_create(eg_context *context, eg_cell_type type, int order, eg_modal *modal)
{
    int modes = eg_modal_count(order), faces = eg_cell_type_vertices(type);
    int64_t square = (int64_t)modes * modes, face = (int64_t)order * modes;
    EG_SCRATCH long double *sum = NULL;
    EG_ENDS_WITH(eg_modal_destroy) eg_modal made = {.order = order, .modes = modes, .faces = faces};
    *modal = (eg_modal){0};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(2 * square, made.derivative), EG_BLOCK(faces * face, made.trace),
                    EG_BLOCK(2 * square, sum)));
    fill_modal(type, &made, sum);
    *modal = made;
    made = (eg_modal){0};
    return EG_OK;
}

void eg_modal_destroy(eg_modal *modal)
{
    EG_FREE(&modal->derivative, &modal->trace);
    *modal = (eg_modal){0};
}
