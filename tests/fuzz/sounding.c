/* Fuzz target: any bytes as a sounding, and the background made of it. What is read has to keep the contract
 * of one. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/table/sounding.h"

static void check_rows(const eg_sounding *s)
{
    for (int64_t i = 0; i < s->count; i++) {
        if (!(s->pressure[i] > 0 && s->theta[i] > 0 && isfinite(s->height[i])))
            abort();
        if (i > 0 && !(s->height[i] > s->height[i - 1] && s->pressure[i] < s->pressure[i - 1]))
            abort();
    }
}

/* Air of the sounding's own heights: positive and finite, or refused. */
static void check_background(eg_context *context, const eg_sounding *s)
{
    const eg_background_options options = {
        .kind = EG_BACKGROUND_SOUNDING, .gas = {287.0, 1004.5, 1e5}, .gravity = 9.81, .sounding = s};
    double low = s->height[0], high = s->height[s->count - 1];
    eg_background *background;
    eg_status status = eg_background_create(context, &options, low, high, &background);
    if (status == EG_OK) {
        const double heights[] = {low, low / 2 + high / 2, high};
        for (int i = 0; i < 3; i++) {
            eg_background_state at = eg_background_at(background, heights[i]);
            if (!(at.density >= 0 && at.pressure > 0 && at.theta > 0))
                abort();
        }
    } else if ((status != EG_INPUT && status != EG_CASE) || background) {
        abort();
    }
    eg_background_destroy(&background);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_sounding *sounding;
    eg_status status = eg_sounding_read(context, file.path, &sounding);
    if (status == EG_OK) {
        check_rows(sounding);
        check_background(context, sounding);
    } else if (status != EG_INPUT || sounding) {
        abort();
    }
    eg_sounding_destroy(&sounding);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
