/* lines/NAME.csv: the last state along the lines of a case. */
#include "run/judge/verdicts.h"
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <math.h>
#include <unistd.h>

/* All outputs of the model along the lines of a case. */
typedef struct line_table {
    eg_run *run;
    const eg_mesh *mesh;
    const void *state; /* a copy */
    const eg_output *output;
    int outputs, values; /* values: columns of all outputs */
    eg_text columns;     /* a line for each */
} line_table;

static bool is_on_lines(const line_table *t, int output)
{
    const int *absent = t->run->kind->keys.absent;
    return output < absent[0] || output >= absent[1];
}

static eg_status place_line_points(eg_run *run, const eg_mesh *mesh, const eg_node *line, eg_points *points)
{
    double from[3] = {0}, to[3] = {0};
    EG_TRY(eg_points_allocate(run, (int)eg_node_integer(eg_node_child(line, "count")), points));
    eg_node_reals(eg_node_child(line, "from"), 0, mesh->dimension, from);
    eg_node_reals(eg_node_child(line, "to"), 0, mesh->dimension, to);
    for (int i = 0; i < points->count; i++)
        for (int d = 0; d < 3; d++) {
            double part = (double)i / (double)(points->count - 1);
            points->x[i][d] = (1 - part) * from[d] + part * to[d];
        }
    return eg_points_locate(run, mesh, points);
}

/* A line may run across what the mesh leaves out; one that meets no cell is a slip in a number. */
static eg_status judge_line(eg_run *run, const char *name, const eg_node *line, const eg_points *points)
{
    const eg_mesh *mesh = run->mesh;
    char low[EG_POINT_ROOM], high[EG_POINT_ROOM];
    int outside = 0;
    for (int i = 0; i < points->count; i++)
        outside += points->at[i].owner < 0;
    eg_format_point(mesh->dimension, mesh->box_low, low);
    eg_format_point(mesh->dimension, mesh->box_high, high);
    if (outside == points->count)
        eg_case_error_add(run->loaded, line, "line '%s' has no point in the mesh, which spans %s to %s", name,
                          low, high);
    if (outside == 0 || outside == points->count)
        return EG_OK;
    return eg_verdict_say(run, line, "outside", outside, 0,
                          "%d of the %d points of line '%.100s' lie outside the mesh, which spans %s to %s: "
                          "their rows have no values",
                          outside, points->count, name, low, high);
}

static eg_status check_lines(eg_run *run)
{
    const eg_node *lines = eg_case_find(run->loaded, "output.lines");
    for (int64_t i = 0; i < eg_node_count(lines); i++) {
        EG_ENDS_WITH(eg_points_free) eg_points points = {0};
        const eg_node *line = eg_node_item(lines, i);
        EG_TRY(place_line_points(run, run->mesh, line, &points));
        EG_TRY(eg_run_agree(run, judge_line(run, eg_node_key(lines, i), line, &points)));
    }
    return eg_run_agree(run, eg_case_errors_finish(run->loaded, EG_CASE));
}

static double length_of_line(const eg_points *points)
{
    const double *from = points->x[0], *to = points->x[points->count - 1];
    double square = 0;
    for (int d = 0; d < 3; d++)
        square += (to[d] - from[d]) * (to[d] - from[d]);
    return sqrt(square);
}

/* distance, place, values */
static eg_status write_line_rows(const line_table *t, const eg_points *points, const double *values,
                                 double *row, eg_csv *csv)
{
    int dimension = t->mesh->dimension;
    double length = length_of_line(points);
    for (int i = 0; i < points->count; i++) {
        row[0] = length * ((double)i / (double)(points->count - 1));
        for (int d = 0; d < dimension; d++)
            row[1 + d] = points->x[i][d];
        for (int v = 0; v < t->values; v++)
            row[1 + dimension + v] = values[(int64_t)i * t->values + v];
        EG_TRY(eg_csv_row(csv, row, 1 + dimension + t->values));
    }
    return EG_OK;
}

/* A part of a table is none, and would be on no list. */
static void remove_line_table(eg_run *run, const char *file)
{
    EG_SCRATCH char *path = NULL;
    if (eg_run_path(run, file, &path) != EG_OK)
        return;
    eg_file_unnamed(run->context, path);
    unlink(path);
}

static eg_status write_line_table(const line_table *t, const char *name, const eg_points *points,
                                  const double *values)
{
    eg_run *run = t->run;
    eg_context *context = run->context;
    EG_TEXT(file, context);
    EG_TEXT(columns, context);
    EG_SCRATCH double *row = NULL;
    eg_csv *csv = NULL;
    eg_text_add(&file, "lines/%s.csv", name);
    eg_text_add(&columns, "distance_m\n");
    for (int d = 0; d < t->mesh->dimension; d++)
        eg_text_add(&columns, "%c_m\n", 'x' + d);
    eg_text_add(&columns, "%s", eg_text_string(&t->columns));
    EG_TRY(file.status);
    EG_TRY(eg_alloc(context, 4 + t->values, sizeof *row, &row));
    EG_TRY(eg_output_table(run, file.data, &columns, &csv));
    eg_status written = write_line_rows(t, points, values, row, csv), closed = eg_csv_close(&csv);
    eg_status status = written == EG_OK ? closed : written;
    if (status != EG_OK)
        remove_line_table(run, file.data);
    return status;
}

/* At the points that this rank owns. */
static void fill_line_values(const line_table *t, const eg_points *points, double *values)
{
    for (int i = 0; i < points->count; i++) {
        const eg_location *at = &points->at[i];
        double *to = &values[(int64_t)i * t->values];
        for (int k = 0; at->held >= 0 && k < t->outputs; k++) {
            if (!is_on_lines(t, k))
                continue;
            eg_model_values(t->run->model, t->state, at->held, k, 1, at->reference, to);
            to += t->output[k].components;
        }
    }
}

/* Values on rank 0, from all ranks; of a point outside the mesh they are not numbers. */
static eg_status sample_line(const line_table *t, const eg_points *points, double **values)
{
    int64_t count = (int64_t)points->count * t->values;
    EG_TRY(eg_run_agree(t->run, eg_alloc(t->run->context, count, sizeof **values, values)));
    for (int64_t i = 0; i < count; i++)
        (*values)[i] = NAN;
    fill_line_values(t, points, *values);
    return eg_run_gather_rows(t->run, points->owner, points->count, t->values, *values, EG_OK);
}

static eg_status write_line(const line_table *t, const char *name, const eg_node *line)
{
    eg_run *run = t->run;
    EG_ENDS_WITH(eg_points_free) eg_points points = {0};
    EG_SCRATCH double *values = NULL;
    EG_TRY(place_line_points(run, t->mesh, line, &points));
    EG_TRY(sample_line(t, &points, &values));
    return eg_run_agree(run, run->folder ? write_line_table(t, name, &points, values) : EG_OK);
}

static eg_status write_lines(const line_table *t)
{
    eg_run *run = t->run;
    const eg_node *lines = eg_case_find(run->loaded, "output.lines");
    EG_SCRATCH char *folder = NULL;
    eg_status status = run->folder ? eg_run_path(run, "lines", &folder) : EG_OK;
    EG_TRY(eg_run_agree(run, folder ? eg_folder_create(run->context, folder) : status));
    for (int64_t i = 0; i < eg_node_count(lines); i++)
        EG_TRY(write_line(t, eg_node_key(lines, i), eg_node_item(lines, i)));
    return EG_OK;
}

static eg_status name_line_columns(line_table *t)
{
    int most = t->run->kind->keys.on_lines;
    t->output = eg_model_outputs(t->run->model, &t->outputs);
    t->outputs = most > 0 ? most : t->outputs;
    for (int k = 0; k < t->outputs; k++)
        for (int c = 0; is_on_lines(t, k) && c < t->output[k].components; c++) {
            eg_output_column(&t->output[k], t->mesh->dimension, c, &t->columns);
            eg_text_add(&t->columns, "\n");
            t->values++;
        }
    return t->columns.status;
}

static eg_status write_all_lines(eg_run *run)
{
    line_table t = {.run = run, .mesh = run->mesh, .columns = {.context = run->context}};
    EG_STATE_COPY(copy, run);
    if (eg_node_count(eg_case_find(run->loaded, "output.lines")) == 0)
        return EG_OK;
    eg_status status = name_line_columns(&t);
    if (status == EG_OK)
        status = eg_state_read(&copy);
    status = eg_run_agree(run, status);
    t.state = copy.memory;
    if (status == EG_OK)
        status = write_lines(&t);
    eg_text_free(&t.columns);
    return status;
}

const eg_part_class eg_lines_class = {.check = check_lines, .what = "lines", .write = write_all_lines};
