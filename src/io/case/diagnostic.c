/* Errors about places in a text: collected, sorted by place, rendered with the line and a caret. */
#include "io/case/diagnostic.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"

/* ---- sources and places */

eg_status eg_source_open(eg_context *context, eg_source *source)
{
    int64_t lines = 1;
    for (int64_t i = 0; i < source->length; i++)
        lines += source->text[i] == '\n';
    EG_TRY(eg_alloc(context, lines, sizeof *source->line_start, &source->line_start));
    source->lines = 1;
    for (int64_t i = 0; i < source->length; i++)
        if (source->text[i] == '\n')
            source->line_start[source->lines++] = i + 1;
    return EG_OK;
}

void eg_source_close(eg_source *source)
{
    EG_FREE(&source->line_start);
    source->lines = 0;
}

/* End of the line (0-based) without its line break. */
static int64_t line_end(const eg_source *source, int64_t line)
{
    int64_t end = line + 1 < source->lines ? source->line_start[line + 1] - 1 : source->length;
    if (end > source->line_start[line] && source->text[end - 1] == '\r')
        end--;
    return end;
}

int64_t eg_file_position_byte(const eg_file_position *position)
{
    const eg_source *source = position->source;
    if (position->line < 1 || position->line > source->lines)
        return -1;
    int64_t byte = source->line_start[position->line - 1], end = line_end(source, position->line - 1);
    for (int32_t column = 1; column < position->column; column++) {
        if (byte >= end)
            return -1;
        for (byte++; byte < end && eg_utf8_goes_on(source->text[byte]);)
            byte++;
    }
    return byte;
}

/* ---- rendering */

enum {
    SHOWN_BEFORE = 70, /* bytes shown of a long line before and after the place */
    SHOWN_AFTER = 60,
};

void eg_file_position_write(eg_text *text, const eg_file_position *position)
{
    if (position->source->lines == 0 || position->line < 1)
        eg_text_add(text, "%s: ", position->source->name);
    else
        eg_text_add(text, "%s:%d:%d: ", position->source->name, (int)position->line, (int)position->column);
}

/* Moves a byte of the line back to where a character begins. */
static int64_t character_start(const eg_source *source, int64_t begin, int64_t byte)
{
    while (byte > begin && eg_utf8_goes_on(source->text[byte]))
        byte--;
    return byte;
}

static void add_line_and_caret(eg_text *text, const eg_file_position *position)
{
    const eg_source *source = position->source;
    int64_t begin = source->line_start[position->line - 1], end = line_end(source, position->line - 1);
    int64_t at = eg_file_position_byte(position);
    if (at < 0)
        at = end;
    int64_t from = at - begin > SHOWN_BEFORE ? character_start(source, begin, at - SHOWN_BEFORE) : begin;
    int64_t to = end - at > SHOWN_AFTER ? character_start(source, begin, at + SHOWN_AFTER) : end;
    eg_text_add(text, "\n%5d | %s", (int)position->line, from > begin ? "..." : "");
    eg_text_add_bytes(text, source->text + from, to - from);
    eg_text_add(text, "%s\n      | %s", to < end ? "..." : "", from > begin ? "   " : "");
    for (int64_t i = from; i < at; i++)
        if (!eg_utf8_goes_on(source->text[i])) /* a tab stays a tab, so that the caret meets its character */
            eg_text_add_bytes(text, source->text[i] == '\t' ? "\t" : " ", 1);
    eg_text_add(text, "^");
    int32_t left = position->width - 1;
    for (int64_t i = at + 1; i < to && left > 0; i++)
        if (!eg_utf8_goes_on(source->text[i])) {
            eg_text_add(text, "~");
            left--;
        }
}

/* ---- collecting */

eg_status eg_diagnostics_add(eg_diagnostics *diagnostics, const eg_file_position *position,
                             const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    EG_FORMAT(message, format);
    diagnostics->left_out += diagnostics->status == EG_OK && diagnostics->count == EG_DIAGNOSTICS_MOST;
    if (diagnostics->status != EG_OK || diagnostics->count == EG_DIAGNOSTICS_MOST)
        return EG_OK;
    diagnostics->status = eg_reserve(diagnostics->context, diagnostics->count + 1, &diagnostics->capacity,
                                     sizeof *diagnostics->list, &diagnostics->list);
    if (diagnostics->status != EG_OK)
        return EG_OK;
    eg_diagnostic *added = &diagnostics->list[diagnostics->count];
    diagnostics->status = eg_strdup(diagnostics->context, message, &added->message);
    added->position = *position;
    added->number = diagnostics->count;
    diagnostics->count += diagnostics->status == EG_OK;
    return EG_OK;
}

/* Files before settings, then by line and column, then as they were found. */
static int compare_diagnostics(const void *left, const void *right)
{
    const eg_diagnostic *a = left, *b = right;
    bool a_has_lines = a->position.source->lines > 0, b_has_lines = b->position.source->lines > 0;
    if (a_has_lines != b_has_lines)
        return a_has_lines ? -1 : 1;
    if (a_has_lines && a->position.line != b->position.line)
        return a->position.line < b->position.line ? -1 : 1;
    if (a_has_lines && a->position.column != b->position.column)
        return a->position.column < b->position.column ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

eg_status eg_diagnostics_finish(eg_diagnostics *diagnostics, eg_status status)
{
    EG_TRY(diagnostics->status);
    if (diagnostics->count == 0)
        return EG_OK;
    qsort(diagnostics->list, (size_t)diagnostics->count, sizeof *diagnostics->list, compare_diagnostics);
    EG_TEXT(text, diagnostics->context);
    for (int64_t i = 0; i < diagnostics->count; i++) {
        const eg_file_position *position = &diagnostics->list[i].position;
        if (i > 0)
            eg_text_add(&text, "\n");
        eg_file_position_write(&text, position);
        eg_text_add(&text, "error: %s", diagnostics->list[i].message);
        if (position->line >= 1 && position->line <= position->source->lines)
            add_line_and_caret(&text, position);
    }
    if (diagnostics->left_out > 0)
        eg_text_add(&text, "\nand %lld more", (long long)diagnostics->left_out);
    eg_diagnostics_free(diagnostics);
    EG_TRY(text.status);
    return eg_fail(diagnostics->context, status, "%s", eg_text_string(&text));
}

void eg_diagnostics_free(eg_diagnostics *diagnostics)
{
    for (int64_t i = 0; i < diagnostics->count; i++)
        EG_FREE(&diagnostics->list[i].message);
    EG_FREE(&diagnostics->list);
    diagnostics->count = diagnostics->capacity = diagnostics->left_out = 0;
}
