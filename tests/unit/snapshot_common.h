/* What the tests of output share: a context whose leaks fail, a folder of their own, a small mesh. */
#ifndef EG_TEST_SNAPSHOT_COMMON_H
#define EG_TEST_SNAPSHOT_COMMON_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/snapshot/nodes.h"
#include "io/snapshot/vtkhdf.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Succeeds, or shows why not. */
#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != EG_OK)                                                                                 \
            fail_msg("%s: %s", #call, eg_context_error(t->context));                                         \
    } while (0)

/* Fails with the status and with a text that holds `part`. */
#define FAILS(call, expected, part)                                                                          \
    do {                                                                                                     \
        assert_int_equal(call, expected);                                                                    \
        if (!strstr(eg_context_error(t->context), part))                                                     \
            fail_msg("'%s' is not in: %s", part, eg_context_error(t->context));                              \
    } while (0)

typedef struct test {
    eg_context *context;
    char folder[64];
    char path[3][256]; /* room for names */
} test;

/* The next snapshot, whole, of one process. */
static inline eg_status write_snapshot(eg_snapshot_set *set, const eg_snapshot_stamp *stamp,
                                       const double *const *values)
{
    EG_TRY(eg_snapshot_set_begin(set));
    eg_status status = eg_snapshot_set_put(set, values);
    if (status == EG_OK)
        return eg_snapshot_set_publish(set, stamp);
    eg_snapshot_set_drop(set);
    return status;
}

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
    snprintf(command, sizeof command, "exit $(ls '%s' 2>/dev/null | grep -c -- '%s')", folder, part);
    int status = system(command);
    return status < 0 ? -1 : status >> 8;
}

/* 4 x 3 quadrangles, or 24 triangles, of 10 m x 6 m. */
static inline eg_plane *small_mesh(test *t, eg_box_element element)
{
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context, &(eg_box_options){.size = {10, 6}, .cells = {4, 3}, .element = element},
                    &mesh));
    return mesh;
}

/* Three quadrangles of any form below six triangles, the nodes at any height: 5 m x 2 m or so. */
static inline eg_plane *mixed_mesh(test *t)
{
    static const char *const all[1] = {"all"};
    double x[12][3];
    uint8_t type[9];
    int32_t vertex[9][4], region[9] = {0};
    int64_t source[9];
    int cells = 0;
    for (int n = 0; n < 12; n++) {
        x[n][0] = n % 4 * 1.6 + 0.07 * (n * 5 % 7);
        x[n][1] = n / 4 + 0.05 * (n * 3 % 5);
        x[n][2] = 0.1 * n;
    }
    for (int i = 0; i < 3; i++, cells++) {
        type[cells] = EG_QUADRANGLE;
        memcpy(vertex[cells], (const int32_t[4]){i, i + 1, i + 5, i + 4}, sizeof *vertex);
    }
    for (int i = 4; i < 7; i++)
        for (int half = 0; half < 2; half++, cells++) {
            type[cells] = EG_TRIANGLE;
            memcpy(vertex[cells], (const int32_t[4]){i, half ? i + 5 : i + 1, half ? i + 4 : i + 5, -1},
                   sizeof *vertex);
        }
    for (int c = 0; c < 9; c++)
        source[c] = c;
    eg_plane *mesh = NULL;
    OK(eg_plane_build(t->context,
                      &(eg_plane_input){.origin = "mixed",
                                        .nodes = 12,
                                        .cells = 9,
                                        .x = (const double(*)[3])x,
                                        .type = type,
                                        .vertex = (const int32_t(*)[4])vertex,
                                        .region = region,
                                        .source = source,
                                        .regions = 1,
                                        .region_name = all},
                      &mesh));
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
static inline void write_run(test *t, const char *folder, int count, int64_t odd_cell, eg_precision precision)
{
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    char fields[320];
    snprintf(fields, sizeof fields, "%s/fields", folder);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(
        t->context, &mesh->base, two_fields, 2,
        &(eg_snapshot_set_options){.folder = fields, .case_hash = "c0ffee", .precision = precision}, &set));
    double depth[24], velocity[48];
    assert_int_equal(mesh->base.own, 24);
    for (int i = 0; i < count; i++) {
        fill_fields(mesh->base.own, 0.1 * i, depth, velocity);
        if (i == count - 1 && odd_cell >= 0) {
            int64_t bits;
            memcpy(&bits, &depth[odd_cell], sizeof bits);
            bits++;
            memcpy(&depth[odd_cell], &bits, sizeof bits);
        }
        const double *values[2] = {depth, velocity};
        OK(write_snapshot(
            set, &(eg_snapshot_stamp){.step = 10 * i, .time = 0.5 * i, .state_hash = 77u + (unsigned)i},
            values));
    }
    assert_int_equal(eg_snapshot_set_count(set), count);
    eg_snapshot_set_destroy(&set);
    eg_plane_destroy(&mesh);
}

/* ---- point data */

/* A polynomial of this degree, not larger than a few units on the mixed mesh. */
static inline double polynomial(int degree, const double x[2])
{
    double sum = 0;
    for (int i = 0; i <= degree; i++)
        sum += pow((x[0] - 3) / 3, i) * pow(x[1] - 1, degree - i) - 0.1 * i * (x[0] - x[1]);
    return sum;
}

/* pressure: the polynomial plus the cell's number; velocity: (x, -y) of the node. */
static inline void fill_points(test *t, const eg_plane *mesh, int degree, double **pressure,
                               double **velocity)
{
    int64_t count = eg_snapshot_value_count(&mesh->base, degree), at = 0;
    OK(eg_alloc(t->context, count, sizeof **pressure, pressure));
    OK(eg_alloc(t->context, 2 * count, sizeof **velocity, velocity));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        double points[EG_NODES_MOST][2], vertex[EG_CELL_VERTICES][2], x[2];
        eg_cell_type type = (eg_cell_type)mesh->type[cell];
        int nodes = eg_snapshot_nodes(type, degree, points);
        eg_plane_cell_vertices(mesh, cell, vertex);
        for (int n = 0; n < nodes; n++, at++) {
            eg_cell_map(type, (const double(*)[2])vertex, points[n], x);
            (*pressure)[at] = polynomial(degree, x) + (double)cell;
            (*velocity)[2 * at] = x[0];
            (*velocity)[2 * at + 1] = -x[1];
        }
    }
    assert_int_equal(at, count);
}

static const eg_snapshot_field point_fields[2] = {{"pressure", "Pa", 1}, {"velocity", "m/s", 2}};

/* Two snapshots in a folder of the test's; the value `odd` of the last pressure is moved by one ulp. */
static inline void write_points(test *t, const char *folder, int degree, int64_t odd, eg_precision precision)
{
    eg_plane *mesh = mixed_mesh(t);
    eg_snapshot_set *set = NULL;
    double *pressure = NULL, *velocity = NULL;
    fill_points(t, mesh, degree, &pressure, &velocity);
    const double *values[2] = {pressure, velocity};
    OK(eg_snapshot_set_create(
        t->context, &mesh->base, point_fields, 2,
        &(eg_snapshot_set_options){.folder = folder, .degree = degree, .precision = precision}, &set));
    OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 4, .time = 0.25}, values));
    if (odd >= 0)
        pressure[odd] = nextafter(pressure[odd], INFINITY);
    OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 8, .time = 0.5}, values));
    eg_free(t->context, &pressure);
    eg_free(t->context, &velocity);
    eg_snapshot_set_destroy(&set);
    eg_plane_destroy(&mesh);
}

/* ---- damage */

/* Reads all of a snapshot. */
static inline eg_status open_and_read(test *t, const char *path)
{
    eg_snapshot *s = NULL;
    eg_snapshot_geometry *g = NULL;
    eg_status status = eg_snapshot_open(t->context, path, &s);
    if (status == EG_OK)
        status = eg_snapshot_read_geometry(s, &g);
    for (int f = 0; status == EG_OK && f < s->field_count; f++) {
        double *values = NULL;
        status = eg_snapshot_read_field(s, f, &values);
        eg_free(t->context, &values);
    }
    eg_snapshot_geometry_destroy(&g);
    eg_snapshot_close(&s);
    return status;
}

/* Gives a file the seal of its bytes, as if they had been meant. */
static inline void reseal(test *t, const char *path)
{
    char *bytes = NULL;
    int64_t length = 0;
    OK(eg_file_read(t->context, EG_INPUT, path, 1 << 24, &bytes, &length));
    int64_t chunks = eg_ceil_div(length - EG_H5_SEAL, EG_SEAL_CHUNK);
    uint64_t *hashes = NULL;
    OK(eg_alloc(t->context, chunks, sizeof *hashes, &hashes));
    for (int64_t i = 0; i < chunks; i++) {
        int64_t at = EG_H5_SEAL + i * EG_SEAL_CHUNK;
        hashes[i] = eg_hash64(bytes + at, eg_min_i64(EG_SEAL_CHUNK, length - at), 0);
    }
    eg_h5_seal_text(bytes, length, hashes, chunks);
    eg_free(t->context, &hashes);
    OK(eg_file_write(t->context, path, bytes, length));
    eg_free(t->context, &bytes);
}

/* Overwrites one number of a dataset. */
static inline void poke(test *t, const char *path, const char *name, hid_t type, int64_t index,
                        const void *value)
{
    (void)t;
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset), one = H5Screate(H5S_SCALAR);
    hsize_t place[2] = {(hsize_t)index, 0};
    H5Sselect_elements(space, H5S_SELECT_SET, 1, place);
    assert_true(H5Dwrite(dataset, type, one, space, H5P_DEFAULT, value) >= 0);
    H5Sclose(one);
    H5Sclose(space);
    H5Dclose(dataset);
    H5Fclose(file);
}

static inline void overwrite(const char *path, const char *bytes, int64_t length)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, (size_t)length, file), length);
    fclose(file);
}

/* Cut anywhere, or with any byte turned over, a file is refused before HDF5 sees it. */
static inline void refuses_every_damage(test *t, const char *path)
{
    char *bytes = NULL;
    int64_t length = 0;
    OK(eg_file_read(t->context, EG_INPUT, path, 1 << 24, &bytes, &length));
    for (int64_t cut = 512; cut < length; cut += 1 + length / 40) {
        overwrite(path, bytes, cut);
        FAILS(open_and_read(t, path), EG_INPUT, "is cut short");
    }
    overwrite(path, bytes, 100);
    FAILS(open_and_read(t, path), EG_INPUT, "not a whole HDF5 file");
    for (int64_t at = 64; at < length; at += 1 + length / 400) {
        bytes[at] ^= 0x04;
        overwrite(path, bytes, length);
        bytes[at] ^= 0x04;
        FAILS(open_and_read(t, path), EG_INPUT, "is damaged");
    }
    eg_free(t->context, &bytes);
}

#endif
