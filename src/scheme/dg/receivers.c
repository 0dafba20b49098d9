/* Receivers on the device: their places, and their samples. The kernel is dg/receive.h. */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"

/* The dense output of both schemes, by powers of the time in a step: factors of the state, then of what each
 * stage leaves (docs/theory/octree-dg.md). */
static const double of_low_storage[EG_DG_STAGES + 1][DENSE_POWERS] = {
    {1, 0, 0, 0, 0},
    {0, 1, -1.9934122515602428, 1.3547999916855209, -0.21172871812604888},
    {0, 0, 2.9103074296814104, -3.230861542341855, 0.69976442566007202},
    {0, 0, 0.58998135768604065, 2.2017909662978554, -1.9688172945969142},
    {0, 0, 0.44993023243423252, -0.56048622376068591, 0.81000644727557547},
    {0, 0, -0.35740174545131814, 0.44522181492386892, 0.065237178495601178}};
static const double of_strong[][DENSE_POWERS] = {
    {1, -1, -1, 1, 0}, {0, 1, -1, 0, 0}, {0, 0, 2, -2, 0}, {0, 0, 0, 1, 0}};

struct eg_dg_receivers {
    eg_buffer *slot, *basis, *dense, *seen;
    eg_kernel *kernel;
};

/* ---- building */

static void find_basis(const eg_dg *dg, const eg_dg_receiver *receiver, double *values)
{
    double basis[3][EG_LINE_NODES];
    int n = dg->edge;
    for (int d = 0; d < dg->dimension; d++)
        eg_line_values((eg_line){EG_LINE_GLL, n - 1}, receiver->reference[d], basis[d], NULL);
    for (int i = 0; i < dg->nodes; i++) {
        values[i] = basis[0][i % n] * basis[1][i / n % n];
        if (dg->dimension == 3)
            values[i] *= basis[2][i / (n * n)];
    }
}

static eg_status build_reading_places(eg_dg *dg, const eg_dg_options *options)
{
    eg_dg_receivers *made = dg->receivers;
    EG_SCRATCH int32_t *slot = NULL;
    EG_SCRATCH double *basis = NULL;
    EG_TRY(
        EG_ALLOC(dg->context, EG_BLOCK(dg->ring.count, slot), EG_BLOCK(dg->ring.count * dg->nodes, basis)));
    for (int64_t i = 0; i < dg->ring.count; i++) {
        slot[i] = eg_dg_visit_slot(dg, options->receivers[i].cell);
        find_basis(dg, &options->receivers[i], &basis[i * dg->nodes]);
    }
    EG_TRY(eg_stepper_upload(&dg->base, "cells of receivers", dg->ring.count * 4, slot, &made->slot));
    return eg_stepper_upload_reals(&dg->base, "polynomials at receivers", dg->ring.count * dg->nodes, basis,
                                   &made->basis);
}

static eg_status build_reading_stages(eg_dg *dg)
{
    eg_dg_receivers *made = dg->receivers;
    int64_t row = dg->ring.count * dg->variables * (int64_t)eg_real_size(dg->layout.precision);
    int64_t stages = eg_dg_stages(dg);
    return EG_UPLOAD(&dg->base,
                     {"dense output", (stages + 1) * DENSE_POWERS * 8,
                      dg->steps == EG_DG_SSPRK3 ? &of_strong[0][0] : &of_low_storage[0][0], &made->dense},
                     {"stages at receivers", (stages + 1) * row, NULL, &made->seen});
}

static eg_status bind_receivers(eg_dg *dg)
{
    eg_dg_receivers *made = dg->receivers;
    EG_TRY(eg_kernel_get(dg->program, "dg_sample", &made->kernel));
    return EG_BIND(made->kernel, EG_BUFFER("slot", made->slot), EG_BUFFER("basis", made->basis),
                   EG_BUFFER("dense", made->dense), EG_BUFFER("seen", made->seen),
                   EG_BUFFER("ring", dg->ring.buffer), EG_DOUBLE("interval", dg->ring.interval),
                   EG_LONG("samples", dg->ring.room), EG_LONG("receivers", dg->ring.count));
}

static eg_status build_receivers(eg_dg *dg, const eg_dg_options *options)
{
    EG_TRY(eg_owner_alloc(&dg->owned, 1, sizeof *dg->receivers, &dg->receivers));
    EG_TRY(build_reading_places(dg, options));
    EG_TRY(build_reading_stages(dg));
    EG_TRY(bind_receivers(dg));
    return eg_dg_visit_all(dg, eg_dg_queue_receivers, 0);
}

eg_status eg_dg_build_receivers(eg_dg *dg, const eg_dg_options *options)
{
    int64_t count = options->receiver_count;
    if (!dg->comm && count == 0)
        return EG_OK;
    eg_status status = eg_stepper_build_ring(&dg->base, count, options->receiver_interval);
    if (status == EG_OK && count > 0)
        status = build_receivers(dg, options);
    return eg_stepper_agree(&dg->base, status);
}

void eg_dg_destroy_receivers(eg_dg *dg)
{
    eg_stepper_destroy_ring(&dg->base);
    eg_stepper_free(&dg->base, &dg->receivers, sizeof *dg->receivers);
}

eg_status eg_dg_queue_receivers(eg_dg *dg, int stage)
{
    if (!dg->receivers)
        return EG_OK;
    return EG_LAUNCH(dg->receivers->kernel, dg->ring.count, EG_BUFFER("q0", dg->q[0]),
                     EG_BUFFER("q1", dg->q[1]), EG_BUFFER("second", dg->second), EG_INT("number", stage),
                     EG_INT("from_group", (int32_t)dg->held.from), EG_LONG("blocks", dg->held.blocks));
}
