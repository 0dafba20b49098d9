/* Random numbers for meshes that are shaken up: the same on every machine. */
#include "mesh/plane/internal.h"

uint64_t eg_random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void eg_random_order(int32_t *order, int64_t count, bool shuffle, uint64_t *state)
{
    for (int64_t i = 0; i < count; i++) {
        order[i] = (int32_t)i;
        if (shuffle) {
            int64_t j = (int64_t)(eg_random_bits(state) % (uint64_t)(i + 1));
            order[i] = order[j];
            order[j] = (int32_t)i;
        }
    }
}
