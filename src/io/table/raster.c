/* Reading of rasters: of ESRI ASCII grids here, of others by GDAL; their sampling is in raster_sample.c. */
#include "io/table/raster.h"
#include "io/table/raster_formats.h"

#include <math.h>
#include <string.h>

#include "io/table/gdal.h"
#include "io/table/plain_text.h"

static const int64_t RASTER_MAX_BYTES = INT64_C(1) << 34;
static const int64_t RASTER_MAX_SIDE = INT32_MAX;

/* Above this, a number stands for something that was not declared: programs write -3.4e38 for
 * missing values. */
static const double RASTER_LARGEST = 1e30;

typedef enum key {
    NCOLS,
    NROWS,
    XLLCORNER,
    XLLCENTER,
    YLLCORNER,
    YLLCENTER,
    CELLSIZE,
    NODATA_VALUE,
    KEYS
} key;

static const char *const key_name[KEYS] = {"ncols",     "nrows",     "xllcorner", "xllcenter",
                                           "yllcorner", "yllcenter", "cellsize",  "NODATA_value"};

typedef struct grid_reader {
    const eg_raster_options *options;
    eg_lines lines;
    double given[KEYS]; /* the header's values */
    int64_t line[KEYS]; /* of each key; 0 where it was not given */
    bool nodata_is_nan;
    int64_t taken; /* numbers read so far */
} grid_reader;

/* ---- header */

/* Cuts the first word off the front of *rest. */
static eg_slice next_grid_word(eg_slice *rest)
{
    eg_slice word = eg_slice_trim(*rest);
    const char *end = word.begin;
    while (end < word.end && !eg_is_blank(*end))
        end++;
    rest->begin = end;
    return (eg_slice){word.begin, end};
}

static bool is_nan_word(eg_slice word)
{
    return eg_slice_is_word(word, "nan") || eg_slice_is_word(word, "-nan");
}

static eg_status find_key(grid_reader *r, eg_slice word, key *found)
{
    for (*found = NCOLS; *found < KEYS; (*found)++)
        if (eg_slice_is_word(word, key_name[*found]))
            return EG_OK;
    eg_shown shown = eg_slice_show(word);
    const char *near = eg_suggest(shown.text, key_name, KEYS);
    return eg_lines_fail(
        &r->lines, r->lines.number,
        "unknown key '%s' in the header%s%s%s; an ESRI ASCII grid has ncols, nrows, xllcorner "
        "or xllcenter, yllcorner or yllcenter, cellsize, NODATA_value",
        shown.text, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* The two ways to give the origin along one axis, which exclude each other. */
static key other_origin(key k)
{
    const key other[KEYS] = {NCOLS,     NROWS,     XLLCENTER, XLLCORNER,
                             YLLCENTER, YLLCORNER, CELLSIZE,  NODATA_VALUE};
    return other[k];
}

static eg_status read_key(grid_reader *r, eg_slice word, eg_slice rest)
{
    key k = KEYS;
    EG_TRY(find_key(r, word, &k));
    int64_t before = r->line[k] ? r->line[k] : r->line[other_origin(k)];
    if (before)
        return eg_lines_fail(&r->lines, r->lines.number,
                             "%s is given again after line %lld; keep one of the two", key_name[k],
                             (long long)before);
    eg_slice value = next_grid_word(&rest);
    r->nodata_is_nan = k == NODATA_VALUE ? is_nan_word(value) : r->nodata_is_nan;
    bool fine =
        (k == NODATA_VALUE && is_nan_word(value)) || eg_parse_real(value.begin, value.end, &r->given[k]);
    if (!fine || eg_slice_length(eg_slice_trim(rest)) > 0)
        return eg_lines_fail(&r->lines, r->lines.number, "%s needs one number, but '%s' follows it",
                             key_name[k], eg_slice_show(eg_slice_trim((eg_slice){word.end, rest.end})).text);
    r->line[k] = r->lines.number;
    return EG_OK;
}

static eg_status read_grid_header(grid_reader *r)
{
    eg_slice line;
    double ignored;
    eg_lines before = r->lines;
    while (eg_lines_next(&r->lines, &line)) {
        eg_slice rest = line, word = next_grid_word(&rest);
        if (is_nan_word(word) || eg_parse_real(word.begin, word.end, &ignored)) {
            r->lines = before; /* this line is the first of numbers */
            break;
        }
        if (eg_slice_length(word) > 0)
            EG_TRY(read_key(r, word, rest));
        before = r->lines;
    }
    for (int k = 0; k < KEYS; k++)
        if (!r->line[k] && !r->line[other_origin((key)k)] && k != NODATA_VALUE)
            return eg_lines_fail(&r->lines, 0, "the header has no %s; is this an ESRI ASCII grid?",
                                 key_name[k]);
    return EG_OK;
}

static eg_status check_side(grid_reader *r, key k, int64_t *side)
{
    double least = r->options->registration == EG_RASTER_NODE ? 2 : 1;
    double given = r->given[k];
    if (given != floor(given) || given < least || given > (double)RASTER_MAX_SIDE)
        return eg_lines_fail(&r->lines, r->line[k], "%s is %s; it has to be a whole number from %d to %lld",
                             key_name[k], eg_real_show(given).text, (int)least, (long long)RASTER_MAX_SIDE);
    *side = (int64_t)given;
    return EG_OK;
}

/* Where values and bounds lie along one axis. */
static eg_status place_grid_axis(grid_reader *r, eg_raster *raster, int axis, int64_t side)
{
    key corner = axis == 0 ? XLLCORNER : YLLCORNER;
    bool squares = r->options->registration == EG_RASTER_CORNER;
    bool at_corner = r->line[corner] != 0;
    double half = squares ? raster->spacing / 2 : 0;
    double origin = r->given[at_corner ? corner : corner + 1];
    double first = at_corner ? origin + half : origin;
    double low = at_corner ? origin : origin - half;
    double high = first + (double)(side - 1) * raster->spacing + half;
    double little = 1e-6 * raster->spacing;
    if (!isfinite(high) || !(low + little > low) || !(high - little < high))
        return eg_lines_fail(
            &r->lines, r->line[CELLSIZE],
            "cellsize %s is too small beside %s %s: in double precision neighbouring points of "
            "the grid coincide; check both",
            eg_real_show(raster->spacing).text, key_name[at_corner ? corner : corner + 1],
            eg_real_show(origin).text);
    raster->first[axis] = first;
    raster->low[axis] = low;
    raster->high[axis] = high;
    return EG_OK;
}

static eg_status take_header(grid_reader *r, eg_raster *raster)
{
    EG_TRY(check_side(r, NCOLS, &raster->columns));
    EG_TRY(check_side(r, NROWS, &raster->rows));
    raster->spacing = r->given[CELLSIZE];
    if (!(raster->spacing > 0))
        return eg_lines_fail(&r->lines, r->line[CELLSIZE], "cellsize is %s; it has to be above 0",
                             eg_real_show(raster->spacing).text);
    EG_TRY(place_grid_axis(r, raster, 0, raster->columns));
    EG_TRY(place_grid_axis(r, raster, 1, raster->rows));
    int64_t need = raster->columns * raster->rows;
    int64_t room = (r->lines.end - r->lines.cursor) / 2; /* a digit and a blank or line end each */
    if (need > room)
        return eg_lines_fail(
            &r->lines, 0,
            "ncols %lld times nrows %lld needs %lld numbers, but the rest of the file has room "
            "for %lld at most; it is cut short, or ncols or nrows is wrong",
            (long long)raster->columns, (long long)raster->rows, (long long)need, (long long)room);
    return EG_OK;
}

/* ---- numbers */

static eg_status read_square(grid_reader *r, eg_slice word, double *value)
{
    bool nan = is_nan_word(word);
    if (nan && r->nodata_is_nan) {
        *value = NAN;
        return EG_OK;
    }
    if (!eg_parse_real(word.begin, word.end, value))
        return eg_lines_fail(&r->lines, r->lines.number, "'%s' is not a number; %s", eg_slice_show(word).text,
                             nan ? "where it stands for a missing value, say NODATA_value nan in the header"
                                 : "numbers have a decimal point and blanks between them");
    if (r->line[NODATA_VALUE] ? !r->nodata_is_nan && *value == r->given[NODATA_VALUE]
                              : eg_raster_is_undeclared(*value)) {
        *value = NAN;
        return EG_OK;
    }
    if (fabs(*value) > RASTER_LARGEST)
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "'%s' is out of range; where it stands for a missing value, name it as NODATA_value "
            "in the header",
            eg_slice_show(word).text);
    *value *= r->options->value_scale;
    return EG_OK;
}

/* The file's rows come from the north, the raster's from the south. */
static void keep_square(grid_reader *r, eg_raster *raster, double value)
{
    int64_t row = raster->rows - 1 - r->taken / raster->columns;
    raster->value[row * raster->columns + r->taken % raster->columns] = value;
    r->taken++;
    raster->missing += isnan(value) != 0;
    raster->least = fmin(raster->least, value); /* of a number and NaN the number */
    raster->largest = fmax(raster->largest, value);
}

static eg_status read_squares_of_line(grid_reader *r, eg_slice line, eg_raster *raster)
{
    int64_t need = raster->columns * raster->rows;
    eg_slice rest = line;
    for (eg_slice word = next_grid_word(&rest); eg_slice_length(word) > 0; word = next_grid_word(&rest)) {
        double value;
        if (r->taken == need)
            return eg_lines_fail(
                &r->lines, r->lines.number,
                "'%s' comes after the last of the %lld numbers that ncols %lld and nrows %lld "
                "announce; check them",
                eg_slice_show(word).text, (long long)need, (long long)raster->columns,
                (long long)raster->rows);
        if (!r->lines.ended && word.end == line.end)
            return eg_lines_fail(
                &r->lines, r->lines.number,
                "the last number, '%s', has no line end, so it may have been cut short; if it "
                "is whole, add a line end",
                eg_slice_show(word).text);
        EG_TRY(read_square(r, word, &value));
        keep_square(r, raster, value);
    }
    return EG_OK;
}

static eg_status read_squares(grid_reader *r, eg_raster *raster)
{
    int64_t need = raster->columns * raster->rows;
    EG_TRY(eg_alloc(raster->context, need, sizeof *raster->value, &raster->value));
    raster->least = INFINITY;
    raster->largest = -INFINITY;
    eg_slice line;
    while (eg_lines_next(&r->lines, &line))
        EG_TRY(read_squares_of_line(r, line, raster));
    if (r->taken < need)
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "the file ends after %lld of %lld numbers, in row %lld of %lld; it is cut short, or "
            "ncols or nrows is wrong",
            (long long)r->taken, (long long)need, (long long)(r->taken / raster->columns + 1),
            (long long)raster->rows);
    if (raster->missing == need)
        return eg_lines_fail(&r->lines, 0, "every number is NODATA_value; there is nothing to sample");
    return EG_OK;
}

/* Of an ASCII grid NAME.asc the path NAME.prj where there is such a file, else NULL; the caller frees it. */
static eg_status projection_path(eg_context *context, const char *path, char **projection)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    EG_TEXT(name, context);
    *projection = NULL;
    if (!dot || (slash && dot < slash))
        return EG_OK;
    eg_text_add_bytes(&name, path, dot - path);
    eg_text_add(&name, ".prj");
    EG_TRY(name.status);
    return eg_is_file(eg_text_string(&name)) ? eg_strdup(context, eg_text_string(&name), projection) : EG_OK;
}

static eg_status projection_of_text(eg_context *context, const char *path, char **projection)
{
    enum { MOST = 1 << 16 };
    EG_SCRATCH char *name = NULL;
    int64_t length;
    EG_TRY(projection_path(context, path, &name));
    return name ? eg_file_read(context, EG_INPUT, name, MOST, projection, &length) : EG_OK;
}

/* ---- the whole */

static eg_status read_text(eg_context *context, const char *path, const eg_raster_options *options,
                           eg_raster **raster)
{
    grid_reader r = {.options = options};
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *made = NULL;
    EG_SCRATCH char *data = NULL;
    *raster = NULL;
    EG_TRY(eg_lines_open(context, path, RASTER_MAX_BYTES, &data, &r.lines));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->nodata = options->nodata;
    made->format = "ESRI ASCII grid";
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(read_grid_header(&r));
    EG_TRY(take_header(&r, made));
    EG_TRY(read_squares(&r, made));
    EG_TRY(projection_of_text(context, path, &made->projection));
    EG_TRY(eg_raster_check_metres(made));
    return eg_hand_over(&made, raster);
}

eg_status eg_raster_read(eg_context *context, const char *path, const eg_raster_options *options,
                         eg_raster **raster)
{
    eg_raster_options with_defaults = options ? *options : (eg_raster_options){0};
    bool tiff;
    if (with_defaults.value_scale == 0)
        with_defaults.value_scale = 1;
    assert(isfinite(with_defaults.value_scale));
    *raster = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    return tiff ? eg_raster_read_gdal(context, path, &with_defaults, raster)
                : read_text(context, path, &with_defaults, raster);
}

eg_status eg_raster_projection(eg_context *context, const char *path, char **projection)
{
    bool tiff;
    *projection = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    return tiff ? eg_raster_projection_gdal(context, path, projection)
                : projection_of_text(context, path, projection);
}

eg_status eg_raster_each_beside(eg_context *context, const char *path, eg_beside each)
{
    bool tiff;
    EG_SCRATCH char *projection = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    if (tiff)
        return eg_gdal_each_beside(context, path, EG_GDAL_RASTER, each);
    EG_TRY(projection_path(context, path, &projection));
    return projection ? each.visit(each.user, projection) : EG_OK;
}
