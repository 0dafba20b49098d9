/* Where neither a value nor c fixes the solution: it is known up to a constant, and what comes in must go out. */
#include "run/potential/potential.h"

#include <math.h>

/* Of what comes in and goes out; a larger difference is not one of quadrature. */
static const double INCOMPATIBLE = 1e-3;

bool eg_potential_is_mean_free(const eg_potential *p)
{
    if (p->heat || !eg_coefficient_is_zero(&p->reaction))
        return false;
    for (int b = 0; b < p->mesh->boundaries; b++) {
        const eg_condition *condition = &p->condition[b];
        bool fixes =
            condition->kind == EG_SEM_DIRICHLET ||
            (condition->kind == EG_SEM_ROBIN && !eg_coefficient_is_zero(&condition->factor));
        if (fixes && !condition->joined)
            return false;
    }
    return true;
}

eg_status eg_potential_balance_load(eg_potential *p, double *load)
{
    const double *mass = eg_sem_mass(p->sem);
    eg_sum net = {0}, size = {0}, volume = {0};
    for (int64_t i = 0; i < p->nodes->nodes; i++) {
        eg_sum_add(&net, load[i]);
        eg_sum_add(&size, fabs(load[i]));
        eg_sum_add(&volume, mass[i]);
    }
    double left = eg_sum_value(&net), all = eg_sum_value(&size);
    if (fabs(left) > INCOMPATIBLE * all)
        return eg_case_fail(
            p->run->loaded, eg_case_find(p->run->loaded, "boundaries"), EG_CASE,
            "sources bring in %.9g and boundaries %.9g, together %.9g: with c = 0 and "
            "no given value they must cancel, or there is no solution; give a "
            "value or an exchange at a boundary, or c, or mend the source",
            p->load_source, p->load_flux, left);
    double shift = left / eg_sum_value(&volume);
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        load[i] -= shift * mass[i];
    p->source_shift = shift;
    return EG_OK;
}

void eg_potential_remove_mean(eg_potential *p)
{
    const double *mass = eg_sem_mass(p->sem);
    eg_sum sum = {0}, volume = {0};
    for (int64_t i = 0; i < p->nodes->nodes; i++) {
        eg_sum_add(&sum, mass[i] * p->u[i]);
        eg_sum_add(&volume, mass[i]);
    }
    double mean = eg_sum_value(&sum) / eg_sum_value(&volume);
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        p->u[i] -= mean;
}
