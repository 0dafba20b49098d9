/* The scanner: finds KERNEL_SHAPE and KERNEL in a kernel file and reads the parameter lists.
 *
 * It looks at words only, so it needs no preprocessor: a kernel inside an untaken #if is found too,
 * which is why EG_HAVE_name is defined beside each kernel (see source.h). */
#include "device/source.h"

#include <ctype.h>
#include <string.h>

static bool is_word_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

eg_status eg_scan_blank(eg_context *context, const char *text, char **code)
{
    EG_TRY(eg_strdup(context, text, code));
    enum { CODE, LINE, BLOCK, STRING, CHARACTER } state = CODE;
    for (char *p = *code; *p; p++) {
        bool two = p[1] != 0;
        if (state == CODE && p[0] == '/' && (p[1] == '/' || p[1] == '*')) {
            state = p[1] == '/' ? LINE : BLOCK;
            *p++ = ' ';
            *p = ' ';
        } else if (state == CODE && (*p == '"' || *p == '\'')) {
            state = *p == '"' ? STRING : CHARACTER;
            *p = ' ';
        } else if (state == LINE || state == STRING || state == CHARACTER) {
            bool ends = *p == '\n' || (state == STRING && *p == '"') || (state == CHARACTER && *p == '\'');
            if (state != LINE && *p == '\\' && two && p[1] != '\n')
                *p++ = ' ';
            if (ends)
                state = CODE;
            if (*p != '\n')
                *p = ' ';
        } else if (state == BLOCK) {
            if (p[0] == '*' && p[1] == '/') {
                state = CODE;
                *p++ = ' ';
            }
            if (*p != '\n')
                *p = ' ';
        }
    }
    return EG_OK;
}

/* The place after `word` where it stands in the line as a whole word, else NULL. */
static const char *find_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = line; *p && *p != '\n'; p++)
        if (*p == *word && strncmp(p, word, length) == 0 && !is_word_letter(p[length]) &&
            (p == line || !is_word_letter(p[-1])))
            return p + length;
    return NULL;
}

static const char *skip_space(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

/* The end of the piece that begins at p: the comma or closing parenthesis at depth 0, or the end. */
static const char *piece_end(const char *p)
{
    for (int depth = 0; *p; p++) {
        if (depth == 0 && (*p == ',' || *p == ')'))
            break;
        depth += (*p == '(') - (*p == ')');
    }
    return p;
}

static eg_status copy_piece(eg_context *context, const char *begin, const char *end, char **copy)
{
    eg_text text = {.context = context};
    eg_text_add_bytes(&text, begin, end - begin);
    for (int64_t i = 0; i < text.length; i++)
        if (text.data[i] == '\n')
            text.data[i] = ' ';
    *copy = text.data;
    return text.status;
}

eg_status eg_scan_shape(eg_context *context, const char *where, const char *line, bool *found, char **threads,
                        char **resident)
{
    *threads = *resident = NULL;
    const char *p = find_word(line, "KERNEL_SHAPE");
    *found = p != NULL;
    if (!p)
        return EG_OK;
    const char *first = skip_space(p);
    const char *comma = *first == '(' ? piece_end(first + 1) : first;
    const char *close = *comma == ',' ? piece_end(comma + 1) : comma;
    if (*comma != ',' || *close != ')' || comma == first + 1 || close == comma + 1)
        return eg_fail(context, EG_DEVICE, "%s: KERNEL_SHAPE takes (threads, groups)", where);
    EG_TRY(copy_piece(context, first + 1, comma, threads));
    eg_status status = copy_piece(context, comma + 1, close, resident);
    if (status != EG_OK)
        EG_FREE(threads);
    return status;
}

static void take_word(const char **p, char *word)
{
    size_t n = 0;
    for (; is_word_letter(**p); ++*p)
        if (n + 1 < EG_NAME_ROOM)
            word[n++] = **p;
    word[n] = 0;
}

static bool kind_of_type(const char *type, eg_param_kind *kind)
{
    for (eg_param_kind k = EG_PARAM_INT; k <= EG_PARAM_DOUBLE; k++)
        if (strcmp(type, eg_param_kind_name(k)) == 0) {
            *kind = k;
            return true;
        }
    return false;
}

/* One parameter, [p, end): `GLOBAL [CONST] T *[RESTRICT] name` or `[CONST] T name`. */
static eg_status scan_param(eg_context *context, const char *where, const char *kernel, const char *p,
                            const char *end, eg_source_param *param)
{
    bool global = false, pointer = false;
    char word[EG_NAME_ROOM] = "", type[EG_NAME_ROOM] = "";
    const char *begin = p = skip_space(p);
    while (p < end) {
        if (*p == '*')
            pointer = true;
        if (!is_word_letter(*p)) {
            p++;
            continue;
        }
        take_word(&p, word);
        if (strcmp(word, "GLOBAL") == 0)
            global = true;
        else if (strcmp(word, "CONST") != 0 && strcmp(word, "RESTRICT") != 0) {
            strcpy(type, param->name);
            strcpy(param->name, word);
        }
    }
    param->kind = EG_PARAM_BUFFER;
    bool known = pointer ? global && type[0] : !global && kind_of_type(type, &param->kind);
    if (!known)
        return eg_fail(context, EG_DEVICE,
                       "%s: kernel %s: parameter '%.*s' cannot be given by a launch; a parameter is "
                       "`GLOBAL T *name`, or `T name` with T int, long, real or double",
                       where, kernel, (int)(end - begin), begin);
    return EG_OK;
}

/* ---- parameters that only some variants have */

/* The number that the text defines first under that name; 0 where it has none, as for a preprocessor. */
static int64_t constant_of(const char *text, const char *name)
{
    int64_t value = 0;
    size_t length = strlen(name);
    for (const char *p = strstr(text, "#define "); p; p = strstr(p + 1, "#define ")) {
        const char *at = p + 8 + length;
        if (strncmp(p + 8, name, length) == 0 && *at == ' ')
            return eg_parse_integer(at + 1, at + strcspn(at, "\n"), &value) ? value : 0;
    }
    return 0;
}

/* The value of the number or the name at *p, which moves behind it and blanks. */
static int64_t take_value(const char *text, const char **p)
{
    char word[EG_NAME_ROOM] = "";
    int64_t value;
    take_word(p, word);
    *p += strspn(*p, " ");
    return eg_parse_integer(word, word + strlen(word), &value) ? value : constant_of(text, word);
}

/* The end of `NAME` or `NAME == N` at p, and whether it holds. */
static const char *find_term(const char *text, const char *p, bool *holds)
{
    int64_t value = take_value(text, &p);
    bool compared = strncmp(p, "== ", 3) == 0;
    p += compared ? 3 : 0;
    *holds = compared ? value == take_value(text, &p) : value != 0;
    return p;
}

/* Whether the condition at p holds: terms, joined by && alone or by || alone. NULL behind it where it is
 * another. */
static const char *find_condition(const char *text, const char *p, bool *holds)
{
    p = find_term(text, p, holds);
    for (char join = *p; (join == '&' || join == '|') && p[0] == join && p[1] == join;) {
        bool term;
        p = find_term(text, p + 2 + strspn(p + 2, " "), &term);
        *holds = join == '&' ? *holds && term : *holds || term;
    }
    return *p == '\n' ? p : NULL;
}

/* The next parameter that this variant has, from p on, behind #if and #endif; NULL where they cannot be
 * read. */
static const char *next_param(const char *text, const char *p)
{
    for (p = skip_space(p); p && *p == '#'; p = p ? skip_space(p) : NULL) {
        bool holds = true;
        if (strncmp(p, "#if ", 4) == 0)
            p = find_condition(text, p + 4, &holds);
        else
            p = strncmp(p, "#endif", 6) == 0 ? p + 6 : NULL;
        if (!holds && p)
            p = strstr(p, "#endif");
    }
    return p;
}

eg_status eg_scan_kernel(eg_context *context, const char *where, const char *line, const char *text,
                         bool *found, eg_source_kernel *kernel)
{
    const char *p = find_word(line, "KERNEL");
    *found = p != NULL;
    if (!p)
        return EG_OK;
    p = skip_space(p);
    take_word(&p, kernel->name);
    p = skip_space(p);
    if (!kernel->name[0] || *p != '(')
        return eg_fail(context, EG_DEVICE, "%s: KERNEL is followed by name(parameters)", where);
    const char *end = piece_end(++p);
    const char *only = skip_space(p);
    bool none = only == end || (strncmp(only, "void", 4) == 0 && skip_space(only + 4) == end);
    while (!none) {
        p = next_param(text, p);
        if (!p)
            return eg_fail(context, EG_DEVICE,
                           "%s: kernel %s: a parameter list has `#if NAME`, `#if NAME == N`, several of them "
                           "joined by && or by ||, and #endif alone",
                           where, kernel->name);
        end = piece_end(p);
        if (*end == 0)
            return eg_fail(context, EG_DEVICE, "%s: kernel %s: the parameter list has no end", where,
                           kernel->name);
        if (kernel->param_count == EG_MAX_PARAMS)
            return eg_fail(context, EG_DEVICE, "%s: kernel %s has more than %d parameters", where,
                           kernel->name, EG_MAX_PARAMS);
        EG_TRY(scan_param(context, where, kernel->name, p, end, &kernel->param[kernel->param_count++]));
        if (*end == ')')
            break;
        p = end + 1;
    }
    return EG_OK;
}

const char *eg_param_kind_name(eg_param_kind kind)
{
    static const char *const name[] = {"buffer", "int", "long", "real", "double"};
    return name[kind];
}
