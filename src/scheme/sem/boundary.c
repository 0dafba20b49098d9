/* Conditions at the boundary: given values, fluxes into the right-hand side, factors onto the diagonal. */
#include "scheme/sem/internal.h"
#include "scheme/sem/walk.h"

/* A face, and what the case gives there. */
typedef struct face {
    eg_sem_face nodes;
    double value[EG_SEM_FACE_NODES], factor[EG_SEM_FACE_NODES];
} face;

static void give_values(eg_sem *sem, const face *f)
{
    for (int i = 0; i < f->nodes.count; i++)
        if (!sem->given[f->nodes.node[i]]) {
            sem->given[f->nodes.node[i]] = 1;
            sem->given_value[f->nodes.node[i]] = f->value[i];
        }
}

static eg_status add_fluxes(eg_sem_builder *builder, const eg_sem_boundary *boundary, face *f)
{
    eg_sem *sem = builder->sem;
    const double(*x)[3] = (const double(*)[3])f->nodes.x;
    for (int i = 0; i < f->nodes.count; i++)
        builder->right[f->nodes.node[i]] += f->value[i] * f->nodes.area[i];
    if (boundary->condition != EG_SEM_ROBIN)
        return EG_OK;
    EG_TRY(
        eg_sem_evaluate(sem, &boundary->factor, 1, f->nodes.element, f->nodes.count, x, f->factor));
    for (int i = 0; i < f->nodes.count; i++) {
        if (f->factor[i] < 0)
            return eg_fail(sem->context, EG_INPUT,
                           "%s: the factor of a Robin condition is %g at (%.6g, %.6g, %.6g); it "
                           "may not be negative",
                           sem->mesh->origin, f->factor[i], x[i][0], x[i][1], x[i][2]);
        sem->factor[f->nodes.node[i]] += f->factor[i] * f->nodes.area[i];
    }
    return EG_OK;
}

static eg_status visit_face(eg_sem_builder *builder, const eg_sem_boundary *boundary,
                            eg_sem_walk *walk, int64_t number, face *f)
{
    eg_sem *sem = builder->sem;
    eg_sem_walk_face(walk, number, &f->nodes);
    EG_TRY(eg_sem_evaluate(sem, &boundary->value, 1, f->nodes.element, f->nodes.count,
                           (const double(*)[3])f->nodes.x, f->value));
    if (boundary->condition != EG_SEM_DIRICHLET)
        return add_fluxes(builder, boundary, f);
    give_values(sem, f);
    return EG_OK;
}

static eg_status visit_faces(eg_sem_builder *builder, eg_sem_walk *walk, face *f)
{
    const eg_hexes *mesh = builder->sem->mesh;
    for (int b = 0; b < mesh->boundaries; b++)
        for (int64_t i = 0; i < mesh->faces; i++)
            if (mesh->face_boundary[i] == b && eg_hexes_ring(mesh, mesh->face_element[i][0]) == 0)
                EG_TRY(visit_face(builder, &builder->options->boundary[b], walk, i, f));
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
    eg_sem_walk *walk = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *f, &f));
    eg_status status = eg_sem_walk_create(sem->mesh, sem->nodes, &walk);
    if (status == EG_OK)
        status = visit_faces(builder, walk, f);
    eg_sem_walk_destroy(&walk);
    eg_free(context, &f);
    EG_LOOP(context, sem->nodes->nodes)
    for (int64_t i = 0; i < sem->nodes->nodes; i++)
        if (sem->given[i]) {
            builder->right[i] = 0;
            if (robin)
                sem->factor[i] = 0;
        }
    return status;
}
