/* The finished mesh of hexahedra: destroying it, asking it. */
#include "base/buckets.h"
#include "mesh/hexes/internal.h"

static void destroy_hexes(eg_mesh *mesh)
{
    eg_hexes *m = (eg_hexes *)mesh;
    EG_FREE(&m->x, &m->point, &m->vertex, &m->edge, &m->face, &m->edge_orientation, &m->face_orientation,
            &m->face_element, &m->face_side, &m->face_boundary);
    eg_hex_nodes_destroy(&m->nodes);
    if (m->part)
        EG_FREE(&m->part->number, &m->part->ghost_layer, &m->part);
    eg_mesh_free(mesh);
}

void eg_hexes_destroy(eg_hexes **mesh)
{
    if (!mesh || !*mesh)
        return;
    eg_mesh *base = &(*mesh)->base;
    *mesh = NULL;
    eg_mesh_destroy(&base);
}

/* Faces that are looked for. */
typedef struct wanted_faces {
    const eg_hexes *mesh;
    int boundary;
    bool own;
    const int32_t *block; /* where to look */
} wanted_faces;

/* Most blocks of faces have none of a boundary: these are passed over whole. */
enum { BLOCK = 64 };

static bool has_face(const void *with, int64_t block)
{
    const wanted_faces *wanted = with;
    int64_t first = eg_min_i64(block * BLOCK, wanted->mesh->faces - BLOCK);
    if (first < 0)
        return true;
    const int32_t *boundary = &wanted->mesh->face_boundary[first];
    int has = 0;
    for (int i = 0; i < BLOCK; i++) /* as many as are known to the compiler */
        has |= boundary[i] == wanted->boundary;
    return has;
}

/* Face i of the blocks. */
static int64_t face_of_blocks(const wanted_faces *wanted, int64_t i)
{
    return wanted->block[i / BLOCK] * (int64_t)BLOCK + i % BLOCK;
}

static bool is_wanted_face(const void *with, int64_t i)
{
    const wanted_faces *wanted = with;
    const eg_hexes *mesh = wanted->mesh;
    int64_t face = face_of_blocks(wanted, i);
    if (face >= mesh->faces || mesh->face_boundary[face] != wanted->boundary)
        return false;
    int64_t element = mesh->face_element[face][0], first = mesh->base.own_first;
    return eg_hexes_ghost_layer(mesh, element) == 0 &&
           (!wanted->own || (element >= first && element < eg_mesh_own_end(&mesh->base)));
}

eg_status eg_hexes_list_faces(const eg_hexes *mesh, int boundary, bool own, int32_t **face, int64_t *count)
{
    eg_context *context = mesh->base.context;
    wanted_faces wanted = {.mesh = mesh, .boundary = boundary, .own = own};
    int64_t blocks;
    EG_SCRATCH int32_t *block = NULL;
    EG_TRY(eg_list_numbers(context, eg_ceil_div(mesh->faces, BLOCK), has_face, &wanted, &block, &blocks));
    wanted.block = block;
    EG_TRY(eg_list_numbers(context, blocks * BLOCK, is_wanted_face, &wanted, face, count));
    for (int64_t i = 0; i < *count; i++)
        (*face)[i] = (int32_t)face_of_blocks(&wanted, (*face)[i]);
    return EG_OK;
}

/* ---- as a mesh of any class */

static void map(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                double jacobian[3][3])
{
    eg_hexes_map((const eg_hexes *)mesh, cell, reference, x, jacobian);
}

static int64_t locate(const eg_mesh *mesh, const double x[3], double reference[3])
{
    return eg_hexes_locate((const eg_hexes *)mesh, x, reference);
}

static int64_t whole_number(const eg_mesh *mesh, int64_t cell)
{
    const eg_hexes_part *part = ((const eg_hexes *)mesh)->part;
    return part ? part->number[cell] : cell;
}

static eg_status check_conforming(const eg_mesh *mesh, const bool *slit)
{
    return eg_hexes_check_conforming((const eg_hexes *)mesh, slit);
}

static eg_status join(eg_mesh *mesh, int boundary_a, int boundary_b, double shift[3])
{
    return eg_hexes_join((eg_hexes *)mesh, boundary_a, boundary_b, shift);
}

static uint64_t hash(const eg_mesh *mesh)
{
    const eg_hexes *m = (const eg_hexes *)mesh;
    int64_t side = mesh->degree + 1, points = side * side * side;
    uint64_t hash = eg_hash64(m->x, m->points * (int64_t)sizeof *m->x, 0);
    hash = eg_hash64(m->point, mesh->held * points * (int64_t)sizeof *m->point, hash);
    hash = eg_hash64(mesh->region, mesh->held * (int64_t)sizeof *mesh->region, hash);
    return eg_hash64(m->face_boundary, m->faces * (int64_t)sizeof *m->face_boundary, hash);
}

#define HEX_GROUP(KIND) [KIND] = {.shape = EG_SHAPE_HEXAHEDRON, .kind = (KIND)}

const eg_mesh_class eg_hexes_class = {
    .name = "hexes",
    .dimension = 3,
    .groups = EG_HEX_KINDS,
    .group = {HEX_GROUP(EG_HEX_PARALLELEPIPED), HEX_GROUP(EG_HEX_TRILINEAR), HEX_GROUP(EG_HEX_CURVED)},
    .destroy = destroy_hexes,
    .map = map,
    .locate = locate,
    .whole_number = whole_number,
    .check_conforming = check_conforming,
    .join = join,
    .hash = hash,
    .create_cutter = eg_hexes_create_cutter,
    .cut = eg_hexes_cut,
    .destroy_cutter = eg_hexes_destroy_cutter,
    .create_part = eg_hexes_create_part,
    .serialize = eg_hexes_serialize,
    .box_cells = eg_hexes_box_cells};
