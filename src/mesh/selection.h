/* selection: entities of one kind that a part of a mesh has, and their numbers in it. A selection has one
 * number for each entity of the whole mesh, and lists those that are selected. So a part costs no more than
 * its own size, and one selection serves one part after the other. */
#ifndef EG_MESH_SELECTION_H
#define EG_MESH_SELECTION_H

#include "base/base.h"

typedef struct eg_selection {
    int32_t *number; /* [of the whole] in the part, -1: not there */
    int32_t *item;   /* [count] numbers in the whole, ascending once they are numbered */
    int64_t count, room;
} eg_selection;

/* Selects nothing of `all` entities. EG_MEMORY. Free it whatever happens. */
eg_status eg_selection_create(eg_context *context, int64_t all, eg_selection *selection);
void eg_selection_free(eg_selection *selection);

/* Adds an entity, unless it is there. EG_MEMORY. */
eg_status eg_selection_add(eg_context *context, eg_selection *selection, int64_t item);
/* Numbers the entities from `from` on, in the order of the whole. */
void eg_selection_number(eg_selection *selection, int64_t from);
/* Selects nothing again. */
void eg_selection_clear(eg_selection *selection);

#endif
