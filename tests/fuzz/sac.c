/* Fuzz target: any bytes as a SAC file. What is read keeps the contract of its header; what is refused
 * says why. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/seismogram/sac.h"

static void require(int condition)
{
    if (!condition)
        abort();
}

/* A name without blanks at its ends, and with its final zero in its room. */
static void check_name(const char *name, size_t room)
{
    size_t length = strnlen(name, room);
    require(length < room);
    require(length == 0 || name[length - 1] != ' ');
}

static void check(const eg_sac *sac, size_t size)
{
    check_name(sac->station, sizeof sac->station);
    check_name(sac->component, sizeof sac->component);
    check_name(sac->network, sizeof sac->network);
    check_name(sac->event, sizeof sac->event);
    check_name(sac->unit, sizeof sac->unit);
    require(sac->count >= 1 && 632 + 4 * (size_t)sac->count == size);
    require(sac->dt > 0 && isfinite(sac->dt) && isfinite(sac->begin));
    float sum = 0;
    for (int64_t i = 0; i < sac->count; i++)
        sum += sac->values[i]; /* all of them are there */
    require(sum == sum || sum != sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_sac *sac;
    require(eg_context_create(NULL, &context) == EG_OK);
    fuzz_file file = fuzz_file_open(data, size);
    eg_status status = eg_sac_read(context, file.path, &sac);
    if (status == EG_OK)
        check(sac, size);
    else
        require(status == EG_INPUT && sac == NULL && eg_context_error(context)[0] != 0);
    eg_sac_destroy(&sac);
    fuzz_file_close(&file);
    require(eg_context_blocks_held(context) == 0);
    eg_context_destroy(&context);
    return 0;
}
