/* The mathematical functions and expressions give the same bits on the host, on the checking
 * device, through OpenCL and through CUDA (each where it is there) as in the library, in any lane
 * width. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/device_math.h"
#include "device/device.h"
#include "expr/expression.h"

enum { COUNT = 4096, LANES_MOST = 16 };

/* X(number, form with a and b): what the kernels compute and the library has to agree with. */
#define FORMS(X)                                                                                             \
    X(0, eg_cbrt(a))                                                                                         \
    X(1, eg_exp(a))                                                                                          \
    X(2, eg_ln(a))                                                                                           \
    X(3, eg_log10(a))                                                                                        \
    X(4, eg_pow(a, b))                                                                                       \
    X(5, eg_sin(a))                                                                                          \
    X(6, eg_cos(a))                                                                                          \
    X(7, eg_tan(a))                                                                                          \
    X(8, eg_asin(a))                                                                                         \
    X(9, eg_acos(a))                                                                                         \
    X(10, eg_atan(a))                                                                                        \
    X(11, eg_atan2(a, b))                                                                                    \
    X(12, eg_sinh(a))                                                                                        \
    X(13, eg_cosh(a))                                                                                        \
    X(14, eg_tanh(a))                                                                                        \
    X(15, eg_hypot(a, b))                                                                                    \
    X(16, eg_floor(a))                                                                                       \
    X(17, eg_mod(a, b))                                                                                      \
    X(18, eg_min(a, b))                                                                                      \
    X(19, eg_max(a, b))                                                                                      \
    X(20, eg_step(a) + eg_sign(b))                                                                           \
    X(21, (double)eg_cbrtf((float)a))                                                                        \
    X(22, (double)eg_expf((float)a))                                                                         \
    X(23, (double)eg_lnf((float)a))                                                                          \
    X(24, (double)eg_powf((float)a, (float)b))
enum { FORM_COUNT = 25 };

static double library_value(int form, double a, double b)
{
    switch (form) {
#define FORM_CASE(number, form_text)                                                                         \
    case number:                                                                                             \
        return form_text;
        FORMS(FORM_CASE)
    }
    return NAN;
}

static const char *const EXPRESSIONS[] = {
    "a^3 - b^-7 + a^0.5 * pi",
    "a < b ? mod(a, 3) / 7 : sinh(b / 800) - -a",
    "!(a > 0 && b <= 1e-3) || a == b ? exp(-(a^2 + b^2)) : hypot(a, b)^(1/3)",
    "atan2(sin(a) * cos(b), 1e-9 + abs(a)) + max(a, b) * step(a) - min(a, 0.1)",
};
enum { EXPRESSION_COUNT = sizeof EXPRESSIONS / sizeof *EXPRESSIONS };
static const char *const VARIABLES[] = {"a", "b"};

static eg_context *context;
static double first[COUNT], second[COUNT];
static double expected[FORM_COUNT + EXPRESSION_COUNT][COUNT];

/* Half of the arguments are of everyday size, half any bits at all; the first are special. */
static void make_arguments(void)
{
    static const double special[] = {0.0, -0.0,    1,         -1,       HUGE_VAL, -HUGE_VAL, NAN,
                                     3,   -3,      0x1p-1074, 0x1p1023, 1e-310,   0.5,       709.9,
                                     -2,  -745.25, 2.5,       0x1p53,   1e15,     -1e-5};
    const int specials = sizeof special / sizeof *special;
    uint64_t bits = 88172645463325252ull;
    for (int i = 0; i < 2 * COUNT; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double any = eg_from_bits(bits * 2685821657736338717ull);
        double even = ((double)(bits >> 11) * 0x1p-53 - 0.25) * (i % 8 == 1 ? 100 : 4);
        double value = i % 4 < 2 ? even : any;
        if (i < COUNT)
            first[i] = i < specials * specials ? special[i / specials] : value;
        else
            second[i - COUNT] = i - COUNT < specials * specials ? special[(i - COUNT) % specials] : value;
    }
}

static void make_expected(void)
{
    for (int form = 0; form < FORM_COUNT; form++)
        for (int i = 0; i < COUNT; i++)
            expected[form][i] = library_value(form, first[i], second[i]);
    const double *columns[] = {first, second};
    for (int k = 0; k < EXPRESSION_COUNT; k++) {
        eg_expression *expression;
        if (eg_expression_parse(context, EXPRESSIONS[k], VARIABLES, 2, NULL, &expression) != EG_OK)
            fail_msg("%s", eg_context_error(context));
        eg_expression_eval_many(expression, COUNT, columns, expected[FORM_COUNT + k]);
        eg_expression_destroy(&expression);
    }
}

/* One kernel a form, named form_N. */
static void add_kernel(eg_text *source, int number, const char *form)
{
    eg_text_add(source,
                "KERNEL_SHAPE(LANES, 1)\n"
                "KERNEL form_%d(GLOBAL double *RESTRICT out, GLOBAL CONST double *RESTRICT first,\n"
                "               GLOBAL CONST double *RESTRICT second, long n)\n"
                "{\n"
                "    FOR_GROUPS(block, (n + LANES - 1) / LANES)\n"
                "    FOR_LANES (l) {\n"
                "        const long i = block * LANES + l;\n"
                "        const double a = first[i], b = second[i];\n"
                "        out[i] = %s;\n"
                "    }\n"
                "    END_GROUPS\n"
                "}\n",
                number, form);
}

static void make_source(eg_text *source)
{
    eg_text_add(source, "#include \"math.h\"\n#include \"math_circular.h\"\n");
#define FORM_KERNEL(number, form) add_kernel(source, number, form_texts[number]);
#define FORM_TEXT(number, form) #form,
    static const char *const form_texts[] = {FORMS(FORM_TEXT)};
    FORMS(FORM_KERNEL)
    for (int k = 0; k < EXPRESSION_COUNT; k++) {
        char name[] = {'e', 'x', 'p', 'r', '_', (char)('0' + k), 0};
        char call[] = "expr_0(a, b)";
        call[5] = (char)('0' + k);
        eg_expression *expression;
        assert_int_equal(eg_expression_parse(context, EXPRESSIONS[k], VARIABLES, 2, NULL, &expression),
                         EG_OK);
        eg_expression_emit(expression, source, name);
        eg_expression_destroy(&expression);
        add_kernel(source, FORM_COUNT + k, call);
    }
    assert_int_equal(source->status, EG_OK);
}

static void require(eg_status status)
{
    if (status != EG_OK)
        fail_msg("%s", eg_context_error(context));
}

static void compare(const char *device, int lanes, int number, const double *got)
{
    for (int i = 0; i < COUNT; i++) {
        double want = expected[number][i];
        bool both_nan = got[i] != got[i] && want != want;
        if (!both_nan && eg_bits(got[i]) != eg_bits(want))
            fail_msg("%s, %d lanes, form %d (%a, %a): %a, in the library %a", device, lanes, number, first[i],
                     second[i], got[i], want);
    }
}

static void run_forms(eg_device *device, eg_program *program, int lanes)
{
    static double got[COUNT];
    eg_buffer *out, *a, *b;
    require(eg_buffer_create(device, sizeof first, "out", &out));
    require(eg_buffer_create(device, sizeof first, "first", &a));
    require(eg_buffer_create(device, sizeof first, "second", &b));
    require(eg_buffer_write(a, 0, first, sizeof first));
    require(eg_buffer_write(b, 0, second, sizeof second));
    for (int number = 0; number < FORM_COUNT + EXPRESSION_COUNT; number++) {
        char name[16];
        snprintf(name, sizeof name, "form_%d", number);
        eg_kernel *kernel;
        require(eg_kernel_get(program, name, &kernel));
        require(EG_LAUNCH(kernel, COUNT / lanes, EG_BUFFER("out", out), EG_BUFFER("first", a),
                          EG_BUFFER("second", b), EG_LONG("n", COUNT)));
        require(eg_buffer_read(out, 0, got, sizeof got));
        compare(eg_device_describe(device)->spec, lanes, number, got);
    }
    eg_buffer_destroy(&b);
    eg_buffer_destroy(&a);
    eg_buffer_destroy(&out);
}

static void run_device(const char *specification, const int *lanes, int lanes_count)
{
    eg_device *device;
    eg_text source = {.context = context};
    make_source(&source);
    require(eg_device_open(context, specification, &device));
    for (int i = 0; i < lanes_count; i++) {
        eg_program *program;
        require(eg_program_create(device,
                                  &(eg_program_options){.file = "math_circular.h",
                                                        .lanes = lanes[i],
                                                        .generated = eg_text_string(&source)},
                                  &program));
        run_forms(device, program, lanes[i]);
        eg_program_destroy(&program);
    }
    eg_device_close(&device);
    eg_text_free(&source);
}

static int set_up(void **state)
{
    (void)state;
    if (eg_context_create(NULL, &context) != EG_OK)
        return -1;
    make_arguments();
    make_expected();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    int64_t held = eg_context_blocks_held(context);
    eg_context_destroy(&context);
    return held == 0 ? 0 : -1;
}

static void test_host(void **state)
{
    (void)state;
    run_device("host:1", (const int[]){1, 8, LANES_MOST}, 3);
}

static void test_checked(void **state)
{
    (void)state;
    run_device("checked", (const int[]){4}, 1);
}

/* Every other device of the machine. */
static void test_others(void **state)
{
    (void)state;
    enum { ROOM = 16 };
    static eg_device_info devices[ROOM];
    int count = 0, used = 0;
    require(eg_device_list(context, devices, ROOM, &count));
    for (int i = 0; i < count && i < ROOM; i++) {
        bool other = devices[i].kind == EG_DEVICE_OPENCL || devices[i].kind == EG_DEVICE_CUDA;
        if (!other || !devices[i].f64 || devices[i].max_group == 0)
            continue;
        print_message("%s: %s\n", devices[i].spec, devices[i].name);
        run_device(devices[i].spec, (const int[]){LANES_MOST}, 1);
        used++;
    }
    if (used == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_host, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_others, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
