/* What smoothing needs to know of a matrix: the spectral radius of D^-1 A, and the weights of its steps. */
#include "scheme/linear/amg_internal.h"

#include <math.h>

#include "scheme/linear/radius.h"

enum { LANCZOS_STEPS = 10 };

/* Rows whose products are added one after the other; the sums of chunks follow in their order, so that the
 * radius does not depend on the number of threads. Chunks are parts of a loop: `LEAST` of them are worth a thread. */
enum { CHUNK = 4096, LEAST = 4 };

/* What Lanczos's steps keep: the scaled matrix B = D^-1/2 A D^-1/2, which is similar to D^-1 A, the last two
 * vectors, D^-1/2 of the last one, and the tridiagonal matrix of B in them. */
typedef struct lanczos {
    const eg_sparse *matrix;
    double *scale, *now, *before, *next, *scaled;
    int64_t chunks;
    double *sum; /* [chunks] */
    int steps;
    double diagonal[LANCZOS_STEPS], off_diagonal[LANCZOS_STEPS + 1];
} lanczos;

static int64_t end_of_rows(const lanczos *s, int64_t chunk)
{
    return eg_min_i64(s->matrix->rows, (chunk + 1) * CHUNK);
}

static double sum_of_chunks(const lanczos *s)
{
    double sum = 0;
    for (int64_t chunk = 0; chunk < s->chunks; chunk++)
        sum += s->sum[chunk];
    return sum;
}

/* A start of no particular shape that every machine computes alike: values in [-1/2, 1/2). Returns its norm. */
static double start(const lanczos *s)
{
    uint32_t state = 1;
    for (int32_t i = 0; i < s->matrix->rows; i++) {
        state = state * 1664525u + 1013904223u;
        s->next[i] = (state >> 8) / 16777216.0 - 0.5;
    }
    EG_LOOP_OF(s->matrix->context, s->chunks, LEAST)
    for (int64_t chunk = 0; chunk < s->chunks; chunk++) {
        double sum = 0;
        for (int64_t i = chunk * CHUNK; i < end_of_rows(s, chunk); i++)
            sum += s->next[i] * s->next[i];
        s->sum[chunk] = sum;
    }
    return sqrt(sum_of_chunks(s));
}

/* The next vector, of this norm, becomes the last one. */
static void take_next(const lanczos *s, double norm)
{
    EG_LOOP(s->matrix->context, s->matrix->rows)
    for (int32_t i = 0; i < s->matrix->rows; i++) {
        s->before[i] = s->now[i];
        s->now[i] = s->next[i] / norm;
        s->scaled[i] = s->scale[i] * s->now[i];
    }
}

/* next = B now - off_diagonal before. Returns its product with now. */
static double apply_lanczos(const lanczos *s, double off_diagonal)
{
    eg_sparse_multiply(s->matrix, s->scaled, s->next);
    EG_LOOP_OF(s->matrix->context, s->chunks, LEAST)
    for (int64_t chunk = 0; chunk < s->chunks; chunk++) {
        double sum = 0;
        for (int64_t i = chunk * CHUNK; i < end_of_rows(s, chunk); i++) {
            s->next[i] = s->scale[i] * s->next[i] - off_diagonal * s->before[i];
            sum += s->next[i] * s->now[i];
        }
        s->sum[chunk] = sum;
    }
    return sum_of_chunks(s);
}

/* next -= diagonal now. Returns its norm. */
static double make_orthogonal(const lanczos *s, double diagonal)
{
    EG_LOOP_OF(s->matrix->context, s->chunks, LEAST)
    for (int64_t chunk = 0; chunk < s->chunks; chunk++) {
        double sum = 0;
        for (int64_t i = chunk * CHUNK; i < end_of_rows(s, chunk); i++) {
            s->next[i] -= diagonal * s->now[i];
            sum += s->next[i] * s->next[i];
        }
        s->sum[chunk] = sum;
    }
    return sqrt(sum_of_chunks(s));
}

/* One step; false where the vectors so far span all that there is. */
static bool step_lanczos(lanczos *s)
{
    int k = s->steps++;
    double diagonal = apply_lanczos(s, s->off_diagonal[k]), norm = make_orthogonal(s, diagonal);
    s->diagonal[k] = diagonal;
    s->off_diagonal[k + 1] = norm;
    if (!(norm > 1e-12 * diagonal))
        return false;
    take_next(s, norm);
    return true;
}

eg_status eg_amg_radius(const eg_sparse *matrix, const double *inverse, double *radius)
{
    int32_t rows = matrix->rows;
    lanczos s = {.matrix = matrix, .chunks = eg_ceil_div(rows, CHUNK)};
    EG_SCOPE(scope, matrix->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(rows, s.scale), EG_BLOCK(rows, s.now), EG_BLOCK(rows, s.before),
                          EG_BLOCK(rows, s.next), EG_BLOCK(rows, s.scaled), EG_BLOCK(s.chunks, s.sum)));
    EG_LOOP(matrix->context, rows)
    for (int32_t i = 0; i < rows; i++)
        s.scale[i] = sqrt(inverse[i]);
    take_next(&s, start(&s));
    for (int n = 0; n < LANCZOS_STEPS; n++)
        if (!step_lanczos(&s))
            break;
    *radius = eg_tridiagonal_largest(s.steps, s.diagonal, s.off_diagonal);
    return EG_OK;
}

static eg_status find_radius(eg_task *self)
{
    eg_radius_task *r = (eg_radius_task *)self;
    return eg_amg_radius(r->matrix, r->inverse, &r->radius);
}

eg_status eg_amg_radius_begin(const eg_sparse *matrix, const double *inverse, eg_radius_task *radius)
{
    eg_context *context = matrix->context;
    *radius =
        (eg_radius_task){.task = {.work = find_radius, .what = "finds a spectral radius", .context = context},
                         .matrix = matrix,
                         .inverse = inverse};
    return eg_task_beside(context, &radius->task);
}

void eg_amg_weights(int degree, double radius, double *weight)
{
    /* cos(pi (2 k - 1) / (2 degree)) of degrees 2, 3, 4 */
    static const double node[EG_AMG_DEGREE + 1][EG_AMG_DEGREE] = {
        {0},
        {0},
        {-0.70710678118654752, 0.70710678118654752},
        {-0.86602540378443865, 0, 0.86602540378443865},
        {-0.92387953251128676, -0.38268343236508977, 0.38268343236508977, 0.92387953251128676}};
    assert(degree >= 1 && degree <= EG_AMG_DEGREE);
    /* the radius was found from below */
    double high = 1.1 * radius, low = 0.3 * high;
    if (degree == 1)
        weight[0] = 4.0 / (3.0 * radius);
    for (int k = 0; degree > 1 && k < degree; k++)
        weight[k] = 1 / (0.5 * (high + low) + 0.5 * (high - low) * node[degree][k]);
}
