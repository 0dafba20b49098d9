/* Sparse matrices on a device. */
#include "scheme/linear/sparse.h"

struct eg_sparse_kernels {
    eg_context *context;
    eg_device *device;
    eg_precision precision;
    int lanes;
    eg_program *program;
    eg_kernel *multiply, *residual;
};

/* Few lanes keep blocks of unequal rows short; ITEMS blocks fill a group. */
static int lanes_of(const eg_device *device, eg_precision precision)
{
    int lanes = eg_device_lanes(device, precision, 1);
    return lanes < 32 ? lanes : 32;
}

eg_status eg_sparse_kernels_create(eg_context *context, eg_device *device, eg_precision precision,
                                   int lanes, eg_sparse_kernels **kernels)
{
    eg_sparse_kernels *made;
    *kernels = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *made = (eg_sparse_kernels){.context = context,
                                .device = device,
                                .precision = precision,
                                .lanes = lanes ? lanes : lanes_of(device, precision)};
    const eg_program_options options = {.file = "linear/sparse.c",
                                        .precision = precision,
                                        .lanes = made->lanes,
                                        .items = EG_SELL_ITEMS};
    eg_status status = eg_program_create(device, &options, &made->program);
    if (status == EG_OK)
        status = eg_kernel_get(made->program, "sparse_multiply", &made->multiply);
    if (status == EG_OK)
        status = eg_kernel_get(made->program, "sparse_residual", &made->residual);
    if (status != EG_OK)
        eg_sparse_kernels_destroy(&made);
    *kernels = made;
    return status;
}

void eg_sparse_kernels_destroy(eg_sparse_kernels **kernels)
{
    if (!*kernels)
        return;
    eg_program_destroy(&(*kernels)->program);
    eg_free((*kernels)->context, kernels);
}

int eg_sparse_lanes(const eg_sparse_kernels *kernels)
{
    return kernels->lanes;
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

/* The arrays of the device on the host. */
typedef struct laid_out {
    int32_t *first, *column;
    void *value;
} laid_out;

static void lay_out_row(const eg_sparse *matrix, const eg_sell *sell, int64_t i, laid_out *out)
{
    int lanes = sell->kernels->lanes;
    int64_t b = i / lanes;
    for (int64_t k = out->first[b]; k < out->first[b + 1]; k++) {
        int64_t at = k * lanes + i % lanes;
        int64_t from = i < matrix->rows ? matrix->first[i] + k - out->first[b] : 0;
        bool is_entry = i < matrix->rows && from < matrix->first[i + 1];
        double value = is_entry ? matrix->value[from] : 0;
        out->column[at] = is_entry ? matrix->column[from] : -1;
        if (sell->kernels->precision == EG_F64)
            ((double *)out->value)[at] = value;
        else
            ((float *)out->value)[at] = (float)value;
    }
}

static eg_status lay_out(const eg_sparse *matrix, eg_sell *sell, laid_out *out)
{
    eg_context *context = sell->kernels->context;
    int lanes = sell->kernels->lanes;
    int64_t slices = 0;
    EG_TRY(eg_alloc(context, sell->blocks + 1, 4, &out->first));
    for (int64_t b = 0; b < sell->blocks; b++) {
        slices += slices_of(matrix, b, lanes);
        if (slices > INT32_MAX)
            return eg_fail(context, EG_MESH,
                           "a matrix of %lld rows has more than 2^31 slices of %d entries; take a "
                           "coarser mesh or several ranks",
                           (long long)matrix->rows, lanes);
        out->first[b + 1] = (int32_t)slices;
    }
    sell->entries = slices * lanes;
    EG_TRY(eg_alloc(context, sell->entries, 4, &out->column));
    EG_TRY(eg_alloc(context, sell->entries, eg_real_size(sell->kernels->precision), &out->value));
    for (int64_t i = 0; i < sell->blocks * lanes; i++)
        lay_out_row(matrix, sell, i, out);
    return EG_OK;
}

static eg_status upload(const eg_sparse *matrix, const char *label, eg_sell *sell)
{
    const eg_sparse_kernels *kernels = sell->kernels;
    laid_out out = {0};
    eg_status status = lay_out(matrix, sell, &out);
    if (status == EG_OK)
        status = eg_buffer_upload(kernels->device, (sell->blocks + 1) * 4, label, out.first,
                                  &sell->first);
    if (status == EG_OK)
        status =
            eg_buffer_upload(kernels->device, sell->entries * 4, label, out.column, &sell->column);
    if (status == EG_OK)
        status = eg_buffer_upload(kernels->device,
                                  sell->entries * (int64_t)eg_real_size(kernels->precision), label,
                                  out.value, &sell->value);
    eg_free(kernels->context, &out.first);
    eg_free(kernels->context, &out.column);
    eg_free(kernels->context, &out.value);
    return status;
}

eg_status eg_sell_create(const eg_sparse_kernels *kernels, const eg_sparse *matrix,
                         const char *label, eg_sell **sell)
{
    eg_sell *made;
    *sell = NULL;
    EG_TRY(eg_alloc(kernels->context, 1, sizeof *made, &made));
    *made = (eg_sell){.kernels = kernels,
                      .rows = matrix->rows,
                      .columns = matrix->columns,
                      .blocks = eg_ceil_div(matrix->rows, kernels->lanes)};
    made->groups = eg_ceil_div(made->blocks, EG_SELL_ITEMS);
    eg_status status = upload(matrix, label, made);
    if (status != EG_OK)
        eg_sell_destroy(&made);
    *sell = made;
    return status;
}

void eg_sell_destroy(eg_sell **sell)
{
    if (!*sell)
        return;
    eg_buffer_destroy(&(*sell)->first);
    eg_buffer_destroy(&(*sell)->column);
    eg_buffer_destroy(&(*sell)->value);
    eg_free((*sell)->kernels->context, sell);
}

eg_status eg_sell_multiply(const eg_sell *sell, const eg_buffer *x, eg_buffer *y)
{
    return EG_LAUNCH(sell->kernels->multiply, sell->groups, EG_BUFFER(sell->first),
                     EG_BUFFER(sell->column), EG_BUFFER(sell->value), EG_BUFFER(x), EG_BUFFER(y),
                     EG_INT(sell->rows), EG_LONG(sell->blocks));
}

eg_status eg_sell_residual(const eg_sell *sell, const eg_buffer *x, const eg_buffer *r,
                           eg_buffer *t)
{
    return EG_LAUNCH(sell->kernels->residual, sell->groups, EG_BUFFER(sell->first),
                     EG_BUFFER(sell->column), EG_BUFFER(sell->value), EG_BUFFER(x), EG_BUFFER(r),
                     EG_BUFFER(t), EG_INT(sell->rows), EG_LONG(sell->blocks));
}
