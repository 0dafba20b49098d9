/* Norms of the error against an exact solution, by Gauss and Lobatto's rule of a higher degree. */
#include "scheme/sem/internal.h"

#include <math.h>

enum { FINER = 3, FINE_NODES = SEM_NODES + FINER };

typedef struct measure {
    const eg_hexes *mesh;
    const eg_hex_nodes *nodes;
    const eg_sem_exact *exact;
    int n, m; /* nodes of a line, and points of quadrature */
    eg_hex_grid *grid;
    double values[FINE_NODES * SEM_NODES], slopes[FINE_NODES * SEM_NODES]; /* [m][n] */
    double weight[FINE_NODES];
    double (*x)[3], (*jacobian)[3][3]; /* [m m m] */
    double *local, *work[2];           /* [n n n], [m m m] */
    double *u, *slope[3]; /* [m m m]: of u_h and its derivatives in reference directions */
    double *exact_u, (*exact_gradient)[3];
    int32_t *node;
    eg_sum *sum; /* [SUMS] of the element visited */
    double largest;
} measure;

enum { SQUARE, GRADIENT, NORM, VOLUME, SIZE, SUMS }; /* e^2, |grad e|^2, u_h^2, 1, |e| */

/* to[c][r][a] = sum over i of matrix[r][i] from[c][i][a]: one direction from n values to m. */
static void along(const double *matrix, int n, int m, int inner, int outer, const double *from,
                  double *to)
{
    for (int c = 0; c < outer; c++)
        for (int r = 0; r < m; r++)
            for (int a = 0; a < inner; a++) {
                double sum = 0;
                for (int i = 0; i < n; i++)
                    sum += matrix[r * n + i] * from[(c * n + i) * inner + a];
                to[(c * m + r) * inner + a] = sum;
            }
}

/* Values at the points; with slope 0, 1 or 2 the derivative in that direction. */
static void interpolate(measure *q, int slope, double *to)
{
    int n = q->n, m = q->m;
    along(slope == 0 ? q->slopes : q->values, n, m, 1, n * n, q->local, q->work[0]);
    along(slope == 1 ? q->slopes : q->values, n, m, m, n, q->work[0], q->work[1]);
    along(slope == 2 ? q->slopes : q->values, n, m, m * m, 1, q->work[1], to);
}

/* Adds the error at point i. */
static void add_point(measure *q, int i)
{
    const double(*j)[3] = (const double(*)[3])q->jacobian[i];
    double determinant = eg_hex_determinant(j), error = q->u[i] - q->exact_u[i], square = 0;
    double weight = q->weight[i % q->m] * q->weight[i / q->m % q->m] * q->weight[i / (q->m * q->m)];
    for (int a = 0; a < 3; a++) {
        double gradient = 0; /* a-th component: the sum over d of (J^-1)[d][a] times slope d */
        for (int d = 0; d < 3; d++) {
            int b = (a + 1) % 3, c = (a + 2) % 3, e = (d + 1) % 3, f = (d + 2) % 3;
            gradient += (j[b][e] * j[c][f] - j[c][e] * j[b][f]) * q->slope[d][i];
        }
        gradient = gradient / determinant - q->exact_gradient[i][a];
        square += gradient * gradient;
    }
    weight *= determinant;
    eg_sum_add(&q->sum[SQUARE], weight * (error * error));
    eg_sum_add(&q->sum[GRADIENT], weight * square);
    eg_sum_add(&q->sum[NORM], weight * (q->u[i] * q->u[i]));
    eg_sum_add(&q->sum[VOLUME], weight);
    eg_sum_add(&q->sum[SIZE], weight * fabs(error));
    q->largest = fabs(error) > q->largest ? fabs(error) : q->largest;
}

static eg_status add_element(measure *q, int64_t element, const double *u)
{
    int count = q->m * q->m * q->m;
    eg_hex_grid_fill(q->grid, element, q->x, q->jacobian);
    eg_hex_element_nodes(q->mesh, q->nodes, element, q->node);
    for (int i = 0; i < q->n * q->n * q->n; i++)
        q->local[i] = u[q->node[i]];
    interpolate(q, -1, q->u);
    for (int d = 0; d < 3; d++)
        interpolate(q, d, q->slope[d]);
    if (q->exact)
        EG_TRY(q->exact->evaluate(q->exact, count, (const double(*)[3])q->x, q->exact_u,
                                  q->exact_gradient));
    for (int i = 0; i < count; i++)
        add_point(q, i);
    return EG_OK;
}

static eg_status build(measure *q)
{
    eg_context *context = q->mesh->base.context;
    const eg_line from = {EG_LINE_GLL, q->n - 1}, to = {EG_LINE_GLL, q->m - 1};
    int64_t count = (int64_t)q->m * q->m * q->m;
    double **arrays[] = {&q->local,    &q->work[0],  &q->work[1],  &q->u,
                         &q->slope[0], &q->slope[1], &q->slope[2], &q->exact_u};
    eg_line_interpolation(from, to, q->values);
    eg_line_interpolation_slopes(from, to, q->slopes);
    eg_gll_weights(q->m - 1, q->weight);
    EG_TRY(eg_hex_grid_create(q->mesh, q->m - 1, &q->grid));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        EG_TRY(eg_alloc(context, count, sizeof(double), arrays[i]));
    EG_TRY(eg_alloc(context, count, sizeof *q->x, &q->x));
    EG_TRY(eg_alloc(context, count, sizeof *q->jacobian, &q->jacobian));
    EG_TRY(eg_alloc(context, count, sizeof *q->exact_gradient, &q->exact_gradient));
    return eg_alloc(context, count, sizeof *q->node, &q->node);
}

static void destroy(measure *q)
{
    eg_context *context = q->mesh->base.context;
    void *arrays[] = {&q->local,    &q->work[0],  &q->work[1],        &q->u,
                      &q->slope[0], &q->slope[1], &q->slope[2],       &q->exact_u,
                      &q->x,        &q->jacobian, &q->exact_gradient, &q->node};
    eg_hex_grid_destroy(&q->grid);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        eg_free(context, arrays[i]);
}

/* The own elements, in ranges. */
typedef struct measuring {
    measure *q; /* [parts] */
    const double *u;
    int64_t first; /* the first own element */
    eg_sum *rows;  /* [own elements][SUMS] */
} measuring;

static eg_status measure_part(void *with, int part, int64_t from, int64_t to)
{
    const measuring *m = with;
    measure *q = &m->q[part];
    for (int64_t i = from; i < to; i++) {
        q->sum = &m->rows[i * SUMS];
        EG_TRY(add_element(q, m->first + i, m->u));
    }
    return EG_OK;
}

/* Sums of the own elements one by one, then of all in their order. */
static eg_status measure_all(const eg_comm *comm, measure *q, int parts, const double *u,
                             eg_sum *totals)
{
    const eg_hexes *mesh = q->mesh;
    int64_t own = eg_mesh_own_end(&mesh->base) - mesh->base.own_first;
    measuring m = {.q = q, .u = u, .first = mesh->base.own_first};
    eg_status status = eg_alloc(mesh->base.context, own * SUMS, sizeof *m.rows, &m.rows);
    if (status == EG_OK)
        status = eg_in_parts(mesh->base.context, parts, own, measure_part, &m);
    for (int p = 1; p < parts; p++)
        q->largest = q[p].largest > q->largest ? q[p].largest : q->largest;
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_comm_sum_rows(comm, m.rows, own, SUMS, totals);
        if (comm)
            eg_comm_max(comm, &q->largest, 1);
    }
    eg_free(mesh->base.context, &m.rows);
    return status;
}

static eg_status measure_with(const eg_comm *comm, measure *q, int parts, const double *u,
                              eg_sem_errors *errors)
{
    eg_sum totals[SUMS];
    eg_status status = EG_OK;
    for (int p = 0; p < parts && status == EG_OK; p++)
        status = build(&q[p]);
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = measure_all(comm, q, parts, u, totals);
    if (status == EG_OK)
        *errors = (eg_sem_errors){.l1 = eg_sum_value(&totals[SIZE]),
                                  .l2 = sqrt(eg_sum_value(&totals[SQUARE])),
                                  .h1 = sqrt(eg_sum_value(&totals[GRADIENT])),
                                  .norm = sqrt(eg_sum_value(&totals[NORM])),
                                  .volume = eg_sum_value(&totals[VOLUME]),
                                  .linf = q->largest};
    return status;
}

eg_status eg_sem_measure(const eg_comm *comm, const eg_hexes *mesh, const eg_hex_nodes *nodes,
                         const double *u, const eg_sem_exact *exact, eg_sem_errors *errors)
{
    measure *q = NULL;
    int n = nodes->degree + 1;
    int64_t own = eg_mesh_own_end(&mesh->base) - mesh->base.own_first;
    int parts = eg_parts(mesh->base.context, own, eg_least_elements(n * n * n));
    eg_status status = eg_alloc(mesh->base.context, parts, sizeof *q, &q);
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        for (int p = 0; p < parts; p++)
            q[p] = (measure){.mesh = mesh, .nodes = nodes, .exact = exact, .n = n, .m = n + FINER};
        status = measure_with(comm, q, parts, u, errors);
        for (int p = 0; p < parts; p++)
            destroy(&q[p]);
    }
    eg_free(mesh->base.context, &q);
    return status;
}
