/* search: in a row of which a condition holds up to some place and not from there on. */
#ifndef EG_BASE_SEARCH_H
#define EG_BASE_SEARCH_H

#include <stdint.h>

/* The first i of [from, to) that `below` does not hold of, an expression of i; `to` where it holds of all:
 *
 *     int64_t at = EG_SEARCH(i, 0, count, key[i] < wanted);
 */
#define EG_SEARCH(i, from, to, below)                                                                        \
    ({                                                                                                       \
        int64_t low_ = (from), high_ = (to);                                                                 \
        while (low_ < high_) {                                                                               \
            int64_t i = low_ + (high_ - low_) / 2;                                                           \
            if (below)                                                                                       \
                low_ = i + 1;                                                                                \
            else                                                                                             \
                high_ = i;                                                                                   \
        }                                                                                                    \
        low_;                                                                                                \
    })

#endif
