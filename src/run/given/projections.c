/* Rasters of one case lie in one projection: nothing is reprojected, and two that differ are refused. */
#include "run/given/inputs.h"

#include <string.h>

#include "io/gis/cube.h"
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

/* The first raster of the case whose projection is known. */
typedef struct known_projection {
    char *projection;
    const char *path;
} known_projection;

static eg_status refuse_projection(eg_run *run, const eg_node *node, const known_projection *known,
                                   const char *other)
{
    EG_SCRATCH char *wanted = NULL, *code = NULL, *name = NULL, *other_code = NULL;
    EG_TRY(eg_projection_name(run->context, known->projection, &wanted, &code));
    EG_TRY(eg_projection_name(run->context, other, &name, &other_code));
    return eg_case_fail(run->loaded, node, EG_INPUT,
                        "%s is in %s, but %s in %s; reproject it with gdalwarp -t_srs %s", eg_node_path(node),
                        name ? name : "another projection", known->path, wanted ? wanted : "its own",
                        code ? code : "PROJECTION");
}

static eg_status note_projection(eg_run *run, const eg_node *node, void *with)
{
    known_projection *known = with;
    EG_SCRATCH char *projection = NULL;
    if (!is_raster_node(node) || !eg_is_file(eg_node_path(node)))
        return EG_OK; /* whoever reads it says what is wrong */
    EG_TRY(is_netcdf_node(node) ? eg_cube_projection(run->context, eg_node_path(node), &projection)
                                : eg_raster_projection(run->context, eg_node_path(node), &projection));
    if (!projection)
        return EG_OK;
    if (!known->projection) {
        known->path = eg_node_path(node);
        return eg_hand_over(&projection, &known->projection);
    }
    return eg_projections_are_same(run->context, known->projection, projection)
               ? EG_OK
               : refuse_projection(run, node, known, projection);
}

eg_status eg_run_find_projection(eg_run *run, char **projection)
{
    known_projection known = {0};
    eg_status status = eg_inputs_each(run, eg_case_root(run->loaded), note_projection, &known);
    *projection = known.projection;
    return status;
}

eg_status eg_run_check_projections(eg_run *run)
{
    return eg_run_is_first(run) ? eg_run_find_projection(run, &run->projection) : EG_OK;
}
