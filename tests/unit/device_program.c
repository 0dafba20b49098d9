/* Programs: the cache on disk, missing compilers, messages that name the kernel's file and line, and
 * what the checking device catches. */
#include "unit/device_fixture.h"

#include <fcntl.h>

#include "device/embedded.h"
#include "device/source.h"

static eg_status create(eg_device *device, const char *file, const char *generated, eg_program **program)
{
    return eg_program_create(
        device, &(eg_program_options){.file = file, .lanes = 4, .items = 3, .generated = generated}, program);
}

static void create_and_destroy(fixture *f, const char *spec, const char *generated)
{
    eg_device *device;
    eg_program *program;
    ok(f, eg_device_open(f->context, spec, &device));
    ok(f, create(device, "device/test.c", generated, &program));
    eg_kernel *kernel;
    ok(f, eg_kernel_get(program, "test_add", &kernel));
    eg_program_destroy(&program);
    eg_device_close(&device);
}

static int compilations(fixture *f)
{
    int count = 0;
    for (const char *p = f->log; (p = strstr(p, "compiled device/")); p++)
        count++;
    return count;
}

/* ---- the cache */

static void a_program_is_compiled_once(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        int before = compilations(f);
        bool again = strcmp(f->spec[i], "host:2") == 0 || strcmp(f->spec[i], "checked:3") == 0;
        create_and_destroy(f, f->spec[i], NULL);
        assert_int_equal(compilations(f), before + (again ? 0 : 1));
        create_and_destroy(f, f->spec[i], NULL);
        assert_int_equal(compilations(f), before + (again ? 0 : 1));
        create_and_destroy(f, f->spec[i], again ? NULL : "#define OTHER 1\n");
        assert_int_equal(compilations(f), before + (again ? 0 : 2));
    }
    assert_int_equal(fixture_each_entry(f, NULL), compilations(f));
}

/* ---- what the key knows of the source */

static void assert_bare(fixture *f, const char *text, const char *expected)
{
    char *bare;
    ok(f, eg_source_bare(f->context, text, &bare));
    assert_string_equal(bare, expected);
    eg_free(f->context, &bare);
}

static void comments_and_layout_are_left_out(void **state)
{
    fixture *f = *state;
    assert_bare(f, "", "");
    assert_bare(f, "/* a */ int  a;\n\n// b \\\n c\n\tint b; /* d\n */ int c;\n", "int a; int b; int c;");
    assert_bare(f, "#line 3 \"a\"\nint a;\n  #line 4 \"b\"\nint b;", "int a; int b;");
    assert_bare(f, "int a; /* # */ int b; /**/#define A", "int a; int b; #define A"); /* no directive */
    assert_bare(f, "int a;\n/* c */ #define A /* d\n */ 1 // e\n\n// f\nint b;\nint c;",
                "int a;\n#define A 1\nint b; int c;");
    assert_bare(f, "#define A(x) \\\n    x \\\n    + 1\n#define B (x)\nin\\\nt a;",
                "#define A(x) x + 1\n#define B (x)\nint a;");
    assert_bare(f, "a = \"/*  \\\" //\"  '\"' '\\''  b; don't  end\nc  /d /",
                "a = \"/*  \\\" //\" '\"' '\\'' b; don't  end c /d /");
    assert_bare(f, "a /* never closed", "a");
}

static void no_kernel_asks_for_lines(void **state)
{
    (void)state;
    for (const eg_embedded_file *file = eg_embedded_kernels; file->name; file++)
        assert_true(!strstr(file->text, "__LINE__") && !strstr(file->text, "__FILE__"));
}

/* Generated text stands in front of the kernels, so that a line more moves all that follow. */
static void a_comment_is_not_compiled_again_and_a_token_is(void **state)
{
    static const char *const same[] = {"#define OTHER 1\n", "// one\n#define  OTHER /* two\n */ 1\n\n\n",
                                       "#define OTHER \\\n 1\n"};
    static const char *const others[] = {"#define OTHER 2\n", "#define OTHER1\n", "#define OTHER 1 \"//\"\n"};
    fixture *f = *state;
    fixture_each_entry(f, fixture_remove);
    f->log[0] = 0;
    for (int i = 0; i < 3; i++)
        create_and_destroy(f, "checked:1", same[i]);
    assert_int_equal(compilations(f), 1);
    for (int i = 0; i < 3; i++)
        create_and_destroy(f, "checked:1", others[i]);
    assert_int_equal(compilations(f), 4);
    assert_int_equal(fixture_each_entry(f, NULL), 4);
}

/* ---- entries of the cache */

static void flip_a_byte(const char *path)
{
    int file = open(path, O_RDWR);
    char byte = 0;
    assert_true(file >= 0 && pread(file, &byte, 1, 200) == 1);
    byte ^= 1;
    assert_true(pwrite(file, &byte, 1, 200) == 1);
    close(file);
}

static void cut_short(const char *path)
{
    assert_int_equal(truncate(path, 100), 0);
}

static void empty(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static void remove_folder(const char *path)
{
    assert_int_equal(rmdir(path), 0);
}

static void make_a_folder(const char *path)
{
    assert_true(unlink(path) == 0 && mkdir(path, 0700) == 0);
}

static void broken_entries_are_built_again(void **state)
{
    static void (*const damage[])(const char *) = {flip_a_byte, cut_short, empty};
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        fixture_each_entry(f, fixture_remove);
        f->log[0] = 0;
        create_and_destroy(f, f->spec[i], NULL);
        for (size_t k = 0; k < sizeof damage / sizeof *damage; k++) {
            fixture_each_entry(f, damage[k]);
            f->log[0] = 0;
            create_and_destroy(f, f->spec[i], NULL);
            assert_non_null(strstr(f->log, "is broken ("));
            assert_int_equal(compilations(f), 1);
        }
        f->log[0] = 0;
        create_and_destroy(f, f->spec[i], NULL);
        assert_string_equal(f->log, "");
    }
}

/* A folder where the entry should be: neither readable nor replaceable, so it is as if the cache
 * could not be written. */
static void an_entry_that_cannot_be_replaced_is_passed_by(void **state)
{
    fixture *f = *state;
    create_and_destroy(f, "host:1", NULL);
    fixture_each_entry(f, make_a_folder);
    f->log[0] = 0;
    create_and_destroy(f, "host:1", NULL);
    assert_non_null(strstr(f->log, "is broken ("));
    assert_non_null(strstr(f->log, "compiled programs are not kept"));
    fixture_each_entry(f, remove_folder);
}

static void an_unwritable_cache_is_done_without(void **state)
{
    fixture *f = *state;
    char own[64], path[128];
    snprintf(own, sizeof own, "%s", f->cache);
    snprintf(path, sizeof path, "%s/a-file", own);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(file >= 0);
    close(file);
    setenv("EAGRE_CACHE", path, 1); /* a file is no folder, not for root either */
    setenv("TMPDIR", own, 1);
    for (int i = 0; i < f->specs; i++) {
        f->log[0] = 0;
        create_and_destroy(f, f->spec[i], NULL);
        assert_non_null(strstr(f->log, "cache: compiled programs are not kept: "));
        assert_non_null(strstr(f->log, "set EAGRE_CACHE to another folder"));
        assert_int_equal(compilations(f), 1);
        assert_int_equal(fixture_each_entry(f, NULL), 1); /* a-file: nothing else is left */
    }
    unsetenv("TMPDIR");
    setenv("EAGRE_CACHE", own, 1);
}

static void no_cache_folder_and_no_temporary_folder_is_an_error(void **state)
{
    fixture *f = *state;
    eg_device *device;
    eg_program *program;
    ok(f, eg_device_open(f->context, "host:1", &device));
    setenv("TMPDIR", "/nonexistent", 1);
    fails(f, EG_IO, "no temporary folder can be made there", create(device, "device/test.c", NULL, &program));
    assert_null(program);
    unsetenv("TMPDIR");
    eg_device_close(&device);
}

/* ---- compilers */

static void check_without_compiler(fixture *f, const char *text)
{
    eg_device *device;
    eg_program *program;
    ok(f, eg_device_open(f->context, "host:1", &device));
    assert_non_null(strstr(eg_device_describe(device)->compiler, "none found"));
    fails(f, EG_DEVICE, text, create(device, "device/test.c", NULL, &program));
    assert_null(program);
    eg_device_close(&device);
}

static void no_compiler_is_told(void **state)
{
    fixture *f = *state;
    char *cc = getenv("CC"), *path = strdup(getenv("PATH"));
    char *kept = cc ? strdup(cc) : NULL;
    setenv("CC", "/nonexistent/cc -O1", 1);
    check_without_compiler(f, "CC is '/nonexistent/cc -O1', which cannot be run");
    unsetenv("CC");
    setenv("PATH", "/nonexistent", 1);
    check_without_compiler(f, "install gcc (Debian: apt install gcc libc6-dev)");
    setenv("PATH", path, 1);
    setenv("CC", "false", 1);
    eg_device *device;
    eg_program *program;
    ok(f, eg_device_open(f->context, "host:1", &device));
    fails(f, EG_DEVICE, "refuses the flags", create(device, "device/test.c", NULL, &program));
    eg_device_close(&device);
    if (kept)
        setenv("CC", kept, 1);
    else
        unsetenv("CC");
    free(kept);
    free(path);
}

static void clang_gives_the_same_program(void **state)
{
    fixture *f = *state;
    if (access("/usr/bin/clang", X_OK) != 0)
        skip();
    char *cc = getenv("CC");
    assert_null(cc);
    setenv("CC", "clang", 1);
    create_and_destroy(f, "checked", NULL);
    unsetenv("CC");
}

/* ---- messages */

static void check_message(fixture *f, eg_device *device, const char *generated, const char *part)
{
    eg_program *program;
    fails(f, EG_DEVICE, part, create(device, "device/test.c", generated, &program));
    assert_null(program);
}

static void errors_name_kernel_file_and_line(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        eg_device *device;
        eg_program *program;
        ok(f, eg_device_open(f->context, f->spec[i], &device));
        bool nvrtc = eg_device_describe(device)->kind == EG_DEVICE_CUDA;
        check_message(f, device, "\n/* */\nFUNCTION real bad(real x)\n{\n    return y;\n}\n",
                      nvrtc ? "generated(5)" : "generated:5");
        check_message(f, device, "\nKERNEL bad(int *x) {}\n",
                      "generated:2: kernel bad: parameter 'int *x' cannot be given by a launch");
        check_message(f, device, "KERNEL bad(GLOBAL int x) {}\n", "parameter 'GLOBAL int x' cannot");
        check_message(f, device, "KERNEL bad(unsigned x) {}\n", "parameter 'unsigned x' cannot");
        check_message(f, device, "KERNEL_SHAPE(3)\nKERNEL bad(int x) {}\n",
                      "generated:1: KERNEL_SHAPE takes (threads, groups)");
        if (eg_device_describe(device)->kind <= EG_DEVICE_CHECKED)
            check_message(f, device,
                          "KERNEL big(GLOBAL real *x, long n)\n{\n    FOR_GROUPS(b, n)\n"
                          "    SHARED real large[1 << 18];\n    FOR_FLAT(i, 1 << 18)\n"
                          "    large[i] = x[i];\n    FOR_FLAT(i, 1 << 18)\n"
                          "    x[i] = large[(1 << 18) - 1 - i];\n    END_GROUPS\n}\n",
                          "bytes of the stack of a thread, and there are 1048576; take a lower degree");
        check_message(f, device, "KERNEL bad(int x", "the parameter list has no end");
        check_message(f, device, "#include <math.h>\n", "includes other kernel files only");
        check_message(f, device, "#include \"fv/none.h\"\n",
                      "there is no kernel file 'fv/none.h'; there are: ");
        check_message(f, device, "KERNEL test_add(int x) {}\n",
                      "kernel test_add has other parameters than at generated:1");
        fails(f, EG_DEVICE, "there is no kernel file 'none.c'", create(device, "none.c", NULL, &program));
        eg_device_close(&device);
    }
}

static void kernels_come_from_a_folder_if_asked(void **state)
{
    fixture *f = *state;
    eg_device *device;
    eg_program *program;
    ok(f, eg_device_open(f->context, "host:1", &device));
    setenv("EAGRE_KERNELS", "/nonexistent", 1);
    fails(f, EG_DEVICE, "/nonexistent/target/host.h: cannot be opened",
          create(device, "device/test.c", NULL, &program));
    unsetenv("EAGRE_KERNELS");
    const char *source = getenv("EAGRE_SOURCE");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/kernels", source ? source : ".");
    setenv("EAGRE_KERNELS", folder, 1);
    ok(f, create(device, "device/test.c", NULL, &program));
    unsetenv("EAGRE_KERNELS");
    eg_program_destroy(&program);
    eg_device_close(&device);
}

static void sources_are_scanned(void **state)
{
    fixture *f = *state;
    eg_source source = {.text = {.context = f->context}};
    const char *text = "// KERNEL no(int x)\n"
                       "/* KERNEL no(int x)\n   KERNEL no2(int x) */\n"
                       "#define K KERNEL no3(int x) \\\n    KERNEL no4(int x)\n"
                       "KERNEL_SHAPE(2 * (LANES), 8) // , )\n"
                       "KERNEL one(GLOBAL CONST real *RESTRICT /* , */ q,\n"
                       "           long n, CONST double t)\n{}\n"
                       "KERNEL two(void) {}\n";
    ok(f, eg_source_add_text(f->context, &source, "x.c", text));
    assert_int_equal(source.kernel_count, 2);
    const eg_source_kernel *k = source.kernels;
    assert_string_equal(k[0].name, "one");
    assert_int_equal(k[0].line, 7);
    assert_int_equal(k[0].param_count, 3);
    assert_int_equal(k[0].param[0].kind, EG_PARAM_BUFFER);
    assert_string_equal(k[0].param[0].name, "q");
    assert_int_equal(k[0].param[1].kind, EG_PARAM_LONG);
    assert_int_equal(k[0].param[2].kind, EG_PARAM_DOUBLE);
    assert_int_equal(k[1].param_count, 0);
    const char *all = eg_text_string(&source.text);
    assert_non_null(strstr(all, "#define EG_THREADS (2 * (LANES))\n"));
    assert_non_null(strstr(all, "#define EG_HAVE_one 1\n#line 7 \"x.c\"\nKERNEL one("));
    assert_non_null(strstr(all, "#define EG_THREADS (LANES)\n#define EG_RESIDENT (1)\n"));
    eg_source_free(&source);
}

static void scan_variant(fixture *f, const char *constants, const char *names)
{
    eg_source source = {.text = {.context = f->context}};
    EG_TEXT(found, f->context);
    ok(f, eg_source_add_text(f->context, &source, "constants", constants));
    ok(f,
       eg_source_add_text(f->context, &source, "x.c",
                          "#define TWO 2\nKERNEL k(int always,\n#if A\n  int a, GLOBAL real *of_a,\n#endif\n"
                          "#if B == TWO || A == 3\n  long b,\n#endif\n#if A && B\n  real both,\n#endif\n"
                          "  int last) {}\n"));
    for (int i = 0; i < source.kernels[0].param_count; i++)
        eg_text_add(&found, "%s ", source.kernels[0].param[i].name);
    assert_string_equal(eg_text_string(&found), names);
    eg_source_free(&source);
}

static void a_variant_has_the_parameters_of_its_constants(void **state)
{
    fixture *f = *state;
    eg_source source = {.text = {.context = f->context}};
    scan_variant(f, "", "always last ");
    scan_variant(f, "#define A 1\n#define B 0\n", "always a of_a last ");
    scan_variant(f, "#define B 2\n", "always b last ");
    scan_variant(f, "#define A 3\n#define B 1\n", "always a of_a b both last ");
    fails(f, EG_DEVICE, "x.c:1: kernel k: a parameter list has `#if NAME`",
          eg_source_add_text(f->context, &source, "x.c", "KERNEL k(\n#ifdef A\nint a,\n#endif\nint b) {}\n"));
    eg_source_free(&source);
}

static void messages_are_translated(void **state)
{
    fixture *f = *state;
    static const char *const source = "#define A 1\n#line 1 \"a.c\"\nx\ny\n#line 7 \"b/b.c\"\nz";
    static const char *const said = "<k>:3:1: error: one <k>:4: two\n<k>:6:5: <k>:1: <k>:x <k>:";
    eg_text text = {.context = f->context};
    eg_source_translate(source, said, "<k>:", &text);
    assert_string_equal(eg_text_string(&text),
                        "a.c:1:1: error: one a.c:2: two\nb/b.c:7:5: <k>:1: <k>:x <k>:");
    eg_text_free(&text);
}

/* ---- the checking device */

static void check_touch(fixture *f, eg_device *device, eg_kernel *touch, int64_t offset, int index,
                        const char *part)
{
    eg_buffer *x, *table;
    int32_t places[4] = {0, 1, 2, index};
    ok(f, eg_buffer_create(device, 8 * 12, "depth", &x));
    ok(f, eg_buffer_create(device, sizeof places, "places", &table));
    ok(f, eg_buffer_write(table, 0, places, sizeof places));
    eg_status status = EG_LAUNCH(touch, 3, EG_BUFFER("x", x), EG_BUFFER("index", table),
                                 EG_LONG("offset", offset), EG_LONG("groups", 3));
    assert_int_equal(status, part ? EG_DEVICE : EG_OK);
    if (part && !strstr(eg_context_error(f->context), part))
        fail_msg("'%s' is not in: %s", part, eg_context_error(f->context));
    eg_buffer_destroy(&x);
    eg_buffer_destroy(&table);
}

static void faults_of_kernels_are_told(void **state)
{
    fixture *f = *state;
    eg_device *device;
    eg_program *program;
    eg_kernel *touch;
    ok(f, eg_device_open(f->context, "checked", &device));
    ok(f, create(device, "device/test.c", NULL, &program));
    ok(f, eg_kernel_get(program, "test_touch", &touch));
    check_touch(f, device, touch, 0, 3, NULL);
    check_touch(f, device, touch, 8, 3, "group 2: accesses byte 128 of buffer 'depth', which has 96 bytes");
    check_touch(f, device, touch, 1, 3, "writes behind buffer 'depth', which has 96 bytes");
    check_touch(f, device, touch, -1, 3, "writes before buffer 'depth', which has 96 bytes");
    check_touch(f, device, touch, -4096, 3, "group 0: accesses ");
    check_touch(f, device, touch, 0, 4, "group 0: undefined behaviour");
    check_touch(f, device, touch, 0, -1, "group 0: undefined behaviour");
    check_touch(f, device, touch, 0, 0, NULL);
    eg_program_destroy(&program);
    eg_device_close(&device);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_program_is_compiled_once),
        TEST(comments_and_layout_are_left_out),
        cmocka_unit_test(no_kernel_asks_for_lines),
        TEST(a_comment_is_not_compiled_again_and_a_token_is),
        TEST(broken_entries_are_built_again),
        TEST(an_entry_that_cannot_be_replaced_is_passed_by),
        TEST(an_unwritable_cache_is_done_without),
        TEST(no_cache_folder_and_no_temporary_folder_is_an_error),
        TEST(no_compiler_is_told),
        TEST(clang_gives_the_same_program),
        TEST(errors_name_kernel_file_and_line),
        TEST(kernels_come_from_a_folder_if_asked),
        TEST(sources_are_scanned),
        TEST(a_variant_has_the_parameters_of_its_constants),
        TEST(messages_are_translated),
        TEST(faults_of_kernels_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
