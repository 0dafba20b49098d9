/* The ends of a preconditioner that is a multigrid of the vertices' matrix alone. */
#include "scheme/sem/pmg/internal.h"

#include "sem/groups.h" /* kernels/sem/groups.h */

/* place[own rows] and number[own nodes], as kernels/sem/pmg_indices.c has them: rows are in the order of vertices. */
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

static eg_status upload_vertices(const eg_trilinear *t, eg_pmg_vertices *v)
{
    const eg_sem *sem = t->sem;
    EG_SCRATCH int32_t *index = NULL, *number = NULL;
    EG_TRY(EG_ALLOC(sem->context, EG_BLOCK(v->rows, index), EG_BLOCK(v->nodes, number)));
    fill_vertices(t, index, number);
    EG_TRY(eg_owner_upload(&v->owned, sem->device, "nodes of rows", v->rows * 4, index, &v->index));
    return eg_owner_upload(&v->owned, sem->device, "rows of nodes", v->nodes * 4, number, &v->number);
}

eg_status eg_pmg_vertices_make(const eg_trilinear *trilinear, eg_precision precision,
                               eg_pmg_vertices *vertices)
{
    const eg_sem *sem = trilinear->sem;
    const eg_program_options options = {.file = "sem/pmg_indices.c", .precision = precision, .lanes = 1};
    *vertices = (eg_pmg_vertices){
        .owned = {.context = sem->context}, .rows = trilinear->own_rows, .nodes = sem->nodes->own};
    EG_TRY(upload_vertices(trilinear, vertices));
    EG_TRY(eg_owner_program(&vertices->owned, sem->device, &options, &vertices->program));
    return EG_KERNELS(vertices->program, {"pmg_take", &vertices->take}, {"pmg_put", &vertices->put});
}

eg_status eg_pmg_vertices_take(const eg_pmg_vertices *v, const eg_buffer *nodes, eg_buffer *rows)
{
    int64_t groups = eg_ceil_div(v->rows, NODES_OF_GROUP);
    return EG_LAUNCH(v->take, groups, EG_BUFFER("finest", nodes), EG_BUFFER("index", v->index),
                     EG_BUFFER("level", rows), EG_LONG("nodes", v->rows), EG_LONG("groups", groups));
}

eg_status eg_pmg_vertices_put(const eg_pmg_vertices *v, const eg_buffer *rows, eg_buffer *nodes)
{
    int64_t groups = eg_ceil_div(v->nodes, NODES_OF_GROUP);
    return EG_LAUNCH(v->put, groups, EG_BUFFER("level", rows), EG_BUFFER("number", v->number),
                     EG_BUFFER("finest", nodes), EG_LONG("nodes", v->nodes), EG_LONG("groups", groups));
}
