/* A whole mesh of the plane, of rank 0, on all ranks. */
#include "mesh/plane/internal.h"

/* As a part that has all cells. */
static eg_status pack_whole(const eg_plane *whole, char **bytes, int64_t *length)
{
    static const eg_mesh_cut how = {0};
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *part = NULL;
    EG_TRY(eg_mesh_cut_part(&whole->base, (eg_ranks){.count = 1}, 0, &how, &part));
    return eg_mesh_pack(part, bytes, length);
}

static eg_status unpack_whole(eg_context *context, const char *bytes, int64_t length, eg_plane **mesh)
{
    eg_mesh *part;
    EG_TRY(eg_mesh_unpack(context, &eg_plane_class, bytes, length, &part));
    *mesh = (eg_plane *)part;
    eg_plane_free_part(*mesh);
    return EG_OK;
}

eg_status eg_plane_broadcast(eg_context *context, const eg_comm *comm, const eg_plane *whole, eg_plane **mesh)
{
    EG_SCRATCH char *bytes = NULL;
    int64_t length = 0;
    *mesh = NULL;
    EG_TRY(eg_comm_agree(comm, whole ? pack_whole(whole, &bytes, &length) : EG_OK));
    eg_comm_broadcast(comm, 0, &length, sizeof length);
    EG_TRY(eg_comm_agree(comm, whole ? EG_OK : eg_alloc(context, length, 1, &bytes)));
    eg_comm_broadcast(comm, 0, bytes, length);
    eg_status status = eg_comm_agree(comm, whole ? EG_OK : unpack_whole(context, bytes, length, mesh));
    if (status != EG_OK)
        eg_plane_destroy(mesh);
    return status;
}
