/* A copy of the state, and its outputs, values and hash. */
#include "run/state/state.h"

#include "base/parallel.h"
#include "field/state_hash.h"

enum {
    NODES = (EG_SNAPSHOT_DEGREE + 1) * (EG_SNAPSHOT_DEGREE + 1),
    CELLS_OF_THREAD = 1024, /* polynomials */
    CONSTANTS_OF_THREAD = 1 << 16
};

/* The values of an output in own cells, at reference points of each type of cell: of hexahedra and of
 * forests the centre. */
typedef struct values_source {
    const eg_model *model;
    const eg_mesh *mesh;
    const void *memory;
    int output, components;
    int count[EG_CELL_TYPES];
    double points[EG_CELL_TYPES][NODES][2];
    double *values;
} values_source;

static void find_points(values_source *s, int degree)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        s->count[type] = 1;
        if (degree == 0)
            eg_reference_centre((eg_cell_type)type, s->points[type][0]);
        else
            s->count[type] = eg_snapshot_nodes((eg_cell_type)type, degree, s->points[type]);
    }
}

static eg_status plane_part(void *with, int part, int64_t from, int64_t to)
{
    const values_source *s = with;
    double *values = s->values + eg_state_before(s->mesh, from, s->count) * s->components;
    (void)part;
    for (int64_t c = from; c < to; c++) {
        int type = eg_plane_of(s->mesh)->type[c];
        eg_model_values(s->model, s->memory, c, s->output, s->count[type], s->points[type][0], values);
        values += s->count[type] * s->components;
    }
    return EG_OK;
}

static eg_status centre_part(void *with, int part, int64_t from, int64_t to)
{
    static const double centre[3] = {0, 0, 0};
    const values_source *s = with;
    (void)part;
    eg_model_cell_values(s->model, s->memory, s->mesh->own_first + from, s->mesh->own_first + to, s->output,
                         centre, &s->values[from * s->components]);
    return EG_OK;
}

eg_status eg_state_output(const eg_model *model, const eg_mesh *mesh, const void *memory, int output,
                          int degree, bool all_threads, double *values)
{
    int outputs;
    values_source s = {.model = model,
                       .mesh = mesh,
                       .memory = memory,
                       .output = output,
                       .components = eg_model_outputs(model, &outputs)[output].components,
                       .values = values};
    if (degree > 0 && EG_HAS(model->class->nodal, values))
        return model->class->nodal->values(model, memory, output, mesh->own, NULL, values);
    bool plane = mesh->class == &eg_plane_class;
    if (plane)
        find_points(&s, degree);
    /* constants are the same everywhere in their cell */
    bool alike = !plane || eg_model_degree(model) == 0;
    int64_t least = eg_model_degree(model) == 0 ? CONSTANTS_OF_THREAD : CELLS_OF_THREAD;
    return eg_in_parts(mesh->context, all_threads ? eg_parts(mesh->context, mesh->own, least) : 1, mesh->own,
                       alike ? centre_part : plane_part, &s);
}

eg_status eg_run_read_state(eg_run *run, void **memory)
{
    eg_space *space = eg_model_space(run->model);
    int64_t bytes = eg_space_bytes(space);
    *memory = NULL;
    EG_TRY(space->on_host ? eg_alloc(run->context, bytes, 1, memory)
                          : eg_staging_create(run->device, bytes, memory));
    eg_status status = eg_space_copy(space, *memory);
    if (status != EG_OK)
        eg_run_free_state(run, memory);
    return status;
}

void eg_run_free_state(eg_run *run, void **memory)
{
    if (eg_model_space(run->model)->on_host)
        eg_free(run->context, memory);
    else
        eg_staging_destroy(run->device, memory);
}

/* Values at the centres of cells: each rank's own, and then of all ranks on rank 0. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values)
{
    void *memory = NULL;
    double *own = NULL;
    int64_t count = run->mesh->own * run->kind->keys.outputs[output].components;
    EG_TRY(eg_run_need_mesh(run));
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = eg_alloc(run->context, count, sizeof *own, &own);
    if (status == EG_OK)
        status = eg_state_output(run->model, run->mesh, memory, output, 0, true, own);
    status = eg_run_gather(run, own, count * (int64_t)sizeof *own, values, status);
    eg_run_free_state(run, &memory);
    eg_free(run->context, &own);
    return status;
}

eg_status eg_run_find_hash(eg_run *run, uint64_t *number)
{
    eg_state_hash *hash = NULL;
    void *memory = NULL;
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = eg_state_hash_create(eg_model_space(run->model), run->comm, &hash);
    if (status == EG_OK)
        status = eg_state_hash_begin(hash, memory);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        *number = eg_state_hash_end(hash);
    eg_state_hash_destroy(&hash);
    eg_run_free_state(run, &memory);
    return status;
}
