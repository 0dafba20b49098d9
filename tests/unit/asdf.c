/* ASDF: what HDF5 reads of a file, its names and numbers; the same bytes again; what is refused. */
#include "snapshot_common.h"

#include <hdf5.h>

#include "io/seismogram/asdf.h"

static const double values[] = {1, -2.5, 1e-300};
static const eg_seed_name name = {"CH", "AAA", "", "BHZ"}, other = {"CH", "AAA", "00", "BHE"},
                          far = {"XX", "B", "", "BHZ"};
static const eg_geographic_station place = {.latitude = 0.8, .longitude = 0.1, .elevation = 500};

static void write_asdf(test *t, const char *path, const char *quakeml)
{
    eg_asdf *a;
    const eg_asdf_options options = {
        .dt = 0.25, .samples = COUNT(values), .start = INT64_C(1582991999750), .quakeml = quakeml};
    OK(eg_asdf_create(t->context, &options, &a));
    OK(eg_asdf_add(a, &name, values));
    OK(eg_asdf_add(a, &other, values));
    OK(eg_asdf_add_station(a, &name, &place));
    OK(eg_asdf_add(a, &far, values));
    OK(eg_asdf_write(a, path));
    eg_asdf_destroy(&a);
}

/* The bytes of a dataset as a text. */
static void read_text(hid_t file, const char *path, char *text, size_t room)
{
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    assert_true(dataset >= 0 && H5Dget_storage_size(dataset) < room);
    memset(text, 0, room);
    assert_true(H5Dread(dataset, H5T_NATIVE_INT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    H5Dclose(dataset);
}

static void read_attribute(hid_t object, const char *attribute_name, hid_t type, void *value)
{
    hid_t attribute = H5Aopen(object, attribute_name, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Aread(attribute, type, value) >= 0);
    H5Aclose(attribute);
}

static void files_are_read(void **state)
{
    test *t = *state;
    char text[2000], format[8] = "", *one, *two;
    int64_t length[2], start;
    double rate, found[COUNT(values)];
    write_asdf(t, path_of(t, 0, "a.h5"), NULL);
    hid_t file = H5Fopen(t->path[0], H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, sizeof format);
    read_attribute(file, "file_format", type, format);
    assert_string_equal(format, "ASDF");
    read_attribute(file, "file_format_version", type, format);
    assert_string_equal(format, "1.0.3");
    H5Tclose(type);
    read_text(file, "/QuakeML", text, sizeof text);
    assert_non_null(strstr(text, "<eventParameters publicID=\"smi:local/none\"/>"));
    read_text(file, "/Waveforms/CH.AAA/StationXML", text, sizeof text);
    assert_non_null(strstr(text, "<Network code=\"CH\">"));
    assert_non_null(strstr(text, "<Latitude>45.836623610</Latitude>"));
    assert_non_null(strstr(text, "<Elevation>500.000</Elevation>"));
    assert_true(H5Lexists(file, "/Waveforms/XX.B", H5P_DEFAULT) > 0);
    assert_true(H5Lexists(file, "/Waveforms/XX.B/StationXML", H5P_DEFAULT) == 0);
    hid_t trace =
        H5Dopen2(file, "/Waveforms/CH.AAA/CH.AAA.00.BHE__2020-02-29T15:59:59__2020-02-29T16:00:00__synthetic",
                 H5P_DEFAULT);
    assert_true(trace >= 0 && H5Dread(trace, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, found) >= 0);
    assert_memory_equal(found, values, sizeof values);
    read_attribute(trace, "sampling_rate", H5T_NATIVE_DOUBLE, &rate);
    read_attribute(trace, "starttime", H5T_NATIVE_INT64, &start);
    assert_true(rate == 4 && start == INT64_C(1582991999750000000));
    H5Dclose(trace);
    H5Fclose(file);
    sleep(1); /* no date of its making is in it */
    write_asdf(t, path_of(t, 1, "b.h5"), NULL);
    OK(eg_file_read(t->context, EG_INPUT, t->path[0], 1 << 24, &one, &length[0]));
    OK(eg_file_read(t->context, EG_INPUT, t->path[1], 1 << 24, &two, &length[1]));
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(one, two, (size_t)length[0]);
    eg_free(t->context, &one);
    eg_free(t->context, &two);
}

static void events_are_copied(void **state)
{
    test *t = *state;
    char text[200];
    OK(eg_file_write(t->context, path_of(t, 1, "q.xml"), "<quakeml>\n", 10));
    write_asdf(t, path_of(t, 0, "a.h5"), t->path[1]);
    hid_t file = H5Fopen(t->path[0], H5F_ACC_RDONLY, H5P_DEFAULT);
    read_text(file, "/QuakeML", text, sizeof text);
    assert_string_equal(text, "<quakeml>\n");
    H5Fclose(file);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    eg_asdf *a;
    FAILS(eg_asdf_create(t->context,
                         &(eg_asdf_options){.dt = 1, .samples = 2, .start = INT64_C(253402300799000)}, &a),
          EG_CASE, "outside of the dates of ASDF");
    assert_null(a);
    assert_true(eg_asdf_holds(INT64_C(9223372036000), 0) && !eg_asdf_holds(INT64_C(9223372036000), 1) &&
                eg_asdf_holds(INT64_C(-9223372036000), 1) && !eg_asdf_holds(INT64_C(-9223372037000), 1));
    FAILS(eg_asdf_create(t->context, &(eg_asdf_options){.dt = 1, .samples = 2, .quakeml = "nowhere.xml"}, &a),
          EG_INPUT, "nowhere.xml");
    assert_null(a);
    OK(eg_asdf_create(t->context, &(eg_asdf_options){.dt = 1, .samples = 3}, &a));
    OK(eg_asdf_add(a, &name, values));
    FAILS(eg_asdf_add(a, &name, values), EG_IO,
          "ASDF: the dataset CH.AAA..BHZ__1970-01-01T00:00:00__1970-01-01T00:00:02");
    FAILS(eg_asdf_write(a, path_of(t, 0, "none/a.h5")), EG_IO, "none/a.h5");
    eg_asdf_destroy(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(events_are_copied, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
