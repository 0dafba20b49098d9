/* Titles: text broken into lines that fit. */
#include "io/picture/internal.h"

#include <string.h>

#include "base/bytes.h"

/* Bytes of the letter there, which may be several; of what is not UTF-8 one. */
static size_t letter_bytes(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    size_t bytes = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < bytes; i++)
        if (!eg_utf8_goes_on(text[i]))
            return i;
    return bytes;
}

static bool line_fits(eg_figure *figure, const char *text, size_t bytes, double size, double room)
{
    char line[EG_TITLE_BYTES];
    memcpy(line, text, bytes);
    line[bytes] = 0;
    return eg_text_width(figure, line, size, true) <= room;
}

/* The most letters that fit, at least one; *word is how far whole words go. */
static size_t letters_that_fit(eg_figure *figure, const char *text, double size, double room, size_t *word)
{
    size_t taken = letter_bytes(text);
    *word = 0;
    while (text[taken]) {
        size_t next = taken + letter_bytes(text + taken);
        if (next >= EG_TITLE_BYTES - 4 || !line_fits(figure, text, next, size, room))
            return taken;
        if (text[taken] == ' ')
            *word = taken;
        taken = next;
    }
    *word = taken;
    return taken;
}

/* Ends a line with an ellipsis, in the place of as many letters as it takes. */
static void abbreviate(eg_figure *figure, char *line, double size, double room)
{
    size_t length = strlen(line);
    memcpy(line + length, "…", sizeof "…");
    while (length > 1 && eg_text_width(figure, line, size, true) > room) {
        do
            length--;
        while (length > 1 && eg_utf8_goes_on(line[length]));
        memcpy(line + length, "…", sizeof "…");
    }
}

void eg_title_break(eg_figure *figure, const char *text, double size, double room, eg_title *title)
{
    *title = (eg_title){.size = size};
    while (text && *text && title->lines < EG_TITLE_LINES) {
        size_t word, taken = letters_that_fit(figure, text, size, room, &word);
        size_t bytes = word > 0 ? word : taken;
        char *line = title->line[title->lines++];
        memcpy(line, text, bytes);
        line[bytes] = 0;
        text += bytes;
        text += strspn(text, " ");
        if (*text && title->lines == EG_TITLE_LINES)
            abbreviate(figure, line, size, room);
    }
}

static double pitch(const eg_title *title)
{
    return 1.35 * title->size;
}

double eg_title_height(const eg_title *title)
{
    return title->lines * pitch(title);
}

void eg_title_draw(eg_figure *figure, const eg_title *title, double left, double top)
{
    for (int i = 0; i < title->lines; i++)
        eg_text_draw(figure, title->line[i], title->size, true, left, top + (i + 0.5) * pitch(title),
                     EG_ALIGN_LOW, EG_ALIGN_MIDDLE);
}
