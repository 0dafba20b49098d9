/* vtkhdf: the few HDF5 operations that snapshots need, each with a clear error.
 *
 * HDF5 is not safe for threads in every build, and its error stack and switches belong to the process. So
 * every sequence of calls runs between eg_h5_begin() and eg_h5_end(), which hold one lock of the process (the
 * only state of the library outside a context, because what it guards is outside too), silence HDF5's own
 * printing and restore it. Functions below must be called in between. */
#ifndef EG_IO_VTKHDF_H
#define EG_IO_VTKHDF_H

/* Names without a version mean what they mean in HDF5 1.10, in later ones, too. */
#define H5_USE_110_API 1
#include <hdf5.h>

#include "base/base.h"
#include "io/snapshot/parallel_file.h"

/* No file has more datasets that are laid out. */
enum { EG_H5_RANGES = 64 };

/* Bytes of a file. */
typedef struct eg_h5_range {
    int64_t at, bytes;
} eg_h5_range;

/* Memory of a file that is being written (vtkhdf_driver.c): pages where something was written. */
typedef struct eg_h5_memory {
    eg_context *context;
    eg_status status;         /* EG_MEMORY: not all of it could be kept */
    struct memory_page *page; /* in the order of their first use */
    int64_t pages, room;
    int64_t end; /* of what HDF5 has allocated: the length of the file */
} eg_h5_memory;

/* A file being read or written. Zero-initialise with the context, the status to fail with (EG_IO
 * when writing, EG_INPUT when reading), and the path to name in messages. */
typedef struct eg_h5 {
    eg_context *context;
    eg_status failure;
    const char *path;
    hid_t file, root; /* 0 where not open; root is the group /VTKHDF */
    H5E_auto2_t print;
    void *print_data;
    eg_h5_memory memory; /* of a file being written */
    int ranges;
    eg_h5_range range[EG_H5_RANGES]; /* laid out */
} eg_h5;

/* A handle of HDF5's that ends with the block of code it stands in; < 0: none. */
#define EG_H5_HANDLE EG_ENDS_WITH(eg_h5_drop) hid_t
void eg_h5_drop(hid_t *handle);

void eg_h5_begin(eg_h5 *h5);
/* Closes what is still open, and lets others in. */
void eg_h5_end(eg_h5 *h5);

/* Fails with "PATH: WHAT: REASON", the reason from HDF5's innermost error. */
eg_status eg_h5_fail(eg_h5 *h5, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- writing: a file is laid out in memory, where the large datasets take no room, and then goes to a
 * spread file */

/* Begins a file in memory with the group /VTKHDF, its Version and Type. */
eg_status eg_h5_create(eg_h5 *h5);
/* A dataset of rank 1 (columns = 0) or 2 whose bytes, rows times columns numbers of `file_type` without gaps,
 * come from elsewhere: *at is their place in the file; unit: its attribute, NULL for none. */
eg_status eg_h5_lay_out(eg_h5 *h5, hid_t group, const char *name, hid_t file_type, int64_t rows,
                        int64_t columns, const char *unit, int64_t *at);
/* Ends the file. *length is that of the file with its seal; to `spread` (NULL: to nothing) goes what is not
 * laid out. */
eg_status eg_h5_finish(eg_h5 *h5, eg_parallel_file *file, int64_t *length);
/* Creates a group below the root; the caller closes it. */
eg_status eg_h5_group(eg_h5 *h5, const char *name, hid_t *group);
/* A small dataset of rank 1, written whole. */
eg_status eg_h5_write(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, hid_t file_type,
                      int64_t rows, const void *data);
eg_status eg_h5_attribute_text(eg_h5 *h5, hid_t object, const char *name, const char *text);
eg_status eg_h5_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type, hid_t file_type,
                          const void *value);
/* An HDF5 file, which the caller closes: an empty one in memory, or where that is NULL the file of that path, to
 * be read, without locks; < 0: it could not be opened (vtkhdf_driver.c). */
hid_t eg_h5_open_file(const char *path, eg_h5_memory *memory);
/* Bytes of a file in memory, 0 where nothing was written. */
void eg_h5_memory_read(const eg_h5_memory *memory, int64_t at, int64_t bytes, void *buffer);
void eg_h5_memory_free(eg_h5_memory *memory);
/* Closes a file of our driver. HDF5 gives the driver up before it calls the driver's close, and frees
 * its table of functions where nothing else holds it: the driver is held meanwhile. */
herr_t eg_h5_close_file(hid_t file);
/* A link from the root's `name` to /VTKHDF/`name` of the file `target` in the same folder. */
eg_status eg_h5_link(eg_h5 *h5, const char *name, const char *target);

/* ---- the seal: length and checksum in front of the HDF5 part; see vtkhdf_seal.c */

enum { EG_H5_SEAL = 512, EG_SEAL_CHUNK = 1 << 16 };

/* The seal of a file of `length` bytes, from the hashes (eg_hash64(), seed 0) of its chunks of EG_SEAL_CHUNK
 * bytes from EG_H5_SEAL on; the last one may be shorter. */
void eg_h5_seal_text(char text[EG_H5_SEAL], int64_t length, const uint64_t *chunks, int64_t count);
/* Whether the first EG_H5_SEAL bytes of a file are a seal. */
bool eg_h5_is_sealed(const char head[EG_H5_SEAL]);
/* Checks the seal of h5->path; a file without one (of another program) passes. */
eg_status eg_h5_check(eg_h5 *h5);

/* ---- reading */

/* Checks the seal, opens the file and its group /VTKHDF, and checks Version and Type. */
eg_status eg_h5_open(eg_h5 *h5);
/* Checks the seal of the file that the root's link `name` points to, if it is one. */
eg_status eg_h5_check_link(eg_h5 *h5, const char *name);
/* Shape of a dataset: rows, and columns (1 for rank 1). A dataset that was never filled fails. */
eg_status eg_h5_shape(eg_h5 *h5, hid_t group, const char *name, int64_t *rows, int64_t *columns);
/* Reads a dataset of the given shape whole, converted to memory_type. */
eg_status eg_h5_read(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, int64_t rows,
                     int64_t columns, void *data);
/* Whether the numbers of a dataset are floating point, and their bytes. */
eg_status eg_h5_real_size(eg_h5 *h5, hid_t group, const char *name, bool *real, size_t *size);
/* Attributes of an object; a missing one gives "" or leaves *value. */
eg_status eg_h5_read_attribute_text(eg_h5 *h5, hid_t object, const char *name, char *text, size_t room);
eg_status eg_h5_read_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type, void *value);

#endif
