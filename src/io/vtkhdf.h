/* vtkhdf: the few HDF5 operations that snapshots need, each with a clear error.
 *
 * HDF5 is not safe for threads in every build, and its error stack and switches belong to the
 * process. So every sequence of calls runs between eg_h5_begin() and eg_h5_end(), which hold one
 * lock of the process (the only state of the library outside a context, because what it guards is
 * outside too), silence HDF5's own printing and restore it. Functions below must be called in
 * between. */
#ifndef EG_IO_VTKHDF_H
#define EG_IO_VTKHDF_H

#include <hdf5.h>

#include "base/base.h"

/* A file being read or written. Zero-initialise with the context, the status to fail with (EG_IO
 * when writing, EG_INPUT when reading), and the path to name in messages. */
typedef struct eg_h5 {
    eg_context *context;
    eg_status failure;
    const char *path;
    hid_t file, root; /* 0 where not open; root is the group /VTKHDF */
    H5E_auto2_t print;
    void *print_data;
} eg_h5;

void eg_h5_begin(eg_h5 *h5);
/* Closes what is still open, and lets others in. */
void eg_h5_end(eg_h5 *h5);

/* Fails with "PATH: WHAT: REASON", the reason from HDF5's innermost error. */
eg_status eg_h5_fail(eg_h5 *h5, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- writing */

/* Begins a file in memory with the group /VTKHDF, its Version and Type. */
eg_status eg_h5_create(eg_h5 *h5);
/* Ends the file, seals it and writes it as h5->path, atomically. */
eg_status eg_h5_commit(eg_h5 *h5);
/* Creates a group below the root; the caller closes it with H5Gclose. */
eg_status eg_h5_group(eg_h5 *h5, const char *name, hid_t *group);
/* A contiguous dataset of rank 1 (columns = 0) or 2, written whole. */
eg_status eg_h5_write(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, hid_t file_type,
                      int64_t rows, int64_t columns, const void *data);
/* A dataset of [rows][columns] doubles as `file_type`; columns = 2 is stored as 3, the third 0. */
eg_status eg_h5_write_field(eg_h5 *h5, hid_t group, const char *name, hid_t file_type, int64_t rows,
                            int columns, const double *values, const char *unit);
eg_status eg_h5_attribute_text(eg_h5 *h5, hid_t object, const char *name, const char *text);
eg_status eg_h5_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type,
                          hid_t file_type, const void *value);
/* A link from the root's `name` to /VTKHDF/`name` of the file `target` in the same folder. */
eg_status eg_h5_link(eg_h5 *h5, const char *name, const char *target);

/* ---- the seal: length and checksum in front of the HDF5 part; see vtkhdf_seal.c */

enum { EG_H5_SEAL = 512 };

/* Fills the first EG_H5_SEAL bytes of a whole file of `length` bytes. */
void eg_h5_seal(char *file, int64_t length);
/* Whether the first EG_H5_SEAL bytes of a file are a seal. */
bool eg_h5_is_sealed(const char head[EG_H5_SEAL]);
/* Checks the seal of h5->path; a file without one (of another program) passes. */
eg_status eg_h5_check(eg_h5 *h5);

/* ---- reading */

/* Checks the seal, opens the file and its group /VTKHDF, and checks Version and Type. */
eg_status eg_h5_open(eg_h5 *h5);
/* Checks the seal of the file that the root's link `name` points to, if it is one. */
eg_status eg_h5_check_link(eg_h5 *h5, const char *name);
bool eg_h5_has(eg_h5 *h5, hid_t group, const char *name);
/* Shape of a dataset: rows, and columns (1 for rank 1). A dataset that was never filled fails. */
eg_status eg_h5_shape(eg_h5 *h5, hid_t group, const char *name, int64_t *rows, int64_t *columns);
/* Reads a dataset of the given shape whole, converted to memory_type. */
eg_status eg_h5_read(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, int64_t rows,
                     int64_t columns, void *data);
/* Whether the numbers of a dataset are floating point, and their bytes. */
eg_status eg_h5_real_size(eg_h5 *h5, hid_t group, const char *name, bool *real, size_t *size);
/* Attributes of an object; a missing one gives "" or leaves *value. */
eg_status eg_h5_read_attribute_text(eg_h5 *h5, hid_t object, const char *name, char *text,
                                    size_t room);
eg_status eg_h5_read_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type,
                               void *value);

#endif
