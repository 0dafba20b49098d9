/* The atmosphere on triangles that change: air at rest over a hill stays at rest to the bit, integrals of any
 * state are kept, steps follow the cells. */
#include "unit/device_fixture.h"

#include <math.h>

#include "scheme/deg/deg.h"
#include "steps.h"
#include "unit/bisected_meshes.h"

/* Isentropic air of 300 K; pressures in Pa, R = 287, c_p = 1004.5. */
static eg_status air_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double exner = 1 - 9.81 * x[i][1] / (1004.5 * 300);
        double pressure = 1e5 * pow(exner, 3.5);
        values[3 * i] = pressure / (287 * 300 * exner);
        values[3 * i + 1] = values[3 * i] * 300;
        values[3 * i + 2] = pressure;
    }
    return EG_OK;
}

/* Nothing, or some deviation of all variables. */
static eg_status state_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    double size = *(const double *)user;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < 4; v++)
            values[4 * i + v] = size * (0.1 + v) * sin(0.01 * x[i][0] + v) * cos(0.02 * x[i][1]);
    return EG_OK;
}

/* A hill of 100 m. */
static eg_status lift(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t i = 0; i < count; i++)
        x[i][1] += (1 - x[i][1] / 1000) * 100 * exp(-(x[i][0] - 500) * (x[i][0] - 500) / 4e4);
    return EG_OK;
}

typedef struct moving {
    const fixture *f;
    eg_device *device;
    eg_comm *comm;
    eg_plane *macro, *mesh;
    eg_bisected *leaves;
    eg_deg *deg;
    double size;
    eg_deg_options options;
} moving;

static void begin(const fixture *f, const char *spec, int degree, double size, moving *m)
{
    const eg_point_map hill = {lift};
    const eg_box_options box = {
        .size = {1000, 1000}, .cells = {4, 3}, .element = EG_BOX_TRIANGLE, .map = &hill};
    *m = (moving){.f = f, .size = size};
    m->options = (eg_deg_options){.degree = degree,
                                  .gamma = 1.4,
                                  .gravity = 9.81,
                                  .user = &m->size,
                                  .air = air_at,
                                  .initial = state_at};
    assert_int_equal(eg_comm_create(f->context, &m->comm), EG_OK);
    assert_int_equal(eg_plane_box(f->context, &box, &m->macro), EG_OK);
    m->leaves = random_leaves(m->macro, 3, 3, 3);
    assert_int_equal(eg_bisected_plane(m->leaves, false, &m->mesh), EG_OK);
    assert_int_equal(eg_device_open(f->context, spec, &m->device), EG_OK);
    if (eg_deg_create(m->device, m->mesh, &m->options, &m->deg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
}

static void end(moving *m)
{
    eg_deg_destroy(&m->deg);
    eg_device_close(&m->device);
    eg_plane_destroy(&m->mesh);
    eg_bisected_destroy(&m->leaves);
    eg_plane_destroy(&m->macro);
    eg_comm_destroy(&m->comm);
}

static eg_cell_transfer *transfer_of(const moving *m, const eg_bisected_transfer *whole)
{
    eg_cell_transfer *t;
    const double need[2] = {0, (double)(m->leaves->leaves - 1)};
    assert_int_equal(eg_cell_transfer_create(m->f->context, 1, whole->leaves, &t), EG_OK);
    eg_cell_transfer_plan(t, &m->mesh->base, m->comm, need);
    memcpy(t->from, whole->from, (size_t)whole->leaves * sizeof *t->from);
    memcpy(t->origin, whole->origin, (size_t)whole->leaves);
    return t;
}

static void change(moving *m, uint64_t seed)
{
    eg_bisected *next;
    eg_bisected_transfer *whole;
    eg_plane *mesh;
    uint8_t *wish = random_wishes(m->leaves, &seed, 15, 75, 5);
    assert_int_equal(pass_by(m->leaves, wish, &next, &whole), EG_OK);
    assert_int_equal(eg_bisected_plane(next, false, &mesh), EG_OK);
    eg_cell_transfer *t = transfer_of(m, whole);
    if (eg_deg_adapt(&m->deg, mesh, t, &m->options) != EG_OK)
        fail_msg("%s", eg_context_error(m->f->context));
    eg_cell_transfer_destroy(&t);
    eg_bisected_transfer_destroy(&whole);
    eg_bisected_destroy(&m->leaves);
    eg_plane_destroy(&m->mesh);
    m->leaves = next;
    m->mesh = mesh;
    free(wish);
}

static eg_time_state take_steps(moving *m, int steps)
{
    eg_stepper *stepper = eg_deg_stepper(m->deg);
    return steps_to(stepper, 1e9, steps_read(stepper).steps + steps);
}

/* The hash of the state, and whether all of it is 0. */
static uint64_t look(const moving *m, bool *zero)
{
    void *memory = steps_copy(eg_deg_stepper(m->deg));
    uint64_t hash;
    int64_t bytes = eg_stepper_state_bytes(eg_deg_stepper(m->deg));
    *zero = true;
    for (int64_t i = 0; i < bytes / 8; i++)
        *zero = *zero && ((const double *)memory)[i] == 0;
    assert_int_equal(eg_stepper_hash(eg_deg_stepper(m->deg), memory, &hash), EG_OK);
    steps_drop(eg_deg_stepper(m->deg), &memory);
    return hash;
}

/* 1,000 steps, with other cells after every twenty. */
static void air_at_rest_stays(void **state)
{
    moving m;
    bool zero;
    begin(*state, "host:2", 2, 0, &m);
    for (uint64_t i = 0; i < 50; i++) {
        eg_time_state now = take_steps(&m, 20);
        assert_int_equal(now.steps, 20 * ((int)i + 1));
        change(&m, i);
        look(&m, &zero);
        assert_true(zero);
    }
    end(&m);
}

static void integrals_are_kept(void **state)
{
    for (int degree = 1; degree <= 3; degree++) {
        moving m;
        double before[EG_DEG_CONTENTS], now[EG_DEG_CONTENTS],
            size[4] = {1e-3 * 1e6, 1e-3 * 1e6, 1e-3 * 1e6, 1e-3 * 1e6};
        begin(*state, "host:1", degree, 1e-3, &m);
        assert_int_equal(eg_stepper_content(eg_deg_stepper(m.deg), m.comm, before), EG_OK);
        for (uint64_t i = 0; i < 12; i++)
            change(&m, i);
        assert_int_equal(eg_stepper_content(eg_deg_stepper(m.deg), m.comm, now), EG_OK);
        for (int v = 0; v < 4; v++) /* values are up to 0.1 + v times 1e-3 on 1e6 m2 */
            assert_true(fabs(now[v] - before[v]) <= 1e-14 * (0.1 + v) * size[v]);
        end(&m);
    }
}

/* values[2][cells] */
static void indicate(eg_deg *deg, eg_deg_indicator by, int64_t cells, double *values)
{
    const eg_buffer *there;
    assert_int_equal(eg_deg_indicate(deg, by, &there), EG_OK);
    assert_int_equal(eg_buffer_read(there, 0, values, 2 * cells * (int64_t)sizeof *values), EG_OK);
}

static void bits_are_equal_everywhere(void **state)
{
    const fixture *f = *state;
    uint64_t first = 0;
    bool zero;
    for (int s = 0; s < f->specs; s++) {
        moving m;
        begin(f, f->spec[s], 2, 1e-3, &m);
        double *values = calloc(2 * (size_t)m.leaves->leaves, sizeof *values);
        uint64_t hash = 0;
        for (int v = 0; v < 4; v++) {
            const eg_deg_indicator by = {.variable = (eg_deg_variable)(v % 2), .jumps = v > 1};
            indicate(m.deg, by, m.leaves->leaves, values);
            hash = eg_hash64(values, 16 * m.leaves->leaves, hash);
        }
        for (uint64_t i = 0; i < 3; i++) {
            take_steps(&m, 2);
            change(&m, i);
        }
        hash += look(&m, &zero);
        assert_false(zero);
        first = s == 0 ? hash : first;
        assert_true(hash == first);
        free(values);
        end(&m);
    }
}

/* A parabola (its height 0.01 kg/m3), with a kink of slope 1e-5 along x = 500. */
static eg_status kink_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    double kink = *(const double *)user;
    (void)cell;
    memset(values, 0, (size_t)count * 4 * sizeof *values);
    for (int i = 0; i < count; i++)
        values[4 * i] = 4e-8 * x[i][1] * (1000 - x[i][1]) + kink * fabs(x[i][0] - 500);
    return EG_OK;
}

static double largest_jump(const fixture *f, const eg_plane *mesh, int degree, double kink)
{
    eg_device *device;
    eg_deg *deg;
    const eg_deg_options options = {
        .degree = degree, .gamma = 1.4, .gravity = 9.81, .user = &kink, .air = air_at, .initial = kink_at};
    double *values = calloc(2 * (size_t)mesh->base.own, sizeof *values), most = 0;
    assert_int_equal(eg_device_open(f->context, "host:1", &device), EG_OK);
    assert_int_equal(eg_deg_create(device, mesh, &options, &deg), EG_OK);
    const eg_deg_indicator by = {.variable = EG_DEG_BY_DENSITY, .jumps = true};
    indicate(deg, by, mesh->base.own, values);
    for (int64_t c = 0; c < mesh->base.own; c++)
        most = fmax(most, values[mesh->base.own + c]);
    free(values);
    eg_deg_destroy(&deg);
    eg_device_close(&device);
    return most;
}

/* No jump of what the degree holds; of a kink the slope's, 2e-5, times 250 m over the 2 p^2 of the larger
 * cells; of a parabola on cells of degree 1 one that falls by four where edges are halved. */
static void jumps_are_those_of_the_state(void **state)
{
    const fixture *f = *state;
    double of_line[2];
    for (int fine = 0; fine < 2; fine++) {
        eg_plane *mesh;
        const eg_box_options box = {
            .size = {1000, 1000}, .cells = {4 << fine, 4 << fine}, .element = EG_BOX_TRIANGLE};
        assert_int_equal(eg_plane_box(f->context, &box, &mesh), EG_OK);
        of_line[fine] = largest_jump(f, mesh, 1, 0);
        for (int degree = 2; degree <= 4 && fine == 0; degree++) {
            double kink = 2e-5 * 250 / (2 * degree * degree);
            assert_true(largest_jump(f, mesh, degree, 0) < 1e-15);
            assert_true(fabs(largest_jump(f, mesh, degree, 1e-5) - kink) < 1e-12 * kink);
        }
        eg_plane_destroy(&mesh);
    }
    assert_true(of_line[0] > 0 && fabs(of_line[0] / of_line[1] - 4) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(air_at_rest_stays),
        cmocka_unit_test(integrals_are_kept),
        cmocka_unit_test(bits_are_equal_everywhere),
        cmocka_unit_test(jumps_are_those_of_the_state),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
