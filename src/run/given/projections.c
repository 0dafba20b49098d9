/* Rasters and shapes of one case lie in one projection: nothing is reprojected, and two that differ are
 * refused. */
#include "run/given/inputs.h"

#include <string.h>

#include "io/gis/cube.h"
#include "io/gis/shapes.h"
#include "io/table/raster.h"

static bool is_netcdf_node(const eg_node *node)
{
    static const char key[] = ".netcdf";
    const char *name = eg_node_name(node);
    size_t length = strlen(name);
    return length > sizeof key && strcmp(name + length - (sizeof key - 1), key) == 0;
}

static bool is_raster_node(const eg_node *node)
{
    static const char key[] = ".raster";
    const char *at = strstr(eg_node_name(node), key);
    return is_netcdf_node(node) || (at && (at[sizeof key - 1] == 0 || at[sizeof key - 1] == '['));
}

/* What a node's file of shapes is to hold; 0: it is none. */
static eg_gis_kind shapes_of_node(const eg_node *node)
{
    return eg_inputs_name_ends(node, ".polygons")         ? EG_GIS_POLYGONS
           : eg_inputs_name_ends(node, ".lines")          ? EG_GIS_LINES
           : eg_inputs_name_ends(node, "mesh.boundaries") ? EG_GIS_ANY
                                                          : 0;
}

/* The first file of the case whose projection is known. */
typedef struct known_projection {
    char *projection;
    const char *path;
} known_projection;

static eg_status refuse_projection(eg_run *run, const eg_node *node, const char *path,
                                   const known_projection *known, const char *other)
{
    EG_SCRATCH char *wanted = NULL, *code = NULL, *name = NULL, *other_code = NULL;
    EG_TRY(eg_projection_name(run->context, known->projection, &wanted, &code));
    EG_TRY(eg_projection_name(run->context, other, &name, &other_code));
    return eg_case_fail(run->loaded, node, EG_INPUT,
                        "%s is in %s, but %s in %s; reproject it with %s -t_srs %s", path,
                        name ? name : "another projection", known->path, wanted ? wanted : "its own",
                        is_raster_node(node) ? "gdalwarp" : "ogr2ogr", code ? code : "PROJECTION");
}

static eg_status compare_projection(eg_run *run, const eg_node *node, const char *path,
                                    known_projection *known, const char *projection)
{
    if (!projection)
        return EG_OK;
    if (!known->projection) {
        known->path = path;
        return eg_strdup(run->context, projection, &known->projection);
    }
    return eg_projections_are_same(run->context, known->projection, projection)
               ? EG_OK
               : refuse_projection(run, node, path, known, projection);
}

static eg_status note_raster(eg_run *run, const eg_node *node, void *with)
{
    EG_SCRATCH char *projection = NULL;
    if (!is_raster_node(node) || !eg_is_file(eg_node_path(node)))
        return EG_OK; /* whoever reads it says what is wrong */
    EG_TRY(is_netcdf_node(node) ? eg_cube_projection(run->context, eg_node_path(node), &projection)
                                : eg_raster_projection(run->context, eg_node_path(node), &projection));
    return compare_projection(run, node, eg_node_path(node), with, projection);
}

/* Shapes that cannot be read are told by whoever reads them. */
static eg_status note_shapes(eg_run *run, const eg_node *node, void *with)
{
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *shapes = NULL;
    EG_TEXT(remarks, run->context);
    eg_gis_kind kind = shapes_of_node(node);
    if (!kind || eg_gis_shapes_read(run->context, eg_node_path(node), kind, NULL, &shapes) != EG_OK)
        return EG_OK;
    eg_gis_shapes_add_remarks(shapes, &remarks);
    EG_TRY(remarks.status);
    if (remarks.length > 0)
        eg_case_warn(run->loaded, node, "%s: %s: %s", eg_node_name(node), eg_node_path(node),
                     eg_text_string(&remarks));
    return compare_projection(run, node, eg_node_path(node), with, shapes->projection);
}

/* run->projection is that of the rasters alone: files of shapes are not there when a run goes on. */
static eg_status compare_projections(eg_run *run, known_projection *known)
{
    int64_t count;
    const eg_case_shapes *noted = eg_case_noted_shapes(run->loaded, &count);
    EG_TRY(eg_inputs_each(run, eg_case_root(run->loaded), note_raster, known));
    if (known->projection)
        EG_TRY(eg_strdup(run->context, known->projection, &run->projection));
    EG_TRY(eg_inputs_each(run, eg_case_root(run->loaded), note_shapes, known));
    for (int64_t i = 0; i < count; i++)
        EG_TRY(compare_projection(run, noted[i].node, noted[i].path, known, noted[i].projection));
    return EG_OK;
}

eg_status eg_run_check_projections(eg_run *run)
{
    known_projection known = {0};
    eg_status status = eg_run_is_first(run) ? compare_projections(run, &known) : EG_OK;
    EG_FREE(&known.projection);
    return status;
}
