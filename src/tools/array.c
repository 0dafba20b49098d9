/* Arrays as netCDF files, in the classic format with 64-bit offsets ("NetCDF Classic Format Specification", Unidata). */
#include "eagre/array.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/bytes.h"

enum { DIMENSIONS = 3, NAME_MOST = 60, HEADER_MOST = 1024, PIECE = 1 << 16 };
enum { TAG_DIMENSION = 10, TAG_VARIABLE = 11, OF_FLOAT = 5, OF_DOUBLE = 6 };

static const char *const axes[] = {"x", "y", "z"};

typedef struct writer {
    eg_context *context;
    const char *path, *name;
    const eg_array *array;
    int64_t stride[DIMENSIONS];
    int file;
    int64_t at;           /* of the file, what is behind `piece` */
    uint8_t piece[PIECE]; /* what is not there yet */
    int64_t used;
} writer;

/* ---- checks */

static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    size_t length = strlen(name);
    for (int d = 0; d < DIMENSIONS; d++)
        if (strcmp(name, axes[d]) == 0)
            return false;
    return length <= NAME_MOST && strspn(name, letters) > 0 &&
           length == strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

static eg_status check_array(const writer *w)
{
    const eg_array *a = w->array;
    if (a->dimensions < 2 || a->dimensions > DIMENSIONS)
        return eg_fail(w->context, EG_USAGE, "an array has %d dimensions; it must have 2 or 3",
                       a->dimensions);
    if (!a->values == !a->singles)
        return eg_fail(w->context, EG_USAGE, "an array needs either values or singles");
    if (!is_name(w->name))
        return eg_fail(w->context, EG_USAGE,
                       "'%.80s' is no name of an array: at most %d letters, digits and '_', no digit first, "
                       "and not x, y or z",
                       w->name, NAME_MOST);
    int64_t all = 1;
    for (int d = 0; d < a->dimensions; d++) {
        double last = a->origin[d] + a->spacing[d] * (double)a->count[d];
        if (a->count[d] < 1 || a->count[d] > INT32_MAX || all > INT64_MAX / 16 / a->count[d])
            return eg_fail(w->context, EG_USAGE,
                           "an array has %lld values along %s; it must be 1 to 2147483647",
                           (long long)a->count[d], axes[d]);
        if (!(a->spacing[d] > 0) || !isfinite(last))
            return eg_fail(
                w->context, EG_USAGE,
                "an array has the origin %s and the spacing %s along %s; they must be finite, the spacing "
                "above 0",
                eg_real_show(a->origin[d]).text, eg_real_show(a->spacing[d]).text, axes[d]);
        all *= a->count[d];
    }
    return EG_OK;
}

/* ---- bytes */

static eg_status flush(writer *w)
{
    EG_TRY(eg_file_put(w->context, w->file, w->path, w->at, w->piece, w->used));
    w->at += w->used;
    w->used = 0;
    return EG_OK;
}

static eg_status add_word(writer *w, int bytes, uint64_t value)
{
    if (w->used + bytes > PIECE)
        EG_TRY(flush(w));
    eg_put_big(w->piece + w->used, bytes, value);
    w->used += bytes;
    return EG_OK;
}

/* The header fits into the first piece. */
static void put_word(writer *w, int bytes, int64_t value)
{
    eg_put_big(w->piece + w->used, bytes, (uint64_t)value);
    w->used += bytes;
}

static void put_name(writer *w, const char *name)
{
    int64_t length = (int64_t)strlen(name);
    put_word(w, 4, length);
    memcpy(w->piece + w->used, name, (size_t)length);
    w->used += (length + 3) / 4 * 4;
}

static void put_no_attributes(writer *w)
{
    put_word(w, 8, 0);
}

/* A variable of dimensions first to last; `bytes` from `begin` on. */
static void put_variable(writer *w, const char *name, int first, int last, int type, int64_t bytes,
                         int64_t begin)
{
    put_name(w, name);
    put_word(w, 4, last - first + 1);
    for (int d = first; d <= last; d++)
        put_word(w, 4, d);
    put_no_attributes(w);
    put_word(w, 4, type);
    put_word(w, 4, bytes > INT32_MAX ? -1 : (bytes + 3) / 4 * 4);
    put_word(w, 8, begin);
}

static void put_header(writer *w)
{
    const eg_array *a = w->array;
    int64_t begin = HEADER_MOST, all = a->values ? 8 : 4;
    memcpy(w->piece, "CDF\2", 4);
    w->used = 4;
    put_word(w, 4, 0);
    put_word(w, 4, TAG_DIMENSION);
    put_word(w, 4, a->dimensions);
    for (int d = 0; d < a->dimensions; d++) {
        put_name(w, axes[d]);
        put_word(w, 4, a->count[d]);
        all *= a->count[d];
    }
    put_no_attributes(w);
    put_word(w, 4, TAG_VARIABLE);
    put_word(w, 4, a->dimensions + 1);
    for (int d = 0; d < a->dimensions; d++) {
        put_variable(w, axes[d], d, d, OF_DOUBLE, 8 * a->count[d], begin);
        begin += 8 * a->count[d];
    }
    put_variable(w, w->name, 0, a->dimensions - 1, a->values ? OF_DOUBLE : OF_FLOAT, all, begin);
    assert(w->used <= HEADER_MOST);
    w->used = HEADER_MOST;
}

static eg_status put_values(writer *w)
{
    const eg_array *a = w->array;
    for (int d = 0; d < a->dimensions; d++)
        for (int64_t i = 0; i < a->count[d]; i++)
            EG_TRY(add_word(w, 8, eg_double_bits(a->origin[d] + a->spacing[d] * (double)i)));
    int64_t deep = a->dimensions == 3 ? a->count[2] : 1;
    for (int64_t i = 0; i < a->count[0]; i++)
        for (int64_t j = 0; j < a->count[1]; j++)
            for (int64_t k = 0; k < deep; k++) {
                int64_t at = i * w->stride[0] + j * w->stride[1] + k * w->stride[2];
                EG_TRY(a->values ? add_word(w, 8, eg_double_bits(a->values[at]))
                                 : add_word(w, 4, eg_float_bits(a->singles[at])));
            }
    if (w->used % 4 != 0)
        EG_TRY(add_word(w, 4 - (int)(w->used % 4), 0));
    return flush(w);
}

static void find_strides(writer *w)
{
    const eg_array *a = w->array;
    bool given = a->stride[0] != 0 || a->stride[1] != 0 || a->stride[2] != 0;
    int64_t fastest = 1;
    for (int d = a->dimensions - 1; d >= 0; d--) {
        w->stride[d] = given ? a->stride[d] : fastest;
        fastest *= a->count[d];
    }
}

eg_status eg_array_write(eg_context *context, const char *path, const eg_array *given)
{
    assert(context && path && given);
    eg_array array;
    EG_SCRATCH writer *w = NULL;
    EG_SCRATCH char *temporary = NULL;
    EG_TRY(eg_options_take(context, given, sizeof array, &array));
    EG_TRY(eg_alloc(context, 1, sizeof *w, &w));
    w->context = context;
    w->array = &array;
    w->name = array.name ? array.name : "values";
    EG_TRY(check_array(w));
    find_strides(w);
    EG_TRY(eg_file_temporary(context, path, &temporary));
    EG_TRY(eg_file_create(context, temporary, &w->file));
    w->path = temporary;
    put_header(w);
    eg_status status = put_values(w);
    if (status == EG_OK)
        status = eg_file_publish(context, &w->file, temporary, path);
    eg_file_remove_open(&w->file, temporary);
    return status;
}
