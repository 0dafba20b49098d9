/* The lock, the errors, and what writing and reading share. */
#include "io/snapshot/vtkhdf.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Guards HDF5, whose state belongs to the process; see vtkhdf.h. */
static pthread_mutex_t hdf5_lock = PTHREAD_MUTEX_INITIALIZER;

void eg_h5_drop(hid_t *handle)
{
    if (*handle >= 0)
        H5Idec_ref(*handle);
}

void eg_h5_begin(eg_h5 *h5)
{
    pthread_mutex_lock(&hdf5_lock);
    h5->file = h5->root = 0;
    h5->memory = (eg_h5_memory){.context = h5->context};
    h5->ranges = 0;
    H5Eget_auto2(H5E_DEFAULT, &h5->print, &h5->print_data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5Eclear2(H5E_DEFAULT);
}

void eg_h5_end(eg_h5 *h5)
{
    if (h5->root > 0)
        H5Gclose(h5->root);
    if (h5->file > 0)
        eg_h5_close_file(h5->file);
    eg_h5_memory_free(&h5->memory);
    h5->file = h5->root = 0;
    H5Eclear2(H5E_DEFAULT);
    H5Eset_auto2(H5E_DEFAULT, h5->print, h5->print_data);
    pthread_mutex_unlock(&hdf5_lock);
}

enum { REASON_ROOM = 256 };

/* Keeps the innermost description. HDF5 buries what the system said in "error message = '...'". */
static herr_t keep_first_error(unsigned n, const H5E_error2_t *error, void *user)
{
    if (n != 0 || !error->desc)
        return 0;
    const char *begin = strstr(error->desc, "error message = '");
    begin = begin ? begin + strlen("error message = '") : error->desc;
    const char *end = strchr(begin, '\'');
    int length = end && begin != error->desc ? (int)(end - begin) : (int)strlen(begin);
    snprintf(user, REASON_ROOM, "%.*s", length, begin);
    return 0;
}

eg_status eg_h5_fail(eg_h5 *h5, const char *format, ...)
{
    char why[REASON_ROOM] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first_error, why);
    H5Eclear2(H5E_DEFAULT);
    char what[512];
    EG_FORMAT(what, format);
    return eg_fail(h5->context, h5->failure, "%s: %s%s%s", h5->path, what, why[0] ? ": " : "", why);
}
