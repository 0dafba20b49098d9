/* What smoothing needs to know of a matrix: the spectral radius of D^-1 A, and the weights of its steps. */
#include "scheme/linear/amg_internal.h"

#include <math.h>

#include "scheme/linear/radius.h"

enum { LANCZOS_STEPS = 10 };

/* What Lanczos's steps keep: the scaled matrix B = D^-1/2 A D^-1/2, which is similar to D^-1 A, the last two
 * vectors, and the tridiagonal matrix of B in them. */
typedef struct lanczos {
    const eg_sparse *matrix;
    double *scale, *now, *before, *next, *scratch;
    int steps;
    double diagonal[LANCZOS_STEPS], off_diagonal[LANCZOS_STEPS + 1];
} lanczos;

/* A start of no particular shape that every machine computes alike: values in [-1/2, 1/2). */
static void start(double *x, int32_t rows)
{
    uint32_t state = 1;
    for (int32_t i = 0; i < rows; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (state >> 8) / 16777216.0 - 0.5;
    }
}

/* On one thread: the radius must not depend on how many there are. */
static double dot_rows(const double *a, const double *b, int32_t rows)
{
    double sum = 0;
    for (int32_t i = 0; i < rows; i++)
        sum += a[i] * b[i];
    return sum;
}

/* next = B now */
static void apply_lanczos(const lanczos *s)
{
    eg_context *context = s->matrix->context;
    int32_t rows = s->matrix->rows;
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s->scratch[i] = s->scale[i] * s->now[i];
    eg_sparse_multiply(s->matrix, s->scratch, s->next);
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s->next[i] *= s->scale[i];
}

/* One step; false where the vectors so far span all that there is. */
static bool step_lanczos(lanczos *s)
{
    eg_context *context = s->matrix->context;
    int32_t rows = s->matrix->rows;
    int k = s->steps++;
    double off_diagonal = s->off_diagonal[k];
    apply_lanczos(s);
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s->next[i] -= off_diagonal * s->before[i];
    double diagonal = dot_rows(s->next, s->now, rows);
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s->next[i] -= diagonal * s->now[i];
    double norm = sqrt(dot_rows(s->next, s->next, rows));
    s->diagonal[k] = diagonal;
    s->off_diagonal[k + 1] = norm;
    if (!(norm > 1e-12 * diagonal))
        return false;
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++) {
        s->before[i] = s->now[i];
        s->now[i] = s->next[i] / norm;
    }
    return true;
}

eg_status eg_amg_radius(const eg_sparse *matrix, const double *inverse, double *radius)
{
    eg_context *context = matrix->context;
    int32_t rows = matrix->rows;
    lanczos s = {.matrix = matrix};
    EG_SCOPE(scope, context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(rows, s.scale), EG_BLOCK(rows, s.now), EG_BLOCK(rows, s.before),
                          EG_BLOCK(rows, s.next), EG_BLOCK(rows, s.scratch)));
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s.scale[i] = sqrt(inverse[i]);
    start(s.now, rows);
    double norm = sqrt(dot_rows(s.now, s.now, rows));
    EG_LOOP(context, rows)
    for (int32_t i = 0; i < rows; i++)
        s.now[i] /= norm;
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
