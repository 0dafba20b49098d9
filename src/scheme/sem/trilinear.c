/* Assembly of the trilinear functions' matrix. */
#include "scheme/sem/trilinear.h"

enum { CORNERS = EG_HEX_VERTICES, PAIRS = CORNERS * CORNERS };

/* ---- one element */

/* The functions that are 1 at a corner, at a node; and their derivatives in the reference element. */
static double corner_at(const eg_trilinear *t, int corner, int node)
{
    int n = t->sem->side;
    return t->hat[corner & 1][node % n] * t->hat[corner >> 1 & 1][node / n % n] *
           t->hat[corner >> 2][node / (n * n)];
}

static void slopes_at(const eg_trilinear *t, int corner, int node, double slope[3])
{
    int n = t->sem->side;
    double x = t->hat[corner & 1][node % n], y = t->hat[corner >> 1 & 1][node / n % n],
           z = t->hat[corner >> 2][node / (n * n)];
    slope[0] = (corner & 1 ? 0.5 : -0.5) * y * z;
    slope[1] = (corner & 2 ? 0.5 : -0.5) * x * z;
    slope[2] = (corner & 4 ? 0.5 : -0.5) * x * y;
}

/* Adds a node of quadrature to the element's matrix, with `factor` of boundary conditions. */
static void add_node(const eg_trilinear *t, const double *g, int node, double factor,
                     double *values)
{
    double value[CORNERS], slope[CORNERS][3];
    for (int i = 0; i < CORNERS; i++) {
        value[i] = corner_at(t, i, node);
        slopes_at(t, i, node, slope[i]);
    }
    for (int i = 0; i < CORNERS; i++) {
        const double *s = slope[i];
        const double flux[3] = {g[0] * s[0] + g[1] * s[1] + g[2] * s[2],
                                g[1] * s[0] + g[3] * s[1] + g[4] * s[2],
                                g[2] * s[0] + g[4] * s[1] + g[5] * s[2]};
        for (int j = 0; j < CORNERS; j++)
            values[i * CORNERS + j] += flux[0] * slope[j][0] + flux[1] * slope[j][1] +
                                       flux[2] * slope[j][2] +
                                       (g[6] + factor) * (value[i] * value[j]);
    }
}

void eg_trilinear_add(eg_trilinear *t, const eg_sem_builder *builder, int64_t element)
{
    const eg_sem *sem = t->sem;
    double sum[PAIRS] = {0}, *values = sum;
    if (element < eg_hexes_own_first(sem->mesh) || element >= eg_hexes_own_end(sem->mesh))
        return;
    if (t->values)
        values = &t->values[(element - eg_hexes_own_first(sem->mesh)) * PAIRS];
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = builder->node[i];
        const double *g = builder->metric[i];
        bool first = sem->factor && eg_hex_is_first(sem->nodes, element, node);
        add_node(t, g, i, first ? sem->factor[node] : 0, values);
        t->mass += g[SEM_METRIC - 1];
    }
    if (!t->values)
        eg_sparse_add(&t->matrix, 1, CORNERS, &t->corner[element * CORNERS], values);
}

/* ---- all of them */

static eg_status agree(const eg_trilinear *t, eg_status status)
{
    return t->sem->comm ? eg_comm_agree(t->sem->comm, status) : status;
}

/* Whether the vertex is the rank's own, and free. */
static bool has_row(const eg_sem *sem, int64_t vertex)
{
    int32_t node = sem->nodes->of_vertex[vertex];
    return node < sem->nodes->own && !sem->given[node];
}

/* first_row and rows, from those of each rank. */
static void count_rows(eg_trilinear *t)
{
    const eg_comm *comm = t->sem->comm;
    int ranks = comm ? eg_comm_size(comm) : 1, rank = comm ? eg_comm_rank(comm) : 0;
    t->rows_of[0] = t->own_rows;
    if (comm)
        eg_comm_share_counts(comm, t->own_rows, t->rows_of);
    for (int r = 0; r < ranks; r++) {
        t->first_row += r < rank ? t->rows_of[r] : 0;
        t->rows += (int32_t)t->rows_of[r];
    }
}

static eg_status open_numbers(eg_trilinear *t, int32_t **of_node)
{
    const eg_sem *sem = t->sem;
    int ranks = sem->comm ? eg_comm_size(sem->comm) : 1;
    EG_TRY(eg_alloc(sem->context, ranks, sizeof *t->rows_of, &t->rows_of));
    EG_TRY(eg_alloc(sem->context, ranks, sizeof *t->elements_of, &t->elements_of));
    EG_TRY(eg_alloc(sem->context, sem->mesh->elements * CORNERS, sizeof *t->corner, &t->corner));
    for (int64_t v = 0; v < sem->mesh->vertices; v++)
        t->own_rows += has_row(sem, v);
    return eg_alloc(sem->context, sem->nodes->nodes, sizeof **of_node, of_node);
}

eg_status eg_trilinear_number(const eg_sem *sem, eg_trilinear *t, eg_status status)
{
    const eg_hexes *mesh = sem->mesh;
    int32_t *of_node = NULL, next;
    *t = (eg_trilinear){.sem = sem, .matrix.context = sem->context};
    if (status == EG_OK)
        status = open_numbers(t, &of_node);
    status = agree(t, status);
    if (status == EG_OK)
        count_rows(t);
    next = (int32_t)t->first_row;
    for (int64_t v = 0; v < mesh->vertices && status == EG_OK; v++)
        of_node[sem->nodes->of_vertex[v]] = has_row(sem, v) ? next++ : -1;
    if (sem->comm)
        status = eg_shares_exchange(sem->shares, sem->comm, of_node, sizeof *of_node, status);
    for (int64_t e = 0; e < mesh->elements && status == EG_OK; e++)
        for (int i = 0; i < CORNERS; i++)
            t->corner[e * CORNERS + i] = of_node[sem->nodes->of_vertex[mesh->vertex[e][i]]];
    eg_free(sem->context, &of_node);
    return status;
}

eg_status eg_trilinear_begin(eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    int64_t own = eg_hexes_own_end(sem->mesh) - eg_hexes_own_first(sem->mesh);
    double place[SEM_NODES];
    eg_line_places((eg_line){EG_LINE_GLL, sem->degree}, place);
    for (int i = 0; i < sem->side; i++) {
        t->hat[0][i] = 0.5 * (1 - place[i]);
        t->hat[1][i] = 0.5 * (1 + place[i]);
    }
    if (sem->comm)
        return eg_alloc(sem->context, own * PAIRS, sizeof *t->values, &t->values);
    return eg_sparse_pattern(sem->context, t->rows, sem->mesh->elements, CORNERS, t->corner,
                             &t->matrix);
}

static bool is_fixed(const eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    for (int64_t i = 0; i < sem->nodes->own; i++)
        if (sem->given[i] || (sem->factor && sem->factor[i] > 0))
            return true;
    return t->mass > 0;
}

eg_status eg_trilinear_end(eg_trilinear *t, eg_status status)
{
    double asked[2] = {t->values != NULL, is_fixed(t)};
    EG_TRY(agree(t, status));
    if (t->sem->comm)
        eg_comm_max(t->sem->comm, asked, 2);
    t->singular = asked[1] == 0;
    return asked[0] > 0 ? eg_trilinear_assemble(t, EG_OK) : EG_OK;
}

static eg_status visit_elements(eg_sem_builder *builder, eg_trilinear *t)
{
    EG_TRY(eg_trilinear_begin(t));
    for (int64_t e = 0; e < t->sem->mesh->elements; e++) {
        EG_TRY(eg_sem_builder_look(builder, e));
        eg_trilinear_add(t, builder, e);
    }
    return EG_OK;
}

eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients,
                            eg_trilinear *trilinear)
{
    eg_sem_builder builder;
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    EG_TRY(eg_trilinear_number(sem, trilinear, EG_OK));
    eg_status status = eg_sem_builder_create(sem, &without, &builder);
    if (status == EG_OK)
        status = visit_elements(&builder, trilinear);
    status = eg_trilinear_end(trilinear, status);
    eg_sem_builder_destroy(&builder);
    return status;
}

void eg_trilinear_free(eg_trilinear *t)
{
    if (!t->sem)
        return;
    eg_context *context = t->sem->context;
    eg_sparse_free(&t->matrix);
    eg_free(context, &t->corner);
    eg_free(context, &t->values);
    eg_free(context, &t->rows_of);
    eg_free(context, &t->elements_of);
}
