/* Hashes and the clock. */
#include "base/base.h"

#include <time.h>
#include <xxhash.h>

uint64_t eg_hash64(const void *data, int64_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(data, (size_t)length, seed);
}

/* The state's size belongs to the library that is loaded, so the library allocates it. */
struct eg_hash_stream {
    XXH3_state_t *state;
};

eg_status eg_hash_create(eg_context *context, eg_hash_stream **stream)
{
    EG_TRY(eg_alloc(context, 1, sizeof **stream, stream));
    (*stream)->state = XXH3_createState();
    if (!(*stream)->state) {
        EG_FREE(stream);
        return eg_fail(context, EG_MEMORY, "out of memory: a checksum's state is needed");
    }
    eg_hash_begin(*stream);
    return EG_OK;
}

void eg_hash_destroy(eg_hash_stream **stream)
{
    if (*stream)
        XXH3_freeState((*stream)->state);
    EG_FREE(stream);
}

void eg_hash_begin(eg_hash_stream *stream)
{
    XXH3_128bits_reset(stream->state);
}

void eg_hash_add(eg_hash_stream *stream, const void *data, int64_t length)
{
    XXH3_128bits_update(stream->state, data, (size_t)length);
}

eg_hash128 eg_hash_value(const eg_hash_stream *stream)
{
    XXH128_hash_t value = XXH3_128bits_digest(stream->state);
    return (eg_hash128){.low = value.low64, .high = value.high64};
}

uint64_t eg_hash_value64(const eg_hash_stream *stream)
{
    return XXH3_64bits_digest(stream->state);
}

double eg_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
