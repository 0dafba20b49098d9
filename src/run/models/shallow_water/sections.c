/* Sections of the case: lines across the flow, and the faces between cells on their two sides.
 *
 * A face counts where the line between the centres of its cells crosses the section. What goes through all of
 * these faces goes from the cells on one side of the section to those on the other: their fluxes add up to
 * that, to rounding. */
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

/* Counts the faces of a section among those near it, or writes them where there is room for them. */
static int64_t list_section_faces(const eg_sw_near_faces *near, const eg_node *points, int32_t *face,
                                  int8_t *sense)
{
    const eg_plane *mesh = near->mesh;
    int64_t count = 0;
    for (int64_t i = 0; i < near->count; i++) {
        int64_t f = near->face[i];
        int32_t left = mesh->face_cell[f][0], right = mesh->face_cell[f][1];
        if (right < 0 || left >= mesh->base.own)
            continue;
        int over = eg_sw_crossings(points, mesh->base.centroid[left], mesh->base.centroid[right]);
        if (over == 0)
            continue;
        if (face) {
            face[count] = (int32_t)f;
            sense[count] = (int8_t)over;
        }
        count++;
    }
    return count;
}

static eg_status read_line_section(eg_sw_model *model, eg_sw_near_faces *near, int s, const eg_node *points)
{
    EG_TRY(eg_sw_check_line(&model->setup, points));
    EG_TRY(eg_sw_find_near_faces(near, points));
    int64_t faces = list_section_faces(near, points, NULL, NULL);
    int32_t *face;
    int8_t *sense;
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(faces, face), EG_BLOCK(faces, sense)));
    list_section_faces(near, points, face, sense);
    model->section[s] = (eg_fv_section){.faces = faces, .face = face, .sense = sense};
    return EG_OK;
}

eg_status eg_sw_read_sections(eg_sw_model *model)
{
    const eg_node *map = eg_case_find(model->setup.loaded, "output.sections");
    EG_ENDS_WITH(eg_sw_near_faces_end) eg_sw_near_faces near = {.mesh = model->setup.mesh};
    model->sections = (int)eg_node_count(map);
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(model->sections, model->section),
                    EG_BLOCK(2 * model->sections, model->passed), EG_BLOCK(model->sections, model->crossed)));
    for (int s = 0; s < model->sections; s++)
        EG_TRY(read_line_section(model, &near, s, eg_node_item(map, s)));
    return EG_OK;
}

eg_status eg_sw_check_sections(const eg_sw_model *model)
{
    const eg_node *map = eg_case_find(model->setup.loaded, "output.sections");
    for (int s = 0; s < model->sections; s++) {
        double faces = (double)model->section[s].faces;
        eg_comm_max(model->setup.comm, &faces, 1);
        if (faces == 0)
            return eg_case_fail(model->setup.loaded, eg_node_item(map, s), EG_CASE,
                                "%s separates no two cells of the mesh; check its coordinates",
                                eg_node_name(eg_node_item(map, s)));
    }
    return EG_OK;
}

void eg_sw_destroy_sections(eg_sw_model *model)
{
    for (int s = 0; model->section && s < model->sections; s++)
        EG_FREE(&model->section[s].face, &model->section[s].sense);
    EG_FREE(&model->section, &model->passed, &model->crossed);
}

void eg_sw_section_names(const eg_sw_model *model, eg_text *names)
{
    const eg_node *map = eg_case_find(model->setup.loaded, "output.sections");
    for (int s = 0; s < model->sections; s++) {
        const char *name = strrchr(eg_node_name(eg_node_item(map, s)), '.') + 1;
        eg_text_add(names, "section_%s_m3_per_s\nsection_%s_m3\n", name, name);
    }
}

/* What structures carry over a section from one place to another, and weirs from one side of a face to the
 * other. */
void eg_sw_add_over_section(const eg_sw_model *model, int s, const double *amount, int count, int at,
                            double *sum)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *points = eg_node_item(eg_case_find(model->setup.loaded, "output.sections"), s);
    for (int i = 0; i < flows->count; i++) {
        const int64_t *cell = flows->flow[i].cell;
        if (cell[0] < 0 || cell[1] < 0)
            continue;
        *sum += eg_sw_crossings(points, &flows->way[i][0], &flows->way[i][2]) * amount[i * count + at];
    }
}

eg_status eg_sw_section_values(eg_sw_model *model, double *values)
{
    int count = model->sections;
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_fv_sections_of(model->fv, model->setup.comm, model->passed, &model->passed[count]));
    for (int s = 0; s < count; s++) {
        eg_sw_add_over_section(model, s, model->flows.passed, 1, 0, &model->passed[s]);
        eg_sw_add_over_section(model, s, model->flows.discharge, 1, 0, &model->passed[count + s]);
        model->crossed[s] = fmax(model->crossed[s], fabs(model->passed[count + s]));
        values[2 * s] = model->passed[count + s];
        values[2 * s + 1] = model->passed[s];
    }
    return EG_OK;
}
