/* Ranges of huge pages. */
#include "base/ranges.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Stands at the beginning of the range itself. */
struct eg_range {
    int64_t bytes;
    eg_range *next;
};

static char *range_end(const eg_range *range)
{
    return (char *)range + range->bytes;
}

/* Makes a kept range shorter, from its beginning, and takes it out of the list where nothing is left. */
static void cut_head(eg_range **link, int64_t bytes)
{
    eg_range was = **link;
    if (was.bytes == bytes) {
        *link = was.next;
        return;
    }
    *link = (eg_range *)((char *)*link + bytes);
    **link = (eg_range){.bytes = was.bytes - bytes, .next = was.next};
}

/* The shortest range of at least so many bytes, by what points to it; NULL: none. */
static eg_range **find_shortest(eg_ranges *ranges, int64_t bytes)
{
    eg_range **found = NULL;
    for (eg_range **link = &ranges->first; *link; link = &(*link)->next)
        if ((*link)->bytes >= bytes && (!found || (*link)->bytes < (*found)->bytes))
            found = link;
    return found;
}

/* Asks for huge pages where they are filled. Advice: where it is not taken, nothing is lost. */
static void ask_for_huge_pages(void *memory, int64_t bytes)
{
    if (bytes >= EG_HUGE_PAGE)
        madvise(memory, (size_t)(bytes / EG_HUGE_PAGE * EG_HUGE_PAGE), MADV_HUGEPAGE);
}

void *eg_ranges_take(eg_ranges *ranges, int64_t bytes)
{
    int64_t whole = eg_range_bytes(bytes);
    eg_range **link = find_shortest(ranges, whole);
    if (!link)
        return NULL;
    void *memory = *link;
    cut_head(link, whole);
    ranges->bytes -= whole;
    ask_for_huge_pages(memory, bytes);
    return memory;
}

void eg_ranges_keep(eg_ranges *ranges, void *memory, int64_t bytes)
{
    eg_range *kept = memory, *before = NULL, *after = ranges->first;
    for (; after && after < kept; after = after->next)
        before = after;
    *kept = (eg_range){.bytes = eg_range_bytes(bytes), .next = after};
    ranges->bytes += kept->bytes;
    if (after && range_end(kept) == (char *)after) {
        kept->bytes += after->bytes;
        kept->next = after->next;
    }
    if (!before) {
        ranges->first = kept;
    } else if (range_end(before) == (char *)kept) {
        before->bytes += kept->bytes;
        before->next = kept->next;
    } else {
        before->next = kept;
    }
}

void eg_ranges_trim(eg_ranges *ranges, int64_t most)
{
    while (ranges->bytes > most && ranges->first) {
        eg_range **link = find_shortest(ranges, 0);
        void *memory = *link;
        int64_t bytes = eg_min_i64((*link)->bytes, eg_range_bytes(ranges->bytes - most));
        cut_head(link, bytes);
        ranges->bytes -= bytes;
        munmap(memory, (size_t)bytes);
    }
}

static char *map_pages(int64_t bytes)
{
    void *begin = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return begin == MAP_FAILED ? NULL : begin;
}

/* As a rule the system puts one beside the other, at a huge page; else there is more than that, which is
 * cut. */
static char *map_at_huge_page(int64_t whole)
{
    char *begin = map_pages(whole);
    if (!begin || (uintptr_t)begin % EG_HUGE_PAGE == 0)
        return begin;
    munmap(begin, (size_t)whole);
    begin = map_pages(whole + EG_HUGE_PAGE);
    if (!begin)
        return NULL;
    int64_t before = (int64_t)(-(uintptr_t)begin % EG_HUGE_PAGE);
    if (before > 0)
        munmap(begin, (size_t)before);
    munmap(begin + before + whole, (size_t)(EG_HUGE_PAGE - before));
    return begin + before;
}

void *eg_ranges_map(int64_t bytes)
{
    char *begin = map_at_huge_page(eg_range_bytes(bytes));
    if (begin)
        ask_for_huge_pages(begin, bytes);
    return begin;
}

bool eg_memory_is_uniform(const char *root)
{
    char path[512];
    snprintf(path, sizeof path, "%s/sys/devices/system/node/node1", root);
    return access(path, F_OK) != 0;
}
