/* Time functions of sources: shapes by name, series of text tables and of SAC files. */
#include "run/models/seismic/sources.h"

#include "io/seismogram/sac.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *key;
    eg_source_time_kind kind;
} shapes[] = {{"ricker", EG_SOURCE_RICKER},
              {"gaussian", EG_SOURCE_GAUSSIAN},
              {"brune", EG_SOURCE_BRUNE_RATE},
              {"heaviside", EG_SOURCE_HEAVISIDE},
              {"heaviside_rate", EG_SOURCE_HEAVISIDE_RATE}};

bool eg_waves_shape_of(const char *name, eg_source_time_kind *kind)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].key, name) == 0) {
            *kind = shapes[i].kind;
            return true;
        }
    return false;
}

const char *eg_waves_shape_name(int i)
{
    return i < (int)(sizeof shapes / sizeof *shapes) ? shapes[i].key : NULL;
}

static eg_source_time function_of_series(eg_series *series, double shift)
{
    for (int64_t i = 0; shift != 0 && i < series->count; i++)
        series->times[i] += shift;
    return (eg_source_time){
        .kind = EG_SOURCE_TABLE, .count = series->count, .times = series->times, .values = series->values};
}

eg_status eg_waves_read_series(const eg_setup *setup, const char *path, const eg_series_options *options,
                               double shift, eg_waves_sources *sources, eg_source_time *function)
{
    eg_series **series = &sources->series[sources->series_count];
    eg_series_options dated = options ? *options : (eg_series_options){0};
    dated.start = eg_case_start(setup->loaded);
    EG_TRY(eg_series_read(setup->context, path, &dated, series));
    sources->series_count++;
    *function = function_of_series(*series, shift);
    return EG_OK;
}

/* The samples of a SAC file, kept with the tables of series. */
static eg_status take_sac_samples(eg_context *context, const eg_sac *sac, const char *path, eg_series *series)
{
    EG_TRY(EG_ALLOC(context, EG_BLOCK(sac->count, series->times), EG_BLOCK(sac->count, series->values)));
    series->count = sac->count;
    for (int64_t i = 0; i < sac->count; i++) {
        series->times[i] = sac->begin + (double)i * sac->dt;
        series->values[i] = sac->values[i];
        if (!isfinite(series->values[i]))
            return eg_fail(context, EG_INPUT, "%s: sample %lld, at %.9g s, is %g; it must be finite", path,
                           (long long)i + 1, series->times[i], series->values[i]);
    }
    return EG_OK;
}

eg_status eg_waves_read_sac(const eg_setup *setup, const char *path, double shift, eg_waves_sources *sources,
                            eg_source_time *function)
{
    eg_context *context = setup->context;
    eg_series **series = &sources->series[sources->series_count];
    EG_ENDS_WITH(eg_sac_destroy) eg_sac *sac = NULL;
    EG_TRY(eg_sac_read(context, path, &sac));
    EG_TRY(eg_alloc(context, 1, sizeof **series, series));
    sources->series_count++;
    (*series)->context = context;
    EG_TRY(take_sac_samples(context, sac, path, *series));
    if ((*series)->count < 2)
        return eg_fail(context, EG_INPUT, "%s: has one sample; a time function needs two or more", path);
    *function = function_of_series(*series, shift);
    return EG_OK;
}
