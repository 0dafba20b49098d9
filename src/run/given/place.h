/* Points of cells: from the plane to the reference cell. */
#ifndef EG_RUN_PLACE_H
#define EG_RUN_PLACE_H

#include "mesh/plane/plane.h"

/* The centre of the reference cell. */
void eg_reference_centre(eg_cell_type type, double reference[2]);

/* The reference point whose image in the cell is `point` (m), a point of the cell: to rounding in a
 * triangle or parallelogram, by Newton's method to rounding in any convex quadrangle. */
void eg_reference_point(const eg_plane *mesh, int64_t cell, const double point[2],
                        double reference[2]);
/* The same of a cell with the vertices x. */
void eg_reference_point_in(eg_cell_type type, const double (*x)[2], const double point[2],
                           double reference[2]);

#endif
