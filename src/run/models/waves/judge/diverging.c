/* Flows with a divergence, in which a tracer that is conserved does not stay uniform. */
#include "mesh/plane/side.h"
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

/* Through a face, m2/s, by what its left cell's region has; where the case has no value by that of the
 * cell. */
static double flow_of_face(const eg_waves_model *model, int64_t f)
{
    enum { POINTS = 4 };
    const eg_plane *mesh = model->setup.mesh;
    const int32_t *end = mesh->face_vertex[f], cell = mesh->face_cell[f][0];
    const double *mean = eg_ader_material(model->ader, cell);
    long double s[POINTS], weight[POINTS];
    double x[POINTS][3] = {{0}}, values[POINTS], normal[2], length, flow = 0;
    eg_gauss(POINTS, s, weight);
    eg_plane_frame(mesh, f, normal, &length);
    for (int q = 0; q < POINTS; q++)
        for (int d = 0; d < 2; d++)
            x[q][d] = mesh->x[end[0]][d] + (double)s[q] * (mesh->x[end[1]][d] - mesh->x[end[0]][d]);
    for (int d = 0; d < 2; d++) {
        const eg_given *given = &model->regions.of[mesh->base.region[cell]].plane[d];
        eg_given_look(given, 0, POINTS, (const double(*)[3])x, values);
        for (int q = 0; q < POINTS; q++)
            flow += length * normal[d] * (double)weight[q] * (isfinite(values[q]) ? values[q] : mean[d]);
    }
    return flow;
}

/* Collective. */
static void sum_flow(const eg_waves_model *model, double most, eg_sum totals[COLUMNS])
{
    const eg_plane *mesh = model->setup.mesh;
    eg_sum sums[COLUMNS] = {{0}};
    for (int64_t f = 0; f < mesh->faces; f++) {
        const int32_t *cell = mesh->face_cell[f];
        double flow = most * flow_of_face(model, f);
        for (int i = 0; i < 2; i++)
            if (cell[i] >= 0 && cell[i] < mesh->base.own)
                eg_sum_add(&sums[block_of(&mesh->base, mesh->base.centroid[cell[i]])], i ? -flow : flow);
    }
    for (int64_t c = 0; c < mesh->base.own; c++) {
        const double *velocity = eg_ader_material(model->ader, c);
        eg_sum_add(&sums[SPEED], mesh->area[c] * most * hypot(velocity[0], velocity[1]));
        eg_sum_add(&sums[AREA], mesh->area[c]);
    }
    eg_comm_sum_rows(model->setup.comm, sums, 1, COLUMNS, totals);
}

eg_status eg_waves_judge_divergence(const eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_node *form = eg_case_find(model->setup.loaded, "numerics.form");
    eg_sum totals[COLUMNS];
    double divergence = 0;
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    double length = fmax(mesh->box_high[0] - mesh->box_low[0], mesh->box_high[1] - mesh->box_low[1]);
    if (!model->kind->conserves || !eg_node_is(form, "natural"))
        return EG_OK;
    sum_flow(model, model->factor.data ? model->factor_most : 1, totals);
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
        "about %.3g; %snumerics.form: conservative says that amounts are meant",
        divergence, stays, exp(divergence * stays),
        model->wind.data ? "" : "numerics.form: quasi-conservative carries values along, and ");
}
