/* Fuzz target of the Gmsh readers, of the plane and of hexahedra: any bytes give a mesh or a message, and
 * leave no memory held. Words of the format for libFuzzer's -dict are in msh.dict. */
#include "fuzz.h"

#include <stdlib.h>

#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"

static const char *bytes_of(const uint8_t *data)
{
    return data ? (const char *)data : "";
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* The nodes of each element of degree 2 are there, and a point is found or not. */
static void use_hexes(eg_hexes *mesh)
{
    eg_hex_nodes *nodes;
    int32_t node[27];
    double x[3], at[3];
    require(eg_hex_nodes_create(mesh, 2, &nodes) == EG_OK);
    for (int64_t e = 0; e < mesh->base.held; e++) {
        eg_hex_element_nodes(mesh, nodes, e, node);
        for (int i = 0; i < 27; i++)
            require(node[i] >= 0 && node[i] < nodes->nodes);
    }
    eg_hexes_map(mesh, 0, (const double[3]){0.0, 0.0, 0.0}, x, NULL);
    require(eg_hexes_locate(mesh, x, at) < mesh->base.held);
    eg_hex_nodes_destroy(&nodes);
}

static void read_hexes(eg_context *context, const uint8_t *data, size_t size)
{
    eg_hexes *mesh;
    eg_status status = eg_hexes_read_gmsh_memory(context, "fuzz.msh", bytes_of(data), (int64_t)size, &mesh);
    require(status == EG_OK || status == EG_MESH);
    if (status == EG_OK)
        use_hexes(mesh);
    eg_hexes_destroy(&mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_plane *mesh;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 0;
    eg_status status = eg_plane_read_gmsh_memory(context, "fuzz.msh", bytes_of(data), (int64_t)size, &mesh);
    if (status != EG_OK && status != EG_MESH)
        abort();
    if (status == EG_OK)
        for (int64_t cell = 0; cell < mesh->base.own; cell++) /* every centroid is in a cell */
            if (eg_plane_locate(mesh, mesh->base.centroid[cell]) < 0)
                abort();
    eg_plane_destroy(&mesh);
    read_hexes(context, data, size);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
