/* scope: what a block of code needs for itself ends with it, however it is left.
 *
 *     EG_SCOPE(scope, context);
 *     int64_t *place;
 *     EG_TRY(eg_scope_alloc(&scope, count, sizeof *place, &place));
 *     EG_TRY(sort(context, count, place));          place is freed here, too, where this fails
 *     return EG_OK;
 *
 * A block of a scope is not freed by hand, and its address goes to nobody who lives longer: what outlives the
 * function comes from eg_alloc(). Blocks end in reverse order.
 * A single block, and what a function of its own ends, end with their variables (EG_SCRATCH, EG_TEXT and
 * EG_ENDS_WITH of base.h). */
#ifndef EG_BASE_SCOPE_H
#define EG_BASE_SCOPE_H

#include "base/base.h"

typedef struct eg_scope {
    eg_context *context;
    void *last; /* the block that was allocated last; each holds the address of the one before it */
} eg_scope;

/* Declares a scope that ends with the block of code it stands in. */
#define EG_SCOPE(name, context_) EG_ENDS_WITH(eg_scope_end) eg_scope name = {.context = (context_)}

/* eg_alloc() for the scope: `count` zeroed elements of `size` bytes, aligned to 64 bytes. EG_MEMORY. */
eg_status eg_scope_alloc(eg_scope *scope, int64_t count, size_t size, void *pointer_address);
/* EG_ALLOC() for the scope. */
#define EG_SCOPE_ALLOC(scope, ...) eg_scope_alloc_blocks(scope, EG_BLOCKS(__VA_ARGS__))
eg_status eg_scope_alloc_blocks(eg_scope *scope, const eg_block *block, size_t blocks);
/* Frees what there is; the scope may be used again. The macro calls it. */
void eg_scope_end(eg_scope *scope);

#endif
