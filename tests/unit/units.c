/* Units: values, dimensions, every refusal with its place and words. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/case/units.h"

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        eg_dimension dimension;
    } cases[] = {
        {"5", 5, {0, 0, 0, 0}},
        {"-1.5e-3", -1.5e-3, {0, 0, 0, 0}},
        {"0.5 m", 0.5, {3, 0, 0, 0}},
        {"  +.5m\t", 0.5, {3, 0, 0, 0}},
        {"2 h", 7200, {0, 3, 0, 0}},
        {"30 min", 1800, {0, 3, 0, 0}},
        {"1 day", 86400, {0, 3, 0, 0}},
        {"1.5 km", 1500, {3, 0, 0, 0}},
        {"7 cm", 0.07, {3, 0, 0, 0}},
        {"3 mm", 0.003, {3, 0, 0, 0}},
        {"1 ft", 0.3048, {3, 0, 0, 0}},
        {"3 m/s", 3, {3, -3, 0, 0}},
        {"3 m s^-1", 3, {3, -3, 0, 0}},
        {"3 m*s-1", 3, {3, -3, 0, 0}},
        {"36 km/h", 10, {3, -3, 0, 0}},
        {"9.81 m/s2", 9.81, {3, -6, 0, 0}},
        {"9.81 m / s^2", 9.81, {3, -6, 0, 0}},
        {"9.81 m/s/s", 9.81, {3, -6, 0, 0}},
        {"0.03 s/m^(1/3)", 0.03, {-1, 3, 0, 0}},
        {"0.03 s m^(-1/3)", 0.03, {-1, 3, 0, 0}},
        {"30 m^(1/3)/s", 30, {1, -3, 0, 0}},
        {"1 km^(1/3)", 10, {1, 0, 0, 0}},
        {"50 m3/s", 50, {9, -3, 0, 0}},
        {"50 m\xc2\xb3/s", 50, {9, -3, 0, 0}},
        {"2 ha", 20000, {6, 0, 0, 0}},
        {"3 l", 0.003, {9, 0, 0, 0}},
        {"4 1/s", 4, {0, -3, 0, 0}},
        {"4 Hz", 4, {0, -3, 0, 0}},
        {"1000 kg/m3", 1000, {-9, 0, 3, 0}},
        {"1 g/cm3", 1000, {-9, 0, 3, 0}},
        {"2 kPa", 2000, {-3, -6, 3, 0}},
        {"2 N/m2", 2, {-3, -6, 3, 0}},
        {"2 kg/(m s2)", 2, {-3, -6, 3, 0}},
        {"5 W/(m2 K)", 5, {0, -9, 3, -3}},
        {"180 deg", 3.14159265358979323846, {0, 0, 0, 0}},
        {"50 %", 0.5, {0, 0, 0, 0}},
        {"20 degC", 293.15, {0, 0, 0, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = NAN;
        eg_dimension dimension;
        eg_unit_error error = {0};
        if (!eg_quantity_parse_any(cases[i].text, &value, &dimension, &error))
            fail_msg("%s: %s", cases[i].text, error.message);
        if (fabs(value - cases[i].value) > 1e-15 * fabs(cases[i].value))
            fail_msg("%s = %.17g, not %.17g", cases[i].text, value, cases[i].value);
        if (!eg_dimension_equal(dimension, cases[i].dimension))
            fail_msg("%s has the dimension %d %d %d %d", cases[i].text, dimension.length, dimension.time,
                     dimension.mass, dimension.temperature);
    }
    double value = 0;
    assert_true(eg_quantity_parse("7 cm", EG_DIMENSION_LENGTH, &value, NULL) && value == 0.07);
    assert_true(eg_quantity_parse("7", EG_DIMENSION_LENGTH, &value, NULL) && value == 7);
}

/* Every symbol is found, with a size above zero. */
static void test_names(void **state)
{
    (void)state;
    int count = 0;
    for (const char *const *name = eg_unit_names(); *name; name++, count++) {
        char text[32];
        double value = 0;
        eg_dimension dimension;
        snprintf(text, sizeof text, "2 %s", *name);
        if (!eg_quantity_parse_any(text, &value, &dimension, NULL) || !(value > 0))
            fail_msg("%s", text);
    }
    assert_true(count > 50);
}

static void refuse(const char *text, eg_dimension expected, int offset, int length, const char *message)
{
    double value = 12.5;
    eg_unit_error error = {0};
    assert_false(eg_quantity_parse(text, expected, &value, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.offset, offset);
    assert_int_equal(error.length, length);
    assert_true(value == 12.5);
}

static void test_refused_dimensions(void **state)
{
    (void)state;
    refuse("0.5 s", EG_DIMENSION_LENGTH, 0, 5, "expected a length such as '0.5 m', found '0.5 s' (a time)");
    refuse(" 3 m ", EG_DIMENSION_VELOCITY, 1, 3,
           "expected a velocity such as '0.5 m/s', found '3 m' (a length)");
    refuse("3 m", EG_DIMENSION_NONE, 0, 3, "expected a number without a unit, found '3 m' (a length)");
    refuse("3 %", EG_DIMENSION_TIME, 0, 3, "expected a time such as '0.5 s', found '3 %' (a number)");
    refuse("0.03 m", EG_DIMENSION_MANNING, 0, 6,
           "expected a Manning coefficient such as '0.5 s/m^(1/3)', found '0.03 m' (a length)");
    refuse("3 kg m", EG_DIMENSION_LENGTH, 0, 6,
           "expected a length such as '0.5 m', found '3 kg m' (a quantity in kg m)");
    refuse("wide", EG_DIMENSION_LENGTH, 0, 4, "expected a length such as '0.5 m', found 'wide'");
    refuse("", EG_DIMENSION_LENGTH, 0, 0, "expected a length such as '0.5 m', found ''");
    refuse("nan", EG_DIMENSION_NONE, 0, 3, "expected a number, found 'nan'");
}

static void test_refused_units(void **state)
{
    (void)state;
    const eg_dimension any = EG_DIMENSION_LENGTH;
    refuse("5 mtr", any, 2, 3, "unknown unit 'mtr'; did you mean 'm'?");
    refuse("5 furlongs", any, 2, 8, "unknown unit 'furlongs'");
    refuse("5 #", any, 2, 1, "expected a unit such as 'm' or 'm/s', found '#'");
    refuse("2*x", any, 1, 1, "expected a unit such as 'm' or 'm/s', found '*'");
    refuse("5 m/", any, 4, 0, "expected a unit after '5 m/'");
    refuse("5 m)", any, 3, 1, "')' without a '(' in the unit");
    refuse("5 (m", any, 4, 1, "expected ')' in the unit");
    refuse("5 (((((m)))))", any, 6, 1, "too many '(' in the unit");
    refuse("2/h", any, 1, 1, "a unit does not begin with '/'; write '2 1/h' for two per hour");
    refuse("2 / 340", any, 2, 1, "a value with a unit is no expression; write the result of '2 / 340'");
    refuse("2 * 3 s", any, 2, 1, "a value with a unit is no expression; write the result of '2 * 3 s'");
    refuse("5 m#", any, 3, 1, "expected '*', '/' or '^' in the unit");
    refuse("5 W/m2 K", any, 7, 1, "ambiguous after '/': put the divisor in parentheses, as in 'W/(m2 K)'");
    refuse("5 m^", any, 4, 1, "expected a power from -12 to 12, such as 'm^2' or 'm^(1/3)'");
    refuse("5 m^99", any, 4, 2, "expected a power from -12 to 12, such as 'm^2' or 'm^(1/3)'");
    refuse("5 m^(1/2)", any, 4, 5, "powers of units are whole or thirds");
    refuse("5 m^(1/3", any, 8, 1, "expected ')' after the power");
    refuse("5 m12 m12", any, 2, 7, "the powers of the unit are too high");
    refuse("5 m m m m m m m m m m m m m m m m m", any, 34, 1, "a unit has at most 16 factors");
    refuse("5 degC/s", any, 2, 4, "'degC' stands alone; write K in a product");
    refuse("1e999 m", any, 0, 5, "the number '1e999' is too large or too long");
    refuse("1e308 km", any, 0, 8, "'1e308 km' is too large");
}

static void test_looks(void **state)
{
    (void)state;
    assert_true(eg_quantity_looks_like("0.5 m") && eg_quantity_looks_like(" 2h") &&
                eg_quantity_looks_like("-3") && eg_quantity_looks_like("5 %"));
    assert_false(eg_quantity_looks_like("x") || eg_quantity_looks_like("2 * x") ||
                 eg_quantity_looks_like("") || eg_quantity_looks_like("2 + 3 m"));
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        eg_dimension dimension;
        const char *words, *unit;
    } cases[] = {
        {{0, 0, 0, 0}, "a number", ""},
        {{3, -3, 0, 0}, "a velocity", "m/s"},
        {{-1, 3, 0, 0}, "a Manning coefficient", "s/m^(1/3)"},
        {{6, 1, 3, -6}, "a quantity in kg m^2 s^(1/3) K^-2", "kg m^2 s^(1/3) K^-2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[64];
        eg_dimension_describe(cases[i].dimension, buffer);
        assert_string_equal(buffer, cases[i].words);
        eg_dimension_unit(cases[i].dimension, buffer);
        assert_string_equal(buffer, cases[i].unit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused_dimensions),
        cmocka_unit_test(test_refused_units),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
