/* Fuzz target: any bytes as a SEG-Y file. What is read has traces of one length that fill the file,
 * and a text of printing characters or none; what is refused says why. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/seismogram/segy.h"

static void require(int condition)
{
    if (!condition)
        abort();
}

static void check_header(const eg_segy_header *header)
{
    require(isfinite(header->begin));
    for (int d = 0; d < 3; d++)
        require(isfinite(header->receiver[d]) && isfinite(header->source[d]));
    require(header->has_origin || header->origin == 0);
}

static void check(const eg_segy *segy, size_t size)
{
    require(segy->dt > 0 && segy->dt <= 0.065536);
    require(segy->samples >= 1 && segy->count >= 1);
    size_t traces = (size_t)segy->count * (240 + 4 * (size_t)segy->samples);
    require(size >= 3600 + traces && (size - 3600 - traces) % 3200 == 0); /* extended headers */
    for (int line = 0; line < EG_SEGY_LINES; line++) {
        size_t length = strnlen(segy->text[line], EG_SEGY_COLUMNS + 1);
        require(length <= EG_SEGY_COLUMNS);
        require(length == 0 || segy->text[line][length - 1] != ' ');
    }
    for (int64_t i = 0; i < segy->count; i++)
        check_header(&segy->headers[i]);
    float sum = 0;
    for (int64_t i = 0; i < segy->count * segy->samples; i++)
        sum += segy->values[i]; /* all of them are there */
    require(sum == sum || sum != sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_segy *segy;
    require(eg_context_create(NULL, &context) == EG_OK);
    fuzz_file file = fuzz_file_open(data, size);
    eg_status status = eg_segy_read(context, file.path, &segy);
    if (status == EG_OK)
        check(segy, size);
    else
        require(status == EG_INPUT && segy == NULL && eg_context_error(context)[0] != 0);
    eg_segy_destroy(&segy);
    fuzz_file_close(&file);
    require(eg_context_blocks_held(context) == 0);
    eg_context_destroy(&context);
    return 0;
}
