/* A stepper as a space: the table of functions. */
#include "scheme/stepper/stepper.h"

#include <string.h>

#include "base/base.h"

static const eg_stepper *stepper_of_space(const eg_space *space)
{
    return (const eg_stepper *)space;
}

static int64_t space_bytes(const eg_space *space)
{
    return eg_stepper_state_bytes(stepper_of_space(space));
}

static eg_status space_copy_begin(eg_space *space, void *copy, eg_event **event)
{
    return eg_stepper_snapshot_begin((eg_stepper *)space, copy, event);
}

static eg_status space_copy(eg_space *space, void *copy)
{
    return eg_stepper_read((eg_stepper *)space, copy);
}

static int64_t bytes_of_values(const eg_stepper *s)
{
    return s->values * (int64_t)eg_real_size(s->layout.precision);
}

static int64_t bytes_of_totals(const eg_stepper *s)
{
    return s->totals_hashed * (int64_t)sizeof(double);
}

static int64_t space_item_bytes(const eg_space *space)
{
    const eg_stepper *s = stepper_of_space(space);
    return bytes_of_values(s) + bytes_of_totals(s);
}

/* An item is a cell's values, and those of its totals that the hash has. */
static void read_with_totals(const eg_stepper *s, const void *copy, int64_t from, int64_t to, char *items)
{
    for (int64_t c = from; c < to; c++) {
        eg_layout_read_cells(&s->layout, s->values, copy, c, c + 1, items);
        items += bytes_of_values(s);
        memcpy(items, eg_stepper_copy_totals(s, copy, c) + s->totals - s->totals_hashed,
               (size_t)bytes_of_totals(s));
        items += bytes_of_totals(s);
    }
}

static void space_read(const eg_space *space, const void *copy, int64_t from, int64_t to, void *values)
{
    const eg_stepper *s = stepper_of_space(space);
    if (s->totals_hashed > 0)
        read_with_totals(s, copy, from, to, values);
    else
        eg_layout_read_cells(&s->layout, s->values, copy, from, to, values);
}

static eg_status hash_with_totals(const eg_stepper *s, const void *copy, int64_t from, int64_t to,
                                  uint64_t *chunks)
{
    int64_t bytes = bytes_of_values(s) + bytes_of_totals(s);
    EG_SCRATCH char *items = NULL;
    EG_TRY(eg_alloc(s->context, EG_CHUNK, (size_t)bytes, &items));
    for (int64_t at = from; at < to; at += EG_CHUNK) {
        int64_t end = eg_min_i64(to, at + EG_CHUNK);
        read_with_totals(s, copy, at, end, items);
        *chunks++ = eg_hash64(items, (end - at) * bytes, 0);
    }
    return EG_OK;
}

static eg_status space_hash_chunks(const eg_space *space, const void *copy, int64_t from, int64_t to,
                                   uint64_t *chunks)
{
    const eg_stepper *s = stepper_of_space(space);
    return s->totals_hashed > 0
               ? hash_with_totals(s, copy, from, to, chunks)
               : eg_layout_hash_chunks(s->context, &s->layout, s->values, copy, from, to, chunks);
}

static void space_evaluate(const eg_space *space, const void *copy, int64_t cell, int count,
                           const double *points, double *values)
{
    eg_stepper_evaluate(stepper_of_space(space), copy, cell, count, points, values);
}

static eg_status space_sample(eg_space *space, int count, const int64_t *cells, const double (*points)[3],
                              double *values)
{
    return eg_stepper_sample((eg_stepper *)space, count, cells, points, values);
}

static void space_evaluate_cells(const eg_space *space, const void *copy, int64_t from, int64_t to,
                                 double *values)
{
    const eg_stepper *s = stepper_of_space(space);
    static const double anywhere[3] = {0, 0, 0};
    if (s->class->evaluate_cells) {
        s->class->evaluate_cells(s, copy, from, to, values);
        return;
    }
    for (int64_t c = from; c < to; c++, values += s->variables)
        eg_stepper_evaluate(s, copy, c, 1, anywhere, values);
}

const eg_space_class eg_stepper_space_class = {
    .bytes = space_bytes,
    .copy_begin = space_copy_begin,
    .copy = space_copy,
    .item_bytes = space_item_bytes,
    .read = space_read,
    .hash_chunks = space_hash_chunks,
    .evaluate = space_evaluate,
    .sample = space_sample,
    .evaluate_cells = space_evaluate_cells,
};
