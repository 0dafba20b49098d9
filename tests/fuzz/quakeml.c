/* Fuzz target: any bytes as QuakeML. What is read is finite. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/seismogram/quakeml.h"

static void check_point(const eg_cmt_point *point)
{
    if (!isfinite(eg_moment_size(point->moment)) || !isfinite(point->depth) || !(point->half_duration >= 0) ||
        !(fabs(point->latitude) <= 2) || !(fabs(point->longitude) <= 7))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_cmt *found;
    eg_status status = eg_quakeml_read(context, file.path, NULL, &found);
    if (status == EG_OK)
        for (int64_t i = 0; i < found->count; i++)
            check_point(&found->point[i]);
    else if ((status != EG_INPUT && status != EG_USAGE) || found)
        abort();
    eg_cmt_destroy(&found);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
