/* Cuts out of a whole mesh, or of a window of it, the part that one rank works on: its cells, the ghosts
 * around them, and what is sent and received. */
#include "base/search.h"
#include "mesh/plane/internal.h"
#include "mesh/selection.h"

#include <stdlib.h>
#include <string.h>

/* Bonds that share cells make a chain, which has the number of one of them. */
typedef struct chained_bond {
    int64_t chain, bond;
} chained_bond;

typedef struct plane_cutter {
    eg_cutter base; /* first */
    const eg_plane *whole;
    const eg_plane_window *window; /* that `whole` is; NULL: it is a whole mesh */
    int64_t *edge;                 /* faces of boundaries that stay together */
    int64_t edges, edge_room;
    int64_t bonds;
    const int64_t (*bond)[2];
    chained_bond *chained;         /* [bonds] chain after chain */
    bool *bound;                   /* [ranks] have the cells of a chain */
    bool vertices;                 /* cells that share one are ghosts */
    bool *along;                   /* [whole->boundaries][ranks] owns cells there */
    int64_t *new_from;             /* [ranks + 1] nodes that the cells of the ranks before have */
    eg_selection cell, face, node; /* of cells the ghosts alone */
    uint64_t *pair;                /* rank << 32 | own cell: what is sent; sorted, each once */
    int64_t pairs, pair_room;
    int rank;            /* the part that is being cut */
    int64_t before;      /* cells of the whole mesh before its own ones */
    int64_t first, last; /* its own cells */
    eg_plane *part;
} plane_cutter;

/* ---- what the part has ---- */

static eg_status want_item(const plane_cutter *c, eg_selection *list, int64_t item)
{
    return eg_selection_add(c->base.context, list, item);
}

static bool is_own_cell(const plane_cutter *c, int64_t cell)
{
    return cell >= c->first && cell < c->last;
}

/* Cells of the whole mesh; the numbers that a cell and a node have there. */
static int64_t cells_of_whole(const plane_cutter *c)
{
    return c->window ? c->window->all_cells : c->whole->base.own;
}

static int64_t chunk_of_whole(const plane_cutter *c)
{
    return eg_mesh_chunk(&eg_plane_class, cells_of_whole(c));
}

static int64_t whole_cell(const plane_cutter *c, int64_t cell)
{
    return c->window ? c->window->cell_number[cell] : cell;
}

static int32_t whole_node(const plane_cutter *c, int32_t node)
{
    return c->window ? c->window->node_number[node] : node;
}

static int owner(const plane_cutter *c, int64_t cell)
{
    return eg_partition_owner(cells_of_whole(c), chunk_of_whole(c), c->base.ranks, whole_cell(c, cell));
}

/* The rank needs own cell `cell` as a ghost. */
static eg_status send_to(plane_cutter *c, int rank, int64_t cell)
{
    uint64_t pair = (uint64_t)rank << 32 | (uint32_t)(cell - c->first);
    EG_TRY(eg_reserve(c->base.context, c->pairs + 1, &c->pair_room, sizeof *c->pair, &c->pair));
    c->pair[c->pairs++] = pair;
    return EG_OK;
}

static eg_status want_face(plane_cutter *c, int64_t face)
{
    int32_t twin = c->whole->face_twin[face];
    EG_TRY(want_item(c, &c->face, face));
    return twin >= 0 ? want_item(c, &c->face, twin) : EG_OK;
}

static eg_status look_across(plane_cutter *c)
{
    const eg_plane *whole = c->whole;
    for (int64_t cell = c->first; cell < c->last; cell++)
        for (int64_t k = whole->first[cell]; k < whole->first[cell + 1]; k++) {
            int32_t other = eg_plane_neighbour(whole, whole->cell_face[k], cell);
            EG_TRY(want_face(c, whole->cell_face[k]));
            if (other < 0 || is_own_cell(c, other))
                continue;
            EG_TRY(want_item(c, &c->cell, other));
            EG_TRY(send_to(c, owner(c, other), cell));
        }
    return EG_OK;
}

/* From a corner of own cell `cell` on in one sense, until the domain ends or the corner comes again. */
static eg_status look_from(plane_cutter *c, eg_plane_corner corner, bool counter_clockwise)
{
    eg_plane_corner at = corner;
    do {
        EG_TRY(want_face(c, eg_plane_corner_face(c->whole, at, counter_clockwise)));
        if (!eg_plane_next_corner(c->whole, &at, counter_clockwise))
            return EG_OK;
        if (is_own_cell(c, at.cell))
            continue;
        EG_TRY(want_item(c, &c->cell, at.cell));
        EG_TRY(send_to(c, owner(c, at.cell), corner.cell));
    } while (at.cell != corner.cell || at.at != corner.at);
    return EG_OK;
}

static eg_status look_round_vertices(plane_cutter *c)
{
    for (int64_t cell = c->first; cell < c->last; cell++) {
        int count = (int)(c->whole->first[cell + 1] - c->whole->first[cell]);
        for (int k = 0; k < count; k++)
            for (int sense = 0; sense < 2; sense++)
                EG_TRY(look_from(c, (eg_plane_corner){cell, k}, sense == 1));
    }
    return EG_OK;
}

/* This rank and the others that are marked know a cell of one of them. */
static eg_status share_cell(plane_cutter *c, const bool *marked, int64_t cell)
{
    if (!is_own_cell(c, cell))
        return want_item(c, &c->cell, cell);
    for (int r = 0; r < c->base.ranks.count; r++)
        if (marked[r] && r != c->rank)
            EG_TRY(send_to(c, r, cell));
    return EG_OK;
}

/* All ranks that own cells along a boundary know all of these. */
static eg_status look_along_boundaries(plane_cutter *c)
{
    const eg_plane *whole = c->whole;
    for (int64_t i = 0; i < c->edges; i++) {
        const bool *along = &c->along[(int64_t)whole->face_boundary[c->edge[i]] * c->base.ranks.count];
        int32_t cell = whole->face_cell[c->edge[i]][0];
        if (!along[c->rank])
            continue;
        EG_TRY(want_face(c, c->edge[i]));
        EG_TRY(share_cell(c, along, cell));
    }
    return EG_OK;
}

/* Marks the ranks that own a cell with a vertex of this one: they have it as a ghost. */
static void mark_round_vertices(plane_cutter *c, int64_t cell)
{
    int corners = (int)(c->whole->first[cell + 1] - c->whole->first[cell]);
    for (int i = 0; i < 2 * corners; i++) {
        eg_plane_corner at = {cell, i / 2};
        while (eg_plane_next_corner(c->whole, &at, i % 2 == 1) && (at.cell != cell || at.at != i / 2))
            c->bound[owner(c, at.cell)] = true;
    }
}

enum { MOST_AROUND = 2 * (1 + EG_CELL_VERTICES) };

/* The two cells of a bond and their neighbours; marks the ranks that own one, or know a cell of the bond by
 * its boundary or its vertices. */
static int list_around(plane_cutter *c, const int64_t bond[2], int64_t *around)
{
    const eg_plane *whole = c->whole;
    int count = 0;
    for (int end = 0; end < 2; end++) {
        int64_t cell = bond[end];
        around[count++] = cell;
        if (c->vertices)
            mark_round_vertices(c, cell);
        for (int64_t k = whole->first[cell]; k < whole->first[cell + 1]; k++) {
            int32_t face = whole->cell_face[k], other = eg_plane_neighbour(whole, face, cell);
            int boundary = other >= 0 ? -1 : whole->face_boundary[face];
            if (other >= 0)
                around[count++] = other;
            /* ranks with cells along a boundary that stays together know all cells there */
            for (int r = 0; boundary >= 0 && r < c->base.ranks.count; r++)
                c->bound[r] |= c->along[(int64_t)boundary * c->base.ranks.count + r];
        }
    }
    for (int i = 0; i < count; i++)
        c->bound[owner(c, around[i])] = true;
    return count;
}

static int compare_chained(const void *left, const void *right)
{
    const chained_bond *a = left, *b = right;
    int order = (a->chain > b->chain) - (a->chain < b->chain);
    return order ? order : (a->bond > b->bond) - (a->bond < b->bond);
}

static int64_t chain_of(int64_t *parent, int64_t bond)
{
    while (parent[bond] != bond)
        bond = parent[bond] = parent[parent[bond]];
    return bond;
}

static eg_status list_chains(plane_cutter *c)
{
    EG_SCRATCH chained_bond *end = NULL;
    EG_SCRATCH int64_t *parent = NULL;
    if (c->bonds == 0)
        return EG_OK;
    EG_TRY(EG_ALLOC(c->base.context, EG_BLOCK(c->bonds, c->chained), EG_BLOCK(2 * c->bonds, end),
                    EG_BLOCK(c->bonds, parent)));
    /* Joins the bonds that share a cell; `end` [2 bonds] is used up. */
    for (int64_t i = 0; i < 2 * c->bonds; i++)
        end[i] = (chained_bond){c->bond[i / 2][i % 2], i / 2};
    for (int64_t b = 0; b < c->bonds; b++)
        parent[b] = b;
    qsort(end, (size_t)(2 * c->bonds), sizeof *end, compare_chained);
    for (int64_t i = 1; i < 2 * c->bonds; i++)
        if (end[i].chain == end[i - 1].chain)
            parent[chain_of(parent, end[i].bond)] = chain_of(parent, end[i - 1].bond);
    for (int64_t b = 0; b < c->bonds; b++)
        c->chained[b] = (chained_bond){chain_of(parent, b), b};
    qsort(c->chained, (size_t)c->bonds, sizeof *c->chained, compare_chained);
    return EG_OK;
}

/* All ranks that are marked know all of these cells: of the bonds from `first` to before `last`, which are a
 * chain. */
static eg_status look_over_chain(plane_cutter *c, int64_t first, int64_t last)
{
    int64_t around[MOST_AROUND];
    memset(c->bound, 0, (size_t)c->base.ranks.count * sizeof *c->bound);
    for (int64_t b = first; b < last; b++)
        list_around(c, c->bond[c->chained[b].bond], around);
    for (int64_t b = first; c->bound[c->rank] && b < last; b++) {
        int count = list_around(c, c->bond[c->chained[b].bond], around);
        for (int i = 0; i < count; i++)
            EG_TRY(share_cell(c, c->bound, around[i]));
    }
    return EG_OK;
}

/* A cell that flows change is right where all cells are known with which it has flows, and with which these
 * have some: a rank has all of a chain or nothing. */
static eg_status look_over(plane_cutter *c)
{
    for (int64_t first = 0, last; first < c->bonds; first = last) {
        last = first + 1;
        while (last < c->bonds && c->chained[last].chain == c->chained[first].chain)
            last++;
        EG_TRY(look_over_chain(c, first, last));
    }
    return EG_OK;
}

static eg_status want_nodes(plane_cutter *c, int64_t cell)
{
    for (int64_t k = c->whole->first[cell]; k < c->whole->first[cell + 1]; k++)
        EG_TRY(want_item(c, &c->node, c->whole->vertex[k]));
    return EG_OK;
}

static eg_status number_all(plane_cutter *c)
{
    eg_plane *part = c->part;
    part->base.own = c->last - c->first;
    for (int64_t cell = c->first; cell < c->last; cell++) {
        part->base.group[c->whole->type[cell]].count++;
        EG_TRY(want_nodes(c, cell));
    }
    for (int64_t g = 0; g < c->cell.count; g++)
        EG_TRY(want_nodes(c, c->cell.item[g]));
    eg_selection_number(&c->cell, part->base.own);
    eg_selection_number(&c->face, 0);
    eg_selection_number(&c->node, 0);
    part->base.held = part->base.own + c->cell.count;
    part->faces = c->face.count;
    part->nodes = c->node.count;
    return EG_OK;
}

/* ---- copying ---- */

static eg_status allocate_part(const plane_cutter *c)
{
    eg_plane *part = c->part;
    eg_context *context = part->base.context;
    int64_t indices = c->whole->first[c->last] - c->whole->first[c->first];
    for (int64_t g = 0; g < eg_mesh_ghosts(&part->base); g++)
        indices += c->whole->first[c->cell.item[g] + 1] - c->whole->first[c->cell.item[g]];
    EG_TRY(eg_plane_allocate_cells(part, indices));
    EG_TRY(eg_plane_allocate_faces(part));
    EG_TRY(eg_alloc(context, part->nodes, sizeof(int32_t), &part->part->whole_node));
    return eg_alloc(context, eg_mesh_ghosts(&part->base), sizeof(int64_t), &part->part->ghost_cell);
}

static void copy_cell(const plane_cutter *c, int64_t from, int64_t to)
{
    const eg_plane *whole = c->whole;
    eg_plane *part = c->part;
    int64_t at = part->first[to];
    for (int64_t k = whole->first[from]; k < whole->first[from + 1]; k++, at++) {
        part->vertex[at] = c->node.number[whole->vertex[k]];
        part->cell_face[at] = c->face.number[whole->cell_face[k]];
    }
    part->first[to + 1] = at;
    part->type[to] = whole->type[from];
    part->base.region[to] = whole->base.region[from];
    part->base.source[to] = whole->base.source[from];
    part->area[to] = whole->area[from];
    memcpy(part->base.centroid[to], whole->base.centroid[from], sizeof *part->base.centroid);
}

static void copy_face(const plane_cutter *c, int64_t from, int64_t to)
{
    const eg_plane *whole = c->whole;
    eg_plane *part = c->part;
    int32_t twin = whole->face_twin[from];
    for (int i = 0; i < 2; i++) {
        int32_t cell = whole->face_cell[from][i];
        part->face_vertex[to][i] = c->node.number[whole->face_vertex[from][i]];
        part->face_cell[to][i] = cell < 0               ? -1
                                 : is_own_cell(c, cell) ? (int32_t)(cell - c->first)
                                                        : c->cell.number[cell];
    }
    part->face_boundary[to] = whole->face_boundary[from];
    part->face_twin[to] = twin < 0 ? -1 : c->face.number[twin];
}

static void copy_all(const plane_cutter *c)
{
    const eg_plane *whole = c->whole;
    eg_plane *part = c->part;
    for (int64_t cell = c->first; cell < c->last; cell++)
        copy_cell(c, cell, cell - c->first);
    for (int64_t g = 0; g < eg_mesh_ghosts(&part->base); g++) {
        copy_cell(c, c->cell.item[g], part->base.own + g);
        part->part->ghost_cell[g] = whole_cell(c, c->cell.item[g]);
    }
    for (int64_t n = 0; n < part->nodes; n++) {
        memcpy(part->x[n], whole->x[c->node.item[n]], sizeof *part->x);
        part->part->whole_node[n] = whole_node(c, c->node.item[n]);
    }
    for (int64_t f = 0; f < part->faces; f++)
        copy_face(c, c->face.item[f], f);
}

/* The first node of the part whose number in the whole is not below `number`. */
static int64_t first_not_below(const plane_cutter *c, int64_t number)
{
    return EG_SEARCH(n, 0, c->node.count, whole_node(c, c->node.item[n]) < number);
}

static void tell_of_whole(const plane_cutter *c)
{
    eg_plane_part *part = c->part->part;
    c->part->base.all = cells_of_whole(c);
    c->part->base.before = c->before;
    part->all_nodes = c->window ? c->window->all_nodes : c->whole->nodes;
    part->first_node = first_not_below(c, c->new_from[c->rank]);
    part->own_nodes = first_not_below(c, c->new_from[c->rank + 1]) - part->first_node;
    assert(part->own_nodes == c->new_from[c->rank + 1] - c->new_from[c->rank]);
}

/* ---- what is sent and received ---- */

static void sort_pairs(plane_cutter *c)
{
    int64_t pairs = 0;
    if (c->pairs > 1)
        qsort(c->pair, (size_t)c->pairs, sizeof *c->pair, eg_ascending_u64);
    for (int64_t i = 0; i < c->pairs; i++)
        if (i == 0 || c->pair[i] != c->pair[i - 1])
            c->pair[pairs++] = c->pair[i];
    c->pairs = pairs;
}

/* The next rank that needs cells of this one, or whose cells this one needs: from pair *sent and ghost *ghost
 * on, past what is its own. false: there is none. */
static bool next_neighbour(const plane_cutter *c, int64_t *sent, int64_t *ghost, int *rank)
{
    int64_t sends = *sent < c->pairs ? (int64_t)(c->pair[*sent] >> 32) : c->base.ranks.count;
    int64_t owns = *ghost < c->cell.count ? owner(c, c->cell.item[*ghost]) : c->base.ranks.count;
    *rank = (int)eg_min_i64(sends, owns);
    while (*sent < c->pairs && (int)(c->pair[*sent] >> 32) == *rank)
        ++*sent;
    while (*ghost < c->cell.count && owner(c, c->cell.item[*ghost]) == *rank)
        ++*ghost;
    return *rank < c->base.ranks.count;
}

/* Neighbours are the same both ways; what goes one way may be nothing. */
static eg_status list_neighbour_ranks(plane_cutter *c)
{
    eg_context *context = c->base.context;
    eg_partition *part;
    int64_t sent = 0, ghost = 0;
    int rank;
    EG_TRY(eg_alloc(context, 1, sizeof *part, &c->part->base.partition));
    part = c->part->base.partition;
    sort_pairs(c);
    while (next_neighbour(c, &sent, &ghost, &rank))
        part->neighbours++;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(part->neighbours, part->rank_of),
                    EG_BLOCK(part->neighbours + 1, part->ghost_first),
                    EG_BLOCK(part->neighbours + 1, part->send_first), EG_BLOCK(c->pairs, part->send_cell)));
    for (int64_t i = 0; i < c->pairs; i++)
        part->send_cell[i] = (int32_t)(c->pair[i] & 0xffffffffu);
    sent = ghost = 0;
    for (int n = 0; next_neighbour(c, &sent, &ghost, &rank); n++) {
        part->rank_of[n] = rank;
        part->send_first[n + 1] = sent;
        part->ghost_first[n + 1] = ghost;
    }
    return EG_OK;
}

/* ---- all of it ---- */

static eg_status cut_plane(plane_cutter *c)
{
    EG_TRY(look_across(c));
    EG_TRY(look_along_boundaries(c));
    EG_TRY(look_over(c));
    if (c->vertices)
        EG_TRY(look_round_vertices(c));
    EG_TRY(number_all(c));
    EG_TRY(allocate_part(c));
    tell_of_whole(c);
    copy_all(c);
    EG_TRY(list_neighbour_ranks(c));
    return eg_mesh_copy_head(&c->whole->base, &c->part->base);
}

static void find_own_cells(plane_cutter *c)
{
    eg_partition_range(cells_of_whole(c), chunk_of_whole(c), c->base.ranks, c->rank, &c->first, &c->last);
    c->before = c->first;
    if (!c->window)
        return;
    int64_t count = c->last - c->first;
    c->first = EG_SEARCH(i, 0, c->window->cells, c->window->cell_number[i] < c->before);
    c->last = c->first + count;
}

eg_status eg_plane_cut(eg_cutter *cutter, int rank, eg_mesh **part)
{
    plane_cutter *c = (plane_cutter *)cutter;
    assert(rank >= 0 && rank < c->base.ranks.count);
    EG_TRY(eg_plane_create_part(c->base.context, part));
    c->part = (eg_plane *)*part;
    c->rank = rank;
    find_own_cells(c);
    eg_status status = cut_plane(c);
    eg_selection_clear(&c->cell);
    eg_selection_clear(&c->face);
    eg_selection_clear(&c->node);
    c->pairs = 0;
    c->part = NULL;
    if (status != EG_OK)
        eg_mesh_destroy(part);
    return status;
}

/* ---- the cutter ---- */

/* Nodes are numbered by first use, so that those of the first cells are the first. */
static eg_status count_nodes(plane_cutter *c)
{
    const eg_plane *whole = c->whole;
    int64_t nodes = 0;
    EG_TRY(eg_alloc(c->base.context, c->base.ranks.count + 1, sizeof *c->new_from, &c->new_from));
    for (int r = 0; r < c->base.ranks.count; r++) {
        int64_t first, last;
        eg_partition_range(whole->base.own, chunk_of_whole(c), c->base.ranks, r, &first, &last);
        for (int64_t k = whole->first[first]; k < whole->first[last]; k++)
            nodes = eg_max_i64(nodes, whole->vertex[k] + 1);
        c->new_from[r + 1] = nodes;
    }
    return EG_OK;
}

static eg_status list_kept_edges(plane_cutter *c, const bool *together)
{
    const eg_plane *whole = c->whole;
    int64_t room = (int64_t)whole->base.boundaries.count * c->base.ranks.count;
    EG_TRY(EG_ALLOC(c->base.context, EG_BLOCK(room, c->along), EG_BLOCK(c->base.ranks.count, c->bound)));
    for (int64_t f = 0; together && f < whole->faces; f++) {
        int b = whole->face_boundary[f];
        if (b < 0 || !together[b])
            continue;
        EG_TRY(eg_reserve(c->base.context, c->edges + 1, &c->edge_room, sizeof *c->edge, &c->edge));
        c->edge[c->edges++] = f;
        c->along[(int64_t)b * c->base.ranks.count + owner(c, whole->face_cell[f][0])] = true;
    }
    return EG_OK;
}

eg_status eg_plane_create_cutter(const eg_mesh *whole, eg_ranks ranks, const eg_mesh_cut *how,
                                 eg_cutter **cutter)
{
    EG_ENDS_WITH(eg_plane_destroy_cutter) eg_cutter *made = NULL;
    plane_cutter *c;
    *cutter = NULL;
    EG_TRY(eg_alloc(whole->context, 1, sizeof *c, &c));
    made = &c->base;
    *c = (plane_cutter){.base = {.context = whole->context, .ranks = ranks},
                        .whole = eg_plane_of(whole),
                        .vertices = how->vertices,
                        .bonds = how->bonds,
                        .bond = how->bond};
    assert(!c->whole->part && ranks.count > 0);
    EG_TRY(eg_selection_create(whole->context, whole->own, &c->cell));
    EG_TRY(eg_selection_create(whole->context, c->whole->faces, &c->face));
    EG_TRY(eg_selection_create(whole->context, c->whole->nodes, &c->node));
    EG_TRY(count_nodes(c));
    EG_TRY(list_chains(c));
    EG_TRY(list_kept_edges(c, how->together));
    return eg_hand_over(&made, cutter);
}

void eg_plane_destroy_cutter(eg_cutter **cutter)
{
    if (!*cutter)
        return;
    plane_cutter *c = (plane_cutter *)*cutter;
    eg_selection_free(&c->cell);
    eg_selection_free(&c->face);
    eg_selection_free(&c->node);
    EG_FREE(&c->edge, &c->along, &c->bound, &c->chained, &c->new_from, &c->pair, &c);
    *cutter = NULL;
}

/* ---- out of a window ---- */

eg_status eg_plane_cut_out(const eg_plane_window *w, const eg_plane *mesh, eg_ranks ranks, int rank,
                           bool vertices, eg_mesh **part)
{
    const eg_mesh_cut how = {.vertices = vertices};
    EG_ENDS_WITH(eg_plane_destroy_cutter) eg_cutter *cutter = NULL;
    EG_TRY(eg_plane_create_cutter(&mesh->base, ranks, &how, &cutter));
    plane_cutter *c = (plane_cutter *)cutter;
    c->window = w;
    c->new_from[rank] = w->first_node;
    c->new_from[rank + 1] = w->first_node + w->own_nodes;
    EG_TRY(eg_plane_cut(cutter, rank, part));
    (*part)->group[EG_TRIANGLE].all = w->all_cells;
    return EG_OK;
}
