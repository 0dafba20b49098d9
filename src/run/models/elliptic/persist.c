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

static eg_status persist_signals(eg_elliptic *p, const eg_persist *persist)
{
    const eg_heat *heat = p->stepper;
    EG_SCRATCH eg_signal_seen *seen = NULL;
    if (heat->signal_count == 0)
        return EG_OK;
    EG_TRY(eg_alloc(p->run->context, heat->signal_count, sizeof *seen, &seen));
    for (int64_t i = 0; i < heat->signal_count; i++)
        seen[i] = heat->signal[i].seen;
    EG_TRY(eg_persist_newer(persist, "signals", seen, heat->signal_count * (int64_t)sizeof *seen));
    for (int64_t i = 0; i < heat->signal_count; i++)
        heat->signal[i].seen = seen[i];
    return EG_OK;
}

/* What it is judged by. */
static eg_status persist_judged(eg_elliptic *p, const eg_persist *persist)
{
    int64_t narrow = (1 + p->mesh->base.boundaries.count) * (int64_t)sizeof *p->narrow;
    EG_TRY(eg_persist_newer(persist, "iterations-of-steps", p->most_of_steps, sizeof p->most_of_steps));
    EG_TRY(eg_persist_newer(persist, "range-seen", &p->seen, sizeof p->seen));
    EG_TRY(eg_persist_newer(persist, "error-estimate", &p->estimate, sizeof p->estimate));
    EG_TRY(eg_persist_newer(persist, "passed", &p->passed, sizeof p->passed));
    EG_TRY(eg_persist_newer(persist, "looked", &p->looked, sizeof p->looked));
    EG_TRY(eg_persist_newer(persist, "narrow", p->narrow, narrow));
    return persist_signals(p, persist);
}

eg_status eg_elliptic_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist)
{
    eg_elliptic *p = eg_elliptic_of(model);
    (void)now;
    if (!persist->restoring)
        EG_TRY(eg_heat_fetch(p));
    EG_TRY(persist_solutions(p, persist));
    EG_TRY(persist->array(persist, "iterations", &p->iterations, sizeof p->iterations));
    EG_TRY(persist_judged(p, persist));
    EG_TRY(persist->array(persist, "residual", &p->residual, sizeof p->residual));
    EG_TRY(persist_residuals(p, persist));
    if (!persist->restoring)
        return EG_OK;
    p->iterations_before = p->iterations;
    return eg_elliptic_begin(p);
}
