/* Queueing the multigrid cycle. */
#include "scheme/linear/amg_internal.h"

static int64_t groups_of(const eg_amg_level *level)
{
    return eg_ceil_div(level->rows, AMG_GROUP);
}

/* ---- one launch each */

/* `values` of the cycle's precision and `bytes` besides. */
static void cost_of_kernel(const eg_amg *amg, eg_kernel *kernel, int64_t groups, double values, double bytes)
{
    eg_kernel_cost(kernel, groups, values * (double)eg_real_size(amg->options.precision) + bytes, 0);
}

static eg_status multiply_level(eg_amg *amg, const eg_sell *matrix, const eg_buffer *x, eg_buffer *y)
{
    amg->launches++;
    return eg_sell_multiply(matrix, x, y);
}

/* out = x + w D^-1 (r - A x) */
static eg_status relax(eg_amg *amg, const eg_amg_level *level, double weight, const eg_buffer *r,
                       const eg_buffer *x, eg_buffer *out)
{
    amg->launches++;
    return eg_sell_relax(level->matrix, weight, level->inverse, r, x, out);
}

/* How the solution of the next level is given, and by which buffers: c, or c and d with coefficients. */
static int mode_of_level(const eg_amg_level *next)
{
    return !next ? AMG_NONE : next->is_kcycle ? AMG_TWO : AMG_ONE;
}

static const eg_buffer *second_of(const eg_amg_level *next)
{
    return next->is_kcycle ? next->d : next->c;
}

/* x = base + w D^-1 r, plus what the next level has found (NULL: nothing); base may be NULL and may be x. */
static eg_status correct_level(eg_amg *amg, const eg_amg_level *level, double weight, const eg_buffer *base,
                               const eg_buffer *r, const eg_amg_level *next, eg_buffer *x)
{
    const eg_buffer *c = next ? next->c : r, *d = next ? second_of(next) : r;
    amg->launches++;
    cost_of_kernel(amg, amg->correct, groups_of(level),
                   (double)level->rows * (base ? 4 : 3) +
                       (next ? (double)next->rows * (next->is_kcycle ? 2 : 1) : 0),
                   next ? 4.0 * level->rows : 0);
    return EG_LAUNCH(amg->correct, groups_of(level), EG_BUFFER("base", base ? base : r),
                     EG_BUFFER("inverse", level->inverse), EG_BUFFER("r", r),
                     EG_BUFFER("aggregate", level->aggregate), EG_BUFFER("c", c), EG_BUFFER("d", d),
                     EG_BUFFER("scalar", (next ? next : level)->scalar), EG_BUFFER("x", x),
                     EG_REAL("omega", weight), EG_INT("based", base != NULL),
                     EG_INT("mode", mode_of_level(next)), EG_INT("rows", level->rows),
                     EG_LONG("groups", groups_of(level)));
}

/* Both in one: out = x + w D^-1 (r - A x) with x = w D^-1 r plus what the next level has found. */
static eg_status finish(eg_amg *amg, const eg_amg_level *level, double weight, const eg_buffer *r,
                        const eg_amg_level *next, eg_buffer *out)
{
    const eg_sell *a = level->matrix;
    amg->launches++;
    eg_sell_cost(a, amg->finish, 4, 0); /* the fourth: aggregates and what they give */
    return EG_LAUNCH(amg->finish, a->groups, EG_BUFFER("first", a->first), EG_BUFFER("column", a->column),
                     EG_BUFFER("value", a->value), EG_BUFFER("inverse", level->inverse), EG_BUFFER("r", r),
                     EG_BUFFER("aggregate", level->aggregate), EG_BUFFER("c", next->c),
                     EG_BUFFER("d", second_of(next)), EG_BUFFER("scalar", next->scalar),
                     EG_BUFFER("out", out), EG_REAL("omega", weight), EG_INT("mode", mode_of_level(next)),
                     EG_INT("rows", a->rows), EG_LONG("blocks", a->blocks));
}

static eg_status dense(eg_amg *amg, const eg_amg_level *level, const eg_buffer *r, eg_buffer *x)
{
    int64_t blocks = eg_ceil_div(level->rows, amg->products.lanes);
    amg->launches++;
    cost_of_kernel(amg, amg->dense, blocks, (double)level->rows * (level->rows + 2.0), 0);
    return EG_LAUNCH(amg->dense, blocks, EG_BUFFER("inverse", amg->full), EG_BUFFER("r", r),
                     EG_BUFFER("x", x), EG_INT("rows", level->rows), EG_LONG("blocks", blocks));
}

/* Products of `left` with `count` vectors, summed over the rows. */
static eg_status dots(eg_amg *amg, const eg_amg_level *level, int count, const eg_buffer *left,
                      const eg_buffer *const right[AMG_DOTS])
{
    int64_t chunks = eg_ceil_div(level->rows, EG_CHUNK);
    amg->launches++;
    cost_of_kernel(amg, amg->dots, chunks * count, (count + 1.0) * level->rows, 0);
    return EG_LAUNCH(amg->dots, chunks * count, EG_BUFFER("left", left), EG_BUFFER("r0", right[0]),
                     EG_BUFFER("r1", right[1]), EG_BUFFER("r2", right[2]), EG_BUFFER("sums", level->sums),
                     EG_INT("rows", level->rows), EG_LONG("chunks", chunks), EG_LONG("columns", count));
}

/* Whether one group computes the scalars of a level. */
static bool is_small(const eg_amg_level *level)
{
    return level->rows <= AMG_SMALL * EG_CHUNK;
}

/* After c and v = A c: the first step, and what it leaves of the right-hand side. */
static eg_status first_smoothing(eg_amg *amg, const eg_amg_level *l)
{
    int64_t groups = eg_ceil_div(l->rows, AMG_GROUP * AMG_DEFLATE_TURNS);
    if (is_small(l)) {
        amg->launches++;
        cost_of_kernel(amg, amg->small_first, 1, 4.0 * l->rows, 0);
        return EG_LAUNCH(amg->small_first, 1, EG_BUFFER("c", l->c), EG_BUFFER("r0", l->v),
                         EG_BUFFER("r1", l->rhs), EG_BUFFER("scalar", l->scalar), EG_BUFFER("t", l->rest),
                         EG_INT("rows", l->rows));
    }
    EG_TRY(dots(amg, l, 2, l->c, (const eg_buffer *[]){l->v, l->rhs, l->rhs}));
    amg->launches++;
    cost_of_kernel(amg, amg->deflate, groups, 3.0 * l->rows, 0);
    return EG_LAUNCH(amg->deflate, groups, EG_BUFFER("r", l->rhs), EG_BUFFER("v", l->v),
                     EG_BUFFER("sums", l->sums), EG_BUFFER("scalar", l->scalar), EG_BUFFER("t", l->rest),
                     EG_INT("rows", l->rows), EG_LONG("chunks", eg_ceil_div(l->rows, EG_CHUNK)),
                     EG_LONG("groups", groups));
}

/* After d and w = A d: the coefficients of c and d. */
static eg_status second_step(eg_amg *amg, const eg_amg_level *l, const eg_buffer *w)
{
    if (is_small(l)) {
        amg->launches++;
        cost_of_kernel(amg, amg->small_second, 1, 4.0 * l->rows, 0);
        return EG_LAUNCH(amg->small_second, 1, EG_BUFFER("d", l->d), EG_BUFFER("r0", l->v),
                         EG_BUFFER("r1", w), EG_BUFFER("r2", l->rest), EG_BUFFER("scalar", l->scalar),
                         EG_INT("rows", l->rows));
    }
    EG_TRY(dots(amg, l, 3, l->d, (const eg_buffer *[]){l->v, w, l->rest}));
    amg->launches++;
    return EG_LAUNCH(amg->second, 1, EG_BUFFER("sums", l->sums), EG_BUFFER("scalar", l->scalar),
                     EG_LONG("chunks", eg_ceil_div(l->rows, EG_CHUNK)));
}

/* ---- the cycle */

static eg_status solve_coarsest(eg_amg *amg, int k);

/* Steps of smoothing before the last, from 0. Where there are any, x holds their result and t its
 * residual. */
static eg_status smooth_before(eg_amg *amg, const eg_amg_level *level, const eg_buffer *r)
{
    int steps = amg->options.degree - 1;
    if (steps == 0)
        return EG_OK;
    eg_buffer *now = level->x, *other = level->t;
    if (steps % 2 == 0) {
        now = level->t;
        other = level->x;
    }
    EG_TRY(correct_level(amg, level, level->weight[0], NULL, r, NULL, now));
    for (int s = 1; s < steps; s++) {
        EG_TRY(relax(amg, level, level->weight[s], r, now, other));
        eg_buffer *kept = now;
        now = other;
        other = kept;
    }
    assert(now == level->x);
    amg->launches++;
    return eg_sell_residual(level->matrix, level->x, r, level->t);
}

/* The same steps in the other order, from x on; the last one writes out. */
static eg_status smooth_after(eg_amg *amg, const eg_amg_level *level, const eg_buffer *r, eg_buffer *out)
{
    eg_buffer *now = level->x, *other = level->t;
    for (int s = amg->options.degree - 1; s >= 0; s--) {
        EG_TRY(relax(amg, level, level->weight[s], r, now, s == 0 ? out : other));
        eg_buffer *kept = now;
        now = other;
        other = kept;
    }
    return EG_OK;
}

/* out = what one cycle of level k makes of r. */
static eg_status cycle_level(eg_amg *amg, int k, const eg_buffer *r, eg_buffer *out)
{
    eg_amg_level *level = &amg->level[k];
    int last = amg->options.degree - 1;
    if (!level->matrix)
        return dense(amg, level, r, out);
    EG_TRY(smooth_before(amg, level, r));
    const eg_buffer *base = last > 0 ? level->x : NULL, *residual = last > 0 ? level->t : r;
    const eg_amg_level *next = NULL;
    if (level->restriction) {
        /* the last step of smoothing is in the restriction */
        next = &amg->level[k + 1];
        EG_TRY(multiply_level(amg, level->restriction, residual, next->rhs));
        EG_TRY(solve_coarsest(amg, k + 1));
        if (last == 0 && level->rows <= amg->options.fused)
            return finish(amg, level, level->weight[0], r, next, out);
    }
    EG_TRY(correct_level(amg, level, level->weight[last], base, residual, next, level->x));
    return smooth_after(amg, level, r, out);
}

/* Level k's approximate solution of its right-hand side: one cycle gives c; of a K-cycle two steps of
 * flexible conjugate gradients give c, d and their coefficients. */
static eg_status solve_coarsest(eg_amg *amg, int k)
{
    eg_amg_level *l = &amg->level[k];
    EG_TRY(cycle_level(amg, k, l->rhs, l->c));
    if (!l->is_kcycle)
        return EG_OK;
    EG_TRY(multiply_level(amg, l->matrix, l->c, l->v));
    EG_TRY(first_smoothing(amg, l));
    EG_TRY(cycle_level(amg, k, l->rest, l->d));
    EG_TRY(multiply_level(amg, l->matrix, l->d, l->x));
    return second_step(amg, l, l->x);
}

/* z = what one cycle makes of r, or what two steps with it do; both in the precision of the cycle. */
static eg_status apply_amg(eg_amg *amg, const eg_buffer *r, eg_buffer *z)
{
    eg_amg_level *level = &amg->level[0];
    if (!level->is_kcycle)
        return cycle_level(amg, 0, r, z);
    EG_TRY(eg_buffer_copy(level->rhs, 0, r, 0, eg_buffer_bytes(level->rhs)));
    EG_TRY(solve_coarsest(amg, 0));
    amg->launches++;
    cost_of_kernel(amg, amg->combine, groups_of(level), 3.0 * level->rows, 0);
    return EG_LAUNCH(amg->combine, groups_of(level), EG_BUFFER("c", level->c), EG_BUFFER("d", level->d),
                     EG_BUFFER("scalar", level->scalar), EG_BUFFER("x", z), EG_INT("rows", level->rows),
                     EG_LONG("groups", groups_of(level)));
}

eg_status eg_amg_apply(eg_amg *amg, const eg_buffer *r, eg_buffer *z)
{
    const eg_amg_level *level = &amg->level[0];
    assert(r != z);
    amg->launches = 0;
    if (!amg->in)
        return apply_amg(amg, r, z);
    amg->launches += 2;
    double other = (double)eg_real_size(amg->options.vectors) * level->rows;
    cost_of_kernel(amg, amg->take, groups_of(level), level->rows, other);
    cost_of_kernel(amg, amg->give, groups_of(level), level->rows, other);
    EG_TRY(EG_LAUNCH(amg->take, groups_of(level), EG_BUFFER("from", r), EG_BUFFER("to", amg->in),
                     EG_INT("rows", level->rows), EG_LONG("groups", groups_of(level))));
    EG_TRY(apply_amg(amg, amg->in, amg->out));
    return EG_LAUNCH(amg->give, groups_of(level), EG_BUFFER("from", amg->out), EG_BUFFER("to", z),
                     EG_INT("rows", level->rows), EG_LONG("groups", groups_of(level)));
}
