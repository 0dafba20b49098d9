/* Places, weights, normals and gradients at the nodes of one element after the other. */
#include "scheme/sem/host/walk.h"

#include "base/parallel.h"
#include "element/line.h"

#include <math.h>

static eg_status build(eg_sem_walk *walk)
{
    eg_context *context = walk->mesh->base.context;
    int degree = walk->nodes->degree;
    eg_gll_weights(degree, walk->line_weight);
    eg_line_derivative((eg_line){EG_LINE_GLL, degree}, walk->derivative);
    EG_TRY(eg_hex_grid_create(walk->mesh, degree, &walk->grid));
    EG_TRY(eg_alloc(context, walk->volume, sizeof *walk->x, &walk->x));
    EG_TRY(eg_alloc(context, walk->volume, sizeof *walk->jacobian, &walk->jacobian));
    EG_TRY(eg_alloc(context, walk->volume, sizeof *walk->weight, &walk->weight));
    EG_TRY(eg_alloc(context, walk->volume, sizeof *walk->node_weight, &walk->node_weight));
    const double *w = walk->line_weight;
    for (int i = 0, n = walk->side; i < walk->volume; i++)
        walk->node_weight[i] = w[i % n] * w[i / n % n] * w[i / (n * n)];
    return eg_alloc(context, walk->volume, sizeof *walk->node, &walk->node);
}

eg_status eg_sem_walk_create(const eg_hexes *mesh, const eg_hex_nodes *nodes, eg_sem_walk **walk)
{
    *walk = NULL;
    eg_sem_walk *made;
    int side = nodes->degree + 1;
    EG_TRY(eg_alloc(mesh->base.context, 1, sizeof *made, &made));
    *made = (eg_sem_walk){.mesh = mesh, .nodes = nodes, .side = side, .volume = side * side * side};
    eg_status status = build(made);
    if (status != EG_OK)
        eg_sem_walk_destroy(&made);
    *walk = made;
    return status;
}

void eg_sem_walk_destroy(eg_sem_walk **address)
{
    if (!*address)
        return;
    eg_sem_walk *walk = *address;
    eg_context *context = walk->mesh->base.context;
    eg_hex_grid_destroy(&walk->grid);
    eg_free(context, &walk->x);
    eg_free(context, &walk->jacobian);
    eg_free(context, &walk->weight);
    eg_free(context, &walk->node_weight);
    eg_free(context, &walk->node);
    eg_free(context, address);
}

int eg_sem_walks_parts(const eg_sem_walks *walks, int64_t count)
{
    int64_t least = eg_least_elements(walks->walk[0]->volume);
    return (int)eg_min_i64(walks->count, eg_parts(walks->context, count, least));
}

static eg_status build_walks(const eg_hexes *mesh, const eg_hex_nodes *nodes, eg_sem_walks *walks)
{
    EG_TRY(eg_alloc(mesh->base.context, walks->count, sizeof(eg_sem_walk *), &walks->walk));
    EG_TRY(eg_alloc(mesh->base.context, walks->count, sizeof *walks->face, &walks->face));
    for (int i = 0; i < walks->count; i++)
        EG_TRY(eg_sem_walk_create(mesh, nodes, &walks->walk[i]));
    return EG_OK;
}

eg_status eg_sem_walks_create(const eg_hexes *mesh, const eg_hex_nodes *nodes, eg_sem_walks **walks)
{
    eg_context *context = mesh->base.context;
    eg_sem_walks *made;
    *walks = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    int side = nodes->degree + 1;
    int64_t least = eg_least_elements(side * side * side);
    *made = (eg_sem_walks){.context = context, .count = eg_parts(context, mesh->base.held, least)};
    eg_status status = build_walks(mesh, nodes, made);
    if (status != EG_OK)
        eg_sem_walks_destroy(&made);
    *walks = made;
    return status;
}

void eg_sem_walks_destroy(eg_sem_walks **address)
{
    if (!*address)
        return;
    eg_sem_walks *walks = *address;
    eg_context *context = walks->context;
    for (int i = 0; walks->walk && i < walks->count; i++)
        eg_sem_walk_destroy(&walks->walk[i]);
    eg_free(context, &walks->walk);
    eg_free(context, &walks->face);
    eg_free(context, address);
}

void eg_sem_walk_element(eg_sem_walk *walk, int64_t element)
{
    eg_hex_grid_fill(walk->grid, element, walk->x, walk->jacobian);
    eg_hex_element_nodes(walk->mesh, walk->nodes, element, walk->node);
    for (int i = 0; i < walk->volume; i++)
        walk->weight[i] =
            walk->node_weight[i] * eg_hex_determinant((const double(*)[3])walk->jacobian[i]);
}

/* |x_a x x_b|, and the cross product over it, with the sign of the side. */
static double area_of(const double jacobian[3][3], int a, int b, double sign, double *normal)
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

void eg_sem_walk_face(eg_sem_walk *walk, int64_t number, eg_sem_face *face)
{
    face->element = walk->mesh->face_element[number][0];
    face->side = walk->mesh->face_side[number][0];
    int n = walk->side, across = face->side / 2;
    int first = across == 0 ? 1 : 0, second = across == 2 ? 1 : 2;
    /* the cross product of x and y, and of y and z, is along the third; that of x and z against it */
    double sign = (face->side % 2 ? 1 : -1) * (across == 1 ? -1 : 1);
    const int stride[3] = {1, n, n * n};
    eg_sem_walk_element(walk, face->element);
    face->count = 0;
    for (int b = 0; b < n; b++)
        for (int a = 0; a < n; a++) {
            int at = (face->side % 2) * (n - 1) * stride[across] + a * stride[first] +
                     b * stride[second];
            int i = face->count++;
            face->local[i] = at;
            face->node[i] = walk->node[at];
            for (int d = 0; d < 3; d++)
                face->x[i][d] = walk->x[at][d];
            face->area[i] = walk->line_weight[a] * walk->line_weight[b] *
                            area_of((const double(*)[3])walk->jacobian[at], first, second, sign,
                                    face->normal[i]);
        }
}

void eg_sem_walk_gradient(const eg_sem_walk *walk, const double *u, int local, double *gradient)
{
    int n = walk->side;
    const int stride[3] = {1, n, n * n}, at[3] = {local % n, local / n % n, local / (n * n)};
    const double(*j)[3] = (const double(*)[3])walk->jacobian[local];
    double slope[3], determinant = eg_hex_determinant(j);
    for (int d = 0; d < 3; d++) {
        slope[d] = 0;
        for (int m = 0; m < n; m++)
            slope[d] +=
                walk->derivative[at[d] * n + m] * u[walk->node[local + (m - at[d]) * stride[d]]];
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
