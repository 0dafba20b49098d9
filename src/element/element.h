/* element: reference cells and what is integrated over them.
 *
 * The reference triangle has the vertices (0,0), (1,0), (0,1) and the area 1/2; the reference quadrangle has
 * (0,0), (1,0), (1,1), (0,1) and the area 1. A physical triangle is the affine image of its reference, a
 * quadrangle the bilinear one; vertices run counter-clockwise. Everything here uses additions,
 * multiplications and divisions of doubles in a fixed order, so that every machine finds the same bits. */
#ifndef EG_ELEMENT_ELEMENT_H
#define EG_ELEMENT_ELEMENT_H

#include <float.h>

#include "base/base.h"

/* Bases, quadrature and reference matrices are made in long double and rounded once to double. */
_Static_assert(LDBL_MANT_DIG == 64,
               "long double has no 64 bits of fraction here, as on x86: reference matrices would come "
               "out with other bits than elsewhere, and with them every state");

typedef enum eg_cell_type { EG_TRIANGLE, EG_QUADRANGLE, EG_CELL_TYPES } eg_cell_type;

/* No cell has more vertices; no rule of eg_quadrature() has more points or a higher degree. */
enum { EG_CELL_VERTICES = 4, EG_QUADRATURE_POINTS = 16, EG_QUADRATURE_DEGREE = 5 };
enum { EG_TRIANGLE_RULE_DEGREE = 20, EG_TRIANGLE_RULE_POINTS = 79 };

/* Vertices (= faces) of a cell of this type, and its name in messages ("triangle", "quadrangle"). */
int eg_cell_type_vertices(eg_cell_type type);
const char *eg_cell_type_name(eg_cell_type type);

/* Vertices of the reference cell: [eg_cell_type_vertices(type)], static. */
const double (*eg_reference_vertices(eg_cell_type type))[2];

/* Signed area (positive when counter-clockwise) and centroid of the polygon x[count], count 3 or 4.
 * The centroid of a polygon without area is the mean of its vertices. */
double eg_polygon_area(const double (*x)[2], int count);
void eg_polygon_centroid(const double (*x)[2], int count, double centroid[2]);

/* Image of the reference point in the cell with vertices x. */
void eg_cell_map(eg_cell_type type, const double (*x)[2], const double reference[2], double point[2]);

/* Its derivatives jacobian[i][d] = d x_i / d r_d. */
void eg_cell_jacobian(eg_cell_type type, const double (*x)[2], const double reference[2],
                      double jacobian[2][2]);

/* The centre of the reference cell. */
void eg_reference_centre(eg_cell_type type, double reference[2]);

/* The reference point whose image in the cell with vertices x is `point`, a point of the cell: to rounding in
 * a triangle or parallelogram, by Newton's method to rounding in any convex quadrangle. */
void eg_reference_point(eg_cell_type type, const double (*x)[2], const double point[2], double reference[2]);

/* Quadrature on the reference cell: fills points and weights (room for EG_QUADRATURE_POINTS) and
 * returns their number. Weights are positive and sum to the reference area; points lie inside.
 * Triangle: exact for polynomials up to `degree`. Quadrangle: a tensor Gauss rule exact up to
 * degree + 1 in each coordinate, which makes it exact for polynomials up to `degree` in physical
 * coordinates on any convex quadrangle. 0 <= degree <= EG_QUADRATURE_DEGREE. */
int eg_quadrature(eg_cell_type type, int degree, double (*points)[2], double *weights);
/* The same on the triangle, up to EG_TRIANGLE_RULE_DEGREE, with room for EG_TRIANGLE_RULE_POINTS. */
int eg_triangle_rule(int degree, double (*points)[2], double *weights);

/* The same in the physical cell with vertices x (counter-clockwise, convex): points in the units of
 * x, weights that add up, in their order, to eg_polygon_area(x) (to a last bit or two). */
int eg_cell_quadrature(eg_cell_type type, const double (*x)[2], int degree, double (*points)[2],
                       double *weights);

#endif
