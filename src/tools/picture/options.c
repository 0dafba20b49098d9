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
