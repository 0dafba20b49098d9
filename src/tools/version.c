/* What the program is made of, for reports of defects and for the methods section of a paper. */
#include "eagre/tools.h"
#include "io/report/json_text.h"
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

eg_status eg_version_json(eg_context *context, char **text)
{
    const eg_devices_options options = {.size = sizeof options, .json = true};
    EG_SCRATCH char *devices = NULL;
    *text = NULL;
    EG_TRY(eg_devices_text(context, &options, &devices));
    eg_text made = {.context = context};
    eg_json_add(&made, "{\n  'version': %s, 'compiler': %s,\n  'libraries': ", eg_version(), EAGRE_COMPILER);
    for (const char *at = EAGRE_LIBRARIES, *separator = "["; *at; separator = ", ") {
        size_t length = strcspn(at, ",");
        EG_TEXT(name, context);
        eg_text_add_bytes(&name, at, (int64_t)length);
        eg_text_add(&made, "%s", separator);
        eg_json_add_string(&made, eg_text_string(&name));
        at += length;
        at += strspn(at, ", ");
    }
    eg_text_add(&made, "],\n  \"devices\": %s}\n", devices);
    return eg_tools_give(&made, EG_OK, text);
}
