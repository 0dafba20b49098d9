/* One cell of the input: is it a cell at all, and in which order do its vertices run. */
#include "mesh/plane/internal.h"

#include <stdio.h>

/* Twice the area of a corner below this fraction of the longest edge squared counts as none: the
 * rounding of the products in it is 1e-16 of that. */
static const double FLAT = 1e-12;

eg_plane_place eg_plane_place_of(const double x[3])
{
    char a[32], b[32];
    eg_format_real(x[0], a);
    eg_format_real(x[1], b);
    eg_plane_place place;
    snprintf(place.text, sizeof place.text, "(%s, %s)", a, b);
    return place;
}

/* Twice the signed area at corner k: between the edges that meet there. */
static double corner(const double (*x)[2], int count, int k)
{
    const double *before = x[(k + count - 1) % count], *here = x[k], *after = x[(k + 1) % count];
    return (here[0] - before[0]) * (after[1] - here[1]) -
           (here[1] - before[1]) * (after[0] - here[0]);
}

static int gather(const eg_plane_input *input, int64_t cell, double (*x)[2])
{
    int count = eg_cell_type_vertices(input->type[cell]);
    for (int k = 0; k < count; k++) {
        x[k][0] = input->x[input->vertex[cell][k]][0];
        x[k][1] = input->x[input->vertex[cell][k]][1];
    }
    return count;
}

/* "FILE: element N (triangle) WHAT: its nodes are at ...; HINT" */
static eg_status refuse(eg_context *context, const eg_plane_input *input, int64_t cell,
                        const char *what, const char *hint)
{
    int count = eg_cell_type_vertices(input->type[cell]);
    char places[4 * sizeof(eg_plane_place) + 16];
    int length = 0;
    for (int k = 0; k < count; k++) {
        eg_plane_place place = eg_plane_place_of(input->x[input->vertex[cell][k]]);
        length += snprintf(places + length, sizeof places - (size_t)length, "%s%s", k ? ", " : "",
                           place.text);
    }
    return eg_fail(context, EG_MESH, "%s: element %lld (%s) %s: its nodes are at %s; %s",
                   input->origin, (long long)input->source[cell],
                   eg_cell_type_name(input->type[cell]), what, places, hint);
}

/* What is wrong with the corners of a quadrangle that do not all turn the same way. */
static eg_status refuse_corners(eg_context *context, const eg_plane_input *input, int64_t cell,
                                int left, int right)
{
    if (left == 2 && right == 2)
        return refuse(context, input, cell, "crosses itself",
                      "list its nodes in order round the cell");
    if (left + right == 0)
        return refuse(context, input, cell, "has no area in the x, y plane",
                      "remove it or move a node");
    return refuse(context, input, cell, "is not convex",
                  "move a node or cut the cell into triangles");
}

eg_status eg_plane_check_cell(eg_context *context, const eg_plane_input *input, int64_t cell)
{
    double x[4][2], longest = 0.0;
    int count = gather(input, cell, x);
    for (int k = 0; k < count; k++) {
        const double *from = x[k], *to = x[(k + 1) % count];
        double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
        if (square == 0.0)
            return refuse(context, input, cell, "has two nodes at one place",
                          "merge or move them (in gmsh: Coherence Mesh)");
        longest = square > longest ? square : longest;
    }
    int left = 0, right = 0;
    for (int k = 0; k < count; k++) {
        double turn = corner(x, count, k);
        left += turn > FLAT * longest;
        right += turn < -FLAT * longest;
    }
    if (left == count || right == count)
        return EG_OK;
    if (count == 3)
        return refuse(context, input, cell, "has no area in the x, y plane",
                      "remove it or move a node");
    return refuse_corners(context, input, cell, left, right);
}

int eg_plane_canonical_cell(const eg_plane_input *input, int64_t cell, int32_t vertex[4],
                            double (*x)[2])
{
    double given[4][2];
    int count = gather(input, cell, given), lowest = 0;
    int step = corner(given, count, 0) > 0.0 ? 1 : count - 1;
    for (int k = 1; k < count; k++)
        if (given[k][0] < given[lowest][0] ||
            (given[k][0] == given[lowest][0] && given[k][1] < given[lowest][1]))
            lowest = k;
    for (int k = 0; k < count; k++) {
        int from = (lowest + k * step) % count;
        vertex[k] = input->vertex[cell][from];
        x[k][0] = given[from][0];
        x[k][1] = given[from][1];
    }
    return count;
}
