/* A state in the host's memory: blocks of cells come to the device and go back in each stage
 * (docs/theory/octree-dg.md, "Memory"). Traces stay on the device, so that a block needs nothing of
 * others. */
#include "scheme/dg/internal.h"

#include <string.h>

#include "base/room.h"

/* One comes, one is worked on, one goes; where several stages go through in one pass, one for each. */
enum { SLOTS = 3, MOST_SLOTS = EG_DG_STAGES + 2 };

typedef struct slot {
    eg_buffer *q, *second;
    eg_event *left; /* what has to be done before the next blocks come; NULL: nothing */
} slot;

struct eg_dg_stream {
    char *state, *second; /* memory for copies */
    int64_t chunk;        /* blocks of a slot */
    int64_t turn;
    int together; /* stages of a pass; with more than one a slot has a layer of the visits */
    int slots;
    slot slot[MOST_SLOTS];
};

static int64_t block_bytes(const eg_dg *dg)
{
    return (int64_t)dg->values * dg->layout.lanes * (int64_t)eg_real_size(dg->layout.precision);
}

/* ---- building */

static eg_status check_host_room(const eg_dg *dg)
{
    eg_room room;
    int arrays = dg->stream->together < eg_dg_stages(dg) ? 2 : 1;
    double need = arrays * (double)eg_layout_bytes(&dg->layout, dg->values);
    eg_memory_room("", &room);
    if (need <= room.bytes)
        return EG_OK;
    return eg_fail(dg->context, EG_MEMORY,
                   "numerics.storage: the state out of core takes %.4g GB of the host, and %.4g GB "
                   "can be taken (%s)",
                   need / 1e9, room.bytes / 1e9, room.what);
}

/* All stages in one pass, where as many layers and two more have room on the device, or as many as have.
 * Ranks need not agree: each exchanges traces in front of each stage, in their order. */
static int find_together(const eg_dg *dg, int64_t room)
{
    int most = eg_dg_stages(dg);
    if (dg->stages_together > 0 && dg->stages_together < most)
        most = dg->stages_together;
    while (most > 1 && (most + 2) * eg_dg_largest_layer(dg) * 2 * block_bytes(dg) > room)
        most--;
    return most;
}

/* `room`: what is there beside all else; seven eighths of it are for the slots, which take at least
 * `least`. */
static eg_status refuse_stream_room(const eg_dg *dg, int64_t room, int64_t least)
{
    int64_t most = eg_dg_room(dg) + eg_stepper_device_bytes(&dg->base);
    int64_t need = most - room + eg_ceil_div(8 * least, 7);
    return eg_fail(dg->context, EG_MEMORY,
                   "numerics.storage: the state out of core needs %.4g MB on %s, where %.4g MB may "
                   "be taken: what is beside the state, and three blocks of cells",
                   (double)need / 1e6, eg_device_describe(dg->device)->spec, (double)most / 1e6);
}

/* Of one stage a pass as many blocks as the device has room for beside what balances and records will take;
 * six turns of a pass at least, so that copies go on beside kernels. */
static eg_status find_chunk(const eg_dg *dg, eg_dg_stream *made)
{
    int64_t each = 2 * block_bytes(dg);
    int64_t beside = eg_dg_room(dg) - 40 * dg->mesh->base.own - eg_dg_pml_bytes(dg);
    int64_t room = beside - beside / 8;
    made->together = find_together(dg, room);
    made->chunk = made->together > 1
                      ? eg_dg_largest_layer(dg)
                      : eg_min_i64(room / (SLOTS * each), eg_ceil_div(eg_max_i64(dg->blocks, 1), 2 * SLOTS));
    if (made->chunk > 0)
        return EG_OK;
    return refuse_stream_room(dg, beside, SLOTS * each);
}

static eg_status create_slots(eg_dg *dg, eg_dg_stream *made)
{
    int64_t bytes = made->chunk * block_bytes(dg);
    int64_t turns =
        made->together > 1 ? dg->visits.layers : eg_ceil_div(eg_max_i64(dg->blocks, 1), made->chunk);
    int most = made->together > 1 ? made->together + 2 : SLOTS;
    made->slots = (int)eg_min_i64(most, eg_max_i64(turns, 1));
    for (int i = 0; i < made->slots; i++) {
        EG_TRY(EG_UPLOAD(&dg->base, {"blocks of the state", bytes, NULL, &made->slot[i].q},
                         {"blocks of the second state", bytes, NULL, &made->slot[i].second}));
    }
    dg->q[0] = dg->q[1] = made->slot[0].q;
    dg->second = made->slot[0].second;
    return eg_device_finish(dg->device); /* what comes first does not wait for their zeros */
}

eg_status eg_dg_build_stream(eg_dg *dg)
{
    eg_dg_stream *made;
    int64_t bytes = eg_max_i64(eg_layout_bytes(&dg->layout, dg->values), 1);
    EG_TRY(eg_owner_alloc(&dg->owned, 1, sizeof *made, &dg->stream));
    made = dg->stream;
    EG_TRY(find_chunk(dg, made));
    EG_TRY(check_host_room(dg));
    EG_TRY(eg_staging_create(dg->device, bytes, (void **)&made->state));
    memset(made->state, 0, (size_t)bytes);
    if (made->together < eg_dg_stages(dg)) {
        EG_TRY(eg_staging_create(dg->device, bytes, (void **)&made->second));
        memset(made->second, 0, (size_t)bytes);
    }
    return create_slots(dg, made);
}

void eg_dg_keep_host_state(eg_dg *dg)
{
    eg_dg_stream *s = dg->stream;
    if (!s)
        return;
    eg_device_finish(dg->device);
    for (int i = 0; i < MOST_SLOTS; i++) {
        eg_event_destroy(&s->slot[i].left);
        eg_buffer_destroy(&s->slot[i].q);
        eg_buffer_destroy(&s->slot[i].second);
    }
    dg->q[0] = dg->q[1] = dg->second = NULL;
    eg_staging_destroy(dg->device, (void **)&s->second);
}

void eg_dg_destroy_stream(eg_dg *dg)
{
    if (!dg->stream)
        return;
    eg_dg_keep_host_state(dg);
    eg_staging_destroy(dg->device, (void **)&dg->stream->state);
}

/* ---- visits */

static eg_status bring(eg_buffer *buffer, const char *data, int64_t bytes, eg_event *after)
{
    eg_event *there;
    EG_TRY(eg_buffer_write_begin(buffer, 0, data, bytes, after, &there));
    eg_status status = eg_queue_wait(there);
    eg_event_destroy(&there);
    return status;
}

/* Behind what is queued; of 0 bytes a mark alone. */
static eg_status take_slot_bytes(slot *s, const eg_buffer *buffer, char *data, int64_t bytes)
{
    eg_event_destroy(&s->left);
    return eg_buffer_read_begin(buffer, 0, data, bytes, &s->left);
}

static void hold(eg_dg *dg, const slot *s, int64_t from, int64_t blocks, int64_t layer)
{
    dg->held.from = from;
    dg->held.blocks = blocks;
    dg->held.layer = layer;
    dg->q[0] = dg->q[1] = s->q;
    dg->second = s->second;
}

/* All copies of a slot go in order, and a slot is taken again after others: the blocks that come now have
 * gone before. */
static eg_status bring_blocks(eg_dg *dg, const eg_dg_pass *pass, slot *s, int64_t from, int64_t blocks)
{
    int64_t at = from * block_bytes(dg), bytes = blocks * block_bytes(dg);
    EG_TRY(bring(s->q, dg->stream->state + at, bytes, s->left));
    return pass->second_comes ? bring(s->second, dg->stream->second + at, bytes, s->left) : EG_OK;
}

static eg_status take_blocks(const eg_dg *dg, const eg_dg_pass *pass, slot *s, int64_t from, int64_t blocks)
{
    int64_t at = from * block_bytes(dg), bytes = blocks * block_bytes(dg);
    if (pass->second_goes)
        EG_TRY(take_slot_bytes(s, s->second, dg->stream->second + at, bytes));
    return take_slot_bytes(s, s->q, dg->stream->state + at, pass->state_goes ? bytes : 0);
}

static eg_status visit(eg_dg *dg, const eg_dg_pass *pass, int64_t from, int64_t blocks)
{
    eg_dg_stream *stream = dg->stream;
    slot *s = &stream->slot[stream->turn++ % stream->slots];
    EG_TRY(bring_blocks(dg, pass, s, from, blocks));
    hold(dg, s, from, blocks, -1);
    EG_TRY(pass->work(dg, pass->stage));
    return take_blocks(dg, pass, s, from, blocks);
}

static eg_status visit_by_chunks(eg_dg *dg, const eg_dg_pass *pass)
{
    int64_t chunk = dg->stream->chunk;
    for (int64_t from = 0; from < dg->blocks; from += chunk)
        EG_TRY(visit(dg, pass, from, eg_min_i64(chunk, dg->blocks - from)));
    return EG_OK;
}

/* ---- several stages in one pass: when layer w comes, layer w - 1 takes the second of them, and so on */

static slot *slot_of(const eg_dg *dg, int64_t layer)
{
    return &dg->stream->slot[layer % dg->stream->slots];
}

static bool is_layer(const eg_dg *dg, int64_t layer)
{
    return layer >= 0 && layer < dg->visits.layers;
}

static int64_t blocks_of(const eg_dg *dg, int64_t layer)
{
    return dg->visits.first[layer + 1] - dg->visits.first[layer];
}

static eg_status work_on_layer(eg_dg *dg, const eg_dg_pass *pass, int64_t layer, int stage)
{
    if (!is_layer(dg, layer))
        return EG_OK;
    hold(dg, slot_of(dg, layer), dg->visits.first[layer], blocks_of(dg, layer), layer);
    return pass->work(dg, stage);
}

static eg_status turn(eg_dg *dg, const eg_dg_pass *pass, int64_t wave, eg_status status)
{
    const int64_t *first = dg->visits.first;
    int64_t last = wave - pass->stages + 1;
    if (status == EG_OK && is_layer(dg, wave))
        status = bring_blocks(dg, pass, slot_of(dg, wave), first[wave], blocks_of(dg, wave));
    for (int i = 0; i < pass->stages; i++) {
        if (wave == i && pass->before)
            status = pass->before(dg, pass->stage + i, status);
        if (status == EG_OK)
            status = work_on_layer(dg, pass, wave - i, pass->stage + i);
    }
    if (status == EG_OK && is_layer(dg, last))
        status = take_blocks(dg, pass, slot_of(dg, last), first[last], blocks_of(dg, last));
    return status;
}

/* A rank without layers exchanges traces as often as others. */
static eg_status visit_by_layers(eg_dg *dg, const eg_dg_pass *pass, eg_status status)
{
    int64_t waves = eg_max_i64(dg->visits.layers, 1) + pass->stages - 1;
    for (int64_t w = 0; w < waves; w++)
        status = turn(dg, pass, w, status);
    return status;
}

eg_status eg_dg_stream_pass(eg_dg *dg, const eg_dg_pass *given, eg_status status)
{
    eg_dg_pass pass = *given;
    pass.stages = eg_max_i64(pass.stages, 1);
    if (dg->stream->together > 1)
        return visit_by_layers(dg, &pass, status);
    assert(pass.stages == 1);
    if (pass.before)
        status = pass.before(dg, pass.stage, status);
    return status == EG_OK ? visit_by_chunks(dg, &pass) : status;
}

int eg_dg_stages_together(const eg_dg *dg)
{
    return dg->stream ? dg->stream->together : 0;
}

int64_t eg_dg_stream_shift(const eg_dg *dg, int64_t block)
{
    return (eg_dg_place_of(dg, block) - block) * block_bytes(dg);
}

eg_status eg_dg_visit_all(eg_dg *dg, eg_dg_work *work, int stage)
{
    if (!dg->stream)
        return work(dg, stage);
    return eg_dg_stream_pass(dg, &(eg_dg_pass){.work = work, .stage = stage}, EG_OK);
}

eg_status eg_dg_stream_state(eg_dg *dg, void **state)
{
    eg_dg_stream *stream = dg->stream;
    *state = stream->state;
    for (int i = 0; i < stream->slots; i++)
        if (stream->slot[i].left)
            EG_TRY(eg_event_wait(stream->slot[i].left));
    return EG_OK;
}

eg_status eg_dg_clear_stream(eg_dg *dg)
{
    void *state;
    EG_TRY(eg_dg_stream_state(dg, &state));
    memset(state, 0, (size_t)eg_layout_bytes(&dg->layout, dg->values));
    return EG_OK;
}
