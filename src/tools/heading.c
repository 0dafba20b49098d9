/* What a run says about itself before it starts. */
#include "eagre/tools.h"
#include "run/core/run.h"
#include "tools/internal.h"

eg_status eg_run_heading(const eg_run *run, char **text)
{
    eg_text made = {.context = run->context};
    const eg_device_info *device = eg_device_describe(run->device);
    int ranks = eg_comm_size(run->comm);
    eg_tools_case_lines(run->loaded, &made);
    eg_text_add(&made, "  cells       %s\n", eg_tools_count(eg_run_cells(run)).text);
    if (ranks > 1)
        eg_text_add(&made, "  ranks       %d\n", ranks);
    eg_text_add(&made, "  device      %s (%s)\n", device->spec, device->name);
    if (run->folder)
        eg_text_add(&made, "  output      %s\n", run->folder);
    return eg_tools_give(&made, EG_OK, text);
}
