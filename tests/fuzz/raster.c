/* Fuzz target: any bytes as an ESRI ASCII grid. The first byte chooses the registration and what
 * missing values do. What is read can be sampled within its bounds, and only there. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/table/raster.h"

static void ask(const eg_raster *raster)
{
    for (int j = 0; j <= 8; j++)
        for (int i = 0; i <= 8; i++) {
            double x = raster->low[0] + (raster->high[0] - raster->low[0]) * i / 8;
            double y = raster->low[1] + (raster->high[1] - raster->low[1]) * j / 8;
            double value = 0;
            eg_status status = eg_raster_sample(raster, x, y, &value);
            if (status != EG_OK && (status != EG_INPUT || raster->missing == 0))
                abort();
            double spare = 1e-9 * (fabs(raster->least) + fabs(raster->largest));
            if (status == EG_OK && !(value >= raster->least - spare && value <= raster->largest + spare))
                abort();
        }
    double ignored;
    if (eg_raster_sample(raster, raster->high[0] + raster->spacing, raster->low[1], &ignored) != EG_INPUT)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    eg_raster_options options = {.registration = data[0] & 1 ? EG_RASTER_NODE : EG_RASTER_CORNER,
                                 .nodata = data[0] & 2 ? EG_RASTER_NODATA_NEAREST : EG_RASTER_NODATA_ERROR};
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data + 1, size - 1);
    eg_raster *raster;
    eg_status status = eg_raster_read(context, file.path, &options, &raster);
    if (status == EG_OK)
        ask(raster);
    else if (status != EG_INPUT || raster != NULL)
        abort();
    eg_raster_destroy(&raster);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
