/* Conditions at the boundary: given values, fluxes into the right-hand side, factors onto the diagonal. */
#include "base/parallel.h"
#include "scheme/sem/internal.h"
#include "scheme/sem/host/element_geometry.h"

#include <math.h>
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

static void add_boundary_terms(const terms *t, double *rhs)
{
    eg_sem *sem = t->sem;
    for (int64_t i = 0; i < t->count * sem->side * sem->side; i++) {
        if (t->boundary->condition == EG_SEM_DIRICHLET) {
            if (isnan(sem->given_value[t->node[i]]))
                sem->given_value[t->node[i]] = t->value[i];
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

static eg_status visit_boundary(eg_sem *sem, const eg_sem_boundary *boundary, int number,
                                eg_sem_geometries *geometries, double *rhs)
{
    eg_context *context = sem->context;
    terms t = {.sem = sem, .boundary = &boundary[number], .geometries = geometries};
    EG_OWNER(owner, context);
    EG_SCOPE(scope, context);
    EG_TRY(eg_owner_add(&owner, EG_OWNED_ARRAY, &t.face));
    EG_TRY(list_boundary_faces(&t, &scope, number));
    EG_TRY(eg_in_parts(context, eg_sem_geometries_parts(geometries, t.count), t.count, find_terms_part, &t));
    add_boundary_terms(&t, rhs);
    return EG_OK;
}

/* A given value is not a number until it is found: that of the first face holds. */
/* Several threads may mark a node, all the same. */
static void mark_face(eg_sem *sem, int64_t element, int side)
{
    const double not_yet = NAN;
    int32_t room[SEM_VOLUME];
    int n = sem->side;
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, element, room);
    for (int i = 0; i < n * n; i++) {
        int32_t given = node[eg_sem_node_of_side(side, n, i % n, i / n)];
        __atomic_store_n(&sem->given[given], 1, __ATOMIC_RELAXED);
        if (sem->given_value)
            __atomic_store(&sem->given_value[given], &not_yet, __ATOMIC_RELAXED);
    }
}

void eg_sem_mark_given(eg_sem *sem, const eg_sem_boundary *boundary)
{
    const eg_hexes *mesh = sem->mesh;
    EG_LOOP(sem->context, mesh->faces)
    for (int64_t f = 0; f < mesh->faces; f++) {
        int64_t element = mesh->face_element[f][0];
        int b = mesh->face_boundary[f];
        if (b >= 0 && boundary[b].condition == EG_SEM_DIRICHLET && eg_hexes_ghost_layer(mesh, element) == 0)
            mark_face(sem, element, mesh->face_side[f][0]);
    }
}

bool eg_sem_has_robin(const eg_hexes *mesh, const eg_sem_boundary *boundary)
{
    bool has = false;
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        has = has || boundary[b].condition == EG_SEM_ROBIN;
    return has;
}

/* A matrix alone needs to know of boundaries only what they add to it. */
eg_status eg_sem_build_boundary(eg_sem *sem, const eg_sem_boundary *boundary, double *rhs)
{
    eg_context *context = sem->context;
    bool robin = eg_sem_has_robin(sem->mesh, boundary);
    if (robin)
        EG_TRY(eg_owner_alloc(&sem->owned, sem->nodes->nodes, sizeof(double), &sem->factor));
    if (!robin && !rhs)
        return EG_OK;
    EG_ENDS_WITH(eg_sem_geometries_destroy) eg_sem_geometries *geometries = NULL;
    EG_TRY(eg_sem_geometries_create(sem->mesh, sem->nodes, &geometries));
    for (int b = 0; b < sem->mesh->base.boundaries.count; b++)
        if (rhs || boundary[b].condition == EG_SEM_ROBIN)
            EG_TRY(visit_boundary(sem, boundary, b, geometries, rhs));
    double *at_given[2] = {rhs, sem->factor};
    for (int v = 0; v < 2; v++) {
        int64_t nodes = at_given[v] ? sem->nodes->nodes : 0;
        EG_LOOP(context, nodes)
        for (int64_t i = 0; i < nodes; i++)
            if (sem->given[i])
                at_given[v][i] = 0;
    }
    return EG_OK;
}
