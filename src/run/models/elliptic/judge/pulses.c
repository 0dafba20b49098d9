/* What steps of heat see of what changes with time, sources, fluxes, given and outside temperatures: they
 * look at it at their ends. Steps of one length are known before the first one, others when they are taken. */
#include "run/models/elliptic/heat.h"
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* By the steps, in parts of the integral of what acts. */
static const double WRONG_MOST = 0.05;

/* Of a value that depends on the place, at most. */
enum { PLACES = 16 };

/* ---- places: of every so many elements, by their numbers in the whole mesh, the first one; the same on all
 * ranks */

typedef struct places {
    const eg_elliptic *p;
    double key[PLACES], x[PLACES][3]; /* minus the element's number */
    int count;
} places;

static void take_place(places *l, int64_t element, const double *x)
{
    const eg_mesh *mesh = &l->p->mesh->base;
    double number = (double)eg_mesh_whole_number(mesh, element);
    int k = (int)(number * PLACES / (double)mesh->all);
    if (!(-number > l->key[k]))
        return;
    l->key[k] = -number;
    memcpy(l->x[k], x, sizeof l->x[k]);
}

static void agree_on_places(places *l)
{
    double own[PLACES];
    memcpy(own, l->key, sizeof own);
    eg_comm_max(l->p->run->comm, l->key, PLACES);
    for (int k = 0; k < PLACES; k++)
        for (int d = 0; d < 3; d++)
            l->x[k][d] = own[k] == l->key[k] ? l->x[k][d] : -INFINITY;
    eg_comm_max(l->p->run->comm, (double *)l->x, 3 * PLACES);
    for (int k = 0; k < PLACES; k++)
        if (isfinite(l->key[k]))
            memmove(l->x[l->count++], l->x[k], sizeof l->x[k]);
}

static places begin_places(const eg_elliptic *p)
{
    places l = {.p = p};
    for (int k = 0; k < PLACES; k++)
        l.key[k] = -INFINITY;
    return l;
}

static places find_source_places(const eg_elliptic *p, int region)
{
    const eg_mesh *mesh = &p->mesh->base;
    places l = begin_places(p);
    for (int64_t e = mesh->own_first; e < eg_mesh_own_end(mesh); e++)
        if (mesh->region[e] == region)
            take_place(&l, e, mesh->centroid[e]);
    agree_on_places(&l);
    return l;
}

/* Middles of faces. */
static places find_boundary_places(const eg_elliptic *p, int b)
{
    const eg_hexes *mesh = p->mesh;
    places l = begin_places(p);
    for (int64_t f = 0; f < mesh->faces; f++) {
        double at[3], x[3];
        if (mesh->face_boundary[f] != b || !eg_elliptic_has_element(p, mesh->face_element[f][0]))
            continue;
        eg_elliptic_middle_of(mesh->face_side[f][0], at);
        eg_hexes_map(mesh, mesh->face_element[f][0], at, x, NULL);
        take_place(&l, mesh->face_element[f][0], x);
    }
    agree_on_places(&l);
    return l;
}

/* ---- the list */

enum { T = 3 }; /* among the variables x, y, z, t */

static bool is_moving_node(const eg_node *node)
{
    return node && !eg_node_is_map(node) && !eg_node_is_constant(node) &&
           eg_expression_uses(eg_node_expression(node), T);
}

static eg_status add_heat_signal(eg_elliptic *p, const eg_node *node, eg_heat_signal what, const double *x)
{
    eg_heat *heat = p->stepper;
    const eg_node *initial = eg_case_find(p->run->loaded, "initial.temperature");
    eg_signal *made;
    EG_TRY(eg_reserve(p->run->context, heat->signal_count + 1, &heat->signal_room, sizeof *heat->signal,
                      &heat->signal));
    made = &heat->signal[heat->signal_count++];
    *made = eg_signal_begin(
        (eg_signal){.node = node, .expression = eg_node_expression(node), .variable = T, .what = what});
    memcpy(made->values, x, 3 * sizeof *x);
    if (what == EG_HEAT_TEMPERATURE) /* what heats is what is away from what is there */
        made->centre = initial ? eg_elliptic_value_at(initial, x, 0) : eg_signal_value(made, 0);
    return EG_OK;
}

static eg_status add_heat_signals(eg_elliptic *p, const eg_node *node, eg_heat_signal what, const places *l)
{
    bool moves = false;
    for (int v = 0; v < T; v++)
        moves |= eg_expression_uses(eg_node_expression(node), v);
    for (int k = 0; k < (moves ? l->count : eg_min_i64(l->count, 1)); k++)
        EG_TRY(add_heat_signal(p, node, what, l->x[k]));
    return EG_OK;
}

/* Those of a boundary may be a flux, a temperature, or a coefficient of exchange beside it. */
static eg_status list_boundary_signals(eg_elliptic *p, int b)
{
    const eg_condition *condition = &p->condition[b];
    const eg_node *value = condition->value.node, *factor = condition->value.factor;
    if (!eg_condition_is_open(condition) || !(is_moving_node(value) || is_moving_node(factor)))
        return EG_OK;
    places l = find_boundary_places(p, b);
    eg_status status =
        is_moving_node(value)
            ? add_heat_signals(p, value,
                               condition->kind == EG_SEM_NEUMANN ? EG_HEAT_POWER : EG_HEAT_TEMPERATURE, &l)
            : EG_OK;
    if (status == EG_OK && is_moving_node(factor))
        status = add_heat_signals(p, factor, EG_HEAT_EXCHANGE, &l);
    return eg_run_agree(p->run, status);
}

eg_status eg_heat_list_signals(eg_elliptic *p)
{
    for (int r = 0; r < p->mesh->base.regions.count; r++) {
        const eg_node *node = p->source.of_region[r];
        if (!is_moving_node(node))
            continue;
        places l = find_source_places(p, r);
        EG_TRY(eg_run_agree(p->run, add_heat_signals(p, node, EG_HEAT_POWER, &l)));
    }
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        EG_TRY(list_boundary_signals(p, b));
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

static const char *remedy_of(const eg_elliptic *p)
{
    return p->stepper->adapts
               ? "bound the steps by time.dt_most, or by output.record.every, at which they end"
               : "take a shorter time.dt";
}

/* Backward Euler takes the power of a step's end; a temperature is right there, and the two-step formula is
 * exact where the change is a straight line. */
static eg_status judge_signal(const eg_elliptic *p, const eg_signal *signal, const eg_signal_seen *seen)
{
    const eg_node *node = signal->node;
    bool by_end = !p->bdf2 && signal->what == EG_HEAT_POWER;
    double apart = eg_signal_apart(seen), by_steps = by_end ? seen->by_end : seen->by_line;
    double wrong = seen->size > 0 ? fabs(by_steps - seen->integral) / seen->size : 0;
    const char *name = eg_node_name(node);
    if (apart > EG_SIGNAL_APART_MOST)
        return eg_verdict_say(p->run, node, "coarse-steps", apart, EG_SIGNAL_APART_MOST,
                              "%s changes within steps, which look at it at their ends: what they see is "
                              "wrong by %.3g %% of what it does, most in the step from %.6g s to %.6g s; %s",
                              name, 100 * apart, seen->from, seen->to, remedy_of(p));
    if (!(wrong > WRONG_MOST))
        return EG_OK;
    return eg_verdict_say(p->run, node, "coarse-steps", wrong, WRONG_MOST,
                          "%s changes within steps, which look at it at their ends: what they take until the "
                          "end is wrong by %.3g %% of what it brings; %s",
                          name, 100 * wrong, remedy_of(p));
}

eg_status eg_heat_judge_signals(eg_elliptic *p, eg_judged when)
{
    eg_heat *heat = p->stepper;
    bool before = when == EG_JUDGED_SETUP;
    if (!p->heat || before != is_known_before(p))
        return EG_OK;
    for (int64_t i = 0, next; i < heat->signal_count; i = next) {
        for (next = i; next < heat->signal_count && heat->signal[next].node == heat->signal[i].node; next++)
            if (before)
                eg_signal_add_steps(&heat->signal[next], p->dt * (double)p->steps_end, (double)p->steps_end);
        eg_signal_seen seen = eg_signals_total(&heat->signal[i], next - i);
        EG_TRY(judge_signal(p, &heat->signal[i], &seen));
    }
    return EG_OK;
}
