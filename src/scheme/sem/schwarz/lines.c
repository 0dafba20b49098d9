/* Eigenvectors along a line of a subdomain: docs/theory/schwarz.md. In long double, by a fixed sequence of
 * rotations. */
#include "scheme/sem/schwarz/internal.h"

#include <math.h>

#include "element/element.h"

enum { SWEEPS = 40 };

typedef long double square[SCHWARZ_SIDE][SCHWARZ_SIDE];

/* The problem of one case. */
typedef struct line {
    int side;
    square matrix, vector; /* M^-1/2 K M^-1/2, which becomes diagonal; its eigenvectors in columns */
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

/* 2^(halves / 2) */
static long double power_of_half(int halves)
{
    long double root = 1.41421356237309504880168872420969807857L;
    return ldexpl(halves % 2 ? root : 1, (halves - (halves % 2 ? 1 : 0)) / 2);
}

/* An end of the line: `at` its node, beyond it, in steps of `step`, `layers` nodes of the neighbour. Where
 * these are all that it has, its own neighbour adds to the last. */
static void add_end(line *l, const eg_schwarz_case *what, bool up, int degree, int layers, square d,
                    const long double *weight)
{
    int at = up ? layers + degree : layers, step = up ? 1 : -1;
    long double stiffness = power_of_half(what->stiffer[up]), mass = power_of_half(what->heavier[up]);
    eg_schwarz_end end = what->end[up];
    l->there[at] = end != SCHWARZ_GIVEN;
    for (int i = 0; i <= layers; i++) {
        int row = at + i * step;
        long double twice = i > 0 && i == degree ? 2 : 1;
        if (i > 0)
            l->there[row] = end == SCHWARZ_NEIGHBOUR;
        if (end != SCHWARZ_NEIGHBOUR)
            continue;
        l->mass[row] += mass * twice * weight[i];
        for (int j = 0; j <= layers; j++)
            l->matrix[row][at + j * step] += stiffness * (i == j ? twice : 1) * d[i][j];
    }
}

static void assemble_line(line *l, int degree, int layers, const eg_schwarz_case *what)
{
    square d;
    long double weight[SCHWARZ_SIDE];
    int n = degree + 1;
    *l = (line){.side = n + 2 * layers};
    element_matrix(degree, d, weight);
    for (int i = 0; i < n; i++) {
        l->there[i + layers] = true;
        l->mass[i + layers] = weight[i];
        for (int j = 0; j < n; j++)
            l->matrix[i + layers][j + layers] = d[i][j];
    }
    add_end(l, what, false, degree, layers, d, weight);
    add_end(l, what, true, degree, layers, d, weight);
    for (int i = 0; i < l->side; i++)
        if (!l->there[i])
            l->mass[i] = 1;
    for (int i = 0; i < l->side; i++)
        for (int j = 0; j < l->side; j++) {
            bool both = l->there[i] && l->there[j];
            l->matrix[i][j] = both ? l->matrix[i][j] / sqrtl(l->mass[i] * l->mass[j]) : (long double)(i == j);
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

/* Cyclic Jacobi: rotations of what is left of size 1e-20 of the diagonal change nothing that a double
 * shows. */
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

void eg_schwarz_line_table(int degree, int overlap, const eg_schwarz_case *what, double *table)
{
    line l;
    assemble_line(&l, degree, overlap, what);
    diagonalise(&l);
    for (int i = 0; i < l.side; i++) {
        for (int k = 0; k < l.side; k++)
            table[i * l.side + k] = (double)(l.vector[i][k] / sqrtl(l.mass[i]));
        table[l.side * l.side + i] = (double)l.matrix[i][i];
    }
    if (what->end[0] == SCHWARZ_NATURAL && what->end[1] == SCHWARZ_NATURAL)
        clear_least(l.side, &table[l.side * l.side]);
}
