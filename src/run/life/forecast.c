/* How long a run takes, which `check` tells: by its first steps, and where their length and cost change, by a
 * whole run on a mesh that is coarser. */
#include "run/life/life.h"

#include "eagre/state.h"

#include <math.h>
#include <stdlib.h>

/* Seconds of steps that are looked at: of the first ones; of a run that may end within; of one that is
 * coarser. */
static const double FIRST = 0.2, WHOLE = 2, COARSE = 2;

/* Where the fastest steps take less than this part of the mean, something else is at work on the machine. */
static const double BUSY = 0.7;

/* Steps and seconds of a run, found so far or foreseen. */
typedef struct pace {
    double steps, seconds;
    double fastest; /* s a step, of the steps that were queued at once and took least; 0: none */
} pace;

/* Takes steps for so many seconds, which `check` does not look at again. Collective: the slowest rank says
 * when it ends. */
static eg_status take_steps(eg_run *run, int64_t most, double enough, double *seconds, double *fastest)
{
    enum { BATCH = 8 };
    eg_stepper *stepper = eg_model_stepper(run->model);
    double from = eg_clock();
    *seconds = 0;
    most = eg_min_i64(most, run->schedule.steps_end - run->now.steps);
    if (most <= 0)
        return EG_OK;
    EG_TRY(eg_time_resume_until(eg_stepper_time(stepper), run->schedule.t_end, run->now.steps + most));
    do {
        double before = *seconds, steps = (double)run->now.steps;
        EG_TRY(eg_stepper_queue(stepper, most < BATCH ? (int)most : BATCH));
        EG_TRY(eg_run_read_clock(run));
        *seconds = eg_clock() - from;
        eg_comm_max(run->comm, seconds, 1);
        double taken = (double)run->now.steps - steps, each = (*seconds - before) / taken;
        if (taken > 0 && (*fastest == 0 || each < *fastest))
            *fastest = each;
    } while (run->now.pause == EG_PAUSE_NONE && *seconds < enough);
    return EG_OK;
}

static double steps_left(const eg_run *run)
{
    if (run->now.time >= run->schedule.t_end || !(run->now.dt > 0))
        return 0;
    return fmin((run->schedule.t_end - run->now.time) / run->now.dt,
                (double)(run->schedule.steps_end - run->now.steps));
}

/* Takes steps for `enough` seconds and counts them in *taken; *all is what the whole run then comes to.
 * `all->steps` is not finite where nothing can be said. */
static eg_status go_on_for(eg_run *run, double enough, pace *taken, pace *all)
{
    double seconds = 0, before = (double)run->now.steps;
    EG_TRY(take_steps(run, (int64_t)1 << 40, enough, &seconds, &taken->fastest));
    taken->steps += (double)run->now.steps - before;
    taken->seconds += seconds;
    bool lost = run->now.pause == EG_PAUSE_NOT_FINITE || run->now.pause == EG_PAUSE_COLLAPSED;
    double left = lost || taken->steps == 0 ? INFINITY : steps_left(run);
    all->steps = left + (double)run->now.steps;
    all->seconds = all->steps * taken->seconds / taken->steps;
    return EG_OK;
}

static eg_status warm_up(eg_run *run)
{
    enum { STEPS = 2 };
    double seconds, fastest = 0;
    return steps_left(run) > STEPS ? take_steps(run, STEPS, FIRST, &seconds, &fastest) : EG_OK;
}

/* ---- a coarser mesh */

/* Cells of a mesh that is so much coarser that all its steps take about `COARSE` seconds; 0: there is
 * none. */
static int64_t coarser(const eg_run *run, double seconds)
{
    enum { GROWTH = 5, LEAST = 200 };
    double factor = fmax(2, cbrt(GROWTH * seconds / COARSE));
    if (eg_comm_size(run->comm) > 1 || run->mesh->class != &eg_plane_class)
        return 0;
    double cells = fmax(LEAST, (double)run->mesh->all / (factor * factor));
    return cells <= (double)run->mesh->all / 4 ? (int64_t)cells : 0;
}

/* The setting of a box with about so many cells; false: the mesh is no box, or one of few cells along a
 * side. */
static bool set_box(const eg_run *run, int64_t cells, char *setting, size_t room)
{
    enum { LEAST = 8 };
    const eg_node *list = eg_case_find(run->loaded, "mesh.box.cells");
    double factor = sqrt((double)run->mesh->all / (double)cells);
    int64_t count[2];
    if (!list || eg_node_count(list) != 2)
        return false;
    for (int64_t i = 0; i < 2; i++)
        factor = fmin(factor, (double)eg_node_integer(eg_node_item(list, i)) / LEAST);
    for (int64_t i = 0; i < 2; i++)
        count[i] = (int64_t)((double)eg_node_integer(eg_node_item(list, i)) / factor + 0.5);
    snprintf(setting, room, "mesh.box.cells=[%lld, %lld]", (long long)count[0], (long long)count[1]);
    return factor >= 2;
}

/* The case of the run on such a mesh, without files and points; NULL where there is none, or the case refuses
 * it. */
static eg_status create_coarser(const eg_run *run, int64_t cells, eg_run **made)
{
    char box[96];
    eg_plane *mesh = NULL;
    EG_TEXT(text, run->context);
    eg_case_resolved(run->loaded, &text);
    const char *const settings[] = {"output={}", box};
    eg_run_options options = run->options;
    options.settings = settings;
    options.setting_count = 1;
    options.device = eg_device_describe(run->device)->spec;
    options.overcommit = true; /* the estimate is that of the case's own mesh, which is there */
    eg_status status = text.status;
    if (status == EG_OK && set_box(run, cells, box, sizeof box)) {
        options.setting_count = 2;
        status = eg_run_create_text(run->context, eg_text_string(&text), "case", ".", &options, made);
    } else if (status == EG_OK && eg_case_find(run->loaded, "mesh.gmsh")) {
        status = eg_run_coarse_plane(eg_plane_of(run->mesh), cells, &mesh);
        if (mesh)
            status = eg_run_create_on(&mesh, eg_text_string(&text), &options, made);
    }
    return status;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The width that a twentieth of the cells are narrower than: steps are as long. */
static eg_status narrow_width(const eg_mesh *mesh, double *width)
{
    EG_SCRATCH double *all = NULL;
    EG_TRY(eg_alloc(mesh->context, mesh->own, sizeof *all, &all));
    for (int64_t c = 0; c < mesh->own; c++)
        all[c] = eg_plane_cell_width(eg_plane_of(mesh), c);
    qsort(all, (size_t)mesh->own, sizeof *all, by_size);
    *width = all[mesh->own / 20];
    return EG_OK;
}

/* From the whole run on a coarser mesh: steps are as much longer as its cells are wider, and a step takes no
 * less a cell, but where the device works on all cells at once. */
static eg_status by_coarser(eg_run *run, const pace *taken, pace *all, eg_text *text)
{
    EG_ENDS_WITH(eg_run_destroy) eg_run *small = NULL;
    pace few = {0}, whole = {0};
    int64_t cells = coarser(run, all->seconds);
    bool was = eg_context_silence(run->context, true); /* warnings are those of the case's mesh */
    eg_status created = cells > 0 ? create_coarser(run, cells, &small) : EG_OK;
    eg_context_silence(run->context, was);
    if (created != EG_OK || !small)
        return EG_OK;
    double here = 1, there = 1;
    EG_TRY(narrow_width(run->mesh, &here));
    EG_TRY(narrow_width(small->mesh, &there));
    EG_TRY(warm_up(small));
    EG_TRY(go_on_for(small, 2 * COARSE, &few, &whole));
    if (!isfinite(whole.steps))
        return EG_OK;
    double ratio = (double)run->mesh->all / (double)small->mesh->all;
    double each = taken->seconds / taken->steps, of_all = few.seconds / few.steps * ratio;
    all->steps = whole.steps * there / here;
    all->steps = fmin(all->steps, (double)run->schedule.steps_end);
    all->seconds = all->steps * (eg_device_describe(run->device)->gpu ? each : fmax(each, of_all));
    eg_text_add(text, "           on a mesh of %lld cells it takes %.3g s for %.0f steps%s\n",
                (long long)small->mesh->all, whole.seconds, whole.steps,
                steps_left(small) > 0 ? ", as far as was computed" : "");
    return EG_OK;
}

/* Whether a part of the domain is dry: its first steps tell nothing of later ones. */
static bool is_dry_somewhere(const eg_run *run)
{
    for (int64_t c = 0; c < run->mesh->own; c++)
        if (!isfinite(eg_model_cell_step(run->model, c)))
            return true;
    return false;
}

/* Snapshots at each so many steps, where their number was not told before: it was that of steps of the first
 * length. */
static void describe_snapshots(const eg_run *run, double steps, bool least, eg_text *text)
{
    bool about;
    double count = eg_run_count_snapshots(run, run->schedule.t_end / steps, &about);
    if (run->schedule.fields_steps < INT64_MAX && isfinite(run->schedule.t_end) && count > 0)
        eg_text_add(text, "           so many steps write %s %.0f snapshots\n", least ? "at least" : "about",
                    count);
}

/* Other programs make steps of one run differ: then the fastest tell what a machine takes that has nothing
 * else to do. */
static void describe_busy(const pace *taken, double seconds, eg_run_facts *facts, eg_text *text)
{
    double part = taken->fastest * taken->steps / taken->seconds;
    if (!(part > 0 && part < BUSY))
        return;
    facts->quiet_seconds = part * seconds;
    eg_text_add(text, "           the machine is busy: at the pace of the fastest steps it takes %.3g s\n",
                part * seconds);
}

static eg_status describe_duration(eg_run *run, eg_text *text)
{
    pace taken = {0}, all = {0};
    EG_TEXT(more, run->context);
    if (!EG_HAS(run->class->steps, forecasts))
        return EG_OK;
    EG_TRY(warm_up(run));
    EG_TRY(go_on_for(run, FIRST, &taken, &all));
    if (isfinite(all.seconds) && all.seconds <= WHOLE && steps_left(run) > 0)
        EG_TRY(go_on_for(run, WHOLE, &taken, &all));
    double first = all.seconds;
    if (isfinite(first) && steps_left(run) > 0)
        EG_TRY(by_coarser(run, &taken, &all, &more));
    bool least = steps_left(run) > 0 && more.length == 0 && is_dry_somewhere(run);
    const eg_schedule *schedule = &run->schedule;
    /* steps end at the times of snapshots and of rows of tables: half of them are more than there were without */
    double times = schedule->t_end / schedule->fields_every + schedule->t_end / schedule->record_every;
    double steps = all.steps + (isfinite(times) ? 0.5 * fmin(times, all.steps) : 0);
    double factor = fmin(steps, (double)schedule->steps_end) / all.steps;
    if (!isfinite(first))
        return EG_OK;
    eg_text_add(text,
                "run time   %s %.3g s for %.0f steps, as the first %.0f take %.3g s; without files%s\n%s",
                least ? "at least" : "about", factor * all.seconds, factor * all.steps, taken.steps,
                taken.seconds, least ? "; a part of the domain is dry at first" : "", eg_text_string(&more));
    describe_busy(&taken, factor * all.seconds, &run->facts, text);
    describe_snapshots(run, factor * all.steps, least, text);
    run->facts.forecast_seconds = factor * all.seconds;
    run->facts.forecast_steps = factor * all.steps;
    run->facts.at_least = least;
    return EG_OK;
}

eg_status eg_run_forecast(eg_run *run, const char **description)
{
    eg_text *text = &run->description;
    EG_TRY(eg_run_agree(run, describe_duration(run, text)));
    *description = eg_text_string(text);
    return text->status;
}
