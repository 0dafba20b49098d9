/* line: polynomials of degree n on [-1, 1], given by their values at n + 1 nodes; the one-dimensional factors
 * of quadrangles and hexahedra.
 *
 * All of it is computed in long double by additions, multiplications and divisions in a fixed order, and
 * rounded once: every x86-64 machine finds the same bits. What is symmetric in theory is symmetric to the
 * bit. */
#ifndef EG_ELEMENT_LINE_H
#define EG_ELEMENT_LINE_H

#include "base/base.h"

enum { EG_LINE_DEGREE = 20, EG_LINE_NODES = EG_LINE_DEGREE + 1 };

typedef enum eg_line_nodes {
    EG_LINE_EQUIDISTANT,
    EG_LINE_GLL, /* Gauss, Legendre and Lobatto: the ends and the roots of P_n' */
} eg_line_nodes;

/* A set of nodes; 1 <= degree <= EG_LINE_DEGREE. */
typedef struct eg_line {
    eg_line_nodes nodes;
    int degree;
} eg_line;

/* x[degree + 1], ascending from -1 to 1, x[n - i] = -x[i]. */
void eg_line_points_of(eg_line line, double *x);

/* Weights w[degree + 1] of the quadrature at the GLL nodes, exact up to degree 2 degree - 1; they sum to
 * 2. */
void eg_gll_weights(int degree, double *w);

/* matrix[i][j] = the derivative of the polynomial that is 1 at node j, at node i; matrix[n-i][n-j] =
 * -matrix[i][j]. Of GLL nodes the diagonal is exactly 0 but for -n (n + 1) / 4 and its opposite at the
 * ends. */
void eg_line_derivative(eg_line line, double *matrix);

/* matrix[to.degree + 1][from.degree + 1]: values at the nodes of `to` from those at the nodes of `from`;
 * exactly 0 and 1 where the nodes of both are the same; matrix[m-i][n-j] = matrix[i][j]. And of the
 * derivative, with the other sign. */
void eg_line_interpolation(eg_line from, eg_line to, double *matrix);
void eg_line_interpolation_slopes(eg_line from, eg_line to, double *matrix);

/* Values at t of the polynomials that are 1 at one node, and their derivatives unless NULL: values[degree +
 * 1]. At a node the values are exactly 0 and 1. t may lie outside [-1, 1]. */
void eg_line_values(eg_line line, double t, double *values, double *slopes);

#endif
