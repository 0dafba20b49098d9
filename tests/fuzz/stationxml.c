/* Fuzz target: any bytes as a StationXML file. Without libexpat it is refused each time. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/seismogram/stationxml.h"

static void check(const eg_stationxml *s)
{
    if (s->count < 1)
        abort();
    for (int64_t i = 0; i < s->count; i++) {
        const eg_geographic_station *station = &s->station[i];
        double point[2] = {station->latitude, station->longitude}, found[2];
        eg_tangent_plane((const double[]){0.8, 0.1}, point, found);
        if (!isfinite(found[0]) || !isfinite(found[1]) || !isfinite(station->elevation) ||
            strlen(station->code) < 1 || strlen(station->network) > EG_STATION_CODE)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_stationxml *stations;
    eg_status status = eg_stationxml_read(context, file.path, &stations);
    if (status == EG_OK)
        check(stations);
    else if ((status != EG_INPUT && status != EG_USAGE) || stations)
        abort();
    eg_stationxml_destroy(&stations);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
