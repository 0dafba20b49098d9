/* What memory receivers take, from the case alone. */
#include "run/models/seismic/kind.h"
#include "run/models/seismic/receivers.h"

static double count_regular(const eg_node *node)
{
    const eg_node *count = eg_node_child(node, "count");
    double all = 1;
    if (!eg_node_is_list(count))
        return (double)eg_node_integer(count);
    for (int64_t i = 0; i < eg_node_count(count); i++)
        all *= (double)eg_node_integer(eg_node_item(count, i));
    return all <= EG_STATIONS_MOST ? all : 0; /* it will be refused */
}

static double count_stations(const eg_node *receivers)
{
    static const char *const kinds[] = {"lines", "grids"};
    double all = (double)eg_node_count(eg_node_child(receivers, "at"));
    for (int k = 0; k < 2; k++) {
        const eg_node *map = eg_node_child(receivers, kinds[k]);
        for (int64_t i = 0; i < eg_node_count(map); i++)
            all += count_regular(eg_node_item(map, i));
    }
    return all;
}

/* Samples grow by doubling: at the last time half of them are there twice. */
void eg_waves_need_receivers(const eg_model_kind *kind, const eg_case *loaded, eg_model_need *need)
{
    const eg_node *receivers = eg_case_find(loaded, "output.receivers");
    const eg_setup setup = {.kind = kind, .loaded = (eg_case *)loaded};
    eg_component components[EG_COMPONENTS];
    int variable[EG_LINEAR_VARIABLES];
    if (!receivers)
        return;
    double end = eg_case_real(loaded, "time.end", 0);
    double samples = end / eg_node_real(eg_node_child(receivers, "interval")) + 1;
    double kept = eg_waves_needed_variables(&setup, variable), traces = 0;
    if (eg_node_has(eg_node_child(receivers, "format"), "asdf")) /* in memory, and as it is written */
        traces = 2 * eg_waves_components(&setup, components);
    else if (eg_node_has(eg_node_child(receivers, "format"), "segy"))
        traces = eg_waves_components(&setup, components);
    else if (eg_node_has(eg_node_child(receivers, "format"), "mseed")) /* in single precision */
        traces = 0.5 * eg_waves_components(&setup, components);
    need->samples = count_stations(receivers) * samples * kept;
    need->all += count_stations(receivers) * samples * 8 * (kept + (traces > kept / 2 ? traces : kept / 2));
    if (end == 0 || eg_node_child(receivers, "table") || eg_node_child(receivers, "stationxml"))
        eg_text_add(need->left_out, ", output.receivers");
}
