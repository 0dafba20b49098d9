/* What a page says of itself. */
#include "io/report/json_text.h"
#include "tools/internal.h"
#include "tools/page/page.h"

#include <stdio.h>

void eg_page_note(eg_page *page, const char *format, ...)
{
    char text[512];
    EG_FORMAT(text, format);
    eg_text_add(&page->notes, "%s", page->notes.length ? "," : "");
    eg_json_add_string(&page->notes, text);
}
