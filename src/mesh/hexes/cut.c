/* The part of one rank: which elements it has, what these consist of, and the numbers of nodes in it. */
#include "mesh/hexes/internal.h"

#include <string.h>

enum { FAR = 255 }; /* the layer of an element that is not in the part */

typedef struct cut {
    eg_context *context;
    const eg_hexes *whole;
    const eg_hex_nodes *nodes; /* of the whole */
    int64_t first, last;       /* nodes that the rank owns */
    uint8_t *ghost_layer;      /* [elements of the whole] */
    int32_t *number;           /* [elements of the whole] in the part, -1: not there */
    int64_t *element;          /* [elements] the other way */
    int64_t elements;
    eg_hexes *mesh;
    eg_hex_nodes *part_nodes;
} cut;

/* ---- elements ---- */

/* Whether one of `width` nodes from `first` on is the rank's. */
static bool has_own(const cut *c, int64_t first, int64_t width)
{
    return width > 0 && first < c->last && first + width > c->first;
}

static bool touches(const cut *c, int64_t e)
{
    const eg_hexes *mesh = c->whole;
    const eg_hex_nodes *n = c->nodes;
    int64_t inner = n->degree - 1;
    bool found = has_own(c, n->of_element[e], inner * inner * inner);
    for (int i = 0; i < EG_HEX_VERTICES; i++)
        found = found || has_own(c, n->of_vertex[mesh->vertex[e][i]], 1);
    for (int i = 0; i < EG_HEX_EDGES; i++)
        found = found || has_own(c, n->of_edge[mesh->edge[e][i]], inner);
    for (int i = 0; i < EG_HEX_FACES; i++)
        found = found || has_own(c, n->of_face[mesh->face[e][i]], inner * inner);
    return found;
}

/* The first node that is new in it is the rank's; without one, the node that is new next, at the end the last. */
static bool is_own(const cut *c, int64_t e)
{
    int64_t begin = eg_min_i64(c->nodes->begin[e], c->nodes->nodes - 1);
    return begin >= c->first && begin < c->last;
}

/* The next layer: what has a vertex of this one. */
static void add_ghost_layer(cut *c, int ghost_layer, uint8_t *vertex)
{
    const eg_hexes *mesh = c->whole;
    memset(vertex, 0, (size_t)mesh->vertices);
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int i = 0; i < EG_HEX_VERTICES && c->ghost_layer[e] == ghost_layer; i++)
            vertex[mesh->vertex[e][i]] = 1;
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int i = 0; i < EG_HEX_VERTICES; i++)
            if (c->ghost_layer[e] == FAR && vertex[mesh->vertex[e][i]])
                c->ghost_layer[e] = (uint8_t)(ghost_layer + 1);
}

static eg_status add_ghost_layers(cut *c, int ghost_layers)
{
    uint8_t *vertex;
    EG_TRY(eg_alloc(c->context, c->whole->vertices, 1, &vertex));
    for (int ghost_layer = 0; ghost_layer < ghost_layers; ghost_layer++)
        add_ghost_layer(c, ghost_layer, vertex);
    eg_free(c->context, &vertex);
    return EG_OK;
}

static eg_status choose_elements(cut *c, int ghost_layers)
{
    int64_t all = c->whole->base.held;
    EG_TRY(eg_alloc(c->context, all, 1, &c->ghost_layer));
    EG_TRY(eg_alloc(c->context, all, sizeof *c->number, &c->number));
    for (int64_t e = 0; e < all; e++)
        c->ghost_layer[e] = c->last > c->first && (is_own(c, e) || touches(c, e)) ? 0 : FAR;
    EG_TRY(add_ghost_layers(c, ghost_layers));
    for (int64_t e = 0; e < all; e++)
        c->number[e] = c->ghost_layer[e] == FAR ? -1 : (int32_t)c->elements++;
    EG_TRY(eg_alloc(c->context, c->elements, sizeof *c->element, &c->element));
    for (int64_t e = 0; e < all; e++)
        if (c->number[e] >= 0)
            c->element[c->number[e]] = e;
    return EG_OK;
}

static eg_status fill_part(cut *c)
{
    eg_hexes_part *part;
    eg_mesh *base = &c->mesh->base;
    base->all = c->whole->base.held;
    EG_TRY(eg_alloc(c->context, 1, sizeof *part, &c->mesh->part));
    part = c->mesh->part;
    EG_TRY(eg_alloc(c->context, c->elements, sizeof *part->number, &part->number));
    EG_TRY(eg_alloc(c->context, c->elements, sizeof *part->ghost_layer, &part->ghost_layer));
    for (int64_t i = 0; i < c->elements; i++) {
        int64_t e = c->element[i];
        part->number[i] = e;
        part->ghost_layer[i] = c->ghost_layer[e];
        c->mesh->elements_of_kind[eg_hexes_kind(c->whole, e)]++;
        if (c->last == c->first || !is_own(c, e))
            continue;
        if (base->own++ == 0) {
            base->before = e;
            base->own_first = i;
        }
    }
    base->held = c->elements;
    return EG_OK;
}

/* ---- what elements consist of ---- */

/* Numbers anew, in their order, the entities that the part's elements have: of[elements of the whole][width]
 * are their numbers in the whole, of which there are `all`. *kept[*count] becomes the entities,
 * (*own)[elements][width] their new numbers. */
static eg_status keep_entities(cut *c, const int32_t *of, int64_t width, int64_t all,
                               int64_t *count, int32_t **kept, void *own)
{
    int32_t *number, *to;
    *count = 0;
    EG_TRY(eg_alloc(c->context, all, sizeof *number, &number));
    for (int64_t i = 0; i < c->elements; i++)
        for (int64_t k = 0; k < width; k++)
            number[of[c->element[i] * width + k]] = 1;
    for (int64_t i = 0; i < all; i++)
        *count += number[i];
    eg_status status = eg_alloc(c->context, *count, sizeof **kept, kept);
    if (status == EG_OK)
        status = eg_alloc(c->context, c->elements * width, sizeof *to, own);
    if (status == EG_OK) {
        int32_t next = 0;
        to = *(int32_t **)own;
        for (int64_t i = 0; i < all; i++)
            if (number[i]) {
                (*kept)[next] = (int32_t)i;
                number[i] = next++;
            }
        for (int64_t i = 0; i < c->elements; i++)
            for (int64_t k = 0; k < width; k++)
                to[i * width + k] = number[of[c->element[i] * width + k]];
    }
    eg_free(c->context, &number);
    return status;
}

/* What is known of elements one by one: rows of `bytes`. */
static eg_status keep_rows(cut *c, const void *from, size_t bytes, void *to)
{
    EG_TRY(eg_alloc(c->context, c->elements, bytes, to));
    char *row = *(char **)to;
    for (int64_t i = 0; i < c->elements; i++)
        memcpy(row + (size_t)i * bytes, (const char *)from + (size_t)c->element[i] * bytes, bytes);
    return EG_OK;
}

#define KEEP(array) EG_TRY(keep_rows(c, c->whole->array, sizeof *c->whole->array, &c->mesh->array))

/* A face by the elements of the part; where the first of its two is not there, the second takes its place. */
static void fill_face(cut *c, int64_t face, int64_t from)
{
    const eg_hexes *whole = c->whole;
    eg_hexes *mesh = c->mesh;
    int at = 0;
    mesh->face_boundary[face] = whole->face_boundary[from];
    mesh->face_element[face][1] = -1;
    for (int k = 0; k < 2; k++) {
        int32_t element = whole->face_element[from][k];
        if (element < 0 || c->number[element] < 0)
            continue;
        mesh->face_element[face][at] = c->number[element];
        mesh->face_side[face][at++] = whole->face_side[from][k];
    }
}

static eg_status fill_faces(cut *c, int32_t **kept)
{
    eg_hexes *mesh = c->mesh;
    EG_TRY(keep_entities(c, c->whole->face[0], EG_HEX_FACES, c->whole->faces, &mesh->faces, kept,
                         &mesh->face));
    EG_TRY(eg_alloc(c->context, mesh->faces, sizeof *mesh->face_element, &mesh->face_element));
    EG_TRY(eg_alloc(c->context, mesh->faces, sizeof *mesh->face_side, &mesh->face_side));
    EG_TRY(eg_alloc(c->context, mesh->faces, sizeof *mesh->face_boundary, &mesh->face_boundary));
    for (int64_t i = 0; i < mesh->faces; i++)
        fill_face(c, i, (*kept)[i]);
    return EG_OK;
}

static eg_status fill_points(cut *c)
{
    eg_hexes *mesh = c->mesh;
    int32_t *kept = NULL;
    eg_status status;
    EG_TRY_GOTO(keep_entities(c, c->whole->point, hex_cube(mesh->base.degree + 1), c->whole->points,
                              &mesh->points, &kept, &mesh->point));
    EG_TRY_GOTO(eg_alloc(c->context, mesh->points, sizeof *mesh->x, &mesh->x));
    for (int64_t i = 0; i < mesh->points; i++)
        memcpy(mesh->x[i], c->whole->x[kept[i]], sizeof *mesh->x);
done:
    eg_free(c->context, &kept);
    return status;
}

static eg_status fill_mesh(cut *c)
{
    const eg_hexes *whole = c->whole;
    eg_hexes *mesh = c->mesh;
    EG_TRY(eg_mesh_copy_head(&whole->base, &mesh->base));
    KEEP(base.region);
    KEEP(base.source);
    KEEP(base.centroid);
    KEEP(edge_orientation);
    KEEP(face_orientation);
    return fill_points(c);
}

/* ---- nodes ---- */

static eg_status open_entity_kind(cut *c, const int32_t *kept, int64_t count, int64_t width,
                                  const int32_t *of_whole, int32_t **of, hex_entities *kind)
{
    EG_TRY(eg_alloc(c->context, count, sizeof **of, of));
    for (int64_t i = 0; i < count; i++)
        (*of)[i] = of_whole[kept ? kept[i] : c->element[i]];
    *kind = (hex_entities){.count = width > 0 ? count : 0, .width = width, .of = *of};
    return EG_OK;
}

static eg_status fill_nodes(cut *c, const int32_t *vertex, const int32_t *edge, const int32_t *face)
{
    const eg_hex_nodes *whole = c->nodes;
    eg_hex_nodes *nodes = c->part_nodes;
    eg_hexes *mesh = c->mesh;
    int64_t inner = whole->degree - 1;
    hex_entities kinds[4];
    *nodes = (eg_hex_nodes){.context = c->context,
                            .degree = whole->degree,
                            .own = c->last - c->first,
                            .all = whole->nodes,
                            .first = c->first};
    EG_TRY(open_entity_kind(c, vertex, mesh->vertices, 1, whole->of_vertex, &nodes->of_vertex,
                            &kinds[0]));
    EG_TRY(
        open_entity_kind(c, edge, mesh->edges, inner, whole->of_edge, &nodes->of_edge, &kinds[1]));
    EG_TRY(open_entity_kind(c, face, mesh->faces, inner * inner, whole->of_face, &nodes->of_face,
                            &kinds[2]));
    EG_TRY(open_entity_kind(c, NULL, mesh->base.held, inner * inner * inner, whole->of_element,
                            &nodes->of_element, &kinds[3]));
    EG_TRY(keep_rows(c, whole->begin, sizeof *whole->begin, &nodes->begin));
    return eg_hex_number_part(nodes, kinds, 4);
}

/* ---- all of it ---- */

static eg_status make(cut *c, int ghost_layers)
{
    const eg_hexes *whole = c->whole;
    int32_t *vertex = NULL, *edge = NULL, *face = NULL;
    eg_status status;
    EG_TRY_GOTO(choose_elements(c, ghost_layers));
    EG_TRY_GOTO(fill_part(c));
    EG_TRY_GOTO(fill_mesh(c));
    EG_TRY_GOTO(keep_entities(c, whole->vertex[0], EG_HEX_VERTICES, whole->vertices,
                              &c->mesh->vertices, &vertex, &c->mesh->vertex));
    EG_TRY_GOTO(keep_entities(c, whole->edge[0], EG_HEX_EDGES, whole->edges, &c->mesh->edges, &edge,
                              &c->mesh->edge));
    EG_TRY_GOTO(fill_faces(c, &face));
    EG_TRY_GOTO(fill_nodes(c, vertex, edge, face));
    if (c->elements > 0)
        status = eg_hexes_box_elements(c->mesh);
done:
    eg_free(c->context, &vertex);
    eg_free(c->context, &edge);
    eg_free(c->context, &face);
    return status;
}

eg_status eg_hexes_cut(const eg_hexes *mesh, const eg_hex_nodes *nodes, int ranks, int rank,
                       int ghost_layers, eg_hexes **part, eg_hex_nodes **part_nodes)
{
    cut c = {.context = mesh->base.context, .whole = mesh, .nodes = nodes};
    assert(!mesh->part && ghost_layers < FAR);
    eg_partition_range(nodes->nodes, ranks, rank, &c.first, &c.last);
    eg_status status = eg_alloc(c.context, 1, sizeof *c.mesh, &c.mesh);
    if (status == EG_OK) {
        eg_mesh_begin(c.context, &eg_hexes_class, &c.mesh->base);
        status = eg_alloc(c.context, 1, sizeof *c.part_nodes, &c.part_nodes);
    }
    if (status == EG_OK) {
        c.part_nodes->context = c.context;
        status = make(&c, ghost_layers);
    }
    eg_free(c.context, &c.ghost_layer);
    eg_free(c.context, &c.number);
    eg_free(c.context, &c.element);
    if (status != EG_OK) {
        eg_hexes_destroy(&c.mesh);
        eg_hex_nodes_destroy(&c.part_nodes);
    }
    *part = c.mesh;
    *part_nodes = c.part_nodes;
    return status;
}
