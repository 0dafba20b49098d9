/* Elastic media whose stiffness depends on direction: docs/theory/anisotropy.md. */
#include "physics/linear/anisotropic.h"

#include <math.h>
#include <string.h>

/* ---- stiffness */

bool eg_stiffness_from_thomsen(double density, double vp, double vs, double epsilon, double delta, double *c)
{
    const double c33 = density * vp * vp, c55 = density * vs * vs, between = c33 - c55;
    const double square = between * (between + 2 * delta * c33); /* (c13 + c55)^2 */
    c[EG_C11] = c33 * (1 + 2 * epsilon);
    c[EG_C33] = c33;
    c[EG_C55] = c55;
    c[EG_C13] = sqrt(square) - c55;
    c[EG_C15] = c[EG_C35] = 0;
    return square >= 0;
}

/* Of 3x3 matrices by rows: a b, or a b^T. */
static void multiply(const double *a, const double *b, bool transposed, double *product)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += a[3 * i + k] * b[transposed ? 3 * j + k : 3 * k + j];
            product[3 * i + j] = sum;
        }
}

static void fill_stiffness(const double *c, double matrix[9])
{
    memcpy(matrix,
           (double[]){c[EG_C11], c[EG_C13], c[EG_C15], c[EG_C13], c[EG_C33], c[EG_C35], c[EG_C15], c[EG_C35],
                      c[EG_C55]},
           9 * sizeof *matrix);
}

/* Stresses of a medium that is turned are bond times those before: C becomes bond C bond^T. */
void eg_stiffness_turn(double angle, double *c)
{
    const double x = cos(angle), y = sin(angle);
    const double bond[9] = {x * x, y * y, -2 * x * y, y * y, x * x, 2 * x * y, x * y, -x * y, x * x - y * y};
    double before[9], half[9], after[9];
    if (angle == 0)
        return;
    fill_stiffness(c, before);
    multiply(bond, before, false, half);
    multiply(half, bond, true, after);
    c[EG_C11] = after[0];
    c[EG_C13] = after[1];
    c[EG_C15] = after[2];
    c[EG_C33] = after[4];
    c[EG_C35] = after[5];
    c[EG_C55] = after[8];
}

void eg_shear_stiffness_turn(double angle, double *c)
{
    const double x = cos(angle), y = sin(angle), c66 = c[EG_C66], c44 = c[EG_C44], c46 = c[EG_C46];
    if (angle == 0)
        return;
    c[EG_C66] = x * x * c66 + y * y * c44 - 2 * x * y * c46;
    c[EG_C44] = y * y * c66 + x * x * c44 + 2 * x * y * c46;
    c[EG_C46] = x * y * (c66 - c44) + (x * x - y * y) * c46;
}

static double determinant(const double *c)
{
    return c[EG_C11] * (c[EG_C33] * c[EG_C55] - c[EG_C35] * c[EG_C35]) -
           c[EG_C13] * (c[EG_C13] * c[EG_C55] - c[EG_C35] * c[EG_C15]) +
           c[EG_C15] * (c[EG_C13] * c[EG_C35] - c[EG_C33] * c[EG_C15]);
}

/* By Sylvester's criterion; what is positive by rounding alone is not. */
bool eg_stiffness_is_positive(const double *c)
{
    static const double least = 1e-12;
    const double minor = c[EG_C11] * c[EG_C33] - c[EG_C13] * c[EG_C13];
    return c[EG_C11] > 0 && c[EG_C33] > 0 && c[EG_C55] > 0 && minor > least * c[EG_C11] * c[EG_C33] &&
           determinant(c) > least * c[EG_C11] * c[EG_C33] * c[EG_C55];
}

bool eg_shear_stiffness_is_positive(const double *c)
{
    static const double least = 1e-12;
    const double product = c[EG_C66] * c[EG_C44];
    return c[EG_C66] > 0 && c[EG_C44] > 0 && product - c[EG_C46] * c[EG_C46] > least * product;
}

/* ---- materials */

void eg_stiffness_follow(const eg_linear *system, double *m)
{
    const double *c = m, whole = determinant(c);
    (void)system;
    m[EG_PLANE_DENSITY] = 1 / m[EG_PLANE_VOLUME];
    m[EG_S11] = (c[EG_C33] * c[EG_C55] - c[EG_C35] * c[EG_C35]) / whole;
    m[EG_S33] = (c[EG_C11] * c[EG_C55] - c[EG_C15] * c[EG_C15]) / whole;
    m[EG_S55] = (c[EG_C11] * c[EG_C33] - c[EG_C13] * c[EG_C13]) / whole;
    m[EG_S13] = (c[EG_C15] * c[EG_C35] - c[EG_C13] * c[EG_C55]) / whole;
    m[EG_S15] = (c[EG_C13] * c[EG_C35] - c[EG_C15] * c[EG_C33]) / whole;
    m[EG_S35] = (c[EG_C13] * c[EG_C15] - c[EG_C11] * c[EG_C35]) / whole;
}

void eg_shear_stiffness_follow(const eg_linear *system, double *m)
{
    const double *c = m, whole = c[EG_C66] * c[EG_C44] - c[EG_C46] * c[EG_C46];
    (void)system;
    m[EG_SHEAR_DENSITY] = 1 / m[EG_SHEAR_VOLUME];
    m[EG_S66] = c[EG_C44] / whole;
    m[EG_S44] = c[EG_C66] / whole;
    m[EG_S46] = -c[EG_C46] / whole;
}

/* ---- speeds */

enum { DIRECTIONS = 64 };

/* The largest eigenvalue of Christoffel's matrix in all directions, or with -1 minus the least one. */
static double extreme_modulus(const double *c, double sign)
{
    double most = -INFINITY;
    for (int i = 0; i < DIRECTIONS; i++) {
        const double angle = 3.14159265358979323846 * i / DIRECTIONS, x = cos(angle), y = sin(angle);
        const double g11 = c[EG_C11] * x * x + 2 * c[EG_C15] * x * y + c[EG_C55] * y * y;
        const double g22 = c[EG_C55] * x * x + 2 * c[EG_C35] * x * y + c[EG_C33] * y * y;
        const double g12 = c[EG_C15] * x * x + (c[EG_C13] + c[EG_C55]) * x * y + c[EG_C35] * y * y;
        most = fmax(most, sign * 0.5 * (g11 + g22) + hypot(0.5 * (g11 - g22), g12));
    }
    return sign * most;
}

double eg_stiffness_speed(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(extreme_modulus(material, 1) * material[EG_PLANE_VOLUME]);
}

double eg_stiffness_slowest(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(fmax(0, extreme_modulus(material, -1)) * material[EG_PLANE_VOLUME]);
}

static double extreme_shear_modulus(const double *c, double sign)
{
    return 0.5 * (c[EG_C66] + c[EG_C44]) + sign * hypot(0.5 * (c[EG_C66] - c[EG_C44]), c[EG_C46]);
}

double eg_shear_stiffness_speed(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(extreme_shear_modulus(material, 1) * material[EG_SHEAR_VOLUME]);
}

double eg_shear_stiffness_slowest(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(extreme_shear_modulus(material, -1) * material[EG_SHEAR_VOLUME]);
}
