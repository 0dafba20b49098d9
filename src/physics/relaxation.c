/* Fit of standard linear solids to a constant quality factor. */
#include "physics/relaxation.h"

#include <math.h>

enum { N = EG_RELAXATIONS, SAMPLES = 65, TRIES = 40 };
static const double TURN = 6.28318530717958647692;

/* Frequencies of the band, at equal distances of their logarithm. */
static double sample_of(const eg_relaxation *r, int i)
{
    return r->band[0] * pow(r->band[1] / r->band[0], (double)i / (SAMPLES - 1));
}

/* sum_l y_l (w_l w + w_l^2 / Q) / (w_l^2 + w^2) = 1 / Q at each sample, times Q. */
static void make_equations(eg_relaxation *r)
{
    int n = r->count;
    for (int a = 0; a < n; a++) {
        r->right[0][a] = r->right[1][a] = 0;
        for (int b = 0; b < n; b++)
            r->matrix[0][a][b] = r->matrix[1][a][b] = r->matrix[2][a][b] = 0;
    }
    for (int i = 0; i < SAMPLES; i++) {
        double lost[N], kept[N], w = sample_of(r, i);
        for (int l = 0; l < n; l++) {
            double f = r->frequency[l];
            lost[l] = f * w / (f * f + w * w);
            kept[l] = f * f / (f * f + w * w);
        }
        for (int a = 0; a < n; a++) {
            r->right[0][a] += lost[a];
            r->right[1][a] += kept[a];
            for (int b = 0; b < n; b++) {
                r->matrix[0][a][b] += lost[a] * lost[b];
                r->matrix[1][a][b] += lost[a] * kept[b] + kept[a] * lost[b];
                r->matrix[2][a][b] += kept[a] * kept[b];
            }
        }
    }
}

/* The least squares of the mechanisms in `which`, a mask; the others are 0. The matrix is positive: no pivots. */
static bool solve_some(const eg_relaxation *r, double loss, unsigned which, double *y)
{
    double a[N][N + 1];
    int at[N], n = 0;
    for (int l = 0; l < r->count; l++) {
        y[l] = 0;
        if (which & 1u << l)
            at[n++] = l;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = r->matrix[0][at[i]][at[j]] +
                      loss * (r->matrix[1][at[i]][at[j]] + loss * r->matrix[2][at[i]][at[j]]);
        a[i][n] = loss * (r->right[0][at[i]] + loss * r->right[1][at[i]]);
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = n; j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    bool good = true;
    for (int k = n - 1; k >= 0; k--) {
        double sum = a[k][n];
        for (int j = k + 1; j < n; j++)
            sum -= a[k][j] * y[at[j]];
        y[at[k]] = sum / a[k][k];
        good = good && y[at[k]] >= 0;
    }
    return good;
}

void eg_relaxation_fit(const eg_relaxation *r, double q, double *y)
{
    double loss = 1 / q;
    unsigned which = (1u << r->count) - 1;
    while (!solve_some(r, loss, which, y) && which) /* without the one that is most negative */
    {
        int least = 0;
        for (int l = 1; l < r->count; l++)
            least = y[l] < y[least] ? l : least;
        if (!(y[least] < 0)) /* equations without a solution */
            break;
        which &= ~(1u << least);
    }
}

double complex eg_relaxation_modulus(const eg_relaxation *r, const double *y, double omega)
{
    double complex modulus = 1;
    for (int l = 0; l < r->count; l++)
        modulus -= y[l] * r->frequency[l] / (r->frequency[l] + I * omega);
    return modulus;
}

double eg_relaxation_unrelaxed(const eg_relaxation *r, const double *y)
{
    double slow = creal(1 / csqrt(eg_relaxation_modulus(r, y, r->reference)));
    return slow * slow;
}

double eg_relaxation_deviation(const eg_relaxation *r, double q)
{
    double y[N], most = 0;
    eg_relaxation_fit(r, q, y);
    for (int i = 0; i < SAMPLES; i++) {
        double complex modulus = eg_relaxation_modulus(r, y, sample_of(r, i));
        most = fmax(most, fabs(q * cimag(modulus) / creal(modulus) - 1));
    }
    return most;
}

/* Between ends that lie inside the band, by a part of the distance of two. */
static void place_frequencies(eg_relaxation *r, double inside)
{
    double decades = log(r->band[1] / r->band[0]);
    double distance = r->count > 1 ? decades / (r->count - 1 + 2 * inside) : 0;
    for (int l = 0; l < r->count; l++)
        r->frequency[l] =
            r->count > 1 ? r->band[0] * exp((inside + l) * distance) : sqrt(r->band[0] * r->band[1]);
    make_equations(r);
}

void eg_relaxation_choose(int count, const double band[2], double reference, eg_relaxation *r)
{
    static const double typical = 50;
    double best = INFINITY, best_inside = 0, least = -0.3 * (count - 1);
    *r = (eg_relaxation){
        .count = count, .band = {TURN * band[0], TURN * band[1]}, .reference = TURN * reference};
    for (int i = 0; i <= TRIES; i++) {
        double inside = least + (1 - least) * i / TRIES;
        place_frequencies(r, inside);
        double error = eg_relaxation_deviation(r, typical);
        if (error < best) {
            best = error;
            best_inside = inside;
        }
    }
    place_frequencies(r, best_inside);
}
