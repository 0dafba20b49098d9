/* Aggregates: rows that are strongly coupled become one row of the next level (Vanek, Mandel and Brezina
 * 1996; in parallel form Gandham, Esler and Zhang 2014). The rows are gone through in their order, so that
 * the roots are the lexicographically first maximal set of rows whose neighbourhoods do not overlap. */
#include "base/scope.h"
#include "base/parallel.h"
#include "scheme/linear/amg_internal.h"

enum { FREE = -2, LEFT_OUT = -1 };

/* A row is left out where its diagonal is this many times the sum of its negative couplings: smoothing alone
 * converges there, and constants are far from the null space. */
static const double dominance = 8;

typedef struct forming {
    const eg_sparse *matrix;
    double *threshold; /* couplings of row i with -a_ij >= threshold[i] are strong */
    int32_t *aggregate;
    int32_t count;
} forming;

/* Finds the threshold of a row, and whether it is left out. */
static void weigh_row(forming *f, double strength, int32_t i)
{
    const eg_sparse *a = f->matrix;
    double largest = 0, sum = 0, diagonal = 0;
    for (int64_t k = a->first[i]; k < a->first[i + 1]; k++) {
        double value = a->value[k];
        if (a->column[k] == i) {
            diagonal = value;
        } else if (value < 0) {
            sum -= value;
            largest = -value > largest ? -value : largest;
        }
    }
    f->threshold[i] = strength * largest;
    f->aggregate[i] = dominance * sum <= diagonal ? LEFT_OUT : FREE;
}

static bool is_strong(const forming *f, int32_t i, int64_t k)
{
    const eg_sparse *a = f->matrix;
    return a->column[k] != i && a->value[k] < 0 && -a->value[k] >= f->threshold[i];
}

/* Whether row i has strong neighbours and none of them is taken. */
static bool is_root(const forming *f, int32_t i)
{
    bool any = false;
    for (int64_t k = f->matrix->first[i]; k < f->matrix->first[i + 1]; k++) {
        if (!is_strong(f, i, k))
            continue;
        if (f->aggregate[f->matrix->column[k]] != FREE)
            return false;
        any = true;
    }
    return any;
}

/* A new aggregate of row i and its strong neighbours that are free. */
static void take_free_neighbours(forming *f, int32_t i)
{
    f->aggregate[i] = f->count;
    for (int64_t k = f->matrix->first[i]; k < f->matrix->first[i + 1]; k++)
        if (is_strong(f, i, k) && f->aggregate[f->matrix->column[k]] == FREE)
            f->aggregate[f->matrix->column[k]] = f->count;
    f->count++;
}

/* The aggregate that row i is coupled to most strongly, the first of equals; FREE where there is none. */
static int32_t nearest(const forming *f, int32_t i)
{
    const eg_sparse *a = f->matrix;
    double most = 0;
    int32_t found = FREE;
    for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
        if (a->column[k] != i && f->aggregate[a->column[k]] >= 0 && -a->value[k] > most) {
            most = -a->value[k];
            found = f->aggregate[a->column[k]];
        }
    return found;
}

/* What is still free joins the aggregates of the roots, as they were before any joined; joined[rows] is
 * scratch. */
static void join_neighbours(forming *f, int32_t *joined)
{
    int32_t rows = f->matrix->rows;
    EG_LOOP(f->matrix->context, rows)
    for (int32_t i = 0; i < rows; i++)
        joined[i] = f->aggregate[i] == FREE ? nearest(f, i) : f->aggregate[i];
    for (int32_t i = 0; i < rows; i++)
        f->aggregate[i] = joined[i];
}

eg_status eg_amg_aggregate(const eg_sparse *matrix, double strength, int32_t *aggregate, int32_t *count)
{
    forming f = {.matrix = matrix, .aggregate = aggregate};
    int32_t *joined;
    EG_SCOPE(scope, matrix->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(matrix->rows, joined), EG_BLOCK(matrix->rows, f.threshold)));
    EG_LOOP(matrix->context, matrix->rows)
    for (int32_t i = 0; i < matrix->rows; i++)
        weigh_row(&f, strength, i);
    for (int32_t i = 0; i < matrix->rows; i++)
        if (aggregate[i] == FREE && is_root(&f, i))
            take_free_neighbours(&f, i);
    join_neighbours(&f, joined);
    for (int32_t i = 0; i < matrix->rows; i++)
        if (aggregate[i] == FREE)
            take_free_neighbours(&f, i);
    *count = f.count;
    return EG_OK;
}
