/* Writing SEG-Y. Bytes are numbered as the standard does it, from 1. */
#include "io/seismogram/segy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/table/plain_text.h"
#include "io/seismogram/segy_text.h"
#include "io/seismogram/seismogram.h"

enum { BINARY_HEADER = 400, TRACE_HEADER = 240, IEEE_FLOAT = 5, REVISION_1 = 0x0100, UTC = 4 };

/* m: no place is farther out, so that scalars and distances fit their numbers. */
static const double FARTHEST = 5e8;

typedef struct writer {
    eg_context *context;
    const char *path;
    const eg_segy_options *options;
    const eg_segy_trace *traces;
    int64_t count;
    int32_t record;
    int interval;            /* us */
    int delay, delay_scalar; /* bytes 109 and 215 */
    int place_scalar;        /* byte 71: of x and y */
    int height_scalar;       /* byte 69: of z */
    double source[3];
    eg_utc origin; /* year 0: none */
} writer;

static void put_2(uint8_t *header, int byte, int value)
{
    assert(value >= INT16_MIN && value <= UINT16_MAX);
    eg_put_big(header + byte - 1, 2, (uint16_t)value);
}

static void put_4(uint8_t *header, int byte, double value)
{
    assert(fabs(value) <= INT32_MAX);
    eg_put_big(header + byte - 1, 4, (uint32_t)(int32_t)rint(value));
}

/* ---- what the headers can hold */

static eg_status find_interval(writer *w)
{
    double micro = w->options->dt * 1e6;
    w->interval = micro >= 1.0 && micro <= EG_SEGY_INTERVAL ? (int)rint(micro) : 0;
    if (w->interval == 0)
        return eg_fail(w->context, EG_CASE,
                       "%s: the interval %s s is outside SEG-Y's 1 to %d us; record at another "
                       "interval or write SAC",
                       w->path, eg_real_show(w->options->dt).text, EG_SEGY_INTERVAL);
    if (fabs(micro - w->interval) > 1e-6)
        return eg_fail(w->context, EG_CASE,
                       "%s: the interval %s s is no whole number of microseconds, as SEG-Y has it; "
                       "record at another interval or write SAC",
                       w->path, eg_real_show(w->options->dt).text);
    if (w->interval > INT16_MAX)
        eg_log(w->context, EG_LOG_WARN,
               "%s: the interval of %d us is above 32767 us: some SEG-Y readers refuse the file, "
               "some take another interval; check what yours reads, or write SAC",
               w->path, w->interval);
    return EG_OK;
}

/* The delay in ms as a number of 16 bits times a scalar, to a nanosecond. */
static eg_status find_delay(writer *w)
{
    const int scalars[] = {1, -10, -100, -1000, -10000, 10, 100, 1000, 10000};
    double ms = w->options->begin * 1e3;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        int s = scalars[i];
        double exact = s > 0 ? ms / s : ms * -s, whole = rint(exact);
        double error = fabs(exact - whole) * (s > 0 ? s : -1.0 / s);
        if (!(fabs(whole) <= INT16_MAX && error <= 1e-6))
            continue;
        w->delay = (int)whole;
        w->delay_scalar = s;
        return EG_OK;
    }
    return eg_fail(w->context, EG_CASE,
                   "%s: the first sample's time, %s s, does not fit SEG-Y's delay: at most 32767 "
                   "times a power of ten from 0.1 us to 10 s; begin to record at another time",
                   w->path, eg_real_show(w->options->begin).text);
}

static eg_status find_origin(writer *w)
{
    const int64_t *origin = w->options->origin;
    if (!origin)
        return EG_OK;
    if (!eg_utc_split(*origin, &w->origin))
        return eg_fail(w->context, EG_CASE,
                       "%s: the origin time, %lld ms from 1970 on, is outside the years 1 to 9999", w->path,
                       (long long)*origin);
    if (w->origin.millisecond != 0)
        return eg_fail(w->context, EG_CASE,
                       "%s: the origin time has %d ms; SEG-Y holds whole seconds: round it", w->path,
                       w->origin.millisecond);
    return EG_OK;
}

static eg_status check_station_place(const writer *w, const char *what, int64_t number, const double *point)
{
    for (int i = 0; i < 3; i++)
        if (!(fabs(point[i]) <= FARTHEST))
            return eg_fail(w->context, EG_CASE,
                           "%s: %s %lld lies at %g, %g, %g m; SEG-Y holds coordinates up to %g m", w->path,
                           what, (long long)number, point[0], point[1], point[2], FARTHEST);
    return EG_OK;
}

/* The divisor that leaves the most digits in 4 bytes. */
static int find_scalar(double largest)
{
    int divisor = 10000;
    while (divisor > 1 && rint(largest * divisor) > INT32_MAX)
        divisor /= 10;
    return divisor == 1 ? 1 : -divisor;
}

static eg_status find_places(writer *w)
{
    const eg_segy_options *options = w->options;
    if (options->source)
        memcpy(w->source, options->source, sizeof w->source);
    EG_TRY(check_station_place(w, "source", w->record, w->source));
    EG_TRY(check_station_place(w, "the surface above source", w->record,
                               (const double[]){0.0, 0.0, options->surface}));
    double flat = fmax(fabs(w->source[0]), fabs(w->source[1]));
    double height = fmax(fabs(options->surface), fabs(options->surface - w->source[2]));
    for (int64_t i = 0; i < w->count; i++) {
        const double *point = w->traces[i].receiver;
        EG_TRY(check_station_place(w, "the receiver of trace", i + 1, point));
        flat = fmax(flat, fmax(fabs(point[0]), fabs(point[1])));
        height = fmax(height, fabs(point[2]));
    }
    w->place_scalar = find_scalar(flat);
    w->height_scalar = find_scalar(height);
    return EG_OK;
}

static eg_status check_trace_counts(const writer *w)
{
    if (w->options->samples > EG_SEGY_SAMPLES)
        return eg_fail(w->context, EG_CASE,
                       "%s: traces have %lld samples; SEG-Y revision 1 takes %d: record fewer, or write SAC",
                       w->path, (long long)w->options->samples, EG_SEGY_SAMPLES);
    if (w->count > EG_SEGY_TRACES)
        return eg_fail(w->context, EG_CASE, "%s: %lld traces; a SEG-Y file takes %d: write several files",
                       w->path, (long long)w->count, EG_SEGY_TRACES);
    return EG_OK;
}

/* ---- file headers */

static void describe_traces(const writer *w, eg_segy_text *text)
{
    char line[512];
    const eg_segy_options *options = w->options;
    if (options->title)
        eg_segy_text_add(text, options->title);
    eg_segy_text_add(text, "Synthetic seismograms computed by eagre " EAGRE_VERSION);
    snprintf(line, sizeof line, "%d traces, %d samples, interval %d us, first sample at %s s", (int)w->count,
             (int)options->samples, w->interval, eg_real_show(options->begin).text);
    eg_segy_text_add(text, line);
    eg_segy_text_add(text, "Samples: 4-byte IEEE floats, in SI units: code in trace bytes 203-204");
    snprintf(line, sizeof line, "Trace bytes 73-88: x and y of source, x and y of receiver, in m times %d",
             w->place_scalar < 0 ? -w->place_scalar : 1);
    eg_segy_text_add(text, line);
    snprintf(line, sizeof line, "Trace bytes 41-52: z of receiver and surface, source depth, in m times %d",
             w->height_scalar < 0 ? -w->height_scalar : 1);
    eg_segy_text_add(text, line);
    eg_segy_text_add(text, "Trace bytes 29-30: 12 z, 13 y, 14 x component, 11 pressure, 1 one component");
    eg_segy_text_add(text, "Trace bytes 109-110: time of the first sample in ms, scalar in bytes 215-216");
    for (int i = 0; i < options->line_count; i++)
        eg_segy_text_add(text, options->lines[i]);
}

static eg_status make_text(const writer *w, uint8_t bytes[EG_SEGY_TEXT_BYTES])
{
    eg_segy_text text = {0};
    describe_traces(w, &text);
    if (text.used > EG_SEGY_FREE_LINES)
        return eg_fail(w->context, EG_CASE,
                       "%s: title and lines need %d lines of the textual header; there are %d: shorten them",
                       w->path, text.used, EG_SEGY_FREE_LINES);
    if (text.replaced)
        eg_log(w->context, EG_LOG_WARN,
               "%s: characters of the title or of further lines that EBCDIC lacks are written as ?", w->path);
    eg_segy_text_encode(&text, bytes);
    return EG_OK;
}

static void make_binary_header(const writer *w, uint8_t *file)
{
    put_4(file, 3201, 1);
    put_4(file, 3205, 1);
    put_4(file, 3209, 1);
    put_2(file, 3213, (int)w->count);
    put_2(file, 3217, w->interval);
    put_2(file, 3219, w->interval);
    put_2(file, 3221, (int)w->options->samples);
    put_2(file, 3223, (int)w->options->samples);
    put_2(file, 3225, IEEE_FLOAT);
    put_2(file, 3227, (int)w->count); /* fold */
    put_2(file, 3229, 1);             /* as recorded */
    put_2(file, 3231, 1);             /* no vertical sum */
    put_2(file, 3249, 1);             /* not correlated */
    put_2(file, 3251, 2);             /* no gain recovered */
    put_2(file, 3253, 1);             /* no amplitude recovery */
    put_2(file, 3255, 1);             /* metres */
    put_2(file, 3501, REVISION_1);
    put_2(file, 3503, 1); /* all traces have one length */
    put_2(file, 3505, 0); /* no extended textual header */
}

/* ---- traces */

static int divisor_of(int scalar)
{
    return scalar < 0 ? -scalar : 1;
}

static void put_trace_places(const writer *w, const double *receiver, uint8_t *header)
{
    double dx = receiver[0] - w->source[0], dy = receiver[1] - w->source[1];
    int place = divisor_of(w->place_scalar), height = divisor_of(w->height_scalar);
    if (w->options->source)
        put_4(header, 37, sqrt(dx * dx + dy * dy));
    put_4(header, 41, receiver[2] * height);
    put_4(header, 45, w->options->surface * height);
    if (w->options->source)
        put_4(header, 49, (w->options->surface - w->source[2]) * height);
    put_2(header, 69, w->height_scalar);
    put_2(header, 71, w->place_scalar);
    for (int k = 0; k < 2; k++) {
        put_4(header, 73 + 4 * k, w->source[k] * place);
        put_4(header, 81 + 4 * k, receiver[k] * place);
    }
    put_2(header, 89, 1); /* a length */
}

static void put_trace_times(const writer *w, uint8_t *header)
{
    put_2(header, 109, w->delay);
    put_2(header, 115, (int)w->options->samples);
    put_2(header, 117, w->interval);
    put_2(header, 215, w->delay_scalar);
    if (w->origin.year == 0)
        return;
    put_2(header, 157, w->origin.year);
    put_2(header, 159, w->origin.day);
    put_2(header, 161, w->origin.hour);
    put_2(header, 163, w->origin.minute);
    put_2(header, 165, w->origin.second);
    put_2(header, 167, UTC);
}

static eg_status make_trace(const writer *w, int64_t index, uint8_t *bytes)
{
    const eg_segy_trace *trace = &w->traces[index];
    memset(bytes, 0, TRACE_HEADER);
    put_4(bytes, 1, (double)index + 1);
    put_4(bytes, 5, (double)index + 1);
    put_4(bytes, 9, w->record);
    put_4(bytes, 13, (double)index + 1);
    put_4(bytes, 17, w->record);
    put_2(bytes, 29, (int)trace->component);
    put_2(bytes, 31, 1); /* one trace summed vertically */
    put_2(bytes, 33, 1); /* one stacked horizontally */
    put_2(bytes, 35, 1); /* production */
    put_2(bytes, 203, (int)trace->unit);
    put_trace_places(w, trace->receiver, bytes);
    put_trace_times(w, bytes);
    for (int64_t i = 0; i < w->options->samples; i++) {
        float value = (float)trace->values[i];
        if (!isfinite(value)) {
            char what[64];
            snprintf(what, sizeof what, "trace %lld, sample", (long long)index + 1);
            return eg_seismogram_refuse(w->context, w->path, what, i, trace->values[i]);
        }
        eg_put_big(bytes + TRACE_HEADER + 4 * i, 4, eg_float_bits(value));
    }
    return EG_OK;
}

/* ---- the file */

static eg_status put_file(const writer *w, int file, uint8_t *buffer)
{
    const int64_t trace_bytes = TRACE_HEADER + 4 * w->options->samples;
    uint8_t headers[EG_SEGY_TEXT_BYTES + BINARY_HEADER] = {0};
    int64_t at = (int64_t)sizeof headers;
    EG_TRY(make_text(w, headers));
    make_binary_header(w, headers);
    EG_TRY(eg_file_put(w->context, file, w->path, 0, headers, at));
    for (int64_t i = 0; i < w->count; i++, at += trace_bytes) {
        EG_TRY(make_trace(w, i, buffer));
        EG_TRY(eg_file_put(w->context, file, w->path, at, buffer, trace_bytes));
    }
    return EG_OK;
}

eg_status eg_segy_write(eg_context *context, const char *path, const eg_segy_options *options,
                        const eg_segy_trace *traces, int64_t count)
{
    assert(options->samples >= 1 && count >= 1 && options->record >= 0);
    writer w = {.context = context,
                .path = path,
                .options = options,
                .traces = traces,
                .count = count,
                .record = options->record == 0 ? 1 : options->record};
    EG_TRY(check_trace_counts(&w));
    EG_TRY(find_interval(&w));
    EG_TRY(find_delay(&w));
    EG_TRY(find_origin(&w));
    EG_TRY(find_places(&w));
    EG_SCRATCH uint8_t *buffer = NULL;
    EG_SCRATCH char *temporary = NULL;
    EG_TRY(eg_alloc(context, TRACE_HEADER + 4 * options->samples, 1, &buffer));
    EG_TRY(eg_file_temporary(context, path, &temporary));
    int file;
    EG_TRY(eg_file_create(context, temporary, &file));
    eg_status status = put_file(&w, file, buffer);
    if (status == EG_OK)
        status = eg_file_publish(context, &file, temporary, path);
    eg_file_remove_open(&file, temporary);
    return status;
}
