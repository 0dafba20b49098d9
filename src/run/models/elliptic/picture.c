/* residuals.png: how the last solve converged. */
#include "run/models/elliptic/elliptic.h"
#include "run/observe/observe.h"

/* A residual of 0 has no place on the axis: it is left out. */
static eg_status draw_residuals(eg_elliptic *p, const char *path, double *x, double *y)
{
    int64_t count = 0;
    for (int64_t i = 0; i < p->history_count; i++)
        if (p->history[i] > 0) {
            x[count] = (double)i;
            y[count++] = p->history[i];
        }
    const eg_plot_line line = {.count = count, .x = x, .y = y};
    const eg_lines lines = {.title = eg_node_text(eg_case_find(p->run->loaded, "title")),
                            .x_label = "iteration",
                            .y_label = "norm of the residual",
                            .lines = &line,
                            .line_count = 1,
                            .y_log = true};
    return count > 1 ? eg_plot_lines(p->run->context, path, &lines, NULL) : EG_OK;
}

eg_status eg_elliptic_residual_picture(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    double *x = NULL, *y = NULL;
    char *path = NULL;
    eg_status status;
    if (!eg_run_draws(p->run))
        return EG_OK;
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *x, &x));
    EG_TRY_GOTO(eg_alloc(context, p->history_count, sizeof *y, &y));
    EG_TRY_GOTO(eg_run_path(p->run, "residuals.png", &path));
    status = draw_residuals(p, path, x, y);
done:
    eg_free(context, &x);
    eg_free(context, &y);
    eg_free(context, &path);
    return status;
}
