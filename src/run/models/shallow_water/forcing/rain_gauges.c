/* Rain of gauges: each cell has the rain of the nearest one (Thiessen 1911), whose series is the column of its name.
 * The cells of a region that have a gauge in common are a zone (scheme/fv). */
#include "io/table/records.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

static const eg_node *map_of_gauges(const eg_sw_model *model, int region)
{
    const eg_node *rain = eg_sw_rate_node(model, region, EG_FV_RAIN_RATE);
    return eg_node_child(rain, "gauges") ? rain : NULL;
}

/* Of two at one place it would depend on their order which one counts. */
static eg_status compare_gauge(const eg_records *table, int64_t row, const double (*at)[2])
{
    const char *name = eg_records_text(table, row, "name");
    for (int64_t i = 0; i < row; i++) {
        if (strcmp(name, eg_records_text(table, i, "name")) == 0)
            return eg_records_fail(table, row, "name", "line %lld has this name, too",
                                   (long long)table->line[i]);
        if (at[i][0] == at[row][0] && at[i][1] == at[row][1])
            return eg_records_fail(table, row, "name", "line %lld has a gauge at this place, too",
                                   (long long)table->line[i]);
    }
    return EG_OK;
}

static eg_status read_gauges(const eg_sw_model *model, eg_sw_rain_gauges *gauges)
{
    const eg_records *table = gauges->table;
    EG_TRY(eg_alloc(model->setup.context, table->rows, sizeof *gauges->at, &gauges->at));
    for (int64_t i = 0; i < table->rows; i++) {
        EG_TRY(eg_records_real(table, i, "x", EG_DIMENSION_LENGTH, &gauges->at[i][0]));
        EG_TRY(eg_records_real(table, i, "y", EG_DIMENSION_LENGTH, &gauges->at[i][1]));
        if (!eg_records_text(table, i, "name")[0])
            return eg_records_fail(table, i, "name",
                                   "is empty; it is that of the gauge's column in the table of series");
        EG_TRY(compare_gauge(table, i, (const double(*)[2])gauges->at));
    }
    return EG_OK;
}

eg_status eg_sw_open_rain_gauges(eg_sw_model *model, int region)
{
    const eg_node *map = map_of_gauges(model, region), *column = eg_node_child(map, "column");
    eg_sw_rain_gauges *gauges = &model->rain.gauges[region];
    gauges->count = 1;
    if (!map)
        return EG_OK;
    if (!eg_node_is_default(column))
        return eg_case_fail(model->setup.loaded, column, EG_CASE,
                            "%s does not go with gauges: the column of a gauge has its name",
                            eg_node_name(column));
    EG_TRY(eg_records_read(model->setup.context, eg_node_path(eg_node_child(map, "gauges")), "name x y",
                           "name x y", &gauges->table));
    gauges->count = (int)gauges->table->rows;
    return read_gauges(model, gauges);
}

const char *eg_sw_rain_gauge(const eg_sw_model *model, int region, int gauge)
{
    const eg_records *table = model->rain.gauges[region].table;
    return table ? eg_records_text(table, gauge, "name") : NULL;
}

/* Of several that are as near the first one. */
static int nearest_gauge(const eg_sw_rain_gauges *gauges, const double x[3])
{
    int nearest = 0;
    double least = INFINITY;
    for (int i = 0; gauges->table && i < gauges->count; i++) {
        double dx = x[0] - gauges->at[i][0], dy = x[1] - gauges->at[i][1], square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

void eg_sw_find_rain_zones(eg_sw_model *model)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    eg_sw_rain *rain = &model->rain;
    for (int64_t c = 0; c < mesh->own; c++) {
        int region = mesh->region[c];
        rain->zone_of[c] = rain->first[region] + nearest_gauge(&rain->gauges[region], mesh->centroid[c]);
    }
}

void eg_sw_close_rain_gauges(eg_sw_model *model)
{
    eg_sw_rain_gauges *gauges = model->rain.gauges;
    for (int r = 0; gauges && r < model->setup.mesh->base.regions.count; r++) {
        eg_records_destroy(&gauges[r].table);
        EG_FREE(&gauges[r].at);
    }
    EG_FREE(&model->rain.gauges);
}
