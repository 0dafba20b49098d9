/* Comparison bit by bit, snapshot by snapshot. */
#include "io/report/compare.h"

#include "io/report/summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Two snapshots side by side. */
typedef struct pair {
    eg_context *context;
    eg_snapshot *side[2];
    eg_compare_result *result;
} pair;

static void tell_first_difference(eg_compare_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first difference that is found gives the sentence. */
static void tell_first_difference(eg_compare_result *result, const char *format, ...)
{
    if (!result->equal)
        return;
    result->equal = false;
    EG_FORMAT(result->sentence, format);
}

/* Maps doubles to integers so that neighbours differ by one and -0 < +0. */
static uint64_t ordered64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static uint64_t ordered32(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits >> 31 ? (uint32_t)~bits : bits | (uint32_t)1 << 31;
}

static uint64_t ulps_between(double a, double b, eg_precision precision)
{
    if (isnan(a) || isnan(b))
        return UINT64_MAX;
    uint64_t p = precision == EG_F32 ? ordered32(a) : ordered64(a);
    uint64_t q = precision == EG_F32 ? ordered32(b) : ordered64(b);
    return p > q ? p - q : q - p;
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static eg_compare_variable *variable_of(eg_compare_result *result, const eg_snapshot_field *field)
{
    for (int v = 0; v < result->variable_count; v++)
        if (strcmp(result->variables[v].name, field->name) == 0)
            return &result->variables[v];
    if (result->variable_count == EG_SNAPSHOT_FIELDS)
        return NULL;
    eg_compare_variable *made = &result->variables[result->variable_count++];
    strcpy(made->name, field->name);
    strcpy(made->unit, field->unit);
    return made;
}

/* ---- the first difference */

/* Of a cell of the plane, or the mean of a hexahedron's corners. */
static void find_cell_centroid(const eg_snapshot_geometry *g, int64_t cell, double centroid[3])
{
    double x[EG_HEX_VERTICES][2], sum[3] = {0.0, 0.0, 0.0};
    int count = (int)(g->first[cell + 1] - g->first[cell]);
    for (int k = 0; k < count; k++) {
        const double *at = g->x[g->vertex[g->first[cell] + k]];
        for (int i = 0; i < 3; i++)
            sum[i] += at[i] / count;
        x[k][0] = at[0];
        x[k][1] = at[1];
    }
    memcpy(centroid, sum, sizeof sum);
    if (count <= EG_CELL_VERTICES)
        eg_polygon_centroid((const double(*)[2])x, count, centroid);
}

/* Centroid of the cell, and place of the node, where `value` stands. */
static eg_status find_first_place(const pair *p, int64_t value)
{
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *g = NULL;
    eg_compare_result *r = p->result;
    int64_t cell = r->cell;
    EG_TRY(eg_snapshot_read_geometry(p->side[0], &g));
    find_cell_centroid(g, cell, r->centroid);
    r->dimension = p->side[0]->hexahedra > 0 ? 3 : 2;
    for (int k = 0; k < 3; k++)
        r->place[k] = r->node >= 0 ? g->x[value][k] : r->centroid[k];
    return EG_OK;
}

static eg_status keep_first_difference(const pair *p, const eg_snapshot_field *field, int64_t index,
                                       const double value[2])
{
    eg_compare_result *r = p->result;
    r->found = true;
    for (int s = 0; s < 2; s++) {
        snprintf(r->path[s], sizeof r->path[s], "%s", p->side[s]->path);
        r->stamp[s] = p->side[s]->stamp;
        r->value[s] = value[s];
    }
    strcpy(r->variable, field->name);
    r->component = (int)(index % field->components);
    eg_snapshot_position(p->side[0], index / field->components, &r->cell, &r->node);
    r->ulps = ulps_between(value[0], value[1], p->side[0]->precision);
    EG_TRY(find_first_place(p, index / field->components));
    char node[32] = "";
    if (r->node >= 0)
        snprintf(node, sizeof node, ", node %d", r->node);
    tell_first_difference(r,
                          "snapshot %lld (time %s s, step %lld) is the first that differs: %s of cell %lld%s",
                          (long long)r->snapshots, eg_real_show(p->side[0]->stamp.time).text,
                          (long long)p->side[0]->stamp.step, r->variable, (long long)r->cell, node);
    return EG_OK;
}

/* ---- fields */

static void tally(eg_compare_variable *variable, double a, double b)
{
    variable->differing++;
    double difference = fabs(a - b);
    if (isnan(a) && isnan(b))
        difference = 0;
    if (isnan(difference) || difference > variable->max_difference)
        variable->max_difference = difference;
}

static eg_status compare_field_values(const pair *p, const eg_snapshot_field *field, const double *a,
                                      const double *b)
{
    eg_compare_variable *variable = variable_of(p->result, field);
    if (!variable)
        return eg_fail(p->context, EG_INPUT, "%s: more than %d different fields in one set", p->side[0]->path,
                       EG_SNAPSHOT_FIELDS);
    int64_t count = p->side[0]->values * field->components;
    for (int64_t i = 0; i < count; i++) {
        if (same_bits(a[i], b[i]))
            continue;
        if (!p->result->found)
            EG_TRY(keep_first_difference(p, field, i, (const double[2]){a[i], b[i]}));
        tally(variable, a[i], b[i]);
    }
    return EG_OK;
}

static eg_status compare_field(const pair *p, int fa, int fb)
{
    const eg_snapshot_field *field = &p->side[0]->field[fa];
    EG_SCRATCH double *a = NULL, *b = NULL;
    EG_TRY(eg_snapshot_read_field(p->side[0], fa, &a));
    EG_TRY(eg_snapshot_read_field(p->side[1], fb, &b));
    return compare_field_values(p, field, a, b);
}

static eg_status compare_fields(const pair *p)
{
    const eg_snapshot *a = p->side[0], *b = p->side[1];
    for (int f = 0; f < b->field_count; f++)
        if (eg_snapshot_field_index(a, b->field[f].name) < 0)
            tell_first_difference(p->result, "%s lacks the field %s of %s", a->path, b->field[f].name,
                                  b->path);
    for (int f = 0; f < a->field_count; f++) {
        int other = eg_snapshot_field_index(b, a->field[f].name);
        if (other < 0)
            tell_first_difference(p->result, "%s lacks the field %s of %s", b->path, a->field[f].name,
                                  a->path);
        else if (b->field[other].components != a->field[f].components)
            tell_first_difference(p->result, "field %s has %d components in %s and %d in %s",
                                  a->field[f].name, a->field[f].components, a->path,
                                  b->field[other].components, b->path);
        else
            EG_TRY(compare_field(p, f, other));
    }
    return EG_OK;
}

/* ---- meshes */

static void compare_arrays(const pair *p, const eg_snapshot_geometry *a, const eg_snapshot_geometry *b)
{
    for (int64_t n = 0; n < a->nodes; n++)
        if (memcmp(a->x[n], b->x[n], sizeof a->x[n]) != 0) {
            tell_first_difference(p->result,
                                  "the meshes differ: node %lld is at (%.17g, %.17g) and (%.17g, %.17g)",
                                  (long long)n, a->x[n][0], a->x[n][1], b->x[n][0], b->x[n][1]);
            return;
        }
    for (int64_t c = 0; c < a->cells; c++)
        if (a->first[c + 1] != b->first[c + 1] ||
            memcmp(a->vertex + a->first[c], b->vertex + a->first[c],
                   (size_t)(a->first[c + 1] - a->first[c]) * sizeof *a->vertex) != 0) {
            tell_first_difference(p->result, "the meshes differ: cell %lld has other vertices", (long long)c);
            return;
        }
}

static eg_status compare_meshes(const pair *p)
{
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *a = NULL, *b = NULL;
    EG_TRY(eg_snapshot_read_geometry(p->side[0], &a));
    EG_TRY(eg_snapshot_read_geometry(p->side[1], &b));
    compare_arrays(p, a, b);
    return EG_OK;
}

/* ---- snapshots and runs */

static eg_status compare_opened(const pair *p)
{
    const eg_snapshot *a = p->side[0], *b = p->side[1];
    eg_compare_result *r = p->result;
    if (a->degree != b->degree) {
        tell_first_difference(r, "snapshot %lld has fields of degree %d and of degree %d",
                              (long long)r->snapshots, a->degree, b->degree);
        return EG_OK;
    }
    if (a->nodes != b->nodes || a->cells != b->cells || a->cell_vertices != b->cell_vertices) {
        tell_first_difference(r, "the meshes differ: %lld and %lld cells, %lld and %lld nodes",
                              (long long)a->cells, (long long)b->cells, (long long)a->nodes,
                              (long long)b->nodes);
        return EG_OK;
    }
    if (r->snapshots == 0)
        EG_TRY(compare_meshes(p));
    if (!same_bits(a->stamp.time, b->stamp.time))
        tell_first_difference(r, "snapshot %lld was taken at time %.17g s and at %.17g s",
                              (long long)r->snapshots, a->stamp.time, b->stamp.time);
    EG_TRY(compare_fields(p));
    if (a->precision != b->precision)
        tell_first_difference(r, "snapshot %lld is of precision %s and %s", (long long)r->snapshots,
                              a->precision == EG_F32 ? "f32" : "f64", b->precision == EG_F32 ? "f32" : "f64");
    if (a->stamp.step != b->stamp.step)
        tell_first_difference(r, "snapshot %lld was taken at step %lld and at step %lld",
                              (long long)r->snapshots, (long long)a->stamp.step, (long long)b->stamp.step);
    if (a->stamp.state_hash != b->stamp.state_hash)
        tell_first_difference(
            r, "snapshot %lld: the fields are equal, the state is not (hash %016llx and %016llx)",
            (long long)r->snapshots, (unsigned long long)a->stamp.state_hash,
            (unsigned long long)b->stamp.state_hash);
    return EG_OK;
}

static eg_status compare_files(eg_context *context, const char *a, const char *b, eg_compare_result *result)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *of_a = NULL, *of_b = NULL;
    EG_TRY(eg_snapshot_open(context, a, &of_a));
    EG_TRY(eg_snapshot_open(context, b, &of_b));
    return compare_opened(&(pair){.context = context, .result = result, .side = {of_a, of_b}});
}

static eg_status compare_lists(eg_context *context, const eg_snapshot_list *a, const eg_snapshot_list *b,
                               eg_compare_result *result)
{
    int64_t count = eg_min_i64(a->count, b->count);
    for (int64_t i = 0; i < count; i++) {
        EG_TRY(compare_files(context, a->path[i], b->path[i], result));
        result->snapshots++;
    }
    if (a->count != b->count)
        tell_first_difference(result,
                              "%lld snapshots in one run, %lld in the other; the first %lld are equal",
                              (long long)a->count, (long long)b->count, (long long)count);
    return EG_OK;
}

/* Compares the final states by the summaries. */
static eg_status read_summary(eg_context *context, const char *folder, eg_summary *summary)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(context, folder, "summary.json", &path));
    return eg_summary_read(context, path, summary);
}

static eg_status compare_summaries(eg_context *context, const char *a, const char *b,
                                   eg_compare_result *result)
{
    EG_ENDS_WITH(eg_summary_free) eg_summary of_a = {0}, of_b = {0};
    EG_TRY(read_summary(context, a, &of_a));
    EG_TRY(read_summary(context, b, &of_b));
    if (of_a.steps != of_b.steps)
        tell_first_difference(result, "the runs took %lld and %lld steps", (long long)of_a.steps,
                              (long long)of_b.steps);
    if (of_a.state_hash != of_b.state_hash)
        tell_first_difference(result, "the final states differ: state_hash %016llx and %016llx",
                              (unsigned long long)of_a.state_hash, (unsigned long long)of_b.state_hash);
    return EG_OK;
}

/* Which of two folders have the file. */
static eg_status have_file(eg_context *context, const char *a, const char *b, const char *name, bool has[2])
{
    const char *folder[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(context, folder[i], name, &path));
        has[i] = access(path, R_OK) == 0;
    }
    return EG_OK;
}

static void say_equal(eg_compare_result *result, bool by_summary)
{
    if (!result->equal)
        return;
    if (by_summary && result->snapshots == 0)
        snprintf(result->sentence, sizeof result->sentence,
                 "equal: the state_hash of the summaries is the same (there are no snapshots)");
    else
        snprintf(result->sentence, sizeof result->sentence,
                 "equal: %lld snapshot%s of %d variables%s, bit by bit", (long long)result->snapshots,
                 result->snapshots == 1 ? "" : "s", result->variable_count,
                 result->maxima ? ", largest values among them" : "");
}

/* The largest values of two runs that have ended. */
static eg_status compare_maxima(eg_context *context, const char *a, const char *b, eg_compare_result *result)
{
    bool has[2];
    EG_SCRATCH char *path_a = NULL, *path_b = NULL;
    EG_TRY(have_file(context, a, b, EG_MAXIMA_FILE, has));
    if (has[0] != has[1])
        tell_first_difference(result, "%s has no %s, as %s has", has[0] ? b : a, EG_MAXIMA_FILE,
                              has[0] ? a : b);
    if (!has[0] || !has[1])
        return EG_OK;
    result->maxima = true;
    EG_TRY(eg_path_join(context, a, EG_MAXIMA_FILE, &path_a));
    EG_TRY(eg_path_join(context, b, EG_MAXIMA_FILE, &path_b));
    return compare_files(context, path_a, path_b, result);
}

eg_status eg_compare(eg_context *context, const char *a, const char *b, eg_compare_result *result)
{
    assert(context && a && b && result);
    memset(result, 0, sizeof *result);
    result->equal = true;
    bool summary[2], fields[2];
    EG_TRY(have_file(context, a, b, "summary.json", summary));
    EG_TRY(have_file(context, a, b, "fields", fields));
    bool runs = summary[0] && summary[1];
    if (fields[0] || fields[1] || !runs) {
        EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list_a = NULL, *list_b = NULL;
        EG_TRY(eg_snapshot_list_create(context, a, &list_a));
        EG_TRY(eg_snapshot_list_create(context, b, &list_b));
        EG_TRY(compare_lists(context, list_a, list_b, result));
    }
    if (runs) {
        EG_TRY(compare_maxima(context, a, b, result));
        EG_TRY(compare_summaries(context, a, b, result));
    }
    say_equal(result, runs);
    return EG_OK;
}
