#include "verify/cagniard.h"

#include <complex.h>
#include <math.h>

#include "element/modal.h"

static const double PI = 3.14159265358979323846;

static double ricker_rate(const cagniard_problem *s, double t)
{
    double u = t - s->delay, a = pow(PI * s->frequency * u, 2);
    return 2 * PI * PI * s->frequency * s->frequency * u * (2 * a - 3) * exp(-a);
}

/* sqrt(1/c^2 - p^2) with Re >= 0, where Im p >= 0 is the side of the cut. */
static double complex vertical(double c, double complex p)
{
    double complex q = csqrt(1 / (c * c) - p * p);
    return creal(q) < 0 || (fabs(creal(q)) == 0 && cimag(q) > 0) ? -q : q;
}

/* The integrand of component i of Lamb's and Garvin's problems for the ray with speed `fast` or slow. */
static double complex kernel_of(const cagniard_problem *s, int garvin, int slow, int i, double complex p)
{
    double complex a = vertical(s->vp, p), b = vertical(s->vs, p);
    double complex g = 1 / (s->vs * s->vs) - 2 * p * p, r = g * g + 4 * p * p * a * b;
    double mu = s->rho * s->vs * s->vs;
    if (garvin)
        return (i ? -g : 2 * p * b) / (s->rho * pow(s->vp * s->vs, 2) * r);
    if (slow)
        return (i ? 2 * p * p * a : -2 * p * a * b) / (mu * r);
    return (i ? a * g : p * g) / (mu * r);
}

/* s' * (1/pi) Im[K dp/dt] along the Cagniard path of the ray with speed c to (x, z), x > 0. */
static double along_path(const cagniard_problem *s, int garvin, int slow, int i, double x, double z, double t)
{
    enum { PANELS = 40, POINTS = 16 };
    double c = slow ? s->vs : s->vp, r = hypot(x, z), arrival = r / c, sum = 0;
    long double node[POINTS], weight[POINTS];
    eg_gauss(POINTS, node, weight);
    double first = t - s->delay - 1.6 / s->frequency, last = t; /* s' is 0 elsewhere */
    double from = acosh(fmax(first, arrival) / arrival);
    double to = last > arrival ? acosh(last / arrival) : 0;
    for (int panel = 0; to > from && panel < PANELS; panel++)
        for (int q = 0; q < POINTS; q++) {
            double h = from + (to - from) * (panel + (double)node[q]) / PANELS, tau = arrival * cosh(h);
            double complex p = (x * tau + I * z * arrival * sinh(h)) / (r * r);
            double complex dp = (x * arrival * sinh(h) + I * z * tau) / (r * r);
            sum += (double)weight[q] * (to - from) / PANELS * ricker_rate(s, t - tau) *
                   cimag(kernel_of(s, garvin, slow, i, p) * dp);
        }
    if (!slow || x / r / s->vs <= 1 / s->vp)
        return sum / PI;
    /* the head wave: p is real; theta = limit (1 - y^2) takes the root at its arrival away */
    double head = x / s->vp + z * sqrt(1 / (s->vs * s->vs) - 1 / (s->vp * s->vp));
    double limit = acos(head / arrival);
    for (int panel = 0; panel < PANELS; panel++)
        for (int q = 0; q < POINTS; q++) {
            double y = (panel + (double)node[q]) / PANELS, h = limit * (1 - y * y);
            double tau = arrival * cos(h);
            double complex p = (x * tau - z * arrival * sin(h)) / (r * r);
            double dp = (x * arrival * sin(h) + z * tau) / (r * r) * 2 * y * limit;
            sum += (double)weight[q] / PANELS * ricker_rate(s, t - tau) *
                   cimag(kernel_of(s, garvin, slow, i, p) * dp);
        }
    return sum / PI;
}

static double full_space(const cagniard_problem *s, double r, double t)
{
    double arrival = r / s->vp, sum = 0;
    long double node[16], weight[16];
    eg_gauss(16, node, weight);
    double from = acosh(fmax(t - s->delay - 1.6 / s->frequency, arrival) / arrival);
    double to = t > arrival ? acosh(t / arrival) : 0;
    for (int panel = 0; to > from && panel < 40; panel++)
        for (int q = 0; q < 16; q++) {
            double h = from + (to - from) * (panel + (double)node[q]) / 40;
            sum += (double)weight[q] * (to - from) / 40 * cosh(h) / s->vp *
                   ricker_rate(s, t - arrival * cosh(h));
        }
    return sum / (2 * PI * s->vp * s->vp) / s->rho;
}

void cagniard_velocity(const cagniard_problem *s, const double from[2], const double at[2], double t,
                       double v[2])
{
    double x = at[0] - from[0], side = x < 0 ? -1 : 1;
    if (s->kind == CAGNIARD_SPACE) {
        double r = hypot(x, at[1] - from[1]), radial = full_space(s, r, t);
        v[0] = radial * x / r;
        v[1] = radial * (at[1] - from[1]) / r;
        return;
    }
    int garvin = s->kind == CAGNIARD_GARVIN;
    double z = garvin || s->kind == CAGNIARD_BURIED ? -from[1] : -at[1];
    for (int i = 0; i < 2; i++) {
        v[i] = along_path(s, garvin, 0, i, fabs(x), z, t);
        if (!garvin)
            v[i] += along_path(s, 0, 1, i, fabs(x), z, t);
    }
    v[0] *= side;
    v[1] = -v[1];
    /* forces push down, and up is positive */
}
