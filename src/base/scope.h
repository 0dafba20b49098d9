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
 *
 * What ends by a function of its own that takes its address ends with its variable:
 *
 *     EG_ENDS_WITH(eg_text_free) eg_text path = {.context = context};
 *
 * Such functions take NULL, or what nothing was put into yet. A return value is evaluated before anything
 * ends. */
#ifndef EG_BASE_SCOPE_H
#define EG_BASE_SCOPE_H

#include "base/base.h"

/* gcc and clang both have it; so does every compiler that can build the library. */
#define EG_ENDS_WITH(end) __attribute__((cleanup(end)))

typedef struct eg_scope {
    eg_context *context;
    void *last; /* the block that was allocated last; each holds the address of the one before it */
} eg_scope;

/* Declares a scope that ends with the block of code it stands in. */
#define EG_SCOPE(name, context_) EG_ENDS_WITH(eg_scope_end) eg_scope name = {.context = (context_)}

/* eg_alloc() for the scope: `count` zeroed elements of `size` bytes, aligned to 64 bytes. EG_MEMORY. */
eg_status eg_scope_alloc(eg_scope *scope, int64_t count, size_t size, void *pointer_address);
/* Frees what there is; the scope may be used again. The macro calls it. */
void eg_scope_end(eg_scope *scope);

#endif
