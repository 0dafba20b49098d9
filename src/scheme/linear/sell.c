/* Sparse matrices on a device. */
#include "base/scope.h"
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
                      {"sparse_begin", &kernels->begin}, {"sparse_relax", &kernels->relax},
                      {"sparse_slice", &kernels->slice});
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

/* The first slice of each block, first[blocks + 1]. */
static eg_status count_slices(const eg_sparse *matrix, const eg_sell *sell, int32_t *first)
{
    int64_t slices = 0;
    for (int64_t b = 0; b < sell->blocks; b++) {
        slices += slices_of(matrix, b, sell->kernels->lanes);
        if (slices > INT32_MAX)
            return eg_fail(matrix->context, EG_MESH,
                           "a matrix of %lld rows has more than 2^31 slices of %d entries; take a "
                           "coarser mesh or several ranks",
                           (long long)matrix->rows, sell->kernels->lanes);
        first[b + 1] = (int32_t)slices;
    }
    return EG_OK;
}

/* The rows of blocks [from, to) become slices. */
static eg_status slice_blocks(const eg_sparse *matrix, const eg_sell *sell, int64_t from, int64_t to)
{
    const eg_sparse_kernels *kernels = sell->kernels;
    int64_t row = from * kernels->lanes, end = eg_min_i64(matrix->rows, to * kernels->lanes);
    int64_t entry = matrix->first[row], entries = matrix->first[end] - entry;
    eg_buffer *begin, *column, *value;
    EG_OWNER(owner, matrix->context);
    EG_TRY(eg_owner_lend(&owner, kernels->device, "entries before rows", (end - row + 1) * 8,
                         &matrix->first[row], &begin));
    EG_TRY(eg_owner_lend(&owner, kernels->device, "columns", entries * 4, &matrix->column[entry], &column));
    EG_TRY(eg_owner_lend(&owner, kernels->device, "entries", entries * 8, &matrix->value[entry], &value));
    EG_TRY(EG_LAUNCH(kernels->slice, eg_ceil_div(to - from, EG_SELL_ITEMS), EG_BUFFER("begin", begin),
                     EG_BUFFER("from_column", column), EG_BUFFER("from_value", value),
                     EG_BUFFER("first", sell->first), EG_BUFFER("column", sell->column),
                     EG_BUFFER("value", sell->value), EG_INT("rows", (int)(end - row)),
                     EG_LONG("first_block", from), EG_LONG("blocks", to - from)));
    return eg_device_finish(kernels->device);
}

/* A device with memory of its own holds 3 MB of the rows at a time, or one block, beside the slices. */
static eg_status slice_rows(const eg_sparse *matrix, const eg_sell *sell)
{
    enum { MOST = 1 << 18 };
    int lanes = sell->kernels->lanes;
    for (int64_t from = 0, to; from < sell->blocks; from = to) {
        int64_t begin = matrix->first[from * lanes];
        for (to = from + 1; to < sell->blocks; to++)
            if (matrix->first[eg_min_i64(matrix->rows, (to + 1) * lanes)] - begin > MOST)
                break;
        EG_TRY(slice_blocks(matrix, sell, from, to));
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
    EG_SCRATCH int32_t *first = NULL;
    EG_TRY(eg_owner_alloc(owner, 1, sizeof **sell, sell));
    eg_sell *made = *sell;
    *made = (eg_sell){.kernels = kernels,
                      .rows = matrix->rows,
                      .columns = matrix->columns,
                      .blocks = eg_ceil_div(matrix->rows, kernels->lanes)};
    made->groups = eg_ceil_div(made->blocks, EG_SELL_ITEMS);
    EG_TRY(eg_alloc(matrix->context, made->blocks + 1, sizeof *first, &first));
    EG_TRY(count_slices(matrix, made, first));
    EG_TRY(create_buffers(owner, label, first, made));
    return slice_rows(matrix, made);
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
