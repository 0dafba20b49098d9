/* What is made of a state: fields for a snapshot, errors against the exact solution, the hash. It
 * runs on the writer's thread, while the run goes on.
 *
 * Of several ranks each makes of its own cells what needs no other: values, hashes of chunks, |e| at the
 * points of quadrature. When all have, they synchronize (eg_observe_conclude(), on the run's thread), and
 * sums run along the ranks in the order of one process. */
#include "run/internal.h"

#include <string.h>

#include "field/layout.h"

static eg_status make_room(eg_observer *observer)
{
    eg_context *context = observer->context;
    const eg_space *space = observer->space;
    int64_t all = eg_comm_rank(observer->comm) == 0 ? eg_space_all(space) : 0;
    EG_TRY(eg_alloc(context, eg_ceil_div(eg_space_own(space), EG_CHUNK),
                    sizeof *observer->own_chunk, &observer->own_chunk));
    return eg_alloc(context, eg_ceil_div(all, EG_CHUNK), sizeof *observer->chunk, &observer->chunk);
}

/* The outputs that snapshots hold: those that the case names, or all. */
static void choose_fields(eg_run *run, int outputs)
{
    eg_observer *observer = &run->observer;
    const eg_node *variables = eg_case_find(run->loaded, "output.fields.variables");
    for (int id = 0; !variables && id < outputs; id++)
        observer->field[observer->fields++] = id;
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_output_find(observer->table, outputs, eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && observer->fields < EG_SNAPSHOT_FIELDS);
        observer->field[observer->fields++] = id;
    }
}

eg_status eg_observer_create(eg_run *run)
{
    eg_observer *observer = &run->observer;
    int outputs;
    *observer = (eg_observer){.context = run->context,
                              .loaded = run->loaded,
                              .comm = run->comm,
                              .space = &run->space,
                              .mesh = run->mesh,
                              .model = run->model};
    observer->table = run->model->class->outputs(run->model, &outputs);
    run->observer_address = observer;
    choose_fields(run, outputs);
    EG_TRY(eg_run_agree(run, make_room(observer)));
    return eg_errors_create(run);
}

void eg_observer_destroy(eg_run *run)
{
    eg_observer *observer = &run->observer;
    eg_csv_close(&observer->errors);
    eg_free(run->context, &observer->error);
    eg_free(run->context, &observer->diverged);
    eg_free(run->context, &observer->own_chunk);
    eg_free(run->context, &observer->chunk);
}

/* ---- fields
 * ------------------------------------------------------------------------------------------------
 */

/* Points of each type of cells of the plane: the centre, or nodes of snapshots. */
static void plane_values(const eg_model *model, const eg_plane *mesh, const void *memory,
                         int output, int degree, double *values)
{
    enum { NODES = (EG_SNAPSHOT_DEGREE + 1) * (EG_SNAPSHOT_DEGREE + 1) };
    double points[EG_CELL_TYPES][NODES][2];
    int outputs, components = model->class->outputs(model, &outputs)[output].components;
    int count[EG_CELL_TYPES] = {1, 1};
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        if (degree == 0)
            eg_reference_centre((eg_cell_type)type, points[type][0]);
        else
            count[type] = eg_snapshot_nodes((eg_cell_type)type, degree, points[type]);
    }
    for (int64_t c = 0; c < mesh->base.own; c++) {
        int type = mesh->type[c];
        model->class->values(model, memory, c, output, count[type], points[type][0], values);
        values += count[type] * components;
    }
}

static void centre_values(const eg_model *model, const eg_mesh *mesh, const void *memory,
                          int output, double *values)
{
    static const double centre[3] = {0, 0, 0};
    int outputs, components = model->class->outputs(model, &outputs)[output].components;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++, values += components)
        model->class->values(model, memory, c, output, 1, centre, values);
}

eg_status eg_observe_output(const eg_model *model, const eg_mesh *mesh, const void *memory,
                            int output, int degree, double *values)
{
    if (degree > 0 && model->class->nodal_values)
        return model->class->nodal_values(model, memory, output, mesh->own, NULL, values);
    if (mesh->dimension == 3)
        centre_values(model, mesh, memory, output, values);
    else
        plane_values(model, eg_plane_of(mesh), memory, output, degree, values);
    return EG_OK;
}

eg_status eg_observe(const void *how, const void *state, int64_t bytes, eg_snapshot_stamp *stamp,
                     double *const *values)
{
    (void)bytes;
    eg_observer *observer = *(eg_observer *const *)how;
    const eg_model *model = observer->model;
    for (int f = 0; values && f < observer->fields; f++)
        EG_TRY(eg_observe_output(model, observer->mesh, state, observer->field[f],
                                 model->class->degree(model), values[f]));
    observer->state = state;
    if (observer->error && !observer->diverged)
        EG_TRY(eg_errors_keep_divergence(observer, eg_errors_keep(observer, state, stamp->time)));
    return model->class->hash(model, state, observer->own_chunk);
}

eg_status eg_observe_put(const void *how, const void *state, eg_snapshot_set *set)
{
    const eg_observer *observer = *(eg_observer *const *)how;
    return observer->model->class->put_values(observer->model, state, set);
}

uint64_t eg_observe_hash(const eg_comm *comm, const eg_space *space, const uint64_t *own_chunk,
                         uint64_t *chunk)
{
    int ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    int64_t all = eg_space_all(space), from, to;
    uint64_t hash = 0, *at = chunk;
    for (int r = 0; r < ranks; r++) {
        eg_partition_range(all, ranks, r, &from, &to);
        int64_t bytes = eg_ceil_div(to - from, EG_CHUNK) * (int64_t)sizeof *chunk;
        if (r == rank && rank > 0)
            eg_comm_send(comm, 0, own_chunk, bytes);
        if (rank > 0)
            continue;
        if (r > 0)
            eg_comm_receive(comm, r, at, bytes);
        else if (bytes > 0)
            memcpy(at, own_chunk, (size_t)bytes);
        at += bytes / (int64_t)sizeof *chunk;
    }
    if (rank == 0)
        hash = eg_layout_hash_of_chunks(chunk, at - chunk, all);
    eg_comm_broadcast(comm, 0, &hash, sizeof hash);
    return hash;
}

/* What one rank has found ends the errors of all. Collective. */
static eg_status agree_on_divergence(eg_observer *observer)
{
    bool found = observer->diverged != NULL;
    if (eg_comm_size(observer->comm) == 1)
        return EG_OK;
    eg_status status =
        found ? eg_fail(observer->context, EG_DIVERGED, "%s", observer->diverged) : EG_OK;
    status = eg_comm_agree(observer->comm, status);
    if (found || status == EG_OK)
        return EG_OK;
    return eg_errors_keep_divergence(observer, status);
}

eg_status eg_observe_conclude(const void *how, eg_snapshot_stamp *stamp)
{
    eg_observer *observer = *(eg_observer *const *)how;
    observer->state_hash =
        eg_observe_hash(observer->comm, observer->space, observer->own_chunk, observer->chunk);
    stamp->state_hash = observer->state_hash;
    eg_status status = agree_on_divergence(observer);
    if (status == EG_OK && !observer->diverged)
        status = eg_errors_keep_divergence(observer, eg_errors_find(observer, stamp->time));
    return eg_comm_agree(observer->comm, status);
}

eg_status eg_run_read_state(eg_run *run, void **memory)
{
    const eg_model_class *class = run->model->class;
    eg_event *event = NULL;
    *memory = NULL;
    EG_TRY(class->state_on_host
               ? eg_alloc(run->context, class->state_bytes(run->model), 1, memory)
               : eg_staging_create(run->device, class->state_bytes(run->model), memory));
    eg_status status = class->snapshot_begin(run->model, *memory, &event);
    if (status == EG_OK && event)
        status = eg_event_wait(event);
    eg_event_destroy(&event);
    if (status != EG_OK)
        eg_run_free_state(run, memory);
    return status;
}

void eg_run_free_state(eg_run *run, void **memory)
{
    if (run->model->class->state_on_host)
        eg_free(run->context, memory);
    else
        eg_staging_destroy(run->device, memory);
}
