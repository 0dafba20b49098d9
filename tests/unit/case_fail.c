/* Case files that must fail: each tests/fail/case/NAME.yaml against the exact text of
 * NAME.expected, with the settings of NAME.set (one a line) where there is one.
 * `test-unit-case_fail write` makes the expected texts anew, to be read before they are kept. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/case/case.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"

enum { SETTINGS = 32 };

/* Splits a text into its lines in place. */
static int split_lines(char *text, const char **lines)
{
    int count = 0;
    for (char *line = strtok(text, "\n"); line && count < SETTINGS; line = strtok(NULL, "\n"))
        lines[count++] = line;
    return count;
}

static char *file_name(char *buffer, size_t room, const char *name, const char *ending)
{
    snprintf(buffer, room, "%s%s", name, ending);
    return buffer;
}

/* Loads NAME.yaml; true when it failed as a case. */
static bool fails(eg_context *context, const char *name)
{
    char path[300], *text = NULL;
    const char *settings[SETTINGS];
    int64_t length;
    int count = 0;
    if (access(file_name(path, sizeof path, name, ".set"), F_OK) == 0) {
        assert_int_equal(eg_file_read(context, EG_INPUT, path, 1 << 20, &text, &length), EG_OK);
        count = split_lines(text, settings);
    }
    eg_case *loaded = NULL;
    eg_status status = eg_case_load(context, eg_models, file_name(path, sizeof path, name, ".yaml"), settings,
                                    count, &loaded);
    eg_free(context, &text);
    assert_true(status == EG_CASE || loaded);
    eg_case_destroy(&loaded);
    return status == EG_CASE;
}

static bool compare_with_expected(eg_context *context, const char *name)
{
    char path[300], *expected;
    int64_t length;
    if (eg_file_read(context, EG_INPUT, file_name(path, sizeof path, name, ".expected"), 1 << 20, &expected,
                     &length) != EG_OK) {
        print_error("%s\n", eg_context_error(context));
        return false;
    }
    if (length > 0 && expected[length - 1] == '\n')
        expected[length - 1] = 0;
    bool failed = fails(context, name);
    bool equal = failed && strcmp(expected, eg_context_error(context)) == 0;
    if (!equal)
        print_error("%s.yaml: expected:\n%s\nfound:\n%s\n", name, expected,
                    failed ? eg_context_error(context) : "(no error)");
    eg_free(context, &expected);
    return equal;
}

static bool write_expected(eg_context *context, const char *name)
{
    char path[300];
    if (!fails(context, name)) {
        print_error("%s.yaml does not fail\n", name);
        return false;
    }
    FILE *file = fopen(file_name(path, sizeof path, name, ".expected"), "w");
    if (!file)
        return false;
    fprintf(file, "%s\n", eg_context_error(context));
    return fclose(file) == 0;
}

typedef bool on_case(eg_context *context, const char *name);

static void for_each_case(on_case *act)
{
    const char *source = getenv("EAGRE_SOURCE");
    assert_non_null(source);
    assert_int_equal(chdir(source), 0);
    assert_int_equal(chdir("tests/fail/case"), 0);
    eg_context *context;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int cases = 0, bad = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *ending = strstr(entry->d_name, ".yaml");
        if (!ending || ending[5])
            continue;
        *ending = 0;
        cases++;
        bad += !act(context, entry->d_name);
        assert_int_equal(eg_context_blocks_held(context), 0);
    }
    closedir(folder);
    eg_context_destroy(&context);
    assert_true(cases >= 40);
    assert_int_equal(bad, 0);
}

static void cases_fail_as_expected(void **state)
{
    (void)state;
    for_each_case(compare_with_expected);
}

static void write_all(void **state)
{
    (void)state;
    for_each_case(write_expected);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest check[] = {cmocka_unit_test(cases_fail_as_expected)};
    const struct CMUnitTest write[] = {cmocka_unit_test(write_all)};
    bool writes = argc == 2 && strcmp(argv[1], "write") == 0;
    return writes ? cmocka_run_group_tests(write, NULL, NULL) : cmocka_run_group_tests(check, NULL, NULL);
}
