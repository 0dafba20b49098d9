/* What the place of a point source in the mesh changes: misfits against exact seismograms of the plane.
 *
 *     verify-waves-sources [key=value]...
 *
 * problem: lamb (a vertical force on the free surface, receivers below), garvin (an explosion below it,
 * receivers on it), buried (a vertical force below it, by reciprocity), space (an explosion in a full
 * space). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scheme/ader/ader.h"
#include "verify/cagniard.h"

enum { RECEIVERS = 4, SAMPLES = 400 };

typedef struct setting {
    const char *problem, *element, *place;
    double cell, vp, vs, rho, frequency, delay, cfl, depth, end, jitter;
    int order, material_order, seed, smooth;
} setting;

/* ---- the scheme */

static eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const setting *s = user;
    double mu = s->rho * s->vs * s->vs, lambda = s->rho * s->vp * s->vp - 2 * mu;
    const double material[] = {lambda + 2 * mu, lambda, mu, 1 / s->rho};
    (void)cell;
    (void)x;
    for (int i = 0; i < count; i++)
        memcpy(&values[4 * i], material, sizeof material);
    return EG_OK;
}

static eg_status nothing_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    (void)x;
    memset(values, 0, (size_t)count * 5 * sizeof *values);
    return EG_OK;
}

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* A place of the kind near (0, -depth): in the cell, on its face or vertex. */
static void find_place(const setting *s, const eg_plane *mesh, const char *place, double x[2])
{
    double near[2] = {0.31 * s->cell, -s->depth - 1e-3 * s->cell}, best = INFINITY;
    bool surface = s->depth == 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
        if (surface && (a[1] < -1e-9 || b[1] < -1e-9))
            continue;
        double middle[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
        double d = hypot(middle[0] - near[0], middle[1] - near[1]);
        int64_t cell = mesh->face_cell[f][0];
        if (!(d < best))
            continue;
        best = d;
        double into[2] = {mesh->base.centroid[cell][0] - middle[0], mesh->base.centroid[cell][1] - middle[1]};
        if (surface)
            into[1] = 0;
        for (int i = 0; i < 2; i++) {
            double c = mesh->base.centroid[cell][i];
            x[i] = is(place, "vertex")   ? a[i]
                   : is(place, "near")   ? a[i] + 1e-3 * s->cell * (surface ? 1 - i : 0.6 + 0.2 * i)
                   : is(place, "face")   ? middle[i]
                   : is(place, "third")  ? a[i] + 0.3 * (b[i] - a[i])
                   : is(place, "beside") ? middle[i] + 1e-3 * into[i]
                   : is(place, "generic")
                       ? (surface ? a[i] + 0.43 * (b[i] - a[i]) : 0.55 * c + 0.45 * (0.7 * a[i] + 0.3 * b[i]))
                       : (surface ? middle[i] : c);
        }
        if (surface && (is(place, "beside") || is(place, "cell") || is(place, "generic"))) {
            /* below the surface would be another problem: beside is what is on it near the vertex */
            x[1] = 0;
        }
    }
}

/* What a run stands on. */
typedef struct scene {
    eg_context *context;
    eg_device *device;
    eg_plane *mesh;
    double x[2], at[RECEIVERS][2]; /* source and receivers */
} scene;

static void expect_ok(const scene *stage, eg_status status)
{
    if (status == EG_OK)
        return;
    fprintf(stderr, "%s\n", eg_context_error(stage->context));
    exit(1);
}

/* A box that is wide enough for nothing to come back from its sides, and where things stand in it. */
static scene set_scene(const setting *s, const char *place)
{
    static const double there[RECEIVERS][2] = {{300, -50}, {-250, -120}, {400, -210}, {-200, -70}};
    static const double around[RECEIVERS][2] = {{250, 60}, {-120, 240}, {30, -330}, {-220, -160}};
    bool space = is(s->problem, "space"), lamb = is(s->problem, "lamb");
    double half = space ? 800 : 1000, deep = space ? 1600 : 550;
    const eg_box_options box = {
        .origin = {-half, space ? -800 - s->depth : -deep},
        .size = {2 * half, deep},
        .cells = {(int64_t)(2 * half / s->cell + 0.5), (int64_t)(deep / s->cell + 0.5)},
        .element = is(s->element, "quad") ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE,
        .jitter = s->jitter,
        .shuffle = s->jitter > 0,
        .seed = (uint64_t)s->seed};
    scene made;
    if (eg_context_create(NULL, &made.context) != EG_OK)
        exit(1);
    expect_ok(&made, eg_device_open(made.context, "host:1", &made.device));
    expect_ok(&made, eg_plane_box(made.context, &box, &made.mesh));
    find_place(s, made.mesh, place, made.x);
    for (int r = 0; r < RECEIVERS; r++)
        for (int i = 0; i < 2; i++)
            made.at[r][i] = space ? made.x[i] + around[r][i] : i && !lamb ? 0 : there[r][i];
    return made;
}

static double values[RECEIVERS][SAMPLES + 1][5];

/* Runs to the end and takes the samples; returns their number. */
static int64_t take_samples(const setting *s, const scene *stage, eg_ader *ader)
{
    static double fresh[RECEIVERS * (SAMPLES + 1) * 5];
    eg_time *clock = eg_stepper_time(eg_ader_stepper(ader));
    eg_time_state now;
    int64_t have = 0;
    expect_ok(stage, eg_time_resume_until(clock, s->end, INT64_MAX));
    do {
        expect_ok(stage, eg_stepper_queue(eg_ader_stepper(ader), 8));
        expect_ok(stage, eg_time_readback_begin(clock));
        expect_ok(stage, eg_time_readback_end(clock, &now));
        int64_t more = eg_stepper_samples(eg_ader_stepper(ader), now.time) - have;
        more = have + more > SAMPLES + 1 ? SAMPLES + 1 - have : more;
        if (more <= 0)
            continue;
        expect_ok(stage, eg_stepper_samples_read(eg_ader_stepper(ader), have, more, fresh));
        for (int r = 0; r < RECEIVERS; r++)
            memcpy(values[r][have], &fresh[r * more * 5], (size_t)more * 5 * sizeof(double));
        have += more;
    } while (now.pause == EG_PAUSE_NONE);
    return have;
}

static int64_t run(const setting *s, const scene *stage)
{
    bool space = is(s->problem, "space"), explosion = space || is(s->problem, "garvin");
    const eg_ader_source source = {.x = {stage->x[0], stage->x[1]},
                                   .smooth = s->smooth,
                                   .kind = explosion ? EG_LINEAR_SOURCE_EXPLOSION : EG_LINEAR_SOURCE_FORCE,
                                   .strength = {explosion ? 1 : 0, -1}};
    const eg_source_time time = {.kind = EG_SOURCE_RICKER, .frequency = s->frequency, .time = s->delay};
    eg_linear_boundary boundaries[4];
    for (int b = 0; b < stage->mesh->base.boundaries.count; b++)
        boundaries[b] =
            !space && is(stage->mesh->base.boundaries.name[b], "top") ? EG_LINEAR_FREE : EG_LINEAR_ABSORBING;
    const eg_ader_options options = {.system = &eg_linear_elastic,
                                     .order = s->order,
                                     .cfl = s->cfl,
                                     .user = (void *)s,
                                     .material = material_of,
                                     .material_order = s->material_order,
                                     .initial = nothing_at,
                                     .boundaries = boundaries,
                                     .source_count = 1,
                                     .sources = &source,
                                     .function_count = 1,
                                     .functions = &time,
                                     .receiver_count = RECEIVERS,
                                     .receivers = stage->at,
                                     .receiver_interval = s->end / SAMPLES};
    eg_ader *ader;
    expect_ok(stage, eg_ader_create(stage->device, stage->mesh, &options, &ader));
    int64_t samples = take_samples(s, stage, ader);
    eg_ader_destroy(&ader);
    return samples;
}

static double misfit(const setting *s, const char *place, double each[RECEIVERS])
{
    scene stage = set_scene(s, place);
    int64_t samples = run(s, &stage);
    const cagniard_problem exact = {.kind = is(s->problem, "lamb")     ? CAGNIARD_LAMB
                                            : is(s->problem, "garvin") ? CAGNIARD_GARVIN
                                            : is(s->problem, "buried") ? CAGNIARD_BURIED
                                                                       : CAGNIARD_SPACE,
                                    .vp = s->vp,
                                    .vs = s->vs,
                                    .rho = s->rho,
                                    .frequency = s->frequency,
                                    .delay = s->delay};
    double error = 0, signal = 0;
    for (int r = 0; r < RECEIVERS; r++) {
        double e = 0, g = 0;
        for (int64_t k = 0; k < samples; k++) {
            double v[2];
            cagniard_velocity(&exact, stage.x, stage.at[r], (double)k * s->end / SAMPLES, v);
            for (int i = is(s->problem, "buried") ? 1 : 0; i < 2; i++) {
                e += pow(values[r][k][3 + i] - v[i], 2);
                g += v[i] * v[i];
            }
        }
        each[r] = sqrt(e / g);
        error += e;
        signal += g;
    }
    eg_plane_destroy(&stage.mesh);
    eg_device_close(&stage.device);
    eg_context_destroy(&stage.context);
    return sqrt(error / signal);
}

static void read_key(setting *s, const char *key, const char *value)
{
    const struct {
        const char *name, **text;
        double *real;
        int *whole;
    } keys[] = {
        {"problem", &s->problem, NULL, NULL},     {"element", &s->element, NULL, NULL},
        {"place", &s->place, NULL, NULL},         {"cell", NULL, &s->cell, NULL},
        {"frequency", NULL, &s->frequency, NULL}, {"cfl", NULL, &s->cfl, NULL},
        {"depth", NULL, &s->depth, NULL},         {"jitter", NULL, &s->jitter, NULL},
        {"order", NULL, NULL, &s->order},         {"material_order", NULL, NULL, &s->material_order},
        {"seed", NULL, NULL, &s->seed},           {"smooth", NULL, NULL, &s->smooth},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!is(key, keys[i].name))
            continue;
        if (keys[i].text)
            *keys[i].text = value;
        else if (keys[i].real)
            *keys[i].real = atof(value);
        else
            *keys[i].whole = atoi(value);
        return;
    }
    fprintf(stderr, "no key '%s'\n", key);
    exit(2);
}

int main(int argc, char **argv)
{
    setting s = {.problem = "lamb",
                 .element = "triangle",
                 .place = "all",
                 .cell = 50,
                 .vp = 3200,
                 .vs = 1847.5,
                 .rho = 2200,
                 .frequency = 10,
                 .delay = 0.1,
                 .cfl = 0.9,
                 .depth = 0,
                 .end = 0.45,
                 .order = 6,
                 .seed = 1,
                 .smooth = 1};
    static const char *const places[] = {"cell", "generic", "beside", "face", "third", "near", "vertex"};
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value)
            return 2;
        *value++ = 0;
        read_key(&s, argv[i], value);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        double each[RECEIVERS];
        if (!is(s.place, "all") && !strstr(s.place, places[i]))
            continue;
        printf("%-8s %-8s", s.problem, places[i]);
        double m = misfit(&s, places[i], each);
        printf(" %7.3f %%  (", 100 * m);
        for (int r = 0; r < RECEIVERS; r++)
            printf(" %.3f", 100 * each[r]);
        printf(" )\n");
        fflush(stdout);
    }
    return 0;
}
