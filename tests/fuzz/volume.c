/* Fuzz target: any bytes as a header of Madagascar, whose numbers are a file of 64 bytes where it names none, or
 * as a volume of NumPy or netCDF, or as one of SEG-Y. The first byte chooses which, the axes and what is between
 * numbers. What is read can be sampled within its bounds, and only there. HDF5 is left to its library. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/volume/formats.h"

static void ask(const eg_volume *v)
{
    double value, x[3];
    for (int i = 0; i < 125; i++) {
        const int at[3] = {i % 5, i / 5 % 5, i / 25};
        for (int d = 0; d < 3; d++)
            x[d] = v->count[d] == 1 ? 100 * at[d] : v->low[d] + (v->high[d] - v->low[d]) * at[d] / 4;
        if (eg_volume_sample(v, x, &value) != EG_OK)
            abort();
    }
    for (int d = 0; d < v->dimension; d++)
        if (v->count[d] > 1) {
            x[d] = v->high[d] + fabs(v->spacing[d]);
            if (eg_volume_sample(v, x, &value) != EG_INPUT)
                abort();
        }
}

static void read_whole(eg_context *context, const uint8_t *data, size_t size,
                       const eg_volume_options *options)
{
    fuzz_file file = fuzz_file_open(data, size);
    eg_volume *volume;
    eg_status status = eg_volume_read(context, file.path, options, &volume);
    if (status == EG_OK)
        ask(volume);
    else if (status != EG_INPUT || volume != NULL)
        abort();
    eg_volume_destroy(&volume);
    fuzz_file_close(&file);
}

/* Whose name says what it is. */
static void read_segy(eg_context *context, const uint8_t *data, size_t size, eg_volume_options options)
{
    fuzz_file file = fuzz_file_open(data, size);
    options.dimension = options.dimension == 2 ? 2 : 3;
    eg_volume_file found = {.context = context, .path = file.path, .options = &options, .n = {1, 1, 1}};
    eg_status status = eg_volume_read_segy(&found);
    if (status != EG_OK && status != EG_INPUT)
        abort();
    eg_free(context, &found.value);
    fuzz_file_close(&file);
}

/* The bytes, and the name of the numbers behind them, so that it holds. */
static void read_header(eg_context *context, const uint8_t *data, size_t size,
                        const eg_volume_options *options)
{
    static const uint8_t numbers[64] = {0, 0, 128, 63, 0, 0, 0, 64};
    fuzz_file values = fuzz_file_open(numbers, sizeof numbers);
    char *text = calloc(size + 100, 1);
    if (!text)
        abort();
    memcpy(text, data, size);
    int tail = snprintf(text + size, 100, "\nin=%s", values.path);
    fuzz_file file = fuzz_file_open((uint8_t *)text, size + (size_t)tail);
    eg_volume *volume;
    eg_status status = eg_volume_read(context, file.path, options, &volume);
    if (status == EG_OK)
        ask(volume);
    else if (status != EG_INPUT || volume != NULL)
        abort();
    eg_volume_destroy(&volume);
    fuzz_file_close(&file);
    fuzz_file_close(&values);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const axes[] = {"xyz", "zxy", "zyx", "yxz"};
    if (size < 1)
        return 0;
    if (size > 8 && memcmp(data + 1, "\x89HDF", 4) == 0)
        return 0;
    static const double spacing[3] = {1, 2, 3};
    bool plane = (data[0] & 32) != 0;
    eg_volume_options options = {.dimension = plane ? 2 : 3,
                                 .axes = plane ? "yx" : axes[data[0] & 3],
                                 .spacing = data[0] & 128 ? spacing : NULL,
                                 .depth = (data[0] & 4) != 0,
                                 .between = data[0] & 8 ? EG_VOLUME_NEAREST : EG_VOLUME_LINEAR};
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    if (data[0] & 64)
        read_segy(context, data + 1, size - 1, options);
    else if (data[0] & 16)
        read_whole(context, data + 1, size - 1, &options);
    else
        read_header(context, data + 1, size - 1, &options);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
