/* `eagre mesh`: a mesh of the area of a raster or of polygons. Squares are made here, triangles by the command gmsh. */
#include "eagre/tools.h"
#include "device/host/host.h"
#include "io/gis/area.h"
#include "tools/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
} meshing;

static eg_status check_options(eg_context *context, const eg_mesh_options *o)
{
    if (!(o->cell > 0))
        return eg_fail(context, EG_USAGE, "--cell SIZE is needed: the edge length in m, above 0");
    if (o->quadrangles && (o->refine || o->breaklines))
        return eg_fail(
            context, EG_USAGE,
            "--quadrangles makes squares of one size, without --refine and --breaklines");
    return EG_OK;
}

/* ---- gmsh */

static eg_status name_in(const meshing *m, const char *name, char **path)
{
    return eg_path_join(m->context, m->folder, name, path);
}

static eg_status write_in(const meshing *m, const char *name, const eg_text *text)
{
    char *path;
    EG_TRY(name_in(m, name, &path));
    eg_status status = eg_file_write(m->context, path, text->data, text->length);
    eg_free(m->context, &path);
    return status;
}

static eg_status write_scripts(const meshing *m)
{
    const eg_gis_meshing made = {.outline = m->outline,
                                 .cell = m->options->cell,
                                 .breaks = m->breaks,
                                 .refined = m->refined,
                                 .sizes = "size.pos"};
    eg_text geometry = {.context = m->context}, sizes = {.context = m->context};
    eg_status status = eg_gis_add_geometry(&made, &geometry);
    if (status == EG_OK)
        status = write_in(m, "area.geo", &geometry);
    if (status == EG_OK && m->refined)
        status = eg_gis_add_sizes(m->area, &made, &sizes);
    if (status == EG_OK && m->refined)
        status = write_in(m, "size.pos", &sizes);
    eg_text_free(&geometry);
    eg_text_free(&sizes);
    return status;
}

static eg_status run_gmsh(const meshing *m)
{
    eg_command command = {.context = m->context};
    eg_text said = {.context = m->context};
    int code = 0;
    eg_command_add(&command, "%s", m->program);
    eg_command_add(&command, "-2");
    eg_command_add(&command, "-v");
    eg_command_add(&command, "2");
    eg_command_add(&command, "-format");
    eg_command_add(&command, "msh41");
    eg_command_add(&command, "-o");
    eg_command_add(&command, "area.msh");
    eg_command_add(&command, "area.geo");
    eg_status status = eg_command_run(&command, m->folder, &said, &code);
    if (status == EG_OK && code != 0)
        status = eg_fail(m->context, EG_MESH, "gmsh ended with %d: %.600s", code,
                         said.data ? said.data : "it said nothing");
    eg_command_free(&command);
    eg_text_free(&said);
    return status;
}

/* Where the folder is, as mkdtemp() wants it. */
static eg_status make_folder(meshing *m)
{
    const char *base = getenv("TMPDIR");
    snprintf(m->folder, sizeof m->folder, "%s/eagre-mesh-XXXXXX", base && base[0] ? base : "/tmp");
    if (mkdtemp(m->folder))
        return EG_OK;
    eg_status status =
        eg_fail(m->context, EG_IO, "%s: a folder for gmsh cannot be made there", m->folder);
    m->folder[0] = 0;
    return status;
}

static void remove_folder(const meshing *m)
{
    static const char *const names[] = {"area.geo", "size.pos", "area.msh"};
    char *path;
    for (size_t i = 0; m->folder[0] && i < sizeof names / sizeof *names; i++)
        if (name_in(m, names[i], &path) == EG_OK) {
            remove(path);
            eg_free(m->context, &path);
        }
    if (m->folder[0])
        rmdir(m->folder);
}

/* Of gmsh's file, once it is known to be a mesh. */
static eg_status take_mesh(const meshing *m)
{
    enum { MOST = 1 << 30 };
    char *path, *data = NULL;
    int64_t length;
    EG_TRY(name_in(m, "area.msh", &path));
    eg_status status = eg_file_read(m->context, EG_MESH, path, (int64_t)MOST * 16, &data, &length);
    if (status == EG_OK)
        status = eg_file_write(m->context, m->options->output, data, length);
    eg_free(m->context, &data);
    eg_free(m->context, &path);
    return status;
}

static eg_status make_triangles(meshing *m)
{
    const eg_mesh_options *o = m->options;
    EG_TRY(eg_find_program(m->context, "gmsh", &m->program));
    if (!m->program)
        return eg_fail(
            m->context, EG_USAGE,
            "triangles are made by gmsh, which is not on PATH (Debian and Ubuntu have it "
            "in the package gmsh); --quadrangles needs none");
    if (o->breaklines)
        EG_TRY(eg_gis_shapes_read(m->context, o->breaklines, EG_GIS_LINES, NULL, &m->breaks));
    if (o->refine)
        EG_TRY(eg_gis_shapes_read(m->context, o->refine, EG_GIS_POLYGONS, "size", &m->refined));
    EG_TRY(eg_gis_area_outline(m->area, &m->squares, &m->outline));
    EG_TRY(make_folder(m));
    EG_TRY(write_scripts(m));
    EG_TRY(run_gmsh(m));
    return take_mesh(m);
}

static eg_status make_squares(const meshing *m)
{
    eg_text text = {.context = m->context};
    eg_status status = eg_gis_add_squares(&m->squares, &text);
    if (status == EG_OK)
        status = eg_file_write(m->context, m->options->output, text.data, text.length);
    eg_text_free(&text);
    return status;
}

/* ---- the public call */

static eg_status make(meshing *m, eg_text *text)
{
    const eg_mesh_options *o = m->options;
    EG_TRY(check_options(m->context, o));
    EG_TRY(eg_gis_area_read(m->context, o->area, &m->area));
    if (o->quadrangles || m->area->raster)
        EG_TRY(eg_gis_squares_of(m->area, o->cell, !o->quadrangles, &m->squares));
    EG_TRY(o->quadrangles ? make_squares(m) : make_triangles(m));
    return eg_info_mesh(m->context, o->output, text); /* read as a case reads it */
}

eg_status eg_mesh_make(eg_context *context, const eg_mesh_options *options, char **text)
{
    assert(context && options && options->area && options->output && text);
    meshing m = {.context = context, .options = options};
    eg_text said = {.context = context};
    eg_status status = make(&m, &said);
    remove_folder(&m);
    eg_free(context, &m.program);
    eg_gis_shapes_destroy(&m.breaks);
    eg_gis_shapes_destroy(&m.refined);
    eg_gis_outline_destroy(&m.outline);
    eg_gis_squares_free(&m.squares);
    eg_gis_area_destroy(&m.area);
    return eg_tools_give(&said, status, text);
}
