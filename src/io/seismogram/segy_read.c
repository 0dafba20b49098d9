/* Reading SEG-Y, revision 1. Bytes are numbered as the standard does it, from 1. */
#include "io/seismogram/segy.h"

#include "io/seismogram/segy_text.h"
#include "io/seismogram/seismogram.h"

enum { FILE_HEADERS = 3600, EXTENDED_HEADER = 3200, TRACE_HEADER = 240, IEEE_FLOAT = 5, REVISION_1 = 0x0100 };

typedef struct segy_reader {
    eg_context *context;
    const char *path;
    const uint8_t *file;
    int64_t length, first; /* of the file; where the traces begin */
    int interval;          /* us */
    int64_t samples, count;
} segy_reader;

static int get_2(const uint8_t *header, int byte)
{
    return (int16_t)eg_get_big(header + byte - 1, 2);
}

static int get_unsigned(const uint8_t *header, int byte)
{
    return (int)eg_get_big(header + byte - 1, 2);
}

static int32_t get_4(const uint8_t *header, int byte)
{
    return (int32_t)eg_get_big(header + byte - 1, 4);
}

static eg_status check_number(const segy_reader *r, int byte, const char *name, int wanted,
                              const char *meaning)
{
    int found = get_2(r->file, byte);
    if (found == wanted)
        return EG_OK;
    return eg_fail(r->context, EG_INPUT, "%s: byte %d: the %s is %d; only %d is read, %s", r->path, byte,
                   name, found, wanted, meaning);
}

/* How many traces there are, from the file's length. */
static eg_status count_traces(segy_reader *r)
{
    int extended = get_2(r->file, 3505);
    r->first = FILE_HEADERS + (int64_t)EXTENDED_HEADER * extended;
    if (extended < 0)
        return eg_fail(r->context, EG_INPUT,
                       "%s: byte 3505: the number of extended textual headers is %d; it must be 0 or more",
                       r->path, extended);
    r->samples = get_unsigned(r->file, 3221);
    r->interval = get_unsigned(r->file, 3217);
    if (r->samples == 0 || r->interval == 0)
        return eg_fail(r->context, EG_INPUT,
                       "%s: bytes 3217 and 3221: an interval of %d us and %lld samples; neither may be 0",
                       r->path, r->interval, (long long)r->samples);
    int64_t trace = TRACE_HEADER + 4 * r->samples, traces = r->length - r->first;
    if (traces < trace || traces % trace != 0)
        return eg_fail(r->context, EG_INPUT,
                       "%s: has %lld bytes behind its headers, which is no whole number of traces "
                       "of %lld bytes",
                       r->path, (long long)traces, (long long)trace);
    r->count = traces / trace;
    return EG_OK;
}

static eg_status check_headers(segy_reader *r)
{
    if (r->length < FILE_HEADERS)
        return eg_fail(r->context, EG_INPUT, "%s: has %lld bytes; the headers of a SEG-Y file alone have %d",
                       r->path, (long long)r->length, FILE_HEADERS);
    EG_TRY(check_number(r, 3225, "format code", IEEE_FLOAT, "4-byte IEEE floats, big-endian"));
    EG_TRY(check_number(r, 3501, "revision", REVISION_1, "revision 1.0"));
    EG_TRY(check_number(r, 3503, "fixed length flag", 1, "traces of one length"));
    return count_traces(r);
}

static eg_status check_trace(const segy_reader *r, const uint8_t *header, int64_t index)
{
    int samples = get_unsigned(header, 115), interval = get_unsigned(header, 117);
    if (samples == r->samples && interval == r->interval)
        return EG_OK;
    return eg_fail(r->context, EG_INPUT,
                   "%s: trace %lld, bytes 115 and 117 of its header: %d samples, %d us; the file's "
                   "header says %lld and %d",
                   r->path, (long long)index + 1, samples, interval, (long long)r->samples, r->interval);
}

/* A number with the scalar at another byte: a factor, or a divisor where it is negative. */
static double scaled_from(double value, int scalar)
{
    if (scalar == 0)
        return value;
    return scalar < 0 ? value / -scalar : value * scalar;
}

static void read_binary_header(const uint8_t *bytes, eg_segy_header *header)
{
    const eg_utc utc = {.year = get_2(bytes, 157),
                        .day = get_2(bytes, 159),
                        .hour = get_2(bytes, 161),
                        .minute = get_2(bytes, 163),
                        .second = get_2(bytes, 165)};
    const int heights = get_2(bytes, 69), points = get_2(bytes, 71);
    header->number = get_4(bytes, 5);
    header->record = get_4(bytes, 9);
    header->component = get_2(bytes, 29);
    header->unit = get_2(bytes, 203);
    header->source[0] = scaled_from(get_4(bytes, 73), points);
    header->source[1] = scaled_from(get_4(bytes, 77), points);
    header->source[2] = scaled_from((double)get_4(bytes, 45) - get_4(bytes, 49), heights);
    header->receiver[0] = scaled_from(get_4(bytes, 81), points);
    header->receiver[1] = scaled_from(get_4(bytes, 85), points);
    header->receiver[2] = scaled_from(get_4(bytes, 41), heights);
    header->begin = scaled_from(get_2(bytes, 109), get_2(bytes, 215)) / 1e3;
    header->has_origin = eg_utc_join(&utc, &header->origin);
}

static eg_status read_segy_file(segy_reader *r, eg_segy *segy)
{
    EG_TRY(check_headers(r));
    eg_segy_text_decode(r->file, segy->text);
    segy->dt = r->interval / 1e6;
    segy->samples = r->samples;
    segy->count = r->count;
    EG_TRY(eg_alloc(r->context, r->count, sizeof *segy->headers, &segy->headers));
    EG_TRY(eg_alloc(r->context, r->count * r->samples, sizeof *segy->values, &segy->values));
    float *value = segy->values;
    const uint8_t *at = r->file + r->first;
    for (int64_t i = 0; i < r->count; i++) {
        EG_TRY(check_trace(r, at, i));
        read_binary_header(at, &segy->headers[i]);
        at += TRACE_HEADER;
        for (int64_t k = 0; k < r->samples; k++, at += 4)
            *value++ = eg_float_of_bits(eg_get_big(at, 4));
    }
    return EG_OK;
}

eg_status eg_segy_read(eg_context *context, const char *path, eg_segy **segy)
{
    *segy = NULL;
    EG_ENDS_WITH(eg_segy_destroy) eg_segy *made = NULL;
    EG_SCRATCH char *data = NULL;
    segy_reader r = {.context = context, .path = path};
    EG_TRY(eg_file_read(context, EG_INPUT, path, INT64_MAX - 1, &data, &r.length));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    r.file = (const uint8_t *)data;
    EG_TRY(read_segy_file(&r, made));
    return eg_hand_over(&made, segy);
}

void eg_segy_destroy(eg_segy **segy)
{
    if (*segy)
        EG_FREE(&(*segy)->headers, &(*segy)->values, segy);
}

const char *eg_segy_component_name(int component)
{
    static const char *const names[] = {[EG_SEGY_PRESSURE] = "pressure",
                                        [EG_SEGY_VERTICAL] = "z",
                                        [EG_SEGY_CROSS_LINE] = "y",
                                        [EG_SEGY_IN_LINE] = "x"};
    bool known = component >= EG_SEGY_PRESSURE && component <= EG_SEGY_IN_LINE;
    return known ? names[component] : "trace";
}

const char *eg_segy_unit_name(int unit)
{
    static const char *const names[] = {[EG_SEGY_PASCAL] = "Pa",
                                        [EG_SEGY_METRE] = "m",
                                        [EG_SEGY_METRE_PER_SECOND] = "m/s",
                                        [EG_SEGY_METRE_PER_SECOND_2] = "m/s2"};
    bool known = unit >= 0 && unit <= EG_SEGY_METRE_PER_SECOND_2 && names[unit];
    return known ? names[unit] : "";
}
