/* space: which values a state has, where they stand, and how they are read. Whoever looks at a state looks
 * through its space: snapshots, samples at points, lines, slices, pictures, hashes, errors. An explicit
 * scheme's is its stepper (scheme/stepper); a model that solves linear systems has nodes that cells share.
 *
 * A copy of a state is memory of eg_space_bytes(), in the form of the space: nobody else looks into it. */
#ifndef EG_FIELD_SPACE_H
#define EG_FIELD_SPACE_H

#include "device/device.h"
#include "mesh/hexes/hexes.h"

typedef struct eg_space eg_space;

typedef struct eg_space_class { /* evaluate_cells: NULL where the degree is never 0 */
    int64_t (*bytes)(const eg_space *space);
    eg_status (*copy_begin)(eg_space *space, void *copy, eg_event **event);
    eg_status (*copy)(eg_space *space, void *copy);
    int64_t (*item_bytes)(const eg_space *space);
    void (*read)(const eg_space *space, const void *copy, int64_t from, int64_t to, void *values);
    eg_status (*hash_chunks)(const eg_space *space, const void *copy, int64_t from, int64_t to,
                             uint64_t *chunks);
    void (*evaluate)(const eg_space *space, const void *copy, int64_t cell, int count, const double *points,
                     double *values);
    eg_status (*sample)(eg_space *space, int count, const int64_t *cells, const double (*points)[3],
                        double *values);
    void (*evaluate_cells)(const eg_space *space, const void *copy, int64_t from, int64_t to, double *values);
} eg_space_class;

enum { EG_SPACE_VARIABLES = 24 }; /* no space has more */

/* The members of eg_space. */
#define EG_SPACE_MEMBERS                                                                                     \
    const eg_space_class *reads;                                                                             \
    eg_context *context;                                                                                     \
    const eg_mesh *domain;            /* the cells of this rank */                                           \
    const eg_hex_nodes *shared_nodes; /* NULL: cells have values of their own */                             \
    int degree;                       /* of the polynomials of a cell; 0: one value */                       \
    int variables;                    /* at a point */                                                       \
    bool on_host                      /* copies are made there: plain memory will do */

struct eg_space {
    EG_SPACE_MEMBERS;
};

/* What a struct begins with that is a space: its members are reached by their names, or all as `space`. */
#define EG_SPACE                                                                                             \
    union {                                                                                                  \
        eg_space space;                                                                                      \
        struct {                                                                                             \
            EG_SPACE_MEMBERS;                                                                                \
        };                                                                                                   \
    }

/* What a hash of the state goes along (field/state_hash.h): all nodes, or all cells; and this rank's. */
static inline int64_t eg_space_all(const eg_space *space)
{
    return space->shared_nodes ? space->shared_nodes->all : space->domain->all;
}
static inline int64_t eg_space_own(const eg_space *space)
{
    return space->shared_nodes ? space->shared_nodes->own : space->domain->own;
}

/* Of which ranks are cut into chunks (eg_partition_range()). */
static inline int64_t eg_space_chunk(const eg_space *space)
{
    return space->shared_nodes ? EG_CHUNK : eg_mesh_chunk(space->domain->class, space->domain->all);
}

/* Bytes of a copy. */
static inline int64_t eg_space_bytes(const eg_space *space)
{
    return space->reads->bytes(space);
}
/* At a pause: copies the state aside and begins to read it, one at a time; steps may go on at once. *event
 * stays NULL where there is nothing to wait for. */
static inline eg_status eg_space_copy_begin(eg_space *space, void *copy, eg_event **event)
{
    return space->reads->copy_begin(space, copy, event);
}
/* The same, done when it returns, without room for a copy on the device. */
static inline eg_status eg_space_copy(eg_space *space, void *copy)
{
    return space->reads->copy(space, copy);
}
/* Bytes of the values of a cell or node in canonical order; those of own ones [from, to); and the hashes of
 * the chunks that these make, as eg_chunk_items has them. Any thread. */
static inline int64_t eg_space_item_bytes(const eg_space *space)
{
    return space->reads->item_bytes(space);
}
static inline void eg_space_read(const eg_space *space, const void *copy, int64_t from, int64_t to,
                                 void *values)
{
    space->reads->read(space, copy, from, to, values);
}
static inline eg_status eg_space_hash_chunks(const eg_space *space, const void *copy, int64_t from,
                                             int64_t to, uint64_t *chunks)
{
    return space->reads->hash_chunks(space, copy, from, to, chunks);
}
/* The variables at reference points of a cell, points[count][dimension]: values[count][variables]. Any
 * thread. */
static inline void eg_space_evaluate(const eg_space *space, const void *copy, int64_t cell, int count,
                                     const double *points, double *values)
{
    space->reads->evaluate(space, copy, cell, count, points, values);
}
/* The variables of cells [from, to), where the degree is 0: values[to - from][variables]. Any thread. */
static inline void eg_space_evaluate_cells(const eg_space *space, const void *copy, int64_t from, int64_t to,
                                           double *values)
{
    assert(space->degree == 0);
    space->reads->evaluate_cells(space, copy, from, to, values);
}
/* At a pause: the variables of the state itself at a reference point of each of `count` cells:
 * values[count][variables]. */
static inline eg_status eg_space_sample(eg_space *space, int count, const int64_t *cells,
                                        const double (*points)[3], double *values)
{
    return space->reads->sample(space, count, cells, points, values);
}

#endif
