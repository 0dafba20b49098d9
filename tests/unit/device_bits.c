/* The words of the dialect give the same bits on every device, for any lanes and in both
 * precisions: compared with the same expressions evaluated here. In the short form OpenCL, which compiles for
 * most of the time, takes each number of lanes in one of the precisions. */
#include "long.h"
#include "unit/device_fixture.h"

#include <math.h>

enum { MAX_CELLS = 1024 };

/* One setting of a program: what a check runs under. */
typedef struct setting {
    eg_device *device;
    eg_program *program;
    eg_precision precision;
    int lanes, items;
    char label[128]; /* for messages */
} setting;

/* Values of many sizes and both signs, with few equal mantissas; deterministic. */
static double sample(int i)
{
    uint64_t x = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    return ldexp((double)(int64_t)x, -63 + i % 20);
}

/* ---- arrays of the setting's precision, seen as double */

static eg_buffer *make_buffer(fixture *f, const setting *s, const double *value, int count)
{
    eg_buffer *buffer;
    float single[MAX_CELLS];
    for (int i = 0; i < count; i++)
        single[i] = (float)value[i];
    bool wide = s->precision == EG_F64;
    int64_t bytes = (int64_t)eg_real_size(s->precision) * count;
    ok(f, eg_buffer_create(s->device, bytes, "values", &buffer));
    ok(f, eg_buffer_write(buffer, 0, wide ? (const void *)value : (const void *)single, bytes));
    return buffer;
}

static void compare(fixture *f, const setting *s, eg_buffer *buffer, const double *expected, int count,
                    const char *what)
{
    double got[MAX_CELLS];
    float single[MAX_CELLS];
    bool wide = s->precision == EG_F64;
    ok(f, eg_buffer_read(buffer, 0, wide ? (void *)got : (void *)single,
                         (int64_t)eg_real_size(s->precision) * count));
    for (int i = 0; i < count; i++) {
        if (!wide)
            got[i] = single[i];
        if (memcmp(&got[i], &expected[i], sizeof *got) != 0)
            fail_msg("%s on %s: value %d is %a, expected %a", what, s->label, i, got[i], expected[i]);
    }
}

/* ---- expected values */

static double expect_arguments64(double x, int i, double r, double d)
{
    double y = x * x + r * x + 0.1;
    double z = fma(2.0, y, x) / (r + fabs(x)) + sqrt(fabs(y)) + (double)i;
    return z + sqrt(fma(d, x * x, 2.0));
}

static double expect_arguments32(double wide, int i, double r_wide, double d)
{
    float x = (float)wide, r = (float)r_wide;
    float y = x * x + r * x + 0.1f;
    float z = fmaf(2.0f, y, x) / (r + fabsf(x)) + sqrtf(fabsf(y)) + (float)i;
    return z + (float)sqrt(fma(d, (double)x * (double)x, 2.0));
}

static void check_arguments(fixture *f, const setting *s)
{
    enum { CELLS = 333 };
    double in[CELLS], expected[CELLS], r = 1.0 / 3, d = 0.7;
    for (int i = 0; i < CELLS; i++) {
        in[i] = sample(i);
        expected[i] = s->precision == EG_F64 ? expect_arguments64(in[i], -5, r, d)
                                             : expect_arguments32(in[i], -5, r, d);
    }
    eg_buffer *source = make_buffer(f, s, in, CELLS), *target = make_buffer(f, s, in, CELLS);
    eg_kernel *kernel;
    ok(f, eg_kernel_get(s->program, "test_arguments", &kernel));
    ok(f, EG_LAUNCH(kernel, eg_ceil_div(CELLS, s->lanes), EG_BUFFER("out", target), EG_BUFFER("in", source),
                    EG_INT("i", -5), EG_LONG("n", CELLS), EG_REAL("r", r), EG_DOUBLE("d", d)));
    compare(f, s, target, expected, CELLS, "test_arguments");
    eg_buffer_destroy(&source);
    eg_buffer_destroy(&target);
}

/* s = fma(x, 0.3, s) in the setting's precision. */
static double chain(const setting *s, double x, double sum)
{
    if (s->precision == EG_F64)
        return fma(x, 0.3, sum);
    return fmaf((float)x, (float)0.3, (float)sum);
}

static void check_shared(fixture *f, const setting *s)
{
    int groups = 5, cells = groups * s->items * s->lanes;
    double in[MAX_CELLS], sum[MAX_CELLS], least[MAX_CELLS];
    assert_true(cells <= MAX_CELLS);
    for (int i = 0; i < cells; i++)
        in[i] = s->precision == EG_F64 ? sample(i) : (double)(float)sample(i);
    for (int b = 0; b < groups; b++) {
        least[b] = HUGE_VAL;
        for (int l = 0; l < s->lanes; l++) {
            double total = 0;
            for (int k = 0; k < s->items; k++)
                total = chain(s, in[(b * s->items + k) * s->lanes + l], total);
            sum[b * s->lanes + l] = total;
            least[b] = fmin(least[b], total);
        }
    }
    eg_buffer *source = make_buffer(f, s, in, cells), *sums = make_buffer(f, s, in, cells);
    double zero[MAX_CELLS] = {0};
    eg_buffer *leasts = make_buffer(f, s, zero, groups);
    eg_kernel *kernel;
    ok(f, eg_kernel_get(s->program, "test_shared", &kernel));
    ok(f, EG_LAUNCH(kernel, groups + 2, EG_BUFFER("sum", sums), EG_BUFFER("least", leasts),
                    EG_BUFFER("in", source), EG_LONG("groups", groups)));
    compare(f, s, sums, sum, groups * s->lanes, "test_shared (sum)");
    compare(f, s, leasts, least, groups, "test_shared (least)");
    eg_buffer_destroy(&source);
    eg_buffer_destroy(&sums);
    eg_buffer_destroy(&leasts);
}

static double private_value(const setting *s, double x, double next)
{
    if (s->precision == EG_F64)
        return fma(x, next, x * x);
    float a = (float)x, square = a * a;
    return fmaf(a, (float)next, square);
}

static void check_private(fixture *f, const setting *s)
{
    int groups = 4, block = s->items * s->lanes, cells = groups * block;
    double in[MAX_CELLS], expected[MAX_CELLS];
    assert_true(cells <= MAX_CELLS);
    for (int i = 0; i < cells; i++)
        in[i] = s->precision == EG_F64 ? sample(i) : (double)(float)sample(i);
    for (int i = 0; i < cells; i++) {
        int in_block = i % block;
        int next = i - in_block + (in_block + s->lanes) % block;
        expected[i] = private_value(s, in[i], in[next]);
    }
    eg_buffer *source = make_buffer(f, s, in, cells), *target = make_buffer(f, s, in, cells);
    eg_kernel *kernel;
    ok(f, eg_kernel_get(s->program, "test_private", &kernel));
    ok(f, EG_LAUNCH(kernel, groups + 2, EG_BUFFER("out", target), EG_BUFFER("in", source),
                    EG_LONG("groups", groups)));
    compare(f, s, target, expected, cells, "test_private");
    eg_buffer_destroy(&source);
    eg_buffer_destroy(&target);
}

static void check_flat(fixture *f, const setting *s)
{
    enum { COUNT = 730, GROUPS = 8 };
    eg_buffer *target;
    eg_kernel *kernel;
    int64_t got[COUNT] = {0};
    ok(f, eg_buffer_create(s->device, sizeof got, "flat", &target));
    ok(f, eg_buffer_write(target, 0, got, sizeof got));
    ok(f, eg_kernel_get(s->program, "test_flat", &kernel));
    ok(f, EG_LAUNCH(kernel, GROUPS + 2, EG_BUFFER("out", target), EG_LONG("count", COUNT),
                    EG_LONG("groups", GROUPS)));
    ok(f, eg_buffer_read(target, 0, got, sizeof got));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(got[i], (i / 100 * 100 + 99 - i % 100) * 3);
    eg_buffer_destroy(&target);
}

/* ---- every device, precision, lanes and items */

static void check_setting(fixture *f, eg_device *device, eg_precision precision, int lanes, int items)
{
    setting s = {.device = device, .precision = precision, .lanes = lanes, .items = items};
    snprintf(s.label, sizeof s.label, "%s, %s, %d lanes, %d items", eg_device_describe(device)->spec,
             precision == EG_F64 ? "f64" : "f32", lanes, items);
    ok(f,
       eg_program_create(device,
                         &(eg_program_options){
                             .file = "device/test.c", .precision = precision, .lanes = lanes, .items = items},
                         &s.program));
    check_arguments(f, &s);
    check_shared(f, &s);
    check_private(f, &s);
    check_flat(f, &s);
    eg_program_destroy(&s.program);
}

static void all_devices_give_the_same_bits(void **state)
{
    static const int shape[][2] = {{1, 3}, {4, 3}, {8, 1}, {32, 2}, {32, 1}, {64, 1}};
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        eg_device *device;
        ok(f, eg_device_open(f->context, f->spec[i], &device));
        bool f32 = eg_device_describe(device)->f32;
        int parts = f32 && eg_device_describe(device)->kind == EG_DEVICE_OPENCL ? 2 : 1;
        for (int k = 0; k < (int)(sizeof shape / sizeof *shape); k++) {
            if (is_combined(k, 0, parts))
                check_setting(f, device, EG_F64, shape[k][0], shape[k][1]);
            if (f32 && is_combined(k, 1, parts))
                check_setting(f, device, EG_F32, shape[k][0], shape[k][1]);
        }
        if (!f32)
            print_message("%s: f32 is refused there\n", f->spec[i]);
        eg_device_close(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_devices_give_the_same_bits, fixture_set_up_shared,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
