/* The tools that hand on what the floors below already say: the case table and the comparison. */
#include "eagre/tools.h"
#include "io/case/case.h"
#include "io/report/compare.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"
#include "tools/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

eg_status eg_schema_text(eg_context *context, const char *model, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_schema(context, eg_models, model, &made), text);
}

eg_status eg_explain_text(eg_context *context, const char *key, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_explain(context, eg_models, key, &made), text);
}

eg_status eg_template_text(eg_context *context, const char *name, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_template_write(context, eg_models, name, &made), text);
}

const char *eg_template_name(int i)
{
    const eg_case_template *template = eg_case_template_of(eg_models, i);
    return template ? template->name : NULL;
}

const char *eg_template_head(int i)
{
    const eg_case_template *template = eg_case_template_of(eg_models, i);
    return template ? template->head : NULL;
}

eg_status eg_keys_text(eg_context *context, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_keys(context, eg_models, &made), text);
}

eg_status eg_reference_text(eg_context *context, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_reference(context, eg_models, NULL, &made), text);
}

eg_status eg_model_reference_text(eg_context *context, const char *model, char **text)
{
    eg_text made = {.context = context};
    return eg_tools_give(&made, eg_case_reference(context, eg_models, model, &made), text);
}

eg_status eg_compare_text(eg_context *context, const char *a, const char *b, bool *equal, char **text)
{
    *text = NULL;
    *equal = false;
    EG_SCRATCH eg_compare_result *result = NULL; /* large: not for the stack */
    EG_TEXT(made, context);
    EG_TRY(eg_alloc(context, 1, sizeof *result, &result));
    EG_TRY(eg_compare(context, a, b, result));
    eg_compare_report(result, &made);
    *equal = result->equal;
    return eg_tools_give(&made, EG_OK, text);
}

eg_status eg_write_new_file(eg_context *context, const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST)
        return eg_fail(context, EG_USAGE,
                       "%s: exists already and is not overwritten; give another name with -o", path);
    if (file < 0)
        return eg_fail(context, EG_IO, "%s: cannot be created: %s", path, strerror(errno));
    /* The name is taken; the content comes in one piece, under a temporary name. */
    close(file);
    eg_status status = eg_file_write(context, path, text, (int64_t)strlen(text));
    if (status != EG_OK)
        unlink(path);
    return status;
}
