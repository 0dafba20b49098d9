/* Where the matrix E is implicit (kernels/ader/implicit.h, docs/theory/linear.md). */
#include "scheme/ader/internal.h"

#include <math.h>

/* 1 / g, to be made exact: the root of Laguerre's polynomial of so many stages with which exp() has an
 * approximation that is at most 1 in the left half plane [H, table 6.4]. There is none of seven stages. */
static const double NEAR_ROOT[EG_ADER_IMPLICIT_MOST + 1] = {
    0, 1, 3.4142136, 2.2942804, 1.7457611, 3.5964258, 2.9927363, 0, 4.2667002};

int eg_ader_stages(int order)
{
    return order == 7 ? 8 : order;
}

/* L_n(x) and L_{n-1}(x). */
static void find_laguerre(int n, long double x, long double value[2])
{
    value[0] = 1, value[1] = 0;
    for (int k = 0; k < n; k++) {
        long double next = ((2 * k + 1 - x) * value[0] - k * value[1]) / (k + 1);
        value[1] = value[0];
        value[0] = next;
    }
}

/* By Newton's iteration; x L_n' = n (L_n - L_{n-1}). */
static long double find_root(int n)
{
    long double x = NEAR_ROOT[n], value[2];
    for (int i = 0; i < 8; i++) {
        find_laguerre(n, x, value);
        x -= value[0] * x / (n * (value[0] - value[1]));
    }
    return x;
}

/* The first term that is left out, g^(s+1) L_(s+1)^(-1)(1 / g) z^(s+1), where L_n^(-1) = L_n - L_(n-1). */
double eg_ader_stages_wrong(int order, double z)
{
    int stages = eg_ader_stages(order);
    long double value[2], x = find_root(stages);
    find_laguerre(stages + 1, x, value);
    return fabs((double)(value[0] - value[1])) * pow(z / (double)x, stages + 1);
}

/* Coefficients of tau^q X^{r+1} in exp(tau Z) - 1 = sum of (-g)^n L_n^(-1)(tau / g) X^n, n = r + 1: with
 * binomials
 *   (-1)^{r+1+q} g^{r+1-q} (r over q - 1) / q!
 * whose sums over q are a_r. */
void eg_ader_fill_rational(int stages, double *rational)
{
    const long double g = 1 / find_root(stages);
    rational[0] = (double)g;
    for (int r = 0; r < stages; r++) {
        long double term = 1, sum = 0; /* of q = r + 1, without 1 / q! and the sign */
        long double factorial = 1;
        for (int q = 1; q <= r + 1; q++)
            factorial *= q;
        for (int q = r + 1; q >= 1; q--) {
            long double of_q = ((r + 1 + q) % 2 ? -term : term) / factorial;
            rational[stages + r * stages + q] = (double)of_q;
            sum += of_q;
            term *= g * (q - 1) / (r + 2 - q);
            factorial /= q;
        }
        for (int q = r + 2; q <= stages; q++)
            rational[stages + r * stages + q] = 0;
        rational[1 + r] = (double)sum;
    }
}

eg_status eg_ader_build_implicit(eg_ader *ader)
{
    double rational[1 + EG_ADER_IMPLICIT_MOST * (EG_ADER_IMPLICIT_MOST + 1)];
    int stages = ader->terms, numbers = 1 + stages * (stages + 1);
    if (!ader->implicit)
        return EG_OK;
    eg_ader_fill_rational(stages, rational);
    EG_TRY(eg_stepper_upload(&ader->base, "constants of stages", numbers * (int64_t)sizeof *rational,
                             rational, &ader->rational));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_cells *cells = &ader->cells[type];
        int64_t size = (int64_t)eg_real_size(ader->layout.precision);
        EG_SCRATCH double *none = NULL;
        if (cells->blocks == 0)
            continue;
        EG_TRY(eg_alloc(ader->context, cells->blocks, sizeof *none, &none));
        for (int64_t b = 0; b < cells->blocks; b++)
            none[b] = -1; /* no step */
        EG_TRY(EG_UPLOAD(&ader->base,
                         {"matrices of E",
                          cells->blocks * ader->layout.lanes * ader->system->resolved * size + size, NULL,
                          &cells->resolvent},
                         {"their steps", cells->blocks * (int64_t)sizeof *none, none, &cells->resolved}));
        EG_TRY(eg_kernel_get(cells->program, "ader_resolve", &cells->resolve));
    }
    return EG_OK;
}

eg_status eg_ader_queue_implicit(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (ader->cells[type].resolve)
            EG_TRY(eg_kernel_launch(ader->cells[type].resolve, ader->cells[type].blocks, NULL, 0));
    return EG_OK;
}
