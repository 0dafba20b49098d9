/* mode_energy: how much of what varies in a cell of the plane its polynomials of each degree have: those of
 * the highest have little where cells resolve a field, and as much as others where they do not. */
#ifndef EG_FIELD_MODE_ENERGY_H
#define EG_FIELD_MODE_ENERGY_H

#include "element/modal.h"

typedef struct eg_mode_energy {
    int order, modes;
    int count;      /* points at which values are taken */
    double *points; /* [count][2] of the reference cell */
    double *matrix; /* [modes][count]: modes of values at the points, in a cell of area 1 */
} eg_mode_energy;

/* For fields that are polynomials of a degree below `order`, or nearly. The caller destroys it. EG_MEMORY. */
eg_status eg_mode_energy_create(eg_context *context, eg_cell_type type, int order, eg_mode_energy *energy);
void eg_mode_energy_destroy(eg_mode_energy *energy);

/* Adds the squares' integrals in a cell of so large an area, values[count]: sums[degree] += those of the
 * modes of each degree below the order. Returns the mean value. */
double eg_mode_energy_add(const eg_mode_energy *energy, const double *values, double area, double *sums);

#endif
