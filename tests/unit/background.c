/* Hydrostatic backgrounds: closed formulas, the balance itself, soundings, and what is refused in which
 * words. */
#include "snapshot_common.h"

#include <math.h>

#include "io/table/sounding.h"

static const eg_gas air = {.gas_constant = 287.0, .heat_capacity = 1004.5, .reference_pressure = 1e5};

static eg_background_options of_kind(eg_background_kind kind)
{
    return (eg_background_options){
        .kind = kind, .gas = air, .gravity = 9.81, .theta = 300.0, .frequency = 0.01, .temperature = 250.0};
}

static eg_background *make(test *t, eg_background_options o, double low, double high)
{
    eg_background *b;
    OK(eg_background_create(t->context, &o, low, high, &b));
    return b;
}

static void expect_near(double value, double wanted, double relative)
{
    if (!(fabs(value - wanted) <= relative * fabs(wanted)))
        fail_msg("%.17g instead of %.17g", value, wanted);
}

/* Every member follows from the Exner pressure and theta. */
static void expect_state(eg_background_state s, double exner, double theta, double relative)
{
    expect_near(s.theta, theta, relative);
    expect_near(s.pressure, 1e5 * pow(exner, 3.5), relative);
    expect_near(s.density_theta, 1e5 / 287.0 * pow(exner, 2.5), relative);
    expect_near(s.density, 1e5 / 287.0 * pow(exner, 2.5) / theta, relative);
    expect_near(eg_gas_pressure(&air, s.density_theta), s.pressure, relative);
}

static void formulas_are_exact(void **state)
{
    test *t = *state;
    eg_background *b[3];
    for (int kind = 0; kind < 3; kind++)
        b[kind] = make(t, of_kind((eg_background_kind)kind), -100, 20000);
    for (double z = -100; z <= 20000; z += 67) {
        double stable = 300.0 * exp(1e-4 * z / 9.81), cold = exp(-9.81 * z / (1004.5 * 250.0));
        expect_state(eg_background_at(b[0], z), 1 - 9.81 * z / (1004.5 * 300.0), 300.0, 1e-14);
        expect_state(eg_background_at(b[1], z),
                     1 + 9.81 * 9.81 / (1004.5 * 300.0 * 1e-4) * expm1(-1e-4 * z / 9.81), stable, 1e-13);
        expect_state(eg_background_at(b[2], z), cold, 250.0 / cold, 1e-14);
        expect_near(eg_background_at(b[2], z).density, 1e5 * pow(cold, 3.5) / (287.0 * 250.0), 1e-14);
        assert_true(eg_background_at(b[0], z).theta_slope == 0.0);
        expect_near(eg_background_at(b[1], z).theta_slope, stable * 1e-4 / 9.81, 1e-14);
    }
    expect_near(eg_gas_exponent(eg_background_gas(b[0])), 1.4, 1e-15);
    assert_true(eg_background_gravity(b[0]) == 9.81);
    for (int kind = 0; kind < 3; kind++)
        eg_background_destroy(&b[kind]);
    assert_null(b[0]);
}

/* A table with one fast gradient, and the constant frequency between coarse rows. */
static eg_sounding *write_and_read(test *t, const char *text)
{
    eg_sounding *s;
    OK(eg_file_write(t->context, path_of(t, 0, "air.csv"), text, (int64_t)strlen(text)));
    OK(eg_sounding_read(t->context, t->path[0], &s));
    return s;
}

static const char profile[] = "# a stable layer from 1 to 2 km\n"
                              "pressure (hPa), height (km), theta (K)\n"
                              "1000.0, 0, 300\n"
                              "890.6, 1, 300\n"
                              "791.7, 2, 310\n"
                              "620.3, 4, 310\n";

/* dp/dz = -rho g by a difference of fourth order; none reaches over a row. */
static void expect_balance(const eg_background *b, double from, double to)
{
    for (double z = from + 100; z <= to - 100; z += 90) {
        const double h = 50;
        double near = eg_background_at(b, z + h).pressure - eg_background_at(b, z - h).pressure;
        double far = eg_background_at(b, z + 2 * h).pressure - eg_background_at(b, z - 2 * h).pressure;
        expect_near((8 * near - far) / (12 * h), -9.81 * eg_background_at(b, z).density, 1e-8);
    }
}

static void balance_is_hydrostatic(void **state)
{
    test *t = *state;
    for (int kind = 0; kind < 3; kind++) {
        eg_background *b = make(t, of_kind((eg_background_kind)kind), 0, 20000);
        expect_balance(b, 0, 20000);
        eg_background_destroy(&b);
    }
    eg_sounding *s = write_and_read(t, profile);
    eg_background_options o = of_kind(EG_BACKGROUND_SOUNDING);
    o.sounding = s;
    eg_background *b = make(t, o, 0, 4000);
    eg_sounding_destroy(&s);
    expect_balance(b, 0, 1000);
    expect_balance(b, 1000, 2000);
    expect_balance(b, 2000, 4000);
    eg_background_destroy(&b);
}

static void soundings_are_interpolated(void **state)
{
    test *t = *state;
    int64_t line;
    eg_sounding *s = write_and_read(t, profile);
    assert_int_equal(s->count, 4);
    assert_true(s->height[3] == 4000 && s->pressure[1] == 89060 && s->line[0] == 3);
    eg_background_options o = of_kind(EG_BACKGROUND_SOUNDING);
    o.sounding = s;
    eg_background *b = make(t, o, 0, 4000);
    expect_state(eg_background_at(b, 500), 1 - 9.81 * 500 / (1004.5 * 300.0), 300, 1e-14);
    assert_true(eg_background_at(b, 1500).theta == 305 && eg_background_at(b, 1500).theta_slope == 0.01);
    assert_true(eg_background_at(b, 2000).theta == 310 && eg_background_at(b, 4000).theta == 310);
    double exner = 1 - 9.81 * 1000 / (1004.5 * 300.0) - 9.81 / (1004.5 * 0.01) * log(310.0 / 300.0);
    expect_state(eg_background_at(b, 3000), exner - 9.81 * 1000 / (1004.5 * 310.0), 310, 1e-14);
    double residual = eg_background_residual(b, &line);
    assert_true(residual > 0 && residual < 1e-3 && line >= 4);
    eg_background_destroy(&b);
    eg_sounding_destroy(&s);
}

/* Theta is the same to the second order, and so is everything else. */
static void fine_soundings_are_like_formulas(void **state)
{
    test *t = *state;
    eg_text text = {.context = t->context};
    eg_background *stable = make(t, of_kind(EG_BACKGROUND_FREQUENCY), 0, 10000);
    eg_text_add(&text, "height,pressure,theta\n");
    for (int i = 0; i <= 100; i++) {
        eg_background_state s = eg_background_at(stable, 100.0 * i);
        eg_text_add(&text, "%d,%.17g,%.17g\n", 100 * i, s.pressure, s.theta);
    }
    eg_sounding *s = write_and_read(t, eg_text_string(&text));
    eg_background_options o = of_kind(EG_BACKGROUND_SOUNDING);
    o.sounding = s;
    eg_background *b = make(t, o, 0, 10000);
    for (double z = 0; z <= 10000; z += 37) {
        eg_background_state one = eg_background_at(b, z), two = eg_background_at(stable, z);
        expect_near(one.pressure, two.pressure, 5e-7);
        expect_near(one.density, two.density, 3e-6);
    }
    eg_background_destroy(&b);
    eg_background_destroy(&stable);
    eg_sounding_destroy(&s);
    eg_text_free(&text);
}

static void air_without_gravity_is_uniform(void **state)
{
    test *t = *state;
    eg_background_options o = of_kind(EG_BACKGROUND_ISENTROPIC);
    o.gravity = 0;
    eg_background *b = make(t, o, -10, 1e6);
    expect_state(eg_background_at(b, -10), 1, 300, 1e-15);
    expect_state(eg_background_at(b, 1e6), 1, 300, 1e-15);
    eg_background_destroy(&b);
}

/* ---- what is refused */

typedef struct bad_options {
    eg_background_options options;
    const char *message;
} bad_options;

static void bad_options_are_refused(void **state)
{
    test *t = *state;
    bad_options cases[] = {
        {of_kind(EG_BACKGROUND_ISENTROPIC),
         "the air ends below the top of the mesh at 31000 m, where the Exner pressure "
         "would be -0.009158"},
        {of_kind(EG_BACKGROUND_ISENTROPIC),
         "background: the potential temperature is -1 K; it must be positive and finite"},
        {of_kind(EG_BACKGROUND_FREQUENCY),
         "background: the frequency is 0 1/s; it must be positive and finite"},
        {of_kind(EG_BACKGROUND_FREQUENCY), "background: there is no buoyancy frequency without gravity"},
        {of_kind(EG_BACKGROUND_ISOTHERMAL),
         "background: the temperature is inf K; it must be positive and finite"},
        {of_kind(EG_BACKGROUND_ISOTHERMAL),
         "background: the heat capacity at constant pressure, 287 J/(kg K), is not "
         "above the gas constant, 287 J/(kg K)"},
        {of_kind(EG_BACKGROUND_ISOTHERMAL),
         "background: gravity is -1 m/s2; it must be finite and not negative"},
    };
    cases[1].options.theta = -1;
    cases[2].options.frequency = 0;
    cases[3].options.gravity = 0;
    cases[4].options.temperature = INFINITY;
    cases[5].options.gas.heat_capacity = 287;
    cases[6].options.gravity = -1;
    for (int i = 0; i < COUNT(cases); i++) {
        eg_background *b;
        FAILS(eg_background_create(t->context, &cases[i].options, 0, 31000, &b), EG_CASE, cases[i].message);
        assert_null(b);
    }
}

static void bad_tables_are_refused(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"height,pressure,theta\n0,1e5,300\n", "air.csv: has one row; a sounding needs two or more"},
        {"height,pressure\n0,1e5\n",
         "air.csv:1: there is no column 'theta'; the header needs height pressure theta"},
        {"height,pressure,theta\n0,1e5,300\n0,9e4,300\n",
         "air.csv:3: column 'height', '0': is not above 0 m in line 2; sort the rows from the "
         "lowest to the highest"},
        {"height,pressure,theta\n0,1e5,300\n10,1e5,300\n",
         "air.csv:3: column 'pressure', '1e5': is not below 100000 Pa in line 2; the pressure "
         "falls with height"},
        {"height,pressure,theta\n0,1e5,300\n10,-1,300\n",
         "air.csv:3: column 'pressure', '-1': is not positive"},
        {"height,pressure,theta\n0,1e5,0\n10,9e4,300\n", "air.csv:2: column 'theta', '0': is not positive"},
        {"height,pressure,theta\n0,1e5,300\n10,9e4 m,300\n", "air.csv:3: column 'pressure', '9e4 m': "},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        eg_sounding *s;
        OK(eg_file_write(t->context, path_of(t, 0, "air.csv"), cases[i].text,
                         (int64_t)strlen(cases[i].text)));
        FAILS(eg_sounding_read(t->context, t->path[0], &s), EG_INPUT, cases[i].message);
        assert_null(s);
    }
}

static void expect_refusal(test *t, const char *text, double low, double high, const char *message)
{
    eg_sounding *s = write_and_read(t, text);
    eg_background_options o = of_kind(EG_BACKGROUND_SOUNDING);
    eg_background *b;
    o.sounding = s;
    FAILS(eg_background_create(t->context, &o, low, high, &b), EG_INPUT, message);
    assert_null(b);
    eg_sounding_destroy(&s);
}

static void soundings_that_do_not_fit_are_refused(void **state)
{
    test *t = *state;
    expect_refusal(t, profile, 0, 5000,
                   "air.csv:6: the sounding stops at 4000 m, below the top of the mesh at 5000 m; "
                   "add rows or lower the top");
    expect_refusal(t, profile, -1, 4000,
                   "air.csv:3: the sounding begins at 0 m, above the lowest point of the mesh at "
                   "-1 m; add a row there");
    expect_refusal(t, "height,pressure,theta\n0,1e5,300\n1000,89060,300\n2000,76000,300\n", 0, 2000,
                   "air.csv:4: the sounding is not hydrostatic: the pressure here is off by 0.0381 "
                   "of the one that follows "
                   "from the lowest row and theta (0.01 is allowed)");
    expect_refusal(t, "height,pressure,theta\n0,1e5,1e-300\n1e300,1e-5,1e300\n", 0, 2000,
                   "is not hydrostatic");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(formulas_are_exact),
        TEST(balance_is_hydrostatic),
        TEST(soundings_are_interpolated),
        TEST(fine_soundings_are_like_formulas),
        TEST(air_without_gravity_is_uniform),
        TEST(bad_options_are_refused),
        TEST(bad_tables_are_refused),
        TEST(soundings_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
