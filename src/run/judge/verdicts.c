/* Verdicts of a run: adding, telling, keeping, and those that are errors. */
#include "run/judge/judge.h"

#include <stdarg.h>
#include <string.h>

/* ---- adding */

static void tell_verdict(eg_run *run, const eg_node *about, const eg_verdict *verdict)
{
    if (!eg_run_is_first(run))
        return;
    if (about)
        eg_case_warn(run->loaded, about, "verdict %s: %s", verdict->name, verdict->sentence);
    else
        eg_log(run->context, EG_LOG_WARN, "verdict %s: %s", verdict->name, verdict->sentence);
    if (run->verdicts->has_log)
        eg_run_log(run, "verdict %s: %s", verdict->name, verdict->sentence);
}

__attribute__((format(printf, 4, 0))) static eg_status
add_verdict(eg_run *run, const eg_node *about, eg_verdict verdict, const char *format, va_list list)
{
    char sentence[EG_SUMMARY_WARNING];
    bool is_new;
    assert(strstr(" " EG_CASE_VERDICTS " ", verdict.name));
    vsnprintf(sentence, sizeof sentence, format, list);
    verdict.sentence = sentence;
    verdict.time = run->now.time;
    EG_TRY(eg_verdicts_put(run->context, &run->verdicts->all, &verdict, &is_new));
    if (is_new)
        tell_verdict(run, about, &verdict);
    return EG_OK;
}

eg_status eg_verdict_say(eg_run *run, const eg_node *about, const char *name, double value, double bound,
                         const char *format, ...)
{
    va_list list;
    va_start(list, format);
    eg_verdict verdict = {.name = name, .value = value, .bound = bound};
    eg_status status = run ? add_verdict(run, about, verdict, format, list) : EG_OK;
    va_end(list);
    return status;
}

eg_status eg_verdict_say_at(eg_run *run, const eg_node *about, const char *name, double value, double bound,
                            int coordinates, const double *place, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    eg_verdict verdict = {
        .name = name, .value = value, .bound = bound, .coordinates = place ? coordinates : 0};
    for (int d = 0; d < verdict.coordinates; d++)
        verdict.place[d] = place[d];
    eg_status status = run ? add_verdict(run, about, verdict, format, list) : EG_OK;
    va_end(list);
    return status;
}

bool eg_verdict_is_said(const eg_run *run, const char *name)
{
    const eg_verdicts *all = &run->verdicts->all;
    int64_t i = 0;
    while (i < all->count && strcmp(all->list[i].name, name) != 0)
        i++;
    return i < all->count;
}

double eg_verdict_worst(const eg_run *run, double badness, void *of, int64_t bytes)
{
    eg_comm_broadcast(run->comm, eg_comm_first_largest(run->comm, badness), of, bytes);
    eg_comm_max(run->comm, &badness, 1);
    return badness;
}

void eg_verdicts_log(eg_run *run)
{
    const eg_verdicts *all = &run->verdicts->all;
    for (int64_t i = run->verdicts->restored; i < all->count; i++)
        eg_run_log(run, "verdict %s: %s", all->list[i].name, all->list[i].sentence);
    run->verdicts->has_log = true;
}

/* ---- a run that goes on */

static const char *const section = "verdicts", *const seen = "steps-seen";

eg_status eg_verdicts_keep(eg_run *run, eg_checkpoint_writer *writer)
{
    EG_TEXT(text, run->context);
    eg_verdicts_text(&run->verdicts->all, "", &text);
    EG_TRY(text.status);
    EG_TRY(eg_checkpoint_writer_section(writer, section, text.data, text.length));
    return eg_checkpoint_writer_section(writer, seen, &run->verdicts->seen, sizeof run->verdicts->seen);
}

static eg_status restore_verdicts(eg_run *run)
{
    eg_checkpoint *from = run->checkpointing.from;
    EG_SCRATCH char *text = NULL;
    int64_t bytes;
    eg_status status = EG_OK;
    EG_TRY(eg_checkpoint_text(from, section, &text, &bytes));
    if (!eg_verdicts_parse(run->context, text, bytes, &run->verdicts->all, &status))
        return eg_fail(run->context, EG_CHECKPOINT, "the checkpoint's section '%s' is damaged", section);
    run->verdicts->restored = run->verdicts->all.count;
    EG_TRY(status);
    return eg_checkpoint_read_all(from, seen, &run->verdicts->seen, sizeof run->verdicts->seen);
}

eg_status eg_verdicts_restore(eg_run *run)
{
    eg_checkpoint *from = run->checkpointing.from;
    return eg_run_agree(run, from && eg_checkpoint_has(from, section) ? restore_verdicts(run) : EG_OK);
}

/* ---- errors */

static bool is_error(const eg_run *run, const char *name)
{
    const eg_node *names = eg_case_find(run->loaded, "limits.verdicts");
    if (run->options.strict)
        return true;
    for (int64_t i = 0; i < eg_node_count(names); i++)
        if (eg_node_is(eg_node_item(names, i), "all") || eg_node_is(eg_node_item(names, i), name))
            return true;
    return false;
}

eg_status eg_verdicts_hold(eg_run *run)
{
    const eg_verdicts *all = &run->verdicts->all;
    for (int64_t i = 0; i < all->count; i++) {
        size_t used = strlen(run->message);
        if (!is_error(run, all->list[i].name))
            continue;
        snprintf(run->message + used, sizeof run->message - used, "%sverdict %s: %s", used ? "; " : "",
                 all->list[i].name, all->list[i].sentence);
        run->outcome = EG_LIMIT;
    }
    return run->outcome == EG_LIMIT ? eg_fail(run->context, EG_LIMIT, "%s", run->message) : EG_OK;
}

/* ---- for people */

void eg_verdicts_describe(const eg_run *run, eg_text *text)
{
    const eg_verdicts *all = &run->verdicts->all;
    for (int64_t i = 0; i < all->count; i++)
        eg_text_add(text, "%s%s", i ? ", " : "verdicts   ", all->list[i].name);
    eg_text_add(text, "%s", all->count > 0 ? "; docs/guide.md says what to do\n" : "");
}

/* ---- their time */

eg_run *eg_judging_begin(eg_run *run)
{
    if (run && run->verdicts->judging++ == 0)
        run->verdicts->judging_since = eg_clock();
    return run;
}

void eg_judging_end(eg_run **run)
{
    if (*run && --(*run)->verdicts->judging == 0)
        (*run)->seconds.verdicts += eg_clock() - (*run)->verdicts->judging_since;
}
