/* judge: what a run says against its result; verdicts.h has what everybody asks. */
#ifndef EG_RUN_JUDGE_H
#define EG_RUN_JUDGE_H

#include "run/core/part.h"
#include "run/judge/verdicts.h"

extern const eg_part_class eg_verdicts_class;

/* Least and greatest values of what is advected: at time 0, at all records so far, at the last one. */
typedef struct eg_extreme {
    double given[2], most[2], now[2];
} eg_extreme;
typedef struct eg_extremes {
    eg_extreme of[EG_ADVECTED];
    int64_t known; /* since time 0 */
} eg_extremes;

/* Steps and time of an earlier look at them (steps.c). */
typedef struct eg_steps_seen {
    int64_t steps;
    double time;
} eg_steps_seen;

/* What it says against its result (verdicts.h). */
typedef struct eg_run_verdicts {
    eg_verdicts all;
    int64_t restored; /* the first so many are of the checkpoint, and in the log */
    bool has_log;
    eg_steps_seen seen;                   /* at an earlier record */
    int judging;                          /* functions that are at it */
    double judging_since;                 /* clock, s, of the first of them */
    double extreme_at[EG_ADVECTED][2][3]; /* where the extremes of now are, m */
} eg_run_verdicts;

/* ---- extremes.c: of what is advected. The list of the model; names of columns; their values now,
 * collective, all agree; what a checkpoint has of them; the summary's entries; and the verdict. */
int eg_extremes_list(const eg_run *run, eg_advected list[EG_ADVECTED]);
void eg_extremes_names(const eg_run *run, eg_text *names);
eg_status eg_extremes_take(eg_run *run, double *values);
eg_status eg_extremes_persist(eg_run *run, const eg_persist *persist);
eg_status eg_extremes_resume(eg_run *run);
eg_status eg_extremes_summarise(const eg_run *run, eg_summary *summary);
eg_status eg_extremes_judge(eg_run *run);
/* Behind the extremes, at the end. Collective; all agree. */
eg_status eg_modes_judge(eg_run *run);

/* ---- map.c: of the map of a box, at set-up. Collective; all agree. EG_MEMORY. */
eg_status eg_map_judge(eg_run *run);
/* ---- units.c: at set-up. Collective; all agree. */
eg_status eg_units_judge(eg_run *run);

/* ---- steps.c: verdicts. Of cells, at set-up; of the steps since an earlier record. Collective; all
 * agree. */
eg_status eg_steps_judge_cells(eg_run *run);
eg_status eg_steps_judge(eg_run *run);
/* How many times shorter the steps since then are than the mean of those before; 0: there were too few to
 * tell. */
double eg_steps_fall(const eg_steps_seen *before, int64_t steps, double time);

#endif
