/* Nodal DG with the evolution operator at vertices: rest that stays rest, what
 * flows through walls and open ends, and the largest stable step against that of other fluxes. */
#include "unit/device_fixture.h"

#include <math.h>

#include "long.h"
#include "scheme/deg/deg.h"
#include "steps.h"

/* One run over a box of triangles. */
typedef struct problem {
    eg_deg_flux flux;
    eg_precision precision;
    int degree, cells, steps;
    double gravity, dt, jitter, amplitude; /* dt 0: what is stable */
    bool walls, open;                      /* at top and bottom; at all sides. Else periodic */
    bool pulse;                            /* instead of noise */
} problem;

typedef struct answer {
    double largest[EG_DEG_VARIABLES]; /* of the variables at centroids */
    double content[2];                /* of the density, before and after */
    eg_pause pause;
} answer;

static const double GAMMA = 1.4;

/* Air of unit density and speed of sound; with gravity isentropic, 1 high. */
static eg_status air_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double exner = 1 - (GAMMA - 1) * p->gravity * x[i][1];
        double density = pow(exner, 1 / (GAMMA - 1));
        values[3 * i] = values[3 * i + 1] = density;
        values[3 * i + 2] = pow(exner, GAMMA / (GAMMA - 1)) / GAMMA;
    }
    return EG_OK;
}

/* Any numbers of that amplitude. */
static eg_status noise(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)x;
    for (int i = 0; i < 4 * count; i++) {
        uint64_t h = (uint64_t)(cell * 1000 + i + 1) * 0x9e3779b97f4a7c15ull;
        h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
        values[i] = p->amplitude * ((double)(h >> 11) * 0x1p-52 - 1);
    }
    return EG_OK;
}

/* A wave of pressure from the middle of the box. */
static eg_status pulse(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double dx = (x[i][0] - 0.5) / 0.15, dy = (x[i][1] - 0.5) / 0.15;
        values[4 * i] = values[4 * i + 3] = p->amplitude * exp(-(dx * dx + dy * dy));
        values[4 * i + 1] = values[4 * i + 2] = 0;
    }
    return EG_OK;
}

static eg_plane *mesh_of(eg_context *context, const problem *p)
{
    eg_plane *mesh;
    double shift[2];
    const eg_box_options options = {.size = {1, 1},
                                    .cells = {p->cells, p->cells},
                                    .element = EG_BOX_TRIANGLE,
                                    .jitter = p->jitter,
                                    .shuffle = p->jitter > 0,
                                    .seed = 7};
    assert_int_equal(eg_plane_box(context, &options, &mesh), EG_OK);
    static const char *const PAIR[2][2] = {{"left", "right"}, {"bottom", "top"}};
    for (int d = 0; d < (p->open ? 0 : p->walls ? 1 : 2); d++)
        assert_int_equal(eg_plane_join(mesh, eg_mesh_boundary_index(&mesh->base, PAIR[d][0]),
                                       eg_mesh_boundary_index(&mesh->base, PAIR[d][1]), shift),
                         EG_OK);
    return mesh;
}

static void step(eg_deg *deg, const problem *p, answer *a)
{
    a->pause = steps_until(eg_deg_stepper(deg), 1e9, p->steps, 20).pause;
}

static void look(eg_deg *deg, const eg_plane *mesh, answer *a)
{
    static const double centre[1][2] = {{1.0 / 3, 1.0 / 3}};
    void *memory = steps_copy(eg_deg_stepper(deg));
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double values[EG_DEG_VARIABLES] = {0};
        eg_stepper_evaluate(eg_deg_stepper(deg), memory, c, 1, centre[0], values);
        for (int v = 0; v < eg_deg_stepper(deg)->variables; v++)
            a->largest[v] = fmax(a->largest[v], fabs(values[v]));
    }
    steps_drop(eg_deg_stepper(deg), &memory);
}

static double mass(eg_deg *deg, const eg_comm *comm)
{
    double content[EG_DEG_CONTENTS];
    assert_int_equal(eg_stepper_content(eg_deg_stepper(deg), comm, content), EG_OK);
    return content[0];
}

static answer run(const fixture *f, const problem *p, const char *spec)
{
    eg_device *device;
    eg_deg *deg;
    eg_comm *comm;
    answer a = {.pause = EG_PAUSE_NONE};
    static const eg_deg_boundary OPEN[4] = {EG_DEG_OPEN, EG_DEG_OPEN, EG_DEG_OPEN, EG_DEG_OPEN};
    const eg_deg_options options = {.precision = p->precision,
                                    .degree = p->degree,
                                    .flux = p->flux,
                                    .gamma = GAMMA,
                                    .gravity = p->gravity,
                                    .dt = p->dt,
                                    .user = (void *)(uintptr_t)p,
                                    .air = air_of,
                                    .initial = p->pulse ? pulse : noise,
                                    .boundaries = p->open ? OPEN : NULL};
    eg_plane *mesh = mesh_of(f->context, p);
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    assert_int_equal(eg_device_open(f->context, spec, &device), EG_OK);
    if (eg_deg_create(device, mesh, &options, &deg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
    a.content[0] = mass(deg, comm);
    step(deg, p, &a);
    a.content[1] = mass(deg, comm);
    look(deg, mesh, &a);
    eg_deg_destroy(&deg);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    eg_plane_destroy(&mesh);
    return a;
}

static void rest_stays_rest(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 4; k++) {
        const problem p = {.flux = k < 2 ? EG_DEG_EVOLUTION : EG_DEG_EVOLUTION_BILINEAR,
                           .degree = 2,
                           .cells = 6,
                           .steps = 100,
                           .gravity = 0.3,
                           .jitter = 0.2,
                           .walls = true,
                           .open = k % 2 == 1};
        answer a = run(f, &p, "host:2");
        for (int v = 0; v < EG_DEG_VARIABLES; v++)
            assert_true(a.largest[v] == 0);
    }
}

/* Nothing flows through walls; a wave leaves through open ends. */
static void boundaries(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 2; k++) {
        problem p = {.flux = k ? EG_DEG_EVOLUTION_BILINEAR : EG_DEG_EVOLUTION,
                     .degree = 2,
                     .cells = 6,
                     .steps = 200,
                     .jitter = 0.2,
                     .amplitude = 0.01,
                     .walls = true,
                     .pulse = true};
        answer a = run(f, &p, "host:1");
        assert_int_equal(a.pause, EG_PAUSE_EVENT);
        assert_true(fabs(a.content[1] - a.content[0]) < 1e-15);
        p.open = true;
        answer open = run(f, &p, "host:1");
        assert_true(open.largest[3] < 0.1 * a.largest[3]);
    }
}

/* ---- the largest stable step */

/* Whether noise of 1e-7, too small for products of it, has grown after some steps of dt. */
static bool grows(const fixture *f, problem *p, double dt)
{
    p->dt = dt;
    answer a = run(f, p, "host:1");
    return !(a.pause == EG_PAUSE_EVENT && a.largest[1] + a.largest[2] + a.largest[3] < 1e-6);
}

/* Over the shorter side of the triangles, at unit speed of sound; diagonals alternate. */
static double stable_step(const fixture *f, problem *p, double low, double high, double ratio)
{
    while (high > ratio * low) {
        double middle = sqrt(low * high);
        if (grows(f, p, middle / p->cells))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* As linear analysis finds it (von Neumann), to some percent; docs/verification-atmosphere.md has the table,
 * which the long form prints. */
static void vertices_allow_larger_steps(void **state)
{
    const fixture *f = *state;
    static const double ANALYSIS[2][3] = {{0.182, 0.103, 0.070}, {0.241, 0.132, 0.085}};
    for (int k = 0; k < 6; k++) {
        int kind = k % 2, degree = 1 + k / 2;
        if (!is_combined(kind, degree, 2))
            continue;
        double expected = ANALYSIS[kind][degree - 1];
        problem p = {.flux = kind ? EG_DEG_EVOLUTION : EG_DEG_RUSANOV,
                     .degree = degree,
                     .cells = 4,
                     .steps = 300,
                     .amplitude = 1e-7};
        assert_false(grows(f, &p, 0.93 * expected / p.cells));
        assert_true(grows(f, &p, 1.05 * expected / p.cells));
        if (is_long())
            print_message("degree %d, %s: %.3f\n", degree, kind ? "evolution" : "rusanov",
                          stable_step(f, &p, 0.5 * expected, 2 * expected, 1.005));
    }
}

/* Noise in air at rest. The patterns of a vertex operator grow by exp(g t / 2c), here 1e26, where a face has
 * two points more than the degree, and by 1e4 where it takes the velocity of the vertex. Neutral air lets w
 * grow with g t times the noise, 1.2e-5. */
static void patterns_do_not_grow(void **state)
{
    const fixture *f = *state;
    static const double STEP[EG_TRIANGLE_DEGREE] = {0.22, 0.12, 0.08, 0.055, 0.04, 0.03};
    for (int degree = 1; degree <= (is_long() ? EG_TRIANGLE_DEGREE : 3); degree++) {
        problem p = {.flux = EG_DEG_EVOLUTION,
                     .degree = degree,
                     .cells = 4,
                     .gravity = 0.6,
                     .amplitude = 1e-7,
                     .jitter = degree % 2 ? 0.2 : 0,
                     .walls = true};
        p.dt = 0.9 * STEP[degree - 1] / p.cells;
        p.steps = (int)(200 / p.dt);
        answer a = run(f, &p, "host:1");
        assert_int_equal(a.pause, EG_PAUSE_EVENT);
        assert_true(a.largest[1] + a.largest[2] + a.largest[3] < 1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_stays_rest),
        cmocka_unit_test(boundaries),
        cmocka_unit_test(vertices_allow_larger_steps),
        cmocka_unit_test(patterns_do_not_grow),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
