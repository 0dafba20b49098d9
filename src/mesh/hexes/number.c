/* The numbers of the nodes of spectral elements: vertices, edges, faces and insides by first use. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

void eg_hex_nodes_destroy(eg_hex_nodes **nodes)
{
    if (!nodes || !*nodes)
        return;
    EG_FREE(&(*nodes)->of_vertex, &(*nodes)->of_edge, &(*nodes)->of_face, &(*nodes)->of_element,
            &(*nodes)->ghost, &(*nodes)->first_of, &(*nodes)->begin, &(*nodes)->list, nodes);
}

/* Entities are numbered by first use, so that a new one is the next: takes those of an element, of which
 * *seen have been taken before. */
static void take_entities(const int32_t *entity, int count, int64_t own, int64_t *seen, int32_t *of,
                          int64_t *next)
{
    for (int i = 0; i < count; i++) {
        assert(entity[i] <= *seen);
        if (entity[i] < *seen)
            continue;
        of[(*seen)++] = (int32_t)*next;
        *next += own;
    }
}

/* How many vertices, edges and faces elements have taken. */
typedef struct entities {
    int64_t vertices, edges, faces;
} entities;

typedef struct numbering {
    const eg_hexes *mesh;
    eg_hex_nodes *nodes;
    entities *seen; /* [parts + 1] before the elements of a part */
} numbering;

static int64_t end_of_entities(const int32_t *entity, int count, int64_t end)
{
    for (int i = 0; i < count; i++)
        end = eg_max_i64(end, entity[i] + 1);
    return end;
}

static eg_status see_part(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    const eg_hexes *mesh = n->mesh;
    entities seen = {0};
    for (int64_t e = from; e < to; e++) {
        seen.vertices = end_of_entities(mesh->vertex[e], EG_HEX_VERTICES, seen.vertices);
        seen.edges = end_of_entities(mesh->edge[e], EG_HEX_EDGES, seen.edges);
        seen.faces = end_of_entities(mesh->face[e], EG_HEX_FACES, seen.faces);
    }
    n->seen[part + 1] = seen;
    return EG_OK;
}

/* The entities that come before a part, and so the nodes before it. */
static eg_status number_part(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    const eg_hexes *mesh = n->mesh;
    eg_hex_nodes *nodes = n->nodes;
    entities seen = n->seen[part];
    int64_t inner = nodes->degree - 1;
    int64_t next = seen.vertices + inner * (seen.edges + inner * (seen.faces + inner * from));
    for (int64_t e = from; e < to; e++) {
        nodes->begin[e] = (int32_t)next;
        take_entities(mesh->vertex[e], EG_HEX_VERTICES, 1, &seen.vertices, nodes->of_vertex, &next);
        take_entities(mesh->edge[e], EG_HEX_EDGES, inner, &seen.edges, nodes->of_edge, &next);
        take_entities(mesh->face[e], EG_HEX_FACES, inner * inner, &seen.faces, nodes->of_face, &next);
        nodes->of_element[e] = (int32_t)next;
        next += inner * inner * inner;
    }
    return EG_OK;
}

static eg_status number_entities(const eg_hexes *mesh, eg_hex_nodes *nodes)
{
    enum { LEAST = 256 };
    eg_context *context = mesh->base.context;
    int parts = eg_parts(context, mesh->base.held, LEAST);
    EG_SCRATCH entities *seen = NULL;
    EG_TRY(eg_alloc(context, parts + 1, sizeof *seen, &seen));
    numbering n = {.mesh = mesh, .nodes = nodes, .seen = seen};
    EG_TRY(eg_in_parts(context, parts, mesh->base.held, see_part, &n));
    for (int p = 1; p <= parts; p++) {
        seen[p].vertices = eg_max_i64(seen[p].vertices, seen[p - 1].vertices);
        seen[p].edges = eg_max_i64(seen[p].edges, seen[p - 1].edges);
        seen[p].faces = eg_max_i64(seen[p].faces, seen[p - 1].faces);
    }
    return eg_in_parts(context, parts, mesh->base.held, number_part, &n);
}

eg_status eg_hex_nodes_create(const eg_hexes *mesh, int degree, eg_hex_nodes **nodes)
{
    assert(degree >= 1 && degree <= EG_HEX_DEGREE);
    int64_t inner = degree - 1;
    int64_t count = mesh->vertices + inner * mesh->edges + inner * inner * mesh->faces +
                    inner * inner * inner * mesh->base.held;
    EG_ENDS_WITH(eg_hex_nodes_destroy) eg_hex_nodes *made = NULL;
    *nodes = NULL;
    if (count > INT32_MAX)
        return eg_fail(mesh->base.context, EG_MESH,
                       "%s: %lld elements have %lld nodes of degree %d; at most %d fit: take a lower degree "
                       "or a coarser mesh",
                       mesh->base.origin, (long long)mesh->base.held, (long long)count, degree, INT32_MAX);
    EG_TRY(eg_alloc(mesh->base.context, 1, sizeof *made, &made));
    *made = (eg_hex_nodes){
        .context = mesh->base.context, .degree = degree, .nodes = count, .own = count, .all = count};
    EG_TRY(EG_ALLOC(mesh->base.context, EG_BLOCK(mesh->vertices, made->of_vertex),
                    EG_BLOCK(mesh->edges, made->of_edge), EG_BLOCK(mesh->faces, made->of_face),
                    EG_BLOCK(mesh->base.held, made->begin), EG_BLOCK(mesh->base.held, made->of_element)));
    EG_TRY(number_entities(mesh, made));
    return eg_hand_over(&made, nodes);
}
