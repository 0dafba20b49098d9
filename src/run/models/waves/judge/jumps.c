/* A warning where the medium is given at nodes and jumps: the nodes of a face between two media have one
 * value for both cells. */
#include "run/models/waves/internal.h"

#include <string.h>

/* A jump is a difference of more than this part that is still there where its ends are as near as that, in
 * parts of half a cell. */
static const double PART = 0.02, NEAR = 1e-6;

typedef struct medium_jump {
    double x[3], part; /* part 0: none */
} medium_jump;

/* From the centre of a cell towards a corner, in its reference cell. */
typedef struct medium_ray {
    const eg_waves *waves;
    int64_t cell;
    double corner[3];
} medium_ray;

static eg_status medium_on(const medium_ray *ray, double at, double x[3], double *material)
{
    const eg_mesh *mesh = ray->waves->setup.cells;
    double reference[3];
    for (int d = 0; d < 3; d++)
        reference[d] = at * ray->corner[d];
    mesh->class->map(mesh, ray->cell, reference, x, NULL);
    return eg_waves_region_at(&ray->waves->regions, ray->cell, x, material);
}

static double difference(int count, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        double size = fmax(fabs(a[i]), fabs(b[i]));
        most = size > 0 ? fmax(most, fabs(a[i] - b[i]) / size) : most;
    }
    return most;
}

/* Halves the ray where the medium differs more. */
static eg_status search_ray(const medium_ray *ray, medium_jump *jump)
{
    double low[EG_LINEAR_MATERIALS], high[EG_LINEAR_MATERIALS], middle[EG_LINEAR_MATERIALS];
    double from = 0, to = 1, x[3];
    const eg_linear *system = ray->waves->kind->system;
    int count = system->materials - system->following;
    EG_TRY(medium_on(ray, from, x, low));
    EG_TRY(medium_on(ray, to, x, high));
    double part = difference(count, low, high);
    while (to - from > NEAR && part > PART) {
        double at = 0.5 * (from + to);
        EG_TRY(medium_on(ray, at, x, middle));
        bool right = difference(count, middle, high) > difference(count, low, middle);
        memcpy(right ? low : high, middle, sizeof middle);
        *(right ? &from : &to) = at;
        part = difference(count, low, high);
    }
    if (part > PART)
        *jump = (medium_jump){.x = {x[0], x[1], x[2]}, .part = part};
    return EG_OK;
}

static eg_status search_cell(const eg_waves *waves, int64_t cell, medium_jump *jump)
{
    const eg_mesh *mesh = waves->setup.cells;
    for (int c = 0; c < 1 << mesh->dimension && jump->part == 0; c++) {
        medium_ray ray = {.waves = waves, .cell = cell};
        for (int d = 0; d < mesh->dimension; d++)
            ray.corner[d] = c >> d & 1 ? 1 : -1;
        EG_TRY(search_ray(&ray, jump));
    }
    return EG_OK;
}

/* The jump in the lowest cell of all ranks. Collective. */
static eg_status find_jump(const eg_waves *waves, medium_jump *jump)
{
    const eg_mesh *mesh = waves->setup.cells;
    double number = -INFINITY;
    eg_status status = EG_OK;
    *jump = (medium_jump){0};
    for (int64_t c = mesh->own_first; status == EG_OK && jump->part == 0 && c < eg_mesh_own_end(mesh); c++) {
        if (!waves->regions.of[mesh->region[c]].constant)
            status = search_cell(waves, c, jump);
        if (jump->part > 0)
            number = -(double)eg_mesh_whole_number(mesh, c);
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_broadcast(waves->setup.comm, eg_comm_first_largest(waves->setup.comm, number), jump,
                      sizeof *jump);
    return EG_OK;
}

/* To the digits that the search is sure of. */
static void round_place(const eg_mesh *mesh, double x[3])
{
    double extent = 0;
    for (int d = 0; d < mesh->dimension; d++)
        extent = fmax(extent, mesh->box_high[d] - mesh->box_low[d]);
    double unit = pow(10, floor(log10(extent)) - 5);
    for (int d = 0; d < 3; d++)
        x[d] = round(x[d] / unit) * unit;
}

eg_status eg_waves_warn_of_jumps(const eg_waves *waves)
{
    const eg_node *node = eg_case_find(waves->setup.loaded, "numerics.material");
    char at[EG_POINT_ROOM];
    medium_jump jump;
    if (!node || !eg_node_is(node, "nodes"))
        return EG_OK;
    EG_TRY(find_jump(waves, &jump));
    if (jump.part == 0)
        return EG_OK;
    round_place(waves->setup.cells, jump.x);
    eg_case_warn(waves->setup.loaded, node,
                 "the medium jumps by %.3g %% at %s, inside a cell or on its face, and the cell has nodes on "
                 "both sides: errors there are of first order; give 'cell', and put faces of cells along the "
                 "jump, or take small cells there (mesh.forest.levels)",
                 100 * jump.part, eg_given_point(&waves->setup, jump.x, at));
    return EG_OK;
}
