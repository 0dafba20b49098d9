/* The material of a cell at a point, and its fastest wave. */
#include "scheme/ader/internal.h"

#include <math.h>

void eg_ader_material_of(const eg_ader *ader, int64_t cell, const double *basis, double *material)
{
    int n = ader->system->materials, modes = ader->material_modes;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < modes; k++)
            sum += basis[k] * ader->polynomial[(cell * n + i) * modes + k];
        material[i] = sum;
    }
}

void eg_ader_material_at(const eg_ader *ader, int64_t cell, const double point[2], double *material)
{
    int n = ader->system->materials;
    double basis[EG_MODES_MOST];
    for (int i = 0; !ader->variable && i < n; i++)
        material[i] = ader->material[cell * n + i];
    if (!ader->variable)
        return;
    eg_modal_values((eg_cell_type)ader->mesh->type[cell], ader->material_order, point, basis);
    eg_ader_material_of(ader, cell, basis, material);
}

double eg_ader_speed(const eg_ader *ader, int64_t cell)
{
    const eg_linear *system = ader->system;
    if (!ader->variable)
        return system->speed(system, &ader->material[cell * system->materials]);
    const eg_ader_cells *cells = &ader->cells[ader->mesh->type[cell]];
    int modes = ader->material_modes, faces = eg_cell_type_vertices((eg_cell_type)ader->mesh->type[cell]);
    double material[EG_LINEAR_MATERIALS], largest = 0;
    for (int q = 0; q < cells->points + faces * ader->edge_points; q++) {
        bool inside = q < cells->points;
        eg_ader_material_of(
            ader, cell, inside ? &cells->at_points[q * modes] : &cells->at_faces[(q - cells->points) * modes],
            material);
        double speed = system->speed(system, material);
        if (!isfinite(speed))
            return NAN;
        largest = fmax(largest, speed);
    }
    return largest * ader->factor_most;
}
