/* A file of HDF5 that is read: a driver of HDF5's whose close does not fail.
 *
 * HDF5's own drivers fail where close(2) does. HDF5 then keeps a file that is no more, and would take it up
 * again when the program ends. Of a file that was only read close(2) tells nothing that matters. */
#include "io/snapshot/vtkhdf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

/* HDF5's file, in memory of HDF5's: its own part comes first. */
typedef struct reading_file {
    H5FD_t base;
    int file;
    haddr_t end;
    haddr_t allocated; /* as HDF5 sets it */
} reading_file;

static reading_file *reading_of(H5FD_t *base)
{
    return (reading_file *)(void *)base;
}

static void push_error(hid_t kind)
{
    H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, kind, "error message = '%s'",
             strerror(errno));
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    reading_file *made = NULL;
    struct stat about;
    (void)flags;
    (void)access;
    (void)most;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0)
        push_error(H5E_CANTOPENFILE);
    else
        made = H5allocate_memory(sizeof *made, 1);
    if (made)
        *made = (reading_file){.file = file, .end = (haddr_t)about.st_size};
    if (!made && file >= 0)
        close(file);
    return made ? &made->base : NULL;
}

static herr_t driver_close(H5FD_t *base)
{
    close(reading_of(base)->file);
    H5free_memory(base);
    return 0;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE;
    return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const reading_file *)(const void *)file)->allocated;
}

static herr_t driver_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    reading_of(file)->allocated = end;
    return 0;
}

static haddr_t driver_get_eof(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const reading_file *)(const void *)file)->end;
}

/* Behind the end of the file all bytes are 0, as with HDF5's drivers. */
static herr_t driver_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                          void *buffer)
{
    char *to = buffer;
    (void)type;
    (void)transfer;
    while (bytes > 0) {
        ssize_t got = pread(reading_of(base)->file, to, bytes, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            push_error(H5E_READERROR);
            return -1;
        }
        if (got == 0) {
            memset(to, 0, bytes);
            break;
        }
        to += got;
        at += (haddr_t)got;
        bytes -= (size_t)got;
    }
    return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                           const void *buffer)
{
    (void)file;
    (void)type;
    (void)transfer;
    (void)at;
    (void)bytes;
    (void)buffer;
    return -1;
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = H5_VFD_RESERVED + 2,
#endif
    .name = "eagre-read",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .fl_map = H5FD_FLMAP_DICHOTOMY};

hid_t eg_h5_open_file(const char *path)
{
    hid_t driver = H5FDregister(&driver_class), access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    if (driver > 0 && access > 0 && H5Pset_driver(access, driver, NULL) >= 0)
        file = H5Fopen(path, H5F_ACC_RDONLY, access);
    hid_t reason = file < 0 ? H5Eget_current_stack() : -1; /* the calls below would clear it */
    if (access > 0)
        H5Pclose(access);
    if (driver > 0)
        H5FDunregister(driver); /* an open file keeps it; see eg_h5_close_file() */
    if (reason > 0)
        H5Eset_current_stack(reason);
    return file;
}

herr_t eg_h5_close_file(hid_t file)
{
    hid_t access = H5Fget_access_plist(file), driver = access > 0 ? H5Pget_driver(access) : -1;
    bool held = driver > 0 && H5Iinc_ref(driver) > 0;
    if (access > 0)
        H5Pclose(access);
    herr_t done = H5Fclose(file);
    if (held)
        H5Idec_ref(driver);
    return done;
}
