/* The outline of an area, and what Gmsh is told of it. */
#include "io/gis/area.h"
#include "io/gis/breaks.h"

#include <math.h>
#include <string.h>

#include "io/table/plain_text.h"

/* Edges grow by this part of the distance from a refined polygon. */
static const double GROWTH = 0.2;

/* Points of the view of lengths along the longer side of the area, at most. */
enum { VIEW_POINTS = 300 };

/* ---- outlines */

/* Squares as cells of four nodes each, for eg_gis_outline_create(). */
static eg_status outline_of_squares(const eg_gis_squares *q, eg_gis_outline **outline)
{
    int64_t nodes = (q->columns + 1) * (q->rows + 1), cells = q->columns * q->rows;
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *g = NULL;
    EG_SCRATCH double *values = NULL;
    EG_TRY(eg_alloc(q->context, 1, sizeof *g, &g));
    *g = (eg_snapshot_geometry){.context = q->context, .nodes = nodes, .cells = cells};
    EG_TRY(EG_ALLOC(q->context, EG_BLOCK(nodes, g->x), EG_BLOCK(cells + 1, g->first),
                    EG_BLOCK(4 * cells, g->vertex), EG_BLOCK(cells, values)));
    for (int64_t n = 0; n < nodes; n++) {
        g->x[n][0] = q->low[0] + (double)(n % (q->columns + 1)) * q->side;
        g->x[n][1] = q->low[1] + (double)(n / (q->columns + 1)) * q->side;
    }
    for (int64_t c = 0; c < cells; c++) {
        int32_t n = (int32_t)(c / q->columns * (q->columns + 1) + c % q->columns);
        const int32_t corner[4] = {n, n + 1, n + 2 + (int32_t)q->columns, n + 1 + (int32_t)q->columns};
        memcpy(&g->vertex[4 * c], corner, sizeof corner);
        g->first[c + 1] = 4 * (c + 1);
        values[c] = q->within[c];
    }
    return eg_gis_outline_create(q->context, g, values, 0.5, outline);
}

static bool is_inside_part(const eg_gis_shapes *s, int64_t part, const double *p)
{
    return eg_gis_ring_holds(s->x[s->first[part]], 3, s->first[part + 1] - s->first[part], p);
}

static double area_of_part(const eg_gis_shapes *s, int64_t part)
{
    return fabs(eg_gis_ring_area(s->x[s->first[part]], 3, s->first[part + 1] - s->first[part]));
}

/* A ring within an even number of others is an outer one, else a hole of the smallest round it. */
static void nest_ring(const eg_gis_shapes *s, eg_gis_outline *o, int64_t ring)
{
    int64_t round = -1, depth = 0;
    const double *a = s->x[s->first[ring]], *b = s->x[s->first[ring] + 1];
    const double middle[2] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
    for (int64_t r = 0; r < s->parts; r++) {
        if (r == ring || !is_inside_part(s, r, middle))
            continue;
        depth++;
        if (round < 0 || area_of_part(s, r) < area_of_part(s, round))
            round = r;
    }
    bool hole = depth % 2 == 1;
    o->within[ring] = hole ? round : -1;
    o->area[ring] = hole ? -area_of_part(s, ring) : area_of_part(s, ring);
}

static eg_status outline_of_polygons(const eg_gis_shapes *s, eg_gis_outline **outline)
{
    EG_ENDS_WITH(eg_gis_outline_destroy) eg_gis_outline *o = NULL;
    EG_TRY(eg_alloc(s->context, 1, sizeof *o, &o));
    o->context = s->context;
    o->rings = s->parts;
    o->points = s->points;
    EG_TRY(EG_ALLOC(s->context, EG_BLOCK(s->points, o->x), EG_BLOCK(s->parts + 1, o->first),
                    EG_BLOCK(s->parts, o->area), EG_BLOCK(s->parts, o->within)));
    for (int64_t p = 0; p < s->points; p++)
        for (int k = 0; k < 2; k++)
            o->x[p][k] = s->x[p][k];
    for (int64_t r = 0; r < s->parts; r++) {
        o->first[r + 1] = s->first[r + 1];
        nest_ring(s, o, r);
    }
    return eg_hand_over(&o, outline);
}

eg_status eg_gis_area_outline(const eg_gis_area *area, const eg_gis_squares *squares,
                              eg_gis_outline **outline)
{
    *outline = NULL;
    return area->polygons ? outline_of_polygons(area->polygons, outline)
                          : outline_of_squares(squares, outline);
}

/* ---- the script */

static void add_outline_point(eg_text *text, int64_t number, const double *x, double cell)
{
    eg_text_add(text, "Point(%lld) = {%s, %s, 0, %s};\n", (long long)number, eg_real_show(x[0]).text,
                eg_real_show(x[1]).text, eg_real_show(cell).text);
}

/* Nodes have their numbers from 1, and lines those of the nodes that they begin at in the order of the
 * rings. */
static void add_outline_ring(eg_text *text, const eg_gis_breaks *breaks, int64_t ring, double cell)
{
    int64_t first = breaks->ring_first[ring], end = breaks->ring_first[ring + 1];
    for (int64_t i = first; i < end; i++)
        add_outline_point(text, breaks->ring_node[i] + 1, breaks->x[breaks->ring_node[i]], cell);
    for (int64_t i = first; i < end; i++)
        eg_text_add(text, "Line(%lld) = {%lld, %lld};\n", (long long)i + 1,
                    (long long)breaks->ring_node[i] + 1,
                    (long long)breaks->ring_node[i + 1 < end ? i + 1 : first] + 1);
    eg_text_add(text, "Curve Loop(%lld) = {%lld:%lld};\n", (long long)ring + 1, (long long)first + 1,
                (long long)end);
}

static void add_surfaces(eg_text *text, const eg_gis_outline *o, int64_t edges)
{
    const char *between = "";
    for (int64_t r = 0; r < o->rings; r++) {
        if (o->within[r] >= 0)
            continue;
        eg_text_add(text, "Plane Surface(%lld) = {%lld", (long long)r + 1, (long long)r + 1);
        for (int64_t h = 0; h < o->rings; h++)
            if (o->within[h] == r)
                eg_text_add(text, ", %lld", (long long)h + 1);
        eg_text_add(text, "};\n");
    }
    eg_text_add(text, "Physical Surface(\"all\") = {");
    for (int64_t r = 0; r < o->rings; r++)
        if (o->within[r] < 0) {
            eg_text_add(text, "%s%lld", between, (long long)r + 1);
            between = ", ";
        }
    eg_text_add(text, "};\nPhysical Curve(\"edge\") = {1:%lld};\n", (long long)edges);
}

/* The nodes that no ring has, and the lines between nodes. */
static eg_status add_pieces(const eg_gis_breaks *breaks, int64_t edges, double cell, eg_text *text)
{
    EG_SCRATCH bool *written = NULL;
    EG_TRY(eg_alloc(breaks->context, breaks->nodes, sizeof *written, &written));
    for (int64_t i = 0; i < edges; i++)
        written[breaks->ring_node[i]] = true;
    for (int64_t i = 0; i < breaks->pieces; i++) {
        const int64_t *piece = breaks->piece[i];
        for (int k = 0; k < 2; k++) {
            if (!written[piece[k]])
                add_outline_point(text, piece[k] + 1, breaks->x[piece[k]], cell);
            written[piece[k]] = true;
        }
        eg_text_add(text, "Line(%lld) = {%lld, %lld};\nCurve{%lld} In Surface{%lld};\n",
                    (long long)(edges + i + 1), (long long)piece[0] + 1, (long long)piece[1] + 1,
                    (long long)(edges + i + 1), (long long)piece[2] + 1);
    }
    return EG_OK;
}

/* Of the shortest edges that are wanted: nodes that are nearer to each other are one. */
static const double NEAR_PART = 0.05;

static double shortest_edge(const eg_gis_meshing *m)
{
    double least = m->cell;
    for (int64_t s = 0; m->refined && s < m->refined->shapes; s++)
        least = fmin(least, m->refined->value[s]);
    return least;
}

eg_status eg_gis_add_geometry(const eg_gis_meshing *meshing, eg_text *text)
{
    const eg_gis_outline *o = meshing->outline;
    EG_ENDS_WITH(eg_gis_breaks_free) eg_gis_breaks breaks = {.context = o->context};
    EG_TRY(eg_gis_breaks_make(o, meshing->breaks, NEAR_PART * shortest_edge(meshing), &breaks));
    int64_t edges = breaks.ring_first[o->rings];
    for (int64_t r = 0; r < o->rings; r++)
        add_outline_ring(text, &breaks, r, meshing->cell);
    add_surfaces(text, o, edges);
    EG_TRY(add_pieces(&breaks, edges, meshing->cell, text));
    if (meshing->refined)
        eg_text_add(text,
                    "Merge \"%s\";\nField[1] = PostView;\nField[1].ViewIndex = 0;\nBackground Field "
                    "= 1;\nMesh.MeshSizeFromPoints = 0;\nMesh.MeshSizeExtendFromBoundary = 0;\n",
                    meshing->sizes);
    eg_text_add(text, "Coherence;\n");
    return text->status;
}

/* ---- lengths of edges */

static double distance_to_line(const double *a, const double *b, const double *p)
{
    double d[2] = {b[0] - a[0], b[1] - a[1]}, length = d[0] * d[0] + d[1] * d[1];
    double s = length > 0 ? ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / length : 0;
    s = fmin(fmax(s, 0), 1);
    return hypot(p[0] - (a[0] + s * d[0]), p[1] - (a[1] + s * d[1]));
}

/* From a polygon; 0 inside. */
static double distance_from(const eg_gis_shapes *s, int64_t shape, const double *p)
{
    double least = INFINITY;
    bool inside = false;
    for (int64_t part = s->first_part[shape]; part < s->first_part[shape + 1]; part++) {
        inside ^= is_inside_part(s, part, p);
        for (int64_t i = s->first[part], j = s->first[part + 1] - 1; i < s->first[part + 1]; j = i++)
            least = fmin(least, distance_to_line(s->x[j], s->x[i], p));
    }
    return inside ? 0 : least;
}

static double length_at(const eg_gis_meshing *m, const double *p)
{
    double length = m->cell;
    for (int64_t s = 0; s < m->refined->shapes; s++) {
        double most = m->refined->value[s];
        if (most < length)
            length = fmin(length, most + GROWTH * distance_from(m->refined, s, p));
    }
    return length;
}

static void add_size_square(const eg_gis_meshing *m, const double low[2], double side, eg_text *text)
{
    const double corner[4][2] = {
        {low[0], low[1]}, {low[0] + side, low[1]}, {low[0] + side, low[1] + side}, {low[0], low[1] + side}};
    eg_text_add(text, "SQ(");
    for (int c = 0; c < 4; c++)
        for (int k = 0; k < 3; k++)
            eg_text_add(text, "%s%s", c + k > 0 ? "," : "", eg_real_show(k < 2 ? corner[c][k] : 0).text);
    eg_text_add(text, "){");
    for (int c = 0; c < 4; c++)
        eg_text_add(text, "%s%s", c > 0 ? "," : "", eg_real_show(length_at(m, corner[c])).text);
    eg_text_add(text, "};\n");
}

eg_status eg_gis_add_sizes(const eg_gis_area *area, const eg_gis_meshing *meshing, eg_text *text)
{
    const eg_gis_shapes *s = meshing->refined;
    for (int64_t i = 0; i < s->shapes; i++)
        if (!(s->value[i] > 0))
            return eg_fail(s->context, EG_INPUT, "%s: feature %lld: its size is %g m; it has to be above 0",
                           s->name, (long long)i + 1, s->value[i]);
    double extent[2] = {area->high[0] - area->low[0], area->high[1] - area->low[1]};
    double side = fmax(extent[0], extent[1]) / VIEW_POINTS;
    eg_text_add(text, "View \"size\" {\n");
    for (double y = area->low[1] - side; y < area->high[1] + side; y += side)
        for (double x = area->low[0] - side; x < area->high[0] + side; x += side)
            add_size_square(meshing, (const double[2]){x, y}, side, text);
    eg_text_add(text, "};\n");
    return text->status;
}
