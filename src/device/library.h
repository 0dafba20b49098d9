/* library: shared libraries that are found while the program runs. */
#ifndef EG_DEVICE_LIBRARY_H
#define EG_DEVICE_LIBRARY_H

#include <stdbool.h>

/* NULL: it is not there. Its code stays once it was loaded, since libraries leave threads and handlers behind
 * that need it. */
void *eg_library_open(const char *name);
/* Whether the process has the library already. */
bool eg_library_is_open(const char *name);
/* *address becomes the function's, NULL where there is none. */
bool eg_library_find(void *library, const char *name, void *address);
void eg_library_close(void **library); /* NULL in place of a library is no failure; *library becomes it */

#endif
