/* SAC files: the header's words, writing and reading. */
#include "io/seismogram/sac.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "io/seismogram/seismogram.h"

/* Words of the header, from 0. */
enum {
    DELTA = 0,
    DEPMIN = 1,
    DEPMAX = 2,
    B = 5,
    E = 6,
    O = 7,
    USER0 = 40, /* receiver */
    USER3 = 43, /* source */
    USER6 = 46, /* rest of DELTA */
    USER7 = 47, /* rest of B */
    DEPMEN = 56,
    FIRST_INTEGER = 70,
    NZYEAR = 70,
    NVHDR = 76,
    NPTS = 79,
    IFTYPE = 85,
    IDEP = 86,
    IZTYPE = 87,
    LEVEN = 105,
    LOVROK = 107,
    FIRST_LOGICAL = 105,
    FIRST_NAME = 110,
    KSTNM = 110,
    KEVNM = 112,
    KUSER0 = 144,
    KCMPNM = 150,
    KNETWK = 152,
    HEADER_WORDS = 158,
    HEADER_BYTES = 4 * HEADER_WORDS
};

/* Values of fields: the header's version, "not known", the kinds of file, of samples and of
 * reference time. */
enum { VERSION = 6, UNDEFINED = -12345, ITIME = 1, IUNKN = 5, IO = 11 };

/* ---- writing */

static void put_integer(uint8_t *header, int word, int32_t value)
{
    eg_put_little(header + 4 * word, 4, (uint32_t)value);
}

static void put_real(uint8_t *header, int word, float value)
{
    if (value == (float)UNDEFINED)
        value = nextafterf(value, 0.0f);
    eg_put_little(header + 4 * word, 4, eg_float_bits(value));
}

static void put_undefined(uint8_t *header)
{
    for (int word = 0; word < FIRST_INTEGER; word++)
        eg_put_little(header + 4 * word, 4, eg_float_bits((float)UNDEFINED));
    for (int word = FIRST_INTEGER; word < FIRST_LOGICAL; word++)
        put_integer(header, word, UNDEFINED);
    for (int word = FIRST_LOGICAL; word < FIRST_NAME; word++)
        put_integer(header, word, 0);
    memset(header + 4 * FIRST_NAME, ' ', HEADER_BYTES - 4 * FIRST_NAME);
    for (int word = FIRST_NAME; word < HEADER_WORDS; word += word == KEVNM ? 4 : 2)
        memcpy(header + 4 * word, "-12345", 6);
}

static eg_status put_sac_name(eg_context *context, const char *path, uint8_t *header, int word,
                              const char *what, const char *name)
{
    if (!name)
        return EG_OK;
    size_t room = word == KEVNM ? 16 : 8, length = strlen(name);
    bool printing = true;
    for (size_t i = 0; i < length; i++)
        printing = printing && name[i] >= ' ' && name[i] <= '~';
    if (length == 0 || length > room || !printing || name[0] == ' ' || name[length - 1] == ' ')
        return eg_fail(context, EG_CASE,
                       "%s: the %s '%.100s' does not fit a SAC header: 1 to %d printable ASCII "
                       "characters, without blanks at the ends",
                       path, what, name, (int)room);
    memset(header + 4 * word, ' ', room);
    memcpy(header + 4 * word, name, length);
    return EG_OK;
}

/* A double rounded to single precision, and what that took from it. */
static eg_status put_sac_time(eg_context *context, const char *path, uint8_t *header, int word, int rest_word,
                              double value)
{
    put_real(header, word, (float)value);
    float written = eg_float_of_bits(eg_get_little(header + 4 * word, 4));
    if (!isfinite(written))
        return eg_fail(context, EG_IO, "%s: the time %g s is beyond single precision", path, value);
    if (rest_word > 0)
        put_real(header, rest_word, (float)(value - (double)written));
    return EG_OK;
}

static eg_status put_times(eg_context *context, const char *path, uint8_t *header, const eg_sac_trace *trace)
{
    if ((float)trace->dt < FLT_MIN)
        return eg_fail(context, EG_CASE,
                       "%s: the interval %g s is too small for SAC's single precision; %g s is the least",
                       path, trace->dt, (double)FLT_MIN);
    EG_TRY(put_sac_time(context, path, header, DELTA, USER6, trace->dt));
    EG_TRY(put_sac_time(context, path, header, B, USER7, trace->begin));
    double end = trace->begin + (double)(trace->count - 1) * trace->dt;
    EG_TRY(put_sac_time(context, path, header, E, -1, end));
    if (!trace->origin)
        return EG_OK;
    eg_utc utc;
    if (!eg_utc_split(*trace->origin, &utc))
        return eg_fail(context, EG_CASE,
                       "%s: the origin time, %lld ms from 1970 on, is outside the years 1 to 9999", path,
                       (long long)*trace->origin);
    const int fields[6] = {utc.year, utc.day, utc.hour, utc.minute, utc.second, utc.millisecond};
    for (int i = 0; i < 6; i++)
        put_integer(header, NZYEAR + i, fields[i]);
    put_integer(header, IZTYPE, IO);
    put_real(header, O, 0.0f);
    return EG_OK;
}

static eg_status put_sac_place(eg_context *context, const char *path, uint8_t *header, int word,
                               const char *what, const double *point)
{
    for (int i = 0; point && i < 3; i++) {
        float rounded = (float)point[i];
        if (!isfinite(rounded))
            return eg_fail(context, EG_IO,
                           "%s: coordinate %d of the %s is %g m, which single precision cannot hold", path,
                           i + 1, what, point[i]);
        put_real(header, word + i, rounded);
    }
    return EG_OK;
}

/* Samples, their extremes and mean. */
static eg_status put_samples(eg_context *context, const char *path, uint8_t *file, const eg_sac_trace *trace)
{
    double minimum = INFINITY, maximum = -INFINITY, sum = 0.0;
    for (int64_t i = 0; i < trace->count; i++) {
        float value = (float)trace->values[i];
        if (!isfinite(value))
            return eg_seismogram_refuse(context, path, "sample", i, trace->values[i]);
        eg_put_little(file + HEADER_BYTES + 4 * i, 4, eg_float_bits(value));
        minimum = fmin(minimum, (double)value);
        maximum = fmax(maximum, (double)value);
        sum += (double)value;
    }
    put_real(file, DEPMIN, (float)minimum);
    put_real(file, DEPMAX, (float)maximum);
    put_real(file, DEPMEN, (float)(sum / (double)trace->count));
    return EG_OK;
}

static eg_status fill_file(eg_context *context, const char *path, uint8_t *file, const eg_sac_trace *trace)
{
    put_undefined(file);
    EG_TRY(put_sac_name(context, path, file, KSTNM, "station", trace->station));
    EG_TRY(put_sac_name(context, path, file, KCMPNM, "component", trace->component));
    EG_TRY(put_sac_name(context, path, file, KNETWK, "network", trace->network));
    EG_TRY(put_sac_name(context, path, file, KEVNM, "event", trace->event));
    EG_TRY(put_sac_name(context, path, file, KUSER0, "unit", trace->unit));
    EG_TRY(put_times(context, path, file, trace));
    EG_TRY(put_sac_place(context, path, file, USER0, "receiver", trace->receiver));
    EG_TRY(put_sac_place(context, path, file, USER3, "source", trace->source));
    put_integer(file, NVHDR, VERSION);
    put_integer(file, NPTS, (int32_t)trace->count);
    put_integer(file, IFTYPE, ITIME);
    put_integer(file, IDEP, IUNKN);
    put_integer(file, LEVEN, 1);
    put_integer(file, LOVROK, 1);
    return put_samples(context, path, file, trace);
}

eg_status eg_sac_write(eg_context *context, const char *path, const eg_sac_trace *trace)
{
    assert(isfinite(trace->begin) && isfinite(trace->dt) && trace->dt > 0.0 && trace->count >= 1);
    if (trace->count > INT32_MAX)
        return eg_fail(context, EG_IO, "%s: %lld samples are more than a SAC file holds, %d; record fewer",
                       path, (long long)trace->count, INT32_MAX);
    int64_t length = HEADER_BYTES + 4 * trace->count;
    EG_SCRATCH uint8_t *file = NULL;
    EG_TRY(eg_alloc(context, length, 1, &file));
    EG_TRY(fill_file(context, path, file, trace));
    return eg_file_write(context, path, file, length);
}

/* ---- reading */

typedef struct sac_reader {
    eg_context *context;
    const char *path;
    const uint8_t *file;
    bool big_endian;
} sac_reader;

static uint32_t get_word(const sac_reader *r, int64_t word)
{
    const uint8_t *at = r->file + 4 * word;
    return (uint32_t)(r->big_endian ? eg_get_big(at, 4) : eg_get_little(at, 4));
}

static int32_t get_integer(const sac_reader *r, int word)
{
    return (int32_t)get_word(r, word);
}

static double get_real(const sac_reader *r, int word)
{
    return (double)eg_float_of_bits(get_word(r, word));
}

static void get_name(const sac_reader *r, int word, char *name)
{
    int length = word == KEVNM ? 16 : 8;
    memcpy(name, r->file + 4 * word, (size_t)length);
    name[length] = 0;
    length = (int)strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        name[--length] = 0;
    if (strcmp(name, "-12345") == 0)
        name[0] = 0;
}

/* False where one of the three numbers is undefined. */
static bool get_place(const sac_reader *r, int word, double *point)
{
    double found[3];
    for (int i = 0; i < 3; i++) {
        found[i] = get_real(r, word + i);
        if (found[i] == UNDEFINED || !isfinite(found[i]))
            return false;
    }
    memcpy(point, found, sizeof found);
    return true;
}

/* A field and its rest, where the rest is small enough to be one. */
static double get_time(const sac_reader *r, int word, int rest_word)
{
    double value = get_real(r, word), rest = get_real(r, rest_word);
    return fabs(rest) <= FLT_EPSILON * fabs(value) ? value + rest : value;
}

static eg_status check_sac_integer(const sac_reader *r, int word, const char *name, int32_t wanted,
                                   const char *meaning)
{
    if (get_integer(r, word) == wanted)
        return EG_OK;
    return eg_fail(r->context, EG_INPUT, "%s: byte %d: %s is %d; only %d is read, %s", r->path, 4 * word,
                   name, (int)get_integer(r, word), (int)wanted, meaning);
}

static eg_status check_sac_header(sac_reader *r, int64_t length)
{
    if (length < HEADER_BYTES)
        return eg_fail(r->context, EG_INPUT, "%s: has %lld bytes; the header of a SAC file alone has %d",
                       r->path, (long long)length, HEADER_BYTES);
    r->big_endian = eg_get_big(r->file + 4 * NVHDR, 4) <= 255;
    EG_TRY(
        check_sac_integer(r, NVHDR, "the header's version, NVHDR,", VERSION, "in one of both byte orders"));
    EG_TRY(check_sac_integer(r, IFTYPE, "IFTYPE", ITIME, "a time series"));
    EG_TRY(check_sac_integer(r, LEVEN, "LEVEN", 1, "evenly sampled"));
    int64_t count = get_integer(r, NPTS);
    if (count < 1 || length != HEADER_BYTES + 4 * count)
        return eg_fail(r->context, EG_INPUT,
                       "%s: byte %d: NPTS is %lld, but the file has room for %lld samples of 4 "
                       "bytes (and %d bytes over)",
                       r->path, 4 * NPTS, (long long)count, (long long)(length - HEADER_BYTES) / 4,
                       (int)(length % 4));
    double dt = get_real(r, DELTA), begin = get_real(r, B);
    if (!isfinite(dt) || dt <= 0.0 || !isfinite(begin))
        return eg_fail(r->context, EG_INPUT,
                       "%s: bytes %d and %d: DELTA %g s and B %g s are not a valid interval and begin time",
                       r->path, 4 * DELTA, 4 * B, dt, begin);
    return EG_OK;
}

static eg_status read_trace(sac_reader *r, int64_t length, eg_sac *sac)
{
    EG_TRY(check_sac_header(r, length));
    get_name(r, KSTNM, sac->station);
    get_name(r, KCMPNM, sac->component);
    get_name(r, KNETWK, sac->network);
    get_name(r, KEVNM, sac->event);
    get_name(r, KUSER0, sac->unit);
    sac->has_receiver = get_place(r, USER0, sac->receiver);
    sac->has_source = get_place(r, USER3, sac->source);
    int32_t field[6];
    for (int i = 0; i < 6; i++)
        field[i] = get_integer(r, NZYEAR + i);
    sac->has_origin =
        eg_utc_join(&(eg_utc){field[0], field[1], field[2], field[3], field[4], field[5]}, &sac->origin);
    sac->dt = get_time(r, DELTA, USER6);
    sac->begin = get_time(r, B, USER7);
    sac->end = get_real(r, E);
    sac->minimum = get_real(r, DEPMIN);
    sac->maximum = get_real(r, DEPMAX);
    sac->mean = get_real(r, DEPMEN);
    sac->count = get_integer(r, NPTS);
    EG_TRY(eg_alloc(r->context, sac->count, sizeof *sac->values, &sac->values));
    for (int64_t i = 0; i < sac->count; i++)
        sac->values[i] = eg_float_of_bits(get_word(r, HEADER_WORDS + i));
    return EG_OK;
}

eg_status eg_sac_read(eg_context *context, const char *path, eg_sac **sac)
{
    *sac = NULL;
    EG_ENDS_WITH(eg_sac_destroy) eg_sac *made = NULL;
    EG_SCRATCH char *data = NULL;
    int64_t length;
    EG_TRY(eg_file_read(context, EG_INPUT, path, HEADER_BYTES + 4LL * INT32_MAX, &data, &length));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    sac_reader r = {.context = context, .path = path, .file = (const uint8_t *)data};
    EG_TRY(read_trace(&r, length, made));
    return eg_hand_over(&made, sac);
}

void eg_sac_destroy(eg_sac **sac)
{
    if (*sac)
        EG_FREE(&(*sac)->values, sac);
}
