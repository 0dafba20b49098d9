/* Puts a program's text together: files below kernels/, with #line directives, and the definitions that each
 * kernel needs in front of it. */
#include "device/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/embedded.h"

enum { MAX_FILE_BYTES = 4 << 20 };

void eg_source_free(eg_source *source)
{
    eg_text_free(&source->text);
    EG_FREE(&source->kernels);
    for (int64_t i = 0; i < source->seen_count; i++)
        EG_FREE(&source->seen[i].name);
    EG_FREE(&source->seen);
    *source = (eg_source){.text = {.context = source->text.context}};
}

static eg_status no_such_file(eg_context *context, const char *name)
{
    EG_TEXT(names, context);
    for (const eg_embedded_file *f = eg_embedded_kernels; f->name; f++)
        eg_text_add(&names, "%s%s", f == eg_embedded_kernels ? "" : ", ", f->name);
    return names.status != EG_OK ? names.status
                                 : eg_fail(context, EG_DEVICE, "there is no kernel file '%s'; there are: %s",
                                           name, eg_text_string(&names));
}

/* The file's text; the caller frees it. */
static eg_status read_kernel_file(eg_context *context, const char *name, char **text)
{
    const char *folder = getenv("EAGRE_KERNELS");
    if (folder && folder[0]) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(context, folder, name, &path));
        int64_t length;
        return eg_file_read(context, EG_DEVICE, path, MAX_FILE_BYTES, text, &length);
    }
    for (const eg_embedded_file *f = eg_embedded_kernels; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return eg_strdup(context, f->text, text);
    return no_such_file(context, name);
}

/* Adds a kernel; one that stands in both branches of an #if counts once. */
static eg_status keep_kernel(eg_context *context, eg_source *source, const eg_source_kernel *kernel)
{
    for (int64_t i = 0; i < source->kernel_count; i++) {
        const eg_source_kernel *other = &source->kernels[i];
        if (strcmp(other->name, kernel->name) != 0)
            continue;
        bool same = other->param_count == kernel->param_count;
        for (int k = 0; same && k < kernel->param_count; k++)
            same = other->param[k].kind == kernel->param[k].kind;
        if (same)
            return EG_OK;
        return eg_fail(context, EG_DEVICE,
                       "%s:%d: kernel %s has other parameters than at %s:%d; give it another name",
                       kernel->file, kernel->line, kernel->name, other->file, other->line);
    }
    EG_TRY(eg_reserve(context, source->kernel_count + 1, &source->kernel_room, sizeof *source->kernels,
                      &source->kernels));
    source->kernels[source->kernel_count++] = *kernel;
    return EG_OK;
}

/* One file on its way into the program. */
typedef struct eg_reading {
    const char *name;
    int line;
    bool directive; /* the line goes on a preprocessor directive */
    bool shaped;    /* a KERNEL_SHAPE waits for its KERNEL */
} eg_reading;

static void add_shape(eg_source *source, const char *threads, const char *resident)
{
    eg_text_add(&source->text,
                "#undef EG_THREADS\n#undef EG_RESIDENT\n#define EG_THREADS (%s)\n"
                "#define EG_RESIDENT (%s)\n",
                threads, resident);
}

/* Adds what goes in front of a line of code that holds KERNEL_SHAPE or KERNEL. */
static eg_status add_kernel_words(eg_context *context, eg_source *source, eg_reading *reading,
                                  const char *code)
{
    char where[3 * EG_NAME_ROOM];
    snprintf(where, sizeof where, "%s:%d", reading->name, reading->line);
    bool has_shape, has_kernel;
    char *threads, *resident;
    eg_source_kernel kernel = {.line = reading->line};
    snprintf(kernel.file, sizeof kernel.file, "%s", reading->name);
    EG_TRY(eg_scan_shape(context, where, code, &has_shape, &threads, &resident));
    if (has_shape) {
        add_shape(source, threads, resident);
        reading->shaped = true;
        EG_FREE(&threads, &resident);
    }
    EG_TRY(eg_scan_kernel(context, where, code, eg_text_string(&source->text), &has_kernel, &kernel));
    if (has_kernel) {
        if (!reading->shaped)
            add_shape(source, "LANES", "1");
        reading->shaped = false;
        eg_text_add(&source->text, "#undef EG_HAVE_%s\n#define EG_HAVE_%s 1\n", kernel.name, kernel.name);
        EG_TRY(keep_kernel(context, source, &kernel));
    }
    if (has_shape || has_kernel)
        eg_text_add(&source->text, "#line %d \"%s\"\n", reading->line, reading->name);
    return EG_OK;
}

/* If the line is an #include: the name between its quotes (eg_free), else NULL. */
static eg_status included_name(eg_context *context, const eg_reading *reading, const char *line,
                               const char *line_end, char **name)
{
    *name = NULL;
    const char *p = line;
    while (p < line_end && (isspace((unsigned char)*p) || *p == '#'))
        p++;
    if (strncmp(p, "include", 7) != 0)
        return EG_OK;
    const char *open = memchr(p, '"', (size_t)(line_end - p));
    const char *close = open ? memchr(open + 1, '"', (size_t)(line_end - open - 1)) : NULL;
    if (!close)
        return eg_fail(context, EG_DEVICE,
                       "%s:%d: a kernel file includes other kernel files only: #include \"folder/file\"",
                       reading->name, reading->line);
    eg_text text = {.context = context};
    eg_text_add_bytes(&text, open + 1, close - open - 1);
    *name = text.data;
    return text.status;
}

static eg_status add_file(eg_context *context, eg_source *source, const char *name, const char *place);

static eg_status add_directive(eg_context *context, eg_source *source, eg_reading *reading, const char *line,
                               const char *line_end)
{
    EG_SCRATCH char *name = NULL;
    EG_TRY(included_name(context, reading, line, line_end, &name));
    if (!name) {
        eg_text_add_bytes(&source->text, line, line_end - line);
        eg_text_add(&source->text, "\n");
        return EG_OK;
    }
    char place[3 * EG_NAME_ROOM];
    snprintf(place, sizeof place, "%s:%d", reading->name, reading->line);
    EG_TRY(add_file(context, source, name, place));
    eg_text_add(&source->text, "#line %d \"%s\"\n", reading->line + 1, reading->name);
    return EG_OK;
}

static eg_status add_source_lines(eg_context *context, eg_source *source, const char *name, const char *text,
                                  const char *code)
{
    eg_reading reading = {.name = name, .line = 1};
    const char *word = strstr(code, "KERNEL"); /* the next one */
    eg_text_add(&source->text, "#line 1 \"%s\"\n", name);
    for (const char *line = text; *line; reading.line++) {
        const char *end = strchr(line, '\n');
        if (!end)
            end = line + strlen(line);
        const char *code_line = code + (line - text), *code_end = code + (end - text);
        bool has_word = word && word < code_end;
        size_t blank = strspn(code_line, " \t");
        bool goes_on = reading.directive;
        bool directive = goes_on || code_line[blank] == '#';
        reading.directive = directive && end > line && end[-1] == '\\';
        if (directive && !goes_on) {
            EG_TRY(add_directive(context, source, &reading, line, end));
        } else {
            if (!directive && has_word)
                EG_TRY(add_kernel_words(context, source, &reading, code_line));
            eg_text_add_bytes(&source->text, line, end - line);
            eg_text_add(&source->text, "\n");
        }
        if (has_word)
            word = strstr(code_end, "KERNEL");
        line = *end ? end + 1 : end;
    }
    return source->text.status;
}

eg_status eg_source_add_text(eg_context *context, eg_source *source, const char *name, const char *text)
{
    EG_SCRATCH char *code = NULL;
    EG_TRY(eg_scan_blank(context, text, &code));
    return add_source_lines(context, source, name, text, code);
}

/* ---- files */

/* The first line of code from `code` on, without blanks before it; "" at the end. */
static const char *next_line(const char *code)
{
    return code + strspn(code, " \t\r\n");
}

/* Whether the line is #WORD NAME; `name` is then its start and *length its length. */
static bool is_directive(const char *line, const char *word, const char **name, size_t *length)
{
    size_t letters = strlen(word);
    if (*line != '#')
        return false;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, word, letters) != 0)
        return false;
    *name = line + letters + strspn(line + letters, " \t");
    *length = strcspn(*name, " \t\r\n");
    return true;
}

/* Whether one pair of #ifndef WORD, #define WORD and #endif stands round all the code. */
static bool is_guarded(const char *code)
{
    const char *word, *again, *rest;
    size_t length, same, none;
    int depth = 1;
    const char *line = next_line(code);
    if (!is_directive(line, "ifndef", &word, &length) || length == 0)
        return false;
    line = next_line(line + strcspn(line, "\n"));
    if (!is_directive(line, "define", &again, &same) || same != length || strncmp(word, again, length) != 0)
        return false;
    while (depth > 0) {
        line = next_line(line + strcspn(line, "\n"));
        if (*line == 0 || (depth == 1 && is_directive(line, "el", &rest, &none))) /* #else, #elif */
            return false;
        depth += is_directive(line, "if", &rest, &none);
        depth -= is_directive(line, "endif", &rest, &none);
    }
    return *next_line(line + strcspn(line, "\n")) == 0;
}

/* Enters the file, or refuses to take it again; *index is its number. */
static eg_status enter_file(eg_context *context, eg_source *source, const char *name, const char *place,
                            int64_t *index)
{
    for (*index = 0; *index < source->seen_count; ++*index) {
        const eg_source_file *file = &source->seen[*index];
        if (strcmp(file->name, name) != 0)
            continue;
        if (file->open)
            return eg_fail(context, EG_DEVICE, "%s: %s includes itself", place, name);
        if (file->guarded)
            return EG_OK;
        return eg_fail(context, EG_DEVICE,
                       "%s: %s is included a second time, after %s; include it once, or let #ifndef "
                       "WORD, #define WORD and #endif stand round all of it",
                       place, name, file->place[0] ? file->place : "the program itself");
    }
    EG_TRY(
        eg_reserve(context, source->seen_count + 1, &source->seen_room, sizeof *source->seen, &source->seen));
    eg_source_file *file = &source->seen[source->seen_count];
    *file = (eg_source_file){0};
    EG_TRY(eg_strdup(context, name, &file->name));
    snprintf(file->place, sizeof file->place, "%s", place);
    source->seen_count++;
    return EG_OK;
}

/* `place` is "file:line" of the #include, or "". */
static eg_status add_file(eg_context *context, eg_source *source, const char *name, const char *place)
{
    EG_SCRATCH char *text = NULL, *code = NULL;
    int64_t index;
    EG_TRY(enter_file(context, source, name, place, &index));
    EG_TRY(read_kernel_file(context, name, &text));
    EG_TRY(eg_scan_blank(context, text, &code));
    source->seen[index].guarded = is_guarded(code);
    source->seen[index].open = true;
    EG_TRY(add_source_lines(context, source, name, text, code));
    source->seen[index].open = false;
    return EG_OK;
}

eg_status eg_source_add_file(eg_context *context, eg_source *source, const char *name)
{
    return add_file(context, source, name, "");
}

/* ---- messages */

/* The file (up to its closing quote) and line that line `number` of the text stands for; NULL before
 * the first #line. */
static const char *place_of_line(const char *source, int64_t number, int64_t *line)
{
    const char *file = NULL;
    *line = 0;
    for (const char *p = source; *p && number > 1; number--) {
        const char *end = p + strcspn(p, "\n");
        const char *quote = memchr(p, '"', (size_t)(end - p));
        bool moved = strncmp(p, "#line ", 6) == 0 && quote && eg_parse_integer(p + 6, quote - 1, line);
        if (moved)
            file = quote + 1;
        else
            ++*line;
        p = *end ? end + 1 : end;
    }
    return file;
}

void eg_source_translate(const char *source, const char *messages, const char *mark, eg_text *text)
{
    size_t length = strlen(mark);
    for (const char *p = messages; *p;) {
        const char *found = strstr(p, mark);
        size_t digits = found ? strspn(found + length, "0123456789") : 0;
        int64_t number, line;
        const char *file = NULL;
        if (digits > 0 && eg_parse_integer(found + length, found + length + digits, &number))
            file = place_of_line(source, number, &line);
        const char *end = found ? found + length : p + strlen(p);
        if (!file) {
            eg_text_add_bytes(text, p, end - p);
        } else {
            eg_text_add_bytes(text, p, found - p);
            eg_text_add(text, "%.*s:%lld", (int)strcspn(file, "\""), file, (long long)line);
            end += digits;
        }
        p = end;
    }
}
