/* Boundaries that follow from the flow inside: rating curves and normal depths. */
#include "io/table/records.h"
#include "run/models/shallow_water/internal.h"

/* Levels ascend; discharges are not negative. */
static eg_status read_rating_level(const eg_records *records, int64_t i, double *level, double *discharge)
{
    EG_TRY(eg_records_real(records, i, "level", EG_DIMENSION_LENGTH, &level[i]));
    EG_TRY(eg_records_real(records, i, "discharge", EG_DIMENSION_DISCHARGE, &discharge[i]));
    if (i > 0 && !(level[i] > level[i - 1]))
        return eg_records_fail(records, i, "level",
                               "levels must ascend from row to row, and %g m is not above %g m", level[i],
                               level[i - 1]);
    if (discharge[i] < 0)
        return eg_records_fail(records, i, "discharge",
                               "a rating curve is for outflow: the discharge must be zero or more");
    if (i > 0 && discharge[i] < discharge[i - 1])
        return eg_records_fail(records, i, "discharge",
                               "more water leaves as the level rises: the discharge must not fall "
                               "from row to row, and %g m3/s is below %g m3/s",
                               discharge[i], discharge[i - 1]);
    return EG_OK;
}

eg_status eg_sw_read_rating(const eg_sw_model *model, const eg_node *path, eg_sw_boundary *boundary)
{
    static const char columns[] = "level discharge";
    eg_fv_boundary *given = &boundary->given;
    EG_ENDS_WITH(eg_records_destroy) eg_records *records = NULL;
    EG_TRY(eg_records_read(model->setup.context, eg_node_path(path), columns, columns, &records));
    int64_t rows = records->rows;
    EG_TRY(eg_alloc(model->setup.context, 2 * rows, sizeof *boundary->rating, &boundary->rating));
    for (int64_t i = 0; i < rows; i++)
        EG_TRY(read_rating_level(records, i, boundary->rating, boundary->rating + rows));
    given->value = (eg_fv_series){rows, boundary->rating, boundary->rating + rows};
    eg_sw_give_number(0, &boundary->series[1], &given->second);
    return EG_OK;
}

eg_status eg_sw_read_normal(const eg_sw_model *model, const eg_node *map, eg_sw_boundary *boundary)
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_node *manning = eg_node_child(map, "manning");
    int64_t b = boundary - model->boundaries;
    boundary->given.slope = eg_node_real(eg_node_child(map, "slope"));
    boundary->given.manning = manning ? eg_node_real(manning) : 0;
    for (int64_t f = 0; !manning && f < mesh->faces; f++)
        if (eg_sw_is_along(model, f, b) && !(model->manning[mesh->face_cell[f][0]] > 0))
            return eg_case_fail(model->setup.loaded, map, EG_CASE,
                                "%s: the cells along it have no friction, and no normal depth; "
                                "give its manning here, or that of the material",
                                eg_node_name(map));
    return EG_OK;
}
