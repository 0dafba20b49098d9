/* Flows with a divergence, in which a tracer that is conserved does not stay uniform. */
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

/* Blocks of the box along an axis: what is smaller comes and goes on the way of a parcel. */
enum { ALONG = 8, BLOCKS = ALONG * ALONG };
enum { SPEED = BLOCKS, AREA, COLUMNS }; /* behind what flows out of blocks, m2/s */
/* Of a uniform tracer. */
static const double CHANGED_MOST = 0.1;

static int block_of(const eg_mesh *mesh, const double *x)
{
    int block = 0;
    for (int d = 0; d < 2; d++) {
        double part = (x[d] - mesh->box_low[d]) / (mesh->box_high[d] - mesh->box_low[d]);
        block = block * ALONG + (int)fmin(fmax(ALONG * part, 0), ALONG - 1);
    }
    return block;
}

/* Collective; all agree. */
static eg_status sum_flow(const eg_waves_model *model, const eg_ader_options *options, eg_sum totals[COLUMNS])
{
    const eg_plane *mesh = model->setup.mesh;
    double most = options->factor ? options->factor_most : 1;
    eg_sum sums[COLUMNS] = {{0}};
    EG_SCRATCH double *net = NULL;
    EG_TRY(
        eg_comm_agree(model->setup.comm, eg_alloc(model->setup.context, mesh->base.own, sizeof *net, &net)));
    eg_ader_find_divergence(model->ader, options, net);
    for (int64_t c = 0; c < mesh->base.own; c++) {
        const double *velocity = eg_ader_material(model->ader, c);
        eg_sum_add(&sums[block_of(&mesh->base, mesh->base.centroid[c])], mesh->area[c] * net[c]);
        eg_sum_add(&sums[SPEED], mesh->area[c] * most * hypot(velocity[0], velocity[1]));
        eg_sum_add(&sums[AREA], mesh->area[c]);
    }
    eg_comm_sum_rows(model->setup.comm, sums, 1, COLUMNS, totals);
    return EG_OK;
}

eg_status eg_waves_judge_divergence(const eg_waves_model *model, const eg_ader_options *options)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_node *form = eg_case_find(model->setup.loaded, "numerics.form");
    eg_sum totals[COLUMNS];
    double divergence = 0;
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    double length = fmax(mesh->box_high[0] - mesh->box_low[0], mesh->box_high[1] - mesh->box_low[1]);
    if (!model->kind->conserves || !eg_node_is(form, "natural"))
        return EG_OK;
    EG_TRY(sum_flow(model, options, totals));
    double area = eg_sum_value(&totals[AREA]), passes = length * area / eg_sum_value(&totals[SPEED]);
    double stays = fmin(end, model->closed ? INFINITY : passes);
    for (int b = 0; b < BLOCKS; b++)
        divergence += fabs(eg_sum_value(&totals[b])) / area;
    if (!(divergence > 0 && divergence * stays > CHANGED_MOST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "materials"), "extremes", divergence * stays,
        CHANGED_MOST,
        "the velocity has a divergence, %.3g 1/s on average, and a tracer that is conserved "
        "does not stay uniform in it: in the %.4g s that it stays it changes by a factor of "
        "about %.3g; numerics.form: quasi-conservative carries values along, conservative "
        "says that amounts are meant",
        divergence, stays, exp(divergence * stays));
}
