/* Blocks of a scope: 64 bytes with the address of the block before it, then what the caller sees. */
#include "base/scope.h"

#include <string.h>

enum { LINK_BYTES = 64 };

eg_status eg_scope_alloc(eg_scope *scope, int64_t count, size_t size, void *pointer_address)
{
    char *block = NULL;
    assert(count >= 0 && size > 0);
    memset(pointer_address, 0, sizeof block);
    if (count > (INT64_MAX - LINK_BYTES) / (int64_t)size) /* refused, with its text */
        return eg_alloc(scope->context, count, size, pointer_address);
    EG_TRY(eg_alloc(scope->context, LINK_BYTES + count * (int64_t)size, 1, &block));
    memcpy(block, &scope->last, sizeof scope->last);
    scope->last = block;
    block += LINK_BYTES;
    memcpy(pointer_address, &block, sizeof block);
    return EG_OK;
}

eg_status eg_scope_alloc_blocks(eg_scope *scope, const eg_block *block, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        EG_TRY(eg_scope_alloc(scope, block[i].count, block[i].size, block[i].pointer_address));
    return EG_OK;
}

void eg_scope_end(eg_scope *scope)
{
    while (scope->last) {
        void *block = scope->last;
        memcpy(&scope->last, block, sizeof scope->last);
        eg_free(scope->context, &block);
    }
}
