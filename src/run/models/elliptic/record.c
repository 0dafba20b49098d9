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
    const eg_elliptic *p = eg_elliptic_of(model);
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
static int list_balance(const eg_elliptic *p, double *values)
{
    const eg_elliptic_balance *balance = &p->balance;
    const double rest[] = {balance->energy, balance->least, balance->most, balance->mean, balance->norm};
    int count = 0;
    values[count++] = balance->source;
    values[count++] = balance->used;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].write_flux)
            values[count++] = balance->flux[b];
    values[count++] = balance->error;
    for (int i = p->heat ? 0 : 1; i < 5; i++)
        values[count++] = rest[i];
    return count;
}

eg_status eg_elliptic_balance_values(eg_model *model, const eg_time_state *now, double *values)
{
    eg_elliptic *p = eg_elliptic_of(model);
    (void)now;
    EG_TRY(eg_heat_fetch(p));
    EG_TRY(eg_elliptic_find_balance(p));
    list_balance(p, values);
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

static eg_status write_residual_table(eg_elliptic *p)
{
    static const char *const columns[] = {"iteration", "residual"};
    EG_SCRATCH char *path = NULL;
    eg_csv *csv = NULL;
    EG_TRY(eg_run_path(p->run, "residuals.csv", &path));
    eg_status status = eg_csv_create(p->run->context, path, columns, 2, NULL, &csv);
    for (int64_t i = 0; i < p->history_count && status == EG_OK; i++)
        status = eg_csv_row(csv, (const double[]){(double)i, p->history[i]}, 2);
    if (status == EG_OK)
        status = eg_csv_close(&csv);
    eg_csv_close(&csv);
    return status;
}

/* A residual of 0 has no place on the axis: it is left out. */
static eg_status write_residual_picture(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    EG_SCRATCH double *x = NULL, *y = NULL;
    EG_SCRATCH char *path = NULL;
    int64_t count = 0;
    if (!eg_run_draws(p->run))
        return EG_OK;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(p->history_count, x), EG_BLOCK(p->history_count, y)));
    EG_TRY(eg_run_path(p->run, "residuals.png", &path));
    for (int64_t i = 0; i < p->history_count; i++)
        if (p->history[i] > 0) {
            x[count] = (double)i;
            y[count++] = p->history[i];
        }
    const eg_plot_line line = {.count = count, .x = x, .y = y};
    const eg_lines lines = {.title = eg_node_text(eg_case_find(p->run->loaded, "title")),
                            .x_label = "iteration",
                            .y_label = "norm of the residual",
                            .lines = &line,
                            .line_count = 1,
                            .y_log = true};
    return count > 1 ? eg_plot_lines(context, path, &lines, NULL) : EG_OK;
}

eg_status eg_elliptic_write(eg_model *model, const char *folder)
{
    eg_elliptic *p = eg_elliptic_of(model);
    (void)folder;
    eg_status status = p->run->folder ? write_residual_table(p) : EG_OK;
    if (status == EG_OK && p->run->folder)
        status = write_residual_picture(p);
    return eg_run_agree(p->run, status);
}

/* ---- summary */

double eg_elliptic_limited_value(const eg_model *model, const char *key)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    return strcmp(key, "iterations") == 0 ? (double)p->iterations : p->balance.error;
}

static eg_status add_elliptic_balance(const eg_elliptic *p, eg_summary *summary)
{
    enum { BESIDES = 16 };
    eg_context *context = p->run->context;
    EG_TEXT(names, context);
    EG_SCRATCH double *values = NULL;
    eg_elliptic_balance_names(&p->base, &names);
    EG_TRY(names.status);
    EG_TRY(eg_alloc(context, p->mesh->base.boundaries.count + BESIDES, sizeof *values, &values));
    int count = list_balance(p, values);
    char *name = names.data;
    for (int i = 0; i < count; i++) {
        char *end = strchr(name, '\n');
        *end = 0;
        EG_TRY(eg_summary_add_balance(context, summary, name, values[i]));
        name = end + 1;
    }
    if (p->estimate.known)
        return eg_summary_add_balance(context, summary, "error_estimate", eg_elliptic_relative_error(p));
    return EG_OK;
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

/* What takes as long as a balance: at the end, and at records that are twice as many steps apart each time. */
static eg_status judge_sources(eg_elliptic *p, bool last)
{
    const eg_run *run = p->run;
    if (!last && (run->now.steps == 0 || run->now.steps < 2 * p->looked))
        return EG_OK;
    p->looked = run->now.steps;
    return p->heat && !p->stepper->refused ? eg_elliptic_judge_narrow(p, run->now.time, last) : EG_OK;
}

eg_status eg_elliptic_judge(eg_model *model, eg_judged when)
{
    eg_elliptic *p = eg_elliptic_of(model);
    if (when == EG_JUDGED_SETUP) {
        EG_TRY(eg_elliptic_make_estimator(p));
        EG_TRY(eg_elliptic_judge_layers(p));
        EG_TRY(eg_elliptic_judge_narrow(p, 0, false));
        EG_TRY(eg_elliptic_judge_values(p));
        EG_TRY(eg_elliptic_judge_jumps(p));
        EG_TRY(eg_elliptic_judge_between(p));
        return eg_heat_judge_signals(p, when);
    }
    EG_TRY(eg_heat_fetch(p));
    EG_TRY(eg_elliptic_judge_range(p));
    bool last = when == EG_JUDGED_END;
    EG_TRY(judge_sources(p, last));
    EG_TRY(eg_heat_judge_signals(p, when));
    EG_TRY(eg_elliptic_judge_error(p, last));
    EG_TRY(eg_elliptic_judge_balance(p, last));
    EG_TRY(judge_many(p));
    return judge_growing(p);
}

/* ---- summary */

eg_status eg_elliptic_summarise(const eg_model *model, eg_summary *summary)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    char place[EG_POINT_ROOM];
    summary->iterations = p->iterations;
    summary->has_residual = true;
    summary->residual = p->residual;
    eg_elliptic_name_preconditioner(p, summary->preconditioner);
    log_preconditioner(p, summary);
    summary->unreproducible = eg_node_is(eg_case_find(p->run->loaded, "numerics.coarse"), "hypre");
    eg_run_log(p->run, "largest %s %.9g at %s m; %lld iterations", p->output->name, p->balance.most,
               eg_format_point(3, p->balance.place_of_most, place), (long long)p->iterations);
    return add_elliptic_balance(p, summary);
}

/* ---- for `check` and reports */

const char *const eg_elliptic_updates_unit = "unknown iterations/s";

void eg_elliptic_cost(const eg_model *model, eg_model_cost *cost)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    /* of conjugate gradients: x, r and p read and written, A p and the diagonal read, b once */
    enum { VECTORS = 9 };
    double size = (double)eg_real_size(p->run->precision);
    *cost = (eg_model_cost){.unknowns = p->unknowns,
                            .updates = (double)p->unknowns,
                            .updates_unit = eg_elliptic_updates_unit,
                            .bytes = (double)eg_sem_apply_bytes(p->sem) +
                                     (double)eg_sem_preconditioner_apply_bytes(p->preconditioner) +
                                     VECTORS * size * (double)p->nodes->own,
                            .device_bytes = eg_sem_device_bytes(p->sem) + eg_pcg_device_bytes(p->pcg) +
                                            eg_sem_preconditioner_device_bytes(p->preconditioner) +
                                            (p->stepper ? eg_heat_device_bytes(p) : 0)};
}

void eg_elliptic_describe(const eg_model *model, eg_text *text)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    eg_text_add(text, "unknowns   %lld, of %lld nodes of degree %d%s\n", (long long)p->unknowns,
                (long long)p->nodes->all, p->degree,
                p->has_nullspace ? "; nothing fixes the mean, which is made 0" : "");
    char name[EG_PRECONDITIONER_NAME];
    eg_elliptic_name_preconditioner(p, name);
    eg_text_add(text, "solver     conjugate gradients, preconditioner %s\n", name);
}

void eg_heat_describe_time(const eg_model *model, eg_text *text)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    double end = p->run->schedule.t_end;
    p->run->facts.first_dt = p->dt;
    p->run->facts.first_steps = p->oldest ? NAN : (double)p->steps_end;
    if (p->oldest)
        eg_text_add(text,
                    "time       steps of bdf2 that err by %.3g K in all to %.6g s, the first of %.6g s\n",
                    eg_case_real(p->run->loaded, "time.tolerance", 0), end, p->dt);
    else
        eg_text_add(text, "time       %lld steps of %.6g s to %.6g s, %s\n", (long long)p->steps_end, p->dt,
                    end, p->bdf2 ? "bdf2" : "backward Euler");
}
