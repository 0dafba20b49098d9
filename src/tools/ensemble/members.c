/* members.csv: a line for each member, with its settings, how it ended, and figures of its run. */
#include "base/scope.h"
#include "field/output.h"
#include "tools/ensemble/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_TOLD = 5, LOOKED_AT = 100 /* members with results, for what they write */ };

/* The table while it is written. Which figures there are the first members say whose runs have ended. */
typedef struct member_table {
    eg_ensemble *ensemble;
    eg_scope *scope;
    int balances, maxima;
    const char **balance; /* [balances] */
    eg_snapshot_field maximum[EG_SNAPSHOT_FIELDS];
    int64_t ended, of_exit[EG_EXIT_COUNT], failed, missing;
    eg_text wrong; /* names of those that are neither done nor missing */
    int64_t wrong_count;
    eg_text text;
} member_table;

/* The largest values of a member's run; *maxima is NULL where it has none. The caller closes it. */
static eg_status open_maxima(const eg_ensemble *ensemble, int64_t i, eg_snapshot **maxima)
{
    EG_SCRATCH char *path = NULL;
    *maxima = NULL;
    EG_TRY(ensemble_path(ensemble, i, EG_MAXIMA_FILE, &path));
    return eg_is_file(path) ? eg_snapshot_open(ensemble->context, path, maxima) : EG_OK;
}

/* A time when something was largest is no largest value. */
static bool is_largest_value(const char *name)
{
    return strncmp(name, "max_", 4) == 0 && !eg_has_ending(name, "_time");
}

static eg_status find_columns(member_table *t, int64_t i, const eg_summary *summary)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *maxima = NULL;
    if (t->balances == 0 && summary->balance_count > 0) {
        EG_TRY(eg_scope_alloc(t->scope, summary->balance_count, sizeof *t->balance, &t->balance));
        for (; t->balances < summary->balance_count; t->balances++) {
            size_t bytes = strlen(summary->balance[t->balances].name) + 1;
            EG_TRY(eg_scope_alloc(t->scope, (int64_t)bytes, 1, &t->balance[t->balances]));
            memcpy((char *)t->balance[t->balances], summary->balance[t->balances].name, bytes);
        }
    }
    if (t->maxima > 0)
        return EG_OK;
    EG_TRY(open_maxima(t->ensemble, i, &maxima));
    for (int f = 0; maxima && f < maxima->field_count; f++)
        if (is_largest_value(maxima->field[f].name))
            t->maximum[t->maxima++] = maxima->field[f];
    return EG_OK;
}

static eg_status find_all_columns(member_table *t)
{
    int looked = 0;
    for (int64_t i = 0; i < t->ensemble->members && looked < LOOKED_AT; i++) {
        EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
        EG_TRY(ensemble_open_summary(t->ensemble, i, &summary));
        if (summary)
            EG_TRY(find_columns(t, i, summary));
        looked += t->balances > 0 && t->maxima > 0 ? LOOKED_AT : summary != NULL;
    }
    return EG_OK;
}

static void add_head(member_table *t)
{
    const eg_ensemble *ensemble = t->ensemble;
    eg_text_add(&t->text, "name");
    if (ensemble->is_weighted)
        eg_text_add(&t->text, ",weight");
    for (int k = 0; k < ensemble->keys; k++) {
        eg_text_add(&t->text, ",");
        ensemble_add_field(&t->text, ensemble->key[k].name);
    }
    eg_text_add(&t->text, ",exit,exit_code,verdicts,steps,time_s,cells");
    for (int b = 0; b < t->balances; b++)
        eg_text_add(&t->text, ",%s", t->balance[b]);
    for (int m = 0; m < t->maxima; m++) {
        char unit[EG_UNIT_COLUMN];
        eg_text_add(&t->text, ",%s%s", t->maximum[m].name, eg_output_unit_column(t->maximum[m].unit, unit));
    }
    eg_text_add(&t->text, ",state_hash,wall_seconds\n");
}

static void add_settings(member_table *t, int64_t i)
{
    const eg_ensemble *ensemble = t->ensemble;
    EG_TEXT(name, ensemble->context);
    ensemble_name(ensemble, i, &name);
    ensemble_add_field(&t->text, eg_text_string(&name));
    if (ensemble->is_weighted)
        eg_text_add(&t->text, ",%s", eg_real_show(ensemble->weight[i]).text);
    for (int k = 0; k < ensemble->keys; k++) {
        const char *value = ensemble_value(ensemble, i, k);
        eg_text_add(&t->text, ",");
        ensemble_add_field(&t->text, value ? value : "");
    }
}

static void add_value(member_table *t, double value)
{
    eg_text_add(&t->text, isnan(value) ? ",nan" : ",%s", eg_real_show(value).text);
}

static double find_balance(const eg_summary *summary, const char *name)
{
    for (int b = 0; b < summary->balance_count; b++)
        if (strcmp(summary->balance[b].name, name) == 0)
            return summary->balance[b].value;
    return NAN;
}

/* The largest value of all cells. */
static eg_status largest_of(const eg_snapshot *maxima, const char *name, double *largest)
{
    EG_SCRATCH double *values = NULL;
    int field = maxima ? eg_snapshot_field_index(maxima, name) : -1;
    *largest = NAN;
    if (field < 0)
        return EG_OK;
    EG_TRY(eg_snapshot_read_field(maxima, field, &values));
    for (int64_t c = 0; c < maxima->values; c++)
        *largest = fmax(*largest, values[c]);
    return EG_OK;
}

static eg_status add_figures(member_table *t, int64_t i, const eg_summary *s)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *maxima = NULL;
    EG_TRY(open_maxima(t->ensemble, i, &maxima));
    for (int64_t v = 0; v < s->verdicts.count; v++)
        eg_text_add(&t->text, "%s%s", v ? " " : "", s->verdicts.list[v].name);
    eg_text_add(&t->text, ",%lld", (long long)s->steps);
    add_value(t, s->time);
    eg_text_add(&t->text, ",%lld", (long long)s->cells);
    for (int b = 0; b < t->balances; b++)
        add_value(t, find_balance(s, t->balance[b]));
    for (int m = 0; m < t->maxima; m++) {
        double largest;
        EG_TRY(largest_of(maxima, t->maximum[m].name, &largest));
        add_value(t, largest);
    }
    eg_text_add(&t->text, ",%016llx", (unsigned long long)s->state_hash);
    add_value(t, s->wall_seconds);
    return EG_OK;
}

/* How a member without results has ended, and no figures. */
static void add_missing(member_table *t, int code)
{
    bool failed = code != ENSEMBLE_NOT_RUN && code != eg_status_exit_code(EG_STOPPED) &&
                  code != eg_status_exit_code(EG_UNFINISHED);
    eg_text_add(&t->text, failed ? ",failed," : ",missing,");
    if (code >= 0)
        eg_text_add(&t->text, "%d", code);
    for (int k = 0; k < 6 + t->balances + t->maxima; k++)
        eg_text_add(&t->text, ",");
    t->failed += failed;
    t->missing += !failed;
}

static void note_wrong(member_table *t, int64_t i)
{
    if (t->wrong_count++ < NAMES_TOLD) {
        eg_text_add(&t->wrong, t->wrong_count > 1 ? ", " : "");
        ensemble_name(t->ensemble, i, &t->wrong);
    }
}

static eg_status add_member(member_table *t, int64_t i)
{
    static const eg_status of_exit[EG_EXIT_COUNT] = {
        [EG_EXIT_DIVERGED] = EG_DIVERGED, [EG_EXIT_LIMIT] = EG_LIMIT};
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    int64_t failed = t->failed;
    EG_TRY(ensemble_open_summary(t->ensemble, i, &summary));
    add_settings(t, i);
    if (summary) {
        eg_run_exit how = ensemble_exit_of(t->ensemble, summary);
        eg_text_add(&t->text, ",%s,%d,", eg_run_exit_name(how), eg_status_exit_code(of_exit[how]));
        t->of_exit[how]++;
        EG_TRY(add_figures(t, i, summary));
    } else {
        add_missing(t, t->ensemble->exit_code[i]);
    }
    if (t->failed > failed || (summary && ensemble_exit_of(t->ensemble, summary) != EG_EXIT_DONE))
        note_wrong(t, i);
    eg_text_add(&t->text, "\n");
    return t->text.status;
}

static void add_report(const member_table *t, const char *path, eg_text *report)
{
    eg_text_add(report, "%lld member%s in %s\n", (long long)t->ensemble->members,
                t->ensemble->members == 1 ? "" : "s", t->ensemble->folder);
    eg_text_add(report, "  done        %lld\n", (long long)t->of_exit[EG_EXIT_DONE]);
    if (t->of_exit[EG_EXIT_LIMIT] > 0)
        eg_text_add(report, "  limit       %lld, with a limit of the case that is broken%s\n",
                    (long long)t->of_exit[EG_EXIT_LIMIT], t->ensemble->strict ? ", or with verdicts" : "");
    if (t->of_exit[EG_EXIT_DIVERGED] > 0)
        eg_text_add(report, "  diverged    %lld\n", (long long)t->of_exit[EG_EXIT_DIVERGED]);
    if (t->failed > 0)
        eg_text_add(report, "  failed      %lld; %s has what they said\n", (long long)t->failed,
                    t->ensemble->messages);
    if (t->wrong_count > 0)
        eg_text_add(report, "  not done    %s%s\n", eg_text_string(&t->wrong),
                    t->wrong_count > NAMES_TOLD ? ", ..." : "");
    if (t->missing > 0)
        eg_text_add(report, "  missing     %lld; the same command goes on with them\n",
                    (long long)t->missing);
    eg_text_add(report, "  table       %s\n", path);
}

static eg_status write_table(member_table *t, eg_text *report)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(t->ensemble->context, t->ensemble->folder, "members.csv", &path));
    EG_TRY(find_all_columns(t));
    add_head(t);
    for (int64_t i = 0; i < t->ensemble->members; i++)
        EG_TRY(add_member(t, i));
    EG_TRY(eg_file_write(t->ensemble->context, path, t->text.data, t->text.length));
    add_report(t, path, report);
    return report->status;
}

eg_status ensemble_write_members(eg_ensemble *ensemble, eg_text *report)
{
    EG_SCOPE(scope, ensemble->context);
    member_table t = {.ensemble = ensemble,
                      .scope = &scope,
                      .wrong = {.context = ensemble->context},
                      .text = {.context = ensemble->context}};
    eg_status status = write_table(&t, report);
    eg_text_free(&t.wrong);
    eg_text_free(&t.text);
    return status;
}
