/* CMTSOLUTION files, line by line. */
#include "io/seismogram/cmt.h"

#include <math.h>
#include <string.h>

#include "io/table/plain_text.h"

enum { MOST_BYTES = 1 << 26 };

/* The lines of a record behind its header. */
enum { NAME, SHIFT, HALF_DURATION, LATITUDE, LONGITUDE, DEPTH, MRR, MTT, MPP, MRT, MRP, MTP, FIELDS };

#define MOMENT_MOST 1e34 /* dyne cm: the largest earthquake on record has 2e30 */

static const struct {
    const char *key;
    double least, most;
} fields[FIELDS] = {{"event name", 0, 0},
                    {"time shift", -1e5, 1e5},
                    {"half duration", 0, 1e4},
                    {"latitude", -90, 90},
                    {"longitude", -360, 360},
                    {"depth", -10, 1000},
                    {"Mrr", -MOMENT_MOST, MOMENT_MOST},
                    {"Mtt", -MOMENT_MOST, MOMENT_MOST},
                    {"Mpp", -MOMENT_MOST, MOMENT_MOST},
                    {"Mrt", -MOMENT_MOST, MOMENT_MOST},
                    {"Mrp", -MOMENT_MOST, MOMENT_MOST},
                    {"Mtp", -MOMENT_MOST, MOMENT_MOST}};

/* The next line that is not empty. */
static bool next_cmt_line(eg_lines *lines, eg_slice *line)
{
    while (eg_lines_next(lines, line)) {
        *line = eg_slice_trim(*line);
        if (eg_slice_length(*line) > 0)
            return true;
    }
    return false;
}

/* Cuts a line "KEY: VALUE" of the field's key; false where it has another one. */
static bool cut_field(eg_slice line, const char *key, eg_slice *value)
{
    const char *colon = memchr(line.begin, ':', (size_t)eg_slice_length(line));
    if (!colon || !eg_slice_is_word(eg_slice_trim((eg_slice){line.begin, colon}), key))
        return false;
    *value = eg_slice_trim((eg_slice){colon + 1, line.end});
    return true;
}

static eg_status read_field(eg_lines *lines, int k, double *number)
{
    eg_slice line, value;
    const char *key = fields[k].key;
    if (!next_cmt_line(lines, &line))
        return eg_lines_fail(lines, lines->number, "the file ends before '%s' of a CMTSOLUTION's record",
                             key);
    if (!cut_field(line, key, &value))
        return eg_lines_fail(lines, lines->number,
                             "'%s' is not the line '%s: VALUE' that comes here in a CMTSOLUTION",
                             eg_slice_show(line).text, key);
    EG_TRY(eg_lines_check_end(lines, line));
    if (k == NAME || (eg_parse_real(value.begin, value.end, number) && *number >= fields[k].least &&
                      *number <= fields[k].most))
        return EG_OK;
    return eg_lines_fail(lines, lines->number, "%s: '%s' is no number between %g and %g%s", key,
                         eg_slice_show(value).text, fields[k].least, fields[k].most,
                         k == DEPTH ? "; it is in km" : "");
}

static void take_point(const double number[FIELDS], eg_cmt_point *point)
{
    const double degree = 3.14159265358979323846 / 180, per_newton_metre = 1e7;
    point->shift = number[SHIFT];
    point->half_duration = number[HALF_DURATION];
    point->latitude = number[LATITUDE] * degree;
    point->longitude = number[LONGITUDE] * degree;
    point->depth = number[DEPTH] * 1000;
    point->moment[EG_MOMENT_XX] = number[MPP] / per_newton_metre;
    point->moment[EG_MOMENT_YY] = number[MTT] / per_newton_metre;
    point->moment[EG_MOMENT_ZZ] = number[MRR] / per_newton_metre;
    point->moment[EG_MOMENT_XY] = -number[MTP] / per_newton_metre;
    point->moment[EG_MOMENT_YZ] = -number[MRT] / per_newton_metre;
    point->moment[EG_MOMENT_XZ] = number[MRP] / per_newton_metre;
}

/* Catalogue, date and time of a header, its first six words. */
static eg_slice origin_of(eg_slice header)
{
    enum { WORDS = 6 };
    const char *p = header.begin;
    for (int k = 0; k < WORDS; k++) {
        while (p < header.end && strchr(" \t", *p))
            p++;
        while (p < header.end && !strchr(" \t", *p))
            p++;
    }
    return (eg_slice){header.begin, p};
}

/* A header has a catalogue of four letters, then date, time, place and depth, nine numbers, and the magnitudes mb and
 * Ms. */
static double magnitude_of(eg_slice header)
{
    enum { BEFORE = 9, BOTH = 2 };
    double number = 0, most = 0;
    const char *p = header.begin;
    while (p < header.end && !(*p >= '0' && *p <= '9'))
        p++;
    for (int k = 0; k < BEFORE + BOTH; k++) {
        const char *from = p;
        while (from < header.end && eg_is_blank(*from))
            from++;
        for (p = from; p < header.end && !eg_is_blank(*p);)
            p++;
        if (!eg_parse_real(from, p, &number))
            return 0;
        most = k < BEFORE ? 0 : fmax(most, number);
    }
    return most;
}

static bool is_same_text(eg_slice a, eg_slice b)
{
    return eg_slice_length(a) == eg_slice_length(b) &&
           memcmp(a.begin, b.begin, (size_t)eg_slice_length(a)) == 0;
}

/* Several records are parts of one earthquake: their headers have one time. */
static eg_status read_cmt_points(eg_lines *lines, eg_cmt *cmt)
{
    eg_slice header, first = {0};
    while (next_cmt_line(lines, &header)) {
        double number[FIELDS] = {0};
        int64_t line = lines->number;
        if (cmt->count == 0)
            first = header;
        if (!is_same_text(origin_of(header), origin_of(first)))
            return eg_lines_fail(
                lines, line,
                "'%s' is another time than '%s' of the first record: the records of a file are "
                "parts of one earthquake; name a file for each, or give them one time and time "
                "shifts",
                eg_slice_show(origin_of(header)).text, eg_slice_show(origin_of(first)).text);
        for (int k = 0; k < FIELDS; k++)
            EG_TRY(read_field(lines, k, &number[k]));
        EG_TRY(eg_reserve(cmt->context, cmt->count + 1, &cmt->room, sizeof *cmt->point, &cmt->point));
        cmt->point[cmt->count].line = line;
        cmt->point[cmt->count].magnitude = magnitude_of(header);
        take_point(number, &cmt->point[cmt->count++]);
    }
    return cmt->count > 0 ? EG_OK : eg_lines_fail(lines, 0, "is empty: this is no CMTSOLUTION");
}

eg_status eg_cmt_read(eg_context *context, const char *path, eg_cmt **cmt)
{
    EG_SCRATCH char *data = NULL;
    EG_ENDS_WITH(eg_cmt_destroy) eg_cmt *made = NULL;
    eg_lines lines;
    *cmt = NULL;
    EG_TRY(eg_lines_open(context, path, MOST_BYTES, &data, &lines));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(read_cmt_points(&lines, made));
    return eg_hand_over(&made, cmt);
}

void eg_cmt_destroy(eg_cmt **cmt)
{
    if (*cmt)
        EG_FREE(&(*cmt)->point, cmt);
}
