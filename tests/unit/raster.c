/* Rasters: what is read, what is refused and in which words, sampling and missing values. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/table/raster.h"

static int set_up(void **state)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    *state = context;
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

/* Reads the text as the file "r.asc" of a folder of its own. */
static eg_status read_text(eg_context *c, const char *text, const eg_raster_options *options,
                           eg_raster **raster)
{
    char folder[] = "/tmp/eagre-raster-XXXXXX", before[4096];
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    FILE *file = fopen("r.asc", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    eg_status status = eg_raster_read(c, "r.asc", options, raster);
    assert_int_equal(remove("r.asc"), 0);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(folder), 0);
    return status;
}

static eg_raster *read_good(eg_context *c, const char *text, const eg_raster_options *options)
{
    eg_raster *raster;
    if (read_text(c, text, options, &raster) != EG_OK)
        fail_msg("%s", eg_context_error(c));
    return raster;
}

static double sample(const eg_raster *raster, double x, double y)
{
    double value;
    if (eg_raster_sample(raster, x, y, &value) != EG_OK)
        fail_msg("%s", eg_context_error(raster->context));
    return value;
}

#define HEAD "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 2\n"

static void layout_is_right(void **state)
{
    eg_raster *r = read_good(*state, HEAD "NODATA_value -1\n1 2 3\n4 -1 6\n", NULL);
    assert_int_equal(r->columns, 3);
    assert_int_equal(r->rows, 2);
    assert_true(r->first[0] == 11 && r->first[1] == 21);
    assert_true(r->low[0] == 10 && r->high[0] == 16 && r->low[1] == 20 && r->high[1] == 24);
    assert_true(r->value[0] == 4 && r->value[2] == 6 && r->value[3] == 1);
    assert_true(isnan(r->value[1]));
    assert_int_equal(r->missing, 1);
    assert_true(r->least == 1 && r->largest == 6);
    eg_raster_destroy(&r);
    assert_null(r);
}

static void registration_places_the_values(void **state)
{
    const char *corner = HEAD "1 2 3\n4 5 6\n";
    const char *centre = "NROWS 2\nnCols 3\n\nYLLCENTER 20\r\nXLLcenter 10\r\ncellsize 2\n1 2 3 4\n5 6\n";
    eg_raster *r = read_good(*state, corner, &(eg_raster_options){.registration = EG_RASTER_NODE});
    assert_true(r->low[0] == 10 && r->high[0] == 14 && r->low[1] == 20 && r->high[1] == 22);
    assert_true(sample(r, 10, 20) == 4 && sample(r, 14, 22) == 3 && sample(r, 11, 21) == 3);
    eg_raster_destroy(&r);
    r = read_good(*state, centre, NULL);
    assert_true(r->low[0] == 9 && r->high[0] == 15 && r->low[1] == 19 && r->high[1] == 23);
    assert_true(sample(r, 10, 20) == 4 && sample(r, 14, 22) == 3);
    eg_raster_destroy(&r);
    r = read_good(*state, centre, &(eg_raster_options){.registration = EG_RASTER_NODE});
    assert_true(r->low[0] == 10 && r->high[0] == 14);
    assert_true(sample(r, 10, 20) == 4 && sample(r, 14, 22) == 3);
    eg_raster_destroy(&r);
}

static void sampling_is_bilinear_and_constant_in_the_outer_half(void **state)
{
    eg_raster *r = read_good(*state, HEAD "1 2 3\n4 5 7\n", NULL);
    assert_true(sample(r, 11, 21) == 4 && sample(r, 13, 23) == 2);
    assert_true(sample(r, 12, 21) == 4.5 && sample(r, 11, 22) == 2.5);
    assert_true(sample(r, 14, 22) == (5 + 7 + 2 + 3) / 4.0);
    assert_true(sample(r, 10, 20) == 4 && sample(r, 16, 24) == 3 && sample(r, 16, 20) == 7);
    assert_true(sample(r, 12, 20.5) == 4.5);
    eg_raster_destroy(&r);
    r = read_good(*state, "ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n8\n", NULL);
    assert_true(sample(r, 0, 1) == 8 && sample(r, 0.5, 0.5) == 8);
    eg_raster_destroy(&r);
}

/* a + b x + c y + d x y is reproduced between four values. */
static void sampling_reproduces_bilinear_functions(void **state)
{
    eg_text text = {.context = *state};
    eg_text_add(&text, "ncols 7\nnrows 5\nxllcorner -3\nyllcorner 2\ncellsize 0.5\n");
    for (int j = 4; j >= 0; j--)
        for (int i = 0; i < 7; i++) {
            double x = -3 + 0.5 * i, y = 2 + 0.5 * j;
            eg_text_add(&text, "%.17g ", 1 + 2 * x - 3 * y + 0.5 * x * y);
        }
    eg_text_add(&text, "\n");
    eg_raster *r = read_good(*state, text.data, &(eg_raster_options){.registration = EG_RASTER_NODE});
    for (int k = 0; k < 1000; k++) {
        double x = -3 + 3.0 * (k * 37 % 1000) / 999, y = 2 + 2.0 * k / 999;
        assert_true(fabs(sample(r, x, y) - (1 + 2 * x - 3 * y + 0.5 * x * y)) < 1e-13);
    }
    eg_raster_destroy(&r);
    eg_text_free(&text);
}

static void round_off_at_the_bounds_is_forgiven(void **state)
{
    eg_raster *r = read_good(*state, HEAD "1 2 3\n4 5 6\n", NULL);
    assert_true(eg_raster_covers(r, 16 + 1e-7, 24) && sample(r, 16 + 1e-7, 20 - 1e-7) == 6);
    assert_false(eg_raster_covers(r, 16.00001, 24));
    assert_false(eg_raster_covers(r, NAN, 24));
    eg_raster_destroy(&r);
}

static void outside_is_an_error(void **state)
{
    eg_raster *r = read_good(*state, HEAD "1 2 3\n4 5 6\n", NULL);
    double value = 7;
    assert_int_equal(eg_raster_sample(r, 16.5, 21, &value), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "raster r.asc: (16.5, 21) is outside; it covers x from 10 to 16 and y from 20 "
                        "to 24: use a larger raster or a smaller mesh, and check the registration");
    assert_true(value == 7);
    eg_raster_destroy(&r);
}

static void missing_values_are_an_error_where_they_have_weight(void **state)
{
    eg_raster *r = read_good(*state, HEAD "1 -9999 3\n4 5 6\n", NULL);
    double value;
    assert_int_equal(eg_raster_sample(r, 12, 22, &value), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "raster r.asc: the value at (12, 22) needs the one in row 1 from the north, "
                        "column 2, which is missing (NODATA_value); fill the raster, keep the mesh "
                        "inside the data, or say 'nodata: nearest'");
    assert_true(sample(r, 12, 21) == 4.5 && sample(r, 11, 22) == 2.5);
    assert_true(sample(r, 11 + 1e-9, 22) == 2.5);
    eg_raster_destroy(&r);
}

static void nearest_value_stands_in(void **state)
{
    const eg_raster_options options = {.nodata = EG_RASTER_NODATA_NEAREST};
    eg_raster *r = read_good(*state, HEAD "1 -9999 3\n4 5 6\n", &options);
    assert_true(sample(r, 12, 22.5) == 1 && sample(r, 13, 23) == 5 && sample(r, 14.5, 23) == 3);
    assert_true(sample(r, 12, 21) == 4.5);
    eg_raster_destroy(&r);
    r = read_good(*state,
                  "ncols 5\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value nan\n"
                  "nan nan nan nan 9\n",
                  &options);
    assert_true(sample(r, 0, 0.5) == 9);
    eg_raster_destroy(&r);
}

static void scale_and_default_of_nodata(void **state)
{
    eg_raster *r = read_good(*state, HEAD "100 -9999 3\n4 5 6\n", &(eg_raster_options){.value_scale = 0.01});
    assert_true(r->value[3] == 1 && r->missing == 1);
    eg_raster_destroy(&r);
    r = read_good(*state, HEAD "nodata_VALUE 0\n100 -9999 3\n4 5 0\n", NULL);
    assert_true(r->value[4] == -9999 && r->missing == 1);
    eg_raster_destroy(&r);
}

/* ---- what is refused */

typedef struct bad {
    const char *text, *message;
} bad;

static const bad bad_files[] = {
    {"", "r.asc: the header has no ncols; is this an ESRI ASCII grid?"},
    {"ncols 3\nnrows 2\n1 2\n", "r.asc: the header has no xllcorner; is this an ESRI ASCII grid?"},
    {"ncols 3\nnrow 2\n",
     "r.asc:2: unknown key 'nrow' in the header; did you mean 'nrows'?; an ESRI ASCII grid has "
     "ncols, "
     "nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize, NODATA_value"},
    {"ncols 3\nNCOLS 2\n", "r.asc:2: ncols is given again after line 1; keep one of the two"},
    {"xllcorner 3\nxllcenter 2\n", "r.asc:2: xllcenter is given again after line 1; keep one of the two"},
    {"ncols three\n", "r.asc:1: ncols needs one number, but 'three' follows it"},
    {"ncols 3 4\n", "r.asc:1: ncols needs one number, but '3 4' follows it"},
    {"ncols\n", "r.asc:1: ncols needs one number, but '' follows it"},
    {"ncols 2.5\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 2\n1 2\n",
     "r.asc:1: ncols is 2.5; it has to be a whole number from 1 to 2147483647"},
    {"ncols 2\nnrows -1\nxllcorner 10\nyllcorner 20\ncellsize 2\n1 2\n",
     "r.asc:2: nrows is -1; it has to be a whole number from 1 to 2147483647"},
    {"ncols 2\nnrows 1\nxllcorner 10\nyllcorner 20\ncellsize 0\n1 2\n",
     "r.asc:5: cellsize is 0; it has to be above 0"},
    {"ncols 2\nnrows 1\nxllcorner 1e20\nyllcorner 20\ncellsize 1\n1 2\n",
     "r.asc:5: cellsize 1 is too small beside xllcorner 1e+20: in double precision neighbouring "
     "points of the grid coincide; check both"},
    {"ncols 2000000000\nnrows 2000000000\nxllcorner 10\nyllcorner 20\ncellsize 2\n1 2\n",
     "r.asc: ncols 2000000000 times nrows 2000000000 needs 4000000000000000000 numbers, but the "
     "rest "
     "of the file has room for 2 at most; it is cut short, or ncols or nrows is wrong"},
    {HEAD "1.5 2.5 3.5\n4.5 5.5\n", "r.asc:7: the file ends after 5 of 6 numbers, in row 2 of 2; "
                                    "it is cut short, or ncols or nrows "
                                    "is wrong"},
    {HEAD "1 2 3\n4 5 6\n7\n",
     "r.asc:8: '7' comes after the last of the 6 numbers that ncols 3 and nrows 2 announce; check "
     "them"},
    {HEAD "1 2 3\n4 5 6.01",
     "r.asc:7: the last number, '6.01', has no line end, so it may have been cut short; if it is "
     "whole, add a line end"},
    {HEAD "1 2 3\n4 x 6\n",
     "r.asc:7: 'x' is not a number; numbers have a decimal point and blanks between them"},
    {HEAD "1,5 2 3\n4 5 6\n",
     "r.asc:6: unknown key '1,5' in the header; an ESRI ASCII grid has ncols, nrows, xllcorner or "
     "xllcenter, yllcorner or yllcenter, cellsize, NODATA_value"},
    {HEAD "1 2 3\n4 nan 6\n",
     "r.asc:7: 'nan' is not a number; where it stands for a missing value, say NODATA_value nan in "
     "the header"},
    {HEAD "1 2 3\n4 -3.4e38 6\n",
     "r.asc:7: '-3.4e38' is out of range; where it stands for a missing value, name it as "
     "NODATA_value in the header"},
    {HEAD "-9999 -9999 -9999\n-9999 -9999 -9999\n",
     "r.asc: every number is NODATA_value; there is nothing to sample"},
};

static void bad_files_are_refused(void **state)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        eg_raster *r = NULL;
        assert_int_equal(read_text(*state, bad_files[i].text, NULL, &r), EG_INPUT);
        assert_null(r);
        assert_string_equal(eg_context_error(*state), bad_files[i].message);
        assert_int_equal(eg_context_blocks_held(*state), 0);
    }
    eg_raster *r = NULL;
    assert_int_equal(read_text(*state, "ncols 2\nnrows 1\nxllcorner 1\nyllcorner 2\ncellsize 1\n1 2\n",
                               &(eg_raster_options){.registration = EG_RASTER_NODE}, &r),
                     EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "r.asc:2: nrows is 1; it has to be a whole number from 2 to 2147483647");
    assert_int_equal(eg_raster_read(*state, "/nowhere/r.asc", NULL, &r), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "/nowhere/r.asc: cannot be opened: No such file or directory");
}

/* The bed of the Monai laboratory experiment, where the data are at hand. */
static void measured_bed_is_read_in_time(void **state)
{
    const char *folder = getenv("MONAI"), *source = getenv("EAGRE_SOURCE");
    char path[4096];
    if (!folder && !source)
        skip();
    snprintf(path, sizeof path, "%s%s/Benchmark_2_Bathymetry.asc", folder ? folder : source,
             folder ? "" : "/../shared/data/monai");
    if (access(path, R_OK) != 0)
        skip();
    clock_t start = clock(); /* of this process alone, however busy the machine is */
    eg_raster *r;
    assert_int_equal(eg_raster_read(*state, path, &(eg_raster_options){.registration = EG_RASTER_NODE}, &r),
                     EG_OK);
    assert_true(clock() - start < CLOCKS_PER_SEC);
    assert_int_equal(r->columns, 393);
    assert_int_equal(r->rows, 244);
    assert_int_equal(r->missing, 0);
    assert_true(sample(r, 5.488, 0) == -7.95e-3 && sample(r, 0, 3.402) == -0.13535);
    eg_raster_destroy(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(layout_is_right, set_up, tear_down),
        cmocka_unit_test_setup_teardown(registration_places_the_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sampling_is_bilinear_and_constant_in_the_outer_half, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(sampling_reproduces_bilinear_functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(round_off_at_the_bounds_is_forgiven, set_up, tear_down),
        cmocka_unit_test_setup_teardown(outside_is_an_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(missing_values_are_an_error_where_they_have_weight, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nearest_value_stands_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scale_and_default_of_nodata, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(measured_bed_is_read_in_time, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
