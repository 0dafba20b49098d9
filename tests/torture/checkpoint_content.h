/* The content of the checkpoints that tests write, and that the kept files have. */
#ifndef EG_TEST_CHECKPOINT_CONTENT_H
#define EG_TEST_CHECKPOINT_CONTENT_H

#include "io/checkpoint/checkpoint.h"

/* Byte i of what the tests write. */
static inline uint8_t content_byte(int64_t i, int64_t seed)
{
    return (uint8_t)((uint64_t)(i + seed) * 0x9E3779B97F4A7C15u >> 56);
}

/* Three sections: numbers ("steps" and "time" = 0.1), "state" of so many bytes with a seed, in
 * pieces of a million, and "empty". The caller finishes. */
static inline eg_status content_write(eg_checkpoint_writer *writer, int64_t steps, int64_t bytes,
                                      int64_t seed)
{
    static uint8_t piece[1000000];
    const eg_checkpoint_number numbers[] = {{.name = "steps", .integer = steps},
                                            {.name = "time", .is_real = true, .real = 0.1}};
    EG_TRY(eg_checkpoint_writer_numbers(writer, "numbers", numbers, 2));
    EG_TRY(eg_checkpoint_writer_begin(writer, "state", bytes));
    for (int64_t at = 0; at < bytes; at += (int64_t)sizeof piece) {
        int64_t here = eg_min_i64((int64_t)sizeof piece, bytes - at);
        for (int64_t i = 0; i < here; i++)
            piece[i] = content_byte(at + i, seed);
        EG_TRY(eg_checkpoint_writer_write(writer, piece, here));
    }
    EG_TRY(eg_checkpoint_writer_end(writer));
    return eg_checkpoint_writer_section(writer, "empty", NULL, 0);
}

#endif
