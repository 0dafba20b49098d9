/* parcel: a part of a mesh as bytes, and on its way from rank 0 to another. One walk over all that a part has measures,
 * packs and unpacks it; the bytes are trusted, since they never come from a file. */
#ifndef EG_MESH_PARCEL_H
#define EG_MESH_PARCEL_H

#include "mesh/mesh.h"

typedef enum eg_parcel_use { EG_PARCEL_MEASURE, EG_PARCEL_PACK, EG_PARCEL_UNPACK } eg_parcel_use;

/* Each piece begins at a multiple of 8 bytes. */
typedef struct eg_parcel {
    eg_context *context;
    eg_parcel_use use;
    char *bytes;
    int64_t at;
} eg_parcel;

/* `bytes` of memory that is there already. */
void eg_parcel_carry(eg_parcel *parcel, void *data, int64_t bytes);
/* An array, which unpacking makes; a text; names. */
eg_status eg_parcel_array(eg_parcel *parcel, int64_t count, size_t size, void *address);
eg_status eg_parcel_text(eg_parcel *parcel, char **text);
eg_status eg_parcel_names(eg_parcel *parcel, int count, char ***names);

/* What is common to the parts of all meshes: its class and context are there already. */
eg_status eg_parcel_mesh(eg_parcel *parcel, eg_mesh *mesh);

/* Measures and packs what `walk` carries. The caller owns *bytes. */
eg_status eg_parcel_pack(eg_context *context, eg_status (*walk)(eg_parcel *parcel, void *part),
                         const void *part, char **bytes, int64_t *length);

/* Rank 0 sends the bytes to a rank, or, where `status` is not EG_OK, tells it that nothing comes; gives the status. */
eg_status eg_parcel_send(const eg_comm *comm, int rank, const char *bytes, int64_t length,
                         eg_status status);
/* The rank gets them, or nothing: *bytes is NULL then. The caller owns *bytes. */
eg_status eg_parcel_get(eg_context *context, const eg_comm *comm, char **bytes, int64_t *length);

#endif
