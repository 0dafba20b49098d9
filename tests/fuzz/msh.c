/* Fuzz target of the Gmsh reader: any bytes give a mesh or a message, and leave no memory held.
 * Words of the format for libFuzzer's -dict are in msh.dict. */
#include "fuzz.h"

#include <stdlib.h>

#include "mesh/mesh.h"

static const char *bytes_of(const uint8_t *data)
{
    return data ? (const char *)data : "";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_mesh *mesh;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 0;
    eg_status status =
        eg_mesh_read_gmsh_memory(context, "fuzz.msh", bytes_of(data), (int64_t)size, &mesh);
    if (status != EG_OK && status != EG_MESH)
        abort();
    if (status == EG_OK)
        for (int64_t cell = 0; cell < mesh->cells; cell++) /* every centroid is in a cell */
            if (eg_mesh_locate(mesh, mesh->centroid[cell]) < 0)
                abort();
    eg_mesh_destroy(&mesh);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
