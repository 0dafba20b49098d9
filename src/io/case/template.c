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

static const eg_case_row *find_template_row(const eg_case_table *table, const eg_case_template *template,
                                            const char *path)
{
    unsigned models = models_of(table, template);
    const eg_case_row *row = NULL;
    char key[64];
    for (const char *p = path; *p;) {
        size_t length = strcspn(p, ".");
        assert(length < sizeof key);
        memcpy(key, p, length);
        key[length] = 0;
        row = eg_case_row_child(table, row, key, models);
        assert(row);
        p += length + (p[length] == '.');
    }
    return row;
}

static int depth_of_line(const char *path)
{
    int depth = 0;
    for (const char *p = path; *p; p++)
        depth += *p == '.';
    return depth;
}

/* The first line with this row in the template has the comment; later ones of the same row need
 * none. */
static bool is_first_of_row(const eg_case_table *table, const eg_case_template *template,
                            const eg_case_line *line, const eg_case_row *row)
{
    for (const eg_case_line *other = template->lines; other < line; other++)
        if (find_template_row(table, template, other->path) == row)
            return false;
    return true;
}

static void write_template_line(const eg_case_table *table, const eg_case_template *template,
                                const eg_case_line *line, eg_text *text)
{
    const eg_case_row *row = find_template_row(table, template, line->path);
    const char *dot = strrchr(line->path, '.');
    int depth = depth_of_line(line->path);
    if (depth == 0)
        eg_text_add(text, "\n");
    if (is_first_of_row(table, template, line, row))
        eg_text_add(text, "%*s# %s\n", 2 * depth, "", row->sentence);
    eg_text_add(text, "%*s%s:%s%s\n", 2 * depth, "", dot ? dot + 1 : line->path, line->value ? " " : "",
                line->value ? line->value : "");
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
        write_template_line(table, found, line, text);
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
