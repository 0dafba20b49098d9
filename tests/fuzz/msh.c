/* libFuzzer target of the Gmsh reader: any bytes give a mesh or a message, and leave no memory
 * held.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -Iinclude -Isrc \
 *         tests/fuzz/msh.c src/mesh/?*.c src/element/?*.c src/base/?*.c \
 *         $(pkg-config --libs libxxhash jansson) -lm -o fuzz-msh
 *     fuzz-msh -max_len=16384 -timeout=1 -rss_limit_mb=512 -dict=tests/fuzz/msh.dict NEW-FOLDER \
 *         tests/data/msh */
#include <stdint.h>
#include <stdlib.h>

#include "mesh/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
