/* Sparse matrices from elements: what rows have. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "base/wide.h"
#include "scheme/linear/sparse.h"

#include <string.h>

/* Columns of rows that follow each other. */
typedef struct column_block {
    int32_t *column;
    int64_t count, room;
} column_block;

/* What a part of the rows has found. */
typedef struct pattern_part {
    int32_t *last; /* [rows] the row that saw a column last, plus one */
    column_block *block;
    int64_t blocks, room, row; /* the first row */
} pattern_part;

/* The columns that elements of so many nodes give to rows. */
typedef struct pattern {
    eg_sparse *matrix;
    int nodes, parts;
    const int32_t *node;
    eg_sparse_elements of_row;
    pattern_part *part; /* [parts] */
} pattern;

static int list_element_rows(const void *with, int64_t element, int32_t *key, int32_t *value)
{
    const pattern *p = with;
    int count = 0;
    for (int a = 0; a < p->nodes; a++) {
        int32_t row = p->node[element * p->nodes + a];
        assert(row >= -1 && row < p->matrix->rows);
        if (row < 0)
            continue;
        key[count] = row;
        value[count++] = (int32_t)element;
    }
    return count;
}

/* Finds the columns of row i. A column whose `last` is i + 1 is there already. */
static int64_t list_columns(const pattern *p, int32_t i, int32_t *last, int32_t *column)
{
    int64_t count = 0;
    column[count++] = i;
    last[i] = i + 1;
    for (int32_t e = p->of_row.first[i]; e < p->of_row.first[i + 1]; e++) {
        const int32_t *of = &p->node[(int64_t)p->of_row.element[e] * p->nodes];
        for (int b = 0; b < p->nodes; b++) {
            if (of[b] < 0 || last[of[b]] == i + 1)
                continue;
            last[of[b]] = i + 1;
            column[count++] = of[b];
        }
    }
    return count;
}

enum { FEW = 64 };

/* Sorts few numbers, all different, each by how many are below it. */
EG_WIDE(sort_different, (int32_t * key, int count), (key, count))
{
    int32_t all[FEW], below[FEW];
    int padded = (count + 7) / 8 * 8;
    for (int i = 0; i < padded; i++) {
        all[i] = i < count ? key[i] : INT32_MAX;
        below[i] = 0;
    }
    for (int i = 0; i < count; i++) {
        int32_t other = key[i];
        EG_SIMD for (int j = 0; j < padded; j++) below[j] += other < all[j];
    }
    for (int i = 0; i < count; i++)
        key[below[i]] = all[i];
}

/* Room for so many columns in a part's last block. */
static eg_status reserve_columns(const pattern *p, pattern_part *own, int64_t count)
{
    enum { BLOCK = 1 << 18 };
    eg_context *context = p->matrix->context;
    if (own->blocks > 0 && own->block[own->blocks - 1].count + count <= own->block[own->blocks - 1].room)
        return EG_OK;
    EG_TRY(eg_reserve(context, own->blocks + 1, &own->room, sizeof *own->block, &own->block));
    column_block *next = &own->block[own->blocks];
    *next = (column_block){.room = eg_max_i64(BLOCK, count)};
    EG_TRY(eg_alloc(context, next->room, sizeof *next->column, &next->column));
    own->blocks++;
    return EG_OK;
}

static eg_status find_columns(void *with, int part, int64_t from, int64_t to)
{
    const pattern *p = with;
    pattern_part *own = &p->part[part];
    own->row = from;
    EG_TRY(eg_alloc(p->matrix->context, p->matrix->rows, sizeof *own->last, &own->last));
    for (int64_t i = from; i < to; i++) {
        int64_t elements = p->of_row.first[i + 1] - p->of_row.first[i];
        EG_TRY(reserve_columns(p, own, 1 + elements * p->nodes));
        column_block *block = &own->block[own->blocks - 1];
        int32_t *column = &block->column[block->count];
        int64_t count = list_columns(p, (int32_t)i, own->last, column);
        if (count <= FEW)
            sort_different(column, (int)count);
        else
            eg_sort_few(column, count);
        p->matrix->first[i + 1] = count;
        block->count += count;
    }
    EG_FREE(&own->last);
    return EG_OK;
}

static eg_status copy_columns(void *with, int part, int64_t from, int64_t to)
{
    const pattern *p = with;
    (void)part;
    for (int64_t i = from; i < to; i++) {
        pattern_part *own = &p->part[i];
        int32_t *column = &p->matrix->column[p->matrix->first[own->row]];
        for (int64_t b = 0; b < own->blocks; b++) {
            memcpy(column, own->block[b].column, (size_t)own->block[b].count * sizeof *column);
            column += own->block[b].count;
            EG_FREE(&own->block[b].column);
        }
    }
    return EG_OK;
}

static eg_status build_pattern(pattern *p)
{
    eg_sparse *matrix = p->matrix;
    eg_context *context = matrix->context;
    EG_TRY(eg_alloc(context, p->parts, sizeof *p->part, &p->part));
    EG_TRY(eg_in_parts(context, p->parts, matrix->rows, find_columns, p));
    for (int32_t i = 0; i < matrix->rows; i++)
        matrix->first[i + 1] += matrix->first[i];
    int64_t count = matrix->first[matrix->rows];
    EG_TRY(eg_alloc(context, count, sizeof *matrix->column, &matrix->column));
    return eg_in_parts(context, p->parts, p->parts, copy_columns, p);
}

static void pattern_free(pattern *p)
{
    for (int i = 0; p->part && i < p->parts; i++) {
        for (int64_t b = 0; b < p->part[i].blocks; b++)
            EG_FREE(&p->part[i].block[b].column);
        EG_FREE(&p->part[i].last, &p->part[i].block);
    }
    EG_FREE(&p->part, &p->of_row.first, &p->of_row.element);
}

eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse_elements *of_row, eg_sparse *matrix)
{
    enum { LEAST = 1024 };
    assert(elements < INT32_MAX);
    *matrix = (eg_sparse){.context = context, .rows = rows, .columns = rows};
    pattern p = {.matrix = matrix, .nodes = nodes, .node = node, .parts = eg_parts(context, rows, LEAST)};
    const eg_bucket_source source = {
        .item = list_element_rows, .with = &p, .items = elements, .keys = rows, .most = nodes};
    eg_status status = eg_alloc(context, (int64_t)rows + 1, sizeof *matrix->first, &matrix->first);
    if (status == EG_OK)
        status = eg_buckets_make(context, &source, &p.of_row.first, &p.of_row.element);
    if (status == EG_OK)
        status = build_pattern(&p);
    if (status == EG_OK) {
        *of_row = p.of_row;
        p.of_row = (eg_sparse_elements){0};
    } else {
        eg_sparse_free(matrix);
    }
    pattern_free(&p);
    return status;
}
