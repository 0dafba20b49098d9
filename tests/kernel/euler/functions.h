/* The point functions of kernels/physics/euler.h as functions of arrays of doubles, in each precision:
 * functions.c, compiled once for each. */
#ifndef EG_TEST_EULER_FUNCTIONS_H
#define EG_TEST_EULER_FUNCTIONS_H

enum { VARIABLES = 5 };

typedef struct euler_functions {
    double epsilon; /* of its precision */
    double (*round)(double x);
    /* air: rho, rho theta, p; states of VARIABLES */
    double (*pressure)(const double *air, double heat, double gamma);
    double (*speed)(const double *air, const double *q, double gamma);
    void (*flux)(const double *air, const double *q, double gamma, double *flux);
    void (*across[2])(const double *air, const double *left, const double *right, double gamma,
                      double *flux); /* Rusanov, HLLC */
} euler_functions;

extern const euler_functions euler_f64, euler_f32;

#endif
