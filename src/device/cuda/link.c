/* Links of CUDA devices by NCCL. Two ranks must not share a device. */
#include "device/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

#include "device/library.h"

enum { UUID_BYTES = 16 };
/* ncclDataType_t, ncclRedOp_t */
enum { NCCL_BYTE = 1, NCCL_FLOAT = 7, NCCL_DOUBLE = 8, NCCL_MAX = 2 };

typedef struct cuda_link {
    eg_link base;
    eg_nccl nccl;
    void *comm;
} cuda_link;

static eg_status check_nccl(const eg_device *device, const eg_nccl *nccl, const char *doing, int result)
{
    if (result == 0)
        return EG_OK;
    return eg_fail(device->context, EG_DEVICE,
                   "%s (%s): %s failed: %s (NCCL %d); set EAGRE_EXCHANGE=host to run without NCCL",
                   device->info.spec, device->info.name, doing, nccl->error(result), result);
}

static void identify_card(const eg_device *device, char identity[EG_LINK_IDENTITY])
{
    const struct eg_cuda_device *cuda = device->cuda;
    unsigned char uuid[UUID_BYTES];
    eg_nccl nccl;
    if (!eg_nccl_load(&nccl))
        return;
    eg_library_close(&nccl.library);
    if (cuda->driver.device_uuid(uuid, cuda->id) != 0)
        return;
    for (int i = 0; i < UUID_BYTES; i++)
        snprintf(identity + 2 * i, 3, "%02x", uuid[i]);
}

static eg_status make_token(eg_device *device, char bytes[EG_LINK_TOKEN])
{
    eg_nccl nccl;
    eg_nccl_id id;
    EG_TRY(eg_cuda_enter(device));
    if (!eg_nccl_load(&nccl))
        return eg_fail(device->context, EG_DEVICE, "libnccl.so.2 is no longer present");
    eg_status status = check_nccl(device, &nccl, "making an identifier", nccl.make_id(&id));
    if (status == EG_OK)
        memcpy(bytes, id.bytes, sizeof id.bytes);
    eg_library_close(&nccl.library);
    return status;
}

static void destroy_link(eg_link **address)
{
    cuda_link *link = (cuda_link *)*address;
    eg_device *device = link->base.device;
    const eg_cuda_driver *driver = &device->cuda->driver;
    driver->context_set(device->cuda->context);
    driver->stream_finish(device->cuda->aux_queue);
    driver->stream_finish(device->cuda->stream);
    if (link->comm)
        link->nccl.leave(link->comm);
    eg_library_close(&link->nccl.library);
    EG_FREE(address);
}

static eg_status join_link(cuda_link *link, const char bytes[EG_LINK_TOKEN], int ranks, int rank)
{
    eg_device *device = link->base.device;
    int version = 0;
    eg_nccl_id id;
    EG_TRY(eg_cuda_enter(device));
    if (!eg_nccl_load(&link->nccl))
        return eg_fail(device->context, EG_DEVICE, "libnccl.so.2 is no longer present");
    link->nccl.version(&version);
    snprintf(link->base.name, sizeof link->base.name, "NCCL %d.%d.%d", version / 10000, version / 100 % 100,
             version % 100);
    memcpy(id.bytes, bytes, sizeof id.bytes);
    return check_nccl(device, &link->nccl, "connecting ranks", link->nccl.join(&link->comm, ranks, id, rank));
}

static eg_status create_link(eg_device *device, const char bytes[EG_LINK_TOKEN], int ranks, int rank,
                             eg_link **link)
{
    cuda_link *made;
    EG_TRY(eg_alloc(device->context, 1, sizeof *made, &made));
    made->base.device = device;
    *link = &made->base;
    eg_status status = join_link(made, bytes, ranks, rank);
    if (status != EG_OK)
        destroy_link(link);
    return status;
}

/* On the queue that is entered. */
static int send_all(const cuda_link *link, const eg_link_message *messages, int count, uint64_t send,
                    uint64_t receive)
{
    const eg_nccl *nccl = &link->nccl;
    int result = 0;
    for (int i = 0; i < count && result == 0; i++) {
        const eg_link_message *message = &messages[i];
        if (message->send_bytes > 0)
            result = nccl->send((const void *)(uintptr_t)(send + (uint64_t)message->send_at),
                                (size_t)message->send_bytes, NCCL_BYTE, message->rank, link->comm,
                                link->base.device->cuda->queue);
        if (message->receive_bytes > 0 && result == 0)
            result = nccl->receive((void *)(uintptr_t)(receive + (uint64_t)message->receive_at),
                                   (size_t)message->receive_bytes, NCCL_BYTE, message->rank, link->comm,
                                   link->base.device->cuda->queue);
    }
    return result;
}

static eg_status exchange_buffers(eg_link *base, const eg_link_message *messages, int count,
                                  const eg_buffer *send, eg_buffer *receive)
{
    const cuda_link *link = (const cuda_link *)base;
    EG_TRY(eg_cuda_enter(base->device));
    int result = link->nccl.group_start();
    if (result == 0)
        result = send_all(link, messages, count, send->memory.address, receive->memory.address);
    int ended = link->nccl.group_end();
    return check_nccl(base->device, &link->nccl, "sending", result != 0 ? result : ended);
}

static eg_status max_over_cards(eg_link *base, eg_buffer *value, eg_precision precision)
{
    const cuda_link *link = (const cuda_link *)base;
    void *number = (void *)(uintptr_t)value->memory.address;
    EG_TRY(eg_cuda_enter(base->device));
    return check_nccl(base->device, &link->nccl, "finding the largest",
                      link->nccl.all_reduce(number, number, 1, precision == EG_F64 ? NCCL_DOUBLE : NCCL_FLOAT,
                                            NCCL_MAX, link->comm, base->device->cuda->queue));
}

const eg_link_backend eg_cuda_links = {.identify = identify_card,
                                       .token = make_token,
                                       .create = create_link,
                                       .destroy = destroy_link,
                                       .exchange = exchange_buffers,
                                       .max = max_over_cards};
