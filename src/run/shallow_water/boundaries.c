/* What holds on each boundary of the mesh: kinds and series, from the case. */
#include "run/plane.h"
#include "run/shallow_water/internal.h"

#include <stdio.h>

/* ---- series
 * ------------------------------------------------------------------------------------------- */

/* A table that does not hold its ends must cover the whole run. */
static eg_status check_cover(const eg_sw_model *model, const eg_node *map, const eg_series *series)
{
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    if (series->after == EG_SERIES_HOLD)
        return EG_OK;
    if (!end)
        return eg_case_fail(
            model->setup.loaded, map, EG_CASE,
            "without time.end it cannot be told whether the table covers the run; give "
            "time.end, or 'after: hold'");
    double first = series->times[0], last = series->times[series->count - 1];
    if (first > 0 || last < eg_node_real(end))
        return eg_case_fail(
            model->setup.loaded, map, EG_CASE,
            "%s covers %.9g s to %.9g s, the run 0 to %.9g s; give 'after: hold' to keep its "
            "first and last value outside, or a longer table",
            series->name, first, last, eg_node_real(end));
    return EG_OK;
}

static eg_status read_series(const eg_sw_model *model, const eg_node *map, eg_sw_boundary *boundary)
{
    const eg_series_options options = {
        .time_column = eg_node_text(eg_node_child(map, "time_column")),
        .value_column = eg_node_text(eg_node_child(map, "column")),
        .after =
            eg_node_is(eg_node_child(map, "after"), "hold") ? EG_SERIES_HOLD : EG_SERIES_ERROR};
    EG_TRY(eg_series_read(model->setup.context, eg_node_path(eg_node_child(map, "csv")), &options,
                          &boundary->series));
    EG_TRY(check_cover(model, map, boundary->series));
    boundary->given.rows = boundary->series->count;
    boundary->given.times = boundary->series->times;
    boundary->given.values = boundary->series->values;
    return EG_OK;
}

static eg_status read_value(const eg_sw_model *model, const eg_node *value,
                            eg_sw_boundary *boundary)
{
    if (eg_node_is_map(value))
        return read_series(model, value, boundary);
    if (!eg_node_is_constant(value)) {
        boundary->expression = value;
        return eg_plane_check_time(&model->setup, value, NULL, 0, EG_CASE);
    }
    const double at_zero = 0;
    boundary->constant[1] = eg_expression_eval(eg_node_expression(value), &at_zero);
    boundary->given.rows = 1;
    boundary->given.times = &boundary->constant[0];
    boundary->given.values = &boundary->constant[1];
    return EG_OK;
}

static eg_status read_boundary(const eg_sw_model *model, const eg_node *node,
                               eg_sw_boundary *boundary)
{
    if (eg_node_is(node, "wall")) {
        boundary->given.kind = EG_FV_WALL;
        return EG_OK;
    }
    if (eg_node_is(node, "outflow")) {
        boundary->given.kind = EG_FV_OUTFLOW;
        return EG_OK;
    }
    const eg_node *level = eg_node_child(node, "level");
    boundary->given.kind = level ? EG_FV_LEVEL : EG_FV_DISCHARGE;
    return read_value(model, level ? level : eg_node_child(node, "discharge"), boundary);
}

eg_status eg_sw_read_boundaries(eg_sw_model *model)
{
    const eg_mesh *mesh = model->setup.mesh;
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    EG_TRY(eg_alloc(model->setup.context, mesh->boundaries, sizeof *model->boundaries,
                    &model->boundaries));
    for (int b = 0; b < mesh->boundaries; b++)
        EG_TRY(read_boundary(model, eg_node_child(boundaries, mesh->boundary_name[b]),
                             &model->boundaries[b]));
    return EG_OK;
}

eg_status eg_sw_generate(const eg_sw_model *model, eg_text *text)
{
    int expressions = 0;
    for (int b = 0; b < model->setup.mesh->boundaries; b++)
        expressions += model->boundaries[b].expression != NULL;
    if (expressions == 0)
        return EG_OK;
    eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int b = 0; b < model->setup.mesh->boundaries; b++) {
        if (!model->boundaries[b].expression)
            continue;
        char name[64];
        snprintf(name, sizeof name, "eg_open_value_%d", b);
        eg_expression_emit(eg_node_expression(model->boundaries[b].expression), text, name);
    }
    eg_text_add(text, "FUNCTION double eg_open_expression(int boundary, double t)\n{\n"
                      "    double value = 0.0;\n");
    for (int b = 0; b < model->setup.mesh->boundaries; b++)
        if (model->boundaries[b].expression)
            eg_text_add(text, "    if (boundary == %d)\n        value = eg_open_value_%d(t);\n", b,
                        b);
    eg_text_add(text, "    return value;\n}\n");
    return text->status;
}

/* At the end of a step a boundary's value is found for the next one (kernels/fv/shallow_water_series.c). */
eg_status eg_sw_check_given(eg_model *base)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    eg_time_step step;
    EG_TRY(eg_time_read_step(eg_fv_clock(model->fv), &step));
    for (int b = 0; b < model->setup.mesh->boundaries; b++)
        if (model->boundaries[b].expression)
            EG_TRY(eg_plane_check_time(&model->setup, model->boundaries[b].expression, NULL,
                                       step.end, EG_DIVERGED));
    return EG_OK;
}

void eg_sw_destroy_boundaries(eg_sw_model *model)
{
    for (int b = 0; model->boundaries && b < model->setup.mesh->boundaries; b++)
        eg_series_destroy(&model->boundaries[b].series);
    eg_free(model->setup.context, &model->boundaries);
}

void eg_sw_describe(const eg_model *base, eg_text *text)
{
    static const char *const kinds[] = {"wall", "outflow", "level", "discharge"};
    const eg_sw_model *model = eg_sw_model_const(base);
    const eg_mesh *mesh = model->setup.mesh;
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->boundaries; b++)
        eg_text_add(text, " %s: %s%s", mesh->boundary_name[b],
                    kinds[model->boundaries[b].given.kind], b + 1 < mesh->boundaries ? "," : "");
    eg_text_add(text, "\n");
}
