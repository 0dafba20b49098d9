/* What a user is told where a kernel does not compile: a sentence. What the compiler said goes to a file. */
#include <stdio.h>
#include <string.h>

#include "device/backend.h"

/* What a group, or a thread, has too much of; false: the messages tell of none that is known. */
static bool tell_excess(const char *messages, eg_text *text)
{
    char name[EG_NAME_ROOM];
    unsigned long long need, most;
    const char *shared = strstr(messages, "Entry function '");
    if (shared && sscanf(shared, "Entry function '%63[^']' uses too much shared data (%llx bytes, %llx", name,
                         &need, &most) == 3) {
        eg_text_add(text, "kernel %s wants %llu bytes of memory shared by a group, and there are %llu", name,
                    need, most);
        return true;
    }
    const char *frame = strstr(messages, "frame size ");
    if (frame && (sscanf(frame, "frame size of %llu bytes is larger than %llu", &need, &most) == 2 ||
                  sscanf(frame, "frame size (%llu) exceeds limit (%llu)", &need, &most) == 2)) {
        eg_text_add(text, "a kernel wants %llu bytes of the stack of a thread, and there are %llu", need,
                    most);
        return true;
    }
    return false;
}

/* The line of the first error without that word; else the first line. */
static void tell_first_error(const char *messages, eg_text *text)
{
    const char *found = strstr(messages, "error");
    const char *line = found ? found : messages;
    while (line > messages && line[-1] != '\n')
        line--;
    size_t length = strcspn(line, "\n");
    const char *word = found ? strstr(line, "error: ") : NULL;
    size_t before = word && word < line + length ? (size_t)(word - line) : length;
    const char *after = before < length ? word + strlen("error: ") : line + length;
    eg_text_add(text, "%.*s%.*s", (int)before, line, (int)(line + length - after), after);
}

/* Where the messages are kept from now on; "" where there is no room for them. The caller frees it. */
static eg_status keep_messages(eg_context *context, const char *messages, char **path)
{
    EG_SCRATCH char *folder = NULL;
    eg_status status = eg_temporary_folder(context, &folder);
    *path = NULL;
    if (status == EG_OK)
        status = eg_path_join(context, folder, "compiler.txt", path);
    if (status == EG_OK)
        status = eg_file_write(context, *path, messages, (int64_t)strlen(messages));
    if (status != EG_OK)
        EG_FREE(path);
    return status == EG_MEMORY ? status : EG_OK;
}

/* `why` begins with what failed. */
static eg_status tell_messages(eg_context *context, const char *messages, const char *path, eg_text *why)
{
    eg_text_add(why, ": ");
    if (tell_excess(messages, why))
        eg_text_add(why, "; take a lower degree or order, another numerics.precision or another --device");
    else
        tell_first_error(messages, why);
    if (path)
        eg_text_add(why, " (all that the compiler says is in %s)", path);
    return why->status == EG_OK ? eg_fail(context, EG_DEVICE, "%s", why->data) : why->status;
}

eg_status eg_compile_failed(eg_context *context, const char *messages, const char *format, ...)
{
    EG_SCRATCH char *path = NULL;
    char what[512];
    EG_FORMAT(what, format);
    EG_TRY(keep_messages(context, messages, &path));
    EG_TEXT(why, context);
    eg_text_add(&why, "%s", what);
    return tell_messages(context, messages, path, &why);
}
