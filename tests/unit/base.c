/* base: status table, memory that counts and fails on demand, text, numbers, suggestions, files. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/scope.h"

static int set_up(void **state)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    *state = context;
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0 || eg_context_bytes_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

static void status_has_names_and_exit_codes(void **state)
{
    (void)state;
    assert_string_equal(eg_status_name(EG_MESH), "MESH");
    assert_int_equal(eg_status_exit_code(EG_OK), 0);
    assert_int_equal(eg_status_exit_code(EG_DIVERGED), 5);
    assert_int_equal(eg_status_exit_code(EG_STOPPED), 75);
    assert_int_equal(eg_status_exit_code((eg_status)1000), 1);
}

static void memory_is_zeroed_aligned_and_counted(void **state)
{
    eg_context *c = *state;
    double *a;
    assert_int_equal(eg_alloc(c, 10, sizeof *a, &a), EG_OK);
    assert_int_equal((uintptr_t)a % 64, 0);
    assert_true(a[0] == 0 && a[9] == 0);
    assert_int_equal(eg_context_bytes_held(c), 80);
    a[9] = 3;
    assert_int_equal(eg_resize(c, 20, sizeof *a, &a), EG_OK);
    assert_true(a[9] == 3 && a[19] == 0);
    eg_free(c, &a);
    assert_null(a);
    eg_free(c, &a);
    assert_int_equal(eg_alloc(c, INT64_MAX / 2, 8, &a), EG_MEMORY);
    assert_non_null(strstr(eg_context_error(c), "more than memory can address"));
}

static void memory_fails_on_demand(void **state)
{
    eg_context *c = *state;
    char *a, *b;
    eg_memory_fail_at(c, 2);
    assert_int_equal(eg_alloc(c, 1, 1, &a), EG_OK);
    assert_int_equal(eg_alloc(c, 1, 1, &b), EG_MEMORY);
    assert_null(b);
    assert_int_equal(eg_alloc(c, 1, 1, &b), EG_OK);
    eg_free(c, &a);
    eg_free(c, &b);
}

/* Two blocks and a text, of which the nth allocation fails; what it made is gone when it returns. */
static eg_status takes_for_itself(eg_context *c, int64_t nth, int *sum)
{
    EG_SCOPE(scope, c);
    EG_ENDS_WITH(eg_text_free) eg_text text = {.context = c};
    int *a, *b;
    eg_memory_fail_at(c, nth);
    EG_TRY(eg_scope_alloc(&scope, 3, sizeof *a, &a));
    EG_TRY(eg_scope_alloc(&scope, 0, sizeof *b, &b));
    eg_text_add(&text, "some");
    assert_int_equal((uintptr_t)a % 64 + (uintptr_t)b % 64, 0);
    assert_true(a[0] == 0 && a[2] == 0);
    a[2] = 7;
    *sum = a[0] + a[2];
    return text.status;
}

static void scopes_end_however_they_are_left(void **state)
{
    eg_context *c = *state;
    int sum = 0, *none = &sum;
    for (int64_t nth = 1; nth <= 3; nth++) {
        assert_int_equal(takes_for_itself(c, nth, &sum), EG_MEMORY);
        assert_int_equal(eg_context_blocks_held(c), 0);
    }
    assert_int_equal(takes_for_itself(c, 0, &sum), EG_OK);
    assert_int_equal(sum, 7);
    assert_int_equal(eg_context_blocks_held(c), 0);
    EG_SCOPE(scope, c);
    assert_int_equal(eg_scope_alloc(&scope, INT64_MAX / 8, 8, &none), EG_MEMORY);
    assert_null(none);
    assert_int_equal(eg_scope_alloc(&scope, INT64_MAX / 2, 8, &none), EG_MEMORY);
    assert_non_null(strstr(eg_context_error(c), "more than memory can address"));
}

static void text_grows_and_remembers_failure(void **state)
{
    eg_context *c = *state;
    eg_text t = {.context = c};
    assert_string_equal(eg_text_string(&t), "");
    for (int i = 0; i < 100; i++)
        eg_text_add(&t, "%d,", i);
    assert_int_equal(t.length, 290);
    eg_text_free(&t);
    eg_text f = {.context = c};
    eg_memory_fail_at(c, 1);
    eg_text_add(&f, "x");
    assert_int_equal(f.status, EG_MEMORY);
    eg_text_free(&f);
}

static bool parse(const char *text, double *value)
{
    return eg_parse_real(text, text + strlen(text), value);
}

static void numbers_have_no_locale(void **state)
{
    (void)state;
    double v = 0;
    assert_true(parse("-1.5e-3", &v) && v == -1.5e-3);
    assert_true(parse(".5", &v) && v == 0.5);
    assert_true(parse("7.", &v) && v == 7);
    const char *bad[] = {"", ".", "-", "1e", "0x10", "nan", "inf", "1e999", "1,5", " 1", "1 ", "--1", "1e+"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(parse(bad[i], &v));
    int64_t n = 0;
    assert_true(eg_parse_integer("-42", &"-42"[3], &n) && n == -42);
    const char *huge = "9223372036854775808";
    assert_false(eg_parse_integer(huge, huge + 19, &n));
    char buffer[32];
    double samples[] = {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.123456789, -0.0, 2};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        eg_format_real(samples[i], buffer);
        assert_true(parse(buffer, &v));
        assert_memory_equal(&v, &samples[i], sizeof v);
    }
    eg_format_real(0.1, buffer);
    assert_string_equal(buffer, "0.1");
}

static void places_have_digits_enough(void **state)
{
    (void)state;
    char buffer[EG_POINT_ROOM];
    const double utm[] = {382569.254, 6354500.131}, small[] = {1.0 / 30, -0.5, 0};
    const double huge[] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    assert_string_equal(eg_format_point(2, utm, buffer), "(382569.25, 6354500.13)");
    assert_string_equal(eg_format_point(3, small, buffer), "(0.0333333, -0.5, 0)");
    assert_string_equal(eg_format_point(1, &utm[1], buffer), "(6354500.13)");
    assert_true(strlen(eg_format_point(3, huge, buffer)) < EG_POINT_ROOM - 1);
}

static void suggestions_are_near(void **state)
{
    (void)state;
    const char *names[] = {"manning", "elevation", "depth"};
    assert_string_equal(eg_suggest("maning", names, 3), "manning");
    assert_string_equal(eg_suggest("dpeth", names, 3), "depth");
    assert_null(eg_suggest("zzz", names, 3));
}

static void files_are_written_whole(void **state)
{
    eg_context *c = *state;
    char folder[] = "/tmp/eagre-base-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *deep, *path, *data, *parent;
    int64_t length;
    assert_int_equal(eg_path_join(c, folder, "a/b", &deep), EG_OK);
    assert_int_equal(eg_folder_create(c, deep), EG_OK);
    assert_int_equal(eg_folder_create(c, deep), EG_OK);
    assert_int_equal(eg_path_join(c, deep, "f.txt", &path), EG_OK);
    assert_int_equal(eg_file_write(c, path, "hello", 5), EG_OK);
    assert_int_equal(eg_file_read(c, EG_INPUT, path, 100, &data, &length), EG_OK);
    assert_int_equal(length, 5);
    assert_string_equal(data, "hello");
    eg_free(c, &data);
    assert_int_equal(eg_file_read(c, EG_INPUT, path, 4, &data, &length), EG_INPUT);
    assert_int_equal(eg_file_read(c, EG_CASE, "/nonexistent/x", 4, &data, &length), EG_CASE);
    assert_string_equal(eg_context_error(c), "/nonexistent/x: cannot be opened: No such file or directory");
    assert_int_equal(eg_file_write(c, "/nonexistent/x", "a", 1), EG_IO);
    assert_int_equal(eg_folder_create(c, path), EG_IO);
    assert_int_equal(eg_path_folder(c, path, &parent), EG_OK);
    assert_string_equal(parent, deep);
    unlink(path);
    rmdir(deep);
    eg_free(c, &parent);
    eg_free(c, &deep);
    eg_free(c, &path);
    assert_int_equal(eg_path_join(c, folder, "a", &deep), EG_OK);
    rmdir(deep);
    rmdir(folder);
    eg_free(c, &deep);
}

/* A file in parts is there when it is published, and one that is not leaves nothing. */
/* What is no plain file keeps its name: renaming over /dev/full, as root, would take the device away. */
static void only_plain_files_are_replaced(void **state)
{
    eg_context *c = *state;
    char folder[] = "/tmp/eagre-base-XXXXXX", path[4][64];
    const char *const what[] = {"a folder", "a symbolic link", "a device or a pipe", ""};
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 4; i++)
        snprintf(path[i], sizeof path[i], "%s/%d", folder, i);
    assert_int_equal(mkdir(path[0], 0700), 0);
    assert_int_equal(symlink("3", path[1]), 0);
    assert_int_equal(mkfifo(path[2], 0600), 0);
    assert_int_equal(eg_file_write(c, path[3], "old", 3), EG_OK);
    for (int i = 0; i < 3; i++) {
        struct stat before, after;
        assert_int_equal(lstat(path[i], &before), 0);
        assert_int_equal(eg_file_write(c, path[i], "new", 3), EG_IO);
        assert_non_null(strstr(eg_context_error(c), what[i]));
        assert_non_null(strstr(eg_context_error(c), "not a plain file: it is left alone"));
        assert_int_equal(eg_file_commit(c, path[3], path[i]), EG_IO);
        assert_int_equal(lstat(path[i], &after), 0);
        assert_true(before.st_ino == after.st_ino && before.st_mode == after.st_mode);
    }
    assert_int_equal(eg_file_write(c, path[3], "new", 3), EG_OK);
    for (int i = 1; i < 4; i++)
        unlink(path[i]);
    rmdir(path[0]);
    assert_int_equal(rmdir(folder), 0); /* and no temporary is left */
}

static void files_are_made_in_parts(void **state)
{
    eg_context *c = *state;
    char folder[] = "/tmp/eagre-base-XXXXXX", path[64], temporary[80], read[8] = "";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(temporary, sizeof temporary, "%s.tmp1", path);
    int file, second;
    assert_int_equal(eg_file_create(c, temporary, &file), EG_OK);
    assert_int_equal(eg_file_put(c, file, temporary, 3, "lo", 2), EG_OK);
    assert_int_equal(eg_file_put(c, file, temporary, 0, "hel", 3), EG_OK);
    assert_int_equal(eg_file_get(c, EG_INPUT, file, temporary, 1, read, 4), EG_OK);
    assert_string_equal(read, "ello");
    assert_int_equal(eg_file_get(c, EG_INPUT, file, temporary, 1, read, 5), EG_INPUT);
    assert_non_null(strstr(eg_context_error(c), "file.tmp1: is cut short: byte 5 is missing"));
    assert_int_equal(eg_file_create(c, temporary, &second), EG_IO);
    assert_non_null(strstr(eg_context_error(c), "another run is writing it"));
    assert_false(eg_file_remove_dead(temporary));
    assert_int_equal(eg_file_publish(c, &file, temporary, path), EG_OK);
    assert_true(file == -1 && access(path, F_OK) == 0 && access(temporary, F_OK) != 0);
    assert_int_equal(eg_file_create(c, temporary, &file), EG_OK);
    assert_int_equal(eg_file_publish(c, &file, temporary, "/nonexistent/x"), EG_IO);
    assert_true(file == -1 && access(temporary, F_OK) != 0);
    assert_int_equal(eg_file_create(c, temporary, &file), EG_OK);
    eg_file_remove_open(&file, temporary);
    eg_file_remove_open(&file, temporary);
    assert_true(file == -1 && access(temporary, F_OK) != 0);
    assert_false(eg_file_remove_dead(temporary));
    assert_int_equal(eg_file_remove(c, path), EG_OK);
    assert_int_equal(eg_file_remove(c, path), EG_OK);
    assert_int_equal(eg_file_remove(c, folder), EG_IO);
    assert_int_equal(eg_file_create(c, folder, &file), EG_IO);
    rmdir(folder);
    char of[8];
    assert_true(eg_file_of_temporary("file.tmp12", of, sizeof of));
    assert_string_equal(of, "file");
    assert_false(
        eg_file_of_temporary("file.tmp", of, sizeof of) ||
        eg_file_of_temporary("file.tmp1x", of, sizeof of) || eg_file_of_temporary("file", of, sizeof of) ||
        eg_file_of_temporary(".tmp1", of, sizeof of) || eg_file_of_temporary("longfile.tmp1", of, sizeof of));
}

/* The value of no bytes is the one that the format's description gives. */
static void streams_do_not_know_pieces(void **state)
{
    eg_context *c = *state;
    eg_hash_stream *stream;
    char bytes[1000];
    for (int i = 0; i < 1000; i++)
        bytes[i] = (char)(i * i);
    assert_int_equal(eg_hash_create(c, &stream), EG_OK);
    eg_hash128 none = eg_hash_value(stream);
    assert_true(none.high == 0x99aa06d3014798d8 && none.low == 0x6001c324468d497f);
    eg_hash_add(stream, bytes, 1000);
    eg_hash128 whole = eg_hash_value(stream);
    assert_true(eg_hash_value64(stream) == eg_hash64(bytes, 1000, 0));
    eg_hash_begin(stream);
    for (int i = 0; i < 1000; i += 8)
        eg_hash_add(stream, bytes + i, 8);
    eg_hash128 pieces = eg_hash_value(stream);
    assert_true(whole.high == pieces.high && whole.low == pieces.low);
    eg_hash_destroy(&stream);
    eg_hash_destroy(&stream);
    assert_null(stream);
}

static void hashes_depend_on_bytes_and_seed(void **state)
{
    (void)state;
    assert_true(eg_hash64("abc", 3, 0) != eg_hash64("abd", 3, 0));
    assert_true(eg_hash64("abc", 3, 0) != eg_hash64("abc", 3, 1));
    double before = eg_clock();
    assert_true(eg_clock() >= before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_has_names_and_exit_codes),
        cmocka_unit_test_setup_teardown(memory_is_zeroed_aligned_and_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_fails_on_demand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scopes_end_however_they_are_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_grows_and_remembers_failure, set_up, tear_down),
        cmocka_unit_test(numbers_have_no_locale),
        cmocka_unit_test(places_have_digits_enough),
        cmocka_unit_test(suggestions_are_near),
        cmocka_unit_test_setup_teardown(files_are_written_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_plain_files_are_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_made_in_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(streams_do_not_know_pieces, set_up, tear_down),
        cmocka_unit_test(hashes_depend_on_bytes_and_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
