/* One cell of the input: is it a cell at all, and in which order do its vertices run. */
#include "base/wide.h"
#include "mesh/plane/internal.h"

#include <stdio.h>

/* Twice the area of a corner below this fraction of the longest edge squared counts as none: the
 * rounding of the products in it is 1e-16 of that. */
static const double FLAT = 1e-12;

/* Twice the signed area at corner k: between the edges that meet there. */
EG_INLINE double corner(const double (*x)[2], int count, int k)
{
    const double *before = x[k == 0 ? count - 1 : k - 1], *here = x[k],
                 *after = x[k == count - 1 ? 0 : k + 1];
    return (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0]);
}

/* "FILE: element N (triangle) WHAT: its nodes are at ...; HINT" */
static eg_status refuse_cell(eg_context *context, const eg_plane_input *input, int64_t cell, const char *what,
                             const char *hint)
{
    int count = eg_cell_type_vertices(input->type[cell]);
    char places[4 * sizeof(eg_point_text) + 16];
    int length = 0;
    for (int k = 0; k < count; k++) {
        eg_point_text place = eg_text_of_point(2, input->x[input->vertex[cell][k]]);
        length +=
            snprintf(places + length, sizeof places - (size_t)length, "%s%s", k ? ", " : "", place.text);
    }
    return eg_fail(context, EG_MESH, "%s: element %lld (%s) %s: its nodes are at %s; %s", input->origin,
                   (long long)input->source[cell], eg_cell_type_name(input->type[cell]), what, places, hint);
}

/* What a cell looks like: corners that turn left and right. */
typedef struct cell_shape {
    bool apart; /* no edge without length */
    int left, right;
} cell_shape;

EG_INLINE cell_shape shape_of(int count, const double (*x)[2])
{
    cell_shape shape = {.apart = true};
    double longest = 0.0;
    for (int k = 0; k < count; k++) {
        const double *from = x[k], *to = x[k == count - 1 ? 0 : k + 1];
        double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
        shape.apart = shape.apart && square != 0.0;
        longest = square > longest ? square : longest;
    }
    for (int k = 0; k < count; k++) {
        double turn = corner(x, count, k);
        shape.left += turn > FLAT * longest;
        shape.right += turn < -FLAT * longest;
    }
    return shape;
}

eg_status eg_plane_check_cell(eg_context *context, const eg_plane_input *input, int64_t cell,
                              const double (*x)[2])
{
    bool triangle = input->type[cell] == EG_TRIANGLE;
    cell_shape shape = triangle ? shape_of(3, x) : shape_of(4, x); /* each is a loop that is written out */
    int count = triangle ? 3 : 4;
    if (shape.apart && (shape.left == count || shape.right == count))
        return EG_OK;
    if (!shape.apart)
        return refuse_cell(context, input, cell, "has two nodes at one place",
                           "merge or move them (in gmsh: Coherence Mesh)");
    if (triangle)
        return refuse_cell(context, input, cell, "has no area in the x, y plane", "remove it or move a node");
    /* What is wrong with the corners of a quadrangle that do not all turn the same way. */
    if (shape.left == 2 && shape.right == 2)
        return refuse_cell(context, input, cell, "crosses itself", "list its nodes in order round the cell");
    if (shape.left + shape.right == 0)
        return refuse_cell(context, input, cell, "has no area in the x, y plane", "remove it or move a node");
    return refuse_cell(context, input, cell, "is not convex", "move a node or cut the cell into triangles");
}

uint8_t eg_plane_find_turn(int count, const double (*x)[2])
{
    int lowest = 0;
    for (int k = 1; k < count; k++)
        if (x[k][0] < x[lowest][0] || (x[k][0] == x[lowest][0] && x[k][1] < x[lowest][1]))
            lowest = k;
    return (uint8_t)(lowest + (corner(x, count, 0) > 0.0 ? 0 : 4));
}
