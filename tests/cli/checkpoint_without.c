/* Copies a checkpoint but for one section, or with another text in it: what an older eagre would have
 * written.
 *   checkpoint_without FROM SECTION TO [TEXT] */
#include <stdio.h>
#include <string.h>

#include "io/checkpoint/checkpoint.h"

static eg_status copy_section(eg_context *context, eg_checkpoint *from, const char *name, int64_t bytes,
                              eg_checkpoint_writer *to)
{
    char *data;
    EG_TRY(eg_alloc(context, bytes, 1, &data));
    eg_status status = eg_checkpoint_read_all(from, name, data, bytes);
    if (status == EG_OK)
        status = eg_checkpoint_writer_section(to, name, data, bytes);
    eg_free(context, &data);
    return status;
}

static eg_status copy(eg_context *context, const char *from_path, const char *without, const char *to_path,
                      const char *instead)
{
    eg_checkpoint *from = NULL;
    eg_checkpoint_writer *to = NULL;
    eg_checkpoint_description description;
    eg_status status;
    EG_TRY_GOTO(eg_checkpoint_open(context, from_path, &from));
    eg_checkpoint_describe(from, &description);
    status = eg_checkpoint_has(from, without)
                 ? EG_OK
                 : eg_fail(context, EG_INPUT, "%s: has no section %s", from_path, without);
    EG_TRY_GOTO(status);
    EG_TRY_GOTO(eg_checkpoint_writer_create(context, to_path, &to));
    for (int i = 0; i < description.sections; i++) {
        int64_t bytes;
        const char *name = eg_checkpoint_section_at(from, i, &bytes);
        if (strcmp(name, without) != 0)
            EG_TRY_GOTO(copy_section(context, from, name, bytes, to));
        else if (instead)
            EG_TRY_GOTO(eg_checkpoint_writer_section(to, name, instead, (int64_t)strlen(instead)));
    }
    status = eg_checkpoint_writer_finish(&to, NULL);
done:
    eg_checkpoint_writer_abandon(&to);
    eg_checkpoint_close(&from);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    if (argc < 4 || argc > 5 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    eg_status status = copy(context, argv[1], argv[2], argv[3], argv[4]);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status != EG_OK;
}
