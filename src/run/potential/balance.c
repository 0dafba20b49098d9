/* Integrals of the present solution: what comes in by sources and through boundaries, and what becomes of it. */
#include "run/potential/potential.h"

#include <math.h>

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };

/* An integral, and that of the magnitude. */
typedef struct total {
    eg_sum net, size;
} total;

static void add(total *t, double term)
{
    eg_sum_add(&t->net, term);
    eg_sum_add(&t->size, fabs(term));
}

/* ---- over the domain */

static eg_status add_elements(eg_potential *p, total *source, total *used)
{
    eg_sem_walk *walk = p->walk;
    double s[VOLUME], c[VOLUME];
    for (int64_t e = 0; e < p->mesh->elements; e++) {
        const double(*x)[3] = (const double(*)[3])walk->x;
        eg_sem_walk_element(walk, e);
        EG_TRY(eg_coefficient_fill(&p->source, e, walk->volume, x, s));
        EG_TRY(eg_coefficient_fill(&p->reaction, e, walk->volume, x, c));
        for (int i = 0; i < walk->volume; i++) {
            add(source, walk->weight[i] * s[i]);
            if (!p->heat)
                add(used, walk->weight[i] * (c[i] * p->u[walk->node[i]]));
        }
    }
    return EG_OK;
}

/* What is stored a second, by the scheme of the last step. */
static void add_storage(eg_potential *p, total *used)
{
    const eg_heat_weights w = p->weight;
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        add(used, p->capacity[i] *
                      (w.now * p->u[i] - w.before * p->before[i] - w.earlier * p->earlier[i]));
}

static void find_energy(eg_potential *p)
{
    eg_sum sum = {0};
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        eg_sum_add(&sum, p->capacity[i] * p->u[i]);
    p->balance.energy = eg_sum_value(&sum);
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
                          total *sum)
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
        add(sum, face->area[i] * flux);
    }
    return EG_OK;
}

static eg_status add_boundary(eg_potential *p, int boundary, total *sum)
{
    const eg_condition *condition = &p->condition[boundary];
    for (int64_t i = 0; i < p->mesh->faces && !condition->insulated; i++)
        if (p->mesh->face_boundary[i] == boundary)
            EG_TRY(add_face(p, condition, i, sum));
    return EG_OK;
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

static void find_extremes(eg_potential *p)
{
    const double *mass = eg_sem_mass(p->sem);
    eg_potential_balance *b = &p->balance;
    eg_sum mean = {0}, square = {0}, volume = {0};
    int64_t most = 0;
    b->least = p->u[0];
    for (int64_t i = 0; i < p->nodes->nodes; i++) {
        b->least = p->u[i] < b->least ? p->u[i] : b->least;
        most = p->u[i] > p->u[most] ? i : most;
        eg_sum_add(&volume, mass[i]);
        eg_sum_add(&mean, mass[i] * p->u[i]);
        eg_sum_add(&square, mass[i] * (p->u[i] * p->u[i]));
    }
    b->most = p->u[most];
    b->mean = eg_sum_value(&mean) / eg_sum_value(&volume);
    b->norm = sqrt(eg_sum_value(&square));
    find_place(p, most);
}

eg_status eg_potential_find_balance(eg_potential *p)
{
    eg_potential_balance *balance = &p->balance;
    total source = {0}, used = {0};
    bool at_rest = p->heat && p->run->moment.steps == 0; /* nothing is stored yet */
    EG_TRY(add_elements(p, &source, &used));
    if (p->heat && !at_rest)
        add_storage(p, &used);
    if (p->heat)
        find_energy(p);
    balance->source = eg_sum_value(&source.net);
    balance->used = at_rest ? NAN : eg_sum_value(&used.net);
    double left = balance->source - balance->used;
    double size = eg_sum_value(&source.size) + eg_sum_value(&used.size);
    for (int b = 0; b < p->mesh->boundaries; b++) {
        total flux = {0};
        EG_TRY(add_boundary(p, b, &flux));
        balance->flux[b] = eg_sum_value(&flux.net);
        left += balance->flux[b];
        size += eg_sum_value(&flux.size);
    }
    balance->error = size > 0 ? fabs(left) / size : 0;
    find_extremes(p);
    return EG_OK;
}
