/* The fields of a page: sets of snapshots, what they stand on, and their values as codes. */
#include "io/report/json_text.h"
#include "io/picture/picture.h"
#include "run/models/models.h"
#include "tools/internal.h"
#include "tools/page/page.h"
#include "tools/snapshots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NO_VALUE = 65535,
    LEVELS = 65534,
    PLACES = (1 << 22) - 1, /* levels of coordinates along the longest side */
    SAMPLES = 200000,       /* values of which the usual range is found */
    COMPONENTS = 7,         /* up to six, and the magnitude of a vector */
    PARTS = 1 + 3 * 9
};
static const double UNUSUAL = 2e-3; /* part of the values beyond either end of the usual range */
static const double SLACK = 0.25;   /* of that range: all values where they reach no farther */

/* The least or the greatest value, where and when. */
typedef struct extreme {
    double value, x[3], time;
    int64_t found; /* number of the value in the snapshot that is read, whose place is to be told; else -1 */
} extreme;

/* All values of a component: their range, and some of them; and the extremes, of shallow water where it is wet. */
typedef struct statistics {
    double low, high;
    extreme least, most;
    double *sample;
    int64_t count, room;
} statistics;

/* Where a part's values stand. */
typedef struct part {
    int normal; /* of a slice; -1: of the plane, or the surface */
    double at;
    eg_page_mesh mesh;
    eg_page_pixels pixels;
    int64_t shape; /* in the page */
} part;

typedef struct set {
    eg_page *page;
    const char *name;
    int run; /* 0, or 1: of the second run */
    eg_snapshot_list *list;
    eg_page_plan plan;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    int fields, shown[EG_SNAPSHOT_FIELDS]; /* components; a vector's third is 0 in the plane */
    statistics statistics[EG_SNAPSHOT_FIELDS][COMPONENTS];
    eg_snapshot_geometry *geometry; /* of the snapshot before */
    int parts;
    part part[PARTS];
    eg_text shapes, snapshots; /* JSON */
    int64_t shape_count;
    uint8_t *dry; /* [values] of the snapshot that is read; NULL: all is wet */
} set;

/* ---- shapes */

static eg_status add_page_points(set *s, const eg_page_mesh *m, bool flat)
{
    double low[3], high[3], size = 0;
    int dimension = flat ? 2 : 3, id = 0;
    EG_SCRATCH uint32_t *code = NULL;
    eg_tools_bounds(m->points, (const double(*)[3])m->x, low, high);
    for (int k = 0; k < dimension; k++)
        size = fmax(size, high[k] - low[k]);
    double step = size > 0 ? size / PLACES : 1;
    EG_TRY(eg_alloc(s->page->context, m->points * dimension, sizeof *code, &code));
    for (int64_t i = 0; i < m->points; i++)
        for (int k = 0; k < dimension; k++)
            code[i * dimension + k] = (uint32_t)llround((m->x[i][k] - low[k]) / step);
    EG_TRY(eg_packs_add_steps(&s->page->packs, code, m->points * dimension, 24, dimension, &id));
    eg_json_add(&s->shapes, "'points':%lld,'low':[", (long long)id);
    for (int k = 0; k < dimension; k++)
        eg_json_add(&s->shapes, k ? ",%g" : "%g", low[k]);
    eg_json_add(&s->shapes, "],'step':%g", step);
    return EG_OK;
}

static eg_status add_page_mesh(set *s, const eg_page_mesh *m, bool flat)
{
    int id = 0;
    const uint32_t *corner = (const uint32_t *)m->corner;
    EG_TRY(add_page_points(s, m, flat));
    EG_TRY(m->at_points ? eg_packs_add_steps(&s->page->packs, corner, 4 * m->cells, 32, 4, &id)
                        : eg_packs_add_marks(&s->page->packs, corner, 4 * m->cells, &id));
    eg_text_add(&s->shapes, ",\"corners\":%d,\"cells\":%lld,\"at_points\":%s", id, (long long)m->cells,
                m->at_points ? "true" : "false");
    return EG_OK;
}

static eg_status add_pixels(set *s, const eg_page_pixels *p)
{
    int id = 0;
    int64_t runs = 0, count = p->size[0] * p->size[1];
    EG_SCRATCH uint32_t *run = NULL;
    EG_TRY(eg_alloc(s->page->context, count + 1, sizeof *run, &run));
    for (int64_t i = 0; i < count; i++) {
        if ((p->sample[i].value[0] >= 0) != (runs & 1))
            runs++;
        run[runs]++;
    }
    EG_TRY(eg_packs_add_steps(&s->page->packs, run, runs + 1, 32, 2, &id));
    eg_text_add(&s->shapes, "\"size\":[%lld,%lld],\"axis\":[%d,%d],\"runs\":%d", (long long)p->size[0],
                (long long)p->size[1], p->axis[0], p->axis[1], id);
    eg_json_add(&s->shapes, ",'low':[%g,%g],'step':%g", p->low[0], p->low[1], p->step);
    return EG_OK;
}

static eg_status add_page_shape(set *s, part *to, bool flat)
{
    to->shape = s->shape_count++;
    eg_text_add(&s->shapes, "%s\n{", to->shape ? "," : "");
    EG_TRY(to->pixels.sample ? add_pixels(s, &to->pixels) : add_page_mesh(s, &to->mesh, flat));
    eg_text_add(&s->shapes, "}");
    return s->shapes.status;
}

/* ---- parts of a geometry */

static void free_parts(set *s)
{
    for (int i = 0; i < s->parts; i++) {
        eg_page_mesh_free(&s->part[i].mesh);
        eg_page_pixels_free(&s->part[i].pixels);
    }
    s->parts = 0;
}

static eg_status make_plane_parts(set *s, const eg_snapshot *snapshot)
{
    part *p = &s->part[s->parts++];
    *p = (part){.normal = -1};
    EG_TRY(eg_page_mesh_of_plane(snapshot, s->geometry, &p->mesh));
    if (s->plan.pixels > 0)
        EG_TRY(eg_page_pixels_of_plane(s->page->context, &p->mesh, s->plan.pixels, &p->pixels));
    return add_page_shape(s, p, true);
}

static eg_status make_hex_parts(set *s, const eg_snapshot *snapshot)
{
    double low[3], high[3];
    part *p = &s->part[s->parts++];
    *p = (part){.normal = -1};
    EG_TRY(eg_page_mesh_of_surface(snapshot, s->geometry, s->plan.coarse, &p->mesh));
    EG_TRY(add_page_shape(s, p, false));
    eg_tools_bounds(s->geometry->nodes, (const double(*)[3])s->geometry->x, low, high);
    for (int i = 0; i < 3 * s->plan.slices; i++) {
        int normal = i / s->plan.slices, of = i % s->plan.slices;
        p = &s->part[s->parts++];
        *p = (part){.normal = normal};
        p->at = low[normal] + (high[normal] - low[normal]) * (of + 0.5) / s->plan.slices;
        EG_TRY(
            eg_page_pixels_of_slice(snapshot, s->geometry, normal, p->at, s->plan.slice_pixels, &p->pixels));
        EG_TRY(add_page_shape(s, p, false));
    }
    return EG_OK;
}

static bool is_same_geometry(const eg_snapshot_geometry *a, const eg_snapshot_geometry *b)
{
    return a && a->nodes == b->nodes && a->cells == b->cells &&
           memcmp(a->first, b->first, ((size_t)a->cells + 1) * sizeof *a->first) == 0 &&
           memcmp(a->x, b->x, (size_t)a->nodes * sizeof *a->x) == 0 &&
           memcmp(a->vertex, b->vertex, (size_t)a->first[a->cells] * sizeof *a->vertex) == 0;
}

/* The parts of the snapshot; those of the one before where the mesh is the same. */
static eg_status make_page_parts(set *s, const eg_snapshot *snapshot)
{
    eg_snapshot_geometry *geometry = NULL;
    EG_TRY(eg_snapshot_read_geometry(snapshot, &geometry));
    if (is_same_geometry(s->geometry, geometry)) {
        eg_snapshot_geometry_destroy(&geometry);
        return EG_OK;
    }
    eg_snapshot_geometry_destroy(&s->geometry);
    s->geometry = geometry;
    free_parts(s);
    return snapshot->hexahedra > 0 ? make_hex_parts(s, snapshot) : make_plane_parts(s, snapshot);
}

/* ---- values */

/* Values of one component of a field. */
typedef struct component {
    const double *values; /* [..][count] */
    int count, index;
} component;

static double value_of_sample(const component *c, int64_t i)
{
    return c->values[i * c->count + c->index];
}

static int64_t values_of_part(const part *p)
{
    return p->pixels.sample ? p->pixels.inside : p->mesh.at_points ? p->mesh.points : p->mesh.cells;
}

static void take_part_values(const part *p, const component *c, double *values)
{
    int64_t count = 0;
    if (!p->pixels.sample) {
        for (int64_t i = 0; i < values_of_part(p); i++)
            values[i] = value_of_sample(c, p->mesh.value[i]);
        return;
    }
    for (int64_t i = 0; i < p->pixels.size[0] * p->pixels.size[1]; i++) {
        const eg_page_sample *sample = &p->pixels.sample[i];
        if (sample->value[0] < 0)
            continue;
        double sum = 0;
        for (int k = 0; k < 4; k++)
            if (sample->weight[k] != 0)
                sum += (double)sample->weight[k] * value_of_sample(c, sample->value[k]);
        bool is_one = sample->value[0] == sample->value[1] && sample->value[0] == sample->value[2];
        values[count++] = is_one ? value_of_sample(c, sample->value[0]) : sum;
    }
}

/* Codes of values between the least and the greatest of them. */
static void encode_values(const double *values, int64_t count, uint32_t *code, double *low, double *step)
{
    double high = -INFINITY;
    *low = INFINITY;
    for (int64_t i = 0; i < count; i++)
        if (isfinite(values[i])) {
            *low = fmin(*low, values[i]);
            high = fmax(high, values[i]);
        }
    *step = high > *low ? (high - *low) / LEVELS : 1;
    if (!(high >= *low))
        *low = 0;
    for (int64_t i = 0; i < count; i++)
        code[i] = isfinite(values[i]) ? (uint32_t)llround((values[i] - *low) / *step) : NO_VALUE;
}

static eg_status add_part_values(set *s, const part *p, const component *c)
{
    int64_t count = values_of_part(p);
    EG_SCRATCH double *values = NULL;
    double low, step;
    EG_SCRATCH uint32_t *code = NULL;
    int id = 0;
    EG_TRY(EG_ALLOC(s->page->context, EG_BLOCK(count, values), EG_BLOCK(count, code)));
    take_part_values(p, c, values);
    encode_values(values, count, code, &low, &step);
    EG_TRY(eg_packs_add_steps(&s->page->packs, code, count, 16, 1, &id));
    eg_json_add(&s->snapshots, "[%lld,%g,%g]", (long long)id, low, step);
    return EG_OK;
}

/* ---- statistics */

static eg_status note_value(eg_context *context, statistics *t, double value, bool is_sample)
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

static void note_extremes(statistics *t, double value, int64_t i)
{
    if (value < t->least.value)
        t->least = (extreme){.value = value, .found = i};
    if (value > t->most.value)
        t->most = (extreme){.value = value, .found = i};
}

/* The middle of a cell, or the node. */
static void place_extreme(const set *s, const eg_snapshot *snapshot, extreme *e)
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
static eg_status find_dry(set *s, const eg_snapshot *snapshot)
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

static eg_status note_values(set *s, int field, int64_t count, const double *values)
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

/* "[low, high]" of all values, and without the unusual ones. */
static void add_ranges(set *s, int field, eg_text *meta)
{
    int n = s->field[field].components, shown = s->shown[field];
    int count = shown == 2 || shown == 3 ? shown + 1 : shown;
    for (int usual = 0; usual < 2; usual++) {
        eg_text_add(meta, ",\"%s\":[", usual ? "usual" : "range");
        for (int k = 0; k < count; k++) {
            statistics *t = &s->statistics[field][k < shown ? k : n]; /* n: the magnitude */
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

/* Of each component, as ranges are: value, place and time of the least and of the greatest; null where there is
 * none. */
static void add_extremes(const set *s, int field, bool flat, eg_text *meta)
{
    int n = s->field[field].components, shown = s->shown[field];
    int count = shown == 2 || shown == 3 ? shown + 1 : shown;
    eg_text_add(meta, ",\"extremes\":[");
    for (int k = 0; k < count; k++) {
        const statistics *t = &s->statistics[field][k < shown ? k : n];
        const extreme *both[2] = {&t->least, &t->most};
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

/* ---- snapshots */

static eg_status add_page_field(set *s, const eg_snapshot *snapshot, int f)
{
    EG_SCRATCH double *values = NULL;
    int at = eg_snapshot_field_index(snapshot, s->field[f].name);
    if (at < 0 || snapshot->field[at].components != s->field[f].components)
        return eg_fail(s->page->context, EG_INPUT, "%s: has no field %s, as snapshots before it",
                       snapshot->path, s->field[f].name);
    EG_TRY(eg_snapshot_read_field(snapshot, at, &values));
    EG_TRY(note_values(s, f, snapshot->values, values));
    for (int k = 0; k < COMPONENTS; k++) {
        place_extreme(s, snapshot, &s->statistics[f][k].least);
        place_extreme(s, snapshot, &s->statistics[f][k].most);
    }
    eg_text_add(&s->snapshots, "%s[", f ? "," : "");
    for (int k = 0; k < s->shown[f]; k++) {
        const component c = {.values = values, .count = s->field[f].components, .index = k};
        eg_text_add(&s->snapshots, "%s[", k ? "," : "");
        for (int p = 0; p < s->parts; p++) {
            eg_text_add(&s->snapshots, "%s", p ? "," : "");
            EG_TRY(add_part_values(s, &s->part[p], &c));
        }
        eg_text_add(&s->snapshots, "]");
    }
    eg_text_add(&s->snapshots, "]");
    return EG_OK;
}

static eg_status add_page_snapshot(set *s, int64_t index)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(s->page->context, s->list->path[index], &snapshot));
    EG_TRY(make_page_parts(s, snapshot));
    EG_TRY(find_dry(s, snapshot));
    eg_json_add(&s->snapshots, "{'time':%g,'step':%lld", snapshot->stamp.time,
                (long long)snapshot->stamp.step);
    eg_text_add(&s->snapshots, ",\"state\":\"%016llx\",\"shapes\":[",
                (unsigned long long)snapshot->stamp.state_hash);
    for (int p = 0; p < s->parts; p++)
        eg_text_add(&s->snapshots, "%s%lld", p ? "," : "", (long long)s->part[p].shape);
    eg_text_add(&s->snapshots, "],\"values\":[");
    for (int f = 0; f < s->fields; f++)
        EG_TRY(add_page_field(s, snapshot, f));
    eg_text_add(&s->snapshots, "]}");
    return s->snapshots.status;
}

/* ---- the JSON of a set */

static const char *colormap_of(const char *name)
{
    eg_colormap map = eg_tools_colormap(name);
    return map == EG_COLORMAP_WATER ? "water" : map == EG_COLORMAP_EARTH ? "earth" : "";
}

static void add_declarations(set *s, eg_text *meta)
{
    for (int f = 0; f < s->fields; f++) {
        eg_text_add(meta, f ? ",\n" : "\n");
        eg_json_add(meta, "{'name':%s,'words':%s,'unit':%s,'components':%lld,'colormap':%s", s->field[f].name,
                    eg_models_words(s->field[f].name, s->field[f].unit), eg_tools_unit(s->field[f].unit),
                    (long long)s->shown[f], colormap_of(s->field[f].name));
        add_ranges(s, f, meta);
        add_extremes(s, f, s->parts == 1, meta);
        eg_text_add(meta, "}");
    }
}

static void write_set(set *s, bool first)
{
    eg_text *meta = &s->page->meta;
    eg_text_add(meta, first ? "\n" : ",\n");
    eg_json_add(meta, "{'name':%s,'run':%lld,'count':%lld,'fields':[", s->name, (long long)s->run,
                (long long)s->list->count);
    add_declarations(s, meta);
    eg_text_add(meta, "],\n\"parts\":[");
    for (int p = 0; p < s->parts; p++) {
        eg_text_add(meta, "%s", p ? "," : "");
        eg_json_add(meta, "{'normal':%lld,'at':%g", (long long)s->part[p].normal, s->part[p].at);
        eg_text_add(meta, ",\"flat\":%s}", s->parts == 1 || s->part[p].normal >= 0 ? "true" : "false");
    }
    eg_text_add(meta, "],\n\"shapes\":[");
    eg_text_add_bytes(meta, eg_text_string(&s->shapes), s->shapes.length);
    eg_text_add(meta, "],\n\"snapshots\":[");
    eg_text_add_bytes(meta, eg_text_string(&s->snapshots), s->snapshots.length);
    eg_text_add(meta, "]}");
}

/* Fields and plan follow from the last snapshot: a mesh that changes has most cells there, as a rule. */
static eg_status survey_set(set *s)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *last = NULL;
    int numbers = 0;
    EG_TRY(eg_snapshot_open(s->page->context, s->list->path[s->list->count - 1], &last));
    s->fields = last->field_count;
    for (int f = 0; f < s->fields; f++) {
        s->field[f] = last->field[f];
        s->shown[f] = last->field[f].components;
        if (last->hexahedra == 0 && s->shown[f] == 3)
            s->shown[f] = 2;
        numbers += s->shown[f];
        for (int k = 0; k < COMPONENTS; k++)
            s->statistics[f][k] = (statistics){.low = INFINITY,
                                               .high = -INFINITY,
                                               .least = {.value = INFINITY, .found = -1},
                                               .most = {.value = -INFINITY, .found = -1}};
    }
    return eg_page_make_plan(s->page, s->name, last, s->list->count, numbers, &s->plan);
}

static eg_status add_set_snapshots(set *s, bool first)
{
    EG_TRY(survey_set(s));
    for (int64_t i = 0; i < s->plan.count; i++) {
        eg_text_add(&s->snapshots, "%s\n", i ? "," : "");
        EG_TRY(add_page_snapshot(s, s->plan.index[i]));
    }
    write_set(s, first);
    return s->page->meta.status;
}

static void end_set(set **address)
{
    set *s = *address;
    if (!s)
        return;
    free_parts(s);
    for (int f = 0; f < s->fields; f++)
        for (int k = 0; k < COMPONENTS; k++)
            EG_FREE(&s->statistics[f][k].sample);
    eg_snapshot_geometry_destroy(&s->geometry);
    eg_snapshot_list_destroy(&s->list);
    eg_text_free(&s->shapes);
    eg_text_free(&s->snapshots);
    EG_FREE(&s->plan.index, &s->dry, address);
}

/* A folder or a file of snapshots; nothing where there is none. */
static eg_status add_set(eg_page *page, int run, const char *name, const char *file, bool *first)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(end_set) set *s = NULL; /* large: not for the stack */
    EG_TRY(eg_path_join(page->context, run ? page->options->other : page->folder, file, &path));
    if (!eg_is_file(path))
        return EG_OK;
    EG_TRY(eg_alloc(page->context, 1, sizeof *s, &s));
    *s = (set){.page = page,
               .name = name,
               .run = run,
               .shapes = {.context = page->context},
               .snapshots = {.context = page->context}};
    EG_TRY(eg_snapshot_list_create(page->context, path, &s->list));
    if (s->list->count == 0)
        return EG_OK;
    EG_TRY(add_set_snapshots(s, *first));
    *first = false;
    return EG_OK;
}

eg_status eg_page_add_sets(eg_page *page)
{
    bool first = true;
    eg_text_add(&page->meta, ",\n\"sets\":[");
    int runs = page->options->other ? 2 : 1;
    page->budget /= runs;
    for (int run = 0; run < runs; run++) {
        EG_TRY(add_set(page, run, "fields", "fields/fields.vtkhdf.series", &first));
        EG_TRY(add_set(page, run, "largest values", EG_MAXIMA_FILE, &first));
    }
    eg_text_add(&page->meta, "]");
    if (runs > 1)
        eg_json_add(&page->meta, ",\n'other':%s", eg_tools_base_name(page->options->other));
    return page->meta.status;
}
