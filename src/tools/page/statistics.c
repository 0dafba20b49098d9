/* Statistics of the fields of a page: their ranges, and the least and the greatest values with place and time. */
#include "io/report/json_text.h"
#include "tools/page/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 200000 /* values of which the usual range is found */ };
static const double UNUSUAL = 2e-3; /* part of the values beyond either end of the usual range */
static const double SLACK = 0.25;   /* of that range: all values where they reach no farther */

void eg_page_statistics_begin(eg_page_statistics *statistics)
{
    *statistics = (eg_page_statistics){.low = INFINITY,
                                       .high = -INFINITY,
                                       .least = {.value = INFINITY, .found = -1},
                                       .most = {.value = -INFINITY, .found = -1}};
}

static eg_status note_value(eg_context *context, eg_page_statistics *t, double value, bool is_sample)
{
    if (!isfinite(value))
        return EG_OK;
    t->low = fmin(t->low, value);
    t->high = fmax(t->high, value);
    if (!is_sample)
        return EG_OK;
    EG_TRY(eg_reserve(context, t->count + 1, &t->room, sizeof *t->sample, &t->sample));
    t->sample[t->count++] = value;
    return EG_OK;
}

static void note_extremes(eg_page_statistics *t, double value, int64_t i)
{
    if (value < t->least.value)
        t->least = (eg_page_extreme){.value = value, .found = i};
    if (value > t->most.value)
        t->most = (eg_page_extreme){.value = value, .found = i};
}

/* The middle of a cell, or the node. */
static void place_extreme(const eg_page_set *s, const eg_snapshot *snapshot, eg_page_extreme *e)
{
    const eg_snapshot_geometry *g = s->geometry;
    if (e->found < 0)
        return;
    e->time = snapshot->stamp.time;
    if (snapshot->degree > 0)
        memcpy(e->x, g->x[e->found], sizeof e->x);
    int64_t first = snapshot->degree > 0 ? 0 : g->first[e->found];
    int64_t end = snapshot->degree > 0 ? 0 : g->first[e->found + 1];
    for (int64_t i = first; i < end; i++)
        for (int k = 0; k < 3; k++)
            e->x[k] += g->x[g->vertex[i]][k] / (double)(end - first);
    e->found = -1;
}

static bool is_of_water(const char *name)
{
    return strcmp(name, "elevation") != 0 && strcmp(name, "depth") != 0 && strcmp(name, "max_depth") != 0;
}

/* Below a millimetre, or a thousandth of the largest depth, it is dry. */
eg_status eg_page_find_dry(eg_page_set *s, const eg_snapshot *snapshot)
{
    EG_SCRATCH double *depth = NULL;
    int field = eg_snapshot_field_index(snapshot, "depth");
    double deepest = 0;
    EG_FREE(&s->dry);
    if (field < 0)
        field = eg_snapshot_field_index(snapshot, "max_depth");
    if (field < 0 || snapshot->field[field].components != 1)
        return EG_OK;
    EG_TRY(eg_snapshot_read_field(snapshot, field, &depth));
    EG_TRY(eg_alloc(s->page->context, snapshot->values, sizeof *s->dry, &s->dry));
    for (int64_t i = 0; i < snapshot->values; i++)
        deepest = fmax(deepest, depth[i]);
    for (int64_t i = 0; i < snapshot->values; i++)
        s->dry[i] = !(depth[i] > fmin(1e-3, 1e-3 * deepest));
    return EG_OK;
}

static eg_status note_field(eg_page_set *s, int field, int64_t count, const double *values)
{
    int n = s->field[field].components;
    const uint8_t *dry = is_of_water(s->field[field].name) ? s->dry : NULL;
    int64_t every = eg_max_i64(1, count * s->plan.count / SAMPLES);
    for (int64_t i = 0; i < count; i++) {
        double square = 0;
        for (int k = 0; k < n; k++) {
            double value = values[i * n + k];
            square += value * value;
            if (!dry || !dry[i])
                note_extremes(&s->statistics[field][k], value, i);
            EG_TRY(note_value(s->page->context, &s->statistics[field][k], value, i % every == 0));
        }
        if ((n == 2 || n == 3) && !(dry && dry[i]))
            note_extremes(&s->statistics[field][n], sqrt(square), i);
        if (n == 2 || n == 3)
            EG_TRY(note_value(s->page->context, &s->statistics[field][n], sqrt(square), i % every == 0));
    }
    return EG_OK;
}

eg_status eg_page_note_values(eg_page_set *s, int field, const eg_snapshot *snapshot, const double *values)
{
    EG_TRY(note_field(s, field, snapshot->values, values));
    for (int k = 0; k < EG_PAGE_COMPONENTS; k++) {
        place_extreme(s, snapshot, &s->statistics[field][k].least);
        place_extreme(s, snapshot, &s->statistics[field][k].most);
    }
    return EG_OK;
}

void eg_page_add_ranges(eg_page_set *s, int field, eg_text *meta)
{
    int n = s->field[field].components, shown = s->shown[field];
    int count = shown == 2 || shown == 3 ? shown + 1 : shown;
    for (int usual = 0; usual < 2; usual++) {
        eg_text_add(meta, ",\"%s\":[", usual ? "usual" : "range");
        for (int k = 0; k < count; k++) {
            eg_page_statistics *t = &s->statistics[field][k < shown ? k : n]; /* n: the magnitude */
            double low = t->low, high = t->high;
            if (usual && t->count > 0) {
                qsort(t->sample, (size_t)t->count, sizeof *t->sample, eg_ascending_real);
                double from = t->sample[(int64_t)(UNUSUAL * (double)(t->count - 1))];
                double to = t->sample[(int64_t)ceil((1 - UNUSUAL) * (double)(t->count - 1))];
                low = low < from - SLACK * (to - from) ? from : low;
                high = high > to + SLACK * (to - from) ? to : high;
            }
            eg_json_add(meta, k ? ",[%g,%g]" : "[%g,%g]", low, high);
        }
        eg_text_add(meta, "]");
    }
}

void eg_page_add_extremes(const eg_page_set *s, int field, bool flat, eg_text *meta)
{
    int n = s->field[field].components, shown = s->shown[field];
    int count = shown == 2 || shown == 3 ? shown + 1 : shown;
    eg_text_add(meta, ",\"extremes\":[");
    for (int k = 0; k < count; k++) {
        const eg_page_statistics *t = &s->statistics[field][k < shown ? k : n];
        const eg_page_extreme *both[2] = {&t->least, &t->most};
        eg_text_add(meta, k ? ",[" : "[");
        for (int e = 0; e < 2; e++) {
            eg_text_add(meta, e ? "," : "");
            if (!isfinite(both[e]->value)) {
                eg_text_add(meta, "null");
                continue;
            }
            eg_json_add(meta, "{'value':%g,'time':%g,'x':[%g,%g", both[e]->value, both[e]->time,
                        both[e]->x[0], both[e]->x[1]);
            if (!flat)
                eg_json_add(meta, ",%g", both[e]->x[2]);
            eg_text_add(meta, "]}");
        }
        eg_text_add(meta, "]");
    }
    eg_text_add(meta, "]");
}
