/* Messages of the library taken apart: place, sentence, and what the caret underlines. */
#include <stdlib.h>
#include <string.h>

#include "eagre/tools.h"
#include "io/report/json_text.h"
#include "tools/internal.h"

typedef struct part {
    const char *at;
    size_t length;
} part;

typedef struct message {
    part file, setting, value, sentence;
    long line, column; /* 0: none */
} message;

static part line_at(const char *text)
{
    return (part){text, strcspn(text, "\n")};
}

static const char *after_text(part line)
{
    return line.at + line.length + (line.at[line.length] == '\n');
}

/* Where ": error: " or ": warning: " stands in a line; NULL. *length is that of the word. */
static const char *find_severity(part line, size_t *length)
{
    static const char *const words[] = {": error: ", ": warning: "};
    for (int i = 0; i < 2; i++) {
        const char *found = memmem(line.at, line.length, words[i], strlen(words[i]));
        *length = strlen(words[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* Takes ":NUMBER" from the end of a place; 0: there is none. */
static long take_number(part *place)
{
    size_t digits = 0;
    while (digits < place->length && strchr("0123456789", place->at[place->length - 1 - digits]))
        digits++;
    if (digits == 0 || digits == place->length || place->at[place->length - 1 - digits] != ':')
        return 0;
    long number = strtol(place->at + place->length - digits, NULL, 10);
    place->length -= digits + 1;
    return number;
}

static void take_message_place(message *m, part place)
{
    static const char option[] = "--set ";
    m->column = take_number(&place);
    m->line = m->column ? take_number(&place) : 0;
    if (place.length > strlen(option) && strncmp(place.at, option, strlen(option)) == 0)
        m->setting = (part){place.at + strlen(option), place.length - strlen(option)};
    else
        m->file = place;
}

/* Moves over so many characters of UTF-8. */
static const char *skip_spaces(const char *at, const char *end, size_t characters)
{
    for (; characters > 0 && at < end; characters--)
        for (at++; at < end && ((unsigned char)*at & 0xC0) == 0x80;)
            at++;
    return at;
}

/* What the second line, blanks and "^~~", underlines in the first. */
static void take_message_value(message *m, part source, part caret)
{
    const char *mark = memchr(caret.at, '^', caret.length), *end = source.at + source.length;
    if (!mark)
        return;
    size_t width = 1 + strspn(mark + 1, "~");
    m->value.at = skip_spaces(source.at, end, (size_t)(mark - caret.at));
    m->value.length = (size_t)(skip_spaces(m->value.at, end, width) - m->value.at);
}

static bool is_excerpt(part line)
{
    size_t blanks = strspn(line.at, " 0123456789");
    return blanks >= 6 && blanks + 1 < line.length && line.at[blanks] == '|' && line.at[blanks + 1] == ' ';
}

static void add_text_part(eg_text *text, const char *name, part p)
{
    EG_SCRATCH char *copy = NULL;
    eg_text_add(text, "%s", name);
    if (!p.at)
        eg_text_add(text, "null");
    else if (eg_alloc(text->context, (int64_t)p.length + 1, 1, &copy) != EG_OK)
        text->status = EG_MEMORY;
    else {
        memcpy(copy, p.at, p.length);
        eg_json_add_string(text, copy);
    }
}

static void add_message(eg_text *text, const message *m)
{
    add_text_part(text, "{\"file\": ", m->file);
    add_text_part(text, ", \"setting\": ", m->setting);
    eg_text_add(text, m->line ? ", \"line\": %ld" : ", \"line\": null", m->line);
    eg_text_add(text, m->column ? ", \"column\": %ld" : ", \"column\": null", m->column);
    add_text_part(text, ", \"value\": ", m->value);
    add_text_part(text, ", \"sentence\": ", m->sentence);
    eg_text_add(text, "}");
}

/* The message at `text`; returns what is behind it. */
static const char *take_message(const char *text, message *m)
{
    size_t word;
    part line = line_at(text);
    const char *severity = find_severity(line, &word);
    *m = (message){.sentence = line};
    if (severity) {
        take_message_place(m, (part){line.at, (size_t)(severity - line.at)});
        m->sentence = (part){severity + word, line.length - (size_t)(severity - line.at) - word};
    }
    const char *rest = after_text(line);
    while (*rest && !is_excerpt(line_at(rest)) && !find_severity(line_at(rest), &word)) {
        part more = line_at(rest);
        m->sentence.length = (size_t)(more.at + more.length - m->sentence.at);
        rest = after_text(more);
    }
    if (*rest && is_excerpt(line_at(rest))) {
        part source = line_at(rest), caret = line_at(after_text(source));
        if (is_excerpt(caret) || memchr(caret.at, '^', caret.length)) {
            take_message_value(m, source, caret);
            rest = after_text(caret);
        }
    }
    return rest;
}

eg_status eg_messages_json(eg_context *context, const char *messages, char **json)
{
    eg_text text = {.context = context};
    eg_text_add(&text, "[");
    for (const char *at = messages; *at;) {
        message m;
        eg_text_add(&text, at > messages ? ",\n    " : "\n    ");
        at = take_message(at, &m);
        add_message(&text, &m);
    }
    eg_text_add(&text, "]");
    return eg_tools_give(&text, text.status, json);
}
