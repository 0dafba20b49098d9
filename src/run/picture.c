/* picture.png: the last state. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

/* Below a millimetre a picture shows land. */
static const double PICTURE_DRY = 1e-3;

/* Values of the picture and of what the model puts beside them; NULL: not wanted. */
typedef struct picture_fields {
    double *value, *depth, *bed, *vectors; /* [values], the last one [values][2] */
} picture_fields;

/* Reads an output of all ranks, where there is one; of a vector its magnitude, unless `vectors`. Collective; all agree. */
static eg_status read_field(const eg_run *run, const void *memory, int output, bool vectors,
                            double **field)
{
    if (output < 0)
        return EG_OK;
    int degree = run->model->class->degree(run->model);
    int64_t count = eg_snapshot_value_count(run->mesh, degree);
    int64_t all = eg_run_is_first(run) ? eg_snapshot_all_values(run->mesh, degree) : 0;
    int components = run->observer.table[output].components, kept = vectors ? components : 1;
    double *own = NULL;
    eg_status status = eg_alloc(run->context, count * components, sizeof *own, &own);
    if (status == EG_OK)
        status = eg_alloc(run->context, all * kept, sizeof **field, field);
    if (status == EG_OK)
        eg_observe_output(run->model, run->mesh, memory, output, degree, own);
    for (int64_t c = 0; status == EG_OK && kept < components && c < count; c++) {
        double square = 0;
        for (int i = 0; i < components; i++)
            square += own[c * components + i] * own[c * components + i];
        own[c] = sqrt(square);
    }
    status = eg_run_gather(run, own, count * kept * (int64_t)sizeof *own, *field, status);
    eg_free(run->context, &own);
    return status;
}

/* The cells of all ranks, on rank 0. */
typedef struct picture_cells {
    eg_shapes shapes;
    double (*x)[3];
    uint8_t *type;
    int64_t *first;
    int32_t *vertex;
} picture_cells;

static void free_cells(eg_context *context, picture_cells *cells)
{
    eg_free(context, &cells->x);
    eg_free(context, &cells->type);
    eg_free(context, &cells->first);
    eg_free(context, &cells->vertex);
}

static eg_status make_room(const eg_run *run, picture_cells *cells, int32_t **own)
{
    const int64_t *of_type = eg_mesh_all_of_type(run->mesh);
    int64_t all = run->mesh->all_cells,
            rest = 3 * of_type[EG_TRIANGLE] + 4 * of_type[EG_QUADRANGLE];
    EG_TRY(eg_alloc(run->context, run->mesh->first[run->mesh->cells], sizeof **own, own));
    if (!eg_run_is_first(run))
        return EG_OK;
    EG_TRY(eg_alloc(run->context, eg_mesh_all_nodes(run->mesh), sizeof *cells->x, &cells->x));
    EG_TRY(eg_alloc(run->context, all, sizeof *cells->type, &cells->type));
    EG_TRY(eg_alloc(run->context, all + 1, sizeof *cells->first, &cells->first));
    return eg_alloc(run->context, rest, sizeof *cells->vertex, &cells->vertex);
}

/* Each rank gives the nodes that its cells are the first to have, and the vertices of its cells. Collective; all agree. */
static eg_status gather_cells(const eg_run *run, picture_cells *cells)
{
    const eg_mesh *mesh = run->mesh;
    int32_t *own = NULL;
    if (!mesh->part) {
        cells->shapes = eg_shapes_of_mesh(mesh);
        return EG_OK;
    }
    eg_status status = make_room(run, cells, &own);
    int64_t vertices = status == EG_OK ? mesh->first[mesh->cells] : 0;
    for (int64_t k = 0; k < vertices; k++)
        own[k] = eg_mesh_whole_node(mesh, mesh->vertex[k]);
    status = eg_run_gather(run, mesh->x + mesh->part->first_node,
                           mesh->part->own_nodes * (int64_t)sizeof *mesh->x, cells->x, status);
    status = eg_run_gather(run, mesh->type, mesh->cells, cells->type, status);
    status = eg_run_gather(run, own, vertices * (int64_t)sizeof *own, cells->vertex, status);
    for (int64_t c = 0; status == EG_OK && eg_run_is_first(run) && c < mesh->all_cells; c++)
        cells->first[c + 1] = cells->first[c] + eg_cell_type_vertices((eg_cell_type)cells->type[c]);
    cells->shapes = (eg_shapes){.nodes = eg_mesh_all_nodes(mesh),
                                .cells = mesh->all_cells,
                                .x = (const double(*)[3])cells->x,
                                .first = cells->first,
                                .vertex = cells->vertex};
    eg_free(run->context, &own);
    return status;
}

static double dry_depth(const eg_run *run, const double *depth)
{
    double deepest = 0;
    int64_t count = eg_snapshot_all_values(run->mesh, run->model->class->degree(run->model));
    for (int64_t c = 0; depth && c < count; c++)
        deepest = fmax(deepest, depth[c]);
    return fmin(PICTURE_DRY, 1e-3 * deepest);
}

static eg_status draw(eg_run *run, const eg_output *output, eg_colormap colormap,
                      const picture_cells *cells, const picture_fields *fields)
{
    const eg_node *range = eg_case_find(run->loaded, "output.picture.range");
    eg_map map = {.shapes = cells->shapes,
                  .degree = run->model->class->degree(run->model),
                  .values = fields->value,
                  .title = eg_node_text(eg_case_find(run->loaded, "title")),
                  .label = output->name,
                  .unit = output->unit,
                  .has_time = true,
                  .time = run->moment.time,
                  .colormap = colormap,
                  .symmetric = output->is_signed && output->components == 1,
                  .depth = fields->depth,
                  .dry_depth = dry_depth(run, fields->depth),
                  .bed = fields->bed,
                  .vectors = fields->vectors,
                  .vector_components = 2,
                  .points = (const double(*)[2])run->record.gauge_place,
                  .point_names = (const char *const *)run->record.gauge_name,
                  .point_count = run->record.gauges};
    if (range) {
        map.has_range = true;
        map.low = eg_node_real(eg_node_item(range, 0));
        map.high = eg_node_real(eg_node_item(range, 1));
    }
    char *path;
    EG_TRY(eg_run_path(run, "picture.png", &path));
    eg_status status = eg_plot_map(run->context, path, &map, NULL);
    eg_free(run->context, &path);
    return status;
}

static eg_status read_fields(const eg_run *run, const void *memory, int output,
                             const eg_model_picture *with, picture_fields *fields)
{
    EG_TRY(read_field(run, memory, output, false, &fields->value));
    EG_TRY(read_field(run, memory, with->depth, false, &fields->depth));
    EG_TRY(read_field(run, memory, with->bed, false, &fields->bed));
    return read_field(run, memory, with->vectors, true, &fields->vectors);
}

eg_status eg_run_picture(eg_run *run)
{
    const eg_node *picture = eg_case_find(run->loaded, "output.picture");
    const eg_node *arrows = eg_node_child(picture, "arrows");
    const eg_output *table = run->observer.table;
    picture_fields fields = {0};
    picture_cells cells = {0};
    eg_model_picture with;
    void *memory = NULL;
    int outputs;
    if (eg_node_is(picture, "none"))
        return EG_OK;
    run->model->class->outputs(run->model, &outputs);
    int id = eg_output_find(table, outputs, eg_node_text(eg_node_child(picture, "variable")));
    assert(id >= 0);
    run->model->class->picture(run->model, id, &with);
    if (!arrows || !eg_node_boolean(arrows))
        with.vectors = -1;
    eg_status status = eg_run_agree(run, eg_run_read_state(run, &memory));
    if (status == EG_OK)
        status = read_fields(run, memory, id, &with, &fields);
    if (status == EG_OK)
        status = gather_cells(run, &cells);
    if (status == EG_OK && eg_run_is_first(run))
        status = draw(run, &table[id], with.colormap, &cells, &fields);
    eg_staging_destroy(run->device, &memory);
    free_cells(run->context, &cells);
    eg_free(run->context, &fields.value);
    eg_free(run->context, &fields.depth);
    eg_free(run->context, &fields.bed);
    eg_free(run->context, &fields.vectors);
    return eg_run_agree(run, status);
}
