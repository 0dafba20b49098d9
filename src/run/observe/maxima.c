/* maxima.vtkhdf: the largest values of all steps, one file in the form of a snapshot, at the end of a run. */
#include "run/observe/observe.h"

#include <stdio.h>

/* What the file holds. */
typedef struct maxima_fields {
    int count, which[EG_SNAPSHOT_FIELDS];
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    double *values[EG_SNAPSHOT_FIELDS]; /* [own cells] */
} maxima_fields;

static eg_status choose_maxima(const eg_run *run, const eg_node *variables, maxima_fields *fields)
{
    int outputs = run->kind->keys.maximum_count;
    const eg_output *table = run->kind->keys.maxima;
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_output_find(table, outputs, eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && table[id].components == 1 && fields->count < EG_SNAPSHOT_FIELDS);
        eg_snapshot_field *field = &fields->field[fields->count];
        snprintf(field->name, sizeof field->name, "%s", table[id].name);
        snprintf(field->unit, sizeof field->unit, "%s", table[id].unit);
        field->components = 1;
        fields->which[fields->count++] = id;
    }
    for (int i = 0; i < fields->count; i++)
        EG_TRY(eg_alloc(run->context, run->mesh->own, sizeof **fields->values, &fields->values[i]));
    return EG_OK;
}

/* All ranks write the one file. Collective; all agree on the status. */
static eg_status write_maxima_fields(const eg_run *run, const maxima_fields *fields)
{
    const eg_snapshot_stamp stamp = {
        .step = run->now.steps, .time = run->now.time, .state_hash = run->diagnostics->state_hash};
    char hash[32];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)eg_case_hash(run->loaded));
    return eg_snapshot_write_one(run->context, run->mesh,
                                 &(eg_snapshot_one){.comm = run->comm,
                                                    .folder = run->shared_folder,
                                                    .name = EG_MAXIMA_NAME,
                                                    .case_hash = hash,
                                                    .start = *eg_case_start(run->loaded),
                                                    .precision = run->precision,
                                                    .stamp = stamp,
                                                    .field_count = fields->count,
                                                    .fields = fields->field,
                                                    .values = (const double *const *)fields->values});
}

static eg_status write_maxima(eg_run *run)
{
    const eg_node *variables = eg_case_find(run->loaded, "output.maxima.variables");
    maxima_fields fields = {0};
    if (!variables)
        return EG_OK;
    eg_status status = choose_maxima(run, variables, &fields);
    if (status == EG_OK)
        status = run->class->steps->read_maxima(run->model, fields.count, fields.which, fields.values);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        status = write_maxima_fields(run, &fields);
    if (status == EG_OK)
        status = eg_run_agree(run, eg_run_maxima_rasters(run));
    for (int i = 0; i < fields.count; i++)
        eg_free(run->context, &fields.values[i]);
    return status;
}

const eg_part_class eg_maxima_class = {
    .read = eg_run_check_maxima_rasters, .what = "largest values", .write = write_maxima};
