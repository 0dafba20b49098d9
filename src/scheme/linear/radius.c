/* Conjugate gradients as Lanczos's method: alpha and beta are the entries of its tridiagonal matrix. */
#include "scheme/linear/radius.h"

#include <math.h>

#include "scheme/linear/pcg.h"

enum { STEPS = 12, BISECTIONS = 60 };

static const double PI = 3.14159265358979323846;

/* ---- the tridiagonal matrix */

/* Whether an eigenvalue is above lambda: a pivot of lambda - T that is not positive. */
static bool any_above(int steps, const double *diagonal, const double *off_diagonal, double lambda)
{
    double pivot = 1;
    for (int k = 0; k < steps; k++) {
        double next_to = k > 0 ? off_diagonal[k] : 0;
        pivot = lambda - diagonal[k] - next_to * next_to / pivot;
        if (!(pivot > 0))
            return true;
    }
    return false;
}

/* The largest row sum of |T|, which bounds its eigenvalues (Gershgorin). */
static double bound(int steps, const double *diagonal, const double *off_diagonal)
{
    double most = 0;
    for (int k = 0; k < steps; k++) {
        double left = k > 0 ? off_diagonal[k] : 0;
        double right = k + 1 < steps ? off_diagonal[k + 1] : 0;
        most = fmax(most, fabs(diagonal[k]) + left + right);
    }
    return most;
}

double eg_tridiagonal_largest(int steps, const double *diagonal, const double *off_diagonal)
{
    double low = 0, high = bound(steps, diagonal, off_diagonal);
    for (int n = 0; n < BISECTIONS; n++) {
        double middle = 0.5 * (low + high);
        if (any_above(steps, diagonal, off_diagonal, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

void eg_smoothing_weights(int steps, double radius, double *weight)
{
    /* the radius was found from below */
    double high = 1.1 * radius;
    for (int k = 0; k < steps; k++) {
        double root = sin(PI * (k + 1) / (2 * steps + 1));
        weight[k] = 1 / (high * root * root);
    }
}

/* ---- of an operator */

typedef struct work {
    eg_buffer *x, *b;
    eg_pcg *pcg;
} work;

/* Steps of the generator s -> a s + c modulo 2^32, in one. */
static uint32_t skip(uint32_t state, int64_t steps)
{
    for (uint32_t a = 1664525u, c = 1013904223u; steps > 0; steps /= 2) {
        state = steps % 2 ? state * a + c : state;
        c *= a + 1;
        a *= a;
    }
    return state;
}

/* A start of no particular shape that every machine computes alike: values in [-1/2, 1/2), exact in f32 too.
 * `before`: rows of ranks before this. */
static eg_status make_start(eg_context *context, eg_device *device, const eg_operator *matrix, int64_t before,
                            eg_precision precision, eg_buffer **b)
{
    EG_SCRATCH void *values = NULL;
    int64_t room = eg_max_i64(matrix->size, matrix->room);
    int64_t bytes = room * (int64_t)eg_real_size(precision);
    uint32_t state = skip(1, before);
    EG_TRY(eg_alloc(context, bytes, 1, &values));
    for (int64_t i = 0; i < matrix->size; i++) {
        state = state * 1664525u + 1013904223u;
        double value = (state >> 8) / 16777216.0 - 0.5;
        if (precision == EG_F64)
            ((double *)values)[i] = value;
        else
            ((float *)values)[i] = (float)value;
    }
    return eg_buffer_upload(device, bytes, "start of Lanczos's method", values, b);
}

/* Rows of the ranks before this. Collective. */
static int64_t rows_before_rank(const eg_operator *matrix, int64_t *rows_of)
{
    int64_t before = 0;
    eg_comm_allgather_counts(matrix->comm, matrix->size, rows_of);
    for (int r = 0; r < eg_comm_rank(matrix->comm); r++)
        before += rows_of[r];
    return before;
}

/* Start and solution. Collective; all agree on the status. */
static eg_status make_radius_vectors(eg_context *context, eg_device *device, const eg_operator *matrix,
                                     eg_precision precision, work *w)
{
    EG_SCRATCH int64_t *rows_of = NULL;
    int64_t before = 0;
    if (matrix->comm) {
        EG_TRY(eg_comm_agree(matrix->comm,
                             eg_alloc(context, eg_comm_size(matrix->comm), sizeof *rows_of, &rows_of)));
        before = rows_before_rank(matrix, rows_of);
    }
    eg_status status = make_start(context, device, matrix, before, precision, &w->b);
    if (status == EG_OK)
        status = eg_buffer_upload(device, eg_buffer_bytes(w->b), "solution of Lanczos's method", NULL, &w->x);
    return eg_comm_agree(matrix->comm, status);
}

static eg_status iterate_lanczos(eg_context *context, eg_device *device, const eg_operator *matrix,
                                 const eg_preconditioner *preconditioner, eg_precision precision, work *w,
                                 eg_pcg_result *result)
{
    const eg_pcg_options options = {.precision = precision,
                                    .limit = STEPS,
                                    .unverified = true,
                                    .readback_every = preconditioner->apply ? 1 : STEPS,
                                    .preconditioner = preconditioner};
    EG_TRY(make_radius_vectors(context, device, matrix, precision, w));
    EG_TRY(eg_pcg_create(context, device, matrix, &options, &w->pcg));
    /* the limit ends it, or that nothing is left but rounding */
    const eg_pcg_goal goal = {.relative = precision == EG_F64 ? 1e-12 : 1e-5};
    eg_status status = eg_pcg_solve(w->pcg, w->b, w->x, goal, result);
    return status == EG_DIVERGED && result->end != EG_PCG_NOT_FINITE ? EG_OK : status;
}

static double radius_of_result(const eg_pcg_result *result)
{
    double diagonal[STEPS], off_diagonal[STEPS];
    const double *alpha = result->alpha, *beta = result->beta;
    int steps = result->iterations;
    for (int k = 0; k < steps; k++) {
        diagonal[k] = 1 / alpha[k] + (k > 0 ? beta[k - 1] / alpha[k - 1] : 0);
        off_diagonal[k] = k > 0 ? sqrt(beta[k - 1]) / alpha[k - 1] : 0;
    }
    return steps > 0 ? eg_tridiagonal_largest(steps, diagonal, off_diagonal) : 1;
}

eg_status eg_operator_radius(eg_context *context, eg_device *device, const eg_operator *matrix,
                             const eg_preconditioner *preconditioner, eg_precision precision, double *radius)
{
    work w = {0};
    eg_pcg_result result;
    assert(!preconditioner->varies);
    eg_status status = iterate_lanczos(context, device, matrix, preconditioner, precision, &w, &result);
    if (status == EG_OK)
        *radius = radius_of_result(&result);
    eg_pcg_destroy(&w.pcg);
    eg_buffer_destroy(&w.x);
    eg_buffer_destroy(&w.b);
    return status;
}
