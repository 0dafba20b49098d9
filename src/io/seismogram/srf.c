/* SRF files, word by word: lines matter for messages and comments alone. */
#include "io/seismogram/srf.h"

#include <math.h>
#include <string.h>

#include "io/table/plain_text.h"

#define MOST_BYTES ((int64_t)1 << 32)

typedef struct srf_reader {
    eg_lines lines;
    eg_slice rest; /* of the line */
    int64_t line;  /* of the word that came last */
    int version;
    eg_srf *srf;
} srf_reader;

/* ---- words */

static bool next_word(srf_reader *r, eg_slice *word)
{
    r->rest = eg_slice_trim(r->rest);
    while (eg_slice_length(r->rest) == 0) {
        if (!eg_lines_next(&r->lines, &r->rest))
            return false;
        r->rest = eg_slice_trim(r->rest);
        if (eg_slice_length(r->rest) > 0 && *r->rest.begin == '#')
            r->rest.begin = r->rest.end;
    }
    const char *p = r->rest.begin;
    while (p < r->rest.end && !eg_is_blank(*p))
        p++;
    *word = (eg_slice){r->rest.begin, p};
    r->rest.begin = p;
    r->line = r->lines.number;
    return true;
}

static eg_status take_number(srf_reader *r, const char *name, double least, double most, double *value)
{
    eg_slice word;
    if (!next_word(r, &word))
        return eg_lines_fail(&r->lines, r->lines.number, "the file ends where %s has to come", name);
    if (eg_parse_real(word.begin, word.end, value) && *value >= least && *value <= most)
        return EG_OK;
    return eg_lines_fail(&r->lines, r->line, "%s is '%s', no number between %g and %g", name,
                         eg_slice_show(word).text, least, most);
}

static eg_status take_count(srf_reader *r, const char *name, int64_t *count)
{
    double value;
    EG_TRY(take_number(r, name, 0, 1e9, &value));
    *count = (int64_t)value;
    return value == floor(value)
               ? EG_OK
               : eg_lines_fail(&r->lines, r->line, "%s is %.9g, no whole number", name, value);
}

/* ---- points */

enum { LONGITUDE, LATITUDE, DEPTH, STRIKE, DIP, AREA, ONSET, DT, PLACE, SPEED = PLACE, DENSITY, NUMBERS };

static const struct {
    const char *name;
    double least, most;
} numbers[NUMBERS] = {{"LON", -360, 360},       {"LAT", -90, 90},      {"DEP (km)", -10, 1000},
                      {"STK", -360, 360},       {"DIP", 0, 90},        {"AREA (cm^2)", 0, 1e20},
                      {"TINIT (s)", 0, 1e5},    {"DT (s)", 1e-9, 1e5}, {"VS (cm/s)", -1, 1e7},
                      {"DEN (g/cm^3)", -1, 100}};

static eg_status take_place(srf_reader *r, eg_srf_point *point)
{
    const double degree = 3.14159265358979323846 / 180;
    double value[NUMBERS] = {0};
    for (int k = 0; k < (r->version == 2 ? NUMBERS : PLACE); k++) {
        EG_TRY(take_number(r, numbers[k].name, numbers[k].least, numbers[k].most, &value[k]));
        point->line = k == 0 ? r->line : point->line;
    }
    point->longitude = value[LONGITUDE] * degree;
    point->latitude = value[LATITUDE] * degree;
    point->depth = value[DEPTH] * 1000;
    point->strike = value[STRIKE] * degree;
    point->dip = value[DIP] * degree;
    point->area = value[AREA] * 1e-4;
    point->onset = value[ONSET];
    point->dt = value[DT];
    point->speed = value[SPEED] / 100;
    point->density = value[DENSITY] * 1000;
    if (value[SPEED] > 0 && value[DENSITY] > 0)
        point->rigidity = value[DENSITY] * 1000 * (value[SPEED] / 100) * (value[SPEED] / 100);
    return EG_OK;
}

static eg_status take_rates(srf_reader *r, int64_t count)
{
    eg_srf *srf = r->srf;
    EG_TRY(eg_reserve(srf->context, srf->rates + count, &srf->rate_room, sizeof *srf->rate, &srf->rate));
    for (int64_t i = 0; i < count; i++) {
        double rate;
        EG_TRY(take_number(r, "a slip rate (cm/s)", -1e6, 1e6, &rate));
        srf->rate[srf->rates++] = rate / 100;
    }
    return EG_OK;
}

/* Rates of the file come before its end: so many bytes at least are two for each. */
static eg_status check_left(const srf_reader *r, int64_t count)
{
    if (count <= (r->lines.end - r->lines.cursor + eg_slice_length(r->rest)) / 2 + 1)
        return EG_OK;
    return eg_lines_fail(&r->lines, r->line, "%lld slip rates are more than the rest of the file holds",
                         (long long)count);
}

/* Rates of an opening, from `first` on. */
static eg_status check_closed(const srf_reader *r, int64_t first)
{
    for (int64_t i = first; i < r->srf->rates; i++)
        if (r->srf->rate[i] != 0)
            return eg_lines_fail(&r->lines, r->line,
                                 "SLIP3 is 0, and rate %lld of its NT3 is %.9g cm/s: a fault that opens is "
                                 "not taken, only slip along it",
                                 (long long)(i - first) + 1, 100 * r->srf->rate[i]);
    return EG_OK;
}

static eg_status take_slips(srf_reader *r, eg_srf_point *point)
{
    static const char *const slips[] = {"SLIP1 (cm)", "SLIP2 (cm)", "SLIP3 (cm)"}, *const counts[] = {
                                                                                       "NT1", "NT2", "NT3"};
    double rake, slip;
    int64_t count[3];
    EG_TRY(take_number(r, "RAKE", -360, 360, &rake));
    point->rake = rake * 3.14159265358979323846 / 180;
    for (int k = 0; k < 3; k++) {
        EG_TRY(take_number(r, slips[k], -1e6, 1e6, &slip));
        EG_TRY(take_count(r, counts[k], &count[k]));
    }
    if (count[2] > 0 && slip != 0)
        return eg_lines_fail(&r->lines, r->line,
                             "SLIP3 is %.9g cm: a fault that opens is not taken, only slip along it", slip);
    EG_TRY(check_left(r, count[0] + count[1] + count[2]));
    for (int k = 0; k < 3; k++) {
        int64_t first = r->srf->rates;
        EG_TRY(take_rates(r, count[k]));
        if (k == EG_SRF_SLIPS) {
            EG_TRY(check_closed(r, first));
            r->srf->rates = first;
            continue;
        }
        point->first[k] = first;
        point->count[k] = count[k];
    }
    return EG_OK;
}

static eg_status take_points(srf_reader *r)
{
    eg_srf *srf = r->srf;
    int64_t count;
    EG_TRY(take_count(r, "the number of POINTS", &count));
    for (int64_t i = 0; i < count; i++) {
        eg_srf_point point = {0};
        EG_TRY(take_place(r, &point));
        EG_TRY(take_slips(r, &point));
        EG_TRY(eg_reserve(srf->context, srf->count + 1, &srf->room, sizeof *srf->point, &srf->point));
        srf->point[srf->count++] = point;
    }
    return EG_OK;
}

static eg_status pass_planes(srf_reader *r)
{
    enum { OF_A_PLANE = 11 };
    int64_t planes;
    double value;
    EG_TRY(take_count(r, "the number of PLANEs", &planes));
    for (int64_t i = 0; i < OF_A_PLANE * planes; i++)
        EG_TRY(take_number(r, "a number of a PLANE", -1e30, 1e30, &value));
    return EG_OK;
}

static eg_status read_srf(srf_reader *r)
{
    double version = 0;
    eg_slice word;
    EG_TRY(take_number(r, "the version", -INFINITY, INFINITY, &version));
    if (version != 1 && version != 2)
        return eg_lines_fail(&r->lines, r->line, "the version is %.9g; SRF 1.0 and 2.0 are read", version);
    r->version = (int)version;
    while (next_word(r, &word)) {
        if (eg_slice_is_word(word, "PLANE"))
            EG_TRY(pass_planes(r));
        else if (eg_slice_is_word(word, "POINTS"))
            EG_TRY(take_points(r));
        else
            return eg_lines_fail(&r->lines, r->line,
                                 "'%s' stands where PLANE or POINTS has to come: the points before "
                                 "it have fewer numbers than NT1, NT2 and NT3 say, or this is no SRF file",
                                 eg_slice_show(word).text);
    }
    return r->srf->count > 0 ? EG_OK : eg_lines_fail(&r->lines, 0, "has no points");
}

eg_status eg_srf_read(eg_context *context, const char *path, eg_srf **srf)
{
    EG_SCRATCH char *data = NULL;
    EG_ENDS_WITH(eg_srf_destroy) eg_srf *made = NULL;
    srf_reader r = {0};
    *srf = NULL;
    EG_TRY(eg_lines_open(context, path, MOST_BYTES, &data, &r.lines));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    r.srf = made;
    EG_TRY(read_srf(&r));
    return eg_hand_over(&made, srf);
}

double eg_srf_slip(const eg_srf *srf, const eg_srf_point *point)
{
    double slip[EG_SRF_SLIPS] = {0};
    for (int s = 0; s < EG_SRF_SLIPS; s++)
        for (int64_t i = 0; i < point->count[s]; i++)
            slip[s] += point->dt * srf->rate[point->first[s] + i];
    return hypot(slip[0], slip[1]);
}

void eg_srf_destroy(eg_srf **srf)
{
    if (*srf)
        EG_FREE(&(*srf)->point, &(*srf)->rate, srf);
}
