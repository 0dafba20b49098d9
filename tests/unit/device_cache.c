/* The cache of compiled programs: whom it trusts, what it takes for the entry of a program, and many
 * processes at once. (What broken entries and unwritable folders do: device_program.c.) */
#include "device/host/host.h"
#include "unit/device_fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>

enum { NOBODY = 65534 };

#define FIRST "KERNEL first(int x)\n{\n    FOR_GROUPS(b, x)\n    END_GROUPS\n}\n"
#define SECOND "KERNEL second(int x)\n{\n    FOR_GROUPS(b, x)\n    END_GROUPS\n}\n"

static eg_program_options options_of(const char *source)
{
    static const eg_define rows = {"ROWS", 1};
    return (eg_program_options){
        .file = "device/measure.c", .lanes = 4, .defines = &rows, .define_count = 1, .generated = source};
}

/* Makes the program and finds its kernel, so that the program of another key is no success. */
static void make_on(fixture *f, eg_device *device, const char *source, const char *name)
{
    eg_program *program;
    eg_kernel *kernel;
    eg_program_options options = options_of(source);
    ok(f, eg_program_create(device, &options, &program));
    ok(f, eg_kernel_get(program, name, &kernel));
    eg_program_destroy(&program);
}

static void make(fixture *f, const char *spec)
{
    eg_device *device;
    f->log[0] = 0;
    ok(f, eg_device_open(f->context, spec, &device));
    make_on(f, device, FIRST, "first");
    make_on(f, device, SECOND, "second");
    eg_device_close(&device);
}

static void make_one(fixture *f, const char *spec)
{
    eg_device *device;
    f->log[0] = 0;
    ok(f, eg_device_open(f->context, spec, &device));
    make_on(f, device, FIRST, "first");
    eg_device_close(&device);
}

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (const char *p = text; (p = strstr(p, part)); p++)
        count++;
    return count;
}

#define assert_log(f, part, times)                                                                           \
    do {                                                                                                     \
        if (count_in((f)->log, part) != (times))                                                             \
            fail_msg("'%s' is not %d times in: %s", part, times, (f)->log);                                  \
    } while (0)

/* ---- entries */

static char entry_path[2][512];
static int entries;

static void remember(const char *path)
{
    if (entries < 2)
        snprintf(entry_path[entries], sizeof *entry_path, "%s", path);
    entries++;
}

static void find_entries(fixture *f, int expected)
{
    entries = 0;
    fixture_each_entry(f, remember);
    assert_int_equal(entries, expected);
}

static void swap_entries(void)
{
    char aside[600];
    snprintf(aside, sizeof aside, "%s-aside", entry_path[0]);
    assert_int_equal(rename(entry_path[0], aside), 0);
    assert_int_equal(rename(entry_path[1], entry_path[0]), 0);
    assert_int_equal(rename(aside, entry_path[1]), 0);
}

static void the_entry_of_another_program_is_not_taken(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->specs; i++) {
        if (strcmp(f->spec[i], "host:2") == 0 || strcmp(f->spec[i], "checked:3") == 0)
            continue;
        fixture_each_entry(f, fixture_remove);
        make(f, f->spec[i]);
        find_entries(f, 2);
        swap_entries();
        make(f, f->spec[i]);
        assert_log(f, "is broken (it is the entry of another program) and is built again", 2);
        assert_log(f, "compiled device/", 2);
        make(f, f->spec[i]);
        assert_string_equal(f->log, "");
    }
}

static void open_to_the_group(const char *path)
{
    assert_int_equal(chmod(path, 0664), 0);
}

static void open_to_all(const char *path)
{
    assert_int_equal(chmod(path, 0646), 0);
}

static void of_another_user(const char *path)
{
    assert_int_equal(chown(path, NOBODY, NOBODY), 0);
}

static void behind_a_link(const char *path)
{
    char aside[600];
    snprintf(aside, sizeof aside, "%s-aside", path);
    assert_int_equal(rename(path, aside), 0);
    assert_int_equal(symlink(aside, path), 0);
}

static void a_pipe(const char *path)
{
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void check_replaced(fixture *f, void (*spoil)(const char *), const char *reason)
{
    struct stat info;
    make_one(f, "checked");
    find_entries(f, 1);
    spoil(entry_path[0]);
    make_one(f, "checked");
    assert_log(f, reason, 1);
    assert_log(f, "compiled device/", 1);
    assert_int_equal(lstat(entry_path[0], &info), 0);
    assert_true(S_ISREG(info.st_mode) && info.st_uid == geteuid());
    assert_int_equal(info.st_mode & 0777, 0644);
    make_one(f, "checked");
    assert_string_equal(f->log, "");
    fixture_each_entry(f, fixture_remove);
}

static void entries_that_others_could_have_made_are_replaced(void **state)
{
    fixture *f = *state;
    check_replaced(f, open_to_the_group, "is broken (others may write to it (mode 0664;");
    check_replaced(f, open_to_all, "is broken (others may write to it (mode 0646;");
    check_replaced(f, behind_a_link, "is broken (it is a symbolic link)");
    check_replaced(f, a_pipe, "is broken (it is not a file)");
    if (geteuid() == 0)
        check_replaced(f, of_another_user, "is broken (it belongs to user 65534, not to this one (0))");
}

/* ---- the folder */

/* One warning, whatever is wrong how often: the fixture's log does not tell levels. */
static int warnings;

static void count_warnings(void *user, eg_log_level level, const char *line)
{
    fixture_log(user, level, line);
    warnings += level == EG_LOG_WARN;
}

static void make_and_count(fixture *f, const char *spec)
{
    eg_context *kept = f->context;
    eg_context_options options = {
        .size = sizeof options, .log = count_warnings, .log_user = f, .level = EG_LOG_INFO};
    warnings = 0;
    assert_int_equal(eg_context_create(&options, &f->context), EG_OK);
    make(f, spec);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
    f->context = kept;
}

static void check_unused(fixture *f, const char *reason)
{
    make_and_count(f, "checked");
    assert_log(f, "cache: compiled programs are not kept: ", 2);
    assert_log(f, reason, 2);
    assert_log(f, "compiled device/", 2);
    assert_int_equal(warnings, 1);
}

static void a_folder_that_others_may_write_to_is_not_used(void **state)
{
    fixture *f = *state;
    make(f, "checked");
    assert_int_equal(chmod(f->cache, 0770), 0);
    check_unused(f, "others may write to it (mode 0770; chmod go-w ends that)");
    assert_int_equal(chmod(f->cache, 01707), 0);
    check_unused(f, "others may write to it (mode 1707; chmod go-w ends that)");
    assert_int_equal(chmod(f->cache, 0755), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(f->cache, NOBODY, NOBODY), 0);
        check_unused(f, "it belongs to user 65534, not to this one (0)");
        assert_int_equal(chown(f->cache, 0, 0), 0);
    }
    make_and_count(f, "checked");
    assert_string_equal(f->log, "");
    assert_int_equal(warnings, 0);
}

/* Root reads and writes everywhere: for root the folder is one that is not there. */
static void what_cannot_be_written_is_still_read(void **state)
{
    fixture *f = *state;
    if (geteuid() == 0)
        skip();
    make(f, "checked");
    find_entries(f, 2);
    assert_int_equal(unlink(entry_path[0]), 0);
    assert_int_equal(chmod(f->cache, 0500), 0);
    make_and_count(f, "checked");
    assert_log(f, "compiled device/", 1);
    assert_log(f, "no file can be created there: Permission denied", 1);
    assert_int_equal(warnings, 1);
}

static mode_t mode_of(const char *folder, const char *name)
{
    char path[512];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

static void remove_tree(const char *folder)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'/*  '%s'/.cache", folder, folder);
    assert_int_equal(system(command), 0);
}

/* The folder is made for this user alone, wherever the environment puts it and whatever the
 * creation mask is; that others may rename it does no harm. */
static void the_folder_is_made_for_this_user_alone(void **state)
{
    fixture *f = *state;
    char own[64], named[100];
    mode_t mask = umask(0);
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    snprintf(own, sizeof own, "%s", f->cache);
    snprintf(named, sizeof named, "%s/a/b", own);
    setenv("EAGRE_CACHE", named, 1);
    make_one(f, "checked");
    assert_int_equal(mode_of(own, "a/b"), 0700);
    assert_int_equal(mode_of(own, "a"), 0777);
    make_one(f, "checked");
    assert_string_equal(f->log, "");
    unsetenv("EAGRE_CACHE");
    setenv("XDG_CACHE_HOME", own, 1);
    make_one(f, "checked");
    assert_int_equal(mode_of(own, "eagre"), 0700);
    setenv("XDG_CACHE_HOME", "relative", 1); /* to be passed by, says its standard */
    setenv("HOME", own, 1);
    make_one(f, "checked");
    assert_int_equal(mode_of(own, ".cache/eagre"), 0700);
    assert_int_equal(access("relative", F_OK), -1);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    make_and_count(f, "checked");
    assert_log(f, "none of EAGRE_CACHE, XDG_CACHE_HOME and HOME is set", 2);
    assert_int_equal(warnings, 1);
    umask(mask);
    setenv("EAGRE_CACHE", own, 1);
    if (home)
        setenv("HOME", home, 1);
    free(home);
    remove_tree(own);
}

/* ---- many at once */

/* A process exits with the number of its compilations, or with 2 for a complaint. */
static void many_processes_share_the_cache(void **state)
{
    enum { PROCESSES = 4 };
    fixture *f = *state;
    int compiled = 0;
    for (int i = 0; i < PROCESSES; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            make_one(f, "checked");
            _exit(strstr(f->log, "cache:") ? 2 : count_in(f->log, "compiled device/"));
        }
    }
    for (int i = 0, state_of; i < PROCESSES; i++) {
        assert_true(wait(&state_of) > 0 && WIFEXITED(state_of) && WEXITSTATUS(state_of) < 2);
        compiled += WEXITSTATUS(state_of);
    }
    assert_int_equal(compiled, 1); /* the others wait for the one that compiles */
    find_entries(f, 1);            /* and nothing else */
    make_one(f, "checked");
    assert_string_equal(f->log, "");
}

/* ---- where programs are compiled */

static void temporary_folders_are_our_own(void **state)
{
    fixture *f = *state;
    eg_device *device;
    eg_program *program;
    eg_program_options options = options_of(NULL);
    char before[512], open_folder[100];
    snprintf(open_folder, sizeof open_folder, "%s/open", f->cache);
    assert_int_equal(mkdir(open_folder, 0700), 0);
    assert_int_equal(chmod(open_folder, 0777), 0);
    setenv("TMPDIR", open_folder, 1);
    ok(f, eg_device_open(f->context, "checked", &device));
    fails(f, EG_IO, "open: any user may replace files there (mode 0777 without the sticky bit)",
          eg_program_create(device, &options, &program));
    assert_int_equal(chmod(open_folder, 01777), 0);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(f->cache), 0);
    setenv("TMPDIR", "open", 1);
    setenv("CC", "./compiler -O1", 1); /* both from the working folder; compilers run in another */
    assert_int_equal(symlink("/usr/bin/cc", "compiler"), 0);
    make_one(f, "checked");
    assert_log(f, "compiled device/", 1);
    assert_int_equal(unlink("compiler"), 0);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(open_folder), 0); /* nothing is left in it */
    unsetenv("TMPDIR");
    unsetenv("CC");
    eg_device_close(&device);
}

/* What a watched program has made is read after it has ended. */
static void a_guarded_folder_stays_until_its_guard_ends(void **state)
{
    (void)state;
    char folder[] = "/tmp/eagre-guarded-XXXXXX", path[64];
    eg_folder_guard guard;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/made", folder);
    eg_folder_guard_begin(folder, (const char *const[]){path, NULL}, &guard);
    assert_true(guard.child > 0);
    for (int program = 0; program < 2; program++) {
        pid_t child = fork();
        if (child == 0)
            _exit(close(open(path, O_CREAT | O_WRONLY, 0600)));
        eg_folder_guard_watch(&guard, child);
        assert_int_equal(waitpid(child, NULL, 0), child);
        eg_folder_guard_leave(&guard);
        poll(NULL, 0, 300); /* the guard has read both lines by then */
        assert_int_equal(access(path, F_OK), 0);
    }
    eg_folder_guard_end(&guard);
    assert_int_equal(access(folder, F_OK), -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_entry_of_another_program_is_not_taken),
        TEST(entries_that_others_could_have_made_are_replaced),
        TEST(a_folder_that_others_may_write_to_is_not_used),
        TEST(what_cannot_be_written_is_still_read),
        TEST(the_folder_is_made_for_this_user_alone),
        TEST(many_processes_share_the_cache),
        TEST(temporary_folders_are_our_own),
        cmocka_unit_test(a_guarded_folder_stays_until_its_guard_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
