/* Leaves of forests in pictures. */
#ifndef EG_RUN_LEAVES_H
#define EG_RUN_LEAVES_H

#include "mesh/forest/forest.h"

/* The corners of a leaf of the plane, counter-clockwise. */
void eg_leaf_corners(const eg_forest *forest, int64_t leaf, double x[4][3]);
/* (degree + 1)^3 points of a leaf of space, equidistant, the first index fastest. */
void eg_leaf_points(const eg_forest *forest, int64_t leaf, int degree, double (*x)[3]);
/* Which faces are outlined: those of the domain, and between regions, which one of the two leaves draws. */
void eg_leaf_outlines(const eg_forest *forest, int64_t leaf, bool outlined[EG_FOREST_FACES]);
/* The outlined faces of the own leaves of the plane, x and y of both ends; gives their number. NULL: that
 * alone. */
int64_t eg_leaf_segments(const eg_forest *forest, double (*segments)[4]);

#endif
