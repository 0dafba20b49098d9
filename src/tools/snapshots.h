/* Which snapshot a command is about. */
#ifndef EG_TOOLS_SNAPSHOTS_H
#define EG_TOOLS_SNAPSHOTS_H

#include "field/output.h"
#include "io/picture/colormap.h"
#include "io/snapshot/snapshot.h"

/* A file, an index or a folder of snapshots, and which of them: the one nearest to a time (s) or to a date, or by
 * its number, of which those below 0 count from the end; without one of these the last. */
typedef struct eg_snapshot_choice {
    const char *source;
    bool has_time, has_index;
    double time;
    int64_t index;
    const char *date; /* NULL: none */
} eg_snapshot_choice;

/* Opens it; the caller closes it. EG_INPUT, EG_USAGE. */
eg_status eg_tools_open_snapshot(eg_context *context, const eg_snapshot_choice *choice,
                                 eg_snapshot **snapshot);

/* The field of that name, without a name the depth, else the largest depth, else the first. EG_USAGE names
 * the fields. */
eg_status eg_tools_find_field(const eg_snapshot *snapshot, const char *name, int *field);

/* EG_USAGE: that there is no such field, and which there are. */
eg_status eg_tools_no_such_field(const eg_snapshot *snapshot, const char *name);

/* Replaces vectors, values[count][components], by their magnitudes, values[count]. */
void eg_tools_take_magnitudes(double *values, int64_t count, int components);

/* Colours of a field's own: of water, and of a bed; else EG_COLORMAP_SEQUENTIAL. */
eg_colormap eg_tools_colormap(const char *field);

/* The range of count values value[0], value[step], ... that are finite, and the number of those that are not;
 * low_at is -1 where none is. */
typedef struct eg_field_range {
    double low, high;
    int64_t low_at, high_at, bad;
} eg_field_range;
eg_field_range eg_tools_range(const double *value, int64_t count, int step);

/* What the components of a vector or tensor of a model are called: "x", "xy"; static. Returns how many there are; 0:
 * it has one, or is of no model. The file of a vector of the plane holds three, of which the last is 0. */
enum { EG_COMPONENTS_MOST = 6 };
int eg_tools_components(const eg_snapshot *snapshot, int field, const char *names[EG_COMPONENTS_MOST]);

/* Bounds of points. */
void eg_tools_bounds(int64_t count, const double (*x)[3], double low[3], double high[3]);

#endif
