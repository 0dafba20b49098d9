/* The cases of members: checked before anything runs. */
#include "run/models/models.h"
#include "tools/ensemble/ensemble.h"

#include <stdio.h>
#include <string.h>

enum { WRONG_MOST = 5 }; /* members whose errors are told */

/* Errors of members, as they are found. */
typedef struct findings {
    eg_ensemble *ensemble;
    int64_t member, wrong;
    bool is_of_key; /* a key that is wrong is so for all members */
    eg_text text;
} findings;

/* "--set KEY=VALUE: error: " of a key of the members at the start of a line; its length, 0: it is none. */
static int64_t setting_at(const findings *f, const char *line, int key)
{
    const eg_ensemble *ensemble = f->ensemble;
    const char *value = ensemble_value(ensemble, f->member, key);
    EG_TEXT(head, ensemble->context);
    if (!value)
        return 0;
    eg_text_add(&head, "--set %s=%s: error: ", ensemble->key[key].name, value);
    return head.data && strncmp(line, head.data, (size_t)head.length) == 0 ? head.length : 0;
}

/* An error of a setting, at the place where the user has given it. */
static void add_finding(findings *f, int key, const char *sentence, int length)
{
    const eg_ensemble *ensemble = f->ensemble;
    const ensemble_key *of = &ensemble->key[key];
    bool of_key = strncmp(sentence, "unknown key", strlen("unknown key")) == 0;
    f->is_of_key |= of_key;
    if (!of->origin)
        eg_text_add(&f->text, "%s:%lld:%d: error: ", ensemble->table,
                    (long long)(of_key ? ensemble->head : ensemble->line[f->member]),
                    of_key ? of->column : ensemble->column[f->member * ensemble->keys + key]);
    else
        eg_text_add(&f->text, "%s: error: ", of->origin);
    if (of->origin && !of_key) {
        eg_text_add(&f->text, "member ");
        ensemble_name(ensemble, f->member, &f->text);
        eg_text_add(&f->text, ", %s=%s: ", of->name, ensemble_value(ensemble, f->member, key));
    }
    eg_text_add(&f->text, "%.*s\n", length, sentence);
}

/* Takes what is wrong with the case of a member. False: it is not the member's settings alone. */
static bool take_errors(findings *f, const char *errors)
{
    for (const char *line = errors; *line;) {
        int64_t head = 0;
        size_t length = strcspn(line, "\n");
        int key = 0;
        for (; key < f->ensemble->keys && head == 0; key++)
            head = setting_at(f, line, key);
        if (head == 0)
            return false;
        add_finding(f, key - 1, line + head, (int)(length - (size_t)head));
        line += length + (line[length] == '\n');
    }
    f->wrong++;
    return true;
}

/* What the command can do with the results of such a case. */
static eg_status check_use(eg_ensemble *ensemble, const eg_case *loaded)
{
    if (ensemble->is_series && eg_node_count(eg_case_find(loaded, "exact")) == 0)
        return eg_fail(ensemble->context, EG_USAGE,
                       "%s: has no exact solution (exact), against which errors would be measured",
                       ensemble->case_file);
    return ensemble->levels > 0 ? ensemble_check_levels(ensemble, loaded) : EG_OK;
}

static eg_status load_case(const eg_ensemble *ensemble, const eg_ensemble_member *member, eg_case **loaded)
{
    if (!ensemble->case_text)
        return eg_case_load(ensemble->context, eg_models, ensemble->case_file, member->settings,
                            member->setting_count, loaded);
    return eg_case_parse(ensemble->context, eg_models, ensemble->case_file, ensemble->case_folder,
                         ensemble->case_text, (int64_t)strlen(ensemble->case_text), member->settings,
                         member->setting_count, loaded);
}

static eg_status check_case(findings *f)
{
    eg_ensemble *ensemble = f->ensemble;
    EG_ENDS_WITH(eg_case_destroy) eg_case *loaded = NULL;
    eg_ensemble_member member;
    EG_TRY(eg_ensemble_describe(ensemble, f->member, &member));
    eg_status status = load_case(ensemble, &member, &loaded);
    if (status == EG_CASE && take_errors(f, eg_context_error(ensemble->context)))
        return EG_OK;
    EG_TRY(status);
    ensemble->hash[f->member] = eg_case_hash(loaded);
    return f->member == 0 ? check_use(ensemble, loaded) : EG_OK;
}

/* Warnings come once, with the first member. */
static eg_status check_all(findings *f)
{
    eg_context *context = f->ensemble->context;
    eg_status status = check_case(f);
    bool silent = eg_context_silence(context, true);
    for (f->member = 1;
         f->member < f->ensemble->members && status == EG_OK && f->wrong < WRONG_MOST && !f->is_of_key;
         f->member++)
        status = check_case(f);
    eg_context_silence(context, silent);
    return status;
}

eg_status ensemble_check_cases(eg_ensemble *ensemble)
{
    findings f = {.ensemble = ensemble, .text = {.context = ensemble->context}};
    eg_status status = check_all(&f);
    if (status == EG_OK)
        status = f.text.status;
    if (status == EG_OK && f.wrong > 0)
        status = eg_fail(ensemble->context, EG_CASE, "%s%s", f.text.data,
                         f.wrong == WRONG_MOST ? "further members are not looked at" : "");
    eg_text_free(&f.text);
    return status;
}
