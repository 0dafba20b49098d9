/* Sparse matrices on a device. */
#include "base/scope.h"
#include "base/parallel.h"
#include "scheme/linear/sparse.h"

/* Few lanes keep blocks of unequal rows short; ITEMS blocks fill a group. */
static int lanes_of_rows(const eg_device *device, eg_precision precision)
{
    int lanes = eg_device_lanes(device, precision, 1);
    return lanes < 32 ? lanes : 32;
}

eg_status eg_sparse_kernels_create(eg_owner *owner, eg_device *device, eg_precision precision, int lanes,
                                   eg_sparse_kernels *kernels)
{
    *kernels = (eg_sparse_kernels){
        .device = device, .precision = precision, .lanes = lanes ? lanes : lanes_of_rows(device, precision)};
    const eg_program_options options = {
        .file = "linear/sparse.c", .precision = precision, .lanes = kernels->lanes, .items = EG_SELL_ITEMS};
    EG_TRY(eg_owner_program(owner, device, &options, &kernels->program));
    return EG_KERNELS(kernels->program, {"sparse_multiply", &kernels->multiply},
                      {"sparse_residual", &kernels->residual}, {"sparse_add", &kernels->add},
                      {"sparse_begin", &kernels->begin}, {"sparse_relax", &kernels->relax});
}

/* The longest row of block b. */
static int64_t slices_of(const eg_sparse *matrix, int64_t b, int lanes)
{
    int64_t most = 0, end = eg_min_i64(matrix->rows, (b + 1) * lanes);
    for (int64_t i = b * lanes; i < end; i++) {
        int64_t length = matrix->first[i + 1] - matrix->first[i];
        most = length > most ? length : most;
    }
    return most;
}

/* The first slice of each block, first[blocks + 1], and the most slices of a block. */
static eg_status count_slices(const eg_sparse *matrix, const eg_sell *sell, int32_t *first, int64_t *most)
{
    int64_t slices = 0;
    *most = 0;
    for (int64_t b = 0; b < sell->blocks; b++) {
        int64_t more = slices_of(matrix, b, sell->kernels->lanes);
        *most = eg_max_i64(*most, more);
        slices += more;
        if (slices > INT32_MAX)
            return eg_fail(matrix->context, EG_MESH,
                           "a matrix of %lld rows has more than 2^31 slices of %d entries; take a "
                           "coarser mesh or several ranks",
                           (long long)matrix->rows, sell->kernels->lanes);
        first[b + 1] = (int32_t)slices;
    }
    return EG_OK;
}

/* Slices on their way to the device: what is on its way is never more than `room` slices, or one block. */
typedef struct stage {
    int64_t room, from, count; /* slices: that fit in, that are on the device, that are here */
    int32_t *column;
    void *value;
} stage;

static eg_status send_rows(const eg_sell *sell, stage *s)
{
    int64_t lanes = sell->kernels->lanes;
    int64_t size = (int64_t)eg_real_size(sell->kernels->precision);
    EG_TRY(eg_buffer_write(sell->column, s->from * lanes * 4, s->column, s->count * lanes * 4));
    EG_TRY(eg_buffer_write(sell->value, s->from * lanes * size, s->value, s->count * lanes * size));
    s->from += s->count;
    s->count = 0;
    return EG_OK;
}

/* Row i of the matrix, with so many slices from slice `at` of the stage on. */
static void stage_row(const eg_sparse *matrix, const eg_sell *sell, int64_t i, int64_t at, int64_t slices,
                      stage *s)
{
    int lanes = sell->kernels->lanes;
    bool is_row = i < matrix->rows;
    int64_t from = is_row ? matrix->first[i] : 0, end = is_row ? matrix->first[i + 1] : 0;
    for (int64_t k = 0; k < slices; k++) {
        int64_t to = (at + k) * lanes + i % lanes;
        bool is_entry = from + k < end;
        double value = is_entry ? matrix->value[from + k] : 0;
        s->column[to] = is_entry ? matrix->column[from + k] : -1;
        if (sell->kernels->precision == EG_F64)
            ((double *)s->value)[to] = value;
        else
            ((float *)s->value)[to] = (float)value;
    }
}

static eg_status send_blocks(const eg_sparse *matrix, const eg_sell *sell, const int32_t *first, stage *s)
{
    enum { LEAST = 64 };
    int64_t lanes = sell->kernels->lanes;
    for (int64_t b = 0, end; b < sell->blocks; b = end) {
        for (end = b; end < sell->blocks && first[end + 1] - first[b] <= s->room;)
            end++;
        EG_LOOP_OF(matrix->context, end - b, LEAST)
        for (int64_t i = b * lanes; i < end * lanes; i++)
            stage_row(matrix, sell, i, first[i / lanes] - first[b], first[i / lanes + 1] - first[i / lanes],
                      s);
        s->count = first[end] - first[b];
        EG_TRY(send_rows(sell, s));
    }
    return EG_OK;
}

static eg_status create_buffers(eg_owner *owner, const char *label, const int32_t *first, eg_sell *sell)
{
    const eg_sparse_kernels *kernels = sell->kernels;
    int64_t size = (int64_t)eg_real_size(kernels->precision);
    sell->entries = (int64_t)first[sell->blocks] * kernels->lanes;
    EG_TRY(eg_owner_upload(owner, kernels->device, label, (sell->blocks + 1) * 4, first, &sell->first));
    EG_TRY(eg_owner_buffer(owner, kernels->device, label, sell->entries * 4, &sell->column));
    return eg_owner_buffer(owner, kernels->device, label, sell->entries * size, &sell->value);
}

eg_status eg_sell_create(eg_owner *owner, const eg_sparse_kernels *kernels, const eg_sparse *matrix,
                         const char *label, eg_sell **sell)
{
    enum { STAGED = 1 << 22 }; /* entries */
    int32_t *first;
    stage s = {0};
    EG_SCOPE(scope, matrix->context);
    EG_TRY(eg_owner_alloc(owner, 1, sizeof **sell, sell));
    eg_sell *made = *sell;
    *made = (eg_sell){.kernels = kernels,
                      .rows = matrix->rows,
                      .columns = matrix->columns,
                      .blocks = eg_ceil_div(matrix->rows, kernels->lanes)};
    made->groups = eg_ceil_div(made->blocks, EG_SELL_ITEMS);
    EG_TRY(eg_scope_alloc(&scope, made->blocks + 1, sizeof *first, &first));
    EG_TRY(count_slices(matrix, made, first, &s.room));
    s.room = eg_max_i64(s.room, eg_min_i64(STAGED / kernels->lanes, first[made->blocks]));
    EG_TRY(create_buffers(owner, label, first, made));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(s.room * kernels->lanes, s.column),
                          {s.room * kernels->lanes, eg_real_size(kernels->precision), &s.value}));
    return send_blocks(matrix, made, first, &s);
}

void eg_sell_cost(const eg_sell *sell, eg_kernel *kernel, int row_values, int column_values)
{
    double size = (double)eg_real_size(sell->kernels->precision);
    double entries = (double)sell->entries,
           vectors = (double)sell->rows * row_values + (double)sell->columns * column_values;
    eg_kernel_cost(kernel, sell->groups,
                   entries * (4 + size) + vectors * size + 4.0 * (double)(sell->blocks + 1), 2 * entries);
}

eg_status eg_sell_multiply(const eg_sell *sell, const eg_buffer *x, eg_buffer *y)
{
    eg_sell_cost(sell, sell->kernels->multiply, 1, 1);
    return EG_LAUNCH(sell->kernels->multiply, sell->groups, EG_BUFFER("first", sell->first),
                     EG_BUFFER("column", sell->column), EG_BUFFER("value", sell->value), EG_BUFFER("x", x),
                     EG_BUFFER("y", y), EG_INT("rows", sell->rows), EG_LONG("blocks", sell->blocks));
}

eg_status eg_sell_residual(const eg_sell *sell, const eg_buffer *x, const eg_buffer *r, eg_buffer *t)
{
    eg_sell_cost(sell, sell->kernels->residual, 2, 1);
    return EG_LAUNCH(sell->kernels->residual, sell->groups, EG_BUFFER("first", sell->first),
                     EG_BUFFER("column", sell->column), EG_BUFFER("value", sell->value), EG_BUFFER("x", x),
                     EG_BUFFER("r", r), EG_BUFFER("t", t), EG_INT("rows", sell->rows),
                     EG_LONG("blocks", sell->blocks));
}

eg_status eg_sell_add(const eg_sell *sell, const eg_buffer *x, eg_buffer *y)
{
    eg_sell_cost(sell, sell->kernels->add, 2, 1);
    return EG_LAUNCH(sell->kernels->add, sell->groups, EG_BUFFER("first", sell->first),
                     EG_BUFFER("column", sell->column), EG_BUFFER("value", sell->value), EG_BUFFER("x", x),
                     EG_BUFFER("y", y), EG_INT("rows", sell->rows), EG_LONG("blocks", sell->blocks));
}

eg_status eg_sell_begin(const eg_sell *sell, double weight, const eg_buffer *inverse, const eg_buffer *r,
                        eg_buffer *out)
{
    double size = (double)eg_real_size(sell->kernels->precision);
    eg_kernel_cost(sell->kernels->begin, sell->groups, 3 * size * sell->rows, 0);
    return EG_LAUNCH(sell->kernels->begin, sell->groups, EG_BUFFER("inverse", inverse), EG_BUFFER("r", r),
                     EG_BUFFER("out", out), EG_REAL("omega", weight), EG_INT("rows", sell->rows),
                     EG_LONG("blocks", sell->blocks));
}

eg_status eg_sell_relax(const eg_sell *sell, double weight, const eg_buffer *inverse, const eg_buffer *r,
                        const eg_buffer *x, eg_buffer *out)
{
    eg_sell_cost(sell, sell->kernels->relax, 4, 0);
    return EG_LAUNCH(sell->kernels->relax, sell->groups, EG_BUFFER("first", sell->first),
                     EG_BUFFER("column", sell->column), EG_BUFFER("value", sell->value),
                     EG_BUFFER("inverse", inverse), EG_BUFFER("r", r), EG_BUFFER("x", x),
                     EG_BUFFER("out", out), EG_REAL("omega", weight), EG_INT("rows", sell->rows),
                     EG_LONG("blocks", sell->blocks));
}
