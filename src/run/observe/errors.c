/* Errors against exact solutions. Each rank makes the rows of its own cells; when all have, sums run along
 * the ranks in the order of one process. */
#include "run/observe/observe.h"

#include <math.h>

void eg_errors_create(eg_run *run)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    int outputs;
    eg_model_outputs(run->model, &outputs);
    for (int id = 0; id < outputs; id++) {
        assert(diagnostics->exacts < EG_EXACTS);
        if (eg_exact_find(run->loaded, &diagnostics->table[id], id, &diagnostics->exact[diagnostics->exacts]))
            diagnostics->exacts++;
    }
}

void eg_errors_destroy(eg_diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->exacts; i++)
        eg_error_rows_free(&diagnostics->rows[i]);
}

eg_status eg_errors_keep(eg_diagnostics *diagnostics, const void *memory, double time)
{
    eg_errors_destroy(diagnostics);
    for (int i = 0; i < diagnostics->exacts; i++)
        EG_TRY(eg_exact_rows(&diagnostics->exact[i], diagnostics->loaded, diagnostics->mesh,
                             diagnostics->model, memory, time, &diagnostics->rows[i]));
    return EG_OK;
}

eg_status eg_errors_keep_divergence(eg_diagnostics *diagnostics, eg_status status)
{
    if (status != EG_DIVERGED)
        return status;
    for (int i = 0; i < diagnostics->exacts; i++)
        diagnostics->exact[i].norms = (eg_norms){NAN, NAN, NAN, NAN};
    return eg_strdup(diagnostics->context, eg_context_error(diagnostics->context), &diagnostics->diverged);
}

eg_status eg_errors_find(eg_diagnostics *diagnostics, double time)
{
    double row[1 + EG_NORMS * EG_EXACTS] = {time};
    for (int i = 0; i < diagnostics->exacts; i++) {
        eg_exact *exact = &diagnostics->exact[i];
        exact->norms = eg_error_norms(diagnostics->comm, &diagnostics->rows[i], exact->gradient != NULL);
    }
    eg_errors_destroy(diagnostics);
    int columns = 1 + eg_errors_persist(diagnostics, row + 1, false);
    return diagnostics->errors ? eg_csv_row(diagnostics->errors, row, columns) : EG_OK;
}

int eg_errors_persist(eg_diagnostics *diagnostics, double values[EG_NORMS * EG_EXACTS], bool restoring)
{
    int count = 0;
    for (int i = 0; i < diagnostics->exacts; i++) {
        eg_exact *exact = &diagnostics->exact[i];
        double *const norm[] = {&exact->norms.l1, &exact->norms.l2, &exact->norms.linf, &exact->norms.h1};
        exact->norms.h1 = exact->gradient ? exact->norms.h1 : NAN;
        for (int n = 0; n < (exact->gradient ? 4 : 3); n++, count++) {
            if (restoring)
                *norm[n] = values[count];
            else
                values[count] = *norm[n];
        }
    }
    return count;
}
