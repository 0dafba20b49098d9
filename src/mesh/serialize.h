/* serialize: a part of a mesh as bytes, and on its way from rank 0 to another. One function over all that a
 * part has measures, packs and unpacks it; the bytes are trusted, since they never come from a file. */
#ifndef EG_MESH_SERIALIZE_H
#define EG_MESH_SERIALIZE_H

#include "mesh/mesh.h"

typedef enum eg_serializer_use {
    EG_SERIALIZE_MEASURE,
    EG_SERIALIZE_PACK,
    EG_SERIALIZE_UNPACK
} eg_serializer_use;

/* Each piece begins at a multiple of 8 bytes. */
typedef struct eg_serializer {
    eg_context *context;
    eg_serializer_use use;
    char *bytes;
    int64_t at;
} eg_serializer;

/* `bytes` of memory that is there already. */
void eg_serialize_bytes(eg_serializer *serializer, void *data, int64_t bytes);
/* An array, which unpacking makes. */
eg_status eg_serialize_array(eg_serializer *serializer, int64_t count, size_t size, void *address);

/* Several of them in turn. A count is taken before any of them is made. */
#define EG_SERIALIZE(serializer, ...) eg_serialize_blocks(serializer, EG_BLOCKS(__VA_ARGS__))
eg_status eg_serialize_blocks(eg_serializer *serializer, const eg_block *block, size_t blocks);

/* What is common to the parts of all meshes: its class and context are there already. */
eg_status eg_serialize_mesh(eg_serializer *serializer, eg_mesh *mesh);

/* Rank 0 sends the bytes to a rank, or, where `status` is not EG_OK, tells it that nothing comes; gives the
 * status. */
eg_status eg_serialized_send(const eg_comm *comm, int rank, const char *bytes, int64_t length,
                             eg_status status);
/* The rank receives them, or nothing: *bytes is NULL then. The caller owns *bytes. */
eg_status eg_serialized_receive(eg_context *context, const eg_comm *comm, char **bytes, int64_t *length);

#endif
