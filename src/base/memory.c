/* The memory of a context: the door through which all blocks come.
 *
 * A block of memory is preceded by a header of 64 bytes that holds its size and its context, so that the
 * context counts bytes without a table, and that a block can end with a variable (EG_SCRATCH):
 *
 *     raw ---> [ ... ][ block_header, 64 bytes ][ count * size bytes ]
 *                                               ^ what the caller sees, aligned to 64 bytes
 *
 * Small blocks come from calloc(). Large ones are ranges of huge pages (ranges.h), so that a sweep over a
 * mesh misses the address cache 500 times less. Pages that are fresh from the system are left alone: a page
 * is then cleared by the thread that writes to it first. Ranges that are freed are kept, and cleared when
 * they are given again; never so many that the process has more memory than its blocks once took together. */
#include "base/context.h"
#include "base/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdlib.h>
#include <string.h>

enum { BLOCK_ALIGNMENT = 64 };

static const int64_t LARGE_BLOCK = EG_RANGES_SERVE ? 1 << 23 : INT64_MAX;

typedef struct block_header {
    eg_context *context;
    int64_t bytes;
    void *raw;
} block_header;

/* A count of blocks or bytes, which other threads may be changing. The lock is of a context that was never
 * const, and not the one that is held while a line is logged. */
static int64_t count_now(const eg_context *context, const int64_t *count)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&context->counting;
    pthread_mutex_lock(lock);
    int64_t now = *count;
    pthread_mutex_unlock(lock);
    return now;
}

int64_t eg_context_bytes_held(const eg_context *context)
{
    return count_now(context, &context->bytes);
}

int64_t eg_context_bytes_most(const eg_context *context)
{
    return count_now(context, &context->most);
}

int64_t eg_context_blocks_held(const eg_context *context)
{
    return count_now(context, &context->blocks);
}

static block_header *header_of(void *memory)
{
    return (block_header *)((char *)memory - BLOCK_ALIGNMENT);
}

/* Counts a block in; false when a test asked for this allocation to fail. */
static bool count_in(eg_context *context, int64_t bytes)
{
    pthread_mutex_lock(&context->counting);
    bool allowed = context->fail_in == 0 || --context->fail_in > 0;
    if (allowed) {
        context->bytes += bytes;
        context->most = eg_max_i64(context->most, context->bytes);
        context->blocks++;
    }
    pthread_mutex_unlock(&context->counting);
    return allowed;
}

static void count_out(eg_context *context, int64_t bytes)
{
    pthread_mutex_lock(&context->counting);
    context->bytes -= bytes;
    context->blocks--;
    pthread_mutex_unlock(&context->counting);
}

static void *small_block(eg_context *context, int64_t bytes)
{
    char *raw = calloc((size_t)bytes + 2 * BLOCK_ALIGNMENT, 1);
    if (!raw)
        return NULL;
    char *begin = raw + (BLOCK_ALIGNMENT - (uintptr_t)raw % BLOCK_ALIGNMENT) % BLOCK_ALIGNMENT;
    *(block_header *)begin = (block_header){.context = context, .bytes = bytes, .raw = raw};
    return begin + BLOCK_ALIGNMENT;
}

#ifdef _OPENMP
static eg_status clear_part(void *with, int part, int64_t from, int64_t to)
{
    (void)part;
    memset((char *)with + from, 0, (size_t)(to - from));
    return EG_OK;
}
#endif

/* On all threads, where the caller is the one that begins loops and is in none. */
static void clear_range(eg_context *context, char *begin, int64_t bytes)
{
#ifdef _OPENMP
    enum { LEAST = 1 << 21 };
    if (!omp_in_parallel() && pthread_equal(pthread_self(), context->maker)) {
        eg_in_parts(context, eg_parts(context, bytes, LEAST), bytes, clear_part, begin);
        return;
    }
#endif
    memset(begin, 0, (size_t)bytes);
    (void)context;
}

/* What is kept is given first; else it gives way to what is fresh, until the whole is no more than ever. */
static void *large_block(eg_context *context, int64_t bytes)
{
    int64_t all = bytes + BLOCK_ALIGNMENT;
    pthread_mutex_lock(&context->counting);
    char *begin = eg_ranges_take(&context->kept, all);
    bool fresh = !begin;
    if (fresh)
        eg_ranges_trim(&context->kept, context->most - context->bytes);
    pthread_mutex_unlock(&context->counting);
    if (fresh)
        begin = eg_ranges_map(all);
    if (!begin) {
        eg_memory_give_back(context);
        begin = eg_ranges_map(all);
    }
    if (!begin)
        return NULL;
    if (!fresh)
        clear_range(context, begin, all);
    *(block_header *)begin = (block_header){.context = context, .bytes = bytes, .raw = begin};
    return begin + BLOCK_ALIGNMENT;
}

static void *take_block(eg_context *context, int64_t bytes)
{
    if (!count_in(context, bytes))
        return NULL;
    void *block = bytes < LARGE_BLOCK ? small_block(context, bytes) : large_block(context, bytes);
    if (!block)
        count_out(context, bytes);
    return block;
}

static void free_large(eg_context *context, const block_header *header)
{
    pthread_mutex_lock(&context->counting);
    eg_ranges_keep(&context->kept, header->raw, header->bytes + BLOCK_ALIGNMENT);
    if (!context->keeps)
        eg_ranges_trim(&context->kept, 0);
    pthread_mutex_unlock(&context->counting);
}

void eg_memory_give_back(eg_context *context)
{
    pthread_mutex_lock(&context->counting);
    eg_ranges_trim(&context->kept, 0);
    pthread_mutex_unlock(&context->counting);
}

eg_status eg_alloc(eg_context *context, int64_t count, size_t size, void *pointer_address)
{
    assert(count >= 0 && size > 0);
    void *memory = NULL;
    memcpy(pointer_address, &memory, sizeof memory);
    if (count > (INT64_MAX - 4 * BLOCK_ALIGNMENT) / (int64_t)size)
        return eg_fail(context, EG_MEMORY, "%lld elements of %zu bytes are more than memory can address",
                       (long long)count, size);
    int64_t bytes = count * (int64_t)size;
    memory = take_block(context, bytes);
    if (!memory)
        return eg_fail(context, EG_MEMORY,
                       "out of memory: %lld bytes (%.3g GiB) more are needed, %.3g GiB are held",
                       (long long)bytes, (double)bytes / 1073741824.0,
                       (double)eg_context_bytes_held(context) / 1073741824.0);
    memcpy(pointer_address, &memory, sizeof memory);
    return EG_OK;
}

eg_status eg_alloc_blocks(eg_context *context, const eg_block *block, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        EG_TRY(eg_alloc(context, block[i].count, block[i].size, block[i].pointer_address));
    return EG_OK;
}

eg_status eg_resize(eg_context *context, int64_t count, size_t size, void *pointer_address)
{
    void *old, *grown;
    memcpy(&old, pointer_address, sizeof old);
    EG_TRY(eg_alloc(context, count, size, &grown));
    if (old) {
        int64_t keep = eg_min_i64(header_of(old)->bytes, count * (int64_t)size);
        memcpy(grown, old, (size_t)keep);
        eg_free(context, &old);
    }
    memcpy(pointer_address, &grown, sizeof grown);
    return EG_OK;
}

eg_status eg_reserve(eg_context *context, int64_t need, int64_t *capacity, size_t size, void *pointer_address)
{
    if (need <= *capacity)
        return EG_OK;
    int64_t grown = eg_max_i64(need, *capacity < 8 ? 16 : *capacity * 2);
    EG_TRY(eg_resize(context, grown, size, pointer_address));
    *capacity = grown;
    return EG_OK;
}

eg_status eg_strdup(eg_context *context, const char *text, char **copy)
{
    *copy = NULL;
    if (!text)
        return EG_OK;
    size_t length = strlen(text);
    EG_TRY(eg_alloc(context, (int64_t)length + 1, 1, copy));
    memcpy(*copy, text, length);
    return EG_OK;
}

void eg_free(eg_context *context, void *pointer_address)
{
    void *memory, *none = NULL;
    memcpy(&memory, pointer_address, sizeof memory);
    if (!memory)
        return;
    memcpy(pointer_address, &none, sizeof none);
    block_header *header = header_of(memory);
    count_out(context, header->bytes);
    if (header->bytes < LARGE_BLOCK)
        free(header->raw);
    else
        free_large(context, header);
}

void eg_scratch_end(void *pointer_address)
{
    void *memory;
    memcpy(&memory, pointer_address, sizeof memory);
    if (memory)
        eg_free(header_of(memory)->context, pointer_address);
}

eg_status eg_hand_over(void *from_address, void *to_address)
{
    void *none = NULL;
    memcpy(to_address, from_address, sizeof none);
    memcpy(from_address, &none, sizeof none);
    return EG_OK;
}

void eg_free_all(void *const *pointer_address, size_t count)
{
    for (size_t i = 0; i < count; i++)
        eg_scratch_end(pointer_address[i]);
}

int64_t eg_memory_fail_left(eg_context *context)
{
    return count_now(context, &context->fail_in);
}

void eg_memory_fail_at(eg_context *context, int64_t nth)
{
    pthread_mutex_lock(&context->counting);
    context->fail_in = nth;
    pthread_mutex_unlock(&context->counting);
}
