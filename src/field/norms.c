/* Rows of integrals of an error, and their sums. */
#include "field/norms.h"

#include <math.h>

#include "base/parallel.h"

typedef struct rows_task {
    const eg_error_source *source;
    int64_t first;
    eg_error_rows *rows;
} rows_task;

static void add_error_point(eg_sum *sum, double *largest, double weight, double square, double gradient)
{
    double e = sqrt(square);
    eg_sum_add(&sum[EG_ERROR_VOLUME], weight);
    eg_sum_add(&sum[EG_ERROR_SIZE], weight * e);
    eg_sum_add(&sum[EG_ERROR_SQUARE], weight * square);
    eg_sum_add(&sum[EG_ERROR_GRADIENT], weight * gradient);
    *largest = e <= *largest ? *largest : e; /* NaN stays */
}

static eg_status fill_error_row(const rows_task *task, eg_cell_points *points, int64_t row)
{
    double square[EG_ERRORS_AT_ONCE], gradient[EG_ERRORS_AT_ONCE];
    points->fill(points, task->first + row);
    for (int from = 0; from < points->count; from += EG_ERRORS_AT_ONCE) {
        int count = (int)eg_min_i64(points->count - from, EG_ERRORS_AT_ONCE);
        for (int i = 0; i < count; i++)
            gradient[i] = 0;
        EG_TRY(task->source->find(task->source, points, from, count, square, gradient));
        for (int i = 0; i < count; i++)
            add_error_point(task->rows->sum[row], &task->rows->largest[row], points->weight[from + i],
                            square[i], gradient[i]);
    }
    return EG_OK;
}

static eg_status fill_error_rows(void *with, int part, int64_t from, int64_t to)
{
    const rows_task *task = with;
    eg_cell_points *points;
    (void)part;
    EG_TRY(task->source->create_points(task->source, &points));
    eg_status status = EG_OK;
    for (int64_t row = from; row < to && status == EG_OK; row++)
        status = fill_error_row(task, points, row);
    points->destroy(&points);
    return status;
}

eg_status eg_error_rows_find(eg_context *context, const eg_error_source *source, int64_t first, int64_t cells,
                             int points, eg_error_rows *rows)
{
    rows_task task = {source, first, rows};
    *rows = (eg_error_rows){.cells = cells};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(cells, rows->sum), EG_BLOCK(cells, rows->largest)));
    return eg_in_parts(context, eg_parts(context, cells, eg_least_elements(points)), cells, fill_error_rows,
                       &task);
}

void eg_error_rows_free(eg_error_rows *rows)
{
    EG_FREE(&rows->sum, &rows->largest);
    rows->cells = 0;
}

eg_norms eg_error_norms(const eg_comm *comm, const eg_error_rows *rows, bool with_gradient)
{
    eg_sum total[EG_ERROR_SUMS];
    double most[2] = {0, 0}; /* |e|; whether one is not a number */
    eg_comm_sum_rows(comm, (const eg_sum *)rows->sum, rows->cells, EG_ERROR_SUMS, total);
    for (int64_t i = 0; i < rows->cells; i++) {
        most[0] = fmax(most[0], rows->largest[i]);
        most[1] = isnan(rows->largest[i]) ? 1 : most[1];
    }
    eg_comm_max(comm, most, 2);
    double volume = eg_sum_value(&total[EG_ERROR_VOLUME]);
    return (eg_norms){.l1 = eg_sum_value(&total[EG_ERROR_SIZE]) / volume,
                      .l2 = sqrt(eg_sum_value(&total[EG_ERROR_SQUARE]) / volume),
                      .linf = most[1] > 0 ? NAN : most[0],
                      .h1 = with_gradient ? sqrt(eg_sum_value(&total[EG_ERROR_GRADIENT]) / volume) : NAN};
}
