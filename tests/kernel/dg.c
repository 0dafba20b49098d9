/* Nodal DG on forests: orders; what hanging faces conserve. */
#include "unit/device_fixture.h"

#include <math.h>

#include "element/modal.h"
#include "kernel/dg_problem.h"
#include "long.h"
#include "steps.h"

typedef struct answer {
    double l2;            /* of the pressure */
    double content[2][2]; /* before and after: energy, integral of the pressure */
    uint64_t hash;
    int64_t bytes; /* on the device before there is a snapshot */
} answer;

/* Root of the mean square of the error of the pressure, at points of Gauss' rule. */
static double error_of(eg_dg *dg, const eg_forest *mesh, const void *memory, const wave *w)
{
    long double gauss[12], weight[12];
    int n = eg_gauss(10, gauss, weight), d3 = w->dimension == 3;
    double sum = 0, volume = 0, u[4];
    for (int64_t c = 0; c < mesh->base.own; c++)
        for (int i = 0; i < n * n * (d3 ? n : 1); i++) {
            int at[3] = {i % n, i / n % n, i / (n * n)};
            double r[3] = {0}, x[3], j[3][3];
            double size = w->dimension == 2 ? 4 : 8;
            for (int d = 0; d < w->dimension; d++) {
                r[d] = 2 * (double)gauss[at[d]] - 1;
                size *= (double)weight[at[d]];
            }
            mesh->base.class->map(&mesh->base, c, r, x, j);
            if (w->dimension == 2)
                j[2][2] = 1, j[0][2] = j[1][2] = j[2][0] = j[2][1] = 0;
            size *= eg_hex_determinant((const double(*)[3])j);
            eg_stepper_evaluate(eg_dg_stepper(dg), memory, c, 1, r, u);
            sum += size * (u[0] - pressure(w, x)) * (u[0] - pressure(w, x));
            volume += size;
        }
    return sqrt(sum / volume);
}

static void step(eg_dg *dg, const problem *p)
{
    steps_to(eg_dg_stepper(dg), p->end > 0 ? p->end : 1e9, p->end > 0 ? INT64_MAX : p->steps);
}

static answer run(const fixture *f, const problem *p, const char *spec)
{
    eg_device *device;
    eg_dg *dg;
    eg_event *event = NULL;
    eg_comm *comm;
    void *memory;
    answer a;
    const eg_dg_field material = {unit_material};
    wave w = {{standing}, p->system->dimensions, 0};
    const eg_dg_options options = {.system = p->system,
                                   .flux = p->flux,
                                   .steps = p->integrator,
                                   .variant = p->variant,
                                   .precision = p->precision,
                                   .cfl = p->cfl,
                                   .degree = p->degree,
                                   .lanes = p->lanes,
                                   .memory = p->memory,
                                   .storage = p->storage,
                                   .stages_together = p->stages_together,
                                   .material = p->material ? p->material : &material,
                                   .boundaries =
                                       (eg_linear_boundary[]){EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL,
                                                              EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL},
                                   .initial = &w.field};
    assert_int_equal(eg_comm_create(f->context, &comm), EG_OK);
    eg_forest *mesh = forest_of(f->context, comm, p);
    assert_int_equal(eg_device_open(f->context, spec, &device), EG_OK);
    if (eg_dg_create(device, mesh, &options, &dg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, a.content[0]), EG_OK);
    step(dg, p);
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, a.content[1]), EG_OK);
    a.bytes = eg_stepper_device_bytes(eg_dg_stepper(dg));
    assert_int_equal(eg_staging_create(device, eg_stepper_state_bytes(eg_dg_stepper(dg)), &memory), EG_OK);
    for (int i = 0; i < 2; i++) { /* the second takes another way */
        eg_event_destroy(&event);
        assert_int_equal(eg_stepper_snapshot_begin(eg_dg_stepper(dg), memory, &event), EG_OK);
    }
    if (event)
        assert_int_equal(eg_event_wait(event), EG_OK);
    eg_event_destroy(&event);
    assert_int_equal(
        eg_layout_hash(f->context, (&eg_dg_stepper(dg)->layout), eg_dg_stepper(dg)->values, memory, &a.hash),
        EG_OK);
    w.time = p->end;
    a.l2 = p->end > 0 ? error_of(dg, mesh, memory, &w) : NAN;
    eg_staging_destroy(device, &memory);
    eg_dg_destroy(&dg);
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    eg_mesh *base = &mesh->base;
    eg_mesh_destroy(&base);
    return a;
}

/* ---- tests */

/* A snapshot waits where the device has no room for a copy of the state. */
static void waits_for_snapshots(void **state)
{
    const fixture *f = *state;
    problem p = {.system = &eg_linear_acoustic, .level = 2, .degree = 3, .steps = 2};
    for (int i = 0; i < f->specs; i++) {
        p.memory = 0;
        answer first = run(f, &p, f->spec[i]);
        p.memory = first.bytes;
        answer a = run(f, &p, f->spec[i]);
        assert_int_equal(a.hash, first.hash);
    }
}

/* The order that two levels show. */
static double order_of(const fixture *f, problem p)
{
    double coarse = run(f, &p, "host:2").l2;
    p.level++;
    double fine = run(f, &p, "host:2").l2;
    return log2(coarse / fine);
}

static void orders(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 16; k++) {
        if (!is_combined(k / 4, k % 4, 4) || (k % 4 == 3 && !is_long()))
            continue;
        problem p = {.system = k % 4 == 3 ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                     .degree = 2 + k % 3,
                     .level = k % 4 == 3 ? 1 : 2,
                     .end = 0.3,
                     .cfl = 0.3, /* the error of the steps is small beside that of space */
                     .graded = k >= 4 && k != 12,
                     .curved = k >= 12,
                     .walls = k >= 8};
        double order = order_of(f, p);
        if (!(order > p.degree + 1 - 0.3))
            fail_msg("%d nodes an edge, %s, problem %d: order %.3f", p.degree + 1,
                     p.curved   ? p.graded ? "graded and curved" : "curved"
                     : p.graded ? "graded"
                                : "uniform",
                     k, order);
    }
}

/* The integral of the pressure stays, and the energy falls, or with the central flux all but stays. */
static void conserves(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < 6; k++) {
        problem p = {.system = k % 2 ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                     .degree = 4,
                     .level = 1,
                     .end = 0.2,
                     .graded = true,
                     .walls = k > 3,
                     .flux = k > 1 ? EG_FLUX_CENTRAL : EG_FLUX_UPWIND};
        answer a = run(f, &p, "host:2");
        if (!(fabs(a.content[1][1] - a.content[0][1]) < 1e-13))
            fail_msg("problem %d: the integral goes from %.17g to %.17g", k, a.content[0][1],
                     a.content[1][1]);
        double gain = a.content[1][0] / a.content[0][0] - 1;
        if (!(gain < 1e-14) || !(gain > (p.flux == EG_FLUX_CENTRAL ? -1e-4 : -1e-2)))
            fail_msg("problem %d: the energy goes by %g", k, gain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(waits_for_snapshots, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(orders, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(conserves, fixture_set_up_shared, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
