/* Places of the numbers of a vector in a longer one: kernels/sem/pmg_indices.c. */
#include "scheme/sem/pmg/internal.h"

#include "sem/groups.h" /* kernels/sem/groups.h */

eg_status eg_pmg_places_make(const eg_sem *sem, eg_precision precision, int64_t rows, const int32_t *index,
                             int64_t nodes, const int32_t *number, eg_pmg_places *places)
{
    const eg_program_options options = {.file = "sem/pmg_indices.c", .precision = precision, .lanes = 1};
    eg_owner *owned = &places->owned;
    *places = (eg_pmg_places){.owned = {.context = sem->context}, .rows = rows, .nodes = nodes};
    EG_TRY(eg_owner_upload(owned, sem->device, "places of rows", rows * 4, index, &places->index));
    EG_TRY(eg_owner_upload(owned, sem->device, "rows of nodes", nodes * 4, number, &places->number));
    EG_TRY(eg_owner_program(owned, sem->device, &options, &places->program));
    return EG_KERNELS(places->program, {"pmg_take", &places->take}, {"pmg_put", &places->put});
}

/* Rows are in the order of vertices. */
static void fill_vertices(const eg_trilinear *t, int32_t *index, int32_t *number)
{
    const eg_sem *sem = t->sem;
    int32_t row = 0;
    for (int64_t i = 0; i < sem->nodes->own; i++)
        number[i] = -1;
    for (int64_t v = 0; v < sem->mesh->vertices; v++) {
        int32_t node = sem->nodes->of_vertex[v];
        if (node >= sem->nodes->own || sem->given[node])
            continue;
        number[node] = (int32_t)t->first_row + row;
        index[row++] = node;
    }
}

eg_status eg_pmg_vertices_make(const eg_trilinear *trilinear, eg_precision precision, eg_pmg_places *places)
{
    const eg_sem *sem = trilinear->sem;
    int64_t rows = trilinear->own_rows, nodes = sem->nodes->own;
    EG_SCRATCH int32_t *index = NULL, *number = NULL;
    EG_TRY(EG_ALLOC(sem->context, EG_BLOCK(rows, index), EG_BLOCK(nodes, number)));
    fill_vertices(trilinear, index, number);
    return eg_pmg_places_make(sem, precision, rows, index, nodes, number, places);
}

eg_status eg_pmg_take(const eg_pmg_places *p, const eg_buffer *nodes, eg_buffer *rows)
{
    int64_t groups = eg_ceil_div(p->rows, NODES_OF_GROUP);
    return EG_LAUNCH(p->take, groups, EG_BUFFER("finest", nodes), EG_BUFFER("index", p->index),
                     EG_BUFFER("level", rows), EG_LONG("nodes", p->rows), EG_LONG("groups", groups));
}

eg_status eg_pmg_put(const eg_pmg_places *p, const eg_buffer *rows, eg_buffer *nodes)
{
    int64_t groups = eg_ceil_div(p->nodes, NODES_OF_GROUP);
    return EG_LAUNCH(p->put, groups, EG_BUFFER("level", rows), EG_BUFFER("number", p->number),
                     EG_BUFFER("finest", nodes), EG_LONG("nodes", p->nodes), EG_LONG("groups", groups));
}
