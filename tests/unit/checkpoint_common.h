/* What the tests of checkpoints share: a small and a larger file, and files as bytes. */
#ifndef EG_TEST_CHECKPOINT_COMMON_H
#define EG_TEST_CHECKPOINT_COMMON_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "torture/checkpoint_content.h"

/* Succeeds, or shows why not. */
#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != EG_OK)                                                                                 \
            fail_msg("%s: %s", #call, eg_context_error(t->context));                                         \
    } while (0)

/* Fails with the status and with a text that ends in `part`. */
#define FAILS(call, expected, part)                                                                          \
    do {                                                                                                     \
        assert_int_equal(call, expected);                                                                    \
        if (!strstr(eg_context_error(t->context), part))                                                     \
            fail_msg("'%s' is not in: %s", part, eg_context_error(t->context));                              \
    } while (0)

typedef struct test {
    eg_context *context;
    char folder[64], path[256];
} test;

/* The bytes of a file. */
typedef struct image {
    uint8_t *data;
    int64_t length;
} image;

static inline int set_up(void **state)
{
    test *t = calloc(1, sizeof *t);
    strcpy(t->folder, "/tmp/eagre-test-XXXXXX");
    if (!mkdtemp(t->folder) || eg_context_create(NULL, &t->context) != EG_OK)
        return 1;
    snprintf(t->path, sizeof t->path, "%s/file.eagre", t->folder);
    *state = t;
    return 0;
}

static inline int tear_down(void **state)
{
    test *t = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    int left = system(command);
    int leaked = eg_context_blocks_held(t->context) != 0;
    if (leaked)
        fprintf(stderr, "%lld blocks leaked\n", (long long)eg_context_blocks_held(t->context));
    eg_context_destroy(&t->context);
    free(t);
    return leaked || left;
}

static inline image image_of(test *t, const char *path)
{
    image made;
    char *data;
    OK(eg_file_read(t->context, EG_INPUT, path, INT64_MAX, &data, &made.length));
    made.data = (uint8_t *)data;
    return made;
}

/* Writes the first `length` bytes as a file, without ceremony. Not truncated first: some file systems
 * take that as a wish to have the bytes on the disk. */
static inline void put_image(const char *path, const uint8_t *data, int64_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    assert_true(file >= 0 && write(file, data, (size_t)length) == length);
    assert_true(ftruncate(file, length) == 0 && close(file) == 0);
}

static inline uint8_t *make_pattern(test *t, int64_t bytes, int64_t seed)
{
    uint8_t *made;
    OK(eg_alloc(t->context, bytes, 1, &made));
    for (int64_t i = 0; i < bytes; i++)
        made[i] = content_byte(i, seed);
    return made;
}

/* A file of 1234 steps with a "state" of so many bytes, and what else is in a content. */
static inline void write_checkpoint(test *t, const char *path, int64_t bytes)
{
    eg_checkpoint_writer *writer;
    OK(eg_checkpoint_writer_create(t->context, path, &writer));
    OK(content_write(writer, 1234, bytes, 7));
    OK(eg_checkpoint_writer_finish(&writer, NULL));
    assert_null(writer);
}

/* The status of opening a file; what was opened is closed. */
static inline eg_status try_open(test *t, const char *path)
{
    eg_checkpoint *checkpoint;
    eg_status status = eg_checkpoint_open(t->context, path, &checkpoint);
    assert_true((status == EG_OK) == (checkpoint != NULL));
    eg_checkpoint_close(&checkpoint);
    return status;
}

#endif
