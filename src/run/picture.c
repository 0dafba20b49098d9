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

/* Reads an output where there is one; of a vector its magnitude, unless `vectors`. */
static eg_status read_field(const eg_run *run, const void *memory, int output, bool vectors,
                            double **field)
{
    if (output < 0)
        return EG_OK;
    int degree = run->model->class->degree(run->model);
    int64_t count = eg_snapshot_value_count(run->mesh, degree);
    int components = run->observer.table[output].components;
    EG_TRY(eg_alloc(run->context, count * components, sizeof **field, field));
    eg_observe_output(run->model, run->mesh, memory, output, degree, *field);
    if (components == 1 || vectors)
        return EG_OK;
    for (int64_t c = 0; c < count; c++) {
        double square = 0;
        for (int i = 0; i < components; i++)
            square += (*field)[c * components + i] * (*field)[c * components + i];
        (*field)[c] = sqrt(square);
    }
    return EG_OK;
}

static double dry_depth(const eg_run *run, const double *depth)
{
    double deepest = 0;
    int64_t count = eg_snapshot_value_count(run->mesh, run->model->class->degree(run->model));
    for (int64_t c = 0; depth && c < count; c++)
        deepest = fmax(deepest, depth[c]);
    return fmin(PICTURE_DRY, 1e-3 * deepest);
}

static eg_status draw(eg_run *run, const eg_output *output, eg_colormap colormap,
                      const picture_fields *fields)
{
    const eg_node *range = eg_case_find(run->loaded, "output.picture.range");
    eg_map map = {.shapes = eg_shapes_of_mesh(run->mesh),
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

eg_status eg_run_picture(eg_run *run)
{
    const eg_node *picture = eg_case_find(run->loaded, "output.picture");
    const eg_node *arrows = eg_node_child(picture, "arrows");
    const eg_output *table = run->observer.table;
    picture_fields fields = {0};
    eg_model_picture with;
    void *memory = NULL;
    int outputs;
    run->model->class->outputs(run->model, &outputs);
    int id = eg_output_find(table, outputs, eg_node_text(eg_node_child(picture, "variable")));
    assert(id >= 0);
    run->model->class->picture(run->model, id, &with);
    if (!arrows || !eg_node_boolean(arrows))
        with.vectors = -1;
    eg_status status;
    EG_TRY_GOTO(eg_run_read_state(run, &memory));
    if (!eg_run_is_first(run))
        goto done;
    EG_TRY_GOTO(read_field(run, memory, id, false, &fields.value));
    EG_TRY_GOTO(read_field(run, memory, with.depth, false, &fields.depth));
    EG_TRY_GOTO(read_field(run, memory, with.bed, false, &fields.bed));
    EG_TRY_GOTO(read_field(run, memory, with.vectors, true, &fields.vectors));
    status = draw(run, &table[id], with.colormap, &fields);
done:
    eg_staging_destroy(run->device, &memory);
    eg_free(run->context, &fields.value);
    eg_free(run->context, &fields.depth);
    eg_free(run->context, &fields.bed);
    eg_free(run->context, &fields.vectors);
    return eg_run_agree(run, status);
}
