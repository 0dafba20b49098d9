/* What steps of heat see of what changes with time, sources, fluxes, given and outside temperatures: they
 * look at it at their ends. Steps of one length are known before the first one, others when they are taken. */
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <string.h>

enum { T = 3 }; /* among the variables x, y, z, t */

/* ---- places: of every so many elements, by their numbers in the whole mesh, the first one; the same on all
 * ranks */

typedef struct places {
    const eg_elliptic *p;
    double key[EG_SIGNAL_PLACES], x[EG_SIGNAL_PLACES][3]; /* minus the element's number */
} places;

static void take_place(places *l, int64_t element, const double *x)
{
    const eg_mesh *mesh = &l->p->mesh->base;
    double number = (double)eg_mesh_whole_number(mesh, element);
    int k = (int)(number * EG_SIGNAL_PLACES / (double)mesh->all);
    if (!(-number > l->key[k]))
        return;
    l->key[k] = -number;
    memcpy(l->x[k], x, sizeof l->x[k]);
}

/* Centres of a region's elements, or with a boundary middles of its faces. */
static void find_own_places(places *l, int region, int boundary)
{
    const eg_hexes *mesh = l->p->mesh;
    for (int64_t e = mesh->base.own_first; region >= 0 && e < eg_mesh_own_end(&mesh->base); e++)
        if (mesh->base.region[e] == region)
            take_place(l, e, mesh->base.centroid[e]);
    for (int64_t f = 0; boundary >= 0 && f < mesh->faces; f++) {
        double at[3], x[3];
        int64_t element = mesh->face_element[f][0];
        if (mesh->face_boundary[f] != boundary || !eg_elliptic_has_element(l->p, element))
            continue;
        eg_elliptic_middle_of(mesh->face_side[f][0], at);
        eg_hexes_map(mesh, element, at, x, NULL);
        take_place(l, element, x);
    }
}

static void find_places(const eg_elliptic *p, int region, int boundary, eg_signal *signal)
{
    places own = {.p = p}, all;
    int most = EG_SIGNAL_PLACES;
    for (int k = 0; k < EG_SIGNAL_PLACES; k++)
        own.key[k] = -INFINITY;
    find_own_places(&own, region, boundary);
    all = own;
    eg_comm_max(p->run->comm, all.key, EG_SIGNAL_PLACES);
    for (int k = 0; k < EG_SIGNAL_PLACES; k++)
        for (int d = 0; d < 3; d++)
            all.x[k][d] = own.key[k] == all.key[k] ? own.x[k][d] : -INFINITY;
    eg_comm_max(p->run->comm, (double *)all.x, 3 * EG_SIGNAL_PLACES);
    if (!eg_expression_uses(signal->expression, 0) && !eg_expression_uses(signal->expression, 1) &&
        !eg_expression_uses(signal->expression, 2))
        most = 1;
    for (int k = 0; k < EG_SIGNAL_PLACES && signal->places < most; k++)
        if (isfinite(all.key[k]))
            memcpy(signal->place[signal->places++], all.x[k], sizeof all.x[k]);
}

/* ---- the list */

/* Of a region or a boundary, the other -1. */
static eg_status add_heat_signal(eg_elliptic *p, const eg_node *node, eg_heat_signal what, int region,
                                 int boundary)
{
    eg_heat *heat = p->stepper;
    const eg_node *initial = eg_case_find(p->run->loaded, "initial.temperature");
    if (!node || eg_node_is_map(node) || eg_node_is_constant(node) ||
        !eg_expression_uses(eg_node_expression(node), T))
        return EG_OK;
    eg_status status = eg_reserve(p->run->context, heat->signal_count + 1, &heat->signal_room,
                                  sizeof *heat->signal, &heat->signal);
    EG_TRY(eg_run_agree(p->run, status));
    eg_signal *made = &heat->signal[heat->signal_count++];
    *made = eg_signal_begin(node, eg_node_expression(node), NULL);
    made->variable = T;
    made->what = what;
    find_places(p, region, boundary, made);
    for (int k = 0; k < made->places && what == EG_HEAT_TEMPERATURE;
         k++) /* what is away from what is there */
        made->centre[k][0] =
            initial ? eg_elliptic_value_at(initial, made->place[k], 0) : eg_signal_value(made, k, 0);
    eg_signal_find_middle(made, eg_case_real(p->run->loaded, "time.end", 0));
    return EG_OK;
}

eg_status eg_heat_list_signals(eg_elliptic *p)
{
    for (int r = 0; r < p->mesh->base.regions.count; r++)
        EG_TRY(add_heat_signal(p, p->source.of_region[r], EG_HEAT_POWER, r, -1));
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_condition *condition = &p->condition[b];
        eg_heat_signal what = condition->kind == EG_SEM_NEUMANN ? EG_HEAT_POWER : EG_HEAT_TEMPERATURE;
        if (!eg_condition_is_open(condition))
            continue;
        EG_TRY(add_heat_signal(p, condition->value.node, what, -1, b));
        EG_TRY(add_heat_signal(p, condition->value.factor, EG_HEAT_EXCHANGE, -1, b));
    }
    return EG_OK;
}

/* ---- steps */

static bool is_known_before(const eg_elliptic *p)
{
    return !p->stepper->adapts && p->steps_end <= EG_SIGNAL_STEPS;
}

void eg_heat_look_at_signals(eg_elliptic *p, double from, double to)
{
    eg_heat *heat = p->stepper;
    for (int64_t i = 0; i < heat->signal_count && !is_known_before(p); i++)
        eg_signal_add_step(&heat->signal[i], from, to);
}

/* ---- verdicts */

/* Backward Euler takes the power of a step's end; a temperature is right there, and the two-step formula is
 * exact where the change is a straight line. */
static eg_status judge_signal(const eg_elliptic *p, const eg_signal *signal)
{
    const eg_signal_seen *seen = &signal->seen;
    bool by_end = !p->bdf2 && signal->what == EG_HEAT_POWER;
    double apart = eg_signal_apart(seen), by_steps = by_end ? seen->by_end : seen->by_line;
    double wrong = seen->size[0] > 0 ? fabs(by_steps - seen->integral) / seen->size[0] : 0;
    const char *name = eg_node_name(signal->node);
    const char *remedy = p->stepper->adapts
                             ? "bound the steps by time.dt_most, or by output.record.every, at "
                               "which they end"
                             : "take a shorter time.dt";
    if (apart > EG_SIGNAL_APART_MOST)
        return eg_verdict_say(p->run, signal->node, "coarse-steps", apart, EG_SIGNAL_APART_MOST,
                              "%s changes within steps, which look at it at their ends: what they see is "
                              "wrong by %.3g %% of how it varies, most in the step from %.6g s to %.6g s; %s",
                              name, 100 * apart, seen->from, seen->to, remedy);
    if (!(wrong > EG_SIGNAL_WRONG_MOST))
        return EG_OK;
    return eg_verdict_say(p->run, signal->node, "coarse-steps", wrong, EG_SIGNAL_WRONG_MOST,
                          "%s changes within steps, which look at it at their ends: what they take until the "
                          "end is wrong by %.3g %% of what it brings; %s",
                          name, 100 * wrong, remedy);
}

eg_status eg_heat_judge_signals(eg_elliptic *p, eg_judged when)
{
    eg_heat *heat = p->stepper;
    bool before = when == EG_JUDGED_SETUP;
    if (!p->heat || before != is_known_before(p))
        return EG_OK;
    for (int64_t i = 0; i < heat->signal_count; i++) {
        if (before)
            eg_signal_add_steps(&heat->signal[i], p->dt * (double)p->steps_end, (double)p->steps_end);
        EG_TRY(judge_signal(p, &heat->signal[i]));
    }
    return EG_OK;
}
