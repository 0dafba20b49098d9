/* Volumes of Madagascar: the header, then the numbers. */
#include "io/volume/formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "io/table/plain_text.h"

enum { HEADER_MAX_BYTES = 1 << 20, AXES = 9 };

static const int64_t VOLUME_MAX_SIDE = INT32_MAX;

/* What the header says. */
typedef struct header {
    eg_lines lines;
    double n[AXES], o[3], d[3], esize; /* of the file's axes; 0: not given */
    int bytes;
    bool swapped;
    eg_slice in;
} header;

/* A word of the header. */
typedef struct word {
    eg_slice key, value;
} word;

/* ---- words */

/* Cuts the next word with a = off the front of *rest; false at the end of the line. */
static bool next_word(eg_slice *rest, word *found)
{
    const char *p = rest->begin, *end = rest->end;
    *found = (word){0};
    for (; !found->key.begin && p < end;) {
        while (p < end && eg_is_blank(*p))
            p++;
        const char *begin = p;
        while (p < end && !eg_is_blank(*p) && *p != '=')
            p++;
        if (p == end || *p != '=')
            continue;
        found->key = (eg_slice){begin, p++};
        bool quoted = p < end && *p == '"';
        begin = p += quoted;
        while (p < end && (quoted ? *p != '"' : !eg_is_blank(*p)))
            p++;
        found->value = (eg_slice){begin, p};
        p += quoted && p < end;
    }
    rest->begin = p;
    return found->key.begin != NULL;
}

static eg_status fail_at(const header *h, const word *w, const char *wanted)
{
    return eg_lines_fail(&h->lines, h->lines.number, "%s is '%s'; it has to be %s",
                         eg_slice_show(w->key).text, eg_slice_show(w->value).text, wanted);
}

static eg_status take_real(const header *h, const word *w, double *value)
{
    if (eg_parse_real(w->value.begin, w->value.end, value) && isfinite(*value))
        return EG_OK;
    return fail_at(h, w, "a number");
}

static eg_status take_count(const header *h, const word *w, double *value)
{
    EG_TRY(take_real(h, w, value));
    if (*value == floor(*value) && *value >= 1 && *value <= (double)VOLUME_MAX_SIDE)
        return EG_OK;
    return fail_at(h, w, "a whole number from 1 to 2147483647");
}

static eg_status take_format(header *h, const word *w)
{
    static const struct {
        const char *name;
        int bytes;
        bool swapped;
    } formats[] = {{"native_float", 4, false},
                   {"native_double", 8, false},
                   {"xdr_float", 4, true},
                   {"xdr_double", 8, true}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (eg_slice_is_word(w->value, formats[i].name)) {
            h->bytes = formats[i].bytes;
            h->swapped = formats[i].swapped;
            return EG_OK;
        }
    return fail_at(h, w, "native_float, native_double, xdr_float or xdr_double; sfdd converts");
}

static eg_status take_header_word(header *h, const word *w)
{
    const char *key = w->key.begin;
    if (eg_slice_is_word(w->key, "in"))
        h->in = w->value;
    if (eg_slice_is_word(w->key, "data_format"))
        return take_format(h, w);
    if (eg_slice_is_word(w->key, "esize"))
        return take_count(h, w, &h->esize);
    int axis = eg_slice_length(w->key) == 2 ? key[1] - '1' : -1;
    if (key[0] == 'n' && axis >= 0 && axis < AXES)
        return take_count(h, w, &h->n[axis]);
    if (key[0] == 'o' && axis >= 0 && axis < 3)
        return take_real(h, w, &h->o[axis]);
    if (key[0] != 'd' || axis < 0 || axis >= 3)
        return EG_OK;
    EG_TRY(take_real(h, w, &h->d[axis]));
    return h->d[axis] > 0 ? EG_OK : fail_at(h, w, "above 0");
}

/* ---- header */

static eg_status check_rsf_header(header *h)
{
    if (h->n[0] == 0 || !h->in.begin)
        return eg_lines_fail(&h->lines, 0, "the header has no %s; is this a header of Madagascar (RSF)?",
                             h->n[0] == 0 ? "n1" : "in");
    if (eg_slice_length(h->in) == 0 || eg_slice_is_word(h->in, "stdin"))
        return eg_lines_fail(&h->lines, 0, "'in' is '%s'; the numbers must be in a file of their own",
                             eg_slice_show(h->in).text);
    for (int axis = 3; axis < AXES; axis++)
        if (h->n[axis] > 1)
            return eg_lines_fail(&h->lines, 0, "n%d is %lld; a volume has three axes: sfwindow takes a part",
                                 axis + 1, (long long)h->n[axis]);
    if (h->esize != 0 && h->esize != h->bytes)
        return eg_lines_fail(&h->lines, 0, "esize is %lld, and a number of its data_format has %d bytes",
                             (long long)h->esize, h->bytes);
    for (int axis = 0; axis < 3; axis++) {
        h->n[axis] = h->n[axis] == 0 ? 1 : h->n[axis];
        h->d[axis] = h->d[axis] == 0 ? 1 : h->d[axis];
    }
    return EG_OK;
}

/* *text is what *h looks into; the caller frees it in any case. */
static eg_status read_rsf_header(eg_context *context, const char *path, char **text, header *h)
{
    eg_slice line;
    word w;
    *h = (header){.bytes = 4};
    EG_TRY(eg_lines_open(context, path, HEADER_MAX_BYTES, text, &h->lines));
    while (eg_lines_next(&h->lines, &line))
        while (next_word(&line, &w))
            EG_TRY(take_header_word(h, &w));
    return check_rsf_header(h);
}

static eg_status find_data(const header *h, char **data)
{
    eg_context *context = h->lines.context;
    EG_SCRATCH char *folder = NULL, *name = NULL;
    EG_TRY(eg_path_folder(context, h->lines.path, &folder));
    EG_TRY(eg_alloc(context, eg_slice_length(h->in) + 1, 1, &name));
    memcpy(name, h->in.begin, (size_t)eg_slice_length(h->in));
    return eg_path_join(context, folder, name, data);
}

/* ---- numbers */

static eg_status check_rsf_size(const header *h, const char *data, int64_t found)
{
    /* Whole numbers below 2^31, whose product may be more than a file holds. */
    double bytes = h->n[0] * h->n[1] * h->n[2] * h->bytes;
    if ((double)found == bytes)
        return EG_OK;
    return eg_lines_fail(
        &h->lines, 0,
        "%s holds %lld bytes, and %lld times %lld times %lld numbers of %d bytes are %.0f: it is "
        "%s, or n1, n2, n3 or data_format is wrong",
        data, (long long)found, (long long)h->n[0], (long long)h->n[1], (long long)h->n[2], h->bytes, bytes,
        (double)found < bytes ? "cut short" : "another grid's");
}

static eg_status read_rsf_values(const header *h, const char *data, eg_volume_file *file)
{
    struct stat info;
    int64_t found;
    if (stat(data, &info) != 0 || !S_ISREG(info.st_mode))
        return eg_lines_fail(&h->lines, 0,
                             "'in' names %s, which is not a file; paths are relative to the header's folder",
                             data);
    EG_TRY(check_rsf_size(h, data, info.st_size));
    EG_TRY(eg_file_read(file->context, EG_INPUT, data, info.st_size, &file->value, &found));
    return check_rsf_size(h, data, found);
}

eg_status eg_volume_read_rsf(eg_volume_file *file)
{
    header h;
    EG_SCRATCH char *text = NULL, *data = NULL;
    EG_TRY(read_rsf_header(file->context, file->path, &text, &h));
    EG_TRY(find_data(&h, &data));
    for (int axis = 0; axis < 3; axis++) {
        file->n[axis] = (int64_t)h.n[axis];
        file->first[axis] = h.o[axis];
        file->step[axis] = h.d[axis];
        file->has_first[axis] = file->has_step[axis] = true;
    }
    file->bytes = h.bytes;
    file->swapped = h.swapped;
    snprintf(file->axes, sizeof file->axes, "%s", file->options->dimension == 2 ? "xy" : "xyz");
    return read_rsf_values(&h, data, file);
}

eg_status eg_volume_find_rsf_data(const eg_volume_file *file, char **data)
{
    header h;
    EG_SCRATCH char *text = NULL;
    EG_TRY(read_rsf_header(file->context, file->path, &text, &h));
    return find_data(&h, data);
}
