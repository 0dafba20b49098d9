/* p-multigrid: creation, the cycle, destruction. */
#include "scheme/sem/pmg/internal.h"

#include "sem/groups.h" /* kernels/sem/groups.h */

enum { SMOOTHING = 3, SCHWARZ_SMOOTHING = 1 }; /* what is taken for 0 */

static eg_status apply_pmg(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z);

eg_status eg_pmg_create(eg_sem *sem, const eg_sem_options *coefficients, const eg_pmg_options *options,
                        eg_pmg **pmg)
{
    assert(options->smoothing >= 0 && options->smoothing <= EG_PMG_SMOOTHING);
    *pmg = NULL;
    EG_ENDS_WITH(eg_pmg_destroy) eg_pmg *made = NULL;
    EG_TRY(eg_alloc(sem->context, 1, sizeof *made, &made));
    made->preconditioner = (eg_preconditioner){.apply = apply_pmg};
    made->context = made->owned.context = sem->context;
    made->device = sem->device;
    made->precision = options->single ? EG_F32 : sem->precision;
    made->smoothing = options->smoothing ? options->smoothing
                      : options->schwarz ? SCHWARZ_SMOOTHING
                                         : SMOOTHING;
    EG_TRY(eg_pmg_build(made, sem, coefficients, options));
    return eg_hand_over(&made, pmg);
}

void eg_pmg_destroy(eg_pmg **address)
{
    if (!address || !*address)
        return;
    eg_pmg *pmg = *address;
    for (int l = 0; l < pmg->levels; l++) {
        eg_pmg_level *level = &pmg->level[l];
        eg_pmg_transfer_free(&level->down);
        eg_schwarz_destroy(&level->schwarz);
        eg_sem_destroy(&level->own_sem);
        eg_pmg_indices_free(pmg->context, &level->indices);
    }
    eg_owner_end(&pmg->vertices.owned);
    eg_replicated_rows_destroy(&pmg->shared);
    eg_amg_destroy(&pmg->amg);
    eg_nested_destroy(&pmg->nested);
    eg_hypre_destroy(&pmg->hypre);
    eg_owner_end(&pmg->owned);
    eg_free(pmg->context, address);
}

const eg_preconditioner *eg_pmg_preconditioner(const eg_pmg *pmg)
{
    return &pmg->preconditioner;
}

/* ---- what it is */

/* Of the multigrid cycle of the last level. */
static int64_t cycle_device_bytes(const eg_pmg *pmg)
{
    eg_amg_info amg = {0};
    eg_nested_info nested = {0};
    if (pmg->amg)
        eg_amg_describe(pmg->amg, &amg);
    if (pmg->nested)
        eg_nested_describe(pmg->nested, &nested);
    return amg.device_bytes + nested.device_bytes;
}

int64_t eg_pmg_device_bytes(const eg_pmg *pmg)
{
    int64_t bytes = cycle_device_bytes(pmg) + eg_owner_device_bytes(&pmg->owned) +
                    eg_owner_device_bytes(&pmg->vertices.owned);
    for (int l = 0; l < pmg->levels; l++) {
        const eg_pmg_level *level = &pmg->level[l];
        bytes += eg_pmg_transfer_device_bytes(&level->down);
        bytes += level->own_sem ? eg_sem_device_bytes(level->own_sem) : 0;
        bytes += level->schwarz ? eg_schwarz_device_bytes(level->schwarz) : 0;
    }
    return bytes;
}

double eg_pmg_coarse_seconds(const eg_pmg *pmg)
{
    return pmg->coarse_seconds;
}

int64_t eg_pmg_apply_bytes(const eg_pmg *pmg)
{
    int64_t size = (int64_t)eg_real_size(pmg->precision), steps = pmg->smoothing, bytes = 0;
    for (int l = 0; l < pmg->levels; l++) {
        const eg_pmg_level *level = &pmg->level[l];
        int64_t nodes = level->sem->nodes->nodes, common = level->sem->common;
        bytes += 2 * steps * eg_sem_apply_bytes(level->sem);
        bool apart = level->schwarz || !level->sem->columns; /* the step is a pass of its own */
        bytes += size * (2 * steps - 1) * (apart ? 5 * nodes : 2 * nodes + common);
        bytes += nodes * size * (3 + 2 + 2);
        if (level->schwarz)
            bytes += 2 * steps * (eg_schwarz_apply_bytes(level->schwarz) + nodes * size);
        if (level->down.own)
            bytes += 2 * (eg_buffer_bytes(level->down.own) + eg_buffer_bytes(level->down.row)) +
                     3 * eg_buffer_bytes(level->down.part);
    }
    return bytes;
}

void eg_pmg_describe(const eg_pmg *pmg, eg_pmg_info *info)
{
    *info = (eg_pmg_info){.levels = pmg->levels + 1};
    for (int l = 0; l < pmg->levels; l++) {
        info->degree[l] = pmg->level[l].sem->degree;
        info->rows[l] = pmg->level[l].sem->nodes->all;
        info->radius[l] = pmg->level[l].radius;
    }
    info->geometric = pmg->coarser;
    info->degree[pmg->levels] = 1;
    info->rows[pmg->levels] = pmg->rows;
}

/* ---- z = P r */

/* `values` a node are moved. */
static void cost_of_launch(eg_kernel *kernel, const eg_pmg_level *level, int64_t groups, int values)
{
    const eg_sem *sem = level->sem;
    eg_kernel_cost(kernel, groups, (double)sem->nodes->own * values * (double)eg_real_size(sem->precision),
                   0);
}

/* t = b - y of the own nodes. */
static eg_status find_rest(const eg_pmg *pmg, const eg_pmg_level *level, const eg_buffer *b,
                           const eg_buffer *y)
{
    int64_t own = level->sem->nodes->own, groups = eg_ceil_div(own, NODES_OF_GROUP);
    cost_of_launch(pmg->rest, level, groups, 3);
    return EG_LAUNCH(pmg->rest, groups, EG_BUFFER("b", b), EG_BUFFER("y", y), EG_BUFFER("t", level->t),
                     EG_LONG("nodes", own), EG_LONG("groups", groups));
}

/* The iterate of a level, and what takes A x or the next iterate. */
typedef struct pmg_iterate {
    eg_buffer *x, *other;
} pmg_iterate;

/* Step s with the fine part of Schwarz in the place of the diagonal. */
static eg_status schwarz_step(const eg_pmg *pmg, const eg_pmg_level *level, int s, bool start,
                              const eg_buffer *b, const pmg_iterate *at)
{
    const eg_preconditioner *fine = eg_schwarz_preconditioner(level->schwarz);
    int64_t own = level->sem->nodes->own, groups = eg_ceil_div(own, NODES_OF_GROUP);
    if (!start) {
        EG_TRY(eg_sem_apply(level->sem, at->x, at->other));
        EG_TRY(find_rest(pmg, level, b, at->other));
    }
    EG_TRY(fine->apply(fine, start ? b : level->t, level->z));
    cost_of_launch(pmg->add, level, groups, start ? 2 : 3);
    return EG_LAUNCH(pmg->add, groups, EG_BUFFER("z", level->z), EG_BUFFER("x", at->x),
                     EG_REAL("omega", level->weight[s]), EG_INT("start", start), EG_LONG("nodes", own),
                     EG_LONG("groups", groups));
}

/* Step s; at the start x is 0. */
static eg_status step_smoother(const eg_pmg *pmg, const eg_pmg_level *level, int s, bool start,
                               const eg_buffer *b, pmg_iterate *at)
{
    int64_t own = level->sem->nodes->own, groups = eg_ceil_div(own, NODES_OF_GROUP);
    if (level->schwarz)
        return schwarz_step(pmg, level, s, start, b, at);
    if (!start) {
        *at = (pmg_iterate){.x = at->other, .other = at->x};
        return eg_sem_smooth(level->sem, level->weight[s], b, at->other, at->x);
    }
    cost_of_launch(pmg->begin, level, groups, 3);
    return EG_LAUNCH(pmg->begin, groups, EG_BUFFER("inverse", eg_sem_jacobi(level->sem)->scale),
                     EG_BUFFER("b", b), EG_BUFFER("x", at->x), EG_REAL("omega", level->weight[s]),
                     EG_LONG("nodes", own), EG_LONG("groups", groups));
}

/* to = J^T (b - A x), where y = A x. */
static eg_status restrict_rest(const eg_pmg *pmg, const eg_pmg_level *level, const eg_buffer *b,
                               const eg_buffer *y, eg_buffer *to)
{
    if (!level->sem->comm)
        return eg_pmg_restrict(&level->down, b, y, to);
    EG_TRY(find_rest(pmg, level, b, y));
    return eg_pmg_restrict(&level->down, level->t, y, to);
}

/* Where the own rows of the last level's residual are written. */
static eg_buffer *own_pmg_residual(const eg_pmg *pmg)
{
    return pmg->shared ? eg_replicated_rows_own(pmg->shared) : pmg->residual;
}

/* The last level's solution from its residual, once the own rows of that are written. */
static eg_status solve_rows(const eg_pmg *pmg)
{
    if (pmg->shared)
        EG_TRY(eg_replicated_rows_allgather(pmg->shared, pmg->residual));
    return pmg->hypre    ? eg_hypre_apply(pmg->hypre, pmg->residual, pmg->solution)
           : pmg->nested ? eg_nested_apply(pmg->nested, pmg->residual, pmg->solution)
                         : eg_amg_apply(pmg->amg, pmg->residual, pmg->solution);
}

/* x = x + what the last level makes of the residual. */
static eg_status solve_last(const eg_pmg *pmg, const eg_pmg_level *level, const eg_buffer *b,
                            const pmg_iterate *at)
{
    EG_TRY(restrict_rest(pmg, level, b, at->other, own_pmg_residual(pmg)));
    EG_TRY(solve_rows(pmg));
    return eg_pmg_prolong(&level->down, pmg->solution, at->x);
}

/* Without a level that smooths: z = what the last level makes of r. */
static eg_status apply_rows(const eg_pmg *pmg, const eg_buffer *r, eg_buffer *z)
{
    EG_TRY(eg_pmg_take(&pmg->vertices, r, own_pmg_residual(pmg)));
    EG_TRY(solve_rows(pmg));
    return eg_pmg_put(&pmg->vertices, pmg->solution, z);
}

static eg_status cycle_pmg(const eg_pmg *pmg, int l, const eg_buffer *b, eg_buffer *x);

/* x = x + what the next level makes of it. */
static eg_status solve_next(const eg_pmg *pmg, int l, const eg_buffer *b, const pmg_iterate *at)
{
    const eg_pmg_level *level = &pmg->level[l], *next = level + 1;
    EG_TRY(restrict_rest(pmg, level, b, at->other, next->b));
    EG_TRY(cycle_pmg(pmg, l + 1, next->b, next->x));
    EG_TRY(eg_halo_fill(next->sem->halo, next->x));
    return eg_pmg_prolong(&level->down, next->x, at->x);
}

/* x = what the cycle from level l on makes of b. All steps but the first exchange the two vectors of an
 * iterate where the diagonal smooths: an odd number of times, so that they begin in y and end in x. */
static eg_status cycle_pmg(const eg_pmg *pmg, int l, const eg_buffer *b, eg_buffer *x)
{
    const eg_pmg_level *level = &pmg->level[l];
    bool is_last = l + 1 == pmg->levels;
    pmg_iterate at = level->schwarz ? (pmg_iterate){x, level->y} : (pmg_iterate){level->y, x};
    for (int s = 0; s < pmg->smoothing; s++)
        EG_TRY(step_smoother(pmg, level, s, s == 0, b, &at));
    if (!is_last || pmg->rows > 0) {
        EG_TRY(eg_sem_apply(level->sem, at.x, at.other));
        EG_TRY(is_last ? solve_last(pmg, level, b, &at) : solve_next(pmg, l, b, &at));
    }
    for (int s = pmg->smoothing - 1; s >= 0; s--)
        EG_TRY(step_smoother(pmg, level, s, false, b, &at));
    return EG_OK;
}

static eg_status apply_pmg(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const eg_pmg *pmg = (const eg_pmg *)self;
    return pmg->levels > 0 ? cycle_pmg(pmg, 0, r, z) : apply_rows(pmg, r, z);
}
