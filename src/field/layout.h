/* layout: where the values of a cell stand in device memory.
 *
 *     q[pack][variable][lane of the pack]        slot = pack * state_lanes + lane of the pack
 *
 *     | group 0, padded to whole blocks | group 1, padded ... | ghosts, padded | extra slots (open faces) |
 *     slot 0 ...                                              ghost_slot ...   extra_slot ...
 *
 * Cells keep their canonical order within a group (mesh/mesh.h): in the plane triangles, then quadrangles.
 * A layout is a value: copy it freely. */
#ifndef EG_FIELD_LAYOUT_H
#define EG_FIELD_LAYOUT_H

#include "device/device.h"
#include "mesh/mesh.h"

#include <math.h>

typedef struct eg_layout {
    eg_precision precision;
    int lanes, lane_bits;        /* cells of a block: a power of two and its logarithm */
    int state_lanes, state_bits; /* cells that stand together in the state; divides lanes */
    int64_t cells, ghosts;
    int groups;
    int64_t first_cell[EG_MESH_GROUPS + 1];  /* of each group; then `cells` */
    int64_t first_block[EG_MESH_GROUPS + 1]; /* of each group; then of what is behind the cells */
    int64_t blocks;                          /* in all */
    int32_t ghost_slot, extra_slot;
    int64_t extra; /* extra slots in use */
} eg_layout;

/* Where kernels reach the state by 64 bits: slots alone have to fit into 31. */
enum { EG_LAYOUT_FAR = 1 };
/* Lays out the mesh's cells, its ghosts and `extra` further slots; state_lanes = 0 is `lanes`. EG_MESH where
 * slots times variables do not fit into 31 bits; `variables` is EG_LAYOUT_FAR, or how many the state has. */
eg_status eg_layout_create(const eg_mesh *mesh, eg_precision precision, int lanes, int state_lanes,
                           int variables, int64_t extra, eg_layout *layout);

int64_t eg_layout_slots(const eg_layout *layout);
/* Bytes of one state with so many variables. */
int64_t eg_layout_bytes(const eg_layout *layout, int variables);

/* The group of a cell, and the slot of a cell, or of a ghost. */
static inline int eg_layout_group(const eg_layout *layout, int64_t cell)
{
    int group = 0;
    while (cell >= layout->first_cell[group + 1])
        group++;
    return group;
}
static inline int32_t eg_layout_slot(const eg_layout *layout, int64_t cell)
{
    if (cell >= layout->cells)
        return (int32_t)(cell - layout->cells + layout->ghost_slot);
    int group = eg_layout_group(layout, cell);
    return (int32_t)(cell - layout->first_cell[group] + (layout->first_block[group] << layout->lane_bits));
}

/* Index of variable v of a slot in a state with so many variables. */
static inline int64_t eg_layout_state_index(const eg_layout *layout, int variables, int64_t slot, int v)
{
    return ((slot >> layout->state_bits) * variables + v) * layout->state_lanes +
           (slot & (layout->state_lanes - 1));
}

/* The same in an array of a block's constants, [block][variable][lane]. */
static inline int64_t eg_layout_index(const eg_layout *layout, int variables, int64_t slot, int v)
{
    return ((slot >> layout->lane_bits) * variables + v) * layout->lanes + (slot & (layout->lanes - 1));
}

static inline void eg_real_store(eg_precision precision, void *array, int64_t index, double value)
{
    if (precision == EG_F64)
        ((double *)array)[index] = value;
    else
        ((float *)array)[index] = (float)value;
}

/* Stores a value in an array of the layout's precision; reads it back. */
static inline void eg_layout_store(const eg_layout *layout, void *array, int64_t index, double value)
{
    eg_real_store(layout->precision, array, index, value);
}
static inline double eg_layout_load(const eg_layout *layout, const void *array, int64_t index)
{
    return layout->precision == EG_F64 ? ((const double *)array)[index] : ((const float *)array)[index];
}

/* Whether a value of a state is one that kernels go on with: finite, and below 1e30. */
static inline bool eg_layout_is_finite(const eg_layout *layout, const void *array, int64_t index)
{
    return fabs(eg_layout_load(layout, array, index)) < 1e30;
}

/* Copies the values of cells [from, to) of a state to `values`, [cell][variable] in canonical order and the
 * layout's precision, and returns the bytes; and back. */
int64_t eg_layout_read_cells(const eg_layout *layout, int variables, const void *state, int64_t from,
                             int64_t to, void *values);
void eg_layout_write_cells(const eg_layout *layout, int variables, const void *values, int64_t from,
                           int64_t to, void *state);

/* Hash of the state: the values of each cell in canonical order, in the layout's precision, in chunks of 4096
 * cells whose hashes are hashed in turn. Independent of lanes, padding, device, ranks. */
eg_status eg_layout_hash(eg_context *context, const eg_layout *layout, int variables, const void *state,
                         uint64_t *hash);

/* The hashes of the chunks of cells [from, to), the last of which may be short (mesh/chunk_hash.h).
 * EG_MEMORY. */
eg_status eg_layout_hash_chunks(eg_context *context, const eg_layout *layout, int variables,
                                const void *state, int64_t from, int64_t to, uint64_t *chunks);

#endif
