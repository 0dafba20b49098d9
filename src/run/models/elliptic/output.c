/* The run's folder: its tables, and what is written at the end. */
#include "run/models/elliptic/heat.h"

#include <math.h>
#include <string.h>

/* ---- tables */

static eg_status open_errors(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_node *exact = eg_case_find(run->loaded, "exact");
    const char *name = p->output.name;
    eg_text names = {.context = run->context};
    if (!exact)
        return EG_OK;
    eg_text_add(&names, "time_s\n%s_l1\n%s_l2\n%s_linf\n", name, name, name);
    if (eg_node_child(exact, "gradient"))
        eg_text_add(&names, "%s_h1\n", name);
    return eg_output_table(run, "errors.csv", &names, &run->observer.errors);
}

/* Columns of balance.csv behind the fluxes, and entries of the summary. */
static void balance_names(const eg_elliptic *p, eg_text *names)
{
    const char *power = p->heat ? "_W" : "", *unit = p->heat ? "_K" : "", *name = p->output.name;
    eg_text_add(names, "source%s\n%s%s\n", power, p->heat ? "stored" : "reaction", power);
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].told)
            eg_text_add(names, "flux_%s%s\n", p->mesh->base.boundaries.name[b], power);
    eg_text_add(names, "balance_error\n");
    if (p->heat)
        eg_text_add(names, "energy_J\n");
    eg_text_add(names, "%s_min%s\n%s_max%s\n%s_mean%s\n%s_norm\n", name, unit, name, unit, name,
                unit, name);
}

/* values[] in the order of the names; gives their number. */
static int balance_values(const eg_elliptic *p, double *values)
{
    const eg_elliptic_balance *balance = &p->balance;
    int count = 0;
    values[count++] = balance->source;
    values[count++] = balance->used;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].told)
            values[count++] = balance->flux[b];
    values[count++] = balance->error;
    if (p->heat)
        values[count++] = balance->energy;
    values[count++] = balance->least;
    values[count++] = balance->most;
    values[count++] = balance->mean;
    values[count++] = balance->norm;
    return count;
}

static eg_status open_balance(eg_elliptic *p)
{
    eg_text names = {.context = p->run->context};
    eg_text_add(&names, "time_s\n");
    balance_names(p, &names);
    return eg_output_table(p->run, "balance.csv", &names, &p->balance_csv);
}

/* Of rank 0. */
static eg_status open_folder(eg_elliptic *p)
{
    eg_run *run = p->run;
    eg_text names = {.context = run->context};
    EG_TRY(eg_output_folder(run));
    EG_TRY(open_errors(p));
    EG_TRY(eg_elliptic_open_probes(p));
    EG_TRY(open_balance(p));
    if (!p->heat)
        return EG_OK;
    eg_text_add(&names, "step\ntime_s\niterations\nfirst_residual\nlast_residual\n");
    if (p->oldest)
        eg_text_add(&names, "dt_s\nstep_error_K\n");
    return eg_output_table(run, "solves.csv", &names, &p->solve_csv);
}

eg_status eg_elliptic_open_output(eg_elliptic *p)
{
    eg_run *run = p->run;
    if (!run->writes)
        return EG_OK;
    eg_status status =
        eg_path_join(run->context, run->options.output, "fields", &run->snapshot_folder);
    if (status == EG_OK && eg_run_is_first(run))
        status = open_folder(p);
    EG_TRY(eg_run_agree(run, status));
    return eg_elliptic_open_snapshots(p);
}

eg_csv *eg_elliptic_table(const eg_run *run, const char *file)
{
    const eg_elliptic *p = run->elliptic;
    if (strcmp(file, "probes.csv") == 0)
        return p->probe_csv;
    if (strcmp(file, "balance.csv") == 0)
        return p->balance_csv;
    if (strcmp(file, "solves.csv") == 0)
        return p->solve_csv;
    return strcmp(file, "errors.csv") == 0 ? run->observer.errors : NULL;
}

static eg_status balance_row(eg_elliptic *p)
{
    enum { BESIDES = 16 };
    double *row;
    EG_TRY(eg_alloc(p->run->context, p->mesh->base.boundaries.count + BESIDES, sizeof *row, &row));
    row[0] = p->run->now.time;
    int count = 1 + balance_values(p, row + 1);
    eg_status status = eg_csv_row(p->balance_csv, row, count);
    eg_free(p->run->context, &row);
    return status;
}

eg_status eg_elliptic_record(eg_elliptic *p)
{
    double from = eg_clock();
    EG_TRY(eg_elliptic_find_balance(p));
    EG_TRY(eg_elliptic_probe_row(p));
    EG_TRY(eg_run_agree(p->run, p->balance_csv ? balance_row(p) : EG_OK));
    p->seconds.output += eg_clock() - from;
    return EG_OK;
}

eg_status eg_elliptic_solve_row(eg_elliptic *p, int iterations, double first, double last)
{
    const double row[] = {
        (double)p->run->now.steps, p->run->now.time, iterations, first, last, p->run->now.dt,
        p->stepper->error};
    return eg_run_agree(p->run,
                        p->solve_csv ? eg_csv_row(p->solve_csv, row, p->oldest ? 7 : 5) : EG_OK);
}

static eg_status write_residuals(eg_elliptic *p)
{
    static const char *const columns[] = {"iteration", "residual"};
    char *path;
    eg_csv *csv = NULL;
    EG_TRY(eg_run_path(p->run, "residuals.csv", &path));
    eg_status status = eg_csv_create(p->run->context, path, columns, 2, &csv);
    for (int64_t i = 0; i < p->history_count && status == EG_OK; i++)
        status = eg_csv_row(csv, (const double[]){(double)i, p->history[i]}, 2);
    if (status == EG_OK)
        status = eg_csv_close(&csv);
    eg_csv_close(&csv);
    eg_free(p->run->context, &path);
    return status;
}

/* ---- summary */

double eg_elliptic_limited_value(const eg_run *run, const char *key)
{
    const eg_elliptic *p = run->elliptic;
    const char *norm = strrchr(key, '_');
    if (strcmp(key, "iterations") == 0)
        return (double)p->iterations;
    if (strcmp(key, "balance_error") == 0)
        return p->balance.error;
    if (strcmp(norm, "_l1") == 0)
        return p->errors.l1;
    if (strcmp(norm, "_l2") == 0)
        return p->errors.l2;
    return strcmp(norm, "_h1") == 0 ? p->errors.h1 : p->errors.linf;
}

static eg_status add_balance(eg_elliptic *p, eg_summary *summary)
{
    enum { BESIDES = 16 };
    eg_context *context = p->run->context;
    eg_text names = {.context = context};
    double *values = NULL;
    eg_status status;
    balance_names(p, &names);
    EG_TRY_GOTO(names.status);
    EG_TRY_GOTO(
        eg_alloc(context, p->mesh->base.boundaries.count + BESIDES, sizeof *values, &values));
    int count = balance_values(p, values);
    char *name = names.data;
    for (int i = 0; i < count; i++) {
        char *end = strchr(name, '\n');
        *end = 0;
        EG_TRY_GOTO(eg_summary_add_balance(context, summary, name, values[i]));
        name = end + 1;
    }
done:
    eg_text_free(&names);
    eg_free(context, &values);
    return status;
}

static eg_status fill_summary(eg_elliptic *p, eg_summary *summary)
{
    eg_run *run = p->run;
    eg_model_cost cost;
    eg_elliptic_cost(p, &cost);
    *summary = (eg_summary){.run_exit = eg_run_exit_of(run),
                            .steps = run->now.steps,
                            .time = run->now.time,
                            .cells = p->mesh->base.all,
                            .ranks = eg_comm_size(run->comm),
                            .unknowns = p->unknowns,
                            .state_hash = run->observer.state_hash,
                            .iterations = p->iterations,
                            .has_residual = true,
                            .residual = p->residual,
                            .unreproducible =
                                eg_node_is(eg_case_find(run->loaded, "numerics.coarse"), "hypre"),
                            .snapshots = p->snapshots,
                            .wall_seconds = eg_clock() - run->created_at,
                            .seconds = p->seconds};
    memcpy(summary->warning, run->crowded, sizeof run->crowded);
    EG_TRY(eg_strdup(run->context, run->message[0] ? run->message : NULL, &summary->message));
    summary->changes = eg_text_string(&run->safety.changes);
    EG_TRY(
        eg_run_add_throughput(run, &cost, (double)(p->iterations - p->iterations_before), summary));
    EG_TRY(add_balance(p, summary));
    if (eg_case_find(run->loaded, "exact")) {
        EG_TRY(eg_summary_add_error(run->context, summary, p->output.name, p->errors.l1,
                                    p->errors.l2, p->errors.linf));
        summary->errors[0].has_h1 = !isnan(p->errors.h1);
        summary->errors[0].h1 = p->errors.h1;
    }
    eg_run_identify(run, summary);
    return EG_OK;
}

/* ---- the end */

static eg_status close_tables(eg_elliptic *p)
{
    eg_csv **tables[] = {&p->probe_csv, &p->balance_csv, &p->solve_csv, &p->run->observer.errors};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        EG_TRY(eg_csv_close(tables[i]));
    return EG_OK;
}

/* What rank 0 writes alone. */
static eg_status write_own_files(eg_elliptic *p)
{
    EG_TRY(write_residuals(p));
    return eg_elliptic_residual_picture(p);
}

/* What the summary does not tell of, so that it knows how long this took. */
static eg_status write_files(eg_elliptic *p)
{
    eg_run *run = p->run;
    double from = eg_clock();
    eg_status status = eg_elliptic_write_lines(p);
    if (status == EG_OK)
        status = eg_run_agree(run, run->folder ? write_own_files(p) : EG_OK);
    if (status == EG_OK)
        status = eg_elliptic_picture(p);
    p->seconds.output += eg_clock() - from;
    return status;
}

static void log_seconds(eg_elliptic *p)
{
    const eg_summary_seconds *s = &p->seconds;
    eg_run_log(p->run,
               "seconds: mesh %.3g, operator %.3g, preconditioner %.3g, coarse multigrid %.3g, "
               "solve %.3g, output %.3g",
               s->mesh, s->operator_parts, s->preconditioner, s->coarse, s->solve, s->output);
}

eg_status eg_elliptic_finish(eg_run *run)
{
    eg_elliptic *p = run->elliptic;
    char place[EG_PLACE_ROOM];
    EG_TRY(eg_heat_fetch(p));
    EG_TRY(eg_elliptic_snapshot(p));
    bool refused = p->heat && p->stepper->refused;
    if (run->outcome == EG_STOPPED ||
        refused) /* rows come when they are due, by a run that goes on */
        EG_TRY(eg_elliptic_find_balance(p));
    else if (!p->heat || !p->solved)
        EG_TRY(eg_elliptic_record(p));
    else if (run->now.steps == run->steps_before) /* it went on from its end */
        EG_TRY(eg_elliptic_find_balance(p));
    if (p->heat)
        EG_TRY(eg_safety_end(run));
    EG_TRY(eg_run_agree(run, close_tables(p)));
    if (run->outcome == EG_OK)
        eg_run_check_limits(run);
    eg_run_log(run, "largest %s %.9g at %s m", p->output.name, p->balance.most,
               eg_format_place(3, p->balance.place_of_most, place));
    eg_text why = {.context = run->context};
    eg_status extras = run->writes ? write_files(p) : EG_OK;
    if (extras != EG_OK)
        eg_text_add(&why, "%s", eg_context_error(run->context));
    eg_status status = eg_run_agree(run, fill_summary(p, &run->summary));
    if (status == EG_OK && run->writes)
        status = eg_run_write_last(run, extras, &why);
    eg_text_free(&why);
    EG_TRY(status);
    log_seconds(p);
    eg_run_log(run, "%s after %lld iterations, state %016llx",
               eg_run_exit_name(run->summary.run_exit), (long long)p->iterations,
               (unsigned long long)run->observer.state_hash);
    if (run->outcome != EG_OK)
        return eg_run_agree(run, eg_fail(run->context, run->outcome, "%s", run->message));
    return EG_OK;
}
