/* Areas, and the squares in them. */
#include "io/gis/area.h"

#include <math.h>
#include <stdlib.h>

#include "io/table/plain_text.h"

static void take_bounds(eg_gis_area *area)
{
    const eg_gis_shapes *s = area->polygons;
    for (int k = 0; k < 2; k++) {
        area->low[k] = s ? INFINITY : area->raster->low[k];
        area->high[k] = s ? -INFINITY : area->raster->high[k];
        for (int64_t p = 0; s && p < s->points; p++) {
            area->low[k] = fmin(area->low[k], s->x[p][k]);
            area->high[k] = fmax(area->high[k], s->x[p][k]);
        }
    }
}

eg_status eg_gis_area_read(eg_context *context, const char *path, eg_gis_area **area)
{
    EG_ENDS_WITH(eg_gis_area_destroy) eg_gis_area *made = NULL;
    bool raster = eg_has_ending(path, ".asc") || eg_has_ending(path, ".tif") || eg_has_ending(path, ".tiff");
    *area = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(raster ? eg_raster_read(context, path, NULL, &made->raster)
                  : eg_gis_shapes_read(context, path, EG_GIS_POLYGONS, NULL, &made->polygons));
    take_bounds(made);
    return eg_hand_over(&made, area);
}

void eg_gis_area_destroy(eg_gis_area **area)
{
    if (!*area)
        return;
    eg_gis_shapes_destroy(&(*area)->polygons);
    eg_raster_destroy(&(*area)->raster);
    EG_FREE(&(*area)->name, area);
}

/* ---- squares */

/* Where the rings cross the line at y, ascending; returns how many there are. */
static int64_t find_crossings(const eg_gis_shapes *s, double y, double *at)
{
    int64_t count = 0;
    for (int64_t part = 0; part < s->parts; part++)
        for (int64_t i = s->first[part], j = s->first[part + 1] - 1; i < s->first[part + 1]; j = i++) {
            const double *a = s->x[i], *b = s->x[j];
            if ((a[1] > y) != (b[1] > y))
                at[count++] = a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
        }
    qsort(at, (size_t)count, sizeof *at, eg_ascending_real);
    return count;
}

/* Inside between each two crossings. */
static void fill_square_row(const eg_gis_squares *q, const double *at, int64_t count, uint8_t *within)
{
    int64_t passed = 0;
    for (int64_t c = 0; c < q->columns; c++) {
        double x = q->low[0] + ((double)c + 0.5) * q->side;
        while (passed < count && at[passed] <= x)
            passed++;
        within[c] = passed % 2 == 1;
    }
}

static eg_status fill_by_polygons(const eg_gis_shapes *s, eg_gis_squares *q)
{
    EG_SCRATCH double *at = NULL;
    EG_TRY(eg_alloc(q->context, s->points, sizeof *at, &at));
    for (int64_t row = 0; row < q->rows; row++) {
        int64_t count = find_crossings(s, q->low[1] + ((double)row + 0.5) * q->side, at);
        fill_square_row(q, at, count, &q->within[row * q->columns]);
    }
    return EG_OK;
}

/* Squares of a raster are in its rectangle, with a value at their middle or, where `whole`, at each of their
 * points. */
static void fill_by_raster(const eg_raster *raster, bool whole, eg_gis_squares *q)
{
    double value;
    for (int64_t row = 0; row < q->rows; row++)
        for (int64_t c = 0; c < q->columns; c++) {
            const double low[2] = {q->low[0] + (double)c * q->side, q->low[1] + (double)row * q->side};
            const double high[2] = {low[0] + q->side, low[1] + q->side};
            q->within[row * q->columns + c] =
                whole ? eg_raster_fills(raster, low, high)
                      : eg_raster_covers(raster, low[0], low[1]) &&
                            eg_raster_covers(raster, high[0], high[1]) &&
                            eg_raster_find(raster, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, &value);
        }
}

eg_status eg_gis_squares_of(const eg_gis_area *area, double side, bool whole, eg_gis_squares *q)
{
    double count[2];
    *q = (eg_gis_squares){.context = area->context, .side = side};
    for (int k = 0; k < 2; k++) {
        q->low[k] = floor(area->low[k] / side) * side;
        count[k] = ceil((area->high[k] - q->low[k]) / side);
    }
    if (!(count[0] * count[1] <= INT32_MAX))
        return eg_fail(area->context, EG_USAGE,
                       "%s: the area has too many cells of %g m: %g; choose larger cells", area->name, side,
                       count[0] * count[1]);
    q->columns = (int64_t)count[0];
    q->rows = (int64_t)count[1];
    EG_TRY(eg_alloc(area->context, q->columns * q->rows, sizeof *q->within, &q->within));
    if (area->raster)
        fill_by_raster(area->raster, whole, q);
    else
        EG_TRY(fill_by_polygons(area->polygons, q));
    for (int64_t i = 0; i < q->columns * q->rows; i++)
        q->count += q->within[i];
    return q->count > 0 ? EG_OK
                        : eg_fail(area->context, EG_USAGE, "%s: no cell of %g m %s; choose smaller cells",
                                  area->name, side,
                                  whole && area->raster ? "lies wholly where the raster has data"
                                                        : "has its middle in the area");
}

void eg_gis_squares_free(eg_gis_squares *squares)
{
    EG_FREE(&squares->within);
}

/* ---- as a mesh */

static bool is_square_within(const eg_gis_squares *q, int64_t column, int64_t row)
{
    return column >= 0 && row >= 0 && column < q->columns && row < q->rows &&
           q->within[row * q->columns + column];
}

/* Nodes are numbered row by row, those of no square left out; node[(rows + 1)(columns + 1)], 0: none. */
static int32_t number_square_nodes(const eg_gis_squares *q, int32_t *node)
{
    int32_t count = 0;
    for (int64_t j = 0; j <= q->rows; j++)
        for (int64_t i = 0; i <= q->columns; i++)
            if (is_square_within(q, i, j) || is_square_within(q, i - 1, j) || is_square_within(q, i, j - 1) ||
                is_square_within(q, i - 1, j - 1))
                node[j * (q->columns + 1) + i] = ++count;
    return count;
}

static void add_nodes(const eg_gis_squares *q, const int32_t *node, int32_t count, eg_text *text)
{
    eg_text_add(text, "$Nodes\n%d\n", count);
    for (int64_t j = 0; j <= q->rows; j++)
        for (int64_t i = 0; i <= q->columns; i++) {
            int32_t number = node[j * (q->columns + 1) + i];
            if (number > 0)
                eg_text_add(text, "%d %s %s 0\n", number, eg_real_show(q->low[0] + (double)i * q->side).text,
                            eg_real_show(q->low[1] + (double)j * q->side).text);
        }
    eg_text_add(text, "$EndNodes\n");
}

/* Calls for each edge between a square of the area and none: its ends, with the square on the left. */
static int64_t each_square_edge(const eg_gis_squares *q, const int32_t *node, int64_t number, eg_text *text)
{
    static const int way[4][6] = {/* neighbour, from, to */
                                  {0, -1, 0, 0, 1, 0},
                                  {1, 0, 1, 0, 1, 1},
                                  {0, 1, 1, 1, 0, 1},
                                  {-1, 0, 0, 1, 0, 0}};
    int64_t count = 0, wide = q->columns + 1;
    for (int64_t j = 0; j < q->rows; j++)
        for (int64_t i = 0; i < q->columns; i++)
            for (int k = 0; k < 4 && is_square_within(q, i, j); k++) {
                const int *w = way[k];
                if (is_square_within(q, i + w[0], j + w[1]))
                    continue;
                count++;
                if (text)
                    eg_text_add(text, "%lld 1 2 1 1 %d %d\n", (long long)(number + count),
                                node[(j + w[3]) * wide + i + w[2]], node[(j + w[5]) * wide + i + w[4]]);
            }
    return count;
}

static void add_area_elements(const eg_gis_squares *q, const int32_t *node, eg_text *text)
{
    int64_t edges = each_square_edge(q, node, 0, NULL), number = edges, wide = q->columns + 1;
    eg_text_add(text, "$Elements\n%lld\n", (long long)(edges + q->count));
    each_square_edge(q, node, 0, text);
    for (int64_t j = 0; j < q->rows; j++)
        for (int64_t i = 0; i < q->columns; i++)
            if (is_square_within(q, i, j))
                eg_text_add(text, "%lld 3 2 2 1 %d %d %d %d\n", (long long)++number, node[j * wide + i],
                            node[j * wide + i + 1], node[(j + 1) * wide + i + 1], node[(j + 1) * wide + i]);
    eg_text_add(text, "$EndElements\n");
}

eg_status eg_gis_add_squares(const eg_gis_squares *squares, eg_text *text)
{
    EG_SCRATCH int32_t *node = NULL;
    EG_TRY(eg_alloc(squares->context, (squares->rows + 1) * (squares->columns + 1), sizeof *node, &node));
    int32_t count = number_square_nodes(squares, node);
    eg_text_add(text, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"edge\"\n2 2 "
                      "\"all\"\n$EndPhysicalNames\n");
    add_nodes(squares, node, count, text);
    add_area_elements(squares, node, text);
    return text->status;
}
