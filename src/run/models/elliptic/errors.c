/* Errors of a solution against the exact one. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

typedef struct exact_solution {
    eg_sem_exact exact; /* first */
    eg_case *loaded;
    const eg_node *value, *gradient;
    double time;
} exact_solution;

/* EG_DIVERGED, or EG_CASE at time 0, where the value is not finite. */
static eg_status check_value(const exact_solution *exact, const eg_node *node, const double *x,
                             double value)
{
    char text[EG_VALUE_ROOM], when[48] = "";
    if (isfinite(value))
        return EG_OK;
    if (exact->time > 0)
        snprintf(when, sizeof when, " at t = %.9g s,", exact->time);
    return eg_case_fail(exact->loaded, node, exact->time > 0 ? EG_DIVERGED : EG_CASE,
                        "%s must be finite, and is %s%s at (%.9g, %.9g, %.9g)", eg_node_name(node),
                        eg_format_value(value, text), when, x[0], x[1], x[2]);
}

/* At up to EG_POINTS_AT_ONCE points. */
static eg_status evaluate_points(const exact_solution *exact, int count, const double (*x)[3],
                                 double *u, double (*gradient)[3])
{
    double slope[3][EG_POINTS_AT_ONCE] = {{0}};
    eg_point_columns at;
    eg_point_columns_fill(&at, count, x, exact->time);
    eg_point_columns_evaluate(&at, exact->value, count, u);
    for (int d = 0; d < 3 && exact->gradient; d++)
        eg_point_columns_evaluate(&at, eg_node_item(exact->gradient, d), count, slope[d]);
    for (int i = 0; i < count; i++) {
        EG_TRY(check_value(exact, exact->value, x[i], u[i]));
        for (int d = 0; d < 3; d++) {
            gradient[i][d] = slope[d][i];
            if (exact->gradient)
                EG_TRY(check_value(exact, eg_node_item(exact->gradient, d), x[i], gradient[i][d]));
        }
    }
    return EG_OK;
}

static eg_status evaluate(const eg_sem_exact *self, int count, const double (*x)[3], double *u,
                          double (*gradient)[3])
{
    enum { MOST = EG_POINTS_AT_ONCE };
    for (int i = 0; i < count; i += MOST)
        EG_TRY(evaluate_points((const exact_solution *)self, count - i < MOST ? count - i : MOST,
                               &x[i], &u[i], &gradient[i]));
    return EG_OK;
}

/* From integrals to means over the domain; without a gradient there is no error of it. */
static void divide(eg_sem_errors *errors, bool gradient)
{
    errors->l1 /= errors->volume;
    errors->l2 /= sqrt(errors->volume);
    errors->h1 = gradient ? errors->h1 / sqrt(errors->volume) : NAN;
}

static exact_solution exact_of(const eg_elliptic *p, double time)
{
    const eg_run *run = p->run;
    const eg_node *node = eg_case_find(run->loaded, "exact");
    return (exact_solution){.exact = {.evaluate = evaluate},
                            .loaded = run->loaded,
                            .value = eg_node_child(node, p->output->name),
                            .gradient = eg_node_child(node, "gradient"),
                            .time = time};
}

eg_status eg_elliptic_check_exact(eg_elliptic *p)
{
    const exact_solution exact = exact_of(p, p->run->now.time);
    eg_sem_errors unused;
    return exact.value
               ? eg_sem_measure(p->run->comm, p->mesh, p->nodes, p->u, &exact.exact, &unused)
               : EG_OK;
}

eg_status eg_elliptic_errors(const eg_model *model, const void *memory, const eg_exact *exact,
                             double time, eg_norms *norms)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    const exact_solution solution = exact_of(p, time);
    eg_sem_errors errors;
    EG_TRY(eg_sem_measure(p->run->comm, p->mesh, p->nodes, memory, &solution.exact, &errors));
    divide(&errors, exact->gradient != NULL);
    *norms = (eg_norms){.l1 = errors.l1, .l2 = errors.l2, .linf = errors.linf, .h1 = errors.h1};
    return EG_OK;
}
