/* Which block a group works on. Of several ranks (SEAM) a kernel is launched twice: for the blocks with cells that other
 * ranks see, and for the others, so that the exchange goes on beside them. `order` lists the blocks of a type, those of
 * the seam first; a launch takes its groups from `from_group` on. One process needs no list. */
#if SEAM
#define BLOCK_OF_GROUP(group) order[from_group + (int)(group)]
#else
#define BLOCK_OF_GROUP(group) ((void)order, (void)from_group, (int)(group))
#endif
