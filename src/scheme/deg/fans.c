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
    const eg_arcs *arcs;
    double (*factor)[EG_SECTOR_FACTORS], (*inverse)[2][2], *rows; /* of one fan */
    int64_t room_sector, room_factor, room_inverse, room_all;
    int32_t *slot; /* [slots] rows by their hash, -1: none; slots is a power of two */
    int64_t slots;
} fan_builder;

/* ---- turning ---- */

static bool is_corner_before(const eg_plane *mesh, eg_plane_corner a, eg_plane_corner b)
{
    int64_t number_a = eg_mesh_whole_number(&mesh->base, a.cell);
    int64_t number_b = eg_mesh_whole_number(&mesh->base, b.cell);
    return number_a < number_b || (number_a == number_b && a.at < b.at);
}

/* Where the fan of a corner begins; *closed tells whether it comes back there. */
static eg_plane_corner first_corner_of(const eg_plane *mesh, eg_plane_corner c, bool *closed)
{
    eg_plane_corner at = c, least = c;
    *closed = true;
    while (eg_plane_next_corner(mesh, &at, false)) {
        if (at.cell == c.cell && at.at == c.at)
            return least;
        if (is_corner_before(mesh, at, least))
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
    } while (eg_plane_next_corner(b->mesh, &at, true) && (at.cell != first.cell || at.at != first.at));
    return EG_OK;
}

/* ---- rows ---- */

static int64_t fan_row_bytes(const eg_fans *fans)
{
    return fans->row_length * (int64_t)sizeof *fans->factor;
}

static eg_status grow_slots(fan_builder *b)
{
    eg_fans *fans = b->fans;
    eg_free(fans->context, &b->slot);
    b->slots = b->slots ? 2 * b->slots : 1024;
    EG_TRY(eg_alloc(fans->context, b->slots, sizeof *b->slot, &b->slot));
    memset(b->slot, 0xff, (size_t)b->slots * sizeof *b->slot);
    for (int64_t r = 0; r < fans->rows; r++) {
        uint64_t s = eg_hash64(&fans->factor[r * fans->row_length], fan_row_bytes(fans), 0);
        while (b->slot[s & (uint64_t)(b->slots - 1)] >= 0)
            s++;
        b->slot[s & (uint64_t)(b->slots - 1)] = (int32_t)r;
    }
    return EG_OK;
}

/* The number of a row of factors, which is added where it is new. */
static eg_status number_row(fan_builder *b, const double *factor, int32_t *row)
{
    eg_fans *fans = b->fans;
    if (2 * fans->rows >= b->slots)
        EG_TRY(grow_slots(b));
    uint64_t s = eg_hash64(factor, fan_row_bytes(fans), 0);
    for (;; s++) {
        *row = b->slot[s & (uint64_t)(b->slots - 1)];
        if (*row < 0)
            break;
        if (memcmp(&fans->factor[*row * fans->row_length], factor, (size_t)fan_row_bytes(fans)) == 0)
            return EG_OK;
    }
    EG_TRY(
        eg_reserve(fans->context, fans->rows + 1, &b->room_rows, (size_t)fan_row_bytes(fans), &fans->factor));
    memcpy(&fans->factor[fans->rows * fans->row_length], factor, (size_t)fan_row_bytes(fans));
    b->slot[s & (uint64_t)(b->slots - 1)] = *row = (int32_t)fans->rows++;
    return EG_OK;
}

static void invert_map(const eg_plane *mesh, int64_t cell, double inverse[2][2])
{
    double x[EG_CELL_VERTICES][2];
    eg_plane_cell_vertices(mesh, cell, x);
    double a = x[1][0] - x[0][0], b = x[2][0] - x[0][0], c = x[1][1] - x[0][1], d = x[2][1] - x[0][1],
           determinant = a * d - b * c;
    inverse[0][0] = d / determinant;
    inverse[0][1] = -b / determinant;
    inverse[1][0] = -c / determinant;
    inverse[1][1] = a / determinant;
}

static eg_status reserve_factors(fan_builder *b, int64_t count)
{
    eg_context *context = b->fans->context;
    EG_TRY(eg_reserve(context, count + 1, &b->room_factor, sizeof *b->factor, &b->factor));
    EG_TRY(eg_reserve(context, count, &b->room_inverse, sizeof *b->inverse, &b->inverse));
    return eg_reserve(context, count + 1, &b->room_all, (size_t)fan_row_bytes(b->fans), &b->rows);
}

/* Rows of the sectors b->sector, into b->rows. */
static eg_status find_rows(fan_builder *b, int64_t count, const eg_fan_end ends[2])
{
    int64_t length = b->fans->row_length;
    EG_TRY(reserve_factors(b, count));
    memset(b->rows, 0, (size_t)((count + 1) * length) * sizeof *b->rows);
    for (int64_t i = 0; i < count; i++)
        invert_map(b->mesh, b->turn[i].cell, b->inverse[i]);
    eg_arc_factors(count, b->sector, ends, b->arcs, (const double(*)[2][2])b->inverse, b->rows);
    eg_sector_factors(count, b->sector, ends, b->factor);
    for (int64_t i = 0; i <= count; i++)
        memcpy(&b->rows[i * length], b->factor[i], sizeof *b->factor);
    for (int64_t k = 0; k < (count + 1) * length; k++) /* rows are compared by bytes */
        b->rows[k] += 0.0;
    return EG_OK;
}

static eg_fan_end end_beside(const fan_builder *b, eg_plane_corner c, bool counter_clockwise)
{
    return b->end[b->mesh->face_boundary[eg_plane_corner_face(b->mesh, c, counter_clockwise)]];
}

/* ---- all fans ---- */

static eg_status reserve_fan(fan_builder *b, int64_t count)
{
    eg_fans *f = b->fans;
    int64_t corners = f->corners + count;
    EG_TRY(eg_reserve(f->context, f->count + 2, &b->room_fans, sizeof *f->first, &f->first));
    EG_TRY(eg_reserve(f->context, corners, &b->room_cell, sizeof *f->cell, &f->cell));
    EG_TRY(eg_reserve(f->context, corners, &b->room_corner, sizeof *f->corner, &f->corner));
    return eg_reserve(f->context, corners, &b->room_row, sizeof *f->row, &f->row);
}

static eg_status add_fan_corner(fan_builder *b, int32_t cell, int at, const double *row)
{
    eg_fans *f = b->fans;
    f->cell[f->corners] = cell;
    f->corner[f->corners] = (uint8_t)at;
    EG_TRY(number_row(b, row, &f->row[f->corners]));
    if (cell >= 0 && cell < b->mesh->base.own)
        f->of_corner[f->points * cell + at] = (int32_t)f->count;
    f->corners++;
    return EG_OK;
}

/* Adds the fan of the corners b->turn, whose places are points, with the rows b->rows. */
static eg_status add_corners(fan_builder *b, int64_t count, const eg_fan_end ends[2])
{
    eg_fans *f = b->fans;
    bool open = ends[0] == EG_FAN_OPEN || ends[1] == EG_FAN_OPEN;
    EG_TRY(reserve_fan(b, count + open));
    f->first[f->count] = f->corners;
    for (int64_t i = 0; i < count; i++)
        EG_TRY(add_fan_corner(b, (int32_t)b->turn[i].cell, b->turn[i].at, &b->rows[i * f->row_length]));
    if (open)
        EG_TRY(add_fan_corner(b, EG_FAN_AIR, 0, &b->rows[count * f->row_length]));
    f->longest = eg_max_i64(f->longest, count + open);
    f->first[++f->count] = f->corners;
    return EG_OK;
}

static eg_status add_vertex(fan_builder *b, eg_plane_corner at)
{
    eg_fan_end ends[2] = {EG_FAN_INSIDE, EG_FAN_INSIDE};
    int64_t count;
    bool closed;
    EG_TRY(turn_round(b, first_corner_of(b->mesh, at, &closed), &count));
    EG_TRY(eg_reserve(b->fans->context, count, &b->room_sector, sizeof *b->sector, &b->sector));
    for (int64_t i = 0; i < count; i++)
        eg_sector_of_corner(b->mesh, b->turn[i].cell, b->turn[i].at, &b->sector[i]);
    if (!closed) {
        ends[0] = end_beside(b, b->turn[0], false);
        ends[1] = end_beside(b, b->turn[count - 1], true);
    }
    EG_TRY(find_rows(b, count, ends));
    return add_corners(b, count, ends);
}

/* Two half planes, or one and what is beyond the face of that corner. */
static void set_half_planes(fan_builder *b, int64_t count)
{
    eg_sector corner;
    eg_sector_of_corner(b->mesh, b->turn[0].cell, b->turn[0].at, &corner);
    for (int64_t i = 0; i < count; i++) {
        double sign = i == 0 ? 1 : -1;
        eg_sector *half = &b->sector[i];
        half->angle = 0x1.921fb54442d18p+1;
        for (int d = 0; d < 2; d++) {
            half->from[d] = sign * corner.from[d];
            half->to[d] = -half->from[d];
        }
    }
}

/* The points inside the face of a cell that leaves one of its vertices: they have the same rows. */
static eg_status add_fan_face(fan_builder *b, eg_plane_corner at)
{
    eg_fan_end ends[2] = {EG_FAN_INSIDE, EG_FAN_INSIDE};
    eg_plane_corner other = at;
    int64_t count = 1 + eg_plane_next_corner(b->mesh, &other, false);
    int inner = b->arcs->inner;
    EG_TRY(eg_reserve(b->fans->context, 2, &b->room_turn, sizeof *b->turn, &b->turn));
    EG_TRY(eg_reserve(b->fans->context, 2, &b->room_sector, sizeof *b->sector, &b->sector));
    /* crossed clockwise, the other cell's corner is at the end of its face */
    other.at = count == 2 ? (other.at + 2) % 3 : 0;
    bool turned = count == 2 && is_corner_before(b->mesh, other, at);
    eg_plane_corner first = turned ? other : at, second = turned ? at : other;
    b->turn[0] = first;
    b->turn[1] = second;
    set_half_planes(b, count);
    if (count == 1)
        ends[0] = ends[1] = end_beside(b, at, false);
    EG_TRY(find_rows(b, count, ends));
    for (int j = 0; j < inner; j++) {
        b->turn[0] = (eg_plane_corner){first.cell, 3 + first.at * inner + j};
        b->turn[1] = (eg_plane_corner){second.cell, 3 + second.at * inner + inner - 1 - j};
        EG_TRY(add_corners(b, count, ends));
    }
    return EG_OK;
}

static eg_status find_fans(fan_builder *b)
{
    eg_fans *f = b->fans;
    int64_t own = b->mesh->base.own;
    assert(b->mesh->base.own_first == 0 && b->mesh->base.group[EG_QUADRANGLE].all == 0);
    EG_TRY(eg_alloc(f->context, 1, sizeof *f->first, &f->first));
    b->room_fans = 1;
    EG_TRY(eg_alloc(f->context, f->points * own, sizeof *f->of_corner, &f->of_corner));
    memset(f->of_corner, 0xff, (size_t)(f->points * own) * sizeof *f->of_corner);
    for (int64_t cell = 0; cell < own; cell++)
        for (int at = 0; at < 3; at++) {
            if (f->of_corner[f->points * cell + at] < 0)
                EG_TRY(add_vertex(b, (eg_plane_corner){cell, at}));
            if (b->arcs->inner > 0 && f->of_corner[f->points * cell + 3 + at * b->arcs->inner] < 0)
                EG_TRY(add_fan_face(b, (eg_plane_corner){cell, at}));
        }
    return EG_OK;
}

eg_status eg_fans_create(const eg_plane *mesh, const eg_fan_end *end, const eg_arcs *arcs, eg_fans *fans)
{
    static const eg_arcs NONE = {0};
    fan_builder b = {.mesh = mesh, .end = end, .arcs = arcs ? arcs : &NONE, .fans = fans};
    eg_context *context = mesh->base.context;
    *fans = (eg_fans){.context = context, .points = 3 + 3 * b.arcs->inner, .row_length = eg_arc_row(b.arcs)};
    eg_status status = find_fans(&b);
    EG_FREE(&b.turn, &b.sector, &b.factor, &b.inverse, &b.rows, &b.slot);
    return status;
}

void eg_fans_free(eg_fans *fans)
{
    if (!fans->context)
        return;
    EG_FREE(&fans->first, &fans->cell, &fans->corner, &fans->of_corner, &fans->factor, &fans->row);
    *fans = (eg_fans){0};
}
