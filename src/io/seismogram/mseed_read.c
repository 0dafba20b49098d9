/* miniSEED as any program writes it: what the headers of its records say. */
#include "io/seismogram/mseed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/seismogram/seismogram.h"

enum { HEADER = 48, BLOCKETTE_LENGTH = 1000, LEAST_EXPONENT = 7, MOST_EXPONENT = 20, MOST_BYTES = 1 << 30 };

/* A record has six digits, a letter of its quality and a blank. */
static bool begins_record(const uint8_t *at)
{
    for (int i = 0; i < 6; i++)
        if (!((at[i] >= '0' && at[i] <= '9') || at[i] == ' '))
            return false;
    return strchr("DRQM", at[6]) && at[6] && (at[7] == ' ' || at[7] == 0);
}

/* Bytes of a record by its blockette 1000; 0: it has none. */
static int64_t length_of_record(const uint8_t *at, int64_t left)
{
    int64_t next = left >= HEADER ? (int64_t)eg_get_big(at + 46, 2) : 0;
    for (int n = at[39]; n > 0 && next >= HEADER && next + 8 <= left; n--) {
        int exponent = at[next + 6];
        if (eg_get_big(at + next, 2) == BLOCKETTE_LENGTH)
            return exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT ? (int64_t)1 << exponent : 0;
        next = (int64_t)eg_get_big(at + next + 2, 2);
    }
    return 0;
}

/* s: of a rate a * b, where a negative one divides. */
static double interval_of(const uint8_t *at)
{
    double rate = 1;
    for (int k = 0; k < 2; k++) {
        int16_t part = (int16_t)eg_get_big(at + 32 + 2 * k, 2);
        rate *= part > 0 ? part : part < 0 ? -1.0 / part : 0;
    }
    return rate > 0 ? 1 / rate : NAN;
}

/* s since 1970. */
static double time_of(const uint8_t *at)
{
    int64_t year = (int64_t)eg_get_big(at + 20, 2), milliseconds = 0;
    const eg_utc utc = {.year = (int)year,
                        .day = (int)eg_get_big(at + 22, 2),
                        .hour = at[24],
                        .minute = at[25],
                        .second = at[26],
                        .millisecond = (int)eg_get_big(at + 28, 2) / 10};
    return eg_utc_join(&utc, &milliseconds) ? (double)milliseconds / 1000 : NAN;
}

static void take_name(const uint8_t *at, char name[EG_MSEED_NAME])
{
    static const struct {
        int from, room;
    } parts[] = {{18, 2}, {8, 5}, {13, 2}, {15, 3}};
    char *end = name;
    for (int p = 0; p < 4; p++) {
        for (int i = 0; i < parts[p].room && at[parts[p].from + i] > ' '; i++)
            *end++ = (char)at[parts[p].from + i];
        *end++ = p < 3 ? '.' : 0;
    }
}

static eg_status look_at_records(eg_context *context, const char *path, const uint8_t *data, int64_t length,
                                 eg_mseed_survey *survey)
{
    char last[EG_MSEED_NAME] = "", name[EG_MSEED_NAME];
    *survey = (eg_mseed_survey){.first = INFINITY};
    for (int64_t at = 0; at < length;) {
        int64_t bytes =
            length - at >= HEADER && begins_record(data + at) ? length_of_record(data + at, length - at) : 0;
        if (bytes == 0 || bytes > length - at)
            return eg_fail(context, EG_INPUT, "%s: byte %lld begins no whole record of miniSEED, version 2",
                           path, (long long)at);
        take_name(data + at, name);
        if (survey->records++ == 0) {
            snprintf(survey->name, sizeof survey->name, "%s", name);
            survey->dt = interval_of(data + at);
        }
        survey->traces += strcmp(name, last) != 0;
        survey->samples += (int64_t)eg_get_big(data + at + 30, 2);
        survey->first = fmin(survey->first, time_of(data + at));
        memcpy(last, name, sizeof last);
        at += bytes;
    }
    return EG_OK;
}

eg_status eg_mseed_look(eg_context *context, const char *path, eg_mseed_survey *survey)
{
    EG_SCRATCH char *data = NULL;
    int64_t length = 0;
    EG_TRY(eg_file_read(context, EG_INPUT, path, MOST_BYTES, &data, &length));
    return look_at_records(context, path, (const uint8_t *)data, length, survey);
}
