/* DIVIDE and RECIPROCAL of the dialect give the quotients that `/` of the host gives, bit for bit, on every
 * device and in both precisions: for operands of any fraction and of exponents in the range that DIVIDE
 * promises, many of them with quotients close to halfway between two neighbouring numbers, and with divisors
 * whose fraction is all ones. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/device_math.h"
#include "device/device.h"

enum { COUNT = 1 << 20, LANES = 16, RANGE = 90 };

static const char source[] =
    "KERNEL_SHAPE(LANES, 1)\n"
    "KERNEL quotients(GLOBAL CONST real *RESTRICT a, GLOBAL CONST real *RESTRICT b,\n"
    "                 GLOBAL real *RESTRICT q, GLOBAL real *RESTRICT r, long blocks)\n"
    "{\n"
    "    FOR_GROUPS(block, blocks)\n"
    "    FOR_LANES (l) {\n"
    "        const long i = block * LANES + l;\n"
    "        q[i] = DIVIDE(a[i], b[i]);\n"
    "        r[i] = RECIPROCAL(b[i]);\n"
    "    }\n"
    "    END_GROUPS\n"
    "}\n";

static eg_context *context;
static double one[COUNT], above[COUNT], below[COUNT], wide[COUNT], inverse[COUNT];
static float one_f32[COUNT], above_f32[COUNT], below_f32[COUNT], narrow[COUNT], inverse_f32[COUNT];

static uint64_t next_bits(void)
{
    static uint64_t bits = 88172645463325252ull;
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return bits * 2685821657736338717ull;
}

/* A number in [1, 2) with `digits` binary digits behind the point. */
static double fraction(int kind, int digits)
{
    double unit = ldexp(1.0, -digits);
    double any = 1 + floor((double)(next_bits() >> 11) * 0x1p-53 * ldexp(1.0, digits)) * unit;
    double few = (double)(next_bits() % 9) * unit;
    return kind == 0 ? any : kind == 1 ? 2 - unit - few : 1 + few;
}

/* A dividend, to a divisor and `digits`, whose quotient lies as close as rounding allows to the middle of two
 * numbers. */
static double halfway(double divisor, int digits)
{
    double middle = fraction(0, digits) + ldexp(0.5, -digits), product = middle * divisor;
    int exponent = ilogb(product) - digits;
    return ldexp(nearbyint(ldexp(product, -exponent)), exponent);
}

static void make_pair(int i, int digits, double *a, double *b)
{
    int up = (int)(next_bits() % (2 * RANGE)) - RANGE, down = (int)(next_bits() % RANGE) - RANGE / 2;
    *b = fraction(i % 3, digits);
    *a = i % 2 ? halfway(*b, digits) : fraction(i / 3 % 3, digits);
    *a = ldexp(next_bits() & 1 ? *a : -*a, up / 2);
    *b = ldexp(*b, down);
}

static void make_arguments(void)
{
    for (int i = 0; i < COUNT; i++) {
        double a, b;
        make_pair(i, 52, &above[i], &below[i]);
        wide[i] = above[i] / below[i];
        one[i] = one_f32[i] = 1;
        inverse[i] = 1 / below[i];
        make_pair(i, 23, &a, &b);
        above_f32[i] = (float)a;
        below_f32[i] = (float)b;
        narrow[i] = above_f32[i] / below_f32[i];
        inverse_f32[i] = 1 / below_f32[i];
    }
}

static void require(eg_status status)
{
    if (status != EG_OK)
        fail_msg("%s", eg_context_error(context));
}

/* What a device gave in a buffer, for quotients of a and b. */
static void compare(eg_device *device, bool single, eg_buffer *buffer, const char *word, const void *a,
                    const void *b, const void *want)
{
    static double got[COUNT];
    require(eg_buffer_read(buffer, 0, got, COUNT * (single ? 4 : 8)));
#define VALUE(array, i) (single ? (double)((const float *)(array))[i] : ((const double *)(array))[i])
    for (int i = 0; i < COUNT; i++)
        if (eg_bits(VALUE(got, i)) != eg_bits(VALUE(want, i)))
            fail_msg("%s, %s: %a / %a is %a, and %s gives %a", eg_device_describe(device)->spec,
                     single ? "f32" : "f64", VALUE(a, i), VALUE(b, i), VALUE(want, i), word, VALUE(got, i));
#undef VALUE
}

static void run_precision(eg_device *device, bool single)
{
    const void *dividend = single ? (void *)above_f32 : above;
    const void *divisor = single ? (void *)below_f32 : below;
    int64_t bytes = COUNT * (int64_t)(single ? sizeof(float) : sizeof(double));
    eg_buffer *a, *b, *q, *r;
    eg_program *program;
    eg_kernel *kernel;
    require(eg_program_create(
        device,
        &(eg_program_options){
            .file = "math.h", .precision = single ? EG_F32 : EG_F64, .lanes = LANES, .generated = source},
        &program));
    require(eg_kernel_get(program, "quotients", &kernel));
    require(eg_buffer_upload(device, bytes, "a", dividend, &a));
    require(eg_buffer_upload(device, bytes, "b", divisor, &b));
    require(eg_buffer_create(device, bytes, "q", &q));
    require(eg_buffer_create(device, bytes, "r", &r));
    require(EG_LAUNCH(kernel, COUNT / LANES, EG_BUFFER("a", a), EG_BUFFER("b", b), EG_BUFFER("q", q),
                      EG_BUFFER("r", r), EG_LONG("blocks", COUNT / LANES)));
    compare(device, single, q, "DIVIDE", dividend, divisor, single ? (void *)narrow : wide);
    compare(device, single, r, "RECIPROCAL", single ? (void *)one_f32 : one, divisor,
            single ? (void *)inverse_f32 : inverse);
    eg_buffer_destroy(&r);
    eg_buffer_destroy(&q);
    eg_buffer_destroy(&b);
    eg_buffer_destroy(&a);
    eg_program_destroy(&program);
}

static void test_quotients(void **state)
{
    enum { ROOM = 16 };
    static eg_device_info devices[ROOM];
    (void)state;
    int count = 0;
    make_arguments();
    require(eg_device_list(context, devices, ROOM, &count));
    for (int i = 0; i < count && i < ROOM; i++) {
        eg_device *device;
        if (devices[i].max_group == 0)
            continue;
        require(eg_device_open(context, devices[i].spec, &device));
        print_message("%s: %s\n", devices[i].spec, devices[i].name);
        if (devices[i].f64)
            run_precision(device, false);
        if (devices[i].f32)
            run_precision(device, true);
        eg_device_close(&device);
    }
}

static int set_up(void **state)
{
    (void)state;
    return eg_context_create(NULL, &context) == EG_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    int64_t held = eg_context_blocks_held(context);
    eg_context_destroy(&context);
    return held == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_quotients, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
