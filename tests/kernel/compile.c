/* Every kernel file compiles for every device: for CUDA with NVRTC where that is found (it needs no
 * GPU), for each OpenCL device, for the host and the checking device, in both precisions.
 *
 * A file says in a comment what constants it wants: `// check: LANES=8 NFACES=3`; each such line is
 * one setting, and a file without one is compiled with LANES=8. */
#include "unit/device_fixture.h"

#include "device/cuda/cuda.h"
#include "device/embedded.h"

enum { MAX_DEFINES = 16 };

/* The constants of one `check:` line. */
typedef struct wanted {
    int lanes, items;
    eg_define define[MAX_DEFINES];
    char name[MAX_DEFINES][64];
    int defines;
} wanted;

/* Reads NAME=VALUE words up to the end of the line. */
static void read_wanted(const char *file, const char *line, wanted *w)
{
    *w = (wanted){.lanes = 8, .items = 1};
    const char *end = line + strcspn(line, "\n*");
    for (const char *p = line; p < end;) {
        char name[64];
        long value;
        int length = 0;
        if (sscanf(p, " %63[A-Za-z0-9_]=%ld%n", name, &value, &length) != 2) {
            if (p + strspn(p, " \t") < end)
                fail_msg("%s: 'check:%.*s' is not NAME=VALUE ...", file, (int)(end - line), line);
            break;
        }
        p += length;
        if (strcmp(name, "LANES") == 0) {
            w->lanes = (int)value;
        } else if (strcmp(name, "ITEMS") == 0) {
            w->items = (int)value;
        } else {
            assert_true(w->defines < MAX_DEFINES);
            snprintf(w->name[w->defines], sizeof name, "%s", name);
            w->define[w->defines] = (eg_define){w->name[w->defines], value};
            w->defines++;
        }
    }
}

typedef void compile_file(fixture *f, const char *name, const eg_program_options *options,
                          eg_device *device);

/* Calls `compile` for each kernel file, each of its settings and both precisions; returns how often.
 */
static int for_each_file(fixture *f, compile_file *compile, eg_device *device, bool f32)
{
    int count = 0;
    for (const eg_embedded_file *file = eg_embedded_kernels; file->name; file++) {
        size_t length = strlen(file->name);
        if (length < 2 || strcmp(file->name + length - 2, ".c") != 0)
            continue;
        const char *line = strstr(file->text, "check:");
        do {
            wanted w;
            read_wanted(file->name, line ? line + 6 : "", &w);
            for (int precision = EG_F64; precision <= (f32 ? EG_F32 : EG_F64); precision++, count++)
                compile(f, file->name,
                        &(eg_program_options){.file = file->name,
                                              .precision = (eg_precision)precision,
                                              .lanes = w.lanes,
                                              .items = w.items,
                                              .defines = w.define,
                                              .define_count = w.defines},
                        device);
            line = line ? strstr(line + 6, "check:") : NULL;
        } while (line);
    }
    return count;
}

static void compile_with_nvrtc(fixture *f, const char *name, const eg_program_options *options,
                               eg_device *device)
{
    static const char *const architecture[] = {"sm_80", "sm_90"};
    (void)device;
    for (size_t i = 0; i < sizeof architecture / sizeof *architecture; i++) {
        bool found;
        int64_t bytes;
        ok(f, eg_cuda_compile_check(f->context, options, architecture[i], &found, &bytes));
        if (!found || bytes == 0)
            fail_msg("%s: NVRTC gave nothing for %s", name, architecture[i]);
    }
}

static void compile_on_device(fixture *f, const char *name, const eg_program_options *options,
                              eg_device *device)
{
    (void)name;
    eg_program *program;
    ok(f, eg_program_create(device, options, &program));
    eg_program_destroy(&program);
}

static void kernels_compile_for_cuda(void **state)
{
    fixture *f = *state;
    eg_nvrtc nvrtc;
    if (!eg_nvrtc_load(&nvrtc)) {
        print_message("NVRTC is not found on this machine: nothing was compiled for CUDA\n");
        skip();
    }
    eg_nvrtc_unload(&nvrtc);
    assert_true(for_each_file(f, compile_with_nvrtc, NULL, true) > 0);
}

static void kernels_compile_on_every_device(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        eg_device *device;
        ok(f, eg_device_open(f->context, f->spec[i], &device));
        bool f32 = eg_device_describe(device)->f32;
        assert_true(for_each_file(f, compile_on_device, device, f32) > 0);
        eg_device_close(&device);
    }
}

/* What the CUDA compiler says comes back, with the kernel's file and line. */
static void cuda_errors_name_file_and_line(void **state)
{
    fixture *f = *state;
    bool found;
    int64_t bytes;
    eg_status status =
        eg_cuda_compile_check(f->context,
                              &(eg_program_options){.file = "device/test.c",
                                                    .generated = "\nFUNCTION int f(void)\n{\n"
                                                                 "    return no;\n}\n"},
                              "sm_90", &found, &bytes);
    if (!found)
        skip();
    assert_int_equal(status, EG_DEVICE);
    assert_non_null(strstr(eg_context_error(f->context), "generated(4)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kernels_compile_for_cuda, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(kernels_compile_on_every_device, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(cuda_errors_name_file_and_line, fixture_set_up,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
