/* The material of a cell at a point, its fastest wave, and the step that this allows. */
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

/* The least distance from the centroid to a face: of a triangle 2/3 A / l, of a parallelogram A / 2 l. */
static double height_of(const eg_plane *mesh, int64_t cell)
{
    double longest = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        double normal[2], length;
        eg_plane_frame(mesh, mesh->cell_face[k], normal, &length);
        longest = fmax(longest, length);
    }
    return (mesh->type[cell] == EG_TRIANGLE ? 2.0 / 3.0 : 0.5) * mesh->area[cell] / longest;
}

/* (31) is 1 / dt = (2 O - 1) speed / (CFL height). The bound 2 O - 1 falls too slowly for a step of one
 * stage: measured, the largest stable CFL falls below 1 from order 7 on (theory page, "time step"); there it
 * counts as CFL 1. A matrix E adds the largest size of its eigenvalues: the Taylor polynomial of exp(z) with
 * its terms is at most 1 in the left half of the unit disc. Of an implicit one rotation alone counts: once,
 * or twice above order 4 (docs/theory/linear.md, "Where E is stiff"). */
double eg_ader_rate_of_speed(const eg_ader *ader, int64_t cell, double speed)
{
    static const double stable[EG_CELL_TYPES][EG_ORDER_MOST] = {
        [EG_TRIANGLE] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.9, 0.85},
        [EG_QUADRANGLE] = {1, 1, 1, 1, 1, 1, 0.95, 0.85, 0.75, 0.7, 0.65, 0.6}};
    return (2 * ader->order - 1) * speed /
           (height_of(ader->mesh, cell) * stable[ader->mesh->type[cell]][ader->order - 1]);
}

double eg_ader_rate(const eg_ader *ader, int64_t cell)
{
    double moves = eg_ader_rate_of_speed(ader, cell, eg_ader_speed(ader, cell));
    moves += ader->exchange_rate;
    const eg_linear *system = ader->system;
    const double *material = &ader->material[cell * system->materials];
    if (!system->reacts)
        return moves;
    if (ader->implicit)
        return moves + (ader->order > 4 ? 2 : 1) * system->turning(system, material);
    return moves + system->reaction(system, material);
}
