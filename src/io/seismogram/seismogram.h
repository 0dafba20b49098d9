/* What the writers and readers of seismogram files share: time of day, bytes, single precision. */
#ifndef EG_IO_SEISMOGRAM_H
#define EG_IO_SEISMOGRAM_H

#include <string.h>

#include "base/base.h"

/* UTC as the headers of both formats hold it; leap seconds are not known. */
typedef struct eg_utc {
    int year, day; /* day of the year, from 1 */
    int hour, minute, second, millisecond;
} eg_utc;

/* Milliseconds since 1970-01-01T00:00:00 UTC, and back. eg_utc_split takes years 1 to 9999 (else
 * false), eg_utc_join only what exists (else false). */
bool eg_utc_split(int64_t milliseconds, eg_utc *utc);
bool eg_utc_join(const eg_utc *utc, int64_t *milliseconds);

/* Fails with EG_IO for sample `index` (from 0) that single precision cannot hold; `what` is
 * "sample" or "trace 3, sample". */
eg_status eg_seismogram_refuse(eg_context *context, const char *path, const char *what, int64_t index,
                               double value);

/* ---- bytes, whatever the machine's order */

static inline uint32_t eg_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float eg_float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void eg_put_little_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static inline void eg_put_big_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline void eg_put_big_16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static inline uint32_t eg_get_little_32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint32_t eg_get_big_32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline uint16_t eg_get_big_16(const uint8_t *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

#endif
