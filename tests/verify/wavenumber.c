#include "verify/wavenumber.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
enum { PIECES = WAVENUMBER_LAYERS + 1, MOST = 4 * PIECES, SPECTRUM_POINTS = 4096 };

/* ---- one wavenumber, one frequency */

/* A wave e^(i k x +- i q z), Im q >= 0, and what it has on a horizontal plane where its exponential is 1: displacements,
 * then tractions; P, SV: x, z, xz, zz; SH: y, yz. */
typedef struct wave {
    double complex q, down[4], up[4];
} wave;

/* A layer, or the part of one above or below the source. */
typedef struct piece {
    double top, bottom; /* infinite where there is none */
    int layer, first;   /* of its unknowns: amplitudes downwards, where there is a top, then upwards */
    wavenumber_moduli c;
    wave waves[2];
} piece;

typedef struct column {
    int kinds;                    /* of waves: 2, SH 1 */
    int pieces, unknowns, source; /* the source is at the bottom of that piece */
    piece piece[PIECES];
    double complex matrix[MOST][MOST + 1];
} column;

static double complex upper_root(double complex square)
{
    double complex q = csqrt(square);
    return cimag(q) < 0 ? -q : q;
}

/* The tractions of displacements d of a wave (k, q). */
static void tract(const wavenumber_moduli *c, double k, double complex q, double complex d[4])
{
    d[2] = I * c->c55 * (k * d[1] + q * d[0]);
    d[3] = I * (c->c13 * k * d[0] + c->c33 * q * d[1]);
}

/* The displacements of a wave (k, q): the kernel of Christoffel's matrix, by its larger row. */
static void polarize(const wavenumber_moduli *c, double k, double complex q, double complex inertia,
                     double complex d[4])
{
    double complex xx = c->c11 * k * k + c->c55 * q * q - inertia, xz = (c->c13 + c->c55) * k * q;
    double complex zz = c->c55 * k * k + c->c33 * q * q - inertia;
    int first = cabs(xx) > cabs(zz);
    d[0] = first ? xz : zz;
    d[1] = first ? -xx : -xz;
    double size = fmax(cabs(d[0]), cabs(d[1]));
    d[0] /= size;
    d[1] /= size;
}

static void find_waves(piece *p, int kinds, double k, double complex omega)
{
    const wavenumber_moduli *c = &p->c;
    double complex inertia = c->rho * omega * omega;
    if (kinds == 1) {
        wave *w = p->waves;
        w->q = upper_root((inertia - c->c66 * k * k) / c->c55);
        w->down[0] = w->up[0] = 1;
        w->down[1] = I * c->c55 * w->q;
        w->up[1] = -w->down[1];
        return;
    }
    double complex a = c->c33 * c->c55, x = c->c11 * k * k - inertia, z = c->c55 * k * k - inertia;
    double complex b = c->c33 * x + c->c55 * z - (c->c13 + c->c55) * (c->c13 + c->c55) * k * k;
    double complex root = csqrt(b * b - 4 * a * x * z);
    double complex sum = -0.5 * (creal(conj(b) * root) < 0 ? b - root : b + root); /* the larger one */
    double complex squares[2] = {sum / a, x * z / sum};
    for (int i = 0; i < 2; i++) {
        wave *w = &p->waves[i];
        w->q = upper_root(squares[i]);
        polarize(c, k, w->q, inertia, w->down);
        tract(c, k, w->q, w->down);
        memcpy(w->up, w->down, sizeof w->up);
        w->up[1] = -w->down[1];
        tract(c, k, -w->q, w->up);
    }
}

/* What the unknown i of a piece has at depth z. */
static void field_of(const column *all, const piece *p, int i, double z, double complex field[4])
{
    int n = all->kinds, down = isfinite(p->top) && i < n;
    const wave *w = &p->waves[i % n];
    double complex phase = cexp(I * w->q * (down ? z - p->top : p->bottom - z));
    for (int r = 0; r < 2 * n; r++)
        field[r] = (down ? w->down : w->up)[r] * phase;
}

static int unknowns_of(const column *all, const piece *p)
{
    return all->kinds * (isfinite(p->top) + isfinite(p->bottom));
}

static void cut(const wavenumber_problem *problem, column *all)
{
    double top = problem->free ? 0 : -INFINITY;
    memset(all, 0, sizeof *all);
    all->kinds = problem->waves == WAVENUMBER_SH ? 1 : 2;
    all->source = -1;
    for (int layer = 0; layer < problem->layers; layer++) {
        double bottom = layer + 1 < problem->layers ? problem->bottom[layer] : INFINITY;
        if (all->source < 0 && problem->depth < bottom) {
            all->source = all->pieces;
            all->piece[all->pieces++] = (piece){.top = top, .bottom = problem->depth, .layer = layer};
            top = problem->depth;
        }
        all->piece[all->pieces++] = (piece){.top = top, .bottom = bottom, .layer = layer};
        top = bottom;
    }
    for (int i = 0; i < all->pieces; i++) {
        all->piece[i].first = all->unknowns;
        all->unknowns += unknowns_of(all, &all->piece[i]);
    }
}

/* Jumps of displacements and tractions at the source, of the force and of the moment. */
static void jumps(const wavenumber_problem *problem, const wavenumber_moduli *c, double k,
                  double complex omega, double complex jump[4])
{
    const double *f = problem->force, *m = problem->moment;
    double complex rate = -I * omega; /* velocities of a force; a moment's function is its rate */
    if (problem->waves == WAVENUMBER_SH) {
        jump[0] = m[1] / c->c55;
        jump[1] = -rate * f[0] + I * k * m[0];
        return;
    }
    jump[0] = m[2] / c->c55;
    jump[1] = m[1] / c->c33;
    jump[2] = -rate * f[0] + I * k * (m[0] - c->c13 / c->c33 * m[1]);
    jump[3] = -rate * f[1];
}

/* Gauss's elimination with the largest pivots of rows whose largest entry is 1. */
static void solve(int n, double complex (*a)[MOST + 1])
{
    for (int i = 0; i < n; i++) {
        double size = 0;
        for (int j = 0; j < n; j++)
            size = fmax(size, cabs(a[i][j]));
        for (int j = 0; j <= n; j++)
            a[i][j] /= size;
    }
    for (int i = 0; i < n; i++) {
        int pivot = i;
        for (int j = i + 1; j < n; j++)
            if (cabs(a[j][i]) > cabs(a[pivot][i]))
                pivot = j;
        for (int j = i; j <= n; j++) {
            double complex swap = a[i][j];
            a[i][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        for (int j = i + 1; j < n; j++) {
            double complex factor = a[j][i] / a[i][i];
            for (int m = i + 1; factor != 0 && m <= n; m++)
                a[j][m] -= factor * a[i][m];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            a[i][n] -= a[i][j] * a[j][n];
        a[i][n] /= a[i][i];
    }
}

/* Velocities at depth z per unit of the spectrum of `function`. */
static void respond(const wavenumber_problem *problem, column *all, double k, double complex omega, double z,
                    double complex velocity[2])
{
    int n = all->kinds, fields = 2 * n, row = 0;
    memset(all->matrix, 0, sizeof all->matrix);
    for (int i = 0; i < all->pieces; i++)
        find_waves(&all->piece[i], n, k, omega);
    for (int i = problem->free ? -1 : 0; i + 1 < all->pieces; i++) {
        /* from the piece above to the one below; at the surface, tractions of the one below alone */
        double depth = all->piece[i + 1].top;
        for (int side = i < 0; side < 2; side++) {
            const piece *p = &all->piece[i + side];
            for (int j = 0; j < unknowns_of(all, p); j++) {
                double complex field[4];
                field_of(all, p, j, depth, field);
                for (int r = i < 0 ? n : 0; r < fields; r++)
                    all->matrix[row + r - (i < 0 ? n : 0)][p->first + j] = side ? field[r] : -field[r];
            }
        }
        if (i == all->source) {
            double complex jump[4];
            jumps(problem, &all->piece[i].c, k, omega, jump);
            for (int r = 0; r < fields; r++)
                all->matrix[row + r][all->unknowns] = jump[r];
        }
        row += i < 0 ? n : fields;
    }
    solve(all->unknowns, all->matrix);
    const piece *p = all->piece;
    while (p->bottom < z)
        p++;
    for (int j = 0; j < unknowns_of(all, p); j++) {
        double complex field[4];
        field_of(all, p, j, z, field);
        for (int r = 0; r < n; r++)
            velocity[r] += field[r] * all->matrix[p->first + j][all->unknowns];
    }
}

/* ---- sums */

static double complex spectrum(const wavenumber_problem *problem, double complex omega)
{
    double complex sum = 0;
    double step = problem->longest / SPECTRUM_POINTS;
    for (int i = 1; i < SPECTRUM_POINTS; i++)
        sum += problem->function(problem->user, i * step) * cexp(I * omega * (i * step));
    return sum * step;
}

/* The sum over wavenumbers at one frequency. */
static void sum_wavenumbers(const wavenumber_problem *problem, column *all, const double at[2], double window,
                            double complex omega, double complex velocity[2])
{
    double spacing = PI / (fabs(at[0]) + problem->speed * window); /* sources repeat at twice this length */
    double most = creal(omega) / problem->slowest + 25 / fabs(at[1] - problem->depth);
    int count = (int)ceil(most / spacing), axis = problem->waves == WAVENUMBER_AXIS;
    for (int i = 0; i < all->pieces; i++)
        problem->moduli(problem->user, all->piece[i].layer, omega, &all->piece[i].c);
    if (axis) {
        /* The sum of an odd function along half a line: the first term of Euler's and Maclaurin's remainder. */
        double complex v[2] = {0, 0};
        respond(problem, all, 0, omega, at[1], v);
        velocity[1] += v[1] * (spacing * spacing / (24 * PI));
    }
    for (int i = axis ? 1 : -count; i <= count; i++) {
        double k = i * spacing;
        double complex v[2] = {0, 0};
        respond(problem, all, k, omega, at[1], v);
        if (axis) {
            velocity[0] += I * v[0] * j1(k * at[0]) * (k * spacing / (2 * PI));
            velocity[1] += v[1] * j0(k * at[0]) * (k * spacing / (2 * PI));
            continue;
        }
        for (int r = 0; r < 2; r++)
            velocity[r] += v[r] * cexp(I * k * at[0]) * (spacing / (2 * PI));
    }
}

void wavenumber_velocity(const wavenumber_problem *problem, const double at[2], int samples, double (*v)[2])
{
    /* Times beyond the window come back at its beginning, e^-14 of what they are. */
    double window = 2 * problem->end, damping = 14 / window;
    int frequencies = (int)ceil(problem->highest * window);
    column *all = malloc(sizeof *all);
    assert(all);
    cut(problem, all);
    memset(v, 0, (size_t)samples * sizeof *v);
    for (int f = 0; f <= frequencies; f++) {
        double complex omega = 2 * PI * f / window + I * damping, sum[2] = {0, 0};
        double complex source = spectrum(problem, omega) * (f ? 2 : 1) / window;
        sum_wavenumbers(problem, all, at, window, omega, sum);
        for (int s = 0; s < samples; s++) {
            double complex phase = source * cexp(-I * omega * (problem->end * s / (samples - 1)));
            for (int r = 0; r < 2; r++)
                v[s][r] += creal(sum[r] * phase);
        }
    }
    free(all);
}
