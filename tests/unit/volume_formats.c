/* Volumes of NumPy, netCDF, HDF5 and SEG-Y: the same grid in each of them, and what is refused in which words. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include "base/bytes.h"
#include "io/volume/volume.h"

enum { MOST = 1 << 16, NX = 3, NZ = 2 };

typedef struct fixture {
    eg_context *context;
    char folder[64], path[96];
    uint8_t bytes[MOST];
    int64_t length;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/eagre-volume-XXXXXX");
    if (eg_context_create(NULL, &f->context) != EG_OK || !mkdtemp(f->folder))
        return 1;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    int leaked = eg_context_blocks_held(f->context) != 0;
    eg_context_destroy(&f->context);
    rmdir(f->folder);
    free(f);
    return leaked;
}

/* ---- bytes */

static void begin(fixture *f, const char *name)
{
    snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    f->length = 0;
    memset(f->bytes, 0, sizeof f->bytes);
}

static void add(fixture *f, const void *bytes, int64_t count)
{
    assert_true(f->length + count <= MOST);
    memcpy(f->bytes + f->length, bytes, (size_t)count);
    f->length += count;
}

static void add_big(fixture *f, int bytes, int64_t value)
{
    uint8_t word[8];
    eg_put_big(word, bytes, (uint64_t)value);
    add(f, word, bytes);
}

static void add_float(fixture *f, float value)
{
    add_big(f, 4, eg_float_bits(value));
}

static void save(const fixture *f)
{
    FILE *file = fopen(f->path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(f->bytes, 1, (size_t)f->length, file), f->length);
    assert_int_equal(fclose(file), 0);
}

/* ---- what is read */

static void refused(fixture *f, const eg_volume_options *options, const char *words)
{
    eg_volume *volume;
    assert_int_equal(eg_volume_read(f->context, f->path, options, &volume), EG_INPUT);
    assert_null(volume);
    if (!strstr(eg_context_error(f->context), words))
        fail_msg("%s", eg_context_error(f->context));
}

/* x = 100, 110, 120; the vertical -5 and -3, or depths of 3 and 5: 1000 + x + 100 of the vertical. */
static double exact(double x, double up)
{
    return 1000 + x + 100 * up;
}

static void has_grid(fixture *f, const eg_volume_options *options)
{
    eg_volume *v;
    double value;
    if (eg_volume_read(f->context, f->path, options, &v) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    assert_true(v->low[0] == 100 && v->high[0] == 120 && v->low[1] == -5 && v->high[1] == -3);
    for (double x = 100; x <= 120; x += 2.5)
        for (double up = -5; up <= -3; up += 0.25) {
            assert_int_equal(eg_volume_sample(v, (double[2]){x, up}, &value), EG_OK);
            assert_true(fabs(value - exact(x, up)) < 1e-9);
        }
    assert_int_equal(eg_volume_sample(v, (double[2]){121, -4}, &value), EG_INPUT);
    assert_non_null(strstr(eg_context_error(f->context),
                           "(121, -4) is outside; it covers x from 100 to 120, y from -5 to -3: use"));
    eg_volume_destroy(&v);
}

static const double origin[2] = {100, -5}, down[2] = {100, 3}, spacing[2] = {10, 2};
static const eg_volume_options along_y = {.dimension = 2, .axes = "yx", .origin = origin, .spacing = spacing},
                               plane = {.dimension = 2};

/* ---- NumPy */

static void npy(fixture *f, int version, const char *header)
{
    begin(f, "v.npy");
    add(f, "\x93NUMPY", 6);
    add(f, (char[2]){(char)version, 0}, 2);
    uint8_t length[4];
    eg_put_little(length, 4, strlen(header));
    add(f, length, version == 1 ? 2 : 4);
    add(f, header, (int64_t)strlen(header));
}

static void of_numpy(void **state)
{
    fixture *f = *state;
    npy(f, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }    \n");
    for (int i = 0; i < NX * NZ; i++) {
        double value = exact(100 + 10 * (i / NZ), -5 + 2 * (i % NZ));
        add(f, &value, sizeof value);
    }
    save(f);
    has_grid(f, &along_y);
    refused(f, &(eg_volume_options){.dimension = 2, .spacing = spacing},
            "nothing in it tells the directions of its axes; give them beside `volume`");
    refused(f, &(eg_volume_options){.dimension = 2, .axes = "yx", .origin = origin},
            "nothing in it tells the distance of its values along y");
    refused(f,
            &(eg_volume_options){
                .axes = "zyx", .spacing = (double[3]){1, 1e-30, 1}, .origin = (double[3]){0, 1, 0}},
            "the spacing 1e-30 along y is too small beside the first place, 1");
    f->length--;
    save(f);
    refused(f, &along_y, "holds 47 bytes of numbers, and its shape and descr ask for 48: it is damaged");
    npy(f, 3, "{'descr': '>f4', 'fortran_order': True, 'shape': (3, 2)}"); /* [x][vertical], x fastest */
    for (int i = 0; i < NX * NZ; i++)
        add_float(f, (float)exact(100 + 10 * (i % NX), -5 + 2 * (i / NX)));
    save(f);
    has_grid(f, &along_y);
    unlink(f->path);
}

/* array[i][j] = 10 i + j is the same array in either order of the file; its shape tells nothing. */
static void of_numpy_squares(void **state)
{
    fixture *f = *state;
    for (int fortran = 0; fortran < 2; fortran++)
        for (int axes = 0; axes < 2; axes++) {
            eg_volume *v;
            double value;
            npy(f, 1,
                fortran ? "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)}"
                        : "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}");
            add(f, fortran ? (float[4]){0, 10, 1, 11} : (float[4]){0, 1, 10, 11}, 16);
            save(f);
            const eg_volume_options options = {
                .dimension = 2, .axes = axes ? "yx" : "xy", .spacing = spacing};
            assert_int_equal(eg_volume_read(f->context, f->path, &options, &v), EG_OK);
            assert_int_equal(eg_volume_sample(v, (double[2]){10, 0}, &value), EG_OK);
            assert_true(value == (axes ? 10 : 1));
            assert_int_equal(eg_volume_sample(v, (double[2]){5, 2}, &value), EG_OK);
            assert_true(value == (axes ? 6 : 10.5));
            eg_volume_destroy(&v);
        }
    unlink(f->path);
}

static void of_numpy_refused(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *header, *words;
    } wrong[] = {{"{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2)}", "descr is '<i4'; a volume"},
                 {"{'descr': '<c8', 'shape': (3, 2)}", "a volume holds float32 or float64"},
                 {"{'descr': '<f4', 'shape': (3, 2, 1, 1)}", "a volume has 1 to 2 axes"},
                 {"{'descr': '<f4', 'shape': ()}", "its shape is (); a volume"},
                 {"{'descr': '<f4', 'shape': (99999999999,)}", "of 1 to 2147483647 values"},
                 {"{'shape': (3, 2)}", "descr is ;"},
                 {"", "the header of this NumPy file is damaged"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        npy(f, 1, wrong[i].header);
        save(f);
        refused(f, &along_y, wrong[i].words);
    }
    unlink(f->path);
}

/* What a name promises and the file is not. */
static void of_wrong_names(void **state)
{
    fixture *f = *state;
    static const char *const names[] = {"v.npy", "v.nc", "v.h5"};
    for (int i = 0; i < 3; i++) {
        begin(f, names[i]);
        if (i > 0)
            add(f, "n1=3 n2=2\n", 10);
        save(f);
        refused(f, &plane,
                i == 0 ? "does not begin as a file of NumPy: it is empty" : "does not begin as a file of");
        unlink(f->path);
    }
}

/* ---- netCDF */

static void add_name(fixture *f, int word, const char *name)
{
    add_big(f, word, (int64_t)strlen(name));
    add(f, name, (int64_t)strlen(name));
    add(f, "\0\0\0", (4 - (int64_t)strlen(name) % 4) % 4);
}

typedef struct cdf {
    int version;
    const char *vertical;
    int type;             /* of the values: 3 short, 5 float, 6 double */
    bool packed;          /* numbers are (value - 500) * 2 */
    double middle;        /* the second x */
    int64_t cut, rows;    /* bytes that are not there; of the vertical */
    const char *positive; /* of the vertical */
} cdf;

static void add_cdf_variable(fixture *f, const cdf *c, const char *name, int rank, const int *dimension,
                             int type, int64_t at)
{
    int word = c->version == 5 ? 8 : 4;
    add_name(f, word, name);
    add_big(f, word, rank);
    for (int k = 0; k < rank; k++)
        add_big(f, word, dimension[k]);
    if (rank == 2 && c->packed) {
        static const char *const names[] = {"scale_factor", "add_offset", "_FillValue"};
        static const float values[] = {0.5F, 500, -1};
        add_big(f, 4, 12);
        add_big(f, word, 3);
        for (int k = 0; k < 3; k++) {
            add_name(f, word, names[k]);
            add_big(f, 4, 5);
            add_big(f, word, 1);
            add_float(f, values[k]);
        }
    } else if (c->positive && strcmp(name, c->vertical) == 0) {
        add_big(f, 4, 12);
        add_big(f, word, 1);
        add_name(f, word, "positive");
        add_big(f, 4, 2);
        add_name(f, word, c->positive);
    } else {
        add_big(f, 4, 0);
        add_big(f, word, 0);
    }
    add_big(f, 4, type);
    add_big(f, word, 0);
    add_big(f, c->version == 1 ? 4 : 8, at);
}

/* Values [x][vertical]; coordinates of doubles; all numbers behind byte 1024. */
static void write_cdf(fixture *f, const cdf *c)
{
    enum { NUMBERS = 1024 };
    int word = c->version == 5 ? 8 : 4;
    begin(f, "v.nc");
    add(f, "CDF", 3);
    add_big(f, 1, c->version);
    add_big(f, word, 0);
    add_big(f, 4, 10);
    add_big(f, word, 2);
    add_name(f, word, "x");
    add_big(f, word, NX);
    add_name(f, word, c->vertical);
    add_big(f, word, c->rows);
    add_big(f, 4, 0);
    add_big(f, word, 0);
    add_big(f, 4, 11);
    add_big(f, word, 3);
    add_cdf_variable(f, c, "x", 1, (int[1]){0}, 6, NUMBERS);
    add_cdf_variable(f, c, c->vertical, 1, (int[1]){1}, 3, NUMBERS + 24);
    add_cdf_variable(f, c, "vp", 2, (int[2]){0, 1}, c->type, NUMBERS + 28);
    f->length = NUMBERS;
    for (int i = 0; i < NX; i++)
        add_big(f, 8, (int64_t)eg_double_bits(i == 1 ? c->middle : 100 + 10 * i));
    bool depth = c->positive ? c->positive[0] == 'd' : strcmp(c->vertical, "depth") == 0;
    for (int k = 0; k < NZ; k++)
        add_big(f, 2, depth ? 3 + 2 * k : -5 + 2 * k);
    for (int i = 0; i < NX * NZ; i++) {
        double value = exact(100 + 10 * (i / NZ), depth ? -3 - 2 * (i % NZ) : -5 + 2 * (i % NZ));
        if (c->type == 3)
            add_big(f, 2, (int64_t)(c->packed ? 2 * (value - 500) : value));
        else if (c->type == 5)
            add_float(f, (float)value);
        else
            add_big(f, 8, (int64_t)eg_double_bits(value));
    }
    f->length -= c->cut;
    save(f);
}

static void of_netcdf(void **state)
{
    fixture *f = *state;
    static const cdf good[] = {{1, "z", 5, false, 110, 0, NZ, NULL},
                               {2, "depth", 6, false, 110, 0, NZ, NULL},
                               {5, "y", 3, false, 110, 0, NZ, NULL},
                               {5, "Depth", 3, true, 110, 0, NZ, NULL},
                               {1, "elevation", 3, true, 110.001, 0, NZ, NULL}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cdf c = good[i];
        if (strcmp(c.vertical, "Depth") == 0)
            c.vertical = "depth";
        write_cdf(f, &c);
        has_grid(f, &plane);
        has_grid(f, &(eg_volume_options){.dimension = 2, .variable = "vp"});
    }
    write_cdf(f, &(cdf){1, "z", 5, false, 110, 0, NZ, "down"});
    has_grid(f, &plane);
    write_cdf(f, &(cdf){5, "depth", 5, false, 110, 0, NZ, "up"});
    has_grid(f, &plane);
    write_cdf(f, &(cdf){1, "elevation", 3, true, 110.001, 0, NZ, NULL});
    refused(f, &(eg_volume_options){.dimension = 3},
            "has no variable of three dimensions; its variables are: x, elevation, vp");
    refused(f, &(eg_volume_options){.dimension = 2, .variable = "vs"},
            "has no such `variable`; its variables are: x, ");
    write_cdf(f, &(cdf){1, "time", 5, false, 110, 0, NZ, NULL});
    refused(f, &plane, "nothing in it tells the directions of its axes");
    has_grid(f, &along_y);
    write_cdf(f, &(cdf){1, "z", 5, false, 111, 0, NZ, NULL});
    refused(f, &plane,
            "the coordinates of 'x' are not at equal distances: number 2 is 111, with 10 between each");
    write_cdf(f, &(cdf){2, "z", 5, false, 110, 1, NZ, NULL});
    refused(f, &plane, "the numbers of 'vp' go beyond the end of the file, at byte 1075: it is cut short");
    write_cdf(f, &(cdf){5, "z", 5, false, 110, 0, 0, NULL});
    refused(f, &plane, "the dimension 'z' of 'vp' is unlimited; ncks --fix_rec_dmn all makes it a fixed one");
    write_cdf(f, &(cdf){5, "z", 5, false, 110, 1000, NZ, NULL});
    refused(f, &plane, "the header of this netCDF file is damaged");
    unlink(f->path);
}

/* The value that stands for none is NaN. */
static void of_missing_values(void **state)
{
    fixture *f = *state;
    eg_volume *v;
    double value;
    write_cdf(f, &(cdf){1, "z", 3, true, 110, 0, NZ, NULL});
    eg_put_big(f->bytes + 1052, 2, (uint64_t)-1);
    save(f);
    assert_int_equal(eg_volume_read(f->context, f->path, &plane, &v), EG_OK);
    assert_int_equal(eg_volume_sample(v, (double[2]){105, -4}, &value), EG_OK);
    assert_true(isnan(value));
    eg_volume_destroy(&v);
    unlink(f->path);
}

/* ---- HDF5 */

static hid_t write_dataset(hid_t file, const char *name, int rank, const hsize_t *side, const double *values)
{
    hid_t space = H5Screate_simple(rank, side, NULL);
    hid_t dataset = H5Dcreate2(file, name, H5T_IEEE_F32BE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(dataset >= 0 &&
                H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Sclose(space);
    return dataset;
}

/* The references to scales that netCDF-4 has in an attribute. */
static void write_dimension_list(hid_t file, hid_t dataset, int rank, const char *const *scale)
{
    hobj_ref_t reference[3];
    hvl_t list[3];
    hsize_t side = (hsize_t)rank;
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ), space = H5Screate_simple(1, &side, NULL);
    hid_t attribute = H5Acreate2(dataset, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
    for (int k = 0; k < rank; k++) {
        assert_true(H5Rcreate(&reference[k], file, scale[k], H5R_OBJECT, -1) >= 0);
        list[k] = (hvl_t){1, &reference[k]};
    }
    assert_true(H5Awrite(attribute, type, list) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void write_number(hid_t dataset, const char *name, double value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(dataset, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* A dataset that a filter of another program has packed. */
static void write_packed(fixture *f)
{
    const float values[NX * NZ] = {0};
    begin(f, "v.h5");
    hid_t file = H5Fcreate(f->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t made = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(2, (hsize_t[2]){NX, NZ}, NULL);
    assert_true(H5Pset_chunk(made, 2, (hsize_t[2]){NX, NZ}) >= 0 &&
                H5Pset_filter(made, 32000, H5Z_FLAG_OPTIONAL, 0, NULL) >= 0);
    hid_t dataset = H5Dcreate2(file, "vp", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, made, H5P_DEFAULT);
    assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, (hsize_t[2]){0, 0}, sizeof values, values) >= 0);
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(made);
    H5Fclose(file);
}

/* vp[x][depth], with scales and scale_factor, and in a group vs of half of it without. */
static void write_h5(fixture *f, bool two)
{
    static const double x[NX] = {100, 110, 120}, depth[NZ] = {3, 5};
    static const char *const scales[] = {"/x", "/depth"};
    double vp[NX * NZ];
    begin(f, "v.h5");
    for (int i = 0; i < NX * NZ; i++)
        vp[i] = exact(x[i / NZ], -depth[i % NZ]) / 4;
    hid_t file = H5Fcreate(f->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(write_dataset(file, "x", 1, (hsize_t[1]){NX}, x));
    H5Dclose(write_dataset(file, "depth", 1, (hsize_t[1]){NZ}, depth));
    hid_t dataset = write_dataset(file, "vp", 2, (hsize_t[2]){NX, NZ}, vp);
    write_dimension_list(file, dataset, 2, scales);
    write_number(dataset, "scale_factor", 4);
    H5Dclose(dataset);
    if (two) {
        H5Gclose(H5Gcreate2(file, "model", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Dclose(write_dataset(file, "model/vp", 2, (hsize_t[2]){NX, NZ}, vp));
    }
    H5Fclose(file);
}

/* With `positive` of "up" a dimension called depth is none. */
static void counts_up(fixture *f)
{
    eg_volume *v;
    hid_t file = H5Fopen(f->path, H5F_ACC_RDWR, H5P_DEFAULT), depth = H5Dopen2(file, "depth", H5P_DEFAULT);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, 2);
    hid_t attribute = H5Acreate2(depth, "positive", type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, "up") >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(depth);
    H5Fclose(file);
    assert_int_equal(eg_volume_read(f->context, f->path, &plane, &v), EG_OK);
    assert_true(v->low[1] == 3 && v->high[1] == 5);
    eg_volume_destroy(&v);
}

static void of_hdf5(void **state)
{
    fixture *f = *state;
    write_h5(f, false);
    has_grid(f, &plane);
    refused(f, &(eg_volume_options){0},
            "has no dataset of three dimensions; its datasets of numbers are: depth, vp, x");
    counts_up(f);
    write_h5(f, true);
    has_grid(f, &(eg_volume_options){.dimension = 2, .variable = "vp"});
    eg_volume_options other = {.dimension = 2,
                               .variable = "/model/vp",
                               .axes = "yx",
                               .scale = 4,
                               .depth = true,
                               .origin = down,
                               .spacing = spacing};
    has_grid(f, &other);
    other.axes = NULL;
    refused(f, &other, "nothing in it tells the directions of its axes");
    refused(f, &plane, "has several datasets; choose one by `variable` beside `volume`");
    refused(f, &(eg_volume_options){.dimension = 2, .variable = "model"}, "has no such `variable`");
    write_packed(f);
    refused(f, &along_y, "filter 32000, which this HDF5 lacks; write it with gzip or without compression");
    assert_int_equal(truncate(f->path, 600), 0);
    refused(f, &plane, "is not a whole HDF5 file");
    unlink(f->path);
}

/* ---- SEG-Y */

typedef struct segy {
    int format, byte, scalar, interval, rows; /* where x stands; rows of NX traces along y, 7 apart */
    double turn;                              /* of the line, in steps of y for a step of x */
} segy;

static uint32_t ibm_bits(double value)
{
    int exponent = 64;
    for (; value >= 1; value /= 16)
        exponent++;
    return (uint32_t)exponent << 24 | (uint32_t)ldexp(value, 24);
}

static void write_segy(fixture *f, const segy *s, const char *name)
{
    begin(f, name);
    f->length = 3600;
    eg_put_big(f->bytes + 3216, 2, (uint64_t)s->interval);
    eg_put_big(f->bytes + 3220, 2, NZ);
    eg_put_big(f->bytes + 3224, 2, (uint64_t)s->format);
    for (int i = 0; i < NX * s->rows; i++) {
        uint8_t *header = f->bytes + f->length;
        double x = 100 + 10 * (i % NX), y = 7 * (i / NX) + s->turn * 10 * (i % NX);
        eg_put_big(header + 70, 2, (uint64_t)s->scalar);
        eg_put_big(header + 188, 4, (uint64_t)(1 + i / NX));
        eg_put_big(header + s->byte - 1, 4, (uint64_t)(s->scalar < 0 ? -s->scalar * x : x));
        eg_put_big(header + s->byte + 3, 4, (uint64_t)(s->scalar < 0 ? -s->scalar * y : y));
        f->length += 240;
        for (int k = 0; k < NZ; k++) {
            double value = exact(x, -3 - 2 * k) + 1e4 * (i / NX);
            add_big(f, 4, s->format == 1 ? ibm_bits(value) : eg_float_bits((float)value));
        }
    }
    save(f);
}

static void of_segy(void **state)
{
    fixture *f = *state;
    eg_volume_options at = {.dimension = 2, .depth = true, .surface = -3};
    write_segy(f, &(segy){1, 181, -100, 2000, 1, 0}, "v.sgy");
    has_grid(f, &at);
    unlink(f->path);
    write_segy(f, &(segy){5, 81, 1, 2000, 1, 0}, "v.SEGY");
    has_grid(f, &at);
    has_grid(f, &(eg_volume_options){.dimension = 2, .origin = down, .spacing = spacing});
    at.unit = 0.5;
    eg_volume *v;
    double value;
    assert_int_equal(eg_volume_read(f->context, f->path, &at, &v), EG_OK);
    assert_true(v->low[1] == -4 && v->high[0] == 60);
    eg_volume_destroy(&v);
    write_segy(f, &(segy){5, 181, 1, 2000, 2, 0}, "v.SEGY");
    at = (eg_volume_options){.depth = true, .surface = -3};
    assert_int_equal(eg_volume_read(f->context, f->path, &at, &v), EG_OK);
    assert_int_equal(eg_volume_sample(v, (double[3]){115, 3.5, -4}, &value), EG_OK);
    assert_true(value == exact(115, -4) + 5000);
    eg_volume_destroy(&v);
    at = (eg_volume_options){.origin = (double[3]){0, 0, 3}, .spacing = (double[3]){1, 1, 2}};
    assert_int_equal(eg_volume_read(f->context, f->path, &at, &v), EG_OK);
    assert_int_equal(eg_volume_sample(v, (double[3]){1.5, 0.5, -4}, &value), EG_OK);
    assert_true(value == exact(115, -4) + 5000);
    eg_volume_destroy(&v);
    eg_put_big(f->bytes + 3600 + 248 * 3 + 188, 4, 1);
    save(f);
    refused(f, &at, "trace 6, byte 189 of its header: the first 4 traces are a row of one inline number");
    for (int i = 0; i < 2 * NX; i++) /* sorted the other way */
        eg_put_big(f->bytes + 3600 + 248 * i + 188, 4, (uint64_t)(i % 2));
    save(f);
    refused(f, &at, "trace 3, byte 189 of its header: the first 1 traces are a row");
    for (int i = 0; i < 2 * NX; i++)
        eg_put_big(f->bytes + 3600 + 248 * i + 188, 4, 0);
    save(f);
    refused(f, &at, "all 6 traces have the inline number 0 (byte 189)");
    f->length -= 248;
    save(f);
    refused(f, &(eg_volume_options){0}, "rows of traces are not of one length; a volume is a whole grid");
    unlink(f->path);
}

/* The places of a line that does not run along x count from its first trace; those of a grid have to. */
static void of_segy_turned(void **state)
{
    fixture *f = *state;
    eg_volume *v;
    write_segy(f, &(segy){5, 181, -10, 2000, 1, 0.75}, "v.sgy");
    assert_int_equal(eg_volume_read(f->context, f->path, &plane, &v), EG_OK);
    assert_true(v->low[0] == 0 && v->high[0] == 25 && v->low[1] == -2 && v->high[1] == 0);
    eg_volume_destroy(&v);
    write_segy(f, &(segy){5, 181, -10, 2000, 2, 0.75}, "v.sgy");
    refused(f, &(eg_volume_options){0},
            "trace 2, bytes 181 and 185 or 81 and 85 of its header: the grid is turned");
    write_segy(f, &(segy){5, 181, 1, 0, 1, 0}, "v.sgy");
    refused(f, &plane, "nothing in it tells the distance of its values along y");
    write_segy(f, &(segy){5, 181, 1, 2000, 1, 0}, "v.sgy");
    eg_put_big(f->bytes + 3600 + 248 + 180, 4, 104);
    save(f);
    refused(f, &plane,
            "trace 2, bytes 181 and 185 or 81 and 85 of its header: traces are not at equal distances");
    for (int i = 0; i < NX; i++)
        eg_put_big(f->bytes + 3600 + 248 * i + 180, 4, 104);
    save(f);
    refused(f, &plane,
            "trace 2, bytes 181 and 185 or 81 and 85 of its header: it stands where the first one stands");
    eg_put_big(f->bytes + 3224, 2, 2);
    save(f);
    refused(f, &plane,
            "byte 3225: the format code is 2; 1, IBM floats, and 5, IEEE floats, are read, big-endian");
    eg_put_big(f->bytes + 3224, 2, 5);
    f->length--;
    save(f);
    refused(f, &plane, "byte 3221: 2 samples a trace; the 743 bytes behind the headers are no whole number");
    f->length = 3599;
    save(f);
    refused(f, &plane, "has 3599 bytes; the headers of a SEG-Y file alone have 3600");
    begin(f, "v.sgy");
    add(f, "II*\0       ", 8);
    unlink(f->path);
    begin(f, "v.tif");
    add(f, "II*\0    ", 8);
    save(f);
    refused(f, &plane, "is a GeoTIFF, which the key `raster` of 2D models reads");
    unlink(f->path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_numpy),         TEST(of_numpy_squares), TEST(of_wrong_names),
        TEST(of_numpy_refused), TEST(of_netcdf),        TEST(of_missing_values),
        TEST(of_hdf5),          TEST(of_segy),          TEST(of_segy_turned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
