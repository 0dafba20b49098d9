/* A file of HDF5 in memory that has pages only where something was written: a driver of HDF5's.
 *
 * Datasets that are laid out are never written through HDF5, and so take no memory here, however long they
 * are. The driver does not fail: HDF5 could not give up a file that fails, and would try again when the
 * program ends. What it could not keep for lack of memory it forgets, and eg_h5_memory_status() tells. */
#include <stdlib.h>
#include <string.h>

#include "io/snapshot/vtkhdf.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

enum { PAGE = 4096 };

typedef struct memory_page {
    int64_t number;
    char *bytes;
} memory_page;

struct eg_h5_memory {
    eg_context *context;
    eg_status status;
    memory_page *page; /* in the order of their first use */
    int64_t pages, room;
    int64_t end; /* of what HDF5 has allocated */
};

/* HDF5's file: its own part comes first. */
typedef struct driver_file {
    H5FD_t base;
    eg_h5_memory *memory;
} driver_file;

static char *find_page(const eg_h5_memory *m, int64_t number)
{
    for (int64_t i = m->pages - 1; i >= 0; i--)
        if (m->page[i].number == number)
            return m->page[i].bytes;
    return NULL;
}

static char *make_page(eg_h5_memory *m, int64_t number)
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
        char *page = make_page(m, at / PAGE);
        part = in_page(at, bytes);
        if (page)
            memcpy(page + at % PAGE, from, (size_t)part);
    }
}

/* ---- the driver ---- */

static eg_h5_memory *memory_of(const H5FD_t *file)
{
    return ((const driver_file *)(const void *)file)->memory;
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    eg_h5_memory *const *given = H5Pget_driver_info(access);
    driver_file *file = NULL;
    (void)name;
    (void)flags;
    (void)most;
    if ((*given)->status == EG_OK)
        (*given)->status = eg_alloc((*given)->context, 1, sizeof *file, &file);
    if (!file)
        return NULL;
    file->memory = *given;
    return &file->base;
}

static herr_t driver_close(H5FD_t *base)
{
    driver_file *file = (driver_file *)(void *)base;
    EG_FREE(&file);
    return 0;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_end(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return (haddr_t)memory_of(file)->end;
}

static herr_t driver_set_end(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    memory_of(file)->end = (int64_t)end;
    return 0;
}

static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                          void *buffer)
{
    (void)type;
    (void)transfer;
    eg_h5_memory_read(memory_of(file), (int64_t)at, (int64_t)bytes, buffer);
    return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                           const void *buffer)
{
    (void)type;
    (void)transfer;
    write_bytes(memory_of(file), (int64_t)at, (int64_t)bytes, buffer);
    return 0;
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = H5_VFD_RESERVED + 1,
#endif
    .name = "eagre",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(eg_h5_memory *),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_end,
    .set_eoa = driver_set_end,
    .get_eof = driver_get_end,
    .read = driver_read,
    .write = driver_write,
    .fl_map = H5FD_FLMAP_DICHOTOMY};

hid_t eg_h5_memory_create_file(eg_h5_memory *memory)
{
    hid_t driver = H5FDregister(&driver_class), access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    if (driver > 0 && access > 0 && H5Pset_driver(access, driver, &memory) >= 0)
        file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (access > 0)
        H5Pclose(access);
    if (driver > 0)
        H5FDunregister(driver); /* an open file keeps it; see eg_h5_close_file() */
    return file;
}

/* ---- the memory ---- */

eg_status eg_h5_memory_create(eg_context *context, eg_h5_memory **memory)
{
    EG_TRY(eg_alloc(context, 1, sizeof **memory, memory));
    (*memory)->context = context;
    return EG_OK;
}

int64_t eg_h5_memory_length(const eg_h5_memory *memory)
{
    return memory->end;
}

eg_status eg_h5_memory_status(const eg_h5_memory *memory)
{
    return memory->status;
}

void eg_h5_memory_destroy(eg_h5_memory **memory)
{
    if (!*memory)
        return;
    for (int64_t i = 0; i < (*memory)->pages; i++)
        EG_FREE(&(*memory)->page[i].bytes);
    EG_FREE(&(*memory)->page, memory);
}
