/* Perfectly matched layers of nodal DG: what they reflect, that nothing grows, what
 * they refuse. */
#include "unit/device_fixture.h"

#include <math.h>

#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

/* ---- a run */

typedef struct outcome {
    double content[2][2]; /* before and after: energy, integral of the pressure */
} outcome;

static void destroy_mesh(eg_forest *forest)
{
    eg_mesh *base = &forest->base;
    eg_mesh_destroy(&base);
}

/* A rough state in the variables [from, to). */
typedef struct rough_state {
    eg_dg_field field;
    int variables, from, to;
} rough_state;

/* 0 in the layers. */
static double bump(const double x[3])
{
    double a = (x[0] - 0.25) / 0.45, b = x[1] / 0.5;
    return a > 0 && a < 1 && b < 1 ? pow(sin(M_PI * a) * sin(M_PI * b), 2) : 0;
}

static eg_status rough(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                       double *values)
{
    const rough_state *r = (const rough_state *)self;
    (void)cell;
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < r->variables; v++)
            values[i * r->variables + v] =
                v < r->from || v >= r->to ? 0
                                          : sin(7 * x[i][0] + 5 * x[i][1] * (v + 1) - 3 * x[i][2] + v * v) *
                                                (r->from > 0 || r->to < r->variables ? bump(x[i]) : 1);
    return EG_OK;
}

/* Two halves, one of which varies; rocks have a Poisson ratio of 0.25 in one and of 0.45 in the other. */
typedef struct two_halves {
    eg_dg_field field;
    int materials;
} two_halves;

static eg_status halves(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                        double *values)
{
    int n = ((const two_halves *)self)->materials;
    (void)cell;
    for (int64_t i = 0; i < count; i++) {
        double c = x[i][1] < 0.5 ? 1 : 1.5 + 0.2 * x[i][0];
        double mu = c * c * (x[i][1] < 0.5 ? 1.0 / 3 : 1.0 / 11);
        if (n == 4)
            memcpy(&values[4 * i], (double[]){c * c, c * c - 2 * mu, mu, 1}, 4 * sizeof *values);
        else
            memcpy(&values[2 * i], (double[]){c * c, 1}, 2 * sizeof *values);
    }
    return EG_OK;
}

static outcome run(const fixture *f, const problem *p, bool nodal, bool moving, const char *spec)
{
    eg_device *device;
    eg_dg *dg;
    eg_comm *comm;
    outcome a;
    const two_halves material = {{halves}, p->system->materials};
    const int variables = p->system->variables, stresses = p->system->source.moments;
    rough_state initial = {{rough}, variables, 0, variables};
    if (moving && stresses > 0)
        initial.from = stresses; /* static stresses and stationary flows would stay for ever */
    else if (moving)
        initial.to = 1;
    const double width[6] = {0.25, 0.3, 0, 0.5, 0.26, 0.25};
    const eg_linear_boundary absorbing = EG_LINEAR_ABSORBING, wall = EG_LINEAR_WALL;
    const eg_linear_boundary kinds[6] = {absorbing, absorbing, stresses > 0 ? EG_LINEAR_FREE : wall,
                                         absorbing, absorbing, absorbing};
    const eg_dg_options options = {.system = p->system,
                                   .flux = p->flux,
                                   .steps = p->integrator,
                                   .variant = p->variant,
                                   .precision = p->precision,
                                   .degree = p->degree,
                                   .lanes = p->lanes,
                                   .material = &material.field,
                                   .nodal_material = nodal,
                                   .boundaries = kinds,
                                   .pml = width,
                                   .initial = &initial.field};
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    eg_forest *mesh = forest_of(f->context, comm, p);
    assert_int_equal(eg_device_open(f->context, spec, &device), EG_OK);
    if (eg_dg_create(device, mesh, &options, &dg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, a.content[0]), EG_OK);
    steps_to(eg_dg_stepper(dg), 1e9, p->steps);
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, a.content[1]), EG_OK);
    eg_dg_destroy(&dg);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    destroy_mesh(mesh);
    return a;
}

/* Thousands of steps of a rough state in corners of layers, over hanging faces: it leaves, and nothing comes
 * up. */
static void stays_stable(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 7; k++) {
        if (!is_combined(k, 0, 2))
            continue;
        problem p = {.system = k < 4 ? &eg_linear_acoustic : &eg_linear_elastic,
                     .level = 1,
                     .degree = k < 4 || k == 6 ? 3 : k,
                     .graded = true,
                     .walls = true,
                     .flux = k == 2             ? EG_FLUX_RUSANOV
                             : k == 3 || k == 6 ? EG_FLUX_CENTRAL
                                                : EG_FLUX_UPWIND,
                     .integrator = k == 1 ? EG_DG_SSPRK3 : EG_DG_LSRK45};
        double before = INFINITY;
        for (p.steps = is_long() ? 1000 : 400; p.steps <= (k % 4 == 0 && is_long() ? 4000 : 1000);
             p.steps *= 4) {
            outcome a = run(f, &p, k == 5, true, "host:2");
            if (!(a.content[1][0] < before) || !(a.content[1][0] < 0.05 * a.content[0][0]))
                fail_msg("problem %d: energy %g after %d steps, %g before", k, a.content[1][0], p.steps,
                         before);
            before = a.content[1][0];
        }
        print_message("problem %d: energy %.2g at the end\n", k, before);
    }
}

/* ---- reflection: a packet of a plane wave, periodic along y, against a domain so long that nothing comes
 * back */

enum { ACROSS = 2, LONG = 60, FAR = 92 };
static const double LAYERS = 3;

typedef struct packet {
    eg_dg_field field;
    const eg_linear *system;
    bool shear; /* an S wave */
    double k[2], centre, width;
} packet;

/* Rocks have P waves of 1 m/s and a Poisson ratio of 0.25. */
static const double MU = 1.0 / 3;

static double speed_of(const packet *w)
{
    return w->shear ? sqrt(MU) : 1;
}

static eg_status rock(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                      double *values)
{
    (void)self, (void)cell, (void)x;
    for (int64_t i = 0; i < count; i++)
        memcpy(&values[4 * i], (double[]){1, 1 - 2 * MU, MU, 1}, 4 * sizeof *values);
    return EG_OK;
}

/* The state of a wave of velocity a along n, which P waves have along their way: stresses are -rho c v of
 * it. */
static void wave_state(const packet *w, double a, const double n[2], double *values)
{
    const double lambda = 1 - 2 * MU, c = speed_of(w);
    if (w->system == &eg_linear_acoustic)
        memcpy(values, (double[]){a, a * n[0], a * n[1]}, 3 * sizeof *values);
    else if (w->shear)
        memcpy(values,
               (double[]){2 * MU * n[0] * n[1] * a / c, -2 * MU * n[0] * n[1] * a / c,
                          -MU * (n[0] * n[0] - n[1] * n[1]) * a / c, -n[1] * a, n[0] * a},
               5 * sizeof *values);
    else
        memcpy(values,
               (double[]){-(lambda + 2 * MU * n[0] * n[0]) * a, -(lambda + 2 * MU * n[1] * n[1]) * a,
                          -2 * MU * n[0] * n[1] * a, n[0] * a, n[1] * a},
               5 * sizeof *values);
}

static eg_status begin_packet(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                              double *values)
{
    const packet *w = (const packet *)self;
    double size = hypot(w->k[0], w->k[1]);
    (void)cell;
    for (int64_t i = 0; i < count; i++) {
        double s = (x[i][0] - w->centre) / w->width;
        double a = exp(-s * s / 2) * cos(w->k[0] * x[i][0] + w->k[1] * x[i][1]);
        double n[2] = {w->k[0] / size, w->k[1] / size};
        wave_state(w, a, n, &values[w->system->variables * i]);
    }
    return EG_OK;
}

static eg_forest *strip(const fixture *f, const eg_comm *comm, int cells, const double edge[2])
{
    double shift[3];
    eg_plane *plane;
    eg_mesh *forest;
    assert_int_equal(eg_plane_box(f->context,
                                  &(eg_box_options){.size = {cells * edge[0], ACROSS * edge[1]},
                                                    .cells = {cells, ACROSS},
                                                    .element = EG_BOX_QUADRANGLE},
                                  &plane),
                     EG_OK);
    eg_mesh *mesh = &plane->base;
    assert_int_equal(mesh->class->join(mesh, eg_mesh_boundary_index(mesh, "bottom"),
                                       eg_mesh_boundary_index(mesh, "top"), shift),
                     EG_OK);
    assert_int_equal(
        eg_forest_create(f->context, comm, mesh, &(eg_forest_options){.level = 0}, &forest, EG_OK), EG_OK);
    eg_mesh_destroy(&mesh);
    return (eg_forest *)forest;
}

/* The state at the middle and three corners of the cells of the first `kept` columns:
 * [column][row][4][variables]. */
static void sample(eg_dg *dg, const eg_forest *mesh, const void *memory, int variables, int kept,
                   const double edge[2], double *values)
{
    static const double at[4][2] = {{0, 0}, {-1, -1}, {1, -1}, {-0.3, 0.6}};
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double x[3], j[3][3], middle[3] = {0};
        mesh->base.class->map(&mesh->base, c, middle, x, j);
        int column = (int)(x[0] / edge[0]), row = (int)(x[1] / edge[1]);
        if (column < kept)
            eg_stepper_evaluate(eg_dg_stepper(dg), memory, c, 4, at[0],
                                &values[(column * ACROSS + row) * 4 * variables]);
    }
}

static void travel(const fixture *f, const packet *w, int columns, int kept, const double edge[2], double end,
                   double *values)
{
    eg_device *device;
    eg_dg *dg;
    eg_comm *comm;
    const eg_dg_field material = {w->system == &eg_linear_acoustic ? unit_material : rock};
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    eg_forest *mesh = strip(f, comm, columns, edge);
    double *width = calloc((size_t)mesh->base.boundaries.count, sizeof *width);
    width[eg_mesh_boundary_index(&mesh->base, "right")] = columns < FAR ? LAYERS * edge[0] : 0;
    const eg_dg_options options = {.system = w->system,
                                   .degree = 5,
                                   .dt = end / ceil(end / 0.03),
                                   .material = &material,
                                   .pml = width,
                                   .initial = &w->field};
    assert_int_equal(eg_device_open(f->context, "host:2", &device), EG_OK);
    if (eg_dg_create(device, mesh, &options, &dg) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    steps_to(eg_dg_stepper(dg), end, INT64_MAX);
    void *memory = steps_copy(eg_dg_stepper(dg));
    sample(dg, mesh, memory, w->system->variables, kept, edge, values);
    steps_drop(eg_dg_stepper(dg), &memory);
    eg_dg_destroy(&dg);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    destroy_mesh(mesh);
    free(width);
}

static double reflection(const fixture *f, const packet *w, const double edge[2], double end)
{
    static double near[LONG * ACROSS * 4 * 5], far[LONG * ACROSS * 4 * 5];
    double most = 0;
    travel(f, w, LONG + (int)LAYERS, LONG, edge, end, near);
    travel(f, w, FAR, LONG, edge, end, far);
    for (int i = 0; i < LONG * ACROSS * 4 * w->system->variables; i++)
        most = fmax(most, fabs(near[i] - far[i]));
    return most;
}

static void absorbs(void **state)
{
    const fixture *f = *state;
    static const struct {
        const eg_linear *system;
        bool shear, seldom;
        double degrees;
    } cases[] = {{&eg_linear_acoustic, false, true, 0},   {&eg_linear_acoustic, false, true, 30},
                 {&eg_linear_acoustic, false, false, 60}, {&eg_linear_elastic, false, true, 0},
                 {&eg_linear_elastic, false, true, 30},   {&eg_linear_elastic, false, false, 60},
                 {&eg_linear_elastic, true, true, 0},     {&eg_linear_elastic, true, true, 30},
                 {&eg_linear_elastic, true, true, 60}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double angle = cases[k].degrees * M_PI / 180;
        packet w = {.field = {begin_packet},
                    .system = cases[k].system,
                    .shear = cases[k].shear,
                    .k = {2 * M_PI * cos(angle), 2 * M_PI * sin(angle)},
                    .centre = 15,
                    .width = 3};
        double edge[2] = {0.5, angle > 0 ? 1 / sin(angle) / ACROSS : 0.5};
        if (cases[k].seldom && !is_long())
            continue;
        double r = reflection(f, &w, edge, 29 / cos(angle) / speed_of(&w));
        print_message("%s, %s, %g degrees: reflection %.2g\n", w.system->name, w.shear ? "S" : "P",
                      cases[k].degrees, r);
        if (!(r < (w.shear ? 3e-4 : 1e-4))) /* S waves are short for layers that P waves need */
            fail_msg("%s, %g degrees: reflection %g", w.system->name, cases[k].degrees, r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stays_stable, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(absorbs, fixture_set_up_shared, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
