/* Files that a run reads beside those that its case names: what goes with a raster or with shapes, and the
 * time functions that a table of sources names. */
#include "run/given/inputs.h"

#include "io/gis/shapes.h"
#include "io/table/raster.h"
#include "io/table/records.h"

#include <string.h>

bool eg_inputs_name_ends(const eg_node *node, const char *tail)
{
    const char *name = eg_node_name(node);
    size_t length = strlen(name), bytes = strlen(tail);
    return length >= bytes && strcmp(name + length - bytes, tail) == 0;
}

/* Each file once, however many rows name it. */
static bool is_first_of(const eg_records *table, int64_t row, const char *name)
{
    for (int64_t before = 0; before < row; before++)
        if (strcmp(eg_records_text(table, before, "series"), name) == 0)
            return false;
    return name[0];
}

static eg_status visit_series(eg_context *context, const eg_records *table, eg_beside each)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(context, table->path, &folder));
    for (int64_t row = 0; row < table->rows; row++) {
        const char *name = eg_records_text(table, row, "series");
        EG_SCRATCH char *path = NULL;
        if (!is_first_of(table, row, name))
            continue;
        EG_TRY(eg_path_join(context, folder, name, &path));
        EG_TRY(each.visit(each.user, path));
    }
    return EG_OK;
}

/* A table that cannot be read is told by whoever reads it. */
static eg_status each_series(eg_context *context, const char *path, eg_beside each)
{
    EG_ENDS_WITH(eg_records_destroy) eg_records *table = NULL;
    if (eg_records_read(context, path, NULL, "", &table) != EG_OK)
        return EG_OK;
    return eg_records_column(table, "series") < 0 ? EG_OK : visit_series(context, table, each);
}

eg_status eg_inputs_each_beside(eg_context *context, const eg_node *node, eg_beside each)
{
    const char *path = eg_node_path(node);
    if (eg_inputs_name_ends(node, ".polygons") || eg_inputs_name_ends(node, ".lines") ||
        eg_inputs_name_ends(node, "mesh.boundaries"))
        return eg_gis_shapes_each_beside(context, path, each);
    if (!eg_is_file(path))
        return EG_OK;
    if (eg_inputs_name_ends(node, "sources.table"))
        return each_series(context, path, each);
    return strstr(eg_node_name(node), ".raster") ? eg_raster_each_beside(context, path, each) : EG_OK;
}
