/* Potential temperature and a tracer of air between bounds (docs/theory/limiters.md): means and values stay,
 * what is uniform stays uniform, integrals stay, smooth data keep their order, far from the bounds no bit is
 * other. */
#include "unit/device_fixture.h"

#include <math.h>

#include "base/device_math.h"
#include "element/modal.h"
#include "kernel/there.h"
#include "scheme/deg/deg.h"
#include "steps.h"

/* What the tests vary. Air at rest of density, rho theta and pressure 1, and no gravity: the sound speed is
 * 1.18. */
typedef struct problem {
    eg_deg_flux flux;
    eg_precision precision;
    int degree, lanes;
    eg_deg_variant variant;
    eg_deg_bounds bounds;
    double wind[2];
    int64_t cells;
    bool is_smooth, uniform_tracer;
    double kick; /* of velocities at time 0, which makes sound */
    double cfl;
} problem;

typedef struct flow {
    const problem *given;
    eg_device *device;
    eg_plane *mesh;
    eg_deg *deg;
    eg_deg_options options;
    eg_time_state now;
} flow;

static eg_status uniform_air(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user, (void)cell, (void)x;
    for (int i = 0; i < count * EG_DEG_AIR; i++)
        values[i] = 1;
    return EG_OK;
}

/* A disc with a slot; or a wave that touches 0 and 1. */
static double shape(const problem *p, double t, const double x[2])
{
    static const double turn = 6.283185307179586;
    if (p->is_smooth)
        return 0.5 + 0.5 * eg_sin(turn * (x[0] - p->wind[0] * t)) * eg_sin(turn * (x[1] - p->wind[1] * t));
    bool in = hypot(x[0] - 0.5, x[1] - 0.5) < 0.3;
    return in && !(fabs(x[0] - 0.5) < 0.06 && x[1] < 0.6) ? 1 : 0;
}

/* theta from 0.8 to 1.2 at one pressure, rho theta = 1: a contact, which the wind carries along. */
static void state_at(const problem *p, double t, const double x[2], double q[EG_DEG_VARIABLES])
{
    const double theta = 0.8 + 0.4 * shape(p, t, x), density = 1 / theta;
    const double sound = p->kick * eg_sin(5 * x[0]) * eg_cos(7 * x[1]);
    q[0] = density - 1;
    q[1] = density * (p->wind[0] + sound);
    q[2] = density * (p->wind[1] - sound);
    q[3] = 0;
    q[4] = density * (p->uniform_tracer ? 1 : shape(p, t, x));
}

static eg_status initial_of(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)cell;
    for (int i = 0; i < count; i++)
        state_at(user, 0, x[i], &values[EG_DEG_VARIABLES * i]);
    return EG_OK;
}

static flow begin(const fixture *f, const problem *p, const char *spec)
{
    flow w = {.given = p};
    const eg_box_options box = {.size = {1, 1},
                                .cells = {p->cells, p->cells},
                                .element = EG_BOX_TRIANGLE,
                                .jitter = 0.2,
                                .shuffle = true,
                                .seed = 3};
    double shift[2];
    if (eg_device_open(f->context, spec, &w.device) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    assert_int_equal(eg_plane_box(f->context, &box, &w.mesh), EG_OK);
    const eg_mesh *mesh = &w.mesh->base;
    for (int i = 0; i < 2; i++)
        assert_int_equal(eg_plane_join(w.mesh, eg_mesh_boundary_index(mesh, i ? "left" : "bottom"),
                                       eg_mesh_boundary_index(mesh, i ? "right" : "top"), shift),
                         EG_OK);
    w.options = (eg_deg_options){.precision = p->precision,
                                 .degree = p->degree,
                                 .lanes = p->lanes,
                                 .variant = p->variant,
                                 .flux = p->flux,
                                 .tracer = true,
                                 .gamma = 1.4,
                                 .bounds = p->bounds,
                                 .cfl = p->cfl,
                                 .air = uniform_air,
                                 .initial = initial_of,
                                 .user = (void *)p};
    if (eg_deg_create(w.device, w.mesh, &w.options, &w.deg) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    return w;
}

static void end(flow *w)
{
    eg_deg_destroy(&w->deg);
    eg_plane_destroy(&w->mesh);
    eg_device_close(&w->device);
}

static void go(flow *w, double until, int64_t steps)
{
    w->now = steps_to(eg_deg_stepper(w->deg), until, steps);
}

static problem problem_of(int degree, eg_deg_flux flux)
{
    return (problem){.flux = flux,
                     .degree = degree,
                     .bounds = {.has_theta = true, .has_tracer = true, .theta = {0.8, 1.2}, .tracer = {0, 1}},
                     .wind = {0.5, 0.25},
                     .cells = 7,
                     .kick = 0.2,
                     .cfl = 0.9};
}

/* ---- bounds */

/* How far theta and the tracer are outside at the nodes of snapshots, in parts of what is between the bounds;
 * means of cells; how far the tracer and the wind are from uniform ones; integrals of density, rho theta and
 * X. */
typedef struct state_range {
    double outside, mean_outside, uneven, wind_uneven, pressure, amount[3];
} state_range;

/* Of rho', m, (rho theta)', X at a place or as means. */
static double beyond(const double *q)
{
    double theta = (1 + q[3]) / (1 + q[0]), tracer = q[4] / (1 + q[0]);
    double of_theta = fmax(0.8 - theta, theta - 1.2) / 0.4;
    return fmax(of_theta, fmax(-tracer, tracer - 1));
}

static void look_at_nodes(const flow *w, const double *q, int count, state_range *range)
{
    for (int i = 0; i < count; i++, q += EG_DEG_VARIABLES) {
        range->outside = fmax(range->outside, beyond(q));
        range->uneven = fmax(range->uneven, fabs(q[4] / (1 + q[0]) - 1));
        for (int k = 0; k < 2; k++)
            range->wind_uneven = fmax(range->wind_uneven, fabs(q[1 + k] / (1 + q[0]) - w->given->wind[k]));
        range->pressure = fmax(range->pressure, fabs(q[3]));
    }
}

static state_range range_of(flow *w)
{
    double node[EG_LAGRANGE_NODES][2], q[EG_QUADRATURE_ANY_POINTS * EG_DEG_VARIABLES];
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    const eg_stepper *stepper = eg_deg_stepper(w->deg);
    state_range range = {.outside = -INFINITY, .mean_outside = -INFINITY};
    int degree = w->given->degree, nodes = 0;
    int points = eg_quadrature_count(EG_TRIANGLE, degree);
    void *memory = steps_copy(eg_deg_stepper(w->deg));
    for (int j = 0; j <= degree; j++)
        for (int i = 0; i <= degree - j; i++, nodes++) {
            node[nodes][0] = (double)i / degree;
            node[nodes][1] = (double)j / degree;
        }
    eg_quadrature_any(EG_TRIANGLE, degree, point, weight);
    for (int64_t c = 0; c < w->mesh->base.own; c++) {
        double mean[EG_DEG_VARIABLES] = {0};
        eg_stepper_evaluate(stepper, memory, c, nodes, node[0], q);
        look_at_nodes(w, q, nodes, &range);
        eg_stepper_evaluate(stepper, memory, c, points, point[0], q);
        for (int i = 0; i < points * EG_DEG_VARIABLES; i++)
            mean[i % EG_DEG_VARIABLES] += 2 * weight[i / EG_DEG_VARIABLES] * q[i];
        range.mean_outside = fmax(range.mean_outside, beyond(mean));
        range.amount[0] += mean[0] * w->mesh->area[c];
        range.amount[1] += mean[3] * w->mesh->area[c];
        range.amount[2] += mean[4] * w->mesh->area[c];
    }
    steps_drop(eg_deg_stepper(w->deg), &memory);
    return range;
}

static void stays_between(const fixture *f, const problem *p)
{
    problem without = *p;
    double drift = 0;
    without.bounds = (eg_deg_bounds){0};
    int64_t steps = is_long() ? 60 : 20;
    flow kept = begin(f, p, "host:1"), left = begin(f, &without, "host:1");
    state_range first = range_of(&kept);
    go(&kept, INFINITY, steps);
    go(&left, INFINITY, steps);
    state_range last = range_of(&kept), free_one = range_of(&left);
    for (int i = 0; i < 3; i++)
        drift = fmax(drift, fabs(last.amount[i] - first.amount[i]));
    print_message("degree %d, flux %d, wind %g: outside by %.1e, means %.1e, integrals %.1e; "
                  "without %.2g, means %.2g\n",
                  p->degree, (int)p->flux, p->wind[0], last.outside, last.mean_outside, drift,
                  free_one.outside, free_one.mean_outside);
    assert_true(first.outside < 1e-12 && last.outside < 1e-12 && last.mean_outside < 1e-12);
    assert_true(free_one.outside > 0.02);
    assert_true(drift < 1e-14);
    end(&kept);
    end(&left);
}

static const eg_deg_flux fluxes[] = {EG_DEG_EVOLUTION, EG_DEG_HLLC, EG_DEG_RUSANOV};

/* In winds below and above the speed of sound, of which the faster ones bound the step. */
static void jumps_stay_between_the_bounds(void **state)
{
    const fixture *f = *state;
    for (int degree = 1; degree <= EG_TRIANGLE_DEGREE; degree++)
        for (int i = 0; i < 3; i++) {
            problem p = problem_of(degree, fluxes[i]);
            if (!is_combined(degree, i, 3))
                continue;
            stays_between(f, &p);
            p.wind[0] = 3;
            p.wind[1] = 1;
            if (is_long() || degree % 2 == 0)
                stays_between(f, &p);
        }
}

/* A step in a wind of Mach 2.7 is the one that the flow bounds, and not that of waves. */
static void fast_flow_bounds_the_step(void **state)
{
    const fixture *f = *state;
    problem p = problem_of(2, EG_DEG_HLLC), without = p;
    p.wind[0] = without.wind[0] = 3;
    without.bounds = (eg_deg_bounds){0};
    flow kept = begin(f, &p, "host:1"), left = begin(f, &without, "host:1");
    go(&kept, INFINITY, 4);
    go(&left, INFINITY, 4);
    double ratio = left.now.time / kept.now.time;
    print_message("steps are %.3f times as long without a limiter\n", ratio);
    assert_true(ratio > 1.1 && ratio < 1.3);
    end(&kept);
    end(&left);
}

/* A contact has one velocity and one pressure, and a tracer that is everywhere 1 stays 1: density is moved
 * with what it has. */
static void what_is_uniform_stays_uniform(void **state)
{
    const fixture *f = *state;
    for (int degree = 1; degree <= (is_long() ? EG_TRIANGLE_DEGREE : 3); degree++) {
        problem p = problem_of(degree, fluxes[degree % 3]);
        p.kick = 0;
        p.uniform_tracer = true;
        p.bounds.has_tracer = degree % 2;
        flow w = begin(f, &p, "host:1");
        go(&w, INFINITY, 60);
        state_range found = range_of(&w);
        print_message("degree %d: tracer off by %.1e, wind by %.1e, rho theta by %.1e\n", degree,
                      found.uneven, found.wind_uneven, found.pressure);
        assert_true(found.uneven < 1e-12 && found.wind_uneven < 1e-12 && found.pressure < 1e-12);
        end(&w);
    }
}

/* ---- smooth data that touch both bounds */

static double error_of(const fixture *f, const problem *p, double *largest)
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS], sum = 0;
    int degree = 2 * p->degree + 4, count = eg_quadrature_count(EG_TRIANGLE, degree);
    flow w = begin(f, p, "host");
    go(&w, 0.1, INT64_MAX);
    void *memory = steps_copy(eg_deg_stepper(w.deg));
    eg_quadrature_any(EG_TRIANGLE, degree, point, weight);
    *largest = 0;
    for (int64_t c = 0; c < w.mesh->base.own; c++) {
        double x[EG_CELL_VERTICES][2], at[2], found[EG_DEG_VARIABLES], right[EG_DEG_VARIABLES];
        eg_plane_cell_vertices(w.mesh, c, x);
        for (int q = 0; q < count; q++) {
            eg_cell_map(EG_TRIANGLE, (const double(*)[2])x, point[q], at);
            eg_stepper_evaluate(eg_deg_stepper(w.deg), memory, c, 1, point[q], found);
            state_at(p, w.now.time, at, right);
            for (int v = 0; v < 5; v += 4) {
                double error = fabs(found[v] - right[v]);
                sum += 2 * w.mesh->area[c] * weight[q] * error * error;
                *largest = fmax(*largest, error);
            }
        }
    }
    steps_drop(eg_deg_stepper(w.deg), &memory);
    end(&w);
    return sqrt(sum);
}

static void smooth_data_keep_their_order(void **state)
{
    const fixture *f = *state;
    static const int64_t cells[] = {0, 12, 8, 6, 6, 5, 4};
    for (int degree = 1; degree <= (is_long() ? EG_TRIANGLE_DEGREE : 3); degree++) {
        double error[2][2], largest[2][2];
        for (int limited = 0; limited < 2; limited++)
            for (int fine = 0; fine < 2; fine++) {
                problem p = problem_of(degree, EG_DEG_EVOLUTION);
                p.is_smooth = true;
                p.kick = 0;
                p.cfl = 0.5;
                p.cells = cells[degree] << fine;
                if (!limited)
                    p.bounds = (eg_deg_bounds){0};
                error[limited][fine] = error_of(f, &p, &largest[limited][fine]);
            }
        double order = log2(error[1][0] / error[1][1]);
        print_message("degree %d: %.3g, %.3g: order %.2f, largest %.3g; without %.3g, %.3g, "
                      "largest %.3g\n",
                      degree, error[1][0], error[1][1], order, largest[1][1], error[0][0], error[0][1],
                      largest[0][1]);
        /* on meshes that are no halves of each other, of degrees 5 and 6 few cells */
        assert_true(order >= log2(error[0][0] / error[0][1]) - 0.15);
        assert_true(degree > 4 || order >= degree + 0.5);
        assert_true(error[1][0] < 1.1 * error[0][0] && error[1][1] < 1.1 * error[0][1]);
    }
}

/* ---- bits */

static uint64_t hash_of(const fixture *f, const problem *p, const char *spec)
{
    flow w = begin(f, p, spec);
    go(&w, INFINITY, 10);
    uint64_t hash = steps_hash(eg_deg_stepper(w.deg));
    end(&w);
    return hash;
}

static void far_bounds_change_no_bit(void **state)
{
    const fixture *f = *state;
    problem near = problem_of(3, EG_DEG_EVOLUTION), far = near, none = near;
    far.bounds.theta[0] = 0.1;
    far.bounds.theta[1] = 10;
    far.bounds.tracer[0] = -5;
    far.bounds.tracer[1] = 5;
    none.bounds = (eg_deg_bounds){0};
    uint64_t unlimited = hash_of(f, &none, "host:1");
    assert_true(hash_of(f, &far, "host:1") == unlimited);
    assert_true(hash_of(f, &near, "host:1") != unlimited);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_stay_between_the_bounds), cmocka_unit_test(fast_flow_bounds_the_step),
        cmocka_unit_test(what_is_uniform_stays_uniform), cmocka_unit_test(smooth_data_keep_their_order),
        cmocka_unit_test(far_bounds_change_no_bit),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
