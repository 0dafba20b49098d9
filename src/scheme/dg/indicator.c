/* What cells are chosen by (kernels/dg/adapt.h), and what it takes to go on with others. */
#include "scheme/dg/internal.h"

#include <math.h>

/* The mode of the highest degree of a line's values at the nodes, times the root of its mean square: the
 * nodes' quadrature finds 2 / (n - 1) for the square of Legendre's polynomial, whose integral is 2 / (2 n -
 * 1). */
static void find_top(const eg_dg *dg, double *top)
{
    int n = dg->edge;
    for (int j = 0; j < n; j++) {
        double before = 1, now = dg->point[j];
        for (int k = 2; k < n; k++) {
            double next = ((2 * k - 1) * dg->point[j] * now - (k - 1) * before) / k;
            before = now;
            now = next;
        }
        top[j] = 0.5 * (n - 1) * dg->weight[j] * now / sqrt(2 * n - 1);
    }
}

static eg_status upload_indicator(eg_dg *dg)
{
    eg_dg_adaption *a = &dg->adaption;
    int n = dg->edge;
    double split[2 * EG_LINE_NODES * EG_LINE_NODES], join[2 * EG_LINE_NODES * EG_LINE_NODES];
    double top[EG_LINE_NODES];
    eg_dg_split_matrices(n, split);
    eg_dg_join_matrices(n, false, split, join);
    find_top(dg, top);
    return EG_UPLOAD_REALS(&dg->base, {"split of cells", 2 * n * (int64_t)n, split, &a->split},
                           {"join of cells", 2 * n * (int64_t)n, join, &a->join},
                           {"highest mode", n, top, &a->top});
}

static eg_status build_indicator_program(eg_dg *dg)
{
    char file[EG_DG_FILE];
    const eg_program_options options = {
        .file = eg_dg_file(dg, file),
        .precision = dg->layout.precision,
        .lanes = dg->layout.lanes,
        EG_DEFINES({"ADAPT", 1}, {"DIM", dg->dimension}, {"N", dg->edge}, {"LANE_BITS", dg->layout.lane_bits},
                   {"GEOMETRY", dg->geometry}, {"STEPS", 0}, {"RUSANOV", dg->flux == EG_FLUX_RUSANOV},
                   {"STREAMED", dg->stream != NULL}, {"DG_ROWS", eg_dg_node_rows(dg)}, {"MEDIUM", dg->nodal},
                   {"BODIES", dg->system->bodies})};
    EG_TRY(eg_stepper_program(&dg->base, &options, &dg->adaption.program));
    return EG_KERNELS(dg->adaption.program, {"dg_indicate", &dg->adaption.indicate},
                      {"dg_adapt", &dg->adaption.move});
}

eg_status eg_dg_build_adaption(eg_dg *dg)
{
    if (dg->adaption.program)
        return EG_OK;
    EG_TRY(upload_indicator(dg));
    return build_indicator_program(dg);
}

/* Of the blocks that are held. */
static eg_status indicate_held(eg_dg *dg, int stage)
{
    (void)stage;
    return EG_LAUNCH(dg->adaption.indicate, dg->held.blocks, EG_BUFFER("q0", dg->q[0]),
                     EG_BUFFER("q1", dg->q[1]), EG_BUFFER("cell", dg->cell),
                     EG_BUFFER("medium", dg->nodal ? dg->medium : dg->cell),
                     EG_BUFFER("weight", dg->quadrature), EG_BUFFER("top", dg->adaption.top),
                     EG_BUFFER("indicator", dg->content), EG_BUFFER("count", eg_time_count(dg->time)),
                     EG_BUFFER("order", dg->stream ? dg->visits.ordered : dg->stop),
                     EG_INT("from_group", (int32_t)dg->held.from), EG_LONG("cells", dg->mesh->base.own),
                     EG_LONG("blocks", dg->held.blocks));
}

eg_status eg_dg_indicate(eg_dg *dg, double *values)
{
    int64_t own = dg->mesh->base.own;
    EG_TRY(eg_dg_build_adaption(dg));
    EG_TRY(eg_dg_visit_all(dg, indicate_held, 0));
    return own > 0 ? eg_buffer_read(dg->content, 0, values, 2 * own * 8) : EG_OK;
}
