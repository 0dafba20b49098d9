/* Checkpoints: everything that a run needs to go on, in one file with checksums.
 *
 * A file is a set of named sections of bytes. What they mean is the run's affair; this container
 * promises that they are the bytes that were written. It knows no device, lanes or ranks.
 *
 *     byte 0        64                                                        file bytes
 *     [ header     ][ section ][ section ] ... [ section ][ table of sections ]
 *
 * All numbers are little-endian. Sections stand one after another in the order of the table, each
 * at the next multiple of 64 bytes, and so does the table; what lies between is zero.
 *
 *     header, 64 bytes in 1.0                     table, for each section 64 bytes in 1.0
 *      0  char[8]  \x89 e a g r e \r \n            0  char[32] name, zeros behind it
 *      8  uint16   version: major                 32  uint64   byte at which it begins
 *     10  uint16   version: minor                 40  uint64   bytes
 *     12  uint32   bytes of the header            48  uint64   checksum of its bytes: low
 *     16  uint64   bytes of the file              56  uint64   checksum: high
 *     24  uint64   byte at which the table begins
 *     32  uint32   sections
 *     36  uint32   bytes of an entry of the table
 *     40  uint64   0
 *     48  uint64   checksum of the whole: low
 *     56  uint64   checksum of the whole: high
 *
 * Checksums are XXH3-128. The one of the whole goes over all bytes from 64 to the end of the file,
 * and then over bytes 0 to 47: no bit of the file is outside it.
 *
 * Versions. A reader takes every minor version of its major one. A newer minor version may have
 * further sections, and longer headers and entries; a reader leaves aside what it does not know.
 * What changes the meaning of something that is there gets a new major version.
 *
 * Crashes. A file is written under a temporary name, synchronised and renamed: under a final name there is a
 * whole checkpoint or none. There is no pointer to the newest one: the folder is looked through. */
#ifndef EG_IO_CHECKPOINT_H
#define EG_IO_CHECKPOINT_H

#include "base/base.h"

enum {
    EG_CHECKPOINT_MAJOR = 1,
    EG_CHECKPOINT_MINOR = 0,
    EG_CHECKPOINT_NAME = 32,       /* bytes of a section's name, its final zero with them */
    EG_CHECKPOINT_SECTIONS = 1024, /* at most, of a file */
    EG_CHECKPOINT_FILE_NAME = 40   /* bytes of a file's name, its final zero with them */
};

/* ---- writing ---- */

/* Calls come from one thread, in order. After a failure every further call gives the same status,
 * and none writes: it is enough to look at the status of finish. */
typedef struct eg_checkpoint_writer eg_checkpoint_writer;

/* Begins a file that will be called `path`; makes its folder where there is none. The caller owns
 * the writer, and ends it with finish or abandon. EG_IO where the system does not let it, or where
 * another run is writing the same file. Memory: 1 MiB. */
eg_status eg_checkpoint_writer_create(eg_context *context, const char *path, eg_checkpoint_writer **writer);

/* A section in chunks: begin with the bytes of all chunks (0 and more), write them in order, end.
 * The name is of 1 to 31 printing ASCII characters without blanks, and new in this file. What a
 * section holds must be in a form that all machines read: little-endian, of fixed widths. EG_IO
 * where writing fails, with file, byte and reason. */
eg_status eg_checkpoint_writer_begin(eg_checkpoint_writer *writer, const char *name, int64_t bytes);
eg_status eg_checkpoint_writer_write(eg_checkpoint_writer *writer, const void *data, int64_t bytes);
eg_status eg_checkpoint_writer_end(eg_checkpoint_writer *writer);

/* A section at once; data may be NULL where bytes is 0. */
eg_status eg_checkpoint_writer_section(eg_checkpoint_writer *writer, const char *name, const void *data,
                                       int64_t bytes);

/* A number with a name of its own, of the same rules, but of at most 30 characters. */
typedef struct eg_checkpoint_number {
    char name[EG_CHECKPOINT_NAME - 1];
    bool is_real;    /* which of the two counts; the other is 0 */
    int64_t integer; /* also for bits: hashes, flags */
    double real;     /* kept to the bit, whatever it is */
} eg_checkpoint_number;

/* A section of numbers, 40 bytes each: name in 31 bytes, 'i' or 'r', 8 bytes of value. */
eg_status eg_checkpoint_writer_numbers(eg_checkpoint_writer *writer, const char *name,
                                       const eg_checkpoint_number *numbers, int64_t count);

/* Completes the file, synchronises it and gives it its final name, replacing an older file of this
 * name. Frees the writer and sets *writer to NULL in any case; a failure leaves no temporary.
 * *bytes (or NULL) becomes the file's length. */
eg_status eg_checkpoint_writer_finish(eg_checkpoint_writer **writer, int64_t *bytes);

/* Removes what was written, frees the writer and sets *writer to NULL; NULL is fine. */
void eg_checkpoint_writer_abandon(eg_checkpoint_writer **writer);

/* ---- reading ---- */

/* A file that is open, and was found whole. Its context's memory: 64 bytes a section. Calls come
 * from one thread. */
typedef struct eg_checkpoint eg_checkpoint;

/* Opens a file and verifies all of it before anything is handed out, reading chunks of 1 MiB. The
 * caller owns *checkpoint. EG_CHECKPOINT, naming file, byte and value, for what is no checkpoint,
 * is of another major version, cut short or damaged; EG_IO where the system fails. Memory: never
 * more than the file is long, 4 KiB apart. */
eg_status eg_checkpoint_open(eg_context *context, const char *path, eg_checkpoint **checkpoint);

/* Whether the file has the name that eg_checkpoint_name() gives to its steps, where its name is of that kind:
 * a copy under the name of another one would be taken for that. EG_CHECKPOINT. */
eg_status eg_checkpoint_check_name(eg_checkpoint *checkpoint);

/* Closes it and sets *checkpoint to NULL; NULL is fine. */
void eg_checkpoint_close(eg_checkpoint **checkpoint);

typedef struct eg_checkpoint_description {
    const char *path; /* as it was opened; the checkpoint's */
    int major, minor; /* of the file */
    int64_t bytes;    /* of the file */
    int sections;
} eg_checkpoint_description;
void eg_checkpoint_describe(const eg_checkpoint *checkpoint, eg_checkpoint_description *description);

/* Name (the checkpoint's) and bytes of section i, in the file's order. */
const char *eg_checkpoint_section_at(const eg_checkpoint *checkpoint, int i, int64_t *bytes);

bool eg_checkpoint_has(const eg_checkpoint *checkpoint, const char *name);

/* The bytes of a section; EG_CHECKPOINT, naming it, where the file has none of this name. */
eg_status eg_checkpoint_bytes(eg_checkpoint *checkpoint, const char *name, int64_t *bytes);

/* Reads `bytes` bytes of a section from its byte `offset` on. EG_CHECKPOINT where there is no such
 * section, or where it ends before. */
eg_status eg_checkpoint_read(eg_checkpoint *checkpoint, const char *name, int64_t offset, void *buffer,
                             int64_t bytes);

/* Reads a whole section that must have exactly `bytes` bytes (EG_CHECKPOINT, with both numbers),
 * and compares its checksum once more. */
eg_status eg_checkpoint_read_all(eg_checkpoint *checkpoint, const char *name, void *buffer, int64_t bytes);

/* A whole section as a text, with a 0 behind it, which the caller frees; *bytes (or NULL) becomes its length. */
eg_status eg_checkpoint_text(eg_checkpoint *checkpoint, const char *name, char **text, int64_t *bytes);

/* A number of a section of numbers. EG_CHECKPOINT, naming both, where the section or the number is
 * not there, or is of the other kind. */
eg_status eg_checkpoint_integer(eg_checkpoint *checkpoint, const char *section, const char *name,
                                int64_t *value);
eg_status eg_checkpoint_real(eg_checkpoint *checkpoint, const char *section, const char *name, double *value);

/* ---- folders of checkpoints ---- */

/* The name of the checkpoint after `steps` steps (>= 0): step-000000001234.eagre. */
void eg_checkpoint_name(int64_t steps, char name[EG_CHECKPOINT_FILE_NAME]);

/* The steps of such a name (a path is fine); -1 for any other. */
int64_t eg_checkpoint_steps(const char *name);

/* Opens the newest whole checkpoint of a folder: the one of the most steps. What is passed over on
 * the way goes to *passed (or NULL; the caller's), a line each: why. The caller owns *checkpoint.
 * EG_CHECKPOINT, with the same reasons, where the folder is not there or holds no whole checkpoint;
 * EG_IO where it cannot be read. */
eg_status eg_checkpoint_newest(eg_context *context, const char *folder, eg_text *passed,
                               eg_checkpoint **checkpoint);

/* Removes the checkpoints of fewer steps than the `keep` (>= 1) newest whole ones, and what runs
 * that have ended left under temporary names. Each of the kept is verified first, apart from those
 * of `trusted` steps and more, which this process has written itself (INT64_MAX: none): of these
 * only the header is read. With fewer whole ones than `keep` no checkpoint is removed, so the last
 * one never is; damaged ones that are newer stay, with a warning in the log. Only the run that
 * writes into the folder may call this. *removed (or NULL): files removed. EG_IO where one cannot
 * be removed; the others are. A folder that is not there is fine. */
eg_status eg_checkpoint_prune(eg_context *context, const char *folder, int keep, int64_t trusted,
                              int *removed);

#endif
