/* What the tests of output share: a context whose leaks fail, a folder of their own, a small mesh.
 */
#ifndef EG_TEST_SNAPSHOT_COMMON_H
#define EG_TEST_SNAPSHOT_COMMON_H

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

#include "io/snapshot.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Succeeds, or shows why not. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        if ((call) != EG_OK)                                                                       \
            fail_msg("%s: %s", #call, eg_context_error(t->context));                               \
    } while (0)

/* Fails with the status and with a text that holds `part`. */
#define FAILS(call, expected, part)                                                                \
    do {                                                                                           \
        assert_int_equal(call, expected);                                                          \
        if (!strstr(eg_context_error(t->context), part))                                           \
            fail_msg("'%s' is not in: %s", part, eg_context_error(t->context));                    \
    } while (0)

typedef struct test {
    eg_context *context;
    char folder[64];
    char path[3][256]; /* room for names */
} test;

static inline int set_up(void **state)
{
    test *t = calloc(1, sizeof *t);
    strcpy(t->folder, "/tmp/eagre-test-XXXXXX");
    if (!mkdtemp(t->folder) || eg_context_create(NULL, &t->context) != EG_OK)
        return 1;
    *state = t;
    return 0;
}

static inline int tear_down(void **state)
{
    test *t = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    int left = system(command);
    int leaked = eg_context_blocks_held(t->context) != 0;
    if (leaked)
        fprintf(stderr, "%lld blocks leaked\n", (long long)eg_context_blocks_held(t->context));
    eg_context_destroy(&t->context);
    free(t);
    return leaked || left;
}

/* The path of a file in the test's folder, in t->path[i]. */
static inline const char *path_of(test *t, int i, const char *name)
{
    snprintf(t->path[i], sizeof t->path[i], "%s/%s", t->folder, name);
    return t->path[i];
}

static inline bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* Files in a folder whose names hold `part`. */
static inline int files_with(const char *folder, const char *part)
{
    char command[256];
    snprintf(command, sizeof command, "exit $(ls '%s' 2>/dev/null | grep -c -- '%s')", folder,
             part);
    int status = system(command);
    return status < 0 ? -1 : status >> 8;
}

/* 4 x 3 quadrangles, or 24 triangles, of 10 m x 6 m. */
static inline eg_mesh *small_mesh(test *t, eg_box_element element)
{
    eg_mesh *mesh = NULL;
    OK(eg_mesh_box(t->context,
                   &(eg_box_options){.size = {10, 6}, .cells = {4, 3}, .element = element}, &mesh));
    return mesh;
}

static const eg_snapshot_field two_fields[2] = {{"depth", "m", 1}, {"velocity", "m/s", 2}};

/* depth = cell + shift, velocity = (cell / 3, -shift). */
static inline void fill_fields(int64_t cells, double shift, double *depth, double *velocity)
{
    for (int64_t c = 0; c < cells; c++) {
        depth[c] = (double)c + shift;
        velocity[2 * c] = (double)c / 3;
        velocity[2 * c + 1] = -shift;
    }
}

/* A set of `count` snapshots in folder/fields; cell `odd_cell` of the last depth is moved by one
 * ulp. */
static inline void write_run(test *t, const char *folder, int count, int64_t odd_cell,
                             eg_precision precision)
{
    eg_mesh *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    char fields[320];
    snprintf(fields, sizeof fields, "%s/fields", folder);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(
        t->context, mesh, two_fields, 2,
        &(eg_snapshot_set_options){.folder = fields, .case_hash = "c0ffee", .precision = precision},
        &set));
    double depth[24], velocity[48];
    assert_int_equal(mesh->cells, 24);
    for (int i = 0; i < count; i++) {
        fill_fields(mesh->cells, 0.1 * i, depth, velocity);
        if (i == count - 1 && odd_cell >= 0) {
            int64_t bits;
            memcpy(&bits, &depth[odd_cell], sizeof bits);
            bits++;
            memcpy(&depth[odd_cell], &bits, sizeof bits);
        }
        const double *values[2] = {depth, velocity};
        OK(eg_snapshot_set_write(
            set,
            &(eg_snapshot_moment){.step = 10 * i, .time = 0.5 * i, .state_hash = 77u + (unsigned)i},
            values));
    }
    assert_int_equal(eg_snapshot_set_count(set), count);
    eg_snapshot_set_destroy(&set);
    eg_mesh_destroy(&mesh);
}

#endif
