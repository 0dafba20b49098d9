/* Friction that varies with the depth (docs/theory/shallow-water-sources.md, "Other laws of friction"): by what
 * g n^2 of a cell is multiplied at the depth h.
 *
 *   law    [slot] ROUGH_MANNING, ROUGH_CHEZY, or ROUGH_TABLE + the first row of the cell's table
 *   rough  [row][ROUGH_ROW] f64: depth, m; n there over that of the cell; its slope up to the next row, 1/m;
 *          number of rows from a table's first one */
#ifndef EG_KERNELS_FV_ROUGHNESS_H
#define EG_KERNELS_FV_ROUGHNESS_H

#include "fv/kinds.h"
#ifndef ROUGHNESS
#define ROUGHNESS 0
#endif

#if ROUGHNESS
/* Linear between the rows; constant outside. */
FUNCTION double roughness_of_table(GLOBAL CONST double *row, double h)
{
    int low = 0, high = (int)row[3];
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (row[ROUGH_ROW * middle] <= h)
            low = middle;
        else
            high = middle;
    }
    const double above = h - row[ROUGH_ROW * low];
    return FMA64(row[ROUGH_ROW * low + 2], above > 0.0 ? above : 0.0, row[ROUGH_ROW * low + 1]);
}

/* Chezy's law with C = 1 / n has h^(1/3): g u |u| / C^2 is g n^2 h^(1/3) u |u| / h^(1/3). */
FUNCTION double roughness_of(int law, GLOBAL CONST double *rough, double h)
{
    double n = 1.0;
    if (law >= ROUGH_TABLE)
        n = roughness_of_table(rough + (long)ROUGH_ROW * (law - ROUGH_TABLE), h);
    return law == ROUGH_CHEZY ? eg_cbrt(h) : n * n;
}
#endif
#endif
