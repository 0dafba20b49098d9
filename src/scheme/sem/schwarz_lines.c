/* Eigenvectors along a line of a subdomain: docs/theory/schwarz.md. In long double, by a fixed sequence of rotations. */
#include "scheme/sem/schwarz_internal.h"

#include <math.h>

enum { SWEEPS = 40 };

typedef long double square[SCHWARZ_SIDE][SCHWARZ_SIDE];

/* The problem of one case. */
typedef struct line {
    int side;
    square matrix,
        vector; /* M^-1/2 K M^-1/2, which becomes diagonal; its eigenvectors in columns */
    long double mass[SCHWARZ_SIDE];
    bool there[SCHWARZ_SIDE];
} line;

/* d[i][j] = sum_m D_mi D_mj rho_m of the reference element, and rho. */
static void element_matrix(int degree, square d, long double *weight)
{
    double slope[SEM_NODES * SEM_NODES], rho[SEM_NODES];
    int n = degree + 1;
    eg_line_derivative((eg_line){EG_LINE_GLL, degree}, slope);
    eg_gll_weights(degree, rho);
    for (int i = 0; i < n; i++) {
        weight[i] = rho[i];
        for (int j = 0; j < n; j++) {
            d[i][j] = 0;
            for (int m = 0; m < n; m++)
                d[i][j] += (long double)slope[m * n + i] * slope[m * n + j] * rho[m];
        }
    }
}

/* An end of the line: `at` its node, `beyond` the neighbour's. Of degree 1 the neighbour's neighbour adds to `beyond`. */
static void add_end(line *l, eg_schwarz_end end, int degree, square d, const long double *weight,
                    int at, int beyond)
{
    l->there[at] = end != SCHWARZ_GIVEN;
    l->there[beyond] = end == SCHWARZ_NEIGHBOUR;
    if (end != SCHWARZ_NEIGHBOUR)
        return;
    long double twice = degree == 1 ? 2 : 1;
    l->matrix[at][at] += d[0][0];
    l->mass[at] += weight[0];
    l->matrix[beyond][beyond] = twice * d[1][1];
    l->mass[beyond] = twice * weight[1];
    l->matrix[at][beyond] = l->matrix[beyond][at] = d[1][0];
}

static void assemble(line *l, int degree, eg_schwarz_end low, eg_schwarz_end high)
{
    square d;
    long double weight[SCHWARZ_SIDE];
    int n = degree + 1;
    *l = (line){.side = degree + 3};
    element_matrix(degree, d, weight);
    for (int i = 0; i < n; i++) {
        l->there[i + 1] = true;
        l->mass[i + 1] = weight[i];
        for (int j = 0; j < n; j++)
            l->matrix[i + 1][j + 1] = d[i][j];
    }
    add_end(l, low, degree, d, weight, 1, 0);
    add_end(l, high, degree, d, weight, n, n + 1);
    for (int i = 0; i < l->side; i++)
        if (!l->there[i])
            l->mass[i] = 1;
    for (int i = 0; i < l->side; i++)
        for (int j = 0; j < l->side; j++) {
            bool both = l->there[i] && l->there[j];
            l->matrix[i][j] =
                both ? l->matrix[i][j] / sqrtl(l->mass[i] * l->mass[j]) : (long double)(i == j);
            l->vector[i][j] = i == j;
        }
}

/* Turns rows and columns p and q so that entry (p, q) becomes 0. */
static void rotate(line *l, int p, int q)
{
    long double apq = l->matrix[p][q];
    if (apq == 0)
        return;
    long double theta = (l->matrix[q][q] - l->matrix[p][p]) / (2 * apq);
    long double t = (theta < 0 ? -1 : 1) / (fabsl(theta) + sqrtl(theta * theta + 1));
    long double c = 1 / sqrtl(t * t + 1), s = t * c;
    for (int i = 0; i < l->side; i++) {
        long double a = l->matrix[i][p], b = l->matrix[i][q];
        l->matrix[i][p] = c * a - s * b;
        l->matrix[i][q] = s * a + c * b;
    }
    for (int i = 0; i < l->side; i++) {
        long double a = l->matrix[p][i], b = l->matrix[q][i];
        l->matrix[p][i] = c * a - s * b;
        l->matrix[q][i] = s * a + c * b;
        a = l->vector[i][p], b = l->vector[i][q];
        l->vector[i][p] = c * a - s * b;
        l->vector[i][q] = s * a + c * b;
    }
    l->matrix[p][q] = l->matrix[q][p] = 0;
}

/* Cyclic Jacobi: rotations of what is left of size 1e-20 of the diagonal change nothing that a double shows. */
static void diagonalise(line *l)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < l->side; p++)
            for (int q = p + 1; q < l->side; q++) {
                long double size = fabsl(l->matrix[p][p]) + fabsl(l->matrix[q][q]);
                if (fabsl(l->matrix[p][q]) > 1e-24L * size)
                    rotate(l, p, q);
            }
}

/* A line with two natural ends has the constants as null space: their eigenvalue is exactly 0. */
static void clear_least(int side, double *value)
{
    int least = 0;
    for (int k = 1; k < side; k++)
        least = value[k] < value[least] ? k : least;
    value[least] = 0;
}

static void put_case(int degree, int number, double *table)
{
    line l;
    assemble(&l, degree, (eg_schwarz_end)(number / 3), (eg_schwarz_end)(number % 3));
    diagonalise(&l);
    for (int i = 0; i < l.side; i++) {
        for (int k = 0; k < l.side; k++)
            table[i * l.side + k] = (double)(l.vector[i][k] / sqrtl(l.mass[i]));
        table[l.side * l.side + i] = (double)l.matrix[i][i];
    }
    if (number == 3 * SCHWARZ_NATURAL + SCHWARZ_NATURAL)
        clear_least(l.side, &table[l.side * l.side]);
}

void eg_schwarz_line_tables(int degree, double *table)
{
    int side = degree + 3;
    for (int number = 0; number < SCHWARZ_CASES; number++)
        put_case(degree, number, &table[number * (side * side + side)]);
}
