/* What rank 0 has taken from the macro mesh becomes that of all ranks. */
#include "mesh/forest/internal.h"
#include "mesh/serialize.h"

static eg_status serialize(eg_serializer *p, eg_forest *f)
{
    eg_macro *m = &f->macro;
    forest_joints *joints = &f->topology->joints;
    eg_serialize_bytes(p, &f->kind, sizeof f->kind);
    eg_serialize_bytes(p, &m->degree, sizeof m->degree);
    eg_serialize_bytes(p, &m->trees, sizeof m->trees);
    eg_serialize_bytes(p, &joints->vertices, sizeof joints->vertices);
    eg_serialize_bytes(p, &joints->edges, sizeof joints->edges);
    m->dimension = f->base.dimension;
    EG_TRY(eg_serialize_mesh(p, &f->base));
    EG_TRY(EG_SERIALIZE(p, EG_BLOCK(m->trees * (int64_t)eg_forest_tree_nodes(m), m->x),
                        EG_BLOCK(m->trees, m->region), EG_BLOCK(m->trees, m->source),
                        EG_BLOCK(m->trees, m->boundary), EG_BLOCK(m->trees, joints->link),
                        EG_BLOCK(m->trees, joints->vertex)));
    return m->dimension == 2 ? EG_OK
                             : EG_SERIALIZE(p, EG_BLOCK(m->trees, joints->edge),
                                            EG_BLOCK(m->trees, joints->edge_orientation));
}

static eg_status pack_macro(eg_forest *forest, char **bytes, int64_t *length)
{
    eg_serializer p = {.context = forest->base.context, .use = EG_SERIALIZE_MEASURE};
    EG_TRY(serialize(&p, forest));
    *length = p.at;
    EG_TRY(eg_alloc(p.context, p.at, 1, bytes));
    p = (eg_serializer){.context = p.context, .use = EG_SERIALIZE_PACK, .bytes = *bytes};
    return serialize(&p, forest);
}

/* A forest of the dimension from bytes. */
static eg_status unpack_macro(eg_context *context, int dimension, char *bytes, eg_forest **forest)
{
    eg_serializer p = {.context = context, .use = EG_SERIALIZE_UNPACK, .bytes = bytes};
    EG_TRY(eg_forest_begin(context, dimension, forest));
    return serialize(&p, *forest);
}

eg_status eg_forest_copy_macro(const eg_forest *forest, eg_forest **copy)
{
    eg_context *context = forest->base.context;
    eg_forest trees = *forest; /* without leaves; packing changes nothing */
    EG_SCRATCH char *bytes = NULL;
    int64_t length;
    trees.base.held = trees.base.own = 0;
    trees.base.partition = NULL;
    EG_TRY(pack_macro(&trees, &bytes, &length));
    return unpack_macro(context, forest->base.dimension, bytes, copy);
}

eg_status eg_forest_share_macro(eg_context *context, const eg_comm *comm, eg_forest **forest)
{
    EG_SCRATCH char *bytes = NULL;
    int64_t about[2] = {0}; /* dimension, length */
    bool first = eg_comm_rank(comm) == 0;
    if (eg_comm_size(comm) == 1)
        return EG_OK;
    eg_status status = first ? pack_macro(*forest, &bytes, &about[1]) : EG_OK;
    about[0] = first ? (*forest)->base.dimension : 0;
    eg_comm_broadcast(comm, 0, about, sizeof about);
    if (!first && about[1] > 0)
        status = eg_alloc(context, about[1], 1, &bytes);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_comm_broadcast(comm, 0, bytes, about[1]);
        status = eg_comm_agree(comm, first ? EG_OK : unpack_macro(context, (int)about[0], bytes, forest));
    }
    return status;
}
