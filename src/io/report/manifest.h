/* The files that a run has written into its folder: what files.json is made from.
 *
 * A manifest watches what is written below its folder (eg_file_watch): name, length and checksum of each
 * file, and which file it is, as they are when it gets its name. So the list tells what was written, whatever
 * lies there later.
 *
 * While the run goes on the folder has a journal, files.part: a line "INODE BIRTH NAME" for each file, BIRTH
 * in ns, 0 where the file system does not tell it. It says of a run that was killed which files are the run's
 * own. The line is there before the file has its name. It goes when files.json is there.
 *
 * Checkpoints are not in it: each carries its own checksums, and they come and go. Nor are log.txt,
 * files.json and temporary files. */
#ifndef EG_IO_MANIFEST_H
#define EG_IO_MANIFEST_H

#include "io/report/file_list.h"

#define EG_JOURNAL_NAME "files.part"

typedef struct eg_manifest eg_manifest;

/* Opens the journal, to append to it, and watches the context. EG_IO. The caller owns the manifest, and
 * destroys it when nothing is written any more. */
eg_status eg_manifest_create(eg_context *context, const char *folder, eg_manifest **manifest);

/* Takes up a file that an earlier part of the run has written, which lies there: `file` tells its sum; NULL:
 * it is measured. EG_IO where it is not there. */
eg_status eg_manifest_take(eg_manifest *manifest, const char *name, const eg_listed_file *file);

/* Whether each file is still there under its name, the same one and as long. EG_IO names the first that is
 * not. */
eg_status eg_manifest_check(eg_manifest *manifest);

/* Adds the files that are whole to the list, sorted. */
eg_status eg_manifest_list(eg_manifest *manifest, eg_file_list *list);
/* At the end of a run: all files. A table whose end could not be noted is measured. EG_IO, EG_MEMORY. */
eg_status eg_manifest_list_all(eg_manifest *manifest, eg_file_list *list);

/* Removes the journal. EG_IO. */
eg_status eg_manifest_end(eg_manifest *manifest);

/* NULL is fine. The journal stays, where it was not removed. */
void eg_manifest_destroy(eg_manifest **manifest);

/* ---- the journal of a run that has ended somehow */

typedef struct eg_journal {
    eg_context *context;
    char *text;   /* of the file; NULL: there is none */
    char **name;  /* [count] */
    char **which; /* [count] "INODE BIRTH" */
    int64_t count, capacity, capacity_which;
} eg_journal;

/* Reads the journal of a folder. A line that was torn is left out. EG_IO, EG_MEMORY. */
eg_status eg_journal_read(eg_context *context, const char *folder, eg_journal *journal);
/* Whether folder/name is a plain file, and one that the journal tells of. */
bool eg_journal_has(const eg_journal *journal, const char *folder, const char *name);
void eg_journal_free(eg_journal *journal);

#endif
