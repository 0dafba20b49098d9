/* Exchange of ghosts between ranks. */
#include "field/halo.h"

#include <string.h>

#include "field/messages.h" /* kernels/field/messages.h */
#include "time/clock.h"     /* kernels/time/clock.h */

/* ---- once, on the host */

static void fill_messages(const eg_halo_messages *all, eg_message *messages)
{
    for (int n = 0; n < all->neighbours; n++) {
        const int64_t *send = &all->send_first[n], *receive = &all->receive_first[n];
        messages[n] = (eg_message){.rank = all->rank_of[n],
                                   .send = (char *)all->send + send[0] * all->size,
                                   .receive = (char *)all->receive + receive[0] * all->size,
                                   .send_bytes = (send[1] - send[0]) * all->size,
                                   .receive_bytes = (receive[1] - receive[0]) * all->size};
    }
}

eg_status eg_halo_send_receive(eg_context *context, const eg_comm *comm, const eg_halo_messages *all,
                               eg_status status)
{
    EG_SCRATCH eg_message *messages = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, all->neighbours, sizeof *messages, &messages);
    if (status == EG_OK)
        fill_messages(all, messages);
    return eg_comm_exchange(comm, messages, all->neighbours, status);
}

eg_status eg_halo_fill_ghosts(const eg_comm *comm, const eg_mesh *mesh, void *values, int64_t size,
                              eg_status status)
{
    const eg_partition *part = mesh->partition;
    EG_SCRATCH char *send = NULL;
    if (!part)
        return status;
    int64_t sent = part->send_first[part->neighbours];
    if (status == EG_OK)
        status = eg_alloc(mesh->context, sent, (size_t)size, &send);
    for (int64_t i = 0; i < sent && status == EG_OK; i++)
        memcpy(send + i * size, (const char *)values + part->send_cell[i] * size, (size_t)size);
    const eg_halo_messages all = {.neighbours = part->neighbours,
                                  .rank_of = part->rank_of,
                                  .send_first = part->send_first,
                                  .receive_first = part->ghost_first,
                                  .send = send,
                                  .receive = (char *)values + mesh->own * size,
                                  .size = size};
    return eg_halo_send_receive(mesh->context, comm, &all, status);
}

/* ---- in every step, on the device */

/* One direction: numbers of items on the device, the messages there and in staging memory. */
typedef struct halo_side {
    int64_t items, bytes;
    eg_buffer *item, *message;
    void *staging;
    eg_kernel *kernel;
} halo_side;

struct eg_halo {
    eg_context *context;
    eg_device *device;
    const eg_buffer *state[2];
    eg_buffer *never; /* a clock that does not pause; of a halo without states */
    int values, bits;
    halo_side send, receive;
    eg_program *program;
    eg_event *event;
    eg_exchange *exchange;    /* through the host, or: */
    eg_link *link;            /* from device to device */
    eg_link_message *message; /* [messages] */
    int messages;
    const eg_comm *comm;
};

static eg_status build_side(eg_halo *halo, const eg_halo_options *options, const int64_t *first,
                            const int32_t *item, const char *kernel, halo_side *side)
{
    side->items = first[options->neighbours];
    side->bytes = side->items * options->values * (int64_t)eg_real_size(options->precision);
    EG_TRY(eg_buffer_upload(halo->device, side->items * 4, "numbers of ghosts", item, &side->item));
    EG_TRY(eg_buffer_upload(halo->device, side->bytes, "messages", NULL, &side->message));
    if (!halo->link)
        EG_TRY(eg_staging_create(halo->device, side->bytes, &side->staging));
    return eg_kernel_get(halo->program, kernel, &side->kernel);
}

static eg_status build_exchange(eg_halo *halo, const eg_comm *comm, const eg_halo_options *options)
{
    const eg_halo_messages all = {.neighbours = options->neighbours,
                                  .rank_of = options->rank_of,
                                  .send_first = options->send_first,
                                  .receive_first = options->receive_first,
                                  .send = halo->send.staging,
                                  .receive = halo->receive.staging,
                                  .size = options->values * (int64_t)eg_real_size(options->precision)};
    EG_SCRATCH eg_message *messages = NULL;
    EG_TRY(eg_alloc(halo->context, options->neighbours, sizeof *messages, &messages));
    fill_messages(&all, messages);
    return eg_exchange_create(comm, messages, options->neighbours, &halo->exchange);
}

/* The same from device to device. */
static eg_status build_messages(eg_halo *halo, const eg_halo_options *options)
{
    int64_t item = options->values * (int64_t)eg_real_size(options->precision);
    EG_TRY(eg_alloc(halo->context, options->neighbours, sizeof *halo->message, &halo->message));
    halo->messages = options->neighbours;
    for (int n = 0; n < options->neighbours; n++)
        halo->message[n] = (eg_link_message){
            .rank = options->rank_of[n],
            .send_at = options->send_first[n] * item,
            .receive_at = options->receive_first[n] * item,
            .send_bytes = (options->send_first[n + 1] - options->send_first[n]) * item,
            .receive_bytes = (options->receive_first[n + 1] - options->receive_first[n]) * item};
    return EG_OK;
}

static eg_status build_halo(eg_halo *halo, const eg_comm *comm, const eg_halo_options *options)
{
    const eg_program_options program = {.file = "field/halo.c", .precision = options->precision, .lanes = 1};
    EG_TRY(eg_program_create(halo->device, &program, &halo->program));
    EG_TRY(build_side(halo, options, options->send_first, options->send_item, "halo_pack", &halo->send));
    EG_TRY(build_side(halo, options, options->receive_first, options->receive_item, "halo_unpack",
                      &halo->receive));
    if (!halo->state[0])
        EG_TRY(eg_buffer_upload(halo->device, COUNT_SLOTS * 8, "no clock", NULL, &halo->never));
    return halo->link ? build_messages(halo, options) : build_exchange(halo, comm, options);
}

eg_status eg_halo_create(eg_context *context, eg_device *device, const eg_comm *comm,
                         const eg_halo_options *options, eg_halo **halo)
{
    EG_ENDS_WITH(eg_halo_destroy) eg_halo *made = NULL;
    *halo = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->device = device;
    made->state[0] = options->state[0];
    made->state[1] = options->state[1];
    made->link = options->link;
    made->comm = comm;
    made->values = options->values;
    assert(options->lanes > 0 && (options->lanes & (options->lanes - 1)) == 0);
    while (1 << made->bits < options->lanes)
        made->bits++;
    EG_TRY(build_halo(made, comm, options));
    return eg_hand_over(&made, halo);
}

static void destroy_side(eg_halo *halo, halo_side *side)
{
    eg_buffer_destroy(&side->item);
    eg_buffer_destroy(&side->message);
    if (side->staging)
        eg_staging_destroy(halo->device, &side->staging);
}

void eg_halo_destroy(eg_halo **address)
{
    if (!address || !*address)
        return;
    eg_halo *halo = *address;
    eg_exchange_destroy(&halo->exchange);
    EG_FREE(&halo->message);
    destroy_side(halo, &halo->send);
    destroy_side(halo, &halo->receive);
    eg_buffer_destroy(&halo->never);
    eg_program_destroy(&halo->program);
    EG_FREE(address);
}

static eg_status launch_kernel(const eg_halo *halo, const halo_side *side, const eg_buffer *count)
{
    if (side->items == 0)
        return EG_OK;
    int64_t blocks = eg_ceil_div(side->items * halo->values, HALO_GROUP);
    return EG_LAUNCH(side->kernel, blocks, EG_BUFFER("q0", halo->state[0]), EG_BUFFER("q1", halo->state[1]),
                     EG_BUFFER("item", side->item), EG_BUFFER("letter", side->message),
                     EG_BUFFER("count", count), EG_INT("values", halo->values), EG_INT("bits", halo->bits),
                     EG_LONG("items", side->items), EG_LONG("blocks", blocks));
}

eg_status eg_halo_begin(eg_halo *halo, const eg_buffer *count)
{
    const halo_side *side = &halo->send;
    EG_TRY(launch_kernel(halo, side, count));
    if (halo->link) {
        eg_comm_count(halo->comm, EG_COMM_GHOSTS, 0, side->bytes);
        return eg_link_exchange(halo->link, halo->message, halo->messages, side->message,
                                halo->receive.message);
    }
    if (side->items == 0)
        return EG_OK;
    return eg_buffer_read_begin(side->message, 0, side->staging, side->bytes, &halo->event);
}

/* Waits for what is sent, exchanges, and writes what has come. The exchange takes place after a failure
 * too. */
static eg_status pass_host(eg_halo *halo)
{
    const halo_side *side = &halo->receive;
    eg_status status = halo->event ? eg_event_wait(halo->event) : EG_OK;
    eg_event_destroy(&halo->event);
    eg_exchange_begin(halo->exchange);
    eg_exchange_end(halo->exchange);
    EG_TRY(status);
    if (side->items == 0)
        return EG_OK;
    return eg_buffer_write(side->message, 0, side->staging, side->bytes);
}

eg_status eg_halo_end(eg_halo *halo, const eg_buffer *count)
{
    if (!halo->link)
        EG_TRY(pass_host(halo));
    return launch_kernel(halo, &halo->receive, count);
}

eg_status eg_halo_exchange(eg_halo *halo, const eg_buffer *count)
{
    if (!halo)
        return EG_OK;
    EG_TRY(eg_halo_begin(halo, count));
    return eg_halo_end(halo, count);
}

eg_status eg_halo_fill(eg_halo *halo, const eg_buffer *vector)
{
    if (!halo)
        return EG_OK;
    EG_TRY(eg_halo_fill_begin(halo, vector));
    return eg_halo_fill_end(halo);
}

eg_status eg_halo_fill_begin(eg_halo *halo, const eg_buffer *vector)
{
    assert(halo->never);
    halo->state[0] = halo->state[1] = vector;
    return eg_halo_begin(halo, halo->never);
}

eg_status eg_halo_fill_end(eg_halo *halo)
{
    return eg_halo_end(halo, halo->never);
}

int64_t eg_halo_sent_bytes(const eg_halo *halo)
{
    return halo ? halo->send.bytes : 0;
}

int64_t eg_halo_device_bytes(const eg_halo *halo)
{
    return halo->send.bytes + halo->receive.bytes + (halo->send.items + halo->receive.items) * 4;
}
