/* What the tests of sources and receivers share: a case in functions, run on a device, its samples kept.
 * */
#ifndef EG_TESTS_KERNEL_ADER_POINTS_H
#define EG_TESTS_KERNEL_ADER_POINTS_H

#include "kernel/ader_wave.h"
#include "kernel/there.h"

static const double PI = 3.14159265358979323846;

/* A case: what the tests vary. Of `options` the callbacks and boundaries are filled in by begin(). */
struct problem {
    eg_box_options box;
    eg_ader_options options;
    double material[EG_LINEAR_MATERIALS];
    void (*medium)(const double x[2], double *material); /* NULL: `material` everywhere */
    void (*initial)(const double x[2], double *u);       /* NULL: 0 */
    bool periodic;                                       /* else absorbing */
};

static inline eg_status material_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    int n = p->options.system->materials;
    (void)cell;
    for (int i = 0; i < count * n; i++)
        values[i] = p->material[i % n];
    for (int i = 0; p->medium && i < count; i++)
        p->medium(x[i], &values[i * n]);
    return EG_OK;
}

static inline eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    int n = p->options.system->variables;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < n; v++)
            values[i * n + v] = 0;
    for (int i = 0; p->initial && i < count; i++)
        p->initial(x[i], &values[i * n]);
    return EG_OK;
}

/* Everything but the solver. */
static inline wave place(const problem *given, const char *device)
{
    wave w = {.given = given};
    double shift[2];
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    if (eg_device_open(w.context, device, &w.device) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    assert_int_equal(eg_plane_box(w.context, &given->box, &w.mesh), EG_OK);
    for (int axis = 0; given->periodic && axis < 2; axis++)
        assert_int_equal(eg_plane_join(w.mesh,
                                       eg_mesh_boundary_index(&w.mesh->base, axis ? "bottom" : "left"),
                                       eg_mesh_boundary_index(&w.mesh->base, axis ? "top" : "right"), shift),
                         EG_OK);
    return w;
}

static inline eg_status create(wave *w, int lanes)
{
    eg_ader_options options = w->given->options;
    options.lanes = lanes;
    options.far = lanes == 4; /* half of what is compared */
    options.user = (void *)w->given;
    options.material = material_of;
    options.initial = initial_of;
    return eg_ader_create(w->device, w->mesh, &options, &w->ader);
}

static inline wave begin(const problem *given, const char *device, int lanes)
{
    wave w = place(given, device);
    if (create(&w, lanes) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    return w;
}

/* Reads the samples since the last time. */
static inline void take_samples(wave *w)
{
    const eg_ader_options *o = &w->given->options;
    int64_t total = eg_stepper_samples(eg_ader_stepper(w->ader), w->now.time), more = total - w->samples;
    int n = o->system->variables;
    if (more <= 0)
        return;
    double *fresh = calloc((size_t)(o->receiver_count * more * n), sizeof *fresh);
    double *all = calloc((size_t)(o->receiver_count * total * n), sizeof *all);
    if (eg_stepper_samples_read(eg_ader_stepper(w->ader), w->samples, more, fresh) != EG_OK)
        fail_msg("%s", eg_context_error(w->context));
    for (int64_t r = 0; r < o->receiver_count; r++) {
        for (int64_t i = 0; i < w->samples * n; i++)
            all[r * total * n + i] = w->values[r * w->samples * n + i];
        for (int64_t i = 0; i < more * n; i++)
            all[(r * total + w->samples) * n + i] = fresh[r * more * n + i];
    }
    free(w->values);
    free(fresh);
    w->values = all;
    w->samples = w->room = total;
}

static inline double sample(const wave *w, int64_t receiver, int64_t k, int variable)
{
    return w->values[(receiver * w->room + k) * w->given->options.system->variables + variable];
}

/* Steps to `time` and takes what the receivers have. */
/* Reads the samples before the ring is full. */
static inline void take_in_time(wave *w)
{
    if (eg_stepper_samples(eg_ader_stepper(w->ader), w->now.time) - w->samples >
        eg_stepper_samples_room(eg_ader_stepper(w->ader)) * 3 / 4)
        take_samples(w);
}

static inline void advance(wave *w, double time)
{
    advance_looking(w, time, INT64_MAX, take_in_time);
    take_samples(w);
}

/* A cloud of sources on the points of a quadrature in each triangle, which has the modes of the polynomial
 * density(x, order - 1); the caller frees it. */
static inline eg_ader_source *cover(const eg_plane *mesh, int order,
                                    double (*density)(const double x[2], int degree), int64_t *sources)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    int count = eg_quadrature_count(EG_TRIANGLE, 2 * order - 2);
    eg_quadrature_any(EG_TRIANGLE, 2 * order - 2, points, weights);
    eg_ader_source *list = calloc((size_t)(mesh->base.own * count), sizeof *list);
    *sources = 0;
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        for (int q = 0; q < count; q++) {
            double x[EG_CELL_VERTICES][2];
            eg_ader_source *s = &list[(*sources)++];
            eg_plane_cell_vertices(mesh, cell, x);
            eg_cell_map(EG_TRIANGLE, (const double(*)[2])x, points[q], s->x);
            s->strength[0] = 2 * mesh->area[cell] * weights[q] * density(s->x, order - 1);
        }
    return list;
}

/* Devices that are compared bit by bit; what is not there is left out. */
typedef struct target {
    const char *device;
    int lanes;
} target;
static const target targets[] = {
    {"host:1", 1}, {"host:2", 8}, {"checked:3", 4}, {"opencl:0.0", 0}, {"cuda:0", 0}};
enum { TARGETS = sizeof targets / sizeof *targets };

#endif
