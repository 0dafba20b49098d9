/* Houses, roads, walls and levees: shapes that change bed and roughness of the cells that they cover, in the
 * order of the case. */
#include "io/gis/shapes.h"
#include "mesh/boxes.h"
#include "run/given/classes.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* What a key of a feature does with the values of its cells. */
typedef enum deed { SET_ELEVATION, AT_LEAST, RAISE, SET_MANNING, BLOCK, DEEDS } deed;
static const char *const deed_key[DEEDS] = {"elevation", "crest", "raise", "manning", "block"};

/* One feature of the case, and the cells that it finds. */
typedef struct covering {
    eg_boxed items; /* the own cells, for eg_boxes_meeting() */
    eg_sw_model *model;
    const eg_plane *mesh;
    const eg_boxes *boxes;
    const eg_gis_shapes *shapes;
    deed deed;
    bool by_height;                           /* the number is z of the points */
    double constant;                          /* NaN: the shape's own number */
    double half;                              /* of the width, m */
    eg_sw_raised raised;                      /* of the feature */
    double *value;                            /* [own] of the cells covered; NaN: not covered */
    int64_t shape, point;                     /* what is looked at */
    double row_height, low;                   /* rows of edges of the polygon */
    int64_t rows, *row_first, (*row_edge)[2]; /* points of the edges in each row */
} covering;

static eg_box box_of_covered(const eg_boxed *self, int64_t cell)
{
    double x[EG_CELL_VERTICES][2];
    int count = eg_plane_cell_vertices(((const covering *)self)->mesh, cell, x);
    eg_box box = {{x[0][0], x[0][1], 0}, {x[0][0], x[0][1], 0}};
    for (int i = 1; i < count; i++) {
        const double at[3] = {x[i][0], x[i][1], 0};
        eg_box_include(&box, at, at);
    }
    return box;
}

/* Where shapes overlap: the last one has its way, but of what raises the highest. */
static void cover(covering *c, int64_t cell, double number)
{
    bool highest = c->deed == AT_LEAST || c->deed == RAISE;
    c->value[cell] = highest && c->value[cell] > number ? c->value[cell] : number;
}

static double number_of_shape(const covering *c)
{
    return isnan(c->constant) ? c->shapes->value[c->shape] : c->constant;
}

/* ---- polygons: the cells whose middle is inside, by the edges in its row */

static int64_t row_at(const covering *c, double y)
{
    double row = floor((y - c->low) / c->row_height);
    return row < 0 ? 0 : row >= (double)c->rows ? c->rows - 1 : (int64_t)row;
}

/* Calls for each row that an edge is in: to count, then to put the edge there. */
static void list_row_edges(covering *c, bool put)
{
    const eg_gis_shapes *s = c->shapes;
    for (int64_t part = s->first_part[c->shape]; part < s->first_part[c->shape + 1]; part++)
        for (int64_t p = s->first[part]; p < s->first[part + 1]; p++) {
            int64_t q = p + 1 < s->first[part + 1] ? p + 1 : s->first[part]; /* where the edge ends */
            double a = s->x[p][1], b = s->x[q][1];
            for (int64_t row = row_at(c, fmin(a, b)); row <= row_at(c, fmax(a, b)); row++) {
                if (!put) {
                    c->row_first[row + 1]++;
                    continue;
                }
                int64_t at = c->row_first[row]++;
                c->row_edge[at][0] = p;
                c->row_edge[at][1] = q;
            }
        }
}

static eg_status make_rows(covering *c, const eg_box *box, int64_t edges)
{
    eg_context *context = c->shapes->context;
    c->rows = edges < 8 ? 1 : edges / 4;
    c->low = box->low[1];
    c->row_height = (box->high[1] - box->low[1]) / (double)c->rows;
    if (!(c->row_height > 0))
        c->rows = 1, c->row_height = 1;
    EG_TRY(eg_alloc(context, c->rows + 1, sizeof *c->row_first, &c->row_first));
    list_row_edges(c, false);
    for (int64_t row = 0; row < c->rows; row++)
        c->row_first[row + 1] += c->row_first[row];
    EG_TRY(eg_alloc(context, c->row_first[c->rows], sizeof *c->row_edge, &c->row_edge));
    list_row_edges(c, true);
    for (int64_t row = c->rows; row > 0; row--)
        c->row_first[row] = c->row_first[row - 1];
    c->row_first[0] = 0;
    return EG_OK;
}

/* A ray to the right crosses the rings an odd number of times. */
static eg_status cover_inside(void *user, int64_t cell)
{
    covering *c = user;
    const eg_gis_shapes *s = c->shapes;
    const double *m = c->mesh->base.centroid[cell];
    int64_t row = row_at(c, m[1]);
    bool inside = false;
    for (int64_t i = c->row_first[row]; i < c->row_first[row + 1]; i++) {
        const double *a = s->x[c->row_edge[i][0]], *b = s->x[c->row_edge[i][1]];
        if ((a[1] > m[1]) != (b[1] > m[1]) && m[0] < a[0] + (b[0] - a[0]) * ((m[1] - a[1]) / (b[1] - a[1])))
            inside = !inside;
    }
    if (inside)
        cover(c, cell, number_of_shape(c));
    return EG_OK;
}

static eg_status cover_polygon(covering *c)
{
    const eg_gis_shapes *s = c->shapes;
    int64_t first = s->first[s->first_part[c->shape]], end = s->first[s->first_part[c->shape + 1]];
    eg_box box = {{s->x[first][0], s->x[first][1], 0}, {s->x[first][0], s->x[first][1], 0}};
    for (int64_t p = first; p < end; p++) {
        const double at[3] = {s->x[p][0], s->x[p][1], 0};
        eg_box_include(&box, at, at);
    }
    eg_status status = make_rows(c, &box, end - first);
    if (status == EG_OK)
        status = eg_boxes_meeting(c->boxes, &c->items, &box, cover_inside, c);
    EG_FREE(&c->row_first, &c->row_edge);
    return status;
}

/* ---- lines: the cells that a segment crosses, and those whose middle is near */

/* The cell's polygon has an end of the segment inside, or an edge that it crosses. */
static bool is_crossed(const covering *c, int64_t cell, const double *a, const double *b)
{
    double x[EG_CELL_VERTICES][2];
    int count = eg_plane_cell_vertices(c->mesh, cell, x);
    bool inside = true;
    for (int i = 0; i < count; i++) {
        if (eg_sw_crossing(a, b, x[i], x[(i + 1) % count]) != 0)
            return true;
        inside = inside && eg_sw_side(x[i], x[(i + 1) % count], a) >= 0;
    }
    return inside;
}

static eg_status cover_along(void *user, int64_t cell)
{
    covering *c = user;
    const double *a = c->shapes->x[c->point], *b = c->shapes->x[c->point + 1];
    const double *m = c->mesh->base.centroid[cell];
    double d[2] = {b[0] - a[0], b[1] - a[1]}, length = d[0] * d[0] + d[1] * d[1];
    double s = length > 0 ? ((m[0] - a[0]) * d[0] + (m[1] - a[1]) * d[1]) / length : 0;
    s = fmin(fmax(s, 0), 1);
    double away = hypot(m[0] - (a[0] + s * d[0]), m[1] - (a[1] + s * d[1]));
    if (away <= c->half + 2 * sqrt(c->mesh->area[cell]))
        c->model->lined[cell] = true;
    if (away <= c->half || is_crossed(c, cell, a, b))
        cover(c, cell, c->by_height ? a[2] + s * (b[2] - a[2]) : number_of_shape(c));
    return EG_OK;
}

static eg_status cover_lines(covering *c)
{
    const eg_gis_shapes *s = c->shapes;
    for (int64_t part = s->first_part[c->shape]; part < s->first_part[c->shape + 1]; part++)
        for (c->point = s->first[part]; c->point + 1 < s->first[part + 1]; c->point++) {
            const double *a = s->x[c->point], *b = s->x[c->point + 1];
            const eg_box box = {{fmin(a[0], b[0]) - c->half, fmin(a[1], b[1]) - c->half, 0},
                                {fmax(a[0], b[0]) + c->half, fmax(a[1], b[1]) + c->half, 0}};
            EG_TRY(eg_boxes_meeting(c->boxes, &c->items, &box, cover_along, c));
        }
    return EG_OK;
}

/* ---- a feature */

static void note_raised(eg_sw_raised *raised, bool is_crest, double value, double bed)
{
    raised->by = fmax(raised->by, is_crest ? value - bed : value);
    if (!is_crest)
        return;
    raised->down = fmax(raised->down, -value);
    raised->ground = fmax(raised->ground, -bed);
}

/* Manning's n of a shape stands in for whatever law and class the ground has. */
static void set_manning(eg_sw_model *model, int64_t cell, double value)
{
    model->manning[cell] = value;
    if (model->roughness.class)
        model->roughness.class[cell] = NAN;
    if (model->roughness.law)
        model->roughness.law[cell] = EG_FV_MANNING;
}

/* Changes the cells covered; returns how many there are. */
static int64_t apply_covering(covering *c)
{
    eg_sw_model *model = c->model;
    int64_t covered = 0;
    for (int64_t i = 0; i < c->mesh->base.own; i++) {
        double value = c->value[i], *bed = &model->bed[i];
        if (isnan(value))
            continue;
        covered++;
        if (c->deed == AT_LEAST || c->deed == RAISE)
            note_raised(&c->raised, c->deed == AT_LEAST, value, *bed);
        if (c->deed == BLOCK)
            model->blocked[i] = true;
        else if (c->deed == SET_MANNING)
            set_manning(model, i, value);
        else
            *bed = c->deed == RAISE ? *bed + value : c->deed == AT_LEAST ? fmax(*bed, value) : value;
    }
    return covered;
}

/* Heights of all points, where they are wanted. */
static eg_status check_heights(const covering *c, const eg_node *node)
{
    for (int64_t p = 0; c->by_height && p < c->shapes->points; p++)
        if (!isfinite(c->shapes->x[p][2]))
            return eg_case_fail(c->model->setup.loaded, node, EG_INPUT,
                                "%s: a point at (%.9g, %.9g) has no height z", c->shapes->name,
                                c->shapes->x[p][0], c->shapes->x[p][1]);
    return EG_OK;
}

static eg_status check_shape_manning(const covering *c, const eg_node *node)
{
    for (int64_t i = 0; c->deed == SET_MANNING && i < c->mesh->base.own; i++)
        if (c->value[i] < 0 || c->value[i] > 1)
            return eg_case_fail(c->model->setup.loaded, node, EG_CASE,
                                "%s is %g s/m^(1/3) in one of its shapes; Manning's n is some 0.01 to 0.2",
                                eg_node_name(node), c->value[i]);
    return EG_OK;
}

static eg_status cover_cells(covering *c, const eg_node *node, bool lines, int64_t *covered)
{
    int64_t own = c->mesh->base.own;
    EG_TRY(check_heights(c, node));
    for (int64_t i = 0; i < own; i++)
        c->value[i] = NAN;
    for (c->shape = 0; c->shape < c->shapes->shapes && own > 0; c->shape++)
        EG_TRY(lines ? cover_lines(c) : cover_polygon(c));
    EG_TRY(check_shape_manning(c, node));
    *covered += apply_covering(c);
    return EG_OK;
}

/* The number of the attribute, or what a table of classes has for it. */
static eg_status read_shape_values(const covering *c, const eg_node *file, eg_gis_kind kind,
                                   const eg_node *node, eg_gis_shapes **shapes)
{
    eg_context *context = c->model->setup.context;
    const eg_node *attribute = eg_node_child(node, "attribute"), *table = eg_node_child(node, "classes");
    const char *name = attribute && !c->by_height ? eg_node_text(attribute) : NULL;
    EG_ENDS_WITH(eg_classes_free) eg_classes classes = {0};
    if (table && !name)
        return eg_case_fail(c->model->setup.loaded, table, EG_CASE,
                            "%s: classes are of an attribute's values; z is the elevation of points",
                            eg_node_name(table));
    if (!table)
        return eg_gis_shapes_read(context, eg_node_path(file), kind, name, shapes);
    EG_TRY(eg_classes_read(context, eg_node_path(table), deed_key[c->deed], EG_DIMENSION_MANNING, &classes));
    EG_TRY(eg_gis_shapes_read_texts(context, eg_node_path(file), kind, &name, 1, shapes));
    for (int64_t i = 0; i < (*shapes)->shapes; i++) {
        const char *class = (*shapes)->text[i];
        if (!class || !eg_classes_find(&classes, class, &(*shapes)->value[i]))
            return eg_case_fail(c->model->setup.loaded, node, EG_INPUT,
                                "%s: shape %lld has the %s '%s', which %s does not have", eg_node_path(file),
                                (long long)i + 1, name, class ? class : "", eg_node_path(table));
    }
    return EG_OK;
}

/* One deed of a feature: `node` is its number, or names the attribute that has it. */
static eg_status do_deed(covering *c, const eg_node *feature, const eg_node *node, int64_t *covered)
{
    const eg_node *lines = eg_node_child(feature, "lines");
    const eg_node *file = lines ? lines : eg_node_child(feature, "polygons");
    const eg_node *attribute = eg_node_child(node, "attribute");
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *shapes = NULL;
    c->by_height = lines && attribute && eg_node_is(attribute, "z");
    c->constant = attribute ? NAN : c->deed == BLOCK ? 1 : eg_node_real(node);
    c->half = lines ? 0.5 * eg_node_real(eg_node_child(feature, "width")) : 0;
    EG_TRY(read_shape_values(c, file, lines ? EG_GIS_LINES : EG_GIS_POLYGONS, node, &shapes));
    c->shapes = shapes;
    return cover_cells(c, node, lines != NULL, covered);
}

static bool blocks_any(const eg_node *map)
{
    for (int64_t f = 0; f < eg_node_count(map); f++) {
        const eg_node *block = eg_node_child(eg_node_item(map, f), deed_key[BLOCK]);
        if (block && eg_node_boolean(block))
            return true;
    }
    return false;
}

static eg_status do_all(covering *c, const eg_node *map)
{
    for (int64_t f = 0; f < eg_node_count(map); f++) {
        c->raised = (eg_sw_raised){-INFINITY, -INFINITY, -INFINITY};
        for (int d = 0; d < DEEDS; d++) {
            const eg_node *feature = eg_node_item(map, f);
            const eg_node *node = eg_node_child(feature, deed_key[d]);
            c->deed = (deed)d;
            if (node && !(c->deed == BLOCK && !eg_node_boolean(node)))
                EG_TRY(do_deed(c, feature, node, &c->model->covered[f]));
        }
        c->model->raised[f] = c->raised;
    }
    return EG_OK;
}

eg_status eg_sw_read_terrain(eg_sw_model *model)
{
    const eg_node *map = eg_case_find(model->setup.loaded, "terrain");
    eg_context *context = model->setup.context;
    covering c = {.items = {.box = box_of_covered}, .model = model, .mesh = model->setup.mesh};
    EG_ENDS_WITH(eg_boxes_destroy) eg_boxes *boxes = NULL;
    EG_SCRATCH double *value = NULL;
    int64_t own = c.mesh->base.own;
    if (!map)
        return EG_OK;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(eg_node_count(map), model->covered),
                    EG_BLOCK(eg_node_count(map), model->raised), EG_BLOCK(own, value),
                    EG_BLOCK(own, model->lined)));
    if (blocks_any(map))
        EG_TRY(eg_alloc(context, own, sizeof *model->blocked, &model->blocked));
    if (own > 0)
        EG_TRY(eg_boxes_create(context, own, &c.items, &boxes));
    c.value = value;
    c.boxes = boxes;
    return do_all(&c, map);
}

/* m: a bed by cells is that of a levee up to this. */
static const double CREST_AWAY = 1;

static void check_terrain_crest(const eg_sw_model *model, const eg_node *feature, const eg_sw_raised *raised)
{
    const eg_node *crest = eg_node_child(feature, deed_key[AT_LEAST]);
    double lowest = -raised->down, ground = -raised->ground;
    if (crest && raised->by < -CREST_AWAY)
        eg_case_doubt(model->setup.loaded, crest, -raised->by, CREST_AWAY,
                      "%s lies %.6g m or more below the bed of all cells that it covers, and raises none: it "
                      "is an elevation, and 'raise' a height over the bed",
                      eg_node_name(crest), -raised->by);
    else if (crest && lowest < ground - CREST_AWAY)
        eg_case_doubt(
            model->setup.loaded, crest, lowest, ground,
            "%s is %.6g m somewhere, and the lowest bed that it covers lies at %.6g m: there it holds "
            "nothing back; has a point no elevation, or another datum?",
            eg_node_name(crest), lowest, ground);
}

static void check_terrain_height(const eg_sw_model *model, const eg_node *feature, double by)
{
    const eg_node *crest = eg_node_child(feature, deed_key[AT_LEAST]);
    const eg_node *node = crest ? crest : eg_node_child(feature, deed_key[RAISE]);
    if (node && by > EG_SW_DAM_MOST)
        eg_case_doubt(
            model->setup.loaded, node, by, EG_SW_DAM_MOST,
            "%s raises the bed by %.6g m, and the highest dam has 305 m: check the unit and the datum",
            eg_node_name(node), by);
}

eg_status eg_sw_check_terrain(const eg_sw_model *model)
{
    const eg_node *map = eg_case_find(model->setup.loaded, "terrain");
    for (int64_t f = 0; f < eg_node_count(map); f++) {
        const eg_node *feature = eg_node_item(map, f);
        eg_sw_raised raised = model->raised[f];
        double covered = (double)model->covered[f];
        eg_comm_max(model->setup.comm, &covered, 1);
        eg_comm_max(model->setup.comm, &raised.by, 3);
        if (!model->setup.restoring) {
            check_terrain_crest(model, feature, &raised);
            check_terrain_height(model, feature, raised.by);
        }
        if (covered == 0)
            return eg_case_fail(model->setup.loaded, feature, EG_CASE,
                                "%s covers no cell of the mesh; are its coordinates metres of the "
                                "mesh's own system?",
                                eg_node_name(feature));
    }
    return EG_OK;
}
