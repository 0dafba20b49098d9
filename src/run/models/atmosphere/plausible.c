/* Air that may not be meant: sound with steps that are long for it, waves of a mountain below a lid, air and
 * gauges in a sponge, air that nothing moves. */
#include "run/models/atmosphere/internal.h"

#include <complex.h>
#include <math.h>

#include "run/core/run.h"
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
    for (int i = 0; i < EG_AIR_GIVEN - 1; i++) /* a tracer moves nothing; zeros are meant */
        moves = moves || (model->given[i] && !eg_node_is_default(model->given[i]));
    if (!moves)
        eg_case_warn(model->setup.loaded, eg_case_find(loaded, "atmosphere"),
                     "the air is at rest, without a wind, and the initial state is the "
                     "background's: nothing moves; give initial, or atmosphere.wind");
}

/* ---- a wind against walls */

/* The initial speed through a wall at the left or right that no sponge covers, m/s, times its length; 0
 * elsewhere. */
static double blow_at(const eg_air_model *model, int64_t f, int kind, double *length)
{
    const eg_plane *mesh = model->setup.mesh;
    const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
    const double x[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
    double low = x[0] - mesh->base.box_low[0], high = mesh->base.box_high[0] - x[0];
    int side = high < low, boundary = mesh->face_boundary[f];
    const eg_node *velocity = model->given[1];
    *length = fabs(b[1] - a[1]);
    if (boundary < 0 || mesh->face_cell[f][0] >= mesh->base.own || (int)model->boundaries[boundary] != kind ||
        model->sponge.thickness[side] > 0 || fmin(low, high) > 1e-6 * (low + high))
        return *length = 0;
    double speed = velocity ? eg_expression_eval(eg_node_expression(velocity), x) : model->wind;
    return *length * fabs(speed - (kind == EG_DEG_WALL ? 0 : model->wind));
}

/* Its mean over the sides of one kind, m/s. */
static double mean_blow(const eg_air_model *model, int kind)
{
    double blows = 0, length = 0, of_face;
    for (int64_t f = 0; f < model->setup.mesh->faces; f++) {
        blows += blow_at(model, f, kind, &of_face);
        length += of_face;
    }
    length = eg_comm_sum_chunks(model->setup.comm, &length, 1);
    return length > 0 ? eg_comm_sum_chunks(model->setup.comm, &blows, 1) / length : 0;
}

static eg_status judge_walls(const eg_air_model *model)
{
    /* of the speed of sound: at walls pressures jump by 1.4e-3 of their size */
    static const double most = 1e-3, most_open = 5e-3;
    const eg_background_state low = eg_air_at(model, model->low);
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    double sound = sqrt(model->exponent * low.pressure / low.density);
    double walls = mean_blow(model, EG_DEG_WALL), open = mean_blow(model, EG_DEG_OPEN);
    if (model->setup.restoring || model->transfer.setup)
        return EG_OK;
    if (walls > most * sound)
        return eg_verdict_say(
            model->setup.run, boundaries, "incompatible", walls / sound, most,
            "the air moves at %.4g m/s through walls at the left and right, against which it stops "
            "at once: pressures jump by %.3g Pa and run to and fro; choose periodic or open sides",
            walls, low.density * sound * walls);
    if (!(open > most_open * sound))
        return EG_OK;
    return eg_verdict_say(model->setup.run, boundaries, "incompatible", open / sound, most_open,
                          "the initial velocity at open sides is %.4g m/s away from the wind beyond "
                          "them, %.4g m/s, which comes in with sound: give the wind as "
                          "atmosphere.wind, or a sponge there",
                          open, model->wind);
}

/* ---- waves of the beginning at open sides, which let only sound out */

/* Of theta' at the centre of a cell: its square, that of its slope, and its middle. */
static void add_disturbance(const void *with, int64_t c, double *sums)
{
    const eg_air_model *model = with;
    const eg_plane *mesh = model->setup.mesh;
    const eg_expression *theta = eg_node_expression(model->given[THETA]);
    const double area = mesh->area[c], *x = mesh->base.centroid[c];
    double value = eg_expression_eval(theta, (double[4]){x[0], x[1]});
    sums[0] += area * value * value;
    for (int d = 0; d < 2; d++) {
        double y[4] = {x[0], x[1]};
        y[d] += 0.5 * sqrt(area);
        sums[1] += 4 * pow(eg_expression_eval(theta, y) - value, 2);
        sums[2 + d] += area * value * value * x[d];
    }
}

/* They run N / K at most, K the number of theta', and have come back after twice the way to the side. */
static eg_status judge_open_sides(const eg_air_model *model, double square)
{
    const eg_plane *mesh = model->setup.mesh;
    double s[4], near = -INFINITY, end = eg_case_real(model->setup.loaded, "time.end", 0);
    if (is_zero_node(model->given[THETA]) || !model->open || !(square > 0) || model->setup.restoring)
        return EG_OK;
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, 4, add_disturbance, model, s));
    for (int64_t f = 0; f < mesh->faces; f++) {
        const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
        int along = fabs(b[0] - a[0]) < fabs(b[1] - a[1]) ? 0 : 1, boundary = mesh->face_boundary[f];
        double away = a[along] - s[2 + along] / s[0];
        if (boundary >= 0 && model->boundaries[boundary] == EG_DEG_OPEN &&
            !(model->sponge.thickness[along ? 2 : away > 0] > 0))
            near = fmax(near, -fabs(away));
    }
    eg_comm_max(model->setup.comm, &near, 1);
    double speed = sqrt(square * s[0] / s[1]), passed = speed * end / (-2 * near);
    if (!(passed > 1))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, model->given[THETA], "lid", passed, 1,
        "waves of gravity run from here to an open side, %.4g m away, and back with up to "
        "%.3g m/s, %.2g times until the end: an open side lets only sound out, and sends most "
        "of them back; give atmosphere.sponge there, or sides that are farther away",
        -near, speed, passed);
}

/* ---- waves of a mountain */

/* Of all ranks: how far the ground rises, m; the number of its waves, 1/m, the root of the mean squares of
 * slope and height; and whether the air ends at a wall above. */
typedef struct eg_air_ground {
    double relief, number;
    bool has_lid;
} eg_air_ground;

static eg_air_ground find_ground(const eg_air_model *model)
{
    enum { LENGTH, HEIGHT, SQUARE, SLOPE, SUMS };
    const eg_plane *mesh = model->setup.mesh;
    double most[3] = {-INFINITY, -INFINITY, 0}, sums[SUMS] = {0}; /* - lowest, highest, lid */
    for (int64_t f = 0; f < mesh->faces; f++) {
        const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
        int32_t cell = mesh->face_cell[f][0];
        int boundary = mesh->face_boundary[f];
        double length = fabs(b[0] - a[0]), rise = b[1] - a[1], height = 0.5 * (a[1] + b[1]);
        if (boundary < 0 || cell >= mesh->base.own || model->boundaries[boundary] != EG_DEG_WALL ||
            fabs(rise) > length)
            continue;
        if (height > mesh->base.centroid[cell][1]) {
            most[2] = 1;
            continue;
        }
        most[0] = fmax(most[0], -fmin(a[1], b[1]));
        most[1] = fmax(most[1], fmax(a[1], b[1]));
        const double of[SUMS] = {length, length * height, length * height * height, rise * rise / length};
        for (int i = 0; i < SUMS; i++)
            sums[i] += of[i];
    }
    eg_comm_max(model->setup.comm, most, 3);
    for (int i = 0; i < SUMS; i++)
        sums[i] = eg_comm_sum_chunks(model->setup.comm, &sums[i], 1);
    double varies = sums[SQUARE] - sums[HEIGHT] * sums[HEIGHT] / sums[LENGTH];
    return (eg_air_ground){.relief = most[0] + most[1],
                           .number = varies > 0 ? sqrt(sums[SLOPE] / varies) : 0,
                           .has_lid = most[2] > 0};
}

/* Amplitude that comes back of steady waves in the wind which rise from below the sponge, of number k along
 * the ground and m upward. With D = i k U + r, r the rate at a height, velocity w and pressure over density p
 * follow D w' = -k^2 p, p' = -(D + N^2 / D) w (Klemp and Lilly 1978), down from w = 0 at a wall, or from p = c
 * w of sound, which an open side lets out. */
static double find_reflected(const eg_air_model *model, bool has_lid, double k, double m, double square)
{
    enum { PARTS = 512 };
    const eg_background_state high = eg_air_at(model, model->high);
    double thickness = model->sponge.thickness[2], step = thickness / PARTS, wind = fabs(model->wind);
    double complex p = has_lid ? 1 : sqrt(model->exponent * high.pressure / high.density), w = !has_lid;
    for (int i = 0; i < PARTS; i++) {
        double rate = model->sponge.rate * eg_sponge_fraction((i + 0.5) * step, thickness);
        double complex d = CMPLX(rate, k * wind), middle = w + 0.5 * step * k * k * p / d;
        p += step * (d + square / d) * middle;
        w = middle + 0.5 * step * k * k * p / d;
    }
    return cabs((w - p * k / (wind * m)) / (w + p * k / (wind * m)));
}

/* Waves go up at less than the wind's speed; what is above sends them back. */
static eg_status judge_lid(const eg_air_model *model)
{
    static const double MOST = 0.5;
    eg_case *loaded = model->setup.loaded;
    double height = model->high - model->low, end = eg_case_real(loaded, "time.end", 0);
    double ratio = eg_air_at(model, model->high).theta / eg_air_at(model, model->low).theta;
    double square = eg_background_gravity(model->background) * log(ratio) / height; /* N^2 */
    EG_TRY(judge_open_sides(model, square));
    eg_air_ground ground = find_ground(model);
    double upward = square / pow(model->wind, 2) - pow(ground.number, 2);
    if (!(ground.relief > 1e-6 * height) || !(fabs(model->wind) * end > 2 * height) || !(ratio > 1.001) ||
        !(upward > 0))
        return EG_OK;
    double m = sqrt(upward), part = find_reflected(model, ground.has_lid, ground.number, m, square);
    if (!(part > MOST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(loaded, "atmosphere"), "lid", part, MOST,
        "a wind over ground that rises by %.4g m makes waves, %.4g m long upward, %.2g of "
        "whose amplitude %s sends back in the %.4g s of the run: give atmosphere.sponge.top "
        "a thickness of a wave or more, about a third of the height, and a rate of some "
        "%.1g 1/s",
        ground.relief, 2 * acos(-1) / m, part,
        model->sponge.thickness[2] > 0 ? "the sponge"
        : ground.has_lid               ? "the wall above"
                                       : "the open side above",
        end, 2 * ground.number * fabs(model->wind));
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
