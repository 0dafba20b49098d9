/* The page of a run: collects, and puts frame, style, numbers and script together. */
#include "base/bytes.h"
#include "tools/page/page.h"
#include "eagre/tools.h"
#include "io/report/json_text.h"
#include "io/picture/colormap.h"
#include "io/report/summary.h"
#include "tools/internal.h"

#include <string.h>

enum {
    TEXT_BYTES = 1 << 24,
    LOG_BYTES = 60000, /* of its end */
    WORDS_BYTES = 1000000,
    OTHER_BYTES = 3000000, /* of a page without its fields, at first */
    TRIES = 6,             /* with less room for the fields each */
    COLORS = 65
};

/* ---- what stands in files of the folder */

/* Appends `"key": text of the file`, its last `most` bytes; null where there is none. */
static eg_status add_text_file(eg_page *page, const char *key, const char *name, int64_t most)
{
    EG_SCRATCH char *text = NULL, *path = NULL;
    int64_t length = 0;
    EG_TRY(eg_path_join(page->context, page->folder, name, &path));
    eg_text_add(&page->meta, ",\n\"%s\":", key);
    if (!eg_is_file(path)) {
        eg_text_add(&page->meta, "null");
        return EG_OK;
    }
    EG_TRY(eg_file_read(page->context, EG_INPUT, path, TEXT_BYTES, &text, &length));
    const char *from = text + eg_max_i64(0, length - most);
    const char *line = from > text ? strchr(from, '\n') : NULL;
    eg_json_add_string(&page->meta, line ? line + 1 : from);
    return EG_OK;
}

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

/* EG_INPUT, with the line and the byte, for what is no UTF-8. */
static eg_status check_utf8(const eg_page *page, const char *text)
{
    int64_t line = 1;
    for (const char *p = text; *p;) {
        uint32_t letter;
        int bytes = eg_utf8_character(p, &letter);
        if (bytes == 0)
            return eg_fail(page->context, EG_INPUT,
                           "%s:%lld: the byte 0x%02x is no UTF-8: save the text in that encoding",
                           page->options->text, (long long)line, (unsigned)(unsigned char)*p);
        line += *p == '\n';
        p += bytes;
    }
    return EG_OK;
}

/* What someone has written for the page. */
static eg_status add_words(eg_page *page)
{
    EG_SCRATCH char *text = NULL;
    int64_t length = 0;
    eg_text_add(&page->meta, ",\n\"text\":");
    if (!page->options->text) {
        eg_text_add(&page->meta, "null");
        return EG_OK;
    }
    EG_TRY(eg_file_read(page->context, EG_INPUT, page->options->text, WORDS_BYTES, &text, &length));
    if ((int64_t)strlen(text) != length)
        return eg_fail(page->context, EG_INPUT, "%s: is no text: it has a zero byte", page->options->text);
    EG_TRY(check_utf8(page, text));
    bool has_mark = strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0;
    eg_json_add_string(&page->meta, text + (has_mark ? strlen(BYTE_ORDER_MARK) : 0));
    return EG_OK;
}

/* The summary as it stands there, null of a run that has not ended. */
static eg_status add_summary(eg_page *page)
{
    EG_SCRATCH char *text = NULL, *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    int64_t length = 0;
    EG_TRY(eg_path_join(page->context, page->folder, "summary.json", &path));
    eg_text_add(&page->meta, ",\n\"summary\":");
    if (eg_is_file(path)) {
        EG_TRY(eg_summary_open(page->context, path, &summary)); /* is it one? */
        EG_TRY(eg_file_read(page->context, EG_INPUT, path, TEXT_BYTES, &text, &length));
        eg_text_add_bytes(&page->meta, text, length);
    } else {
        eg_text_add(&page->meta, "null");
    }
    return EG_OK;
}

static void add_colormaps(eg_page *page)
{
    eg_text_add(&page->meta, ",\n\"colormaps\":{");
    for (int m = 0; m < EG_COLORMAPS; m++) {
        eg_text_add(&page->meta, "%s\"%s\":\"", m ? "," : "", eg_colormap_names[m]);
        for (int i = 0; i < COLORS; i++) {
            uint8_t rgb[3];
            eg_colormap_color((eg_colormap)m, (double)i / (COLORS - 1), rgb);
            eg_text_add(&page->meta, "%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        }
        eg_text_add(&page->meta, "\"");
    }
    eg_text_add(&page->meta, "}");
}

static eg_status collect_page(eg_page *page)
{
    eg_json_add(&page->meta, "{'version':%s,'folder':%s", eg_version(), eg_tools_base_name(page->folder));
    EG_TRY(add_summary(page));
    EG_TRY(add_words(page));
    EG_TRY(add_text_file(page, "case", "case.yaml", TEXT_BYTES));
    EG_TRY(add_text_file(page, "log", "log.txt", LOG_BYTES));
    add_colormaps(page);
    EG_TRY(eg_page_add_sets(page));
    EG_TRY(eg_page_add_tables(page));
    EG_TRY(eg_page_add_marks(page));
    EG_TRY(eg_page_add_background(page));
    eg_text_add(&page->meta, ",\n\"notes\":[%s]}\n", eg_text_string(&page->notes));
    return page->notes.status == EG_OK ? page->meta.status : page->notes.status;
}

/* ---- the file */

static const char *embedded(const char *name)
{
    const eg_embedded_file *file = eg_embedded_page;
    while (file->name && strcmp(file->name, name) != 0)
        file++;
    assert(file->name);
    return file->text;
}

/* JSON inside HTML: a '<', which stands in strings alone, would begin a tag. */
static void add_page_json(eg_text *html, const eg_text *json)
{
    const char *from = eg_text_string(json);
    for (const char *p = strchr(from, '<'); p; from = p + 1, p = strchr(from, '<')) {
        eg_text_add_bytes(html, from, p - from);
        eg_text_add(html, "\\u003c");
    }
    eg_text_add_bytes(html, from, (int64_t)strlen(from));
}

/* Fills the places that the frame names: {{style}}, {{data}}, {{packs}}, {{script}}. */
static void assemble_page(const eg_page *page, eg_text *html)
{
    const char *from = embedded("page.html");
    for (const char *p = strstr(from, "{{"); p; p = strstr(from, "{{")) {
        const char *end = strstr(p, "}}");
        eg_text_add_bytes(html, from, p - from);
        if (strncmp(p, "{{style}}", 9) == 0)
            eg_text_add_bytes(html, embedded("page.css"), (int64_t)strlen(embedded("page.css")));
        else if (strncmp(p, "{{data}}", 8) == 0)
            add_page_json(html, &page->meta);
        else if (strncmp(p, "{{packs}}", 9) == 0)
            eg_text_add_bytes(html, eg_text_string(&page->packs.text), page->packs.text.length);
        else
            for (const eg_embedded_file *file = eg_embedded_page; file->name; file++)
                if (strstr(file->name, ".js"))
                    eg_text_add_bytes(html, file->text, (int64_t)strlen(file->text));
        from = end + 2;
    }
    eg_text_add_bytes(html, from, (int64_t)strlen(from));
}

static eg_status make_run_page(eg_context *context, const eg_page_options *options, int64_t budget,
                               eg_text *html, bool *is_reduced)
{
    eg_page page = {.context = context,
                    .options = options,
                    .folder = options->folder,
                    .budget = budget,
                    .packs = {.context = context},
                    .meta = {.context = context},
                    .notes = {.context = context}};
    eg_status status = collect_page(&page);
    if (status == EG_OK)
        assemble_page(&page, html);
    *is_reduced = page.is_reduced;
    eg_packs_free(&page.packs);
    eg_text_free(&page.meta);
    eg_text_free(&page.notes);
    return status == EG_OK ? html->status : status;
}

/* Whether the folder holds anything of a run. */
static eg_status check_run_folder(eg_context *context, const char *folder)
{
    static const char *const names[] = {"summary.json", "case.yaml", "fields", EG_MAXIMA_FILE};
    bool found = false;
    if (!eg_is_folder(folder))
        return eg_fail(context, EG_INPUT, "%s: is not a folder; name the folder of a run", folder);
    EG_TRY(eg_tools_refuse_ensemble(context, folder));
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(context, folder, names[i], &path));
        found = eg_is_file(path) || eg_is_folder(path);
    }
    return found ? EG_OK
                 : eg_fail(context, EG_INPUT,
                           "%s: is not the folder of a run: it holds no summary.json, no case.yaml, "
                           "no fields",
                           folder);
}

/* With less room for the fields until the page is small enough; where packs are so much smaller than their
 * numbers that the page has room left, with more of it. */
static eg_status make_small(eg_context *context, const eg_page_options *options, eg_text *html)
{
    double budget = (EG_PAGE_BYTES - OTHER_BYTES) * 0.75; /* base64 */
    bool is_reduced, has_grown = false;
    for (int i = 0; i < TRIES; i++) {
        eg_text_free(html);
        *html = (eg_text){.context = context};
        EG_TRY(make_run_page(context, options, (int64_t)budget, html, &is_reduced));
        double part = (double)html->length / EG_PAGE_BYTES;
        bool is_small = is_reduced && !has_grown && part < 0.5;
        if (part <= 1 && !is_small)
            return EG_OK;
        has_grown |= is_small;
        budget *= (is_small ? 0.7 : 0.9) / part;
    }
    return eg_fail(context, EG_INPUT, "%s: a page of it would have %lld bytes, more than %d", options->folder,
                   (long long)html->length, EG_PAGE_BYTES);
}

eg_status eg_page_write(eg_context *context, const eg_page_options *given, char **text)
{
    assert(context && given && given->folder && text);
    eg_page_options options;
    EG_SCRATCH char *path = NULL;
    EG_TEXT(html, context);
    eg_text said = {.context = context};
    *text = NULL;
    EG_TRY(eg_options_take(context, given, sizeof options, &options));
    EG_TRY(check_run_folder(context, options.folder));
    if (options.other)
        EG_TRY(check_run_folder(context, options.other));
    EG_TRY(options.output ? eg_strdup(context, options.output, &path)
                          : eg_path_join(context, options.folder, "report.html", &path));
    EG_TRY(make_small(context, &options, &html));
    EG_TRY(eg_file_write(context, path, html.data, html.length));
    eg_text_add(&said, "%s\n", path);
    return eg_tools_give(&said, EG_OK, text);
}
