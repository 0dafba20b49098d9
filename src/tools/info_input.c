/* `eagre info` on what a case reads: rasters, and the case itself. */
#include "eagre/tools.h"
#include "io/case/case.h"
#include "io/table/raster.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"
#include "tools/internal.h"

#include <string.h>

eg_status eg_info_raster(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    EG_TRY(eg_raster_read(context, path, &(eg_raster_options){0}, &raster));
    double half = 0.5 * raster->spacing;
    eg_text_add(text, "%s: raster (%s)\n", path, raster->format);
    eg_text_add(text, "  values      %lld x %lld, %.9g m apart, %lld missing\n", (long long)raster->columns,
                (long long)raster->rows, raster->spacing, (long long)raster->missing);
    eg_text_add(text, "  range       %.9g to %.9g\n", raster->least, raster->largest);
    eg_text_add(text, "  covers      x %.9g to %.9g m, y %.9g to %.9g m with register: corner\n",
                raster->low[0], raster->high[0], raster->low[1], raster->high[1]);
    /* the points of a GeoTIFF are the middles of its squares, those of a grid of text begin at the corner */
    double before = strcmp(raster->format, "GeoTIFF") == 0 ? half : 0;
    eg_text_add(text, "              x %.9g to %.9g m, y %.9g to %.9g m with register: node\n",
                raster->low[0] + before, raster->high[0] + before - 2 * half, raster->low[1] + before,
                raster->high[1] + before - 2 * half);
    EG_SCRATCH char *name = NULL, *code = NULL;
    EG_TRY(eg_projection_name(context, raster->projection, &name, &code));
    if (name)
        eg_text_add(text, "  projection  %s%s%s\n", name, code ? ", " : "", code ? code : "");
    return EG_OK;
}

/* ---- cases */

static void add_mesh_line(const eg_case *loaded, eg_text *text)
{
    const eg_node *file = eg_case_find(loaded, "mesh.gmsh");
    if (file) {
        eg_text_add(text, "  mesh        %s\n", eg_node_path(file));
        return;
    }
    const eg_node *size = eg_case_find(loaded, "mesh.box.size");
    const eg_node *cells = eg_case_find(loaded, "mesh.box.cells");
    const eg_node *element = eg_case_find(loaded, "mesh.box.element");
    eg_text_add(text, "  mesh        box of ");
    for (int64_t d = 0; d < eg_node_count(size); d++)
        eg_text_add(text, "%s%.9g m", d ? " x " : "", eg_node_real(eg_node_item(size, d)));
    for (int64_t d = 0; d < eg_node_count(cells); d++)
        eg_text_add(text, "%s%lld", d ? " x " : ", ", (long long)eg_node_integer(eg_node_item(cells, d)));
    eg_text_add(text, " %s%s\n",
                eg_node_is(element, "triangle")     ? "squares, each two triangles"
                : eg_node_is(element, "hexahedron") ? "hexahedra"
                                                    : "quadrangles",
                eg_case_find(loaded, "mesh.box.map")          ? ", mapped"
                : eg_case_find(loaded, "mesh.box.topography") ? ", below a surface"
                                                              : "");
}

static void add_time_line(const eg_case *loaded, eg_text *text)
{
    const eg_node *end = eg_case_find(loaded, "time.end");
    const eg_node *steps = eg_case_find(loaded, "time.steps");
    if (!end && !steps)
        return;
    eg_text_add(text, "  end         ");
    if (end)
        eg_text_add(text, "%.9g s", eg_node_real(end));
    if (steps)
        eg_text_add(text, "%s%lld steps", end ? ", or " : "", (long long)eg_node_integer(steps));
    eg_text_add(text, "\n");
}

void eg_tools_case_lines(const eg_case *loaded, eg_text *text)
{
    const char *title = eg_node_text(eg_case_find(loaded, "title"));
    eg_text_add(text, "%s\n", title[0] ? title : eg_case_name(loaded));
    const eg_node *order = eg_case_find(loaded, "numerics.order");
    const eg_node *degree = eg_case_find(loaded, "numerics.degree");
    eg_text_add(text, "  model       %s, %s %lld, %s\n", eg_node_text(eg_case_find(loaded, "model")),
                order ? "order" : "degree", (long long)eg_node_integer(order ? order : degree),
                eg_node_text(eg_case_find(loaded, "numerics.precision")));
    add_mesh_line(loaded, text);
    add_time_line(loaded, text);
}

static void add_map_keys(const eg_node *map, const char *label, eg_text *text)
{
    eg_text_add(text, "  %-11s", label);
    for (int64_t i = 0; i < eg_node_count(map); i++)
        eg_text_add(text, "%s %s", i ? "," : "", eg_node_key(map, i));
    eg_text_add(text, "\n");
}

eg_status eg_info_case(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_case_destroy) eg_case *loaded = NULL;
    EG_TRY(eg_case_load(context, eg_models, path, NULL, 0, &loaded));
    eg_text_add(text, "%s: case\n", path);
    eg_tools_case_lines(loaded, text);
    add_map_keys(eg_case_find(loaded, "materials"), "materials", text);
    add_map_keys(eg_case_find(loaded, "boundaries"), "boundaries", text);
    const eg_node *gauges = eg_case_find(loaded, "output.gauges");
    const eg_node *probes = eg_case_find(loaded, "output.probes");
    if (gauges)
        add_map_keys(gauges, "gauges", text);
    if (probes)
        add_map_keys(probes, "probes", text);
    eg_text_add(text, "  case_hash   %016llx\n", (unsigned long long)eg_case_hash(loaded));
    return EG_OK;
}
