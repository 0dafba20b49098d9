/* The ground of every cell (bed and roughness) and its water at time 0. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

#include "io/raster.h"

/* ---- a value over the plane
 * ------------------------------------------------------------------------ */

static eg_status raster_of(eg_run *run, const eg_node *map, eg_raster **raster)
{
    const eg_raster_options options = {
        .registration =
            eg_node_is(eg_node_child(map, "register"), "node") ? EG_RASTER_NODE : EG_RASTER_CORNER,
        .nodata = eg_node_is(eg_node_child(map, "nodata"), "nearest") ? EG_RASTER_NODATA_NEAREST
                                                                      : EG_RASTER_NODATA_ERROR,
        .value_scale = eg_node_real(eg_node_child(map, "scale"))};
    return eg_raster_read(run->context, eg_node_path(eg_node_child(map, "raster")), &options,
                          raster);
}

static double mean_vertex_z(const eg_mesh *mesh, int64_t cell)
{
    double sum = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++)
        sum += mesh->x[mesh->vertex[k]][2];
    return sum / (double)(mesh->first[cell + 1] - mesh->first[cell]);
}

static eg_status not_finite(eg_run *run, const eg_node *node, int64_t cell, double value)
{
    const double *x = run->mesh->centroid[cell];
    char text[32] = "not a number";
    if (!isnan(value))
        snprintf(text, sizeof text, "%g", value);
    return eg_case_fail(run->loaded, node, EG_CASE,
                        "%s is %s at cell %lld, (%.9g, %.9g); it must be %s", eg_node_name(node),
                        text, (long long)cell, x[0], x[1],
                        isfinite(value) ? "zero or more" : "a finite number");
}

/* Fills values[] at the cells of one region (-1: all) from a number, an expression of x and y, a
 * raster, or the mesh's z. */
static eg_status plane_value(eg_run *run, const eg_node *node, int region, bool not_negative,
                             double *values)
{
    const eg_mesh *mesh = run->mesh;
    eg_raster *raster = NULL;
    bool from_mesh = eg_node_child(node, "mesh") != NULL;
    if (eg_node_child(node, "raster"))
        EG_TRY(raster_of(run, node, &raster));
    eg_status status = EG_OK;
    for (int64_t c = 0; status == EG_OK && c < mesh->cells; c++) {
        if (region >= 0 && mesh->region[c] != region)
            continue;
        const double *x = mesh->centroid[c];
        if (raster)
            status = eg_raster_sample(raster, x[0], x[1], &values[c]);
        else
            values[c] = from_mesh ? mean_vertex_z(mesh, c)
                                  : eg_expression_eval(eg_node_expression(node), x);
        if (status != EG_OK) {
            char *why = NULL;
            if (eg_strdup(run->context, eg_context_error(run->context), &why) == EG_OK)
                status = eg_case_fail(run->loaded, node, status, "%s at cell %lld: %s",
                                      eg_node_name(node), (long long)c, why);
            eg_free(run->context, &why);
        } else if (!isfinite(values[c]) || (not_negative && values[c] < 0)) {
            status = not_finite(run, node, c, values[c]);
        }
    }
    eg_raster_destroy(&raster);
    return status;
}

/* ---- materials
 * -------------------------------------------------------------------------------------- */

static const eg_node *material_of(const eg_run *run, int region)
{
    const eg_node *materials = eg_case_find(run->loaded, "materials");
    const eg_node *own = eg_node_child(materials, run->mesh->region_name[region]);
    return own ? own : eg_node_child(materials, "all");
}

static void names_of(char **names, int count, eg_text *text)
{
    for (int i = 0; i < count; i++)
        eg_text_add(text, "%s'%s'", i ? ", " : "", names[i]);
}

/* Names of the case that the mesh lacks, and regions that the case lacks. */
static eg_status check_materials(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    const eg_node *materials = eg_case_find(run->loaded, "materials");
    eg_text names = {.context = run->context};
    names_of(mesh->region_name, mesh->regions, &names);
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const char *key = eg_node_key(materials, i);
        if (strcmp(key, "all") != 0 && eg_mesh_region_index(mesh, key) < 0)
            eg_case_error_add_key(run->loaded, eg_node_item(materials, i),
                                  "%s has no region '%s'; it has %s", mesh->origin, key,
                                  eg_text_string(&names));
    }
    for (int r = 0; r < mesh->regions; r++)
        if (!material_of(run, r))
            eg_case_error_add_key(run->loaded, materials,
                                  "region '%s' of %s has no entry in materials; add it, or 'all'",
                                  mesh->region_name[r], mesh->origin);
    eg_text_free(&names);
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

eg_status eg_run_ground(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    EG_TRY(check_materials(run));
    EG_TRY(eg_alloc(run->context, mesh->cells, sizeof *run->bed, &run->bed));
    EG_TRY(eg_alloc(run->context, mesh->cells, sizeof *run->manning, &run->manning));
    for (int r = 0; r < mesh->regions; r++) {
        const eg_node *material = material_of(run, r);
        int region = mesh->regions == 1 ? -1 : r;
        EG_TRY(plane_value(run, eg_node_child(material, "elevation"), region, false, run->bed));
        EG_TRY(plane_value(run, eg_node_child(material, "manning"), region, true, run->manning));
    }
    return EG_OK;
}

/* ---- initial state
 * ----------------------------------------------------------------------------------- */

eg_status eg_run_initial(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    const eg_node *depth = eg_case_find(run->loaded, "initial.depth");
    const eg_node *level = eg_case_find(run->loaded, "initial.level");
    const eg_node *velocity = eg_case_find(run->loaded, "initial.velocity");
    EG_TRY(eg_alloc(run->context, mesh->cells, sizeof *run->depth, &run->depth));
    EG_TRY(eg_alloc(run->context, mesh->cells, sizeof *run->velocity, &run->velocity));
    const eg_node *given = depth ? depth : level;
    for (int64_t c = 0; c < mesh->cells; c++) {
        const double at[3] = {mesh->centroid[c][0], mesh->centroid[c][1], run->bed[c]};
        double value = eg_expression_eval(eg_node_expression(given), at);
        if (!isfinite(value) || (depth && value < 0))
            return not_finite(run, given, c, value);
        run->depth[c] = depth ? value : fmax(0, value - run->bed[c]);
        for (int i = 0; i < 2; i++) {
            const eg_node *component = eg_node_item(velocity, i);
            run->velocity[c][i] = eg_expression_eval(eg_node_expression(component), at);
            if (!isfinite(run->velocity[c][i]))
                return not_finite(run, component, c, run->velocity[c][i]);
        }
    }
    return EG_OK;
}
