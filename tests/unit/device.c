/* Devices, buffers, copies and launches: what every device that is there must do alike. */
#include "unit/device_fixture.h"

static eg_device *open_device(fixture *f, const char *spec)
{
    eg_device *device;
    ok(f, eg_device_open(f->context, spec, &device));
    return device;
}

static eg_program *test_program(fixture *f, eg_device *device, eg_precision precision, int lanes, int items)
{
    eg_program *program;
    ok(f,
       eg_program_create(device,
                         &(eg_program_options){
                             .file = "device/test.c", .precision = precision, .lanes = lanes, .items = items},
                         &program));
    return program;
}

/* ---- specifications */

static void malformed_specifications_are_refused(void **state)
{
    fixture *f = *state;
    static const char *const bad[] = {"",        "hosts",    "host:",       "host:0",   "host:-1",
                                      "host:1x", "cuda",     "cuda:",       "cuda:x",   "opencl:0",
                                      "gpu",     "host:1.5", "opencl:0.1.", "checked:", "host:99999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        eg_device *device;
        fails(f, EG_USAGE, "is no device; give auto, host", eg_device_open(f->context, bad[i], &device));
        assert_null(device);
    }
}

static void absent_devices_are_told_with_those_present(void **state)
{
    fixture *f = *state;
    eg_device *device;
    fails(f, EG_DEVICE,
          "cuda:77 is not present; this machine has host:", eg_device_open(f->context, "cuda:77", &device));
    fails(f, EG_DEVICE, "opencl:9.9 is not present; this machine has host:",
          eg_device_open(f->context, "opencl:9.9", &device));
}

static void devices_describe_themselves(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        eg_device *device = open_device(f, f->spec[i]);
        const eg_device_info *info = eg_device_describe(device);
        bool host = info->kind <= EG_DEVICE_CHECKED;
        assert_true(strncmp(info->spec, f->spec[i], strlen(f->spec[i])) == 0);
        assert_true(info->name[0] && info->compiler[0]);
        assert_true(info->threads > 0 && info->memory > 0 && info->f64);
        assert_true(host ? info->max_group == 1 : info->max_group > 1);
        if (info->kind == EG_DEVICE_OPENCL) /* of a kernel with many registers drivers hold no more */
            assert_true(info->max_group <= 256);
        int lanes = eg_device_lanes(device, EG_F64, 1);
        assert_true(lanes > 0 && (lanes & (lanes - 1)) == 0);
        assert_true(eg_device_lanes(device, EG_F32, 1) == (host ? 2 * lanes : lanes));
        eg_device *again = open_device(f, info->spec);
        assert_string_equal(eg_device_describe(again)->spec, info->spec);
        eg_device_close(&again);
        eg_device_close(&device);
        assert_null(device);
    }
    eg_device *automatic = open_device(f, "auto");
    eg_device_close(&automatic);
}

/* ---- buffers */

static void check_buffers(fixture *f, eg_device *device)
{
    bool checked = eg_device_describe(device)->kind == EG_DEVICE_CHECKED;
    eg_buffer *a, *b, *none;
    unsigned char in[1000], out[1000];
    ok(f, eg_buffer_create(device, 1000, "a", &a));
    ok(f, eg_buffer_create(device, 1000, "b", &b));
    ok(f, eg_buffer_create(device, 0, "none", &none));
    assert_int_equal(eg_buffer_bytes(a), 1000);
    ok(f, eg_buffer_read(a, 0, out, 1000));
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(out[i], checked ? 0xff : 0);
        in[i] = (unsigned char)(i * 7);
    }
    ok(f, eg_buffer_write(a, 0, in, 1000));
    ok(f, eg_buffer_write(b, 0, in, 1000));
    ok(f, eg_buffer_copy(b, 100, a, 3, 500));
    ok(f, eg_buffer_write(b, 999, "!", 1));
    ok(f, eg_buffer_write(none, 0, in, 0));
    ok(f, eg_buffer_read(b, 0, out, 1000));
    for (int i = 0; i < 1000; i++)
        assert_int_equal(out[i], i == 999 ? '!' : i >= 100 && i < 600 ? in[i - 97] : in[i]);
    eg_buffer_destroy(&none);
    eg_buffer_destroy(&a);
    eg_buffer_destroy(&b);
    assert_null(a);
    eg_buffer_destroy(&a);
}

/* Lent data stay where they are, and a buffer gives what it holds. */
static void check_lent_and_given(fixture *f, eg_device *device)
{
    bool host = eg_device_describe(device)->kind == EG_DEVICE_HOST;
    eg_buffer *lent, *own;
    unsigned char in[1000], *given = NULL;
    int64_t held = eg_context_blocks_held(f->context);
    for (int i = 0; i < 1000; i++)
        in[i] = (unsigned char)(i * 7);
    ok(f, eg_buffer_lend(device, 1000, "lent", in, &lent));
    ok(f, eg_buffer_create(device, 1000, "own", &own));
    ok(f, eg_buffer_copy(own, 0, lent, 0, 1000));
    ok(f, eg_buffer_give(&own, &given));
    assert_null(own);
    assert_memory_equal(given, in, 1000);
    EG_FREE(&given);
    ok(f, eg_buffer_give(&lent, &given));
    assert_true(!host || given != in);
    assert_memory_equal(given, in, 1000);
    EG_FREE(&given);
    ok(f, eg_buffer_lend(device, 1000, "lent", in, &lent));
    eg_buffer_destroy(&lent);
    assert_int_equal(in[999], (unsigned char)(999 * 7));
    assert_int_equal(eg_context_blocks_held(f->context), held);
}

static void check_too_large_a_buffer(fixture *f, eg_device *device)
{
    eg_buffer *buffer;
    int64_t held = eg_context_blocks_held(f->context);
    fails(f, EG_MEMORY, "has no room for 'state': it needs 16777216 MiB, and ",
          eg_buffer_create(device, (int64_t)1 << 44, "state", &buffer));
    assert_null(buffer);
    assert_int_equal(eg_context_blocks_held(f->context), held);
}

/* ---- launches */

/* Reads begun are of the state at that place of the queue, whatever is queued behind them. */
static void check_order(fixture *f, eg_device *device)
{
    enum { CELLS = 4096, STEPS = 20 };
    eg_program *program = test_program(f, device, EG_F64, 4, 1);
    eg_kernel *add;
    eg_buffer *x, *copy;
    eg_event *event;
    void *memory;
    double end[CELLS];
    memset(end, 0, sizeof end);
    ok(f, eg_kernel_get(program, "test_add", &add));
    ok(f, eg_buffer_create(device, sizeof end, "x", &x));
    ok(f, eg_buffer_create(device, sizeof end, "copy", &copy));
    ok(f, eg_buffer_write(x, 0, end, sizeof end));
    ok(f, eg_staging_create(device, sizeof end, &memory));
    for (int i = 0; i < STEPS; i++)
        ok(f, EG_LAUNCH(add, CELLS / 4, EG_BUFFER("x", x), EG_REAL("more", 1), EG_LONG("groups", CELLS / 4)));
    ok(f, eg_buffer_copy(copy, 0, x, 0, sizeof end));
    ok(f, eg_buffer_read_begin(copy, 8, memory, (int64_t)sizeof end - 8, &event));
    for (int i = 0; i < STEPS; i++)
        ok(f, EG_LAUNCH(add, CELLS / 4, EG_BUFFER("x", x), EG_REAL("more", 1), EG_LONG("groups", CELLS / 4)));
    ok(f, eg_event_wait(event));
    eg_event_destroy(&event);
    const double *seen = memory;
    for (int i = 0; i < CELLS - 1; i++)
        assert_true(seen[i] == STEPS);
    ok(f, eg_device_finish(device));
    ok(f, eg_buffer_read(x, 0, end, sizeof end));
    for (int i = 0; i < CELLS; i++)
        assert_true(end[i] == 2 * STEPS);
    eg_staging_destroy(device, &memory);
    assert_null(memory);
    eg_buffer_destroy(&copy);
    eg_buffer_destroy(&x);
    eg_program_destroy(&program);
}

/* The groups that run are those below `groups` and below the n of FOR_GROUPS. */
static void check_groups(fixture *f, eg_device *device)
{
    eg_program *program = test_program(f, device, EG_F32, 4, 1);
    static const int64_t launch[][2] = {{5, 5}, {5, 3}, {3, 5}, {0, 5}, {5, 0}, {1000, 7}};
    for (size_t k = 0; k < sizeof launch / sizeof *launch; k++) {
        eg_kernel *add;
        eg_buffer *x;
        float value[40] = {0};
        ok(f, eg_kernel_get(program, "test_add", &add));
        ok(f, eg_buffer_create(device, sizeof value, "x", &x));
        ok(f, eg_buffer_write(x, 0, value, sizeof value));
        ok(f, EG_LAUNCH(add, launch[k][0], EG_BUFFER("x", x), EG_REAL("more", 2.5),
                        EG_LONG("groups", launch[k][1])));
        ok(f, eg_buffer_read(x, 0, value, sizeof value));
        for (int i = 0; i < 40; i++)
            assert_true(value[i] == (i < 4 * launch[k][0] && i < 4 * launch[k][1] ? 2.5f : 0.0f));
        eg_buffer_destroy(&x);
    }
    eg_program_destroy(&program);
}

/* What is queued beside the rest comes after what was queued before the fork, and before what follows the
 * join. */
static void check_side(fixture *f, eg_device *device)
{
    eg_program *program = test_program(f, device, EG_F64, 4, 1);
    enum { GROUPS = 1 << 14, N = 4 * GROUPS };
    const int64_t bytes = N * (int64_t)sizeof(double);
    eg_kernel *add;
    eg_buffer *x, *y, *other;
    double *value, given = 7;
    ok(f, eg_alloc(f->context, N, sizeof *value, &value));
    ok(f, eg_kernel_get(program, "test_add", &add));
    ok(f, eg_buffer_upload(device, bytes, "x", NULL, &x));
    ok(f, eg_buffer_upload(device, bytes, "y", NULL, &y));
    ok(f, eg_buffer_upload(device, bytes, "other", NULL, &other));
    for (int turn = 0; turn < 20; turn++) {
        ok(f, EG_LAUNCH(add, GROUPS, EG_BUFFER("x", x), EG_REAL("more", 1), EG_LONG("groups", GROUPS)));
        ok(f, eg_aux_queue_fork(device));
        eg_aux_queue_enter(device);
        ok(f, EG_LAUNCH(add, GROUPS, EG_BUFFER("x", x), EG_REAL("more", 2), EG_LONG("groups", GROUPS)));
        ok(f, eg_buffer_copy(y, 0, x, 0, bytes));
        eg_aux_queue_leave(device);
        ok(f, EG_LAUNCH(add, GROUPS, EG_BUFFER("x", other), EG_REAL("more", 3), EG_LONG("groups", GROUPS)));
        eg_aux_queue_enter(device);
        ok(f, eg_buffer_write(y, 8, &given, sizeof given));
        eg_aux_queue_leave(device);
        ok(f, eg_aux_queue_join(device));
        ok(f, EG_LAUNCH(add, GROUPS, EG_BUFFER("x", x), EG_REAL("more", 4), EG_LONG("groups", GROUPS)));
        ok(f, eg_buffer_read(y, 0, value, bytes));
        for (int i = 0; i < N; i++)
            assert_true(value[i] == (i == 1 ? given : 7 * turn + 3));
    }
    ok(f, eg_buffer_read(x, 0, value, bytes));
    assert_true(value[0] == 140 && value[N - 1] == 140);
    ok(f, eg_buffer_read(other, 0, value, bytes));
    assert_true(value[0] == 60 && value[N - 1] == 60);
    eg_free(f->context, &value);
    eg_buffer_destroy(&x);
    eg_buffer_destroy(&y);
    eg_buffer_destroy(&other);
    eg_program_destroy(&program);
}

static void check_refusals(fixture *f, eg_device *device)
{
    eg_program *program = test_program(f, device, EG_F64, 4, 3);
    eg_kernel *k, *same;
    eg_buffer *x;
    ok(f, eg_buffer_create(device, 8, "x", &x));
    ok(f, eg_kernel_get(program, "test_arguments", &k));
    ok(f, eg_kernel_get(program, "test_arguments", &same));
    assert_ptr_equal(k, same);
    fails(f, EG_INTERNAL, "has no kernel 'test_nothing'; it has: test_arguments, test_shared",
          eg_kernel_get(program, "test_nothing", &same));
    fails(f, EG_INTERNAL, "test_arguments (device/test.c:",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_BUFFER("in", x), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1)));
    fails(f, EG_INTERNAL, "parameter 6, 'd', is a double; it is given nothing",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_BUFFER("in", x), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1)));
    fails(f, EG_INTERNAL, "parameter 2, 'in', is a buffer; it is given real",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_REAL("in", 1), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1), EG_DOUBLE("d", 1)));
    fails(f, EG_INTERNAL, "parameter 3, 'i', is a int; it is given long",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_BUFFER("in", x), EG_LONG("i", 1), EG_INT("n", 0),
                    EG_REAL("r", 1), EG_DOUBLE("d", 1)));
    fails(f, EG_INTERNAL, "parameter 6, 'd', is a double; it is given real",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_BUFFER("in", x), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1), EG_REAL("d", 1)));
    fails(f, EG_INTERNAL, "it is given no buffer (NULL)",
          EG_LAUNCH(k, 1, EG_BUFFER("out", NULL), EG_BUFFER("in", x), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1), EG_DOUBLE("d", 1)));
    eg_device *other = open_device(f, "host:1");
    eg_buffer *foreign;
    ok(f, eg_buffer_create(other, 8, "foreign", &foreign));
    fails(f, EG_INTERNAL, "it is given a buffer of another device",
          EG_LAUNCH(k, 1, EG_BUFFER("out", foreign), EG_BUFFER("in", x), EG_INT("i", 1), EG_LONG("n", 0),
                    EG_REAL("r", 1), EG_DOUBLE("d", 1)));
    eg_buffer_destroy(&foreign);
    eg_device_close(&other);
    fails(f, EG_INTERNAL, "has no parameter 'j'",
          EG_LAUNCH(k, 1, EG_BUFFER("out", x), EG_BUFFER("in", x), EG_INT("j", 1)));
    fails(f, EG_INTERNAL, "has no parameter 'j'", EG_BIND(k, EG_INT("j", 1)));
    fails(f, EG_INTERNAL, "parameter 3, 'i', is a int; it is given long", EG_BIND(k, EG_LONG("i", 1)));
    assert_int_not_equal(eg_kernel_get(program, "test_left_out", &same), EG_OK);
    eg_buffer_destroy(&x);
    eg_program_destroy(&program);
}

/* Arguments go by their names: in any order, at the launch or bound before, where the last binding counts. */
static void arguments_go_by_name(fixture *f, eg_device *device)
{
    enum { N = 5 };
    eg_program *program = test_program(f, device, EG_F64, 4, 1);
    eg_kernel *k;
    eg_buffer *in, *out;
    double given[N] = {1, 2, 3, 4, 5}, once[N], again[N];
    ok(f, eg_kernel_get(program, "test_arguments", &k));
    ok(f, eg_buffer_upload(device, sizeof given, "in", given, &in));
    ok(f, eg_buffer_create(device, sizeof given, "out", &out));
    ok(f, EG_LAUNCH(k, 2, EG_DOUBLE("d", 7), EG_REAL("r", 3), EG_LONG("n", N), EG_INT("i", 2),
                    EG_BUFFER("in", in), EG_BUFFER("out", out)));
    ok(f, eg_buffer_read(out, 0, once, sizeof once));
    ok(f, EG_BIND(k, EG_BUFFER("out", in), EG_BUFFER("in", in), EG_REAL("r", 3), EG_INT("i", 9)));
    ok(f, EG_BIND(k, EG_BUFFER("out", out), EG_DOUBLE("d", 7)));
    ok(f, EG_LAUNCH(k, 2, EG_LONG("n", N), EG_INT("i", 2)));
    ok(f, eg_buffer_read(out, 0, again, sizeof again));
    assert_memory_equal(once, again, sizeof once);
    ok(f, EG_LAUNCH(k, 2, EG_LONG("n", N)));
    ok(f, eg_buffer_read(out, 0, again, sizeof again));
    assert_memory_not_equal(once, again, sizeof once);
    eg_buffer_destroy(&in);
    eg_buffer_destroy(&out);
    eg_program_destroy(&program);
}

static void check_lanes_limit(fixture *f, eg_device *device)
{
    const eg_device_info *info = eg_device_describe(device);
    eg_program *program;
    if (info->kind <= EG_DEVICE_CHECKED)
        return;
    fails(f, EG_DEVICE, "threads in a group, too few for device/test.c with",
          eg_program_create(device,
                            &(eg_program_options){.file = "device/test.c", .lanes = 2 * info->max_group},
                            &program));
}

static void check_measure(fixture *f, eg_device *device)
{
    eg_device_limits limits, again;
    ok(f, eg_device_measure(device, &limits));
    assert_true(limits.copy_bandwidth > 1e7 && limits.copy_bandwidth < 1e14);
    assert_true(limits.multiply_add[EG_F64] > 1e7 && limits.multiply_add[EG_F64] < 1e16);
    ok(f, eg_device_measure(device, &again));
    assert_memory_equal(&limits, &again, sizeof limits);
}

static void for_each_device(fixture *f, void (*check)(fixture *, eg_device *))
{
    for (int i = 0; i < f->specs; i++) {
        eg_device *device = open_device(f, f->spec[i]);
        check(f, device);
        eg_device_close(&device);
    }
}

static void buffers_hold_what_was_written(void **state)
{
    for_each_device(*state, check_buffers);
}

static void data_are_lent_and_given(void **state)
{
    for_each_device(*state, check_lent_and_given);
}

static void too_large_a_buffer_names_need_and_free(void **state)
{
    for_each_device(*state, check_too_large_a_buffer);
}

static void work_is_done_in_order(void **state)
{
    for_each_device(*state, check_order);
}

static void groups_below_both_limits_run(void **state)
{
    for_each_device(*state, check_groups);
}

static void two_queues_fork_and_join(void **state)
{
    for_each_device(*state, check_side);
}

static void arguments_are_found_by_name(void **state)
{
    for_each_device(*state, arguments_go_by_name);
}

static void wrong_launches_are_refused(void **state)
{
    for_each_device(*state, check_refusals);
}

static void lanes_beyond_the_device_are_refused(void **state)
{
    for_each_device(*state, check_lanes_limit);
}

static void limits_are_measured_once(void **state)
{
    for_each_device(*state, check_measure);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up_shared, fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(malformed_specifications_are_refused),
        TEST(absent_devices_are_told_with_those_present),
        TEST(devices_describe_themselves),
        TEST(buffers_hold_what_was_written),
        TEST(data_are_lent_and_given),
        TEST(too_large_a_buffer_names_need_and_free),
        TEST(work_is_done_in_order),
        TEST(groups_below_both_limits_run),
        TEST(two_queues_fork_and_join),
        TEST(arguments_are_found_by_name),
        TEST(wrong_launches_are_refused),
        TEST(lanes_beyond_the_device_are_refused),
        TEST(limits_are_measured_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
