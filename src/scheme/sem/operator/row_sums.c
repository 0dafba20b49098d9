/* The lists by which rows are summed, and the launch. */
#include "scheme/sem/operator/row_sums.h"

#include "base/buckets.h"
#include "base/parallel.h"
#include "sem/groups.h" /* kernels/sem/groups.h */

/* Lists while they are made. */
typedef struct lists {
    eg_task task; /* first */
    eg_row_parts parts;
    int64_t rows;
    int32_t *first, *index;
} lists;

struct eg_row_sums {
    eg_context *context;
    int64_t rows;
    lists lists;
    eg_program *program;
    eg_kernel *gather;
    eg_buffer *first, *index;
};

/* Rows and places of an element's values. */
static int list_summand(const void *with, int64_t e, int32_t *key, int32_t *index)
{
    const lists *l = with;
    int lanes = l->parts.lanes, values = l->parts.values, count = 0;
    int64_t at = e / lanes * values * lanes + e % lanes;
    for (int v = 0; v < values; v++, at += lanes) {
        int64_t row = l->parts.row[at] - l->parts.from;
        if (l->parts.row[at] < 0 || row < 0 || row >= l->rows)
            continue;
        key[count] = (int32_t)row;
        index[count++] = (int32_t)at;
    }
    return count;
}

static eg_status make_row_sums(eg_task *self)
{
    lists *l = (lists *)self;
    eg_context *context = l->task.context;
    const eg_bucket_source source = {.item = list_summand,
                                     .with = l,
                                     .items = l->parts.elements,
                                     .keys = l->rows,
                                     .most = l->parts.values};
    EG_TRY(eg_buckets_make(context, &source, &l->first, &l->index));
    int64_t counted = l->parts.many ? l->rows : 0;
    EG_LOOP(context, counted)
    for (int64_t i = 0; i < counted; i++)
        l->parts.many[i] = l->first[i + 1] - l->first[i];
    return EG_OK;
}

eg_status eg_row_sums_begin(eg_context *context, const eg_row_parts *parts, int64_t rows, eg_row_sums **sums)
{
    eg_row_sums *made;
    *sums = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *sums = made;
    made->context = context;
    made->rows = rows;
    made->lists = (lists){.task = {.work = make_row_sums, .what = "lists sums of rows", .context = context},
                          .parts = *parts,
                          .rows = rows};
    /* with one thread for all there is none beside */
    return eg_parts(context, 2, 1) > 1 ? eg_task_start(context, &made->lists.task)
                                       : make_row_sums(&made->lists.task);
}

static eg_status build_row_sums(eg_row_sums *s, eg_device *device, eg_precision precision)
{
    const eg_program_options options = {.file = "sem/row_sums.c", .precision = precision, .lanes = 1};
    lists *l = &s->lists;
    int64_t indices = l->first[s->rows];
    EG_TRY(eg_buffer_take(device, (s->rows + 1) * 4, "first contributions", &l->first, &s->first));
    EG_TRY(eg_buffer_take(device, eg_max_i64(indices, 1) * 4, "contributions", &l->index, &s->index));
    EG_TRY(eg_program_create(device, &options, &s->program));
    EG_TRY(eg_kernel_get(s->program, "sem_row_sums", &s->gather));
    double size = (double)eg_real_size(precision);
    eg_kernel_cost(s->gather, eg_ceil_div(s->rows, ROWS_OF_GROUP), (4 + size) * (double)(s->rows + indices),
                   0);
    return EG_OK;
}

eg_status eg_row_sums_end(eg_row_sums *s, eg_device *device, eg_precision precision, eg_status status)
{
    if (!s)
        return status;
    status = eg_task_join(&s->lists.task, status);
    if (status == EG_OK)
        status = build_row_sums(s, device, precision);
    EG_FREE(&s->lists.first, &s->lists.index);
    return status;
}

eg_status eg_row_sums_create(eg_context *context, eg_device *device, eg_precision precision,
                             const eg_row_parts *parts, int64_t rows, eg_row_sums **sums)
{
    eg_status status = eg_row_sums_begin(context, parts, rows, sums);
    status = eg_row_sums_end(*sums, device, precision, status);
    if (status != EG_OK)
        eg_row_sums_destroy(sums);
    return status;
}

void eg_row_sums_destroy(eg_row_sums **address)
{
    if (!address || !*address)
        return;
    eg_row_sums *s = *address;
    eg_buffer_destroy(&s->first);
    eg_buffer_destroy(&s->index);
    eg_program_destroy(&s->program);
    eg_free(s->context, address);
}

eg_status eg_row_sums_apply(const eg_row_sums *s, const eg_buffer *part, eg_buffer *y)
{
    int64_t groups = eg_ceil_div(s->rows, ROWS_OF_GROUP);
    return EG_LAUNCH(s->gather, groups, EG_BUFFER("part", part), EG_BUFFER("first", s->first),
                     EG_BUFFER("index", s->index), EG_BUFFER("y", y), EG_LONG("rows", s->rows),
                     EG_LONG("groups", groups));
}

int64_t eg_row_sums_device_bytes(const eg_row_sums *s)
{
    return eg_buffer_bytes(s->first) + eg_buffer_bytes(s->index);
}
