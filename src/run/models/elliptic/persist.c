/* What heat continues from, into a checkpoint and out of it. Nodal values stand in the order of the nodes, in
 * double precision. The rest is what the end of a run tells of the solves before. */
#include "run/models/elliptic/heat.h"

/* What a step that adapts itself follows from. */
static eg_status persist_lengths(eg_elliptic *p, const eg_persist *persist)
{
    eg_heat *heat = p->stepper;
    double lengths[] = {heat->length[0], heat->length[1], heat->length[2],
                        heat->wish,      heat->error,     heat->reserve};
    EG_TRY(persist->array(persist, "lengths", lengths, sizeof lengths));
    for (int i = 0; i < 3; i++)
        heat->length[i] = lengths[i];
    heat->wish = lengths[3];
    heat->error = lengths[4];
    heat->reserve = lengths[5];
    EG_TRY(persist->array(persist, "rejected", &heat->rejected, sizeof heat->rejected));
    return persist->array(persist, "trouble", &heat->trouble, sizeof heat->trouble);
}

/* The solutions: the step that comes takes two, and the balance of a run that stops again at once all three
 * of BDF2; a step that adapts itself takes three. */
static eg_status persist_solutions(eg_elliptic *p, const eg_persist *persist)
{
    int64_t bytes = p->nodes->own * (int64_t)sizeof *p->u;
    EG_TRY(persist->part(persist, "temperature", p->u, bytes));
    EG_TRY(persist->part(persist, "temperature.before", p->before, bytes));
    if (p->bdf2)
        EG_TRY(persist->part(persist, "temperature.earlier", p->earlier, bytes));
    if (persist->restoring)
        EG_TRY(eg_elliptic_fill_ghosts(p, p->u, EG_OK));
    if (!p->stepper->adapts) /* heat.c has taken it already */
        return persist->restoring ? EG_OK : persist->array(persist, "step", &p->dt, sizeof p->dt);
    EG_TRY(persist->part(persist, "temperature.oldest", p->oldest, bytes));
    return persist_lengths(p, persist);
}

/* The residuals of the last solve; before the first there are none. */
static eg_status persist_residuals(eg_elliptic *p, const eg_persist *persist)
{
    static const char name[] = "residuals";
    int64_t bytes = p->history_count * (int64_t)sizeof *p->history;
    if (persist->restoring) {
        EG_TRY(persist->bytes(persist, name, &bytes));
        p->history_count = bytes / (int64_t)sizeof *p->history;
        EG_TRY(eg_resize(p->run->context, p->history_count, sizeof *p->history, &p->history));
    }
    return persist->restoring && bytes == 0 ? EG_OK : persist->array(persist, name, p->history, bytes);
}

eg_status eg_elliptic_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist)
{
    eg_elliptic *p = eg_elliptic_of(model);
    int64_t bytes;
    (void)now;
    if (!persist->restoring)
        EG_TRY(eg_heat_fetch(p));
    EG_TRY(persist_solutions(p, persist));
    EG_TRY(persist->array(persist, "iterations", &p->iterations, sizeof p->iterations));
    if (!persist->restoring || persist->bytes(persist, "iterations-of-steps", &bytes) == EG_OK)
        EG_TRY(persist->array(persist, "iterations-of-steps", p->most_of_steps, sizeof p->most_of_steps));
    if (!persist->restoring || persist->bytes(persist, "range-seen", &bytes) == EG_OK)
        EG_TRY(persist->array(persist, "range-seen", &p->seen, sizeof p->seen));
    if (!persist->restoring || persist->bytes(persist, "error-estimate", &bytes) == EG_OK)
        EG_TRY(persist->array(persist, "error-estimate", &p->estimate, sizeof p->estimate));
    if (!persist->restoring || persist->bytes(persist, "passed", &bytes) == EG_OK)
        EG_TRY(persist->array(persist, "passed", &p->passed, sizeof p->passed));
    EG_TRY(persist->array(persist, "residual", &p->residual, sizeof p->residual));
    EG_TRY(persist_residuals(p, persist));
    if (!persist->restoring)
        return EG_OK;
    p->iterations_before = p->iterations;
    return eg_elliptic_begin(p);
}
