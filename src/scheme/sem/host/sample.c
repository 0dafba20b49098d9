/* Values of the polynomials between the nodes. */
#include "base/parallel.h"
#include "base/scope.h"
#include "base/wide.h"
#include "element/line.h"
#include "scheme/sem/host/element_geometry.h"

#include <string.h>

double eg_sem_value(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u, int64_t element,
                    const double reference[3])
{
    int n = nodes->degree + 1;
    const eg_line line = {EG_LINE_GLL, nodes->degree};
    double value[3][EG_SEM_NODES], sum = 0;
    for (int d = 0; d < 3; d++)
        eg_line_values(line, reference[d], value[d], NULL);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
            double row = 0;
            for (int i = 0; i < n; i++)
                row += value[0][i] * u[eg_hex_node(mesh, nodes, element, i, j, k)];
            sum += value[2][k] * value[1][j] * row;
        }
    return sum;
}

/* The first direction of a tensor product, and another one: to[c][r][a] = sum over i of matrix[r][i]
 * from[c][i][a], i ascending. */
EG_INLINE void along_rows(const double *transposed, int n, int rows, const double *restrict from,
                          double *restrict to)
{
    memset(to, 0, (size_t)(n * rows) * sizeof *to);
    for (int c = 0; c < rows; c++)
        for (int i = 0; i < n; i++) {
            EG_SIMD
            for (int r = 0; r < n; r++)
                to[c * n + r] += transposed[i * n + r] * from[c * n + i];
        }
}

EG_INLINE void along_line(const double *matrix, int n, int inner, int outer, const double *restrict from,
                          double *restrict to)
{
    memset(to, 0, (size_t)(n * inner * outer) * sizeof *to);
    for (int c = 0; c < outer; c++)
        for (int r = 0; r < n; r++)
            for (int i = 0; i < n; i++) {
                EG_SIMD
                for (int a = 0; a < inner; a++)
                    to[(c * n + r) * inner + a] += matrix[r * n + i] * from[(c * n + i) * inner + a];
            }
}

/* Of an element; the matrix is followed by its transpose. */
EG_INLINE void interpolate(int n, const double *matrix, double *work, double *values)
{
    along_rows(&matrix[n * n], n, n * n, work, values);
    along_line(matrix, n, n, n, values, work);
    along_line(matrix, n, n * n, 1, work, values);
}

/* The most frequent sizes are known to the compiler. */
EG_WIDE(interpolate_values, (int n, const double *matrix, double *work, double *values),
        (n, matrix, work, values))
{
    if (n == 3)
        interpolate(3, matrix, work, values);
    else if (n == 4)
        interpolate(4, matrix, work, values);
    else if (n == 5)
        interpolate(5, matrix, work, values);
    else
        interpolate(n, matrix, work, values);
}

static void sample_element(int n, const double *u, const int32_t *node, const double *matrix, double *work,
                           double *values)
{
    for (int i = 0; i < n * n * n; i++)
        work[i] = u[node[i]];
    interpolate_values(n, matrix, work, values);
}

/* Elements, in ranges. */
typedef struct sampling {
    const eg_hexes *mesh;
    const eg_hex_nodes *nodes;
    const double *u;
    double matrix[2 * EG_SEM_FACE_NODES];
    const int32_t *element; /* NULL: own ones */
    double *work;           /* [parts][volume] */
    int32_t *node;          /* [parts][volume] */
    double *values;
} sampling;

static eg_status sample_part(void *with, int part, int64_t from, int64_t to)
{
    const sampling *s = with;
    int n = s->nodes->degree + 1, volume = n * n * n;
    int32_t *node = &s->node[(int64_t)part * volume];
    for (int64_t i = from; i < to; i++) {
        int64_t e = s->element ? s->element[i] : s->mesh->base.own_first + i;
        eg_hex_element_nodes(s->mesh, s->nodes, e, node);
        sample_element(n, s->u, node, s->matrix, &s->work[(int64_t)part * volume], &s->values[i * volume]);
    }
    return EG_OK;
}

eg_status eg_sem_equidistant(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u, int64_t count,
                             const int32_t *element, double *values)
{
    eg_context *context = mesh->base.context;
    EG_SCOPE(scope, context);
    int n = nodes->degree + 1, parts = eg_parts(context, count, eg_least_elements(n * n * n));
    sampling s = {.mesh = mesh, .nodes = nodes, .u = u, .element = element, .values = values};
    eg_sem_equidistant_matrix(nodes, s.matrix);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK((int64_t)parts * n * n * n, s.work),
                          EG_BLOCK((int64_t)parts * n * n * n, s.node)));
    return eg_in_parts(context, parts, count, sample_part, &s);
}

void eg_sem_equidistant_matrix(const eg_hex_nodes *nodes, double *matrix)
{
    int n = nodes->degree + 1;
    eg_line_interpolation((eg_line){EG_LINE_GLL, nodes->degree},
                          (eg_line){EG_LINE_EQUIDISTANT, nodes->degree}, matrix);
    for (int i = 0; i < n * n; i++)
        matrix[n * n + i] = matrix[i % n * n + i / n];
}

void eg_sem_equidistant_run(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *u,
                            const double *matrix, int64_t first, int64_t count, double *values)
{
    int n = nodes->degree + 1, volume = n * n * n;
    int32_t room[EG_SEM_VOLUME];
    double work[EG_SEM_VOLUME];
    for (int64_t i = 0; i < count; i++)
        sample_element(n, u, eg_hex_nodes_of(mesh, nodes, first + i, room), matrix, work,
                       &values[i * volume]);
}
