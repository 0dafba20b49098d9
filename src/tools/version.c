/* What the program is made of, for reports of defects and for the methods section of a paper. */
#include "eagre/tools.h"
#include "tools/internal.h"

#include <string.h>

eg_status eg_version_text(eg_context *context, char **text)
{
    *text = NULL;
    EG_SCRATCH char *devices = NULL;
    EG_TRY(eg_devices_text(context, NULL, &devices));
    eg_text made = {.context = context};
    eg_text_add(&made, "eagre %s\n\ncompiler\n  %s\n\nlibraries\n", eg_version(), EAGRE_COMPILER);
    /* A line a library: EAGRE_LIBRARIES separates them with ", ". */
    for (const char *at = EAGRE_LIBRARIES; *at;) {
        size_t length = strcspn(at, ",");
        eg_text_add(&made, "  %.*s\n", (int)length, at);
        at += length;
        at += strspn(at, ", ");
    }
    eg_text_add(&made, "\n%s", devices);
    return eg_tools_give(&made, EG_OK, text);
}
