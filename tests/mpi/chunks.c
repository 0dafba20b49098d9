/* The hash of values in the canonical order is that of one process, however ranks are cut
 * (mesh/chunk_hash.h): in pieces of 1, 64 and 4096, equal and unequal, where a rank has parts of two chunks,
 * of one, or nothing. Prints nothing where all is well; started by work.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/chunk_hash.h"

static const eg_comm *comm_of_all;
#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: rank %d: not %s\n", __FILE__, __LINE__, eg_comm_rank(comm_of_all),       \
                    #condition);                                                                             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

enum { WIDTH = 1001 }; /* values of an item: a message has few */

typedef struct numbers {
    eg_chunk_items items; /* first */
    eg_context *context;
    int64_t before;
    int values; /* of an item */
} numbers;

static void read_numbers(const eg_chunk_items *self, int64_t from, int64_t to, void *values)
{
    const numbers *n = (const numbers *)self;
    double *at = values;
    for (int64_t i = from; i < to; i++)
        for (int v = 0; v < n->values; v++)
            *at++ = (double)(n->before + i) + 0.5 * v;
}

static eg_status hash_numbers(const eg_chunk_items *self, int64_t from, int64_t to, uint64_t *chunks)
{
    double *memory;
    EG_TRY(eg_alloc(((const numbers *)self)->context, EG_CHUNK, (size_t)self->bytes, &memory));
    for (int64_t at = from, end; at < to; at = end) {
        end = eg_min_i64(to, at + EG_CHUNK);
        read_numbers(self, at, end, memory);
        *chunks++ = eg_hash64(memory, (end - at) * self->bytes, 0);
    }
    eg_free(((const numbers *)self)->context, &memory);
    return EG_OK;
}

static uint64_t hash_of(eg_context *context, const eg_comm *comm, int64_t all, int64_t chunk, int values)
{
    int64_t first, last;
    eg_chunk_hash *hash;
    eg_partition_range(all, chunk, eg_comm_ranks(comm), eg_comm_rank(comm), &first, &last);
    const numbers n = {
        .items = {.bytes = values * (int64_t)sizeof(double), .read = read_numbers, .hash = hash_numbers},
        .context = context,
        .before = first,
        .values = values};
    MUST(eg_chunk_hash_create(context, comm, all, chunk, n.items.bytes, &hash) == EG_OK);
    MUST(eg_chunk_hash_begin(hash, &n.items) == EG_OK);
    uint64_t found = eg_chunk_hash_end(hash, &n.items, 7);
    eg_chunk_hash_destroy(&hash);
    return found;
}

static void hashes_do_not_know_ranks(eg_context *context, const eg_comm *comm)
{
    static const int64_t counts[] = {1, 3, 64, 4095, 4096, 4097, 20000}, chunks[] = {1, 64, 4096};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int c = 0; c < 3; c++)
            for (int values = 1; values <= WIDTH; values += WIDTH - 1) {
                uint64_t expected = hash_of(context, NULL, counts[i], chunks[c], values);
                MUST(hash_of(context, comm, counts[i], chunks[c], values) == expected);
            }
}

int main(void)
{
    eg_context *context;
    eg_comm *comm;
    if (eg_context_create(NULL, &context) != EG_OK || eg_comm_create(context, &comm) != EG_OK)
        return 1;
    comm_of_all = comm;
    hashes_do_not_know_ranks(context, comm);
    int rank = eg_comm_rank(comm); /* rank 1 next to nothing, rank 2 most of all */
    MUST(eg_comm_set_speed(comm, rank == 1 ? 1e-9 : rank == 2 ? 5 : 1) == EG_OK);
    hashes_do_not_know_ranks(context, comm);
    eg_comm_destroy(&comm);
    if (eg_context_blocks_held(context) != 0)
        return 1;
    eg_context_destroy(&context);
    return 0;
}
