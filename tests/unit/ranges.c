/* Memory of large blocks: ranges that are kept, joined, given again and given back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ranges.h"

enum { PAGE = EG_HUGE_PAGE };

static void freed_ranges_are_given_again(void **state)
{
    (void)state;
    eg_ranges kept = {0};
    assert_null(eg_ranges_take(&kept, 1));
    char *memory = eg_ranges_map(8 * PAGE - 5);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % PAGE, 0);
    for (int64_t i = 0; i < 8 * PAGE - 5; i++)
        assert_int_equal(memory[i], 0);
    eg_ranges_keep(&kept, memory, 8 * PAGE - 5);
    assert_int_equal(kept.bytes, 8 * PAGE);
    assert_null(eg_ranges_take(&kept, 8 * PAGE + 1));
    char *part[3];
    for (int i = 0; i < 3; i++) { /* in pieces of 2, 2 and 4 pages */
        part[i] = eg_ranges_take(&kept, i < 2 ? PAGE + 1 : 4 * PAGE);
        assert_ptr_equal(part[i], memory + 2 * i * PAGE);
        memset(part[i], 7, (size_t)(i < 2 ? PAGE + 1 : 4 * PAGE));
    }
    assert_int_equal(kept.bytes, 0);
    eg_ranges_keep(&kept, part[0], PAGE + 1);
    eg_ranges_keep(&kept, part[2], 4 * PAGE);
    assert_null(eg_ranges_take(&kept, 5 * PAGE)); /* two that do not touch */
    assert_ptr_equal(eg_ranges_take(&kept, PAGE), part[0]);
    eg_ranges_keep(&kept, part[0], PAGE);
    eg_ranges_keep(&kept, part[1], PAGE + 1); /* touches both */
    assert_ptr_equal(eg_ranges_take(&kept, 8 * PAGE), memory);
    eg_ranges_keep(&kept, memory, 8 * PAGE);
    eg_ranges_trim(&kept, 8 * PAGE);
    assert_int_equal(kept.bytes, 8 * PAGE);
    eg_ranges_trim(&kept, 3 * PAGE + 1);
    assert_int_equal(kept.bytes, 3 * PAGE);
    eg_ranges_trim(&kept, 0);
    assert_int_equal(kept.bytes, 0);
    assert_null(kept.first);
}

/* Bytes of this process that are in memory. */
static int64_t resident(void)
{
    long long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lld %lld", &all, &pages) != 2)
        skip();
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static char *fill(eg_context *context, int64_t bytes)
{
    char *block;
    assert_int_equal(eg_alloc(context, bytes, 1, &block), EG_OK);
    for (int64_t i = 0; i < bytes; i += 512)
        assert_int_equal(block[i], 0);
    memset(block, 1, (size_t)bytes);
    return block;
}

/* Blocks are zero wherever they come from, and what is kept never adds to the most that was held. */
static void large_blocks_are_clear_and_bounded(void **state)
{
    (void)state;
    eg_context *context;
    if (!EG_RANGES_SERVE)
        skip();
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    int64_t before = resident();
    for (int turn = 0; turn < 12; turn++) {
        char *a = fill(context, (10 + 3 * turn) * 1000000), *b = fill(context, (50 - 3 * turn) * 1000000);
        eg_free(context, turn % 2 ? &a : &b);
        char *c = fill(context, 9000000 + turn);
        eg_free(context, turn % 2 ? &b : &a);
        eg_free(context, &c);
        assert_true(resident() - before < eg_context_bytes_most(context) + 4000000);
    }
    assert_int_equal(eg_context_bytes_held(context), 0);
    eg_memory_give_back(context);
    assert_true(resident() - before < 4000000);
    eg_context_destroy(&context);
}

static void memory_in_several_places_is_known(void **state)
{
    (void)state;
    char root[] = "/tmp/eagre-node-XXXXXX", path[128];
    static const char *const folders[] = {"/sys", "/sys/devices", "/sys/devices/system",
                                          "/sys/devices/system/node", "/sys/devices/system/node/node1"};
    assert_non_null(mkdtemp(root));
    for (int i = 0; i < 5; i++) {
        assert_true(eg_memory_is_uniform(root));
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    assert_false(eg_memory_is_uniform(root));
    for (int i = 4; i >= 0; i--) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        rmdir(path);
    }
    rmdir(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(freed_ranges_are_given_again),
        cmocka_unit_test(large_blocks_are_clear_and_bounded),
        cmocka_unit_test(memory_in_several_places_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
