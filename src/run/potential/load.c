/* Right-hand sides on the host: sources and fluxes of a moment, given values, capacities; in the order of elements and
 * faces. */
#include "run/potential/potential.h"

#include <math.h>
#include <string.h>

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };

void eg_potential_set_time(eg_potential *p, double time)
{
    p->source.time = time;
    for (int b = 0; b < p->mesh->boundaries; b++)
        p->condition[b].value.time = p->condition[b].factor.time = time;
}

/* load += integral of the coefficient over an element; onto *sum, unless NULL, too. */
static eg_status add_element(eg_potential *p, const eg_coefficient *coefficient, int64_t e,
                             double *load, eg_sum *sum)
{
    eg_sem_walk *walk = p->walk;
    double values[VOLUME];
    eg_sem_walk_element(walk, e);
    EG_TRY(eg_coefficient_fill(coefficient, e, walk->volume, (const double(*)[3])walk->x, values));
    for (int i = 0; i < walk->volume; i++) {
        double term = values[i] * walk->weight[i];
        load[walk->node[i]] += term;
        if (sum)
            eg_sum_add(sum, term);
    }
    return EG_OK;
}

/* load += integral of the coefficient, without `moving` of what does not change with time; a row for each own element. */
static eg_status add_elements(eg_potential *p, const eg_coefficient *coefficient, bool moving,
                              double *load, eg_rows *rows)
{
    for (int64_t e = 0; e < p->mesh->elements; e++) {
        eg_sum *row = NULL;
        if (eg_hexes_ring(p->mesh, e) > 0 ||
            (!moving && eg_coefficient_moves_in(coefficient, p->mesh->region[e])))
            continue;
        if (eg_potential_has_element(p, e))
            EG_TRY(eg_rows_add(p, rows, &row));
        EG_TRY(add_element(p, coefficient, e, load, row));
    }
    return EG_OK;
}

/* The same; *total its integral over the domain. Collective; all agree on the status. */
static eg_status add_integral(eg_potential *p, const eg_coefficient *coefficient, bool moving,
                              double *load, double *total)
{
    eg_rows rows = {.columns = 1};
    eg_status status = add_elements(p, coefficient, moving, load, &rows);
    status = eg_potential_sum_rows(p, &rows, 0, rows.count, total, status);
    eg_free(p->run->context, &rows.row);
    return status;
}

/* One face: a flux goes to the load, a value to the nodes that have none yet. */
static eg_status add_face(eg_potential *p, int boundary, int64_t number, bool moving, double *load,
                          double *given, eg_rows *rows)
{
    const eg_condition *condition = &p->condition[boundary];
    eg_sem_face *face = p->face;
    eg_sum *row = NULL;
    double values[EG_SEM_FACE_NODES] = {0};
    eg_sem_walk_face(p->walk, number, face);
    if (eg_potential_has_element(p, face->element))
        EG_TRY(eg_rows_add(p, rows, &row));
    if (moving || !eg_coefficient_moves(&condition->value))
        EG_TRY(eg_coefficient_fill(&condition->value, face->element, face->count,
                                   (const double(*)[3])face->x, values));
    for (int i = 0; i < face->count; i++) {
        if (condition->kind == EG_SEM_DIRICHLET) {
            if (isnan(given[face->node[i]]))
                given[face->node[i]] = values[i];
            continue;
        }
        load[face->node[i]] += values[i] * face->area[i];
        if (row)
            eg_sum_add(row, values[i] * face->area[i]);
    }
    return EG_OK;
}

/* All faces of a boundary; *flux += what comes in. Collective; all agree on the status. */
static eg_status add_boundary(eg_potential *p, int boundary, bool moving, double *load,
                              double *given, eg_sum *flux)
{
    eg_rows rows = {.columns = 1};
    eg_status status = EG_OK;
    double total = 0;
    for (int64_t i = 0; i < p->mesh->faces && status == EG_OK; i++)
        if (eg_potential_has_face(p, boundary, i))
            status = add_face(p, boundary, i, moving, load, given, &rows);
    status = eg_potential_sum_rows(p, &rows, 0, rows.count, &total, status);
    eg_sum_add(flux, total);
    eg_free(p->run->context, &rows.row);
    return status;
}

eg_status eg_potential_fill_load(eg_potential *p, double *load, double *given, bool moving)
{
    int64_t nodes = p->nodes->nodes;
    eg_sum flux = {0};
    memset(load, 0, (size_t)nodes * sizeof *load);
    for (int64_t i = 0; i < nodes; i++)
        given[i] = NAN; /* not given */
    p->load_source = 0;
    if (!eg_coefficient_is_zero(&p->source))
        EG_TRY(add_integral(p, &p->source, moving, load, &p->load_source));
    for (int b = 0; b < p->mesh->boundaries; b++)
        if (!p->condition[b].insulated)
            EG_TRY(add_boundary(p, b, moving, load, given, &flux));
    p->load_flux = eg_sum_value(&flux);
    for (int64_t i = 0; i < nodes; i++) {
        if (isnan(given[i]))
            given[i] = 0;
        else
            load[i] = 0;
    }
    return EG_OK;
}

eg_status eg_potential_fill_capacity(eg_potential *p)
{
    eg_coefficient capacity = p->reaction;
    double total;
    capacity.scale = 1;
    memset(p->capacity, 0, (size_t)p->nodes->nodes * sizeof *p->capacity);
    return add_integral(p, &capacity, true, p->capacity, &total);
}

static eg_status fill_elements(eg_potential *p, const eg_coefficient *coefficient, double *f)
{
    eg_sem_walk *walk = p->walk;
    double values[VOLUME];
    for (int64_t e = 0; e < p->mesh->elements; e++) {
        if (eg_hexes_ring(p->mesh, e) > 0)
            continue;
        eg_sem_walk_element(walk, e);
        EG_TRY(
            eg_coefficient_fill(coefficient, e, walk->volume, (const double(*)[3])walk->x, values));
        for (int i = 0; i < walk->volume; i++)
            f[walk->node[i]] = values[i];
    }
    return EG_OK;
}

eg_status eg_potential_fill_nodes(eg_potential *p, const eg_coefficient *coefficient, double *f)
{
    return eg_potential_share(p, f, fill_elements(p, coefficient, f));
}
