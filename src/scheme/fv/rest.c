/* Blocks at rest: what wakes each block, and what moved in it last (kernels/fv/rest.c). */
#include "base/parallel.h"
#include "scheme/fv/internal.h"

#include <string.h>

#include "fv/kinds.h"   /* kernels/fv/kinds.h */
#include "time/clock.h" /* kernels/time/clock.h */

/* A block with more beside it is always awake. */
enum { MOST_NEAR = 48 };

/* From so many blocks on it pays to look which of them are at rest: a launch on a GPU takes as long as a step
 * of some thousand. */
enum { LEAST_BLOCKS = 64, LEAST_BLOCKS_GPU = 1 << 14 };

static bool is_watched(const eg_fv *fv, const eg_fv_options *options)
{
    bool gpu = eg_device_describe(fv->device)->gpu;
    if (fv->solutes.count > 0)
        return false; /* still water holds solutes that decay, and rain brings some */
    if (options->wind) /* it moves all water */
        return false;
    if (options->blocks != EG_FV_BLOCKS_AUTO)
        return options->blocks == EG_FV_BLOCKS_MOVING;
    return fv->rest.blocks >= (gpu ? LEAST_BLOCKS_GPU : LEAST_BLOCKS);
}

static void mark_near(eg_fv *fv, int64_t cell)
{
    if (cell >= 0 && cell < fv->mesh->base.own)
        fv->rest.never[eg_layout_slot(&fv->layout, cell) >> fv->layout.lane_bits] = true;
}

/* What a flow brings does not come through faces: its cells and those beside them never rest. */
static void mark_takers(eg_fv *fv)
{
    const eg_plane *mesh = fv->mesh;
    for (int k = 0; k < fv->flows.takers; k++) {
        int64_t cell = fv->flows.taker[k];
        mark_near(fv, cell);
        for (int64_t i = mesh->first[cell]; cell < mesh->base.own && i < mesh->first[cell + 1]; i++)
            mark_near(fv, eg_plane_neighbour(mesh, mesh->cell_face[i], cell));
    }
}

eg_status eg_fv_plan_rest(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_rest *rest = &fv->rest;
    rest->blocks = fv->layout.first_block[EG_CELL_TYPES];
    rest->watched = is_watched(fv, options);
    if (!rest->watched)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&fv->owned, rest->blocks, sizeof *rest->never, &rest->never));
    EG_TRY(eg_owner_alloc(&fv->owned, rest->blocks + 1, sizeof *rest->first_host, &rest->first_host));
    mark_takers(fv);
    return eg_owner_add(&fv->owned, EG_OWNED_ARRAY, &rest->near_host);
}

/* ---- what is beside a block */

/* The blocks of one type, of which `neighbour` has the slots. */
typedef struct listing {
    const eg_fv *fv;
    const eg_fv_options *options;
    const int32_t *neighbour;
    int32_t *near; /* NULL: they are counted */
    int type;
} listing;

typedef struct near_list {
    int32_t item[MOST_NEAR];
    int count;
} near_list;

static void add_near(near_list *list, int32_t item)
{
    int i = 0;
    while (i < list->count && list->item[i] != item)
        i++;
    if (i == MOST_NEAR || item == REST_NEVER) {
        list->item[0] = REST_NEVER;
        list->count = 1;
    } else if (i == list->count) {
        list->item[list->count++] = item;
    }
}

/* Cells of other ranks, and what comes through open faces, are not looked at. */
static void add_blocks(const listing *by, int64_t block, near_list *list)
{
    const eg_layout *layout = &by->fv->layout;
    int faces = eg_cell_type_vertices((eg_cell_type)by->type);
    int shift = eg_fv_order(by->fv) == 2 ? 2 : 0;
    int32_t own = (int32_t)(layout->first_block[by->type] + block), last = own;
    const int32_t *from = by->neighbour + block * faces * layout->lanes;
    for (int64_t i = 0; i < (int64_t)faces * layout->lanes; i++) {
        int32_t slot = from[i] >> shift, other = slot >> layout->lane_bits;
        if (slot >= layout->ghost_slot)
            add_near(list, REST_NEVER);
        else if (other != own && other != last)
            add_near(list, last = other);
    }
}

static void add_near_rain(const listing *by, int64_t block, near_list *list)
{
    const eg_layout *layout = &by->fv->layout;
    const eg_fv_water *water = &by->options->water;
    int64_t from = layout->first_cell[by->type] + block * layout->lanes;
    int64_t to = eg_min_i64(from + layout->lanes, layout->first_cell[by->type + 1]);
    for (int64_t c = from; water->zones > 0 && c < to; c++)
        if (eg_fv_has_rate(&water->zone[water->of[c]], EG_FV_RAIN_RATE))
            add_near(list, REST_RAIN - water->of[c]);
}

static eg_status list_blocks(void *with, int part, int64_t from, int64_t to)
{
    const listing *by = with;
    eg_fv_rest *rest = &((eg_fv *)by->fv)->rest;
    int64_t before = by->fv->layout.first_block[by->type];
    (void)part;
    for (int64_t b = from; b < to; b++) {
        near_list list = {.count = 0};
        if (rest->never[before + b])
            add_near(&list, REST_NEVER);
        else
            add_blocks(by, b, &list);
        if (list.count != 1 || list.item[0] != REST_NEVER)
            add_near_rain(by, b, &list);
        if (by->near)
            memcpy(by->near + rest->first_host[before + b], list.item,
                   (size_t)list.count * sizeof *list.item);
        else
            rest->first_host[before + b + 1] = list.count;
    }
    return EG_OK;
}

eg_status eg_fv_list_near(eg_fv *fv, const eg_fv_options *options, int type, const int32_t *neighbour)
{
    enum { LEAST = 256 };
    eg_fv_rest *rest = &fv->rest;
    int64_t before = fv->layout.first_block[type], blocks = fv->cells[type].blocks;
    int parts = eg_parts(fv->context, blocks, LEAST);
    listing by = {fv, options, neighbour, NULL, type};
    if (!rest->watched)
        return EG_OK;
    EG_TRY(eg_in_parts(fv->context, parts, blocks, list_blocks, &by));
    for (int64_t b = before; b < before + blocks; b++)
        rest->first_host[b + 1] += rest->first_host[b];
    EG_TRY(eg_resize(fv->context, rest->first_host[before + blocks] + 1, sizeof *rest->near_host,
                     &rest->near_host));
    by.near = rest->near_host;
    return eg_in_parts(fv->context, parts, blocks, list_blocks, &by);
}

/* ---- on the device */

eg_status eg_fv_build_rest(eg_fv *fv)
{
    eg_fv_rest *rest = &fv->rest;
    int64_t size = sizeof(int32_t);
    static const int32_t never = -1;
    EG_TRY(EG_UPLOAD(&fv->base, {"last motions", rest->blocks * size, NULL, &rest->moved},
                     {"resting", size, &never, &rest->resting}));
    if (!rest->watched) {
        rest->awake = rest->moved;
        return EG_OK;
    }
    EG_TRY(EG_UPLOAD(
        &fv->base, {"blocks awake", rest->blocks * size, NULL, &rest->awake},
        {"first blocks beside", (rest->blocks + 1) * size, rest->first_host, &rest->first},
        {"blocks beside", (rest->first_host[rest->blocks] + 1) * size, rest->near_host, &rest->near}));
    EG_FREE(&fv->rest.never, &fv->rest.first_host, &fv->rest.near_host);
    EG_TRY(eg_fv_program(fv, "fv/rest.c", 1, NULL, 0, NULL, &rest->program));
    return eg_kernel_get(rest->program, "sw_rest", &rest->kernel);
}

eg_status eg_fv_bind_rest(eg_fv *fv)
{
    const eg_fv_rest *rest = &fv->rest;
    if (!rest->watched)
        return EG_OK;
    return EG_BIND(rest->kernel, EG_BUFFER("moved", rest->moved), EG_BUFFER("first", rest->first),
                   EG_BUFFER("near", rest->near),
                   EG_BUFFER("zones", fv->water.zone ? fv->water.zone : fv->clipped),
                   EG_BUFFER("lifted", fv->motion.moves ? fv->motion.moves : rest->moved),
                   EG_INT("lifts", fv->motion.lifts > 0), EG_LONG("blocks", rest->blocks));
}

eg_status eg_fv_queue_rest(eg_fv *fv)
{
    enum { WIDTH = 128 };
    const eg_fv_rest *rest = &fv->rest;
    return rest->watched ? eg_kernel_launch(rest->kernel, eg_ceil_div(rest->blocks, WIDTH), NULL, 0) : EG_OK;
}

eg_status eg_fv_wake(eg_fv *fv)
{
    eg_fv_rest *rest = &fv->rest;
    int64_t count[COUNT_SLOTS];
    EG_SCRATCH int32_t *moved = NULL;
    if (!rest->watched)
        return EG_OK;
    EG_TRY(eg_buffer_read(eg_time_count(fv->time), 0, count, sizeof count));
    EG_TRY(eg_alloc(fv->context, rest->blocks, sizeof *moved, &moved));
    for (int64_t b = 0; b < rest->blocks; b++)
        moved[b] = (int32_t)count[COUNT_STEPS];
    return eg_buffer_write(rest->moved, 0, moved, rest->blocks * (int64_t)sizeof *moved);
}

eg_status eg_fv_awake(eg_fv *fv, int64_t *awake)
{
    const eg_fv_rest *rest = &fv->rest;
    EG_SCRATCH int32_t *flags = NULL;
    *awake = rest->blocks;
    if (!rest->watched)
        return EG_OK;
    EG_TRY(eg_alloc(fv->context, rest->blocks, sizeof *flags, &flags));
    EG_TRY(eg_buffer_read(rest->awake, 0, flags, rest->blocks * (int64_t)sizeof *flags));
    for (int64_t b = 0; b < rest->blocks; b++)
        *awake -= !flags[b];
    return EG_OK;
}
