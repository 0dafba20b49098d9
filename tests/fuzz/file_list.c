/* Fuzz target: any bytes as the list of a run's files. What is read has to be what its own text says. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/report/file_list.h"

/* Names stay in the folder, and each is found. */
static void look(const eg_file_list *list)
{
    for (int64_t i = 0; i < list->count; i++) {
        const eg_listed_file *file = &list->file[i];
        if (file->bytes < 0 || file->name[0] == '/' || strstr(file->name, "..") ||
            !eg_file_list_find(list, file->name))
            abort();
    }
    eg_text text = {.context = list->context};
    if (file_list_text(list, &text) != EG_OK)
        abort();
    eg_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_file_list list = {.context = context};
    eg_status status = eg_file_list_read(&list, file.path);
    if (status == EG_OK)
        look(&list);
    else if (status != EG_INPUT || list.count != 0)
        abort();
    eg_file_list_free(&list);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
