/* The shallow-water solver: conservation, rest, walls. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "long.h"
#include "scheme/fv/fv.h"
#include "steps.h"

enum { MOST_BOUNDARIES = 8 };

/* A case in functions: what the tests below vary. */
typedef struct flood {
    eg_box_options box;
    eg_precision precision;
    int order;
    double (*bed)(double x, double y);
    double (*level)(double x, double y);
    double manning;
    eg_fv_boundary boundaries[MOST_BOUNDARIES];
} flood;

typedef struct flow {
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    eg_plane *mesh;
    eg_fv *fv;
    eg_time_state now;
    double volume, clipped, through[MOST_BOUNDARIES];
} flow;

static void measure(flow *f)
{
    assert_int_equal(eg_fv_volume(f->fv, f->comm, &f->volume, &f->clipped, f->through), EG_OK);
}

static flow begin(const flood *given, const char *device, int lanes)
{
    flow f = {0};
    double *bed, *depth, *manning;
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    assert_int_equal(eg_comm_create(f.context, &f.comm), EG_OK);
    if (eg_device_open(f.context, device, &f.device) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    assert_int_equal(eg_plane_box(f.context, &given->box, &f.mesh), EG_OK);
    int64_t n = f.mesh->base.own;
    assert_int_equal(eg_alloc(f.context, n, sizeof *bed, &bed), EG_OK);
    assert_int_equal(eg_alloc(f.context, n, sizeof *depth, &depth), EG_OK);
    assert_int_equal(eg_alloc(f.context, n, sizeof *manning, &manning), EG_OK);
    for (int64_t c = 0; c < n; c++) {
        const double *x = f.mesh->base.centroid[c];
        bed[c] = given->bed(x[0], x[1]);
        depth[c] = fmax(0, given->level(x[0], x[1]) - bed[c]);
        manning[c] = given->manning;
    }
    const eg_fv_options options = {.precision = given->precision,
                                   .order = given->order,
                                   .lanes = lanes,
                                   .bed = bed,
                                   .depth = depth,
                                   .manning = manning,
                                   .boundaries = given->boundaries};
    if (eg_fv_create(f.device, f.mesh, &options, &f.fv) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    eg_free(f.context, &bed);
    eg_free(f.context, &depth);
    eg_free(f.context, &manning);
    return f;
}

static void advance(flow *f, double time, int64_t steps)
{
    f->now = steps_until(eg_fv_stepper(f->fv), time, steps, 10);
}

static void end(flow *f)
{
    eg_fv_destroy(&f->fv);
    eg_plane_destroy(&f->mesh);
    eg_device_close(&f->device);
    eg_comm_destroy(&f->comm);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

/* ---- cases */

static double flat(double x, double y)
{
    (void)x;
    (void)y;
    return 0;
}

static double dam_on_dry(double x, double y)
{
    (void)y;
    return x < 5 ? 2 : 0;
}

/* Islands, a smooth one and a steep one, that stand out of the water, and a step under water. */
static double islands(double x, double y)
{
    double r = hypot(x - 3, y - 3), s = fmax(fabs(x - 7), fabs(y - 6));
    return fmax(fmax(1.5 - 0.8 * r, s < 1 ? 2.3 : 0), y < 1.5 ? 0.37 : 0);
}

static double lake(double x, double y)
{
    (void)x;
    (void)y;
    return 1.1;
}

static double hilly(double x, double y)
{
    return 0.3 * sin(1.3 * x) * cos(0.9 * y) + 0.1 * x;
}

static double dam_on_hills(double x, double y)
{
    return x + 0.3 * y < 5 ? 2 : 0.4;
}

static const eg_box_options rough_box = {.size = {10, 10},
                                         .cells = {40, 40},
                                         .element = EG_BOX_TRIANGLE,
                                         .jitter = 0.2,
                                         .shuffle = true,
                                         .seed = 7};

/* Everything at once: hills, dry ground, friction, an inflow, a level and an outflow. */
static const double inflow_times[] = {0, 0.5, 2}, inflow_values[] = {0, 6, 2};
static const double tide_times[] = {0, 1, 2}, tide_values[] = {0.8, 1.3, 0.9};
static flood full_case(eg_box_element element, eg_precision precision, int order)
{
    flood given = {.box = rough_box,
                   .precision = precision,
                   .order = order,
                   .bed = hilly,
                   .level = dam_on_hills,
                   .manning = 0.03,
                   .boundaries = {{.kind = EG_FV_DISCHARGE, {3, inflow_times, inflow_values}},
                                  {.kind = EG_FV_OUTFLOW},
                                  {.kind = EG_FV_LEVEL, {3, tide_times, tide_values}},
                                  {.kind = EG_FV_WALL}}};
    given.box.element = element;
    return given;
}

/* ---- tests */

/* A lake at rest among islands and steps stays at rest: theory page, "at rest". */
static void rest(int order, int64_t steps)
{
    const flood given = {.box = rough_box, .order = order, .bed = islands, .level = lake};
    flow f = begin(&given, "host:2", 0);
    advance(&f, 1e9, steps);
    void *memory = steps_copy(eg_fv_stepper(f.fv));
    double fastest = 0;
    for (int64_t c = 0; c < f.mesh->base.own; c++) {
        eg_sw_state s = eg_fv_state_of(f.fv, memory, c);
        double u[2];
        eg_sw_evaluate(EG_SW_VELOCITY, &s, 0, 9.81, eg_fv_dry_depth(f.fv), u);
        fastest = fmax(fastest, hypot(u[0], u[1]));
    }
    print_message("lake at rest: |u| <= %.2e m/s after %lld steps\n", fastest, (long long)f.now.steps);
    assert_int_equal(f.now.steps, steps);
    assert_true(fastest <= 1e-12);
    steps_drop(eg_fv_stepper(f.fv), &memory);
    end(&f);
}

static void lake_stays_at_rest(void **state)
{
    (void)state;
    rest(1, 10000);
    rest(2, is_long() ? 10000 : 2000);
}

/* Walls all round: no water is lost, to rounding, and depths stay positive. */
static void keep_water(int order)
{
    const flood given = {
        .box = rough_box, .order = order, .bed = hilly, .level = dam_on_hills, .manning = 0.03};
    flow f = begin(&given, "host:2", 0);
    measure(&f);
    double first = f.volume;
    advance(&f, 3, INT64_MAX);
    measure(&f);
    void *memory = steps_copy(eg_fv_stepper(f.fv));
    for (int64_t c = 0; c < f.mesh->base.own; c++)
        assert_true(eg_fv_state_of(f.fv, memory, c).h >= 0);
    double error = fabs(f.volume - first - f.clipped) / first;
    print_message("closed basin: %lld steps, mass error %.2e, clipped %.2e of %.3g m3\n",
                  (long long)f.now.steps, error, f.clipped, first);
    assert_true(error < 1e-13);
    assert_true(f.now.time == 3);
    steps_drop(eg_fv_stepper(f.fv), &memory);
    end(&f);
}

static void closed_basin_keeps_its_water(void **state)
{
    (void)state;
    for (int order = 1; order <= 2; order++)
        keep_water(order);
}

/* What enters and leaves is booked to rounding. */
static void book_water(int order)
{
    flood given = full_case(EG_BOX_TRIANGLE, EG_F64, order);
    flow f = begin(&given, "host:2", 0);
    measure(&f);
    double first = f.volume, rest;
    advance(&f, 2, INT64_MAX);
    measure(&f);
    rest = f.volume - first - f.clipped;
    for (int b = 0; b < f.mesh->base.boundaries.count; b++)
        rest += f.through[b];
    int left = eg_mesh_boundary_index(&f.mesh->base, "left");
    print_message("open basin: mass error %.2e, in through the left %.12g m3\n", fabs(rest) / first,
                  -f.through[left]);
    assert_true(fabs(rest) / first < 1e-13);
    /* the hydrograph's integral, but for the rectangle rule of the steps */
    assert_true(fabs(-f.through[left] - (0.25 * 6 + 1.5 * 4)) < 0.05);
    end(&f);
}

static void open_basin_books_its_water(void **state)
{
    (void)state;
    for (int order = 1; order <= 2; order++)
        book_water(order);
}

/* Ritter's dam break on a dry bed: depth against the exact solution. */
static double ritter_error(int64_t cells, int order)
{
    const flood given = {.box = {.size = {10, 0.5}, .cells = {cells, cells / 20}},
                         .order = order,
                         .bed = flat,
                         .level = dam_on_dry};
    flow f = begin(&given, "host:2", 0);
    advance(&f, 0.5, INT64_MAX);
    void *memory = steps_copy(eg_fv_stepper(f.fv));
    double c0 = sqrt(9.81 * 2), sum = 0;
    for (int64_t c = 0; c < f.mesh->base.own; c++) {
        double s = (f.mesh->base.centroid[c][0] - 5) / f.now.time;
        double root = s < -c0 ? c0 : s > 2 * c0 ? 0 : (2 * c0 - s) / 3;
        sum += f.mesh->area[c] * fabs(eg_fv_state_of(f.fv, memory, c).h - root * root / 9.81);
    }
    steps_drop(eg_fv_stepper(f.fv), &memory);
    end(&f);
    return sum / 5;
}

static void ritter_converges(void **state)
{
    (void)state;
    double coarse = ritter_error(100, 1), fine = ritter_error(400, 1), second = ritter_error(100, 2);
    print_message("Ritter: L1 of depth %.3e (100 cells), %.3e (400), order %.2f; %.3e at order 2\n", coarse,
                  fine, log(coarse / fine) / log(4), second);
    assert_true(log(coarse / fine) / log(4) > 0.6);
    assert_true(second < fine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_basin_keeps_its_water),
        cmocka_unit_test(open_basin_books_its_water),
        cmocka_unit_test(ritter_converges),
        cmocka_unit_test(lake_stays_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
