/* transport: what several ranks are made of; comm.c builds all else from it. A transport is a table of
 * functions, so that a build without MPI lacks one file and nothing else. */
#ifndef EG_COMM_TRANSPORT_H
#define EG_COMM_TRANSPORT_H

#include "comm/comm.h"

typedef struct eg_transport eg_transport;

/* The first member of a transport's own struct. All calls but those of messages are as in comm.h. */
struct eg_transport {
    eg_context *context;
    int rank, size, node_rank, node_size, processors;
    eg_processors node_processors;
    bool agreed; /* on a failure */
    eg_traffic traffic[EG_COMM_USES];
    void (*destroy)(eg_transport **transport);
    void *(*handle)(const eg_transport *transport);
    void (*abort)(const eg_transport *transport, int exit_code); /* of all ranks */
    void (*send)(const eg_transport *transport, const void *data, int64_t bytes, int to);
    void (*receive)(const eg_transport *transport, void *data, int64_t bytes, int from);
    void (*broadcast)(const eg_transport *transport, void *data, int64_t bytes, int from);
    void (*max)(const eg_transport *transport, double *values, int count); /* no NaN */
    void (*allgather)(const eg_transport *transport, void *all, const int64_t *bytes_of);
    void (*allgather_counts)(const eg_transport *transport, int64_t *count_of);
    void (*swap_counts)(const eg_transport *transport, const int64_t *to, int64_t *from);

    /* Persistent requests of messages. */
    eg_status (*prepare)(const eg_transport *transport, const eg_message *messages, int count,
                         void **requests);
    void (*start)(void *requests);
    void (*wait)(void *requests);
    void (*forget)(const eg_transport *transport, void **requests);
};

/* Starts MPI where the program has not; it ends with the program. EG_MEMORY. mpi.c, where the build has
 * MPI. */
eg_status eg_mpi_create(eg_context *context, eg_transport **transport);

/* Starts MPI likewise; the communicator of this process alone. Also of builds that have MPI for libraries
 * alone. */
void *eg_mpi_self(void);

#endif
