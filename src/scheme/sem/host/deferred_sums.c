/* Lists of what is added to nodes of earlier ranges. */
#include "scheme/sem/host/deferred_sums.h"

#include <string.h>

eg_status eg_deferred_sums_create(const eg_hex_nodes *nodes, int ranges, int width,
                                  eg_deferred_sums **deferred)
{
    EG_TRY(eg_alloc(nodes->context, ranges, sizeof **deferred, deferred));
    for (int r = 0; r < ranges; r++)
        (*deferred)[r] = (eg_deferred_sums){.nodes = nodes, .width = width};
    return EG_OK;
}

void eg_deferred_sums_destroy(const eg_hex_nodes *nodes, int ranges, eg_deferred_sums **deferred)
{
    for (int r = 0; *deferred && r < ranges; r++) {
        EG_FREE(&(*deferred)[r].key, &(*deferred)[r].value);
    }
    eg_free(nodes->context, deferred);
}

void eg_deferred_sums_begin(eg_deferred_sums *deferred, int range, int64_t element)
{
    deferred->count = 0;
    deferred->begin = range > 0 ? deferred->nodes->begin[element] : 0;
}

eg_status eg_deferred_sums_add(eg_deferred_sums *deferred, int32_t key, const double *term)
{
    eg_context *context = deferred->nodes->context;
    int64_t count = deferred->count, width = deferred->width;
    EG_TRY(eg_reserve(context, count + 1, &deferred->key_room, sizeof *deferred->key, &deferred->key));
    EG_TRY(eg_reserve(context, (count + 1) * width, &deferred->value_room, sizeof *deferred->value,
                      &deferred->value));
    deferred->key[count] = key;
    memcpy(&deferred->value[count * width], term, (size_t)width * sizeof *term);
    deferred->count++;
    return EG_OK;
}
