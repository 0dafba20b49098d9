/* Volumes of SEG-Y, as models of velocity come: each trace is a column of values from the surface down. The
 * interval of samples, which counts microseconds, counts thousandths of the unit of length.
 *
 * Where columns stand is told by the trace headers: x and y of the ensemble (bytes 181 and 185) or, where these do
 * not change, of the receiver (81 and 85), with the scalar of byte 71. In the plane places along the line count from
 * the first trace where the line does not run along x. In space columns have to stand on a grid along x and y, in rows
 * of one length. Where the case gives the spacing, these places are not looked at; rows along x then have one inline
 * number (189) each, which tells them apart. */
#include "io/volume/formats.h"

#include <stdio.h>
#include <string.h>

enum { FILE_HEADERS = 3600, EXTENDED = 3200, TRACE_HEADER = 240, IBM_FLOAT = 1, IEEE_FLOAT = 5 };

/* How far a column may be from its place on the grid, in spacings. */
static const double OFF_GRID = 0.01;

typedef struct segy_reader {
    eg_volume_file *file;
    char *data;
    int64_t length, begin, trace, columns; /* bytes; where traces begin, bytes of one, their number */
    int format;
    double (*place)[2]; /* [columns] of a column, in the unit of the file */
} segy_reader;

static int64_t word_at(const segy_reader *r, int64_t at, int byte, int bytes)
{
    uint64_t value = eg_get_big((const uint8_t *)r->data + at + byte - 1, bytes);
    return bytes == 2 ? (int16_t)value : (int32_t)value;
}

static eg_status read_segy_header(segy_reader *r)
{
    eg_volume_file *f = r->file;
    if (r->length < FILE_HEADERS)
        return eg_fail(f->context, EG_INPUT, "%s: has %lld bytes; the headers of a SEG-Y file alone have %d",
                       f->path, (long long)r->length, FILE_HEADERS);
    int64_t extended = word_at(r, 0, 3505, 2), samples = (uint16_t)word_at(r, 0, 3221, 2);
    r->format = (int)word_at(r, 0, 3225, 2);
    r->begin = FILE_HEADERS + EXTENDED * (extended > 0 ? extended : 0);
    r->trace = TRACE_HEADER + 4 * samples;
    if (r->format != IBM_FLOAT && r->format != IEEE_FLOAT)
        return eg_fail(f->context, EG_INPUT,
                       "%s: byte 3225: the format code is %d; 1, IBM floats, and 5, IEEE floats, are "
                       "read, big-endian",
                       f->path, r->format);
    if (samples == 0 || r->length <= r->begin || (r->length - r->begin) % r->trace != 0)
        return eg_fail(f->context, EG_INPUT,
                       "%s: byte 3221: %lld samples a trace; the %lld bytes behind the headers are no "
                       "whole number of such traces",
                       f->path, (long long)samples, (long long)(r->length - r->begin));
    r->columns = (r->length - r->begin) / r->trace;
    f->n[0] = samples;
    f->step[0] = (uint16_t)word_at(r, 0, 3217, 2) / 1000.0;
    f->has_step[0] = f->step[0] > 0;
    f->has_first[0] = true;
    f->depth = true;
    return EG_OK;
}

/* ---- places of columns */

static double coordinate_at(const segy_reader *r, int64_t at, int byte)
{
    double value = (double)word_at(r, at, byte, 4);
    int64_t scalar = word_at(r, at, 71, 2);
    return scalar == 0 ? value : scalar < 0 ? value / (double)-scalar : value * (double)scalar;
}

static bool take_places(segy_reader *r, int byte)
{
    bool change = false;
    for (int64_t i = 0; i < r->columns; i++) {
        int64_t at = r->begin + i * r->trace;
        for (int k = 0; k < 2; k++) {
            r->place[i][k] = coordinate_at(r, at, byte + 4 * k);
            change = change || r->place[i][k] != r->place[0][k];
        }
    }
    return change;
}

/* What `spacing` cannot mend: the rows of a grid. */
static const char whole_grid[] =
    "a volume is a whole grid of traces, row by row along x: fill it up and sort "
    "it, or save it as .npy or netCDF";

static eg_status fail_without_places(const segy_reader *r, int64_t trace, const char *why)
{
    bool plane = r->file->options->dimension == 2;
    return eg_fail(
        r->file->context, EG_INPUT, "%s: trace %lld, bytes 181 and 185 or 81 and 85 of its header: %s; %s%s",
        r->file->path, (long long)trace + 1, why,
        plane ? "give `origin` and `spacing` of the grid beside `volume`" : whole_grid,
        plane ? "" : "; of a whole grid with inline numbers (byte 189) give `origin` and `spacing`");
}

/* The first trace that leaves the line of the first two: the length of a row. */
static int64_t row_length(const segy_reader *r)
{
    int64_t n = 1;
    const double *a = r->place[0], *b = r->columns > 1 ? r->place[1] : a;
    while (n < r->columns) {
        double along = hypot(b[0] - a[0], b[1] - a[1]), off = 0;
        for (int k = 0; k < 2; k++)
            off = fmax(off, fabs(r->place[n][k] - a[k] - (double)n * (b[k] - a[k])));
        if (off > OFF_GRID * along * (double)n && off > 0.5 * along)
            break;
        n++;
    }
    return n;
}

/* Steps along the row and from row to row; each has one direction. */
static eg_status take_segy_steps(segy_reader *r, const double (*step)[2])
{
    eg_volume_file *f = r->file;
    f->axes[0] = f->options->dimension == 2 ? 'y' : 'z';
    for (int axis = 1; axis < f->options->dimension; axis++) {
        int d = fabs(step[axis][1]) > fabs(step[axis][0]);
        if (f->n[axis] > 1 && fabs(step[axis][!d]) > OFF_GRID * fabs(step[axis][d]))
            return fail_without_places(r, axis == 1 ? 1 : f->n[1], "the grid is turned against x and y");
        if (f->n[axis] == 1)
            d = axis == 1 ? 0 : f->axes[1] == 'x';
        f->axes[axis] = d ? 'y' : 'x';
        f->first[axis] = r->place[0][d];
        f->step[axis] = step[axis][d];
        f->has_step[axis] = f->has_first[axis] = true;
    }
    return EG_OK;
}

static eg_status check_columns(const segy_reader *r, const double (*step)[2])
{
    const eg_volume_file *f = r->file;
    double least = INFINITY;
    for (int axis = 1; axis < 3; axis++)
        if (f->n[axis] > 1)
            least = fmin(least, hypot(step[axis][0], step[axis][1]));
    for (int64_t i = 0; i < r->columns; i++)
        for (int k = 0; k < 2; k++) {
            double there =
                r->place[0][k] + (double)(i % f->n[1]) * step[1][k] + (double)(i / f->n[1]) * step[2][k];
            if (!(fabs(r->place[i][k] - there) <= fmax(OFF_GRID * least, 1e-9 * fabs(there))) || least == 0)
                return fail_without_places(r, i,
                                           f->options->dimension == 2 ? "traces are not at equal distances"
                                                                      : "traces are not on a grid");
        }
    return EG_OK;
}

/* In the plane a place is x where the line runs along it, else the distance from the first trace. */
static void count_along_line(segy_reader *r)
{
    const double first[2] = {r->place[0][0], r->place[0][1]};
    bool along_x = true;
    for (int64_t i = 0; i < r->columns; i++)
        along_x = along_x && r->place[i][1] == first[1];
    for (int64_t i = 0; i < r->columns; i++) {
        double *x = r->place[i];
        x[0] = along_x ? x[0] : hypot(x[0] - first[0], x[1] - first[1]);
        x[1] = 0;
    }
}

static eg_status take_grid_of_places(segy_reader *r)
{
    eg_volume_file *f = r->file;
    double step[3][2] = {{0}};
    if (f->options->dimension == 2)
        count_along_line(r);
    f->n[1] = f->options->dimension == 2 ? r->columns : row_length(r);
    f->n[2] = r->columns / f->n[1];
    if (f->n[1] * f->n[2] != r->columns)
        return fail_without_places(r, f->n[1] * f->n[2], "rows of traces are not of one length");
    double rows = (double)f->n[1] - 1, columns = (double)f->n[2] - 1;
    for (int k = 0; k < 2; k++) {
        step[1][k] = rows > 0 ? (r->place[f->n[1] - 1][k] - r->place[0][k]) / rows : 0;
        step[2][k] = columns > 0 ? (r->place[r->columns - f->n[1]][k] - r->place[0][k]) / columns : 0;
    }
    EG_TRY(check_columns(r, (const double(*)[2])step));
    return take_segy_steps(r, (const double(*)[2])step);
}

/* The first trace that has another inline number than its row, or begins a row whose number does not rise, or fall,
 * as that of the second row does; -1: none. */
static int64_t find_wrong_inline(const segy_reader *r, int64_t n)
{
    int64_t row = word_at(r, r->begin, 189, 4), sense = 0;
    for (int64_t i = 1; i < r->columns; i++) {
        int64_t change = word_at(r, r->begin + i * r->trace, 189, 4) - row;
        bool begins = i % n == 0;
        sense = begins && sense == 0 ? change : sense;
        if (begins ? change == 0 || (change > 0) != (sense > 0) : change != 0)
            return i;
        row += change;
    }
    return -1;
}

static eg_status check_inlines(const segy_reader *r)
{
    const eg_volume_file *f = r->file;
    if (f->n[1] == r->columns && r->columns > 1)
        return eg_fail(f->context, EG_INPUT,
                       "%s: all %lld traces have the inline number %lld (byte 189): with `spacing` given it "
                       "is what tells rows apart in 3D; write it, leave out `origin` and `spacing` where "
                       "headers have the places, or save the volume as .npy or netCDF",
                       f->path, (long long)r->columns, (long long)word_at(r, r->begin, 189, 4));
    int64_t wrong = find_wrong_inline(r, f->n[1]);
    if (wrong < 0 && f->n[1] * f->n[2] == r->columns)
        return EG_OK;
    return eg_fail(
        f->context, EG_INPUT,
        "%s: trace %lld, byte 189 of its header: the first %lld traces are a row of one inline number, "
        "and here rows of as many, whose number rises or falls, do not go on; %s",
        f->path, (long long)(wrong < 0 ? r->columns : wrong + 1), (long long)f->n[1], whole_grid);
}

/* Where the case gives the spacing: rows of one inline number, along x. */
static eg_status take_grid_of_numbers(segy_reader *r)
{
    eg_volume_file *f = r->file;
    bool plane = f->options->dimension == 2;
    int64_t n = 1;
    while (n < r->columns &&
           (plane || word_at(r, r->begin + n * r->trace, 189, 4) == word_at(r, r->begin, 189, 4)))
        n++;
    f->n[1] = n;
    f->n[2] = r->columns / n;
    snprintf(f->axes, sizeof f->axes, "%s", plane ? "yx" : "zxy");
    return plane ? EG_OK : check_inlines(r);
}

static eg_status place_columns(segy_reader *r)
{
    eg_volume_file *f = r->file;
    if (f->options->spacing)
        return take_grid_of_numbers(r);
    EG_TRY(eg_alloc(f->context, r->columns, sizeof *r->place, &r->place));
    if (!take_places(r, 181) && !take_places(r, 81) && r->columns > 1)
        return fail_without_places(r, 1, "it stands where the first one stands");
    return take_grid_of_places(r);
}

/* ---- numbers */

/* 1 bit sign, 7 bits exponent of 16 with a bias of 64, 24 bits fraction. */
static float from_ibm(uint32_t bits)
{
    double fraction = ldexp((double)(bits & 0xffffff), -24);
    double value = ldexp(fraction, 4 * ((int)(bits >> 24 & 0x7f) - 64));
    return (float)(bits >> 31 ? -value : value);
}

static eg_status take_segy_values(const segy_reader *r)
{
    eg_volume_file *f = r->file;
    EG_TRY(eg_volume_room(f, (int)sizeof(float)));
    float *to = (float *)f->value;
    for (int64_t i = 0; i < r->columns; i++) {
        int64_t at = r->begin + i * r->trace, samples = (uint16_t)word_at(r, at, 115, 2);
        if (samples != 0 && samples != f->n[0])
            return eg_fail(f->context, EG_INPUT,
                           "%s: trace %lld, byte 115 of its header: %lld samples; the file's header "
                           "says %lld",
                           f->path, (long long)i + 1, (long long)samples, (long long)f->n[0]);
        for (int64_t k = 0; k < f->n[0]; k++) {
            uint32_t bits = (uint32_t)eg_get_big((const uint8_t *)r->data + at + TRACE_HEADER + 4 * k, 4);
            *to++ = r->format == IBM_FLOAT ? from_ibm(bits) : eg_float_of_bits(bits);
        }
    }
    return EG_OK;
}

static void segy_reader_end(segy_reader *r)
{
    EG_FREE(&r->data, &r->place);
}

eg_status eg_volume_read_segy(eg_volume_file *file)
{
    EG_ENDS_WITH(segy_reader_end) segy_reader r = {.file = file};
    EG_TRY(eg_file_read(file->context, EG_INPUT, file->path, INT64_MAX - 1, &r.data, &r.length));
    EG_TRY(read_segy_header(&r));
    EG_TRY(place_columns(&r));
    return take_segy_values(&r);
}
