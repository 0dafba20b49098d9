/* Questions to the table of keys: rows by path, words of a list, descriptions in words. */
#include "io/case_table.h"

#include <string.h>

/* ---- finding rows */

/* The key of a row that lies right below `parent`; NULL where it does not. */
static const char *key_below(const eg_case_row *row, const eg_case_row *parent)
{
    const char *key = row->path;
    if (parent) {
        size_t length = strlen(parent->path);
        if (strncmp(row->path, parent->path, length) != 0 || row->path[length] != '.')
            return NULL;
        key += length + 1;
    }
    return strchr(key, '.') ? NULL : key;
}

const eg_case_row *eg_case_row_next(const eg_case_row *parent, const eg_case_row *previous)
{
    const eg_case_row *row = previous ? previous + 1 : eg_case_rows;
    for (; row < eg_case_rows + eg_case_row_count; row++)
        if (key_below(row, parent))
            return row;
    return NULL;
}

const eg_case_row *eg_case_row_child(const eg_case_row *parent, const char *key)
{
    const eg_case_row *any = NULL;
    for (const eg_case_row *row = NULL; (row = eg_case_row_next(parent, row));) {
        if (eg_case_row_is_name(row))
            any = row;
        else if (strcmp(eg_case_row_key(row), key) == 0)
            return row;
    }
    return any;
}

const char *eg_case_row_key(const eg_case_row *row)
{
    const char *dot = strrchr(row->path, '.');
    return dot ? dot + 1 : row->path;
}

bool eg_case_row_is_name(const eg_case_row *row)
{
    return strcmp(eg_case_row_key(row), "*") == 0;
}

bool eg_case_row_of_model(const eg_case_row *row, unsigned models)
{
    return row->models == 0 || (row->models & models) != 0;
}

/* ---- models */

unsigned eg_case_model_mask(const char *name)
{
    return strcmp(name, "shallow-water") == 0 ? EG_MODEL_SHALLOW_WATER : 0;
}

/* ---- words */

int eg_case_words(const char *list, char *buffer, const char **words)
{
    int count = 0;
    size_t length = strlen(list);
    assert(length < EG_WORDS_BYTES);
    memcpy(buffer, list, length + 1);
    for (char *p = buffer; *p;) {
        assert(count < EG_WORDS_MOST);
        words[count++] = p;
        p = strchr(p, ' ');
        if (!p)
            break;
        *p++ = 0;
    }
    return count;
}

/* ---- descriptions */

/* "length" or "number". */
static const char *dimension_noun(eg_dimension dimension, char *buffer)
{
    if (eg_dimension_equal(dimension, EG_DIMENSION_NONE))
        return "number";
    eg_dimension_describe(dimension, buffer);
    if (strncmp(buffer, "an ", 3) == 0)
        return buffer + 3;
    return strncmp(buffer, "a ", 2) == 0 ? buffer + 2 : buffer;
}

static void add_alternative(eg_text *text, int *count, const char *what)
{
    eg_text_add(text, "%s%s", (*count)++ > 0 ? " or " : "", what);
}

static void add_variables(const eg_case_row *row, eg_text *text)
{
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(row->variables, buffer, words);
    for (int i = 0; i < count; i++)
        eg_text_add(text, "%s%s", i == 0 ? " of " : ", ", words[i]);
}

void eg_case_row_type(const eg_case_row *row, eg_text *text)
{
    char noun[64], buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = 0;
    const char *dimension = dimension_noun(row->dimension, noun);
    if (row->count > 0)
        eg_text_add(text, "list of %d: ", row->count);
    else if (row->count == EG_ANY_COUNT)
        eg_text_add(text, "list: ");
    if (row->takes & EG_TAKES_WORD) {
        int word_count = eg_case_words(row->words, buffer, words);
        for (int i = 0; i < word_count; i++)
            add_alternative(text, &count, words[i]);
    }
    if (row->takes & EG_TAKES_REAL)
        add_alternative(text, &count, dimension);
    if (row->takes & EG_TAKES_EXPRESSION) {
        add_alternative(text, &count, dimension);
        add_alternative(text, &count, "expression");
        add_variables(row, text);
    }
    if (row->takes & EG_TAKES_INTEGER)
        add_alternative(text, &count, "whole number");
    if (row->takes & EG_TAKES_BOOLEAN)
        add_alternative(text, &count, "true or false");
    if (row->takes & EG_TAKES_TEXT)
        add_alternative(text, &count, "text");
    if (row->takes & EG_TAKES_PATH)
        add_alternative(text, &count, "file name");
    if (row->takes & EG_TAKES_MAP)
        add_alternative(text, &count, "map");
}

void eg_case_row_range(const eg_case_row *row, eg_text *text)
{
    char least[32], most[32];
    switch (row->range) {
    case EG_RANGE_ANY:
        return;
    case EG_RANGE_POSITIVE:
        eg_text_add(text, "above 0");
        return;
    case EG_RANGE_NOT_NEGATIVE:
        eg_text_add(text, "0 or more");
        return;
    case EG_RANGE_NOT_ZERO:
        eg_text_add(text, "not 0");
        return;
    case EG_RANGE_ASCENDING:
        eg_text_add(text, "ascending");
        return;
    case EG_RANGE_BETWEEN:
        eg_format_real(row->least, least);
        eg_format_real(row->most, most);
        if (row->least == row->most)
            eg_text_add(text, "%s", least);
        else
            eg_text_add(text, "%s to %s", least, most);
        return;
    }
}
