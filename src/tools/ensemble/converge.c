/* A series against the exact solution: errors of each field in each norm, and the orders that are observed. */
#include "base/scope.h"
#include "io/picture/picture.h"
#include "tools/ensemble/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NORMS = 4, LINES_MOST = 8 /* of a picture: the palette's colours */ };
static const char *const norm_names[NORMS] = {"L1", "L2", "Linf", "H1"};
static const char *const norm_columns[NORMS] = {"l1", "l2", "linf", "h1"};

/* What the order is measured against. */
typedef enum size_kind { SIZE_NONE, SIZE_CELLS, SIZE_STEPS } size_kind;

/* The series; members without a result have no summary. */
typedef struct series_table {
    eg_ensemble *ensemble;
    eg_summary **summary;     /* [members] */
    const eg_summary *widest; /* one that has errors; NULL: none has */
    size_kind kind;
    int dimension;
    double *size; /* [members] NaN where there is no result */
} series_table;

/* ---- numbers */

static double error_of(const series_table *t, int64_t i, const char *field, int norm)
{
    const eg_summary *s = t->summary[i];
    for (int e = 0; s && e < s->error_count; e++)
        if (strcmp(s->errors[e].field, field) == 0) {
            const double errors[NORMS] = {s->errors[e].l1, s->errors[e].l2, s->errors[e].linf,
                                          s->errors[e].has_h1 ? s->errors[e].h1 : NAN};
            return errors[norm];
        }
    return NAN;
}

/* The observed order from the member before to this one; NaN where there is none. */
static double order_of(const series_table *t, int64_t i, const char *field, int norm)
{
    if (i == 0 || t->kind == SIZE_NONE)
        return NAN;
    double ratio = t->size[i - 1] / t->size[i];
    double order = log(error_of(t, i - 1, field, norm) / error_of(t, i, field, norm)) / log(ratio);
    return ratio != 1 && isfinite(order) ? order : NAN;
}

/* Whether a cell's edge length or a time step is what the members differ in. */
static size_kind find_kind(const series_table *t)
{
    int64_t cells = -1;
    bool differ = false, of_time = false;
    for (int64_t i = 0; i < t->ensemble->members; i++)
        if (t->summary[i]) {
            differ |= cells >= 0 && t->summary[i]->cells != cells;
            cells = t->summary[i]->cells;
        }
    for (int k = 0; k < t->ensemble->keys; k++)
        of_time |= strncmp(t->ensemble->key[k].name, "time.", 5) == 0;
    return differ ? SIZE_CELLS : of_time ? SIZE_STEPS : SIZE_NONE;
}

/* Edge length of the cells in that of the domain, or the mean time step, s. */
static void find_sizes(series_table *t)
{
    t->kind = find_kind(t);
    for (int64_t i = 0; i < t->ensemble->members; i++) {
        const eg_summary *s = t->summary[i];
        t->size[i] = NAN;
        if (s && t->kind == SIZE_CELLS)
            t->size[i] = pow((double)s->cells, -1.0 / t->dimension);
        if (s && t->kind == SIZE_STEPS)
            t->size[i] = s->time / (double)s->steps;
    }
}

/* Of the cells, as the last snapshot of a run tells. */
static eg_status find_dimension(series_table *t, int64_t i)
{
    EG_SCRATCH char *folder = NULL;
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(ensemble_path(t->ensemble, i, "", &folder));
    EG_TRY(eg_snapshot_list_create(t->ensemble->context, folder, &list));
    if (list->count == 0)
        return eg_fail(t->ensemble->context, EG_INPUT, "%s: holds no snapshot", folder);
    EG_TRY(eg_snapshot_open(t->ensemble->context, list->path[list->count - 1], &snapshot));
    t->dimension = snapshot->hexahedra > 0 ? 3 : 2;
    return EG_OK;
}

static eg_status read_summaries(series_table *t)
{
    for (int64_t i = 0; i < t->ensemble->members; i++) {
        EG_TRY(ensemble_open_summary(t->ensemble, i, &t->summary[i]));
        if (t->summary[i] && t->summary[i]->run_exit == EG_EXIT_DIVERGED)
            eg_summary_close(&t->summary[i]);
        if (!t->summary[i] || t->summary[i]->error_count == 0)
            continue;
        if (!t->widest)
            EG_TRY(find_dimension(t, i));
        t->widest = t->summary[i];
    }
    find_sizes(t);
    return EG_OK;
}

static bool has_norm(const eg_summary_error *error, int norm)
{
    return norm < NORMS - 1 || error->has_h1;
}

/* ---- the table */

static void add_member_of(const series_table *t, int64_t i, eg_text *name)
{
    for (int k = 0; k < t->ensemble->keys; k++)
        eg_text_add(name, "%s%s", k ? ", " : "", ensemble_value(t->ensemble, i, k));
}

static void add_number(eg_text *table, double value)
{
    eg_text_add(table, ",%s", isnan(value) ? "" : eg_real_show(value).text);
}

static void add_line(const series_table *t, int64_t i, eg_text *table)
{
    const eg_summary *s = t->summary[i];
    for (int k = 0; k < t->ensemble->keys; k++) {
        eg_text_add(table, "%s", k ? "," : "");
        ensemble_add_field(table, ensemble_value(t->ensemble, i, k));
    }
    if (s)
        eg_text_add(table, ",%lld,%lld,%lld", (long long)s->cells, (long long)s->unknowns,
                    (long long)s->steps);
    else
        eg_text_add(table, ",,,");
    add_number(table, t->size[i]);
    for (int e = 0; e < t->widest->error_count; e++)
        for (int n = 0; n < NORMS; n++)
            if (has_norm(&t->widest->errors[e], n)) {
                add_number(table, error_of(t, i, t->widest->errors[e].field, n));
                add_number(table, order_of(t, i, t->widest->errors[e].field, n));
            }
    eg_text_add(table, "\n");
}

static eg_status write_table(const series_table *t, const char *path)
{
    EG_TEXT(table, t->ensemble->context);
    for (int k = 0; k < t->ensemble->keys; k++) {
        eg_text_add(&table, "%s", k ? "," : "");
        ensemble_add_field(&table, t->ensemble->key[k].name);
    }
    eg_text_add(&table, ",cells,unknowns,steps,%s", t->kind == SIZE_STEPS ? "time_step_s" : "edge_length");
    for (int e = 0; e < t->widest->error_count; e++)
        for (int n = 0; n < NORMS; n++)
            if (has_norm(&t->widest->errors[e], n))
                eg_text_add(&table, ",%s_%s,%s_%s_order", t->widest->errors[e].field, norm_columns[n],
                            t->widest->errors[e].field, norm_columns[n]);
    eg_text_add(&table, "\n");
    for (int64_t i = 0; i < t->ensemble->members; i++)
        add_line(t, i, &table);
    EG_TRY(table.status);
    return eg_file_write(t->ensemble->context, path, table.data, table.length);
}

/* ---- the report */

static void report_field(const series_table *t, const eg_summary_error *error, int width, eg_text *report)
{
    eg_text_add(report, "%-*s  %9s", width, error->field, "cells");
    for (int n = 0; n < NORMS; n++)
        if (has_norm(error, n))
            eg_text_add(report, "  %9s  order", norm_names[n]);
    eg_text_add(report, "\n");
    for (int64_t i = 0; i < t->ensemble->members; i++) {
        EG_TEXT(name, t->ensemble->context);
        add_member_of(t, i, &name);
        eg_text_add(report, "%-*s  ", width, eg_text_string(&name));
        if (!t->summary[i]) {
            eg_text_add(report, "        -  no result\n");
            continue;
        }
        eg_text_add(report, "%9lld", (long long)t->summary[i]->cells);
        for (int n = 0; n < NORMS; n++)
            if (has_norm(error, n)) {
                double order = order_of(t, i, error->field, n);
                eg_text_add(report, "  %9.3e", error_of(t, i, error->field, n));
                eg_text_add(report, isnan(order) ? "      -" : "  %5.2f", order);
            }
        eg_text_add(report, "\n");
    }
}

static void report_series(const series_table *t, eg_text *report)
{
    static const char *const kinds[] = {[SIZE_NONE] =
                                            "no order: neither the number of cells nor a key of time differs",
                                        [SIZE_CELLS] = "order against the edge length of the cells",
                                        [SIZE_STEPS] = "order against the mean time step"};
    int64_t width = 12;
    for (int64_t i = 0; i < t->ensemble->members; i++) {
        EG_TEXT(name, t->ensemble->context);
        add_member_of(t, i, &name);
        width = eg_max_i64(width, eg_min_i64(name.length, 60));
    }
    for (int e = 0; e < t->widest->error_count; e++)
        width = eg_max_i64(width, (int64_t)strlen(t->widest->errors[e].field));
    eg_text_add(report, "%s\n", kinds[t->kind]);
    for (int e = 0; e < t->widest->error_count; e++)
        report_field(t, &t->widest->errors[e], (int)width, report);
}

/* ---- the picture */

/* Lines of the picture, in columns of the members. */
typedef struct drawing {
    const series_table *t;
    eg_scope *scope;
    int lines;
    eg_plot_line line[LINES_MOST + 1];
} drawing;

static eg_status add_curve(drawing *d, const char *field, int norm)
{
    int64_t members = d->t->ensemble->members;
    eg_plot_line *line = &d->line[d->lines];
    double *y;
    char *name;
    EG_TRY(EG_SCOPE_ALLOC(d->scope, EG_BLOCK(members, y), EG_BLOCK(EG_LABEL_ROOM, name)));
    snprintf(name, EG_LABEL_ROOM, "%s %s", field, norm_names[norm]);
    bool any = false;
    for (int64_t i = 0; i < members; i++) {
        y[i] = error_of(d->t, i, field, norm);
        y[i] = y[i] > 0 ? y[i] : NAN; /* no logarithm */
        any |= isfinite(y[i]) && d->t->size[i] > 0;
    }
    *line =
        (eg_plot_line){.name = name, .count = members, .x = d->t->size, .y = y, .style = EG_LINE_SOLID_DOTS};
    d->lines += any;
    return EG_OK;
}

/* A line of the whole order next to the last one observed, below the first curve. */
static eg_status add_slope(drawing *d)
{
    const eg_plot_line *curve = &d->line[0];
    int64_t members = d->t->ensemble->members, last = members - 1;
    double *y;
    char *name;
    while (last > 0 && !(curve->y[last] > 0 && curve->y[last - 1] > 0))
        last--;
    if (d->lines == 0 || last == 0)
        return EG_OK;
    double order = round(log(curve->y[last - 1] / curve->y[last]) / log(curve->x[last - 1] / curve->x[last]));
    if (!(order >= 1 && order <= 20))
        return EG_OK;
    EG_TRY(EG_SCOPE_ALLOC(d->scope, EG_BLOCK(members, y), EG_BLOCK(EG_LABEL_ROOM, name)));
    for (int64_t i = 0; i < members; i++)
        y[i] = 0.5 * curve->y[last] * pow(curve->x[i] / curve->x[last], order);
    snprintf(name, EG_LABEL_ROOM, "order %g", order);
    d->line[d->lines++] = (eg_plot_line){
        .name = name, .count = members, .x = curve->x, .y = y, .style = EG_LINE_DASHED, .color = 10};
    return EG_OK;
}

/* Of one field all norms, of several L2. */
static eg_status draw(const series_table *t, const char *path, bool *drawn)
{
    EG_SCOPE(scope, t->ensemble->context);
    drawing d = {.t = t, .scope = &scope};
    const eg_summary *s = t->widest;
    *drawn = false;
    if (t->kind == SIZE_NONE)
        return EG_OK;
    for (int e = 0; e < s->error_count; e++)
        for (int n = 0; n < NORMS && d.lines < LINES_MOST; n++)
            if (has_norm(&s->errors[e], n) && (s->error_count == 1 || n == 1))
                EG_TRY(add_curve(&d, s->errors[e].field, n));
    EG_TRY(add_slope(&d));
    if (d.lines == 0)
        return EG_OK;
    *drawn = true;
    return eg_plot_lines(t->ensemble->context, path,
                         &(eg_lines){.x_label = t->kind == SIZE_STEPS ? "mean time step (s)"
                                                                      : "edge length, relative to the domain",
                                     .y_label = "error",
                                     .lines = d.line,
                                     .line_count = d.lines,
                                     .x_log = true,
                                     .y_log = true},
                         NULL);
}

static eg_status write_series(series_table *t, eg_text *report)
{
    eg_context *context = t->ensemble->context;
    EG_SCRATCH char *table = NULL, *picture = NULL;
    bool drawn;
    EG_TRY(read_summaries(t));
    if (!t->widest) {
        eg_text_add(report, "no errors: no run of the series has a result\n");
        return report->status;
    }
    EG_TRY(eg_path_join(context, t->ensemble->folder, "converge.csv", &table));
    EG_TRY(eg_path_join(context, t->ensemble->folder, "converge.png", &picture));
    EG_TRY(write_table(t, table));
    EG_TRY(draw(t, picture, &drawn));
    report_series(t, report);
    eg_text_add(report, "%s%s%s\n", table, drawn ? ", " : "", drawn ? picture : "");
    return report->status;
}

eg_status ensemble_write_series(eg_ensemble *ensemble, eg_text *report)
{
    EG_SCOPE(scope, ensemble->context);
    series_table t = {.ensemble = ensemble};
    EG_TRY(
        EG_SCOPE_ALLOC(&scope, EG_BLOCK(ensemble->members, t.summary), EG_BLOCK(ensemble->members, t.size)));
    eg_status status = write_series(&t, report);
    for (int64_t i = 0; i < ensemble->members; i++)
        eg_summary_close(&t.summary[i]);
    return status;
}
