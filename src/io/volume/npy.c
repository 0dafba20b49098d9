/* Volumes of NumPy: files .npy (NumPy Enhancement Proposal 1). A magic word, a version, the length of a header,
 * and the header: a dictionary of Python with descr, fortran_order and shape. */
#include "io/volume/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT = 10, HEADER_MOST = 1 << 16 };

typedef struct npy_reader {
    eg_volume_file *file;
    char *data;              /* the whole file, a zero behind */
    int64_t length, numbers; /* bytes; where the numbers begin */
    char *header;
} npy_reader;

/* What stands behind 'key': in the dictionary. */
static const char *find_npy_value(const npy_reader *r, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(r->header, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : "";
}

static eg_status find_npy_header(npy_reader *r)
{
    const eg_volume_file *f = r->file;
    int version = r->length >= FRONT ? r->data[6] : 0, bytes = version == 1 ? 2 : 4;
    int64_t length = r->length >= FRONT + 2 ? (int64_t)eg_get_little((const uint8_t *)r->data + 8, bytes) : 0;
    r->numbers = 8 + bytes + length;
    if (version < 1 || version > 3 || length < 1 || length > HEADER_MOST || r->numbers > r->length)
        return eg_fail(f->context, EG_INPUT,
                       "%s: the header of this NumPy file is damaged, or of a version above 3", f->path);
    EG_TRY(eg_alloc(f->context, length + 1, 1, &r->header));
    memcpy(r->header, r->data + 8 + bytes, (size_t)length);
    return EG_OK;
}

static eg_status take_npy_type(const npy_reader *r)
{
    eg_volume_file *f = r->file;
    char type[5] = "";
    const char *descr = find_npy_value(r, "descr");
    snprintf(type, sizeof type, "%.4s", descr);
    if (type[0] != '\'' || (type[1] != '<' && type[1] != '>') || type[2] != 'f' ||
        (type[3] != '4' && type[3] != '8'))
        return eg_fail(f->context, EG_INPUT,
                       "%s: descr is %.*s; a volume holds float32 or float64: "
                       "numpy.save(name, array.astype('float32'))",
                       f->path, (int)eg_min_i64((int64_t)strcspn(descr, ",}"), 40), descr);
    f->bytes = type[3] - '0';
    f->swapped = type[1] == '>';
    return EG_OK;
}

/* The lengths of the axes, the last index of the array first, whichever is the fastest in the file. */
static eg_status take_npy_shape(const npy_reader *r)
{
    enum { MOST = 3 };
    eg_volume_file *f = r->file;
    const char *shape = find_npy_value(r, "shape"), *at = shape;
    f->fortran = find_npy_value(r, "fortran_order")[0] == 'T';
    int64_t side[MOST], count = 1;
    int axes = 0;
    for (at += *at == '('; *at >= '0' && *at <= '9'; at += strspn(at, "L, ")) {
        char *end;
        int64_t n = strtoll(at, &end, 10);
        at = end;
        if (axes == MOST || n < 1 || n > INT32_MAX || count > INT64_MAX / 8 / n) {
            axes = MOST + 1;
            break;
        }
        side[axes++] = n;
        count *= n;
    }
    if (axes < 1 || axes > f->options->dimension)
        return eg_fail(f->context, EG_INPUT,
                       "%s: its shape is %.*s; a volume has 1 to %d axes, of 1 to 2147483647 values", f->path,
                       (int)eg_min_i64((int64_t)strcspn(shape, ")") + (strchr(shape, ')') != NULL), 60),
                       shape, f->options->dimension);
    for (int k = 0; k < axes; k++)
        f->n[k] = side[axes - 1 - k];
    if (r->length - r->numbers == count * f->bytes)
        return EG_OK;
    return eg_fail(f->context, EG_INPUT,
                   "%s: holds %lld bytes of numbers, and its shape and descr ask for %lld: it is damaged",
                   f->path, (long long)(r->length - r->numbers), (long long)(count * f->bytes));
}

static void npy_reader_end(npy_reader *r)
{
    EG_FREE(&r->data, &r->header);
}

eg_status eg_volume_read_npy(eg_volume_file *file)
{
    EG_ENDS_WITH(npy_reader_end) npy_reader r = {.file = file};
    EG_TRY(eg_file_read(file->context, EG_INPUT, file->path, INT64_MAX - 1, &r.data, &r.length));
    EG_TRY(find_npy_header(&r));
    EG_TRY(take_npy_type(&r));
    EG_TRY(take_npy_shape(&r));
    memmove(r.data, r.data + r.numbers, (size_t)(r.length - r.numbers));
    return eg_hand_over(&r.data, &file->value);
}
