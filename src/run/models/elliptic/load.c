/* Right-hand sides on the host: sources and fluxes of a moment, given values, capacities; in the order of
 * elements and faces. */
#include "run/models/elliptic/elliptic.h"
#include "scheme/sem/host/deferred_sums.h"

#include <math.h>
#include <string.h>

enum { NET, SIZE, TOTALS }; /* of an integral: itself, and that of the magnitude */

void eg_elliptic_set_time(eg_elliptic *p, double time)
{
    p->kappa.time = p->reaction.time = p->source.time = time;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        p->condition[b].value.time = p->condition[b].factor.time = time;
}

/* ---- over elements */

/* The integral of a coefficient, or its values, over a list of elements. */
typedef struct integral {
    eg_elliptic *p;
    const eg_coefficient *coefficient;
    int32_t *element; /* [count] ascending */
    int64_t count;
    double *at;    /* [nodes] the values, or what they are added to */
    eg_rows *rows; /* of the elements, zeros where another rank owns one; NULL: values */
    eg_deferred_sums *deferred;
} integral;

/* The elements with nodes of the rank; without `moving` those where the coefficient does not change with
 * time. */
static eg_status list_load_elements(integral *l, bool moving)
{
    const eg_hexes *mesh = l->p->mesh;
    EG_TRY(eg_alloc(l->p->run->context, mesh->base.held, sizeof *l->element, &l->element));
    for (int64_t e = 0; e < mesh->base.held; e++) {
        if (eg_hexes_ghost_layer(mesh, e) > 0 ||
            (!moving && eg_coefficient_depends_on_time_in(l->coefficient, mesh->base.region[e])))
            continue;
        l->element[l->count++] = (int32_t)e;
    }
    return EG_OK;
}

/* What a node gets: a term, or a value. */
static void put_at_node(const integral *l, int32_t node, double term)
{
    l->at[node] = l->rows ? l->at[node] + term : term;
}

static eg_status put_load_element(const integral *l, int part, int64_t i)
{
    eg_sem_element_geometry *geometry = l->p->geometries->element[part];
    eg_deferred_sums *deferred = &l->deferred[part];
    int64_t e = l->element[i];
    double values[EG_SEM_VOLUME];
    eg_sum sums[TOTALS] = {{0}};
    eg_sem_geometry_weights(geometry, e);
    EG_TRY(eg_coefficient_fill(l->coefficient, e, geometry->volume, (const double(*)[3])geometry->x, values));
    for (int k = 0; k < geometry->volume; k++) {
        double term = l->rows ? values[k] * geometry->weight[k] : values[k];
        if (eg_deferred_sums_has(deferred, geometry->node[k]))
            EG_TRY(eg_deferred_sums_add(deferred, geometry->node[k], &term));
        else
            put_at_node(l, geometry->node[k], term);
        eg_sum_add(&sums[NET], term);
        eg_sum_add(&sums[SIZE], fabs(term));
    }
    if (l->rows && eg_elliptic_has_element(l->p, e))
        memcpy(&l->rows->row[i * TOTALS], sums, sizeof sums);
    return EG_OK;
}

static eg_status put_load_part(void *with, int part, int64_t from, int64_t to)
{
    const integral *l = with;
    if (from < to)
        eg_deferred_sums_begin(&l->deferred[part], part, l->element[from]);
    for (int64_t i = from; i < to; i++)
        EG_TRY(put_load_element(l, part, i));
    return EG_OK;
}

static eg_status put_elements(integral *l, bool moving)
{
    EG_TRY(list_load_elements(l, moving));
    int parts = eg_sem_geometries_parts(l->p->geometries, l->count);
    if (l->rows)
        EG_TRY(eg_rows_make(l->p, l->rows, l->count));
    eg_status status = eg_deferred_sums_create(l->p->nodes, parts, 1, &l->deferred);
    if (status == EG_OK)
        status = eg_elliptic_in_parts(l->p, l->count, put_load_part, l);
    for (int p = 0; p < parts && status == EG_OK; p++)
        for (int64_t i = 0; i < l->deferred[p].count; i++)
            put_at_node(l, l->deferred[p].key[i], l->deferred[p].value[i]);
    eg_deferred_sums_destroy(l->p->nodes, parts, &l->deferred);
    return status;
}

/* load += integral of the coefficient, without `moving` of what does not change with time; totals its
 * integral over the domain, and that of its magnitude. Collective; all agree on the status. */
static eg_status add_integral(eg_elliptic *p, const eg_coefficient *coefficient, bool moving, double *load,
                              double totals[TOTALS])
{
    eg_rows rows = {.columns = TOTALS};
    integral l = {.p = p, .coefficient = coefficient, .at = load, .rows = &rows};
    eg_status status = put_elements(&l, moving);
    EG_FREE(&l.element);
    return eg_elliptic_sum_rows(p, &rows, totals, status);
}

/* ---- over faces */

/* What the faces of a boundary give to their nodes. */
typedef struct boundary_terms {
    eg_elliptic *p;
    const eg_condition *condition;
    bool moving;
    int32_t *face; /* [count] */
    int64_t count;
    int32_t *node; /* [count][nodes of a face] */
    double *term;  /* [count][nodes of a face] fluxes, or values */
    eg_rows rows;  /* zeros where another rank owns the element */
} boundary_terms;

/* What one face gives: a flux to the load, or a value to the nodes that have none yet. */
static eg_status find_face_terms(const boundary_terms *t, int part, int64_t i)
{
    const eg_condition *condition = t->condition;
    eg_sem_face_geometry *face = &t->p->geometries->face[part];
    double values[EG_SEM_FACE_NODES] = {0};
    eg_sem_geometry_at_face(t->p->geometries->element[part], t->face[i], face);
    if (t->moving || !eg_coefficient_depends_on_time(&condition->value))
        EG_TRY(eg_coefficient_fill(&condition->value, face->element, face->count, (const double(*)[3])face->x,
                                   values));
    for (int k = 0; k < face->count; k++) {
        bool given = condition->kind == EG_SEM_DIRICHLET;
        double term = given ? values[k] : values[k] * face->area[k];
        t->node[i * face->count + k] = face->node[k];
        t->term[i * face->count + k] = term;
        if (!given && eg_elliptic_has_element(t->p, face->element))
            eg_sum_add(&t->rows.row[i], term);
    }
    return EG_OK;
}

static eg_status find_terms_of_faces(void *with, int part, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++)
        EG_TRY(find_face_terms(with, part, i));
    return EG_OK;
}

static eg_status find_boundary_terms(boundary_terms *t, int boundary)
{
    eg_elliptic *p = t->p;
    int64_t of_face = p->geometry->side * p->geometry->side;
    EG_TRY(eg_hexes_list_faces(p->mesh, boundary, false, &t->face, &t->count));
    EG_TRY(EG_ALLOC(p->run->context, EG_BLOCK(t->count * of_face, t->node),
                    EG_BLOCK(t->count * of_face, t->term)));
    EG_TRY(eg_rows_make(p, &t->rows, t->count));
    return eg_elliptic_in_parts(p, t->count, find_terms_of_faces, t);
}

static void free_terms(boundary_terms *t)
{
    EG_FREE(&t->face, &t->node, &t->term, &t->rows.row);
}

/* All faces of a boundary; *flux += what comes in. Collective; all agree on the status. */
static eg_status add_boundary(eg_elliptic *p, int boundary, bool moving, double *load, double *given,
                              eg_sum *flux)
{
    EG_ENDS_WITH(free_terms)
    boundary_terms t = {.p = p, .condition = &p->condition[boundary], .moving = moving, .rows.columns = 1};
    double total = 0;
    eg_status status = find_boundary_terms(&t, boundary);
    int64_t count = t.count * p->geometry->side * p->geometry->side;
    for (int64_t i = 0; status == EG_OK && i < count; i++) { /* face after face */
        if (t.condition->kind != EG_SEM_DIRICHLET)
            load[t.node[i]] += t.term[i];
        else if (isnan(given[t.node[i]]))
            given[t.node[i]] = t.term[i];
    }
    EG_TRY(eg_elliptic_sum_rows(p, &t.rows, &total, status));
    eg_sum_add(flux, total);
    return EG_OK;
}

static eg_status check_element(const eg_elliptic *p, int part, int64_t element, const void *with, eg_sum *row)
{
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    double values[EG_SEM_VOLUME * 6];
    (void)row;
    eg_sem_geometry_weights(geometry, element);
    return eg_coefficient_fill(with, element, geometry->volume, (const double(*)[3])geometry->x, values);
}

static eg_status check_material(eg_elliptic *p, const eg_coefficient *coefficient)
{
    double nothing;
    return eg_coefficient_depends_on_time(coefficient)
               ? eg_elliptic_sum_items(p, EG_ELLIPTIC_ELEMENTS, check_element, coefficient, 1, &nothing)
               : EG_OK;
}

eg_status eg_elliptic_check_matrix(eg_elliptic *p)
{
    eg_status status = EG_OK;
    EG_TRY(check_material(p, &p->kappa));
    EG_TRY(check_material(p, &p->reaction));
    for (int b = 0; b < p->mesh->base.boundaries.count && status == EG_OK; b++) {
        EG_ENDS_WITH(free_terms)
        boundary_terms t = {.p = p, .condition = &p->condition[b], .moving = true, .rows.columns = 1};
        if (eg_coefficient_depends_on_time(&t.condition->factor))
            status = find_boundary_terms(&t, b);
    }
    return eg_run_agree(p->run, status);
}

/* ---- all of it */

eg_status eg_elliptic_fill_load(eg_elliptic *p, double *load, double *given, bool moving)
{
    int64_t nodes = p->nodes->nodes;
    eg_sum flux = {0};
    EG_LOOP(p->run->context, nodes)
    for (int64_t i = 0; i < nodes; i++) {
        load[i] = 0;
        given[i] = NAN; /* not given */
    }
    double totals[TOTALS] = {0};
    if (!eg_coefficient_is_zero(&p->source))
        EG_TRY(add_integral(p, &p->source, moving, load, totals));
    p->load_source = totals[NET];
    p->load_source_size = totals[SIZE];
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (!p->condition[b].insulated)
            EG_TRY(add_boundary(p, b, moving, load, given, &flux));
    p->load_flux = eg_sum_value(&flux);
    EG_LOOP(p->run->context, nodes)
    for (int64_t i = 0; i < nodes; i++) {
        if (isnan(given[i]))
            given[i] = 0;
        else
            load[i] = 0;
    }
    return EG_OK;
}

eg_status eg_elliptic_fill_capacity(eg_elliptic *p)
{
    eg_coefficient capacity = p->reaction;
    double totals[TOTALS];
    capacity.scale = 1;
    memset(p->capacity, 0, (size_t)p->nodes->nodes * sizeof *p->capacity);
    return add_integral(p, &capacity, true, p->capacity, totals);
}

eg_status eg_elliptic_fill_nodes(eg_elliptic *p, const eg_coefficient *coefficient, double *f)
{
    integral l = {.p = p, .coefficient = coefficient, .at = f};
    eg_status status = put_elements(&l, true);
    EG_FREE(&l.element);
    return eg_elliptic_fill_ghosts(p, f, status);
}
