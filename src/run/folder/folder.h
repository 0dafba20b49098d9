/* The files of a run's folder by their names. */
#ifndef EG_RUN_FOLDER_H
#define EG_RUN_FOLDER_H

#include "run/internal.h"

/* The folders in a run's own that hold files of it; "" is the run's own. NULL at the end. */
extern const char *const folder_parts[];

/* Whether a run of this case gives the name to a file of that part of its folder; so may a run of another
 * case, of the same part: `any`. log.txt apart. */
bool folder_is_name(const eg_run *run, const char *part, const char *name, bool any);

/* Whether it is a temporary name of such a file. */
bool folder_is_temporary(const eg_run *run, const char *part, const char *name);

/* "PART/NAME", or NAME; the caller frees it. */
eg_status folder_join(const eg_run *run, const char *part, const char *name, char **joined);

#endif
