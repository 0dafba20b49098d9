/* Weirs along lines: levees, walls and dikes thinner than a cell. The faces between the cells on both sides
 * of a line become walls with a weir over each. Rank 0 finds them on the whole mesh
 * (docs/theory/shallow-water-sources.md, "Structures"). */
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <stdlib.h>

/* The part of a face that lies along a direction, m. */
static double length_along(const eg_plane *mesh, int64_t face, const double *a, const double *b)
{
    const double *from = mesh->x[mesh->face_vertex[face][0]], *to = mesh->x[mesh->face_vertex[face][1]];
    double x = b[0] - a[0], y = b[1] - a[1];
    return fabs((to[0] - from[0]) * x + (to[1] - from[1]) * y) / sqrt(x * x + y * y);
}

double eg_sw_along(const eg_node *points, const double x[2], double *distance)
{
    double before = 0, nearest = INFINITY, found = 0;
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        double p[4];
        eg_node_reals(points, i, 4, p);
        double dx = p[2] - p[0], dy = p[3] - p[1], length = sqrt(dx * dx + dy * dy);
        double s = length > 0 ? ((x[0] - p[0]) * dx + (x[1] - p[1]) * dy) / length : 0;
        s = fmin(fmax(s, 0), length);
        double away =
            hypot(x[0] - p[0] - s / fmax(length, 1e-300) * dx, x[1] - p[1] - s / fmax(length, 1e-300) * dy);
        if (away < nearest) {
            nearest = away;
            found = before + s;
        }
        before += length;
    }
    if (distance)
        *distance = nearest;
    return found;
}

double eg_sw_crest_along(const eg_node *points, const eg_node *crests, double along)
{
    int64_t last = eg_node_count(crests) - 1;
    double before = 0;
    for (int64_t i = 0; i < last; i++) {
        double p[4], z[2];
        eg_node_reals(points, 2 * i, 4, p);
        eg_node_reals(crests, i, 2, z);
        double length = hypot(p[2] - p[0], p[3] - p[1]);
        if (along <= before + length && length > 0)
            return z[0] + (z[1] - z[0]) * fmax(along - before, 0) / length;
        before += length;
    }
    return eg_node_real(eg_node_item(crests, last));
}

/* Appends the face where the way between its cells crosses the line, once or three times. */
static eg_status add_levee_face(const eg_plane *mesh, const eg_node *points, int64_t structure, int64_t face,
                                eg_text *found)
{
    const int32_t *cell = mesh->face_cell[face];
    eg_sw_levee_face made = {.structure = structure};
    int over = 0;
    if (cell[1] < 0)
        return EG_OK;
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        double x[4];
        eg_node_reals(points, i, 4, x);
        int sense = eg_sw_crossing(&x[0], &x[2], mesh->base.centroid[cell[0]], mesh->base.centroid[cell[1]]);
        over += sense;
        if (sense != 0)
            made.width = length_along(mesh, face, &x[0], &x[2]);
    }
    if (over == 0)
        return EG_OK;
    const int32_t *ends = mesh->face_vertex[face];
    const double middle[2] = {0.5 * (mesh->x[ends[0]][0] + mesh->x[ends[1]][0]),
                              0.5 * (mesh->x[ends[0]][1] + mesh->x[ends[1]][1])};
    made.along = eg_sw_along(points, middle, NULL);
    made.cell[0] = cell[over < 0]; /* from the right side of the line to its left */
    made.cell[1] = cell[over > 0];
    for (int i = 0; i < 4; i++)
        made.at[i / 2][i % 2] = mesh->base.centroid[cell[i / 2 == 0 ? over < 0 : over > 0]][i % 2];
    eg_text_add_bytes(found, (const char *)&made, sizeof made);
    return found->status;
}

/* The part of a segment in the mesh's box, 0 to 1. */
static double part_inside(const eg_mesh *mesh, const double x[4])
{
    double from = 0, to = 1;
    for (int d = 0; d < 2; d++) {
        double way = x[2 + d] - x[d], low = mesh->box_low[d] - x[d], high = mesh->box_high[d] - x[d];
        if (way == 0) {
            to = low > 0 || high < 0 ? 0 : to;
            continue;
        }
        from = fmax(from, fmin(low / way, high / way));
        to = fmin(to, fmax(low / way, high / way));
    }
    return fmax(0, to - from);
}

/* A levee may go on a little beyond the mesh, so that it closes. */
void eg_sw_warn_of_line(const eg_setup *setup, const eg_node *points)
{
    double length = 0, inside = 0;
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        double x[4];
        eg_node_reals(points, i, 4, x);
        double part = hypot(x[2] - x[0], x[3] - x[1]);
        length += part;
        inside += part * part_inside(setup->cells, x);
    }
    if (inside < 0.75 * length)
        eg_case_doubt(setup->loaded, points, 1 - inside / length, 0,
                      "%s is %.6g m long, and %.3g %% of it lie outside the mesh; check its coordinates",
                      eg_node_name(points), length, 100 * (1 - inside / length));
}

/* What crosses itself has no sides. */
static eg_status check_crossing(const eg_setup *setup, const eg_node *points)
{
    int64_t count = eg_node_count(points);
    for (int64_t i = 0; i + 3 < count; i += 2)
        for (int64_t k = i + 4; k + 3 < count; k += 2) {
            double a[4], b[4];
            eg_node_reals(points, i, 4, a);
            eg_node_reals(points, k, 4, b);
            if (eg_sw_side(a, a + 2, b) * eg_sw_side(a, a + 2, b + 2) < 0 &&
                eg_sw_side(b, b + 2, a) * eg_sw_side(b, b + 2, a + 2) < 0)
                return eg_case_fail(setup->loaded, points, EG_CASE,
                                    "%s crosses itself: the part from (%g, %g) to (%g, %g), and "
                                    "that from (%g, %g) to (%g, %g); give its points in order",
                                    eg_node_name(points), a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]);
        }
    return EG_OK;
}

/* ---- lines, and the faces near them */

eg_status eg_sw_check_line(const eg_setup *setup, const eg_node *points)
{
    int64_t count = eg_node_count(points);
    if (count >= 4 && count % 2 == 0)
        return EG_OK;
    return eg_case_fail(setup->loaded, points, EG_CASE,
                        "%s has %lld numbers; a line has x and y of two points or more, one after the other",
                        eg_node_name(points), (long long)count);
}

/* Of coordinates: lines as near as this may cross by round-off. */
static const double ROUNDING = 1e-9;

static eg_box box_of_way(const eg_boxed *self, int64_t face)
{
    const eg_plane *mesh = ((const eg_sw_near_faces *)self)->mesh;
    const int32_t *cell = mesh->face_cell[face];
    if (cell[0] < 0 || cell[1] < 0) /* of a part, too, whose other cell it may not have */
        return (eg_box){{INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, 0}};
    const double *a = mesh->base.centroid[cell[0]], *b = mesh->base.centroid[cell[1]];
    return (eg_box){{fmin(a[0], b[0]), fmin(a[1], b[1]), 0}, {fmax(a[0], b[0]), fmax(a[1], b[1]), 0}};
}

static eg_status take_near_face(void *user, int64_t face)
{
    eg_sw_near_faces *near = user;
    EG_TRY(
        eg_reserve(near->mesh->base.context, near->count + 1, &near->room, sizeof *near->face, &near->face));
    near->face[near->count++] = (int32_t)face;
    return EG_OK;
}

static int compare_faces(const void *a, const void *b)
{
    int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return (p > q) - (p < q);
}

eg_status eg_sw_find_near_faces(eg_sw_near_faces *near, const eg_node *points)
{
    int64_t kept = 0;
    near->count = 0;
    near->items.box = box_of_way;
    if (!near->boxes && near->mesh->faces > 0)
        EG_TRY(eg_boxes_create(near->mesh->base.context, near->mesh->faces, &near->items, &near->boxes));
    for (int64_t i = 0; near->boxes && i + 3 < eg_node_count(points); i += 2) {
        double x[4];
        eg_node_reals(points, i, 4, x);
        double spare = ROUNDING * fmax(fmax(fabs(x[0]), fabs(x[1])), fmax(fabs(x[2]), fabs(x[3])));
        const eg_box box = {{fmin(x[0], x[2]) - spare, fmin(x[1], x[3]) - spare, 0},
                            {fmax(x[0], x[2]) + spare, fmax(x[1], x[3]) + spare, 0}};
        EG_TRY(eg_boxes_meeting(near->boxes, &near->items, &box, take_near_face, near));
    }
    if (near->count > 0)
        qsort(near->face, (size_t)near->count, sizeof *near->face, compare_faces);
    for (int64_t i = 0; i < near->count; i++)
        if (kept == 0 || near->face[i] != near->face[kept - 1])
            near->face[kept++] = near->face[i];
    near->count = kept;
    return EG_OK;
}

void eg_sw_near_faces_end(eg_sw_near_faces *near)
{
    eg_boxes_destroy(&near->boxes);
    EG_FREE(&near->face);
}

/* ---- all lines */

static eg_status add_levee(const eg_setup *setup, eg_sw_near_faces *near, const eg_node *points,
                           int64_t structure, eg_text *found)
{
    int64_t before = found->length;
    EG_TRY(eg_sw_check_line(setup, points));
    EG_TRY(check_crossing(setup, points));
    EG_TRY(eg_sw_find_near_faces(near, points));
    for (int64_t i = 0; i < near->count; i++)
        EG_TRY(add_levee_face(setup->mesh, points, structure, near->face[i], found));
    return found->length > before
               ? EG_OK
               : eg_case_fail(setup->loaded, points, EG_CASE,
                              "%s separates no two cells of the mesh; check its coordinates",
                              eg_node_name(points));
}

eg_status eg_sw_survey_levees(const eg_setup *setup, eg_text *found)
{
    const eg_node *structures = eg_case_find(setup->loaded, "structures");
    EG_ENDS_WITH(eg_sw_near_faces_end) eg_sw_near_faces near = {.mesh = setup->mesh};
    for (int64_t i = 0; i < eg_node_count(structures); i++) {
        const eg_node *points = eg_node_child(eg_node_item(structures, i), "along");
        if (points)
            EG_TRY(add_levee(setup, &near, points, i, found));
    }
    return EG_OK;
}
