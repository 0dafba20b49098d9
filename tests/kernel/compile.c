/* Every kernel file compiles for a kind of device: compile KIND with KIND host, checked, opencl (each
 * device that is there) or cuda (with NVRTC, which needs no GPU).
 *
 * The short form finds what the compilers' front ends and linkers refuse: it compiles without
 * optimisation, one setting after the other in f64 and f32 in turn, for CUDA each precision for one
 * architecture. Of the settings of a file the host and CUDA take every second, the checking device every
 * third, and OpenCL, which takes longest, every sixth. What tests of kernels and runs take is compiled there
 * as well. EAGRE_TESTS=long compiles everything in both precisions, for CUDA on both architectures,
 * optimised as in a run.
 *
 * A file says in a comment what constants it wants: `// check: LANES=8 NFACES=3`; each such line is
 * one setting, and a file without one is compiled with LANES=8. */
#include "unit/device_fixture.h"

#include "device/library.h"
#include "device/cuda/cuda.h"
#include "device/embedded.h"
#include "device/opencl/opencl.h"
#include "long.h"

enum { MAX_DEFINES = 20 };

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

/* What is compiled, and with what. */
typedef struct kind {
    const char *name;
    eg_device_kind device;
} kind;

static const kind kinds[] = {
    {"host", EG_DEVICE_HOST},
    {"checked", EG_DEVICE_CHECKED},
    {"opencl", EG_DEVICE_OPENCL},
    {"cuda", EG_DEVICE_CUDA},
};

static const kind *chosen_kind;

/* Of how many settings of a file one is compiled. */
static int stride(void)
{
    static const int strides[] = {
        [EG_DEVICE_HOST] = 2, [EG_DEVICE_CHECKED] = 3, [EG_DEVICE_OPENCL] = 6, [EG_DEVICE_CUDA] = 2};
    size_t device = chosen_kind->device;
    return !is_long() && device < sizeof strides / sizeof *strides && strides[device] ? strides[device] : 1;
}

/* Whether setting number `index` of all files is compiled in this precision. */
static bool is_wanted(int index, eg_precision precision)
{
    return is_long() || (index / stride() % 2 == 0) == (precision == EG_F64);
}

/* Whether setting `number` of a file is compiled. */
static bool is_taken(int number)
{
    return number % stride() == 0;
}

typedef void compile_file(fixture *f, const eg_program_options *options, eg_device *device);

static int compile_setting(fixture *f, const char *file, const char *line, int index, compile_file *compile,
                           eg_device *device)
{
    wanted w;
    int count = 0;
    bool f32 = !device || eg_device_describe(device)->f32;
    read_wanted(file, line, &w);
    char relaxing[] =
        "#define DG_RELAXING {0.5, 1.0, 2.0, 4.0, 8.0}\n"; /* of media that remember, as many as bodies */
    for (int i = 0; i < w.defines; i++)
        if (strcmp(w.name[i], "BODIES") == 0)
            snprintf(strrchr(relaxing, '{') + 4 * w.define[i].value + (w.define[i].value - 1), 3, "}\n");
    for (int precision = EG_F64; precision <= (f32 ? EG_F32 : EG_F64); precision++) {
        if (f32 && !is_wanted(index, (eg_precision)precision))
            continue;
        compile(f,
                &(eg_program_options){.file = file,
                                      .precision = (eg_precision)precision,
                                      .lanes = w.lanes,
                                      .items = w.items,
                                      .defines = w.define,
                                      .define_count = w.defines,
                                      .generated = relaxing},
                device);
        count++;
    }
    return count;
}

/* Calls `compile` for each kernel file and each of its settings; fails where a file is left out. */
static void for_each_file(fixture *f, compile_file *compile, eg_device *device)
{
    int files = 0, index = 0;
    for (const eg_embedded_file *file = eg_embedded_kernels; file->name; file++) {
        size_t length = strlen(file->name);
        if (length < 2 || strcmp(file->name + length - 2, ".c") != 0)
            continue;
        const char *line = strstr(file->text, "check:");
        int number = 0, taken = 0, count = 0;
        do {
            bool takes = is_taken(number++);
            taken += takes;
            if (takes)
                count += compile_setting(f, file->name, line ? line + 6 : "", index, compile, device);
            index++;
            line = line ? strstr(line + 6, "check:") : NULL;
        } while (line);
        assert_true(taken > 0 && count >= taken);
        files++;
    }
    assert_true(files > 0);
}

/* ---- on a device */

/* PoCL compiles the kernels of a program when they are launched, or when its binary is asked for. */
static void compile_kernels(const eg_device *device, const eg_program *program)
{
    size_t bytes = 0;
    const eg_opencl *cl = &device->opencl->cl;
    cl_int code =
        cl->clGetProgramInfo(program->module.pointer, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    assert_true(code == CL_SUCCESS && bytes > 0);
}

static void compile_on_device(fixture *f, const eg_program_options *options, eg_device *device)
{
    eg_program *program;
    ok(f, eg_program_create(device, options, &program));
    if (eg_device_describe(device)->kind == EG_DEVICE_OPENCL)
        compile_kernels(device, program);
    eg_program_destroy(&program);
}

/* For gcc and clang the last -O holds, and a device's flags come behind CC: hence a script that adds its
 * own at the end. Functions are compiled once, not wherever they are called. */
static void leave_optimisation(void)
{
    char script[4096];
    const char *source = getenv("EAGRE_SOURCE"), *cc = getenv("CC");
    assert_non_null(source);
    snprintf(script, sizeof script, "%s/tests/kernel/quick-cc", source);
    setenv("EAGRE_QUICK_CC", cc && cc[0] ? cc : "cc", 1);
    setenv("EAGRE_QUICK_LEVEL", "-O0 -Dalways_inline=unused", 1);
    setenv("CC", script, 1);
    setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable -Dalways_inline=unused", 1);
}

/* Programs that the library holds are compiled too where the kernels come from a folder. */
static void take_kernels_from_the_sources(void)
{
    char folder[4096];
    const char *source = getenv("EAGRE_SOURCE");
    assert_non_null(source);
    snprintf(folder, sizeof folder, "%s/kernels", source);
    setenv("EAGRE_KERNELS", folder, 1);
}

/* One number of threads is compiled as another, so one host and one checking device will do. */
static void kernels_compile(void **state)
{
    fixture *f = *state;
    bool done = false;
    for (int i = 0; i < f->specs && !done; i++) {
        eg_device *device;
        ok(f, eg_device_open(f->context, f->spec[i], &device));
        eg_device_kind is = eg_device_describe(device)->kind;
        if (is == chosen_kind->device)
            for_each_file(f, compile_on_device, device);
        done = is == chosen_kind->device && is <= EG_DEVICE_CHECKED;
        eg_device_close(&device);
    }
}

/* ---- with NVRTC */

/* NVRTC has this option since 12.9. */
static const char *quick_nvrtc(void)
{
    eg_nvrtc nvrtc;
    int major = 0, minor = 0;
    assert_true(eg_nvrtc_load(&nvrtc));
    nvrtc.version(&major, &minor);
    eg_library_close(&nvrtc.library);
    return is_long() || major < 13 ? NULL : "--Ofast-compile=max";
}

static void compile_for_card(fixture *f, const eg_program_options *options, const char *architecture)
{
    bool found;
    int64_t bytes;
    ok(f, eg_cuda_compile_check(f->context, options, architecture, quick_nvrtc(), &found, &bytes));
    if (!found || bytes == 0)
        fail_msg("%s: NVRTC gave nothing for %s", options->file, architecture);
}

static void compile_with_nvrtc(fixture *f, const eg_program_options *options, eg_device *device)
{
    static const char *const architecture[] = {"sm_80", "sm_90"};
    (void)device;
    for (int i = 0; i < 2; i++)
        if (is_long() || (options->precision == EG_F32) == (i == 0))
            compile_for_card(f, options, architecture[i]);
}

static void kernels_compile_for_cuda(void **state)
{
    for_each_file(*state, compile_with_nvrtc, NULL);
}

/* For the cards that have them: sm_90, f64. */
static void products_by_tensor_cores_compile(void **state)
{
    static const char *const file[] = {"ader/elastic.c", "ader/acoustic.c", "ader/sh.c", "ader/advection.c"};
    for (int i = 0; i < 7; i++) {
        int order = 3 + 3 * (i % 2), modes = order * (order + 1) / 2, varies = i > 3;
        const eg_program_options options = {
            .file = file[i % 4],
            .lanes = varies ? 8 : 32,
            .items = modes,
            EG_DEFINES({"TENSOR", 1}, {"ORDER", order}, {"MODES", modes}, {"NFACES", 3 + i % 2},
                       {"TRACE_BITS", 0}, {"RUSANOV", 0}, {"VARIABLE", varies}, {"CONSERVATIVE", 0},
                       {"FACTOR", 0}, {"MODES_M", modes}, {"TESTS", modes}, {"POINTS", order == 3 ? 9 : 42},
                       {"STAGE_POINTS", order == 3 ? 3 : 16}, {"BLOCK", 1}, {"EDGE_POINTS", order + 2})};
        compile_for_card(*state, &options, "sm_90");
    }
    for (int i = 0; i < 2; i++) {
        const eg_program_options options = {
            .file = "deg/atmosphere.c",
            .lanes = 8,
            .items = 4,
            EG_DEFINES({"TENSOR", 1}, {"DEGREE", 4 + 2 * i}, {"POINTS", i ? 60 : 28}, {"ALONG", i ? 8 : 7},
                       {"TRACER", !i}, {"EVOLUTION", !i}, {"ARCS", 0}, {"HLLC", i}, {"SPONGE", i},
                       {"PACK_BITS", 3}, {"DEG_CELLS", 1}, {"DEG_TEAM", 4}, {"DEG_POINTS", 2},
                       {"DEG_COLUMNS", 0}, {"DEG_RESIDENT", 8}, {"VISCOUS", !i}, {"IMEX", i},
                       {"LIMITER", 3 * !i}, {"BOUND_SHARE", 1200}, {"PARTITIONED", i})};
        compile_for_card(*state, &options, "sm_90");
    }
}

/* What the CUDA compiler says comes back, with the kernel's file and line. */
static void cuda_errors_name_file_and_line(void **state)
{
    fixture *f = *state;
    bool found;
    int64_t bytes;
    eg_status status = eg_cuda_compile_check(f->context,
                                             &(eg_program_options){.file = "device/test.c",
                                                                   .generated = "\nFUNCTION int f(void)\n{\n"
                                                                                "    return no;\n}\n"},
                                             "sm_90", NULL, &found, &bytes);
    assert_true(found);
    assert_int_equal(status, EG_DEVICE);
    assert_non_null(strstr(eg_context_error(f->context), "generated(4)"));
}

/* ---- the choice */

static bool has_nvrtc(void)
{
    eg_nvrtc nvrtc;
    bool found = eg_nvrtc_load(&nvrtc);
    if (found)
        eg_library_close(&nvrtc.library);
    return found;
}

static bool has_device(void)
{
    eg_device_info list[FIXTURE_DEVICES];
    eg_context *context;
    int count = 0, found = 0;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_list(context, list, FIXTURE_DEVICES, &count), EG_OK);
    for (int i = 0; i < count && i < FIXTURE_DEVICES; i++)
        found += list[i].kind == chosen_kind->device && list[i].max_group > 0;
    eg_context_destroy(&context);
    return chosen_kind->device <= EG_DEVICE_CHECKED || found > 0;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest on_device[] = {
        cmocka_unit_test_setup_teardown(kernels_compile, fixture_set_up, fixture_tear_down),
    };
    static const struct CMUnitTest for_cuda[] = {
        cmocka_unit_test_setup_teardown(products_by_tensor_cores_compile, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(kernels_compile_for_cuda, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(cuda_errors_name_file_and_line, fixture_set_up, fixture_tear_down),
    };
    for (size_t i = 0; argc == 2 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            chosen_kind = &kinds[i];
    if (!chosen_kind) {
        fprintf(stderr, "usage: %s host|checked|opencl|cuda\n", argv[0]);
        return 2;
    }
    bool cuda = chosen_kind->device == EG_DEVICE_CUDA;
    if (cuda ? !has_nvrtc() : !has_device()) {
        fprintf(stderr, "skipped: nothing here compiles for %s\n", chosen_kind->name);
        return 77;
    }
    if (!is_long())
        leave_optimisation();
    take_kernels_from_the_sources();
    return cuda ? cmocka_run_group_tests(for_cuda, NULL, NULL)
                : cmocka_run_group_tests(on_device, NULL, NULL);
}
