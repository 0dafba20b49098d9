/* Where neither a value nor c fixes the solution: it is known up to a constant, and what comes in must go
 * out. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>

/* Of what comes in and goes out; a larger difference is not one of quadrature, and one above the second is
 * told. */
static const double INCOMPATIBLE = 1e-3, TELL = 1e-8;

bool eg_elliptic_has_nullspace(const eg_elliptic *p)
{
    if (p->heat || !eg_coefficient_is_zero(&p->reaction))
        return false;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_condition *condition = &p->condition[b];
        bool fixes = condition->kind == EG_SEM_DIRICHLET ||
                     (condition->kind == EG_SEM_ROBIN && !eg_coefficient_is_zero(&condition->factor));
        if (fixes && !condition->periodic)
            return false;
    }
    return true;
}

/* Vectors over nodes. */
typedef struct loaded {
    const double *load, *mass;
} loaded;

/* Net, size, volume. */
static void load_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    const loaded *l = with;
    (void)p;
    terms[0] = l->load[node];
    terms[1] = fabs(l->load[node]);
    terms[2] = l->mass[node];
}

static eg_status judge_shift(eg_elliptic *p, double left, double all, double shift)
{
    if (!(fabs(left) > TELL * all))
        return EG_OK;
    return eg_verdict_say(p->run, eg_case_find(p->run->loaded, "boundaries"), "incompatible",
                          fabs(left) / all, TELL,
                          "sources bring in %.9g and boundaries %.9g, together %.3g, which is %.2g of what "
                          "comes in and goes out: with c = 0 and no given value they must cancel. %.3g is "
                          "subtracted from the source everywhere; where this is more than the error of the "
                          "quadrature, correct the source or a flux",
                          p->load_source, p->load_flux, left, fabs(left) / all, shift);
}

eg_status eg_elliptic_balance_load(eg_elliptic *p, double *load)
{
    const double *mass;
    double totals[3];
    EG_TRY(eg_run_agree(p->run, eg_sem_mass(p->sem, &mass)));
    EG_TRY(eg_elliptic_sum_nodes(p, load_terms, &(loaded){load, mass}, 3, totals));
    double left = totals[0], all = totals[1];
    if (fabs(left) > INCOMPATIBLE * all)
        return eg_run_agree(
            p->run, eg_case_fail(p->run->loaded, eg_case_find(p->run->loaded, "boundaries"), EG_CASE,
                                 "sources bring in %.9g and boundaries %.9g, together %.9g: with c = 0 and "
                                 "no given value they must cancel, or there is no solution; give a "
                                 "value or an exchange at a boundary, or c, or correct the source",
                                 p->load_source, p->load_flux, left));
    double shift = left / totals[2];
    EG_TRY(judge_shift(p, left, all, shift));
    EG_LOOP(p->run->context, p->nodes->nodes)
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        load[i] -= shift * mass[i];
    p->source_shift = shift;
    return EG_OK;
}

static void mean_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    const double *mass = with;
    terms[0] = mass[node] * p->u[node];
    terms[1] = mass[node];
}

eg_status eg_elliptic_remove_mean(eg_elliptic *p)
{
    const double *mass;
    double totals[2];
    EG_TRY(eg_run_agree(p->run, eg_sem_mass(p->sem, &mass)));
    EG_TRY(eg_elliptic_sum_nodes(p, mean_terms, mass, 2, totals));
    double mean = totals[0] / totals[1];
    EG_LOOP(p->run->context, p->nodes->nodes)
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        p->u[i] -= mean;
    return EG_OK;
}
