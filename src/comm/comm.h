/* comm: the processes of a run, and sums that do not depend on how many there are.
 *
 * A run has one process, or as many ranks as the launcher (mpirun, srun) has started. Each rank owns a range
 * of the mesh's cells in canonical order; ranks follow each other as their ranges do. Only this folder
 * includes mpi.h.
 *
 * Collective calls are made by all ranks in the same order, whatever has failed before: a rank that has
 * failed goes on to the next eg_comm_agree(), where all learn of it. Of one process they cost nothing; an
 * eg_comm that is NULL is one process. Calls come from one thread. A failure of the network ends the whole
 * job, with a message of the MPI library. */
#ifndef EG_COMM_COMM_H
#define EG_COMM_COMM_H

#include "base/base.h"
#include "base/room.h"

typedef struct eg_comm eg_comm;

/* The communicator of the whole run: one process where no launcher has started several, which the environment
 * tells; MPI is not touched then. Else MPI is started, unless the program has done so, and ends when the
 * program ends; on ranks other than 0 the context is silenced. EG_USAGE where several have been started and
 * this build has no MPI. Collective. The caller owns it. */
eg_status eg_comm_create(eg_context *context, eg_comm **comm);
void eg_comm_destroy(eg_comm **comm);

/* For a library that speaks MPI itself: starts MPI where the program has not, of one process too; it ends
 * when the program ends. *self becomes the communicator of this process alone, a pointer or an integer, as
 * the library's functions take it. EG_USAGE where this build has no MPI; one without ranks may have it for
 * libraries. */
eg_status eg_comm_start_mpi(eg_context *context, void **self);

/* The communicator of all ranks for such a library; of one process as eg_comm_start_mpi() says. */
eg_status eg_comm_handle(const eg_comm *comm, void **handle);

int eg_comm_rank(const eg_comm *comm);
int eg_comm_size(const eg_comm *comm);
/* The number of this rank among those on its machine. */
int eg_comm_node_rank(const eg_comm *comm);
/* How many ranks run on this machine. */
int eg_comm_node_size(const eg_comm *comm);
/* How many processors of its machine fall to this rank: of those that it may run on, each shared out among
 * the ranks that may; at least 1. 0 for one process: all that there are. */
int eg_comm_processors(const eg_comm *comm);
/* What all ranks of this machine have together. */
void eg_comm_node_processors(const eg_comm *comm, eg_processors *processors);

/* ---- how the work is shared out */

/* The ranks of a run: before[r], r = 0 to count, is the part of the work, from 0 to 1, of those before rank
 * r; NULL: each has as much. */
typedef struct eg_ranks {
    int count;
    const double *before;
} eg_ranks;

/* What eg_comm_set_speed() has left, valid until it is called again; all alike before. */
eg_ranks eg_comm_ranks(const eg_comm *comm);
/* From now on each rank has a part of the work like its `speed` (> 0, finite; own of each rank, in any unit)
 * to the sum of all. EG_MEMORY, on all ranks. Collective. */
eg_status eg_comm_set_speed(eg_comm *comm, double speed);

/* ---- agreement */

/* The status that all ranks go on with: that of the first rank whose status is not EG_OK, with its text as
 * the last error everywhere; so all leave by the same way, and rank 0 tells why. Collective. */
eg_status eg_comm_agree(const eg_comm *comm, eg_status status);

/* For the end of a call whose failures are agreed on: where `status` is a failure that this rank alone knows
 * of, so that the others would wait for it for ever, its text goes to stderr and the whole job ends with its
 * exit code. */
void eg_comm_leave(const eg_comm *comm, eg_status status);

/* The rank with the largest value, the first of equals. NaN counts as infinite. Collective. */
int eg_comm_first_largest(const eg_comm *comm, double value);

/* Each of the values becomes the largest of all ranks'; NaN counts as infinite. Collective. */
void eg_comm_max(const eg_comm *comm, double *values, int count);

/* Copies `bytes` at data of rank `from` to all. Collective. */
void eg_comm_broadcast(const eg_comm *comm, int from, void *data, int64_t bytes);

/* ---- gathering */

/* Puts the `bytes` of all ranks one after the other into `all` of rank 0, bytes_of[size] each (read on rank 0
 * alone, where bytes_of[0] is `bytes`). `all` may begin with the own bytes already. Collective. */
void eg_comm_gather(const eg_comm *comm, const void *data, int64_t bytes, void *all, const int64_t *bytes_of);

/* Between two ranks: what one sends, the other receives, in that order; a sender may wait for it. */
void eg_comm_send(const eg_comm *comm, int to, const void *data, int64_t bytes);
void eg_comm_receive(const eg_comm *comm, int from, void *data, int64_t bytes);

/* Fills count_of[size] with the counts of all ranks, on rank 0. Collective. */
void eg_comm_gather_counts(const eg_comm *comm, int64_t count, int64_t *count_of);

/* Each rank has put its bytes_of[rank] bytes into `all`, behind those of the ranks before it; then all have
 * all. Collective. */
void eg_comm_allgather(const eg_comm *comm, void *all, const int64_t *bytes_of);
/* The same with one count of each rank. Collective. */
void eg_comm_allgather_counts(const eg_comm *comm, int64_t count, int64_t *count_of);

/* to[size] goes to the ranks, a count each; from[size] has come. Collective. */
void eg_comm_swap_counts(const eg_comm *comm, const int64_t *to, int64_t *from);

/* ---- sums that do not depend on the number of ranks */

/* Nodes of one chunk, and the most cells (eg_mesh_chunk()): sums over the mesh are made of whole chunks, and
 * ranks are cut between them. */
enum { EG_CHUNK = 4096 };

/* A running sum carried as two doubles (Knuth's two-sum): its error does not grow with the number
 * of terms as long as they are added in one order. */
typedef struct eg_sum {
    double high, low;
} eg_sum;

static inline void eg_sum_add(eg_sum *sum, double term)
{
    double high = sum->high + term, back = high - sum->high;
    sum->low += (sum->high - (high - back)) + (term - back);
    sum->high = high;
}

static inline double eg_sum_value(const eg_sum *sum)
{
    return sum->high + sum->low;
}

/* Sums along all ranks in their order: begin has what the ranks before have summed (nothing on rank 0); add
 * the own terms; end passes the sums on. Afterwards sums[count] are the totals on all ranks. Both are
 * collective. */
void eg_comm_scan_begin(const eg_comm *comm, eg_sum *sums, int count);
void eg_comm_scan_end(const eg_comm *comm, eg_sum *sums, int count);

/* Sum of the chunks of all ranks, in global order, on all ranks. Collective. */
double eg_comm_sum_chunks(const eg_comm *comm, const double *chunks, int64_t count);

/* Sums rows[count][columns] of all ranks one after the other, each column by itself: totals[columns], on all
 * ranks. So what makes a row costs each rank its share, and the order is that of one process. Collective. */
void eg_comm_sum_rows(const eg_comm *comm, const eg_sum *rows, int64_t count, int columns, eg_sum *totals);

/* ---- what messages take */

typedef enum eg_comm_use {
    EG_COMM_GHOSTS, /* exchanges between neighbours */
    EG_COMM_MAXIMA, /* step sizes, agreement on failures */
    EG_COMM_DATA,   /* sums, and all else */
    EG_COMM_USES
} eg_comm_use;

/* Of this rank since it has begun: calls, the seconds in them, in which it also waits for other ranks, and
 * the bytes that it has sent. */
typedef struct eg_traffic {
    double calls, seconds, bytes;
} eg_traffic;

/* Of one process zeros. */
void eg_comm_traffic(const eg_comm *comm, eg_traffic traffic[EG_COMM_USES]);
/* Counts what goes another way, as between devices. */
void eg_comm_count(const eg_comm *comm, eg_comm_use use, double seconds, int64_t bytes);

/* ---- exchange between neighbours, again and again */

/* What goes to one rank and comes from it; bytes 0: nothing. At most 2^31 - 1 bytes. */
typedef struct eg_message {
    int rank;
    void *send, *receive;
    int64_t send_bytes, receive_bytes;
} eg_message;

typedef struct eg_exchange eg_exchange;

/* Prepares the exchange of `count` messages, one for each neighbour at most; the memory of the messages stays
 * valid and in place as long as the exchange. The caller owns it. EG_MEMORY; EG_MESH where a message is too
 * long. Not collective. */
eg_status eg_exchange_create(const eg_comm *comm, const eg_message *messages, int count,
                             eg_exchange **exchange);
void eg_exchange_destroy(eg_exchange **exchange);

/* Sends and receives all messages: begin when the memory to be sent is filled; end waits until all has come.
 * All ranks that are named in each other's messages call them. */
void eg_exchange_begin(eg_exchange *exchange);
void eg_exchange_end(eg_exchange *exchange);

/* All of that, once. Collective, also where `status` is a failure of this rank; all agree. */
eg_status eg_comm_exchange(const eg_comm *comm, const eg_message *messages, int count, eg_status status);

#endif
