/* What launches have in common: the numbers of stages, the file of kernels, and what a group of a GPU has. */
#include "scheme/dg/internal.h"

#include <stdio.h>

#include "dg/sizes.h"

/* Carpenter and Kennedy, NASA TM 109112 (1994), the solution 3 of order 4 in five stages; Shu and Osher,
 * Journal of Computational Physics 77 (1988) 439. */
static const eg_dg_stage low_storage[EG_DG_STAGES] = {
    {0, 1432997174477.0 / 9575080441755.0, 0},
    {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0,
     1432997174477.0 / 9575080441755.0},
    {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0,
     2526269341429.0 / 6820363962896.0},
    {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0,
     2006345519317.0 / 3224310063776.0},
    {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0,
     2802321613138.0 / 2924317926251.0}};
static const eg_dg_stage strong[] = {{0, 1, 0}, {0.75, 0.25, 1}, {1.0 / 3.0, 2.0 / 3.0, 0.5}};

int eg_dg_stages(const eg_dg *dg)
{
    return dg->steps == EG_DG_SSPRK3 ? (int)(sizeof strong / sizeof *strong) : EG_DG_STAGES;
}

const eg_dg_stage *eg_dg_stage_of(const eg_dg *dg, int stage)
{
    return &(dg->steps == EG_DG_SSPRK3 ? strong : low_storage)[stage - 1];
}

double eg_dg_real_axis(const eg_dg *dg)
{
    static const double reach[EG_DG_STEPS] = {[EG_DG_LSRK45] = 4.6568, [EG_DG_SSPRK3] = 2.5127};
    return reach[dg->steps];
}

const char *eg_dg_file(const eg_dg *dg, char file[EG_DG_FILE])
{
    snprintf(file, EG_DG_FILE, "dg/%s.c", dg->system->name);
    return file;
}

/* ---- a group of a GPU */

int eg_dg_node_rows(const eg_dg *dg)
{
    int64_t threads = eg_min_i64(eg_device_describe(dg->device)->max_group, EG_DG_THREADS);
    int64_t most = eg_max_i64(threads / dg->layout.lanes, 1);
    return (int)eg_ceil_div(dg->nodes, eg_ceil_div(dg->nodes, most));
}

/* Elastic cells of 8 nodes along an edge in f64 need all of 48 KB. */
int64_t eg_dg_shared_bytes(const eg_dg *dg)
{
    return 48 * 1024 - (eg_device_describe(dg->device)->kind == EG_DEVICE_OPENCL ? 64 : 0);
}

/* Nodes of curved cells are read in place: a group holds what they differentiate in the weak form. */
bool eg_dg_cells_fit(const eg_dg *dg, bool columns)
{
    int64_t reals = eg_dg_wave_values(dg);
    if (columns)
        reals += 4 * (int64_t)dg->edge * dg->edge * dg->system->traces[dg->flux];
    int64_t bytes = reals * dg->layout.lanes * (int64_t)eg_real_size(dg->layout.precision);
    return bytes <= eg_dg_shared_bytes(dg) && dg->geometry != DG_CURVED;
}
