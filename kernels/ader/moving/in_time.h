/* The polynomial of degree ORDER - 1 in the time of a step, theta in [0, 1], through values at ORDER Gauss
 * points.
 *
 *   rule  [2 + ORDER + ORDER][ORDER]: points on (0, 1); weights; row 2 + j: weights times Legendre's
 *         polynomial j at the points; row 2 + ORDER + s, column j: coefficient s of Legendre's polynomial j
 *
 * Coefficients of powers are large sums that nearly cancel: rounding would grow sixfold with each order.
 * Legendre's coefficients fall fast, and what is rounding alone is left out of the powers. */
#ifndef EG_KERNELS_ADER_IN_TIME_H
#define EG_KERNELS_ADER_IN_TIME_H

/* 16 units in the last place of the largest value. */
#define ROUNDING 3.5527136788005009e-15

/* legendre = coefficient j of value[ORDER] */
#define LEGENDRE_IN_TIME(legendre, rule, value, j)                                                           \
    {                                                                                                        \
        double sum = 0.0, largest = 0.0;                                                                     \
        for (int i = 0; i < ORDER; i++) {                                                                    \
            const double size = value[i] < 0.0 ? -value[i] : value[i];                                       \
            sum = FMA64(rule[(2 + (j)) * ORDER + i], value[i], sum);                                         \
            largest = size > largest ? size : largest;                                                       \
        }                                                                                                    \
        const double size = sum < 0.0 ? -sum : sum;                                                          \
        legendre = size > ROUNDING * largest ? sum : 0.0;                                                    \
    }

/* power = coefficient s of theta^s, from legendre[ORDER] */
#define POWER_IN_TIME(power, rule, legendre, s)                                                              \
    {                                                                                                        \
        double of_power = 0.0;                                                                               \
        for (int j = ORDER - 1; j >= 0; j--)                                                                 \
            of_power = FMA64(rule[(2 + ORDER + (s)) * ORDER + j], legendre[j], of_power);                    \
        power = of_power;                                                                                    \
    }

#endif
