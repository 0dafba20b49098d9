/* Numbers, paths and texts as the tools write them. */
#include "eagre/tools.h"
#include "tools/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

eg_status eg_tools_give(eg_text *text, eg_status status, char **out)
{
    if (status == EG_OK)
        status = text->status;
    if (status == EG_OK && !text->data)
        status = eg_strdup(text->context, "", &text->data);
    if (status != EG_OK) {
        *out = NULL;
        eg_text_free(text);
        return status;
    }
    *out = text->data;
    *text = (eg_text){.context = text->context};
    return EG_OK;
}

void eg_release_text(eg_context *context, char **text)
{
    if (text)
        eg_free(context, text);
}

const char *eg_version(void)
{
    return EAGRE_VERSION;
}

const char *eg_nearest_name(const char *name, const char *const *candidates, int count)
{
    return eg_suggest(name, candidates, count);
}

bool eg_read_number(const char *text, double *value)
{
    return eg_parse_real(text, text + strlen(text), value);
}

bool eg_read_time(const char *text, double *seconds)
{
    return eg_quantity_parse(text, EG_DIMENSION_TIME, seconds, NULL);
}

bool eg_read_length(const char *text, double *metres)
{
    return eg_quantity_parse(text, EG_DIMENSION_LENGTH, metres, NULL);
}

bool eg_read_integer(const char *text, int64_t *value)
{
    return eg_parse_integer(text, text + strlen(text), value);
}

const char *eg_tools_unit(const char *unit)
{
    return strcmp(unit, "1") == 0 ? "" : unit;
}

eg_shown eg_tools_prefixed(double value, const char *unit)
{
    eg_shown shown;
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P"};
    int prefix = 0;
    while (fabs(value) >= 999.5 && prefix < 5) {
        value /= 1000;
        prefix++;
    }
    snprintf(shown.text, sizeof shown.text, "%.3g %s%s", value, prefixes[prefix], unit);
    return shown;
}

eg_shown eg_tools_bytes(int64_t bytes)
{
    eg_shown shown;
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes;
    int unit = 0;
    while (value >= 1023.5 && unit < 5) {
        value /= 1024;
        unit++;
    }
    snprintf(shown.text, sizeof shown.text, value < 999.5 ? "%.3g %s" : "%.0f %s", value, units[unit]);
    return shown;
}

eg_shown eg_tools_count(int64_t count)
{
    eg_shown shown;
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)count);
    char *to = shown.text;
    for (int i = 0; i < length; i++) {
        bool group = i > 0 && digits[i - 1] != '-' && (length - i) % 3 == 0;
        if (group)
            *to++ = ' ';
        *to++ = digits[i];
    }
    *to = 0;
    return shown;
}

const char *eg_tools_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
