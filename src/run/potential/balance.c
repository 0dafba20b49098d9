/* Integrals of the present solution: what comes in by sources and through boundaries, and what becomes of it. */
#include "run/potential/potential.h"

#include <math.h>

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };

/* Columns of a row: an integral, and that of the magnitude. */
enum { NET, SIZE, USED = 2 };

static void add(eg_sum *sums, double term)
{
    eg_sum_add(&sums[NET], term);
    eg_sum_add(&sums[SIZE], fabs(term));
}

/* ---- over the domain */

static eg_status add_elements(eg_potential *p, eg_rows *rows)
{
    eg_sem_walk *walk = p->walk;
    double s[VOLUME], c[VOLUME];
    for (int64_t e = eg_hexes_own_first(p->mesh); e < eg_hexes_own_end(p->mesh); e++) {
        const double(*x)[3] = (const double(*)[3])walk->x;
        eg_sum *row;
        EG_TRY(eg_rows_add(p, rows, &row));
        eg_sem_walk_element(walk, e);
        EG_TRY(eg_coefficient_fill(&p->source, e, walk->volume, x, s));
        EG_TRY(eg_coefficient_fill(&p->reaction, e, walk->volume, x, c));
        for (int i = 0; i < walk->volume; i++) {
            add(row, walk->weight[i] * s[i]);
            if (!p->heat)
                add(&row[USED], walk->weight[i] * (c[i] * p->u[walk->node[i]]));
        }
    }
    return EG_OK;
}

static eg_status sum_elements(eg_potential *p, double totals[4])
{
    eg_rows rows = {.columns = 4};
    eg_status status = add_elements(p, &rows);
    status = eg_potential_sum_rows(p, &rows, 0, rows.count, totals, status);
    eg_free(p->run->context, &rows.row);
    return status;
}

/* What is stored a second, by the scheme of the last step. */
static void storage_terms(const eg_potential *p, int64_t i, const void *with, double *terms)
{
    const eg_heat_weights *w = with;
    terms[NET] =
        p->capacity[i] * (w->now * p->u[i] - w->before * p->before[i] - w->earlier * p->earlier[i]);
    terms[SIZE] = fabs(terms[NET]);
}

static void energy_terms(const eg_potential *p, int64_t i, const void *with, double *terms)
{
    (void)with;
    terms[0] = p->capacity[i] * p->u[i];
}

/* ---- through boundaries */

/* n . kappa grad u at a node of the face. */
static double normal_flux(const eg_potential *p, int i, const double *kappa)
{
    int count = p->kappa.components;
    const double *k = &kappa[i * count], *n = p->face->normal[i];
    const int full[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    double gradient[3], flux = 0;
    eg_sem_walk_gradient(p->walk, p->u, p->face->local[i], gradient);
    for (int d = 0; d < 3; d++) {
        double row = count == 1 ? k[0] * gradient[d] : count == 3 ? k[d] * gradient[d] : 0;
        for (int e = 0; e < 3 && count == 6; e++)
            row += k[full[d][e]] * gradient[e];
        flux += n[d] * row;
    }
    return flux;
}

/* What enters: as the condition has it; where a value is given from the solution's gradient. */
static eg_status add_face(eg_potential *p, const eg_condition *condition, int64_t number,
                          eg_sum *sums)
{
    eg_sem_face *face = p->face;
    const double(*x)[3] = (const double(*)[3])face->x;
    double value[EG_SEM_FACE_NODES], factor[EG_SEM_FACE_NODES], kappa[6 * EG_SEM_FACE_NODES];
    eg_sem_walk_face(p->walk, number, face);
    EG_TRY(eg_coefficient_fill(&condition->value, face->element, face->count, x, value));
    EG_TRY(eg_coefficient_fill(&condition->factor, face->element, face->count, x, factor));
    EG_TRY(eg_coefficient_fill(&p->kappa, face->element, face->count, x, kappa));
    for (int i = 0; i < face->count; i++) {
        double flux = value[i];
        if (condition->kind == EG_SEM_DIRICHLET)
            flux = normal_flux(p, i, kappa);
        else if (condition->kind == EG_SEM_ROBIN)
            flux = value[i] - factor[i] * p->u[face->node[i]];
        add(sums, face->area[i] * flux);
    }
    return EG_OK;
}

static eg_status add_boundary(eg_potential *p, int boundary, eg_rows *rows)
{
    const eg_condition *condition = &p->condition[boundary];
    for (int64_t i = 0; i < p->mesh->faces && !condition->insulated; i++) {
        eg_sum *row;
        if (!eg_potential_has_face(p, boundary, i) ||
            !eg_potential_has_element(p, p->mesh->face_element[i][0]))
            continue;
        EG_TRY(eg_rows_add(p, rows, &row));
        EG_TRY(add_face(p, condition, i, row));
    }
    return EG_OK;
}

static eg_status sum_boundary(eg_potential *p, int boundary, double totals[2])
{
    eg_rows rows = {.columns = 2};
    eg_status status = add_boundary(p, boundary, &rows);
    status = eg_potential_sum_rows(p, &rows, 0, rows.count, totals, status);
    eg_free(p->run->context, &rows.row);
    return status;
}

/* ---- the solution itself */

static void find_place(eg_potential *p, int64_t node)
{
    for (int64_t e = 0; e < p->mesh->elements; e++) {
        eg_sem_walk_element(p->walk, e);
        for (int i = 0; i < p->walk->volume; i++)
            if (p->walk->node[i] == node) {
                for (int d = 0; d < 3; d++)
                    p->balance.place_of_most[d] = p->walk->x[i][d];
                return;
            }
    }
}

/* The first of the largest own values of `sign` u, or the first that is no number; -1: there are none. */
static int64_t find_largest(const eg_potential *p, double sign)
{
    int64_t found = -1;
    for (int64_t i = 0; i < p->nodes->own; i++) {
        double largest = found < 0 ? -INFINITY : sign * p->u[found];
        if (found < 0 || (!isnan(largest) && !(sign * p->u[i] <= largest)))
            found = i;
    }
    return found;
}

/* The rank that has the largest of all ranks'. */
static int rank_of_largest(const eg_potential *p, double sign, int64_t found)
{
    return eg_comm_first_largest(p->run->comm, found < 0 ? -INFINITY : sign * p->u[found]);
}

static void find_extremes(eg_potential *p)
{
    const eg_comm *comm = p->run->comm;
    eg_potential_balance *b = &p->balance;
    int64_t least = find_largest(p, -1), most = find_largest(p, 1);
    int of_least = rank_of_largest(p, -1, least), of_most = rank_of_largest(p, 1, most);
    if (of_least == eg_comm_rank(comm))
        b->least = p->u[least];
    if (of_most == eg_comm_rank(comm)) {
        b->most = p->u[most];
        find_place(p, most);
    }
    eg_comm_broadcast(comm, of_least, &b->least, sizeof b->least);
    eg_comm_broadcast(comm, of_most, &b->most, sizeof b->most);
    eg_comm_broadcast(comm, of_most, b->place_of_most, sizeof b->place_of_most);
}

/* Volume, integrals of u and u^2. */
static void mean_terms(const eg_potential *p, int64_t i, const void *with, double *terms)
{
    const double *mass = eg_sem_mass(p->sem);
    (void)with;
    terms[0] = mass[i];
    terms[1] = mass[i] * p->u[i];
    terms[2] = mass[i] * (p->u[i] * p->u[i]);
}

static eg_status find_means(eg_potential *p)
{
    double totals[3];
    EG_TRY(eg_potential_sum_nodes(p, mean_terms, NULL, 3, totals));
    p->balance.mean = totals[1] / totals[0];
    p->balance.norm = sqrt(totals[2]);
    return EG_OK;
}

/* Sources, and what becomes of them. */
static eg_status find_sources(eg_potential *p, double *size)
{
    eg_potential_balance *balance = &p->balance;
    bool at_rest = p->heat && p->run->moment.steps == 0; /* nothing is stored yet */
    double totals[4], *used = &totals[USED];
    EG_TRY(sum_elements(p, totals));
    if (p->heat && !at_rest)
        EG_TRY(eg_potential_sum_nodes(p, storage_terms, &p->weight, 2, used));
    if (p->heat)
        EG_TRY(eg_potential_sum_nodes(p, energy_terms, NULL, 1, &balance->energy));
    balance->source = totals[NET];
    balance->used = at_rest ? NAN : used[NET];
    *size = totals[SIZE] + used[SIZE];
    return EG_OK;
}

eg_status eg_potential_find_balance(eg_potential *p)
{
    eg_potential_balance *balance = &p->balance;
    double size;
    EG_TRY(find_sources(p, &size));
    double left = balance->source - balance->used;
    for (int b = 0; b < p->mesh->boundaries; b++) {
        double flux[2];
        EG_TRY(sum_boundary(p, b, flux));
        balance->flux[b] = flux[NET];
        left += flux[NET];
        size += flux[SIZE];
    }
    balance->error = size > 0 ? fabs(left) / size : 0;
    find_extremes(p);
    return find_means(p);
}
