/* What an application of the matrix moves and computes, for reports and profiles. */
#include "scheme/sem/internal.h"

#include "sem/kinds.h" /* kernels/sem/kinds.h */

/* Of an element: numbers of nodes, geometry and coefficients. */
static int64_t element_bytes(const eg_sem *sem, const eg_sem_cells *cells)
{
    int64_t size = (int64_t)eg_real_size(sem->precision), values = cells->values;
    values += eg_buffer_bytes(cells->kappa) > size ? sem->volume : 0;
    values += eg_buffer_bytes(cells->mass) > size ? sem->volume : 0;
    return sem->volume * 4 + values * size;
}

/* What elements leave for common nodes is read again by the kernel that sums it. */
int64_t eg_sem_apply_bytes(const eg_sem *sem)
{
    int64_t size = (int64_t)eg_real_size(sem->precision);
    return eg_sem_elements_bytes(sem) + sem->common * (4 + size) + sem->contributions * (size + 4);
}

int64_t eg_sem_elements_bytes(const eg_sem *sem)
{
    int64_t size = (int64_t)eg_real_size(sem->precision), nodes = sem->nodes->nodes;
    int64_t bytes = (2 * nodes - sem->common + sem->contributions) * size;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (sem->cells[kind].count > 0)
            bytes += sem->cells[kind].count * element_bytes(sem, &sem->cells[kind]);
    return bytes;
}

/* Of a node of an element: derivatives by even and odd parts, there and back; the metric, by
 * kernels/sem/lanes.h where it is computed, else three products and sums for each of three fluxes. */
static double node_operations(const eg_sem *sem, const eg_sem_cells *cells)
{
    double side = sem->side, split = (sem->side + 1) / 2;
    double metric = cells->geometry == GEOMETRY_TRILINEAR ? 42 + 75 / side : 15;
    return 6 * (split + 2) + metric;
}

/* A node's p is read once and its y written once, by whatever kernel: kinds of elements share that by their
 * numbers. A step of smoothing reads b and the inverse, too, and x again in the sums: on a processor at all
 * nodes there (kernels/sem/gather.c). */
void eg_sem_set_costs(const eg_sem *sem, bool smooths, bool products)
{
    double size = (double)eg_real_size(sem->precision), nodes = (double)sem->nodes->nodes;
    double common = (double)sem->common, contributions = (double)sem->contributions;
    double step = smooths ? 2 * (nodes - common) : 0;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        const eg_sem_cells *cells = &sem->cells[kind];
        double count = (double)cells->count, share = count / (double)sem->elements;
        if (cells->count == 0)
            continue;
        eg_kernel_cost(cells->apply, cells->blocks,
                       count * (double)element_bytes(sem, cells) +
                           share * size * (2 * nodes - common + contributions + step),
                       count * sem->volume * node_operations(sem, cells));
    }
    int64_t chunks = eg_ceil_div(sem->nodes->own, EG_CHUNK);
    double sums = (4 + size) * (contributions + common), vector = size * (double)sem->nodes->own;
    eg_kernel_cost(sem->gather, chunks, sums + (products ? 2 * vector : 0), 0);
    eg_kernel_cost(sem->gather_smooth, chunks, sums + (sem->columns ? 3 * size * common : 5 * vector), 0);
}
