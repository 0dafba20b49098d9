/* Conditions at the boundary: given values, fluxes into the right-hand side, factors onto the diagonal. */
#include "scheme/sem/internal.h"
#include "scheme/sem/host/element_geometry.h"

#include <string.h>

/* What faces of a boundary give to their nodes: found on all threads, added face after face. */
typedef struct terms {
    eg_sem *sem;
    const eg_sem_boundary *boundary;
    eg_sem_geometries *geometries;
    int32_t *face; /* [count] */
    int64_t count;
    int32_t *node;          /* [count][nodes of a face] */
    double *value, *factor; /* [count][nodes of a face] values, or with areas fluxes and factors */
} terms;

static eg_status find_factor(const terms *t, const eg_sem_face_geometry *face, double *factor)
{
    const double(*x)[3] = (const double(*)[3])face->x;
    char place[EG_POINT_ROOM];
    EG_TRY(eg_sem_evaluate(t->sem, &t->boundary->factor, 1, face->element, face->count, x, factor));
    for (int i = 0; i < face->count; i++) {
        if (factor[i] < 0)
            return eg_fail(t->sem->context, EG_INPUT,
                           "%s: the factor of a Robin condition is %g at %s; it may not be negative",
                           t->sem->mesh->base.origin, factor[i], eg_format_point(3, x[i], place));
        factor[i] *= face->area[i];
    }
    return EG_OK;
}

static eg_status find_face_terms(const terms *t, int part, int64_t i)
{
    eg_sem_face_geometry *face = &t->geometries->face[part];
    eg_sem_geometry_at_face(t->geometries->element[part], t->face[i], face);
    int64_t at = i * face->count;
    EG_TRY(eg_sem_evaluate(t->sem, &t->boundary->value, 1, face->element, face->count,
                           (const double(*)[3])face->x, &t->value[at]));
    memcpy(&t->node[at], face->node, (size_t)face->count * sizeof *t->node);
    for (int k = 0; k < face->count && t->boundary->condition != EG_SEM_DIRICHLET; k++)
        t->value[at + k] *= face->area[k];
    return t->boundary->condition == EG_SEM_ROBIN ? find_factor(t, face, &t->factor[at]) : EG_OK;
}

static eg_status find_terms_part(void *with, int part, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++)
        EG_TRY(find_face_terms(with, part, i));
    return EG_OK;
}

static void give_value(eg_sem *sem, int32_t node, double value)
{
    if (sem->given_value && !sem->given[node])
        sem->given_value[node] = value;
    sem->given[node] = 1;
}

static void add_boundary_terms(const terms *t, double *rhs)
{
    eg_sem *sem = t->sem;
    for (int64_t i = 0; i < t->count * sem->side * sem->side; i++) {
        if (t->boundary->condition == EG_SEM_DIRICHLET) {
            give_value(sem, t->node[i], t->value[i]);
            continue;
        }
        if (rhs)
            rhs[t->node[i]] += t->value[i];
        if (t->boundary->condition == EG_SEM_ROBIN)
            sem->factor[t->node[i]] += t->factor[i];
    }
}

static eg_status list_boundary_faces(terms *t, eg_scope *scope, int boundary)
{
    int64_t of_face = t->sem->side * t->sem->side;
    EG_TRY(eg_hexes_list_faces(t->sem->mesh, boundary, false, &t->face, &t->count));
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(t->count * of_face, t->node),
                          EG_BLOCK(t->count * of_face, t->value), EG_BLOCK(t->count * of_face, t->factor));
}

static eg_status visit_boundary(eg_sem_builder *builder, eg_sem_geometries *geometries, int boundary)
{
    eg_context *context = builder->sem->context;
    terms t = {
        .sem = builder->sem, .boundary = &builder->options->boundary[boundary], .geometries = geometries};
    EG_OWNER(owner, context);
    EG_SCOPE(scope, context);
    EG_TRY(eg_owner_add(&owner, EG_OWNED_ARRAY, &t.face));
    EG_TRY(list_boundary_faces(&t, &scope, boundary));
    EG_TRY(eg_in_parts(context, eg_sem_geometries_parts(geometries, t.count), t.count, find_terms_part, &t));
    add_boundary_terms(&t, builder->rhs);
    return EG_OK;
}

eg_status eg_sem_build_boundary(eg_sem_builder *builder)
{
    eg_sem *sem = builder->sem;
    eg_context *context = sem->context;
    const eg_sem_boundary *boundary = builder->options->boundary;
    bool robin = false;
    for (int b = 0; b < sem->mesh->base.boundaries.count; b++)
        robin = robin || boundary[b].condition == EG_SEM_ROBIN;
    if (robin)
        EG_TRY(eg_owner_alloc(&sem->owned, sem->nodes->nodes, sizeof(double), &sem->factor));
    eg_sem_geometries *geometries;
    eg_status status = eg_sem_geometries_create(sem->mesh, sem->nodes, &geometries);
    for (int b = 0; b < sem->mesh->base.boundaries.count && status == EG_OK; b++)
        status = visit_boundary(builder, geometries, b);
    eg_sem_geometries_destroy(&geometries);
    double *at_given[2] = {builder->rhs, sem->factor};
    for (int v = 0; v < 2; v++) {
        int64_t nodes = at_given[v] ? sem->nodes->nodes : 0;
        EG_LOOP(context, nodes)
        for (int64_t i = 0; i < nodes; i++)
            if (sem->given[i])
                at_given[v][i] = 0;
    }
    return status;
}
