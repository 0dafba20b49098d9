/* Fans of the vertices of a mesh, found by turning round them, and rows of factors, each kept once. */
#include "scheme/deg/fans.h"

#include <string.h>

typedef struct fan_builder {
    const eg_plane *mesh;
    const eg_fan_end *end;
    eg_fans *fans;
    int64_t room_fans, room_cell, room_corner, room_row, room_turn, room_rows;
    eg_plane_corner *turn; /* of one fan */
    eg_sector *sector;
    double (*factor)[EG_SECTOR_FACTORS];
    int64_t room_sector, room_factor;
    int32_t *slot; /* [slots] rows by their hash, -1: none; slots is a power of two */
    int64_t slots;
} fan_builder;

/* ---- turning ---- */

static bool is_before(const eg_plane *mesh, eg_plane_corner a, eg_plane_corner b)
{
    int64_t number_a = eg_mesh_whole_number(&mesh->base, a.cell);
    int64_t number_b = eg_mesh_whole_number(&mesh->base, b.cell);
    return number_a < number_b || (number_a == number_b && a.at < b.at);
}

/* Where the fan of a corner begins; *closed tells whether it comes back there. */
static eg_plane_corner first_of(const eg_plane *mesh, eg_plane_corner c, bool *closed)
{
    eg_plane_corner at = c, least = c;
    *closed = true;
    while (eg_plane_next_corner(mesh, &at, false)) {
        if (at.cell == c.cell && at.at == c.at)
            return least;
        if (is_before(mesh, at, least))
            least = at;
    }
    *closed = false;
    return at;
}

static eg_status turn_round(fan_builder *b, eg_plane_corner first, int64_t *count)
{
    eg_plane_corner at = first;
    *count = 0;
    do {
        EG_TRY(eg_reserve(b->fans->context, *count + 1, &b->room_turn, sizeof *b->turn, &b->turn));
        b->turn[(*count)++] = at;
    } while (eg_plane_next_corner(b->mesh, &at, true) &&
             (at.cell != first.cell || at.at != first.at));
    return EG_OK;
}

/* ---- rows ---- */

static eg_status grow_slots(fan_builder *b)
{
    eg_fans *fans = b->fans;
    eg_free(fans->context, &b->slot);
    b->slots = b->slots ? 2 * b->slots : 1024;
    EG_TRY(eg_alloc(fans->context, b->slots, sizeof *b->slot, &b->slot));
    memset(b->slot, 0xff, (size_t)b->slots * sizeof *b->slot);
    for (int64_t r = 0; r < fans->rows; r++) {
        uint64_t s = eg_hash64(fans->factor[r], sizeof *fans->factor, 0);
        while (b->slot[s & (uint64_t)(b->slots - 1)] >= 0)
            s++;
        b->slot[s & (uint64_t)(b->slots - 1)] = (int32_t)r;
    }
    return EG_OK;
}

/* The number of a row of factors, which is added where it is new. */
static eg_status number_row(fan_builder *b, const double factor[EG_SECTOR_FACTORS], int32_t *row)
{
    eg_fans *fans = b->fans;
    if (2 * fans->rows >= b->slots)
        EG_TRY(grow_slots(b));
    uint64_t s = eg_hash64(factor, sizeof *fans->factor, 0);
    for (;; s++) {
        *row = b->slot[s & (uint64_t)(b->slots - 1)];
        if (*row < 0)
            break;
        if (memcmp(fans->factor[*row], factor, sizeof *fans->factor) == 0)
            return EG_OK;
    }
    EG_TRY(eg_reserve(fans->context, fans->rows + 1, &b->room_rows, sizeof *fans->factor,
                      &fans->factor));
    memcpy(fans->factor[fans->rows], factor, sizeof *fans->factor);
    b->slot[s & (uint64_t)(b->slots - 1)] = *row = (int32_t)fans->rows++;
    return EG_OK;
}

static eg_fan_end end_beside(const fan_builder *b, eg_plane_corner c, bool counter_clockwise)
{
    return b->end[b->mesh->face_boundary[eg_plane_corner_face(b->mesh, c, counter_clockwise)]];
}

/* *open tells whether air is beyond. */
static eg_status find_factors(fan_builder *b, int64_t count, bool closed, bool *open)
{
    eg_fan_end ends[2] = {EG_FAN_INSIDE, EG_FAN_INSIDE};
    EG_TRY(eg_reserve(b->fans->context, count, &b->room_sector, sizeof *b->sector, &b->sector));
    EG_TRY(eg_reserve(b->fans->context, count + 1, &b->room_factor, sizeof *b->factor, &b->factor));
    for (int64_t i = 0; i < count; i++)
        eg_sector_of_corner(b->mesh, b->turn[i].cell, b->turn[i].at, &b->sector[i]);
    if (!closed) {
        ends[0] = end_beside(b, b->turn[0], false);
        ends[1] = end_beside(b, b->turn[count - 1], true);
    }
    eg_sector_factors(count, b->sector, ends, b->factor);
    *open = ends[0] == EG_FAN_OPEN || ends[1] == EG_FAN_OPEN;
    for (int64_t i = 0; i <= count; i++) /* rows are compared by bytes */
        for (int k = 0; k < EG_SECTOR_FACTORS; k++)
            b->factor[i][k] += 0.0;
    return EG_OK;
}

/* ---- all fans ---- */

static eg_status reserve(fan_builder *b, int64_t count)
{
    eg_fans *f = b->fans;
    int64_t corners = f->corners + count;
    EG_TRY(eg_reserve(f->context, f->count + 2, &b->room_fans, sizeof *f->first, &f->first));
    EG_TRY(eg_reserve(f->context, corners, &b->room_cell, sizeof *f->cell, &f->cell));
    EG_TRY(eg_reserve(f->context, corners, &b->room_corner, sizeof *f->corner, &f->corner));
    return eg_reserve(f->context, corners, &b->room_row, sizeof *f->row, &f->row);
}

static eg_status add_corner(fan_builder *b, int32_t cell, int at, const double *factor)
{
    eg_fans *f = b->fans;
    f->cell[f->corners] = cell;
    f->corner[f->corners] = (uint8_t)at;
    EG_TRY(number_row(b, factor, &f->row[f->corners]));
    if (cell >= 0 && cell < b->mesh->base.own)
        f->of_corner[3 * cell + at] = (int32_t)f->count;
    f->corners++;
    return EG_OK;
}

static eg_status add_fan(fan_builder *b, eg_plane_corner at)
{
    eg_fans *f = b->fans;
    int64_t count;
    bool closed, open;
    EG_TRY(turn_round(b, first_of(b->mesh, at, &closed), &count));
    EG_TRY(find_factors(b, count, closed, &open));
    EG_TRY(reserve(b, count + open));
    f->first[f->count] = f->corners;
    for (int64_t i = 0; i < count; i++)
        EG_TRY(add_corner(b, (int32_t)b->turn[i].cell, b->turn[i].at, b->factor[i]));
    if (open)
        EG_TRY(add_corner(b, EG_FAN_AIR, 0, b->factor[count]));
    f->longest = eg_max_i64(f->longest, count + open);
    f->first[++f->count] = f->corners;
    return EG_OK;
}

static eg_status find_fans(fan_builder *b)
{
    eg_fans *f = b->fans;
    int64_t own = b->mesh->base.own;
    assert(b->mesh->base.own_first == 0 && b->mesh->base.group[EG_QUADRANGLE].all == 0);
    EG_TRY(eg_alloc(f->context, 1, sizeof *f->first, &f->first));
    b->room_fans = 1;
    EG_TRY(eg_alloc(f->context, 3 * own, sizeof *f->of_corner, &f->of_corner));
    memset(f->of_corner, 0xff, 3 * (size_t)own * sizeof *f->of_corner);
    for (int64_t cell = 0; cell < own; cell++)
        for (int at = 0; at < 3; at++)
            if (f->of_corner[3 * cell + at] < 0)
                EG_TRY(add_fan(b, (eg_plane_corner){cell, at}));
    return EG_OK;
}

eg_status eg_fans_create(const eg_plane *mesh, const eg_fan_end *end, eg_fans *fans)
{
    fan_builder b = {.mesh = mesh, .end = end, .fans = fans};
    eg_context *context = mesh->base.context;
    *fans = (eg_fans){.context = context};
    eg_status status = find_fans(&b);
    eg_free(context, &b.turn);
    eg_free(context, &b.sector);
    eg_free(context, &b.factor);
    eg_free(context, &b.slot);
    return status;
}

void eg_fans_free(eg_fans *fans)
{
    if (!fans->context)
        return;
    eg_free(fans->context, &fans->first);
    eg_free(fans->context, &fans->cell);
    eg_free(fans->context, &fans->corner);
    eg_free(fans->context, &fans->of_corner);
    eg_free(fans->context, &fans->factor);
    eg_free(fans->context, &fans->row);
    *fans = (eg_fans){0};
}
