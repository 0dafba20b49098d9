/* spread: a sealed file that the ranks of a run write together, each its own bytes at their places.
 *
 *     rank 0      begin: makes the file under a temporary name, locked          others   open it, or keep their bytes
 *     each rank   at, put, put, at, put, ... end: the bytes that it has
 *     all         meet: agree, and rank 0 learns what each has hashed           (and gets what others have kept)
 *     rank 0      at, put, ... the rest; publish: seal, synchronise, rename
 *
 * The seal (vtkhdf_seal.c) is over hashes of pieces of EG_SEAL_PIECE bytes. A rank hashes the pieces that it fills whole; the
 * few others rank 0 reads again. So the file and its seal do not show who has written what. A rank that does not see rank
 * 0's folder keeps its bytes in memory until all meet, and gives them to rank 0. */
#ifndef EG_IO_SPREAD_H
#define EG_IO_SPREAD_H

#include "comm/comm.h"

typedef struct eg_spread eg_spread;

/* Whether ranks other than 0 keep their bytes: *keeps is true where one of them does not find what rank 0 has put
 * under a temporary name of `path`. Collective, also where `status` is a failure of this rank; all agree on the status. */
eg_status eg_spread_probe(eg_context *context, const eg_comm *comm, const char *path, long process,
                          bool *keeps, eg_status status);

/* Begins `path`. `process` is the number of rank 0's process, which the temporary name holds: equal on all ranks. Rank 0
 * makes the file; the others open it when it is there, unless they keep their bytes. comm may be NULL: one process; it outlives the
 * spread. The caller owns it; it is called by one thread at a time. EG_IO, EG_MEMORY. Not collective. */
eg_status eg_spread_begin(eg_context *context, const eg_comm *comm, const char *path, long process,
                          bool keeps, eg_spread **spread);

/* The next bytes stand from byte `at` of the file on, which is behind its seal. EG_IO. */
eg_status eg_spread_at(eg_spread *spread, int64_t at);
eg_status eg_spread_put(eg_spread *spread, const void *data, int64_t bytes);
/* Ends this rank's bytes; of a rank other than 0 they are on the disk then. */
eg_status eg_spread_end(eg_spread *spread);

/* All ranks meet behind their end. Collective, also where `status` is a failure of this rank; gives the status that all
 * agree on. Where the file is to become whole without it (one process) it need not be called. */
eg_status eg_spread_meet(eg_spread *spread, eg_status status);

/* On rank 0: makes the whole file of `length` bytes what the path names. On other ranks nothing. EG_IO: then the
 * path names what it did before. */
eg_status eg_spread_publish(eg_spread *spread, int64_t length);

/* Gives up what is not published, and frees; NULL is fine. */
void eg_spread_destroy(eg_spread **spread);

#endif
