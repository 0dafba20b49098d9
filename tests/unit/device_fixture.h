/* What the device tests share: a context whose leaks fail the test, a cache folder of their own or that of
 * the environment, and the devices of this machine. */
#ifndef EG_TEST_DEVICE_FIXTURE_H
#define EG_TEST_DEVICE_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/device.h"

enum { FIXTURE_DEVICES = 16, FIXTURE_LOG_BYTES = 8192 };

typedef struct fixture {
    eg_context *context;
    char cache[64];              /* EAGRE_CACHE of this test; empty: that of the environment */
    char log[FIXTURE_LOG_BYTES]; /* every line that was logged */
    char spec[FIXTURE_DEVICES][64];
    int specs;
} fixture;

static void fixture_log(void *user, eg_log_level level, const char *line)
{
    (void)level;
    fixture *f = user;
    size_t length = strlen(f->log);
    snprintf(f->log + length, sizeof f->log - length, "%s\n", line);
}

/* The hosts and checking devices, and every GPU and OpenCL device that can be used. */
static void fixture_find_devices(fixture *f)
{
    static const char *const always[] = {"host:1", "host:2", "checked", "checked:3"};
    eg_device_info list[FIXTURE_DEVICES];
    int count;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        snprintf(f->spec[f->specs++], sizeof *f->spec, "%s", always[i]);
    assert_int_equal(eg_device_list(f->context, list, FIXTURE_DEVICES, &count), EG_OK);
    for (int i = 0; i < count && i < FIXTURE_DEVICES && f->specs < FIXTURE_DEVICES; i++)
        if (list[i].kind >= EG_DEVICE_CUDA && list[i].max_group > 0)
            snprintf(f->spec[f->specs++], sizeof *f->spec, "%s", list[i].spec);
}

/* With the cache of the environment: programs are compiled once for all tests. */
static inline int fixture_set_up_shared(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (!f)
        return 1;
    eg_context_options options = {
        .size = sizeof options, .log = fixture_log, .log_user = f, .level = EG_LOG_INFO};
    if (eg_context_create(&options, &f->context) != EG_OK)
        return 1;
    fixture_find_devices(f);
    *state = f;
    return 0;
}

static inline int fixture_set_up(void **state)
{
    char cache[64] = "/tmp/eagre-test-XXXXXX";
    if (!mkdtemp(cache) || setenv("EAGRE_CACHE", cache, 1) != 0 || fixture_set_up_shared(state) != 0)
        return 1;
    fixture *f = *state;
    snprintf(f->cache, sizeof f->cache, "%s", cache);
    return 0;
}

/* Calls `act` with the path of each file of the cache; NULL only counts. */
static int fixture_each_entry(const fixture *f, void (*act)(const char *path))
{
    DIR *folder = opendir(f->cache);
    int count = 0;
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char path[512];
        if (e->d_name[0] == '.' || strcmp(e->d_name, "lock") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", f->cache, e->d_name);
        if (act)
            act(path);
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

static void fixture_remove(const char *path)
{
    unlink(path);
}

static int fixture_tear_down(void **state)
{
    fixture *f = *state;
    int leaked = eg_context_blocks_held(f->context) != 0 || eg_context_bytes_held(f->context) != 0;
    if (leaked)
        fprintf(stderr, "blocks held: %lld\n", (long long)eg_context_blocks_held(f->context));
    if (f->cache[0]) {
        chmod(f->cache, 0700);
        char lock[512];
        snprintf(lock, sizeof lock, "%s/lock", f->cache);
        fixture_each_entry(f, fixture_remove);
        fixture_remove(lock);
        rmdir(f->cache);
    }
    eg_context_destroy(&f->context);
    free(f);
    return leaked;
}

/* The call succeeds, else the context's text is printed. */
#define ok(f, call)                                                                                          \
    do {                                                                                                     \
        eg_status ok_status = (call);                                                                        \
        if (ok_status != EG_OK)                                                                              \
            fail_msg("%s: %s: %s", #call, eg_status_name(ok_status), eg_context_error((f)->context));        \
    } while (0)

/* The call fails with this code and a text that holds this part. */
#define fails(f, code, part, call)                                                                           \
    do {                                                                                                     \
        assert_int_equal(call, code);                                                                        \
        if (!strstr(eg_context_error((f)->context), part))                                                   \
            fail_msg("'%s' is not in: %s", part, eg_context_error((f)->context));                            \
    } while (0)

#endif
