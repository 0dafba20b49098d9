/* The parts of a run, in the order in which they are called. */
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/observe/observe.h"

const eg_part_class *const eg_run_parts[] = {&eg_profile_class,    &eg_snapshots_class,   &eg_series_class,
                                             &eg_own_files_class,  &eg_maxima_class,      &eg_lines_class,
                                             &eg_adaptation_class, &eg_verdicts_class,    &eg_picture_class,
                                             &eg_shots_class,      &eg_checkpoints_class, NULL};
