/* Matrices of the polynomials of a triangle on its descendants, and the kernel that takes them.
 *
 * With the values V of orthonormal modes at nodes and those at the nodes of a descendant, V_d:
 *     split = V_d V^-1           join = (1/2) M^-1 split^T M = (1/2) V V_d^T V^-T V^-1
 * as M^-1 = V V^T, and a child has half of the area. */
#include "scheme/bisect/move.h"

#include "bisect/children.h"
#include "element/modal.h"

typedef double square[EG_TRIANGLE_NODES][EG_TRIANGLE_NODES];

typedef struct matrices {
    int n;
    square at_nodes, inverse, there, product;
} matrices;

/* Vertices of the descendants in barycentric coordinates of v0, v1, v2, in halves. */
static const int8_t descendants[BISECT_CHILDREN][3][3] = {
    {{0, 0, 2}, {2, 0, 0}, {1, 1, 0}}, {{0, 2, 0}, {0, 0, 2}, {1, 1, 0}}, {{1, 1, 0}, {0, 0, 2}, {1, 0, 1}},
    {{2, 0, 0}, {1, 1, 0}, {1, 0, 1}}, {{1, 1, 0}, {0, 2, 0}, {0, 1, 1}}, {{0, 0, 2}, {1, 1, 0}, {0, 1, 1}}};

/* A point of a descendant in the reference triangle. */
static void place_descendant(int descendant, const double point[2], double x[2])
{
    const double own[3] = {1 - point[0] - point[1], point[0], point[1]};
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    for (int i = 0; i < 2; i++) {
        x[i] = 0;
        for (int v = 0; v < 3; v++)
            for (int k = 0; k < 3; k++)
                x[i] += own[v] * 0.5 * descendants[descendant][v][k] * corner[k][i];
    }
}

static void fill_descendant(const eg_triangle *element, int descendant, square values)
{
    for (int i = 0; i < element->nodes; i++) {
        double x[2] = {element->node[i][0], element->node[i][1]};
        if (descendant >= 0)
            place_descendant(descendant, element->node[i], x);
        eg_modal_values(EG_TRIANGLE, element->degree + 1, x, values[i]);
    }
}

/* product = a b, or a b^T. */
static void multiply_squares(int n, square a, square b, bool transposed, square product)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            long double sum = 0;
            for (int j = 0; j < n; j++)
                sum += (long double)a[i][j] * (transposed ? b[k][j] : b[j][k]);
            product[i][k] = (double)sum;
        }
}

static void store(int n, square from, double factor, double *to)
{
    for (int i = 0; i < n * n; i++)
        to[i] = factor * from[i / n][i % n];
}

static void fill_split(const eg_triangle *element, matrices *m, int descendant, double *split)
{
    fill_descendant(element, descendant, m->there);
    multiply_squares(m->n, m->there, m->inverse, false, m->product);
    store(m->n, m->product, 1, split);
}

/* split is m->product still. */
static void fill_join(matrices *m, double *join)
{
    square a, b;
    multiply_squares(m->n, m->at_nodes, m->there, true, a); /* V V_d^T */
    for (int i = 0; i < m->n; i++)
        for (int k = 0; k < m->n; k++)
            m->product[i][k] = m->inverse[k][i];
    multiply_squares(m->n, a, m->product, false, b);
    multiply_squares(m->n, b, m->inverse, false, a);
    store(m->n, a, 0.5, join);
}

/* split[6][nodes][nodes] of EG_BISECTED_START to END_END, join[2][nodes][nodes] of both children. */
static eg_status make_matrices(eg_context *context, const eg_triangle *element, double *split, double *join)
{
    EG_SCRATCH matrices *m = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *m, &m));
    m->n = element->nodes;
    fill_descendant(element, -1, m->at_nodes);
    for (int i = 0; i < m->n * m->n; i++)
        m->inverse[i / m->n][i % m->n] = element->modes[i];
    for (int d = 0; d < BISECT_CHILDREN; d++) {
        fill_split(element, m, d, split + d * m->n * m->n);
        if (d < 2)
            fill_join(m, join + d * m->n * m->n);
    }
    return EG_OK;
}

/* ---- on the device */

static eg_status upload_matrices(eg_bisect_mover *m, const eg_triangle *element, eg_precision precision)
{
    enum { MOST = EG_TRIANGLE_NODES * EG_TRIANGLE_NODES };
    int64_t one = (int64_t)m->nodes * m->nodes;
    EG_SCRATCH double *matrix = NULL;
    EG_TRY(eg_alloc(m->context, (BISECT_CHILDREN + 2) * MOST, sizeof *matrix, &matrix));
    double *join = matrix + BISECT_CHILDREN * one;
    EG_TRY(make_matrices(m->context, element, matrix, join));
    EG_TRY(eg_buffer_upload_reals(m->device, precision, BISECT_CHILDREN * one, "split of triangles", matrix,
                                  &m->split));
    return eg_buffer_upload_reals(m->device, precision, 2 * one, "join of triangles", join, &m->join);
}

static eg_status build_move_program(eg_bisect_mover *m, eg_precision precision)
{
    const eg_program_options options = {.file = "bisect/move.c",
                                        .precision = precision,
                                        .lanes = 1,
                                        EG_DEFINES({"NODES", m->nodes}, {"VARS", m->variables})};
    EG_TRY(eg_program_create(m->device, &options, &m->program));
    return eg_kernel_get(m->program, "bisect_move", &m->move);
}

eg_status eg_bisect_mover_create(eg_context *context, eg_device *device, const eg_triangle *element,
                                 int variables, eg_precision precision, eg_bisect_mover **mover)
{
    *mover = NULL;
    EG_ENDS_WITH(eg_bisect_mover_destroy) eg_bisect_mover *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    *made = (eg_bisect_mover){
        .context = context, .device = device, .nodes = element->nodes, .variables = variables};
    EG_TRY(upload_matrices(made, element, precision));
    EG_TRY(build_move_program(made, precision));
    return eg_hand_over(&made, mover);
}

void eg_bisect_mover_destroy(eg_bisect_mover **mover)
{
    if (!mover || !*mover)
        return;
    eg_buffer_destroy(&(*mover)->split);
    eg_buffer_destroy(&(*mover)->join);
    eg_program_destroy(&(*mover)->program);
    EG_FREE(mover);
}

eg_status eg_bisect_move(eg_bisect_mover *m, eg_bisect_state old, const eg_buffer *from,
                         const eg_buffer *origin, int64_t cells, eg_bisect_state next)
{
    return EG_LAUNCH(m->move, cells, EG_BUFFER("old", old.values), EG_BUFFER("next", next.values),
                     EG_BUFFER("from", from), EG_BUFFER("origin", origin), EG_BUFFER("split", m->split),
                     EG_BUFFER("join", m->join), EG_INT("old_bits", old.bits), EG_INT("next_bits", next.bits),
                     EG_LONG("cells", cells));
}
