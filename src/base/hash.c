/* Hashes and the clock. */
#include "base/base.h"

#include <time.h>
#include <xxhash.h>

uint64_t eg_hash64(const void *data, int64_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(data, (size_t)length, seed);
}

double eg_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
