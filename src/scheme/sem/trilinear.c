/* Assembly of the trilinear functions' matrix. */
#include "scheme/sem/trilinear.h"

#include "scheme/sem/internal.h"

enum { CORNERS = EG_HEX_VERTICES, PAIRS = CORNERS * CORNERS };

/* What is needed on the way. */
typedef struct maker {
    const eg_sem *sem;
    eg_trilinear *to;
    eg_sem_builder builder;
    uint8_t *visited; /* [nodes] an element before has it */
    double hat[2][SEM_NODES];
    double mass; /* the integral of c */
} maker;

/* ---- one element */

/* The functions that are 1 at a corner, at a node; and their derivatives in the reference element. */
static double corner_at(const maker *m, int corner, int node)
{
    int n = m->sem->side;
    return m->hat[corner & 1][node % n] * m->hat[corner >> 1 & 1][node / n % n] *
           m->hat[corner >> 2][node / (n * n)];
}

static void slopes_at(const maker *m, int corner, int node, double slope[3])
{
    int n = m->sem->side;
    double x = m->hat[corner & 1][node % n], y = m->hat[corner >> 1 & 1][node / n % n],
           z = m->hat[corner >> 2][node / (n * n)];
    slope[0] = (corner & 1 ? 0.5 : -0.5) * y * z;
    slope[1] = (corner & 2 ? 0.5 : -0.5) * x * z;
    slope[2] = (corner & 4 ? 0.5 : -0.5) * x * y;
}

/* Adds a node of quadrature to the element's matrix, with `factor` of boundary conditions. */
static void add_node(const maker *m, int node, double factor, double *values)
{
    const double *g = m->builder.metric[node];
    double value[CORNERS], slope[CORNERS][3];
    for (int i = 0; i < CORNERS; i++) {
        value[i] = corner_at(m, i, node);
        slopes_at(m, i, node, slope[i]);
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

static void add_element(maker *m, int64_t element)
{
    const eg_sem *sem = m->sem;
    double values[PAIRS] = {0};
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = m->builder.node[i];
        add_node(m, i, !m->visited[node] && sem->factor ? sem->factor[node] : 0, values);
        m->visited[node] = 1;
        m->mass += m->builder.metric[i][SEM_METRIC - 1];
    }
    eg_sparse_add(&m->to->matrix, 1, CORNERS, &m->to->corner[element * CORNERS], values);
}

/* ---- all of them */

static eg_status number_rows(maker *m, int32_t *rows)
{
    const eg_sem *sem = m->sem;
    const eg_hexes *mesh = sem->mesh;
    int32_t *row;
    *rows = 0;
    EG_TRY(eg_alloc(sem->context, mesh->elements * CORNERS, sizeof *m->to->corner, &m->to->corner));
    EG_TRY(eg_alloc(sem->context, mesh->vertices, sizeof *row, &row));
    for (int64_t v = 0; v < mesh->vertices; v++)
        row[v] = sem->given[sem->nodes->of_vertex[v]] ? -1 : (*rows)++;
    for (int64_t e = 0; e < mesh->elements; e++)
        for (int i = 0; i < CORNERS; i++)
            m->to->corner[e * CORNERS + i] = row[mesh->vertex[e][i]];
    eg_free(sem->context, &row);
    return EG_OK;
}

static bool is_singular(const maker *m)
{
    const eg_sem *sem = m->sem;
    for (int64_t i = 0; i < sem->nodes->nodes; i++)
        if (sem->given[i] || (sem->factor && sem->factor[i] > 0))
            return false;
    return !(m->mass > 0);
}

static eg_status fill(maker *m)
{
    const eg_sem *sem = m->sem;
    int32_t rows;
    EG_TRY(number_rows(m, &rows));
    EG_TRY(eg_alloc(sem->context, sem->nodes->nodes, 1, &m->visited));
    EG_TRY(eg_sparse_pattern(sem->context, rows, sem->mesh->elements, CORNERS, m->to->corner,
                             &m->to->matrix));
    for (int i = 0; i < sem->side; i++) {
        m->hat[0][i] = 0.5 * (1 - m->builder.place[i]);
        m->hat[1][i] = 0.5 * (1 + m->builder.place[i]);
    }
    for (int64_t e = 0; e < sem->mesh->elements; e++) {
        EG_TRY(eg_sem_builder_look(&m->builder, e));
        add_element(m, e);
    }
    m->to->singular = is_singular(m);
    return EG_OK;
}

eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients,
                            eg_trilinear *trilinear)
{
    maker m = {.sem = sem, .to = trilinear};
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    *trilinear = (eg_trilinear){.context = sem->context, .matrix.context = sem->context};
    eg_status status = eg_sem_builder_create(sem, &without, &m.builder);
    if (status == EG_OK)
        status = fill(&m);
    eg_sem_builder_destroy(&m.builder);
    eg_free(sem->context, &m.visited);
    return status;
}

void eg_trilinear_free(eg_trilinear *trilinear)
{
    eg_sparse_free(&trilinear->matrix);
    eg_free(trilinear->context, &trilinear->corner);
}
