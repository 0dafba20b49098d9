/* Multigrid with given levels. */
#include "scheme/linear/nested.h"

#include "scheme/linear/amg_internal.h"
#include "scheme/linear/radius.h"

enum { SMOOTHING = 3 };

typedef struct nested_level {
    int32_t rows;
    double radius, weight[EG_NESTED_SMOOTHING];
    eg_sell *matrix, *interpolation, *restriction; /* to the next level */
    eg_buffer *inverse;                            /* 1 / diagonal */
    eg_buffer *x, *t;                              /* scratch */
    eg_buffer *r, *z;                              /* below the finest: right-hand side and solution */
} nested_level;

struct eg_nested {
    eg_context *context;
    eg_owner owned;
    eg_device *device;
    eg_nested_options options;
    eg_sparse_kernels kernels;
    int levels;
    nested_level level[EG_NESTED_LEVELS];
    eg_amg *last;
    eg_amg_info last_info;
};

/* ---- making it */

static eg_status make_nested_vector(eg_nested *n, int32_t rows, const char *label, eg_buffer **buffer)
{
    int64_t bytes = rows * (int64_t)eg_real_size(n->options.precision);
    return eg_owner_buffer(&n->owned, n->device, label, bytes, buffer);
}

/* What needs no radius. */
static eg_status upload_nested_matrix(eg_nested *n, nested_level *level, const eg_sparse *matrix,
                                      const double *inverse)
{
    EG_TRY(eg_owner_upload_reals(&n->owned, n->device, n->options.precision, "inverse diagonal", matrix->rows,
                                 inverse, &level->inverse));
    return eg_sell_create(&n->owned, &n->kernels, matrix, "matrix of a level", &level->matrix);
}

static eg_status make_nested_smoother(eg_nested *n, int l, const eg_sparse *matrix)
{
    nested_level *level = &n->level[l];
    EG_SCRATCH double *inverse = NULL;
    eg_radius_task radius;
    EG_TRY(eg_alloc(n->context, matrix->rows, sizeof *inverse, &inverse));
    EG_TRY(eg_sparse_invert_diagonal(matrix, "geometric multigrid", l, inverse));
    EG_TRY(eg_amg_radius_begin(matrix, inverse, &radius));
    EG_TRY(eg_task_join(&radius.task, upload_nested_matrix(n, level, matrix, inverse)));
    level->radius = radius.radius;
    eg_smoothing_weights(n->options.smoothing, level->radius, level->weight);
    return EG_OK;
}

static eg_status make_nested_transfer(eg_nested *n, int l, const eg_sparse *interpolation)
{
    nested_level *level = &n->level[l];
    EG_ENDS_WITH(eg_sparse_free) eg_sparse transpose = {.context = n->context};
    EG_TRY(eg_sell_create(&n->owned, &n->kernels, interpolation, "interpolation", &level->interpolation));
    EG_TRY(eg_sparse_transpose(interpolation, &transpose));
    return eg_sell_create(&n->owned, &n->kernels, &transpose, "restriction", &level->restriction);
}

static eg_status make_nested_level(eg_nested *n, int l, const eg_sparse *matrix)
{
    nested_level *level = &n->level[l];
    level->rows = matrix->rows;
    if (l > 0) {
        EG_TRY(make_nested_vector(n, matrix->rows, "right-hand side of a level", &level->r));
        EG_TRY(make_nested_vector(n, matrix->rows, "solution of a level", &level->z));
    }
    if (l + 1 == n->levels)
        return EG_OK;
    EG_TRY(make_nested_vector(n, matrix->rows, "smoothing", &level->x));
    EG_TRY(make_nested_vector(n, matrix->rows, "residual", &level->t));
    return make_nested_smoother(n, l, matrix);
}

/* The last level, whose rows may be too many for a dense inverse. */
static eg_status make_last(eg_nested *n, const eg_sparse *matrix)
{
    const eg_amg_options how = {.precision = n->options.precision,
                                .vectors = n->options.precision,
                                .singular = n->options.singular,
                                .degree = EG_AMG_DEGREE,
                                .twice = true,
                                .lanes = n->options.lanes};
    EG_TRY(eg_amg_create(n->device, matrix, &how, &n->last));
    eg_amg_describe(n->last, &n->last_info);
    return EG_OK;
}

static eg_status make_nested_levels(eg_nested *n, const eg_sparse *const *matrix,
                                    const eg_sparse *const *interpolation)
{
    EG_TRY(
        eg_sparse_kernels_create(&n->owned, n->device, n->options.precision, n->options.lanes, &n->kernels));
    for (int l = 0; l < n->levels; l++)
        EG_TRY(make_nested_level(n, l, matrix[l]));
    for (int l = 0; l + 1 < n->levels; l++)
        EG_TRY(make_nested_transfer(n, l, interpolation[l]));
    return make_last(n, matrix[n->levels - 1]);
}

eg_status eg_nested_create(eg_device *device, int levels, const eg_sparse *const *matrix,
                           const eg_sparse *const *interpolation, const eg_nested_options *options,
                           eg_nested **nested)
{
    EG_ENDS_WITH(eg_nested_destroy) eg_nested *made = NULL;
    eg_context *context = matrix[0]->context;
    assert(levels >= 1 && levels <= EG_NESTED_LEVELS && matrix[0]->rows > 0);
    assert(options->smoothing >= 0 && options->smoothing <= EG_NESTED_SMOOTHING);
    *nested = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *made = (eg_nested){.context = context,
                        .owned = {.context = context},
                        .device = device,
                        .options = *options,
                        .levels = levels};
    made->options.smoothing = options->smoothing ? options->smoothing : SMOOTHING;
    EG_TRY(make_nested_levels(made, matrix, interpolation));
    return eg_hand_over(&made, nested);
}

void eg_nested_destroy(eg_nested **address)
{
    if (!address || !*address)
        return;
    eg_amg_destroy(&(*address)->last);
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

/* ---- z = M r */

/* Steps s = 0, 1 ... from 0, or with `after` the same ones backwards from *now on; *now becomes where the
 * result is, which is *now or *other, and the two have changed places then. */
static eg_status smooth_level(const eg_nested *n, const nested_level *level, bool after, const eg_buffer *r,
                              eg_buffer **now, eg_buffer **other)
{
    int steps = n->options.smoothing;
    for (int s = 0; s < steps; s++) {
        double weight = level->weight[after ? steps - 1 - s : s];
        eg_buffer *from = *now;
        if (s == 0 && !after) {
            EG_TRY(eg_sell_begin(level->matrix, weight, level->inverse, r, from));
            continue;
        }
        EG_TRY(eg_sell_relax(level->matrix, weight, level->inverse, r, from, *other));
        *now = *other;
        *other = from;
    }
    return EG_OK;
}

static eg_status cycle_nested(const eg_nested *n, int l, const eg_buffer *r, eg_buffer *z)
{
    const nested_level *level = &n->level[l], *next = level + 1;
    if (l + 1 == n->levels)
        return eg_amg_apply(n->last, r, z);
    /* of the steps after the first, smoothing - 1 before and smoothing after, an odd number: they end in the
     * other vector */
    eg_buffer *now = level->x, *other = z;
    EG_TRY(smooth_level(n, level, false, r, &now, &other));
    EG_TRY(eg_sell_residual(level->matrix, now, r, level->t));
    EG_TRY(eg_sell_multiply(level->restriction, level->t, next->r));
    EG_TRY(cycle_nested(n, l + 1, next->r, next->z));
    EG_TRY(eg_sell_add(level->interpolation, next->z, now));
    EG_TRY(smooth_level(n, level, true, r, &now, &other));
    assert(now == z);
    return EG_OK;
}

eg_status eg_nested_apply(eg_nested *nested, const eg_buffer *r, eg_buffer *z)
{
    assert(r != z);
    return cycle_nested(nested, 0, r, z);
}

void eg_nested_describe(const eg_nested *n, eg_nested_info *info)
{
    *info = (eg_nested_info){.levels = n->levels,
                             .dense = n->last_info.dense,
                             .varies = n->last_info.varies,
                             .device_bytes = n->last_info.device_bytes + eg_owner_device_bytes(&n->owned)};
    for (int l = 0; l < n->levels; l++) {
        info->rows[l] = n->level[l].rows;
        info->radius[l] = n->level[l].radius;
    }
}
