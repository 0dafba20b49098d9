/* The fields of a page: sets of snapshots, what they stand on, and their values as codes. */
#include "io/report/json_text.h"
#include "io/picture/picture.h"
#include "run/models/models.h"
#include "tools/internal.h"
#include "tools/page/sets.h"
#include "tools/snapshots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NO_VALUE = 65535,
    LEVELS = 65534,
    PLACES = (1 << 22) - 1 /* levels of coordinates along the longest side */
};

/* ---- shapes */

static eg_status add_page_points(eg_page_set *s, const eg_page_mesh *m, bool flat)
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

static eg_status add_page_mesh(eg_page_set *s, const eg_page_mesh *m, bool flat)
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

static eg_status add_pixels(eg_page_set *s, const eg_page_pixels *p)
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

static eg_status add_page_shape(eg_page_set *s, eg_page_part *to, bool flat)
{
    to->shape = s->shape_count++;
    eg_text_add(&s->shapes, "%s\n{", to->shape ? "," : "");
    EG_TRY(to->pixels.sample ? add_pixels(s, &to->pixels) : add_page_mesh(s, &to->mesh, flat));
    eg_text_add(&s->shapes, "}");
    return s->shapes.status;
}

/* ---- parts of a geometry */

static void free_parts(eg_page_set *s)
{
    for (int i = 0; i < s->parts; i++) {
        eg_page_mesh_free(&s->part[i].mesh);
        eg_page_pixels_free(&s->part[i].pixels);
    }
    s->parts = 0;
}

static void widen_page_bounds(eg_page *page, const eg_page_mesh *mesh)
{
    double low[3], high[3];
    eg_tools_bounds(mesh->points, (const double(*)[3])mesh->x, low, high);
    for (int k = 0; k < 2; k++) {
        page->low[k] = page->has_bounds ? fmin(page->low[k], low[k]) : low[k];
        page->high[k] = page->has_bounds ? fmax(page->high[k], high[k]) : high[k];
    }
    page->has_bounds = true;
}

static eg_status make_plane_parts(eg_page_set *s, const eg_snapshot *snapshot)
{
    eg_page_part *p = &s->part[s->parts++];
    *p = (eg_page_part){.normal = -1};
    EG_TRY(eg_page_mesh_of_plane(snapshot, s->geometry, &p->mesh));
    widen_page_bounds(s->page, &p->mesh);
    if (s->plan.pixels > 0)
        EG_TRY(eg_page_pixels_of_plane(s->page->context, &p->mesh, s->plan.pixels, &p->pixels));
    return add_page_shape(s, p, true);
}

static eg_status make_hex_parts(eg_page_set *s, const eg_snapshot *snapshot)
{
    double low[3], high[3];
    eg_page_part *p = &s->part[s->parts++];
    *p = (eg_page_part){.normal = -1};
    EG_TRY(eg_page_mesh_of_surface(snapshot, s->geometry, s->plan.coarse, &p->mesh));
    EG_TRY(add_page_shape(s, p, false));
    eg_tools_bounds(s->geometry->nodes, (const double(*)[3])s->geometry->x, low, high);
    for (int i = 0; i < 3 * s->plan.slices; i++) {
        int normal = i / s->plan.slices, of = i % s->plan.slices;
        p = &s->part[s->parts++];
        *p = (eg_page_part){.normal = normal};
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
static eg_status make_page_parts(eg_page_set *s, const eg_snapshot *snapshot)
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

static int64_t values_of_part(const eg_page_part *p)
{
    return p->pixels.sample ? p->pixels.inside : p->mesh.at_points ? p->mesh.points : p->mesh.cells;
}

static void take_part_values(const eg_page_part *p, const component *c, double *values)
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

static eg_status add_part_values(eg_page_set *s, const eg_page_part *p, const component *c)
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

/* ---- snapshots */

static eg_status add_page_field(eg_page_set *s, const eg_snapshot *snapshot, int f)
{
    EG_SCRATCH double *values = NULL;
    int at = eg_snapshot_field_index(snapshot, s->field[f].name);
    if (at < 0 || snapshot->field[at].components != s->field[f].components)
        return eg_fail(s->page->context, EG_INPUT, "%s: has no field %s, as snapshots before it",
                       snapshot->path, s->field[f].name);
    EG_TRY(eg_snapshot_read_field(snapshot, at, &values));
    EG_TRY(eg_page_note_values(s, f, snapshot, values));
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

static eg_status add_page_snapshot(eg_page_set *s, int64_t index)
{
    char date[EG_DATE_ROOM];
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(s->page->context, s->list->path[index], &snapshot));
    EG_TRY(make_page_parts(s, snapshot));
    EG_TRY(eg_page_find_dry(s, snapshot));
    eg_json_add(&s->snapshots, "{'time':%g,'step':%lld", snapshot->stamp.time,
                (long long)snapshot->stamp.step);
    eg_date_text(&snapshot->start, snapshot->stamp.time, date);
    if (date[0])
        eg_json_add(&s->snapshots, ",'date':%s", date);
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

/* ---- the JSON of a eg_page_set */

static const char *colormap_of(const char *name)
{
    eg_colormap map = eg_tools_colormap(name);
    return map == EG_COLORMAP_WATER ? "water" : map == EG_COLORMAP_EARTH ? "earth" : "";
}

static void add_declarations(eg_page_set *s, eg_text *meta)
{
    for (int f = 0; f < s->fields; f++) {
        eg_text_add(meta, f ? ",\n" : "\n");
        eg_json_add(meta, "{'name':%s,'words':%s,'unit':%s,'components':%lld,'colormap':%s", s->field[f].name,
                    eg_models_words(s->field[f].name, s->field[f].unit), eg_tools_unit(s->field[f].unit),
                    (long long)s->shown[f], colormap_of(s->field[f].name));
        eg_page_add_ranges(s, f, meta);
        eg_page_add_extremes(s, f, s->parts == 1, meta);
        eg_text_add(meta, "}");
    }
}

static void write_set(eg_page_set *s, bool first)
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
static eg_status survey_set(eg_page_set *s)
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
        for (int k = 0; k < EG_PAGE_COMPONENTS; k++)
            eg_page_statistics_begin(&s->statistics[f][k]);
    }
    return eg_page_make_plan(s->page, s->name, last, s->list->count, numbers, &s->plan);
}

static eg_status add_set_snapshots(eg_page_set *s, bool first)
{
    EG_TRY(survey_set(s));
    for (int64_t i = 0; i < s->plan.count; i++) {
        eg_text_add(&s->snapshots, "%s\n", i ? "," : "");
        EG_TRY(add_page_snapshot(s, s->plan.index[i]));
    }
    write_set(s, first);
    return s->page->meta.status;
}

static void end_set(eg_page_set **address)
{
    eg_page_set *s = *address;
    if (!s)
        return;
    free_parts(s);
    for (int f = 0; f < s->fields; f++)
        for (int k = 0; k < EG_PAGE_COMPONENTS; k++)
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
    EG_ENDS_WITH(end_set) eg_page_set *s = NULL; /* large: not for the stack */
    EG_TRY(eg_path_join(page->context, run ? page->options->other : page->folder, file, &path));
    if (!eg_is_file(path))
        return EG_OK;
    EG_TRY(eg_alloc(page->context, 1, sizeof *s, &s));
    *s = (eg_page_set){.page = page,
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
