/* Volumes: headers of Madagascar, what is refused and in which words, sampling. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/volume/volume.h"

typedef struct fixture {
    eg_context *context;
    char folder[64], header[96], data[96];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/eagre-volume-XXXXXX");
    if (eg_context_create(NULL, &f->context) != EG_OK || !mkdtemp(f->folder))
        return 1;
    snprintf(f->header, sizeof f->header, "%s/v.rsf", f->folder);
    snprintf(f->data, sizeof f->data, "%s/v.raw", f->folder);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    int leaked = eg_context_blocks_held(f->context) != 0;
    eg_context_destroy(&f->context);
    remove(f->header);
    remove(f->data);
    rmdir(f->folder);
    free(f);
    return leaked;
}

static void put(const char *path, const void *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

static eg_volume *read_volume(fixture *f, const char *header, const eg_volume_options *options)
{
    eg_volume *volume;
    put(f->header, header, strlen(header));
    if (eg_volume_read(f->context, f->header, options, &volume) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    return volume;
}

static double sample(const eg_volume *volume, double x, double y, double z)
{
    double value;
    if (eg_volume_sample(volume, (double[3]){x, y, z}, &value) != EG_OK)
        fail_msg("%s", eg_context_error(volume->context));
    return value;
}

static void refused(fixture *f, const char *header, const char *words)
{
    eg_volume *volume;
    put(f->header, header, strlen(header));
    assert_int_equal(eg_volume_read(f->context, f->header, NULL, &volume), EG_INPUT);
    assert_null(volume);
    if (!strstr(eg_context_error(f->context), words))
        fail_msg("%s", eg_context_error(f->context));
}

/* ---- tests */

static const float eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void reverse(void *data, int bytes, int count)
{
    char *at = data;
    for (int i = 0; i < count; i++, at += bytes)
        for (int k = 0; k < bytes / 2; k++) {
            char before = at[k];
            at[k] = at[bytes - 1 - k];
            at[bytes - 1 - k] = before;
        }
}

/* Every format, and every order of axes. */
static void formats_and_axes(void **state)
{
    fixture *f = *state;
    static const char *const formats[] = {"native_float", "xdr_float", "native_double", "xdr_double"};
    static const char *const axes[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};
    for (int k = 0; k < 24; k++) {
        char header[200];
        double wide[8];
        float narrow[8];
        for (int i = 0; i < 8; i++)
            wide[i] = narrow[i] = eight[i];
        if (k % 4 == 1 || k % 4 == 3) {
            reverse(wide, 8, 8);
            reverse(narrow, 4, 8);
        }
        put(f->data, k % 4 > 1 ? (void *)wide : (void *)narrow, k % 4 > 1 ? 64 : 32);
        snprintf(header, sizeof header, "n1=2 n2=2 n3=2 esize=%d in=v.raw\n data_format=\"%s\"\td1=2 o1=10",
                 k % 4 > 1 ? 8 : 4, formats[k % 4]);
        eg_volume *v = read_volume(f, header, &(eg_volume_options){.axes = axes[k / 4]});
        for (int i = 0; i < 8; i++) {
            double x[3];
            x[axes[k / 4][0] - 'x'] = 10 + 2 * (i & 1);
            x[axes[k / 4][1] - 'x'] = i >> 1 & 1;
            x[axes[k / 4][2] - 'x'] = i >> 2;
            assert_true(sample(v, x[0], x[1], x[2]) == eight[i]);
        }
        eg_volume_destroy(&v);
    }
}

/* a + b x + c y + d z + e x y z is reproduced; depths go down. */
static void trilinear(void **state)
{
    fixture *f = *state;
    double value[4 * 3 * 5];
    for (int i = 0; i < 60; i++) {
        double z = -250 - 500 * (i % 4), x = 1000 * (i / 4 % 3), y = 100 * (i / 12);
        value[i] = 1 + 1e-3 * x - 2e-3 * y + 3e-3 * z + 1e-9 * x * y * z;
    }
    put(f->data, value, sizeof value);
    eg_volume *v = read_volume(
        f, "n1=4 n2=3 n3=5 d1=0.5 d2=1 d3=0.1 o1=0.25 in=v.raw data_format=native_double",
        &(eg_volume_options){.axes = "zxy", .depth = true, .surface = 0, .unit = 1000, .scale = 2});
    assert_true(v->low[2] == -1750 && v->high[2] == -250 && v->high[0] == 2000);
    for (int k = 0; k < 1000; k++) {
        double x = 2 * (k * 37 % 1000), y = 0.4 * (k * 11 % 1000), z = -250 - 1.5 * k;
        double exact = 2 * (1 + 1e-3 * x - 2e-3 * y + 3e-3 * z + 1e-9 * x * y * z);
        assert_true(fabs(sample(v, x, y, z) - exact) < 1e-12);
    }
    eg_volume_destroy(&v);
}

static void nearest_and_single(void **state)
{
    fixture *f = *state;
    put(f->data, eight, 16);
    eg_volume *v = read_volume(f, "n1=4 in=v.raw", &(eg_volume_options){.between = EG_VOLUME_NEAREST});
    assert_true(sample(v, -0.5, 1e9, -7) == 1 && sample(v, 0.4, 0, 0) == 1);
    assert_true(sample(v, 0.5, 0, 0) == 2 && sample(v, 3.5, 0, 0) == 4);
    eg_volume_destroy(&v);
    v = read_volume(f, "n1=4 in=v.raw",
                    &(eg_volume_options){.axes = "zxy", .depth = true, .between = EG_VOLUME_NEAREST});
    assert_true(sample(v, 0, 0, -0.5) == 1 && sample(v, 0, 0, -0.51) == 2);
    eg_volume_destroy(&v);
}

static void outside(void **state)
{
    fixture *f = *state;
    double value;
    put(f->data, eight, 32);
    eg_volume *v = read_volume(f, "n1=2 n2=2 n3=2 in=v.raw", NULL);
    assert_true(sample(v, 1 + 1e-7, 0, -1e-7) == 2);
    assert_int_equal(eg_volume_sample(v, (double[3]){0.5, 1.1, 0}, &value), EG_INPUT);
    assert_non_null(strstr(eg_context_error(f->context), "(0.5, 1.1, 0) is outside; it covers x "
                                                         "from 0 to 1, y from 0 to 1"));
    assert_int_equal(eg_volume_sample(v, (double[3]){NAN, 0, 0}, &value), EG_INPUT);
    eg_volume_destroy(&v);
}

/* Of a key given twice the last one holds, as programs append what they have done; words without = are
 * nothing. */
static void history(void **state)
{
    fixture *f = *state;
    put(f->data, eight, 32);
    eg_volume *v = read_volume(f,
                               "3.0 sfspike a/b: me@there Mon = \n\tn1=7 label1=\"n1=9 of it\" "
                               "in=\"none\"\nsfwindow\n n1=2\tn2=4 in=\"./v.raw\"\nn4=1 unit1=\"",
                               NULL);
    assert_true(v->count[0] == 2 && v->count[1] == 4 && v->count[2] == 1);
    eg_volume_destroy(&v);
    char *path;
    assert_int_equal(eg_volume_data_path(f->context, f->header, &path), EG_OK);
    assert_non_null(strstr(path, "/./v.raw"));
    eg_free(f->context, &path);
}

static void what_is_refused(void **state)
{
    fixture *f = *state;
    put(f->data, eight, 32);
    refused(f, "in=v.raw", "the header has no n1; is this a header of Madagascar (RSF)?");
    refused(f, "n1=8", "the header has no in");
    refused(f, "n1=8 in=\"stdin\"", "'in' is 'stdin'; the numbers must be in a file");
    refused(f, "n1=8 in=none.raw", "none.raw, which is not a file");
    refused(f, "n1=2\nn2=0 in=v.raw", "v.rsf:2: n2 is '0'; it has to be a whole number");
    refused(f, "n1=2.5 in=v.raw", "it has to be a whole number from 1");
    refused(f, "n1=8 d1=0 in=v.raw", "d1 is '0'; it has to be above 0");
    refused(f, "n1=8 o1=nan in=v.raw", "o1 is 'nan'; it has to be a number");
    refused(f, "n1=8 o1=1e30 in=v.raw", "in double precision neighbouring points");
    refused(f, "n1=2 n2=2 n3=1 n4=2 in=v.raw", "n4 is 2; a volume has three axes");
    refused(f, "n1=8 data_format=ascii_float in=v.raw", "data_format is 'ascii_float'");
    refused(f, "n1=8 esize=8 in=v.raw", "esize is 8, and a number of its data_format has 4 bytes");
    refused(f, "n1=9 in=v.raw",
            "holds 32 bytes, and 9 times 1 times 1 numbers of 4 bytes are 36: it is cut short");
    refused(f, "n1=7 in=v.raw", "are 28: it is another grid's");
    refused(f, "n1=2147483647 n2=2147483647 n3=2147483647 in=v.raw",
            "numbers of 4 bytes are 39614081201791936575643320320: it is cut short");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(formats_and_axes), TEST(trilinear), TEST(nearest_and_single),
                                       TEST(outside),          TEST(history),   TEST(what_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
