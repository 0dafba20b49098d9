/* Ranks by MPI. Its own error handler ends the job, so that no call here fails but for want of memory. */
#include "comm/transport.h"

#if EAGRE_MPI_SELF
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* At the end of the program: a rank that left early would have its launcher end the others before they have
 * said what is to be said. */
static void finalize(void)
{
    int done;
    MPI_Finalized(&done);
    if (!done)
        MPI_Finalize();
}

/* What the user may set otherwise. Open MPI: no daemon beside one process; no handlers of SIGSEGV and
 * SIGABRT, which take locks that the process may hold, so that it never ends. hwloc, which MPI asks for the
 * machine: no drivers of devices, whose handlers do the same, and which may end the process. */
static const char *const environment[][2] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                             {"OMPI_MCA_opal_signal", ""},
                                             {"HWLOC_COMPONENTS", "-opencl,-cuda,-gl"}};

static void start_mpi(void)
{
    int done, provided;
    MPI_Initialized(&done);
    if (done)
        return;
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
        setenv(environment[i][0], environment[i][1], 0);
    /* Processes without a launcher share one folder of Open MPI's, and now and then one removes what the other makes. */
    if (!getenv("PMIX_RANK") && !getenv("OMPI_COMM_WORLD_SIZE"))
        setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    atexit(finalize);
}

static void *handle_of(MPI_Comm comm)
{
    void *handle = NULL;
    _Static_assert(sizeof comm <= sizeof handle, "a communicator is an integer or a pointer");
    memcpy(&handle, &comm, sizeof comm);
    return handle;
}

void *eg_mpi_self(void)
{
    start_mpi();
    return handle_of(MPI_COMM_SELF);
}
#else
/* comm.c does not ask for it then. */
typedef int eg_no_mpi;
#endif

#if EAGRE_MPI
/* MPI counts in ints: what is longer goes in chunks. */
enum { LONGEST = 1 << 30, TAG = 1 };

typedef struct mpi_transport {
    eg_transport base;
    MPI_Comm world;
    int *counts, *places; /* [size] for allgather() */
} mpi_transport;

typedef struct mpi_requests {
    int count;
    MPI_Request request[];
} mpi_requests;

static MPI_Comm world_of(const eg_transport *transport)
{
    return ((const mpi_transport *)transport)->world;
}

static int chunk(int64_t bytes, int64_t done)
{
    return (int)eg_min_i64(bytes - done, LONGEST);
}

static void mpi_send(const eg_transport *transport, const void *data, int64_t bytes, int to)
{
    for (int64_t done = 0; done < bytes; done += LONGEST)
        MPI_Send((const char *)data + done, chunk(bytes, done), MPI_BYTE, to, TAG, world_of(transport));
}

static void mpi_receive(const eg_transport *transport, void *data, int64_t bytes, int from)
{
    for (int64_t done = 0; done < bytes; done += LONGEST)
        MPI_Recv((char *)data + done, chunk(bytes, done), MPI_BYTE, from, TAG, world_of(transport),
                 MPI_STATUS_IGNORE);
}

static void mpi_broadcast(const eg_transport *transport, void *data, int64_t bytes, int from)
{
    for (int64_t done = 0; done < bytes; done += LONGEST)
        MPI_Bcast((char *)data + done, chunk(bytes, done), MPI_BYTE, from, world_of(transport));
}

static void max_of_ranks(const eg_transport *transport, double *values, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MAX, world_of(transport));
}

/* Where MPI's counts hold the bytes; else each rank's come from itself. */
static void mpi_allgather(const eg_transport *transport, void *all, const int64_t *bytes_of)
{
    const mpi_transport *t = (const mpi_transport *)transport;
    int64_t total = 0;
    for (int r = 0; r < transport->size; r++) {
        t->counts[r] = (int)eg_min_i64(bytes_of[r], INT_MAX);
        t->places[r] = (int)eg_min_i64(total, INT_MAX);
        total += bytes_of[r];
    }
    if (total <= INT_MAX) {
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, t->counts, t->places, MPI_BYTE, t->world);
        return;
    }
    char *at = all;
    for (int r = 0; r < transport->size; at += bytes_of[r++])
        mpi_broadcast(transport, at, bytes_of[r], r);
}

static void mpi_allgather_counts(const eg_transport *transport, int64_t *count_of)
{
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, count_of, 1, MPI_INT64_T, world_of(transport));
}

static void swap_counts(const eg_transport *transport, const int64_t *to, int64_t *from)
{
    MPI_Alltoall(to, 1, MPI_INT64_T, from, 1, MPI_INT64_T, world_of(transport));
}

/* ---- messages */

static eg_status prepare_requests(const eg_transport *transport, const eg_message *messages, int count,
                                  void **requests)
{
    mpi_requests *made;
    *requests = NULL;
    size_t size = sizeof *made + 2 * (size_t)count * sizeof *made->request;
    EG_TRY(eg_alloc(transport->context, 1, size, &made));
    for (int i = 0; i < count; i++) {
        const eg_message *message = &messages[i];
        if (message->receive_bytes > 0)
            MPI_Recv_init(message->receive, (int)message->receive_bytes, MPI_BYTE, message->rank, TAG + 1,
                          world_of(transport), &made->request[made->count++]);
        if (message->send_bytes > 0)
            MPI_Send_init(message->send, (int)message->send_bytes, MPI_BYTE, message->rank, TAG + 1,
                          world_of(transport), &made->request[made->count++]);
    }
    *requests = made;
    return EG_OK;
}

static void start_requests(void *requests)
{
    mpi_requests *r = requests;
    MPI_Startall(r->count, r->request);
}

static void wait_all(void *requests)
{
    mpi_requests *r = requests;
    MPI_Waitall(r->count, r->request, MPI_STATUSES_IGNORE);
}

static void forget_requests(const eg_transport *transport, void **requests)
{
    mpi_requests *r = *requests;
    for (int i = 0; i < r->count; i++)
        MPI_Request_free(&r->request[i]);
    eg_free(transport->context, requests);
}

/* ---- creation */

static void destroy_transport(eg_transport **transport)
{
    mpi_transport *t = (mpi_transport *)*transport;
    MPI_Comm_free(&t->world);
    EG_FREE(&t->counts, &t->places, transport);
}

static void abort_all(const eg_transport *transport, int exit_code)
{
    MPI_Abort(world_of(transport), exit_code);
}

/* A processor that n ranks of the machine may run on counts 1 / n for each of them; what a control group
 * leaves them is shared alike. */
static void count_processors(eg_transport *base, MPI_Comm node)
{
    cpu_set_t own;
    int users[CPU_SETSIZE];
    double fraction = 0;
    eg_processors *all = &base->node_processors;
    CPU_ZERO(&own);
    sched_getaffinity(0, sizeof own, &own);
    for (int i = 0; i < CPU_SETSIZE; i++)
        users[i] = CPU_ISSET(i, &own) ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, users, CPU_SETSIZE, MPI_INT, MPI_SUM, node);
    for (int i = 0; i < CPU_SETSIZE; i++) {
        fraction += CPU_ISSET(i, &own) ? 1.0 / users[i] : 0;
        all->count += users[i] > 0;
    }
    snprintf(all->what, sizeof all->what,
             all->count < sysconf(_SC_NPROCESSORS_ONLN) ? "the launcher binds the ranks to them"
                                                        : "the machine has no more");
    eg_limit_processors("", all);
    fraction = fmin(fraction, (double)all->count / base->node_size);
    int whole = (int)floor(fraction + 1e-6);
    base->processors = whole > 1 ? whole : 1;
}

static void *handle_of_all(const eg_transport *transport)
{
    return handle_of(world_of(transport));
}

eg_status eg_mpi_create(eg_context *context, eg_transport **transport)
{
    mpi_transport *made;
    MPI_Comm node;
    *transport = NULL;
    start_mpi();
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    eg_status status = eg_alloc(context, 1, sizeof *made, &made);
    if (status == EG_OK)
        status = EG_ALLOC(context, EG_BLOCK(size, made->counts), EG_BLOCK(size, made->places));
    if (status != EG_OK) /* the others are on their way here */
        MPI_Abort(MPI_COMM_WORLD, eg_status_exit_code(status));
    MPI_Comm_dup(MPI_COMM_WORLD, &made->world);
    made->base = (eg_transport){.context = context,
                                .destroy = destroy_transport,
                                .handle = handle_of_all,
                                .abort = abort_all,
                                .send = mpi_send,
                                .receive = mpi_receive,
                                .allgather = mpi_allgather,
                                .allgather_counts = mpi_allgather_counts,
                                .swap_counts = swap_counts,
                                .broadcast = mpi_broadcast,
                                .max = max_of_ranks,
                                .prepare = prepare_requests,
                                .start = start_requests,
                                .wait = wait_all,
                                .forget = forget_requests};
    MPI_Comm_rank(made->world, &made->base.rank);
    MPI_Comm_size(made->world, &made->base.size);
    MPI_Comm_split_type(made->world, MPI_COMM_TYPE_SHARED, made->base.rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &made->base.node_rank);
    MPI_Comm_size(node, &made->base.node_size);
    count_processors(&made->base, node);
    MPI_Comm_free(&node);
    *transport = &made->base;
    return EG_OK;
}
#endif
