/* Second order on triangles: the cells that share a vertex with each cell, and what their differences count
 * in its gradient (kernels/fv/reconstruct.h). Gradients over the three neighbours alone are unstable on
 * triangles (Haider, Croisille, Courbet 2009). */
#include "base/parallel.h"
#include "scheme/fv/internal.h"

#include <math.h>

enum { ROW_WEIGHTS = 2, TRIANGLE_FACES = 3, LEAST_CELLS = 1 << 12 };

/* The cells round one cell, and its mirror images behind walls, by their centres as seen from its own, m. */
typedef struct ring {
    eg_context *context;
    bool is_at_end; /* an open boundary ends at one of the cell's vertices */
    int64_t count, room_cell, room_place;
    int32_t *cell;      /* [count] */
    double (*place)[2]; /* [count] */
} ring;

static void free_ring(ring *r)
{
    EG_FREE(&r->cell, &r->place);
}

static bool is_in_ring(const ring *r, int32_t cell, const double place[2], double near)
{
    for (int64_t i = 0; i < r->count; i++)
        if (r->cell[i] == cell && fabs(r->place[i][0] - place[0]) + fabs(r->place[i][1] - place[1]) < near)
            return true;
    return false;
}

static eg_status add_to_ring(ring *r, int32_t cell, const double place[2])
{
    EG_TRY(eg_reserve(r->context, r->count + 1, &r->room_cell, sizeof *r->cell, &r->cell));
    EG_TRY(eg_reserve(r->context, r->count + 1, &r->room_place, sizeof *r->place, &r->place));
    r->cell[r->count] = cell;
    r->place[r->count][0] = place[0];
    r->place[r->count++][1] = place[1];
    return EG_OK;
}

/* Adds the cells on one side of a corner, up to the domain's end, a wall, or back; *closed tells the last. */
static eg_status walk_round(const eg_fv_stencil *stencil, eg_plane_corner from, bool counter_clockwise,
                            ring *r, bool *closed)
{
    const eg_plane *mesh = stencil->fv->mesh;
    const double *centre = mesh->base.centroid[from.cell], near = 1e-6 * sqrt(mesh->area[from.cell]);
    double shift[2] = {0, 0};
    eg_plane_corner at = from;
    *closed = false;
    for (;;) {
        int32_t face = eg_plane_corner_face(mesh, at, counter_clockwise);
        if (eg_fv_is_closed(stencil->fv, stencil->options, face))
            return EG_OK;
        if (!eg_plane_next_corner(mesh, &at, counter_clockwise)) {
            r->is_at_end |= stencil->open_index[face] >= 0;
            return EG_OK;
        }
        eg_plane_shift(mesh, face, shift); /* adds up along the walk */
        const double *there = mesh->base.centroid[at.cell];
        const double place[2] = {there[0] - centre[0] + shift[0], there[1] - centre[1] + shift[1]};
        *closed = at.cell == from.cell && at.at == from.at;
        if (*closed)
            return EG_OK;
        if (!is_in_ring(r, (int32_t)at.cell, place, near))
            EG_TRY(add_to_ring(r, (int32_t)at.cell, place));
    }
}

static eg_status find_ring(const eg_fv_stencil *stencil, int64_t cell, ring *r)
{
    const eg_plane *mesh = stencil->fv->mesh;
    int corners = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    r->count = 0;
    r->is_at_end = false;
    if (stencil->options->blocked && stencil->options->blocked[cell])
        return EG_OK;
    for (int k = 0; k < corners; k++) {
        bool closed;
        EG_TRY(walk_round(stencil, (eg_plane_corner){cell, k}, true, r, &closed));
        if (!closed)
            EG_TRY(walk_round(stencil, (eg_plane_corner){cell, k}, false, r, &closed));
    }
    return EG_OK;
}

/* ---- rows of blocks */

typedef struct filling {
    const eg_fv *fv;
    const eg_fv_stencil *stencil;
    int type;
    int32_t *rows; /* counts those of a block, and of its walls, before they are summed up */
    int32_t *slot;
    float *weight; /* of either precision: a gradient to 6e-8 of itself, and half the bytes */
} filling;

static bool has_wall(const filling *f, int64_t cell)
{
    double place[2];
    bool found = false;
    for (int k = 0; k < TRIANGLE_FACES; k++)
        found |= eg_fv_place_behind(f->stencil, cell, k, place) == EG_FV_WALL_BEHIND;
    return found;
}

static eg_status count_ring_rows(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_layout *layout = &f->fv->layout;
    int64_t first = layout->first_cell[f->type], count = f->fv->mesh->base.group[f->type].count;
    ring r = {.context = f->fv->context};
    eg_status status = EG_OK;
    (void)part;
    for (int64_t i = from * layout->lanes; i < eg_min_i64(to * layout->lanes, count) && status == EG_OK;
         i++) {
        int32_t *rows = &f->rows[2 * (i / layout->lanes) + 1];
        status = find_ring(f->stencil, first + i, &r);
        rows[0] = r.count > rows[0] ? (int32_t)r.count : rows[0];
        rows[1] = r.is_at_end || has_wall(f, first + i) ? TRIANGLE_FACES : rows[1];
    }
    free_ring(&r);
    return status;
}

static void store_weight(const filling *f, int64_t row, int64_t lane, const double weight[2])
{
    int lanes = f->fv->layout.lanes;
    for (int v = 0; v < ROW_WEIGHTS; v++)
        f->weight[(row * ROW_WEIGHTS + v) * lanes + lane] = (float)weight[v];
}

/* Behind the ring stand the mirror images, -1 - k that behind face k; and in the place of the first one's
 * slot whether an open boundary ends at the cell. */
static eg_status fill_ring_cell(const filling *f, int64_t i, ring *r)
{
    const eg_fv *fv = f->fv;
    const eg_layout *layout = &fv->layout;
    int64_t cell = layout->first_cell[f->type] + i, lane = i % layout->lanes, cells;
    int64_t row = f->rows[2 * (i / layout->lanes)], end = f->rows[2 * (i / layout->lanes) + 1];
    int32_t own = eg_layout_slot(layout, cell);
    const double none[ROW_WEIGHTS] = {0, 0};
    EG_TRY(find_ring(f->stencil, cell, r));
    cells = r->count;
    for (int k = 0; k < TRIANGLE_FACES; k++) {
        double place[2];
        if (eg_fv_place_behind(f->stencil, cell, k, place) == EG_FV_WALL_BEHIND)
            EG_TRY(add_to_ring(r, -1 - k, place));
    }
    for (int64_t j = 0; j < r->count; j++) {
        double weight[2];
        eg_fv_fit_weight(r->count, (const double(*)[2])r->place, j, weight);
        if (j >= cells)
            store_weight(f, end + (-1 - r->cell[j]), lane, weight);
        else {
            f->slot[(row + j) * layout->lanes + lane] = eg_layout_slot(layout, r->cell[j]);
            store_weight(f, row + j, lane, weight);
        }
    }
    if (r->is_at_end)
        f->slot[end * layout->lanes + lane] = 1;
    for (int64_t j = row + cells; j < end; j++) {
        f->slot[j * layout->lanes + lane] = own;
        store_weight(f, j, lane, none);
    }
    return EG_OK;
}

static void fill_ring_padding(const filling *f, int64_t i)
{
    const eg_layout *layout = &f->fv->layout;
    const double none[ROW_WEIGHTS] = {0, 0};
    int64_t block = i / layout->lanes, lane = i % layout->lanes;
    for (int64_t j = f->rows[2 * block]; j < f->rows[2 * block + 1]; j++) {
        f->slot[j * layout->lanes + lane] = (int32_t)(layout->first_block[f->type] * layout->lanes + i);
        store_weight(f, j, lane, none);
    }
}

static eg_status fill_ring_rows(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    int lanes = f->fv->layout.lanes;
    int64_t count = f->fv->mesh->base.group[f->type].count;
    ring r = {.context = f->fv->context};
    eg_status status = EG_OK;
    (void)part;
    for (int64_t i = from * lanes; i < to * lanes && status == EG_OK; i++) {
        if (i < count)
            status = fill_ring_cell(f, i, &r);
        else
            fill_ring_padding(f, i);
    }
    free_ring(&r);
    return status;
}

static eg_status upload_ring(eg_fv *fv, int type, filling *f, int64_t rows)
{
    eg_fv_cells *cells = &fv->cells[type];
    int64_t entries = rows * fv->layout.lanes;
    EG_TRY(eg_stepper_take(&fv->base, "rows of rings", (2 * cells->blocks + 1) * (int64_t)sizeof *f->rows,
                           &f->rows, &cells->rows));
    EG_TRY(eg_stepper_take(&fv->base, "rings of cells", entries * (int64_t)sizeof *f->slot, &f->slot,
                           &cells->ring));
    return eg_stepper_take(&fv->base, "weights in rings", entries * ROW_WEIGHTS * (int64_t)sizeof *f->weight,
                           &f->weight, &cells->ring_weight);
}

eg_status eg_fv_build_ring(eg_fv *fv, const eg_fv_stencil *stencil, int type)
{
    int64_t blocks = fv->cells[type].blocks;
    int lanes = fv->layout.lanes, parts = eg_parts(fv->context, blocks * lanes, LEAST_CELLS);
    filling f = {.fv = fv, .stencil = stencil, .type = type};
    EG_OWNER(taken, fv->context);
    EG_TRY(eg_owner_alloc(&taken, 2 * blocks + 1, sizeof *f.rows, &f.rows));
    EG_TRY(eg_in_parts(fv->context, parts, blocks, count_ring_rows, &f));
    for (int64_t b = 0; b < 2 * blocks; b++) {
        if (f.rows[b + 1] > INT32_MAX - f.rows[b])
            return eg_fail(fv->context, EG_MESH,
                           "second order: more than 2^31 rows of cells that share a vertex; use more ranks");
        f.rows[b + 1] += f.rows[b];
    }
    int64_t rows = eg_max_i64(f.rows[2 * blocks], 1);
    EG_TRY(eg_owner_alloc(&taken, rows * lanes, sizeof *f.slot, &f.slot));
    EG_TRY(eg_owner_alloc(&taken, rows * lanes * ROW_WEIGHTS, sizeof *f.weight, &f.weight));
    EG_TRY(eg_in_parts(fv->context, parts, blocks, fill_ring_rows, &f));
    fv->cells[type].ring_rows = rows;
    return upload_ring(fv, type, &f, rows);
}
