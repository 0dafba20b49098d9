/* Packs: arrays of whole numbers as text inside a page (HTML), which a browser unpacks with what it has.
 *
 *     numbers -> codes -> byte k of all codes after byte k - 1 of all -> zlib (RFC 1950) -> base64
 *
 * steps   code = zigzag of the difference to the number `stride` before it (0 before the first), modulo
 * 2^bits:
 *         differences 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
 * marks   numbers of which each is at most one above all before it, as of corners in the order of their first
 *         use: code = (one above all so far) - number, so that 0 is a new number. They have 32 bits.
 * bytes   text, as it is.
 *
 * A pack is an element <script type="text/plain" id="packN" data-kind data-count data-bits data-stride>.
 * Equal packs are written once. */
#ifndef EG_IO_PACK_H
#define EG_IO_PACK_H

#include "base/base.h"

/* Zero-initialise with the context set; free with eg_packs_free(). */
typedef struct eg_packs {
    eg_context *context;
    eg_text text; /* the elements, one a line */
    int64_t count, room;
    uint64_t (*seen)[2]; /* [count] hashes of what each holds */
} eg_packs;

/* Adds a pack, unless there is one like it; *id is its N. bits is 16, 24 or 32. EG_MEMORY. */
eg_status eg_packs_add_steps(eg_packs *packs, const uint32_t *numbers, int64_t count, int bits, int stride,
                             int *id);
eg_status eg_packs_add_marks(eg_packs *packs, const uint32_t *numbers, int64_t count, int *id);
eg_status eg_packs_add_bytes(eg_packs *packs, const char *bytes, int64_t count, int *id);
void eg_packs_free(eg_packs *packs);

#endif
