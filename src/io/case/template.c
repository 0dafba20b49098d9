/* Commented, complete cases to begin with: templates of the models, with the table's sentences as
 * comments. */
#include "io/case/case.h"
#include "io/case/table.h"
#include "io/case/tree.h"

#include <string.h>

const eg_case_template *eg_case_template_of(const eg_case_model *const *models, int i)
{
    for (; *models; i -= (*models)->template_count, models++)
        if (i < (*models)->template_count)
            return &(*models)->templates[i];
    return NULL;
}

/* The mask of the model that a template is of. */
static unsigned models_of(const eg_case_table *table, const eg_case_template *template)
{
    unsigned mask = 0;
    for (int i = 0; table->models[i]; i++)
        for (int k = 0; k < table->models[i]->template_count; k++)
            if (&table->models[i]->templates[k] == template)
                mask |= 1u << i;
    return mask;
}

/* The row of a path's first so many keys; NULL: it has fewer. */
static const eg_case_row *find_template_row(const eg_case_table *table, unsigned models, const char *path,
                                            int keys)
{
    const eg_case_row *row = NULL;
    char key[64];
    for (; keys > 0 && *path; keys--) {
        size_t length = strcspn(path, ".");
        assert(length < sizeof key);
        memcpy(key, path, length);
        key[length] = 0;
        row = eg_case_row_child(table, row, key, models);
        assert(row);
        path += length + (path[length] == '.');
    }
    return keys == 0 ? row : NULL;
}

/* With how many keys two paths begin alike. */
static int count_alike(const char *a, const char *b)
{
    int alike = 0;
    size_t i = 0;
    for (; a[i] && a[i] == b[i]; i++)
        alike += a[i] == '.';
    return alike + ((!a[i] || a[i] == '.') && (!b[i] || b[i] == '.'));
}

/* A key of a line, with a comment where no line before has its row. */
static void write_key(const eg_case_table *table, unsigned models, const eg_case_template *template,
                      const eg_case_line *line, const char *key, int keys, eg_text *text)
{
    const eg_case_row *row = find_template_row(table, models, line->path, keys);
    int length = (int)strcspn(key, "."), indent = 2 * (keys - 1);
    bool is_first = true;
    for (const eg_case_line *other = template->lines; other < line; other++)
        is_first = is_first && find_template_row(table, models, other->path, keys) != row;
    if (is_first)
        eg_text_add(text, "%s%*s# %s\n", keys == 1 ? "\n" : "", indent, "", row->sentence);
    if (key[length])
        eg_text_add(text, "%*s%.*s:\n", indent, "", length, key);
    else
        eg_text_add(text, "%*s%s: %s\n", indent, "", key, line->value);
}

/* The keys that the line before does not have. */
static void write_template_line(const eg_case_table *table, unsigned models, const eg_case_template *template,
                                const eg_case_line *line, eg_text *text)
{
    int above = line > template->lines ? count_alike(line[-1].path, line->path) : 0;
    const char *key = line->path;
    for (int keys = 1; key; keys++) {
        if (keys > above)
            write_key(table, models, template, line, key, keys, text);
        key = strchr(key, '.');
        key += key != NULL;
    }
}

static eg_status fail_unknown_template(eg_context *context, const eg_case_model *const *models,
                                       const char *name)
{
    EG_TEXT(names, context);
    const eg_case_template *known;
    for (int i = 0; (known = eg_case_template_of(models, i)); i++)
        eg_text_add(&names, "%s%s",
                    i == 0                               ? ""
                    : eg_case_template_of(models, i + 1) ? ", "
                                                         : " and ",
                    known->name);
    return eg_fail(context, EG_USAGE, "there is no template '%s'; there are %s", name,
                   eg_text_string(&names));
}

static void write_template(const eg_case_table *table, const eg_case_template *found, eg_text *text)
{
    eg_text_add(text,
                "# %s\n# Numbers are in SI units; a value may carry its unit. `eagre explain "
                "KEY` explains a key.\n",
                found->head);
    for (const eg_case_line *line = found->lines; line->path; line++)
        write_template_line(table, models_of(table, found), found, line, text);
}

/* Of that name, or the first of the model of that name. */
static const eg_case_template *find_template(const eg_case_model *const *models, const char *name)
{
    const eg_case_template *known;
    for (int i = 0; (known = eg_case_template_of(models, i)); i++)
        if (strcmp(known->name, name) == 0)
            return known;
    for (; *models; models++)
        if (strcmp((*models)->name, name) == 0 && (*models)->template_count > 0)
            return (*models)->templates;
    return NULL;
}

eg_status eg_case_template_write(eg_context *context, const eg_case_model *const *models, const char *name,
                                 eg_text *text)
{
    const eg_case_template *found = find_template(models, name);
    if (!found)
        return fail_unknown_template(context, models, name);
    EG_ENDS_WITH(eg_tree_free) eg_tree tree = {.context = context};
    eg_case_table table;
    EG_TRY(eg_case_table_make(&tree, models, &table));
    write_template(&table, found, text);
    return text->status;
}
