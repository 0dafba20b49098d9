/* Room in memory, and processors: control groups of both versions, up the tree, in folders that stand for a
 * machine's root. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/room.h"

static char root[] = "/tmp/eagre-room-XXXXXX";

static void put(const char *path, const char *text)
{
    char command[1024], full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    snprintf(command, sizeof command, "mkdir -p $(dirname %s)", full);
    assert_int_equal(system(command), 0);
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/eagre-room-XXXXXX");
    return mkdtemp(root) ? 0 : 1;
}

static int tear_down(void **state)
{
    char command[256];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

static double room_of(const char *word)
{
    eg_room room;
    eg_memory_room(root, &room);
    if (!strstr(room.what, word))
        fail_msg("'%s' is not in '%s'", word, room.what);
    return room.bytes;
}

static void nothing_told_is_no_bound(void **state)
{
    (void)state;
    assert_true(isinf(room_of("")));
}

static void the_machine_has_what_is_available(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemTotal: 100 kB\nMemAvailable:      7 kB\nSwapFree: 2 kB\n");
    assert_true(room_of("machine") == 9 * 1024);
}

static void version_2_counts_the_whole_tree(void **state)
{
    (void)state;
    put("/proc/meminfo", "MemAvailable: 9000000 kB\n");
    put("/proc/self/cgroup", "0::/batch/job\n");
    put("/sys/fs/cgroup/batch/job/memory.max", "max\n");
    put("/sys/fs/cgroup/batch/memory.max", "3000000000\n");
    put("/sys/fs/cgroup/batch/memory.current", "1500000000\n");
    put("/sys/fs/cgroup/batch/memory.stat",
        "anon 1\ninactive_file 400000000\nactive_file 100000000\nfile 777\n");
    assert_true(room_of("control group /batch may have 3 GB") == 2e9);
    put("/sys/fs/cgroup/batch/job/memory.max", "500000000\n");
    put("/sys/fs/cgroup/batch/job/memory.current", "600000000\n");
    assert_true(room_of("control group /batch/job may have 0.5 GB") == 0);
}

static void the_uppermost_group_is_a_containers_own(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/docker/0123\n"); /* a name of the machine outside */
    put("/sys/fs/cgroup/memory.max", "1000000\n");
    put("/sys/fs/cgroup/memory.current", "250000\n");
    assert_true(room_of("control group / may") == 750000);
}

static void version_1_has_its_own_files(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "9:cpu:/x\n4:memory:/job\n0::/\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"); /* none */
    assert_true(isinf(room_of("")));
    put("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000000\n");
    put("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1500000\n");
    put("/sys/fs/cgroup/memory/job/memory.stat", "total_inactive_file 300000\ntotal_cache 5\n");
    assert_true(room_of("control group /job") == 800000);
}

static void a_limit_of_addresses_counts(void **state)
{
    (void)state;
    struct rlimit before, set;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    set = before;
    set.rlim_cur = UINT64_C(1) << 45;
    if (before.rlim_max < set.rlim_cur || setrlimit(RLIMIT_AS, &set) != 0)
        skip();
    put("/proc/self/statm", "1000 10 10\n");
    double bytes = room_of("ulimit -v");
    setrlimit(RLIMIT_AS, &before);
    assert_true(bytes < 0x1p45 && bytes > 0x1p45 - 1e9);
}

static void expect_processors(int count, const char *word)
{
    eg_processors processors;
    eg_count_processors(root, &processors);
    assert_int_equal(processors.count, count);
    if (!strstr(processors.what, word))
        fail_msg("'%s' is not in '%s'", word, processors.what);
}

static int bound(void)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    return CPU_COUNT(&set);
}

static void processors_are_those_it_is_bound_to(void **state)
{
    (void)state;
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    expect_processors(bound(), "");
    int first = 0;
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    expect_processors(1, sysconf(_SC_NPROCESSORS_ONLN) > 1 ? "bound" : "machine");
    sched_setaffinity(0, sizeof before, &before);
}

static void quotas_of_version_2_count(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/batch/job\n");
    put("/sys/fs/cgroup/batch/job/cpu.max", "max 100000\n");
    expect_processors(bound(), "");
    put("/sys/fs/cgroup/batch/cpu.max", "50000 100000\n");
    expect_processors(1, bound() > 1 ? "control group /batch may use 0.5 at a time" : "");
    put("/sys/fs/cgroup/batch/cpu.max", "100000000 100000\n");
    expect_processors(bound(), "");
    put("/sys/fs/cgroup/batch/cpu.max", "nonsense\n");
    expect_processors(bound(), "");
}

static void quotas_of_version_1_count(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "9:cpuset:/x\n4:cpu,cpuacct:/job\n0::/\n");
    put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
    expect_processors(bound(), "");
    put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "90000\n");
    expect_processors(1, bound() > 1 ? "control group /job may use 0.9" : "");
}

static void quotas_are_rounded_up(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "4:cpuacct,cpu:/job\n");
    put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "250000\n");
    put("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
    eg_processors processors = {.count = 8};
    eg_limit_processors(root, &processors);
    assert_int_equal(processors.count, 3);
    assert_string_equal(processors.what, "the control group /job may use 2.5 at a time");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_told_is_no_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_machine_has_what_is_available, set_up, tear_down),
        cmocka_unit_test_setup_teardown(version_2_counts_the_whole_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_uppermost_group_is_a_containers_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(version_1_has_its_own_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_limit_of_addresses_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(processors_are_those_it_is_bound_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(quotas_of_version_2_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(quotas_of_version_1_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(quotas_are_rounded_up, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
