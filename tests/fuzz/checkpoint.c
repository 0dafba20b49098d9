/* Fuzz target: any bytes as a checkpoint, as they are and with checksums that agree. What is opened
 * hands out all of its sections, in order and within the file; what is refused says why, and neither
 * takes more memory than the file is long. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "../checkpoint_seal.h"
#include "io/checkpoint/checkpoint.h"

enum { MOST = 1 << 16 }; /* bytes: sealing looks at each section, and they may all be the same one */

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Reads a section whole, in two parts, and as numbers. */
static void read_section(eg_context *context, eg_checkpoint *checkpoint, const char *name, int64_t bytes)
{
    char *whole, *parts;
    int64_t integer, same;
    double real;
    require(eg_checkpoint_has(checkpoint, name));
    require(eg_checkpoint_bytes(checkpoint, name, &same) == EG_OK && same == bytes);
    require(eg_alloc(context, bytes, 1, &whole) == EG_OK);
    require(eg_alloc(context, bytes, 1, &parts) == EG_OK);
    require(eg_checkpoint_read_all(checkpoint, name, whole, bytes) == EG_OK);
    require(eg_checkpoint_read(checkpoint, name, 0, parts, bytes / 3) == EG_OK);
    require(eg_checkpoint_read(checkpoint, name, bytes / 3, parts + bytes / 3, bytes - bytes / 3) == EG_OK);
    require(memcmp(whole, parts, (size_t)bytes) == 0);
    require(eg_checkpoint_read(checkpoint, name, bytes, parts, 1) == EG_CHECKPOINT);
    eg_free(context, &parts);
    eg_free(context, &whole);
    eg_status status = eg_checkpoint_integer(checkpoint, name, "steps", &integer);
    require(status == EG_OK || status == EG_CHECKPOINT);
    status = eg_checkpoint_real(checkpoint, name, "time", &real);
    require(status == EG_OK || status == EG_CHECKPOINT);
}

static void use(eg_context *context, eg_checkpoint *checkpoint, int64_t size)
{
    eg_checkpoint_description d;
    int64_t sum = 0, bytes;
    eg_checkpoint_describe(checkpoint, &d);
    require(d.bytes == size && d.major == EG_CHECKPOINT_MAJOR);
    require(d.sections >= 0 && d.sections <= EG_CHECKPOINT_SECTIONS);
    require(eg_context_bytes_held(context) <= size + 4096);
    for (int i = 0; i < d.sections; i++) {
        const char *name = eg_checkpoint_section_at(checkpoint, i, &bytes);
        require(bytes >= 0 && (sum += bytes) <= size);
        read_section(context, checkpoint, name, bytes);
    }
    require(eg_checkpoint_read(checkpoint, "", 0, NULL, 0) == EG_CHECKPOINT);
}

static void open_bytes(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_checkpoint *checkpoint;
    require(eg_context_create(NULL, &context) == EG_OK);
    fuzz_file file = fuzz_file_open(data, size);
    eg_status status = eg_checkpoint_open(context, file.path, &checkpoint);
    if (status == EG_OK)
        use(context, checkpoint, (int64_t)size);
    else
        require(status == EG_CHECKPOINT && checkpoint == NULL && eg_context_error(context)[0] != 0);
    eg_checkpoint_close(&checkpoint);
    fuzz_file_close(&file);
    require(eg_context_blocks_held(context) == 0);
    eg_context_destroy(&context);
}

/* Sealed bytes get past the checksums, to what stands behind them. */
static void open_sealed(const uint8_t *data, size_t size)
{
    eg_context *context;
    uint8_t *copy = malloc(size);
    require(copy != NULL);
    require(eg_context_create(NULL, &context) == EG_OK);
    memcpy(copy, data, size);
    seal_checkpoint(context, copy, (int64_t)size);
    eg_context_destroy(&context);
    open_bytes(copy, size);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MOST)
        return 0;
    open_bytes(data, size);
    if (size > 0)
        open_sealed(data, size);
    return 0;
}
