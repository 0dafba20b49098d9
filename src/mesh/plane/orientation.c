/* The exact orientation of three points.
 *
 * First in plain doubles with a bound on the error; where that cannot tell, the determinant
 *     ax by - ay bx + bx cy - by cx + cx ay - cy ax
 * is summed exactly: each product as the sum of two doubles (fma gives the rounding error), the
 * twelve doubles as an expansion whose parts do not overlap, so that its largest part has its sign. */
#include "mesh/plane/internal.h"

#include <math.h>

enum { TERMS = 12 };

/* Adds a double to an expansion of `count` parts in ascending size. */
static void grow_expansion(double *part, int count, double term)
{
    double carry = term;
    for (int i = 0; i < count; i++) {
        double sum = carry + part[i], back = sum - carry;
        part[i] = (carry - (sum - back)) + (part[i] - back); /* what the sum lost */
        carry = sum;
    }
    part[count] = carry;
}

static int exact_orientation(const double a[2], const double b[2], const double c[2])
{
    const double factor[6][2] = {{a[0], b[1]},  {-a[1], b[0]}, {b[0], c[1]},
                                 {-b[1], c[0]}, {c[0], a[1]},  {-c[1], a[0]}};
    double part[TERMS];
    for (int i = 0; i < 6; i++) {
        double product = factor[i][0] * factor[i][1];
        grow_expansion(part, 2 * i, fma(factor[i][0], factor[i][1], -product));
        grow_expansion(part, 2 * i + 1, product);
    }
    for (int i = TERMS - 1; i >= 0; i--)
        if (part[i] != 0.0)
            return part[i] > 0.0 ? 1 : -1;
    return 0;
}

int eg_orientation(const double a[2], const double b[2], const double c[2])
{
    double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]);
    double determinant = left - right;
    double bound = 4e-16 * (fabs(left) + fabs(right));
    if (determinant > bound)
        return 1;
    if (determinant < -bound)
        return -1;
    return exact_orientation(a, b, c);
}
