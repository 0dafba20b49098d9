/* Steps of the atmosphere that take sound and gravity implicitly: order in time, rest, sums. */
#include "unit/device_fixture.h"

#include <math.h>

#include "scheme/deg/deg.h"

enum { DEGREE = 2, SIDE = 5, CELLS = 2 * SIDE * SIDE, ROOM = CELLS * 6 * 4 };

/* Isentropic air over 200 m, and a push of heat with some wind. */
typedef struct sky {
    fixture *f;
    eg_device *device;
    eg_plane *mesh;
    eg_deg *deg;
    eg_deg_options options;
    double push; /* K */
    double state[ROOM];
} sky;

static eg_status air_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user, (void)cell;
    for (int i = 0; i < count; i++) {
        double exner = 1 - 9.81 * x[i][1] / (1004.5 * 300);
        double pressure = 1e5 * pow(exner, 3.5), density = pressure / (287 * 300 * exner);
        values[i * 3] = density;
        values[i * 3 + 1] = 300 * density;
        values[i * 3 + 2] = pressure;
    }
    return EG_OK;
}

static eg_status push_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const sky *s = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double dx = (x[i][0] - 90) / 50, dz = (x[i][1] - 110) / 50;
        double bump = s->push * exp(-dx * dx - dz * dz);
        const double q[4] = {-0.5 * bump, 2 * bump, bump, 30 * bump};
        memcpy(&values[i * 4], q, sizeof q);
    }
    return EG_OK;
}

static eg_status begin(sky *s, fixture *f, const char *device, double push)
{
    const eg_box_options box = {.size = {200, 200}, .cells = {SIDE, SIDE}, .element = EG_BOX_TRIANGLE};
    s->f = f;
    s->push = push;
    s->options.degree = DEGREE;
    s->options.flux = EG_DEG_HLLC;
    s->options.gamma = 1.4;
    s->options.gravity = 9.81;
    s->options.user = s;
    s->options.air = air_at;
    s->options.initial = push_at;
    ok(f, eg_device_open(f->context, device, &s->device));
    ok(f, eg_plane_box(f->context, &box, &s->mesh));
    return eg_deg_create(s->device, s->mesh, &s->options, &s->deg);
}

static void end(sky *s)
{
    eg_deg_destroy(&s->deg);
    eg_plane_destroy(&s->mesh);
    eg_device_close(&s->device);
}

/* Steps until the event; the state is in s->state, [cell][variable][node]. */
static eg_status advance(sky *s, double until, eg_time_state *now)
{
    fixture *f = s->f;
    void *copy = malloc((size_t)eg_stepper_state_bytes(eg_deg_stepper(s->deg)));
    eg_event *event;
    assert_non_null(copy);
    ok(f, eg_time_resume_until(eg_stepper_time(eg_deg_stepper(s->deg)), until, INT64_MAX));
    do {
        eg_status status = eg_stepper_queue(eg_deg_stepper(s->deg), 3);
        if (status != EG_OK) {
            free(copy);
            return status;
        }
        ok(f, eg_time_readback_begin(eg_stepper_time(eg_deg_stepper(s->deg))));
        ok(f, eg_time_readback_end(eg_stepper_time(eg_deg_stepper(s->deg)), now));
    } while (now->pause == EG_PAUSE_NONE);
    ok(f, eg_stepper_snapshot_begin(eg_deg_stepper(s->deg), copy, &event));
    ok(f, eg_event_wait(event));
    eg_event_destroy(&event);
    eg_layout_read_cells((&eg_deg_stepper(s->deg)->layout), 24, copy, 0, CELLS, s->state);
    free(copy);
    return EG_OK;
}

static double distance(const double *a, const double *b, int variable)
{
    double sum = 0;
    for (int i = 0; i < ROOM; i++)
        sum += i / 6 % 4 == variable ? (a[i] - b[i]) * (a[i] - b[i]) : 0;
    return sqrt(sum);
}

/* ---- order */

static void run_fixed(fixture *f, eg_deg_integrator integrator, double dt, double *state)
{
    eg_time_state now;
    sky s = {.options = {.integrator = integrator, .dt = dt, .tolerance = 1e-11}};
    ok(f, begin(&s, f, "host:1", 0.02));
    ok(f, advance(&s, 0.4, &now));
    assert_true(now.time == 0.4);
    memcpy(state, s.state, sizeof s.state);
    end(&s);
}

/* Where implicit steps are far beyond explicit ones: each halving takes off what the order says; and all of
 * them go to what explicit steps find. */
static void order_in_time_is_that_of_the_method(void **state)
{
    static double at[4][ROOM], explicit_[ROOM];
    const double least[2] = {3.2, 6.4};
    run_fixed(*state, EG_DEG_SSP_RK3, 0.002, explicit_);
    for (int order = 0; order < 2; order++) {
        for (int i = 0; i < 3; i++)
            run_fixed(*state, order ? EG_DEG_ARK3 : EG_DEG_ARK2, 0.04 / (1 << i), at[i]);
        for (int v = 0; v < 4; v++) {
            double far = distance(at[0], explicit_, v), near = distance(at[1], explicit_, v),
                   nearer = distance(at[2], explicit_, v);
            assert_true(far / near > least[order] - 0.5 && near / nearer > least[order]);
        }
    }
}

/* Viscosity belongs to the explicit part, and bounds steps with the flow. */
static void viscosity_is_that_of_explicit_steps(void **state)
{
    static double at[3][ROOM];
    eg_time_state now[3];
    for (int i = 0; i < 3; i++) {
        sky s = {.options = {.integrator = i == 0 ? EG_DEG_SSP_RK3 : EG_DEG_ARK3,
                             .viscosity = i == 2 ? 0 : 30,
                             .tolerance = 1e-6,
                             .dt = i == 0 ? 0.005 : 0.01}};
        ok((fixture *)*state, begin(&s, *state, "host:1", 0.1));
        ok(s.f, advance(&s, 1, &now[i]));
        memcpy(at[i], s.state, sizeof s.state);
        end(&s);
    }
    for (int v = 1; v < 3; v++)
        assert_true(distance(at[1], at[0], v) < 0.05 * distance(at[2], at[0], v));
    sky s = {.options = {.integrator = EG_DEG_ARK3, .viscosity = 3000}};
    ok((fixture *)*state, begin(&s, *state, "host:1", 0.1));
    ok(s.f, advance(&s, 0.2, &now[0]));
    assert_true(now[0].steps > 10);
    end(&s);
}

/* ---- what is kept */

static void rest_stays_rest(void **state)
{
    eg_time_state now;
    sky s = {.options = {.integrator = EG_DEG_ARK3}};
    ok((fixture *)*state, begin(&s, *state, "host:1", 0));
    ok(s.f, advance(&s, 5, &now));
    assert_true(now.steps > 10);
    for (int i = 0; i < ROOM; i++)
        assert_true(s.state[i] == 0);
    end(&s);
}

/* However roughly the stages are solved. */
static void mass_and_heat_are_kept(void **state)
{
    eg_time_state now;
    double before[EG_DEG_CONTENTS], after[EG_DEG_CONTENTS];
    eg_comm *comm;
    sky s = {.options = {.integrator = EG_DEG_ARK2, .tolerance = 0.05}};
    ok((fixture *)*state, begin(&s, *state, "host:1", 0.1));
    ok(s.f, eg_comm_create(s.f->context, &comm));
    ok(s.f, eg_stepper_content(eg_deg_stepper(s.deg), comm, before));
    ok(s.f, advance(&s, 2, &now));
    ok(s.f, eg_stepper_content(eg_deg_stepper(s.deg), comm, after));
    eg_comm_destroy(&comm);
    assert_true(fabs(after[0] - before[0]) < 1e-14 * 200 * 200);
    assert_true(fabs(after[3] - before[3]) < 1e-14 * 300 * 200 * 200);
    assert_true(fabs(after[2] - before[2]) > 1e-3);
    assert_true(eg_deg_iterations(s.deg) >= 2 * now.steps && eg_deg_stages(s.deg) == 3);
    end(&s);
}

/* The flow bounds the step where it is fast. */
static void steps_follow_sound_or_the_flow(void **state)
{
    eg_time_state slow, flow;
    for (int fast = 0; fast < 2; fast++) {
        sky s = {.options = {.integrator = EG_DEG_ARK3, .cfl = 9, .flow_cfl = fast ? 0.01 : 0.9}};
        ok((fixture *)*state, begin(&s, *state, "host:1", 0.1));
        ok(s.f, advance(&s, 1, fast ? &flow : &slow));
        end(&s);
    }
    assert_true(flow.steps > 2 * slow.steps);
}

/* ---- failures */

static void goal_that_is_not_reached_is_told(void **state)
{
    eg_time_state now;
    sky s = {.options = {.integrator = EG_DEG_ARK3, .tolerance = 1e-30}};
    ok((fixture *)*state, begin(&s, *state, "host:1", 0.1));
    assert_int_equal(advance(&s, 1, &now), EG_DIVERGED);
    assert_non_null(strstr(eg_context_error(s.f->context),
                           "the implicit part of a step has not converged: after 200 iterations"));
    end(&s);
}

/* Half of the air's heat in one place and a step far beyond what is stable: refused, as an explicit step
 * is. */
static void state_that_is_no_gas_is_refused(void **state)
{
    eg_time_state now;
    sky s = {.options = {.integrator = EG_DEG_ARK3, .cfl = 4000, .flow_cfl = 4000}};
    ok((fixture *)*state, begin(&s, *state, "host:1", -6));
    ok(s.f, advance(&s, 1000, &now));
    assert_int_equal(now.pause, EG_PAUSE_NOT_FINITE);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_in_time_is_that_of_the_method),
        cmocka_unit_test(viscosity_is_that_of_explicit_steps),
        cmocka_unit_test(rest_stays_rest),
        cmocka_unit_test(mass_and_heat_are_kept),
        cmocka_unit_test(steps_follow_sound_or_the_flow),
        cmocka_unit_test(goal_that_is_not_reached_is_told),
        cmocka_unit_test(state_that_is_no_gas_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
