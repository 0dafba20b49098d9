/* Modes of a field's values in a cell. */
#include "field/mode_energy.h"

#include <math.h>

eg_status eg_mode_energy_create(eg_context *context, eg_cell_type type, int order, eg_mode_energy *energy)
{
    EG_SCRATCH double *weights = NULL;
    double values[EG_MODES_MOST], unit = type == EG_TRIANGLE ? sqrt(0.5) : 1;
    int count = eg_quadrature_count(type, 2 * order - 1);
    *energy = (eg_mode_energy){.order = order, .modes = eg_modal_count(order), .count = count};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(2 * count, energy->points),
                    EG_BLOCK(energy->modes * count, energy->matrix), EG_BLOCK(count, weights)));
    eg_quadrature_any(type, 2 * order - 1, (double(*)[2])energy->points, weights);
    for (int q = 0; q < count; q++) {
        eg_modal_values(type, order, &energy->points[2 * q], values);
        for (int m = 0; m < energy->modes; m++)
            energy->matrix[m * count + q] = weights[q] * values[m] / unit;
    }
    return EG_OK;
}

void eg_mode_energy_destroy(eg_mode_energy *energy)
{
    EG_FREE(&energy->points, &energy->matrix);
}

double eg_mode_energy_add(const eg_mode_energy *energy, const double *values, double area, double *sums)
{
    double mean = 0;
    for (int m = 0; m < energy->modes; m++) {
        double mode = 0;
        for (int q = 0; q < energy->count; q++)
            mode += energy->matrix[m * energy->count + q] * values[q];
        sums[eg_modal_degree(m)] += area * mode * mode;
        mean = m == 0 ? mode : mean; /* the first is 1 */
    }
    return mean;
}
