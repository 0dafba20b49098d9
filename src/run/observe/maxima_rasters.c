/* maxima/NAME.tif or .asc: the largest values of all steps as rasters, where the case asks for them
 * (output.maxima.rasters). */
#include "run/given/inputs.h"
#include "run/observe/observe.h"

#include "io/gis/gis.h"
#include "io/table/gdal.h"

#include <string.h>

static const eg_node *wanted_rasters(const eg_run *run)
{
    return eg_case_find(run->loaded, "output.maxima.rasters");
}

static const char *ending_of(const eg_node *map)
{
    return eg_node_is(eg_node_child(map, "format"), "asc") ? "asc" : "tif";
}

/* What is refined needs the highest levels beside it. */
static eg_status check_refined(eg_run *run, const eg_node *map)
{
    const eg_model_steps *steps = run->kind->class->steps;
    const eg_node *variables = eg_case_find(run->loaded, "output.maxima.variables");
    for (int64_t i = 0; EG_HAS(steps, can_refine) && i < eg_node_count(variables); i++) {
        const char *name = eg_node_text(eg_node_item(variables, i));
        if (steps->can_refine(run->loaded, name) && !eg_node_has(variables, "max_level"))
            return eg_case_fail(run->loaded, map, EG_CASE,
                                "%s: %s on the pixels of the ground needs max_level among the variables",
                                eg_node_name(map), name);
    }
    return EG_OK;
}

eg_status eg_run_check_maxima_rasters(eg_run *run)
{
    const eg_node *map = wanted_rasters(run), *like = eg_node_child(map, "like");
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    if (!map || !eg_run_is_first(run))
        return EG_OK;
    if (strcmp(ending_of(map), "tif") == 0 && !eg_gdal_is_there())
        return eg_case_fail(run->loaded, map, EG_INPUT,
                            "%s: a GeoTIFF needs GDAL, which is not installed (Debian: "
                            "libgdal32); 'format: asc' writes ESRI ASCII grids",
                            eg_node_name(map));
    EG_TRY(check_refined(run, map));
    if (like)
        EG_TRY(eg_raster_read(run->context, eg_node_path(like), NULL, &raster));
    return EG_OK;
}

/* ---- writing: by the first rank, from the file that all have written */

typedef struct raster_files {
    eg_run *run;
    const eg_node *map;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *geometry;
    eg_raster *raster; /* its squares; each variable fills them */
    char *folder;
} raster_files;

/* The squares and the projection: those of another raster, or squares of a size in the projection of the
 * case's rasters. */
static eg_status make_grid(const raster_files *f, eg_raster **raster)
{
    eg_context *context = f->run->context;
    const eg_node *like = eg_node_child(f->map, "like");
    if (like)
        return eg_raster_read(context, eg_node_path(like), NULL, raster);
    EG_TRY(eg_gis_grid(context, f->geometry, eg_node_real(eg_node_child(f->map, "pixel")), raster));
    return f->run->projection ? eg_strdup(context, f->run->projection, &(*raster)->projection) : EG_OK;
}

static int find_field(const raster_files *f, const char *name)
{
    int i = 0;
    while (i < f->snapshot->field_count && strcmp(f->snapshot->field[i].name, name) != 0)
        i++;
    return i;
}

/* The run's own file is no input: where it cannot be read, the disk has failed. */
static eg_status own_file(eg_status status)
{
    return status == EG_INPUT ? EG_IO : status;
}

/* What the model knows of squares beyond the values of cells: it takes the highest levels there. */
static eg_status refine_raster(raster_files *f, const char *name)
{
    const eg_model_steps *steps = f->run->class->steps;
    EG_SCRATCH double *values = NULL;
    if (!EG_HAS(steps, can_refine) || !steps->can_refine(f->run->loaded, name))
        return EG_OK;
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *levels = NULL;
    EG_TRY(make_grid(f, &levels));
    EG_TRY(own_file(eg_snapshot_read_field(f->snapshot, find_field(f, "max_level"), &values)));
    EG_TRY(eg_gis_fill(f->geometry, values, levels));
    return steps->refine_maximum(f->run->model, levels, f->raster);
}

static eg_status write_raster(raster_files *f, int field)
{
    eg_context *context = f->run->context;
    EG_SCRATCH char *path = NULL;
    char name[EG_FIELD_NAME + 8];
    EG_SCRATCH double *values = NULL;
    snprintf(name, sizeof name, "%s.%s", f->snapshot->field[field].name, ending_of(f->map));
    EG_TRY(own_file(eg_snapshot_read_field(f->snapshot, field, &values)));
    EG_TRY(eg_gis_fill(f->geometry, values, f->raster));
    EG_TRY(refine_raster(f, f->snapshot->field[field].name));
    EG_TRY(eg_path_join(context, f->folder, name, &path));
    return eg_raster_write(context, path, f->raster, f->snapshot->precision == EG_F32);
}

static eg_status write_all(raster_files *f)
{
    eg_context *context = f->run->context;
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(f->run, "maxima", &f->folder));
    EG_TRY(eg_folder_create(context, f->folder));
    EG_TRY(eg_run_path(f->run, EG_MAXIMA_FILE, &path));
    EG_TRY(own_file(eg_snapshot_open(context, path, &f->snapshot)));
    EG_TRY(own_file(eg_snapshot_read_geometry(f->snapshot, &f->geometry)));
    EG_TRY(make_grid(f, &f->raster));
    for (int i = 0; i < f->snapshot->field_count; i++)
        EG_TRY(write_raster(f, i));
    return EG_OK;
}

eg_status eg_run_maxima_rasters(eg_run *run)
{
    raster_files f = {.run = run, .map = wanted_rasters(run)};
    if (!f.map || !eg_run_is_first(run))
        return EG_OK;
    eg_status status = write_all(&f);
    eg_raster_destroy(&f.raster);
    eg_snapshot_geometry_destroy(&f.geometry);
    eg_snapshot_close(&f.snapshot);
    eg_free(run->context, &f.folder);
    return status;
}
