/* Okada's rectangular fault. Names are those of the paper: xi, eta, q, R, X, y~ (across), d~ (down). */
#include "physics/shallow_water/okada.h"

#include <math.h>
#include <stdbool.h>

#include "base/device_math.h"

static const double PI = 3.14159265358979323846;

/* A cosine of the dip below it is that of a vertical fault, whose integrals have forms of their own: the
 * others lose the rounding over its square there. */
static const double VERTICAL = 1e-5;

/* What the integrals at one corner hang on. */
typedef struct corner {
    double xi, eta, q, R, X, across, down;
    double along;                /* 1 / (R (R + eta)), 0 where R + eta is */
    double log_eta;              /* ln(R + eta), -ln(R - eta) where R + eta is 0 */
    double over_xi;              /* 1 / (R (R + xi)), 0 where R + xi is */
    double angle;                /* atan(xi eta / (q R)), 0 where q is */
    double sine, cosine, medium; /* of the dip; mu / (lambda + mu) */
    bool vertical;
} corner;

/* R + value loses its digits where value is -R: there it counts as 0, and no term has a part. */
static bool vanishes(double R, double value)
{
    return R + value <= 1e-12 * R;
}

static corner corner_of(const eg_okada_fault *fault, double xi, double eta, double q)
{
    corner c = {.xi = xi, .eta = eta, .q = q, .R = sqrt(xi * xi + eta * eta + q * q)};
    c.X = sqrt(xi * xi + q * q);
    c.sine = eg_sin(fault->dip);
    c.cosine = eg_cos(fault->dip);
    c.vertical = fabs(c.cosine) < VERTICAL;
    c.medium = 1 - 2 * fault->poisson;
    c.across = eta * c.cosine + q * c.sine;
    c.down = eta * c.sine - q * c.cosine;
    bool none = vanishes(c.R, eta);
    c.along = none ? 0 : 1 / (c.R * (c.R + eta));
    c.log_eta = none ? -eg_ln(c.R - eta) : eg_ln(c.R + eta);
    c.over_xi = vanishes(c.R, xi) ? 0 : 1 / (c.R * (c.R + xi));
    c.angle = q != 0 ? eg_atan(xi * eta / (q * c.R)) : 0;
    return c;
}

/* The integrals I1 to I5 of (28) and (29). */
typedef struct integrals {
    double i1, i2, i3, i4, i5;
} integrals;

static integrals of_vertical(const corner *c)
{
    double low = c->R + c->down, a = c->medium;
    integrals i;
    i.i1 = -0.5 * a * c->xi * c->q / (low * low);
    i.i3 = 0.5 * a * (c->eta / low + c->across * c->q / (low * low) - c->log_eta);
    i.i4 = -a * c->q / low;
    i.i5 = -a * c->xi * c->sine / low;
    i.i2 = -a * c->log_eta - i.i3;
    return i;
}

static integrals integrals_of(const corner *c)
{
    if (c->vertical)
        return of_vertical(c);
    double low = c->R + c->down, a = c->medium, tangent = c->sine / c->cosine;
    double above = c->eta * (c->X + c->q * c->cosine) + c->X * (c->R + c->X) * c->sine;
    double below = c->xi * (c->R + c->X) * c->cosine;
    integrals i;
    i.i5 = c->xi != 0 ? 2 * a / c->cosine * eg_atan(above / below) : 0;
    i.i4 = a / c->cosine * (eg_ln(low) - c->sine * c->log_eta);
    i.i3 = a * (c->across / (c->cosine * low) - c->log_eta) + tangent * i.i4;
    i.i2 = -a * c->log_eta - i.i3;
    i.i1 = -a * c->xi / (c->cosine * low) - tangent * i.i5;
    return i;
}

/* The brackets of (25) for strike slip and (26) for dip slip at one corner, times the slips. */
static void add_fault_corner(const eg_okada_fault *fault, double xi, double eta, double q, double sign,
                             double sum[3])
{
    const corner c = corner_of(fault, xi, eta, q);
    const integrals i = integrals_of(&c);
    double s = c.sine, t = c.cosine, over_eta = q * c.along, both = s * t;
    const double strike[3] = {xi * over_eta + c.angle + i.i1 * s,
                              c.across * over_eta + t * over_eta * c.R + i.i2 * s,
                              c.down * over_eta + s * over_eta * c.R + i.i4 * s};
    const double dip[3] = {q / c.R - i.i3 * both, c.across * q * c.over_xi + t * c.angle - i.i1 * both,
                           c.down * q * c.over_xi + s * c.angle - i.i5 * both};
    for (int k = 0; k < 3; k++)
        sum[k] += sign * (fault->strike_slip * strike[k] + fault->dip_slip * dip[k]);
}

void eg_okada_displace(const eg_okada_fault *fault, double x, double y, double displacement[3])
{
    double s = eg_sin(fault->dip), t = eg_cos(fault->dip);
    double p = y * t + fault->depth * s, q = y * s - fault->depth * t, sum[3] = {0, 0, 0};
    add_fault_corner(fault, x, p, q, 1, sum);
    add_fault_corner(fault, x, p - fault->width, q, -1, sum);
    add_fault_corner(fault, x - fault->length, p, q, -1, sum);
    add_fault_corner(fault, x - fault->length, p - fault->width, q, 1, sum);
    for (int k = 0; k < 3; k++)
        displacement[k] = -sum[k] / (2 * PI);
}
