/* triangle: nodal polynomials on the reference triangle, their quadrature, and the matrices of a
 * discontinuous Galerkin scheme in weak form.
 *
 * Nodes are the Fekete points: they maximise the determinant of the values of a basis. Those on a face are
 * its Gauss-Lobatto points. Taylor, Wingate and Vincent, SIAM Journal on Numerical Analysis 38 (2000) 1707.
 * Their order: the vertices 0, 1, 2; inside each face f, from vertex f to vertex f + 1, the nodes in that
 * direction; those inside.
 *
 * All of it is computed in long double by additions, multiplications and divisions in a fixed order, and
 * rounded once. */
#ifndef EG_ELEMENT_TRIANGLE_H
#define EG_ELEMENT_TRIANGLE_H

#include "element/element.h"

enum { EG_TRIANGLE_DEGREE = 6, EG_TRIANGLE_NODES = 28 };

/* How many there are; fills points[nodes][2]. 1 <= degree <= EG_TRIANGLE_DEGREE. */
int eg_triangle_node_count(int degree);
void eg_triangle_nodes(int degree, double (*points)[2]);

/* Matrices, row by row. q is a point of quadrature inside, j of Gauss and Lobatto's rule along face f, which
 * goes from vertex f to vertex f + 1; phi_i the polynomial that is 1 at node i, M_ik the integral of phi_i
 * phi_k. */
typedef struct eg_triangle {
    int degree, nodes, points, along;
    double (*node)[2]; /* [nodes] */
    double *modes;     /* [nodes][nodes] modes (element/modal.h) from values at nodes */
    double *value;     /* [points][nodes] phi_i(x_q) */
    double (*rule)[3]; /* [points] xi, eta and the weight of a point inside; weights sum to 1/2 */
    double *slope;     /* [nodes][points][2] w_q M^-1 grad phi(x_q) */
    /* [along][(degree + 2) / 2][2] even_jk and odd_jk: the value at j of a face is the sum over k of even
     * times the sum, and odd times the difference, of its nodes k and degree - k. Seen from the other end odd
     * changes its sign, to the bit. */
    double *pairs;
    double *lift;   /* [nodes][3][along] w_j M^-1 phi(x_fj); weights of a face sum to 1 */
    double *weight; /* [nodes] integral of phi_i; they sum to 1/2 */
    double *even;   /* [degree + 1][degree + 1][nodes] phi_i at (a, b) / degree: at [b][a] */
} eg_triangle;

/* Fills *triangle for quadrature that is exact up to `exact` inside, and for `along` points of a face, both
 * ends among them. EG_MEMORY; destroy it in any case. */
eg_status eg_triangle_create(eg_context *context, int degree, int exact, int along, eg_triangle *triangle);
void eg_triangle_destroy(eg_triangle *triangle);

/* Coefficients of (xi - xi_P)^a (eta - eta_P)^b of a polynomial round a point P from its values at nodes:
 * coefficients[nodes][nodes], rows by degree a + b, and b from 0 (taylor.c). EG_MEMORY. */
eg_status eg_triangle_taylor(eg_context *context, const eg_triangle *triangle, const double point[2],
                             double *coefficients);

/* phi_i at a point: values[nodes]. */
void eg_triangle_values(const eg_triangle *triangle, const double point[2], double *values);

#endif
