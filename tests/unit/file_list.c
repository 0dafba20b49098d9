/* The list of a run's files: what is written, read and found wrong. */
#include "snapshot_common.h"

#include "eagre/tools.h"
#include "io/report/file_list.h"
#include "io/report/manifest.h"
#include "io/table/csv_out.h"

static void put(test *t, const char *name, const char *bytes)
{
    OK(eg_file_write(t->context, path_of(t, 0, name), bytes, (int64_t)strlen(bytes)));
}

/* The list of "b.csv" and "a", written as t->path[1]. */
static eg_file_list write_list(test *t)
{
    eg_file_list list = {.context = t->context};
    put(t, "b.csv", "t,q\n1,2\n");
    put(t, "a", "");
    OK(eg_file_list_add(&list, t->folder, "b.csv"));
    OK(eg_file_list_add(&list, t->folder, "a"));
    OK(eg_file_list_write(&list, path_of(t, 1, EG_FILE_LIST_NAME)));
    return list;
}

static void a_list_is_read_as_it_was_written(void **state)
{
    test *t = *state;
    eg_file_list list = write_list(t), again = {.context = t->context};
    OK(eg_file_list_read(&again, t->path[1]));
    assert_int_equal(again.count, 2);
    assert_string_equal(again.file[0].name, "a");
    assert_string_equal(again.version, eg_version());
    for (int i = 0; i < 2; i++) {
        assert_string_equal(again.file[i].name, list.file[i].name);
        assert_int_equal(again.file[i].bytes, list.file[i].bytes);
        assert_memory_equal(&again.file[i].hash, &list.file[i].hash, sizeof again.file[i].hash);
        assert_false(again.file[i].sealed);
        OK(eg_file_list_check(t->context, t->folder, &again.file[i]));
    }
    assert_ptr_equal(eg_file_list_find(&again, "b.csv"), &again.file[1]);
    assert_null(eg_file_list_find(&again, "b"));
    /* of no bytes at all, as XXH3-128 has it */
    assert_true(again.file[0].hash.high == 0x99aa06d3014798d8 &&
                again.file[0].hash.low == 0x6001c324468d497f);
    eg_file_list_free(&list);
    eg_file_list_free(&again);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    eg_file_list list = write_list(t);
    const eg_listed_file *file = eg_file_list_find(&list, "b.csv");
    put(t, "b.csv", "t,q\n1,3\n");
    FAILS(eg_file_list_check(t->context, t->folder, file), EG_IO,
          "b.csv: is damaged or was changed: its checksum differs");
    put(t, "b.csv", "t,q\n");
    FAILS(eg_file_list_check(t->context, t->folder, file), EG_IO, "b.csv: is cut short: it has 4 of 8 bytes");
    put(t, "b.csv", "t,q\n1,2\n3,4\n");
    FAILS(eg_file_list_check(t->context, t->folder, file), EG_IO,
          "b.csv: is longer than it was: it has 12 of 8 bytes");
    OK(eg_file_remove(t->context, path_of(t, 0, "b.csv")));
    FAILS(eg_file_list_check(t->context, t->folder, file), EG_IO, "b.csv: is missing");
    OK(eg_folder_create(t->context, t->path[0]));
    FAILS(eg_file_list_check(t->context, t->folder, file), EG_IO, "b.csv: is not a file");
    FAILS(eg_file_list_add(&list, t->folder, "none"), EG_IO, "none: is missing");
    assert_int_equal(list.count, 2);
    eg_file_list_free(&list);
}

static void no_list_is_refused(void **state)
{
    static const char *const texts[][2] = {
        {"", "files.json:1:0: is not JSON: "},
        {"[]", "files.json: is no list of files"},
        {"{\"version\": \"1\", \"files\": []}", "files.json: is no list of files"},
        {"{\"version\": \"1\", \"files\": [], \"xxh3_128\": \"00000000000000000000000000000000\"}",
         "files.json: is damaged or was changed"},
        {"{\"version\": \"1\", \"files\": [{\"name\": \"/etc/x\", \"bytes\": 1, \"xxh3_128\": "
         "\"00000000000000000000000000000000\"}], \"xxh3_128\": "
         "\"00000000000000000000000000000000\"}",
         "files.json: entry 0 lacks a name, bytes or checksum"},
        {"{\"version\": \"1\", \"files\": [{\"name\": \"x\", \"bytes\": -1, \"xxh3_128\": "
         "\"00000000000000000000000000000000\"}], \"xxh3_128\": "
         "\"00000000000000000000000000000000\"}",
         "files.json: entry 0 lacks a name, bytes or checksum"},
        {"{\"version\": \"1\", \"files\": [{\"name\": \"x\", \"bytes\": 1, \"xxh3_128\": \"0\"}], "
         "\"xxh3_128\": \"00000000000000000000000000000000\"}",
         "files.json: entry 0 lacks a name, bytes or checksum"}};
    test *t = *state;
    for (int i = 0; i < COUNT(texts); i++) {
        eg_file_list list = {.context = t->context};
        put(t, EG_FILE_LIST_NAME, texts[i][0]);
        FAILS(eg_file_list_read(&list, t->path[0]), EG_INPUT, texts[i][1]);
        assert_int_equal(list.count, 0);
    }
}

/* A table whose end could not be noted is in the list with what it has, so that --force knows it. */
static void a_table_that_grows_is_listed(void **state)
{
    static const char *const columns[] = {"t"};
    test *t = *state;
    eg_manifest *manifest;
    eg_csv *csv;
    OK(eg_manifest_create(t->context, t->folder, &manifest));
    OK(eg_csv_create(t->context, path_of(t, 0, "grows.csv"), columns, 1, NULL, &csv));
    OK(eg_csv_row(csv, (const double[]){1}, 1));
    eg_file_list list = {.context = t->context};
    OK(eg_manifest_list(manifest, &list));
    assert_int_equal(list.count, 0);
    OK(eg_manifest_list_all(manifest, &list));
    assert_int_equal(list.count, 1);
    assert_string_equal(list.file[0].name, "grows.csv");
    OK(eg_file_list_check(t->context, t->folder, &list.file[0]));
    OK(eg_csv_close(&csv));
    OK(eg_manifest_end(manifest));
    eg_manifest_destroy(&manifest);
    eg_file_list_free(&list);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_list_is_read_as_it_was_written),
        TEST(what_is_wrong_is_told),
        TEST(no_list_is_refused),
        TEST(a_table_that_grows_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
