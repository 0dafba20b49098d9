/* Waves that come in at boundaries: whether cells carry them, and whether gauges see them. What is measured
 * is the frequency below which half of the energy of a boundary's value lies. */
#include "physics/source_spectrum.h"
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of a wave's amplitude on the other side of the mesh. */
static const double LEFT_LEAST = 0.5;
/* Water shallower than this part of the boundary's is the shore's. */
static const double SHORE = 0.5;
/* Long waves are faster than short ones: by this part, and so many periods too early on the other side. */
static const double FASTER_MOST = 0.2, EARLY_MOST = 0.125;
/* What varies by less, as a part of the largest value, is a constant. */
static const double VARIES_LEAST = 1e-3;

enum { SIGNAL_SAMPLES = 4096 };

/* ---- the frequency */

/* Whether it varies. */
static bool sample_signal(const eg_sw_series *series, double end, double *values)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < SIGNAL_SAMPLES; i++) {
        values[i] = eg_sw_series_value(series, end * i / (SIGNAL_SAMPLES - 1));
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    return high - low > VARIES_LEAST * fmax(fabs(low), fabs(high));
}

/* 0 of what does not vary. */
static eg_status find_signal_frequency(const eg_sw_model *model, const eg_sw_series *series, double *found)
{
    eg_context *context = model->setup.context;
    EG_SCRATCH double *values = NULL;
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    eg_spectrum spectrum = {0};
    *found = 0;
    if (!(end > 0) || eg_sw_is_number(series))
        return EG_OK;
    EG_TRY(eg_alloc(context, SIGNAL_SAMPLES, sizeof *values, &values));
    if (sample_signal(series, end, values))
        EG_TRY(
            eg_spectrum_of_samples(context, values, SIGNAL_SAMPLES, end / (SIGNAL_SAMPLES - 1), &spectrum));
    *found = spectrum.middle;
    return EG_OK;
}

/* ---- its way through the mesh */

typedef struct way {
    const eg_sw_model *model;
    double middle[2];     /* m: of the deepest face of the boundary */
    double depth, length; /* m: at the boundary; to the farthest cell that is not its shore */
    double mean[2];       /* of a cell's size times its fading; of its square times that at second order */
    double size;
} way;

enum { AREA, FIRST, SECOND, SIZE, SUMS };

static bool is_deep(const way *w, int64_t cell)
{
    return !(w->model->depth[cell] < SHORE * w->depth);
}

static void add_way_cell(const void *with, int64_t c, double *sums)
{
    const way *w = with;
    const eg_plane *mesh = w->model->setup.mesh;
    double area = mesh->area[c];
    if (!is_deep(w, c))
        return;
    sums[AREA] += area;
    sums[FIRST] += area * sqrt(area) * eg_smear_fading(mesh, c);
    sums[SECOND] += area * area * eg_sw_fading_second(mesh, c);
    sums[SIZE] += area * sqrt(area);
}

static eg_status add_way_cells(way *w)
{
    const eg_sw_model *model = w->model;
    const eg_mesh *mesh = model->setup.cells;
    double total[SUMS];
    EG_TRY(eg_cell_sums_find(mesh, model->setup.comm, SUMS, add_way_cell, w, total));
    for (int64_t c = 0; c < mesh->own; c++)
        if (is_deep(w, c))
            w->length = fmax(w->length,
                             hypot(mesh->centroid[c][0] - w->middle[0], mesh->centroid[c][1] - w->middle[1]));
    eg_comm_max(model->setup.comm, &w->length, 1);
    for (int i = 0; i < 2; i++)
        w->mean[i] = total[AREA] > 0 ? total[FIRST + i] / total[AREA] : 0;
    w->size = total[AREA] > 0 ? total[SIZE] / total[AREA] : 0;
    return EG_OK;
}

/* From the deepest face of a boundary; a length of 0: it is dry. */
static eg_status find_way(const eg_sw_model *model, int b, way *w)
{
    const eg_plane *mesh = model->setup.mesh;
    double from[3] = {0}; /* depth, place */
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t cell = mesh->face_cell[f][0];
        if (!eg_sw_is_along(model, f, b) || !(model->depth[cell] > from[0]))
            continue;
        from[0] = model->depth[cell];
        from[1] = mesh->base.centroid[cell][0];
        from[2] = mesh->base.centroid[cell][1];
    }
    double depth = eg_verdict_worst(model->setup.run, from[0], from, sizeof from);
    *w = (way){.model = model, .middle = {from[1], from[2]}, .depth = depth};
    return depth > 0 ? add_way_cells(w) : EG_OK;
}

/* ---- verdicts */

static eg_status judge_signal_cells(const eg_sw_model *model, const eg_node *node, double frequency,
                                    const way *w)
{
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    double speed = sqrt(gravity * w->depth), wave = speed / frequency;
    int order = (int)eg_case_real(model->setup.loaded, "numerics.order", 1);
    double length = fmin(w->length, speed * end);
    double fading = order == 2 ? w->mean[1] / (wave * wave) : w->mean[0] / wave;
    double fades = fading * length / wave, left = exp(-fades), finer = fades / -log(LEFT_LEAST);
    if (!(left < LEFT_LEAST) || length < wave)
        return EG_OK;
    return eg_verdict_say(model->setup.run, node, "resolution", left, LEFT_LEAST,
                          "%s: half of the energy of what comes in lies above %.3g Hz; in water of %.3g m "
                          "such a wave is %.3g m long, %.3g cells, and %.2g of it is left after %.3g m at "
                          "order %d: make cells smaller by %.2g%s",
                          eg_node_name(node), frequency, w->depth, wave, wave / w->size, left, length, order,
                          order == 2 ? sqrt(finer) : finer, order == 2 ? "" : ", or take numerics.order: 2");
}

/* Of Airy's waves, whose number k has omega^2 = g k tanh(k h): by Newton's method from above. */
static double airy_speed(double frequency, double depth, double gravity)
{
    double omega = 2 * acos(-1) * frequency, y = omega * omega * depth / gravity, x = y + sqrt(y);
    for (int i = 0; i < 30; i++)
        x -= (x * tanh(x) - y) / (tanh(x) + x / pow(cosh(x), 2));
    return omega * depth / x;
}

static eg_status judge_signal_length(const eg_sw_model *model, const eg_node *node, double frequency,
                                     const way *w)
{
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    double end = eg_case_real(model->setup.loaded, "time.end", 0), speed = sqrt(gravity * w->depth);
    double airy = airy_speed(frequency, w->depth, gravity), length = fmin(w->length, speed * end);
    double early = frequency * length * (1 / airy - 1 / speed);
    if (!(speed > (1 + FASTER_MOST) * airy) || !(early > EARLY_MOST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, node, "short-waves", speed / airy - 1, FASTER_MOST,
        "%s: half of the energy of what comes in lies above %.3g Hz; in water of %.3g m such "
        "waves run %.3g m/s, and are %.3g m long, but the equations of long waves have %.3g "
        "m/s: after %.3g m they come %.2g periods too early, and their shape is another one; "
        "these equations are for waves of more than 15 depths",
        eg_node_name(node), frequency, w->depth, airy, airy / frequency, speed, length, early);
}

static eg_status judge_signal_gauges(const eg_sw_model *model, const eg_node *node, double frequency)
{
    const eg_node *every = eg_case_find(model->setup.loaded, "output.record.every");
    if (!every || eg_node_count(eg_case_find(model->setup.loaded, "output.gauges")) == 0)
        return EG_OK;
    double held = 1 / (2 * eg_node_real(every));
    if (held >= frequency)
        return EG_OK;
    return eg_verdict_say(model->setup.run, every, "sampling", held, frequency,
                          "%s is %.6g s: gauges hold frequencies up to %.3g Hz, and half of the energy of "
                          "what comes in at %s lies above %.3g Hz, which appears as what is not there: take "
                          "%.2g s or less",
                          eg_node_name(every), eg_node_real(every), held, eg_node_name(node), frequency,
                          1 / (4 * frequency));
}

static eg_status judge_signal(const eg_sw_model *model, int b)
{
    const eg_node *node = model->boundaries[b].node;
    double frequency;
    way w;
    eg_status status = find_signal_frequency(model, &model->boundaries[b].series[0], &frequency);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    if (!(frequency > 0))
        return EG_OK;
    EG_TRY(judge_signal_gauges(model, node, frequency));
    EG_TRY(find_way(model, b, &w));
    if (!(w.depth > 0))
        return EG_OK;
    EG_TRY(judge_signal_length(model, node, frequency, &w));
    return judge_signal_cells(model, node, frequency, &w);
}

eg_status eg_sw_judge_signals(const eg_sw_model *model)
{
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        EG_TRY(judge_signal(model, b));
    return EG_OK;
}
