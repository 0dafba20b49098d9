/* Places, weights, normals and gradients at the nodes of one element after the other. */
#include "scheme/sem/host/element_geometry.h"

#include "base/parallel.h"
#include "base/wide.h"
#include "element/line.h"

#include <math.h>

static eg_status build_geometry(eg_scope *scope, eg_sem_element_geometry *geometry)
{
    int degree = geometry->nodes->degree;
    eg_gll_weights(degree, geometry->line_weight);
    eg_line_derivative((eg_line){EG_LINE_GLL, degree}, geometry->derivative);
    EG_TRY(eg_hex_grid_create(geometry->mesh, degree, &geometry->grid));
    EG_TRY(EG_SCOPE_ALLOC(
        scope, EG_BLOCK(12 * geometry->volume, geometry->rows), EG_BLOCK(geometry->volume, geometry->x),
        EG_BLOCK(geometry->volume, geometry->jacobian), EG_BLOCK(geometry->volume, geometry->weight),
        EG_BLOCK(geometry->volume, geometry->node_weight)));
    const double *w = geometry->line_weight;
    for (int i = 0, n = geometry->side; i < geometry->volume; i++)
        geometry->node_weight[i] = w[i % n] * w[i / n % n] * w[i / (n * n)];
    return eg_scope_alloc(scope, geometry->volume, sizeof *geometry->node, &geometry->node);
}

int eg_sem_geometries_parts(const eg_sem_geometries *geometries, int64_t count)
{
    int64_t least = eg_least_elements(geometries->element[0]->volume);
    return (int)eg_min_i64(geometries->count, eg_parts(geometries->context, count, least));
}

static eg_status create_geometries(const eg_hexes *mesh, const eg_hex_nodes *nodes,
                                   eg_sem_geometries *geometries)
{
    eg_scope *scope = &geometries->scope;
    int side = nodes->degree + 1;
    EG_TRY(EG_SCOPE_ALLOC(scope, {geometries->count, sizeof(eg_sem_element_geometry *), &geometries->element},
                          EG_BLOCK(geometries->count, geometries->face)));
    for (int i = 0; i < geometries->count; i++) {
        EG_TRY(eg_scope_alloc(scope, 1, sizeof **geometries->element, &geometries->element[i]));
        *geometries->element[i] = (eg_sem_element_geometry){
            .mesh = mesh, .nodes = nodes, .side = side, .volume = side * side * side};
        EG_TRY(build_geometry(scope, geometries->element[i]));
    }
    return EG_OK;
}

eg_status eg_sem_geometries_create(const eg_hexes *mesh, const eg_hex_nodes *nodes,
                                   eg_sem_geometries **geometries)
{
    eg_context *context = mesh->base.context;
    EG_ENDS_WITH(eg_sem_geometries_destroy) eg_sem_geometries *made = NULL;
    *geometries = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    int side = nodes->degree + 1;
    int64_t least = eg_least_elements(side * side * side);
    *made = (eg_sem_geometries){.context = context,
                                .scope = {.context = context},
                                .count = eg_parts(context, mesh->base.held, least)};
    EG_TRY(create_geometries(mesh, nodes, made));
    return eg_hand_over(&made, geometries);
}

void eg_sem_geometries_destroy(eg_sem_geometries **address)
{
    if (!*address)
        return;
    eg_sem_geometries *geometries = *address;
    for (int i = 0; geometries->element && i < geometries->count; i++)
        if (geometries->element[i])
            eg_hex_grid_destroy(&geometries->element[i]->grid);
    eg_scope_end(&geometries->scope);
    EG_FREE(address);
}

/* The weights, with determinants as eg_hex_determinant() has them; p, q, r are the derivatives along the
 * reference directions. */
EG_WIDE(find_weights, (const eg_sem_element_geometry *geometry, int n), (geometry, n))
{
    const double *restrict p = &geometry->rows[3 * n], *restrict q = &p[3 * n], *restrict r = &q[3 * n],
                           *restrict node_weight = geometry->node_weight;
    double *restrict weight = geometry->weight;
    int z = 2 * n;
    EG_SIMD
    for (int i = 0; i < n; i++)
        weight[i] = node_weight[i] * (p[i] * (q[n + i] * r[z + i] - r[n + i] * q[z + i]) +
                                      q[i] * (r[n + i] * p[z + i] - p[n + i] * r[z + i]) +
                                      r[i] * (p[n + i] * q[z + i] - q[n + i] * p[z + i]));
}

void eg_sem_geometry_weights(eg_sem_element_geometry *geometry, int64_t element)
{
    int volume = geometry->volume;
    eg_hex_grid_fill_rows(geometry->grid, element, geometry->rows, &geometry->rows[3 * volume]);
    eg_hex_element_nodes(geometry->mesh, geometry->nodes, element, geometry->node);
    find_weights(geometry, volume);
    for (int i = 0; i < volume; i++)
        for (int a = 0; a < 3; a++)
            geometry->x[i][a] = geometry->rows[a * volume + i];
}

void eg_sem_geometry_at_element(eg_sem_element_geometry *geometry, int64_t element)
{
    int volume = geometry->volume;
    eg_sem_geometry_weights(geometry, element);
    for (int i = 0; i < volume; i++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++)
                geometry->jacobian[i][a][d] = geometry->rows[(3 + 3 * d + a) * volume + i];
}

/* |x_a x x_b|, and the cross product over it, with the sign of the side. */
static double area_vector_of(const double jacobian[3][3], int a, int b, double sign, double *normal)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = jacobian[j][a] * jacobian[k][b] - jacobian[k][a] * jacobian[j][b];
        sum += normal[i] * normal[i];
    }
    double length = sqrt(sum);
    for (int i = 0; i < 3; i++)
        normal[i] = sign * normal[i] / length;
    return length;
}

void eg_sem_geometry_at_face(eg_sem_element_geometry *geometry, int64_t number, eg_sem_face_geometry *face)
{
    face->element = geometry->mesh->face_element[number][0];
    face->side = geometry->mesh->face_side[number][0];
    int n = geometry->side, across = face->side / 2;
    int first = across == 0 ? 1 : 0, second = across == 2 ? 1 : 2;
    /* the cross product of x and y, and of y and z, is along the third; that of x and z against it */
    double sign = (face->side % 2 ? 1 : -1) * (across == 1 ? -1 : 1);
    const int stride[3] = {1, n, n * n};
    eg_sem_geometry_at_element(geometry, face->element);
    face->count = 0;
    for (int b = 0; b < n; b++)
        for (int a = 0; a < n; a++) {
            int at = (face->side % 2) * (n - 1) * stride[across] + a * stride[first] + b * stride[second];
            int i = face->count++;
            face->local[i] = at;
            face->node[i] = geometry->node[at];
            for (int d = 0; d < 3; d++)
                face->x[i][d] = geometry->x[at][d];
            face->area[i] = geometry->line_weight[a] * geometry->line_weight[b] *
                            area_vector_of((const double(*)[3])geometry->jacobian[at], first, second, sign,
                                           face->normal[i]);
        }
}

void eg_sem_geometry_gradient(const eg_sem_element_geometry *geometry, const double *u, int local,
                              double *gradient)
{
    int n = geometry->side;
    const int stride[3] = {1, n, n * n}, at[3] = {local % n, local / n % n, local / (n * n)};
    const double(*j)[3] = (const double(*)[3])geometry->jacobian[local];
    double slope[3], determinant = eg_hex_determinant(j);
    for (int d = 0; d < 3; d++) {
        slope[d] = 0;
        for (int m = 0; m < n; m++)
            slope[d] +=
                geometry->derivative[at[d] * n + m] * u[geometry->node[local + (m - at[d]) * stride[d]]];
    }
    for (int i = 0; i < 3; i++) {
        int b = (i + 1) % 3, c = (i + 2) % 3;
        gradient[i] = 0;
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3;
            gradient[i] += (j[b][e] * j[c][f] - j[c][e] * j[b][f]) * slope[d];
        }
        gradient[i] /= determinant;
    }
}
