/* Right-hand sides on the host: sources and fluxes of a moment, given values, capacities; in the order of
 * elements and faces. */
#include "run/models/elliptic/elliptic.h"

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

/* A coefficient where it does not change with time, and 0 elsewhere. */
typedef struct still {
    eg_sem_function function; /* first */
    const eg_coefficient *of;
} still;

static eg_status evaluate_still(const eg_sem_function *self, int64_t element, int count, const double (*x)[3],
                                double *values)
{
    const eg_coefficient *of = ((const still *)self)->of;
    int region = eg_hexes_of(of->run->mesh)->base.region[element];
    if (!eg_coefficient_depends_on_time_in(of, region))
        return eg_coefficient_fill(of, element, count, x, values);
    memset(values, 0, (size_t)count * sizeof *values);
    return EG_OK;
}

/* load = integral of the coefficient, without `moving` of what does not change with time; totals its
 * integral over the domain, and that of its magnitude. Collective; all agree on the status. */
static eg_status integrate(eg_elliptic *p, const eg_coefficient *coefficient, bool moving, double *load,
                           double totals[TOTALS])
{
    const still rest = {.function = {.evaluate = evaluate_still}, .of = coefficient};
    eg_sem_field field = eg_coefficient_field(coefficient);
    eg_rows rows = {.columns = TOTALS};
    int64_t held = p->mesh->base.held;
    if (!moving && field.function)
        field.function = &rest.function;
    eg_status status = eg_rows_make(p, &rows, held);
    if (status == EG_OK)
        status = eg_sem_integrate(p->sem, &field, load, (eg_sum(*)[TOTALS])rows.row);
    for (int64_t e = 0; e < held && status == EG_OK; e++)
        if (!eg_elliptic_has_element(p, e))
            memset(&rows.row[e * TOTALS], 0, TOTALS * sizeof *rows.row);
    return eg_elliptic_sum_rows(p, &rows, totals, status);
}

/* The values of a coefficient at nodes: of a node that of the last element that has it. */
typedef struct nodal_values {
    eg_elliptic *p;
    const eg_coefficient *coefficient;
    double *at;    /* [nodes] */
    uint8_t *late; /* [elements] it has nodes of elements before its range, which get their values later */
} nodal_values;

/* Of an element of a range that begins with `first`: at the nodes of earlier elements, or at the others. */
static eg_status put_values(const nodal_values *v, int part, int64_t first, int64_t e, bool late)
{
    eg_sem_element_geometry *geometry = v->p->geometries->element[part];
    double values[EG_SEM_VOLUME];
    eg_sem_geometry_weights(geometry, e);
    EG_TRY(eg_coefficient_fill(v->coefficient, e, geometry->volume, (const double(*)[3])geometry->x, values));
    for (int k = 0; k < geometry->volume; k++) {
        bool of_earlier = !eg_hex_is_first(v->p->nodes, first, geometry->node[k]);
        if (of_earlier == late)
            v->at[geometry->node[k]] = values[k];
        v->late[e] |= of_earlier;
    }
    return EG_OK;
}

static eg_status put_values_of_part(void *with, int part, int64_t from, int64_t to)
{
    const nodal_values *v = with;
    for (int64_t e = from; e < to; e++)
        if (eg_hexes_ghost_layer(v->p->mesh, e) == 0)
            EG_TRY(put_values(v, part, from, e, false));
    return EG_OK;
}

static eg_status put_all_values(nodal_values *v)
{
    int64_t held = v->p->mesh->base.held;
    int parts = eg_sem_geometries_parts(v->p->geometries, held);
    EG_TRY(eg_elliptic_in_parts(v->p, held, put_values_of_part, v));
    for (int part = 0; part < parts; part++) {
        int64_t from = eg_part_begin(parts, held, part), to = eg_part_begin(parts, held, part + 1);
        for (int64_t e = from; e < to; e++)
            if (v->late[e])
                EG_TRY(put_values(v, 0, from, e, true));
    }
    return EG_OK;
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
        EG_TRY(integrate(p, &p->source, moving, load, totals));
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
    return integrate(p, &capacity, true, p->capacity, totals);
}

eg_status eg_elliptic_fill_nodes(eg_elliptic *p, const eg_coefficient *coefficient, double *f)
{
    EG_SCRATCH uint8_t *late = NULL;
    eg_status status = eg_alloc(p->run->context, p->mesh->base.held, sizeof *late, &late);
    nodal_values v = {.p = p, .coefficient = coefficient, .at = f, .late = late};
    if (status == EG_OK)
        status = put_all_values(&v);
    return eg_elliptic_fill_ghosts(p, f, status);
}
