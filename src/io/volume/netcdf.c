/* Volumes of netCDF in its classic formats, CDF-1, CDF-2 and CDF-5 ("NetCDF Classic Format Specification",
 * Unidata): big-endian; a header with lists of dimensions, attributes and variables, then the numbers of each
 * variable. A list is a tag, a count and its entries; names and values are padded to four bytes. */
#include "io/volume/formats.h"

#include <stdio.h>
#include <string.h>

enum { TAG_DIMENSION = 10, TAG_VARIABLE = 11, TAG_ATTRIBUTE = 12 };
enum { NAME_MOST = 256, COUNT_MOST = 1 << 20, RANK_MOST = 3 };

/* Bytes of the types: byte, char, short, int, float, double, and of CDF-5 ubyte, ushort, uint, int64,
 * uint64. */
static const int type_bytes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
enum { CDF_FLOAT = 5, CDF_DOUBLE = 6, CDF_TYPES = 12 };

typedef struct cdf_name {
    char text[NAME_MOST];
} cdf_name;

typedef struct cdf_variable {
    cdf_name name;
    int64_t rank, dimension[RANK_MOST]; /* those of more dimensions keep none */
    int64_t type, begin;
    eg_volume_packing packing;
    char positive[8]; /* of coordinates: up, down */
} cdf_variable;

typedef struct cdf_reader {
    eg_volume_file *file;
    char *data;
    int64_t length, at;
    int version;
    int64_t records; /* of the dimension that grows; -1: the header does not say */
    bool broken;     /* something was beyond the file's end, or is not as the format has it */
    int64_t dimensions, variables, dimension_room, variable_room;
    struct cdf_dimension {
        cdf_name name;
        int64_t length; /* 0: grows with records */
    } * dimension;
    cdf_variable *variable;
} cdf_reader;

/* ---- words of the header */

static int64_t take_word(cdf_reader *r, int bytes)
{
    if (r->broken || r->at > r->length - bytes) {
        r->broken = true;
        return 0;
    }
    uint64_t value = eg_get_big((const uint8_t *)r->data + r->at, bytes);
    r->at += bytes;
    r->broken = value > INT64_MAX;
    return r->broken ? 0 : (int64_t)value;
}

/* Counts are of 8 bytes in CDF-5. */
static int64_t take_size(cdf_reader *r)
{
    return take_word(r, r->version == 5 ? 8 : 4);
}

/* All bits are set in the header of a file that was still to grow. */
static void take_records(cdf_reader *r)
{
    int bytes = r->version == 5 ? 8 : 4;
    uint64_t growing = UINT64_MAX >> (64 - 8 * bytes);
    bool grows = r->at <= r->length - bytes && eg_get_big((const uint8_t *)r->data + r->at, bytes) == growing;
    if (grows)
        r->at += bytes;
    r->records = grows ? -1 : take_size(r);
}

static void pass(cdf_reader *r, int64_t bytes)
{
    int64_t padded = bytes / 4 * 4 + (bytes % 4 ? 4 : 0);
    r->broken = r->broken || bytes < 0 || bytes > r->length - r->at || padded > r->length - r->at;
    r->at += r->broken ? 0 : padded;
}

/* A longer name is cut. */
static void take_name(cdf_reader *r, cdf_name *name)
{
    int64_t length = take_size(r), from = r->at;
    pass(r, length);
    memset(name, 0, sizeof *name);
    if (!r->broken)
        memcpy(name->text, r->data + from, (size_t)eg_min_i64(length, NAME_MOST - 1));
}

/* The number of entries of a list; an absent one is two zeros. */
static int64_t take_list(cdf_reader *r, int tag)
{
    int64_t found = take_word(r, 4), count = take_size(r);
    r->broken = r->broken || (found != tag && (found != 0 || count != 0)) || count > COUNT_MOST;
    return r->broken ? 0 : count;
}

static double number_of(const char *at, int64_t type)
{
    const uint8_t *bytes = (const uint8_t *)at;
    uint64_t bits = eg_get_big(bytes, type_bytes[type]);
    double wide;
    int shift = 64 - 8 * type_bytes[type];
    switch (type) {
    case CDF_FLOAT:
        return (double)eg_float_of_bits(bits);
    case CDF_DOUBLE:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    case 7:
    case 8:
    case 9:
    case 11:
        return (double)bits;
    default:
        return (double)((int64_t)(bits << shift) >> shift);
    }
}

/* Those of a variable, or of none. */
static void take_attributes(cdf_reader *r, cdf_variable *v)
{
    for (int64_t count = take_list(r, TAG_ATTRIBUTE); count > 0 && !r->broken; count--) {
        cdf_name name;
        take_name(r, &name);
        int64_t type = take_word(r, 4), values = take_size(r), from = r->at;
        r->broken = r->broken || type < 1 || type >= CDF_TYPES || values > r->length;
        if (r->broken)
            return;
        pass(r, values * type_bytes[type]);
        if (v && !r->broken && type == 2 && strcmp(name.text, "positive") == 0)
            snprintf(v->positive, sizeof v->positive, "%.*s", (int)eg_min_i64(values, 7), r->data + from);
        if (v && !r->broken && values == 1 && type != 2)
            eg_volume_take_attribute(&v->packing, name.text, number_of(r->data + from, type));
    }
}

static void take_variable(cdf_reader *r, cdf_variable *v)
{
    *v = (cdf_variable){.packing = EG_VOLUME_PLAIN};
    take_name(r, &v->name);
    v->rank = take_size(r);
    for (int64_t k = 0; k < v->rank && !r->broken; k++) {
        int64_t dimension = take_size(r);
        r->broken = r->broken || dimension >= r->dimensions;
        if (k < RANK_MOST)
            v->dimension[k] = dimension;
    }
    take_attributes(r, v);
    v->type = take_word(r, 4);
    take_size(r); /* its bytes, which follow from the dimensions */
    v->begin = take_word(r, r->version == 1 ? 4 : 8);
    r->broken = r->broken || v->type < 1 || v->type >= CDF_TYPES;
}

static eg_status read_cdf_header(cdf_reader *r)
{
    eg_context *context = r->file->context;
    r->version = r->data[3];
    r->at = 4;
    take_records(r);
    for (int64_t count = take_list(r, TAG_DIMENSION); count > 0 && !r->broken; count--) {
        EG_TRY(
            eg_reserve(context, r->dimensions + 1, &r->dimension_room, sizeof *r->dimension, &r->dimension));
        take_name(r, &r->dimension[r->dimensions].name);
        r->dimension[r->dimensions++].length = take_size(r);
    }
    take_attributes(r, NULL);
    for (int64_t count = take_list(r, TAG_VARIABLE); count > 0 && !r->broken; count--) {
        EG_TRY(eg_reserve(context, r->variables + 1, &r->variable_room, sizeof *r->variable, &r->variable));
        take_variable(r, &r->variable[r->variables++]);
    }
    return r->broken
               ? eg_fail(context, EG_INPUT, "%s: the header of this netCDF file is damaged", r->file->path)
               : EG_OK;
}

/* ---- which variable */

static const cdf_variable *find_named(const cdf_reader *r, const char *name)
{
    for (int64_t i = 0; i < r->variables; i++)
        if (strcmp(r->variable[i].name.text, name) == 0)
            return &r->variable[i];
    return NULL;
}

static eg_status fail_to_choose(const cdf_reader *r, const char *why)
{
    EG_TEXT(names, r->file->context);
    for (int64_t i = 0; i < r->variables; i++)
        eg_text_add(&names, "%s%s", i > 0 ? ", " : "", r->variable[i].name.text);
    EG_TRY(names.status);
    return eg_fail(r->file->context, EG_INPUT, "%s: %s; its variables are: %s", r->file->path, why,
                   eg_text_string(&names));
}

/* The named one, else the only one of the dimension. */
static eg_status choose_variable(const cdf_reader *r, const cdf_variable **chosen)
{
    const eg_volume_options *options = r->file->options;
    *chosen = options->variable ? find_named(r, options->variable) : NULL;
    if (options->variable && !*chosen)
        return fail_to_choose(r, "has no such `variable`");
    for (int64_t i = 0; i < r->variables && !options->variable; i++)
        if (r->variable[i].rank == options->dimension && r->variable[i].type != 2) {
            if (*chosen)
                return fail_to_choose(r, "has several variables; choose one by `variable` beside `volume`");
            *chosen = &r->variable[i];
        }
    if (!*chosen)
        return fail_to_choose(r, options->dimension == 2 ? "has no variable of two dimensions"
                                                         : "has no variable of three dimensions");
    if ((*chosen)->rank < 1 || (*chosen)->rank > options->dimension || (*chosen)->type == 2)
        return fail_to_choose(r, "the variable is no grid of numbers of the mesh's dimension");
    return EG_OK;
}

/* ---- its numbers */

static int64_t count_of(const cdf_reader *r, const cdf_variable *v)
{
    int64_t count = 1;
    for (int64_t k = 0; k < v->rank; k++) {
        int64_t n = r->dimension[v->dimension[k]].length;
        if (n < 1 || count > r->length / n)
            return -1;
        count *= n;
    }
    return count;
}

static eg_status check_numbers(const cdf_reader *r, const cdf_variable *v)
{
    int64_t count = v->rank <= RANK_MOST ? count_of(r, v) : -1;
    for (int64_t k = 0; k < v->rank && k < RANK_MOST; k++)
        if (r->dimension[v->dimension[k]].length == 0)
            return eg_fail(r->file->context, EG_INPUT,
                           "%s: the dimension '%s' of '%s' is unlimited; ncks "
                           "--fix_rec_dmn all makes it a fixed one",
                           r->file->path, r->dimension[v->dimension[k]].name.text, v->name.text);
    if (count < 0 || v->begin > r->length || count * type_bytes[v->type] > r->length - v->begin)
        return eg_fail(r->file->context, EG_INPUT,
                       "%s: the numbers of '%s' go beyond the end of the file, at byte %lld: "
                       "it is cut short",
                       r->file->path, v->name.text, (long long)r->length);
    return EG_OK;
}

/* The coordinates of an axis: the variable of the dimension's name; without one none is told. */
static eg_status take_cdf_coordinates(const cdf_reader *r, int axis, const char *name)
{
    const cdf_variable *v = find_named(r, name);
    eg_volume_file *f = r->file;
    if (!v || v->rank != 1 || v->type == 2 || r->dimension[v->dimension[0]].length != f->n[axis])
        return EG_OK;
    EG_TRY(check_numbers(r, v));
    EG_SCRATCH double *x = NULL;
    EG_TRY(eg_alloc(f->context, f->n[axis], sizeof *x, &x));
    for (int64_t i = 0; i < f->n[axis]; i++)
        x[i] =
            eg_volume_unpack(&v->packing, number_of(r->data + v->begin + i * type_bytes[v->type], v->type));
    return eg_volume_take_coordinates(f, axis, name, x);
}

static eg_status take_cdf_axes(const cdf_reader *r, const cdf_variable *v)
{
    eg_volume_file *f = r->file;
    bool known = true;
    for (int axis = 0; axis < (int)v->rank; axis++) {
        const struct cdf_dimension *d = &r->dimension[v->dimension[v->rank - 1 - axis]];
        f->n[axis] = d->length;
        EG_TRY(take_cdf_coordinates(r, axis, d->name.text));
        f->axes[axis] = eg_volume_direction(f->options->dimension, d->name.text, &f->depth);
        const cdf_variable *coordinates = find_named(r, d->name.text);
        eg_volume_take_positive(f, axis, coordinates ? coordinates->positive : "");
        known = known && f->axes[axis];
    }
    if (!known || v->rank != f->options->dimension)
        memset(f->axes, 0, sizeof f->axes);
    return EG_OK;
}

static eg_status take_cdf_numbers(cdf_reader *r, const cdf_variable *v)
{
    eg_volume_file *f = r->file;
    bool as_is = (v->type == CDF_FLOAT || v->type == CDF_DOUBLE) && !eg_volume_is_packed(&v->packing);
    int bytes = type_bytes[v->type];
    EG_TRY(eg_volume_room(f, as_is ? bytes : (int)sizeof(double)));
    int64_t count = count_of(r, v);
    f->swapped = as_is;
    if (as_is) {
        memcpy(f->value, r->data + v->begin, (size_t)(count * bytes));
        return EG_OK;
    }
    for (int64_t i = 0; i < count; i++) {
        double value = eg_volume_unpack(&v->packing, number_of(r->data + v->begin + i * bytes, v->type));
        memcpy(f->value + i * (int64_t)sizeof value, &value, sizeof value);
    }
    return EG_OK;
}

static void cdf_reader_end(cdf_reader *r)
{
    EG_FREE(&r->data, &r->dimension, &r->variable);
}

eg_status eg_volume_read_netcdf(eg_volume_file *file)
{
    EG_ENDS_WITH(cdf_reader_end) cdf_reader r = {.file = file};
    const cdf_variable *chosen;
    EG_TRY(eg_file_read(file->context, EG_INPUT, file->path, INT64_MAX - 1, &r.data, &r.length));
    EG_TRY(read_cdf_header(&r));
    EG_TRY(choose_variable(&r, &chosen));
    EG_TRY(check_numbers(&r, chosen));
    EG_TRY(take_cdf_axes(&r, chosen));
    return take_cdf_numbers(&r, chosen);
}

static void add_length(const cdf_reader *r, const struct cdf_dimension *d, const char *between, eg_text *text)
{
    int64_t length = d->length > 0 ? d->length : r->records;
    if (length < 0)
        eg_text_add(text, "%sunlimited", between);
    else
        eg_text_add(text, "%s%lld", between, (long long)length);
}

eg_status eg_volume_list_netcdf(eg_context *context, const char *path, eg_text *text)
{
    eg_volume_file file = {.context = context, .path = path};
    EG_ENDS_WITH(cdf_reader_end) cdf_reader r = {.file = &file};
    EG_TRY(eg_file_read(context, EG_INPUT, path, INT64_MAX - 1, &r.data, &r.length));
    if (r.length < 4 || memcmp(r.data, "CDF", 3) != 0)
        return eg_fail(context, EG_INPUT, "%s: is no netCDF file of the classic format", path);
    EG_TRY(read_cdf_header(&r));
    int listed = 0;
    for (int64_t i = 0; i < r.variables; i++) {
        const cdf_variable *v = &r.variable[i];
        if (v->rank < 1 || v->rank > RANK_MOST || v->type == 2)
            continue;
        eg_text_add(text, "%s%s (", listed++ ? "; " : "", v->name.text);
        for (int64_t k = 0; k < v->rank; k++)
            add_length(&r, &r.dimension[v->dimension[k]], k ? " x " : "", text);
        eg_text_add(text, ")");
    }
    return listed > 0 ? text->status : eg_fail(context, EG_INPUT, "%s: has no variables of numbers", path);
}
