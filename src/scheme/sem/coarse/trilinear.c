/* Assembly of the trilinear functions' matrix. */
#include "scheme/sem/coarse/trilinear.h"

#include "base/scope.h"

enum { CORNERS = EG_HEX_VERTICES, PAIRS = EG_VERTEX_PAIRS };

/* ---- rows */

/* first_row and rows, from those of each rank. */
static void count_vertex_rows(eg_trilinear *t)
{
    const eg_comm *comm = t->sem->comm;
    int ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    t->rows_of[0] = t->own_rows;
    if (comm)
        eg_comm_allgather_counts(comm, t->own_rows, t->rows_of);
    for (int r = 0; r < ranks; r++) {
        t->first_row += r < rank ? t->rows_of[r] : 0;
        t->rows += (int32_t)t->rows_of[r];
    }
}

/* Numbers the rank's own vertices that are free: of_vertex[vertices], -1: it is not. */
static eg_status number_own_rows(eg_trilinear *t, eg_scope *scope, int32_t **of_vertex)
{
    const eg_sem *sem = t->sem;
    int ranks = eg_comm_size(sem->comm);
    int64_t vertices = sem->mesh->vertices;
    EG_TRY(EG_SCOPE_ALLOC(&t->scope, EG_BLOCK(ranks, t->rows_of), EG_BLOCK(ranks, t->elements_of),
                          EG_BLOCK(sem->mesh->base.held * CORNERS, t->corner)));
    EG_TRY(eg_scope_alloc(scope, vertices, sizeof **of_vertex, of_vertex));
    for (int64_t v = 0; v < vertices; v++) {
        int32_t node = sem->nodes->of_vertex[v];
        bool free = node < sem->nodes->own && !sem->given[node];
        (*of_vertex)[v] = free ? (int32_t)t->own_rows++ : -1;
    }
    return EG_OK;
}

static eg_status number_all_rows(const eg_sem *sem, eg_trilinear *t, eg_status status)
{
    const eg_hexes *mesh = sem->mesh;
    int32_t *of_vertex = NULL;
    EG_SCOPE(scope, sem->context);
    *t = (eg_trilinear){.sem = sem, .scope = {.context = sem->context}, .matrix.context = sem->context};
    if (status == EG_OK)
        status = number_own_rows(t, &scope, &of_vertex);
    EG_TRY(eg_sem_agree(sem, status));
    count_vertex_rows(t);
    for (int64_t v = 0; v < mesh->vertices && t->first_row > 0; v++)
        of_vertex[v] += of_vertex[v] < 0 ? 0 : (int32_t)t->first_row;
    if (sem->comm)
        EG_TRY(eg_trilinear_exchange_numbers(sem, of_vertex, EG_OK));
    EG_LOOP(sem->context, mesh->base.held)
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int i = 0; i < CORNERS; i++)
            t->corner[e * CORNERS + i] = of_vertex[mesh->vertex[e][i]];
    return EG_OK;
}

/* ---- coarser meshes */

/* What couples the own elements. */
typedef struct coupling {
    const eg_sem *sem;
    const eg_sem_options *options;
    double (*of)[3]; /* [own elements] */
} coupling;

static eg_status couple_part(void *with, int part, int64_t from, int64_t to)
{
    const coupling *c = with;
    int64_t first = c->sem->mesh->base.own_first;
    (void)part;
    for (int64_t i = from; i < to; i++)
        EG_TRY(eg_sem_couple(c->sem, c->options, first + i, c->of[i]));
    return EG_OK;
}

/* Of several ranks own ones only, at their places in the whole mesh. */
static eg_status couple(eg_trilinear *t, const eg_sem_options *options)
{
    enum { LEAST = 1024 };
    const eg_sem *sem = t->sem;
    int64_t own = eg_mesh_own_end(&sem->mesh->base) - sem->mesh->base.own_first;
    EG_TRY(eg_alloc(sem->context, sem->mesh->base.all, sizeof *t->coupling, &t->coupling));
    coupling c = {sem, options, &t->coupling[own > 0 ? sem->mesh->base.before : 0]};
    return eg_in_parts(sem->context, eg_parts(sem->context, own, LEAST), own, couple_part, &c);
}

/* The coarser meshes. Collective; all agree on the status. */
static eg_status find_meshes(eg_trilinear *t, const eg_sem_options *options, int32_t enough)
{
    const eg_sem *sem = t->sem;
    eg_geometric *g = &t->geometric;
    *g = (eg_geometric){
        .context = sem->context, .mesh = eg_hexes_topology(sem->mesh), .row = t->corner, .rows = t->rows};
    eg_status status = couple(t, options);
    if (sem->comm)
        status = eg_trilinear_allgather_mesh(t, status);
    g->coupling = (const double(*)[3])t->coupling;
    if (status == EG_OK)
        status = eg_geometric_find(g, enough);
    g->coupling = NULL;
    EG_FREE(&t->coupling);
    return eg_sem_agree(sem, status);
}

/* ---- the matrix */

/* Of several ranks the matrices of own elements go to the host first. */
static eg_status read_own_matrices(const eg_trilinear *t, const eg_vertex_batch *batch)
{
    const eg_mesh *mesh = &t->sem->mesh->base;
    int64_t from = eg_max_i64(batch->from, mesh->own_first),
            to = eg_min_i64(batch->to, eg_mesh_own_end(mesh)), bytes = PAIRS * 8;
    if (from >= to)
        return EG_OK;
    return eg_buffer_read(batch->matrix, (from - batch->from) * bytes,
                          &t->values[(from - mesh->own_first) * PAIRS], (to - from) * bytes);
}

/* What the batch has, which is empty then. */
static eg_status add_batch(eg_trilinear *t)
{
    EG_TRY(t->sem->comm ? read_own_matrices(t, &t->batch) : eg_trilinear_add(t, &t->batch));
    t->batch.from = t->batch.to;
    return EG_OK;
}

static eg_status add_terms(void *with, const eg_sem_terms *terms)
{
    eg_trilinear *t = with;
    const eg_vertex_batch *batch = &t->batch;
    if (batch->to > batch->from && terms->to - batch->from > batch->room)
        EG_TRY(add_batch(t));
    EG_TRY(eg_vertices_find(&t->vertices, terms, t->reacts, &t->batch));
    return terms->to == t->sem->mesh->base.held ? add_batch(t) : EG_OK;
}

static eg_status begin_matrix(eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    int64_t held = sem->mesh->base.held, own = eg_mesh_own_end(&sem->mesh->base) - sem->mesh->base.own_first;
    EG_TRY(eg_vertices_open(sem, &t->vertices));
    if (t->geometric.levels > 0)
        EG_TRY(eg_geometric_begin(&t->geometric, &t->vertices));
    if (sem->comm)
        return eg_alloc(sem->context, own * PAIRS, sizeof *t->values, &t->values);
    return eg_vertex_sums_begin(&t->vertices, t->rows, held, t->corner, &t->matrix, &t->sums);
}

static eg_status visit_elements(eg_trilinear *t, const eg_sem_options *coefficients,
                                const eg_trilinear_options *how)
{
    t->reacts = !eg_sem_is_zero(&coefficients->c);
    if (how->means || t->reacts)
        EG_TRY(eg_scope_alloc(&t->scope, t->sem->mesh->base.held, sizeof *t->means, &t->means));
    if (!how->numbers_only)
        EG_TRY(begin_matrix(t));
    const eg_sem_terms_visit visit = {
        .batch = how->numbers_only ? NULL : add_terms, .with = t, .means = t->means};
    return eg_sem_visit_terms(t->sem, coefficients, &visit);
}

/* Whether something of this rank fixes the level of the solution. */
static bool is_fixed(const eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    for (int64_t i = 0; i < sem->nodes->own; i++)
        if (sem->given[i] || (sem->factor && sem->factor[i] > 0))
            return true;
    for (int64_t e = 0; e < sem->mesh->base.held && t->reacts; e++)
        if (t->means[e][3] > 0)
            return true;
    return false;
}

static eg_status end_matrix(eg_trilinear *t)
{
    if (t->sem->comm)
        EG_TRY(eg_trilinear_assemble(t));
    EG_TRY(eg_vertex_sums_end(&t->sums, &t->matrix));
    eg_vertex_sums_free(&t->sums);
    if (t->geometric.levels > 0)
        EG_TRY(eg_sparse_drop_zeros(&t->matrix));
    EG_TRY(eg_geometric_make(&t->geometric, &t->vertices));
    eg_vertices_close(&t->vertices);
    eg_buffer_destroy(&t->batch.matrix);
    return EG_OK;
}

eg_status eg_trilinear_make(const eg_sem *sem, const eg_sem_options *coefficients,
                            const eg_trilinear_options *how, eg_status status, eg_trilinear *t)
{
    EG_TRY(number_all_rows(sem, t, status));
    if (!how->numbers_only && t->rows > how->enough)
        EG_TRY(find_meshes(t, coefficients, how->enough));
    EG_TRY(eg_sem_agree(sem, visit_elements(t, coefficients, how)));
    double fixed = is_fixed(t);
    eg_comm_max(sem->comm, &fixed, 1);
    t->singular = fixed == 0;
    return how->numbers_only ? EG_OK : eg_sem_agree(sem, end_matrix(t));
}

void eg_trilinear_free(eg_trilinear *t)
{
    if (!t->sem)
        return;
    eg_sparse_free(&t->matrix);
    EG_FREE(&t->values);
    eg_vertex_sums_free(&t->sums);
    eg_geometric_free(&t->geometric);
    eg_vertices_close(&t->vertices);
    eg_buffer_destroy(&t->batch.matrix);
    eg_scope_end(&t->scope);
    EG_FREE(&t->all_row, &t->all_vertex);
}
