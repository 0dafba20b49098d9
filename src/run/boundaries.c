/* What holds on each boundary of the mesh: kinds and series, from the case. */
#include "run/internal.h"

#include <string.h>

/* ---- series
 * ------------------------------------------------------------------------------------------- */

/* A table that does not hold its ends must cover the whole run. */
static eg_status check_cover(eg_run *run, const eg_node *map, const eg_series *series)
{
    const eg_node *end = eg_case_find(run->loaded, "time.end");
    if (series->after == EG_SERIES_HOLD)
        return EG_OK;
    if (!end)
        return eg_case_fail(
            run->loaded, map, EG_CASE,
            "without time.end it cannot be told whether the table covers the run; give "
            "time.end, or 'after: hold'");
    double first = series->times[0], last = series->times[series->count - 1];
    if (first > 0 || last < eg_node_real(end))
        return eg_case_fail(
            run->loaded, map, EG_CASE,
            "%s covers %.9g s to %.9g s, the run 0 to %.9g s; give 'after: hold' to keep its "
            "first and last value outside, or a longer table",
            series->name, first, last, eg_node_real(end));
    return EG_OK;
}

static eg_status read_series(eg_run *run, const eg_node *map, eg_run_boundary *boundary)
{
    const eg_series_options options = {
        .time_column = eg_node_text(eg_node_child(map, "time_column")),
        .value_column = eg_node_text(eg_node_child(map, "column")),
        .after =
            eg_node_is(eg_node_child(map, "after"), "hold") ? EG_SERIES_HOLD : EG_SERIES_ERROR};
    EG_TRY(eg_series_read(run->context, eg_node_path(eg_node_child(map, "csv")), &options,
                          &boundary->series));
    EG_TRY(check_cover(run, map, boundary->series));
    boundary->given.rows = boundary->series->count;
    boundary->given.times = boundary->series->times;
    boundary->given.values = boundary->series->values;
    return EG_OK;
}

static eg_status read_value(eg_run *run, const eg_node *value, eg_run_boundary *boundary)
{
    if (eg_node_is_map(value))
        return read_series(run, value, boundary);
    if (!eg_node_is_constant(value)) {
        boundary->expression = value;
        return EG_OK;
    }
    const double at_zero = 0;
    boundary->constant[1] = eg_expression_eval(eg_node_expression(value), &at_zero);
    boundary->given.rows = 1;
    boundary->given.times = &boundary->constant[0];
    boundary->given.values = &boundary->constant[1];
    return EG_OK;
}

static eg_status read_boundary(eg_run *run, const eg_node *node, eg_run_boundary *boundary)
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
    return read_value(run, level ? level : eg_node_child(node, "discharge"), boundary);
}

/* ---- names
 * -------------------------------------------------------------------------------------------- */

static eg_status check_names(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    const eg_node *boundaries = eg_case_find(run->loaded, "boundaries");
    eg_text names = {.context = run->context};
    for (int b = 0; b < mesh->boundaries; b++)
        eg_text_add(&names, "%s'%s'", b ? ", " : "", mesh->boundary_name[b]);
    for (int64_t i = 0; i < eg_node_count(boundaries); i++) {
        const char *key = eg_node_key(boundaries, i);
        if (eg_mesh_boundary_index(mesh, key) >= 0)
            continue;
        const char *near =
            eg_suggest(key, (const char *const *)mesh->boundary_name, mesh->boundaries);
        eg_case_error_add_key(run->loaded, eg_node_item(boundaries, i),
                              "%s has no boundary '%s'; it has %s%s%s%s", mesh->origin, key,
                              eg_text_string(&names), near ? "; did you mean '" : "",
                              near ? near : "", near ? "'?" : "");
    }
    for (int b = 0; b < mesh->boundaries; b++)
        if (!eg_node_child(boundaries, mesh->boundary_name[b]))
            eg_case_error_add_key(
                run->loaded, boundaries,
                "boundary '%s' of %s has no entry; add it to boundaries (wall, outflow, "
                "{level: ...} or {discharge: ...})",
                mesh->boundary_name[b], mesh->origin);
    eg_text_free(&names);
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

eg_status eg_run_boundaries(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    const eg_node *boundaries = eg_case_find(run->loaded, "boundaries");
    EG_TRY(check_names(run));
    EG_TRY(eg_alloc(run->context, mesh->boundaries, sizeof *run->boundaries, &run->boundaries));
    for (int b = 0; b < mesh->boundaries; b++)
        EG_TRY(read_boundary(run, eg_node_child(boundaries, mesh->boundary_name[b]),
                             &run->boundaries[b]));
    return EG_OK;
}

eg_status eg_run_generate(const eg_run *run, eg_text *text)
{
    int expressions = 0;
    for (int b = 0; b < run->mesh->boundaries; b++)
        expressions += run->boundaries[b].expression != NULL;
    if (expressions == 0)
        return EG_OK;
    eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int b = 0; b < run->mesh->boundaries; b++) {
        if (!run->boundaries[b].expression)
            continue;
        char name[64];
        snprintf(name, sizeof name, "eg_open_value_%d", b);
        eg_expression_emit(eg_node_expression(run->boundaries[b].expression), text, name);
    }
    eg_text_add(text, "FUNCTION double eg_open_expression(int boundary, double t)\n{\n"
                      "    double value = 0.0;\n");
    for (int b = 0; b < run->mesh->boundaries; b++)
        if (run->boundaries[b].expression)
            eg_text_add(text, "    if (boundary == %d)\n        value = eg_open_value_%d(t);\n", b,
                        b);
    eg_text_add(text, "    return value;\n}\n");
    return text->status;
}

void eg_run_boundaries_destroy(eg_run *run)
{
    for (int b = 0; run->boundaries && b < run->mesh->boundaries; b++)
        eg_series_destroy(&run->boundaries[b].series);
    eg_free(run->context, &run->boundaries);
}
