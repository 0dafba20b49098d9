/* The part of a mesh that one rank works on: its cells, the ghosts around them, and who shares what. */
#include "mesh/internal.h"

#include <stdlib.h>
#include <string.h>

#include "comm/comm.h"

/* ---- which rank owns what ---- */

void eg_mesh_range(int64_t cells, int ranks, int rank, int64_t *first, int64_t *last)
{
    int64_t pieces = eg_ceil_div(cells, EG_PIECE);
    *first = eg_min_i64(cells, pieces * rank / ranks * EG_PIECE);
    *last = eg_min_i64(cells, pieces * (rank + 1) / ranks * EG_PIECE);
}

int eg_mesh_owner(int64_t cells, int ranks, int64_t cell)
{
    int64_t pieces = eg_ceil_div(cells, EG_PIECE), piece = cell / EG_PIECE, first, last;
    int rank = (int)(piece * ranks / pieces);
    for (eg_mesh_range(cells, ranks, rank, &first, &last); cell < first || cell >= last;
         eg_mesh_range(cells, ranks, rank, &first, &last))
        rank += cell < first ? -1 : 1;
    return rank;
}

void eg_mesh_part_destroy(eg_context *context, eg_mesh_part **part)
{
    if (!*part)
        return;
    eg_free(context, &(*part)->ghost_cell);
    eg_free(context, &(*part)->rank_of);
    eg_free(context, &(*part)->ghost_first);
    eg_free(context, &(*part)->send_first);
    eg_free(context, &(*part)->send_cell);
    eg_free(context, part);
}

/* ---- cutting ---- */

/* Local numbers of what the part has of the whole, -1: not there. */
typedef struct cutter {
    const eg_mesh *whole;
    eg_mesh *part;
    int ranks, rank;
    int64_t first, last; /* own cells */
    int32_t *cell, *face, *node;
    uint64_t *pair; /* rank << 32 | own cell: what is sent; sorted, each once */
    int64_t pairs, pair_room;
} cutter;

enum { WANTED = -2 };

static bool is_own(const cutter *c, int64_t cell)
{
    return cell >= c->first && cell < c->last;
}

/* The rank needs own cell `cell` as a ghost. */
static eg_status send_to(cutter *c, int rank, int64_t cell)
{
    uint64_t pair = (uint64_t)rank << 32 | (uint32_t)(cell - c->first);
    EG_TRY(eg_reserve(c->whole->context, c->pairs + 1, &c->pair_room, sizeof *c->pair, &c->pair));
    c->pair[c->pairs++] = pair;
    return EG_OK;
}

static void want_face(cutter *c, int32_t face)
{
    c->face[face] = WANTED;
    if (c->whole->face_twin[face] >= 0)
        c->face[c->whole->face_twin[face]] = WANTED;
}

static eg_status look_across(cutter *c)
{
    const eg_mesh *whole = c->whole;
    for (int64_t cell = c->first; cell < c->last; cell++)
        for (int64_t k = whole->first[cell]; k < whole->first[cell + 1]; k++) {
            int32_t other = eg_mesh_neighbour(whole, whole->cell_face[k], cell);
            want_face(c, whole->cell_face[k]);
            if (other < 0 || is_own(c, other))
                continue;
            c->cell[other] = WANTED;
            EG_TRY(send_to(c, eg_mesh_owner(whole->cells, c->ranks, other), cell));
        }
    return EG_OK;
}

/* All ranks that own cells along the boundary know all of these. */
static eg_status look_along(cutter *c, int boundary)
{
    const eg_mesh *whole = c->whole;
    bool *along;
    EG_TRY(eg_alloc(whole->context, c->ranks, sizeof *along, &along));
    for (int64_t f = 0; f < whole->faces; f++)
        if (whole->face_boundary[f] == boundary)
            along[eg_mesh_owner(whole->cells, c->ranks, whole->face_cell[f][0])] = true;
    eg_status status = EG_OK;
    for (int64_t f = 0; along[c->rank] && status == EG_OK && f < whole->faces; f++) {
        int32_t cell = whole->face_cell[f][0];
        if (whole->face_boundary[f] != boundary)
            continue;
        want_face(c, (int32_t)f);
        if (!is_own(c, cell))
            c->cell[cell] = WANTED;
        for (int r = 0; is_own(c, cell) && status == EG_OK && r < c->ranks; r++)
            if (along[r] && r != c->rank)
                status = send_to(c, r, cell);
    }
    eg_free(whole->context, &along);
    return status;
}

/* Numbers what is wanted, in the order of the whole; returns how many there are. */
static int64_t number_wanted(int32_t *number, int64_t count, int64_t from)
{
    for (int64_t i = 0; i < count; i++)
        if (number[i] == WANTED)
            number[i] = (int32_t)from++;
    return from;
}

static void number_all(cutter *c)
{
    const eg_mesh *whole = c->whole;
    eg_mesh *part = c->part;
    part->cells = c->last - c->first;
    for (int64_t cell = c->first; cell < c->last; cell++) {
        c->cell[cell] = (int32_t)(cell - c->first);
        part->cells_of_type[whole->type[cell]]++;
    }
    part->ghosts = number_wanted(c->cell, whole->cells, part->cells) - part->cells;
    part->faces = number_wanted(c->face, whole->faces, 0);
    for (int64_t cell = 0; cell < whole->cells; cell++)
        for (int64_t k = whole->first[cell]; c->cell[cell] >= 0 && k < whole->first[cell + 1]; k++)
            c->node[whole->vertex[k]] = WANTED;
    part->nodes = number_wanted(c->node, whole->nodes, 0);
}

static eg_status allocate(eg_mesh *part)
{
    eg_context *context = part->context;
    int64_t cells = part->cells + part->ghosts, places = EG_CELL_VERTICES * cells;
    EG_TRY(eg_alloc(context, part->nodes, sizeof *part->x, &part->x));
    EG_TRY(eg_alloc(context, cells, sizeof *part->type, &part->type));
    EG_TRY(eg_alloc(context, cells + 1, sizeof *part->first, &part->first));
    EG_TRY(eg_alloc(context, places, sizeof *part->vertex, &part->vertex));
    EG_TRY(eg_alloc(context, places, sizeof *part->cell_face, &part->cell_face));
    EG_TRY(eg_alloc(context, cells, sizeof *part->region, &part->region));
    EG_TRY(eg_alloc(context, cells, sizeof *part->source, &part->source));
    EG_TRY(eg_alloc(context, cells, sizeof *part->centroid, &part->centroid));
    EG_TRY(eg_alloc(context, cells, sizeof *part->area, &part->area));
    EG_TRY(eg_alloc(context, part->faces, sizeof *part->face_vertex, &part->face_vertex));
    EG_TRY(eg_alloc(context, part->faces, sizeof *part->face_cell, &part->face_cell));
    EG_TRY(eg_alloc(context, part->faces, sizeof *part->face_boundary, &part->face_boundary));
    return eg_alloc(context, part->faces, sizeof *part->face_twin, &part->face_twin);
}

static void copy_cell(const cutter *c, int64_t from, int64_t to)
{
    const eg_mesh *whole = c->whole;
    eg_mesh *part = c->part;
    int64_t at = part->first[to];
    for (int64_t k = whole->first[from]; k < whole->first[from + 1]; k++, at++) {
        part->vertex[at] = c->node[whole->vertex[k]];
        part->cell_face[at] = c->face[whole->cell_face[k]];
    }
    part->first[to + 1] = at;
    part->type[to] = whole->type[from];
    part->region[to] = whole->region[from];
    part->source[to] = whole->source[from];
    part->area[to] = whole->area[from];
    memcpy(part->centroid[to], whole->centroid[from], sizeof *part->centroid);
}

static void copy_all(cutter *c)
{
    const eg_mesh *whole = c->whole;
    eg_mesh *part = c->part;
    for (int64_t cell = c->first; cell < c->last; cell++)
        copy_cell(c, cell, c->cell[cell]);
    for (int64_t cell = 0; cell < whole->cells; cell++)
        if (c->cell[cell] >= part->cells) {
            copy_cell(c, cell, c->cell[cell]);
            part->part->ghost_cell[c->cell[cell] - part->cells] = cell;
        }
    for (int64_t node = 0; node < whole->nodes; node++)
        if (c->node[node] >= 0)
            memcpy(part->x[c->node[node]], whole->x[node], sizeof *part->x);
    for (int64_t f = 0; f < whole->faces; f++) {
        int32_t to = c->face[f], twin = whole->face_twin[f];
        if (to < 0)
            continue;
        for (int i = 0; i < 2; i++) {
            int32_t cell = whole->face_cell[f][i];
            part->face_vertex[to][i] = c->node[whole->face_vertex[f][i]];
            part->face_cell[to][i] = cell < 0 ? -1 : c->cell[cell];
        }
        part->face_boundary[to] = whole->face_boundary[f];
        part->face_twin[to] = twin < 0 ? -1 : c->face[twin];
    }
}

/* ---- who shares what ---- */

static int compare_pairs(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* What a rank needs of this one and this one of it go together: neighbours are the same both ways. */
static eg_status list_shares(cutter *c)
{
    eg_context *context = c->whole->context;
    eg_mesh_part *part = c->part->part;
    int64_t pairs = 0, ghost = 0;
    if (c->pairs > 1)
        qsort(c->pair, (size_t)c->pairs, sizeof *c->pair, compare_pairs);
    for (int64_t i = 0; i < c->pairs; i++)
        if (i == 0 || c->pair[i] != c->pair[i - 1])
            c->pair[pairs++] = c->pair[i];
    for (int64_t i = 0; i < pairs; i++)
        part->neighbours += i == 0 || c->pair[i] >> 32 != c->pair[i - 1] >> 32;
    EG_TRY(eg_alloc(context, part->neighbours, sizeof *part->rank_of, &part->rank_of));
    EG_TRY(eg_alloc(context, part->neighbours + 1, sizeof *part->ghost_first, &part->ghost_first));
    EG_TRY(eg_alloc(context, part->neighbours + 1, sizeof *part->send_first, &part->send_first));
    EG_TRY(eg_alloc(context, pairs, sizeof *part->send_cell, &part->send_cell));
    int n = 0;
    for (int64_t i = 0; i < pairs; i++) {
        part->send_cell[i] = (int32_t)(c->pair[i] & 0xffffffffu);
        if (i == 0 || c->pair[i] >> 32 != c->pair[i - 1] >> 32)
            part->rank_of[n++] = (int)(c->pair[i] >> 32);
        part->send_first[n] = i + 1;
    }
    for (n = 0; n < part->neighbours; n++) {
        while (ghost < c->part->ghosts &&
               eg_mesh_owner(c->whole->cells, c->ranks, part->ghost_cell[ghost]) ==
                   part->rank_of[n])
            ghost++;
        part->ghost_first[n + 1] = ghost;
    }
    assert(ghost == c->part->ghosts);
    return EG_OK;
}

/* ---- all of it ---- */

static eg_status copy_names(const cutter *c)
{
    const eg_mesh *whole = c->whole;
    eg_mesh *part = c->part;
    eg_context *context = whole->context;
    EG_TRY(eg_strdup(context, whole->origin, &part->origin));
    EG_TRY(eg_alloc(context, whole->regions, sizeof *part->region_name, &part->region_name));
    EG_TRY(eg_alloc(context, whole->boundaries, sizeof *part->boundary_name, &part->boundary_name));
    part->regions = whole->regions;
    part->boundaries = whole->boundaries;
    for (int i = 0; i < whole->regions; i++)
        EG_TRY(eg_strdup(context, whole->region_name[i], &part->region_name[i]));
    for (int i = 0; i < whole->boundaries; i++)
        EG_TRY(eg_strdup(context, whole->boundary_name[i], &part->boundary_name[i]));
    memcpy(part->box_low, whole->box_low, sizeof part->box_low);
    memcpy(part->box_high, whole->box_high, sizeof part->box_high);
    return EG_OK;
}

static eg_status no_numbers(eg_context *context, int64_t count, int32_t **number)
{
    EG_TRY(eg_alloc(context, count, sizeof **number, number));
    for (int64_t i = 0; i < count; i++)
        (*number)[i] = -1;
    return EG_OK;
}

static eg_status cut(cutter *c, const bool *together)
{
    const eg_mesh *whole = c->whole;
    eg_context *context = whole->context;
    EG_TRY(no_numbers(context, whole->cells, &c->cell));
    EG_TRY(no_numbers(context, whole->faces, &c->face));
    EG_TRY(no_numbers(context, whole->nodes, &c->node));
    EG_TRY(look_across(c));
    for (int b = 0; together && b < whole->boundaries; b++)
        if (together[b])
            EG_TRY(look_along(c, b));
    number_all(c);
    EG_TRY(allocate(c->part));
    EG_TRY(eg_alloc(context, 1, sizeof *c->part->part, &c->part->part));
    EG_TRY(eg_alloc(context, c->part->ghosts, sizeof *c->part->part->ghost_cell,
                    &c->part->part->ghost_cell));
    c->part->part->first_cell = c->first;
    copy_all(c);
    EG_TRY(list_shares(c));
    return copy_names(c);
}

eg_status eg_mesh_cut(const eg_mesh *whole, int ranks, int rank, const bool *together,
                      eg_mesh **part)
{
    assert(!whole->part && rank >= 0 && rank < ranks);
    cutter c = {.whole = whole, .ranks = ranks, .rank = rank};
    *part = NULL;
    EG_TRY(eg_alloc(whole->context, 1, sizeof *c.part, &c.part));
    c.part->context = whole->context;
    c.part->all_cells = whole->cells;
    eg_mesh_range(whole->cells, ranks, rank, &c.first, &c.last);
    eg_status status = cut(&c, together);
    eg_free(whole->context, &c.cell);
    eg_free(whole->context, &c.face);
    eg_free(whole->context, &c.node);
    eg_free(whole->context, &c.pair);
    if (status != EG_OK) {
        eg_mesh_destroy(&c.part);
        return status;
    }
    *part = c.part;
    return EG_OK;
}
