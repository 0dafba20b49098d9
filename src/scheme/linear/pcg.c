/* The loop of conjugate gradients, and its readbacks. */
#include "scheme/linear/pcg.h"

#include <math.h>
#include <string.h>

#include "field/async_readback.h"
#include "field/owner.h"
#include "field/sums.h"
#include "linear/solve.h" /* kernels/linear/solve.h: the slots of a solve */

_Static_assert(END_CONVERGED == (int)EG_PCG_CONVERGED && END_LIMIT == (int)EG_PCG_LIMIT &&
                   END_INDEFINITE == (int)EG_PCG_INDEFINITE && END_NOT_FINITE == (int)EG_PCG_NOT_FINITE,
               "kernels/linear/solve.h and pcg.h name the same ends");

enum { HISTORIES = 3, COUNT_BYTES = SOLVE_COUNTS * 8, VALUE_BYTES = SOLVE_VALUES * 8 };

struct eg_pcg {
    eg_context *context;
    eg_device *device;
    eg_owner owned;
    const eg_operator *matrix;
    const eg_preconditioner *preconditioner;
    const eg_pcg_watch *watch;
    int kind, limit, readback_every;
    bool verifies;
    int64_t chunks;
    eg_sums *shared; /* NULL: one process */
    eg_program *program;
    eg_kernel *residual, *norm, *products, *direction, *alpha, *beta;
    eg_buffer *r, *p, *q, *z; /* z: with a preconditioner that is applied */
    eg_buffer *sums, *value, *count, *history;
    double *coefficients; /* [HISTORIES][limit + 1] the history, and alpha and beta */
    eg_async_readback *readback;
};

/* ---- building */

static eg_status build_pcg_buffers(eg_pcg *pcg, eg_precision precision)
{
    int64_t size = pcg->matrix->size, room = eg_max_i64(pcg->matrix->room, size);
    int64_t bytes = room * (int64_t)eg_real_size(precision);
    EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "residual", bytes, NULL, &pcg->r));
    EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "search direction", bytes, NULL, &pcg->p));
    EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "matrix times direction", bytes, NULL, &pcg->q));
    if (pcg->kind == PRECONDITIONER_APPLIED)
        EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "preconditioned residual", bytes, NULL, &pcg->z));
    EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "sums of chunks", SUMS * pcg->chunks * 8, NULL,
                           &pcg->sums));
    EG_TRY(eg_owner_buffer(&pcg->owned, pcg->device, "numbers of the solve", VALUE_BYTES, &pcg->value));
    EG_TRY(eg_owner_buffer(&pcg->owned, pcg->device, "state of the solve", COUNT_BYTES, &pcg->count));
    EG_TRY(eg_owner_upload(&pcg->owned, pcg->device, "history of the solve",
                           (int64_t)HISTORIES * (pcg->limit + 1) * 8, NULL, &pcg->history));
    const eg_buffer *looked_at[] = {pcg->count, pcg->value};
    EG_TRY(eg_async_readback_create(pcg->context, pcg->device, looked_at, 2, &pcg->readback));
    return eg_owner_alloc(&pcg->owned, (int64_t)HISTORIES * (pcg->limit + 1), sizeof *pcg->coefficients,
                          &pcg->coefficients);
}

/* What the kernels take for z: the scale, z itself, or anything. */
static const eg_buffer *z_of(const eg_pcg *pcg)
{
    return pcg->kind == PRECONDITIONER_DIAGONAL  ? pcg->preconditioner->scale
           : pcg->kind == PRECONDITIONER_APPLIED ? pcg->z
                                                 : pcg->r;
}

static eg_status build_pcg_kernels(eg_pcg *pcg, eg_precision precision)
{
    const eg_program_options options = {.file = "linear/pcg.c",
                                        .precision = precision,
                                        .lanes = 1,
                                        EG_DEFINES({"PRECONDITIONER", pcg->kind})};
    EG_TRY(eg_owner_program(&pcg->owned, pcg->device, &options, &pcg->program));
    EG_TRY(eg_kernel_get(pcg->program, "pcg_residual", &pcg->residual));
    if (pcg->kind == PRECONDITIONER_APPLIED)
        EG_TRY(eg_kernel_get(pcg->program, "pcg_norm", &pcg->norm));
    EG_TRY(EG_KERNELS(pcg->program, {"pcg_products", &pcg->products}, {"pcg_direction", &pcg->direction},
                      {"pcg_alpha", &pcg->alpha}, {"pcg_beta", &pcg->beta}));
    double vector = (double)pcg->matrix->size * (double)eg_real_size(precision);
    bool diagonal = pcg->kind == PRECONDITIONER_DIAGONAL;
    eg_kernel_cost(pcg->residual, pcg->chunks, (diagonal ? 4 : 3) * vector, 0);
    eg_kernel_cost(pcg->products, pcg->chunks, 3 * vector, 0);
    eg_kernel_cost(pcg->direction, pcg->chunks, (diagonal ? 6 : 5) * vector, 0);
    return EG_BIND_ALL(pcg->program, EG_BUFFER("r", pcg->r), EG_BUFFER("p", pcg->p), EG_BUFFER("q", pcg->q),
                       EG_BUFFER("z", z_of(pcg)), EG_BUFFER("value", pcg->value),
                       EG_BUFFER("count", pcg->count), EG_BUFFER("history", pcg->history),
                       EG_LONG("nodes", pcg->matrix->size));
}

eg_status eg_pcg_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                        const eg_pcg_options *options, eg_pcg **pcg)
{
    const eg_preconditioner *given = options->preconditioner;
    assert(!given || !given->scale != !given->apply);
    assert(options->limit >= 0 && options->readback_every >= 0);
    *pcg = NULL;
    EG_ENDS_WITH(eg_pcg_destroy) eg_pcg *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = made->owned.context = context;
    made->device = device;
    made->matrix = matrix;
    made->preconditioner = given;
    made->watch = options->watch;
    made->verifies = !options->unverified;
    made->kind = !given         ? PRECONDITIONER_NONE
                 : given->scale ? PRECONDITIONER_DIAGONAL
                                : PRECONDITIONER_APPLIED;
    made->limit = options->limit ? options->limit : 1000;
    made->readback_every = options->readback_every ? options->readback_every : 16;
    made->chunks = eg_ceil_div(matrix->size, EG_CHUNK);
    eg_status status = build_pcg_buffers(made, options->precision);
    if (status == EG_OK)
        status = build_pcg_kernels(made, options->precision);
    if (matrix->comm)
        status = eg_sums_create(context, device, matrix->comm, SUMS, made->chunks, status, &made->shared);
    EG_TRY(status);
    return eg_hand_over(&made, pcg);
}

void eg_pcg_destroy(eg_pcg **address)
{
    if (!address || !*address)
        return;
    eg_pcg *pcg = *address;
    eg_async_readback_destroy(&pcg->readback);
    eg_sums_destroy(&pcg->shared);
    eg_owner_end(&pcg->owned);
    EG_FREE(address);
}

int64_t eg_pcg_device_bytes(const eg_pcg *pcg)
{
    return eg_async_readback_bytes(pcg->readback) + eg_sums_device_bytes(pcg->shared) +
           eg_owner_device_bytes(&pcg->owned);
}

/* ---- iterations */

/* The sums of the chunks of all ranks, and their number, after `columns` of them from `first` on have been
 * gathered. */
static eg_status allgather_pcg_sums(eg_pcg *pcg, int first, int columns, const eg_buffer **sums,
                                    int64_t *chunks)
{
    *sums = pcg->sums;
    *chunks = pcg->chunks;
    return pcg->shared ? eg_sums_allgather(pcg->shared, pcg->sums, first, columns, sums, chunks) : EG_OK;
}

/* From q: the residual. At the start r = b - q. */
static eg_status queue_residual(eg_pcg *pcg, const eg_buffer *b, bool start)
{
    const eg_buffer *sums;
    int64_t chunks = pcg->chunks;
    EG_TRY(EG_LAUNCH(pcg->residual, chunks, EG_BUFFER("b", b), EG_BUFFER("sums", pcg->sums),
                     EG_INT("start", start), EG_LONG("chunks", chunks)));
    if (pcg->kind != PRECONDITIONER_APPLIED)
        return EG_OK;
    EG_TRY(allgather_pcg_sums(pcg, SUM_RR, 1, &sums, &chunks));
    return EG_LAUNCH(pcg->norm, 1, EG_BUFFER("sums", sums), EG_INT("start", start),
                     EG_LONG("chunks", chunks));
}

/* From r: z where it is applied, and what is decided of both. */
static eg_status queue_products(eg_pcg *pcg, bool start)
{
    const eg_buffer *sums;
    int64_t chunks = pcg->chunks;
    bool applied = pcg->kind == PRECONDITIONER_APPLIED;
    bool varies = applied && pcg->preconditioner->varies && !start;
    int first = applied ? SUM_ZR : SUM_RR, end = varies ? SUMS : SUM_ZQ;
    if (applied) {
        EG_TRY(pcg->preconditioner->apply(pcg->preconditioner, pcg->r, pcg->z));
        EG_TRY(EG_LAUNCH(pcg->products, chunks, EG_BUFFER("sums", pcg->sums), EG_LONG("chunks", chunks)));
    }
    EG_TRY(allgather_pcg_sums(pcg, first, end - first, &sums, &chunks));
    return EG_LAUNCH(pcg->beta, 1, EG_BUFFER("sums", sums), EG_INT("start", start), EG_INT("varies", varies),
                     EG_LONG("chunks", chunks));
}

static eg_status queue_direction(eg_pcg *pcg, eg_buffer *x, bool start)
{
    return EG_LAUNCH(pcg->direction, pcg->chunks, EG_BUFFER("x", x), EG_INT("start", start),
                     EG_LONG("chunks", pcg->chunks));
}

/* From p: q, alpha and the residual. */
static eg_status queue_pcg_step(eg_pcg *pcg, const eg_buffer *b)
{
    const eg_buffer *sums;
    int64_t chunks;
    EG_TRY(pcg->matrix->apply(pcg->matrix, pcg->p, pcg->q, pcg->sums, pcg->count));
    EG_TRY(allgather_pcg_sums(pcg, SUM_PQ, 1, &sums, &chunks));
    EG_TRY(EG_LAUNCH(pcg->alpha, 1, EG_BUFFER("sums", sums), EG_LONG("chunks", chunks)));
    return queue_residual(pcg, b, false);
}

static eg_status queue_pcg_iteration(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x)
{
    EG_TRY(queue_pcg_step(pcg, b));
    EG_TRY(queue_products(pcg, false));
    return queue_direction(pcg, x, false);
}

/* The residual of x, after so many iterations. */
static eg_status queue_start(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x, eg_pcg_goal goal, int64_t done)
{
    const double value[SOLVE_VALUES] = {[SOLVE_RELATIVE] = goal.relative,
                                        [SOLVE_ABSOLUTE] = goal.absolute,
                                        [SOLVE_FIRST] = goal.norm > 0 ? goal.norm : -1};
    const int64_t count[SOLVE_COUNTS] = {[SOLVE_LIMIT] = pcg->limit, [SOLVE_ITERATIONS] = done};
    EG_TRY(eg_buffer_write(pcg->value, 0, value, sizeof value));
    EG_TRY(eg_buffer_write(pcg->count, 0, count, sizeof count));
    EG_TRY(pcg->matrix->apply(pcg->matrix, x, pcg->q, pcg->sums, pcg->count));
    return queue_residual(pcg, b, true);
}

/* ---- readbacks */

/* What the watch stops is EG_STOPPED; the text is the caller's. */
static eg_status end_readback(eg_pcg *pcg, bool *ended)
{
    const void *memory;
    int64_t count[SOLVE_COUNTS];
    double value[SOLVE_VALUES];
    eg_status status = eg_async_readback_end(pcg->readback, &memory);
    memcpy(count, memory, sizeof count);
    memcpy(value, (const char *)memory + sizeof count, sizeof value);
    *ended = count[SOLVE_END] != END_NONE;
    if (status == EG_OK && pcg->watch && count[SOLVE_ITERATIONS] > 0 &&
        pcg->watch->tell(pcg->watch, count[SOLVE_ITERATIONS], value[SOLVE_NORM], value[SOLVE_GOAL]) &&
        !*ended)
        status = EG_STOPPED;
    return status;
}

/* Queues iterations until a readback finds that the solve has ended; one readback is always under way. */
static eg_status iterate_pcg(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x)
{
    bool ended = false;
    EG_TRY(queue_products(pcg, true));
    EG_TRY(queue_direction(pcg, x, true));
    EG_TRY(eg_async_readback_begin(pcg->readback));
    while (!ended) {
        eg_status status = EG_OK;
        for (int i = 0; i < pcg->readback_every && status == EG_OK; i++)
            status = queue_pcg_iteration(pcg, b, x);
        if (status == EG_OK)
            status = eg_async_readback_begin(pcg->readback);
        eg_status looked = end_readback(pcg, &ended);
        EG_TRY(status);
        EG_TRY(looked);
    }
    return end_readback(pcg, &ended);
}

/* The same with a look at each residual, before the preconditioner is applied to it. */
static eg_status iterate_promptly(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x)
{
    for (bool ended = false, start = true;; start = false) {
        if (!start)
            EG_TRY(queue_pcg_step(pcg, b));
        EG_TRY(eg_async_readback_begin(pcg->readback));
        EG_TRY(end_readback(pcg, &ended));
        if (!ended)
            EG_TRY(queue_products(pcg, start));
        if (!ended || !start)
            EG_TRY(queue_direction(pcg, x, start));
        if (ended)
            return EG_OK;
    }
}

/* ---- the end */

static eg_status read_pcg_result(eg_pcg *pcg, eg_pcg_result *result)
{
    int64_t count[SOLVE_COUNTS];
    double value[SOLVE_VALUES];
    EG_TRY(eg_buffer_read(pcg->count, 0, count, sizeof count));
    EG_TRY(eg_buffer_read(pcg->value, 0, value, sizeof value));
    int64_t done = count[SOLVE_ITERATIONS], row = pcg->limit + 1;
    for (int h = 0; h < HISTORIES; h++)
        EG_TRY(eg_buffer_read(pcg->history, h * row * 8, &pcg->coefficients[h * row], (done + 1) * 8));
    *result = (eg_pcg_result){.end = (eg_pcg_end)count[SOLVE_END],
                              .iterations = (int)done,
                              .first = pcg->coefficients[0],
                              .last = pcg->coefficients[done],
                              .goal = value[SOLVE_GOAL],
                              .history = pcg->coefficients,
                              .alpha = &pcg->coefficients[row],
                              .beta = &pcg->coefficients[2 * row]};
    return EG_OK;
}

static eg_status judge_pcg(eg_pcg *pcg, const eg_pcg_result *result)
{
    static const char *const reason[] = {
        [EG_PCG_LIMIT] = "the limit of iterations came first",
        [EG_PCG_INDEFINITE] = "the matrix or the preconditioner is not positive definite, or the "
                              "goal is below what rounding leaves",
        [EG_PCG_NOT_FINITE] = "a value is not finite",
        [EG_PCG_STAGNATED] = "rounding leaves no less",
        [EG_PCG_STOPPED] = "it was stopped"};
    if (result->end == EG_PCG_CONVERGED)
        return EG_OK;
    return eg_fail(pcg->context, result->end == EG_PCG_STOPPED ? EG_STOPPED : EG_DIVERGED,
                   "conjugate gradients have not converged: after %d iterations the residual is "
                   "%.3g (at the start %.3g, to be reached %.3g): %s",
                   result->iterations, result->last, result->first, result->goal, reason[result->end]);
}

/* From the residual that is there to an end, whatever it is. */
static eg_status iterate_to_end(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x, eg_pcg_result *result)
{
    bool prompt = pcg->kind == PRECONDITIONER_APPLIED && pcg->readback_every == 1;
    eg_status status = prompt ? iterate_promptly(pcg, b, x) : iterate_pcg(pcg, b, x);
    eg_async_readback_discard(pcg->readback);
    if (status != EG_STOPPED)
        EG_TRY(status);
    EG_TRY(read_pcg_result(pcg, result));
    if (status == EG_STOPPED)
        result->end = EG_PCG_STOPPED;
    return EG_OK;
}

/* Computes the residual of the x that an end has left, which takes the place of the updated one. */
static eg_status verify(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x, eg_pcg_result *result)
{
    const eg_pcg_end end = result->end;
    const eg_pcg_goal same = {.absolute = result->goal};
    EG_TRY(queue_start(pcg, b, x, same, result->iterations));
    if (pcg->kind != PRECONDITIONER_APPLIED)
        EG_TRY(queue_products(pcg, true)); /* which takes the norm */
    EG_TRY(read_pcg_result(pcg, result));
    if (result->end != EG_PCG_CONVERGED && end != EG_PCG_CONVERGED)
        result->end = end;
    return EG_OK;
}

/* Whether a solve that has ended at this verified residual, and had begun at `before`, may still come nearer
 * to the goal. */
static bool may_go_on(eg_pcg_result *result, double before)
{
    static const double AT_LEAST = 0.5;
    bool missed = result->end == EG_PCG_GOES_ON || result->end == EG_PCG_INDEFINITE;
    if (missed && result->last <= AT_LEAST * before)
        return true;
    if (result->end == EG_PCG_GOES_ON)
        result->end = EG_PCG_STAGNATED;
    return false;
}

eg_status eg_pcg_solve(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x, eg_pcg_goal goal, eg_pcg_result *result)
{
    double before = INFINITY;
    *result = (eg_pcg_result){.end = EG_PCG_GOES_ON};
    eg_async_readback_discard(pcg->readback);
    while (true) {
        int from = result->iterations;
        EG_TRY(queue_start(pcg, b, x, goal, from));
        EG_TRY(iterate_to_end(pcg, b, x, result));
        bool moved = result->iterations > from;
        bool known =
            !pcg->verifies || !moved || result->end == EG_PCG_STOPPED || result->end == EG_PCG_NOT_FINITE;
        if (!known)
            EG_TRY(verify(pcg, b, x, result));
        if (known || !may_go_on(result, fmin(before, result->history[from])))
            return judge_pcg(pcg, result);
        before = result->last;
        goal = (eg_pcg_goal){.absolute = result->goal};
    }
}
