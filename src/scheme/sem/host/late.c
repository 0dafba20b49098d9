/* Lists of what is added to nodes of earlier ranges. */
#include "scheme/sem/host/late.h"

#include <string.h>

eg_status eg_late_create(const eg_hex_nodes *nodes, int ranges, int width, eg_late **late)
{
    EG_TRY(eg_alloc(nodes->context, ranges, sizeof **late, late));
    for (int r = 0; r < ranges; r++)
        (*late)[r] = (eg_late){.nodes = nodes, .width = width};
    return EG_OK;
}

void eg_late_destroy(const eg_hex_nodes *nodes, int ranges, eg_late **late)
{
    for (int r = 0; *late && r < ranges; r++) {
        eg_free(nodes->context, &(*late)[r].key);
        eg_free(nodes->context, &(*late)[r].value);
    }
    eg_free(nodes->context, late);
}

void eg_late_begin(eg_late *late, int range, int64_t element)
{
    late->count = 0;
    late->begin = range > 0 ? late->nodes->begin[element] : 0;
}

eg_status eg_late_add(eg_late *late, int32_t key, const double *term)
{
    eg_context *context = late->nodes->context;
    int64_t count = late->count, width = late->width;
    EG_TRY(eg_reserve(context, count + 1, &late->key_room, sizeof *late->key, &late->key));
    EG_TRY(eg_reserve(context, (count + 1) * width, &late->value_room, sizeof *late->value,
                      &late->value));
    late->key[count] = key;
    memcpy(&late->value[count * width], term, (size_t)width * sizeof *term);
    late->count++;
    return EG_OK;
}
