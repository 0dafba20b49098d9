/* Which element holds a point, and where in it: boxes over elements, and in an element Newton's iteration on
 * its map. The lowest number is found of each kind; kinds follow each other. */
#include "mesh/hexes/internal.h"

#include <math.h>

/* How far outside [-1,1] a reference point may be. */
static const double EDGE = 1e-9;

/* A curved element may reach beyond the box of its points, by this share of the box's longest side. */
static const double BULGE = 0.25;

/* Elements as items in boxes, and where the one that holds a point has it. */
typedef struct elements_of_mesh {
    eg_boxed items;
    const eg_hexes *mesh;
    double *reference; /* [3] */
} elements_of_mesh;

static eg_box box_of_element(const eg_boxed *self, int64_t element)
{
    const eg_hexes *mesh = ((const elements_of_mesh *)self)->mesh;
    int count = hex_cube(mesh->base.degree + 1);
    const int32_t *point = mesh->point + element * count;
    const double *first = mesh->x[point[0]];
    eg_box box = {{first[0], first[1], first[2]}, {first[0], first[1], first[2]}};
    for (int p = 1; p < count; p++)
        eg_box_include(&box, mesh->x[point[p]], mesh->x[point[p]]);
    eg_box_grow(&box, eg_hexes_kind(mesh, element) == EG_HEX_CURVED ? BULGE : 2.0 * EDGE);
    return box;
}

/* ---- in an element ---- */

/* Solves jacobian step = way by Cramer's rule; false where it cannot. */
static bool solve_step(const double jacobian[3][3], const double way[3], double step[3])
{
    double whole = eg_hex_determinant(jacobian);
    for (int d = 0; d < 3; d++) {
        double changed[3][3];
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++)
                changed[i][c] = c == d ? way[i] : jacobian[i][c];
        step[d] = eg_hex_determinant((const double(*)[3])changed) / whole;
        if (!isfinite(step[d]))
            return false;
    }
    return true;
}

/* One step of Newton's iteration, kept within [-1.5, 1.5]^3: how far it went; -1 where there is none. *kept
 * tells that it was held back. */
static double newton_step(const eg_hexes *mesh, int64_t element, const double point[3], double at[3],
                          bool *kept)
{
    double x[3], jacobian[3][3], move[3], size = 0.0;
    eg_hexes_map(mesh, element, at, x, jacobian);
    double way[3] = {point[0] - x[0], point[1] - x[1], point[2] - x[2]};
    *kept = false;
    if (!solve_step((const double(*)[3])jacobian, way, move))
        return -1.0;
    for (int d = 0; d < 3; d++) {
        double to = fmin(1.5, fmax(-1.5, at[d] + move[d]));
        *kept = *kept || to != at[d] + move[d];
        size = fmax(size, fabs(to - at[d]));
        at[d] = to;
    }
    return size;
}

/* Newton's iteration from `at`; true where it comes to rest. Far from the origin rounding keeps it moving by
 * more than 1e-13: then it is at rest as far as EDGE goes. What is held back time and again has no end
 * inside. */
static bool find_from(const eg_hexes *mesh, int64_t element, const double point[3], double at[3])
{
    enum { STEPS = 25, PATIENCE = 4 };
    double size = 1.0;
    int held_back = 0;
    for (int step = 0; step < STEPS && size > 1e-13; step++) {
        bool kept;
        size = newton_step(mesh, element, point, at, &kept);
        held_back = kept ? held_back + 1 : 0;
        if (size < 0.0 || held_back == PATIENCE)
            return false;
    }
    return size <= EDGE;
}

static bool is_inside_element(double at[3])
{
    for (int d = 0; d < 3; d++) {
        if (!(fabs(at[d]) <= 1.0 + EDGE))
            return false;
        at[d] = fmin(1.0, fmax(-1.0, at[d]));
    }
    return true;
}

/* From the middle Newton's iteration finds the point in all but strongly curved elements; there it begins
 * near each corner too. */
static bool element_holds(const eg_boxed *self, int64_t element, const double point[3])
{
    const elements_of_mesh *elements = (const elements_of_mesh *)self;
    const eg_hexes *mesh = elements->mesh;
    double *reference = elements->reference;
    eg_box box = box_of_element(self, element);
    if (!eg_box_holds(&box, point))
        return false;
    int starts = eg_hexes_kind(mesh, element) == EG_HEX_PARALLELEPIPED ? 1 : 9;
    for (int start = 0; start < starts; start++) {
        for (int d = 0; d < 3; d++)
            reference[d] = start == 0 ? 0.0 : (start - 1) >> d & 1 ? 0.6 : -0.6;
        if (find_from(mesh, element, point, reference) && is_inside_element(reference))
            return true;
    }
    return false;
}

static elements_of_mesh boxed_elements(const eg_hexes *mesh, double reference[3])
{
    return (elements_of_mesh){
        .items = {.box = box_of_element, .holds = element_holds}, .mesh = mesh, .reference = reference};
}

eg_status eg_hexes_box_cells(eg_mesh *mesh)
{
    const elements_of_mesh elements = boxed_elements(eg_hexes_of(mesh), NULL);
    return mesh->held > 0 ? eg_boxes_create(mesh->context, mesh->held, &elements.items, &mesh->boxes) : EG_OK;
}

int64_t eg_hexes_locate(const eg_hexes *mesh, const double point[3], double reference[3])
{
    const elements_of_mesh elements = boxed_elements(mesh, reference);
    if (!mesh->base.boxes)
        return -1;
    return eg_boxes_find(mesh->base.boxes, &elements.items, point);
}
