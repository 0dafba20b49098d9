/* `eagre picture` of what a case reads: meshes, and rasters of the bed. */
#include "io/picture/slice.h"
#include "io/table/raster.h"
#include "tools/picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A map of cell sizes: what is allocated for it. */
typedef struct sizes {
    double *value;
    int32_t *region;
    double (*segments)[4];
    int64_t segment_count;
} sizes;

static void free_sizes(sizes *s)
{
    EG_FREE(&s->value, &s->region, &s->segments);
}

static eg_map map_of_sizes(const eg_tools_picture *p)
{
    const eg_picture_options *o = p->options;
    eg_map map = {.title = eg_tools_base_name(o->source),
                  .label = "mean edge of a cell",
                  .unit = "m",
                  .has_range = o->has_range,
                  .low = o->low,
                  .high = o->high,
                  .cell_edges = true};
    eg_tools_dress(o, &map);
    return map;
}

static double mean_edge(const eg_plane *mesh, int64_t cell)
{
    double sum = 0;
    int64_t first = mesh->first[cell], count = mesh->first[cell + 1] - first;
    for (int64_t k = 0; k < count; k++) {
        const double *a = mesh->x[mesh->vertex[first + k]];
        const double *b = mesh->x[mesh->vertex[first + (k + 1) % count]];
        sum += hypot(b[0] - a[0], b[1] - a[1]);
    }
    return sum / (double)count;
}

static eg_status draw_mesh_plane(eg_tools_picture *p, const eg_plane *mesh, sizes *s)
{
    eg_map map = map_of_sizes(p);
    map.shapes = eg_shapes_of_mesh(mesh);
    EG_TRY(EG_ALLOC(p->context, EG_BLOCK(mesh->base.own, s->value), EG_BLOCK(mesh->base.own, s->region)));
    for (int64_t c = 0; c < mesh->base.own; c++) {
        s->value[c] = mean_edge(mesh, c);
        s->region[c] = mesh->base.region[c];
    }
    EG_TRY(eg_shapes_outline(p->context, &map.shapes, s->region, &s->segments, &s->segment_count));
    map.values = s->value;
    map.segments = (const double(*)[4])s->segments;
    map.segment_count = s->segment_count;
    map.region = s->region;
    map.regions = mesh->base.regions.count > 1 ? mesh->base.regions.count : 0;
    map.region_names = (const char *const *)mesh->base.regions.name;
    return eg_figure_map(p->figure, 0, 0, &map);
}

/* ---- hexahedra */

static double mean_hex_edge(const eg_hexes *mesh, const double (*x)[3])
{
    int n = mesh->base.degree, side = n + 1;
    double sum = 0;
    for (int e = 0; e < EG_HEX_EDGES; e++) {
        const double *end[2];
        for (int k = 0; k < 2; k++) {
            int corner = eg_hex_edge_corner[e][k];
            end[k] = x[n * ((corner & 1) + side * ((corner >> 1 & 1) + side * (corner >> 2)))];
        }
        double square = 0;
        for (int d = 0; d < 3; d++)
            square += (end[1][d] - end[0][d]) * (end[1][d] - end[0][d]);
        sum += sqrt(square);
    }
    return sum / EG_HEX_EDGES;
}

/* Every side of an element is outlined: that is the mesh in the slice. */
static eg_status slice_mesh_elements(const eg_hexes *mesh, eg_map_slice *slice)
{
    int side = mesh->base.degree + 1;
    EG_SCRATCH double(*x)[3] = NULL;
    double values[8];
    EG_TRY(eg_alloc(mesh->base.context, (int64_t)side * side * side, sizeof *x, &x));
    for (int64_t e = 0; e < mesh->base.held; e++) {
        eg_hexes_element_points(mesh, e, x);
        double size = mean_hex_edge(mesh, (const double(*)[3])x);
        for (int corner = 0; corner < 8; corner++)
            values[corner] = size;
        const eg_map_slice_element element = {.geometry_degree = mesh->base.degree,
                                              .degree = 1,
                                              .x = (const double(*)[3])x,
                                              .values = values,
                                              .region = mesh->base.region[e],
                                              .outlined = {true, true, true, true, true, true}};
        EG_TRY(eg_map_slice_add(slice, &element));
    }
    return EG_OK;
}

static eg_status draw_hexes(eg_tools_picture *p, const eg_hexes *mesh)
{
    const eg_picture_options *o = p->options;
    const double *low = mesh->base.box_low, *high = mesh->base.box_high;
    int normal = eg_tools_normal(o);
    double at = o->has_at ? o->at : 0.5 * (low[normal] + high[normal]);
    EG_ENDS_WITH(eg_map_slice_free)
    eg_map_slice slice = eg_map_slice_begin(p->context, normal, at, low, high, false);
    eg_map map = map_of_sizes(p);
    char title[256];
    snprintf(title, sizeof title, "%.200s (%c = %.6g m)", eg_tools_base_name(o->source), "xyz"[normal], at);
    if (!o->title)
        map.title = title;
    map.cell_edges = false;
    map.regions = mesh->base.regions.count > 1 ? mesh->base.regions.count : 0;
    map.region_names = (const char *const *)mesh->base.regions.name;
    EG_TRY(slice_mesh_elements(mesh, &slice));
    EG_TRY(eg_map_slice_map(&slice, &map));
    return eg_figure_map(p->figure, 0, 0, &map);
}

eg_status eg_picture_of_mesh(eg_tools_picture *p)
{
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    EG_ENDS_WITH(eg_hexes_destroy) eg_hexes *hexes = NULL;
    EG_ENDS_WITH(free_sizes) sizes s = {0};
    EG_TRY(eg_tools_read_mesh(p->context, p->options->source, &mesh, &hexes));
    eg_tools_name_picture(p);
    return mesh ? draw_mesh_plane(p, mesh, &s) : draw_hexes(p, hexes);
}

/* ---- rasters */

enum { BLOCKS_MOST = 1200 }; /* along a side: a picture has no more pixels */

/* Squares of step x step values, each with the value at its middle. */
typedef struct blocks {
    int64_t step, columns, rows;
    double (*x)[3], *value;
    int64_t *first;
    int32_t *vertex;
} blocks;

static void free_blocks(blocks *b)
{
    EG_FREE(&b->x, &b->value, &b->first, &b->vertex);
}

static void fill_raster_blocks(const eg_raster *raster, blocks *b)
{
    int64_t across = b->columns + 1;
    for (int64_t n = 0; n < across * (b->rows + 1); n++) {
        const int64_t at[2] = {n % across, n / across};
        for (int k = 0; k < 2; k++)
            b->x[n][k] = fmin(raster->high[k], raster->low[k] + raster->spacing * (double)(at[k] * b->step));
    }
    for (int64_t c = 0; c < b->columns * b->rows; c++) {
        int64_t i = c % b->columns, j = c / b->columns, corner = j * across + i;
        const int64_t round[4] = {corner, corner + 1, corner + across + 1, corner + across};
        int64_t column = eg_min_i64(i * b->step + b->step / 2, raster->columns - 1);
        int64_t row = eg_min_i64(j * b->step + b->step / 2, raster->rows - 1);
        b->value[c] = raster->value[row * raster->columns + column];
        b->first[c + 1] = 4 * (c + 1);
        for (int v = 0; v < 4; v++)
            b->vertex[4 * c + v] = (int32_t)round[v];
    }
}

static eg_status make_blocks(eg_context *context, const eg_raster *raster, blocks *b)
{
    int64_t longest = raster->columns > raster->rows ? raster->columns : raster->rows;
    b->step = eg_ceil_div(longest, BLOCKS_MOST);
    b->columns = eg_ceil_div(raster->columns, b->step);
    b->rows = eg_ceil_div(raster->rows, b->step);
    int64_t cells = b->columns * b->rows;
    EG_TRY(EG_ALLOC(context, EG_BLOCK((b->columns + 1) * (b->rows + 1), b->x), EG_BLOCK(cells, b->value),
                    EG_BLOCK(cells + 1, b->first), EG_BLOCK(4 * cells, b->vertex)));
    fill_raster_blocks(raster, b);
    return EG_OK;
}

/* The raster is one of the maps of an ensemble: no bed. */
static void become_fractions(eg_map *map, const char *words)
{
    map->title = words;
    map->label = "fraction of members";
    map->colormap = EG_COLORMAP_SEQUENTIAL;
    map->bed = NULL;
    map->bed_contours = 0;
    if (!map->has_range)
        map->high = 1;
    map->has_range = true;
}

static eg_status draw_raster(eg_tools_picture *p, const eg_raster *raster)
{
    const eg_picture_options *o = p->options;
    EG_ENDS_WITH(free_blocks) blocks b = {0};
    EG_TRY(eg_tools_check_above(p->context, o, ""));
    EG_TRY(make_blocks(p->context, raster, &b));
    eg_map map = {.shapes = {.nodes = (b.columns + 1) * (b.rows + 1),
                             .cells = b.columns * b.rows,
                             .x = (const double(*)[3])b.x,
                             .first = b.first,
                             .vertex = b.vertex},
                  .values = b.value,
                  .title = eg_tools_base_name(o->source),
                  .label = "value",
                  .colormap = EG_COLORMAP_EARTH,
                  .has_range = o->has_range,
                  .low = o->low,
                  .high = o->high,
                  .bed = b.value,
                  .bed_contours = 12,
                  .cell_edges = o->edges};
    const char *base = eg_tools_base_name(o->source), *dot = strrchr(base, '.');
    char words[EG_LABEL_ROOM];
    if (eg_tools_exceedance_words(base, dot ? dot - base : (int64_t)strlen(base), words))
        become_fractions(&map, words);
    EG_SCRATCH char *projection = NULL;
    EG_TRY(eg_raster_projection(p->context, o->source, &projection));
    map.has_north = projection != NULL;
    eg_tools_dress(o, &map);
    return eg_figure_map(p->figure, 0, 0, &map);
}

eg_status eg_picture_of_raster(eg_tools_picture *p)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    EG_TRY(eg_raster_read(p->context, p->options->source, &(eg_raster_options){0}, &raster));
    eg_tools_name_picture(p);
    return draw_raster(p, raster);
}
