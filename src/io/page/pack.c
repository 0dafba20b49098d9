/* Packs: codes, planes, zlib, base64. */
#include "io/page/pack.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { LEVEL = 6 };

/* What an element says of itself. */
typedef struct pack_head {
    const char *kind;
    int64_t count;
    int bits, stride;
} pack_head;

/* ---- base64, RFC 4648 */

static void encode_base64(const unsigned char *from, int64_t length, char *to)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int64_t i = 0; i < length; i += 3, to += 4) {
        int64_t left = length - i;
        uint32_t three = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                         (left > 2 ? from[i + 2] : 0);
        to[0] = letters[three >> 18];
        to[1] = letters[three >> 12 & 63];
        to[2] = left > 1 ? letters[three >> 6 & 63] : '=';
        to[3] = left > 2 ? letters[three & 63] : '=';
    }
}

static eg_status add_base64(eg_packs *packs, const unsigned char *bytes, int64_t length)
{
    int64_t letters = 4 * eg_ceil_div(length, 3);
    EG_SCRATCH char *room = NULL;
    EG_TRY(eg_alloc(packs->context, letters, 1, &room));
    encode_base64(bytes, length, room);
    eg_text_add_bytes(&packs->text, room, letters);
    return packs->text.status;
}

/* ---- elements */

static eg_status add_pack_element(eg_packs *packs, const pack_head *head, const unsigned char *bytes,
                                  int64_t length)
{
    EG_SCRATCH unsigned char *packed = NULL;
    uLongf packed_length = compressBound((uLong)length);
    EG_TRY(eg_alloc(packs->context, (int64_t)packed_length, 1, &packed));
    int result = compress2(packed, &packed_length, bytes, (uLong)length, LEVEL);
    if (result != Z_OK)
        return eg_fail(packs->context, EG_MEMORY, "a page cannot be packed: %s", zError(result));
    packs->text.context = packs->context;
    eg_text_add(&packs->text,
                "<script type=\"text/plain\" id=\"pack%lld\" data-kind=\"%s\" data-count=\"%lld\" "
                "data-bits=\"%d\" data-stride=\"%d\">",
                (long long)packs->count - 1, head->kind, (long long)head->count, head->bits, head->stride);
    EG_TRY(add_base64(packs, packed, (int64_t)packed_length));
    eg_text_add(&packs->text, "</script>\n");
    return packs->text.status;
}

/* Two hashes of head and content, so that packs that are not equal are not taken for equal. */
static void hash_pack(const pack_head *head, const unsigned char *bytes, int64_t length, uint64_t hash[2])
{
    char text[96];
    int64_t chars = snprintf(text, sizeof text, "%s %lld %d %d", head->kind, (long long)head->count,
                             head->bits, head->stride);
    for (int k = 0; k < 2; k++)
        hash[k] = eg_hash64(bytes, length, eg_hash64(text, chars, (uint64_t)k + 1));
}

static eg_status add_pack(eg_packs *packs, const pack_head *head, const unsigned char *bytes, int64_t length,
                          int *id)
{
    uint64_t hash[2];
    hash_pack(head, bytes, length, hash);
    for (int64_t i = 0; i < packs->count; i++)
        if (memcmp(packs->seen[i], hash, sizeof hash) == 0) {
            *id = (int)i;
            return EG_OK;
        }
    EG_TRY(eg_reserve(packs->context, packs->count + 1, &packs->room, sizeof *packs->seen, &packs->seen));
    memcpy(packs->seen[packs->count], hash, sizeof hash);
    *id = (int)packs->count++;
    return add_pack_element(packs, head, bytes, length);
}

/* ---- codes */

static void put_planes(unsigned char *planes, int64_t count, int64_t i, uint32_t code, int bits)
{
    for (int k = 0; k < bits / 8; k++)
        planes[k * count + i] = (unsigned char)(code >> 8 * k);
}

eg_status eg_packs_add_steps(eg_packs *packs, const uint32_t *numbers, int64_t count, int bits, int stride,
                             int *id)
{
    assert((bits == 16 || bits == 24 || bits == 32) && stride > 0);
    const pack_head head = {.kind = "steps", .count = count, .bits = bits, .stride = stride};
    EG_SCRATCH unsigned char *planes = NULL;
    EG_TRY(eg_alloc(packs->context, count * (bits / 8), 1, &planes));
    uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1, sign = 1u << (bits - 1);
    for (int64_t i = 0; i < count; i++) {
        uint32_t difference = (numbers[i] - (i < stride ? 0 : numbers[i - stride])) & mask;
        uint32_t zigzag = ((difference << 1) ^ (difference & sign ? UINT32_MAX : 0)) & mask;
        put_planes(planes, count, i, zigzag, bits);
    }
    return add_pack(packs, &head, planes, count * (bits / 8), id);
}

eg_status eg_packs_add_marks(eg_packs *packs, const uint32_t *numbers, int64_t count, int *id)
{
    const pack_head head = {.kind = "marks", .count = count, .bits = 32, .stride = 1};
    EG_SCRATCH unsigned char *planes = NULL;
    uint32_t next = 0;
    EG_TRY(eg_alloc(packs->context, 4 * count, 1, &planes));
    for (int64_t i = 0; i < count; i++) {
        assert(numbers[i] <= next);
        put_planes(planes, count, i, next - numbers[i], 32);
        next += numbers[i] == next;
    }
    return add_pack(packs, &head, planes, 4 * count, id);
}

eg_status eg_packs_add_bytes(eg_packs *packs, const char *bytes, int64_t count, int *id)
{
    const pack_head head = {.kind = "bytes", .count = count, .bits = 8, .stride = 1};
    return add_pack(packs, &head, (const unsigned char *)bytes, count, id);
}

void eg_packs_free(eg_packs *packs)
{
    eg_text_free(&packs->text);
    EG_FREE(&packs->seen);
    packs->count = packs->room = 0;
}
