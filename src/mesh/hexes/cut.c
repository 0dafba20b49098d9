/* The part of one rank: which elements it has, what these consist of, and the numbers of nodes in it. */
#include "base/search.h"
#include "mesh/hexes/internal.h"
#include "mesh/selection.h"

#include <string.h>

typedef struct hex_cutter {
    eg_cutter base; /* first */
    const eg_hexes *whole;
    const eg_hex_nodes *nodes; /* of the whole */
    int ghost_layers;
    int64_t *first_at; /* [vertices + 1] in at[] */
    int32_t *at;       /* the elements that have each vertex */
    uint8_t *layer;    /* [elements of the whole] of those that are selected */
    eg_selection element, vertex, edge, face, point;
    int64_t first, last; /* the part that is being cut: nodes that the rank owns */
    eg_hexes *mesh;
} hex_cutter;

/* ---- elements ---- */

/* Whether one of `width` nodes from `first` on is the rank's. */
static bool has_own_node(const hex_cutter *c, int64_t first, int64_t width)
{
    return width > 0 && first < c->last && first + width > c->first;
}

static bool touches(const hex_cutter *c, int64_t e)
{
    const eg_hexes *mesh = c->whole;
    const eg_hex_nodes *n = c->nodes;
    int64_t inner = n->degree - 1;
    bool found = has_own_node(c, n->of_element[e], inner * inner * inner);
    for (int i = 0; i < EG_HEX_VERTICES; i++)
        found = found || has_own_node(c, n->of_vertex[mesh->vertex[e][i]], 1);
    for (int i = 0; i < EG_HEX_EDGES; i++)
        found = found || has_own_node(c, n->of_edge[mesh->edge[e][i]], inner);
    for (int i = 0; i < EG_HEX_FACES; i++)
        found = found || has_own_node(c, n->of_face[mesh->face[e][i]], inner * inner);
    return found;
}

/* The node that decides who owns an element: the first that is new in it; without one, the node that is new
 * next, at the end the last. It ascends with the elements. */
static int64_t deciding_node(const hex_cutter *c, int64_t e)
{
    return eg_min_i64(c->nodes->begin[e], c->nodes->nodes - 1);
}

/* The first element whose deciding node is not below `node`. */
static int64_t first_element_at(const hex_cutter *c, int64_t node)
{
    return EG_SEARCH(e, 0, c->whole->base.held, deciding_node(c, e) < node);
}

static eg_status select_element(hex_cutter *c, int64_t e, int layer)
{
    if (c->element.number[e] >= 0)
        return EG_OK;
    c->layer[e] = (uint8_t)layer;
    return eg_selection_add(c->base.context, &c->element, e);
}

/* The neighbours by vertices of an element: all of them, or those that have a node of the rank. */
static eg_status add_neighbours(hex_cutter *c, int64_t e, int layer)
{
    for (int i = 0; i < EG_HEX_VERTICES; i++) {
        int32_t vertex = c->whole->vertex[e][i];
        for (int64_t k = c->first_at[vertex]; k < c->first_at[vertex + 1]; k++)
            if (layer > 0 || touches(c, c->at[k]))
                EG_TRY(select_element(c, c->at[k], layer));
    }
    return EG_OK;
}

/* A node of the rank is new in one of its own elements, or in the element before these: elements that have it
 * have a vertex of that one. */
static eg_status choose_elements(hex_cutter *c)
{
    int64_t first = first_element_at(c, c->first), last = first_element_at(c, c->last), from = 0;
    if (c->first == c->last)
        return EG_OK;
    for (int64_t e = first; e < last; e++)
        EG_TRY(select_element(c, e, 0));
    for (int64_t e = eg_max_i64(0, first - 1); e < last; e++)
        EG_TRY(add_neighbours(c, e, 0));
    for (int layer = 1; layer <= c->ghost_layers; layer++) {
        int64_t end = c->element.count;
        for (; from < end; from++)
            EG_TRY(add_neighbours(c, c->element.item[from], layer));
    }
    eg_selection_number(&c->element, 0);
    return EG_OK;
}

static eg_status fill_part_elements(hex_cutter *c)
{
    eg_hexes_part *part = c->mesh->part;
    eg_mesh *base = &c->mesh->base;
    base->all = c->whole->base.held;
    base->held = c->element.count;
    EG_TRY(eg_alloc(c->base.context, base->held, sizeof *part->number, &part->number));
    EG_TRY(eg_alloc(c->base.context, base->held, sizeof *part->ghost_layer, &part->ghost_layer));
    for (int64_t i = 0; i < base->held; i++) {
        int64_t e = c->element.item[i];
        part->number[i] = e;
        part->ghost_layer[i] = c->layer[e];
        base->group[eg_hexes_kind(c->whole, e)].count++;
        int64_t node = deciding_node(c, e);
        if (node < c->first || node >= c->last)
            continue;
        if (base->own++ == 0) {
            base->before = e;
            base->own_first = i;
        }
    }
    return EG_OK;
}

/* ---- what elements consist of ---- */

/* Selects the entities that the part's elements have, of[elements of the whole][width], and gives their
 * numbers in the part: (*own)[elements][width]. */
static eg_status keep_entities(hex_cutter *c, const int32_t *of, int64_t width, eg_selection *entities,
                               int64_t *count, void *own)
{
    int64_t elements = c->element.count;
    int32_t *to;
    for (int64_t i = 0; i < elements; i++)
        for (int64_t k = 0; k < width; k++)
            EG_TRY(eg_selection_add(c->base.context, entities, of[c->element.item[i] * width + k]));
    eg_selection_number(entities, 0);
    *count = entities->count;
    EG_TRY(eg_alloc(c->base.context, elements * width, sizeof *to, own));
    to = *(int32_t **)own;
    for (int64_t i = 0; i < elements; i++)
        for (int64_t k = 0; k < width; k++)
            to[i * width + k] = entities->number[of[c->element.item[i] * width + k]];
    return EG_OK;
}

/* What is known of elements one by one: rows of `bytes`. */
static eg_status keep_element_rows(hex_cutter *c, const void *from, size_t bytes, void *to)
{
    EG_TRY(eg_alloc(c->base.context, c->element.count, bytes, to));
    char *row = *(char **)to;
    for (int64_t i = 0; i < c->element.count; i++)
        memcpy(row + (size_t)i * bytes, (const char *)from + (size_t)c->element.item[i] * bytes, bytes);
    return EG_OK;
}

#define KEEP(array) EG_TRY(keep_element_rows(c, c->whole->array, sizeof *c->whole->array, &c->mesh->array))

/* A face by the elements of the part; where the first of its two is not there, the second takes its place. */
static void fill_part_face(hex_cutter *c, int64_t face, int64_t from)
{
    const eg_hexes *whole = c->whole;
    eg_hexes *mesh = c->mesh;
    int at = 0;
    mesh->face_boundary[face] = whole->face_boundary[from];
    mesh->face_element[face][1] = -1;
    for (int k = 0; k < 2; k++) {
        int32_t element = whole->face_element[from][k];
        if (element < 0 || c->element.number[element] < 0)
            continue;
        mesh->face_element[face][at] = c->element.number[element];
        mesh->face_side[face][at++] = whole->face_side[from][k];
    }
}

static eg_status fill_part_faces(hex_cutter *c)
{
    eg_context *context = c->base.context;
    eg_hexes *mesh = c->mesh;
    EG_TRY(keep_entities(c, c->whole->face[0], EG_HEX_FACES, &c->face, &mesh->faces, &mesh->face));
    EG_TRY(EG_ALLOC(context, EG_BLOCK(mesh->faces, mesh->face_element),
                    EG_BLOCK(mesh->faces, mesh->face_side), EG_BLOCK(mesh->faces, mesh->face_boundary)));
    for (int64_t i = 0; i < mesh->faces; i++)
        fill_part_face(c, i, c->face.item[i]);
    return EG_OK;
}

static eg_status fill_part_mesh(hex_cutter *c)
{
    const eg_hexes *whole = c->whole;
    eg_hexes *mesh = c->mesh;
    EG_TRY(eg_mesh_copy_head(&whole->base, &mesh->base));
    KEEP(base.region);
    KEEP(base.source);
    KEEP(base.centroid);
    KEEP(edge_orientation);
    KEEP(face_orientation);
    EG_TRY(keep_entities(c, c->whole->point, hex_cube(mesh->base.degree + 1), &c->point, &mesh->points,
                         &mesh->point));
    EG_TRY(eg_alloc(c->base.context, mesh->points, sizeof *mesh->x, &mesh->x));
    for (int64_t i = 0; i < mesh->points; i++)
        memcpy(mesh->x[i], c->whole->x[c->point.item[i]], sizeof *mesh->x);
    EG_TRY(keep_entities(c, whole->vertex[0], EG_HEX_VERTICES, &c->vertex, &mesh->vertices, &mesh->vertex));
    EG_TRY(keep_entities(c, whole->edge[0], EG_HEX_EDGES, &c->edge, &mesh->edges, &mesh->edge));
    return fill_part_faces(c);
}

/* ---- nodes ---- */

static eg_status open_entity_kind(hex_cutter *c, const eg_selection *entities, int64_t width,
                                  const int32_t *of_whole, int32_t **of, hex_entities *kind)
{
    EG_TRY(eg_alloc(c->base.context, entities->count, sizeof **of, of));
    for (int64_t i = 0; i < entities->count; i++)
        (*of)[i] = of_whole[entities->item[i]];
    *kind = (hex_entities){.count = width > 0 ? entities->count : 0, .width = width, .of = *of};
    return EG_OK;
}

static eg_status fill_part_nodes(hex_cutter *c)
{
    const eg_hex_nodes *whole = c->nodes;
    eg_hex_nodes *nodes = c->mesh->nodes;
    int64_t inner = whole->degree - 1;
    hex_entities kinds[4];
    *nodes = (eg_hex_nodes){.context = c->base.context,
                            .degree = whole->degree,
                            .own = c->last - c->first,
                            .all = whole->nodes,
                            .first = c->first};
    EG_TRY(open_entity_kind(c, &c->vertex, 1, whole->of_vertex, &nodes->of_vertex, &kinds[0]));
    EG_TRY(open_entity_kind(c, &c->edge, inner, whole->of_edge, &nodes->of_edge, &kinds[1]));
    EG_TRY(open_entity_kind(c, &c->face, inner * inner, whole->of_face, &nodes->of_face, &kinds[2]));
    EG_TRY(open_entity_kind(c, &c->element, inner * inner * inner, whole->of_element, &nodes->of_element,
                            &kinds[3]));
    EG_TRY(keep_element_rows(c, whole->begin, sizeof *whole->begin, &nodes->begin));
    return eg_hex_number_part(nodes, kinds, 4);
}

/* ---- all of it ---- */

static eg_status cut_hexes(hex_cutter *c)
{
    EG_TRY(choose_elements(c));
    EG_TRY(fill_part_elements(c));
    EG_TRY(fill_part_mesh(c));
    return fill_part_nodes(c);
}

eg_status eg_hexes_cut(eg_cutter *cutter, int rank, eg_mesh **part)
{
    hex_cutter *c = (hex_cutter *)cutter;
    eg_selection *const selections[] = {&c->element, &c->vertex, &c->edge, &c->face, &c->point};
    EG_TRY(eg_hexes_create_part(c->base.context, part));
    c->mesh = (eg_hexes *)*part;
    eg_partition_range(c->nodes->nodes, EG_CHUNK, c->base.ranks, rank, &c->first, &c->last);
    eg_status status = cut_hexes(c);
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++)
        eg_selection_clear(selections[i]);
    c->mesh = NULL;
    if (status != EG_OK)
        eg_mesh_destroy(part);
    return status;
}

/* ---- the cutter ---- */

static eg_status list_elements_at_vertices(hex_cutter *c)
{
    const eg_hexes *mesh = c->whole;
    int64_t corners = mesh->base.held * EG_HEX_VERTICES;
    const int32_t *vertex = mesh->vertex[0];
    EG_TRY(EG_ALLOC(c->base.context, EG_BLOCK(mesh->vertices + 2, c->first_at), EG_BLOCK(corners, c->at)));
    for (int64_t k = 0; k < corners; k++)
        c->first_at[vertex[k] + 2]++;
    for (int64_t v = 0; v < mesh->vertices; v++)
        c->first_at[v + 2] += c->first_at[v + 1];
    for (int64_t k = 0; k < corners; k++)
        c->at[c->first_at[vertex[k] + 1]++] = (int32_t)(k / EG_HEX_VERTICES);
    return EG_OK;
}

eg_status eg_hexes_create_cutter(const eg_mesh *whole, eg_ranks ranks, const eg_mesh_cut *how,
                                 eg_cutter **cutter)
{
    EG_ENDS_WITH(eg_hexes_destroy_cutter) eg_cutter *made = NULL;
    const eg_hexes *mesh = eg_hexes_of(whole);
    eg_context *context = whole->context;
    hex_cutter *c;
    *cutter = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *c, &c));
    made = &c->base;
    *c = (hex_cutter){.base = {.context = context, .ranks = ranks},
                      .whole = mesh,
                      .nodes = mesh->nodes,
                      .ghost_layers = how->ghost_layers};
    assert(!mesh->part && mesh->nodes && how->ghost_layers < EG_HEX_GHOST_LAYERS);
    EG_TRY(list_elements_at_vertices(c));
    EG_TRY(eg_alloc(context, whole->held, sizeof *c->layer, &c->layer));
    EG_TRY(eg_selection_create(context, whole->held, &c->element));
    EG_TRY(eg_selection_create(context, mesh->vertices, &c->vertex));
    EG_TRY(eg_selection_create(context, mesh->edges, &c->edge));
    EG_TRY(eg_selection_create(context, mesh->faces, &c->face));
    EG_TRY(eg_selection_create(context, mesh->points, &c->point));
    return eg_hand_over(&made, cutter);
}

void eg_hexes_destroy_cutter(eg_cutter **cutter)
{
    if (!*cutter)
        return;
    hex_cutter *c = (hex_cutter *)*cutter;
    eg_selection *const selections[] = {&c->element, &c->vertex, &c->edge, &c->face, &c->point};
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++)
        eg_selection_free(selections[i]);
    EG_FREE(&c->first_at, &c->at, &c->layer, &c);
    *cutter = NULL;
}
