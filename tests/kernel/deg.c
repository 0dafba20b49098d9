/* The solver of compressible flow: orders on an isentropic vortex, rest, conservation. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/device_math.h"
#include "element/modal.h"
#include "long.h"
#include "scheme/deg/deg.h"
#include "steps.h"

/* What the tests below vary. */
typedef struct air_case {
    eg_box_options box;
    bool periodic, tracer;
    eg_precision precision;
    int degree;
    eg_deg_flux flux;
    double gravity, viscosity;
    eg_deg_values *air, *initial;
} air_case;

typedef struct flow {
    eg_context *context;
    eg_device *device;
    eg_plane *mesh;
    eg_deg *deg;
    eg_deg_options options;
    eg_time_state now;
} flow;

static void join(eg_plane *mesh, const char *a, const char *b)
{
    double shift[2];
    assert_int_equal(eg_plane_join(mesh, eg_mesh_boundary_index(&mesh->base, a),
                                   eg_mesh_boundary_index(&mesh->base, b), shift),
                     EG_OK);
}

static flow begin(const air_case *given, const char *device)
{
    flow f = {0};
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    if (eg_device_open(f.context, device, &f.device) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    assert_int_equal(eg_plane_box(f.context, &given->box, &f.mesh), EG_OK);
    if (given->periodic) {
        join(f.mesh, "left", "right");
        join(f.mesh, "bottom", "top");
    }
    f.options = (eg_deg_options){.precision = given->precision,
                                 .degree = given->degree,
                                 .flux = given->flux,
                                 .tracer = given->tracer,
                                 .gamma = 1.4,
                                 .gravity = given->gravity,
                                 .viscosity = given->viscosity,
                                 .cfl = 0.5,
                                 .air = given->air,
                                 .initial = given->initial};
    if (eg_deg_create(f.device, f.mesh, &f.options, &f.deg) != EG_OK)
        fail_msg("%s", eg_context_error(f.context));
    return f;
}

static void go(flow *f, double until, int64_t steps)
{
    f->now = steps_to(eg_deg_stepper(f->deg), until, steps);
}

static void end(flow *f)
{
    eg_deg_destroy(&f->deg);
    eg_plane_destroy(&f->mesh);
    eg_device_close(&f->device);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

/* ---- an isentropic vortex, which a wind carries (Shu, in Quarteroni 1998): rho = T^2.5 over air of 1, 1,
 * 1 */

static eg_status uniform_air(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    (void)x;
    for (int i = 0; i < count * EG_DEG_AIR; i++)
        values[i] = 1;
    return EG_OK;
}

static void vortex(double t, const double x[2], double *q)
{
    const double dx = x[0] - t, dy = x[1] - 0.5 * t, rim = eg_exp(1 - dx * dx - dy * dy);
    const double turn = 5 / (2 * 3.141592653589793) * rim;
    const double warm = 1 - 0.4 / (4 * 1.4) * turn * turn, rho = eg_pow(warm, 2.5);
    q[0] = rho - 1;
    q[1] = rho * (1 - turn * dy);
    q[2] = rho * (0.5 + turn * dx);
    q[3] = rho - 1; /* p = rho^1.4, rho theta = p^(1/1.4) */
}

static eg_status vortex_at_first(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    for (int i = 0; i < count; i++)
        vortex(0, x[i], &values[4 * i]);
    return EG_OK;
}

/* In L2, of the density, of both components of momentum, and of rho theta. */
static void errors_of(flow *f, void (*exact)(double t, const double x[2], double *q), double each[4])
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    int degree = 2 * f->options.degree + 4, count = eg_quadrature_count(EG_TRIANGLE, degree);
    void *memory = steps_copy(eg_deg_stepper(f->deg));
    memset(each, 0, 4 * sizeof *each);
    eg_quadrature_any(EG_TRIANGLE, degree, point, weight);
    for (int64_t c = 0; c < f->mesh->base.own; c++) {
        double x[EG_CELL_VERTICES][2], at[2], found[EG_DEG_VARIABLES], right[EG_DEG_VARIABLES];
        eg_plane_cell_vertices(f->mesh, c, x);
        for (int q = 0; q < count; q++) {
            eg_cell_map(EG_TRIANGLE, (const double(*)[2])x, point[q], at);
            eg_stepper_evaluate(eg_deg_stepper(f->deg), memory, c, 1, point[q], found);
            exact(f->now.time, at, right);
            for (int v = 0; v < 4; v++)
                each[v] += 2 * f->mesh->area[c] * weight[q] * (found[v] - right[v]) * (found[v] - right[v]);
        }
    }
    for (int v = 0; v < 4; v++)
        each[v] = sqrt(each[v]);
    steps_drop(eg_deg_stepper(f->deg), &memory);
}

static double error_of(flow *f, void (*exact)(double t, const double x[2], double *q))
{
    double each[4];
    errors_of(f, exact, each);
    return hypot(hypot(each[0], each[1]), hypot(each[2], each[3]));
}

static double vortex_error(int degree, int64_t n, eg_deg_flux flux)
{
    const air_case given = {.box = {.origin = {-5, -5},
                                    .size = {10, 10},
                                    .cells = {n, n},
                                    .element = EG_BOX_TRIANGLE,
                                    .jitter = 0.1,
                                    .seed = 3},
                            .periodic = true,
                            .degree = degree,
                            .flux = flux,
                            .air = uniform_air,
                            .initial = vortex_at_first};
    flow f = begin(&given, "host");
    go(&f, 0.1, INT64_MAX);
    double error = error_of(&f, vortex);
    end(&f);
    return error;
}

/* The long form goes up to degree 6. */
static void a_vortex_converges(void **state)
{
    (void)state;
    for (int flux = 0; flux < EG_DEG_FLUXES; flux++)
        for (int degree = 1; degree <= (is_long() ? 6 : 3); degree++) {
            bool arcs = flux == EG_DEG_EVOLUTION_CONSTANT || flux == EG_DEG_EVOLUTION_BILINEAR;
            if (!is_combined(flux, degree, 2) || arcs) /* deg_evolution has these */
                continue;
            static const int64_t cells[] = {0, 24, 24, 20, 48, 24, 36};
            int64_t n = cells[degree];
            double coarse = vortex_error(degree, n, (eg_deg_flux)flux);
            double fine = vortex_error(degree, 2 * n, (eg_deg_flux)flux);
            double order = log2(coarse / fine);
            print_message("flux %d, degree %d: %.3g, %.3g: order %.2f\n", flux, degree, coarse, fine, order);
            assert_true(order >= degree + 0.8);
        }
}

/* ---- viscosity: a shear wave fades */

static const double whole_turn = 6.283185307179586, shear_viscosity = 0.05;

static void shear(double t, const double x[2], double *q)
{
    q[0] = q[1] = q[3] = 0;
    q[2] = 1e-4 * eg_sin(whole_turn * x[0]) * eg_exp(-shear_viscosity * whole_turn * whole_turn * t);
}

static eg_status shear_at_first(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    for (int i = 0; i < count; i++)
        shear(0, x[i], &values[4 * i]);
    return EG_OK;
}

/* Of momentum, and of rho theta. */
static void shear_errors(int degree, int64_t n, double *momentum, double *heat)
{
    const air_case given = {.box = {.size = {1, 1}, .cells = {n, n}, .element = EG_BOX_TRIANGLE},
                            .periodic = true,
                            .degree = degree,
                            .flux = EG_DEG_HLLC,
                            .viscosity = shear_viscosity,
                            .air = uniform_air,
                            .initial = shear_at_first};
    flow f = begin(&given, "host");
    double each[4];
    go(&f, 0.1, INT64_MAX);
    errors_of(&f, shear, each);
    *momentum = hypot(each[1], each[2]);
    *heat = each[3];
    end(&f);
}

/* The velocity has order p + 1, the pressure p, as that of viscous flow without sound
 * (docs/verification-atmosphere.md). */
static void a_shear_wave_fades(void **state)
{
    (void)state;
    for (int degree = 1; degree <= (is_long() ? 4 : 2); degree++) {
        double momentum[2], heat[2];
        shear_errors(degree, 4, &momentum[0], &heat[0]);
        shear_errors(degree, 8, &momentum[1], &heat[1]);
        double order = log2(momentum[0] / momentum[1]), of_heat = log2(heat[0] / heat[1]);
        print_message("viscosity, degree %d: momentum %.3g, %.3g: order %.2f; rho theta %.3g, "
                      "%.3g: order %.2f\n",
                      degree, momentum[0], momentum[1], order, heat[0], heat[1], of_heat);
        assert_true(order >= degree + 0.85);
        assert_true(of_heat >= degree - 0.25);
    }
}

/* ---- rest, and a bubble over it: isentropic air between walls */

static eg_status isentropic_air(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        const double exner = 1 - 9.81 * x[i][1] / (1004.5 * 300);
        values[3 * i + 1] = 1e5 / 287 * eg_pow(exner, 2.5);
        values[3 * i] = values[3 * i + 1] / 300;
        values[3 * i + 2] = 1e5 * eg_pow(exner, 3.5);
    }
    return EG_OK;
}

static eg_status at_rest(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    (void)x;
    memset(values, 0, (size_t)count * 4 * sizeof *values);
    return EG_OK;
}

static eg_status bubble(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    double air[3];
    for (int i = 0; i < count; i++) {
        const double dx = (x[i][0] - 500) / 200, dy = (x[i][1] - 400) / 200;
        const double theta = 2 * eg_exp(-dx * dx - dy * dy);
        isentropic_air(user, cell, 1, &x[i], air);
        double *q = &values[5 * i];
        q[0] = -air[0] * theta / (300 + theta);
        q[1] = q[2] = q[3] = 0;
        q[4] = (air[0] + q[0]) * theta;
    }
    return EG_OK;
}

static const eg_box_options hall = {.size = {1000, 1000},
                                    .cells = {10, 10},
                                    .element = EG_BOX_TRIANGLE,
                                    .jitter = 0.2,
                                    .shuffle = true,
                                    .seed = 1};

/* Every number stays 0 for a thousand steps. */
static void rest_stays(void **state)
{
    (void)state;
    air_case given = {.box = hall, .gravity = 9.81, .air = isentropic_air, .initial = at_rest};
    given.box.cells[0] = given.box.cells[1] = 4;
    for (int degree = 1; degree <= EG_TRIANGLE_DEGREE; degree += is_long() ? 1 : 2) {
        given.degree = degree;
        given.flux = degree % 2 ? EG_DEG_RUSANOV : EG_DEG_HLLC;
        given.precision = degree == 3 ? EG_F32 : EG_F64;
        flow f = begin(&given, "host:1");
        go(&f, INFINITY, 1000);
        char *memory = steps_copy(eg_deg_stepper(f.deg));
        for (int64_t i = 0; i < eg_stepper_state_bytes(eg_deg_stepper(f.deg)); i++)
            assert_true(memory[i] == 0 || (memory[i] == (char)0x80));
        steps_drop(eg_deg_stepper(f.deg), (void **)&memory);
        end(&f);
    }
}

static void what_is_there_stays(void **state)
{
    (void)state;
    air_case given = {
        .box = hall, .degree = 2, .tracer = true, .gravity = 9.81, .air = isentropic_air, .initial = bubble};
    eg_comm *comm;
    for (int flux = 0; flux < EG_DEG_FLUXES; flux++) {
        double before[EG_DEG_CONTENTS], after[EG_DEG_CONTENTS];
        given.flux = (eg_deg_flux)flux;
        given.viscosity = 10 * flux;
        flow f = begin(&given, "host:1");
        assert_int_equal(eg_comm_create(f.context, &comm), EG_OK);
        assert_int_equal(eg_time_resume_until(eg_stepper_time(eg_deg_stepper(f.deg)), 0, 0), EG_OK);
        assert_int_equal(eg_stepper_content(eg_deg_stepper(f.deg), comm, before), EG_OK);
        go(&f, INFINITY, 200);
        assert_int_equal(eg_stepper_content(eg_deg_stepper(f.deg), comm, after), EG_OK);
        /* of 1.1e6 kg, 3.4e8 kg K, 1.3e5 kg */
        assert_true(fabs(after[0] - before[0]) < 1e-14 * 1.1e6);
        assert_true(fabs(after[3] - before[3]) < 1e-14 * 3.4e8);
        assert_true(fabs(after[4] - before[4]) < 1e-14 * 1.3e5 * 10);
        eg_comm_destroy(&comm);
        end(&f);
    }
}

/* ---- refusals */

static eg_status vacuum(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)x;
    memset(values, 0, (size_t)count * 4 * sizeof *values);
    if (cell == 7)
        values[0] = -2;
    return EG_OK;
}

static void what_is_no_gas_is_refused(void **state)
{
    (void)state;
    const air_case given = {.box = hall, .degree = 2, .air = uniform_air, .initial = vacuum};
    flow f = {0};
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    assert_int_equal(eg_device_open(f.context, "host:1", &f.device), EG_OK);
    assert_int_equal(eg_plane_box(f.context, &given.box, &f.mesh), EG_OK);
    f.options = (eg_deg_options){
        .degree = 2, .gamma = 1.4, .air = uniform_air, .initial = vacuum, .boundaries = NULL};
    assert_int_equal(eg_deg_create(f.device, f.mesh, &f.options, &f.deg), EG_DIVERGED);
    assert_non_null(strstr(eg_context_error(f.context), "cell 7"));
    assert_non_null(strstr(eg_context_error(f.context), "density -1 kg/m3"));
    end(&f);
}

static void quadrangles_are_refused(void **state)
{
    (void)state;
    flow f = {0};
    const eg_box_options box = {.size = {1, 1}, .cells = {3, 2}};
    assert_int_equal(eg_context_create(NULL, &f.context), EG_OK);
    assert_int_equal(eg_device_open(f.context, "host:1", &f.device), EG_OK);
    assert_int_equal(eg_plane_box(f.context, &box, &f.mesh), EG_OK);
    f.options = (eg_deg_options){.degree = 2, .gamma = 1.4, .air = uniform_air, .initial = at_rest};
    assert_int_equal(eg_deg_create(f.device, f.mesh, &f.options, &f.deg), EG_MESH);
    assert_string_equal(eg_context_error(f.context),
                        "box: 6 of its cells are quadrangles; this scheme takes triangles alone: "
                        "cut each quadrangle into two");
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vortex_converges),
        cmocka_unit_test(a_shear_wave_fades),
        cmocka_unit_test(rest_stays),
        cmocka_unit_test(what_is_there_stays),
        cmocka_unit_test(what_is_no_gas_is_refused),
        cmocka_unit_test(quadrangles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
