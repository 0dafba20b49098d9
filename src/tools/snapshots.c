/* Which snapshot a command is about, and which field. */
#include "tools/snapshots.h"

#include <math.h>
#include <string.h>

static int64_t nearest_in_time(const eg_snapshot_list *list, double time)
{
    int64_t best = 0;
    for (int64_t i = 1; i < list->count; i++)
        if (fabs(list->time[i] - time) < fabs(list->time[best] - time))
            best = i;
    return best;
}

/* Outside of the times of all by half of the longest interval between two, or more than by rounding of
 * one. */
static eg_status check_time(const eg_snapshot_list *list, const eg_snapshot_choice *choice, double time)
{
    double low = list->time[0], high = list->time[list->count - 1], most = 1e-9 * fmax(fabs(low), fabs(high));
    for (int64_t i = 1; i < list->count; i++)
        most = fmax(most, 0.5 * (list->time[i] - list->time[i - 1]));
    if (time >= low - most && time <= high + most)
        return EG_OK;
    return eg_fail(list->context, EG_USAGE, "%s: has no snapshot near t = %.9g s; it has %.9g s to %.9g s",
                   choice->source, time, low, high);
}

/* The seconds since the start of the run, which each of its snapshots has. */
static eg_status time_of_date(const eg_snapshot_list *list, const eg_snapshot_choice *choice, double *time)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *first = NULL;
    const char *date = choice->date, *end = date + strlen(date), *why, *hint = eg_date_hint(date, end);
    eg_date moment;
    if (hint || !eg_date_read(date, end, &moment, &why))
        return eg_fail(list->context, EG_USAGE, "the time '%s' is no date: %s", date, hint ? hint : why);
    EG_TRY(eg_snapshot_open(list->context, list->path[0], &first));
    if (!first->start.given)
        return eg_fail(
            list->context, EG_USAGE,
            "%s: has no dates, which a case with time.start has; give the time in seconds, or with its "
            "unit",
            choice->source);
    *time = eg_date_since(&moment, &first->start);
    return EG_OK;
}

eg_status eg_tools_open_snapshot(eg_context *context, const eg_snapshot_choice *choice,
                                 eg_snapshot **snapshot)
{
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(context, choice->source, &list));
    const char *path = NULL;
    if (list->count == 0)
        return eg_fail(list->context, EG_INPUT, "%s: holds no snapshot yet", choice->source);
    int64_t index = choice->has_index ? choice->index : -1;
    double time = choice->time;
    if (choice->date)
        EG_TRY(time_of_date(list, choice, &time));
    if (choice->date || choice->has_time) {
        EG_TRY(check_time(list, choice, time));
        index = nearest_in_time(list, time);
    }
    if (index < 0)
        index += list->count;
    if (index < 0 || index >= list->count)
        return eg_fail(list->context, EG_USAGE,
                       "%s: there is no snapshot %lld; it holds %lld, numbered from 0", choice->source,
                       (long long)choice->index, (long long)list->count);
    path = list->path[index];
    return eg_snapshot_open(context, path, snapshot);
}

eg_status eg_tools_no_such_field(const eg_snapshot *snapshot, const char *name)
{
    const char *names[EG_SNAPSHOT_FIELDS];
    EG_TEXT(list, snapshot->context);
    for (int f = 0; f < snapshot->field_count; f++) {
        names[f] = snapshot->field[f].name;
        eg_text_add(&list, "%s%s", f ? ", " : "", names[f]);
    }
    const char *near = eg_suggest(name, names, snapshot->field_count);
    return eg_fail(snapshot->context, EG_USAGE, "%s: has no field '%s'; it has %s%s%s%s", snapshot->path,
                   name, list.length ? eg_text_string(&list) : "none", near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
}

eg_status eg_tools_find_field(const eg_snapshot *snapshot, const char *name, int *field)
{
    if (name) {
        *field = eg_snapshot_field_index(snapshot, name);
    } else {
        name = "depth";
        *field = eg_snapshot_field_index(snapshot, name);
        if (*field < 0)
            *field = eg_snapshot_field_index(snapshot, "max_depth");
        if (*field < 0 && snapshot->field_count > 0)
            *field = 0;
    }
    return *field < 0 ? eg_tools_no_such_field(snapshot, name) : EG_OK;
}

void eg_tools_take_magnitudes(double *values, int64_t count, int components)
{
    for (int64_t i = 0; components > 1 && i < count; i++) {
        double sum = 0;
        for (int k = 0; k < components; k++)
            sum = fma(values[i * components + k], values[i * components + k], sum);
        values[i] = sqrt(sum);
    }
}

void eg_tools_bounds(int64_t count, const double (*x)[3], double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        for (int64_t n = 0; n < count; n++) {
            low[k] = fmin(low[k], x[n][k]);
            high[k] = fmax(high[k], x[n][k]);
        }
    }
}

eg_colormap eg_tools_colormap(const char *field)
{
    static const char *const water[] = {"depth", "level", "max_depth", "max_level"};
    for (size_t i = 0; i < sizeof water / sizeof *water; i++)
        if (strcmp(field, water[i]) == 0)
            return EG_COLORMAP_WATER;
    return strcmp(field, "elevation") == 0 ? EG_COLORMAP_EARTH : EG_COLORMAP_SEQUENTIAL;
}
