/* part: what a run does beside its steps: snapshots, records, lines, pictures, changing cells.
 *
 * A part keeps its state behind a pointer of the run, and says here when it is called. `life` goes through
 * the list of all parts at each of these moments, in the order of the list (life/parts.c), and knows none
 * by name. An entry that a part has no use for is NULL. All are collective and all agree on the status,
 * but where it says otherwise. */
#ifndef EG_RUN_PART_H
#define EG_RUN_PART_H

#include "field/persist.h"
#include "run/core/run.h"

typedef struct eg_part_class {
    /* ---- set-up. Of the case alone, by each rank for itself; with the mesh, before there is a model;
     * with the model; of a run that goes on, from its checkpoint; with the run's folder. */
    eg_status (*read)(eg_run *run);
    eg_status (*check)(eg_run *run);
    eg_status (*create)(eg_run *run);
    eg_status (*resume)(eg_run *run);
    eg_status (*open)(eg_run *run);
    /* ---- the loop. Before the run advances, each time that it is asked to; at a pause, what is due at
     * `now`, or `always`: at the beginning and the end. */
    eg_status (*begin)(eg_run *run);
    eg_status (*serve)(eg_run *run, const eg_time_state *now, bool always);
    /* Before a checkpoint: what was handed on is whole; and what the checkpoint has of the part, where
     * each rank may fail alone. */
    eg_status (*settle)(eg_run *run);
    eg_status (*persist)(eg_run *run, const eg_persist *persist);
    /* Before cells change: nothing is under way; where there is a whole mesh in place of another; and when
     * the model has the other cells. */
    eg_status (*release)(eg_run *run);
    eg_status (*locate)(eg_run *run);
    eg_status (*change)(eg_run *run);
    /* ---- the end. Of the last state; of files that have grown, which a rank may fail to close alone; of
     * files that the result does not need, called `what` where a stop comes before them; of the summary,
     * not collective; and of the log. */
    eg_status (*end)(eg_run *run);
    eg_status (*close)(eg_run *run);
    const char *what;
    bool beside; /* `write` needs nothing of verdicts, and comes while the last snapshot is written */
    eg_status (*write)(eg_run *run);
    eg_status (*summarise)(eg_run *run, eg_summary *summary);
    void (*tell)(eg_run *run);
    void (*destroy)(eg_run *run);
} eg_part_class;

#endif
