/* A variable is written at the centres of cells: each cell's part of the state is shifted by a constant, so
 * that its form inside the cell stays. Where a cell has one value it is the one that is given. */
#include "eagre/state.h"
#include "run/state/state.h"

#include <string.h>

typedef struct written {
    eg_run *run;
    eg_state_shape shape;
    int output, components;
    const double *values; /* [cells][components] */
    const void *state;    /* the copy that is looked at; NULL where rows tell the values */
    char *rows;
} written;

static bool can_write(const eg_run *run, int output)
{
    double none[EG_SPACE_VARIABLES] = {0};
    return eg_model_stepper(run->model) && run->class->invert &&
           run->class->invert(run->model, output, -1, none, none);
}

bool eg_run_is_writable(eg_run *run, const char *variable)
{
    int count, output;
    const eg_output *table = eg_model_outputs(run->model, &count);
    output = eg_output_find(table, count, variable);
    return output >= 0 && can_write(run, output);
}

static eg_status refuse_variable(eg_run *run, const char *variable)
{
    EG_TEXT(names, run->context);
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    for (int i = 0; i < count; i++)
        if (can_write(run, i))
            eg_text_add(&names, "%s%s", names.length ? ", " : "", table[i].name);
    return eg_fail(run->context, EG_USAGE, "%s cannot be written; variables of %s that can: %s", variable,
                   run->kind->title, eg_text_string(&names));
}

static double get_row_number(const written *w, int64_t i)
{
    return w->shape.bytes == 8 ? ((const double *)(const void *)w->rows)[i]
                               : (double)((const float *)(const void *)w->rows)[i];
}

static void put_row_number(const written *w, int64_t i, double value)
{
    if (w->shape.bytes == 8)
        ((double *)(void *)w->rows)[i] = value;
    else
        ((float *)(void *)w->rows)[i] = (float)value;
}

/* The variables at the centre of a cell, as its row has them. */
static void find_variables(const written *w, int64_t cell, double *variables)
{
    double centre[3] = {0, 0, 0};
    const eg_mesh *mesh = w->run->mesh;
    if (mesh->class == &eg_plane_class)
        eg_reference_centre((eg_cell_type)eg_plane_of(mesh)->type[cell], centre);
    if (w->state)
        eg_space_evaluate(eg_model_space(w->run->model), w->state, cell, 1, centre, variables);
    else
        for (int v = 0; v < w->shape.variables; v++)
            variables[v] = get_row_number(w, cell * w->shape.values + v);
}

/* Polynomials: the constant is one coefficient, or the same at all nodes. */
static void shift_cell(const written *w, int64_t cell, const double *before, const double *now)
{
    const eg_stepper *stepper = eg_model_stepper(w->run->model);
    int each = w->shape.values / w->shape.variables, count = stepper->class->constant ? 1 : each;
    double one = stepper->class->constant ? stepper->class->constant(stepper, cell) : 1;
    for (int v = 0; v < w->shape.variables; v++) {
        int64_t first = cell * w->shape.values + v * each;
        for (int k = 0; now[v] != before[v] && k < count; k++)
            put_row_number(w, first + k, get_row_number(w, first + k) + one * (now[v] - before[v]));
    }
}

static void write_cell(const written *w, int64_t cell)
{
    double before[EG_SPACE_VARIABLES], now[EG_SPACE_VARIABLES];
    find_variables(w, cell, before);
    memcpy(now, before, sizeof now);
    w->run->class->invert(w->run->model, w->output, cell, &w->values[cell * w->components], now);
    if (w->state)
        shift_cell(w, cell, before, now);
    else
        for (int v = 0; v < w->shape.variables; v++)
            put_row_number(w, cell * w->shape.values + v, now[v]);
}

static eg_status write_cells(written *w)
{
    eg_run *run = w->run;
    const eg_stepper *stepper = eg_model_stepper(run->model);
    int64_t bytes = w->shape.cells * w->shape.values * w->shape.bytes;
    EG_STATE_COPY(copy, run);
    EG_SCRATCH char *rows = NULL;
    EG_TRY(eg_alloc(run->context, bytes, 1, &rows));
    EG_TRY(eg_run_read_state_rows(run, rows, bytes));
    if (w->shape.degree > 0 || stepper->class->constant)
        EG_TRY(eg_state_read(&copy));
    w->rows = rows;
    w->state = copy.memory;
    for (int64_t c = 0; c < w->shape.cells; c++)
        write_cell(w, c);
    return eg_run_write_state_rows(run, rows, bytes);
}

eg_status eg_run_write(eg_run *run, const char *variable, const double *values, int64_t count)
{
    written w = {.run = run, .values = values};
    EG_TRY(eg_run_find_output(run, variable, &w.output));
    EG_TRY(eg_run_state_shape(run, &w.shape));
    w.components = run->kind->keys.outputs[w.output].components;
    if (!can_write(run, w.output))
        return refuse_variable(run, variable);
    if (eg_comm_size(run->comm) > 1)
        return eg_fail(run->context, EG_USAGE,
                       "a state can be written in a run of one process; this run has %d ranks",
                       eg_comm_size(run->comm));
    if (count != w.shape.cells * w.components)
        return eg_fail(run->context, EG_USAGE, "%s has %lld values; given are %lld", variable,
                       (long long)(w.shape.cells * w.components), (long long)count);
    EG_TRY(eg_run_need_mesh(run));
    return write_cells(&w);
}
