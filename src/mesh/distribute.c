/* Parts of a mesh of any class: cutting one, packing it, and sending each rank its own. A part is cut,
 * packed, sent and freed, one after the other. */
#include "mesh/mesh.h"
#include "mesh/serialize.h"

eg_status eg_mesh_cut_part(const eg_mesh *whole, eg_ranks ranks, int rank, const eg_mesh_cut *how,
                           eg_mesh **part)
{
    eg_cutter *cutter;
    *part = NULL;
    EG_TRY(whole->class->create_cutter(whole, ranks, how, &cutter));
    eg_status status = whole->class->cut(cutter, rank, part);
    whole->class->destroy_cutter(&cutter);
    return status;
}

/* ---- a part as bytes ---- */

eg_status eg_mesh_pack(const eg_mesh *part, char **bytes, int64_t *length)
{
    eg_serializer p = {.context = part->context, .use = EG_SERIALIZE_MEASURE};
    eg_mesh *read = (eg_mesh *)(uintptr_t)part; /* packing changes nothing */
    *bytes = NULL;
    EG_TRY(part->class->serialize(&p, read));
    *length = p.at;
    EG_TRY(eg_alloc(part->context, *length, 1, bytes));
    p = (eg_serializer){.context = part->context, .use = EG_SERIALIZE_PACK, .bytes = *bytes};
    return part->class->serialize(&p, read);
}

eg_status eg_mesh_unpack(eg_context *context, const eg_mesh_class *class, const char *bytes, int64_t length,
                         eg_mesh **part)
{
    eg_serializer p = {.context = context, .use = EG_SERIALIZE_UNPACK, .bytes = (char *)(uintptr_t)bytes};
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *made = NULL;
    *part = NULL;
    EG_TRY(class->create_part(context, &made));
    EG_TRY(class->serialize(&p, made));
    EG_TRY(class->box_cells(made));
    assert(p.at == length);
    (void)length;
    return eg_hand_over(&made, part);
}

/* ---- from rank 0 to the others ---- */

static eg_status send_part(const eg_mesh *whole, eg_cutter *cutter, const eg_comm *comm, int rank,
                           eg_status status)
{
    eg_mesh *part = NULL;
    EG_SCRATCH char *bytes = NULL;
    int64_t length = 0;
    if (status == EG_OK)
        status = whole->class->cut(cutter, rank, &part);
    if (status == EG_OK)
        status = eg_mesh_pack(part, &bytes, &length);
    eg_mesh_destroy(&part);
    return eg_serialized_send(comm, rank, bytes, length, status);
}

static eg_status receive_part(eg_context *context, const eg_comm *comm, const eg_mesh_class *class,
                              eg_mesh **part)
{
    EG_SCRATCH char *bytes = NULL;
    int64_t length;
    EG_TRY(eg_serialized_receive(context, comm, &bytes, &length));
    return bytes ? eg_mesh_unpack(context, class, bytes, length, part) : EG_OK;
}

/* Rank 0 cuts its own part last, and frees the whole. */
static eg_status send_parts(const eg_comm *comm, const eg_mesh_cut *how, eg_mesh **mesh)
{
    const eg_mesh_class *class = (*mesh)->class;
    eg_cutter *cutter = NULL;
    eg_mesh *own = NULL;
    int ranks = eg_comm_size(comm);
    eg_status status = class->create_cutter(*mesh, eg_comm_ranks(comm), how, &cutter);
    for (int r = 1; r < ranks; r++)
        status = send_part(*mesh, cutter, comm, r, status);
    if (status == EG_OK)
        status = class->cut(cutter, 0, &own);
    if (status == EG_OK)
        status = class->box_cells(own);
    class->destroy_cutter(&cutter);
    if (status != EG_OK) {
        eg_mesh_destroy(&own);
        return status;
    }
    eg_mesh_destroy(mesh);
    *mesh = own;
    return EG_OK;
}

eg_status eg_mesh_distribute(eg_context *context, const eg_comm *comm, const eg_mesh_class *class,
                             const eg_mesh_cut *how, eg_mesh **mesh, eg_status status)
{
    if (eg_comm_size(comm) == 1)
        return status;
    EG_TRY(eg_comm_agree(comm, status));
    if (eg_comm_rank(comm) == 0)
        status = send_parts(comm, how, mesh);
    else
        status = receive_part(context, comm, class, mesh);
    return eg_comm_agree(comm, status);
}
