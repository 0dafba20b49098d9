/* Levels of the multigrid cycle, from the finest to the coarsest. */
#include "scheme/linear/amg_internal.h"

/* Below this quotient of rows a further level is worth its cost. */
static const double least_coarsening = 0.8;

static eg_status make_buffer(eg_amg *amg, int64_t bytes, const char *label, eg_buffer **buffer)
{
    return eg_owner_buffer(&amg->owned, amg->device, label, bytes, buffer);
}

/* ---- vectors of a level */

static eg_status make_level_vectors(eg_amg *amg, int k)
{
    eg_amg_level *level = &amg->level[k];
    int64_t bytes = level->rows * (int64_t)eg_real_size(amg->options.precision);
    int64_t chunks = eg_ceil_div(level->rows, EG_CHUNK);
    if (k > 0 || amg->options.twice) {
        EG_TRY(make_buffer(amg, bytes, "right-hand side of a level", &level->rhs));
        EG_TRY(make_buffer(amg, bytes, "solution of a level", &level->c));
    }
    if (level->matrix) {
        EG_TRY(make_buffer(amg, bytes, "smoothing", &level->x));
        EG_TRY(make_buffer(amg, bytes, "residual", &level->t));
    }
    EG_TRY(eg_owner_upload(&amg->owned, amg->device, "scalars of a K-cycle", AMG_SCALARS * 8, NULL,
                           &level->scalar));
    if (!level->is_kcycle)
        return EG_OK;
    EG_TRY(make_buffer(amg, bytes, "rest of a K-cycle", &level->rest));
    EG_TRY(make_buffer(amg, bytes, "direction of a K-cycle", &level->d));
    EG_TRY(make_buffer(amg, bytes, "product of a K-cycle", &level->v));
    return make_buffer(amg, AMG_DOTS * chunks * 8, "sums of a K-cycle", &level->sums);
}

/* ---- one level */

/* Host arrays of the level that is being made. */
typedef struct making {
    const eg_sparse *matrix;
    double *inverse;
    int32_t *aggregate, count;
    eg_sparse half, restriction;
} making;

static void making_free(making *m)
{
    EG_FREE(&m->inverse, &m->aggregate);
    if (m->half.context)
        eg_sparse_free(&m->half);
    if (m->restriction.context)
        eg_sparse_free(&m->restriction);
}

/* Whether there is a further level. */
static bool goes_on_coarsening(const eg_amg *amg, int k, const making *m)
{
    return m->count > 0 && k + 1 < EG_AMG_LEVELS && m->count < least_coarsening * amg->level[k].rows;
}

/* Aggregates go along the rows, on one thread. */
typedef struct aggregating {
    eg_task task; /* first */
    making *m;
    double strength;
} aggregating;

static eg_status find_aggregates(eg_task *self)
{
    const aggregating *a = (const aggregating *)self;
    return eg_amg_aggregate(a->m->matrix, a->strength, a->m->aggregate, &a->m->count);
}

static eg_status upload_level_matrix(eg_amg *amg, eg_amg_level *level, const making *m)
{
    EG_TRY(eg_owner_upload_reals(&amg->owned, amg->device, amg->options.precision, "inverse diagonal",
                                 level->rows, m->inverse, &level->inverse));
    return eg_sell_create(&amg->owned, &amg->products, m->matrix, "matrix of a level", &level->matrix);
}

/* What needs no radius: the matrix on the device, aggregates, and half of the next matrix where there is
 * one. */
static eg_status make_beside_radius(eg_amg *amg, int k, making *m)
{
    eg_amg_level *level = &amg->level[k];
    aggregating a = {.task = {.work = find_aggregates, .what = "finds aggregates"},
                     .m = m,
                     .strength = amg->options.strength};
    EG_TRY(eg_alloc(amg->context, level->rows, sizeof *m->aggregate, &m->aggregate));
    EG_TRY(eg_task_beside(amg->context, &a.task));
    EG_TRY(eg_task_join(&a.task, upload_level_matrix(amg, level, m)));
    /* correct() reads the array on the last level too */
    EG_TRY(eg_owner_upload(&amg->owned, amg->device, "aggregates", (int64_t)level->rows * 4, m->aggregate,
                           &level->aggregate));
    if (goes_on_coarsening(amg, k, m))
        return eg_amg_half(m->matrix, m->aggregate, m->count, &m->half);
    if (m->count > 0)
        eg_log(amg->context, EG_LOG_WARN,
               "multigrid: level %d has %d rows and its aggregates are %d: it is the coarsest, "
               "and smoothed only",
               k, level->rows, m->count);
    return EG_OK;
}

/* Smoother, matrix and transfer. */
static eg_status make_amg_parts(eg_amg *amg, int k, making *m)
{
    eg_amg_level *level = &amg->level[k];
    eg_radius_task radius;
    EG_TRY(eg_alloc(amg->context, level->rows, sizeof *m->inverse, &m->inverse));
    EG_TRY(eg_sparse_invert_diagonal(m->matrix, "multigrid cycle", k, m->inverse));
    EG_TRY(eg_amg_radius_begin(m->matrix, m->inverse, &radius));
    EG_TRY(eg_task_join(&radius.task, make_beside_radius(amg, k, m)));
    level->radius = radius.radius;
    eg_amg_weights(amg->options.degree, level->radius, level->weight);
    if (!goes_on_coarsening(amg, k, m))
        return EG_OK;
    EG_TRY(eg_amg_restriction(&m->half, m->aggregate, m->inverse, level->weight[amg->options.degree - 1],
                              &m->restriction));
    return eg_sell_create(&amg->owned, &amg->products, &m->restriction, "restriction", &level->restriction);
}

static eg_status make_dense(eg_amg *amg, const eg_sparse *matrix)
{
    int lanes = amg->products.lanes;
    int64_t n = matrix->rows, blocks = eg_ceil_div(n, lanes);
    double *inverse = NULL, *padded;
    EG_OWNER(owner, amg->context);
    EG_TRY(eg_owner_add(&owner, EG_OWNED_ARRAY, &inverse));
    EG_TRY(eg_amg_invert(matrix, amg->options.singular, &inverse));
    EG_TRY(eg_owner_alloc(&owner, blocks * lanes * n, sizeof *padded, &padded));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            padded[(i / lanes * n + j) * lanes + i % lanes] = inverse[i * n + j];
    return eg_owner_upload_reals(&amg->owned, amg->device, amg->options.precision, "dense inverse",
                                 blocks * lanes * n, padded, &amg->full);
}

/* Makes level k of a matrix and the matrix of the next level; *next stays without rows on the coarsest. */
static eg_status make_amg_level(eg_amg *amg, int k, const eg_sparse *matrix, eg_sparse *next)
{
    eg_amg_level *level = &amg->level[k];
    EG_ENDS_WITH(making_free) making m = {.matrix = matrix};
    *level = (eg_amg_level){.rows = matrix->rows, .entries = matrix->first[matrix->rows]};
    amg->levels = k + 1;
    *next = (eg_sparse){.context = amg->context};
    if (matrix->rows <= amg->options.coarsest) {
        EG_TRY(make_dense(amg, matrix));
        return make_level_vectors(amg, k);
    }
    level->is_kcycle = k > 0 ? k <= amg->options.kcycle_levels : amg->options.twice;
    EG_TRY(make_amg_parts(amg, k, &m));
    EG_TRY(make_level_vectors(amg, k));
    return level->restriction ? eg_amg_galerkin(&m.half, m.aggregate, next) : EG_OK;
}

eg_status eg_amg_build(eg_amg *amg, const eg_sparse *matrix)
{
    eg_sparse held = {.context = amg->context}, next;
    eg_status status = EG_OK;
    for (int k = 0; status == EG_OK && (k == 0 || held.rows > 0); k++) {
        status = make_amg_level(amg, k, k == 0 ? matrix : &held, &next);
        eg_sparse_free(&held);
        held = next;
    }
    eg_sparse_free(&held);
    return status;
}
