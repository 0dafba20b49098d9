/* The lists by which rows are summed, and the launches: kernels/sem/row_sums.c. */
#include "scheme/sem/operator/row_sums.h"

#include "field/owner.h"
#include "sem/groups.h" /* kernels/sem/groups.h */

struct eg_row_sums {
    eg_owner owned;
    eg_device *device;
    eg_precision precision;
    eg_row_parts parts;
    int64_t rows, groups;
    int value_bits, lane_bits;
    eg_program *program;
    eg_kernel *count_kernel, *add, *place, *enter, *sort, *weigh, *gather;
    eg_buffer *first, *index, *before;
};

/* The least b with 2^b >= value. */
static int bits_of(int value)
{
    int bits = 0;
    while (1 << bits < value)
        bits++;
    return bits;
}

static eg_status make_sum_kernels(eg_row_sums *s)
{
    const eg_program_options options = {.file = "sem/row_sums.c", .precision = s->precision, .lanes = 1};
    EG_TRY(eg_owner_program(&s->owned, s->device, &options, &s->program));
    return EG_KERNELS(s->program, {"rows_count", &s->count_kernel}, {"rows_add", &s->add},
                      {"rows_place", &s->place}, {"rows_enter", &s->enter}, {"rows_sort", &s->sort},
                      {"rows_weigh", &s->weigh}, {"sem_row_sums", &s->gather});
}

/* Queues the counts of rows, and their sums in each group of rows. */
static eg_status count_rows(eg_row_sums *s)
{
    const eg_row_parts *p = &s->parts;
    int64_t values = p->blocks * p->values * p->lanes, groups = eg_ceil_div(values, ROWS_OF_GROUP);
    if (values > INT32_MAX)
        return eg_fail(s->owned.context, EG_MESH,
                       "elements leave %lld values that are summed by rows, and at most %d fit; take fewer "
                       "elements or more ranks",
                       (long long)values, INT32_MAX);
    EG_TRY(eg_owner_buffer(&s->owned, s->device, "places before groups", s->groups * 4, &s->before));
    EG_TRY(eg_owner_upload(&s->owned, s->device, "first contributions", (s->rows + 2) * 4, NULL, &s->first));
    EG_TRY(EG_LAUNCH(s->count_kernel, groups, EG_BUFFER("row", p->row), EG_BUFFER("first", s->first),
                     EG_LONG("from", p->from), EG_LONG("rows", s->rows), EG_LONG("values", values),
                     EG_LONG("groups", groups)));
    return EG_LAUNCH(s->add, s->groups, EG_BUFFER("first", s->first), EG_BUFFER("before", s->before),
                     EG_LONG("rows", s->rows), EG_LONG("groups", s->groups));
}

eg_status eg_row_sums_begin(eg_context *context, eg_device *device, eg_precision precision,
                            const eg_row_parts *parts, int64_t rows, eg_row_sums **sums)
{
    eg_row_sums *made;
    *sums = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *sums = made;
    *made = (eg_row_sums){.owned = {.context = context},
                          .device = device,
                          .precision = precision,
                          .parts = *parts,
                          .rows = rows,
                          .groups = eg_ceil_div(rows, ROWS_OF_GROUP),
                          .value_bits = bits_of(parts->values),
                          .lane_bits = bits_of(parts->lanes)};
    assert(1 << made->lane_bits == parts->lanes);
    EG_TRY(make_sum_kernels(made));
    return count_rows(made);
}

/* From the places of each group of rows to those of the groups before it; how many all have. Waits. */
static eg_status add_groups(eg_row_sums *s, int64_t *all)
{
    EG_SCRATCH int32_t *before = NULL;
    *all = 0;
    EG_TRY(eg_alloc(s->owned.context, s->groups, sizeof *before, &before));
    EG_TRY(eg_buffer_read(s->before, 0, before, s->groups * 4));
    for (int64_t g = 0; g < s->groups; g++) {
        int32_t here = before[g];
        before[g] = (int32_t)*all;
        *all += here;
    }
    return eg_buffer_write(s->before, 0, before, s->groups * 4);
}

eg_status eg_row_sums_end(eg_row_sums *s)
{
    const eg_row_parts *p = &s->parts;
    int64_t all;
    EG_TRY(add_groups(s, &all));
    EG_TRY(eg_owner_buffer(&s->owned, s->device, "contributions", eg_max_i64(all, 1) * 4, &s->index));
    EG_TRY(EG_LAUNCH(s->place, s->groups, EG_BUFFER("before", s->before), EG_BUFFER("first", s->first),
                     EG_LONG("rows", s->rows), EG_LONG("groups", s->groups)));
    EG_TRY(EG_LAUNCH(s->enter, p->blocks, EG_BUFFER("row", p->row), EG_BUFFER("first", s->first),
                     EG_BUFFER("index", s->index), EG_LONG("from", p->from), EG_LONG("rows", s->rows),
                     EG_INT("values", p->values), EG_INT("value_bits", s->value_bits),
                     EG_INT("lanes", p->lanes), EG_LONG("blocks", p->blocks)));
    EG_TRY(EG_LAUNCH(s->sort, s->groups, EG_BUFFER("first", s->first), EG_BUFFER("index", s->index),
                     EG_INT("values", p->values), EG_INT("value_bits", s->value_bits),
                     EG_INT("lane_bits", s->lane_bits), EG_LONG("rows", s->rows),
                     EG_LONG("groups", s->groups)));
    double size = (double)eg_real_size(s->precision);
    eg_kernel_cost(s->gather, s->groups, (4 + size) * (double)(s->rows + all), 0);
    return EG_OK;
}

eg_status eg_row_sums_create(eg_context *context, eg_device *device, eg_precision precision,
                             const eg_row_parts *parts, int64_t rows, eg_row_sums **sums)
{
    eg_status status = eg_row_sums_begin(context, device, precision, parts, rows, sums);
    if (status == EG_OK)
        status = eg_row_sums_end(*sums);
    if (status != EG_OK)
        eg_row_sums_destroy(sums);
    return status;
}

void eg_row_sums_destroy(eg_row_sums **address)
{
    if (!address || !*address)
        return;
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

eg_status eg_row_sums_apply(const eg_row_sums *s, const eg_buffer *part, eg_buffer *y)
{
    return EG_LAUNCH(s->gather, s->groups, EG_BUFFER("part", part), EG_BUFFER("first", s->first),
                     EG_BUFFER("index", s->index), EG_BUFFER("y", y), EG_LONG("rows", s->rows),
                     EG_LONG("groups", s->groups));
}

eg_status eg_row_sums_weigh(const eg_row_sums *s, eg_buffer *weight)
{
    return EG_LAUNCH(s->weigh, s->groups, EG_BUFFER("first", s->first), EG_BUFFER("weight", weight),
                     EG_LONG("rows", s->rows), EG_LONG("groups", s->groups));
}

int64_t eg_row_sums_device_bytes(const eg_row_sums *s)
{
    return eg_owner_device_bytes(&s->owned);
}
