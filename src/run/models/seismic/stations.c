/* Receivers and shots of a case: `at`, lines, grids, tables. */
#include "run/models/seismic/stations.h"

#include "physics/moment.h"
#include "run/given/given.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 200, CODE_MOST = 8 };

/* ---- places */

eg_status eg_waves_refuse_place(const eg_setup *setup, const eg_waves_place *place, const char *what)
{
    const eg_mesh *mesh = setup->cells;
    char at[EG_POINT_ROOM], low[EG_POINT_ROOM], high[EG_POINT_ROOM];
    eg_format_point(mesh->dimension, place->x, at);
    eg_format_point(mesh->dimension, mesh->box_low, low);
    eg_format_point(mesh->dimension, mesh->box_high, high);
    if (place->file)
        return eg_fail(setup->context, EG_INPUT,
                       "%s:%lld: %s at %s lies outside the mesh, which spans %s to %s", place->file,
                       (long long)place->line, what, at, low, high);
    return eg_case_fail(setup->loaded, place->node, EG_CASE,
                        "%s at %s lies outside the mesh, which spans %s to %s", what, at, low, high);
}

eg_status eg_waves_read_place(const eg_node *node, const eg_records *table, int64_t row, int dimension,
                              eg_waves_place *place)
{
    static const char *const columns[] = {"x", "y", "z"};
    *place = (eg_waves_place){
        .node = node, .table = table, .row = row, .file = table->path, .line = table->line[row]};
    for (int i = 0; i < dimension; i++)
        EG_TRY(eg_records_real(table, row, columns[i], EG_DIMENSION_LENGTH, &place->x[i]));
    return EG_OK;
}

/* ---- one by one, along lines, on grids */

static eg_status add_station(const eg_setup *setup, eg_waves_stations *list, const char *name,
                             const eg_waves_place *place)
{
    EG_TRY(eg_reserve(setup->context, list->count + 1, &list->room, sizeof *list->station, &list->station));
    eg_waves_station *made = &list->station[list->count];
    *made = (eg_waves_station){.code = "", .network = "", .place = *place};
    EG_TRY(eg_strdup(setup->context, name, &made->name));
    list->count++;
    return EG_OK;
}

static eg_status add_listed(const eg_setup *setup, const eg_node *at, eg_waves_stations *list)
{
    for (int64_t i = 0; i < eg_node_count(at); i++) {
        eg_waves_place place = {.node = eg_node_item(at, i)};
        eg_node_reals(place.node, 0, setup->cells->dimension, place.x);
        EG_TRY(add_station(setup, list, eg_node_key(at, i), &place));
    }
    return EG_OK;
}

static int digits_of(int64_t number)
{
    return number < 10 ? 1 : 1 + digits_of(number / 10);
}

/* Points of a line or a grid: names are the node's key and the numbers of the point along each count that
 * is above 1. */
static eg_status add_regular_stations(const eg_setup *setup, const eg_node *node, const char *key, int axes,
                                      const int64_t *count, eg_waves_stations *list)
{
    double from[3] = {0}, to[3] = {0};
    int64_t all = 1;
    eg_node_reals(eg_node_child(node, "from"), 0, setup->cells->dimension, from);
    eg_node_reals(eg_node_child(node, "to"), 0, setup->cells->dimension, to);
    for (int k = 0; k < axes; k++)
        all *= count[k];
    for (int64_t p = 0; p < all; p++) {
        eg_waves_place place = {.node = node};
        char name[NAME_MOST + 80];
        int64_t rest = p;
        int length = snprintf(name, sizeof name, "%s", key);
        for (int k = 0; k < axes; k++) {
            int64_t i = rest % count[k];
            rest /= count[k];
            if (axes == 1 || count[k] > 1)
                length += snprintf(name + length, sizeof name - (size_t)length, "_%0*lld",
                                   digits_of(count[k]), (long long)i + 1);
            double part = (double)i / (double)(count[k] - 1); /* both ends are met exactly */
            for (int d = 0; d < 3; d++)
                if (axes == 1 || d == k)
                    place.x[d] = i == 0              ? from[d]
                                 : i + 1 == count[k] ? to[d]
                                                     : from[d] + part * (to[d] - from[d]);
        }
        EG_TRY(add_station(setup, list, name, &place));
    }
    return EG_OK;
}

static eg_status add_grid(const eg_setup *setup, const eg_node *node, const char *key,
                          eg_waves_stations *list)
{
    const eg_node *counts = eg_node_child(node, "count");
    int64_t count[3] = {1, 1, 1};
    double all = 1;
    for (int k = 0; k < eg_node_count(counts); k++) {
        count[k] = eg_node_integer(eg_node_item(counts, k));
        all *= (double)count[k];
    }
    if (all > EG_STATIONS_MOST)
        return eg_case_fail(setup->loaded, counts, EG_CASE,
                            "%.3g %ss are too many; at most %d are possible in a grid", all, list->what,
                            EG_STATIONS_MOST);
    return add_regular_stations(setup, node, key, (int)eg_node_count(counts), count, list);
}

/* ---- tables */

static eg_status check_station_name(const eg_records *table, int64_t row)
{
    const char *name = eg_records_text(table, row, "name");
    if (strlen(name) > NAME_MOST)
        return eg_records_fail(table, row, "name", "has %zu letters; at most %d are taken", strlen(name),
                               NAME_MOST);
    if (!name[0] || name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")])
        return eg_records_fail(table, row, "name", "a name must consist of letters, digits, '_' and '-'");
    return EG_OK;
}

/* Codes of SAC headers: printing characters, no more than they have room for. */
static eg_status read_code(const eg_records *table, int64_t row, const char *column, const char **code)
{
    *code = eg_records_text(table, row, column);
    bool printing = true;
    for (const char *p = *code; *p; p++)
        printing = printing && *p >= ' ' && *p <= '~';
    if (strlen(*code) <= CODE_MOST && printing)
        return EG_OK;
    return eg_records_fail(table, row, column, "a code has at most %d characters, all printable ASCII",
                           CODE_MOST);
}

static eg_status add_station_row(const eg_setup *setup, const eg_node *node, int64_t row,
                                 eg_waves_stations *list)
{
    eg_waves_place place;
    EG_TRY(check_station_name(list->table, row));
    EG_TRY(eg_waves_read_place(node, list->table, row, setup->cells->dimension, &place));
    EG_TRY(add_station(setup, list, eg_records_text(list->table, row, "name"), &place));
    eg_waves_station *made = &list->station[list->count - 1];
    EG_TRY(read_code(list->table, row, "station", &made->code));
    return read_code(list->table, row, "network", &made->network);
}

static eg_status add_station_table(const eg_setup *setup, const eg_node *node, eg_waves_stations *list)
{
    bool space = setup->cells->dimension == 3;
    EG_TRY(eg_records_read(setup->context, eg_node_path(node),
                           space ? "name x y z network station" : "name x y network station",
                           space ? "name x y z" : "name x y", &list->table));
    for (int64_t row = 0; row < list->table->rows; row++)
        EG_TRY(add_station_row(setup, node, row, list));
    return EG_OK;
}

/* ---- on the Earth */

void eg_waves_read_frame(const eg_node *map, int dimension, eg_waves_frame *frame)
{
    static const char *const keys[] = {"latitude", "longitude", "elevation"};
    for (int i = 0; i < 3; i++)
        frame->origin[i] = eg_node_real(eg_node_child(eg_node_child(map, "origin"), keys[i]));
    eg_moment_axes(dimension, eg_node_real(eg_node_child(map, "x_azimuth")), false, frame->axes);
}

void eg_waves_to_frame(const eg_waves_frame *frame, const double latitude_longitude[2], double elevation,
                       double x[3])
{
    double geographic[3] = {0, 0, elevation - frame->origin[2]};
    eg_tangent_plane(frame->origin, latitude_longitude, geographic);
    for (int i = 0; i < 3; i++) {
        x[i] = 0;
        for (int k = 0; k < 3; k++)
            x[i] += frame->axes[i][k] * geographic[k];
    }
}

/* Stations on the surface of a mesh lie no farther from it than this, m. */
static const double SURFACE_AWAY = 100;

/* The least distance of stations from the surface that a raster gives to the mesh; INFINITY: none is inside. */
static double least_from_surface(const eg_raster *raster, const double origin[2],
                                 const eg_waves_stations *list, int64_t first)
{
    double least = INFINITY;
    for (int64_t i = first; i < list->count; i++) {
        const double *x = list->station[i].place.x;
        double surface;
        if (eg_raster_find(raster, x[0] + origin[0], x[1] + origin[1], &surface) &&
            fabs(x[2] - surface) < fabs(least))
            least = x[2] - surface;
    }
    return least;
}

static eg_status check_surface(const eg_setup *setup, const eg_node *node, const eg_waves_stations *list,
                               int64_t first)
{
    const eg_node *topography = eg_case_find(setup->loaded, "mesh.box.topography");
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    double origin[2];
    if (!topography || eg_node_is(eg_case_find(setup->loaded, "output.receivers.vertical"), "surface"))
        return EG_OK;
    EG_TRY(eg_given_read_raster(setup->context, topography, 0, &raster));
    eg_node_reals(eg_node_child(topography, "origin"), 0, 2, origin);
    double least = least_from_surface(raster, origin, list, first);
    if (isfinite(least) && fabs(least) > SURFACE_AWAY)
        eg_case_doubt(
            setup->loaded, eg_node_child(node, "origin"), fabs(least), SURFACE_AWAY,
            "all stations lie %.6g m or more %s the surface of %s: origin.elevation, %.6g m, is that of "
            "the mesh's z = 0, and so of the raster's 0",
            fabs(least), least < 0 ? "below" : "above", raster->name,
            eg_node_real(eg_node_child(eg_node_child(node, "origin"), "elevation")));
    return EG_OK;
}

static eg_status add_inventory(const eg_setup *setup, const eg_node *node, eg_waves_stations *list)
{
    eg_waves_frame frame;
    double most = 0;
    int64_t first = list->count;
    bool section = setup->cells->dimension == 2;
    EG_TRY(eg_stationxml_read(setup->context, eg_node_path(eg_node_child(node, "file")), &list->inventory));
    eg_waves_read_frame(node, setup->cells->dimension, &frame);
    for (int64_t i = 0; i < list->inventory->count; i++) {
        const eg_geographic_station *from = &list->inventory->station[i];
        eg_waves_place place = {.node = node};
        char name[2 * EG_STATION_CODE + 2];
        eg_waves_to_frame(&frame, (const double[]){from->latitude, from->longitude}, from->elevation,
                          place.x);
        if (section) {
            most = fmax(most, fabs(place.x[2]));
            place.x[2] = 0;
        }
        if (eg_node_is(eg_case_find(setup->loaded, "output.receivers.vertical"), "surface"))
            place.x[setup->cells->dimension - 1] = 0;
        snprintf(name, sizeof name, "%s_%s", from->network, from->code);
        EG_TRY(add_station(setup, list, name, &place));
        eg_waves_station *made = &list->station[list->count - 1];
        made->code = from->code;
        made->network = from->network;
        made->geographic = from;
    }
    if (most > 1)
        eg_case_warn(setup->loaded, node,
                     "stations are up to %.4g m away from the section, and are projected onto it", most);
    return check_surface(setup, node, list, first);
}

/* ---- all */

static int compare_stations(const void *left, const void *right)
{
    const eg_waves_station *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order != 0 ? order : *a < *b ? -1 : *a > *b;
}

static eg_status check_twins(const eg_setup *setup, const eg_waves_stations *list)
{
    EG_SCRATCH const eg_waves_station **sorted = NULL;
    EG_TRY(eg_alloc(setup->context, list->count, sizeof *sorted, &sorted));
    for (int64_t i = 0; i < list->count; i++)
        sorted[i] = &list->station[i];
    qsort(sorted, (size_t)list->count, sizeof *sorted, compare_stations);
    for (int64_t i = 1; i < list->count; i++) {
        const eg_waves_place *place = &sorted[i]->place;
        if (strcmp(sorted[i]->name, sorted[i - 1]->name) != 0)
            continue;
        if (place->table)
            return eg_records_fail(place->table, place->row, "name", "there is a %s of that name already",
                                   list->what);
        return eg_case_fail(
            setup->loaded, place->node, EG_CASE,
            "there is a %s '%s' already: names must be unique, since files are named after them", list->what,
            sorted[i]->name);
    }
    return EG_OK;
}

eg_status eg_waves_list_stations(const eg_setup *setup, const eg_node *map, const char *what,
                                 eg_waves_stations *list)
{
    const eg_node *lines = eg_node_child(map, "lines"), *grids = eg_node_child(map, "grids"),
                  *table = eg_node_child(map, "table"), *inventory = eg_node_child(map, "stationxml");
    list->what = what;
    EG_TRY(add_listed(setup, eg_node_child(map, "at"), list));
    for (int64_t i = 0; i < eg_node_count(lines); i++) {
        int64_t count = eg_node_integer(eg_node_child(eg_node_item(lines, i), "count"));
        EG_TRY(add_regular_stations(setup, eg_node_item(lines, i), eg_node_key(lines, i), 1, &count, list));
    }
    for (int64_t i = 0; i < eg_node_count(grids); i++)
        EG_TRY(add_grid(setup, eg_node_item(grids, i), eg_node_key(grids, i), list));
    if (table)
        EG_TRY(add_station_table(setup, table, list));
    if (inventory)
        EG_TRY(add_inventory(setup, inventory, list));
    return check_twins(setup, list);
}

void eg_waves_free_stations(eg_waves_stations *list)
{
    for (int64_t i = 0; i < list->count; i++)
        EG_FREE(&list->station[i].name);
    EG_FREE(&list->station);
    eg_records_destroy(&list->table);
    eg_stationxml_destroy(&list->inventory);
}
