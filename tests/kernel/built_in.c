/* Programs that are compiled with the library: a run takes them without a compiler and without the cache, and
 * only where they are what it asks for. The tests of kernels show what they compute: the checking device and
 * those of drivers compile the same programs. */
#include "unit/device_fixture.h"

#include "device/host/built_in.h"

static eg_program_options options_of(const eg_built_in *b, eg_define *defines)
{
    for (int i = 0; i < b->constants; i++)
        defines[i] = (eg_define){b->constant[i].name, b->constant[i].value};
    return (eg_program_options){.file = b->file,
                                .precision = (eg_precision)b->precision,
                                .lanes = b->lanes,
                                .items = b->items,
                                .defines = defines,
                                .define_count = b->constants};
}

/* Makes the program and finds the kernels that the library has of it; returns how many were compiled. */
static int make(fixture *f, const char *spec, const eg_built_in *b, const eg_program_options *options)
{
    eg_device *device;
    eg_program *program;
    eg_kernel *kernel;
    int before = fixture_each_entry(f, NULL);
    ok(f, eg_device_open(f->context, spec, &device));
    ok(f, eg_program_create(device, options, &program));
    assert_non_null(b->kernel->name);
    for (const struct eg_built_in_kernel *k = b->kernel; k->name; k++)
        ok(f, eg_kernel_get(program, k->name, &kernel));
    fails(f, EG_INTERNAL, "has no kernel 'another'", eg_kernel_get(program, "another", &kernel));
    eg_program_destroy(&program);
    eg_device_close(&device);
    return fixture_each_entry(f, NULL) - before;
}

static bool has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static void they_need_no_compiler(void **state)
{
    fixture *f = *state;
    int count = 0;
    setenv("CC", "/nonexistent/cc", 1);
    for (const eg_built_in *const *b = eg_built_in_programs; *b; b++) {
        eg_define defines[EG_BUILT_IN_CONSTANTS];
        eg_program_options options = options_of(*b, defines);
        if ((*b)->processor != EG_BUILT_IN_ANY)
            continue;
        assert_int_equal(make(f, "host:2", *b, &options), 0);
        count++;
    }
    assert_true(count >= 12);
    assert_string_equal(f->log, "");
}

static void others_are_compiled(void **state)
{
    fixture *f = *state;
    const eg_built_in *b = eg_built_in_programs[0];
    eg_define defines[EG_BUILT_IN_CONSTANTS + 1];
    eg_program_options options = options_of(b, defines);
    assert_int_equal(make(f, "host:1", b, &options), 0);
    assert_int_equal(make(f, "checked", b, &options), 1);
    eg_program_options other = options;
    other.generated = "#define OTHER 1\n";
    assert_int_equal(make(f, "host:1", b, &other), 1);
    other = options;
    defines[other.define_count++] = (eg_define){"OTHER", 1};
    assert_int_equal(make(f, "host:1", b, &other), 1);
    other = options;
    other.items = 2;
    assert_int_equal(make(f, "host:1", b, &other), 1);
}

/* Who names sources gets them compiled. */
static void sources_of_a_folder_are_compiled(void **state)
{
    fixture *f = *state;
    char folder[4096];
    eg_define defines[EG_BUILT_IN_CONSTANTS];
    const eg_built_in *b = eg_built_in_programs[0];
    eg_program_options options = options_of(b, defines);
    snprintf(folder, sizeof folder, "%s/kernels", getenv("EAGRE_SOURCE"));
    setenv("EAGRE_KERNELS", folder, 1);
    assert_int_equal(make(f, "host:1", b, &options), 1);
    unsetenv("EAGRE_KERNELS");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(others_are_compiled),
        TEST(sources_of_a_folder_are_compiled),
        TEST(they_need_no_compiler),
    };
    if (!eg_built_in_programs[0] || !has_avx2()) {
        fprintf(stderr, "skipped: the library has no program for this processor\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
