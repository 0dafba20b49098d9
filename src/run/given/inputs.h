/* inputs: the files that the case names. */
#ifndef EG_RUN_GIVEN_INPUTS_H
#define EG_RUN_GIVEN_INPUTS_H

#include "io/table/beside.h"
#include "run/core/run.h"

/* ---- inputs.c, all on rank 0 */
/* Calls `each` for every file that is named at or below a node of the case, in its order. */
typedef eg_status eg_input_visit(eg_run *run, const eg_node *node, void *with);
eg_status eg_inputs_each(eg_run *run, const eg_node *node, eg_input_visit *each, void *with);
/* Measures the files that the case names, before they are read. A run that goes on compares them first:
 * EG_CHECKPOINT where one has changed or is gone. */
eg_status eg_inputs_take(eg_run *run);
/* projections.c: EG_INPUT, with key and names, where two rasters or files of shapes of the case do not lie in one
 * projection; warns of what the shapes leave out. Sets run->projection, that of the rasters. On rank 0. */
eg_status eg_run_check_projections(eg_run *run);
/* raster_units.c: doubts rasters of lengths whose files say that they are not in metres, without `scale`. Of each
 * rank. EG_MEMORY. */
eg_status eg_run_check_raster_units(eg_run *run);
eg_status eg_inputs_put(const eg_run *run, eg_checkpoint_writer *writer);
/* inputs_beside.c: whether the name of a node ends so; visits the files that are read beside that of a node. */
bool eg_inputs_name_ends(const eg_node *node, const char *tail);
eg_status eg_inputs_each_beside(eg_context *context, const eg_node *node, eg_beside each);

/* An entry of a section: the sums of a file, and what it is called. Read gives that name, NULL where it is
 * none. */
void eg_entry_add(eg_text *text, const eg_listed_file *file, const char *name);
const char *eg_entry_read(const char *entry, eg_listed_file *file);

#endif
