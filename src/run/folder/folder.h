/* folder: the files of a run: what is removed, what is listed. */
#ifndef EG_RUN_FOLDER_H
#define EG_RUN_FOLDER_H

#include "run/core/run.h"

/* The folders in a run's own that hold files of it; "" is the run's own. NULL at the end. */
extern const char *const folder_parts[];

/* Whether a run of this case gives the name to a file of that part of its folder; so may a run of another
 * case, of the same part: `any`. log.txt apart. */
bool folder_is_name(const eg_run *run, const char *part, const char *name, bool any);

/* Whether it is one of the names, NULL at the end; and whether something stands before that ending. */
bool folder_is_one_of(const char *const *names, const char *name);
bool folder_ends_in(const char *name, const char *end);

/* Whether it is a temporary name of such a file. */
bool folder_is_temporary(const eg_run *run, const char *part, const char *name);

/* "PART/NAME", or NAME; the caller frees it. */
eg_status folder_join(const eg_run *run, const char *part, const char *name, char **joined);

/* ---- folder.c, overwrite.c: files that are not a run's stay. EG_IO. */
/* Looks whether the run may write over what is in its folder, and finds what that is: EG_USAGE where it holds
 * an input of the case, a file that no list of a run names and that is in the way, or one that is not what
 * the run there has written. Changes nothing. */
eg_status eg_overwrite_inspect(eg_run *run);
/* Removes what was found, and tells what is left. */
eg_status eg_overwrite_clear(eg_run *run);
/* Removes what came after the checkpoint that the run goes on from: what eg_run_finish() wrote, newer
 * checkpoints, which are damaged, and temporary files of processes that have ended. `kept`: files that the
 * checkpoint counts on. */
eg_status eg_clear_later(eg_run *run, const eg_file_list *kept);
/* Whether what the run has written still lies there, the same files and as long. */
eg_status eg_check_files(eg_run *run);
/* Writes files.json, the last thing that a run does, and looks whether the files are still there. */
eg_status eg_list_files(eg_run *run);

/* ---- written.c, all on rank 0 */
/* What the run has written so far, into a checkpoint; before, whether it still lies there: EG_IO. */
eg_status eg_written_put(eg_run *run, eg_checkpoint_writer *writer);
/* Fills an empty list with what a checkpoint tells, sorted; nothing where it is of an eagre that did not know
 * the section. */
eg_status eg_written_read(eg_context *context, eg_checkpoint *from, eg_file_list *list);
/* Whether folder/case.yaml is the case of the checkpoint, whose files are in the list. EG_CHECKPOINT names
 * the first line that differs. */
eg_status eg_written_check_case(eg_context *context, const char *folder, eg_checkpoint *from,
                                const eg_file_list *list);
/* Each line of what was changed, as a comment. */
void eg_written_add_changes(eg_text *text, const char *changes);
/* Of a run that goes on: whether case.yaml and the snapshots are those that the checkpoint knows; changes
 * nothing. EG_CHECKPOINT. Then takes them up into the manifest. */
eg_status eg_written_check(eg_run *run);
eg_status eg_written_take(eg_run *run);

#endif
