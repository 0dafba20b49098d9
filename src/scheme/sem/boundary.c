/* Conditions at the boundary: given values, fluxes into the right-hand side, factors onto the diagonal. */
#include "scheme/sem/internal.h"

#include <math.h>

enum { FACE_NODES = SEM_NODES * SEM_NODES };

/* The nodes of a boundary face, and what quadrature takes there. */
typedef struct face {
    int64_t element;
    int side, count;
    int local[FACE_NODES]; /* numbers in the element */
    int32_t node[FACE_NODES];
    double x[FACE_NODES][3], area[FACE_NODES]; /* m; m2: weight times |x_a x x_b| */
    double value[FACE_NODES], factor[FACE_NODES];
} face;

static double area_of(const double jacobian[3][3], int a, int b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double part = jacobian[j][a] * jacobian[k][b] - jacobian[k][a] * jacobian[j][b];
        sum += part * part;
    }
    return sqrt(sum);
}

static void find_nodes(eg_sem_builder *builder, face *f)
{
    eg_sem *sem = builder->sem;
    int n = sem->side, across = f->side / 2, first = across == 0 ? 1 : 0,
        second = across == 2 ? 1 : 2;
    const int stride[3] = {1, n, n * n};
    eg_hex_grid_fill(builder->grid, f->element, builder->x, builder->jacobian);
    eg_hex_element_nodes(sem->mesh, sem->nodes, f->element, builder->node);
    f->count = 0;
    for (int b = 0; b < n; b++)
        for (int a = 0; a < n; a++) {
            int at =
                (f->side % 2) * (n - 1) * stride[across] + a * stride[first] + b * stride[second];
            int i = f->count++;
            f->local[i] = at;
            f->node[i] = builder->node[at];
            for (int d = 0; d < 3; d++)
                f->x[i][d] = builder->x[at][d];
            f->area[i] = builder->weight[a] * builder->weight[b] *
                         area_of((const double(*)[3])builder->jacobian[at], first, second);
        }
}

static void give_values(eg_sem *sem, const face *f)
{
    for (int i = 0; i < f->count; i++)
        if (!sem->given[f->node[i]]) {
            sem->given[f->node[i]] = 1;
            sem->given_value[f->node[i]] = f->value[i];
        }
}

static eg_status add_fluxes(eg_sem_builder *builder, const eg_sem_boundary *boundary, face *f)
{
    eg_sem *sem = builder->sem;
    const double(*x)[3] = (const double(*)[3])f->x;
    for (int i = 0; i < f->count; i++)
        builder->right[f->node[i]] += f->value[i] * f->area[i];
    if (boundary->condition != EG_SEM_ROBIN)
        return EG_OK;
    EG_TRY(eg_sem_evaluate(sem, &boundary->factor, 1, f->element, f->count, x, f->factor));
    for (int i = 0; i < f->count; i++) {
        if (f->factor[i] < 0)
            return eg_fail(sem->context, EG_INPUT,
                           "%s: the factor of a Robin condition is %g at (%.6g, %.6g, %.6g); it "
                           "may not be negative",
                           sem->mesh->origin, f->factor[i], x[i][0], x[i][1], x[i][2]);
        sem->factor[f->node[i]] += f->factor[i] * f->area[i];
    }
    return EG_OK;
}

static eg_status visit_face(eg_sem_builder *builder, const eg_sem_boundary *boundary,
                            int64_t number, face *f)
{
    eg_sem *sem = builder->sem;
    f->element = sem->mesh->face_element[number][0];
    f->side = sem->mesh->face_side[number][0];
    find_nodes(builder, f);
    EG_TRY(eg_sem_evaluate(sem, &boundary->value, 1, f->element, f->count, (const double(*)[3])f->x,
                           f->value));
    if (boundary->condition != EG_SEM_DIRICHLET)
        return add_fluxes(builder, boundary, f);
    give_values(sem, f);
    return EG_OK;
}

static eg_status visit_faces(eg_sem_builder *builder, face *f)
{
    const eg_hexes *mesh = builder->sem->mesh;
    for (int b = 0; b < mesh->boundaries; b++)
        for (int64_t i = 0; i < mesh->faces; i++)
            if (mesh->face_boundary[i] == b)
                EG_TRY(visit_face(builder, &builder->options->boundary[b], i, f));
    return EG_OK;
}

eg_status eg_sem_build_boundary(eg_sem_builder *builder)
{
    eg_sem *sem = builder->sem;
    eg_context *context = sem->context;
    const eg_sem_boundary *boundary = builder->options->boundary;
    bool robin = false;
    for (int b = 0; b < sem->mesh->boundaries; b++)
        robin = robin || boundary[b].condition == EG_SEM_ROBIN;
    if (robin)
        EG_TRY(eg_alloc(context, sem->nodes->nodes, sizeof(double), &sem->factor));
    face *f;
    EG_TRY(eg_alloc(context, 1, sizeof *f, &f));
    eg_status status = visit_faces(builder, f);
    eg_free(context, &f);
    for (int64_t i = 0; i < sem->nodes->nodes; i++)
        if (sem->given[i]) {
            builder->right[i] = 0;
            if (robin)
                sem->factor[i] = 0;
        }
    return status;
}
