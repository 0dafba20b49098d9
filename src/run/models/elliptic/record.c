/* What is told of solutions: columns of balance.csv, solves.csv, residuals.csv, the summary. */
#include "run/models/elliptic/heat.h"
#include "run/observe/observe.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <string.h>

/* ---- balance */

/* Columns of balance.csv, and entries of the summary. */
void eg_elliptic_balance_names(const eg_model *model, eg_text *names)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    const char *power = p->heat ? "_W" : "", *unit = p->heat ? "_K" : "", *name = p->output->name;
    eg_text_add(names, "source%s\n%s%s\n", power, p->heat ? "stored" : "reaction", power);
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].write_flux)
            eg_text_add(names, "flux_%s%s\n", p->mesh->base.boundaries.name[b], power);
    eg_text_add(names, "balance_error\n");
    if (p->heat)
        eg_text_add(names, "energy_J\n");
    eg_text_add(names, "%s_min%s\n%s_max%s\n%s_mean%s\n%s_norm\n", name, unit, name, unit, name, unit, name);
}

/* values[] in the order of the names; gives their number. */
static int balance_values(const eg_elliptic *p, double *values)
{
    const eg_elliptic_balance *balance = &p->balance;
    int count = 0;
    values[count++] = balance->source;
    values[count++] = balance->used;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].write_flux)
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

eg_status eg_elliptic_balance_values(eg_model *model, const eg_time_state *now, double *values)
{
    eg_elliptic *p = eg_elliptic_of(model);
    (void)now;
    EG_TRY(eg_heat_fetch(p));
    EG_TRY(eg_elliptic_find_balance(p));
    balance_values(p, values);
    return EG_OK;
}

/* ---- tables */

eg_status eg_heat_open_table(eg_model *model, eg_csv **csv)
{
    eg_elliptic *p = eg_elliptic_of(model);
    EG_TEXT(names, p->run->context);
    eg_text_add(&names, "step\ntime_s\niterations\nfirst_residual\nlast_residual\n");
    if (p->oldest)
        eg_text_add(&names, "dt_s\nstep_error_K\n");
    return eg_output_table(p->run, "solves.csv", &names, csv);
}

eg_status eg_elliptic_solve_row(eg_elliptic *p, int iterations, double first, double last)
{
    const double row[] = {
        (double)p->run->now.steps, p->run->now.time, iterations, first, last, p->run->now.dt,
        p->stepper->error};
    return eg_run_agree(p->run, p->run->series->own_csv
                                    ? eg_csv_row(p->run->series->own_csv, row, p->oldest ? 7 : 5)
                                    : EG_OK);
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

eg_status eg_elliptic_write(eg_model *model, const char *folder)
{
    eg_elliptic *p = eg_elliptic_of(model);
    (void)folder;
    eg_status status = p->run->folder ? write_residuals(p) : EG_OK;
    if (status == EG_OK && p->run->folder)
        status = eg_elliptic_residual_picture(p);
    return eg_run_agree(p->run, status);
}

/* ---- summary */

double eg_elliptic_limited_value(const eg_model *model, const char *key)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    return strcmp(key, "iterations") == 0 ? (double)p->iterations : p->balance.error;
}

static eg_status add_balance(const eg_elliptic *p, eg_summary *summary)
{
    enum { BESIDES = 16 };
    eg_context *context = p->run->context;
    eg_text names = {.context = context};
    double *values = NULL;
    eg_status status;
    eg_elliptic_balance_names(&p->base, &names);
    EG_TRY_GOTO(names.status);
    EG_TRY_GOTO(eg_alloc(context, p->mesh->base.boundaries.count + BESIDES, sizeof *values, &values));
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

/* With what solves the last level of p-multigrid: on few rows it may be another than the case names. */
static void log_preconditioner(const eg_elliptic *p, const eg_summary *summary)
{
    eg_pmg_info info = {0};
    const eg_node *coarse = eg_case_find(p->run->loaded, "numerics.coarse");
    if (p->preconditioner) /* a run may stop before there is one */
        eg_sem_preconditioner_describe(p->preconditioner, &info);
    if (info.levels == 0 || eg_node_is(coarse, "hypre")) {
        eg_run_log(p->run, "preconditioner %s", summary->preconditioner);
        return;
    }
    bool few = info.geometric == 0 && eg_node_is(coarse, "geometric");
    eg_run_log(p->run, "preconditioner %s; of the last level %lld rows, by %s%s", summary->preconditioner,
               (long long)info.rows[info.levels - 1],
               info.geometric > 0 ? "coarser meshes (geometric)" : "algebraic multigrid (amg)",
               few ? ": too few for the coarser meshes of numerics.coarse: geometric" : "");
}

/* ---- verdicts */

/* Multigrid takes 10 to 40, and at most some 150: a choice that is a hundred times worse does not pass
 * unseen. What poisson's auto takes is the faster one, however many its iterations are. */
static const double MANY = 1000;
/* Solves of steps of one length take as many as the first ones did, unless what they solve changes. */
static const double MORE = 4;

static eg_status judge_many(eg_elliptic *p)
{
    char name[EG_PRECONDITIONER_NAME];
    const eg_case *loaded = p->run->loaded;
    bool smoother = eg_node_is(eg_case_find(loaded, "numerics.smoother"), "schwarz");
    if (p->most_iterations < MANY || (!p->heat && eg_elliptic_is_auto(loaded)))
        return EG_OK;
    eg_elliptic_name_preconditioner(p, name);
    return eg_verdict_say(
        p->run, NULL, "iterations", p->most_iterations, MANY,
        "a solve took %d iterations with the preconditioner %s%s; %s", p->most_iterations, name,
        smoother ? ", smoother schwarz" : "",
        eg_elliptic_asks_for_subdomains(loaded)
            ? "subdomains suit a kappa that is alike in neighbouring elements: "
              "numerics.preconditioner: auto looks at mesh and kappa"
            : "p-multigrid mostly takes 10 to 150: numerics.preconditioner: p-multigrid, with "
              "smoother: schwarz and smoothing: 3 where elements are flat");
}

/* Of heat whose steps keep their length. */
static eg_status judge_growing(eg_elliptic *p)
{
    double early = p->most_of_steps[0], late = p->most_of_steps[1], bound = MORE * early;
    if (!p->heat || p->stepper->adapts || early < EG_EARLY_LEAST || !(late > bound))
        return EG_OK;
    return eg_verdict_say(p->run, NULL, "iterations", late, bound,
                          "a solve took %.0f iterations, those of the first %d steps at most %.0f: matrix "
                          "or solution change in a way that the preconditioner or the extrapolation of the "
                          "steps before does not follow; look at solves.csv and the last snapshot",
                          late, EG_EARLY_SOLVES, early);
}

eg_status eg_elliptic_judge(eg_model *model, eg_judged when)
{
    eg_elliptic *p = eg_elliptic_of(model);
    if (when == EG_JUDGED_SETUP) {
        EG_TRY(eg_elliptic_judge_layers(p));
        EG_TRY(eg_elliptic_judge_narrow(p));
        EG_TRY(eg_elliptic_judge_jumps(p));
        return eg_elliptic_judge_pulses(p);
    }
    EG_TRY(eg_elliptic_judge_range(p));
    EG_TRY(judge_many(p));
    return judge_growing(p);
}

/* ---- summary */

eg_status eg_elliptic_summarise(const eg_model *model, eg_summary *summary)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    char place[EG_POINT_ROOM];
    summary->iterations = p->iterations;
    summary->has_residual = true;
    summary->residual = p->residual;
    eg_elliptic_name_preconditioner(p, summary->preconditioner);
    log_preconditioner(p, summary);
    summary->unreproducible = eg_node_is(eg_case_find(p->run->loaded, "numerics.coarse"), "hypre");
    eg_run_log(p->run, "largest %s %.9g at %s m; %lld iterations", p->output->name, p->balance.most,
               eg_format_point(3, p->balance.place_of_most, place), (long long)p->iterations);
    return add_balance(p, summary);
}
