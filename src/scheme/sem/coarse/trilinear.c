/* Assembly of the trilinear functions' matrix. */
#include "base/scope.h"
#include "scheme/sem/coarse/trilinear.h"

#include <string.h>

#include "base/wide.h"

enum { CORNERS = EG_HEX_VERTICES, PAIRS = CORNERS * CORNERS };

/* ---- one element */

/* The functions that are 1 at a corner, at a node; and their derivatives in the reference element. */
static void fill_functions(eg_trilinear *t)
{
    double place[SEM_NODES];
    int n = t->sem->side;
    eg_line_points_of((eg_line){EG_LINE_GLL, t->sem->degree}, place);
    for (int node = 0; node < t->sem->volume; node++) {
        const int at[3] = {node % n, node / n % n, node / (n * n)};
        for (int corner = 0; corner < CORNERS; corner++) {
            double hat[3];
            for (int d = 0; d < 3; d++)
                hat[d] = 0.5 * (corner >> d & 1 ? 1 + place[at[d]] : 1 - place[at[d]]);
            t->value[node][corner] = hat[0] * hat[1] * hat[2];
            t->slope[node][0][corner] = (corner & 1 ? 0.5 : -0.5) * hat[1] * hat[2];
            t->slope[node][1][corner] = (corner & 2 ? 0.5 : -0.5) * hat[0] * hat[2];
            t->slope[node][2][corner] = (corner & 4 ? 0.5 : -0.5) * hat[0] * hat[1];
        }
    }
}

/* flux[node][3][8]: the metric times the derivatives of each function. */
EG_INLINE void find_fluxes(const eg_trilinear *t, const double *restrict metric, int volume,
                           double (*restrict flux)[3][CORNERS])
{
    for (int node = 0; node < volume; node++) {
        const double *restrict x = t->slope[node][0], *restrict y = t->slope[node][1],
                               *restrict z = t->slope[node][2];
        double g[SEM_METRIC];
        for (int v = 0; v < SEM_METRIC; v++)
            g[v] = metric[v * volume + node];
        EG_SIMD
        for (int i = 0; i < CORNERS; i++) {
            flux[node][0][i] = g[0] * x[i] + g[1] * y[i] + g[2] * z[i];
            flux[node][1][i] = g[1] * x[i] + g[3] * y[i] + g[4] * z[i];
            flux[node][2][i] = g[2] * x[i] + g[4] * y[i] + g[5] * z[i];
        }
    }
}

/* What a node of quadrature adds to row i of the matrix. */
EG_INLINE void add_node(const eg_trilinear *t, int node, int i, const double (*restrict flux)[CORNERS],
                        const double *weight, double *restrict row)
{
    const double *restrict value = t->value[node], *restrict x = t->slope[node][0],
                           *restrict y = t->slope[node][1], *restrict z = t->slope[node][2];
    double a = flux[0][i], b = flux[1][i], c = flux[2][i];
    if (weight) {
        EG_SIMD
        for (int j = 0; j < CORNERS; j++)
            row[j] += a * x[j] + b * y[j] + c * z[j] + weight[node] * (value[i] * value[j]);
    } else {
        EG_SIMD
        for (int j = 0; j < CORNERS; j++)
            row[j] += a * x[j] + b * y[j] + c * z[j];
    }
}

/* The element's matrix, node of quadrature after node; weight[node]: of the functions themselves, NULL: none.
 * A product with a weight of 0 changes no bit of a sum that begins with 0. Two rows at a time: the sum of one
 * goes on while that of the other waits for its addition. */
EG_WIDE(find_matrix,
        (const eg_trilinear *t, const double *metric, const double *weight,
         double (*restrict flux)[3][CORNERS], double *restrict values),
        (t, metric, weight, flux, values))
{
    int volume = t->sem->volume;
    find_fluxes(t, metric, volume, flux);
    for (int i = 0; i < CORNERS; i += 2) {
        double low[CORNERS] = {0}, high[CORNERS] = {0};
        for (int node = 0; node < volume; node++) {
            const double(*restrict here)[CORNERS] = (const double(*)[CORNERS])flux[node];
            add_node(t, node, i, here, weight, low);
            add_node(t, node, i + 1, here, weight, high);
        }
        memcpy(&values[i * CORNERS], low, sizeof low);
        memcpy(&values[(i + 1) * CORNERS], high, sizeof high);
    }
}

/* Adds the rows of an element's matrix to those of its corners. */
static eg_status add_vertex_rows(eg_trilinear *t, eg_deferred_sums *deferred, const eg_sem_builder *builder,
                                 int64_t element, const double *values)
{
    const int32_t *row = &t->corner[element * CORNERS];
    int8_t order[CORNERS];
    int count = eg_sparse_order(CORNERS, row, order);
    for (int i = 0; i < CORNERS; i++) {
        int n = t->sem->side, d = t->sem->degree;
        int place = ((i >> 2) * d * n + (i >> 1 & 1) * d) * n + (i & 1) * d;
        if (eg_deferred_sums_has(deferred, builder->node[place]))
            EG_TRY(eg_deferred_sums_add(deferred, (int32_t)(element * CORNERS + i), &values[i * CORNERS]));
        else
            eg_sparse_add_row(&t->matrix, row[i], count, order, row, &values[i * CORNERS]);
    }
    return EG_OK;
}

/* Adds an element's matrix to that of its parent, or lists it where an earlier range has a child of this
 * one. */
static eg_status add_to_parent(eg_trilinear *t, int part, int64_t element, const double *values)
{
    if (t->geometric.levels == 0)
        return EG_OK;
    if (t->geometric.level[0].from.parent[element] < t->first_parent[part])
        return eg_deferred_sums_add(&t->deferred_child[part], (int32_t)element, values);
    eg_geometric_add(&t->geometric, element, values);
    return EG_OK;
}

/* What multiplies the functions themselves at the nodes: c |J| w, and factors of boundary conditions at the
 * nodes that no earlier element has. */
typedef struct corner_weights {
    double weight[SEM_VOLUME];
    bool any, reacts, factors; /* one is not 0; some c is above 0; there are factors */
} corner_weights;

static void find_corner_weights(const eg_sem_builder *builder, int64_t element, corner_weights *w)
{
    const eg_sem *sem = builder->sem;
    const double *mass = &builder->metric[(SEM_METRIC - 1) * sem->volume];
    w->any = w->reacts = w->factors = false;
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = builder->node[i];
        double factor = sem->factor && eg_hex_is_first(sem->nodes, element, node) ? sem->factor[node] : 0;
        w->weight[i] = mass[i] + factor;
        w->reacts = w->reacts || mass[i] > 0;
        w->factors = w->factors || factor != 0;
        w->any = w->any || w->weight[i] != 0;
    }
}

/* The matrix of the element, in `room` or where the last one without factors is. Elements of a box have one,
 * where their places are exact: it is found once. */
static const double *find_values(eg_trilinear *t, int part, const eg_sem_builder *builder, int64_t element,
                                 double room[PAIRS])
{
    eg_trilinear_element *last = &t->last[part];
    bool known = last->version == builder->version;
    corner_weights w;
    if (known && !t->sem->factor)
        return last->values;
    find_corner_weights(builder, element, &w);
    if (w.reacts && !t->reacts[part]) /* what a thread writes is not where others read */
        t->reacts[part] = true;
    if (known && !w.factors)
        return last->values;
    find_matrix(t, builder->metric, w.any ? w.weight : NULL, t->flux[part], w.factors ? room : last->values);
    last->version = w.factors ? last->version : builder->version;
    return w.factors ? room : last->values;
}

eg_status eg_trilinear_add(eg_trilinear *t, int part, const eg_sem_builder *builder, int64_t element)
{
    const eg_sem *sem = t->sem;
    double room[PAIRS];
    int64_t own = element - sem->mesh->base.own_first;
    if (own < 0 || element >= eg_mesh_own_end(&sem->mesh->base))
        return EG_OK;
    const double *values = find_values(t, part, builder, element, room);
    if (t->values) {
        memcpy(&t->values[own * PAIRS], values, sizeof room);
        return EG_OK;
    }
    EG_TRY(add_to_parent(t, part, element, values));
    return add_vertex_rows(t, &t->deferred[part], builder, element, values);
}

/* ---- all of them */

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

eg_status eg_trilinear_number(const eg_sem *sem, eg_trilinear *t, eg_status status)
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

eg_status eg_trilinear_begin(eg_trilinear *t, int parts)
{
    const eg_sem *sem = t->sem;
    int64_t own = eg_mesh_own_end(&sem->mesh->base) - sem->mesh->base.own_first;
    t->parts = parts;
    EG_TRY(EG_SCOPE_ALLOC(&t->scope, EG_BLOCK(sem->volume, t->value), EG_BLOCK(sem->volume, t->slope),
                          EG_BLOCK(parts, t->reacts), EG_BLOCK(parts, t->last)));
    EG_TRY(eg_deferred_sums_create(sem->nodes, parts, CORNERS, &t->deferred));
    EG_TRY(eg_deferred_sums_create(sem->nodes, parts, PAIRS, &t->deferred_child));
    EG_TRY(EG_SCOPE_ALLOC(&t->scope, EG_BLOCK(parts, t->first_parent), EG_BLOCK(parts, t->flux)));
    for (int p = 0; p < parts; p++)
        EG_TRY(eg_scope_alloc(&t->scope, sem->volume, sizeof **t->flux, &t->flux[p]));
    fill_functions(t);
    if (sem->comm)
        return eg_alloc(sem->context, own * PAIRS, sizeof *t->values, &t->values);
    return eg_sparse_pattern(sem->context, t->rows, sem->mesh->base.held, CORNERS, t->corner, &t->matrix);
}

void eg_trilinear_open(eg_trilinear *t, int part, int64_t first_element)
{
    eg_deferred_sums_begin(&t->deferred[part], part, first_element);
    eg_deferred_sums_begin(&t->deferred_child[part], part, first_element);
    t->first_parent[part] = 0;
    /* parents are in the order of their first children */
    for (int64_t e = 0; e < first_element && t->geometric.levels > 0; e++)
        t->first_parent[part] = eg_max_i64(t->first_parent[part], t->geometric.level[0].from.parent[e] + 1);
}

static void add_deferred(eg_trilinear *t)
{
    for (int p = 0; t->deferred && p < t->parts; p++) {
        const eg_deferred_sums *deferred = &t->deferred[p];
        for (int64_t i = 0; i < deferred->count; i++) {
            const int32_t *row = &t->corner[deferred->key[i] / CORNERS * CORNERS];
            int8_t order[CORNERS];
            int count = eg_sparse_order(CORNERS, row, order);
            eg_sparse_add_row(&t->matrix, row[deferred->key[i] % CORNERS], count, order, row,
                              &deferred->value[i * CORNERS]);
        }
        const eg_deferred_sums *child = &t->deferred_child[p];
        for (int64_t i = 0; i < child->count; i++)
            eg_geometric_add(&t->geometric, child->key[i], &child->value[i * PAIRS]);
    }
}

static bool is_fixed(const eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    for (int64_t i = 0; i < sem->nodes->own; i++)
        if (sem->given[i] || (sem->factor && sem->factor[i] > 0))
            return true;
    for (int p = 0; p < t->parts; p++)
        if (t->reacts && t->reacts[p])
            return true;
    return false;
}

eg_status eg_trilinear_end(eg_trilinear *t, eg_status status)
{
    double asked[2] = {t->values != NULL, is_fixed(t)};
    EG_TRY(eg_sem_agree(t->sem, status));
    add_deferred(t);
    eg_comm_max(t->sem->comm, asked, 2);
    t->singular = asked[1] == 0;
    status = asked[0] > 0 ? eg_trilinear_assemble(t, EG_OK) : EG_OK;
    if (status == EG_OK && t->geometric.levels > 0)
        eg_sparse_drop_zeros(&t->matrix);
    return status == EG_OK ? eg_geometric_make(&t->geometric) : status;
}

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
    EG_TRY(eg_scope_alloc(&t->scope, sem->mesh->base.all, sizeof *t->coupling, &t->coupling));
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
    return eg_sem_agree(sem, status);
}

/* All elements of a mesh, each range by a builder of its own. */
typedef struct visit {
    eg_sem_element_builders *builders;
    eg_trilinear *t;
} visit;

static eg_status visit_part(void *with, int part, int64_t from, int64_t to)
{
    const visit *v = with;
    eg_sem_builder *builder = &v->builders->builder[part];
    eg_trilinear_open(v->t, part, from);
    for (int64_t e = from; e < to; e++) {
        EG_TRY(eg_sem_builder_look(builder, e));
        EG_TRY(eg_trilinear_add(v->t, part, builder, e));
    }
    return EG_OK;
}

static eg_status visit_elements(eg_sem *sem, const eg_sem_options *coefficients, eg_trilinear *t)
{
    EG_ENDS_WITH(eg_sem_element_builders_destroy) eg_sem_element_builders builders = {0};
    visit v = {.builders = &builders, .t = t};
    int64_t held = sem->mesh->base.held;
    EG_TRY(eg_sem_element_builders_create(sem, coefficients, held, &builders));
    EG_TRY(eg_trilinear_begin(t, builders.parts));
    return eg_in_parts(sem->context, builders.parts, held, visit_part, &v);
}

eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients, int32_t enough,
                            eg_trilinear *trilinear)
{
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    EG_TRY(eg_trilinear_number(sem, trilinear, EG_OK));
    if (trilinear->rows > enough)
        EG_TRY(find_meshes(trilinear, coefficients, enough));
    return eg_trilinear_end(trilinear, visit_elements(sem, &without, trilinear));
}

void eg_trilinear_free(eg_trilinear *t)
{
    if (!t->sem)
        return;
    eg_sparse_free(&t->matrix);
    EG_FREE(&t->values);
    eg_deferred_sums_destroy(t->sem->nodes, t->parts, &t->deferred);
    eg_deferred_sums_destroy(t->sem->nodes, t->parts, &t->deferred_child);
    eg_geometric_free(&t->geometric);
    eg_scope_end(&t->scope);
    EG_FREE(&t->all_row, &t->all_vertex);
}
