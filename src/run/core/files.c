/* The log of a run, and the files of its folder by name. */
#include "run/core/run.h"

#include <stdarg.h>
#include <string.h>

const char *const eg_run_tables[] = {"gauges.csv", "balance.csv", "errors.csv",
                                     "probes.csv", "solves.csv",  NULL};

eg_status eg_run_path(const eg_run *run, const char *name, char **path)
{
    return eg_path_join(run->context, run->folder, name, path);
}

void eg_run_log(eg_run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    EG_SCRATCH char *line = NULL;
    if (eg_alloc(run->context, length + 1, 1, &line) != EG_OK)
        return;
    va_start(args, format);
    vsnprintf(line, (size_t)length + 1, format, args);
    va_end(args);
    eg_log(run->context, EG_LOG_INFO, "%s", line);
    if (run->log) {
        fprintf(run->log, "%10.3f  %s\n", eg_clock() - run->created_at, line);
        fflush(run->log);
    }
}

void eg_run_log_notes(eg_run *run)
{
    const char *at = eg_text_string(&run->notes);
    for (const char *end; (end = strchr(at, '\n')); at = end + 1)
        eg_run_log(run, "%.*s", (int)(end - at), at);
}
