/* What an #include in a kernel file becomes: guarded files are taken at each place, in branches that the
 * compiler leaves out too; others once, and a second #include of one is an error. */
#include "unit/device_fixture.h"

#include <stdlib.h>
#include <unistd.h>

#include "device/source.h"

static const struct {
    const char *name, *text;
} files[] = {
    {"plain.h", "#define PLAIN 1\n"},
    {"guarded.h", "/* what it is for */\n#ifndef WORD\n#define WORD\n#if 1 /* nested */\n#define "
                  "VALUE 2\n#endif\n#endif\n// end\n"},
    {"behind.h", "#ifndef WORD2\n#define WORD2\n#endif\nint behind;\n"},
    {"other.h", "#ifndef WORD3\n#define WORD4\n#endif\n"},
    {"branches.h", "#ifndef WORD5\n#define WORD5\n#else\nint again;\n#endif\n"},
    {"round.h", "#ifndef WORD6\n#define WORD6\n#include \"round.h\"\n#endif\n"},
    {"asks.h", "int x;\n#include \"plain.h\"\n"},
    {"branch.c", "#if NEVER\n#include \"guarded.h\"\n#else\n#include \"guarded.h\"\n#endif\n"
                 "KERNEL value(GLOBAL int *x)\n{\n    x[0] = VALUE;\n}\n"},
    {"twice.c", "#include \"plain.h\"\n\n#include \"asks.h\"\n"},
};
enum { FILES = sizeof files / sizeof *files };

static void path_of(const char *folder, const char *name, char *path)
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void make_files(char *folder)
{
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < FILES; i++) {
        char path[256];
        path_of(folder, files[i].name, path);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(files[i].text, file);
        fclose(file);
    }
    setenv("EAGRE_KERNELS", folder, 1);
}

static void remove_files(const char *folder)
{
    unsetenv("EAGRE_KERNELS");
    for (int i = 0; i < FILES; i++) {
        char path[256];
        path_of(folder, files[i].name, path);
        unlink(path);
    }
    rmdir(folder);
}

/* Adds a text that includes a file twice; NULL: it is taken both times, else the message. */
static void twice(fixture *f, const char *name, const char *message)
{
    char text[256];
    eg_source source = {.text = {.context = f->context}};
    snprintf(text, sizeof text, "#include \"%s\"\n#include \"%s\"\n", name, name);
    eg_status status = eg_source_add_text(f->context, &source, "x.c", text);
    if (message)
        fails(f, EG_DEVICE, message, status);
    else
        ok(f, status);
    eg_source_free(&source);
}

static void a_second_include_is_guarded_or_refused(void **state)
{
    fixture *f = *state;
    char folder[] = "/tmp/eagre-include-XXXXXX";
    make_files(folder);
    twice(f, "guarded.h", NULL);
    twice(f, "plain.h",
          "x.c:2: plain.h is included a second time, after x.c:1; include it once, or let #ifndef "
          "WORD, #define WORD and #endif stand round all of it");
    twice(f, "behind.h", "x.c:2: behind.h is included a second time, after x.c:1");
    twice(f, "other.h", "x.c:2: other.h is included a second time");
    twice(f, "branches.h", "x.c:2: branches.h is included a second time");
    twice(f, "round.h", "round.h:3: round.h includes itself");

    eg_source source = {.text = {.context = f->context}};
    fails(f, EG_DEVICE, "asks.h:2: plain.h is included a second time, after twice.c:1",
          eg_source_add_file(f->context, &source, "twice.c"));
    eg_source_free(&source);
    ok(f, eg_source_add_file(f->context, &source, "asks.h"));
    fails(f, EG_DEVICE, "twice.c:1: plain.h is included a second time, after asks.h:2",
          eg_source_add_file(f->context, &source, "twice.c"));
    eg_source_free(&source);
    ok(f, eg_source_add_file(f->context, &source, "plain.h"));
    fails(f, EG_DEVICE, "asks.h:2: plain.h is included a second time, after the program itself",
          eg_source_add_file(f->context, &source, "asks.h"));
    eg_source_free(&source);
    remove_files(folder);
}

/* The first #include stands in a branch that is left out, the second counts. */
static void a_branch_left_out_takes_nothing(void **state)
{
    fixture *f = *state;
    char folder[] = "/tmp/eagre-include-XXXXXX";
    make_files(folder);
    eg_source source = {.text = {.context = f->context}};
    ok(f, eg_source_add_file(f->context, &source, "branch.c"));
    const char *text = eg_text_string(&source.text), *first = strstr(text, "#define VALUE 2");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "#define VALUE 2"));
    assert_non_null(strstr(text, "#line 3 \"branch.c\"\n#else\n"));
    assert_int_equal(source.kernel_count, 1);
    eg_source_free(&source);
    remove_files(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_second_include_is_guarded_or_refused, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_branch_left_out_takes_nothing, fixture_set_up, fixture_tear_down)};
    return cmocka_run_group_tests_name("device_include", tests, NULL, NULL);
}
