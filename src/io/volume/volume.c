/* Reading of volumes: the format of a file, and the places of its values in the mesh's directions. */
#include "io/volume/formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the format */

typedef eg_status volume_reader(eg_volume_file *file);

static bool name_ends(const char *path, const char *tail)
{
    size_t length = strlen(path), bytes = strlen(tail);
    return length >= bytes && strcasecmp(path + length - bytes, tail) == 0;
}

static bool begins(const char head[8], const char *magic, size_t bytes)
{
    return memcmp(head, magic, bytes) == 0;
}

/* Names that promise a format, which what the file begins with is not. */
static eg_status check_name(const eg_volume_file *file)
{
    static const struct {
        const char *end, *format;
    } known[] = {{".npy", "NumPy"}, {".nc", "netCDF"}, {".h5", "HDF5"}, {".hdf5", "HDF5"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (name_ends(file->path, known[i].end))
            return eg_fail(
                file->context, EG_INPUT,
                "%s: ends in %s, but does not begin as a file of %s: it is empty, cut short, packed "
                "or of another format",
                file->path, known[i].end, known[i].format);
    return EG_OK;
}

static eg_status find_reader(const eg_volume_file *file, volume_reader **reader)
{
    char head[8] = {0};
    *reader = eg_volume_read_rsf;
    FILE *stream = eg_is_folder(file->path) ? NULL : fopen(file->path, "rbe");
    if (!stream)
        return EG_OK; /* whose reader says why */
    size_t got = fread(head, 1, sizeof head, stream);
    fclose(stream);
    if (got == sizeof head && begins(head, "\x89HDF\r\n\x1a\n", 8))
        *reader = eg_volume_read_hdf5;
    else if (begins(head, "CDF\1", 4) || begins(head, "CDF\2", 4) || begins(head, "CDF\5", 4))
        *reader = eg_volume_read_netcdf;
    else if (begins(head, "\x93NUMPY", 6))
        *reader = eg_volume_read_npy;
    else if (name_ends(file->path, ".sgy") || name_ends(file->path, ".segy"))
        *reader = eg_volume_read_segy;
    else if (begins(head, "II*\0", 4) || begins(head, "MM\0*", 4) || begins(head, "II+\0", 4) ||
             begins(head, "MM\0+", 4))
        return eg_fail(file->context, EG_INPUT,
                       "%s: is a GeoTIFF, which the key `raster` of 2D models reads; a volume is RSF, NumPy, "
                       "netCDF, HDF5 or SEG-Y",
                       file->path);
    else
        return check_name(file);
    return EG_OK;
}

/* ---- the grid */

static const char *const direction_names[] = {"x", "y", "z"};

/* Which direction each axis has, and whether the vertical is a depth. */
static eg_status find_axes(const eg_volume_file *file, char axes[4], bool *depth)
{
    const eg_volume_options *options = file->options;
    *depth = options->depth || (file->depth && file->axes[0]);
    snprintf(axes, 4, "%s", options->axes ? options->axes : file->axes);
    if (!axes[0])
        return eg_fail(
            file->context, EG_INPUT,
            "%s: nothing in it tells the directions of its axes; give them beside `volume`, the fastest "
            "first, which of an array in C is the last: `axes: %s`",
            file->path, options->dimension == 2 ? "yx" : "zyx");
    if (options->dimension == 2) {
        if (file->n[2] != 1)
            return eg_fail(file->context, EG_INPUT,
                           "%s: has %lld times %lld times %lld values; in 2D it must have two axes",
                           file->path, (long long)file->n[2], (long long)file->n[1], (long long)file->n[0]);
        axes[2] = 'z';
    }
    for (int d = 0; d < 3; d++)
        if (!memchr(axes, direction_names[d][0], 3))
            return eg_fail(file->context, EG_INPUT,
                           "%s: its axes have the directions '%s', and none is along %s; give "
                           "`axes` beside `volume`",
                           file->path, axes, direction_names[d]);
    return EG_OK;
}

/* First value and spacing along direction d, m: as the case says, else the file. */
static eg_status place_values(const eg_volume_file *file, int from, int d, double sign, eg_volume *v)
{
    const eg_volume_options *o = file->options;
    double first = o->origin && d < o->dimension ? o->origin[d] : o->unit * file->first[from];
    double step = o->spacing && d < o->dimension ? o->spacing[d] : o->unit * file->step[from];
    if (v->count[d] > 1 && !(o->spacing && d < o->dimension) && !file->has_step[from])
        return eg_fail(
            file->context, EG_INPUT,
            "%s: nothing in it tells the distance of its values along %s; give it beside `volume`: "
            "`spacing: [%s]`, and `origin`, the place of the first value",
            file->path, direction_names[d], o->dimension == 2 ? "10 m, 10 m" : "10 m, 10 m, 10 m");
    v->first[d] = sign < 0 ? o->surface - first : first;
    v->spacing[d] = sign * (v->count[d] > 1 ? step : 1);
    return EG_OK;
}

/* Where the values of the file's axis `from` stand along direction d. */
static eg_status place_axis(const eg_volume_file *file, int from, int d, bool depth, eg_volume *v)
{
    v->count[d] = file->n[from];
    EG_TRY(place_values(file, from, d, d == v->dimension - 1 && depth ? -1 : 1, v));
    double last = v->first[d] + (double)(v->count[d] - 1) * v->spacing[d];
    double half = v->between == EG_VOLUME_NEAREST ? fabs(v->spacing[d]) / 2 : 0;
    double little = 1e-6 * fabs(v->spacing[d]);
    v->low[d] = fmin(v->first[d], last) - half;
    v->high[d] = fmax(v->first[d], last) + half;
    if (v->count[d] == 1) {
        v->low[d] = -INFINITY;
        v->high[d] = INFINITY;
    } else if (!isfinite(v->low[d]) || !isfinite(v->high[d]) || v->low[d] + little == v->low[d] ||
               v->high[d] - little == v->high[d]) {
        return eg_fail(
            file->context, EG_INPUT,
            "%s: the spacing %s along %s is too small beside the first place, %s: in double precision "
            "neighbouring points of the grid coincide; check both",
            file->path, eg_real_show(v->spacing[d]).text, direction_names[d], eg_real_show(v->first[d]).text);
    }
    return EG_OK;
}

/* Of values in the file along its axis. */
static int64_t stride_of(const eg_volume_file *file, int axis)
{
    int64_t stride = 1;
    for (int k = 0; k < 3; k++)
        if (file->fortran ? k > axis : k < axis)
            stride *= file->n[k];
    return stride;
}

static eg_status place_grid(const eg_volume_file *file, eg_volume *v)
{
    char axes[4];
    bool depth;
    EG_TRY(find_axes(file, axes, &depth));
    v->dimension = file->options->dimension;
    v->bytes = file->bytes;
    v->swapped = file->swapped;
    v->scale = file->options->scale;
    v->between = file->options->between;
    for (int from = 0; from < 3; from++) {
        int d = axes[from] - 'x';
        v->stride[d] = stride_of(file, from);
        EG_TRY(place_axis(file, from, d, depth, v));
    }
    return EG_OK;
}

/* ---- the public calls */

static void volume_file_end(eg_volume_file *file)
{
    eg_free(file->context, &file->value);
}

eg_status eg_volume_read(eg_context *context, const char *path, const eg_volume_options *options,
                         eg_volume **volume)
{
    eg_volume_options with_defaults = options ? *options : (eg_volume_options){0};
    with_defaults.dimension = with_defaults.dimension == 0 ? 3 : with_defaults.dimension;
    with_defaults.unit = with_defaults.unit == 0 ? 1 : with_defaults.unit;
    with_defaults.scale = with_defaults.scale == 0 ? 1 : with_defaults.scale;
    EG_ENDS_WITH(volume_file_end)
    eg_volume_file file = {.context = context, .path = path, .options = &with_defaults, .n = {1, 1, 1}};
    EG_ENDS_WITH(eg_volume_destroy) eg_volume *made = NULL;
    volume_reader *reader;
    *volume = NULL;
    EG_TRY(find_reader(&file, &reader));
    EG_TRY(reader(&file));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(place_grid(&file, made));
    EG_TRY(eg_hand_over(&file.value, &made->value));
    return eg_hand_over(&made, volume);
}

eg_status eg_volume_data_path(eg_context *context, const char *path, char **data)
{
    const eg_volume_options options = {.dimension = 3};
    const eg_volume_file file = {.context = context, .path = path, .options = &options};
    volume_reader *reader;
    *data = NULL;
    EG_TRY(find_reader(&file, &reader));
    return reader == eg_volume_read_rsf ? eg_volume_find_rsf_data(&file, data) : EG_OK;
}

void eg_volume_destroy(eg_volume **volume)
{
    if (*volume)
        EG_FREE(&(*volume)->name, &(*volume)->value, volume);
}
