/* Errors of a solution against the exact one. */
#include "run/models/elliptic/elliptic.h"
#include "run/observe/observe.h"

eg_status eg_elliptic_error_points(const eg_model *model, const void *memory, const eg_exact *exact,
                                   eg_cell_points **points)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    return eg_sem_points_create(p->mesh, p->nodes, memory, exact->gradient != NULL, points);
}

eg_status eg_elliptic_check_exact(eg_elliptic *p)
{
    eg_run *run = p->run;
    eg_exact exact;
    eg_error_rows rows;
    if (!eg_exact_find(run->loaded, p->output, 0, &exact))
        return EG_OK;
    eg_status status =
        eg_exact_rows(&exact, run->loaded, &p->mesh->base, &p->base, p->u, run->now.time, &rows);
    eg_error_rows_free(&rows);
    return eg_run_agree(run, status);
}
