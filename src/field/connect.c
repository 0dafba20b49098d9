/* Whether the devices of all ranks can give each other messages, and the link by which they do. */
#include "field/halo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char identity[EG_LINK_IDENTITY];

/* Why there is no link, "" where there can be one; on rank 0, which knows all identities. */
static const char *judge_devices(identity *all, int ranks)
{
    for (int r = 0; r < ranks; r++) {
        if (!all[r][0])
            return "a rank's device has no link to others (CUDA with NCCL has)";
        for (int other = 0; other < r; other++)
            if (strcmp(all[r], all[other]) == 0)
                return "two ranks share a device";
    }
    return "";
}

/* Gathers what the devices are. Collective; all get rank 0's verdict. */
static eg_status ask_all(eg_context *context, const eg_device *device, const eg_comm *comm, char *why,
                         int64_t room)
{
    int ranks = eg_comm_size(comm);
    EG_SCRATCH identity *all = NULL;
    identity own = "";
    EG_SCRATCH int64_t *bytes_of = NULL;
    const char *wish = getenv("EAGRE_EXCHANGE");
    bool through_host = wish && strcmp(wish, "host") == 0;
    eg_status status = EG_OK;
    if (wish && !through_host && strcmp(wish, "auto") != 0)
        status = eg_fail(context, EG_USAGE, "EAGRE_EXCHANGE is '%s'; it takes auto or host", wish);
    if (!through_host)
        eg_link_identify(device, own);
    if (status == EG_OK)
        status = EG_ALLOC(context, EG_BLOCK(ranks, all), EG_BLOCK(ranks, bytes_of));
    for (int r = 0; status == EG_OK && r < ranks; r++)
        bytes_of[r] = sizeof own;
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_comm_gather(comm, own, sizeof own, all, bytes_of);
        if (eg_comm_rank(comm) == 0)
            snprintf(why, (size_t)room, "%s",
                     through_host ? "EAGRE_EXCHANGE=host" : judge_devices(all, ranks));
        eg_comm_broadcast(comm, 0, why, room);
    }
    return status;
}

eg_status eg_halo_connect(eg_context *context, eg_device *device, const eg_comm *comm, eg_link **link,
                          char *why, int64_t room)
{
    char token[EG_LINK_TOKEN] = "";
    *link = NULL;
    EG_TRY(ask_all(context, device, comm, why, room));
    if (why[0])
        return EG_OK;
    eg_status status = EG_OK;
    if (eg_comm_rank(comm) == 0)
        status = eg_link_token(device, token);
    EG_TRY(eg_comm_agree(comm, status));
    eg_comm_broadcast(comm, 0, token, sizeof token);
    status = eg_link_create(device, token, eg_comm_size(comm), eg_comm_rank(comm), link);
    if (status != EG_OK)
        eg_comm_leave(comm, status); /* the others wait in the library */
    return status;
}
