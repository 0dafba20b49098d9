/* Hexahedra that are nothing but values at equidistant nodes: places of which a file tells, and polynomials
 * on them. */
#include "mesh/hexes/internal.h"

#include <string.h>

/* x[elements][(to + 1)^3]: a polynomial of degree `from` by its values at the nodes of degree `to`. */
static void lower_polynomials(int from, int to, int64_t elements, const double (*node)[3], double (*x)[3])
{
    double matrix[HEX_LINE_MOST * EG_LINE_NODES];
    int m = from + 1, n = to + 1;
    if (from == to) {
        memcpy(x, node, (size_t)(elements * hex_cube(n)) * sizeof *x);
        return;
    }
    eg_line_interpolation((eg_line){EG_LINE_EQUIDISTANT, from}, (eg_line){EG_LINE_EQUIDISTANT, to}, matrix);
    for (int64_t e = 0; e < elements; e++)
        for (int p = 0; p < hex_cube(n); p++) {
            double *sum = x[e * hex_cube(n) + p];
            for (int i = 0; i < hex_cube(m); i++) {
                double weight = matrix[p % n * m + i % m] * matrix[p / n % n * m + i / m % m] *
                                matrix[p / n / n * m + i / m / m];
                for (int k = 0; k < 3; k++)
                    sum[k] += weight * node[e * hex_cube(m) + i][k];
            }
        }
}

static eg_status fill_hexes_of_points(eg_hexes *mesh, int degree, const double (*x)[3])
{
    eg_context *context = mesh->base.context;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(mesh->points, mesh->x), EG_BLOCK(mesh->points, mesh->point)));
    for (int64_t i = 0; i < mesh->points; i++)
        mesh->point[i] = (int32_t)i;
    lower_polynomials(degree, mesh->base.degree, mesh->base.held, x, mesh->x);
    return eg_hexes_box_cells(&mesh->base);
}

eg_status eg_hexes_of_points(eg_context *context, int degree, int64_t elements, const double (*x)[3],
                             eg_hexes **mesh)
{
    assert(degree >= 1 && degree <= EG_HEX_DEGREE && elements > 0);
    EG_ENDS_WITH(eg_hexes_destroy) eg_hexes *made = NULL;
    *mesh = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, &eg_hexes_class, &made->base);
    made->base.group[degree > 1 ? EG_HEX_CURVED : EG_HEX_TRILINEAR].count = elements;
    eg_mesh_set_cells(&made->base, elements);
    made->base.degree = degree < EG_HEX_GEOMETRY_DEGREE ? degree : EG_HEX_GEOMETRY_DEGREE;
    made->points = elements * hex_cube(made->base.degree + 1);
    EG_TRY(fill_hexes_of_points(made, degree, x));
    return eg_hand_over(&made, mesh);
}

double eg_hex_points_value(int degree, const double *values, const double reference[3])
{
    double weight[3][EG_LINE_NODES], sum = 0;
    int side = degree + 1;
    for (int d = 0; d < 3; d++)
        eg_line_values((eg_line){EG_LINE_EQUIDISTANT, degree}, reference[d], weight[d], NULL);
    for (int n = 0; n < hex_cube(side); n++)
        sum += weight[0][n % side] * weight[1][n / side % side] * weight[2][n / side / side] * values[n];
    return sum;
}
