/* Integrals of the present solution: what comes in by sources and through boundaries, and what becomes of
 * it. */
#include "base/search.h"
#include "run/models/elliptic/heat.h"

#include <math.h>

/* Columns of a row: an integral, and that of the magnitude. */
enum { NET, SIZE, USED = 2 };

static void add_to_sums(eg_sum *sums, double term)
{
    eg_sum_add(&sums[NET], term);
    eg_sum_add(&sums[SIZE], fabs(term));
}

/* ---- over the domain */

/* What is not zero, nor known. */
typedef struct integrals {
    bool sources, reacts;
} integrals;

/* The integrals of sources, and where it is wanted of c u. */
static eg_status balance_element(const eg_elliptic *p, int part, int64_t e, const void *with, eg_sum *row)
{
    const integrals *l = with;
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    const double(*x)[3] = (const double(*)[3])geometry->x;
    double values[EG_SEM_VOLUME];
    eg_sem_geometry_weights(geometry, e);
    if (l->sources) {
        EG_TRY(eg_coefficient_fill(&p->source, e, geometry->volume, x, values));
        for (int i = 0; i < geometry->volume; i++)
            add_to_sums(row, geometry->weight[i] * values[i]);
    }
    if (l->reacts) {
        EG_TRY(eg_coefficient_fill(&p->reaction, e, geometry->volume, x, values));
        for (int i = 0; i < geometry->volume; i++)
            add_to_sums(&row[USED], geometry->weight[i] * (values[i] * p->u[geometry->node[i]]));
    }
    return EG_OK;
}

/* Poisson has its sources of the load. */
static eg_status sum_elements(eg_elliptic *p, double totals[4])
{
    const integrals l = {.sources = p->heat && !eg_coefficient_is_zero(&p->source),
                         .reacts = !p->heat && !eg_coefficient_is_zero(&p->reaction)};
    for (int c = 0; c < 4; c++)
        totals[c] = 0;
    if (l.sources || l.reacts)
        EG_TRY(eg_elliptic_sum_items(p, EG_ELLIPTIC_ELEMENTS, balance_element, &l, 4, totals));
    if (!p->heat) {
        totals[NET] = p->load_source;
        totals[SIZE] = p->load_source_size;
    }
    return EG_OK;
}

/* What is stored a second, by the scheme of the last step. */
static void storage_terms(const eg_elliptic *p, int64_t i, const void *with, double *terms)
{
    const eg_heat_weights *w = with;
    terms[NET] = p->capacity[i] * (w->now * p->u[i] - w->before * p->before[i] - w->earlier * p->earlier[i]);
    terms[SIZE] = fabs(terms[NET]);
}

static void energy_terms(const eg_elliptic *p, int64_t i, const void *with, double *terms)
{
    (void)with;
    terms[0] = p->capacity[i] * p->u[i];
}

/* ---- through boundaries */

static eg_status balance_face(const eg_elliptic *p, int part, int64_t number, const void *with, eg_sum *row)
{
    const eg_sem_face_geometry *face = &p->geometries->face[part];
    double flux[EG_SEM_FACE_NODES];
    EG_TRY(eg_elliptic_flux_of_face(p, with, part, number, flux));
    for (int i = 0; i < face->count; i++)
        add_to_sums(row, face->area[i] * flux[i]);
    return EG_OK;
}

/* ---- the solution itself */

/* In the first element that has the own node: the last one before whose new nodes it does not come. */
static void find_place_of_most(eg_elliptic *p, int64_t node)
{
    int64_t whole = eg_hex_whole_node(p->nodes, node);
    eg_sem_geometry_at_element(p->geometry,
                               EG_SEARCH(e, 1, p->mesh->base.held, p->nodes->begin[e] <= whole) - 1);
    for (int i = 0; i < p->geometry->volume; i++)
        if (p->geometry->node[i] == node) {
            for (int d = 0; d < 3; d++)
                p->balance.place_of_most[d] = p->geometry->x[i][d];
            return;
        }
}

/* Looks for the first of the largest own values of `sign` u, or the first that is no number. */
typedef struct search {
    const eg_elliptic *p;
    double sign;
    int64_t *found; /* [parts] -1: there are none */
} search;

static int64_t better(const search *s, int64_t found, int64_t i)
{
    double largest = found < 0 ? -INFINITY : s->sign * s->p->u[found];
    bool is = found < 0 || (!isnan(largest) && !(s->sign * s->p->u[i] <= largest));
    return is ? i : found;
}

static eg_status find_in_part(void *with, int part, int64_t from, int64_t to)
{
    const search *s = with;
    int64_t found = -1;
    for (int64_t i = from; i < to; i++)
        found = better(s, found, i);
    s->found[part] = found;
    return EG_OK;
}

static eg_status find_largest_node(const eg_elliptic *p, double sign, int64_t *found)
{
    eg_context *context = p->run->context;
    EG_SCRATCH int64_t *of_part = NULL;
    int parts = eg_parts(context, p->nodes->own, EG_LOOP_LEAST);
    *found = -1;
    EG_TRY(eg_alloc(context, parts, sizeof *of_part, &of_part));
    search s = {.p = p, .sign = sign, .found = of_part};
    EG_TRY(eg_in_parts(context, parts, p->nodes->own, find_in_part, &s));
    for (int i = 0; i < parts; i++)
        if (of_part[i] >= 0)
            *found = better(&s, *found, of_part[i]);
    return EG_OK;
}

/* The rank that has the largest of all ranks'. */
static int rank_of_largest(const eg_elliptic *p, double sign, int64_t found)
{
    return eg_comm_first_largest(p->run->comm, found < 0 ? -INFINITY : sign * p->u[found]);
}

static eg_status find_extremes(eg_elliptic *p)
{
    const eg_comm *comm = p->run->comm;
    eg_elliptic_balance *b = &p->balance;
    int64_t least, most = -1;
    eg_status status = find_largest_node(p, -1, &least);
    if (status == EG_OK)
        status = find_largest_node(p, 1, &most);
    EG_TRY(eg_run_agree(p->run, status));
    int of_least = rank_of_largest(p, -1, least), of_most = rank_of_largest(p, 1, most);
    if (of_least == eg_comm_rank(comm))
        b->least = p->u[least];
    if (of_most == eg_comm_rank(comm)) {
        b->most = p->u[most];
        find_place_of_most(p, most);
    }
    eg_comm_broadcast(comm, of_least, &b->least, sizeof b->least);
    eg_comm_broadcast(comm, of_most, &b->most, sizeof b->most);
    eg_comm_broadcast(comm, of_most, b->place_of_most, sizeof b->place_of_most);
    return EG_OK;
}

/* Volume, integrals of u and u^2. */
static void norm_terms(const eg_elliptic *p, int64_t i, const void *with, double *terms)
{
    const double *mass = with;
    terms[0] = mass[i];
    terms[1] = mass[i] * p->u[i];
    terms[2] = mass[i] * (p->u[i] * p->u[i]);
}

/* Sources, and what becomes of them. */
static eg_status balance_sources(eg_elliptic *p, double *size)
{
    eg_elliptic_balance *balance = &p->balance;
    bool at_rest = p->heat && p->run->now.steps == 0; /* nothing is stored yet */
    double totals[4], *used = &totals[USED];
    EG_TRY(sum_elements(p, totals));
    if (p->heat && !at_rest)
        EG_TRY(eg_elliptic_sum_nodes(p, storage_terms, &p->weight, 2, used));
    if (p->heat)
        EG_TRY(eg_elliptic_sum_nodes(p, energy_terms, NULL, 1, &balance->energy));
    if (at_rest)
        p->passed.energy = balance->energy;
    balance->source = totals[NET];
    balance->used = at_rest ? NAN : used[NET];
    *size = totals[SIZE] + used[SIZE];
    return EG_OK;
}

static eg_status find_fluxes(eg_elliptic *p)
{
    eg_elliptic_balance *balance = &p->balance;
    double size;
    EG_TRY(balance_sources(p, &size));
    double left = balance->source - balance->used;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        double flux[2] = {0};
        if (!p->condition[b].insulated)
            EG_TRY(eg_elliptic_sum_items(p, b, balance_face, &p->condition[b], 2, flux));
        balance->flux[b] = flux[NET];
        left += flux[NET];
        size += flux[SIZE];
    }
    balance->error = size > 0 ? fabs(left) / size : 0;
    balance->size = size;
    return EG_OK;
}

eg_status eg_elliptic_find_balance(eg_elliptic *p)
{
    double totals[3];
    const double *mass;
    /* of a step that was not taken there is no balance: the last one stands */
    if (!p->heat || !p->stepper->refused)
        EG_TRY(find_fluxes(p));
    EG_TRY(find_extremes(p));
    EG_TRY(eg_run_agree(p->run, eg_sem_mass(p->sem, &mass)));
    EG_TRY(eg_elliptic_sum_nodes(p, norm_terms, mass, 3, totals));
    p->balance.mean = totals[1] / totals[0];
    p->balance.norm = sqrt(totals[2]);
    return EG_OK;
}
