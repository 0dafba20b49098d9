/* Air that may not be meant: sound with steps that are long for it, waves of a mountain below a lid, air and
 * gauges in a sponge, air that nothing moves. */
#include "run/models/atmosphere/internal.h"

#include <math.h>
#include <stdio.h>

#include "run/judge/verdicts.h"

enum { THETA, PRESSURE = 3 }; /* of what is given */

/* ---- the beginning */

static bool is_zero_node(const eg_node *node)
{
    return !node || (eg_node_is_constant(node) && eg_node_real(node) == 0);
}

/* Waves of sound are of the length of what is given, and each step of semi-implicit ones damps what it does
 * not resolve. */
static eg_status judge_sound(const eg_air_model *model)
{
    static const double SOUND = 1;
    eg_case *loaded = model->setup.loaded;
    double cfl = eg_case_real(loaded, "time.acoustic_cfl", 0);
    if (!eg_node_is(eg_case_find(loaded, "numerics.integrator"), "semi-implicit") || cfl <= SOUND ||
        is_zero_node(model->given[PRESSURE]))
        return EG_OK;
    return eg_verdict_say(model->setup.run, model->given[PRESSURE], "long-steps", cfl, SOUND,
                          "the initial state has sound, and steps of time.acoustic_cfl %g times the "
                          "explicit one damp it and slow it down: where sound matters choose explicit "
                          "steps, or time.acoustic_cfl 1",
                          cfl);
}

static void warn_of_rest(const eg_air_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    const eg_node *initial = eg_case_find(loaded, "initial");
    bool moves = model->setup.restoring || model->wind != 0 || eg_node_child(initial, "from");
    for (int i = 0; i < EG_AIR_GIVEN - 1; i++) /* a tracer moves nothing */
        moves = moves || !is_zero_node(model->given[i]);
    if (!moves)
        eg_case_warn(model->setup.loaded, eg_case_find(loaded, "atmosphere"),
                     "the air is at rest, without a wind, and the initial state is the "
                     "background's: nothing moves; give initial, or atmosphere.wind");
}

/* ---- a wind against walls */

/* The initial speed through a wall at the left or right that no sponge covers, m/s, times its length; 0
 * elsewhere. */
static double blow_at(const eg_air_model *model, int64_t f, double *length)
{
    const eg_plane *mesh = model->setup.mesh;
    const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
    const double x[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
    double low = x[0] - mesh->base.box_low[0], high = mesh->base.box_high[0] - x[0];
    int side = high < low, boundary = mesh->face_boundary[f];
    const eg_node *velocity = model->given[1];
    *length = fabs(b[1] - a[1]);
    if (boundary < 0 || mesh->face_cell[f][0] >= mesh->base.own ||
        model->boundaries[boundary] != EG_DEG_WALL || model->sponge.thickness[side] > 0 ||
        fmin(low, high) > 1e-6 * (low + high))
        return *length = 0;
    return *length * fabs(velocity ? eg_expression_eval(eg_node_expression(velocity), x) : model->wind);
}

static eg_status judge_walls(const eg_air_model *model)
{
    static const double MOST = 1e-3; /* of the speed of sound: pressures jump by 1.4e-3 of their size */
    const eg_background_state low = eg_air_at(model, model->low);
    double sound = sqrt(model->exponent * low.pressure / low.density), blows = 0, length = 0, of_face;
    for (int64_t f = 0; f < model->setup.mesh->faces; f++) {
        blows += blow_at(model, f, &of_face);
        length += of_face;
    }
    length = eg_comm_sum_chunks(model->setup.comm, &length, 1);
    double speed = length > 0 ? eg_comm_sum_chunks(model->setup.comm, &blows, 1) / length : 0;
    if (model->setup.restoring || model->transfer.setup || !(speed > MOST * sound))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "boundaries"), "incompatible", speed / sound,
        MOST,
        "the air moves at %.4g m/s through walls at the left and right, against which it stops "
        "at once: pressures jump by %.3g Pa and run to and fro; choose periodic or open sides",
        speed, low.density * sound * speed);
}

/* ---- waves of a mountain */

/* Of all ranks: by how much the ground rises and falls, m; and whether the air ends at a wall above. */
static double find_relief(const eg_air_model *model, bool *has_lid)
{
    const eg_plane *mesh = model->setup.mesh;
    double found[3] = {-INFINITY, -INFINITY, 0}; /* - lowest, highest, lid */
    for (int64_t f = 0; f < mesh->faces; f++) {
        const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
        int32_t cell = mesh->face_cell[f][0];
        int boundary = mesh->face_boundary[f];
        if (boundary < 0 || cell >= mesh->base.own || model->boundaries[boundary] != EG_DEG_WALL ||
            fabs(b[1] - a[1]) > fabs(b[0] - a[0]))
            continue;
        if (0.5 * (a[1] + b[1]) > mesh->base.centroid[cell][1]) {
            found[2] = 1;
            continue;
        }
        found[0] = fmax(found[0], -fmin(a[1], b[1]));
        found[1] = fmax(found[1], fmax(a[1], b[1]));
    }
    eg_comm_max(model->setup.comm, found, 3);
    *has_lid = found[2] > 0;
    return found[0] + found[1];
}

/* Waves go up at less than the wind's speed; a lid sends them back. */
static eg_status judge_lid(const eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    double height = model->high - model->low, end = eg_case_real(loaded, "time.end", 0);
    bool stable = eg_air_at(model, model->high).theta > 1.001 * eg_air_at(model, model->low).theta;
    bool has_lid;
    double relief = find_relief(model, &has_lid), passed = fabs(model->wind) * end / height;
    if (!has_lid || !(relief > 1e-6 * height) || !stable || model->sponge.thickness[2] > 0 || !(passed > 2))
        return EG_OK;
    return eg_verdict_say(model->setup.run, eg_case_find(loaded, "atmosphere"), "lid", passed, 2,
                          "a wind over ground that rises by %.4g m makes waves, which the wall above sends "
                          "back in the %.4g s of the run: give atmosphere.sponge.top, about a third of the "
                          "height",
                          relief, end);
}

/* ---- a sponge takes what is in it to the air at rest */

/* How far inside, m; the layer's width is *width. */
static double depth_in_sponge(const eg_air_model *model, const double *x, double *width)
{
    const eg_mesh *mesh = model->setup.cells;
    const double *thickness = model->sponge.thickness;
    const double from[EG_AIR_SIDES] = {x[0] - mesh->box_low[0], mesh->box_high[0] - x[0], model->high - x[1]};
    double least = INFINITY;
    for (int i = 0; i < EG_AIR_SIDES; i++)
        if (from[i] < thickness[i] && from[i] < least) {
            least = from[i];
            *width = thickness[i];
        }
    return least;
}

static eg_status judge_air_gauge(const eg_air_model *model, const eg_node *gauge)
{
    double x[2], width = 0;
    eg_node_reals(gauge, 0, 2, x);
    double depth = depth_in_sponge(model, x, &width);
    if (!isfinite(depth))
        return EG_OK;
    return eg_verdict_say_at(model->setup.run, gauge, "in-layer", depth, width, 2, x,
                             "%s lies in a layer of atmosphere.sponge, %.4g m thick, which takes the air to "
                             "that at rest: what it records is the layer's; move it by %.4g m, or take a "
                             "thinner layer",
                             eg_node_name(gauge), width, width - depth);
}

eg_status eg_air_check_plausible(const eg_air_model *model)
{
    const eg_node *gauges = eg_case_find(model->setup.loaded, "output.gauges");
    warn_of_rest(model);
    EG_TRY(judge_sound(model));
    EG_TRY(judge_walls(model));
    EG_TRY(judge_lid(model));
    for (int64_t i = 0; i < eg_node_count(gauges); i++)
        EG_TRY(judge_air_gauge(model, eg_node_item(gauges, i)));
    return EG_OK;
}
