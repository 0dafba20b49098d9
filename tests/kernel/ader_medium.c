/* Sources and receivers where coefficients vary in a cell or with time: exact solutions, the constant medium
 * as a special case, order in time inside a step, the material at the source. A point source in a
 * medium that varies, against Green's function: ader_green.c. */
#include "ader_points.h"

#define FACTOR_OF_TIME(value)                                                                                \
    "#include \"math.h\"\n#include \"math_circular.h\"\n"                                                    \
    "FUNCTION double eg_ader_factor(double t)\n{\n    return " value ";\n}\n"
static const char swinging[] = FACTOR_OF_TIME("1.0 + 0.5 * eg_sin(20.0 * t)");
static const char no_factor[] = FACTOR_OF_TIME("1.0 + 0.0 * t");

/* The integral of the factor from 0 to t. */
static double swung(double t)
{
    return t + 0.025 * (1 - cos(20 * t));
}

/* In a cell, on a face of two, on a vertex, on the periodic edge, in its corner; main() scatters others, so
 * that orders do not hang on where a point lies in its cell. */
enum { RECEIVERS = 48 };
static double at[RECEIVERS][2] = {{0.317, 0.411}, {0.5, 0.27}, {0.5, 0.5}, {1, 0.3}, {0, 1}};

static const eg_source_time pulses[] = {{.kind = EG_SOURCE_GAUSSIAN, .time = 0.04, .sigma = 0.02},
                                        {.kind = EG_SOURCE_RICKER, .time = 0.05, .frequency = 12}};

/* ---- where a value on a line has come from: d'(t) = speed(d), back over `time`, by the classical
 * Runge-Kutta method */

static double came_from(double (*speed)(double), double d, double time)
{
    double h = -time / 64;
    for (int i = 0; i < 64; i++) {
        double a = speed(d), b = speed(d + h / 2 * a), c = speed(d + h / 2 * b);
        d += h / 6 * (a + 2 * b + 2 * c + speed(d + h * c));
    }
    return d;
}

/* Test 4.2 of Castro 2013: a velocity along x' = (x + y) / sqrt 2 that varies with x'. */
static double diagonal_speed(double d)
{
    return 1 + 0.2 * cos(2 * PI * d * sqrt(2));
}

static void diagonal_velocity(const double x[2], double *a)
{
    a[0] = a[1] = diagonal_speed((x[0] + x[1]) / sqrt(2)) / sqrt(2);
}

static void tracer_at(const problem *p, const double x[2], double t, double *u)
{
    double d = (x[0] + x[1]) / sqrt(2), time = p->options.factor ? swung(t) : t;
    double from = came_from(diagonal_speed, d, time), shift = (d - from) / sqrt(2);
    u[0] = 1 + sin(2 * PI * (x[0] - shift)) * cos(2 * PI * (x[1] - shift));
    if (p->options.form == EG_ADER_CONSERVATIVE)
        u[0] *= diagonal_speed(from) / diagonal_speed(d);
}

static void tracer_at_start(const double x[2], double *u)
{
    u[0] = 1 + sin(2 * PI * x[0]) * cos(2 * PI * x[1]);
}

/* Speeds vary and impedances do not: w_t + c w_x = 0 for both waves to the right, that of S with c / 2. */
static double p_speed(double x)
{
    return 1 + 0.2 * cos(2 * PI * x);
}

static double s_speed(double x)
{
    return 0.5 * p_speed(x);
}

static void rock_without_echo(const double x[2], double *m)
{
    double c = p_speed(x[0]);
    m[0] = 2 * c;
    m[1] = c;
    m[2] = m[3] = 0.5 * c;
}

static void rock_at(const problem *given, const double x[2], double t, double *u)
{
    double p = sin(2 * PI * came_from(p_speed, x[0], t));
    double s = cos(2 * PI * came_from(s_speed, x[0], t));
    (void)given;
    u[0] = -2 * p;
    u[1] = -p;
    u[2] = -s;
    u[3] = p;
    u[4] = s;
}

static void rock_at_start(const double x[2], double *u)
{
    rock_at(NULL, x, 0, u);
}

typedef void exact_function(const problem *p, const double x[2], double t, double *u);

/* Root mean square error over samples, receivers and variables on two meshes, the second with three times the
 * cells a side, and the order between them. */
static double observed(problem p, exact_function *exact, int cells, double error[2])
{
    for (int i = 0; i < 2; i++) {
        p.box.cells[0] = p.box.cells[1] = i ? 3 * cells : cells;
        wave w = begin(&p, "host:1", 0);
        advance(&w, 0.2);
        int n = p.options.system->variables;
        double sum = 0;
        for (int64_t k = 1; k < w.samples; k++)
            for (int r = 0; r < RECEIVERS; r++) {
                double u[EG_LINEAR_VARIABLES];
                exact(&p, at[r], (double)k * p.options.receiver_interval, u);
                for (int v = 0; v < n; v++)
                    sum += pow(sample(&w, r, k, v) - u[v], 2);
            }
        error[i] = sqrt(sum / (double)((w.samples - 1) * RECEIVERS * n));
        end(&w);
    }
    return log(error[0] / error[1]) / log(3);
}

static problem heard(const eg_linear *system, int order, bool triangles)
{
    return (problem){.box = {.size = {1, 1}, .element = triangles ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE},
                     .options = {.system = system,
                                 .order = order,
                                 .material_order = order,
                                 .factor_most = 1.5,
                                 .receiver_count = RECEIVERS,
                                 .receivers = (const double(*)[2])at,
                                 .receiver_interval = 0.0013},
                     .periodic = true};
}

static void a_tracer_is_heard(void **state)
{
    (void)state;
    const int cells[] = {0, 0, 12, 10, 8, 6, 6};
    for (int order = 2; order <= (is_long() ? 6 : 5); order++)
        for (int timed = 0; timed < 2; timed++)
            for (int form = EG_ADER_QUASI_CONSERVATIVE; form <= EG_ADER_CONSERVATIVE; form++) {
                if (!is_combined(order, timed + form, 4))
                    continue;
                problem p = heard(&eg_linear_advection, order, order != 3);
                double e[2];
                p.medium = diagonal_velocity;
                p.initial = tracer_at_start;
                p.options.form = (eg_ader_form)form;
                p.options.factor = timed ? swinging : NULL;
                double found = observed(p, tracer_at, cells[order], e);
                print_message("tracer, order %d, form %d%s: %.2e %.2e observed %.2f\n", order, form,
                              timed ? ", factor of time" : "", e[0], e[1], found);
                assert_true(found >= order - 0.5);
            }
}

static void waves_in_rock_are_heard(void **state)
{
    (void)state;
    const int cells[] = {0, 0, 12, 8, 6, 4, 4};
    for (int order = is_long() ? 2 : 3; order <= (is_long() ? 6 : 3); order++) {
        problem p = heard(&eg_linear_elastic, order, order % 2 == 0);
        double e[2];
        p.medium = rock_without_echo;
        p.initial = rock_at_start;
        double found = observed(p, rock_at, cells[order], e);
        print_message("rock, order %d: %.2e %.2e observed %.2f\n", order, e[0], e[1], found);
        assert_true(found >= order - 0.5);
    }
}

/* ---- polynomials that are constants */

/* Constant in each of 4 by 4 squares. */
static void blocks(const double x[2], double *m)
{
    double a = floor(4 * x[0]), b = floor(4 * x[1]);
    m[0] = 4 + 0.3 * a;
    m[1] = 1 + 0.2 * b;
    m[2] = 0.5 * (m[0] - m[1]);
    m[3] = 1 + 0.1 * a * b;
}

static void air_in_blocks(const double x[2], double *m)
{
    m[0] = 4 + 0.3 * floor(4 * x[0]);
    m[1] = 1 + 0.1 * floor(4 * x[1]);
}

static const eg_ader_source everywhere[] = {
    {.x = {0.5, 0.5}, .kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}},
    {.x = {0.25, 0.31}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, -2}, .function = 1},
    {.x = {0.61, 0.2}, .strength = {1, 2, 3, 4, 5}, .function = 1},
    {.x = {0, 0}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, 1}}};
static const eg_ader_source of_a_tracer[] = {{.x = {0.5, 0.5}, .strength = {1}},
                                             {.x = {0.61, 0.2}, .strength = {2}, .function = 1}};

static const eg_linear *const systems[] = {&eg_linear_advection, &eg_linear_acoustic, &eg_linear_elastic};

static problem driven(const eg_linear *system, int order, bool triangles)
{
    problem p = heard(system, order, triangles);
    p.box.cells[0] = p.box.cells[1] = 4;
    p.medium = system == &eg_linear_elastic ? blocks : air_in_blocks;
    p.options.flux = order % 4 ? EG_FLUX_UPWIND : EG_FLUX_RUSANOV;
    p.options.source_count = system == &eg_linear_advection ? 2 : 4;
    p.options.sources = system == &eg_linear_advection ? of_a_tracer : everywhere;
    p.options.function_count = 2;
    p.options.functions = pulses;
    return p;
}

/* The largest difference of two runs' samples, over the largest sample. */
static double apart(const problem *one, const problem *other)
{
    wave a = begin(one, "host:1", 0), b = begin(other, "host:1", 0);
    advance(&a, 0.15);
    advance(&b, 0.15);
    assert_int_equal(a.samples, b.samples);
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < a.samples * RECEIVERS * one->options.system->variables; i++) {
        worst = fmax(worst, fabs(a.values[i] - b.values[i]));
        largest = fmax(largest, fabs(a.values[i]));
    }
    end(&a);
    end(&b);
    assert_true(largest > 0);
    return worst / largest;
}

static void constant_polynomials_are_constants(void **state)
{
    (void)state;
    double worst = 0;
    for (int order = 2; order <= 5; order++)
        for (int i = 0; i < 3; i++) {
            if (!is_combined(order, i, 3))
                continue;
            problem p = driven(systems[i], order, order % 2 == 0), constant = p;
            constant.options.material_order = 1;
            worst = fmax(worst, apart(&constant, &p));
            if (i > 0)
                continue;
            constant.options.factor_most = p.options.factor_most = 1;
            p.options.factor = no_factor;
            worst = fmax(worst, apart(&constant, &p));
        }
    print_message("constant polynomials: seismograms differ by %.1e\n", worst);
    assert_true(worst < 1e-12);
}

/* In one medium both forms are one equation. Order 1 is that of the first system. */
static void both_forms_are_one_in_one_medium(void **state)
{
    (void)state;
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        problem p = driven(systems[i], 1 + 2 * i, i != 1), other;
        const double material[] = {4, 2, 1, 1.5};
        memcpy(p.material, material, sizeof material);
        p.medium = NULL;
        p.options.material_order = 1;
        other = p;
        other.options.form = i == 0 ? EG_ADER_QUASI_CONSERVATIVE : EG_ADER_CONSERVATIVE;
        worst = fmax(worst, apart(&p, &other));
    }
    print_message("both forms: seismograms differ by %.1e\n", worst);
    assert_true(worst < 1e-12);
}

/* ---- order in time */

/* A cloud of sources on the points of a quadrature is a polynomial in space. In the velocity (x, 2 y)
 *   u_t + g (x u_x + 2 y u_y + 3 f u) = s(t) x^i y^j, f = 1 in conservative form and else 0,
 * has the answer x^i y^j integral of s(tau) exp(-(i + 2 j + 3 f) (G(t) - G(tau))) dtau, G' = g, which the
 * scheme holds exactly in space. What is left is the error in time. */

static void spreading(const double x[2], double *a)
{
    a[0] = x[0];
    a[1] = 2 * x[1];
}

static double monomial(const double x[2], int degree)
{
    return pow(x[0], degree - degree / 2) * pow(x[1], degree / 2);
}

static double decayed(const eg_source_time *s, double t, double rate, bool timed)
{
    long double node[16], weight[16], sum = 0;
    eg_gauss(16, node, weight);
    for (int panel = 0; panel < 8; panel++)
        for (int q = 0; q < 16; q++) {
            double tau = t * (panel + (double)node[q]) / 8;
            double passed = timed ? swung(t) - swung(tau) : t - tau;
            sum += weight[q] * t / 8 * eg_source_time_value(s, tau) * exp(-rate * passed);
        }
    return (double)sum;
}

static double error_in_time(int order, int steps, eg_ader_form form, bool timed)
{
    const eg_source_time s = {.kind = EG_SOURCE_GAUSSIAN, .time = 0.06, .sigma = 0.04};
    const double places[3][2] = {{0.6, 0.7}, {-0.8, 0.4}, {1.1, -0.6}}, end_time = 0.1;
    problem p = {.box = {.origin = {-2, -2},
                         .size = {4, 4},
                         .cells = {6, 6},
                         .element = EG_BOX_TRIANGLE,
                         .jitter = 0.2,
                         .seed = 5},
                 .options = {.system = &eg_linear_advection,
                             .order = order,
                             .material_order = order == 4 ? 2 : order,
                             .form = form,
                             .factor = timed ? swinging : NULL,
                             .factor_most = 1.5,
                             .dt = end_time / steps,
                             .function_count = 1,
                             .functions = &s,
                             .receiver_count = 3,
                             .receivers = places,
                             .receiver_interval = end_time / 10},
                 .medium = spreading};
    wave w = place(&p, "host:1");
    eg_ader_source *sources = cover(w.mesh, order, monomial, &p.options.source_count);
    p.options.sources = sources;
    if (create(&w, 0) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    advance(&w, end_time);
    int degree = order - 1;
    double worst = 0, rate = degree + degree / 2 + (form == EG_ADER_CONSERVATIVE ? 3 : 0);
    for (int64_t k = 0; k < w.samples; k++)
        for (int i = 0; i < 3; i++)
            worst = fmax(worst,
                         fabs(sample(&w, i, k, 0) - monomial(places[i], degree) *
                                                        decayed(&s, (double)k * end_time / 10, rate, timed)));
    end(&w);
    free(sources);
    return worst;
}

static void full_order_in_time(void **state)
{
    (void)state;
    for (int order = 2; order <= 6; order++)
        for (int timed = 0; timed < 2; timed++)
            for (int form = EG_ADER_QUASI_CONSERVATIVE; form <= EG_ADER_CONSERVATIVE; form++) {
                if (!is_combined(order, timed + form, 3))
                    continue;
                double coarse = error_in_time(order, 4, (eg_ader_form)form, timed);
                double fine = error_in_time(order, 8, (eg_ader_form)form, timed);
                double found = log(coarse / fine) / log(2);
                print_message("order %d, form %d%s: dt %.2e, dt/2 %.2e, observed %.2f\n", order, form,
                              timed ? ", factor of time" : "", coarse, fine, found);
                assert_true(found >= order - 0.5);
            }
}

/* ---- the material at the source */

static double lightness(const double x[2])
{
    return 1 + 0.5 * x[0] + 0.25 * x[1];
}

static void sloping_rock(const double x[2], double *m)
{
    m[0] = 4 + x[0];
    m[1] = 1 + 0.5 * x[1];
    m[2] = 1;
    m[3] = lightness(x);
}

/* A force F is F / rho to the velocities with the density at its place: in a cell, on a face, on a vertex. */
static void a_force_meets_the_density_at_its_place(void **state)
{
    (void)state;
    const double places[][2] = {{0.61, 0.2}, {0.25, 0.31}, {0.5, 0.75}};
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        const double *x = places[i], light = lightness(x);
        const eg_ader_source force = {.x = {x[0], x[1]}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {3, -2}};
        const eg_ader_source same = {.x = {x[0], x[1]}, .strength = {0, 0, 0, 3 * light, -2 * light}};
        problem p = driven(&eg_linear_elastic, 3, true), other;
        p.periodic = false;
        p.medium = sloping_rock;
        p.options.material_order = 2;
        p.options.source_count = 1;
        p.options.sources = &force;
        other = p;
        other.options.sources = &same;
        worst = fmax(worst, apart(&p, &other));
    }
    print_message("a force and what it gives: %.1e\n", worst);
    assert_true(worst < 1e-12);
}

static void falling_lightness(const double x[2], double *m)
{
    m[0] = 4;
    m[1] = 2;
    m[2] = 1;
    m[3] = x[0] + x[1] - 0.02;
}

/* Positive at all points of quadrature, not in the corner. */
static void no_speed_at_the_source_is_told(void **state)
{
    (void)state;
    const eg_ader_source force = {.kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, 1}};
    problem p = driven(&eg_linear_elastic, 2, true);
    p.box.cells[0] = p.box.cells[1] = 1;
    p.periodic = false;
    p.medium = falling_lightness;
    p.options.source_count = 1;
    p.options.sources = &force;
    wave w = place(&p, "host:1");
    assert_int_equal(create(&w, 0), EG_INPUT);
    assert_string_equal(eg_context_error(w.context),
                        "source 1 at (0, 0): the material of elastic, as a polynomial of order 2, "
                        "has no real speed there: it varies too much; take smaller cells or a "
                        "lower material order");
    end(&w);
}

int main(void)
{
    for (int r = 5; r < RECEIVERS; r++) {
        at[r][0] = fmod(0.7548776662 * r, 1);
        at[r][1] = fmod(0.5698402910 * r, 1);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tracer_is_heard),
        cmocka_unit_test(waves_in_rock_are_heard),
        cmocka_unit_test(constant_polynomials_are_constants),
        cmocka_unit_test(both_forms_are_one_in_one_medium),
        cmocka_unit_test(full_order_in_time),
        cmocka_unit_test(a_force_meets_the_density_at_its_place),
        cmocka_unit_test(no_speed_at_the_source_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
