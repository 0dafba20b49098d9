/* Animated PNG: the chunks of each figure's PNG, with its place in time before them.
 *
 *     IHDR  acTL (number of figures)  fcTL IDAT ...  fcTL fdAT ...  fcTL fdAT ...  IEND
 *
 * fcTL and fdAT are numbered together, from 0; fdAT is that number and what IDAT holds. */
#include "io/picture/internal.h"

#include "base/bytes.h"

enum { SIGNATURE = 8, CHUNK_HEAD = 8, CHUNK_SUM = 4, HEAD = 13, CONTROL = 26 };

static void add_control(eg_animation *a, int milliseconds)
{
    unsigned char control[CONTROL] = {0};
    eg_put_big(control, 4, a->chunks++);
    memcpy(control + 4, a->head, 8); /* width, height */
    control[20] = (unsigned char)(milliseconds >> 8);
    control[21] = (unsigned char)milliseconds;
    control[22] = 1000 >> 8;
    control[23] = 1000 & 255;
    eg_png_add_chunk(&a->frames, "fcTL", control, sizeof control);
}

/* IDAT of the first figure as it is, of the others as fdAT. */
static eg_status add_data(eg_animation *a, const char *content, uint32_t bytes)
{
    EG_SCRATCH unsigned char *numbered = NULL;
    if (a->count == 0) {
        eg_png_add_chunk(&a->frames, "IDAT", content, bytes);
        return a->frames.status;
    }
    EG_TRY(eg_alloc(a->context, (int64_t)bytes + 4, 1, &numbered));
    eg_put_big(numbered, 4, a->chunks++);
    memcpy(numbered + 4, content, bytes);
    eg_png_add_chunk(&a->frames, "fdAT", numbered, bytes + 4);
    return a->frames.status;
}

static eg_status add_chunks(eg_animation *a, const eg_text *png, int milliseconds)
{
    const uint8_t *file = (const uint8_t *)png->data, *head = file + SIGNATURE + CHUNK_HEAD;
    if (a->count == 0)
        memcpy(a->head, head, HEAD);
    if (memcmp(a->head, head, HEAD) != 0)
        return eg_fail(a->context, EG_USAGE,
                       "a picture of %u x %u pixels cannot follow those of %u x %u in a movie",
                       (unsigned)eg_get_big(head, 4), (unsigned)eg_get_big(head + 4, 4),
                       (unsigned)eg_get_big(a->head, 4), (unsigned)eg_get_big(a->head + 4, 4));
    add_control(a, milliseconds);
    uint32_t bytes;
    for (int64_t at = SIGNATURE; at < png->length; at += CHUNK_HEAD + bytes + CHUNK_SUM) {
        bytes = (uint32_t)eg_get_big(file + at, 4);
        if (memcmp(png->data + at + 4, "IDAT", 4) == 0)
            EG_TRY(add_data(a, png->data + at + CHUNK_HEAD, bytes));
    }
    a->count++;
    return EG_OK;
}

eg_status eg_animation_add(eg_animation *animation, eg_figure *figure, int milliseconds)
{
    assert(animation->context && figure->surface && milliseconds > 0 && milliseconds < 65536);
    EG_TEXT(png, animation->context);
    animation->frames.context = animation->context;
    EG_TRY(eg_png_make(animation->context, figure->surface, &png));
    return add_chunks(animation, &png, milliseconds);
}

eg_status eg_figure_png(eg_figure *figure, eg_text *png)
{
    return eg_png_make(figure->context, figure->surface, png);
}

eg_status eg_animation_write(const eg_animation *animation, const char *path)
{
    static const unsigned char signature[SIGNATURE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char control[8] = {0}; /* the number of figures, and how often: 0, for ever */
    EG_TEXT(png, animation->context);
    assert(animation->count > 0);
    eg_put_big(control, 4, animation->count);
    eg_text_add_bytes(&png, (const char *)signature, SIGNATURE);
    eg_png_add_chunk(&png, "IHDR", animation->head, HEAD);
    eg_png_add_chunk(&png, "acTL", control, sizeof control);
    eg_text_add_bytes(&png, animation->frames.data, animation->frames.length);
    eg_png_add_chunk(&png, "IEND", "", 0);
    EG_TRY(png.status);
    return eg_file_write(animation->context, path, png.data, png.length);
}

void eg_animation_free(eg_animation *animation)
{
    eg_text_free(&animation->frames);
}
