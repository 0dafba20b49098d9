/* Elements as their neighbours see them. */
#include "base/parallel.h"
#include "mesh/hexes/hexes.h"

/* Where the point at x (0 or 1) along directions p and q of the view is in the frame of the face that its
 * element has in direction `across`. */
static void in_frame(const eg_hexes *mesh, const eg_hex_view *view, int across, int side, const int x[2],
                     int frame[2])
{
    int p = across == 0 ? 1 : 0, q = 3 - across - p, own[2];
    int first = view->axis[p] < view->axis[q] ? 0 : 1;
    own[first] = x[0] != view->reversed[p];
    own[1 - first] = x[1] != view->reversed[q];
    eg_hex_orient_indices(mesh->face_orientation[view->element][side], 1, own, frame);
}

/* Whether the first way to see the other element is the right one for sure: both see the face in the same
 * way, and along its first direction first. */
static bool fits_plainly(const eg_hexes *mesh, int across, const eg_hex_view *a, int side_a,
                         int64_t element_b, int side_b)
{
    int p = across == 0 ? 1 : 0, q = 3 - across - p;
    return a->axis[p] < a->axis[q] && !a->reversed[p] && !a->reversed[q] &&
           mesh->face_orientation[a->element][side_a] == mesh->face_orientation[element_b][side_b];
}

/* Whether two views of elements on either side of a face have its points in common. */
static bool views_fit(const eg_hexes *mesh, int across, const eg_hex_view *a, int side_a,
                      const eg_hex_view *b, int side_b)
{
    static const int points[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    for (int i = 0; i < 3; i++) {
        int in_a[2], in_b[2];
        in_frame(mesh, a, across, side_a, points[i], in_a);
        in_frame(mesh, b, across, side_b, points[i], in_b);
        if (in_a[0] != in_b[0] || in_a[1] != in_b[1])
            return false;
    }
    return true;
}

bool eg_hex_step(const eg_hexes *mesh, const eg_hex_view *from, int direction, bool up, eg_hex_view *to)
{
    int side = 2 * from->axis[direction] + (up != from->reversed[direction]);
    int32_t face = mesh->face[from->element][side];
    int self = mesh->face_element[face][0] == from->element && mesh->face_side[face][0] == side ? 0 : 1;
    int other = mesh->face_side[face][1 - self];
    int p = direction == 0 ? 1 : 0, q = 3 - direction - p;
    if (mesh->face_element[face][1] < 0)
        return false;
    *to = (eg_hex_view){.element = mesh->face_element[face][1 - self]};
    to->axis[direction] = (uint8_t)(other / 2);
    to->reversed[direction] = up ? other % 2 : !(other % 2);
    int a = other / 2 == 0 ? 1 : 0, b = 3 - other / 2 - a; /* the other two directions of it */
    bool plain = fits_plainly(mesh, direction, from, side, to->element, other);
    for (int way = 0; way < 8; way++) {
        to->axis[p] = (uint8_t)(way & 1 ? b : a);
        to->axis[q] = (uint8_t)(way & 1 ? a : b);
        to->reversed[p] = way & 2;
        to->reversed[q] = way & 4;
        if (plain || views_fit(mesh, direction, from, side, to, other))
            return true;
    }
    return false;
}

/* ---- all steps */

static eg_hex_neighbour neighbour_of(const eg_hexes *mesh, int64_t element, int side)
{
    const eg_hex_view own = eg_hex_view_of(element);
    eg_hex_neighbour next = {.element = -1};
    eg_hex_view beyond;
    if (!eg_hex_step(mesh, &own, side / 2, side % 2, &beyond))
        return next;
    next.element = (int32_t)beyond.element;
    for (int d = 0; d < 3; d++) {
        next.axis[d] = beyond.axis[d];
        next.reversed |= (uint8_t)(beyond.reversed[d] << d);
    }
    return next;
}

eg_status eg_hex_steps_create(const eg_hexes *mesh, eg_hex_steps *steps)
{
    enum { LEAST = 256 };
    *steps = (eg_hex_steps){.context = mesh->base.context};
    EG_TRY(eg_alloc(steps->context, mesh->base.held, sizeof *steps->of, &steps->of));
    EG_LOOP_OF(steps->context, mesh->base.held, LEAST)
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int side = 0; side < EG_HEX_FACES; side++)
            steps->of[e][side] = neighbour_of(mesh, e, side);
    return EG_OK;
}

void eg_hex_steps_destroy(eg_hex_steps *steps)
{
    if (steps->context)
        EG_FREE(&steps->of);
}
