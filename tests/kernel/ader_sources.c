/* Point sources in the ADER-DG scheme: amounts, shares of cells, order in time. Against
 * Green's functions: ader_green.c. */
#include "ader_points.h"
#include "long.h"
#include "scheme/time/pulses.h"
#include "time/clock.h"

/* ---- the time functions on the device */

static const double table_times[] = {0.01, 0.04, 0.05, 0.11}, table_values[] = {1, 3, -2, 0.5};
static const eg_source_time functions[] = {
    {.kind = EG_SOURCE_RICKER, .time = 0.05, .frequency = 12},
    {.kind = EG_SOURCE_GAUSSIAN, .time = 0.04, .sigma = 0.013},
    {.kind = EG_SOURCE_BRUNE_RATE, .time = 0.013, .rise = 0.011},
    {.kind = EG_SOURCE_BRUNE_MOMENT, .time = 0.021, .rise = 0.05},
    {.kind = EG_SOURCE_HEAVISIDE, .time = 0.013, .rise = 0.05},
    {.kind = EG_SOURCE_HEAVISIDE_RATE, .time = 0.023, .rise = 0.07},
    {.kind = EG_SOURCE_TABLE, .count = 4, .times = table_times, .values = table_values}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };
static const char wavelet[] = "#include \"math.h\"\n"
                              "FUNCTION double eg_source_expression(int number, double t)\n"
                              "{\n    return (double)(number + 1) * eg_exp(-t) - t;\n}\n";

static double value_of(int f, double t)
{
    return f < FUNCTIONS ? eg_source_time_value(&functions[f], t) : (double)(f - FUNCTIONS + 1) * exp(-t) - t;
}

/* The integral of the tracer over a cell. */
static double amount(wave *w, const void *memory, int64_t cell)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], sum = 0;
    double values[EG_QUADRATURE_ANY_POINTS];
    eg_cell_type type = (eg_cell_type)w->mesh->type[cell];
    int degree = w->given->options.order, count = eg_quadrature_count(type, degree);
    eg_quadrature_any(type, degree, points, weights);
    eg_stepper_evaluate(eg_ader_stepper(w->ader), memory, cell, count, points[0], values);
    for (int q = 0; q < count; q++)
        sum += weights[q] * values[q];
    return sum * w->mesh->area[cell] * (type == EG_TRIANGLE ? 2 : 1);
}

/* In a tracer at rest a cell keeps what its source gave: Gauss' rule for s, a step each. */
static void the_amount_is_the_integral_of_s(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        eg_ader_source sources[FUNCTIONS + 2] = {0};
        for (int i = 0; i < FUNCTIONS + 2; i++)
            sources[i] = (eg_ader_source){.x = {i + 0.3, 0.6}, .strength = {2}, .function = i};
        const problem p = {.box = {.size = {FUNCTIONS + 2, 1}, .cells = {FUNCTIONS + 2, 1}},
                           .options = {.system = &eg_linear_advection,
                                       .order = order,
                                       .dt = 0x1p-7,
                                       .source_count = FUNCTIONS + 2,
                                       .sources = sources,
                                       .function_count = FUNCTIONS,
                                       .functions = functions,
                                       .expression_count = 2,
                                       .expressions = wavelet}};
        wave w = begin(&p, "host:1", 0);
        advance(&w, 16 * 0x1p-7);
        assert_int_equal(w.now.steps, 16);
        void *memory = state_of(&w);
        for (int f = 0; f < FUNCTIONS + 2; f++) {
            long double node[EG_ORDER_MOST], weight[EG_ORDER_MOST];
            double sum = 0, size = 0, got;
            eg_gauss(order, node, weight);
            for (int i = 0; i < 16; i++)
                for (int q = 0; q < order; q++) {
                    double s = value_of(f, 0x1p-7 * (i + (double)node[q]));
                    sum += 0x1p-7 * (double)weight[q] * s;
                    size += 0x1p-7 * (double)weight[q] * fabs(s);
                }
            double x[2] = {f + 0.3, 0.6};
            got = amount(&w, memory, eg_plane_locate(w.mesh, x));
            if (!(fabs(got - 2 * sum) < 1e-14 * size))
                fail_msg("order %d function %d: %.17g, not %.17g", order, f, got, 2 * sum);
        }
        eg_staging_destroy(w.device, &memory);
        end(&w);
    }
}

/* At the stages of a Runge-Kutta step a device has the values of the host, to the last bit. */
static void expect_stages(const char *name)
{
    static const double fractions[] = {0, 0.25, 0.5, 0.958, 1};
    enum { STAGES = 5 };
    double clock[CLOCK_SLOTS] = {[CLOCK_DT] = 0.03}, values[STAGES][FUNCTIONS + 2];
    int64_t count[COUNT_SLOTS] = {0};
    eg_context *context;
    eg_device *device;
    eg_buffer *clocks, *counts;
    eg_pulses pulses;
    const eg_pulses_options options = {.count = FUNCTIONS,
                                       .functions = functions,
                                       .expression_count = 2,
                                       .expressions = wavelet,
                                       .stages = STAGES,
                                       .fractions = fractions};
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_open(context, name, &device), EG_OK);
    eg_owner owner = {.context = context};
    assert_int_equal(eg_pulses_create(&owner, device, &options, &pulses), EG_OK);
    assert_int_equal(eg_buffer_upload(device, sizeof clock, "clock", clock, &clocks), EG_OK);
    assert_int_equal(eg_buffer_upload(device, sizeof count, "count", count, &counts), EG_OK);
    for (int k = 0; k < 5; k++, clock[CLOCK_T] += 0.03) {
        assert_int_equal(eg_buffer_write(clocks, 0, clock, sizeof clock), EG_OK);
        assert_int_equal(eg_pulses_queue(&pulses, clocks, counts), EG_OK);
        assert_int_equal(eg_buffer_read(pulses.values, 0, values, sizeof values), EG_OK);
        for (int i = 0; i < STAGES; i++) {
            double t = fma(fractions[i], 0.03, clock[CLOCK_T]);
            for (int f = 0; f < FUNCTIONS; f++)
                assert_true(values[i][f] == eg_source_time_value(&functions[f], t));
            assert_true(fabs(values[i][FUNCTIONS + 1] - (2 * exp(-t) - t)) < 1e-15);
        }
    }
    eg_owner_end(&owner);
    eg_buffer_destroy(&counts);
    eg_buffer_destroy(&clocks);
    eg_device_close(&device);
    assert_int_equal(eg_context_blocks_held(context), 0);
    eg_context_destroy(&context);
}

static void stages_have_the_values_of_the_host(void **state)
{
    (void)state;
    for (int i = 0; i < TARGETS; i++)
        if (is_there(targets[i].device))
            expect_stages(targets[i].device);
}

/* ---- shares */

typedef struct spot {
    double x[2];
    int cells[2]; /* that share it: of quadrangles, of triangles (0: not asked) */
} spot;

/* On a face, a vertex and on periodic ones each cell that touches gets the same, and nothing is lost. */
static void cells_that_touch_share(void **state)
{
    (void)state;
    const spot spots[] = {{{0.3, 0.4}, {1, 1}},
                          {{0.25, 0.3}, {2, 2}},
                          {{0.6, 0.5}, {2, 2}},
                          {{0.5, 0.5}, {4, 0}},
                          {{0, 0.6}, {2, 2}},
                          {{0.6, 1}, {2, 2}},
                          {{1, 0}, {4, 0}},
                          {{0, 0.75}, {4, 0}},
                          {{0.1 + 0.2 - 0.05, 0.3}, {2, 2}},
                          {{0.25 + 2.5e-10, 0.3}, {1, 1}}};
    for (size_t i = 0; i < sizeof spots / sizeof *spots; i++)
        for (int shape = 0; shape < 2; shape++) {
            const eg_ader_source source = {.x = {spots[i].x[0], spots[i].x[1]}, .strength = {1}};
            const problem p = {.box = {.size = {1, 1},
                                       .cells = {4, 4},
                                       .element = shape ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE},
                               .options = {.system = &eg_linear_advection,
                                           .order = 3,
                                           .dt = 0.01,
                                           .source_count = 1,
                                           .sources = &source,
                                           .function_count = 1,
                                           .functions = &functions[1]},
                               .periodic = true};
            wave w = begin(&p, "host:1", 0);
            advance(&w, 0.16);
            void *memory = state_of(&w);
            double sum = 0, most = 0;
            int touched = 0;
            for (int64_t c = 0; c < w.mesh->base.own; c++) {
                double got = amount(&w, memory, c);
                sum += got;
                most = fmax(most, got);
                touched += got != 0;
            }
            if (spots[i].cells[shape])
                assert_int_equal(touched, spots[i].cells[shape]);
            double area = 0.013 * sqrt(2 * PI) * 0.5 * (1 + erf(0.04 / 0.013 / sqrt(2)));
            assert_true(fabs(sum / area - 1) < 1e-6);
            assert_true(fabs(most * touched / sum - 1) < 1e-13);
            eg_staging_destroy(w.device, &memory);
            end(&w);
        }
}

/* An explosion on the middle vertex of squares: what mirrored receivers feel is mirrored. */
static void a_vertex_keeps_the_symmetry(void **state)
{
    (void)state;
    const double at[4][2] = {{0.31, 0.12}, {-0.31, 0.12}, {0.31, -0.12}, {-0.31, -0.12}};
    const eg_ader_source source = {.kind = EG_LINEAR_SOURCE_EXPLOSION, .strength = {1}};
    const problem p = {.box = {.origin = {-1, -1}, .size = {2, 2}, .cells = {10, 10}},
                       .options = {.system = &eg_linear_elastic,
                                   .order = 4,
                                   .source_count = 1,
                                   .sources = &source,
                                   .function_count = 1,
                                   .functions = &functions[1],
                                   .receiver_count = 4,
                                   .receivers = at,
                                   .receiver_interval = 0.02},
                       .material = {4, 2, 1, 1}};
    wave w = begin(&p, "host:1", 0);
    advance(&w, 0.6);
    double most = 0, worst = 0;
    for (int64_t k = 0; k < w.samples; k++)
        for (int i = 0; i < 4; i++) {
            most = fmax(most, fabs(sample(&w, 0, k, 3)));
            worst = fmax(worst, fabs((i % 2 ? -1 : 1) * sample(&w, i, k, 3) - sample(&w, 0, k, 3)));
            worst = fmax(worst, fabs((i > 1 ? -1 : 1) * sample(&w, i, k, 4) - sample(&w, 0, k, 4)));
        }
    print_message("mirrored: %.1e of the peak\n", worst / most);
    assert_true(most > 0 && worst < 1e-12 * most);
    end(&w);
}

/* ---- order in time
 * A cloud of sources on the points of a quadrature is a polynomial in space: p_t + K div v = s(t) xi^d,
 * xi = x + 2 y, for which the answer is a polynomial that the scheme holds exactly. What is left is the
 * error in time. */

static double along(const double x[2])
{
    return x[0] + 2 * x[1];
}

static double power(const double x[2], int degree)
{
    return pow(along(x), degree);
}

/* The integral of s(tau) (t - tau)^j / j! from 0 to t. */
static double iterated(const eg_source_time *s, double t, int j)
{
    long double node[16], weight[16], sum = 0;
    eg_gauss(16, node, weight);
    for (int panel = 0; panel < 32; panel++)
        for (int q = 0; q < 16; q++) {
            double tau = t * (panel + (double)node[q]) / 32, kernel = 1;
            for (int i = 1; i <= j; i++)
                kernel *= (t - tau) / i;
            sum += weight[q] * t / 32 * kernel * eg_source_time_value(s, tau);
        }
    return (double)sum;
}

/* p of the answer, K = 2, 1 / rho = 3: c^2 |grad xi|^2 = 30. */
static double polynomial_pressure(const eg_source_time *s, double t, double xi, int d)
{
    double sum = 0, factor = 1;
    for (int j = 0; j <= d; j += 2) {
        sum += factor * pow(xi, d - j) * iterated(s, t, j);
        factor *= 30.0 * (d - j) * (d - j - 1);
    }
    return sum;
}

/* The worst error of pressure at receivers in the middle, which the boundary has not reached. */
static double error_in_time(int order, int steps)
{
    const eg_source_time s = {.kind = EG_SOURCE_GAUSSIAN, .time = 0.03, .sigma = 0.02};
    const double at[3][2] = {{0.1, 0.2}, {-0.3, 0.4}, {0.5, -0.6}}, end_time = 0.05;
    problem p = {.box = {.origin = {-8, -8},
                         .size = {16, 16},
                         .cells = {16, 16},
                         .element = EG_BOX_TRIANGLE,
                         .jitter = 0.2,
                         .seed = 5},
                 .options = {.system = &eg_linear_acoustic,
                             .order = order,
                             .dt = end_time / steps,
                             .function_count = 1,
                             .functions = &s,
                             .receiver_count = 3,
                             .receivers = at,
                             .receiver_interval = end_time / 10},
                 .material = {2, 3}};
    wave w = place(&p, "host:1");
    eg_ader_source *sources = cover(w.mesh, order, power, &p.options.source_count);
    p.options.sources = sources;
    assert_int_equal(create(&w, 0), EG_OK);
    advance(&w, end_time);
    double worst = 0;
    for (int64_t k = 0; k < w.samples; k++)
        for (int i = 0; i < 3; i++)
            worst = fmax(worst, fabs(sample(&w, i, k, 0) - polynomial_pressure(&s, (double)k * end_time / 10,
                                                                               along(at[i]), order - 1)));
    end(&w);
    free(sources);
    return worst;
}

static void full_order_in_time(void **state)
{
    (void)state;
    for (int order = 1; order <= 8; order++) {
        if (order > 4 && !is_combined(order, 0, 4))
            continue;
        double coarse = error_in_time(order, 4), fine = error_in_time(order, 8);
        double found = log(coarse / fine) / log(2);
        print_message("order %d: dt %.2e, dt/2 %.2e, observed %.2f\n", order, coarse, fine, found);
        assert_true(found >= order - 0.5);
    }
}

/* ---- what is refused */

static void refused_by_name(void **state)
{
    (void)state;
    const eg_source_time bad = {.kind = EG_SOURCE_RICKER, .frequency = -1};
    const struct {
        const eg_linear *system;
        eg_ader_source source;
        const eg_source_time *function;
        const char *text;
    } wrong[] = {{&eg_linear_acoustic,
                  {.x = {1.5, 0.5}},
                  functions,
                  "source 1 at (1.5, 0.5) lies outside the mesh box"},
                 {&eg_linear_acoustic,
                  {.x = {0.5, 0.5}, .kind = EG_LINEAR_SOURCE_MOMENT},
                  functions,
                  "source 1: acoustic has no source of the kind 'moment'; take 'state', which "
                  "names what each "
                  "variable gets"},
                 {&eg_linear_acoustic,
                  {.x = {0.5, 0.5}, .strength = {1, NAN}},
                  functions,
                  "source 1: its strength 2 is nan; it must be finite"},
                 {&eg_linear_acoustic,
                  {.x = {0.5, 0.5}},
                  &bad,
                  "source time function: the frequency is -1 Hz; it must be positive and finite"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const problem p = {.box = {.size = {1, 1}, .cells = {2, 2}},
                           .options = {.system = wrong[i].system,
                                       .order = 2,
                                       .source_count = 1,
                                       .sources = &wrong[i].source,
                                       .function_count = 1,
                                       .functions = wrong[i].function},
                           .material = {1, 1}};
        wave w = place(&p, "host:1");
        assert_int_equal(create(&w, 0), EG_CASE);
        assert_string_equal(eg_context_error(w.context), wrong[i].text);
        end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_amount_is_the_integral_of_s),
        cmocka_unit_test(stages_have_the_values_of_the_host),
        cmocka_unit_test(cells_that_touch_share),
        cmocka_unit_test(a_vertex_keeps_the_symmetry),
        cmocka_unit_test(full_order_in_time),
        cmocka_unit_test(refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
