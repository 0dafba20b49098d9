/* One process or several ranks; what is made of a transport: agreement, gathering, sums, exchanges. */
#include "comm/comm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/transport.h"

struct eg_comm {
    eg_context *context;
    eg_transport *transport; /* NULL: one process */
    double *before;          /* of eg_ranks */
};

/* NULL: one process. */
static eg_transport *transport_of(const eg_comm *comm)
{
    return comm ? comm->transport : NULL;
}

/* ---- what messages take */

static void count_call(eg_transport *transport, eg_comm_use use, double began, int64_t bytes)
{
    eg_traffic *traffic = &transport->traffic[use];
    traffic->calls++;
    traffic->seconds += eg_clock() - began;
    traffic->bytes += (double)bytes;
}

void eg_comm_count(const eg_comm *comm, eg_comm_use use, double seconds, int64_t bytes)
{
    if (transport_of(comm))
        count_call(comm->transport, use, eg_clock() - seconds, bytes);
}

void eg_comm_traffic(const eg_comm *comm, eg_traffic traffic[EG_COMM_USES])
{
    memset(traffic, 0, EG_COMM_USES * sizeof *traffic);
    if (transport_of(comm))
        memcpy(traffic, comm->transport->traffic, sizeof comm->transport->traffic);
}

/* ---- creation */

/* Whether a launcher has started several processes. */
static bool started_by_launcher(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = getenv(names[i]);
        int64_t size;
        if (text && eg_parse_integer(text, text + strlen(text), &size))
            return size > 1;
    }
    return getenv("PMIX_RANK") != NULL;
}

#if EAGRE_MPI_SELF
eg_status eg_comm_start_mpi(eg_context *context, void **self)
{
    (void)context;
    *self = eg_mpi_self();
    return EG_OK;
}
#else
eg_status eg_comm_start_mpi(eg_context *context, void **self)
{
    *self = NULL;
    return eg_fail(context, EG_USAGE,
                   "this eagre was built without MPI; install MPI and build it again (tools/setup)");
}
#endif

#if EAGRE_MPI
static eg_status start_transport(eg_comm *comm)
{
    EG_TRY(eg_mpi_create(comm->context, &comm->transport));
    if (comm->transport->size == 1)
        comm->transport->destroy(&comm->transport);
    else if (comm->transport->rank > 0)
        eg_context_silence(comm->context, true);
    return EG_OK;
}
#else
static eg_status start_transport(eg_comm *comm)
{
    return eg_fail(comm->context, EG_USAGE,
                   "a launcher has started several processes, and this eagre was built without MPI: "
                   "each would compute the whole case; start it without mpirun or srun, or build it "
                   "where MPI is installed (tools/setup)");
}
#endif

eg_status eg_comm_create(eg_context *context, eg_comm **comm)
{
    *comm = NULL;
    EG_ENDS_WITH(eg_comm_destroy) eg_comm *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    if (started_by_launcher())
        EG_TRY(start_transport(made));
    return eg_hand_over(&made, comm);
}

eg_status eg_comm_handle(const eg_comm *comm, void **handle)
{
    if (!comm->transport)
        return eg_comm_start_mpi(comm->context, handle);
    *handle = comm->transport->handle(comm->transport);
    return EG_OK;
}

void eg_comm_destroy(eg_comm **comm)
{
    if (!comm || !*comm)
        return;
    if ((*comm)->transport)
        (*comm)->transport->destroy(&(*comm)->transport);
    EG_FREE(&(*comm)->before, comm);
}

int eg_comm_rank(const eg_comm *comm)
{
    return transport_of(comm) ? comm->transport->rank : 0;
}

int eg_comm_size(const eg_comm *comm)
{
    return transport_of(comm) ? comm->transport->size : 1;
}

eg_ranks eg_comm_ranks(const eg_comm *comm)
{
    return (eg_ranks){.count = eg_comm_size(comm), .before = comm ? comm->before : NULL};
}

/* From speeds at before[1] and on to parts; NULL where all are alike. */
static void sum_speeds(eg_comm *comm)
{
    int ranks = eg_comm_size(comm);
    double *before = comm->before, least = before[1], most = before[1];
    before[0] = 0;
    for (int r = 1; r <= ranks; r++) {
        least = fmin(least, before[r]);
        most = fmax(most, before[r]);
        before[r] += before[r - 1];
    }
    for (int r = 1; r < ranks; r++)
        before[r] /= before[ranks];
    before[ranks] = 1;
    if (least == most)
        EG_FREE(&comm->before);
}

eg_status eg_comm_set_speed(eg_comm *comm, double speed)
{
    int ranks = eg_comm_size(comm);
    EG_SCRATCH int64_t *bytes_of = NULL;
    assert(speed > 0 && isfinite(speed));
    if (ranks == 1)
        return EG_OK;
    EG_FREE(&comm->before);
    eg_status status = EG_ALLOC(comm->context, EG_BLOCK(ranks + 1, comm->before), EG_BLOCK(ranks, bytes_of));
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        for (int r = 0; r < ranks; r++)
            bytes_of[r] = sizeof speed;
        comm->before[eg_comm_rank(comm) + 1] = speed;
        eg_comm_allgather(comm, &comm->before[1], bytes_of);
        sum_speeds(comm);
    } else {
        EG_FREE(&comm->before);
    }
    return status;
}

int eg_comm_node_rank(const eg_comm *comm)
{
    return comm->transport ? comm->transport->node_rank : 0;
}

int eg_comm_node_size(const eg_comm *comm)
{
    return comm->transport ? comm->transport->node_size : 1;
}

int eg_comm_processors(const eg_comm *comm)
{
    return comm->transport ? comm->transport->processors : 0;
}

void eg_comm_node_processors(const eg_comm *comm, eg_processors *processors)
{
    if (comm->transport)
        *processors = comm->transport->node_processors;
    else
        eg_count_processors("", processors);
}

/* ---- agreement */

void eg_comm_max(const eg_comm *comm, double *values, int count)
{
    if (!transport_of(comm))
        return;
    for (int i = 0; i < count; i++)
        values[i] = isnan(values[i]) ? INFINITY : values[i];
    double began = eg_clock();
    comm->transport->max(comm->transport, values, count);
    count_call(comm->transport, EG_COMM_MAXIMA, began, count * (int64_t)sizeof *values);
}

int eg_comm_first_largest(const eg_comm *comm, double value)
{
    double largest = isnan(value) ? INFINITY : value, own = largest;
    eg_comm_max(comm, &largest, 1);
    double first = own == largest ? -(double)eg_comm_rank(comm) : -INFINITY;
    eg_comm_max(comm, &first, 1);
    return (int)-first;
}

void eg_comm_broadcast(const eg_comm *comm, int from, void *data, int64_t bytes)
{
    if (!transport_of(comm))
        return;
    double began = eg_clock();
    comm->transport->broadcast(comm->transport, data, bytes, from);
    count_call(comm->transport, EG_COMM_DATA, began, from == comm->transport->rank ? bytes : 0);
}

/* What the ranks are told of a failure. */
typedef struct failure {
    eg_status status;
    char text[65536];
} failure;

eg_status eg_comm_agree(const eg_comm *comm, eg_status status)
{
    if (!transport_of(comm))
        return status;
    double first = status == EG_OK ? -INFINITY : -(double)comm->transport->rank;
    eg_comm_max(comm, &first, 1);
    comm->transport->agreed = isfinite(first);
    if (!comm->transport->agreed)
        return EG_OK;
    failure told = {.status = status};
    snprintf(told.text, sizeof told.text, "%s", eg_context_error(comm->context));
    eg_comm_broadcast(comm, (int)-first, &told, sizeof told);
    return eg_fail(comm->context, told.status, "%s", told.text);
}

void eg_comm_leave(const eg_comm *comm, eg_status status)
{
    if (status == EG_OK || !transport_of(comm) || comm->transport->agreed)
        return;
    fprintf(stderr, "eagre: rank %d: %s\n", comm->transport->rank, eg_context_error(comm->context));
    comm->transport->abort(comm->transport, eg_status_exit_code(status));
}

/* ---- gathering */

void eg_comm_send(const eg_comm *comm, int to, const void *data, int64_t bytes)
{
    assert(to != eg_comm_rank(comm));
    double began = eg_clock();
    comm->transport->send(comm->transport, data, bytes, to);
    count_call(comm->transport, EG_COMM_DATA, began, bytes);
}

void eg_comm_receive(const eg_comm *comm, int from, void *data, int64_t bytes)
{
    assert(from != eg_comm_rank(comm));
    double began = eg_clock();
    comm->transport->receive(comm->transport, data, bytes, from);
    count_call(comm->transport, EG_COMM_DATA, began, 0);
}

void eg_comm_gather(const eg_comm *comm, const void *data, int64_t bytes, void *all, const int64_t *bytes_of)
{
    if (eg_comm_rank(comm) > 0) {
        eg_comm_send(comm, 0, data, bytes);
        return;
    }
    assert(bytes_of[0] == bytes);
    if (data != all && bytes > 0)
        memcpy(all, data, (size_t)bytes);
    char *to = (char *)all + bytes;
    for (int r = 1; r < eg_comm_size(comm); to += bytes_of[r++])
        eg_comm_receive(comm, r, to, bytes_of[r]);
}

void eg_comm_gather_counts(const eg_comm *comm, int64_t count, int64_t *count_of)
{
    if (eg_comm_rank(comm) > 0) {
        eg_comm_send(comm, 0, &count, sizeof count);
        return;
    }
    count_of[0] = count;
    for (int r = 1; r < eg_comm_size(comm); r++)
        eg_comm_receive(comm, r, &count_of[r], sizeof count);
}

void eg_comm_allgather(const eg_comm *comm, void *all, const int64_t *bytes_of)
{
    if (!transport_of(comm))
        return;
    double began = eg_clock();
    comm->transport->allgather(comm->transport, all, bytes_of);
    count_call(comm->transport, EG_COMM_DATA, began, bytes_of[comm->transport->rank]);
}

void eg_comm_allgather_counts(const eg_comm *comm, int64_t count, int64_t *count_of)
{
    count_of[eg_comm_rank(comm)] = count;
    if (!transport_of(comm))
        return;
    double began = eg_clock();
    comm->transport->allgather_counts(comm->transport, count_of);
    count_call(comm->transport, EG_COMM_DATA, began, (int64_t)sizeof count);
}

void eg_comm_swap_counts(const eg_comm *comm, const int64_t *to, int64_t *from)
{
    from[0] = to[0];
    if (!transport_of(comm))
        return;
    double began = eg_clock();
    comm->transport->swap_counts(comm->transport, to, from);
    count_call(comm->transport, EG_COMM_DATA, began, eg_comm_size(comm) * (int64_t)sizeof *to);
}

/* ---- sums */

void eg_comm_scan_begin(const eg_comm *comm, eg_sum *sums, int count)
{
    int rank = eg_comm_rank(comm);
    memset(sums, 0, (size_t)count * sizeof *sums);
    if (rank > 0)
        eg_comm_receive(comm, rank - 1, sums, count * (int64_t)sizeof *sums);
}

void eg_comm_scan_end(const eg_comm *comm, eg_sum *sums, int count)
{
    int rank = eg_comm_rank(comm), last = eg_comm_size(comm) - 1;
    int64_t bytes = count * (int64_t)sizeof *sums;
    if (rank < last)
        eg_comm_send(comm, rank + 1, sums, bytes);
    eg_comm_broadcast(comm, last, sums, bytes);
}

double eg_comm_sum_chunks(const eg_comm *comm, const double *chunks, int64_t count)
{
    eg_sum sum;
    eg_comm_scan_begin(comm, &sum, 1);
    for (int64_t i = 0; i < count; i++)
        eg_sum_add(&sum, chunks[i]);
    eg_comm_scan_end(comm, &sum, 1);
    return eg_sum_value(&sum);
}

void eg_comm_sum_rows(const eg_comm *comm, const eg_sum *rows, int64_t count, int columns, eg_sum *totals)
{
    eg_comm_scan_begin(comm, totals, columns);
    for (int64_t i = 0; i < count; i++)
        for (int c = 0; c < columns; c++) {
            eg_sum_add(&totals[c], rows[i * columns + c].high);
            eg_sum_add(&totals[c], rows[i * columns + c].low);
        }
    eg_comm_scan_end(comm, totals, columns);
}

/* ---- exchange */

struct eg_exchange {
    eg_context *context;
    eg_transport *transport; /* NULL: nothing is exchanged */
    int64_t bytes;           /* that this rank sends */
    void *requests;
};

eg_status eg_exchange_create(const eg_comm *comm, const eg_message *messages, int count,
                             eg_exchange **exchange)
{
    *exchange = NULL;
    EG_ENDS_WITH(eg_exchange_destroy) eg_exchange *made = NULL;
    for (int i = 0; i < count; i++)
        if (eg_max_i64(messages[i].send_bytes, messages[i].receive_bytes) > INT32_MAX)
            return eg_fail(comm->context, EG_MESH,
                           "ranks %d and %d share so many faces that more than 2 GiB go from one to "
                           "the other in a step; take more ranks",
                           eg_comm_rank(comm), messages[i].rank);
    EG_TRY(eg_alloc(comm->context, 1, sizeof *made, &made));
    made->context = comm->context;
    made->transport = comm->transport;
    for (int i = 0; i < count; i++)
        made->bytes += messages[i].send_bytes;
    if (made->transport)
        EG_TRY(made->transport->prepare(made->transport, messages, count, &made->requests));
    return eg_hand_over(&made, exchange);
}

void eg_exchange_destroy(eg_exchange **exchange)
{
    if (!exchange || !*exchange)
        return;
    eg_exchange *x = *exchange;
    if (x->requests)
        x->transport->forget(x->transport, &x->requests);
    EG_FREE(exchange);
}

void eg_exchange_begin(eg_exchange *exchange)
{
    if (!exchange->requests)
        return;
    double began = eg_clock();
    exchange->transport->start(exchange->requests);
    exchange->transport->traffic[EG_COMM_GHOSTS].seconds += eg_clock() - began;
}

void eg_exchange_end(eg_exchange *exchange)
{
    if (!exchange->requests)
        return;
    double began = eg_clock();
    exchange->transport->wait(exchange->requests);
    count_call(exchange->transport, EG_COMM_GHOSTS, began, exchange->bytes);
}

eg_status eg_comm_exchange(const eg_comm *comm, const eg_message *messages, int count, eg_status status)
{
    EG_ENDS_WITH(eg_exchange_destroy) eg_exchange *exchange = NULL;
    if (status == EG_OK && comm)
        status = eg_exchange_create(comm, messages, count, &exchange);
    EG_TRY(eg_comm_agree(comm, status));
    if (exchange) {
        eg_exchange_begin(exchange);
        eg_exchange_end(exchange);
    }
    return EG_OK;
}
