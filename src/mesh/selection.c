/* Entities of a part. */
#include "mesh/selection.h"

#include <stdlib.h>

eg_status eg_selection_create(eg_context *context, int64_t all, eg_selection *selection)
{
    EG_TRY(eg_alloc(context, all, sizeof *selection->number, &selection->number));
    for (int64_t i = 0; i < all; i++)
        selection->number[i] = -1;
    return EG_OK;
}

void eg_selection_free(eg_selection *selection)
{
    EG_FREE(&selection->number, &selection->item);
    selection->count = selection->room = 0;
}

eg_status eg_selection_add(eg_context *context, eg_selection *selection, int64_t item)
{
    if (selection->number[item] >= 0)
        return EG_OK;
    EG_TRY(eg_reserve(context, selection->count + 1, &selection->room, sizeof *selection->item,
                      &selection->item));
    selection->number[item] = 0; /* numbered when all are there */
    selection->item[selection->count++] = (int32_t)item;
    return EG_OK;
}

/* Most parts are dense in the whole: then a pass over the numbers between the first and the last is a
 * sort. */
static void sort_selected(eg_selection *s)
{
    int32_t low = s->item[0], high = low;
    bool ascending = true;
    for (int64_t i = 1; i < s->count; i++) {
        ascending = ascending && s->item[i] > s->item[i - 1];
        low = s->item[i] < low ? s->item[i] : low;
        high = s->item[i] > high ? s->item[i] : high;
    }
    if (ascending)
        return;
    if ((int64_t)high - low > 16 * s->count) {
        qsort(s->item, (size_t)s->count, sizeof *s->item, eg_ascending_i32);
        return;
    }
    int64_t at = 0;
    for (int64_t i = low; i <= high; i++)
        if (s->number[i] >= 0)
            s->item[at++] = (int32_t)i;
}

void eg_selection_number(eg_selection *selection, int64_t from)
{
    if (selection->count > 0)
        sort_selected(selection);
    for (int64_t i = 0; i < selection->count; i++)
        selection->number[selection->item[i]] = (int32_t)(from + i);
}

void eg_selection_clear(eg_selection *selection)
{
    for (int64_t i = 0; i < selection->count; i++)
        selection->number[selection->item[i]] = -1;
    selection->count = 0;
}
