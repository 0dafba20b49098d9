/* The cycles of gmres, and their readbacks. */
#include "scheme/linear/gmres.h"

#include <string.h>

#include "field/async_readback.h"
#include "field/owner.h"
#include "field/sums.h"
#include "linear/gmres.h" /* kernels/linear/gmres.h: the slots of a solve */

_Static_assert(END_CONVERGED == (int)EG_GMRES_CONVERGED && END_LIMIT == (int)EG_GMRES_LIMIT &&
                   END_SINGULAR == (int)EG_GMRES_SINGULAR && END_NOT_FINITE == (int)EG_GMRES_NOT_FINITE,
               "kernels/linear/gmres.h and gmres.h name the same ends");

struct eg_gmres {
    eg_context *context;
    eg_owner owned;
    eg_device *device;
    const eg_operator *matrix;
    const eg_preconditioner *preconditioner;
    int kind, limit, restart, readback_every;
    int64_t chunks, room;
    eg_sums *shared; /* NULL: one process */
    eg_program *program;
    eg_kernel *residual, *begin, *dots, *fold, *project, *rotate, *weights, *combine, *correct;
    eg_buffer *v, *w, *p, *z; /* directions; matrix times p; z: P p, where it is applied */
    eg_buffer *sums, *value, *count, *history;
    double *norms; /* [limit + 1] */
    eg_async_readback *readback;
    eg_gmres_watch watch;
};

/* ---- building */

static eg_status build_krylov_buffers(eg_gmres *g, eg_precision precision)
{
    int64_t number = (int64_t)eg_real_size(precision), bytes = g->room * number;
    int64_t columns = (g->restart + 1) * g->chunks * 8;
    EG_TRY(eg_owner_upload(&g->owned, g->device, "directions", (g->restart + 1) * bytes, NULL, &g->v));
    EG_TRY(eg_owner_upload(&g->owned, g->device, "matrix times direction", bytes, NULL, &g->w));
    EG_TRY(eg_owner_upload(&g->owned, g->device, "preconditioned direction", bytes, NULL, &g->p));
    if (g->kind == PRECONDITIONER_APPLIED)
        EG_TRY(eg_owner_upload(&g->owned, g->device, "applied preconditioner", bytes, NULL, &g->z));
    EG_TRY(eg_owner_upload(&g->owned, g->device, "sums of chunks", columns, NULL, &g->sums));
    EG_TRY(eg_owner_buffer(&g->owned, g->device, "numbers of the solve", GMRES_VALUES * 8, &g->value));
    EG_TRY(eg_owner_buffer(&g->owned, g->device, "state of the solve", GMRES_COUNTS * 8, &g->count));
    EG_TRY(
        eg_owner_upload(&g->owned, g->device, "history of the solve", (g->limit + 1) * 8, NULL, &g->history));
    const eg_buffer *looked_at[] = {g->count};
    EG_TRY(eg_async_readback_create(g->context, g->device, looked_at, 1, &g->readback));
    return eg_owner_alloc(&g->owned, g->limit + 1, sizeof *g->norms, &g->norms);
}

static eg_status bind_kernels(eg_gmres *g)
{
    bool diagonal = g->kind == PRECONDITIONER_DIAGONAL;
    return EG_BIND_ALL(g->program, EG_BUFFER("value", g->value), EG_BUFFER("count", g->count),
                       EG_BUFFER("v", g->v), EG_BUFFER("p", g->p), EG_BUFFER("sums", g->sums),
                       EG_BUFFER("history", g->history), EG_LONG("nodes", g->matrix->size),
                       EG_LONG("chunks", g->chunks), EG_LONG("room", g->room), EG_BUFFER("w", g->w),
                       EG_BUFFER("scale", diagonal ? g->preconditioner->scale : g->w));
}

static eg_status build_krylov_kernels(eg_gmres *g, eg_precision precision, int64_t chunk)
{
    const eg_program_options options = {.file = "linear/gmres.c",
                                        .precision = precision,
                                        .lanes = 1,
                                        EG_DEFINES({"PRECONDITIONER", g->kind}, {"CHUNK", chunk})};
    double vector = (double)g->matrix->size * (double)eg_real_size(precision);
    EG_TRY(eg_owner_program(&g->owned, g->device, &options, &g->program));
    EG_TRY(EG_KERNELS(g->program, {"gmres_residual", &g->residual}, {"gmres_begin", &g->begin},
                      {"gmres_dots", &g->dots}, {"gmres_fold", &g->fold}, {"gmres_project", &g->project},
                      {"gmres_rotate", &g->rotate}, {"gmres_weights", &g->weights},
                      {"gmres_combine", &g->combine}, {"gmres_correct", &g->correct}));
    eg_kernel_cost(g->residual, g->chunks, 4 * vector, 0);
    eg_kernel_cost(g->correct, g->chunks, 3 * vector, 0);
    return bind_kernels(g);
}

static eg_status build_gmres(eg_gmres *g, eg_precision precision, int64_t chunk)
{
    eg_status status = build_krylov_buffers(g, precision);
    if (status == EG_OK)
        status = build_krylov_kernels(g, precision, chunk);
    return g->matrix->comm ? eg_sums_create(g->context, g->device, g->matrix->comm, g->restart + 1, g->chunks,
                                            status, &g->shared)
                           : status;
}

eg_status eg_gmres_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                          const eg_gmres_options *options, eg_gmres **gmres)
{
    const eg_preconditioner *given = options->preconditioner;
    assert(!given || (!given->scale != !given->apply && !given->varies));
    assert(options->limit >= 0 && options->readback_every >= 0 && options->restart >= 0 &&
           options->restart <= GMRES_RESTART);
    *gmres = NULL;
    int64_t chunk = options->chunk ? options->chunk : EG_CHUNK;
    EG_ENDS_WITH(eg_gmres_destroy) eg_gmres *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *made = (eg_gmres){.context = context,
                       .owned = {.context = context},
                       .device = device,
                       .matrix = matrix,
                       .preconditioner = given,
                       .watch = options->watch,
                       .kind = !given         ? PRECONDITIONER_NONE
                               : given->scale ? PRECONDITIONER_DIAGONAL
                                              : PRECONDITIONER_APPLIED,
                       .limit = options->limit ? options->limit : 200,
                       .restart = options->restart ? options->restart : EG_GMRES_RESTART,
                       .readback_every = options->readback_every ? options->readback_every : 4,
                       .chunks = eg_ceil_div(matrix->size, chunk),
                       .room = eg_max_i64(matrix->room, matrix->size)};
    EG_TRY(build_gmres(made, options->precision, chunk));
    return eg_hand_over(&made, gmres);
}

void eg_gmres_destroy(eg_gmres **address)
{
    if (!address || !*address)
        return;
    eg_gmres *g = *address;
    eg_async_readback_destroy(&g->readback);
    eg_sums_destroy(&g->shared);
    eg_owner_end(&g->owned);
    EG_FREE(address);
}

int64_t eg_gmres_device_bytes(const eg_gmres *g)
{
    return eg_async_readback_bytes(g->readback) + eg_sums_device_bytes(g->shared) +
           eg_owner_device_bytes(&g->owned);
}

/* ---- cycles */

static eg_status allgather_krylov_sums(eg_gmres *g, int columns, const eg_buffer **sums, int64_t *chunks)
{
    *sums = g->sums;
    *chunks = g->chunks;
    return g->shared ? eg_sums_allgather(g->shared, g->sums, 0, columns, sums, chunks) : EG_OK;
}

static eg_status queue_begin(eg_gmres *g, const eg_buffer *b, eg_buffer *x, bool start)
{
    const eg_buffer *sums;
    int64_t chunks;
    EG_TRY(g->matrix->apply(g->matrix, x, g->w, NULL, g->count));
    EG_TRY(EG_LAUNCH(g->residual, g->chunks, EG_BUFFER("b", b)));
    EG_TRY(allgather_krylov_sums(g, 2, &sums, &chunks));
    return EG_LAUNCH(g->begin, 1, EG_BUFFER("sums", sums), EG_INT("start", start), EG_LONG("chunks", chunks));
}

static eg_status queue_krylov_column(eg_gmres *g, int k)
{
    const eg_buffer *sums;
    int64_t chunks;
    if (g->kind == PRECONDITIONER_APPLIED)
        EG_TRY(g->preconditioner->apply(g->preconditioner, g->p, g->z));
    EG_TRY(g->matrix->apply(g->matrix, g->z ? g->z : g->p, g->w, NULL, g->count));
    EG_TRY(EG_LAUNCH(g->dots, g->chunks * (k + 2), EG_INT("k", k)));
    EG_TRY(allgather_krylov_sums(g, k + 2, &sums, &chunks));
    EG_TRY(EG_LAUNCH(g->fold, k + 2, EG_BUFFER("sums", sums), EG_INT("k", k), EG_LONG("chunks", chunks)));
    EG_TRY(EG_LAUNCH(g->project, g->chunks, EG_INT("k", k)));
    EG_TRY(allgather_krylov_sums(g, 1, &sums, &chunks));
    return EG_LAUNCH(g->rotate, 1, EG_BUFFER("sums", sums), EG_INT("k", k), EG_LONG("chunks", chunks));
}

/* x = x + P of the directions' sum. */
static eg_status queue_correction(eg_gmres *g, eg_buffer *x)
{
    EG_TRY(EG_LAUNCH(g->weights, 1));
    EG_TRY(EG_LAUNCH(g->combine, g->chunks));
    if (g->kind == PRECONDITIONER_APPLIED)
        EG_TRY(g->preconditioner->apply(g->preconditioner, g->p, g->z));
    return EG_LAUNCH(g->correct, g->chunks, EG_BUFFER("z", g->z ? g->z : g->p), EG_BUFFER("x", x));
}

static eg_status look(eg_gmres *g, bool *ended)
{
    const void *memory;
    int64_t count[GMRES_COUNTS];
    EG_TRY(eg_async_readback_begin(g->readback));
    EG_TRY(eg_async_readback_end(g->readback, &memory));
    memcpy(count, memory, sizeof count);
    *ended = count[SOLVE_END] != END_NONE;
    if (*ended || !g->watch.stops || !g->watch.stops(g->watch.with))
        return EG_OK;
    return eg_fail(g->context, EG_STOPPED, "stopped after %lld iterations of GMRES",
                   (long long)count[SOLVE_ITERATIONS]);
}

/* One cycle, unless the solve has ended. */
static eg_status queue_restart(eg_gmres *g, const eg_buffer *b, eg_buffer *x, bool start, bool *ended)
{
    EG_TRY(queue_begin(g, b, x, start));
    EG_TRY(look(g, ended));
    if (*ended)
        return EG_OK;
    for (int k = 0; k < g->restart && !*ended; k++) {
        EG_TRY(queue_krylov_column(g, k));
        if ((k + 1) % g->readback_every == 0 || k + 1 == g->restart)
            EG_TRY(look(g, ended));
    }
    return queue_correction(g, x);
}

/* ---- the end */

static eg_status read_gmres_result(eg_gmres *g, eg_gmres_result *result)
{
    int64_t count[GMRES_COUNTS];
    EG_TRY(eg_buffer_read(g->count, 0, count, sizeof count));
    int64_t done = count[SOLVE_ITERATIONS];
    EG_TRY(eg_buffer_read(g->history, 0, g->norms, (done + 1) * 8));
    *result = (eg_gmres_result){.end = (eg_gmres_end)count[SOLVE_END],
                                .iterations = (int)done,
                                .first = g->norms[0],
                                .last = g->norms[done],
                                .history = g->norms};
    return EG_OK;
}

static eg_status judge_gmres(eg_gmres *g, const eg_gmres_result *result)
{
    static const char *const reason[] = {[EG_GMRES_LIMIT] = "the limit of iterations came first",
                                         [EG_GMRES_SINGULAR] = "the matrix or the preconditioner is singular",
                                         [EG_GMRES_NOT_FINITE] = "a value is not finite"};
    double value[SOLVE_VALUES];
    if (result->end == EG_GMRES_CONVERGED)
        return EG_OK;
    EG_TRY(eg_buffer_read(g->value, 0, value, sizeof value));
    return eg_fail(g->context, EG_DIVERGED,
                   "gmres has not converged: after %d iterations the residual is %.3g (at the "
                   "start %.3g, to be reached %.3g): %s",
                   result->iterations, result->last, result->first, value[SOLVE_GOAL], reason[result->end]);
}

eg_status eg_gmres_solve(eg_gmres *g, const eg_buffer *b, eg_buffer *x, eg_gmres_goal goal,
                         eg_gmres_result *result)
{
    const double value[SOLVE_VALUES] = {[SOLVE_RELATIVE] = goal.relative,
                                        [SOLVE_ABSOLUTE] = goal.absolute,
                                        [SOLVE_FIRST] = goal.of_rhs     ? GMRES_OF_RHS
                                                        : goal.norm > 0 ? goal.norm
                                                                        : -1};
    const int64_t count[GMRES_COUNTS] = {[SOLVE_LIMIT] = g->limit};
    *result = (eg_gmres_result){.end = EG_GMRES_GOES_ON};
    eg_async_readback_discard(g->readback);
    EG_TRY(eg_buffer_write(g->value, 0, value, sizeof value));
    EG_TRY(eg_buffer_write(g->count, 0, count, sizeof count));
    for (bool ended = false, start = true; !ended; start = false)
        EG_TRY(queue_restart(g, b, x, start, &ended));
    EG_TRY(read_gmres_result(g, result));
    return judge_gmres(g, result);
}
