/* Fuzz target: any bytes as a case file. Leading lines "#set KEY=VALUE" are settings. A case that is
 * taken has to be resolved to one that is taken too, with the same hash; one that is not has to say
 * why. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/case/case.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"

enum { SETTINGS = 4, SETTING_BYTES = 200 };

typedef struct setting_list {
    char text[SETTINGS][SETTING_BYTES];
    const char *list[SETTINGS];
    int count;
} setting_list;

/* Takes the settings off the front of the bytes. */
static size_t read_settings(const uint8_t *data, size_t size, setting_list *settings)
{
    size_t at = 0;
    while (settings->count < SETTINGS && size - at > 5 && memcmp(data + at, "#set ", 5) == 0) {
        const uint8_t *begin = data + at + 5, *end = memchr(begin, '\n', size - at - 5);
        if (!end || end - begin >= SETTING_BYTES)
            break;
        memcpy(settings->text[settings->count], begin, (size_t)(end - begin));
        settings->list[settings->count] = settings->text[settings->count];
        settings->count++;
        at = (size_t)(end - data) + 1;
    }
    return at;
}

/* Asks every node for what its kind offers. */
static void visit(const eg_node *node)
{
    if (eg_node_kind_of(node) == EG_NODE_EXPRESSION && !eg_node_expression(node))
        abort();
    if (eg_node_is_constant(node) && eg_node_real(node) != eg_node_real(node))
        abort();
    if (eg_node_kind_of(node) == EG_NODE_PATH && !eg_node_path(node)[0])
        abort();
    for (int64_t i = 0; i < eg_node_count(node); i++)
        visit(eg_node_item(node, i));
}

static void check_resolved(eg_context *context, const eg_case *loaded)
{
    eg_text text = {.context = context};
    eg_case *again;
    eg_case_resolved(loaded, &text);
    if (text.status != EG_OK)
        abort();
    if (eg_case_parse(context, eg_models, "again", "", text.data, text.length, NULL, 0, &again) != EG_OK) {
        /* A long case may outgrow what a case may have, once it is resolved. */
        if (text.length <= 1 << 20) {
            fprintf(stderr, "%s\n%s\n", text.data, eg_context_error(context));
            abort();
        }
    } else if (eg_case_hash(again) != eg_case_hash(loaded)) {
        fprintf(stderr, "%s\n", text.data);
        abort();
    }
    eg_case_destroy(&again);
    eg_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    setting_list settings = {.count = 0};
    size_t skip = read_settings(data, size, &settings);
    eg_context *context;
    eg_case *loaded;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    eg_status status = eg_case_parse(context, eg_models, "fuzz", "", (const char *)data + skip,
                                     (int64_t)(size - skip), settings.list, settings.count, &loaded);
    if (status == EG_OK) {
        visit(eg_case_root(loaded));
        check_resolved(context, loaded);
    } else if (status != EG_CASE || loaded || !eg_context_error(context)[0]) {
        abort();
    }
    eg_case_destroy(&loaded);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
