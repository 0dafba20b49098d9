/* Points of cells. */
#include "run/given/place.h"

/* Newton's method doubles the digits that are right; in an affine cell the first step is exact. */
enum { STEPS_MOST = 20 };

void eg_reference_centre(eg_cell_type type, double reference[2])
{
    reference[0] = reference[1] = type == EG_TRIANGLE ? 1.0 / 3.0 : 0.5;
}

void eg_reference_point(const eg_plane *mesh, int64_t cell, const double point[2],
                        double reference[2])
{
    double x[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(mesh, cell, x);
    eg_reference_point_in((eg_cell_type)mesh->type[cell], (const double(*)[2])x, point, reference);
}

void eg_reference_point_in(eg_cell_type type, const double (*x)[2], const double point[2],
                           double reference[2])
{
    const double *last = x[type == EG_TRIANGLE ? 2 : 3];
    eg_reference_centre(type, reference);
    for (int step = 0; step < STEPS_MOST; step++) {
        double image[2], along_r[2], along_s[2], before[2] = {reference[0], reference[1]};
        eg_cell_map(type, x, reference, image);
        for (int i = 0; i < 2; i++) {
            double bend = type == EG_TRIANGLE ? 0 : (x[0][i] - x[1][i]) + (x[2][i] - last[i]);
            along_r[i] = (x[1][i] - x[0][i]) + reference[1] * bend;
            along_s[i] = (last[i] - x[0][i]) + reference[0] * bend;
        }
        double dx = point[0] - image[0], dy = point[1] - image[1];
        double determinant = along_r[0] * along_s[1] - along_r[1] * along_s[0];
        reference[0] += (dx * along_s[1] - dy * along_s[0]) / determinant;
        reference[1] += (dy * along_r[0] - dx * along_r[1]) / determinant;
        if (reference[0] == before[0] && reference[1] == before[1])
            break;
    }
}
