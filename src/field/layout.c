/* Layout of cells in device memory, and the hash of a state. */
#include "field/layout.h"

#include <string.h>

#include "comm/comm.h"

eg_status eg_layout_create(const eg_mesh *mesh, eg_precision precision, int lanes, int state_lanes,
                           int variables, int64_t extra, eg_layout *layout)
{
    assert(lanes > 0 && (lanes & (lanes - 1)) == 0);
    eg_layout made = {.precision = precision,
                      .lanes = lanes,
                      .state_lanes = state_lanes ? state_lanes : lanes,
                      .cells = mesh->own,
                      .groups = mesh->groups,
                      .ghosts = eg_mesh_ghosts(mesh),
                      .extra = extra};
    while (1 << made.lane_bits < lanes)
        made.lane_bits++;
    while (1 << made.state_bits < made.state_lanes)
        made.state_bits++;
    for (int g = 0; g < mesh->groups; g++) {
        made.first_cell[g + 1] = made.first_cell[g] + mesh->group[g].count;
        made.first_block[g + 1] = made.first_block[g] + eg_ceil_div(mesh->group[g].count, lanes);
    }
    int64_t block = made.first_block[mesh->groups];
    int64_t ghost_blocks = eg_ceil_div(made.ghosts, lanes);
    made.blocks = block + ghost_blocks + eg_max_i64(1, eg_ceil_div(extra, lanes));
    if (made.blocks * lanes > INT32_MAX / variables)
        return eg_fail(mesh->context, EG_MESH,
                       "%s: %lld cells are more than one process can hold (%lld); take more ranks "
                       "or a coarser mesh",
                       mesh->origin, (long long)mesh->own, (long long)(INT32_MAX / variables));
    made.ghost_slot = (int32_t)(block * lanes);
    made.extra_slot = (int32_t)((block + ghost_blocks) * lanes);
    *layout = made;
    return EG_OK;
}

int64_t eg_layout_slots(const eg_layout *layout)
{
    return layout->blocks * layout->lanes;
}

int64_t eg_layout_bytes(const eg_layout *layout, int variables)
{
    return eg_layout_slots(layout) * variables * (int64_t)eg_real_size(layout->precision);
}

/* Moves the values of cells [from, to) between a state and an array in canonical order. */
static int64_t move_cells(const eg_layout *layout, int variables, void *state, int64_t from, int64_t to,
                          void *values, bool out)
{
    int64_t at = 0;
    size_t size = eg_real_size(layout->precision);
    for (int64_t cell = from; cell < to; cell++) {
        int64_t slot = eg_layout_slot(layout, cell);
        for (int v = 0; v < variables; v++, at++) {
            char *there = (char *)state + (size_t)eg_layout_state_index(layout, variables, slot, v) * size;
            char *here = (char *)values + (size_t)at * size;
            memcpy(out ? here : there, out ? there : here, size);
        }
    }
    return at * (int64_t)size;
}

int64_t eg_layout_read_cells(const eg_layout *layout, int variables, const void *state, int64_t from,
                             int64_t to, void *values)
{
    return move_cells(layout, variables, (void *)(uintptr_t)state, from, to, values, true);
}

void eg_layout_write_cells(const eg_layout *layout, int variables, const void *values, int64_t from,
                           int64_t to, void *state)
{
    move_cells(layout, variables, state, from, to, (void *)(uintptr_t)values, false);
}

/* A chunk goes through memory some cells at a time: cells may have many values. */
static void hash_chunk(const eg_layout *layout, int variables, const void *state, int64_t from, int64_t end,
                       int64_t at_once, void *memory, eg_hash_stream *stream)
{
    eg_hash_begin(stream);
    for (int64_t to; from < end; from = to) {
        to = eg_min_i64(end, from + at_once);
        eg_hash_add(stream, memory, eg_layout_read_cells(layout, variables, state, from, to, memory));
    }
}

eg_status eg_layout_hash_chunks(eg_context *context, const eg_layout *layout, int variables,
                                const void *state, int64_t from, int64_t to, uint64_t *chunks)
{
    enum { VALUES = 1 << 15 };
    int64_t at_once = eg_max_i64(1, VALUES / variables);
    EG_SCRATCH void *memory = NULL;
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    EG_TRY(eg_alloc(context, at_once * variables, eg_real_size(layout->precision), &memory));
    EG_TRY(eg_hash_create(context, &stream));
    for (int64_t at = from; at < to; at += EG_CHUNK) {
        hash_chunk(layout, variables, state, at, eg_min_i64(to, at + EG_CHUNK), at_once, memory, stream);
        *chunks++ = eg_hash_value64(stream);
    }
    return EG_OK;
}

eg_status eg_layout_hash(eg_context *context, const eg_layout *layout, int variables, const void *state,
                         uint64_t *hash)
{
    EG_SCRATCH uint64_t *chunks = NULL;
    int64_t count = eg_ceil_div(layout->cells, EG_CHUNK);
    EG_TRY(eg_alloc(context, count, sizeof *chunks, &chunks));
    EG_TRY(eg_layout_hash_chunks(context, layout, variables, state, 0, layout->cells, chunks));
    *hash = eg_hash64(chunks, count * (int64_t)sizeof *chunks, (uint64_t)layout->cells);
    return EG_OK;
}
