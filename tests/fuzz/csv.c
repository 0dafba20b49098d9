/* Fuzz target: any bytes as a time series. The first byte chooses the columns. What is read has to
 * keep the contract of a series. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/table/series.h"

static void ask(const eg_series *series)
{
    const double times[] = {series->times[0], series->times[series->count - 1],
                            series->times[0] / 2 + series->times[1] / 2, -1e9, 1e9};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        double value = 0;
        eg_status status = eg_series_value(series, times[i], &value);
        if (status != EG_OK && (status != EG_INPUT || series->after == EG_SERIES_HOLD))
            abort();
        if (!isfinite(value))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const eg_series_options options[] = {
        {0},
        {.time_column = "t", .value_column = "h", .after = EG_SERIES_HOLD},
        {.time_column = "2", .value_column = "1", .time_scale = 60},
        {.value_column = "water surface(m)", .value_scale = 1e300}};
    if (size < 1)
        return 0;
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data + 1, size - 1);
    eg_series *series;
    eg_status status = eg_series_read(context, file.path, &options[data[0] % 4], &series);
    if (status == EG_OK) {
        if (series->count < 2)
            abort();
        for (int64_t i = 1; i < series->count; i++)
            if (!(series->times[i] > series->times[i - 1]))
                abort();
        ask(series);
    } else if (status != EG_INPUT || series != NULL) {
        abort();
    }
    eg_series_destroy(&series);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
