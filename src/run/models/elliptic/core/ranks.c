/* What ranks do together: sums in the order of one process, ghosts, faces of boundaries. */
#include "run/models/elliptic/elliptic.h"

#include <string.h>

eg_status eg_elliptic_fill_ghosts(eg_elliptic *p, double *values, eg_status status)
{
    if (!p->ghosts)
        return status;
    return eg_ghost_exchange_values(p->ghosts, p->run->comm, values, sizeof *values, status);
}

/* ---- sums over nodes */

/* Rows of chunks of nodes. */
typedef struct node_sums {
    const eg_elliptic *p;
    eg_node_terms *terms;
    const void *with;
    eg_rows *rows;
} node_sums;

static eg_status sum_node_chunks(void *with, int part, int64_t from, int64_t to)
{
    const node_sums *s = with;
    int columns = s->rows->columns;
    (void)part;
    for (int64_t chunk = from; chunk < to; chunk++) {
        eg_sum sums[EG_ELLIPTIC_COLUMNS] = {{0}};
        int64_t end = eg_min_i64(s->p->nodes->own, (chunk + 1) * EG_CHUNK);
        for (int64_t i = chunk * EG_CHUNK; i < end; i++) {
            double term[EG_ELLIPTIC_COLUMNS];
            s->terms(s->p, i, s->with, term);
            for (int c = 0; c < columns; c++)
                eg_sum_add(&sums[c], term[c]);
        }
        memcpy(&s->rows->row[chunk * columns], sums, (size_t)columns * sizeof *sums);
    }
    return EG_OK;
}

eg_status eg_elliptic_sum_nodes(eg_elliptic *p, eg_node_terms *terms, const void *with, int columns,
                                double *totals)
{
    eg_context *context = p->run->context;
    int64_t chunks = eg_ceil_div(p->nodes->own, EG_CHUNK);
    eg_rows rows = {.columns = columns};
    node_sums s = {.p = p, .terms = terms, .with = with, .rows = &rows};
    assert(columns <= EG_ELLIPTIC_COLUMNS);
    eg_status status = eg_rows_make(p, &rows, chunks);
    if (status == EG_OK)
        status = eg_in_parts(context, eg_parts(context, chunks, 1), chunks, sum_node_chunks, &s);
    return eg_elliptic_sum_rows(p, &rows, totals, status);
}

/* ---- sums over elements and faces */

eg_status eg_rows_make(eg_elliptic *p, eg_rows *rows, int64_t count)
{
    EG_TRY(eg_alloc(p->run->context, count * rows->columns, sizeof *rows->row, &rows->row));
    rows->count = count;
    return EG_OK;
}

eg_status eg_elliptic_sum_rows(eg_elliptic *p, eg_rows *rows, double *totals, eg_status status)
{
    eg_sum sums[EG_ELLIPTIC_COLUMNS];
    status = eg_run_agree(p->run, status);
    if (status == EG_OK)
        eg_comm_sum_rows(p->run->comm, rows->row, rows->count, rows->columns, sums);
    for (int c = 0; status == EG_OK && c < rows->columns; c++)
        totals[c] = eg_sum_value(&sums[c]);
    EG_FREE(&rows->row);
    return status;
}

eg_status eg_elliptic_in_parts(const eg_elliptic *p, int64_t count, eg_part_function *function, void *with)
{
    return eg_in_parts(p->run->context, eg_sem_geometries_parts(p->geometries, count), count, function, with);
}

eg_status eg_elliptic_sum_parts(eg_elliptic *p, eg_rows *rows, int64_t count, eg_part_function *function,
                                void *with, double *totals, eg_status status)
{
    if (status == EG_OK)
        status = eg_rows_make(p, rows, count);
    if (status == EG_OK)
        status = eg_elliptic_in_parts(p, count, function, with);
    return eg_elliptic_sum_rows(p, rows, totals, status);
}

bool eg_elliptic_has_element(const eg_elliptic *p, int64_t element)
{
    return element >= p->mesh->base.own_first && element < eg_mesh_own_end(&p->mesh->base);
}

typedef struct item_sums {
    const eg_elliptic *p;
    eg_item_terms *add;
    const void *with;
    const int32_t *face; /* of a boundary */
    int boundary;
    eg_rows rows;
} item_sums;

static eg_status sum_some_items(void *with, int part, int64_t from, int64_t to)
{
    const item_sums *s = with;
    int64_t first = s->p->mesh->base.own_first;
    for (int64_t i = from; i < to; i++)
        EG_TRY(s->add(s->p, part, s->boundary == EG_ELLIPTIC_ELEMENTS ? first + i : s->face[i], s->with,
                      &s->rows.row[i * s->rows.columns]));
    return EG_OK;
}

eg_status eg_elliptic_sum_items(eg_elliptic *p, int boundary, eg_item_terms *add, const void *with,
                                int columns, double *totals)
{
    EG_SCRATCH int32_t *face = NULL;
    int64_t count = p->mesh->base.own;
    eg_status status = EG_OK;
    if (boundary != EG_ELLIPTIC_ELEMENTS)
        status = eg_hexes_list_faces(p->mesh, boundary, true, &face, &count);
    item_sums s = {.p = p, .add = add, .with = with, .face = face, .boundary = boundary};
    s.rows.columns = columns;
    return eg_elliptic_sum_parts(p, &s.rows, count, sum_some_items, &s, totals, status);
}
