/* How well the mechanisms of a medium hold its quality factors: over all cells, and in words. */
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

static const double TURN = 6.28318530717958647692;

/* Of 1 / Q over the band; how far outside of it the middle of a spectrum may lie. */
static const double DEVIATION_MOST = 0.2, BEYOND = 1.5;
/* How far outside of it the frequency of the speeds may lie: a decade. */
static const double REFERENCE_BEYOND = 10;

/* The least and the largest finite factor of own cells: most[0] = -least, most[1]. */
static eg_status find_factors(const eg_waves *model, double most[2])
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_waves_kind *kind = model->kind;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        const eg_waves_medium *medium = &model->regions.of[mesh->region[c]];
        for (int k = kind->keys - kind->optional; k < kind->keys; k++) {
            double q;
            if (!medium->node[k])
                continue;
            EG_TRY(eg_given_at(&medium->plane[k], c, mesh->centroid[c], &q));
            most[0] = fmax(most[0], -q);
            most[1] = fmax(most[1], q);
        }
    }
    return EG_OK;
}

/* The highest frequency of a wave that passes one wavelength of some own cell as it should, in `needed`
 * cells, Hz. */
static eg_status find_resolved(const eg_waves *model, double needed, double *highest)
{
    const eg_mesh *mesh = model->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        double slowest = eg_waves_slowest(model->kind, material);
        *highest = fmax(*highest, slowest / (needed * eg_waves_size(mesh, c)));
    }
    return EG_OK;
}

static eg_status check_band(const eg_waves *model, double needed)
{
    double highest = 0, begin = model->kind->relaxation->band[0] / TURN;
    eg_case *loaded = model->setup.loaded;
    EG_TRY(eg_comm_agree(model->setup.comm, find_resolved(model, needed, &highest)));
    eg_comm_max(model->setup.comm, &highest, 1);
    if (begin <= highest)
        return EG_OK;
    return eg_case_fail(
        loaded, eg_case_find(loaded, "attenuation.band"), EG_CASE,
        "attenuation.band begins at %.6g Hz, and no cell resolves waves above %.3g Hz: give the "
        "frequencies of the waves that the run has, or smaller cells",
        begin, highest);
}

eg_status eg_waves_measure_quality(eg_waves *model, eg_waves_scheme nodal, int nodes)
{
    double most[2] = {-INFINITY, 0};
    const eg_relaxation *relaxation = model->kind->relaxation;
    if (!relaxation)
        return EG_OK;
    EG_TRY(check_band(model, eg_waves_cells_needed(nodal, nodes, 1)));
    EG_TRY(eg_comm_agree(model->setup.comm, find_factors(model, most)));
    eg_comm_max(model->setup.comm, most, 2);
    if (most[1] > 0)
        model->quality_error =
            fmax(eg_relaxation_deviation(relaxation, -most[0]), eg_relaxation_deviation(relaxation, most[1]));
    return EG_OK;
}

/* Outside of the band there is no loss, and speeds do not change with frequency as they do by a constant
 * Q. */
static eg_status judge_reference(const eg_waves *waves)
{
    const eg_relaxation *r = waves->kind->relaxation;
    double beyond = fmax(r->reference / r->band[1], r->band[0] / r->reference);
    if (!(beyond > REFERENCE_BEYOND))
        return EG_OK;
    return eg_verdict_say(waves->setup.run, eg_case_find(waves->setup.loaded, "attenuation.reference"),
                          "resolution", beyond, REFERENCE_BEYOND,
                          "speeds are given at %.4g Hz, and quality factors hold from %.4g to %.4g Hz alone: "
                          "between, speeds do "
                          "not change as they do with a constant Q; give the speeds at a frequency of the "
                          "band, or a wider band",
                          r->reference / TURN, r->band[0] / TURN, r->band[1] / TURN);
}

eg_status eg_waves_judge_quality(const eg_waves *waves, int count, const eg_waves_origin *origin)
{
    const eg_relaxation *r = waves->kind->relaxation;
    const eg_node *band = eg_case_find(waves->setup.loaded, "attenuation.band");
    if (!r)
        return EG_OK;
    EG_TRY(judge_reference(waves));
    double low = r->band[0] / TURN, high = r->band[1] / TURN;
    if (waves->quality_error > DEVIATION_MOST)
        EG_TRY(eg_verdict_say(waves->setup.run, band, "resolution", waves->quality_error, DEVIATION_MOST,
                              "1/Q is up to %.0f %% off the given one between %.4g and %.4g Hz: take more "
                              "attenuation.mechanisms, or a narrower band",
                              100 * waves->quality_error, low, high));
    for (int i = 0; i < count; i++) {
        double middle = origin[i].spectrum.middle, beyond = fmax(middle / high, low / middle);
        if (middle > 0 && beyond > BEYOND)
            return eg_verdict_say(
                waves->setup.run, band, "resolution", beyond, BEYOND,
                "half of the energy of '%s' lies below %.3g Hz, and quality factors hold from "
                "%.4g to %.4g Hz: give the band of the waves that the run has",
                eg_node_name(origin[i].node), middle, low, high);
    }
    return EG_OK;
}

void eg_waves_describe_quality(const eg_waves *model, eg_text *text)
{
    const eg_relaxation *r = model->kind->relaxation;
    if (!r)
        return;
    eg_text_add(text,
                "quality    1/Q within %.2g %% of the given one from %.4g to %.4g Hz, speeds at %.4g Hz;",
                100 * model->quality_error, r->band[0] / TURN, r->band[1] / TURN, r->reference / TURN);
    for (int l = 0; l < r->count; l++)
        eg_text_add(text, "%s%.4g",
                    l == 0             ? " mechanisms at "
                    : l + 1 < r->count ? ", "
                                       : " and ",
                    r->frequency[l] / TURN);
    eg_text_add(text, " Hz\n");
}
