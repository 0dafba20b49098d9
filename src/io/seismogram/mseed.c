/* miniSEED: records of a fixed length, whose headers repeat what the trace is. */
#include "io/seismogram/mseed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/seismogram/seismogram.h"

enum { LENGTH_EXPONENT = 12, LENGTH = 1 << LENGTH_EXPONENT, DATA = 64, SAMPLES = (LENGTH - DATA) / 4 };
enum {
    FIRST_BLOCKETTE = 48,
    SECOND_BLOCKETTE = 56,
    IEEE_FLOAT = 4,
    NUMBER_MOST = 32767,
    RECORDS_MOST = 999999
};

/* Of an interval, at the last sample. */
static const double OFF_MOST = 1e-3;

struct eg_mseed {
    eg_context *context;
    eg_mseed_options options;
    int factor, multiplier;
    int64_t records, room;
    uint8_t (*record)[LENGTH];
};

/* ---- rates */

/* The best fraction of numbers up to NUMBER_MOST, by continued fractions. */
static void find_fraction(double x, int64_t *above, int64_t *below)
{
    int64_t p[2] = {1, 0}, q[2] = {0, 1};
    double rest = x;
    *above = *below = 0;
    for (int step = 0; step < 40 && rest < 1e9; step++) {
        int64_t whole = (int64_t)floor(rest), next_p = whole * p[0] + p[1], next_q = whole * q[0] + q[1];
        if (next_p > NUMBER_MOST || next_q > NUMBER_MOST)
            break;
        p[1] = p[0];
        q[1] = q[0];
        *above = p[0] = next_p;
        *below = q[0] = next_q;
        if (rest == floor(rest))
            break;
        rest = 1 / (rest - floor(rest));
    }
}

bool eg_mseed_holds(double dt, int64_t samples, int *factor, int *multiplier)
{
    int64_t above = 0, below = 0;
    if (!(dt > 0) || !isfinite(dt))
        return false;
    find_fraction(1 / dt, &above, &below);
    *factor = below == 1 ? (int)above : above == 1 ? (int)-below : (int)above;
    *multiplier = below == 1 || above == 1 ? 1 : (int)-below;
    return above > 0 && fabs((double)below / (double)above - dt) * (double)samples <= OFF_MOST * dt;
}

char eg_seed_band(double dt)
{
    static const struct {
        double least;
        char code;
    } bands[] = {{1000, 'F'},   {250, 'C'}, {80, 'H'},   {10, 'B'},
                 {1.0001, 'M'}, {0.5, 'L'}, {0.05, 'V'}, {0.005, 'U'}};
    double rate = 1 / dt * (1 + 1e-9);
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
        if (rate >= bands[i].least)
            return bands[i].code;
    return 'R';
}

/* ---- records */

static void put_text(uint8_t *at, int room, const char *text)
{
    size_t length = strlen(text);
    for (int i = 0; i < room; i++)
        at[i] = (size_t)i < length ? (uint8_t)text[i] : ' ';
}

/* Of the sample `first`. */
static eg_status put_time(const eg_mseed *m, int64_t first, uint8_t *record)
{
    int64_t after = llround(1e6 * m->options.dt * (double)first);
    int64_t milliseconds = m->options.start + after / 1000, micro = after % 1000;
    eg_utc utc;
    if (!eg_utc_split(milliseconds, &utc))
        return eg_fail(m->context, EG_CASE,
                       "the trace begins or ends outside of the years 1 to 9999; correct the start");
    eg_put_big(record + 20, 2, (uint64_t)utc.year);
    eg_put_big(record + 22, 2, (uint64_t)utc.day);
    record[24] = (uint8_t)utc.hour;
    record[25] = (uint8_t)utc.minute;
    record[26] = (uint8_t)utc.second;
    eg_put_big(record + 28, 2, (uint64_t)(utc.millisecond * 10 + micro / 100));
    record[SECOND_BLOCKETTE + 5] = (uint8_t)(micro % 100);
    return EG_OK;
}

static eg_status put_header(const eg_mseed *m, const eg_seed_name *name, int64_t first, int64_t count,
                            uint8_t *record)
{
    char number[8];
    snprintf(number, sizeof number, "%06d", (int)(m->records % RECORDS_MOST) + 1);
    put_text(record, 6, number);
    put_text(record + 6, 2, "D");
    put_text(record + 8, 5, name->station);
    put_text(record + 13, 2, name->location);
    put_text(record + 15, 3, name->channel);
    put_text(record + 18, 2, name->network);
    EG_TRY(put_time(m, first, record));
    eg_put_big(record + 30, 2, (uint64_t)count);
    eg_put_big(record + 32, 2, (uint64_t)m->factor);
    eg_put_big(record + 34, 2, (uint64_t)m->multiplier);
    record[39] = 2; /* blockettes */
    eg_put_big(record + 44, 2, DATA);
    eg_put_big(record + 46, 2, FIRST_BLOCKETTE);
    eg_put_big(record + FIRST_BLOCKETTE, 2, 1000);
    eg_put_big(record + FIRST_BLOCKETTE + 2, 2, SECOND_BLOCKETTE);
    record[FIRST_BLOCKETTE + 4] = IEEE_FLOAT;
    record[FIRST_BLOCKETTE + 5] = 1; /* big-endian */
    record[FIRST_BLOCKETTE + 6] = LENGTH_EXPONENT;
    eg_put_big(record + SECOND_BLOCKETTE, 2, 1001);
    record[SECOND_BLOCKETTE + 4] = 100; /* the clock's quality, per cent */
    return EG_OK;
}

eg_status eg_mseed_create(eg_context *context, const eg_mseed_options *options, eg_mseed **mseed)
{
    EG_ENDS_WITH(eg_mseed_destroy) eg_mseed *made = NULL;
    *mseed = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->options = *options;
    if (!eg_mseed_holds(options->dt, options->samples, &made->factor, &made->multiplier))
        return eg_fail(context, EG_CASE,
                       "miniSEED holds rates that are fractions of whole numbers up to %d, and an interval "
                       "of %.9g s is none; "
                       "take another interval or another format",
                       NUMBER_MOST, options->dt);
    return eg_hand_over(&made, mseed);
}

eg_status eg_mseed_add(eg_mseed *m, const char *path, const eg_seed_name *name, const double *values)
{
    for (int64_t first = 0; first < m->options.samples; first += SAMPLES) {
        int64_t count = eg_min_i64(m->options.samples - first, SAMPLES);
        EG_TRY(eg_reserve(m->context, m->records + 1, &m->room, sizeof *m->record, &m->record));
        uint8_t *record = m->record[m->records];
        memset(record, 0, LENGTH);
        EG_TRY(put_header(m, name, first, count, record));
        for (int64_t i = 0; i < count; i++) {
            float value = (float)values[first + i];
            if (!isfinite(value))
                return eg_seismogram_refuse(m->context, path, "sample", first + i, values[first + i]);
            eg_put_big(record + DATA + 4 * i, 4, eg_float_bits(value));
        }
        m->records++;
    }
    return EG_OK;
}

eg_status eg_mseed_write(eg_mseed *m, const char *path)
{
    return eg_file_write(m->context, path, m->record, m->records * LENGTH);
}

void eg_mseed_destroy(eg_mseed **mseed)
{
    if (*mseed)
        EG_FREE(&(*mseed)->record, mseed);
}
