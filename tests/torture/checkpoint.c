/* Writes and looks for checkpoints, for tests/torture/checkpoint.sh and for the kept files.
 *   torture-checkpoint write FOLDER STEPS BYTES   writes the checkpoint of these steps, prunes to 2
 *   torture-checkpoint newest FOLDER              prints the steps of the newest whole one, after
 *                                                 looking at every byte; what is passed over: stderr
 *   torture-checkpoint file PATH BYTES            the kept file with a state of so many bytes
 *   torture-checkpoint many PATH SECTIONS         a file of so many small sections
 * Exits with the exit code of the status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "torture/checkpoint_content.h"

static eg_status write_one(eg_context *context, const char *path, int64_t steps, int64_t bytes, int64_t seed)
{
    eg_checkpoint_writer *writer;
    EG_TRY(eg_checkpoint_writer_create(context, path, &writer));
    content_write(writer, steps, bytes, seed); /* finish tells the first failure */
    return eg_checkpoint_writer_finish(&writer, NULL);
}

static eg_status write_step(eg_context *context, const char *folder, int64_t steps, int64_t bytes)
{
    char name[EG_CHECKPOINT_FILE_NAME], path[4096];
    eg_checkpoint_name(steps, name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    EG_TRY(write_one(context, path, steps, bytes, steps));
    return eg_checkpoint_prune(context, folder, 2, INT64_MAX, NULL);
}

static eg_status write_many(eg_context *context, const char *path, int sections)
{
    eg_checkpoint_writer *writer;
    EG_TRY(eg_checkpoint_writer_create(context, path, &writer));
    for (int i = 0; i < sections; i++) {
        char name[EG_CHECKPOINT_NAME];
        snprintf(name, sizeof name, "section-%d", i);
        eg_checkpoint_writer_section(writer, name, name, i % 9);
    }
    return eg_checkpoint_writer_finish(&writer, NULL);
}

/* Whether the file holds what write_step() puts into it, to the last byte. */
static eg_status check_content(eg_context *context, eg_checkpoint *checkpoint, int64_t *steps)
{
    int64_t bytes;
    uint8_t *data;
    EG_TRY(eg_checkpoint_integer(checkpoint, "numbers", "steps", steps));
    EG_TRY(eg_checkpoint_bytes(checkpoint, "state", &bytes));
    EG_TRY(eg_alloc(context, bytes, 1, &data));
    eg_status status = eg_checkpoint_read_all(checkpoint, "state", data, bytes);
    for (int64_t i = 0; status == EG_OK && i < bytes; i++)
        if (data[i] != content_byte(i, *steps))
            status = eg_fail(context, EG_INTERNAL, "byte %lld of the state is wrong", (long long)i);
    eg_free(context, &data);
    return status;
}

static eg_status print_newest(eg_context *context, const char *folder)
{
    eg_checkpoint *checkpoint;
    eg_text passed = {.context = context};
    int64_t steps = 0;
    eg_status status = eg_checkpoint_newest(context, folder, &passed, &checkpoint);
    fputs(eg_text_string(&passed), stderr);
    eg_text_free(&passed);
    if (status == EG_OK)
        status = check_content(context, checkpoint, &steps);
    if (status == EG_OK)
        printf("%lld\n", (long long)steps);
    eg_checkpoint_close(&checkpoint);
    return status;
}

static eg_status command(eg_context *context, int count, char **words)
{
    const char *what = count > 2 ? words[1] : "";
    if (strcmp(what, "write") == 0 && count == 5)
        return write_step(context, words[2], atoll(words[3]), atoll(words[4]));
    if (strcmp(what, "newest") == 0 && count == 3)
        return print_newest(context, words[2]);
    if (strcmp(what, "file") == 0 && count == 4)
        return write_one(context, words[2], 1234, atoll(words[3]), 7);
    if (strcmp(what, "many") == 0 && count == 4)
        return write_many(context, words[2], atoi(words[3]));
    return eg_fail(context, EG_USAGE, "%s", "the head of tests/torture/checkpoint.c has the words");
}

int main(int count, char **words)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return eg_status_exit_code(EG_MEMORY);
    eg_status status = command(context, count, words);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    if (eg_context_blocks_held(context) != 0) {
        fprintf(stderr, "%lld blocks leaked\n", (long long)eg_context_blocks_held(context));
        status = EG_INTERNAL;
    }
    eg_context_destroy(&context);
    return eg_status_exit_code(status);
}
