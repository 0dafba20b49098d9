/* What the readers of volumes share: directions by their names, coordinates, packed numbers. */
#include "io/volume/formats.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Coordinates at equal distances agree so far, in spacings: files hold them with rounded digits. */
static const double EVEN = 1e-3;

char eg_volume_direction(int dimension, const char *name, bool *depth)
{
    static const struct {
        const char *name;
        char direction;
        bool depth;
    } known[] = {{"x", 'x', false},        {"easting", 'x', false},   {"y", 'y', false},
                 {"northing", 'y', false}, {"z", 'z', false},         {"depth", 'z', true},
                 {"height", 'z', false},   {"elevation", 'z', false}, {"distance", 'x', false},
                 {"altitude", 'z', false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(name, known[i].name) == 0) {
            *depth = *depth || known[i].depth;
            return dimension == 2 && known[i].direction == 'z' ? 'y' : known[i].direction;
        }
    return 0;
}

void eg_volume_take_positive(eg_volume_file *file, int axis, const char *positive)
{
    if (file->axes[axis] != (file->options->dimension == 2 ? 'y' : 'z'))
        return;
    if (strcasecmp(positive, "down") == 0)
        file->depth = true;
    if (strcasecmp(positive, "up") == 0)
        file->depth = false;
}

eg_status eg_volume_room(eg_volume_file *file, int bytes)
{
    int64_t count = 1;
    for (int axis = 0; axis < 3; axis++) {
        if (file->n[axis] < 1 || file->n[axis] > INT32_MAX || file->n[axis] > INT64_MAX / 8 / count)
            return eg_fail(file->context, EG_INPUT,
                           "%s: %lld times %lld times %lld values: each must be 1 or more, "
                           "and all fit in a file",
                           file->path, (long long)file->n[0], (long long)file->n[1], (long long)file->n[2]);
        count *= file->n[axis];
    }
    file->bytes = bytes;
    return eg_alloc(file->context, count * bytes, 1, &file->value);
}

eg_status eg_volume_take_coordinates(eg_volume_file *file, int axis, const char *name, const double *x)
{
    int64_t last = file->n[axis] - 1;
    double step = last > 0 ? (x[last] - x[0]) / (double)last : 1;
    for (int64_t i = 0; i <= last; i++)
        if (!(step != 0 && fabs(x[i] - x[0] - step * (double)i) <= EVEN * fabs(step)))
            return eg_fail(
                file->context, EG_INPUT,
                "%s: the coordinates of '%s' are not at equal distances: number %lld is %s, with %s "
                "between each and the next it were %s; interpolate the values on an even grid",
                file->path, name, (long long)i + 1, eg_real_show(x[i]).text, eg_real_show(step).text,
                eg_real_show(x[0] + step * (double)i).text);
    file->first[axis] = x[0];
    file->step[axis] = step;
    file->has_first[axis] = file->has_step[axis] = true;
    return EG_OK;
}

bool eg_volume_is_packed(const eg_volume_packing *p)
{
    return p->factor != 1 || p->offset != 0 || !isnan(p->missing[0]) || !isnan(p->missing[1]);
}

void eg_volume_take_attribute(eg_volume_packing *p, const char *name, double value)
{
    if (strcmp(name, "scale_factor") == 0)
        p->factor = value;
    else if (strcmp(name, "add_offset") == 0)
        p->offset = value;
    else if (strcmp(name, "missing_value") == 0)
        p->missing[0] = value;
    else if (strcmp(name, "_FillValue") == 0)
        p->missing[1] = value;
}

double eg_volume_unpack(const eg_volume_packing *p, double value)
{
    return value == p->missing[0] || value == p->missing[1] ? NAN : fma(value, p->factor, p->offset);
}
