/* modal: orthonormal bases of the reference cells, their operator matrices, quadrature of any
 * degree, and the nodes that VTK wants.
 *
 * Order O means polynomials of total degree below O, on the triangle and on the quadrangle alike:
 * N = O (O + 1) / 2 modes, the basis of a discontinuous Galerkin scheme of order O on affine cells
 * (triangles and parallelograms). Mode d (d + 1) / 2 + j is the product of degree d - j in xi and j
 * in eta, so that the basis of order O is the beginning of every higher one.
 *
 * All of it is computed in long double by additions, multiplications, divisions and square roots in
 * a fixed order, and rounded once: every x86-64 machine finds the same bits.
 * docs/theory/modal-elements.md has the formulas. */
#ifndef EG_ELEMENT_MODAL_H
#define EG_ELEMENT_MODAL_H

#include "element/element.h"

enum {
    EG_ORDER_MOST = 12,
    EG_MODES_MOST = EG_ORDER_MOST * (EG_ORDER_MOST + 1) / 2,
    EG_GAUSS_MOST = 32,             /* points of eg_gauss() */
    EG_QUADRATURE_ANY_DEGREE = 40,  /* of eg_quadrature_any() */
    EG_QUADRATURE_ANY_POINTS = 441, /* of EG_QUADRATURE_ANY_DEGREE */
    EG_LAGRANGE_DEGREE = 10,        /* of eg_lagrange_nodes(): the highest that VTK draws */
    EG_LAGRANGE_NODES = 121         /* of EG_LAGRANGE_DEGREE on the quadrangle */
};

/* Modes of this order, for both types of cells. 1 <= order <= EG_ORDER_MOST, here and below. */
int eg_modal_count(int order);

/* Total degree of a mode, the same for both types and all orders; 0 <= mode < EG_MODES_MOST. */
int eg_modal_degree(int mode);

/* Modes at a point of the reference cell (vertices and points outside are fine): values[N], and
 * gradients[N][2] = d/dxi, d/deta. The integral of mode k times mode l over the reference cell is 1
 * for k = l, else 0. */
void eg_modal_values(eg_cell_type type, int order, const double point[2], double *values);
void eg_modal_gradients(eg_cell_type type, int order, const double point[2], double (*gradients)[2]);

/* Legendre polynomials of degree 0 to order - 1 at s, orthonormal on [0, 1]: values[order]. At 1 - s
 * the odd ones change their sign. */
void eg_legendre_values(int order, double s, double *values);

/* Matrices of one type and order. Entries that are zero in theory are exactly 0. */
typedef struct eg_modal {
    int order, modes, faces;
    /* [2][N][N], of d/dxi and d/deta: (du/dxi)_k = sum over l of derivative[0][k][l] u_l. Nonzero
     * only where the degree of l is above that of k. */
    double *derivative;
    /* [faces][O][N]: the trace on face f, which goes from vertex f to vertex f + 1 while s goes from
     * 0 to 1, is the sum over m of L_m(s) times trace[f][m][l] u_l; L_m is that of
     * eg_legendre_values(). Nonzero only where m is at most the degree of l. */
    double *trace;
} eg_modal;

/* Fills *modal, whose arrays the caller gives back with eg_modal_destroy(). EG_MEMORY; then *modal is zero
 * and there is nothing to give back. */
eg_status eg_modal_create(eg_context *context, eg_cell_type type, int order, eg_modal *modal);
/* Frees the arrays and makes *modal zero; a zero *modal is fine. */
void eg_modal_destroy(eg_modal *modal);

/* Gauss' rule with n points on [0, 1], exact up to degree 2 n - 1: fills x[n], ascending, and w[n],
 * and returns n. 1 <= n <= EG_GAUSS_MOST. */
int eg_gauss(int n, long double *x, long double *w);

/* Quadrature of any degree on the reference cell: weights are positive and sum to the reference
 * area, points lie inside. Triangle: exact for polynomials of total degree up to `degree`; a
 * quadrangle's tensor rule is exact up to `degree` in each coordinate. eg_quadrature() has fewer
 * points, symmetric ones, for the degrees that it knows. 0 <= degree <= EG_QUADRATURE_ANY_DEGREE. */
int eg_quadrature_count(eg_cell_type type, int degree);
void eg_quadrature_any(eg_cell_type type, int degree, double (*points)[2], double *weights);
/* The same with as few points as a rule is known for: on the triangle those of eg_triangle_rule() up to its
 * degree. Returns their number. */
int eg_quadrature_least(eg_cell_type type, int degree, double (*points)[2], double *weights);

/* Equispaced nodes of degree 1 to EG_LAGRANGE_DEGREE in the order of VTK's Lagrange triangle (cell
 * type 69) and Lagrange quadrilateral (70); returns their number. */
int eg_lagrange_nodes(eg_cell_type type, int degree, double (*points)[2]);

/* Where (a, b) / degree stands in [degree + 1][degree + 1], at [b][a]; -1: the point is none of these. */
int eg_even_point(int degree, const double point[2]);

#endif
