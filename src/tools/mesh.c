/* `eagre mesh`: a mesh of the area of a raster or of polygons. Squares are made here, triangles by the
 * command gmsh. */
#include "eagre/tools.h"
#include "device/host/host.h"
#include "io/gis/area.h"
#include "io/gis/boundaries.h"
#include "io/table/plain_text.h"
#include "tools/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GEOMETRY, SIZES, MESH, FILES };
static const char *const file_names[FILES] = {"area.geo", "size.pos", "area.msh"};

/* What is made. */
typedef struct meshing {
    eg_context *context;
    const eg_mesh_options *options;
    eg_gis_area *area;
    eg_gis_squares squares;
    eg_gis_outline *outline;
    eg_gis_shapes *breaks, *refined;
    char *program;     /* gmsh */
    char folder[4096]; /* for the files of gmsh; "": none yet */
    char *file[FILES];
    eg_folder_guard guard;
} meshing;

/* ---- gmsh */

static eg_status write_scripts(const meshing *m)
{
    const eg_gis_meshing made = {.outline = m->outline,
                                 .cell = m->options->cell,
                                 .breaks = m->breaks,
                                 .refined = m->refined,
                                 .sizes = file_names[SIZES]};
    EG_ENDS_WITH(eg_text_free) eg_text geometry = {.context = m->context}, sizes = {.context = m->context};
    EG_TRY(eg_gis_add_geometry(&made, &geometry));
    EG_TRY(eg_file_write(m->context, m->file[GEOMETRY], geometry.data, geometry.length));
    if (!m->refined)
        return EG_OK;
    EG_TRY(eg_gis_add_sizes(m->area, &made, &sizes));
    return eg_file_write(m->context, m->file[SIZES], sizes.data, sizes.length);
}

/* Ends with this process, however that ends. */
static eg_status run_watched(meshing *m, const eg_command *command, eg_text *said, int *code)
{
    eg_running_command running;
    EG_TRY(eg_command_begin(command, m->folder, false, &running));
    eg_folder_guard_watch(&m->guard, running.child);
    eg_status status = eg_command_end(command, &running, said, code);
    eg_folder_guard_leave(&m->guard);
    return status;
}

static eg_status run_gmsh(meshing *m)
{
    EG_ENDS_WITH(eg_command_free) eg_command command = {.context = m->context};
    EG_TEXT(said, m->context);
    int code = 0;
    const char *const words[] = {
        m->program, "-2", "-v", "2", "-format", "msh41", "-o", file_names[MESH], file_names[GEOMETRY]};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        eg_command_add(&command, "%s", words[i]);
    EG_TRY(run_watched(m, &command, &said, &code));
    if (code != 0)
        return eg_fail(m->context, EG_MESH, "gmsh ended with %d: %.600s", code,
                       said.data ? said.data : "it said nothing");
    return EG_OK;
}

/* Where the folder is, as mkdtemp() wants it. */
static eg_status make_mesh_folder(meshing *m)
{
    const char *base = getenv("TMPDIR");
    snprintf(m->folder, sizeof m->folder, "%s/eagre-mesh-XXXXXX", base && base[0] ? base : "/tmp");
    if (!mkdtemp(m->folder)) {
        eg_status status =
            eg_fail(m->context, EG_IO, "%s: a folder for gmsh cannot be made there", m->folder);
        m->folder[0] = 0;
        return status;
    }
    for (int i = 0; i < FILES; i++)
        EG_TRY(eg_path_join(m->context, m->folder, file_names[i], &m->file[i]));
    eg_folder_guard_begin(
        m->folder, (const char *const[]){m->file[GEOMETRY], m->file[SIZES], m->file[MESH], NULL}, &m->guard);
    return EG_OK;
}

static void remove_folder(meshing *m)
{
    for (int i = 0; i < FILES; i++)
        if (m->file[i])
            remove(m->file[i]);
    if (m->folder[0])
        rmdir(m->folder);
    eg_folder_guard_end(&m->guard);
    for (int i = 0; i < FILES; i++)
        EG_FREE(&m->file[i]);
}

/* ---- the sizes asked for, and those made */

/* Gmsh takes points that are nearer to each other than 1e-8 of the whole for one. */
static const double LEAST_PART = 1e-7;
static const double MOST_TRIANGLES = 2147483647;
/* Equilateral ones of sides of 1. */
static const double TRIANGLE_AREA = 0.43301270189221935;

static eg_status check_cell_size(const meshing *m, const char *what, double size)
{
    const double *low = m->area->low, *high = m->area->high;
    double extent = fmax(high[0] - low[0], high[1] - low[1]);
    return size >= LEAST_PART * extent
               ? EG_OK
               : eg_fail(m->context, EG_USAGE,
                         "%s is %s m, less than 1e-7 of the area's extent, %s m: gmsh cannot tell such "
                         "points apart; choose a larger size",
                         what, eg_real_show(size).text, eg_real_show(extent).text);
}

static double triangles_expected(const meshing *m)
{
    double area = 0;
    for (int64_t r = 0; r < m->outline->rings; r++)
        area += m->outline->area[r];
    return area / (TRIANGLE_AREA * m->options->cell * m->options->cell);
}

static eg_status check_sizes(const meshing *m)
{
    EG_TRY(check_cell_size(m, "--cell", m->options->cell));
    for (int64_t i = 0; m->refined && i < m->refined->shapes; i++)
        EG_TRY(check_cell_size(m, "a size in --refine", m->refined->value[i]));
    double count = triangles_expected(m);
    return count <= MOST_TRIANGLES
               ? EG_OK
               : eg_fail(m->context, EG_USAGE,
                         "--cell %s gives about %s triangles, at most 2^31 - 1 are possible; choose "
                         "larger cells",
                         eg_real_show(m->options->cell).text, eg_real_show(count).text);
}

/* Of a file of Gmsh's format 4.1 as text; -1: not found. */
static int64_t count_triangles(const char *data)
{
    long long blocks, count, total = 0;
    int dimension, used = 0;
    const char *at = strstr(data, "\n$Elements\n");
    if (!at || sscanf(at, " $Elements %lld %*d %*d %*d%n", &blocks, &used) != 1 || used == 0)
        return -1;
    at = strchr(at + used, '\n');
    for (; blocks > 0 && at; blocks--) {
        if (sscanf(at, "%d %*d %*d %lld", &dimension, &count) != 2)
            return -1;
        total += dimension == 2 ? count : 0;
        for (at = strchr(at + 1, '\n'); at && count > 0; count--)
            at = strchr(at + 1, '\n');
    }
    return at ? total : -1;
}

/* Gmsh gives up a size without a word. */
static eg_status check_made(const meshing *m, const char *data)
{
    int64_t made = count_triangles(data);
    double expected = triangles_expected(m);
    if (made < 0)
        return eg_fail(m->context, EG_MESH, "gmsh has made a file that holds no mesh of format 4.1");
    return (double)made >= expected / 4 - 64
               ? EG_OK
               : eg_fail(m->context, EG_MESH,
                         "gmsh has made %lld triangles, where --cell %s needs about %s; choose larger cells",
                         (long long)made, eg_real_show(m->options->cell).text, eg_real_show(expected).text);
}

/* The mesh, with its boundaries named. */
static eg_status write_mesh(const meshing *m, const char *data, int64_t length)
{
    const eg_mesh_options *o = m->options;
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    EG_TEXT(text, m->context);
    if (!o->boundaries)
        return eg_file_write(m->context, o->output, data, length);
    EG_TRY(eg_plane_read_gmsh_memory(m->context, o->output, data, length, &mesh));
    EG_TRY(eg_gis_name_boundaries(mesh, o->boundaries));
    EG_TRY(eg_plane_add_gmsh(mesh, &text));
    return eg_file_write(m->context, o->output, text.data, text.length);
}

/* Of gmsh's file, once it is known to be a mesh. */
static eg_status take_made_mesh(const meshing *m)
{
    enum { MOST = 1 << 30 };
    EG_SCRATCH char *data = NULL;
    int64_t length;
    EG_TRY(eg_file_read(m->context, EG_MESH, m->file[MESH], (int64_t)MOST * 16, &data, &length));
    EG_TRY(check_made(m, data));
    return write_mesh(m, data, length);
}

/* ---- what the files say beside their shapes */

static eg_status check_shapes(const meshing *m, const eg_gis_shapes *shapes)
{
    const char *area = m->area->raster ? m->area->raster->projection : m->area->polygons->projection;
    EG_SCRATCH char *wanted = NULL, *code = NULL, *name = NULL, *other = NULL;
    EG_TEXT(remarks, m->context);
    eg_gis_shapes_add_remarks(shapes, &remarks);
    EG_TRY(remarks.status);
    if (remarks.length > 0)
        eg_log(m->context, EG_LOG_WARN, "%s: %s", shapes->name, eg_text_string(&remarks));
    if (!area || !shapes->projection || eg_projections_are_same(m->context, area, shapes->projection))
        return EG_OK;
    EG_TRY(eg_projection_name(m->context, area, &wanted, &code));
    EG_TRY(eg_projection_name(m->context, shapes->projection, &name, &other));
    return eg_fail(m->context, EG_INPUT, "%s is in %s, but %s in %s; reproject it with ogr2ogr -t_srs %s",
                   shapes->name, name ? name : "another projection", m->area->name,
                   wanted ? wanted : "its own", code ? code : "PROJECTION");
}

static eg_status check_boundaries(const meshing *m)
{
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *shapes = NULL;
    if (!m->options->boundaries)
        return EG_OK;
    EG_TRY(eg_gis_shapes_read(m->context, m->options->boundaries, EG_GIS_ANY, NULL, &shapes));
    return check_shapes(m, shapes);
}

static eg_status read_breaks(meshing *m)
{
    const eg_mesh_options *o = m->options;
    if (o->breaklines) {
        EG_TRY(eg_gis_shapes_read(m->context, o->breaklines, EG_GIS_LINES, NULL, &m->breaks));
        EG_TRY(check_shapes(m, m->breaks));
    }
    if (!o->refine)
        return EG_OK;
    EG_TRY(eg_gis_shapes_read(m->context, o->refine, EG_GIS_POLYGONS, "size", &m->refined));
    return check_shapes(m, m->refined);
}

static eg_status make_triangles(meshing *m)
{
    EG_TRY(eg_find_program(m->context, "gmsh", &m->program));
    if (!m->program)
        return eg_fail(m->context, EG_USAGE,
                       "triangles are made by gmsh, which is not on PATH (Debian and Ubuntu have it "
                       "in the package gmsh); --quadrangles needs none");
    EG_TRY(read_breaks(m));
    EG_TRY(eg_gis_area_outline(m->area, &m->squares, &m->outline));
    EG_TRY(check_sizes(m));
    EG_TRY(make_mesh_folder(m));
    EG_TRY(write_scripts(m));
    EG_TRY(run_gmsh(m));
    return take_made_mesh(m);
}

static eg_status make_squares(const meshing *m)
{
    EG_TEXT(text, m->context);
    EG_TRY(eg_gis_add_squares(&m->squares, &text));
    return write_mesh(m, text.data, text.length);
}

/* ---- the public call */

static eg_status make_area_mesh(meshing *m, eg_text *text)
{
    const eg_mesh_options *o = m->options;
    if (!(o->cell > 0))
        return eg_fail(m->context, EG_USAGE, "--cell SIZE is needed: the edge length in m, above 0");
    if (o->quadrangles && (o->refine || o->breaklines))
        return eg_fail(m->context, EG_USAGE,
                       "--quadrangles makes squares of one size, without --refine and --breaklines");
    EG_TRY(eg_gis_area_read(m->context, o->area, &m->area));
    if (m->area->polygons)
        EG_TRY(check_shapes(m, m->area->polygons));
    EG_TRY(check_boundaries(m));
    if (o->quadrangles || m->area->raster)
        EG_TRY(eg_gis_squares_of(m->area, o->cell, !o->quadrangles, &m->squares));
    EG_TRY(o->quadrangles ? make_squares(m) : make_triangles(m));
    return eg_info_mesh(m->context, o->output, text); /* read as a case reads it */
}

eg_status eg_mesh_make(eg_context *context, const eg_mesh_options *given, char **text)
{
    assert(context && given && given->area && given->output && text);
    eg_mesh_options options;
    *text = NULL;
    EG_TRY(eg_options_take(context, given, sizeof options, &options));
    meshing m = {.context = context, .options = &options};
    eg_text said = {.context = context};
    eg_status status = make_area_mesh(&m, &said);
    remove_folder(&m);
    EG_FREE(&m.program);
    eg_gis_shapes_destroy(&m.breaks);
    eg_gis_shapes_destroy(&m.refined);
    eg_gis_outline_destroy(&m.outline);
    eg_gis_squares_free(&m.squares);
    eg_gis_area_destroy(&m.area);
    return eg_tools_give(&said, status, text);
}
