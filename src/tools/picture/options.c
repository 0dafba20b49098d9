/* What the pictures of all kinds of files take of the options. */
#include "tools/picture/picture.h"

#include <string.h>

int eg_tools_normal(const eg_picture_options *options)
{
    const char *normal = options->normal ? options->normal : "z";
    return normal[0] == 'x' ? 0 : normal[0] == 'y' ? 1 : 2;
}

void eg_tools_name_picture(eg_tools_picture *p)
{
    const char *base = eg_tools_base_name(p->options->source), *dot = strrchr(base, '.');
    eg_text_add_bytes(&p->name, base, dot && dot > base ? dot - base : (int64_t)strlen(base));
}

eg_status eg_tools_figure(eg_tools_picture *p, int rows)
{
    const eg_picture_options *o = p->options;
    eg_figure_options options = {.width = o->width, .height = o->height, .rows = rows};
    if (o->output)
        EG_TRY(eg_picture_format_of(p->context, o->output, &options.format));
    eg_figure_destroy(&p->figure);
    return eg_figure_create(p->context, &options, &p->figure);
}
