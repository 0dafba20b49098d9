/* `eagre export` of snapshots as a state of ParaView: a Python script that opens them and draws one field. */
#include "tools/export.h"
#include "tools/internal.h"
#include "tools/snapshots.h"

#include <stdlib.h>
#include <string.h>

/* What the script does once it knows files, field, association, number of components and dimension. */
static const char script[] =
    "\n"
    "from paraview.simple import *\n"
    "\n"
    "paraview.simple._DisableFirstRenderCameraReset()\n"
    "fields = VTKHDFReader(registrationName=title, FileName=files)\n"
    "scene = GetAnimationScene()\n"
    "scene.UpdateAnimationUsingDataTimeSteps()\n"
    "view = GetActiveViewOrCreate('RenderView')\n"
    "scene.GoToLast()\n"
    "fields.UpdatePipeline(scene.TimeKeeper.Time)\n"
    "\n"
    "# The largest and the smallest value of all times would need all files: the colours follow "
    "the last one.\n"
    "data = fields.CellData if association == 'CELLS' else fields.PointData\n"
    "low, high = data[variable].GetRange(-1 if components > 1 else 0)\n"
    "signed = low < 0 < high\n"
    "if signed:\n"
    "    high = max(-low, high)\n"
    "    low = -high\n"
    "colours = GetColorTransferFunction(variable)\n"
    "colours.ApplyPreset('Cool to Warm' if signed else 'Viridis (matplotlib)', True)\n"
    "\n"
    "shown = fields\n"
    "if dimension == 3:  # the half behind a plane through the middle\n"
    "    bounds = fields.GetDataInformation().GetBounds()\n"
    "    shown = Clip(registrationName='half', Input=fields, ClipType='Plane')\n"
    "    shown.ClipType.Origin = [(bounds[2 * d] + bounds[2 * d + 1]) / 2 for d in range(3)]\n"
    "    shown.ClipType.Normal = [0, 1, 0]\n"
    "    shown.Invert = 0\n"
    "display = Show(shown, view, 'UnstructuredGridRepresentation')\n"
    "display.SetRepresentationType('Surface')\n"
    "display.NonlinearSubdivisionLevel = 3\n"
    "ColorBy(display, (association, variable) + (('Magnitude',) if components > 1 else ()))\n"
    "colours.RescaleTransferFunction(low, high if high > low else low + 1)\n"
    "display.SetScalarBarVisibility(view, True)\n"
    "bar = GetScalarBar(colours, view)\n"
    "bar.Title = variable + (' (' + unit + ')' if unit else '')\n"
    "bar.ComponentTitle = ''\n"
    "bar.AutomaticLabelFormat = 0\n"
    "bar.LabelFormat = bar.RangeLabelFormat = '%g'\n"
    "if dimension == 2:  # colours as they are in the bar, without light\n"
    "    display.Ambient, display.Diffuse = 1, 0\n"
    "if files[0].endswith('.series'):\n"
    "    AnnotateTimeFilter(registrationName='time', Input=fields).Format = 't = {time:g} s'\n"
    "    Show(FindSource('time'), view)\n"
    "SetActiveSource(fields)\n"
    "view.InteractionMode = '2D' if dimension == 2 else '3D'\n"
    "if dimension == 3:\n"
    "    view.CameraFocalPoint = [0, 0, 0]\n"
    "    view.CameraPosition = [-0.6, -1.5, 0.8]\n"
    "    view.CameraViewUp = [0, 0, 1]\n"
    "ResetCamera(view)\n"
    "Render(view)\n";

/* A text of Python. */
static void add_python_string(eg_text *text, const char *string)
{
    eg_text_add(text, "'");
    for (const char *p = string; *p; p++)
        eg_text_add(text, *p == '\\' || *p == '\'' ? "\\%c" : "%c", *p);
    eg_text_add(text, "'");
}

static eg_status add_chosen_field(eg_text *text, const eg_export_options *o, const eg_snapshot *snapshot)
{
    int f;
    EG_TRY(eg_tools_find_field(snapshot, o->variable, &f));
    const eg_snapshot_field *field = &snapshot->field[f];
    eg_text_add(text, "title = ");
    add_python_string(text, o->source);
    eg_text_add(text, "\nvariable = ");
    add_python_string(text, field->name);
    eg_text_add(text, "\nunit = ");
    add_python_string(text, eg_tools_unit(field->unit));
    eg_text_add(text, "\nassociation = '%s'\ncomponents = %d\ndimension = %d\n",
                snapshot->degree > 0 ? "POINTS" : "CELLS", field->components,
                snapshot->hexahedra > 0 ? 3 : 2);
    return EG_OK;
}

static eg_status add_script(eg_text *text, const eg_export_options *o, const eg_snapshot_list *list)
{
    const eg_snapshot_choice last = {.source = o->source};
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_tools_open_snapshot(list->context, &last, &snapshot));
    eg_text_add(text, "# A state of ParaView 5.11 or later: File > Load State, or paraview --script=FILE\n");
    /* The index, which has the times of its snapshots, or the one snapshot. */
    const char *path = list->index ? list->index : list->path[0];
    char *whole = realpath(path, NULL);
    if (!whole)
        return eg_fail(list->context, EG_INPUT, "%s: cannot be found any more", path);
    eg_text_add(text, "files = [");
    add_python_string(text, whole);
    eg_text_add(text, "]\n");
    free(whole);
    EG_TRY(add_chosen_field(text, o, snapshot));
    eg_text_add(text, "%s", script);
    return text->status;
}

eg_status eg_export_paraview(eg_context *context, const eg_export_options *options)
{
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(context, options->source, &list));
    EG_TEXT(text, context);
    EG_TRY(add_script(&text, options, list));
    return eg_file_write(context, options->output, text.data, text.length);
}
