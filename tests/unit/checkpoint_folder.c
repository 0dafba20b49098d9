/* Folders of checkpoints: the newest whole one is found, what is passed over is named, what is old
 * goes. */
#include "checkpoint_common.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

static const char *step_path(test *t, int64_t steps)
{
    char name[EG_CHECKPOINT_FILE_NAME];
    eg_checkpoint_name(steps, name);
    snprintf(t->path, sizeof t->path, "%s/%s", t->folder, name);
    return t->path;
}

static void write_step(test *t, int64_t steps)
{
    write_checkpoint(t, step_path(t, steps), 100);
}

static void flip(test *t, int64_t steps)
{
    image whole = image_of(t, step_path(t, steps));
    whole.data[200] ^= 1;
    put_image(t->path, whole.data, whole.length);
    eg_free(t->context, &whole.data);
}

static bool is_there(test *t, int64_t steps)
{
    return access(step_path(t, steps), F_OK) == 0;
}

static int files_in(test *t)
{
    int count = -2;
    DIR *folder = opendir(t->folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void names_and_steps(void **state)
{
    (void)state;
    static const struct {
        int64_t steps;
        const char *name;
    } good[] = {{0, "step-000000000000.eagre"},
                {1234, "step-000000001234.eagre"},
                {999999999999, "step-999999999999.eagre"},
                {1000000000000, "step-1000000000000.eagre"},
                {INT64_MAX, "step-9223372036854775807.eagre"}};
    static const char *const bad[] = {"",
                                      "step-.eagre",
                                      "step-1.eagre",
                                      "step-0000000001234.eagre",
                                      "step-00000000123x.eagre",
                                      "step--00000001234.eagre",
                                      "step-+00000001234.eagre",
                                      "step-000000001234.eagre.tmp12",
                                      "step-000000001234.eagr",
                                      "step-99999999999999999999.eagre",
                                      "stop-000000001234.eagre"};
    char name[EG_CHECKPOINT_FILE_NAME];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        eg_checkpoint_name(good[i].steps, name);
        assert_string_equal(name, good[i].name);
        assert_int_equal(eg_checkpoint_steps(name), good[i].steps);
    }
    assert_int_equal(eg_checkpoint_steps("a/step-000000000000.eagre/step-000000000007.eagre"), 7);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(eg_checkpoint_steps(bad[i]), -1);
}

static int64_t newest(test *t, eg_text *passed)
{
    eg_checkpoint *checkpoint;
    eg_checkpoint_description d;
    OK(eg_checkpoint_newest(t->context, t->folder, passed, &checkpoint));
    eg_checkpoint_describe(checkpoint, &d);
    int64_t steps = eg_checkpoint_steps(d.path);
    eg_checkpoint_close(&checkpoint);
    return steps;
}

static void the_newest_whole_one_is_found(void **state)
{
    test *t = *state;
    eg_text passed = {.context = t->context};
    write_step(t, 900);
    write_step(t, 1000000000000);
    write_step(t, 1000);
    write_step(t, 20);
    put_image(step_path(t, 5), (const uint8_t *)"nothing", 7);
    assert_int_equal(newest(t, &passed), 1000000000000);
    assert_string_equal(eg_text_string(&passed), "");
    assert_int_equal(truncate(step_path(t, 1000000000000), 99), 0);
    flip(t, 1000);
    assert_int_equal(newest(t, NULL), 900);
    assert_int_equal(newest(t, &passed), 900);
    char expected[1024];
    snprintf(expected, sizeof expected,
             "%s/step-1000000000000.eagre: is cut short: it has 99 of 512 bytes\n"
             "%s/step-000000001000.eagre: is damaged: section 'state', 100 bytes at byte 192, does "
             "not have the checksum it was written with\n",
             t->folder, t->folder);
    assert_string_equal(eg_text_string(&passed), expected);
    eg_text_free(&passed);
}

static void no_whole_one_is_an_error(void **state)
{
    test *t = *state;
    eg_checkpoint *checkpoint;
    eg_text passed = {.context = t->context};
    FAILS(eg_checkpoint_newest(t->context, t->folder, NULL, &checkpoint), EG_CHECKPOINT,
          ": holds no whole checkpoint");
    write_step(t, 1);
    write_step(t, 2);
    flip(t, 1);
    assert_int_equal(unlink(step_path(t, 2)), 0);
    assert_int_equal(mkdir(step_path(t, 2), 0777), 0);
    char expected[1024];
    snprintf(expected, sizeof expected,
             "%s: holds no whole checkpoint:\n"
             "%s/step-000000000002.eagre: is not a file\n"
             "%s/step-000000000001.eagre: is damaged: section 'state', 100 bytes at byte 192, does "
             "not have the checksum it was written with",
             t->folder, t->folder, t->folder);
    FAILS(eg_checkpoint_newest(t->context, t->folder, &passed, &checkpoint), EG_CHECKPOINT, expected);
    assert_null(checkpoint);
    assert_int_equal(rmdir(step_path(t, 2)), 0);
    assert_int_equal(mkfifo(step_path(t, 2), 0666), 0);
    FAILS(eg_checkpoint_newest(t->context, t->folder, NULL, &checkpoint), EG_CHECKPOINT,
          "step-000000000002.eagre: is not a file");
    FAILS(eg_checkpoint_newest(t->context, "/tmp/eagre-is-not-there", NULL, &checkpoint), EG_CHECKPOINT,
          "/tmp/eagre-is-not-there: is not there, so it holds no checkpoint");
    FAILS(eg_checkpoint_newest(t->context, "/dev/null", NULL, &checkpoint), EG_IO,
          "/dev/null: cannot be read: Not a directory");
    eg_text_free(&passed);
}

static void pruning_keeps_the_newest(void **state)
{
    test *t = *state;
    int removed;
    OK(eg_checkpoint_prune(t->context, "/tmp/eagre-is-not-there", 1, INT64_MAX, &removed));
    assert_int_equal(removed, 0);
    for (int steps = 1; steps <= 6; steps++)
        write_step(t, steps);
    put_image(step_path(t, 7), (const uint8_t *)"nothing", 7);
    flip(t, 5);
    OK(eg_checkpoint_prune(t->context, t->folder, 3, INT64_MAX, &removed));
    assert_int_equal(removed, 2); /* 6, 4 and 3 are whole; 7 and 5 are not, but newer */
    for (int steps = 3; steps <= 7; steps++)
        assert_true(is_there(t, steps));
    OK(eg_checkpoint_prune(t->context, t->folder, 3, INT64_MAX, &removed));
    assert_int_equal(removed, 0);
    OK(eg_checkpoint_prune(t->context, t->folder, 1, INT64_MAX, NULL));
    assert_true(is_there(t, 7) && is_there(t, 6));
    assert_int_equal(files_in(t), 2);
}

static void pruning_never_takes_the_last(void **state)
{
    test *t = *state;
    int removed;
    write_step(t, 1);
    for (int steps = 2; steps <= 5; steps++) {
        write_step(t, steps);
        flip(t, steps);
    }
    OK(eg_checkpoint_prune(t->context, t->folder, 1, INT64_MAX, &removed));
    assert_int_equal(removed, 0);
    assert_int_equal(newest(t, NULL), 1);
    OK(eg_checkpoint_prune(t->context, t->folder, 2, INT64_MAX, &removed));
    assert_int_equal(removed, 0);
    /* Of what this process wrote only the header is read. */
    OK(eg_checkpoint_prune(t->context, t->folder, 2, 4, &removed));
    assert_int_equal(removed, 3);
    assert_true(is_there(t, 5) && is_there(t, 4));
}

/* A child that is killed leaves a temporary; one that lives keeps it. */
static void what_the_dead_left_is_removed(void **state)
{
    test *t = *state;
    int ready[2], removed;
    assert_int_equal(pipe(ready), 0);
    step_path(t, 3);
    pid_t child = fork();
    if (child == 0) {
        eg_checkpoint_writer *writer;
        bool good = eg_checkpoint_writer_create(t->context, t->path, &writer) == EG_OK &&
                    write(ready[1], "x", 1) == 1;
        for (;;)
            pause();
        _exit(good);
    }
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    put_image(t->path, (const uint8_t *)"", 0); /* of this name: not the child's affair */
    assert_int_equal(files_in(t), 2);
    OK(eg_checkpoint_prune(t->context, t->folder, 1, INT64_MAX, &removed));
    assert_int_equal(removed, 0);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    char other[300];
    snprintf(other, sizeof other, "%s/step-000000000003.eagre.tmpx", t->folder);
    put_image(other, (const uint8_t *)"", 0);
    eg_checkpoint_writer *writer;
    OK(eg_checkpoint_writer_create(t->context, step_path(t, 4), &writer));
    OK(eg_checkpoint_prune(t->context, t->folder, 1, INT64_MAX, &removed));
    assert_int_equal(removed, 1);
    assert_int_equal(files_in(t), 3);
    OK(eg_checkpoint_writer_finish(&writer, NULL));
    assert_int_equal(newest(t, NULL), 4);
    close(ready[0]);
    close(ready[1]);
}

/* A temporary of a dead process with this one's number is written over. */
static void an_old_temporary_is_written_over(void **state)
{
    test *t = *state;
    char old[300];
    snprintf(old, sizeof old, "%s.tmp%ld", step_path(t, 1), (long)getpid());
    uint8_t *data = make_pattern(t, 100000, 1);
    put_image(old, data, 100000);
    eg_free(t->context, &data);
    write_step(t, 1);
    assert_int_equal(newest(t, NULL), 1);
    assert_int_equal(files_in(t), 1);
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    for (int steps = 1; steps <= 3; steps++)
        write_step(t, steps);
    flip(t, 3);
    int nth = 1;
    for (; nth < 100; nth++) {
        eg_text passed = {.context = t->context};
        eg_checkpoint *checkpoint;
        eg_memory_fail_at(t->context, nth);
        eg_status status = eg_checkpoint_newest(t->context, t->folder, &passed, &checkpoint);
        eg_checkpoint_close(&checkpoint);
        if (status == EG_OK && passed.status == EG_OK)
            status = eg_checkpoint_prune(t->context, t->folder, 2, INT64_MAX, NULL);
        eg_memory_fail_at(t->context, 0);
        bool complete = status == EG_OK && passed.status == EG_OK;
        eg_text_free(&passed);
        assert_int_equal(eg_context_blocks_held(t->context), 0);
        if (complete)
            break;
    }
    assert_in_range(nth, 15, 99);
    assert_int_equal(files_in(t), 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(names_and_steps),
        TEST(the_newest_whole_one_is_found),
        TEST(no_whole_one_is_an_error),
        TEST(pruning_keeps_the_newest),
        TEST(pruning_never_takes_the_last),
        TEST(what_the_dead_left_is_removed),
        TEST(an_old_temporary_is_written_over),
        TEST(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
