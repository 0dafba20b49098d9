/* lines/NAME.csv: the last state along the lines of a case. */
#include "run/observe/lines.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---- a line */

static eg_status place_points(eg_run *run, const eg_mesh *mesh, const eg_node *line,
                              eg_points *points)
{
    double from[3], to[3];
    EG_TRY(eg_points_allocate(run, (int)eg_node_integer(eg_node_child(line, "points")), points));
    eg_points_read(eg_node_child(line, "from"), mesh->dimension, from);
    eg_points_read(eg_node_child(line, "to"), mesh->dimension, to);
    for (int i = 0; i < points->count; i++)
        for (int d = 0; d < 3; d++) {
            double part = (double)i / (double)(points->count - 1);
            points->x[i][d] = (1 - part) * from[d] + part * to[d];
        }
    return eg_points_locate(run, mesh, points);
}

static double length_of(const eg_points *points)
{
    const double *from = points->x[0], *to = points->x[points->count - 1];
    double square = 0;
    for (int d = 0; d < 3; d++)
        square += (to[d] - from[d]) * (to[d] - from[d]);
    return sqrt(square);
}

/* distance, place, values */
static eg_status write_rows(const eg_line_source *source, const eg_points *points,
                            const double *values, double *row, eg_csv *csv)
{
    int dimension = source->mesh->dimension;
    double length = length_of(points);
    for (int i = 0; i < points->count; i++) {
        row[0] = length * ((double)i / (double)(points->count - 1));
        for (int d = 0; d < dimension; d++)
            row[1 + d] = points->x[i][d];
        for (int v = 0; v < source->values; v++)
            row[1 + dimension + v] = values[(int64_t)i * source->values + v];
        EG_TRY(eg_csv_row(csv, row, 1 + dimension + source->values));
    }
    return EG_OK;
}

/* A part of a table is none, and would be on no list. */
static void remove_table(eg_run *run, const char *file)
{
    char *path;
    if (eg_run_path(run, file, &path) != EG_OK)
        return;
    eg_file_unnamed(run->context, path);
    unlink(path);
    eg_free(run->context, &path);
}

static eg_status write_table(eg_run *run, const eg_line_source *source, const char *name,
                             const eg_points *points, const double *values)
{
    eg_context *context = run->context;
    eg_text file = {.context = context}, columns = {.context = context};
    double *row = NULL;
    eg_csv *csv = NULL;
    bool made = false;
    eg_status status;
    eg_text_add(&file, "lines/%s.csv", name);
    eg_text_add(&columns, "distance_m\n");
    for (int d = 0; d < source->mesh->dimension; d++)
        eg_text_add(&columns, "%c_m\n", 'x' + d);
    eg_text_add(&columns, "%s", eg_text_string(&source->columns));
    EG_TRY_GOTO(file.status);
    EG_TRY_GOTO(eg_alloc(context, 4 + source->values, sizeof *row, &row));
    EG_TRY_GOTO(eg_output_table(run, file.data, &columns, &csv));
    made = true;
    EG_TRY_GOTO(write_rows(source, points, values, row, csv));
    status = eg_csv_close(&csv);
done:
    eg_csv_close(&csv);
    if (made && status != EG_OK)
        remove_table(run, file.data);
    eg_free(context, &row);
    eg_text_free(&columns);
    eg_text_free(&file);
    return status;
}

/* Values on rank 0, from all ranks. */
static eg_status sample(eg_run *run, const eg_line_source *source, const eg_points *points,
                        double **values)
{
    int64_t count = (int64_t)points->count * source->values;
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, count, sizeof **values, values)));
    for (int64_t i = 0; i < count; i++)
        (*values)[i] = NAN;
    return eg_run_gather_rows(run, points->owner, points->count, source->values, *values,
                              source->sample(source, points, *values));
}

static eg_status write_line(eg_run *run, const eg_line_source *source, const char *name,
                            const eg_node *line)
{
    eg_points points = {0};
    double *values = NULL;
    eg_status status = place_points(run, source->mesh, line, &points);
    if (status == EG_OK)
        status = sample(run, source, &points, &values);
    if (status == EG_OK && run->folder)
        status = write_table(run, source, name, &points, values);
    eg_free(run->context, &values);
    eg_points_free(run, &points);
    return eg_run_agree(run, status);
}

static eg_status make_folder(eg_run *run)
{
    char *folder;
    EG_TRY(eg_run_path(run, "lines", &folder));
    eg_status status = eg_folder_create(run->context, folder);
    eg_free(run->context, &folder);
    return status;
}

eg_status eg_lines_write(eg_run *run, const eg_line_source *source)
{
    const eg_node *lines = eg_case_find(run->loaded, "output.lines");
    if (eg_node_count(lines) == 0)
        return EG_OK;
    EG_TRY(eg_run_agree(run, run->folder ? make_folder(run) : EG_OK));
    for (int64_t i = 0; i < eg_node_count(lines); i++)
        EG_TRY(write_line(run, source, eg_node_key(lines, i), eg_node_item(lines, i)));
    return EG_OK;
}

/* ---- all outputs of a model */

typedef struct outputs_source {
    eg_line_source source; /* first */
    const eg_run *run;
    const void *state;
    const eg_output *table;
    int outputs;
} outputs_source;

static eg_status sample_outputs(const eg_line_source *self, const eg_points *points, double *values)
{
    const outputs_source *o = (const outputs_source *)self;
    const eg_model *model = o->run->model;
    for (int i = 0; i < points->count; i++) {
        const eg_location *at = &points->at[i];
        double *to = &values[(int64_t)i * self->values];
        for (int k = 0; at->held >= 0 && k < o->outputs; to += o->table[k++].components)
            eg_model_values(model, o->state, at->held, k, 1, at->reference, to);
    }
    return EG_OK;
}

eg_status eg_run_lines(eg_run *run)
{
    outputs_source o = {.source = {.mesh = run->mesh,
                                   .columns = {.context = run->context},
                                   .sample = sample_outputs},
                        .run = run};
    void *state = NULL;
    if (eg_node_count(eg_case_find(run->loaded, "output.lines")) == 0)
        return EG_OK;
    o.table = eg_model_outputs(run->model, &o.outputs);
    for (int k = 0; k < o.outputs; o.source.values += o.table[k++].components)
        for (int c = 0; c < o.table[k].components; c++) {
            eg_output_column(&o.table[k], o.source.mesh->dimension, c, &o.source.columns);
            eg_text_add(&o.source.columns, "\n");
        }
    eg_status status = o.source.columns.status;
    if (status == EG_OK)
        status = eg_run_read_state(run, &state);
    status = eg_run_agree(run, status);
    o.state = state;
    if (status == EG_OK)
        status = eg_lines_write(run, &o.source);
    if (state)
        eg_run_free_state(run, &state);
    eg_text_free(&o.source.columns);
    return status;
}
