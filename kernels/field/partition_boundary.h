/* Which blocks the groups of a launch work on. Of several ranks (PARTITIONED) a kernel is launched twice: for
 * the blocks with cells that other ranks see, and for the others, so that the exchange goes on beside them.
 * `order` lists the blocks of a type, those of the partition boundary first; a launch takes its groups from
 * `from_group` on. One process needs no list. Of a run that streams (STREAMED) `order` lists blocks as they
 * visit, and held_b is where the state has block b. */
#if PARTITIONED || STREAMED
#define BLOCK_OF_GROUP(group) order[from_group + (int)(group)]
#else
#define BLOCK_OF_GROUP(group) (int)(group)
#endif
#if STREAMED
#define HELD_OF_GROUP(b) const long held_##b = b##_group;
#else
#define HELD_OF_GROUP(b)
#endif
#define FOR_PARTITION_GROUPS(b, n)                                                                           \
    FOR_GROUPS(b##_group, n)                                                                                 \
    const int b = BLOCK_OF_GROUP(b##_group);                                                                 \
    HELD_OF_GROUP(b)

/* The same for the blocks b of which chosen(b) holds. It is asked for every group of the launch, paused or
 * not. */
#define FOR_CHOSEN_PARTITION_GROUPS(b, n, chosen)                                                            \
    FOR_CHOSEN_GROUPS(b##_group, n, chosen(BLOCK_OF_GROUP(b##_group)))                                       \
    const int b = BLOCK_OF_GROUP(b##_group);                                                                 \
    HELD_OF_GROUP(b)
