/* A vector at the points of Gauss and Lobatto's rule of a higher degree in elements. */
#include "scheme/sem/internal.h"

enum { FINER = 3, FINE_NODES = SEM_NODES + FINER };

typedef struct fine_points {
    eg_cell_points points; /* first */
    eg_scope scope;        /* of all arrays */
    const eg_hexes *mesh;
    const eg_hex_nodes *nodes;
    const double *vector;
    int n, m; /* nodes of a line, and points of quadrature */
    eg_hex_grid *grid;
    double values[FINE_NODES * SEM_NODES], slopes[FINE_NODES * SEM_NODES]; /* [m][n] */
    double weight[FINE_NODES];
    double (*jacobian)[3][3]; /* [m m m] */
    double *local, *work[2];  /* [n n n], [m m m] */
    double *slope[3];         /* [m m m] derivatives in reference directions */
    int32_t *node;            /* [n n n] */
} fine_points;

/* to[c][r][a] = sum over i of matrix[r][i] from[c][i][a]: one direction from n values to m. */
static void along_axis(const double *matrix, int n, int m, int inner, int outer, const double *from,
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
static void interpolate_fine(fine_points *q, int slope, double *to)
{
    int n = q->n, m = q->m;
    along_axis(slope == 0 ? q->slopes : q->values, n, m, 1, n * n, q->local, q->work[0]);
    along_axis(slope == 1 ? q->slopes : q->values, n, m, m, n, q->work[0], q->work[1]);
    along_axis(slope == 2 ? q->slopes : q->values, n, m, m * m, 1, q->work[1], to);
}

/* The a-th component of the gradient is the sum over d of (J^-1)[d][a] times slope d. */
static void fill_gradient(fine_points *q, int i, double determinant)
{
    const double(*j)[3] = (const double(*)[3])q->jacobian[i];
    for (int a = 0; a < 3; a++) {
        double gradient = 0;
        for (int d = 0; d < 3; d++) {
            int b = (a + 1) % 3, c = (a + 2) % 3, e = (d + 1) % 3, f = (d + 2) % 3;
            gradient += (j[b][e] * j[c][f] - j[c][e] * j[b][f]) * q->slope[d][i];
        }
        q->points.gradient[i][a] = gradient / determinant;
    }
}

static void fill_fine_points(eg_cell_points *self, int64_t element)
{
    fine_points *q = (fine_points *)self;
    eg_hex_grid_fill(q->grid, element, self->x, q->jacobian);
    eg_hex_element_nodes(q->mesh, q->nodes, element, q->node);
    for (int i = 0; i < q->n * q->n * q->n; i++)
        q->local[i] = q->vector[q->node[i]];
    interpolate_fine(q, -1, self->values);
    for (int d = 0; d < 3 && self->gradient; d++)
        interpolate_fine(q, d, q->slope[d]);
    for (int i = 0; i < self->count; i++) {
        double determinant = eg_hex_determinant((const double(*)[3])q->jacobian[i]);
        self->weight[i] =
            q->weight[i % q->m] * q->weight[i / q->m % q->m] * q->weight[i / (q->m * q->m)] * determinant;
        if (self->gradient)
            fill_gradient(q, i, determinant);
    }
}

static void destroy_fine_points(eg_cell_points **self)
{
    fine_points *q = (fine_points *)*self;
    eg_hex_grid_destroy(&q->grid);
    eg_scope_end(&q->scope);
    eg_free(q->mesh->base.context, self);
}

static eg_status build_fine_points(fine_points *q, bool with_gradient)
{
    const eg_line from = {EG_LINE_GLL, q->n - 1}, to = {EG_LINE_GLL, q->m - 1};
    int64_t count = q->points.count;
    double **arrays[] = {&q->local,    &q->work[0],  &q->work[1],       &q->slope[0],
                         &q->slope[1], &q->slope[2], &q->points.values, &q->points.weight};
    eg_line_interpolation(from, to, q->values);
    eg_line_interpolation_slopes(from, to, q->slopes);
    eg_gll_weights(q->m - 1, q->weight);
    EG_TRY(eg_hex_grid_create(q->mesh, q->m - 1, &q->grid));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        EG_TRY(eg_scope_alloc(&q->scope, count, sizeof(double), arrays[i]));
    EG_TRY(EG_SCOPE_ALLOC(&q->scope, EG_BLOCK(count, q->points.x), EG_BLOCK(count, q->jacobian)));
    if (with_gradient)
        EG_TRY(eg_scope_alloc(&q->scope, count, sizeof *q->points.gradient, &q->points.gradient));
    return eg_scope_alloc(&q->scope, count, sizeof *q->node, &q->node);
}

int eg_sem_points_count(const eg_hex_nodes *nodes)
{
    int m = nodes->degree + 1 + FINER;
    return m * m * m;
}

eg_status eg_sem_points_create(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *vector,
                               bool with_gradient, eg_cell_points **points)
{
    int n = nodes->degree + 1;
    fine_points *q;
    *points = NULL;
    EG_TRY(eg_alloc(mesh->base.context, 1, sizeof *q, &q));
    *q = (fine_points){.points = {.fill = fill_fine_points,
                                  .destroy = destroy_fine_points,
                                  .count = eg_sem_points_count(nodes)},
                       .scope = {.context = mesh->base.context},
                       .mesh = mesh,
                       .nodes = nodes,
                       .vector = vector,
                       .n = n,
                       .m = n + FINER};
    *points = &q->points;
    eg_status status = build_fine_points(q, with_gradient);
    if (status != EG_OK)
        destroy_fine_points(points);
    return status;
}
