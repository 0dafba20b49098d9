/* The end of a run: limits, the last state, the summary. */
#include "run/folder/folder.h"
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/observe/observe.h"

#include <math.h>
#include <string.h>

/* ---- divergence */

static void tell_divergence_site(eg_run *run, int64_t cell, const char *state)
{
    const eg_mesh *mesh = run->mesh;
    char advice[200] = "";
    if (run->class->steps->advise)
        run->class->steps->advise(run->model, cell, run->now.time, advice, sizeof advice);
    snprintf(run->message, sizeof run->message,
             "the run diverged in step %lld at t = %.9g s: %s in cell %lld (element %lld of %s) at "
             "(%.9g, %.9g), region '%s': %s; the state before it is kept. %s",
             (long long)run->now.steps + 1, run->now.time,
             run->now.pause == EG_PAUSE_COLLAPSED ? "the time step collapsed, the fastest wave is"
                                                  : "the state is not finite",
             (long long)eg_mesh_whole_number(mesh, cell), (long long)mesh->source[cell], mesh->origin,
             mesh->centroid[cell][0], mesh->centroid[cell][1], mesh->regions.name[mesh->region[cell]], state,
             advice[0] ? advice : "Try a smaller time.cfl");
}

/* A value of the case that is to blame: the first rank that has found one tells it. */
static eg_status tell_given_value(eg_run *run, bool *found)
{
    eg_status status = EG_OK;
    if (run->class->steps->given && run->now.pause == EG_PAUSE_NOT_FINITE)
        status = run->class->steps->given(run->model);
    double any = status == EG_DIVERGED;
    int first = eg_comm_first_largest(run->comm, any);
    eg_comm_max(run->comm, &any, 1);
    *found = any > 0;
    if (!*found)
        return eg_run_agree(run, status);
    if (first == eg_comm_rank(run->comm))
        snprintf(run->message, sizeof run->message, "%s", eg_context_error(run->context));
    eg_comm_broadcast(run->comm, first, run->message, sizeof run->message);
    return eg_run_agree(run, eg_fail(run->context, EG_DIVERGED, "%s", run->message));
}

eg_status eg_run_divergence_site_message(eg_run *run)
{
    bool found;
    EG_TRY(eg_run_need_mesh(run));
    EG_TRY(tell_given_value(run, &found));
    int64_t cell = 0;
    double how_bad = -INFINITY;
    char state[256];
    eg_status status = EG_OK;
    if (run->mesh->own > 0)
        status = run->class->steps->divergence_site(run->model, &cell, state, sizeof state, &how_bad);
    EG_TRY(eg_run_agree(run, status));
    int worst = eg_comm_first_largest(run->comm, how_bad);
    if (worst == eg_comm_rank(run->comm))
        tell_divergence_site(run, cell, state);
    eg_comm_broadcast(run->comm, worst, run->message, sizeof run->message);
    return eg_run_agree(run, eg_fail(run->context, EG_DIVERGED, "%s", run->message));
}

/* ---- limits */

static double norm_named(const eg_norms *norms, const char *name)
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"l1", norms->l1}, {"l2", norms->l2}, {"linf", norms->linf}, {"h1", norms->h1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].value;
    return NAN;
}

/* The value that the limit `key` is about: an error such as "depth_l1", the model's drift, or another number
 * of it. */
static double limited_value(const eg_run *run, const char *key)
{
    const eg_model_holds *holds = run->class->holds;
    for (int i = 0; i < run->diagnostics->exacts; i++) {
        const eg_exact *exact = &run->diagnostics->exact[i];
        const char *field = run->diagnostics->table[exact->output].name;
        size_t length = strlen(field);
        if (strncmp(key, field, length) == 0 && key[length] == '_')
            return norm_named(&exact->norms, key + length + 1);
    }
    if (run->kind->drift_name && strcmp(key, run->kind->drift_name) == 0)
        return holds->drift(run->model);
    if (strcmp(key, "clipped") == 0 && holds->clipped)
        return holds->clipped(run->model).part;
    return holds->limited_value(run->model, key);
}

/* Part of the largest amount that may be added where depths or amounts of solutes became negative, unless the
 * case has its limit: a run that invents more of its water is not right. */
static const double CLIPPED_MOST = 1e-3;

static void hold_limit(eg_run *run, const char *key, double limit, const char *hint)
{
    double value = limited_value(run, key);
    if (value <= limit)
        return;
    size_t used = strlen(run->message);
    snprintf(run->message + used, sizeof run->message - used, "%slimit broken: %s is %.6g, allowed is %.6g%s",
             used ? "; " : "", key, value, limit, hint);
    run->outcome = EG_LIMIT;
}

/* Holds the result against the case's limits: fills run->message and run->outcome. */
static void hold_limits(eg_run *run)
{
    const eg_node *limits = eg_case_find(run->loaded, "limits");
    for (int64_t i = 0; i < eg_node_count(limits); i++)
        if (strcmp(eg_node_key(limits, i), "verdicts") != 0)
            hold_limit(run, eg_node_key(limits, i), eg_node_real(eg_node_item(limits, i)), "");
    if (EG_HAS(run->class->holds, clipped) && !eg_node_child(limits, "clipped"))
        hold_limit(
            run, "clipped", CLIPPED_MOST,
            run->class->holds->clipped(run->model).solute
                ? " where limits.clipped does not say more: some of a solute was added where its amounts "
                  "became negative; lower time.dt"
                : " where limits.clipped does not say more: water was added where depths became "
                  "negative; lower time.cfl or time.dt");
}

/* ---- summary */

static eg_run_exit exit_of(const eg_run *run)
{
    if (run->outcome == EG_DIVERGED)
        return EG_EXIT_DIVERGED;
    if (run->outcome == EG_LIMIT)
        return EG_EXIT_LIMIT;
    return eg_run_is_done(run) ? EG_EXIT_DONE : EG_EXIT_STOPPED;
}

/* Throughput in run->advance_seconds, as a part of what limits it where the run is to measure that. */
static eg_status add_throughput(eg_run *run, const eg_model_cost *cost, eg_summary *summary)
{
    double steps = run->class->solves ? run->class->solves->work(run->model)
                                      : (double)(run->now.steps - run->steps_before);
    double seconds = run->advance_seconds, updates = steps * cost->updates;
    if (run->adaptation->every > 0)
        updates = eg_adaptation_updates(run, cost->updates);
    summary->throughput = seconds > 0 ? updates / seconds : 0;
    snprintf(summary->throughput_unit, sizeof summary->throughput_unit, "%s", cost->updates_unit);
    snprintf(summary->limiter, sizeof summary->limiter, EG_SUMMARY_NOT_MEASURED);
    summary->bandwidth_fraction = NAN;
    if (!run->options.measure || !eg_run_is_first(run) || !(summary->throughput > 0))
        return EG_OK;
    eg_device_limits limits;
    EG_TRY(eg_device_measure(run->device, &limits));
    double rate = seconds > 0 ? steps / seconds : 0;
    double peak = limits.multiply_add[run->precision];
    summary->bandwidth_fraction = cost->bytes * rate / limits.copy_bandwidth;
    snprintf(summary->limiter, sizeof summary->limiter, "%s",
             eg_run_limiter(eg_device_describe(run->device), cost->bytes, cost->flops * rate / peak,
                            &summary->bandwidth_fraction));
    return EG_OK;
}

/* Device, compiler, versions and hashes. */
static void identify_run(eg_run *run, eg_summary *summary)
{
    const eg_device_info *device = eg_device_describe(run->device);
    snprintf(summary->device, sizeof summary->device, "%s: %.120s", device->spec, device->name);
    snprintf(summary->compiler, sizeof summary->compiler, "%s", device->compiler);
    snprintf(summary->precision, sizeof summary->precision, "%s", eg_run_precision(run));
    snprintf(summary->version, sizeof summary->version, "%s", EAGRE_VERSION);
    snprintf(summary->version_before, sizeof summary->version_before, "%s",
             run->checkpointing.version_before);
    snprintf(summary->case_hash, sizeof summary->case_hash, "%016llx",
             (unsigned long long)eg_case_hash(run->loaded));
}

/* Of shots, that of the hashes of all that are done. */
static uint64_t hash_of_run(const eg_run *run)
{
    const eg_shots *shots = eg_run_shots(run);
    return shots ? shots->hash : run->diagnostics->state_hash;
}

static eg_status fill_summary(eg_run *run, eg_summary *summary)
{
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    *summary = (eg_summary){.run_exit = exit_of(run),
                            .steps = run->now.steps,
                            .time = run->now.time,
                            .cells = run->mesh->all,
                            .ranks = eg_comm_size(run->comm),
                            .unknowns = cost.unknowns,
                            .start = *eg_case_start(run->loaded),
                            .state_hash = hash_of_run(run),
                            .wall_seconds = eg_clock() - run->created_at,
                            .seconds = run->seconds};
    const eg_shots *shots = eg_run_shots(run);
    if (shots) {
        bool over = eg_schedule_is_over(&run->schedule, &run->now);
        summary->shots = shots->current + over;
        double here = (double)summary->shots - run->shots_before; /* of this process */
        summary->shot_seconds = here > 0 ? shots->seconds / here : NAN;
    }
    summary->seconds.setup = run->setup_seconds;
    summary->seconds.advance = run->advance_seconds;
    EG_TRY(eg_strdup(run->context, run->message[0] ? run->message : NULL, &summary->message));
    EG_TRY(eg_strdup(run->context, run->projection, &summary->projection));
    summary->changes = eg_text_string(&run->checkpointing.changes);
    snprintf(summary->warning, sizeof summary->warning, "%s%s%s", run->crowded,
             run->crowded[0] && run->share.warning[0] ? "; " : "", run->share.warning);
    EG_TRY(add_throughput(run, &cost, summary));
    EG_TRY(run->class->summarise(run->model, summary));
    EG_PARTS(summarise, run, summary);
    identify_run(run, summary);
    return EG_OK;
}

/* ---- the end */

static eg_status close_all_parts(eg_run *run)
{
    EG_PARTS(close, run);
    return EG_OK;
}

/* All ranks stop where one was asked to. */
static eg_status agree_on_stop(eg_run *run, const char *what)
{
    double asked = run->checkpointing.stop;
    eg_comm_max(run->comm, &asked, 1);
    return asked > 0
               ? eg_run_agree(run, eg_fail(run->context, EG_STOPPED, "stopped before %s were written", what))
               : EG_OK;
}

/* What the result does not need: beside the last snapshot, or behind the verdicts. */
static eg_status write_extras(eg_run *run, bool beside)
{
    double from = eg_clock();
    eg_status status = EG_OK;
    for (const eg_part_class *const *part = eg_run_parts; *part && status == EG_OK; part++) {
        if (!(*part)->write || (*part)->beside != beside)
            continue;
        status = agree_on_stop(run, (*part)->what);
        if (status == EG_OK)
            status = (*part)->write(run);
    }
    run->seconds.output += eg_clock() - from;
    return status;
}

/* Summary and list, whatever became of the `extras`; `why` is the text of their failure. Gives their status,
 * or else its own. Collective; all agree. */
static eg_status write_last(eg_run *run, eg_status extras, const eg_text *why)
{
    EG_SCRATCH char *path = NULL;
    eg_status status = run->folder ? eg_run_path(run, "summary.json", &path) : EG_OK;
    if (status == EG_OK && run->folder)
        status = eg_summary_write(run->context, &run->summary, path);
    if (status == EG_OK && run->folder)
        status = eg_list_files(run);
    status = eg_run_agree(run, status);
    if (extras == EG_OK)
        return status;
    const char *reason = why->length > 0 ? eg_text_string(why) : "not all files could be written";
    eg_run_log(run, "not all files are written: %s", reason);
    return eg_fail(run->context, extras, "%s%s", reason,
                   status == EG_OK ? "; the result is complete, and its summary has been written" : "");
}

/* The summary of a run whose result is complete, but not its files: who reads the folder alone shall know. */
static eg_status tell_what_is_missing(eg_run *run, eg_status extras, eg_text *why)
{
    if (extras == EG_OK || run->outcome != EG_OK)
        return EG_OK;
    if (extras == EG_STOPPED || extras == EG_UNFINISHED)
        run->summary.run_exit = EG_EXIT_STOPPED;
    return eg_strdup(run->context, eg_text_string(why), &run->summary.message);
}

static bool is_asked(const void *with)
{
    return ((const eg_run *)with)->checkpointing.stop;
}

/* `why` becomes the text of a failure, which comes after all that the result needs. */
static eg_status try_extras(eg_run *run, bool beside, eg_text *why)
{
    bool resumes = run->class->persist && run->now.steps == run->checkpointing.written_steps;
    /* What asked for this end is heard; what asks from here on stops files alone. */
    if (beside && run->outcome != EG_OK)
        run->checkpointing.stop = 0;
    eg_context_listen(run->context, is_asked, run);
    eg_status extras = run->writes ? write_extras(run, beside) : EG_OK;
    if (extras == EG_STOPPED && !resumes) /* a run that resumes from its end writes it all again */
        extras = EG_UNFINISHED;
    eg_context_listen(run->context, NULL, NULL);
    if (extras != EG_OK && why->length == 0)
        eg_text_add(why, "%s", eg_context_error(run->context));
    return extras;
}

/* Limits and verdicts of the result. */
static eg_status judge_run(eg_run *run)
{
    EG_TRY(eg_verdicts_judge(run, EG_JUDGED_END));
    if (run->outcome == EG_OK) {
        hold_limits(run);
        eg_verdicts_hold(run);
    }
    return EG_OK;
}

static void log_seconds(eg_run *run)
{
    const eg_summary_seconds *s = &run->seconds;
    if (s->operator_parts > 0)
        eg_run_log(run,
                   "seconds: mesh %.3g, operator %.3g, preconditioner %.3g, coarse multigrid %.3g, "
                   "solve %.3g, output %.3g",
                   s->mesh, s->operator_parts, s->preconditioner, s->coarse, s->solve, s->output);
}

/* The summary comes behind what it tells the time of. */
eg_status eg_run_complete(eg_run *run)
{
    EG_TEXT(why, run->context);
    EG_PARTS(end, run);
    eg_status beside = try_extras(run, true, &why);
    EG_TRY(eg_run_agree(run, close_all_parts(run)));
    EG_TRY(judge_run(run));
    eg_status behind = try_extras(run, false, &why), extras = beside != EG_OK ? beside : behind;
    EG_TRY(eg_run_agree(run, fill_summary(run, &run->summary)));
    EG_TRY(eg_run_agree(run, tell_what_is_missing(run, extras, &why)));
    if (run->writes)
        EG_TRY(write_last(run, extras, &why));
    log_seconds(run);
    for (const eg_part_class *const *part = eg_run_parts; *part; part++)
        if ((*part)->tell)
            (*part)->tell(run);
    eg_run_log(run, "%s after %lld steps at t = %.9g s, state %016llx",
               eg_run_exit_name(run->summary.run_exit), (long long)run->now.steps, run->now.time,
               (unsigned long long)hash_of_run(run));
    if (run->outcome != EG_OK)
        return eg_run_agree(run, eg_fail(run->context, run->outcome, "%s", run->message));
    return EG_OK;
}
