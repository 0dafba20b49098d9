/* Packing a part of a mesh, and sending it. */
#include "mesh/serialize.h"

#include <string.h>

void eg_serialize_bytes(eg_serializer *p, void *data, int64_t bytes)
{
    if (bytes > 0 && p->use == EG_SERIALIZE_PACK)
        memcpy(p->bytes + p->at, data, (size_t)bytes);
    if (bytes > 0 && p->use == EG_SERIALIZE_UNPACK)
        memcpy(data, p->bytes + p->at, (size_t)bytes);
    p->at += (bytes + 7) / 8 * 8;
}

eg_status eg_serialize_array(eg_serializer *p, int64_t count, size_t size, void *address)
{
    void **array = address;
    if (p->use == EG_SERIALIZE_UNPACK)
        EG_TRY(eg_alloc(p->context, count, size, array));
    eg_serialize_bytes(p, *array, count * (int64_t)size);
    return EG_OK;
}

eg_status eg_serialize_blocks(eg_serializer *p, const eg_block *block, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        EG_TRY(eg_serialize_array(p, block[i].count, block[i].size, block[i].pointer_address));
    return EG_OK;
}

static eg_status put_text(eg_serializer *p, char **text)
{
    int64_t length = p->use == EG_SERIALIZE_UNPACK ? 0 : (int64_t)strlen(*text) + 1;
    eg_serialize_bytes(p, &length, sizeof length);
    return eg_serialize_array(p, length, 1, text);
}

static eg_status put_names(eg_serializer *p, int count, char ***names)
{
    if (p->use == EG_SERIALIZE_UNPACK)
        EG_TRY(eg_alloc(p->context, count, sizeof **names, names));
    for (int i = 0; i < count; i++)
        EG_TRY(put_text(p, &(*names)[i]));
    return EG_OK;
}

static eg_status serialize_partition(eg_serializer *p, eg_mesh *mesh)
{
    int64_t neighbours = mesh->partition ? mesh->partition->neighbours : -1;
    eg_serialize_bytes(p, &neighbours, sizeof neighbours);
    if (neighbours < 0)
        return EG_OK;
    if (p->use == EG_SERIALIZE_UNPACK)
        EG_TRY(eg_alloc(p->context, 1, sizeof *mesh->partition, &mesh->partition));
    eg_partition *q = mesh->partition;
    q->neighbours = (int)neighbours;
    EG_TRY(EG_SERIALIZE(p, EG_BLOCK(neighbours, q->rank_of), EG_BLOCK(neighbours + 1, q->ghost_first),
                        EG_BLOCK(neighbours + 1, q->send_first)));
    return eg_serialize_array(p, q->send_first[neighbours], sizeof *q->send_cell, &q->send_cell);
}

eg_status eg_serialize_mesh(eg_serializer *p, eg_mesh *mesh)
{
    int *const counts[] = {&mesh->degree, &mesh->regions.count, &mesh->boundaries.count};
    int64_t *const cells[] = {&mesh->held, &mesh->own_first, &mesh->own, &mesh->all, &mesh->before};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        eg_serialize_bytes(p, counts[i], sizeof **counts);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        eg_serialize_bytes(p, cells[i], sizeof **cells);
    eg_serialize_bytes(p, mesh->group, sizeof mesh->group);
    eg_serialize_bytes(p, mesh->box_low, sizeof mesh->box_low);
    eg_serialize_bytes(p, mesh->box_high, sizeof mesh->box_high);
    EG_TRY(put_text(p, &mesh->origin));
    EG_TRY(put_names(p, mesh->regions.count, &mesh->regions.name));
    EG_TRY(put_names(p, mesh->boundaries.count, &mesh->boundaries.name));
    EG_TRY(EG_SERIALIZE(p, EG_BLOCK(mesh->held, mesh->region), EG_BLOCK(mesh->held, mesh->source),
                        EG_BLOCK(mesh->held, mesh->centroid)));
    return serialize_partition(p, mesh);
}

eg_status eg_serialized_send(const eg_comm *comm, int rank, const char *bytes, int64_t length,
                             eg_status status)
{
    int ready = 0;
    if (status != EG_OK)
        length = -1;
    eg_comm_send(comm, rank, &length, sizeof length);
    eg_comm_receive(comm, rank, &ready, sizeof ready);
    if (ready)
        eg_comm_send(comm, rank, bytes, length);
    return status;
}

eg_status eg_serialized_receive(eg_context *context, const eg_comm *comm, char **bytes, int64_t *length)
{
    *bytes = NULL;
    eg_comm_receive(comm, 0, length, sizeof *length);
    eg_status status = *length < 0 ? EG_OK : eg_alloc(context, *length, 1, bytes);
    int ready = *length >= 0 && status == EG_OK;
    eg_comm_send(comm, 0, &ready, sizeof ready);
    if (ready)
        eg_comm_receive(comm, 0, *bytes, *length);
    return status;
}
