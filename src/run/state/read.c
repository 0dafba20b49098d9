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

static void find_output_points(values_source *s, int degree)
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
    int64_t triangles = eg_min_i64(from, s->mesh->group[EG_TRIANGLE].count);
    int64_t before = triangles * s->count[EG_TRIANGLE] + (from - triangles) * s->count[EG_QUADRANGLE];
    double *values = s->values + before * s->components;
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
    values_source s = {.model = model,
                       .mesh = mesh,
                       .memory = memory,
                       .output = output,
                       .components = model->kind->keys.outputs[output].components,
                       .values = values};
    if (degree > 0 && EG_HAS(model->class->nodal, values))
        return model->class->nodal->values(model, memory, output, mesh->own, NULL, values);
    bool plane = mesh->class == &eg_plane_class;
    if (plane)
        find_output_points(&s, degree);
    /* constants are the same everywhere in their cell */
    bool alike = !plane || eg_model_degree(model) == 0;
    int64_t least = eg_model_degree(model) == 0 ? CONSTANTS_OF_THREAD : CELLS_OF_THREAD;
    return eg_in_parts(mesh->context, all_threads ? eg_parts(mesh->context, mesh->own, least) : 1, mesh->own,
                       alike ? centre_part : plane_part, &s);
}

eg_status eg_state_read(eg_state_copy *copy)
{
    eg_run *run = copy->run;
    eg_space *space = eg_model_space(run->model);
    int64_t bytes = eg_space_bytes(space);
    EG_TRY(space->on_host ? eg_alloc(run->context, bytes, 1, &copy->memory)
                          : eg_staging_create(run->device, bytes, &copy->memory));
    return eg_space_copy(space, copy->memory);
}

void eg_state_end(eg_state_copy *copy)
{
    if (eg_model_space(copy->run->model)->on_host)
        EG_FREE(&copy->memory);
    else
        eg_staging_destroy(copy->run->device, &copy->memory);
}

eg_status eg_state_stepper(eg_run *run, const char *lacks, eg_stepper **stepper)
{
    *stepper = eg_model_stepper(run->model);
    if (*stepper)
        return EG_OK;
    return eg_fail(run->context, EG_USAGE, "the values of %s stand at nodes that cells share: there %s",
                   run->kind->title, lacks);
}

/* Values at the centres of cells: each rank's own, and then of all ranks on rank 0. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values)
{
    EG_STATE_COPY(copy, run);
    EG_SCRATCH double *own = NULL;
    int64_t count = run->mesh->own * run->kind->keys.outputs[output].components;
    EG_TRY(eg_run_need_mesh(run));
    eg_status status = eg_state_read(&copy);
    if (status == EG_OK)
        status = eg_alloc(run->context, count, sizeof *own, &own);
    if (status == EG_OK)
        status = eg_state_output(run->model, run->mesh, copy.memory, output, 0, true, own);
    return eg_run_gather(run, own, count * (int64_t)sizeof *own, values, status);
}

eg_status eg_run_state_hash(eg_run *run, uint64_t *number)
{
    EG_ENDS_WITH(eg_state_hash_destroy) eg_state_hash *hash = NULL;
    EG_STATE_COPY(copy, run);
    eg_status status = eg_state_read(&copy);
    if (status == EG_OK)
        status = eg_state_hash_create(eg_model_space(run->model), run->comm, &hash);
    if (status == EG_OK)
        status = eg_state_hash_begin(hash, copy.memory);
    EG_TRY(eg_run_agree(run, status));
    *number = eg_state_hash_end(hash);
    return EG_OK;
}
