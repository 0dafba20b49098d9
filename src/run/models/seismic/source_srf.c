/* Sources of an SRF file: a double couple for each direction of slip of a point. */
#include "run/models/seismic/sources.h"

#include <math.h>

static bool is_still(const eg_srf *srf, const eg_srf_point *point, int slip)
{
    for (int64_t i = 0; i < point->count[slip]; i++)
        if (srf->rate[point->first[slip] + i] != 0)
            return false;
    return true;
}

int64_t eg_waves_count_srf(const eg_srf *srf)
{
    int64_t count = 0;
    for (int64_t i = 0; i < srf->count; i++)
        for (int slip = 0; slip < EG_SRF_SLIPS; slip++)
            count += !is_still(srf, &srf->point[i], slip);
    return count;
}

static eg_status fail_at_point(const eg_setup *setup, const eg_node *map, const eg_srf_point *point,
                               const char *why)
{
    return eg_fail(setup->context, EG_INPUT, "%s:%lld: %s", eg_node_path(eg_node_child(map, "file")),
                   (long long)point->line, why);
}

/* The rates between zeros, one interval before the first and one behind the last: linear between them, their
 * integral is their sum times dt. */
static eg_status take_rates(const eg_setup *setup, const eg_srf *srf, const eg_srf_point *point, int slip,
                            double shift, eg_waves_sources *sources)
{
    eg_series **made = &sources->series[sources->series_count];
    int64_t count = point->count[slip] + 2;
    EG_TRY(eg_alloc(setup->context, 1, sizeof **made, made));
    eg_series *series = *made;
    sources->series_count++;
    series->context = setup->context;
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(count, series->times), EG_BLOCK(count, series->values)));
    series->count = count;
    for (int64_t i = 0; i < count; i++) {
        series->times[i] = point->onset + (double)(i - 1) * point->dt + shift;
        series->values[i] = i == 0 || i == count - 1 ? 0 : srf->rate[point->first[slip] + i - 1];
    }
    eg_source_time *function = &sources->function[sources->functions++];
    *function = (eg_source_time){
        .kind = EG_SOURCE_TABLE, .count = count, .times = series->times, .values = series->values};
    return eg_source_time_check(setup->context, function);
}

/* N, the moment of 1 m of slip. */
static eg_status moment_of_slip(const eg_setup *setup, const eg_node *map, const eg_srf_point *point,
                                double *moment)
{
    const eg_node *given = eg_node_child(map, "rigidity");
    double rigidity = given ? eg_node_real(given) : point->rigidity;
    *moment = rigidity * point->area;
    if (rigidity == 0)
        return fail_at_point(setup, map, point,
                             "this point has no VS and DEN, as version 2.0 has, that tell its rigidity; give "
                             "sources.srf.rigidity");
    return *moment > 0 ? EG_OK : fail_at_point(setup, map, point, "the area of this point is 0");
}

static eg_status add_srf_slip(const eg_setup *setup, const eg_node *map, const eg_waves_frame *frame,
                              const eg_srf *srf, const eg_srf_point *point, int slip,
                              eg_waves_sources *sources)
{
    const eg_node *delay = eg_node_child(map, "delay");
    eg_waves_source *source = &sources->source[sources->count++];
    double scalar, moment[EG_MOMENTS], quarter = 3.14159265358979323846 / 2;
    EG_TRY(moment_of_slip(setup, map, point, &scalar));
    source->place =
        (eg_waves_place){.node = map, .file = eg_node_path(eg_node_child(map, "file")), .line = point->line};
    eg_waves_to_frame(frame, (const double[]){point->latitude, point->longitude}, -point->depth,
                      source->place.x);
    source->smooth = eg_node_is(eg_node_child(map, "spread"), "smooth");
    source->kind = EG_LINEAR_SOURCE_MOMENT;
    source->function = sources->functions;
    eg_moment_double_couple(point->strike, point->dip, point->rake + slip * quarter, scalar, moment);
    eg_moment_turn(frame->axes, moment, source->strength);
    return take_rates(setup, srf, point, slip, eg_node_real(delay), sources);
}

eg_status eg_waves_add_srf(const eg_setup *setup, const eg_node *map, const eg_srf *srf,
                           eg_waves_sources *sources)
{
    eg_waves_frame frame;
    eg_waves_read_frame(map, setup->cells->dimension, &frame);
    eg_waves_doubt_srf(setup, map, srf);
    if (eg_waves_count_srf(srf) == 0)
        return fail_at_point(setup, map, &srf->point[0], "from here on all points have slip rates of 0");
    for (int64_t i = 0; i < srf->count; i++)
        for (int slip = 0; slip < EG_SRF_SLIPS; slip++)
            if (!is_still(srf, &srf->point[i], slip))
                EG_TRY(add_srf_slip(setup, map, &frame, srf, &srf->point[i], slip, sources));
    return EG_OK;
}
