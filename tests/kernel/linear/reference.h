/* What the point functions are held against: the equations in tensors, their waves in any direction, and what
 * follows from these. Written for arrays of three axes; in the plane the third is left out. */
#ifndef EG_TEST_LINEAR_REFERENCE_H
#define EG_TEST_LINEAR_REFERENCE_H

#include "kernel/linear/functions.h"

enum { MOST = EG_LINEAR_VARIABLES };

/* A state in tensors: tracer or pressure, stress, velocity; what a system does not have is 0. */
typedef struct tensors {
    double scalar, stress[3][3], velocity[3];
} tensors;

/* Whether it has stresses, else a scalar; whether it moves along z alone. */
bool has_stress(const eg_linear *system);
bool is_antiplane(const eg_linear *system);
/* lambda + 2 mu, lambda, mu, 1 / rho of a system with stresses; of SH waves the first two are as good as
 * any. */
void moduli_of(const eg_linear *system, const double *material, double *moduli);
tensors unpack(const eg_linear *system, const double *u);
void pack(const eg_linear *system, const tensors *t, double *u);

/* (A nx + B ny + C nz) u, from the equations. */
void reference_apply(const eg_linear *system, const double *material, const double *n, const double *u,
                     double *out);

/* Right eigenvectors of A nx + B ny + C nz, vector[i] with the speed value[i]: as many as variables. */
void eigenvectors(const eg_linear *system, const double *material, const double *n, double (*vector)[MOST],
                  double *value);

/* a[i] . x = b[i] for n numbers; a and b are used up. */
void solve(int n, double (*a)[MOST], double *b, double *x);

/* A+ left + A- right, from the eigenvectors. */
void reference_upwind(const eg_linear *system, const double *material, const double *n, const double *left,
                      const double *right, double *flux);

/* Numbers in (-1, 1) that are the same in each run. */
double any_number(void);
/* A unit vector in any direction, sometimes along an axis or near one. */
void any_normal(int dimensions, double *n);
/* Two unit vectors across n, in the plane one. */
void any_tangents(int dimensions, const double *n, double tangent[2][3]);
/* A state whose stresses have the size of impedance times velocity; a material of the system, never a
 * fluid. */
void any_state(const eg_linear *system, const double *material, double *u);
void any_material(const eg_linear *system, double *material);
/* A rotation of space, and a state or a material turned by it. */
void any_rotation(double q[3][3]);
void rotate_vector(double q[3][3], const double *v, double *turned);
void rotate_state(const eg_linear *system, double q[3][3], const double *u, double *turned);

/* The size of component v of a flux of such states. */
double flux_size(const eg_linear *system, const double *material, int v);
void close_to(const eg_linear *system, const double *material, const double *got, const double *wanted,
              double tolerance);

/* The flux between two states, from the side with the material `own`, by the functions of a table. */
void flux_between(const point_functions *p, const double *own, const double *left_material,
                  const double *right_material, const double *n, const double *left, const double *right,
                  double *flux);

double dot(const double *a, const double *b);

#endif
