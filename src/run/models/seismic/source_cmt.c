/* Sources of a CMTSOLUTION: a record each; and of an event of QuakeML. */
#include "run/models/seismic/sources.h"

#include <math.h>
#include <string.h>

/* Below this no run resolves it. */
static const double SIGMA_LEAST = 1e-9;

/* Of SPECFEM's Gaussian, exp(-(1.628 t / half duration)^2). */
static const double PER_HALF_DURATION = 1.628;

static eg_status read_sigma(const eg_setup *setup, const eg_node *map, const eg_cmt_point *point,
                            double *sigma)
{
    const eg_node *given = eg_node_child(map, "half_duration");
    double half_duration = given ? eg_node_real(given) : point->half_duration;
    *sigma = half_duration / (PER_HALF_DURATION * sqrt(2));
    if (*sigma >= SIGMA_LEAST)
        return EG_OK;
    return eg_fail(setup->context, EG_INPUT,
                   "%s:%lld: the half duration of this record is %g s: a moment that rises at once has "
                   "frequencies that no mesh resolves; give a longer %s.half_duration",
                   eg_node_path(eg_node_child(map, "file")), (long long)point->line, half_duration,
                   eg_node_name(map));
}

static eg_status add_cmt_point(const eg_setup *setup, const eg_node *map, const eg_waves_frame *frame,
                               const eg_cmt_point *point, eg_waves_sources *sources)
{
    eg_waves_source *source = &sources->source[sources->count++];
    eg_source_time *function = &sources->function[sources->functions];
    *function = (eg_source_time){.kind = EG_SOURCE_GAUSSIAN};
    EG_TRY(read_sigma(setup, map, point, &function->sigma));
    source->place =
        (eg_waves_place){.node = map, .file = eg_node_path(eg_node_child(map, "file")), .line = point->line};
    eg_waves_to_frame(frame, (const double[]){point->latitude, point->longitude}, -point->depth,
                      source->place.x);
    source->smooth = true;
    source->kind = EG_LINEAR_SOURCE_MOMENT;
    source->function = sources->functions++;
    eg_moment_turn(frame->axes, point->moment, source->strength);
    double area = function->sigma * sqrt(2 * 3.14159265358979323846); /* its peak is 1 */
    for (int k = 0; k < EG_MOMENTS; k++)
        source->strength[k] /= area;
    return EG_OK;
}

/* QuakeML counts depths in m, most catalogues in km. */
static void doubt_depth(const eg_setup *setup, const eg_node *map, const eg_cmt_point *point)
{
    static const double least = 100;
    if (strcmp(strrchr(eg_node_name(map), '.') + 1, "quakeml") == 0 && point->depth > 0 &&
        point->depth < least)
        eg_case_doubt(setup->loaded, eg_node_child(map, "file"), point->depth, least,
                      "%s:%lld: the depth of the event is %.6g m: QuakeML has depths in metres, not in km",
                      eg_node_path(eg_node_child(map, "file")), (long long)point->line, point->depth);
}

static double least_shift(const eg_cmt *cmt)
{
    double least = cmt->point[0].shift;
    for (int64_t i = 1; i < cmt->count; i++)
        least = fmin(least, cmt->point[i].shift);
    return least;
}

/* function[count] of the records: their peaks. */
static eg_status place_peaks(const eg_setup *setup, const eg_node *map, const eg_cmt *cmt,
                             eg_source_time *function)
{
    const eg_node *given = eg_node_child(map, "delay");
    double least = least_shift(cmt), delay = -INFINITY;
    for (int64_t i = 0; i < cmt->count; i++) {
        function[i].time = cmt->point[i].shift - least;
        delay = fmax(delay, eg_source_time_smooth_delay(&function[i]) - function[i].time);
    }
    if (given)
        delay = eg_node_real(given);
    for (int64_t i = 0; i < cmt->count; i++) {
        function[i].time += delay;
        EG_TRY(eg_source_time_check(setup->context, &function[i]));
    }
    return EG_OK;
}

eg_status eg_waves_add_cmt(const eg_setup *setup, const eg_node *map, const eg_cmt *cmt,
                           eg_waves_sources *sources)
{
    eg_waves_frame frame;
    eg_source_time *first = &sources->function[sources->functions];
    eg_waves_read_frame(map, setup->cells->dimension, &frame);
    doubt_depth(setup, map, &cmt->point[0]);
    eg_waves_doubt_cmt(setup, map, cmt);
    for (int64_t i = 0; i < cmt->count; i++)
        EG_TRY(add_cmt_point(setup, map, &frame, &cmt->point[i], sources));
    return place_peaks(setup, map, cmt, first);
}
