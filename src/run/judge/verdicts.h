/* Verdicts of a run: where its result may not be what was promised, the run says so itself. They come from
 * whoever knows it, at any time from set-up to the end, stand in summary.json, log.txt, report and page, are
 * kept by checkpoints, and are errors where limits.verdicts or the option `strict` want that. docs/guide.md
 * has a table of all names (EG_CASE_VERDICTS).
 *
 * A model adds its own in judge() of its class, or while it is made. */
#ifndef EG_RUN_VERDICTS_H
#define EG_RUN_VERDICTS_H

#include "io/case/case.h"
#include "io/checkpoint/checkpoint.h"
#include "io/report/verdict.h"
#include "run/model.h"

/* Says it, unless the name has been said: once a run. Of two of one name that whose value is farther from its
 * bound stays. The time is now. `about`: what of the case it is about, whose line is told; NULL: nothing. The
 * same on all ranks. NULL for the run, of a bench, is fine. EG_MEMORY. */
eg_status eg_verdict_say(eg_run *run, const eg_node *about, const char *name, double value, double bound,
                         const char *format, ...) __attribute__((format(printf, 6, 7)));
/* The same at a place of so many coordinates; NULL: it has none. */
eg_status eg_verdict_say_at(eg_run *run, const eg_node *about, const char *name, double value, double bound,
                            int coordinates, const double *place, const char *format, ...)
    __attribute__((format(printf, 8, 9)));
/* Whether one of that name has been said. */
bool eg_verdict_is_said(const eg_run *run, const char *name);
/* The largest of all ranks' `badness`, the first of equals; `of` becomes that rank's. Collective. */
double eg_verdict_worst(const eg_run *run, double badness, void *of, int64_t bytes);

/* Those of the checkpoint, of a run that goes on. Collective; all agree. */
eg_status eg_verdicts_restore(eg_run *run);
/* The log is there: those before it go into it. */
void eg_verdicts_log(eg_run *run);
/* EG_LIMIT where one that there is is an error: adds it to run->message, and that is the run's outcome. */
eg_status eg_verdicts_hold(eg_run *run);
eg_status eg_verdicts_keep(eg_run *run, eg_checkpoint_writer *writer);
/* Their names, a line of what `check` tells. */
void eg_verdicts_describe(const eg_run *run, eg_text *text);

/* Behind the declarations of a function: the time that it takes is that of verdicts (summary, `seconds`). Once
 * where such functions call each other. NULL for the run, of a bench, is fine. */
#define EG_JUDGING(run)                                                                                      \
    __attribute__((cleanup(eg_judging_end), unused)) eg_run *judging = eg_judging_begin(run)
eg_run *eg_judging_begin(eg_run *run);
void eg_judging_end(eg_run **run);

/* ---- judge/smear.c: schemes of first order */
/* A wave of N cells a wavelength fades within one by the exponential of minus this over N. */
double eg_smear_fading(const eg_plane *mesh, int64_t cell);
/* The part of the variance of values of own cells, [own], NAN: not counted, that is lost when waves have gone
 * ways along x and y from there, m. Collective; all agree. EG_MEMORY. */
eg_status eg_smear_find(const eg_plane *mesh, const eg_comm *comm, const double *value,
                        const double (*way)[2], double *part);

/* ---- judge/judge.c: what run and model say at set-up, at a record, at the end. Collective; all agree. */
eg_status eg_verdicts_judge(eg_run *run, eg_judged when);

#endif
