/* Sources of the whole domain that vary faster than steps: these look at them at Gauss' times
 * (docs/theory/linear.md). */
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

enum { TIME = 2 };

/* Points of the box, off its symmetries, the same on all ranks. */
static void spread_places(const eg_mesh *mesh, eg_signal *signal)
{
    static const double apart[2] = {0.7548776662466927,
                                    0.5698402909980532}; /* of the plastic number: 1 / p, 1 / p^2 */
    for (int k = 0; k < EG_SIGNAL_PLACES; k++, signal->places++)
        for (int d = 0; d < 2; d++) {
            double part = fmod(0.5 + (k + 1) * apart[d], 1);
            signal->place[k][d] = mesh->box_low[d] + part * (mesh->box_high[d] - mesh->box_low[d]);
        }
}

eg_status eg_waves_judge_body(const eg_waves_model *model, double dt)
{
    const eg_case *loaded = model->setup.loaded;
    double end = eg_case_real(loaded, "time.end", INFINITY);
    for (int v = 0; model->body.data && isfinite(end) && v < model->kind->system->variables; v++) {
        const eg_node *node = eg_node_child(eg_case_find(loaded, "body"), model->kind->system->variable[v]);
        if (!node || !eg_expression_uses(eg_node_expression(node), TIME))
            continue;
        eg_signal signal = eg_signal_begin(node, eg_node_expression(node), NULL);
        signal.variable = TIME;
        spread_places(model->setup.cells, &signal);
        eg_signal_find_middle(&signal, end);
        eg_signal_add_steps(&signal, end, ceil(end / dt) * model->order);
        double apart = eg_signal_apart(&signal.seen);
        if (apart > EG_SIGNAL_APART_MOST)
            EG_TRY(eg_verdict_say(model->setup.run, node, "coarse-steps", apart, EG_SIGNAL_APART_MOST,
                                  "%s changes within steps of %.3g s, which look at it at %d times each: "
                                  "what they see is wrong by "
                                  "%.3g %% of how it varies, most at about %.6g s; take a shorter time.dt",
                                  eg_node_name(node), dt, model->order, 100 * apart, signal.seen.from));
    }
    return EG_OK;
}
