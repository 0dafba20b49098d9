/* exceedance/FIELD.tif or .asc: the maps of members with different cells, from the rasters of largest values that
 * each has written (output.maxima.rasters). */
#include "io/table/raster.h"
#include "tools/ensemble/ensemble.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* A map while members are added. */
typedef struct raster_map {
    eg_ensemble *ensemble;
    const ensemble_level *level;
    const char *ending;
    eg_raster *
        above; /* the first member's, with the weight above the level in each pixel; NaN: no member has one */
    double weight;
} raster_map;

static eg_status find_raster(const eg_ensemble *ensemble, int64_t i, const char *variable, const char *ending,
                             char **path)
{
    EG_TEXT(name, ensemble->context);
    eg_text_add(&name, "maxima/%s.%s", variable, ending);
    EG_TRY(name.status);
    return ensemble_path(ensemble, i, name.data, path);
}

static bool same_pixels(const eg_raster *a, const eg_raster *b)
{
    return a->columns == b->columns && a->rows == b->rows && a->spacing == b->spacing &&
           memcmp(a->first, b->first, sizeof a->first) == 0;
}

/* Without a pixel's value it is not above. */
static void add_pixels(raster_map *m, const eg_raster *values, double weight)
{
    for (int64_t p = 0; p < values->columns * values->rows; p++)
        if (!isnan(values->value[p]))
            m->above->value[p] = (isnan(m->above->value[p]) ? 0 : m->above->value[p]) +
                                 (values->value[p] > m->level->value ? weight : 0);
}

static eg_status add_raster(raster_map *m, int64_t i)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *values = NULL;
    EG_TRY(find_raster(m->ensemble, i, m->level->variable, m->ending, &path));
    EG_TRY(eg_raster_read(m->ensemble->context, path, NULL, &values));
    if (!m->above) {
        EG_TRY(eg_raster_read(m->ensemble->context, path, NULL, &m->above));
        for (int64_t p = 0; p < values->columns * values->rows; p++)
            m->above->value[p] = NAN;
    }
    if (!same_pixels(m->above, values))
        return eg_fail(m->ensemble->context, EG_MESH,
                       "%s: has other pixels than %s; output.maxima.rasters.like gives all members those of "
                       "one raster",
                       path, m->above->name);
    add_pixels(m, values, m->ensemble->weight[i]);
    m->weight += m->ensemble->weight[i];
    return EG_OK;
}

static eg_status write_map(raster_map *m, const char *folder)
{
    eg_context *context = m->ensemble->context;
    EG_SCRATCH char *path = NULL;
    EG_TEXT(name, context);
    for (int64_t i = 0; i < m->ensemble->members; i++) {
        bool done;
        EG_TRY(ensemble_is_done(m->ensemble, i, &done));
        if (done)
            EG_TRY(add_raster(m, i));
    }
    if (!(m->weight > 0))
        return eg_fail(m->ensemble->context, EG_USAGE,
                       "%s: no maps: no member that is done has a weight above 0", m->ensemble->folder);
    for (int64_t p = 0; p < m->above->columns * m->above->rows; p++)
        m->above->value[p] /= m->weight;
    eg_text_add(&name, "%s.%s", m->level->field.name, m->ending);
    EG_TRY(name.status);
    EG_TRY(eg_path_join(context, folder, name.data, &path));
    return eg_raster_write(context, path, m->above, false);
}

eg_status ensemble_find_rasters(const eg_ensemble *ensemble, int64_t i, const char **ending)
{
    static const char *const endings[] = {"tif", "asc"};
    *ending = NULL;
    for (int k = 0; k < 2 && !*ending; k++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(find_raster(ensemble, i, ensemble->level->variable, endings[k], &path));
        if (eg_is_file(path))
            *ending = endings[k];
    }
    return EG_OK;
}

/* Maps by their names, and what stands beside them: "max_depth_above_0_5.tif". */
static eg_status remove_rasters(const eg_ensemble *ensemble, const char *path, DIR *folder)
{
    static const char *const endings[] = {".tif", ".asc", ".prj", ".tif.aux.xml"};
    for (const struct dirent *entry; (entry = readdir(folder));) {
        EG_SCRATCH char *file = NULL;
        bool ours = false;
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
            ours |= eg_has_ending(entry->d_name, endings[k]);
        if (!ours || !strstr(entry->d_name, "_above_"))
            continue;
        EG_TRY(eg_path_join(ensemble->context, path, entry->d_name, &file));
        EG_TRY(eg_file_remove(ensemble->context, file));
    }
    return EG_OK;
}

eg_status ensemble_remove_rasters(const eg_ensemble *ensemble)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(ensemble->context, ensemble->folder, "exceedance", &path));
    DIR *folder = opendir(path);
    if (!folder)
        return EG_OK;
    eg_status status = remove_rasters(ensemble, path, folder);
    closedir(folder);
    rmdir(path); /* where nothing else is in it */
    return status;
}

eg_status ensemble_write_rasters(eg_ensemble *ensemble, const char *ending, eg_text *report)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_join(ensemble->context, ensemble->folder, "exceedance", &folder));
    EG_TRY(eg_folder_create(ensemble->context, folder));
    for (int l = 0; l < ensemble->levels; l++) {
        raster_map m = {.ensemble = ensemble, .level = &ensemble->level[l], .ending = ending};
        eg_status status = write_map(&m, folder);
        eg_raster_destroy(&m.above);
        EG_TRY(status);
    }
    eg_text_add(report, "  exceedance  %s/*.%s: rasters, as the cells of the members differ\n", folder,
                ending);
    return report->status;
}
