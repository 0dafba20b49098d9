/* A driver of HDF5's, of files that are written in memory, and of files that are read.
 *
 * In memory there are pages only where something was written: datasets that are laid out are never written
 * through HDF5, and so take no memory here, however long they are. There the driver does not fail: HDF5 could
 * not give up a file that fails, and would try again when the program ends. What it could not keep for lack of
 * memory it forgets, and eg_h5_memory.status tells.
 *
 * HDF5's own drivers fail where close(2) does. HDF5 then keeps a file that is no more, and would take it up
 * again when the program ends. Of a file that was only read close(2) tells nothing that matters, and so this
 * driver does not fail there. */
#include "io/snapshot/vtkhdf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#define DRIVER_NUMBER .version = H5FD_CLASS_VERSION, .value = H5_VFD_RESERVED + 1, .maxaddr = INT64_MAX
#else
#define DRIVER_NUMBER .maxaddr = INT64_MAX
#endif

enum { PAGE = 4096 };

typedef struct memory_page {
    int64_t number;
    char *bytes;
} memory_page;

/* HDF5's file: its own part comes first. */
typedef struct driver_file {
    H5FD_t base;
    eg_h5_memory *memory; /* NULL: a file that is read, with */
    int file;
    haddr_t end, allocated; /* its own end; what HDF5 has allocated, as it sets it */
} driver_file;

static driver_file *file_of_driver(const H5FD_t *base)
{
    return (driver_file *)(uintptr_t)base;
}

/* ---- pages ---- */

static char *find_page(const eg_h5_memory *m, int64_t number)
{
    for (int64_t i = m->pages - 1; i >= 0; i--)
        if (m->page[i].number == number)
            return m->page[i].bytes;
    return NULL;
}

static char *get_or_make_page(eg_h5_memory *m, int64_t number)
{
    char *bytes = find_page(m, number);
    if (bytes || m->status != EG_OK)
        return bytes;
    m->status = eg_reserve(m->context, m->pages + 1, &m->room, sizeof *m->page, &m->page);
    if (m->status == EG_OK)
        m->status = eg_alloc(m->context, PAGE, 1, &bytes);
    if (m->status == EG_OK)
        m->page[m->pages++] = (memory_page){.number = number, .bytes = bytes};
    return bytes;
}

/* Bytes of a page, from `at` on, as far as it goes. */
static int64_t in_page(int64_t at, int64_t left)
{
    return eg_min_i64(left, PAGE - at % PAGE);
}

void eg_h5_memory_read(const eg_h5_memory *m, int64_t at, int64_t bytes, void *buffer)
{
    char *to = buffer;
    for (int64_t part; bytes > 0; at += part, to += part, bytes -= part) {
        const char *page = find_page(m, at / PAGE);
        part = in_page(at, bytes);
        if (page)
            memcpy(to, page + at % PAGE, (size_t)part);
        else
            memset(to, 0, (size_t)part);
    }
}

static void write_bytes(eg_h5_memory *m, int64_t at, int64_t bytes, const void *buffer)
{
    const char *from = buffer;
    for (int64_t part; bytes > 0; at += part, from += part, bytes -= part) {
        char *page = get_or_make_page(m, at / PAGE);
        part = in_page(at, bytes);
        if (page)
            memcpy(page + at % PAGE, from, (size_t)part);
    }
}

void eg_h5_memory_free(eg_h5_memory *m)
{
    for (int64_t i = 0; i < m->pages; i++)
        EG_FREE(&m->page[i].bytes);
    EG_FREE(&m->page);
}

/* ---- files that are read ---- */

static void push_error(hid_t kind)
{
    H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, kind, "error message = '%s'",
             strerror(errno));
}

static bool open_to_read(const char *name, driver_file *opened)
{
    struct stat about;
    do
        opened->file = open(name, O_RDONLY | O_CLOEXEC);
    while (opened->file < 0 && errno == EINTR);
    if (opened->file >= 0 && fstat(opened->file, &about) == 0) {
        opened->end = (haddr_t)about.st_size;
        return true;
    }
    push_error(H5E_CANTOPENFILE);
    eg_file_close(&opened->file);
    return false;
}

/* Behind the end of the file all bytes are 0, as with HDF5's drivers. */
static herr_t read_file(int file, haddr_t at, size_t bytes, char *to)
{
    while (bytes > 0) {
        ssize_t got = pread(file, to, bytes, (off_t)at);
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

/* ---- the driver ---- */

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    eg_h5_memory *const *memory = H5Pget_driver_info(access); /* NULL: a link leads to the file */
    driver_file opened = {.memory = memory ? *memory : NULL, .file = -1}, *made;
    (void)flags;
    (void)most;
    if (!opened.memory && !open_to_read(name, &opened))
        return NULL;
    made = H5allocate_memory(sizeof *made, 1);
    if (made)
        *made = opened;
    else
        eg_file_close(&opened.file);
    return made ? &made->base : NULL;
}

static herr_t driver_close(H5FD_t *base)
{
    eg_file_close(&file_of_driver(base)->file);
    H5free_memory(base);
    return 0;
}

static herr_t driver_query(const H5FD_t *base, unsigned long *flags)
{
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_allocated(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return file_of_driver(base)->allocated;
}

static herr_t driver_set_allocated(H5FD_t *base, H5FD_mem_t type, haddr_t end)
{
    driver_file *file = file_of_driver(base);
    (void)type;
    file->allocated = end;
    if (file->memory)
        file->memory->end = (int64_t)end;
    return 0;
}

static haddr_t driver_get_end(const H5FD_t *base, H5FD_mem_t type)
{
    const driver_file *file = file_of_driver(base);
    (void)type;
    return file->memory ? file->allocated : file->end;
}

static herr_t driver_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                          void *buffer)
{
    const driver_file *file = file_of_driver(base);
    (void)type;
    (void)transfer;
    if (!file->memory)
        return read_file(file->file, at, bytes, buffer);
    eg_h5_memory_read(file->memory, (int64_t)at, (int64_t)bytes, buffer);
    return 0;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                           const void *buffer)
{
    const driver_file *file = file_of_driver(base);
    (void)type;
    (void)transfer;
    if (file->memory)
        write_bytes(file->memory, (int64_t)at, (int64_t)bytes, buffer);
    return file->memory ? 0 : -1;
}

static const H5FD_class_t driver_class = {DRIVER_NUMBER,
                                          .name = "eagre",
                                          .fc_degree = H5F_CLOSE_WEAK,
                                          .fapl_size = sizeof(eg_h5_memory *),
                                          .open = driver_open,
                                          .close = driver_close,
                                          .query = driver_query,
                                          .get_eoa = driver_get_allocated,
                                          .set_eoa = driver_set_allocated,
                                          .get_eof = driver_get_end,
                                          .read = driver_read,
                                          .write = driver_write,
                                          .fl_map = H5FD_FLMAP_DICHOTOMY};

hid_t eg_h5_open_file(const char *path, eg_h5_memory *memory)
{
    hid_t driver = H5FDregister(&driver_class), access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    if (driver > 0 && access > 0 && H5Pset_driver(access, driver, &memory) >= 0)
        file = memory ? H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access)
                      : H5Fopen(path, H5F_ACC_RDONLY, access);
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
