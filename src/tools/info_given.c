/* `eagre info` on files of data that a case reads beside rasters and tables, and on miniSEED: facts, one line
 * of them as text, members as JSON. */
#include "io/gis/cube.h"
#include "io/report/json_text.h"
#include "io/seismogram/mseed.h"
#include "io/seismogram/quakeml.h"
#include "io/seismogram/srf.h"
#include "io/volume/volume.h"
#include "tools/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What facts are appended to: of JSON members, or the line's words. */
typedef struct facts {
    eg_context *context;
    const char *path;
    eg_text *text;
    bool json;
} facts;

static void add_name(const facts *f, const char *name)
{
    eg_text_add(f->text, f->json ? ", \"%s\": " : ", %s ", name);
}

static void add_word(const facts *f, const char *name, const char *word)
{
    if (!f->json && !word[0])
        return;
    add_name(f, name);
    if (f->json)
        eg_json_add_string(f->text, word);
    else
        eg_text_add(f->text, "%s", word);
}

static void add_count(const facts *f, const char *name, int64_t count)
{
    add_name(f, name);
    eg_text_add(f->text, "%lld", (long long)count);
}

static void add_number(const facts *f, const char *name, double value, const char *unit)
{
    if (!f->json && !isfinite(value))
        return;
    add_name(f, name);
    if (f->json)
        eg_json_add_number(f->text, value);
    else
        eg_text_add(f->text, "%.6g%s%s", value, unit[0] ? " " : "", unit);
}

static void add_point(const facts *f, const char *name, int count, const double *x, const char *unit)
{
    add_name(f, name);
    eg_text_add(f->text, f->json ? "[" : "(");
    for (int k = 0; k < count; k++) {
        eg_text_add(f->text, k ? ", " : "");
        if (f->json)
            eg_json_add_number(f->text, x[k]);
        else
            eg_text_add(f->text, "%.9g", x[k]);
    }
    eg_text_add(f->text, f->json ? "]" : ")%s%s", unit[0] ? " " : "", unit);
}

/* s since 1970. */
static void add_date(const facts *f, const char *name, double seconds)
{
    const eg_date epoch = {.given = true, .zoned = true};
    char text[EG_DATE_ROOM];
    eg_date_text(&epoch, seconds, text);
    add_word(f, name, text);
}

/* ---- grids */

static eg_status add_volume(const facts *f, const char *axes, int dimension)
{
    static const double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    const eg_volume_options options = {.dimension = dimension,
                                       .axes = axes,
                                       .origin = axes ? origin : NULL,
                                       .spacing = axes ? spacing : NULL};
    EG_ENDS_WITH(eg_volume_destroy) eg_volume *volume = NULL;
    EG_TRY(eg_volume_read(f->context, f->path, &options, &volume));
    double low = INFINITY, high = -INFINITY, count[3];
    for (int d = 0; d < 3; d++)
        count[d] = (double)volume->count[d];
    for (int64_t i = 0; i < volume->count[0] * volume->count[1] * volume->count[2]; i++) {
        const int64_t at[3] = {i % volume->count[0], i / volume->count[0] % volume->count[1],
                               i / volume->count[0] / volume->count[1]};
        double x[3], value = NAN;
        for (int d = 0; d < 3; d++)
            x[d] = volume->first[d] + (double)at[d] * volume->spacing[d];
        if (eg_volume_sample(volume, x, &value) == EG_OK && isfinite(value)) {
            low = fmin(low, value);
            high = fmax(high, value);
        }
    }
    add_point(f, axes ? "axes" : "values", dimension, count, "");
    add_word(f, "type", volume->bytes == 4 ? "float32" : "float64");
    if (!axes) {
        add_point(f, "low", dimension, volume->low, "m");
        add_point(f, "high", dimension, volume->high, "m");
    }
    add_point(f, "range", 2, (const double[]){low, high}, "");
    return EG_OK;
}

static void add_cube(const facts *f, const eg_cube *cube)
{
    const double pixels[2] = {(double)cube->columns, (double)cube->rows}, *x = cube->first,
                 *dx = cube->spacing;
    add_word(f, "variable", cube->variable);
    add_word(f, "unit", cube->unit);
    add_count(f, "times", cube->times);
    add_date(f, "first", cube->time[0]);
    add_date(f, "last", cube->time[cube->times - 1]);
    add_point(f, "values", 2, pixels, "");
    add_point(f, "low", 2, (const double[]){x[0] - 0.5 * dx[0], x[1] - 0.5 * dx[1]}, "m");
    add_point(f, "high", 2,
              (const double[]){x[0] + (pixels[0] - 0.5) * dx[0], x[1] + (pixels[1] - 0.5) * dx[1]}, "m");
}

static bool is_classic(const char *path)
{
    char head[3] = "";
    FILE *file = fopen(path, "rbe");
    bool got = file && fread(head, 1, sizeof head, file) == sizeof head;
    if (file)
        fclose(file);
    return got && memcmp(head, "CDF", sizeof head) == 0;
}

static eg_status add_medium(const facts *f)
{
    return add_volume(f, NULL, 3) == EG_OK ? EG_OK : add_volume(f, NULL, 2);
}

/* Of a file with several variables over time, as of wind, or on a mesh (UGRID). */
static eg_status add_variables(const facts *f)
{
    EG_TEXT(names, f->context);
    EG_TRY(is_classic(f->path) ? eg_volume_list_netcdf(f->context, f->path, &names)
                               : eg_cube_list(f->context, f->path, &names));
    add_word(f, "variables", eg_text_string(&names));
    return EG_OK;
}

/* Rain, wind or pressure over time; else a medium, as all of the classic format is; else all its
 * variables. */
static eg_status add_netcdf(const facts *f)
{
    const eg_date epoch = {.given = true, .zoned = true};
    EG_ENDS_WITH(eg_cube_destroy) eg_cube *cube = NULL;
    if (is_classic(f->path))
        return add_medium(f) == EG_OK || add_variables(f) == EG_OK ? EG_OK : add_medium(f);
    eg_status status = eg_cube_open(f->context, f->path, NULL, &epoch, &cube);
    if (status == EG_INPUT && (add_medium(f) == EG_OK || add_variables(f) == EG_OK))
        return EG_OK;
    if (status == EG_INPUT) /* its message is the one that counts */
        return eg_cube_open(f->context, f->path, NULL, &epoch, &cube);
    if (status == EG_OK)
        add_cube(f, cube);
    return status;
}

/* By the indices of the array, the last one first. */
static eg_status add_numpy(const facts *f)
{
    return add_volume(f, "xyz", 3);
}

/* ---- earthquakes */

static void add_moment(const facts *f, double scalar)
{
    add_number(f, "moment", scalar > 0 ? scalar : NAN, "N m");
    add_number(f, "magnitude", scalar > 0 ? eg_moment_magnitude(scalar) : NAN, "");
}

static void add_cmt(const facts *f, const eg_cmt *cmt)
{
    const double degree = 3.14159265358979323846 / 180;
    const eg_cmt_point *first = &cmt->point[0];
    double sum[EG_MOMENTS] = {0};
    for (int64_t i = 0; i < cmt->count; i++)
        for (int k = 0; k < EG_MOMENTS; k++)
            sum[k] += cmt->point[i].moment[k];
    add_count(f, "points", cmt->count);
    add_moment(f, eg_moment_size(sum) / sqrt(2));
    add_number(f, "latitude", first->latitude / degree, "deg");
    add_number(f, "longitude", first->longitude / degree, "deg");
    add_number(f, "depth", first->depth, "m");
    add_number(f, "half_duration", first->half_duration, "s");
}

static eg_status add_cmtsolution(const facts *f)
{
    EG_ENDS_WITH(eg_cmt_destroy) eg_cmt *cmt = NULL;
    EG_TRY(eg_cmt_read(f->context, f->path, &cmt));
    add_cmt(f, cmt);
    return EG_OK;
}

static eg_status add_quakeml(const facts *f)
{
    EG_ENDS_WITH(eg_cmt_destroy) eg_cmt *cmt = NULL;
    EG_TRY(eg_quakeml_read(f->context, f->path, NULL, &cmt));
    add_cmt(f, cmt);
    return EG_OK;
}

static eg_status add_srf(const facts *f)
{
    EG_ENDS_WITH(eg_srf_destroy) eg_srf *srf = NULL;
    EG_TRY(eg_srf_read(f->context, f->path, &srf));
    double area = 0, scalar = 0, most = 0, depth[2] = {INFINITY, -INFINITY}, onset[2] = {INFINITY, -INFINITY};
    for (int64_t i = 0; i < srf->count; i++) {
        const eg_srf_point *point = &srf->point[i];
        double slip = eg_srf_slip(srf, point);
        area += point->area;
        scalar += point->rigidity * point->area * slip;
        most = fmax(most, slip);
        depth[0] = fmin(depth[0], point->depth);
        depth[1] = fmax(depth[1], point->depth);
        onset[0] = fmin(onset[0], point->onset);
        onset[1] = fmax(onset[1], point->onset);
    }
    add_count(f, "points", srf->count);
    add_number(f, "area", area, "m2");
    add_number(f, "largest_slip", most, "m");
    add_moment(f, scalar);
    add_point(f, "depths", 2, depth, "m");
    add_point(f, "onsets", 2, onset, "s");
    return EG_OK;
}

/* ---- seismograms */

static eg_status add_mseed(const facts *f)
{
    eg_mseed_survey survey;
    EG_TRY(eg_mseed_look(f->context, f->path, &survey));
    add_count(f, "records", survey.records);
    add_count(f, "traces", survey.traces);
    add_word(f, "first_trace", survey.name);
    add_count(f, "samples", survey.samples);
    add_number(f, "interval", survey.dt, "s");
    add_date(f, "first", survey.first);
    return EG_OK;
}

/* ---- both forms */

typedef eg_status add_facts(const facts *f);

static add_facts *function_of(eg_file_kind kind)
{
    static add_facts *const functions[] = {
        [EG_FILE_NETCDF] = add_netcdf,   [EG_FILE_NUMPY] = add_numpy, [EG_FILE_CMT] = add_cmtsolution,
        [EG_FILE_QUAKEML] = add_quakeml, [EG_FILE_SRF] = add_srf,     [EG_FILE_MSEED] = add_mseed};
    return functions[kind];
}

eg_status eg_info_given(eg_context *context, const char *path, eg_text *text)
{
    eg_file_kind kind;
    EG_TRY(eg_tools_kind(context, path, &kind));
    eg_text_add(text, "%s: %s", path, eg_tools_kind_name(kind));
    EG_TRY(function_of(kind)(&(facts){context, path, text, false}));
    eg_text_add(text, "\n");
    return EG_OK;
}

eg_status eg_info_given_json(eg_context *context, const char *path, eg_text *text)
{
    eg_file_kind kind;
    EG_TRY(eg_tools_kind(context, path, &kind));
    return function_of(kind)(&(facts){context, path, text, true});
}
