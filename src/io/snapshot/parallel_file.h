/* parallel_file: a sealed file that the ranks of a run write together, each its own bytes at their places.
 *
 *     rank 0      begin: makes the file under a temporary name, locked          others   open it, or keep
 *                 their bytes
 *     each rank   seek, write, write, seek, write, ... end: the bytes that it has
 *     all         synchronize: agree, and rank 0 learns what each has hashed           (and gets what others
 *                 have kept)
 *     rank 0      seek, write, ... the rest; publish: seal, synchronise, rename
 *
 * The seal (vtkhdf_seal.c) is over hashes of chunks of EG_SEAL_CHUNK bytes. A rank hashes the chunks that it
 * fills whole; the few others rank 0 reads again. So the file and its seal do not show who has written what.
 * A rank that does not see rank 0's folder keeps its bytes in memory until all synchronize, and sends them to
 * rank 0. */
#ifndef EG_IO_PARALLEL_FILE_H
#define EG_IO_PARALLEL_FILE_H

#include "comm/comm.h"

typedef struct eg_parallel_file eg_parallel_file;

/* Whether ranks other than 0 keep their bytes: *keeps is true where one of them does not find what rank 0 has
 * put under a temporary name of `path`. Collective, also where `status` is a failure of this rank; all agree
 * on the status. */
eg_status eg_parallel_file_probe(eg_context *context, const eg_comm *comm, const char *path, long process,
                                 bool *keeps, eg_status status);

/* Begins `path`. `process` is the number of rank 0's process, which the temporary name holds: equal on all
 * ranks. Rank 0 makes the file; the others open it when it is there, unless they keep their bytes. comm may
 * be NULL: one process; it outlives the file. The caller owns it; it is called by one thread at a time.
 * EG_IO, EG_MEMORY. Not collective. */
eg_status eg_parallel_file_begin(eg_context *context, const eg_comm *comm, const char *path, long process,
                                 bool keeps, eg_parallel_file **file);

/* The next bytes stand from byte `at` of the file on, which is behind its seal. EG_IO. */
eg_status eg_parallel_file_seek(eg_parallel_file *file, int64_t at);
eg_status eg_parallel_file_write(eg_parallel_file *file, const void *data, int64_t bytes);
/* Puts what `count` things have on all threads: the function is called once for each of some ranges that
 * follow each other, with a file of its own in which it seeks and writes. The next bytes of `file` need a
 * seek. `least`: things worth a thread. */
typedef eg_status eg_parallel_file_part(eg_parallel_file *part, const void *with, int64_t from, int64_t to);
eg_status eg_parallel_file_in_parts(eg_parallel_file *file, int64_t count, int64_t least,
                                    eg_parallel_file_part *function, const void *with);
/* Gets the places of a long file on the disk, which is to have so many bytes (eg_disk_reserve()). */
void eg_parallel_file_reserve(eg_parallel_file *file, int64_t length);
/* From now on they are put on a quarter of the threads: the others work beside. */
void eg_parallel_file_beside(eg_parallel_file *file);
/* Ends this rank's bytes; of a rank other than 0 they are on the disk then. */
eg_status eg_parallel_file_end(eg_parallel_file *file);

/* All ranks synchronize behind their end. Collective, also where `status` is a failure of this rank; gives
 * the status that all agree on. Where the file is to become whole without it (one process) it need not be
 * called. */
eg_status eg_parallel_file_synchronize(eg_parallel_file *file, eg_status status);

/* On rank 0: makes the whole file of `length` bytes what the path names. On other ranks nothing. EG_IO: then
 * the path names what it did before. */
eg_status eg_parallel_file_publish(eg_parallel_file *file, int64_t length);
/* The same in two steps: the file is whole and on the disk; then the path names it, when the caller has
 * synchronised the folder (eg_file_synchronise_folder()). */
eg_status eg_parallel_file_complete(eg_parallel_file *file, int64_t length);
eg_status eg_parallel_file_name(eg_parallel_file *file);

/* Gives up what is not published, and frees; NULL is fine. */
void eg_parallel_file_destroy(eg_parallel_file **file);

#endif
