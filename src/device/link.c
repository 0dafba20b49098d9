/* Links: what is the same for every backend. */
#include "device/backend.h"

void eg_link_identify(const eg_device *device, char identity[EG_LINK_IDENTITY])
{
    identity[0] = 0;
    if (device->backend->link)
        device->backend->link->identify(device, identity);
}

eg_status eg_link_token(eg_device *device, char token[EG_LINK_TOKEN])
{
    assert(device->backend->link);
    return device->backend->link->token(device, token);
}

eg_status eg_link_create(eg_device *device, const char token[EG_LINK_TOKEN], int ranks, int rank,
                         eg_link **link)
{
    assert(device->backend->link);
    return device->backend->link->create(device, token, ranks, rank, link);
}

void eg_link_destroy(eg_link **link)
{
    if (link && *link)
        (*link)->device->backend->link->destroy(link);
}

const char *eg_link_name(const eg_link *link)
{
    return link->name;
}

eg_status eg_link_exchange(eg_link *link, const eg_link_message *messages, int count, const eg_buffer *send,
                           eg_buffer *receive)
{
    assert(send->device == link->device && receive->device == link->device);
    for (int i = 0; i < count; i++) {
        assert(messages[i].send_at + messages[i].send_bytes <= send->bytes);
        assert(messages[i].receive_at + messages[i].receive_bytes <= receive->bytes);
    }
    return link->device->backend->link->exchange(link, messages, count, send, receive);
}

eg_status eg_link_max(eg_link *link, eg_buffer *value, eg_precision precision)
{
    assert(value->device == link->device);
    return link->device->backend->link->max(link, value, precision);
}
