/* One group of a kernel, far behind the first: the block that FAR_BLOCKS names, in arrays that are reserved
 * whole and of which two blocks are touched. What a kernel makes of the same numbers in block 0 and there
 * must be the same.
 *
 * Included behind the constants of the program and before the kernel. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "target/host.h"

static long far_block;
#undef FOR_GROUPS
#define FOR_GROUPS(b, n)                                                                                     \
    {                                                                                                        \
        const long b = (n) > far_block ? far_block : 0;
#undef FOR_CHOSEN_GROUPS
#define FOR_CHOSEN_GROUPS(b, n, chosen)                                                                      \
    FOR_GROUPS(b, n)                                                                                         \
    (void)(chosen);
#undef KERNEL
#define KERNEL static __attribute__((unused)) void

/* Address space alone; NULL where there is none. */
static void *far_reserve(long count, size_t size)
{
    void *memory = mmap(NULL, (size_t)count * size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* The same numbers from 0.5 to 1.5 into both blocks of an array with so many values a block. */
static void far_fill(real *array, long values, long block, unsigned seed)
{
    for (long i = 0; i < values; i++) {
        seed = seed * 1664525u + 1013904223u;
        array[i] = array[block * values + i] = (real)0.5 + (real)(seed >> 8) / (real)(1 << 24);
    }
}

static void far_fill_int(int *array, long values, long block, int value)
{
    for (long i = 0; i < values; i++)
        array[i] = array[block * values + i] = value;
}

/* Whether both blocks hold the same bits, and not zeros alone. */
static int far_equal(const real *array, long values, long block)
{
    int some = 0;
    for (long i = 0; i < values; i++)
        some |= array[i] > 0 || array[i] < 0;
    return some && memcmp(array, array + block * values, (size_t)values * sizeof *array) == 0;
}

/* 0: the same; 1: not; -1: there is no room for the arrays. */
#define FAR_RESULT(equal) ((equal) ? 0 : 1)
