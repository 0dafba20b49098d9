/* Cubes: what the file says of its variable and coordinates, then slices of it. */
#include "io/gis/cube.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/snapshot/vtkhdf.h"

enum { TIME, Y, X, AXES, LONGEST_AXIS = 1 << 26, TEXT_ROOM = 256, WKT_ROOM = 1 << 14 };

/* Coordinates in f32 of some hundred kilometres are known to some centimetres. */
static const double EVENLY = 1e-3;

typedef struct reader {
    eg_h5 h5;
    const char *path;
    hid_t variable;
    hid_t axis[AXES]; /* coordinate variables */
    eg_cube *cube;
} reader;

/* ---- opening */

static eg_status refuse_format(eg_context *context, const char *path)
{
    char head[4] = "";
    FILE *file = fopen(path, "rbe");
    size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    if (got == sizeof head && memcmp(head, "CDF", 3) == 0)
        return eg_fail(context, EG_INPUT,
                       "%s: is of netCDF's classic format, and netCDF-4 is read; convert it with nccopy -k "
                       "netCDF-4 %s OTHER.nc",
                       path, path);
    return eg_fail(context, EG_INPUT, "%s: cannot be read as a netCDF-4 file (HDF5)", path);
}

static int rank_of(hid_t dataset, hsize_t extent[AXES])
{
    EG_H5_HANDLE space = H5Dget_space(dataset);
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    if (rank >= 0 && rank <= AXES)
        H5Sget_simple_extent_dims(space, extent, NULL);
    return rank;
}

/* A variable of three dimensions, in the order of names. */
typedef struct variable_search {
    eg_text names;
    int found;
    char name[TEXT_ROOM];
} variable_search;

static herr_t look_at_object(hid_t group, const char *name, const H5L_info_t *info, void *with)
{
    variable_search *search = with;
    hsize_t extent[AXES];
    (void)info;
    EG_H5_HANDLE object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0 || H5Iget_type(object) != H5I_DATASET || rank_of(object, extent) != AXES)
        return 0;
    eg_text_add(&search->names, "%s%s", search->found++ ? ", " : "", name);
    snprintf(search->name, sizeof search->name, "%s", name);
    return 0;
}

static eg_status find_variable(reader *r, const char *variable, char name[TEXT_ROOM])
{
    variable_search search = {.names = {.context = r->h5.context}};
    if (H5Literate(r->h5.file, H5_INDEX_NAME, H5_ITER_INC, NULL, look_at_object, &search) < 0)
        search.found = 0;
    eg_status status = search.names.status;
    const char *names = eg_text_string(&search.names);
    snprintf(name, TEXT_ROOM, "%s", variable && variable[0] ? variable : search.name);
    if (status == EG_OK && search.found == 0)
        status = eg_fail(r->h5.context, EG_INPUT, "%s: has no variable over time, y and x", r->path);
    else if (status == EG_OK && search.found > 1 && !(variable && variable[0]))
        status = eg_fail(r->h5.context, EG_INPUT,
                         "%s: has several variables, %s: name one of them with 'variable'", r->path, names);
    else if (status == EG_OK && H5Lexists(r->h5.file, name, H5P_DEFAULT) <= 0)
        status = eg_fail(r->h5.context, EG_INPUT, "%s: has no variable '%s'; those over time, y and x are %s",
                         r->path, name, names);
    eg_text_free(&search.names);
    return status;
}

/* netCDF-4 keeps references from a variable to the coordinates of its dimensions. */
static eg_status open_axes(reader *r)
{
    hvl_t list[AXES] = {{0}};
    EG_H5_HANDLE type = H5Tvlen_create(H5T_STD_REF_OBJ);
    EG_H5_HANDLE attribute = H5Aexists(r->variable, "DIMENSION_LIST") > 0
                                 ? H5Aopen(r->variable, "DIMENSION_LIST", H5P_DEFAULT)
                                 : -1;
    EG_H5_HANDLE space = attribute < 0 ? -1 : H5Aget_space(attribute);
    if (space < 0 || H5Sget_simple_extent_npoints(space) != AXES || H5Aread(attribute, type, list) < 0)
        return eg_h5_fail(&r->h5, "its dimensions have no coordinate variables, as netCDF-4 keeps them");
    for (int k = 0; k < AXES; k++)
        r->axis[k] = list[k].len > 0 ? H5Rdereference2(r->variable, H5P_DEFAULT, H5R_OBJECT, list[k].p) : -1;
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, list);
    return EG_OK;
}

/* ---- axes */

static const char *const AXIS_NAMES[] = {"time", "y", "x"};

/* The numbers of an axis, which the caller frees. */
static eg_status read_axis(reader *r, int k, int64_t count, double **values)
{
    hsize_t extent[AXES] = {0};
    bool there = r->axis[k] > 0 && rank_of(r->axis[k], extent) == 1 && (int64_t)extent[0] == count;
    EG_TRY(eg_alloc(r->h5.context, count, sizeof **values, values));
    if (!there || H5Dread(r->axis[k], H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0)
        return eg_fail(r->h5.context, EG_INPUT,
                       "%s: dimension %d of %s, which should be %s, has no coordinates", r->path, k + 1,
                       r->cube->variable, AXIS_NAMES[k]);
    for (int64_t i = 0; i < count; i++)
        if (!isfinite((*values)[i]))
            return eg_fail(r->h5.context, EG_INPUT,
                           "%s: coordinate %lld of dimension %d of %s is not a number", r->path,
                           (long long)i + 1, k + 1, r->cube->variable);
    return EG_OK;
}

/* What names say an axis is: X, Y, TIME for neither. */
static eg_status look_at_axis_names(reader *r, hid_t axis, int *is)
{
    static const char *const east[] = {"X", "projection_x_coordinate", "x", "easting", "eastings"};
    static const char *const north[] = {"Y", "projection_y_coordinate", "y", "northing", "northings"};
    char name[3][TEXT_ROOM] = {"", "", ""};
    EG_TRY(eg_h5_read_attribute_text(&r->h5, axis, "axis", name[0], TEXT_ROOM));
    EG_TRY(eg_h5_read_attribute_text(&r->h5, axis, "standard_name", name[1], TEXT_ROOM));
    if (axis > 0)
        H5Iget_name(axis, name[2], TEXT_ROOM);
    *is = TIME;
    for (int n = 0; n < 3 && *is == TIME; n++) {
        const char *slash = strrchr(name[n], '/'), *own = slash ? slash + 1 : name[n];
        for (size_t i = 0; i < sizeof east / sizeof *east; i++)
            *is = strcmp(own, east[i]) == 0 ? X : strcmp(own, north[i]) == 0 ? Y : *is;
    }
    return EG_OK;
}

/* By the names of both, of which one may say nothing. */
static eg_status find_orientation(reader *r)
{
    eg_cube *cube = r->cube;
    int second, third;
    EG_TRY(look_at_axis_names(r, r->axis[Y], &second));
    EG_TRY(look_at_axis_names(r, r->axis[X], &third));
    if (second != TIME && second == third)
        return eg_fail(r->h5.context, EG_INPUT,
                       "%s: both dimensions of %s behind the time are %s by their names", r->path,
                       cube->variable, AXIS_NAMES[second]);
    cube->transposed = second == X || third == Y;
    if (!cube->transposed)
        return EG_OK;
    hid_t axis = r->axis[Y];
    int64_t rows = cube->rows;
    r->axis[Y] = r->axis[X];
    r->axis[X] = axis;
    cube->rows = cube->columns;
    cube->columns = rows;
    return EG_OK;
}

/* Metres of a unit of coordinates. */
static eg_status find_metres(reader *r, int k, double *metres)
{
    char unit[TEXT_ROOM], text[TEXT_ROOM + 8];
    EG_TRY(eg_h5_read_attribute_text(&r->h5, r->axis[k], "units", unit, sizeof unit));
    if (strncmp(unit, "degree", 6) == 0)
        return eg_fail(
            r->h5.context, EG_INPUT,
            "%s: its %s is in %s, and the mesh in metres: nothing is reprojected; project the file "
            "with gdalwarp or cdo",
            r->path, AXIS_NAMES[k], unit);
    const char *known = eg_unit_alias(unit);
    snprintf(text, sizeof text, "1 %s", known ? known : unit[0] ? unit : "m");
    if (!eg_quantity_parse(text, EG_DIMENSION_LENGTH, metres, NULL))
        return eg_fail(r->h5.context, EG_INPUT, "%s: its %s has the units '%s', which are no length", r->path,
                       AXIS_NAMES[k], unit);
    return EG_OK;
}

static eg_status take_place(reader *r, int k)
{
    eg_cube *cube = r->cube;
    EG_SCRATCH double *at = NULL;
    double metres;
    int64_t count = k == X ? cube->columns : cube->rows;
    EG_TRY(read_axis(r, k, count, &at));
    EG_TRY(find_metres(r, k, &metres));
    double step = count > 1 ? (at[count - 1] - at[0]) / (double)(count - 1) : 0;
    if (count < 2 || step == 0 || (k == X && step < 0))
        return eg_fail(r->h5.context, EG_INPUT, "%s: its %s has to have two or more values%s", r->path,
                       AXIS_NAMES[k], k == X ? " that ascend" : "");
    for (int64_t i = 0; i < count; i++)
        if (fabs(at[i] - at[0] - step * (double)i) > EVENLY * fabs(step))
            return eg_fail(r->h5.context, EG_INPUT, "%s: values of its %s are not evenly apart at %.9g",
                           r->path, AXIS_NAMES[k], at[i]);
    cube->first[k == Y] = metres * (step > 0 ? at[0] : at[count - 1]);
    cube->spacing[k == Y] = metres * fabs(step);
    cube->from_north = k == Y ? step < 0 : cube->from_north;
    return EG_OK;
}

/* "hours since 2021-7-14 0:00:00.0 UTC": the unit in s, and the date. */
static bool read_time_units(const char *text, double *seconds, eg_date *since)
{
    char unit[32], date[64], zone[16] = "";
    int year, month, day, hour = 0, minute = 0, second = 0, used = 0;
    const char *why, *at = strstr(text, " since ");
    if (!at || at - text >= (int)sizeof unit)
        return false;
    snprintf(unit, sizeof unit, "%.*s", (int)(at - text), text);
    const char *known = eg_unit_alias(unit);
    snprintf(date, sizeof date, "1 %s", known ? known : unit);
    if (!eg_quantity_parse(date, EG_DIMENSION_TIME, seconds, NULL))
        return false;
    at += strlen(" since ");
    if (sscanf(at, "%d-%d-%d%n", &year, &month, &day, &used) != 3)
        return false;
    at += used;
    if (sscanf(at, "%*1[T ]%d:%d%n", &hour, &minute, &used) == 2)
        at += used;
    if (sscanf(at, ":%2d%n", &second, &used) == 1)
        at += used;
    at += *at == '.' ? 1 + strspn(at + 1, "0") : 0;
    sscanf(at, " %15s", zone);
    if (strcmp(zone, "UTC") == 0 || strcmp(zone, "GMT") == 0)
        zone[0] = 0;
    snprintf(date, sizeof date, "%04d-%02d-%02dT%02d:%02d:%02d%s", year, month, day, hour, minute, second,
             zone);
    return eg_date_read(date, date + strlen(date), since, &why);
}

static eg_status check_calendar(reader *r)
{
    static const char *const known[] = {"", "standard", "gregorian", "proleptic_gregorian"};
    char calendar[TEXT_ROOM];
    EG_TRY(eg_h5_read_attribute_text(&r->h5, r->axis[TIME], "calendar", calendar, sizeof calendar));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(calendar, known[i]) == 0)
            return EG_OK;
    return eg_fail(r->h5.context, EG_INPUT, "%s: its calendar is %s; the Gregorian calendar is read", r->path,
                   calendar);
}

/* Bounds of the intervals, in the units of time: [times][2]. */
static eg_status take_bounds(reader *r, double seconds, double shift)
{
    eg_cube *cube = r->cube;
    char name[TEXT_ROOM];
    hsize_t extent[AXES] = {0};
    EG_TRY(eg_h5_read_attribute_text(&r->h5, r->axis[TIME], "bounds", name, sizeof name));
    if (!name[0])
        return EG_OK;
    EG_H5_HANDLE bounds =
        H5Lexists(r->h5.file, name, H5P_DEFAULT) > 0 ? H5Dopen2(r->h5.file, name, H5P_DEFAULT) : -1;
    if (bounds < 0 || rank_of(bounds, extent) != 2 || (int64_t)extent[0] != cube->times || extent[1] != 2)
        return eg_fail(r->h5.context, EG_INPUT, "%s: the bounds of time, %s, are not there or not two a time",
                       r->path, name);
    EG_TRY(eg_alloc(r->h5.context, cube->times, sizeof *cube->bounds, &cube->bounds));
    if (H5Dread(bounds, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, cube->bounds) < 0)
        return eg_h5_fail(&r->h5, "the bounds of time cannot be read");
    for (int64_t i = 0; i < cube->times; i++) {
        for (int k = 0; k < 2; k++)
            cube->bounds[i][k] = cube->bounds[i][k] * seconds + shift;
        if (!(cube->bounds[i][0] < cube->bounds[i][1]) ||
            (i > 0 && !(cube->bounds[i][0] >= cube->bounds[i - 1][1] - 1e-6 * seconds)))
            return eg_fail(r->h5.context, EG_INPUT,
                           "%s: interval %lld of its bounds of time is empty or overlaps the one before",
                           r->path, (long long)i + 1);
    }
    return EG_OK;
}

static eg_status take_times(reader *r, const eg_date *start)
{
    eg_cube *cube = r->cube;
    char units[TEXT_ROOM];
    double seconds;
    eg_date since = {0};
    EG_TRY(read_axis(r, TIME, cube->times, &cube->time));
    EG_TRY(eg_h5_read_attribute_text(&r->h5, r->axis[TIME], "units", units, sizeof units));
    if (!read_time_units(units, &seconds, &since))
        return eg_fail(
            r->h5.context, EG_INPUT,
            "%s: the first dimension of %s has the units '%s'; that of time has units such as 'hours "
            "since 2021-07-14 00:00:00'",
            r->path, cube->variable, units);
    if (!start->given)
        return eg_fail(r->h5.context, EG_INPUT,
                       "%s: its times are dates, '%s', and the case does not say which date time 0 is; give "
                       "time.start",
                       r->path, units);
    EG_TRY(check_calendar(r));
    double shift = eg_date_since(&since, start);
    for (int64_t i = 0; i < cube->times; i++) {
        cube->time[i] = cube->time[i] * seconds + shift;
        if (i > 0 && !(cube->time[i] > cube->time[i - 1]))
            return eg_fail(r->h5.context, EG_INPUT, "%s: time %lld does not come after the one before",
                           r->path, (long long)i + 1);
    }
    return take_bounds(r, seconds, shift);
}

/* ---- values */

static eg_status take_numbers(reader *r)
{
    eg_cube *cube = r->cube;
    char text[TEXT_ROOM];
    eg_unit_error error;
    cube->scale = 1;
    cube->fill[0] = cube->fill[1] = NAN;
    EG_TRY(eg_h5_read_attribute(&r->h5, r->variable, "scale_factor", H5T_NATIVE_DOUBLE, &cube->scale));
    EG_TRY(eg_h5_read_attribute(&r->h5, r->variable, "add_offset", H5T_NATIVE_DOUBLE, &cube->offset));
    EG_TRY(eg_h5_read_attribute(&r->h5, r->variable, "_FillValue", H5T_NATIVE_DOUBLE, &cube->fill[0]));
    EG_TRY(eg_h5_read_attribute(&r->h5, r->variable, "missing_value", H5T_NATIVE_DOUBLE, &cube->fill[1]));
    EG_TRY(eg_h5_read_attribute_text(&r->h5, r->variable, "units", cube->unit, sizeof cube->unit));
    snprintf(text, sizeof text, "1 %s", cube->unit);
    for (char *hour = strstr(text, "hr"); hour; hour = strstr(hour, "hr"))
        memmove(hour + 1, hour + 2, strlen(hour + 2) + 1), hour[0] = 'h';
    if (cube->unit[0] && eg_quantity_parse_any(text, &cube->size, &cube->dimension, &error))
        return EG_OK;
    return eg_fail(r->h5.context, EG_INPUT, "%s: %s has the units '%s', %s", r->path, cube->variable,
                   cube->unit,
                   cube->unit[0] ? error.message : "none; give it the attribute units, as with ncatted");
}

static eg_status read_wkt(eg_h5 *h5, hid_t mapping, char **projection)
{
    EG_SCRATCH char *text = NULL;
    EG_TRY(eg_alloc(h5->context, WKT_ROOM, 1, &text));
    EG_TRY(eg_h5_read_attribute_text(h5, mapping, "crs_wkt", text, WKT_ROOM));
    if (!text[0])
        EG_TRY(eg_h5_read_attribute_text(h5, mapping, "spatial_ref", text, WKT_ROOM));
    return text[0] ? eg_strdup(h5->context, text, projection) : EG_OK;
}

static eg_status open_variable(reader *r, const char *variable)
{
    char name[TEXT_ROOM];
    hsize_t extent[AXES] = {0};
    r->h5.file = eg_h5_open_file(r->path, NULL);
    if (r->h5.file < 0) {
        r->h5.file = 0;
        return refuse_format(r->h5.context, r->path);
    }
    EG_TRY(find_variable(r, variable, name));
    EG_TRY(eg_strdup(r->h5.context, name, &r->cube->variable));
    r->variable = H5Dopen2(r->h5.file, name, H5P_DEFAULT);
    if (r->variable < 0 || rank_of(r->variable, extent) != AXES)
        return eg_fail(r->h5.context, EG_INPUT, "%s: %s does not have the three dimensions time, y and x",
                       r->path, name);
    for (int k = 0; k < AXES; k++)
        if (extent[k] < 1 || extent[k] > LONGEST_AXIS)
            return eg_fail(r->h5.context, EG_INPUT, "%s: dimension %d of %s has the length %llu", r->path,
                           k + 1, name, (unsigned long long)extent[k]);
    r->cube->times = (int64_t)extent[TIME];
    r->cube->rows = (int64_t)extent[Y];
    r->cube->columns = (int64_t)extent[X];
    return EG_OK;
}

static eg_status read_cube(reader *r, const char *variable, const eg_date *start)
{
    EG_TRY(open_variable(r, variable));
    EG_TRY(open_axes(r));
    EG_TRY(take_times(r, start));
    EG_TRY(find_orientation(r));
    EG_TRY(take_place(r, Y));
    EG_TRY(take_place(r, X));
    return take_numbers(r);
}

static eg_status read_cube_file(eg_cube *cube, const char *variable, const eg_date *start)
{
    reader r = {.h5 = {.context = cube->context, .failure = EG_INPUT, .path = cube->path},
                .path = cube->path,
                .variable = -1,
                .axis = {-1, -1, -1},
                .cube = cube};
    eg_h5_begin(&r.h5);
    eg_status status = read_cube(&r, variable, start);
    for (int k = 0; k < AXES; k++)
        eg_h5_drop(&r.axis[k]);
    eg_h5_drop(&r.variable);
    eg_h5_end(&r.h5);
    return status;
}

eg_status eg_cube_open(eg_context *context, const char *path, const char *variable, const eg_date *start,
                       eg_cube **cube)
{
    assert(context && path && start && cube);
    EG_ENDS_WITH(eg_cube_destroy) eg_cube *made = NULL;
    *cube = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_TRY(read_cube_file(made, variable, start));
    return eg_hand_over(&made, cube);
}

/* ---- slices */

static eg_status read_slice(const eg_cube *cube, eg_h5 *h5, int64_t item, double *values)
{
    const hsize_t from[AXES] = {(hsize_t)item, 0, 0};
    const hsize_t count[AXES] = {1, (hsize_t)(cube->transposed ? cube->columns : cube->rows),
                                 (hsize_t)(cube->transposed ? cube->rows : cube->columns)};
    h5->file = eg_h5_open_file(cube->path, NULL);
    if (h5->file < 0) {
        h5->file = 0;
        return refuse_format(cube->context, cube->path);
    }
    EG_H5_HANDLE variable = H5Dopen2(h5->file, cube->variable, H5P_DEFAULT);
    EG_H5_HANDLE space = variable < 0 ? -1 : H5Dget_space(variable);
    EG_H5_HANDLE memory = H5Screate_simple(AXES, count, NULL);
    bool good = space >= 0 && memory >= 0 &&
                H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
                H5Dread(variable, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
    return good ? EG_OK
                : eg_h5_fail(h5, "moment %lld of %s cannot be read", (long long)item + 1, cube->variable);
}

/* Numbers of the file to SI, in place. */
static void convert_values(const eg_cube *cube, double *values)
{
    for (int64_t i = 0; i < cube->rows * cube->columns; i++) {
        bool missing = values[i] == cube->fill[0] || values[i] == cube->fill[1] || !isfinite(values[i]);
        values[i] = missing ? NAN : fma(values[i], cube->scale, cube->offset) * cube->size;
    }
}

/* From columns of the file, one after the other, to rows. */
static eg_status transpose_values(const eg_cube *cube, double *values)
{
    int64_t count = cube->rows * cube->columns;
    EG_SCRATCH double *given = NULL;
    EG_TRY(eg_alloc(cube->context, count, sizeof *given, &given));
    memcpy(given, values, (size_t)count * sizeof *given);
    for (int64_t i = 0; i < count; i++)
        values[i % cube->rows * cube->columns + i / cube->rows] = given[i];
    return EG_OK;
}

static void turn_rows(const eg_cube *cube, double *values)
{
    for (int64_t south = 0, north = cube->rows - 1; south < north; south++, north--)
        for (int64_t i = 0; i < cube->columns; i++) {
            double kept = values[south * cube->columns + i];
            values[south * cube->columns + i] = values[north * cube->columns + i];
            values[north * cube->columns + i] = kept;
        }
}

eg_status eg_cube_read(const eg_cube *cube, int64_t item, double *values)
{
    assert(cube && item >= 0 && item < cube->times && values);
    eg_h5 h5 = {.context = cube->context, .failure = EG_INPUT, .path = cube->path};
    eg_h5_begin(&h5);
    eg_status status = read_slice(cube, &h5, item, values);
    eg_h5_end(&h5);
    if (status == EG_OK)
        convert_values(cube, values);
    if (status == EG_OK && cube->transposed)
        status = transpose_values(cube, values);
    if (status == EG_OK && cube->from_north)
        turn_rows(cube, values);
    return status;
}

void eg_cube_destroy(eg_cube **cube)
{
    if (*cube)
        EG_FREE(&(*cube)->path, &(*cube)->variable, &(*cube)->time, &(*cube)->bounds, cube);
}

/* ---- the projection */

typedef struct projection_search {
    eg_h5 *h5;
    char *projection;
    eg_status status;
} projection_search;

static herr_t look_at_mapping(hid_t group, const char *name, const H5L_info_t *info, void *with)
{
    projection_search *search = with;
    (void)info;
    EG_H5_HANDLE object = H5Oopen(group, name, H5P_DEFAULT);
    if (object >= 0)
        search->status = read_wkt(search->h5, object, &search->projection);
    return search->status != EG_OK || search->projection;
}

eg_status eg_cube_projection(eg_context *context, const char *path, char **projection)
{
    eg_h5 h5 = {.context = context, .failure = EG_INPUT, .path = path};
    projection_search search = {.h5 = &h5};
    eg_h5_begin(&h5);
    h5.file = eg_h5_open_file(path, NULL);
    if (h5.file >= 0)
        H5Literate(h5.file, H5_INDEX_NAME, H5_ITER_INC, NULL, look_at_mapping, &search);
    else
        h5.file = 0;
    eg_h5_end(&h5);
    *projection = search.projection;
    return search.status == EG_MEMORY ? EG_MEMORY : EG_OK;
}
