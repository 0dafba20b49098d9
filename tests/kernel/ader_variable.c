/* ADER-DG with coefficients that vary inside a cell and in time: orders of accuracy, mass, free stream, the
 * same as with constant coefficients where these are constant. */
#include "kernel/ader_variable.h"
#include "long.h"

/* ---- test 4.2: a velocity that varies along x' = (x + y) / sqrt 2 ---- */

static double gaussian(const double x[2], double a, double x0, double y0, double sigma)
{
    double dx = x[0] - x0, dy = x[1] - y0;
    return a * exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
}

/* Its period along x' is that of the square's diagonal lattice: lambda = 1 / sqrt 2. */
static double speed_along(double distance)
{
    return 1 + 0.2 * cos(2 * PI * distance * sqrt(2));
}

static void diagonal_velocity(const double x[2], double *a)
{
    a[0] = a[1] = speed_along((x[0] + x[1]) / sqrt(2)) / sqrt(2);
}

static void bump_in_the_middle(const double x[2], double *u)
{
    u[0] = gaussian(x, 0.2, 0, 0, 0.05);
}

/* The time for sqrt 2 along x', two periods of the speed: the trapezoidal rule over a period is exact
 * here. */
static double diagonal_time(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += sqrt(2) / 64 / speed_along(sqrt(2) * i / 64);
    return sum;
}

static void tracer_in_a_varying_velocity_converges(void **state)
{
    (void)state;
    static const struct {
        int order, cells;
        double finer;
    } run[] = {{3, 20, 2}, {4, 14, 2}, {5, 12, 2}, {6, 10, 2}};
    double end_time = diagonal_time();
    assert_true(fabs(end_time - 1.443375673) < 5e-10);
    for (int i = 0; i < (int)(sizeof run / sizeof *run); i++) {
        if (!is_combined(i, 3, 4))
            continue;
        problem p = {.system = &eg_linear_advection,
                     .order = run[i].order,
                     .material_order = run[i].order,
                     .form = EG_ADER_CONSERVATIVE,
                     .box = {.origin = {-0.5, -0.5},
                             .size = {1, 1},
                             .cells = {run[i].cells, run[i].cells},
                             .element = EG_BOX_TRIANGLE,
                             .jitter = 0.15,
                             .shuffle = true,
                             .seed = 11},
                     .material = diagonal_velocity,
                     .initial = bump_in_the_middle};
        converges(&p, "4.2", run[i].finer, end_time, 1e-13);
    }
}

/* ---- test 4.3: a swirl that turns back ---- */

static void swirl_velocity(const double x[2], double *a)
{
    double sx = sin(PI * x[0]), sy = sin(PI * x[1]);
    a[0] = sx * sx * sin(2 * PI * x[1]);
    a[1] = -sy * sy * sin(2 * PI * x[0]);
}

static void bump_on_the_right(const double x[2], double *u)
{
    u[0] = gaussian(x, 0.5, 0.75, 0.5, 0.05);
}

#define SWIRL_FACTOR(period)                                                                                 \
    "#include \"math.h\"\n#include \"math_circular.h\"\n"                                                    \
    "FUNCTION double eg_ader_factor(double t)\n"                                                             \
    "{\n    return eg_cos(3.14159265358979323846 * t / " period ");\n}\n"
static const char swirl_factor[] = SWIRL_FACTOR("1.5");
static const char short_factor[] = SWIRL_FACTOR("0.5");

static problem swirl(int order, int cells, eg_ader_form form)
{
    return (problem){.system = &eg_linear_advection,
                     .order = order,
                     .material_order = order,
                     .form = form,
                     .factor = swirl_factor,
                     .box = {.size = {1, 1},
                             .cells = {cells, cells},
                             .element = EG_BOX_TRIANGLE,
                             .jitter = 0.15,
                             .shuffle = true,
                             .seed = 3},
                     .material = swirl_velocity,
                     .initial = bump_on_the_right,
                     .boundary = EG_LINEAR_WALL};
}

/* Orders 5 and 6 turn back after a third of the time: the thin sheet that the whole time makes of the tracer
 * needs 32 cells a side and more before these orders show (they then do: see
 * docs/theory/ader-variable.md). */
static void tracer_in_a_swirl_comes_back(void **state)
{
    (void)state;
    static const struct {
        int order, cells;
        eg_ader_form form;
        const char *factor;
        double end_time;
    } run[] = {{3, 24, EG_ADER_CONSERVATIVE, swirl_factor, 1.5},
               {4, 16, EG_ADER_QUASI_CONSERVATIVE, short_factor, 0.5},
               {4, 18, EG_ADER_CONSERVATIVE, swirl_factor, 1.5},
               {5, 14, EG_ADER_CONSERVATIVE, short_factor, 0.5},
               {6, 16, EG_ADER_CONSERVATIVE, short_factor, 0.5}};
    for (int i = 0; i < (int)(sizeof run / sizeof *run); i++) {
        if (!is_combined(i, 1, 2))
            continue;
        problem p = swirl(run[i].order, run[i].cells, run[i].form);
        bool conserves = run[i].form == EG_ADER_CONSERVATIVE;
        p.factor = run[i].factor;
        converges(&p, conserves ? "4.3" : "4.3 quasi-conservative", 2, run[i].end_time,
                  conserves ? 1e-13 : 0);
    }
}

/* ---- a factor of time alone: where the wave is at 1 s, after g has changed its sign at 0.75 s ---- */

static void slanting_velocity(const double x[2], double *a)
{
    (void)x;
    a[0] = 1;
    a[1] = 0.5;
}

static void tracer_wave_moved(const double x[2], double distance, double *u)
{
    u[0] = sin(2 * PI * (x[0] - distance)) * cos(2 * PI * (x[1] - 0.5 * distance));
}

static void tracer_wave(const double x[2], double *u)
{
    tracer_wave_moved(x, 0, u);
}

static void tracer_wave_later(const double x[2], double *u)
{
    tracer_wave_moved(x, 1.5 / PI * sin(PI / 1.5), u);
}

static void factor_of_time_keeps_the_order(void **state)
{
    (void)state;
    for (int order = 1; order <= 8; order += order < 2 ? 1 : 2) {
        static const int cells[] = {0, 24, 12, 0, 8, 0, 6, 0, 4};
        if (!is_combined(order / 2, 0, 2))
            continue;
        problem p = swirl(order, cells[order], EG_ADER_NATURAL);
        p.material_order = 0;
        p.material = slanting_velocity;
        p.initial = tracer_wave;
        p.exact = tracer_wave_later;
        p.boundary = EG_LINEAR_INSIDE;
        converges(&p, "factor of time", 2, 1, 0);
    }
    /* powers of time of a high degree: no trace of their rounding */
    problem p = swirl(12, 6, EG_ADER_NATURAL);
    p.material_order = 0;
    p.material = slanting_velocity;
    p.initial = tracer_wave;
    p.boundary = EG_LINEAR_INSIDE;
    wave w = begin(&p, "host:1", 0);
    advance(&w, 1, INT64_MAX);
    double error = measure_of(&w, tracer_wave_later).error;
    print_message("factor of time, order 12: %.3e\n", error);
    assert_true(error < 2e-12);
    end(&w);
}

/* ---- elastic: speeds vary, impedances do not, so that nothing is reflected ---- */

/* lambda + 2 mu = Z c, 1 / rho = c / Z with Z = 2; S waves have half the speed and half the impedance. A wave
 * f(x) to the right is carried by w_t + c w_x = 0, and is back where it was when a period has been
 * crossed. */
static void rock_without_echo(const double x[2], double *m)
{
    double c = 1 + 0.2 * cos(2 * PI * x[0]);
    m[0] = 2 * c;
    m[1] = c;
    m[2] = 0.5 * c;
    m[3] = 0.5 * c;
}

static void right_going_waves(const double x[2], double *u)
{
    double p = sin(2 * PI * x[0]), s = cos(2 * PI * x[0]);
    u[0] = -2 * p;
    u[1] = -p;
    u[2] = -s;
    u[3] = p;
    u[4] = s;
}

/* Two periods of P, one of S. */
static double rock_time(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += 2 / (64 * (1 + 0.2 * cos(2 * PI * i / 64)));
    return sum;
}

static problem rock_waves(int order, int cells, eg_flux flux)
{
    return (problem){.system = &eg_linear_elastic,
                     .flux = flux,
                     .order = order,
                     .material_order = order,
                     .box = {.size = {1, 1},
                             .cells = {cells, cells},
                             .element = EG_BOX_TRIANGLE,
                             .jitter = 0.15,
                             .shuffle = true,
                             .seed = 5},
                     .material = rock_without_echo,
                     .initial = right_going_waves};
}

static void elastic_waves_in_varying_rock_converge(void **state)
{
    (void)state;
    for (int order = 2; order <= 6; order++) {
        static const int cells[] = {0, 0, 12, 8, 6, 6, 5};
        if (!is_combined(order, 0, 2))
            continue;
        problem p = rock_waves(order, cells[order], EG_FLUX_UPWIND);
        converges(&p, "elastic, upwind", 2, rock_time(), 0);
    }
    problem p = rock_waves(4, 6, EG_FLUX_RUSANOV);
    converges(&p, "elastic, Rusanov", 2, rock_time(), 0);
}

/* ---- free stream ---- */

/* a = (psi_y, -psi_x) with psi = x (1 - x) y (1 - y): degree 3, without divergence, along the walls. */
static void polynomial_swirl(const double x[2], double *a)
{
    a[0] = x[0] * (1 - x[0]) * (1 - 2 * x[1]);
    a[1] = -x[1] * (1 - x[1]) * (1 - 2 * x[0]);
}

static void one(const double x[2], double *u)
{
    (void)x;
    u[0] = 1;
}

static void free_stream_stays(void **state)
{
    (void)state;
    for (int form = EG_ADER_QUASI_CONSERVATIVE; form <= EG_ADER_CONSERVATIVE; form++)
        for (int element = 0; element < 2; element++)
            for (int timed = 0; timed < 2; timed++) {
                if (!is_combined(form + element, timed, 2))
                    continue;
                problem p = swirl(5, 8, (eg_ader_form)form);
                p.material_order = 4;
                p.factor = timed ? swirl_factor : NULL;
                p.material = polynomial_swirl;
                p.initial = one;
                if (element) {
                    p.box.element = EG_BOX_QUADRANGLE;
                    p.box.jitter = 0;
                }
                wave w = begin(&p, "host:1", 0);
                advance(&w, INFINITY, 100);
                measure m = measure_of(&w, one);
                print_message("free stream, form %d: %.2e\n", form, m.worst);
                assert_true(m.worst < 1e-12);
                end(&w);
            }
}

/* ---- polynomials that are constants ---- */

static void any_rock(const double x[2], double *m)
{
    m[0] = 4 + x[0] - floor(x[0]);
    m[1] = 1 + x[1] - floor(x[1]);
    m[2] = 0.5 * (m[0] - m[1]);
    m[3] = 1 + 0.5 * (x[0] + x[1] - floor(x[0] + x[1]));
}

static void any_waves(const double x[2], double *u)
{
    for (int i = 0; i < 5; i++)
        u[i] = sin(2 * PI * (x[0] + i * x[1])) + 0.1 * i;
}

/* The largest difference between the states of two runs of 20 steps, and the largest value. */
static double difference(const problem *one_run, const problem *other_run, double *largest)
{
    const problem *run[2] = {one_run, other_run};
    wave w[2];
    double *state[2], worst = 0;
    *largest = 0;
    for (int i = 0; i < 2; i++) {
        w[i] = begin(run[i], "host:1", 0);
        advance(&w[i], INFINITY, 20);
        state[i] = state_of(&w[i]);
    }
    for (int64_t i = 0; i < eg_stepper_state_bytes(eg_ader_stepper(w[0].ader)) / 8; i++) {
        worst = fmax(worst, fabs(state[0][i] - state[1][i]));
        *largest = fmax(*largest, fabs(state[0][i]));
    }
    for (int i = 0; i < 2; i++) {
        eg_staging_destroy(w[i].device, (void **)&state[i]);
        end(&w[i]);
    }
    return worst;
}

static void constant_polynomials_are_constants(void **state)
{
    (void)state;
    for (int order = 1; order <= 5; order += order == 2 ? 2 : 1)
        for (int i = 0; i < 4; i++) {
            static const eg_linear *const systems[] = {&eg_linear_advection, &eg_linear_acoustic,
                                                       &eg_linear_elastic, &eg_linear_sh};
            if (!is_combined(order, i, 4))
                continue;
            problem p = rock_waves(order, 6, order % 4 ? EG_FLUX_UPWIND : EG_FLUX_RUSANOV);
            double largest;
            p.system = systems[i];
            p.by_cell = true;
            p.material = any_rock;
            p.initial = any_waves;
            p.boundary = order % 4 ? EG_LINEAR_FREE : EG_LINEAR_WALL;
            if (order % 2) {
                p.box.element = EG_BOX_QUADRANGLE;
                p.box.jitter = 0;
            }
            problem constant = p;
            constant.material_order = 0;
            double worst = difference(&constant, &p, &largest);
            if (!(worst < 1e-13 * largest))
                fail_msg("%s, order %d: %.3e of %.3e", p.system->name, order, worst, largest);
        }
}

/* ---- what is refused ---- */

static void broken_rock(const double x[2], double *m)
{
    m[0] = 4;
    m[1] = 2;
    m[2] = 1;
    m[3] = x[0] + x[1] < 0.93 ? 1 : 1e4;
}

static void polynomials_without_a_speed_are_refused(void **state)
{
    (void)state;
    problem p = rock_waves(5, 3, EG_FLUX_UPWIND);
    wave w;
    p.material = broken_rock;
    assert_int_equal(make(&w, &p, "host:1", 0), EG_INPUT);
    assert_non_null(strstr(eg_context_error(w.context),
                           "the material of elastic, as a polynomial of order 5, has no real speed "
                           "somewhere in the cell at ("));
    end(&w);
}

int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tracer_in_a_varying_velocity_converges),
        cmocka_unit_test(tracer_in_a_swirl_comes_back),
        cmocka_unit_test(factor_of_time_keeps_the_order),
        cmocka_unit_test(elastic_waves_in_varying_rock_converge),
        cmocka_unit_test(free_stream_stays),
        cmocka_unit_test(constant_polynomials_are_constants),
        cmocka_unit_test(polynomials_without_a_speed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
