/* `eagre picture`: has a file drawn by what it is. */
#include "tools/picture/picture.h"

#include <string.h>

/* Why there is no picture of a file of that kind. */
static const char *reason_of(eg_file_kind kind)
{
    switch (kind) {
    case EG_FILE_SNAPSHOT_MESH:
        return "it holds no field; draw one of the snapshots beside it, with --edges for the mesh";
    case EG_FILE_SUMMARY:
    case EG_FILE_LIST:
    case EG_FILE_LOG:
        return "it holds no field; draw the folder that it lies in";
    case EG_FILE_CHECKPOINT:
        return "it holds a state without a mesh; eagre resume continues from it and draws the last state";
    case EG_FILE_PICTURE:
        return "it is drawn already";
    case EG_FILE_CASE:
        return "it holds no field; eagre run computes them and draws the last state";
    case EG_FILE_NETCDF:
    case EG_FILE_NUMPY:
    case EG_FILE_CMT:
    case EG_FILE_QUAKEML:
    case EG_FILE_SRF:
    case EG_FILE_MSEED:
        return "eagre info tells what it holds, and a run that reads it draws its own fields";
    default:
        return "its type is not known";
    }
}

typedef eg_status picture_function(eg_tools_picture *p);

static eg_status draw_known_file(eg_tools_picture *p)
{
    static picture_function *const functions[] = {[EG_FILE_MESH] = eg_picture_of_mesh,
                                                  [EG_FILE_SNAPSHOT] = eg_picture_of_snapshot,
                                                  [EG_FILE_SERIES] = eg_picture_of_snapshot,
                                                  [EG_FILE_RUN] = eg_picture_of_snapshot,
                                                  [EG_FILE_RASTER] = eg_picture_of_raster,
                                                  [EG_FILE_TABLE] = eg_picture_of_table,
                                                  [EG_FILE_SAC] = eg_picture_of_sac,
                                                  [EG_FILE_SEGY] = eg_picture_of_segy,
                                                  [EG_FILE_KINDS - 1] = NULL};
    const eg_picture_options *o = p->options;
    eg_file_kind kind;
    EG_TRY(eg_tools_kind(p->context, o->source, &kind));
    if (!functions[kind])
        return eg_fail(p->context, EG_USAGE, "%s is %s, of which there is no picture: %s", o->source,
                       eg_tools_kind_name(kind), reason_of(kind));
    if (o->variable && (kind == EG_FILE_SAC || kind == EG_FILE_SEGY))
        return eg_fail(p->context, EG_USAGE,
                       "%s is %s, of which a picture shows all traces; --variable chooses fields, "
                       "and columns of a table such as receivers.csv",
                       o->source, eg_tools_kind_name(kind));
    EG_TRY(eg_tools_check_look(p->context, o, kind));
    EG_TRY(eg_tools_figure(p, 0));
    return functions[kind](p);
}

void eg_tools_picture_end(eg_tools_picture *p)
{
    eg_figure_destroy(&p->figure);
    eg_text_free(&p->name);
}

eg_status eg_picture_draw(eg_context *context, const eg_picture_options *given, char **text)
{
    assert(context && given && given->source && text);
    eg_picture_options options;
    *text = NULL;
    EG_TRY(eg_options_take(context, given, sizeof options, &options));
    EG_ENDS_WITH(eg_tools_picture_end)
    eg_tools_picture p = {.context = context, .options = &options, .name = {.context = context}};
    EG_TEXT(name, context);
    EG_TRY(draw_known_file(&p));
    EG_TRY(p.name.status);
    eg_text_add(&name, options.output ? "%s" : "%s.png",
                options.output ? options.output : eg_text_string(&p.name));
    EG_TRY(name.status);
    EG_TRY(eg_figure_write(p.figure, eg_text_string(&name)));
    eg_text_add(&name, "\n");
    return eg_tools_give(&name, EG_OK, text);
}
