/* ASDF by HDF5, in memory: groups of stations, and in them a dataset a trace. */
#include "io/seismogram/asdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/seismogram/seismogram.h"
#include "io/snapshot/vtkhdf.h"

enum { NAME_ROOM = 128, DATE_ROOM = 32, GROWTH = 1 << 20, XML_MOST = 1 << 26 };

static const char no_event[] = "<?xml version='1.0' encoding='utf-8'?>\n"
                               "<q:quakeml xmlns:q=\"http://quakeml.org/xmlns/quakeml/1.2\" "
                               "xmlns=\"http://quakeml.org/xmlns/bed/1.2\">\n"
                               "  <eventParameters publicID=\"smi:local/none\"/>\n</q:quakeml>\n";

struct eg_asdf {
    eg_context *context;
    eg_asdf_options options;
    eg_h5 h5;                               /* of the calls in hand: lock and messages */
    hid_t file, waveforms;                  /* < 0: none */
    char first[DATE_ROOM], last[DATE_ROOM]; /* dates in names */
};

/* ---- pieces; between eg_h5_begin() and eg_h5_end() */

static eg_status put_dataset(eg_asdf *a, hid_t group, const char *name, hid_t memory, hid_t type,
                             int64_t count, const void *values, hid_t *made)
{
    hsize_t side = (hsize_t)count;
    EG_H5_HANDLE space = H5Screate_simple(1, &side, NULL);
    EG_H5_HANDLE without_date = H5Pcreate(H5P_DATASET_CREATE);
    *made = space < 0 || without_date < 0 || H5Pset_obj_track_times(without_date, false) < 0
                ? -1
                : H5Dcreate2(group, name, type, space, H5P_DEFAULT, without_date, H5P_DEFAULT);
    if (*made >= 0 && H5Dwrite(*made, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0)
        return EG_OK;
    return eg_h5_fail(&a->h5, "the dataset %s cannot be made", name);
}

static eg_status put_bytes(eg_asdf *a, hid_t group, const char *name, const char *bytes, int64_t count)
{
    EG_H5_HANDLE made = -1;
    return put_dataset(a, group, name, H5T_NATIVE_INT8, H5T_STD_I8LE, count, bytes, &made);
}

static eg_status put_attribute(eg_asdf *a, hid_t object, const char *name, hid_t memory, hid_t type,
                               const void *value)
{
    EG_H5_HANDLE space = H5Screate(H5S_SCALAR);
    EG_H5_HANDLE made = space < 0 ? -1 : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (made >= 0 && H5Awrite(made, memory, value) >= 0)
        return EG_OK;
    return eg_h5_fail(&a->h5, "the attribute %s cannot be made", name);
}

static eg_status put_text(eg_asdf *a, hid_t object, const char *name, const char *text)
{
    EG_H5_HANDLE type = H5Tcopy(H5T_C_S1);
    if (type < 0 || H5Tset_size(type, strlen(text)) < 0 || H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)
        return eg_h5_fail(&a->h5, "the attribute %s cannot be made", name);
    return put_attribute(a, object, name, type, type, text);
}

static eg_status make_group(eg_asdf *a, hid_t parent, const char *name, hid_t *group)
{
    *group = H5Lexists(parent, name, H5P_DEFAULT) > 0
                 ? H5Gopen2(parent, name, H5P_DEFAULT)
                 : H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    return *group >= 0 ? EG_OK : eg_h5_fail(&a->h5, "the group %s cannot be made", name);
}

static eg_status open_station(eg_asdf *a, const eg_seed_name *name, hid_t *group)
{
    char text[NAME_ROOM];
    snprintf(text, sizeof text, "%s.%s", name->network, name->station);
    return make_group(a, a->waveforms, text, group);
}

/* ---- the file */

/* "2020-02-29T23:59:59" */
static bool write_date(int64_t milliseconds, char date[DATE_ROOM])
{
    static const int before_month[] = {31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    eg_utc utc;
    if (!eg_utc_split(milliseconds, &utc))
        return false;
    bool leap = (utc.year % 4 == 0 && utc.year % 100 != 0) || utc.year % 400 == 0;
    int month = 0, before = 0;
    while (utc.day > before_month[month] + (leap && month >= 1)) {
        before = before_month[month] + (leap && month >= 1);
        month++;
    }
    snprintf(date, DATE_ROOM, "%04d-%02d-%02dT%02d:%02d:%02d", utc.year, month + 1, utc.day - before,
             utc.hour, utc.minute, utc.second);
    return true;
}

static eg_status put_event(eg_asdf *a)
{
    EG_SCRATCH char *data = NULL;
    int64_t length = 0;
    if (!a->options.quakeml)
        return put_bytes(a, a->file, "QuakeML", no_event, (int64_t)sizeof no_event - 1);
    EG_TRY(eg_file_read(a->context, EG_INPUT, a->options.quakeml, XML_MOST, &data, &length));
    return put_bytes(a, a->file, "QuakeML", data, length);
}

static eg_status begin_file(eg_asdf *a)
{
    EG_H5_HANDLE access = H5Pcreate(H5P_FILE_ACCESS);
    EG_H5_HANDLE provenance = -1;
    EG_H5_HANDLE auxiliary = -1;
    if (access >= 0 && H5Pset_fapl_core(access, GROWTH, false) >= 0)
        a->file = H5Fcreate("asdf", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (a->file < 0)
        return eg_h5_fail(&a->h5, "HDF5 cannot begin a file in memory");
    EG_TRY(put_text(a, a->file, "file_format", "ASDF"));
    EG_TRY(put_text(a, a->file, "file_format_version", "1.0.3"));
    EG_TRY(make_group(a, a->file, "Waveforms", &a->waveforms));
    EG_TRY(make_group(a, a->file, "Provenance", &provenance));
    EG_TRY(make_group(a, a->file, "AuxiliaryData", &auxiliary));
    return put_event(a);
}

bool eg_asdf_holds(int64_t start, double seconds)
{
    const int64_t most = INT64_MAX / 1000000;
    return start >= -most && start <= most && (double)start + 1000 * seconds <= (double)most;
}

eg_status eg_asdf_create(eg_context *context, const eg_asdf_options *options, eg_asdf **asdf)
{
    EG_ENDS_WITH(eg_asdf_destroy) eg_asdf *made = NULL;
    *asdf = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->options = *options;
    made->file = made->waveforms = -1;
    made->h5 = (eg_h5){.context = context, .failure = EG_IO, .path = "ASDF"};
    if (!eg_asdf_holds(options->start, options->dt * (double)(options->samples - 1)))
        return eg_fail(context, EG_CASE,
                       "the traces begin or end outside of the dates of ASDF, which counts nanoseconds from "
                       "1970 in 64 bits, 1677-09-22 to 2262-04-11; correct the start");
    int64_t length = llround(1000 * options->dt * (double)(options->samples - 1));
    if (!write_date(options->start, made->first) || !write_date(options->start + length, made->last))
        return eg_fail(context, EG_CASE,
                       "the traces begin or end outside of the years 1 to 9999; correct the start");
    eg_h5_begin(&made->h5);
    eg_status status = begin_file(made);
    eg_h5_end(&made->h5);
    return status == EG_OK ? eg_hand_over(&made, asdf) : status;
}

static eg_status add_trace(eg_asdf *a, const eg_seed_name *name, const double *values)
{
    char text[NAME_ROOM];
    const double rate = 1 / a->options.dt;
    const int64_t start = a->options.start * 1000000;
    EG_H5_HANDLE station = -1;
    EG_H5_HANDLE trace = -1;
    snprintf(text, sizeof text, "%s.%s.%s.%s__%s__%s__synthetic", name->network, name->station,
             name->location, name->channel, a->first, a->last);
    EG_TRY(open_station(a, name, &station));
    EG_TRY(
        put_dataset(a, station, text, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, a->options.samples, values, &trace));
    EG_TRY(put_attribute(a, trace, "sampling_rate", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &rate));
    return put_attribute(a, trace, "starttime", H5T_NATIVE_INT64, H5T_STD_I64LE, &start);
}

eg_status eg_asdf_add(eg_asdf *a, const eg_seed_name *name, const double *values)
{
    eg_h5_begin(&a->h5);
    eg_status status = add_trace(a, name, values);
    eg_h5_end(&a->h5);
    return status;
}

static eg_status add_station(eg_asdf *a, const eg_seed_name *name, const char *xml, int64_t length)
{
    EG_H5_HANDLE station = -1;
    EG_TRY(open_station(a, name, &station));
    return put_bytes(a, station, "StationXML", xml, length);
}

eg_status eg_asdf_add_station(eg_asdf *a, const eg_seed_name *name, const eg_geographic_station *station)
{
    const double degree = 3.14159265358979323846 / 180;
    EG_TEXT(xml, a->context);
    eg_text_add(&xml,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<FDSNStationXML xmlns=\"http://www.fdsn.org/xml/station/1\" schemaVersion=\"1.1\">\n"
                "  <Source>eagre</Source>\n  <Created>%s</Created>\n  <Network code=\"%s\">\n    <Station "
                "code=\"%s\">\n"
                "      <Latitude>%.9f</Latitude>\n      <Longitude>%.9f</Longitude>\n      "
                "<Elevation>%.3f</Elevation>\n"
                "      <Site><Name>%s</Name></Site>\n    </Station>\n  </Network>\n</FDSNStationXML>\n",
                a->first, name->network, name->station, station->latitude / degree,
                station->longitude / degree, station->elevation, name->station);
    EG_TRY(xml.status);
    eg_h5_begin(&a->h5);
    eg_status status = add_station(a, name, xml.data, xml.length);
    eg_h5_end(&a->h5);
    return status;
}

/* The file as it is in memory; the caller frees it. */
static eg_status take_image(eg_asdf *a, char **image, int64_t *length)
{
    ssize_t bytes = H5Fflush(a->file, H5F_SCOPE_GLOBAL) < 0 ? -1 : H5Fget_file_image(a->file, NULL, 0);
    if (bytes < 0)
        return eg_h5_fail(&a->h5, "HDF5 cannot give the file in memory");
    EG_TRY(eg_alloc(a->context, bytes, 1, image));
    *length = H5Fget_file_image(a->file, *image, (size_t)bytes);
    return *length == bytes ? EG_OK : eg_h5_fail(&a->h5, "HDF5 cannot give the file in memory");
}

eg_status eg_asdf_write(eg_asdf *a, const char *path)
{
    EG_SCRATCH char *image = NULL;
    int64_t length = 0;
    eg_h5_begin(&a->h5);
    eg_status status = take_image(a, &image, &length);
    eg_h5_end(&a->h5);
    return status == EG_OK ? eg_file_write(a->context, path, image, length) : status;
}

void eg_asdf_destroy(eg_asdf **asdf)
{
    eg_asdf *a = *asdf;
    if (!a)
        return;
    eg_h5_begin(&a->h5);
    eg_h5_drop(&a->waveforms);
    eg_h5_drop(&a->file);
    eg_h5_end(&a->h5);
    EG_FREE(asdf);
}
