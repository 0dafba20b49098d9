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
    double values[PAIRS] = {0};
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = builder->node[i];
        const double *g = builder->metric[i];
        add_node(t, g, i, !t->visited[node] && sem->factor ? sem->factor[node] : 0, values);
        t->visited[node] = 1;
        t->mass += g[SEM_METRIC - 1];
    }
    eg_sparse_add(&t->matrix, 1, CORNERS, &t->corner[element * CORNERS], values);
}

/* ---- all of them */

eg_status eg_trilinear_number(const eg_sem *sem, eg_trilinear *t)
{
    const eg_hexes *mesh = sem->mesh;
    int32_t *row;
    *t = (eg_trilinear){.sem = sem, .matrix.context = sem->context};
    EG_TRY(eg_alloc(sem->context, mesh->elements * CORNERS, sizeof *t->corner, &t->corner));
    EG_TRY(eg_alloc(sem->context, mesh->vertices, sizeof *row, &row));
    for (int64_t v = 0; v < mesh->vertices; v++)
        row[v] = sem->given[sem->nodes->of_vertex[v]] ? -1 : t->rows++;
    for (int64_t e = 0; e < mesh->elements; e++)
        for (int i = 0; i < CORNERS; i++)
            t->corner[e * CORNERS + i] = row[mesh->vertex[e][i]];
    eg_free(sem->context, &row);
    return EG_OK;
}

eg_status eg_trilinear_begin(eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    double place[SEM_NODES];
    eg_line_places((eg_line){EG_LINE_GLL, sem->degree}, place);
    for (int i = 0; i < sem->side; i++) {
        t->hat[0][i] = 0.5 * (1 - place[i]);
        t->hat[1][i] = 0.5 * (1 + place[i]);
    }
    EG_TRY(eg_alloc(sem->context, sem->nodes->nodes, 1, &t->visited));
    return eg_sparse_pattern(sem->context, t->rows, sem->mesh->elements, CORNERS, t->corner,
                             &t->matrix);
}

void eg_trilinear_end(eg_trilinear *t)
{
    const eg_sem *sem = t->sem;
    t->singular = !(t->mass > 0);
    for (int64_t i = 0; i < sem->nodes->nodes && t->singular; i++)
        t->singular = !sem->given[i] && !(sem->factor && sem->factor[i] > 0);
}

static eg_status visit_elements(eg_sem_builder *builder, eg_trilinear *t)
{
    EG_TRY(eg_trilinear_begin(t));
    for (int64_t e = 0; e < t->sem->mesh->elements; e++) {
        EG_TRY(eg_sem_builder_look(builder, e));
        eg_trilinear_add(t, builder, e);
    }
    eg_trilinear_end(t);
    return EG_OK;
}

eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients,
                            eg_trilinear *trilinear)
{
    eg_sem_builder builder;
    eg_sem_options without = *coefficients;
    without.source = (eg_sem_field){0};
    EG_TRY(eg_trilinear_number(sem, trilinear));
    eg_status status = eg_sem_builder_create(sem, &without, &builder);
    if (status == EG_OK)
        status = visit_elements(&builder, trilinear);
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
    eg_free(context, &t->visited);
}
