/* Who gives whom what: asked once. */
#include "field/ghost_exchange.h"

#include <string.h>

/* While it is made. */
typedef struct maker {
    eg_context *context;
    const eg_comm *comm;
    const eg_hex_nodes *nodes;
    const uint8_t *needed;
    int ranks;
    int32_t *owner;   /* [ghosts] a rank, -1: not needed */
    int64_t *asked;   /* [ranks][ranks] how many values the first asks the second for */
    int32_t *request; /* numbers in the whole of what is needed, by owners */
    eg_ghost_exchange *made;
} maker;

/* ---- how many ---- */

static eg_status count_ghosts(maker *m)
{
    const eg_hex_nodes *nodes = m->nodes;
    int64_t ghosts = nodes->nodes - nodes->own, *own;
    EG_TRY(
        EG_ALLOC(m->context, EG_BLOCK(ghosts, m->owner), EG_BLOCK((int64_t)m->ranks * m->ranks, m->asked)));
    own = &m->asked[(int64_t)eg_comm_rank(m->comm) * m->ranks];
    for (int64_t i = 0; i < ghosts; i++) {
        bool is_needed = !m->needed || m->needed[i];
        m->owner[i] = is_needed ? eg_hex_nodes_owner(nodes, eg_comm_ranks(m->comm), nodes->ghost[i]) : -1;
        if (is_needed)
            own[m->owner[i]]++;
    }
    return EG_OK;
}

static eg_status allgather_counts(maker *m)
{
    EG_SCRATCH int64_t *bytes_of = NULL;
    EG_TRY(eg_comm_agree(m->comm, eg_alloc(m->context, m->ranks, sizeof *bytes_of, &bytes_of)));
    for (int r = 0; r < m->ranks; r++)
        bytes_of[r] = m->ranks * (int64_t)sizeof *m->asked;
    eg_comm_allgather(m->comm, m->asked, bytes_of);
    return EG_OK;
}

static eg_status fill_neighbours(maker *m)
{
    eg_ghost_exchange *made = m->made;
    int rank = eg_comm_rank(m->comm), n = 0;
    EG_TRY(EG_ALLOC(m->context, EG_BLOCK(m->ranks, made->rank_of), EG_BLOCK(m->ranks + 1, made->send_first),
                    EG_BLOCK(m->ranks + 1, made->receive_first)));
    for (int r = 0; r < m->ranks; r++) {
        int64_t receives = m->asked[(int64_t)rank * m->ranks + r];
        int64_t sends = m->asked[(int64_t)r * m->ranks + rank];
        if (receives == 0 && sends == 0)
            continue;
        made->rank_of[n] = r;
        made->receive_first[n + 1] = made->receive_first[n] + receives;
        made->send_first[n + 1] = made->send_first[n] + sends;
        n++;
    }
    made->neighbours = n;
    return EG_ALLOC(m->context, EG_BLOCK(made->send_first[n], made->send_index),
                    EG_BLOCK(made->receive_first[n], made->receive_index),
                    EG_BLOCK(made->receive_first[n], m->request));
}

/* ---- which ---- */

static void fill_requests(maker *m)
{
    eg_ghost_exchange *made = m->made;
    const eg_hex_nodes *nodes = m->nodes;
    for (int n = 0; n < made->neighbours; n++) {
        int64_t at = made->receive_first[n];
        for (int64_t i = 0; i < nodes->nodes - nodes->own && at < made->receive_first[n + 1]; i++)
            if (m->owner[i] == made->rank_of[n]) {
                made->receive_index[at] = (int32_t)(nodes->own + i);
                m->request[at++] = nodes->ghost[i];
            }
    }
}

static eg_status make_exchange(maker *m, eg_status status)
{
    eg_ghost_exchange *made = m->made;
    if (status == EG_OK)
        status = count_ghosts(m);
    EG_TRY(eg_comm_agree(m->comm, status));
    EG_TRY(allgather_counts(m));
    status = fill_neighbours(m);
    if (status == EG_OK)
        fill_requests(m);
    /* requests go where values will come from */
    const eg_halo_messages requests = {.neighbours = made->neighbours,
                                       .rank_of = made->rank_of,
                                       .send_first = made->receive_first,
                                       .receive_first = made->send_first,
                                       .send = m->request,
                                       .receive = made->send_index,
                                       .size = sizeof *m->request};
    EG_TRY(eg_halo_send_receive(m->context, m->comm, &requests, status));
    for (int64_t i = 0; i < made->send_first[made->neighbours]; i++)
        made->send_index[i] -= (int32_t)m->nodes->first;
    return EG_OK;
}

eg_status eg_ghost_exchange_create(eg_context *context, const eg_comm *comm, const eg_hex_nodes *nodes,
                                   const uint8_t *needed, eg_status status, eg_ghost_exchange **exchange)
{
    maker m = {
        .context = context, .comm = comm, .nodes = nodes, .needed = needed, .ranks = eg_comm_size(comm)};
    if (status == EG_OK)
        status = eg_alloc(context, 1, sizeof *m.made, &m.made);
    if (status == EG_OK)
        m.made->context = context;
    status = make_exchange(&m, status);
    EG_FREE(&m.owner, &m.asked, &m.request);
    if (status != EG_OK)
        eg_ghost_exchange_destroy(&m.made);
    *exchange = m.made;
    return status;
}

void eg_ghost_exchange_destroy(eg_ghost_exchange **exchange)
{
    if (!exchange || !*exchange)
        return;
    eg_ghost_exchange *s = *exchange;
    EG_FREE(&s->rank_of, &s->send_first, &s->receive_first, &s->send_index, &s->receive_index, exchange);
}

/* ---- exchange ---- */

eg_status eg_ghost_exchange_values(const eg_ghost_exchange *s, const eg_comm *comm, void *values, size_t size,
                                   eg_status status)
{
    EG_SCRATCH char *give = NULL, *take = NULL;
    char *all = values;
    int64_t sends = s->send_first[s->neighbours], takes = s->receive_first[s->neighbours];
    if (status == EG_OK)
        status = EG_ALLOC(s->context, EG_BLOCK(sends * (int64_t)size, give),
                          EG_BLOCK(takes * (int64_t)size, take));
    for (int64_t i = 0; i < sends && status == EG_OK; i++)
        memcpy(give + (size_t)i * size, all + (size_t)s->send_index[i] * size, size);
    const eg_halo_messages messages = {.neighbours = s->neighbours,
                                       .rank_of = s->rank_of,
                                       .send_first = s->send_first,
                                       .receive_first = s->receive_first,
                                       .send = give,
                                       .receive = take,
                                       .size = (int64_t)size};
    status = eg_halo_send_receive(s->context, comm, &messages, status);
    for (int64_t i = 0; i < takes && status == EG_OK; i++)
        memcpy(all + (size_t)s->receive_index[i] * size, take + (size_t)i * size, size);
    return status;
}

eg_status eg_ghost_exchange_halo(const eg_ghost_exchange *s, eg_device *device, const eg_comm *comm,
                                 eg_link *link, eg_precision precision, eg_halo **halo)
{
    const eg_halo_options options = {.link = link,
                                     .precision = precision,
                                     .values = 1,
                                     .lanes = 1,
                                     .neighbours = s->neighbours,
                                     .rank_of = s->rank_of,
                                     .send_first = s->send_first,
                                     .receive_first = s->receive_first,
                                     .send_item = s->send_index,
                                     .receive_item = s->receive_index};
    return eg_halo_create(s->context, device, comm, &options, halo);
}
