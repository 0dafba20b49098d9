/* Cells that touch a point. */
#include "scheme/ader/points.h"

#include "scheme/ader/internal.h"

static const double corner[EG_CELL_TYPES][EG_CELL_VERTICES][2] = {
    [EG_TRIANGLE] = {{0, 0}, {1, 0}, {0, 1}}, [EG_QUADRANGLE] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

/* Distance from face k, and the place along it, 0 at vertex k and 1 at vertex k + 1. */
static double face_distance(int type, int k, const double point[2])
{
    const double triangle[] = {point[1], 1 - point[0] - point[1], point[0]};
    const double quadrangle[] = {point[1], 1 - point[0], 1 - point[1], point[0]};
    return type == EG_TRIANGLE ? triangle[k] : quadrangle[k];
}

static double face_place(int type, int k, const double point[2])
{
    const double triangle[] = {point[0], point[1], 1 - point[1]};
    const double quadrangle[] = {point[0], point[1], 1 - point[0], 1 - point[1]};
    return type == EG_TRIANGLE ? triangle[k] : quadrangle[k];
}

static int vertices_of_cell(const eg_plane *mesh, int64_t cell)
{
    return (int)(mesh->first[cell + 1] - mesh->first[cell]);
}

int64_t eg_ader_beyond(const eg_plane *mesh, int64_t cell, int k, int *there)
{
    const eg_side side = eg_plane_side(mesh, cell, eg_plane_face(mesh, cell, k));
    *there = side.at;
    return side.ends ? -1 : side.cell;
}

static eg_ader_touch at_vertex(const eg_plane *mesh, int64_t cell, int vertex)
{
    const double *x = corner[mesh->type[cell]][vertex];
    return (eg_ader_touch){.cell = cell, .vertex = vertex, .point = {x[0], x[1]}};
}

static bool is_touch_listed(const eg_ader_touch *list, int64_t count, const eg_ader_touch *touch)
{
    for (int64_t i = 0; i < count; i++)
        if (list[i].cell == touch->cell && list[i].vertex == touch->vertex)
            return true;
    return false;
}

static eg_status push(eg_context *context, eg_ader_touch **list, int64_t *count, int64_t *room,
                      eg_ader_touch touch)
{
    if (is_touch_listed(*list, *count, &touch))
        return EG_OK;
    EG_TRY(eg_reserve(context, *count + 1, room, sizeof **list, list));
    (*list)[(*count)++] = touch;
    return EG_OK;
}

/* Goes round the vertex from list[0]. The cells of a face run along it in opposite senses: what is the
 * end of it in one is the start in the other. */
static eg_status go_round_touched(const eg_plane *mesh, eg_ader_touch **list, int64_t *count, int64_t *room)
{
    for (int64_t i = 0; i < *count; i++)
        for (int side = 0; side < 2; side++) {
            const eg_ader_touch from = (*list)[i];
            int n = vertices_of_cell(mesh, from.cell), there;
            int k = side == 0 ? from.vertex : (from.vertex + n - 1) % n;
            int64_t other = eg_ader_beyond(mesh, from.cell, k, &there);
            if (other < 0)
                continue;
            int vertex = side == 0 ? (there + 1) % vertices_of_cell(mesh, other) : there;
            EG_TRY(push(mesh->base.context, list, count, room, at_vertex(mesh, other, vertex)));
        }
    return EG_OK;
}

static eg_ader_touch is_on_face(const eg_plane *mesh, int64_t cell, int k, double place)
{
    int n = vertices_of_cell(mesh, cell);
    const double *from = corner[mesh->type[cell]][k], *to = corner[mesh->type[cell]][(k + 1) % n];
    eg_ader_touch touch = {.cell = cell, .vertex = -1};
    for (int i = 0; i < 2; i++)
        touch.point[i] = from[i] + place * (to[i] - from[i]);
    return touch;
}

eg_status eg_ader_touching(const eg_plane *mesh, const double x[2], eg_ader_touch **list, int64_t *count)
{
    int64_t room = 8, cell = eg_plane_locate(mesh, x);
    *count = 0;
    EG_TRY(eg_alloc(mesh->base.context, room, sizeof **list, list));
    if (cell < 0)
        return EG_OK;
    int n = vertices_of_cell(mesh, cell), type = mesh->type[cell], near = -1, vertex = -1, there;
    eg_ader_touch first = {.cell = cell, .vertex = -1};
    const eg_affine map = eg_plane_map(mesh, cell);
    eg_affine_reference(&map, x, first.point);
    bool on[EG_CELL_VERTICES];
    for (int k = 0; k < n; k++) {
        on[k] = face_distance(type, k, first.point) < EG_ADER_ON_FACE;
        near = on[k] ? k : near;
    }
    for (int k = 0; k < n; k++)
        vertex = on[k] && on[(k + n - 1) % n] ? k : vertex;
    (*list)[(*count)++] = vertex >= 0 ? at_vertex(mesh, cell, vertex) : first;
    if (vertex >= 0)
        return go_round_touched(mesh, list, count, &room);
    int64_t other = near >= 0 ? eg_ader_beyond(mesh, cell, near, &there) : -1;
    if (other >= 0)
        (*list)[(*count)++] = is_on_face(mesh, other, there, 1 - face_place(type, near, first.point));
    return EG_OK;
}
