/* Matrices of the next level. P has a 1 in each row that is in an aggregate, and no other entry, so that all products are
 * plain sums; their order is that of rows and columns. */
#include "scheme/linear/amg_internal.h"

/* Adds up entries by column while a row of a result is made. */
typedef struct gatherer {
    eg_sparse *result;
    int64_t capacity;
    int32_t *seen; /* [columns] the row that had the column last, plus one */
    double *sum;   /* [columns] */
    int64_t count; /* entries of the result so far */
} gatherer;

static eg_status gather_begin(eg_context *context, int32_t rows, int32_t columns, eg_sparse *result,
                              gatherer *g)
{
    *result = (eg_sparse){.context = context, .rows = rows, .columns = columns};
    *g = (gatherer){.result = result};
    EG_TRY(eg_alloc(context, (int64_t)rows + 1, sizeof *result->first, &result->first));
    EG_TRY(eg_alloc(context, columns, sizeof *g->seen, &g->seen));
    return eg_alloc(context, columns, sizeof *g->sum, &g->sum);
}

/* Makes room for so many entries more. */
static eg_status gather_room(gatherer *g, int64_t more)
{
    if (g->count + more <= g->capacity)
        return EG_OK;
    eg_sparse *r = g->result;
    /* mostly the first guess suffices */
    int64_t capacity = g->capacity + g->capacity / 2 + 8 * (int64_t)r->rows + more;
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->column, &r->column));
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->value, &r->value));
    g->capacity = capacity;
    return EG_OK;
}

static void gather_add(gatherer *g, int32_t row, int32_t column, double value)
{
    if (g->seen[column] != row + 1) {
        g->seen[column] = row + 1;
        g->sum[column] = 0;
        g->result->column[g->count++] = column;
    }
    g->sum[column] += value;
}

static void gather_end_row(gatherer *g, int32_t row)
{
    eg_sparse *r = g->result;
    int64_t begin = r->first[row];
    for (int64_t a = begin + 1; a < g->count; a++) {
        int32_t moved = r->column[a];
        int64_t b = a;
        for (; b > begin && r->column[b - 1] > moved; b--)
            r->column[b] = r->column[b - 1];
        r->column[b] = moved;
    }
    for (int64_t k = begin; k < g->count; k++)
        r->value[k] = g->sum[r->column[k]];
    r->first[row + 1] = g->count;
}

static eg_status gather_end(gatherer *g, eg_status status)
{
    eg_sparse *r = g->result;
    eg_free(r->context, &g->seen);
    eg_free(r->context, &g->sum);
    if (status != EG_OK)
        eg_sparse_free(r);
    return status;
}

eg_status eg_amg_half(const eg_sparse *matrix, const int32_t *aggregate, int32_t count,
                      eg_sparse *half)
{
    gatherer g;
    eg_status status = gather_begin(matrix->context, matrix->rows, count, half, &g);
    for (int32_t i = 0; status == EG_OK && i < matrix->rows; i++) {
        status = gather_room(&g, matrix->first[i + 1] - matrix->first[i]);
        for (int64_t k = matrix->first[i]; status == EG_OK && k < matrix->first[i + 1]; k++) {
            int32_t to = aggregate[matrix->column[k]];
            if (to >= 0)
                gather_add(&g, i, to, matrix->value[k]);
        }
        if (status == EG_OK)
            gather_end_row(&g, i);
    }
    return gather_end(&g, status);
}

/* The rows of each aggregate, ascending: row[first[a] .. first[a + 1]). */
typedef struct members {
    int64_t *first;
    int32_t *row;
} members;

static eg_status list_members(eg_context *context, const int32_t *aggregate, int32_t rows,
                              int32_t count, members *m)
{
    *m = (members){0};
    EG_TRY(eg_alloc(context, (int64_t)count + 2, sizeof *m->first, &m->first));
    EG_TRY(eg_alloc(context, rows, sizeof *m->row, &m->row));
    for (int32_t i = 0; i < rows; i++)
        if (aggregate[i] >= 0)
            m->first[aggregate[i] + 2]++;
    for (int32_t a = 0; a < count; a++)
        m->first[a + 2] += m->first[a + 1];
    for (int32_t i = 0; i < rows; i++)
        if (aggregate[i] >= 0)
            m->row[m->first[aggregate[i] + 1]++] = i;
    return EG_OK;
}

static eg_status sum_members(const eg_sparse *half, const members *m, gatherer *g)
{
    for (int32_t a = 0; a < half->columns; a++) {
        for (int64_t n = m->first[a]; n < m->first[a + 1]; n++) {
            int32_t i = m->row[n];
            EG_TRY(gather_room(g, half->first[i + 1] - half->first[i]));
            for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
                gather_add(g, a, half->column[k], half->value[k]);
        }
        gather_end_row(g, a);
    }
    return EG_OK;
}

eg_status eg_amg_galerkin(const eg_sparse *half, const int32_t *aggregate, eg_sparse *coarse)
{
    gatherer g;
    members m;
    eg_context *context = half->context;
    int32_t count = half->columns;
    eg_status status = gather_begin(context, count, count, coarse, &g);
    if (status == EG_OK) {
        status = list_members(context, aggregate, half->rows, count, &m);
        if (status == EG_OK)
            status = sum_members(half, &m, &g);
        eg_free(context, &m.first);
        eg_free(context, &m.row);
    }
    return gather_end(&g, status);
}

/* ---- restriction */

/* The rows' lengths, as starts of the next rows' places: first[a + 1] is where row a begins. A row that is in an
 * aggregate but not coupled to it has no entry in half and gets one. */
static bool has_own(const eg_sparse *half, const int32_t *aggregate, int32_t i)
{
    for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
        if (half->column[k] == aggregate[i])
            return true;
    return false;
}

static void place(eg_sparse *restriction, int32_t a, int32_t i, double value)
{
    int64_t at = restriction->first[a + 1]++;
    restriction->column[at] = i;
    restriction->value[at] = value;
}

/* The transpose of half, times -omega / d_i, and the transpose of P added. Rows of half come in their order, which makes
 * the columns ascending. */
static void fill_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction)
{
    for (int32_t i = 0; i < half->rows; i++) {
        double scale = -(omega * inverse[i]);
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++) {
            int32_t a = half->column[k];
            place(restriction, a, i, (a == aggregate[i] ? 1 : 0) + scale * half->value[k]);
        }
        if (aggregate[i] >= 0 && !has_own(half, aggregate, i))
            place(restriction, aggregate[i], i, 1);
    }
}

static eg_status count_restriction(const eg_sparse *half, const int32_t *aggregate,
                                   eg_sparse *restriction)
{
    eg_context *context = half->context;
    int64_t *first;
    EG_TRY(eg_alloc(context, (int64_t)restriction->rows + 2, sizeof *first, &first));
    restriction->first = first;
    for (int32_t i = 0; i < half->rows; i++) {
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
            first[half->column[k] + 2]++;
        if (aggregate[i] >= 0 && !has_own(half, aggregate, i))
            first[aggregate[i] + 2]++;
    }
    for (int32_t a = 0; a < restriction->rows; a++)
        first[a + 2] += first[a + 1];
    int64_t count = first[restriction->rows + 1];
    EG_TRY(eg_alloc(context, count, sizeof *restriction->column, &restriction->column));
    return eg_alloc(context, count, sizeof *restriction->value, &restriction->value);
}

eg_status eg_amg_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction)
{
    *restriction =
        (eg_sparse){.context = half->context, .rows = half->columns, .columns = half->rows};
    eg_status status = count_restriction(half, aggregate, restriction);
    if (status == EG_OK)
        fill_restriction(half, aggregate, inverse, omega, restriction);
    else
        eg_sparse_free(restriction);
    return status;
}
