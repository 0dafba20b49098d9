/* Fuzz target: any bytes as an SRF file. What is read is finite. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/seismogram/srf.h"

static void check_point(const eg_srf *srf, const eg_srf_point *point)
{
    if (!(point->rigidity >= 0) || !isfinite(point->depth) || !(point->dt > 0))
        abort();
    for (int slip = 0; slip < EG_SRF_SLIPS; slip++)
        for (int64_t i = 0; i < point->count[slip]; i++)
            if (!isfinite(srf->rate[point->first[slip] + i]))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_srf *found;
    eg_status status = eg_srf_read(context, file.path, &found);
    if (status == EG_OK)
        for (int64_t i = 0; i < found->count; i++)
            check_point(found, &found->point[i]);
    else if (status != EG_INPUT || found)
        abort();
    eg_srf_destroy(&found);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
