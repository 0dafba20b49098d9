/* ranges: memory of large blocks, as whole huge pages of the system. What is given back is kept and given
 * again, since the first touch of a fresh page costs more than all that is done with most of them later.
 *
 *     |<- kept ->|<-- block -->|<----- kept ----->|      kept ranges that touch are one
 *     ^ every range begins at a huge page and has whole ones
 *
 * The pages of a range that hold less than the block that it was taken for are small ones, so that the rest
 * of the last huge page takes no memory. No function is safe for threads: the caller locks. */
#ifndef EG_BASE_RANGES_H
#define EG_BASE_RANGES_H

#include "base/base.h"

enum { EG_HUGE_PAGE = 1 << 21 };

/* Whether large blocks are ranges: the address sanitizer would not see who writes beyond one, or to a freed
 * one. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EG_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(EG_ADDRESS_SANITIZER)
enum { EG_RANGES_SERVE = 0 };
#else
enum { EG_RANGES_SERVE = 1 };
#endif

typedef struct eg_range eg_range;
typedef struct eg_ranges {
    eg_range *first; /* ascending addresses */
    int64_t bytes;   /* kept in all */
} eg_ranges;

/* The bytes of whole huge pages that hold so many. */
static inline int64_t eg_range_bytes(int64_t bytes)
{
    return (bytes + EG_HUGE_PAGE - 1) / EG_HUGE_PAGE * EG_HUGE_PAGE;
}

/* Memory for so many bytes out of what is kept, with whatever was there; NULL where no range is long
 * enough. */
void *eg_ranges_take(eg_ranges *ranges, int64_t bytes);

/* Keeps what eg_ranges_take() or eg_ranges_map() has given for so many bytes. */
void eg_ranges_keep(eg_ranges *ranges, void *memory, int64_t bytes);

/* Gives memory back to the system until at most so many bytes are kept; the shortest ranges first. */
void eg_ranges_trim(eg_ranges *ranges, int64_t most);

/* Fresh memory for so many bytes, zero; NULL where there is none. */
void *eg_ranges_map(int64_t bytes);

/* Whether the machine's memory is in one place. Where it is not, a page lies near the thread that touches it
 * first, and belongs to what that thread works on: then nothing should be kept. `root` stands before the
 * path: "", or a folder that a test has made. */
bool eg_memory_is_uniform(const char *root);

#endif
