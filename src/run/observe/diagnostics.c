/* What is made of a state: fields for a snapshot, errors against the exact solution, the hash. It
 * runs on the writer's thread, while the run goes on.
 *
 * Of several ranks each makes of its own cells what needs no other: values, hashes of chunks, rows of
 * errors. When all have, they synchronize (eg_diagnostics_conclude(), on the run's thread), and
 * sums run along the ranks in the order of one process. */
#include "run/observe/observe.h"
#include "run/given/names.h"
#include "run/restart/restart.h"
#include "run/state/state.h"

#include "base/parallel.h"
#include "mesh/bisected/bisected.h"
#include "mesh/forest/forest.h"

/* What is told of cells beside the state. */
enum { LEVEL, OWNER, OF_CELLS };
static const eg_output of_cells[OF_CELLS] = {
    [LEVEL] = {"level", 1, "1", "how often the cell was divided", false, NULL},
    [OWNER] = {"owner", 1, "1", "the rank that computes it", false, NULL}};

const eg_output *eg_diagnostics_field(const eg_diagnostics *diagnostics, int field)
{
    int id = diagnostics->field[field];
    return id < diagnostics->outputs ? &diagnostics->table[id] : &of_cells[id - diagnostics->outputs];
}

const eg_hex_nodes *eg_diagnostics_common(const eg_run *run)
{
    for (int b = 0; b < run->mesh->boundaries.count; b++)
        if (eg_node_child(eg_names_boundary(run->loaded, run->mesh, b), "periodic"))
            return NULL;
    return eg_model_space(run->model)->shared_nodes;
}

/* The outputs that snapshots hold: those that the case names, or all; and what it names of cells. */
static void choose_fields(eg_run *run, int outputs)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    const eg_node *variables = eg_case_find(run->loaded, "output.fields.variables");
    for (int id = 0; !variables && id < outputs; id++)
        diagnostics->field[diagnostics->fields++] = id;
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_output_find(diagnostics->table, outputs, eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && diagnostics->fields < EG_SNAPSHOT_FIELDS);
        diagnostics->field[diagnostics->fields++] = id;
    }
    const eg_node *cells = eg_case_find(run->loaded, "output.fields.cells");
    for (int64_t i = 0; i < eg_node_count(cells); i++) {
        int id = eg_output_find(of_cells, OF_CELLS, eg_node_text(eg_node_item(cells, i)));
        assert(id >= 0 && diagnostics->fields < EG_SNAPSHOT_FIELDS);
        diagnostics->field[diagnostics->fields++] = outputs + id;
    }
}

eg_status eg_diagnostics_change_mesh(eg_run *run)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    diagnostics->mesh = run->mesh;
    diagnostics->leaves = run->leaves;
    eg_state_hash_destroy(&diagnostics->hash);
    return eg_run_agree(
        run, eg_state_hash_create(eg_model_space(diagnostics->model), diagnostics->comm, &diagnostics->hash));
}

/* What was found of the last snapshot. */
eg_status eg_diagnostics_resume(eg_run *run)
{
    double norms[EG_NORMS * EG_EXACTS];
    int64_t hash, bytes = eg_errors_persist(run->diagnostics, norms, false) * (int64_t)sizeof *norms;
    EG_TRY(eg_checkpoint_read_all(run->checkpointing.from, "errors", norms, bytes));
    eg_errors_persist(run->diagnostics, norms, true);
    EG_TRY(eg_resume_integer(run, "state-hash", &hash));
    run->diagnostics->state_hash = (uint64_t)hash;
    EG_TRY(eg_resume_integer(run, "snapshots", &run->snapshots_before));
    return eg_resume_integer(run, "snapshot-steps", &run->snapshot_steps);
}

void eg_diagnostics_destroy(eg_run *run)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    eg_csv_close(&diagnostics->errors);
    eg_errors_destroy(diagnostics);
    eg_free(run->context, &diagnostics->diverged);
    eg_state_hash_destroy(&diagnostics->hash);
}

/* ---- fields */

static double of_cell(const eg_diagnostics *diagnostics, int what, int64_t cell)
{
    if (what == OWNER)
        return eg_comm_rank(diagnostics->comm);
    if (eg_mesh_is_forest(diagnostics->mesh))
        return eg_forest_of(diagnostics->mesh)->leaf[cell].level;
    return diagnostics->leaves ? eg_bisected_level(diagnostics->leaves->id[cell]) : 0;
}

/* At all points of a cell alike; all cells have as many. */
static void fill_of_cells(const eg_diagnostics *diagnostics, int what, double *values)
{
    const eg_mesh *mesh = diagnostics->mesh;
    int64_t points =
        mesh->own == 0 ? 0 : eg_snapshot_value_count(mesh, eg_model_degree(diagnostics->model)) / mesh->own;
    for (int64_t c = 0; c < mesh->own; c++) {
        double value = of_cell(diagnostics, what, c);
        for (int64_t i = 0; i < points; i++)
            values[c * points + i] = value;
    }
}

static eg_status fill_diagnostic_field(eg_writer_source *self, const void *state, int field, double *values)
{
    const eg_diagnostics *diagnostics = (eg_diagnostics *)self;
    const eg_model *model = diagnostics->model;
    int id = diagnostics->field[field];
    if (id < diagnostics->outputs)
        return eg_state_output(model, diagnostics->mesh, state, id, eg_model_degree(model),
                               diagnostics->all_threads, values);
    fill_of_cells(diagnostics, id - diagnostics->outputs, values);
    return EG_OK;
}

/* Of one process: other states may be converted at the same time. */
static eg_status hash_state(const eg_diagnostics *diagnostics, const void *state, eg_snapshot_stamp *stamp)
{
    EG_ENDS_WITH(eg_state_hash_destroy) eg_state_hash *hash = NULL;
    EG_TRY(eg_state_hash_create(eg_model_space(diagnostics->model), NULL, &hash));
    EG_TRY(eg_state_hash_begin(hash, state));
    stamp->state_hash = eg_state_hash_end(hash);
    return EG_OK;
}

static eg_status convert_state(eg_writer_source *self, const void *state, eg_snapshot_stamp *stamp,
                               double *const *values)
{
    eg_diagnostics *diagnostics = (eg_diagnostics *)self;
    for (int f = 0; values && f < diagnostics->fields; f++)
        EG_TRY(fill_diagnostic_field(self, state, f, values[f]));
    if (diagnostics->exacts == 0 && eg_comm_size(diagnostics->comm) == 1)
        return hash_state(diagnostics, state, stamp);
    if (!diagnostics->diverged)
        EG_TRY(eg_errors_keep_divergence(diagnostics, eg_errors_keep(diagnostics, state, stamp->time)));
    return eg_state_hash_begin(diagnostics->hash, state);
}

static eg_status put_nodal_values(eg_writer_source *self, const void *state, eg_snapshot_set *set)
{
    const eg_diagnostics *diagnostics = (eg_diagnostics *)self;
    return diagnostics->model->class->nodal->put(diagnostics->model, state, set);
}

/* What one rank has found ends the errors of all. Collective. */
static eg_status agree_on_divergence(eg_diagnostics *diagnostics)
{
    bool found = diagnostics->diverged != NULL;
    if (eg_comm_size(diagnostics->comm) == 1)
        return EG_OK;
    eg_status status =
        found ? eg_fail(diagnostics->context, EG_DIVERGED, "%s", diagnostics->diverged) : EG_OK;
    status = eg_comm_agree(diagnostics->comm, status);
    if (found || status == EG_OK)
        return EG_OK;
    return eg_errors_keep_divergence(diagnostics, status);
}

eg_status eg_diagnostics_conclude(eg_writer_source *self, eg_snapshot_stamp *stamp)
{
    eg_diagnostics *diagnostics = (eg_diagnostics *)self;
    if (diagnostics->exacts == 0 && eg_comm_size(diagnostics->comm) == 1) {
        diagnostics->state_hash = stamp->state_hash;
        return EG_OK;
    }
    diagnostics->state_hash = eg_state_hash_end(diagnostics->hash);
    stamp->state_hash = diagnostics->state_hash;
    eg_status status = agree_on_divergence(diagnostics);
    if (status == EG_OK && !diagnostics->diverged)
        status = eg_errors_keep_divergence(diagnostics, eg_errors_find(diagnostics, stamp->time));
    return eg_comm_agree(diagnostics->comm, status);
}

eg_status eg_diagnostics_create(eg_run *run)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    int outputs;
    bool puts = EG_HAS(run->class->nodal, put);
    *diagnostics = (eg_diagnostics){.source = {.convert = convert_state,
                                               .fill = puts ? NULL : fill_diagnostic_field,
                                               .put = puts ? put_nodal_values : NULL,
                                               .conclude = eg_diagnostics_conclude},
                                    .context = run->context,
                                    .loaded = run->loaded,
                                    .comm = run->comm,
                                    .mesh = run->mesh,
                                    .model = run->model,
                                    .all_threads = eg_device_describe(run->device)->gpu};
    diagnostics->table = eg_model_outputs(run->model, &outputs);
    diagnostics->outputs = outputs;
    diagnostics->leaves = run->leaves;
    choose_fields(run, outputs);
    EG_TRY(
        eg_run_agree(run, eg_state_hash_create(eg_model_space(run->model), run->comm, &diagnostics->hash)));
    eg_errors_create(run);
    return EG_OK;
}
