/* Verdicts of explicit steps: given ones that are not stable, one cell that sets them for all others, steps
 * that collapse. */
#include "base/parallel.h"
#include "run/judge/judge.h"

#include <math.h>

/* ---- one cell of many */

/* So many of the cells may be left out, at least one; steps are that much longer without them; of so few
 * cells nothing is said. */
static const double PART = 1e-5, GAIN = 3;
enum { CELLS_LEAST = 100, LEAST = 1024 /* worth a thread */ };

typedef struct limiting {
    double step, place[3];
    int64_t cell; /* of the whole mesh */
    int region;
} limiting;

/* step[own] of each cell, s. */
static void fill_steps(const eg_run *run, double *step)
{
    EG_LOOP_OF(run->context, run->mesh->own, LEAST)
    for (int64_t c = 0; c < run->mesh->own; c++)
        step[c] = eg_model_cell_step(run->model, c);
}

/* The cell of all ranks with the least step. */
static limiting find_limiting(const eg_run *run, const double *step)
{
    const eg_mesh *mesh = run->mesh;
    limiting least = {.step = INFINITY};
    int64_t at = 0;
    for (int64_t c = 0; c < mesh->own; c++) {
        at = step[c] < least.step ? c : at;
        least.step = fmin(least.step, step[c]);
    }
    if (mesh->own > 0) {
        least.cell = eg_mesh_whole_number(mesh, at);
        least.region = mesh->region[at];
        for (int d = 0; d < 3; d++)
            least.place[d] = mesh->centroid[at][d];
    }
    eg_verdict_worst(run, -least.step, &least, sizeof least);
    return least;
}

/* Cells below `bound`, cells that have a step, and the least step of those beyond. Of all ranks; of each until
 * there are too many below. */
static void count_cells(const eg_run *run, const double *step, double bound, double counts[2], double *beyond)
{
    double below = 0, all = 0, least = -INFINITY, most = fmax(1, PART * (double)run->mesh->all);
    for (int64_t c = 0; c < run->mesh->own && below <= most; c++) {
        below += step[c] < bound;
        all += isfinite(step[c]);
        if (step[c] >= bound)
            least = fmax(least, -step[c]);
    }
    counts[0] = eg_comm_sum_chunks(run->comm, &below, 1);
    counts[1] = eg_comm_sum_chunks(run->comm, &all, 1);
    eg_comm_max(run->comm, &least, 1);
    *beyond = -least;
}

static eg_status tell_limiting(eg_run *run, const limiting *cell, double below, double beyond)
{
    char others[48] = "", place[EG_POINT_ROOM];
    int dimension = run->mesh->dimension;
    if (below > 1)
        snprintf(others, sizeof others, " and %.0f more", below - 1);
    return eg_verdict_say_at(
        run, NULL, "step-cell", beyond / cell->step, GAIN, run->mesh->dimension, cell->place,
        "cell %lld at %s m, region '%s',%s set the step of all: %.3g s; all others allow %.3g s, and a run "
        "without them takes %.3g times fewer steps: mend the mesh or the value there",
        (long long)cell->cell, eg_format_point(dimension, cell->place, place),
        run->mesh->regions.name[cell->region], others, cell->step, beyond, beyond / cell->step);
}

/* A step of the case's against what is stable in the initial state, at a Courant number of 1. */
static eg_status judge_given_step(eg_run *run, const eg_node *node, const limiting *cell)
{
    static const double courant = 0.9; /* of the steps of cells, where the case gives none */
    double times = courant * eg_node_real(node) / cell->step;
    char place[EG_POINT_ROOM];
    if (!(times > 1 + 1e-9))
        return EG_OK;
    return eg_verdict_say_at(
        run, node, "unstable-step", times, 1, run->mesh->dimension, cell->place,
        "time.dt is %.6g s, %.3g times the longest stable step of the initial state, %.6g "
        "s in cell %lld at %s m: the run may diverge; take a shorter step, or time.cfl",
        eg_node_real(node), times, cell->step / courant, (long long)cell->cell,
        eg_format_point(run->mesh->dimension, cell->place, place));
}

/* A Courant number of the case's. */
static eg_status judge_courant(eg_run *run, const eg_node *node)
{
    double given = node ? eg_node_real(node) : 0;
    if (!(given > 1))
        return EG_OK;
    return eg_verdict_say(
        run, node, "unstable-step", given, 1,
        "time.cfl is %.6g: schemes are stable up to 1; above it the result may be wrong, and "
        "the run may diverge",
        given);
}

eg_status eg_steps_judge_cells(eg_run *run)
{
    const eg_node *given = eg_case_find(run->loaded, "time.dt");
    EG_SCRATCH double *step = NULL;
    double counts[2], beyond;
    if (!run->class->steps)
        return EG_OK;
    EG_TRY(judge_courant(run, eg_case_find(run->loaded, "time.cfl")));
    EG_TRY(eg_run_need_mesh(run));
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, run->mesh->own, sizeof *step, &step)));
    fill_steps(run, step);
    const limiting cell = find_limiting(run, step);
    if (given)
        return judge_given_step(run, given, &cell);
    count_cells(run, step, GAIN * cell.step, counts, &beyond);
    if (counts[1] < CELLS_LEAST || counts[0] > fmax(1, PART * counts[1]) || !isfinite(beyond))
        return EG_OK;
    return tell_limiting(run, &cell, counts[0], beyond);
}

/* ---- steps that collapse */

/* Against the mean of all before, where there are so many; over so many at least. */
static const double FALL = 1e3;
enum { BEFORE_LEAST = 1000, STEPS_LEAST = 100 };

double eg_steps_fall(const eg_steps_seen *before, int64_t steps, double time)
{
    int64_t taken = steps - before->steps;
    if (before->steps < BEFORE_LEAST || taken < STEPS_LEAST || !(time > before->time))
        return 0;
    double now = (time - before->time) / (double)taken;
    return before->time / (double)before->steps / now;
}

eg_status eg_steps_judge(eg_run *run)
{
    const eg_steps_seen before = run->verdicts->seen;
    int64_t steps = run->now.steps;
    double time = run->now.time, fall = eg_steps_fall(&before, steps, time);
    /* at each record: steps from before the fall would hide those behind it */
    run->verdicts->seen = (eg_steps_seen){steps, time};
    if (!run->class->steps || eg_run_shots(run) || !(fall > FALL))
        return EG_OK;
    double now = (time - before.time) / (double)(steps - before.steps);
    return eg_verdict_say(run, NULL, "step-fall", fall, FALL,
                          "the steps fell to %.3g s, %.3g of their mean until t = %.6g s: the speed in some "
                          "cell has risen by as much, which is hardly the flow's; look for it in the last "
                          "snapshot",
                          now, 1 / fall, before.time);
}
