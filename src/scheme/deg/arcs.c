/* Factors of arcs of a finite circle round a point, in double: integrals of kernels times monomials over the
 * angles of each sector. Their integrands are trigonometric polynomials of degree p + 2, for which the rule
 * of 16 points in at most 180 degrees leaves rounding alone. Images are as in sectors.c: n is the direction
 * in the image, and T its matrix.
 *
 *   E_bilin, of q(Q) - q(P):  p: 1/4, -(z/pi) n^T T     u: -n / (pi z), (3 n n^T - I) T / 4      integrated
 *                             over da
 *   E_const:                  p: 1,   -(pi z/2) n^T T   u: -(pi/2z) n,  (I/2 + n n^T) T          means
 *   sources, means:           p: n_z, (T e_z)^T         u: n n_z + e_z / 2, n (T e_z)^T */
#include "scheme/deg/fans.h"

#include <math.h>

#include "base/device_math.h"
#include "element/modal.h"

enum { GAUSS = 16 };
static const double PI = 0x1.921fb54442d18p+1;

typedef struct arc_sums {
    eg_sector_visitor visitor; /* first */
    const eg_arcs *arcs;
    int64_t count; /* of the fan's sectors */
    const double (*inverse)[2][2];
    double *row, point[GAUSS], weight[GAUSS];
} arc_sums;

int eg_arc_row(const eg_arcs *arcs)
{
    int monomials = (arcs->degree + 1) * (arcs->degree + 2) / 2 - 1;
    return arcs->degree == 0 ? EG_SECTOR_FACTORS : EG_ARC_MONOMIALS + monomials * EG_SECTOR_FACTORS;
}

/* The kernel of the operator in the direction n, to EG_SECTOR_FACTORS numbers. */
static void kernel_of(bool bilinear, const double n[2], eg_turn turned, double factor[])
{
    double scale = bilinear ? 0.25 : 1 / (2 * PI), unit = bilinear ? -1 : 0.5;
    double square = bilinear ? 3 : 1, push = bilinear ? 1 / PI : 0.25;
    for (int j = 0; j < 2; j++) {
        double along = n[0] * turned.a[0][j] + n[1] * turned.a[1][j];
        factor[EG_SECTOR_P_U + j] = -push * along;
        factor[EG_SECTOR_U_P + j] = -push * n[j];
        for (int i = 0; i < 2; i++)
            factor[EG_SECTOR_U_U + 2 * i + j] = scale * (unit * turned.a[i][j] + square * n[i] * along);
    }
    factor[EG_SECTOR_SHARE] = scale;
}

static void add_sources(const double n[2], eg_turn turned, double weight, double *row)
{
    row[EG_ARC_P_R] += weight * n[1];
    row[EG_ARC_U_R] += weight * n[0] * n[1];
    row[EG_ARC_W_R] += weight * (n[1] * n[1] + 0.5);
    for (int j = 0; j < 2; j++) {
        row[EG_ARC_P_U + j] += weight * turned.a[1][j];
        row[EG_ARC_U_U + j] += weight * n[0] * turned.a[1][j];
        row[EG_ARC_W_U + j] += weight * n[1] * turned.a[1][j];
    }
}

/* Adds the kernel times each monomial of (xi, eta). */
static void add_monomials(int degree, const double r[2], double weight,
                          const double factor[EG_SECTOR_FACTORS], double *to)
{
    for (int d = 1; d <= degree; d++)
        for (int b = 0; b <= d; b++, to += EG_SECTOR_FACTORS) {
            double monomial = weight;
            for (int i = 0; i < d; i++)
                monomial *= r[i < d - b ? 0 : 1];
            for (int k = 0; k < EG_SECTOR_FACTORS; k++)
                to[k] += monomial * factor[k];
        }
}

/* The direction that the image's n has in the original, in the reference cell of its map scaled to
 * determinant 1. */
static void reference_direction(const double inverse[2][2], const double n[2], eg_turn turned, double r[2])
{
    double root = sqrt(inverse[0][0] * inverse[1][1] - inverse[0][1] * inverse[1][0]), original[2];
    for (int i = 0; i < 2; i++)
        original[i] = turned.a[0][i] * n[0] + turned.a[1][i] * n[1];
    for (int i = 0; i < 2; i++)
        r[i] = (inverse[i][0] * original[0] + inverse[i][1] * original[1]) / root;
}

static void add_arc(const eg_sector_visitor *self, int64_t of, const eg_sector *s, eg_turn turned)
{
    const arc_sums *a = (const arc_sums *)self;
    double *row = &a->row[of * eg_arc_row(a->arcs)];
    for (int g = 0; g < GAUSS; g++) {
        double angle = s->angle * a->point[g], weight = s->angle * a->weight[g];
        double cosine = eg_cos(angle), sine = eg_sin(angle), r[2], factor[EG_SECTOR_FACTORS];
        const double n[2] = {cosine * s->from[0] - sine * s->from[1],
                             sine * s->from[0] + cosine * s->from[1]};
        add_sources(n, turned, weight / (2 * PI), row);
        if (of == a->count) /* the air is the same everywhere */
            continue;
        kernel_of(a->arcs->bilinear, n, turned, factor);
        reference_direction(a->inverse[of], n, turned, r);
        add_monomials(a->arcs->degree, r, weight, factor, &row[EG_ARC_MONOMIALS]);
    }
}

void eg_arc_factors(int64_t count, const eg_sector *sector, const eg_fan_end ends[2], const eg_arcs *arcs,
                    const double (*inverse)[2][2], double *row)
{
    arc_sums sums = {.visitor = {add_arc}, .arcs = arcs, .count = count, .inverse = inverse, .row = row};
    long double point[GAUSS], weight[GAUSS];
    if (arcs->degree == 0)
        return;
    eg_gauss(GAUSS, point, weight);
    for (int g = 0; g < GAUSS; g++) {
        sums.point[g] = (double)point[g];
        sums.weight[g] = (double)weight[g];
    }
    eg_visit_circle(count, sector, ends, &sums.visitor);
}
