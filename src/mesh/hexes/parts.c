/* The numbers of nodes in a part of a mesh: when it is cut, and of lower degrees. */
#include "mesh/hexes/internal.h"

/* ---- a part */

/* The kind whose next entity has the lowest nodes; NULL at the end. */
static hex_entities *lowest(hex_entities *kinds, int count)
{
    hex_entities *found = NULL;
    for (int s = 0; s < count; s++)
        if (kinds[s].at < kinds[s].count && (!found || kinds[s].of[kinds[s].at] < found->of[found->at]))
            found = &kinds[s];
    return found;
}

/* Walks along all nodes of the part in their order: those before the rank's own, its own, those behind. Nodes
 * of one entity follow each other, and own ones begin with 0: so those before come behind those behind, and
 * entities that reach from one into the other go on at 0. */
eg_status eg_hex_number_part(eg_hex_nodes *nodes, hex_entities *kinds, int count)
{
    int64_t total = 0, before = 0, at = 0;
    for (int s = 0; s < count; s++)
        for (int64_t i = 0; i < kinds[s].count; i++) {
            total += kinds[s].width;
            before += eg_max_i64(0, eg_min_i64(kinds[s].width, nodes->first - kinds[s].of[i]));
        }
    nodes->nodes = total;
    EG_TRY(eg_alloc(nodes->context, total - nodes->own, sizeof *nodes->ghost, &nodes->ghost));
    for (hex_entities *kind; (kind = lowest(kinds, count));) {
        int64_t in_whole = kind->of[kind->at];
        kind->of[kind->at++] = (int32_t)(at < before ? at + total - before : at - before);
        for (int64_t i = 0; i < kind->width; i++, at++) {
            int64_t number = at < before ? at + total - before : at - before;
            assert(number < total);
            if (number >= nodes->own)
                nodes->ghost[number - nodes->own] = (int32_t)(in_whole + i);
            assert(number >= nodes->own || nodes->first + number == in_whole + i);
        }
    }
    return EG_OK;
}

/* ---- a lower degree */

/* Vertices, edges, faces, insides: how many there are, and their first nodes. */
enum { ENTITY_KINDS = 4 };
static void list_entity_kinds(const eg_hexes *mesh, const eg_hex_nodes *nodes,
                              hex_entities kinds[ENTITY_KINDS])
{
    int64_t inner = nodes->degree - 1;
    kinds[0] = (hex_entities){.count = mesh->vertices, .width = 1, .of = nodes->of_vertex};
    kinds[1] = (hex_entities){.count = mesh->edges, .width = inner, .of = nodes->of_edge};
    kinds[2] = (hex_entities){.count = mesh->faces, .width = inner * inner, .of = nodes->of_face};
    kinds[3] =
        (hex_entities){.count = mesh->base.held, .width = inner * inner * inner, .of = nodes->of_element};
}

void eg_hex_mark_lower(const eg_hexes *mesh, const eg_hex_nodes *nodes, int degree, uint8_t *used)
{
    const eg_hex_nodes lower = {.degree = degree};
    hex_entities kinds[ENTITY_KINDS], few[ENTITY_KINDS];
    assert(degree > 1 && degree <= nodes->degree);
    list_entity_kinds(mesh, nodes, kinds);
    list_entity_kinds(mesh, &lower, few);
    for (int s = 0; s < ENTITY_KINDS; s++)
        for (int64_t i = 0; i < kinds[s].count; i++)
            for (int32_t k = 0; k < few[s].width; k++)
                used[eg_hex_node_behind(nodes, kinds[s].of[i], k)] = 1;
}

/* The number of the first node that is new in an element: its inside is. */
static int32_t first_new(const eg_hexes *mesh, const eg_hex_nodes *nodes, const int32_t *number, int64_t e)
{
    int32_t least = number[nodes->of_element[e]];
#define LOOK(count, of, entity)                                                                              \
    for (int i = 0; i < (count); i++) {                                                                      \
        int32_t node = nodes->of[mesh->entity[e][i]];                                                        \
        if (eg_hex_is_first(nodes, e, node) && number[node] < least)                                         \
            least = number[node];                                                                            \
    }
    LOOK(EG_HEX_VERTICES, of_vertex, vertex)
    LOOK(EG_HEX_EDGES, of_edge, edge)
    LOOK(EG_HEX_FACES, of_face, face)
#undef LOOK
    return least;
}

/* The first nodes in the whole, by those of the higher degree. */
static eg_status fill_first_nodes(eg_context *context, const hex_entities *higher, const int32_t *number,
                                  int32_t **of)
{
    EG_TRY(eg_alloc(context, higher->count, sizeof **of, of));
    for (int64_t i = 0; i < higher->count; i++)
        (*of)[i] = number[higher->of[i]];
    return EG_OK;
}

static eg_status fill_lower(const eg_hexes *mesh, const eg_hex_nodes *nodes, const int32_t *number,
                            eg_hex_nodes *lower)
{
    hex_entities kinds[ENTITY_KINDS];
    list_entity_kinds(mesh, nodes, kinds);
    EG_TRY(fill_first_nodes(mesh->base.context, &kinds[0], number, &lower->of_vertex));
    EG_TRY(fill_first_nodes(mesh->base.context, &kinds[1], number, &lower->of_edge));
    EG_TRY(fill_first_nodes(mesh->base.context, &kinds[2], number, &lower->of_face));
    EG_TRY(fill_first_nodes(mesh->base.context, &kinds[3], number, &lower->of_element));
    EG_TRY(eg_alloc(mesh->base.context, mesh->base.held, sizeof *lower->begin, &lower->begin));
    for (int64_t e = 0; e < mesh->base.held; e++)
        lower->begin[e] = first_new(mesh, nodes, number, e);
    list_entity_kinds(mesh, lower, kinds);
    return eg_hex_number_part(lower, kinds, ENTITY_KINDS);
}

eg_status eg_hex_nodes_lower(const eg_hexes *mesh, const eg_hex_nodes *nodes, int degree,
                             const int32_t *number, int ranks, int rank, const int64_t *first_of,
                             eg_hex_nodes **lower)
{
    EG_ENDS_WITH(eg_hex_nodes_destroy) eg_hex_nodes *made = NULL;
    *lower = NULL;
    EG_TRY(eg_alloc(mesh->base.context, 1, sizeof *made, &made));
    *made = (eg_hex_nodes){.context = mesh->base.context,
                           .degree = degree,
                           .own = first_of[rank + 1] - first_of[rank],
                           .all = first_of[ranks],
                           .first = first_of[rank]};
    EG_TRY(eg_alloc(mesh->base.context, ranks + 1, sizeof *first_of, &made->first_of));
    for (int r = 0; r <= ranks; r++)
        made->first_of[r] = first_of[r];
    EG_TRY(fill_lower(mesh, nodes, number, made));
    return eg_hand_over(&made, lower);
}

int eg_hex_nodes_owner(const eg_hex_nodes *nodes, eg_ranks ranks, int64_t node)
{
    int rank = 0;
    if (!nodes->first_of)
        return eg_partition_owner(nodes->all, EG_CHUNK, ranks, node);
    while (node >= nodes->first_of[rank + 1])
        rank++;
    return rank;
}
