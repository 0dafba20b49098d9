/* Rates of rain and evaporation from a netCDF file (io/gis/cube.h): each pixel is spread over the cells by the areas
 * in which they overlap, so that what falls on covered cells is what the file has. */
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

enum { CORNERS_MOST = EG_CELL_VERTICES + 4 };

/* Of water, kg/m3: a file has its mass or its depth. */
static const double WATER = 1000;

/* Rounding of areas of overlap. */
static const double WHOLE = 1e-9;

/* ---- overlaps */

typedef struct polygon {
    int corners;
    double x[CORNERS_MOST][2];
} polygon;

/* Keeps the part of a polygon with way (x[axis] - at) >= 0 (Sutherland and Hodgman). */
static void cut_polygon(polygon *p, int axis, double at, double way)
{
    polygon cut = {0};
    for (int i = 0; i < p->corners; i++) {
        const double *from = p->x[i], *to = p->x[(i + 1) % p->corners];
        double before = way * (from[axis] - at), after = way * (to[axis] - at);
        if (before >= 0)
            memcpy(cut.x[cut.corners++], from, sizeof cut.x[0]);
        if ((before < 0) != (after < 0)) {
            double part = before / (before - after), *x = cut.x[cut.corners++];
            for (int k = 0; k < 2; k++)
                x[k] = k == axis ? at : from[k] + part * (to[k] - from[k]);
        }
    }
    *p = cut;
}

static double polygon_area(const polygon *p)
{
    double sum = 0;
    for (int i = 1; i + 1 < p->corners; i++)
        sum += (p->x[i][0] - p->x[0][0]) * (p->x[i + 1][1] - p->x[0][1]) -
               (p->x[i + 1][0] - p->x[0][0]) * (p->x[i][1] - p->x[0][1]);
    return 0.5 * sum;
}

/* The columns or rows of pixels that a polygon touches, from the first up to the one behind the last. */
static void find_pixels(const eg_cube *cube, const polygon *p, int axis, int64_t range[2])
{
    double low = INFINITY, high = -INFINITY, edge = cube->first[axis] - 0.5 * cube->spacing[axis];
    double count = (double)(axis == 0 ? cube->columns : cube->rows);
    for (int i = 0; i < p->corners; i++) {
        low = fmin(low, p->x[i][axis]);
        high = fmax(high, p->x[i][axis]);
    }
    range[0] = (int64_t)fmin(fmax(floor((low - edge) / cube->spacing[axis]), 0), count);
    range[1] = (int64_t)fmin(fmax(ceil((high - edge) / cube->spacing[axis]), 0), count);
}

static void cut_to_pixel(const eg_cube *cube, int axis, int64_t i, polygon *p)
{
    double low = cube->first[axis] + ((double)i - 0.5) * cube->spacing[axis];
    cut_polygon(p, axis, low, 1);
    cut_polygon(p, axis, low + cube->spacing[axis], -1);
}

/* Adds what a cell overlaps, as parts of its area. */
static eg_status add_overlaps(eg_context *context, eg_sw_frames *frames, const polygon *cell)
{
    const eg_cube *cube = frames->cube;
    double area = polygon_area(cell);
    int64_t column[2], row[2];
    find_pixels(cube, cell, 0, column);
    find_pixels(cube, cell, 1, row);
    for (int64_t j = row[0]; j < row[1]; j++) {
        polygon strip = *cell;
        cut_to_pixel(cube, 1, j, &strip);
        for (int64_t i = column[0]; i < column[1] && strip.corners > 0; i++) {
            polygon part = strip;
            cut_to_pixel(cube, 0, i, &part);
            double share = part.corners > 2 ? polygon_area(&part) / area : 0;
            if (!(share > 0))
                continue;
            EG_TRY(eg_reserve(context, frames->overlaps + 1, &frames->room, sizeof *frames->overlap,
                              &frames->overlap));
            frames->overlap[frames->overlaps++] = (eg_sw_overlap){j * cube->columns + i, share};
        }
    }
    return EG_OK;
}

static eg_status find_overlaps(const eg_sw_model *model, int region, eg_sw_frames *frames)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    EG_TRY(eg_alloc(model->setup.context, mesh->own + 1, sizeof *frames->first, &frames->first));
    for (int64_t c = 0; c < mesh->own; c++) {
        polygon cell = {0};
        if (mesh->region[c] == region) {
            cell.corners = eg_plane_cell_vertices(model->setup.mesh, c, cell.x);
            EG_TRY(add_overlaps(model->setup.context, frames, &cell));
        }
        frames->first[c + 1] = frames->overlaps;
    }
    return EG_OK;
}

/* ---- frames */

/* m/s of its numbers in SI, or where they are depths m of the intervals. */
static eg_status take_cube_unit(const eg_sw_model *model, eg_sw_frames *frames)
{
    const eg_dimension flux = {-6, -3, 3, 0}, load = {-6, 0, 3, 0}, d = frames->cube->dimension;
    frames->sums = eg_dimension_equal(d, EG_DIMENSION_LENGTH) || eg_dimension_equal(d, load);
    bool mass = eg_dimension_equal(d, flux) || eg_dimension_equal(d, load);
    frames->factor = eg_node_real(eg_node_child(frames->node, "factor")) / (mass ? WATER : 1);
    if (frames->sums || mass || eg_dimension_equal(d, EG_DIMENSION_VELOCITY))
        return EG_OK;
    return eg_case_fail(
        model->setup.loaded, eg_node_child(frames->node, "netcdf"), EG_CASE,
        "%s: %s is in '%s'; a rate is in mm/h or kg m-2 s-1, a depth of each interval in mm or "
        "kg m-2",
        frames->cube->path, frames->cube->variable, frames->cube->unit);
}

static void add_frame(eg_sw_frames *frames, double time, int64_t item, double length)
{
    frames->time[frames->count] = time;
    frames->item[frames->count] = item;
    frames->length[frames->count++] = length;
}

/* Depths: the rate of an interval holds from its begin to its end, and between and outside of intervals there is none.
 * Without bounds an interval ends at its time, and begins at the one before. */
static void list_intervals(eg_sw_frames *frames)
{
    const eg_cube *cube = frames->cube;
    double ended = -INFINITY;
    for (int64_t i = 0; i < cube->times; i++) {
        double first = i > 0 ? cube->time[i - 1] : cube->times > 1 ? 2 * cube->time[0] - cube->time[1] : NAN;
        double low = cube->bounds ? cube->bounds[i][0] : first;
        double high = cube->bounds ? cube->bounds[i][1] : cube->time[i];
        if (low - ended > 1e-6 * (high - low)) {
            frames->gaps += i > 0;
            add_frame(frames, i > 0 ? ended : fmin(0, low - 1), -1, 0);
        }
        add_frame(frames, low, i, high - low);
        ended = high;
    }
    add_frame(frames, ended, -1, 0);
    frames->covered[0] = frames->time[1];
    frames->covered[1] = ended;
}

/* Rates: a time that is missing is one at more than one and a half of the usual distance from the one before. */
static void list_moments(eg_sw_frames *frames)
{
    const eg_cube *cube = frames->cube;
    double usual = INFINITY;
    for (int64_t i = 1; i < cube->times; i++)
        usual = fmin(usual, cube->time[i] - cube->time[i - 1]);
    for (int64_t i = 0; i < cube->times; i++) {
        frames->gaps += i > 0 && cube->time[i] - cube->time[i - 1] > 1.5 * usual;
        add_frame(frames, cube->time[i], i, 0);
    }
    frames->covered[0] = cube->time[0];
    frames->covered[1] = cube->time[cube->times - 1];
}

static eg_status list_frames(const eg_sw_model *model, eg_sw_frames *frames)
{
    const eg_cube *cube = frames->cube;
    int64_t most = 2 * cube->times + 2;
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(most, frames->time), EG_BLOCK(most, frames->item),
                    EG_BLOCK(most, frames->length), EG_BLOCK(most, frames->lacks),
                    EG_BLOCK(cube->rows * cube->columns, frames->values)));
    if (frames->sums && cube->times == 1 && !cube->bounds)
        return eg_case_fail(
            model->setup.loaded, eg_node_child(frames->node, "netcdf"), EG_CASE,
            "%s: has depths of one time without bounds: the length of their interval is not known",
            cube->path);
    if (frames->sums)
        list_intervals(frames);
    else
        list_moments(frames);
    frames->steps = frames->sums || eg_node_is(eg_node_child(frames->node, "between"), "steps");
    return EG_OK;
}

eg_status eg_sw_open_cube(const eg_sw_model *model, int region, eg_sw_frames *frames)
{
    const eg_setup *setup = &model->setup;
    const eg_node *variable = eg_node_child(frames->node, "variable");
    EG_TRY(eg_cube_open(setup->context, eg_node_path(eg_node_child(frames->node, "netcdf")),
                        variable ? eg_node_text(variable) : NULL, eg_case_start(setup->loaded),
                        &frames->cube));
    EG_TRY(take_cube_unit(model, frames));
    EG_TRY(list_frames(model, frames));
    for (int k = 0; k < 4; k++)
        frames->outside[k] = -INFINITY;
    return find_overlaps(model, region, frames);
}

/* ---- rates */

static eg_status refuse_missing(const eg_sw_model *model, const eg_sw_frames *frames, int64_t cell,
                                double share, int64_t i)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    char place[EG_POINT_ROOM], date[EG_DATE_ROOM];
    eg_date_text(eg_case_start(model->setup.loaded), frames->time[i], date);
    return eg_case_fail(
        model->setup.loaded, eg_node_child(frames->node, "netcdf"), EG_CASE,
        "%s: %s at %s has values for %.3g %% of cell %lld at %s; with 'missing: dry' places without "
        "values have none",
        frames->cube->path, frames->cube->variable, date, 100 * share,
        (long long)eg_mesh_whole_number(mesh, cell), eg_format_point(2, mesh->centroid[cell], place));
}

/* The rate of a cell before `factor`; *share: the part of it where there are values. */
static double sum_overlaps(const eg_sw_frames *frames, int64_t cell, double *share)
{
    double sum = 0;
    *share = 0;
    for (int64_t k = frames->first[cell]; k < frames->first[cell + 1]; k++) {
        double value = frames->values[frames->overlap[k].pixel];
        if (isnan(value))
            continue;
        sum = fma(frames->overlap[k].share, value, sum);
        *share += frames->overlap[k].share;
    }
    return sum;
}

static void note_lacking(const eg_sw_model *model, eg_sw_frames *frames, int64_t c)
{
    const double *x = model->setup.mesh->base.centroid[c];
    frames->lacking++;
    for (int k = 0; k < 2; k++) {
        frames->outside[k] = fmax(frames->outside[k], -x[k]);
        frames->outside[2 + k] = fmax(frames->outside[2 + k], x[k]);
    }
}

eg_status eg_sw_read_cube(const eg_sw_model *model, int region, eg_sw_frames *frames, int64_t i, double *rate)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    bool dry = eg_node_is(eg_node_child(frames->node, "missing"), "dry");
    double factor = frames->factor / (frames->sums ? frames->length[i] : 1);
    frames->lacking = 0;
    if (frames->item[i] >= 0)
        EG_TRY(eg_cube_read(frames->cube, frames->item[i], frames->values));
    for (int64_t c = 0; c < mesh->own; c++) {
        double share = 1;
        if (mesh->region[c] != region)
            continue;
        rate[c] = frames->item[i] < 0 ? 0 : factor * sum_overlaps(frames, c, &share);
        if (share < 1 - WHOLE && !dry)
            return refuse_missing(model, frames, c, share, i);
        if (share < 1 - WHOLE)
            note_lacking(model, frames, c);
    }
    return EG_OK;
}

void eg_sw_close_cube(eg_sw_frames *frames)
{
    eg_cube_destroy(&frames->cube);
    EG_FREE(&frames->length, &frames->lacks, &frames->values, &frames->first, &frames->overlap);
}
