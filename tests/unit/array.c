/* Arrays of a program as volumes: what is written is read, of either precision, in any order of memory. */
#include "snapshot_common.h"

#include <math.h>

#include "eagre/array.h"
#include "io/volume/volume.h"

static double exact(int i, int j, int k)
{
    return 100 * i + 10 * j + k;
}

static void has_values(test *t, int dimensions)
{
    eg_volume *v;
    double value;
    OK(eg_volume_read(t->context, t->path[0], &(eg_volume_options){.dimension = dimensions}, &v));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < (dimensions == 3 ? 4 : 1); k++) {
                OK(eg_volume_sample(v, (double[3]){7 + 0.5 * i, -2 + 3 * j, 0.25 * k}, &value));
                assert_true(value == exact(i, j, k));
            }
    assert_true(v->low[0] == 7 && v->high[0] == 8 && v->low[1] == -2 && v->high[1] == 1);
    eg_volume_destroy(&v);
}

static void what_is_written_is_read(void **state)
{
    test *t = *state;
    double values[24], turned[24];
    float singles[24];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 4; k++) {
                values[8 * i + 4 * j + k] = exact(i, j, k);
                singles[8 * i + 4 * j + k] = (float)exact(i, j, k);
                turned[i + 3 * j + 6 * (3 - k)] = exact(i, j, k);
            }
    eg_array a = {.size = sizeof a,
                  .dimensions = 3,
                  .count = {3, 2, 4},
                  .values = values,
                  .name = "vp",
                  .origin = {7, -2, 0},
                  .spacing = {0.5, 3, 0.25}};
    path_of(t, 0, "a.nc");
    OK(eg_array_write(t->context, t->path[0], &a));
    has_values(t, 3);
    a.values = NULL;
    a.singles = singles;
    OK(eg_array_write(t->context, t->path[0], &a));
    has_values(t, 3);
    a.singles = NULL;
    a.values = turned + 18;
    memcpy(a.stride, (int64_t[3]){1, 3, -6}, sizeof a.stride);
    OK(eg_array_write(t->context, t->path[0], &a));
    has_values(t, 3);
    a.dimensions = 2;
    OK(eg_array_write(t->context, t->path[0], &a));
    has_values(t, 2);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const double value = 1;
    const eg_array good = {
        .size = sizeof good, .dimensions = 2, .count = {1, 1}, .values = &value, .spacing = {1, 1}};
    struct {
        eg_array array;
        const char *message;
    } cases[8] = {{good, "an array has 4 dimensions; it must have 2 or 3"},
                  {good, "an array needs either values or singles"},
                  {good, "an array has 0 values along y; it must be 1 to 2147483647"},
                  {good, "an array has 2147483648 values along x"},
                  {good, "an array has the origin 0 and the spacing 0 along x"},
                  {good, "an array has the origin nan and the spacing 1 along y"},
                  {good, "'x' is no name of an array"},
                  {good, "'9a' is no name of an array"}};
    cases[0].array.dimensions = 4;
    cases[1].array.values = NULL;
    cases[2].array.count[1] = 0;
    cases[3].array.count[0] = (int64_t)1 << 31;
    cases[4].array.spacing[0] = 0;
    cases[5].array.origin[1] = NAN;
    cases[6].array.name = "x";
    cases[7].array.name = "9a";
    for (int i = 0; i < COUNT(cases); i++)
        FAILS(eg_array_write(t->context, path_of(t, 0, "a.nc"), &cases[i].array), EG_USAGE, cases[i].message);
    FAILS(eg_array_write(t->context, path_of(t, 0, "none/a.nc"), &good), EG_IO, "none/a.nc");
    FAILS(eg_array_write(t->context, path_of(t, 0, "a.nc"), &(eg_array){0}), EG_USAGE, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
