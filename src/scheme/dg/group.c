/* What a group of a GPU has: rows of lanes, and shared memory. */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"

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
    int64_t reals = dg->values;
    if (columns)
        reals += 4 * (int64_t)dg->edge * dg->edge * dg->system->traces[dg->flux];
    int64_t bytes = reals * dg->layout.lanes * (int64_t)eg_real_size(dg->layout.precision);
    return bytes <= eg_dg_shared_bytes(dg) && dg->geometry != DG_CURVED;
}
