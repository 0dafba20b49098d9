/* Names for faces of a mesh's outline, from the shapes of a file. */
#include "io/gis/boundaries.h"

#include <math.h>
#include <string.h>

#include "io/gis/gis.h"
#include "io/gis/shapes.h"
#include "mesh/boxes.h"

enum { NAME, WIDTH, TEXTS };
static const char *const text_names[TEXTS] = {"name", "width"};

/* The cosine of the steepest angle between a face and a line that lies along it. */
static const double STEEPEST = 0.5;

typedef struct naming {
    eg_boxed items; /* faces of the outline, for eg_boxes_meeting() */
    eg_plane *mesh;
    eg_gis_shapes *shapes;
    eg_boxes *boxes;
    int64_t count;
    int32_t *face;     /* [count] of the outline */
    int32_t *from;     /* [nodes] place of the face that begins there; -1: none */
    int64_t *named_by; /* [count] the shape; -1: none */
    bool *claimed;     /* [count] by the shape that is looked at */
    int32_t *claim;    /* [claims] places of these */
    int64_t shape, claims;
    bool (*finds)(const struct naming *n, int64_t i); /* whether the segment names a face */
    double width;                                     /* m; 0: none */
    const double *a, *b;                              /* the segment that is looked at; a point: b is a */
    bool ends[2];                                     /* whether the line ends at a, at b */
    int64_t nearest; /* face to an end or a point, within its length; -1: none */
    double away;     /* its distance, m */
} naming;

static const double *end_of_face(const naming *n, int64_t i, int end)
{
    return n->mesh->x[n->mesh->face_vertex[n->face[i]][end]];
}

static double length_of_face(const naming *n, int64_t i)
{
    const double *a = end_of_face(n, i, 0), *b = end_of_face(n, i, 1);
    return hypot(b[0] - a[0], b[1] - a[1]);
}

static void middle_of_face(const naming *n, int64_t i, double middle[2])
{
    for (int k = 0; k < 2; k++)
        middle[k] = (end_of_face(n, i, 0)[k] + end_of_face(n, i, 1)[k]) / 2;
}

/* As wide as what may be near: its length on all sides. */
static eg_box box_of_face(const eg_boxed *self, int64_t i)
{
    const naming *n = (const naming *)self;
    const double *a = end_of_face(n, i, 0), *b = end_of_face(n, i, 1);
    double length = length_of_face(n, i);
    return (eg_box){{fmin(a[0], b[0]) - length, fmin(a[1], b[1]) - length, 0},
                    {fmax(a[0], b[0]) + length, fmax(a[1], b[1]) + length, 0}};
}

/* The part of the way from a to b, 0 to 1, that is nearest to p, and how far that is. */
static double nearest_part(const double *a, const double *b, const double *p, double *away)
{
    double d[2] = {b[0] - a[0], b[1] - a[1]}, square = d[0] * d[0] + d[1] * d[1];
    double s = square > 0 ? ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square : 0;
    s = fmin(fmax(s, 0), 1);
    *away = hypot(p[0] - (a[0] + s * d[0]), p[1] - (a[1] + s * d[1]));
    return s;
}

/* Whether p is to the left of the way from a to b, or on it. */
static bool is_left(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0;
}

static void claim(naming *n, int64_t i)
{
    if (!n->claimed[i])
        n->claim[n->claims++] = (int32_t)i;
    n->claimed[i] = true;
}

/* ---- what a shape names */

static bool is_crossed_face(const naming *n, int64_t i)
{
    const double *p = end_of_face(n, i, 0), *q = end_of_face(n, i, 1);
    return is_left(n->a, n->b, p) != is_left(n->a, n->b, q) && is_left(p, q, n->a) != is_left(p, q, n->b);
}

static bool is_along(const naming *n, int64_t i)
{
    double middle[2], away, length = length_of_face(n, i);
    const double *p = end_of_face(n, i, 0), *q = end_of_face(n, i, 1);
    middle_of_face(n, i, middle);
    double s = nearest_part(n->a, n->b, middle, &away);
    bool beyond = n->a == n->b || (s <= 0 && n->ends[0]) || (s >= 1 && n->ends[1]);
    double dot = (q[0] - p[0]) * (n->b[0] - n->a[0]) + (q[1] - p[1]) * (n->b[1] - n->a[1]);
    return !beyond && away <= length &&
           fabs(dot) >= STEEPEST * length * hypot(n->b[0] - n->a[0], n->b[1] - n->a[1]);
}

/* The face nearest to the ends of a line, or to a point. */
static void look_at_ends(naming *n, int64_t i)
{
    for (int end = 0; end < 2; end++) {
        double away;
        if (!n->ends[end])
            continue;
        nearest_part(end_of_face(n, i, 0), end_of_face(n, i, 1), end == 0 ? n->a : n->b, &away);
        if (away <= length_of_face(n, i) && away < n->away) {
            n->away = away;
            n->nearest = i;
        }
    }
}

static bool is_within_width(const naming *n, int64_t i)
{
    double middle[2], away;
    middle_of_face(n, i, middle);
    nearest_part(n->a, n->b, middle, &away);
    return away <= n->width / 2;
}

static eg_status look_at_segment(void *user, int64_t i)
{
    naming *n = user;
    look_at_ends(n, i);
    if (n->finds(n, i))
        claim(n, i);
    return EG_OK;
}

/* A step of a staircase: the faces before and behind it are claimed. */
static void claim_steps(naming *n)
{
    for (int64_t k = 0, claims = n->claims; k < claims; k++) {
        int64_t next = n->from[n->mesh->face_vertex[n->face[n->claim[k]]][1]];
        int64_t after = next >= 0 ? n->from[n->mesh->face_vertex[n->face[next]][1]] : -1;
        if (after >= 0 && after != n->claim[k] && n->claimed[after])
            claim(n, next);
    }
}

/* The first point after p that lies elsewhere; `end` where none does. */
static int64_t next_point(const naming *n, int64_t p, int64_t end)
{
    const double(*x)[3] = (const double(*)[3])n->shapes->x;
    int64_t next = p + 1;
    while (next < end && x[next][0] == x[p][0] && x[next][1] == x[p][1])
        next++;
    return next < end ? next : end;
}

static eg_status look_along_part(naming *n, int64_t first, int64_t end)
{
    double half = n->width / 2;
    for (int64_t p = first, next; p == first || next_point(n, p, end) < end; p = next) {
        next = next_point(n, p, end);
        n->a = n->shapes->x[p];
        n->b = n->shapes->x[next < end ? next : p];
        n->ends[0] = p == first;
        n->ends[1] = next >= end || next_point(n, next, end) >= end;
        const eg_box box = {{fmin(n->a[0], n->b[0]) - half, fmin(n->a[1], n->b[1]) - half, 0},
                            {fmax(n->a[0], n->b[0]) + half, fmax(n->a[1], n->b[1]) + half, 0}};
        EG_TRY(eg_boxes_meeting(n->boxes, &n->items, &box, look_at_segment, n));
    }
    return EG_OK;
}

static eg_status look_along(naming *n, bool (*finds)(const naming *n, int64_t i))
{
    const eg_gis_shapes *s = n->shapes;
    n->finds = finds;
    for (int64_t part = s->first_part[n->shape]; part < s->first_part[n->shape + 1]; part++)
        EG_TRY(look_along_part(n, s->first[part], s->first[part + 1]));
    return EG_OK;
}

static eg_status look_at_line_or_point(naming *n)
{
    bool is_line = n->shapes->kind[n->shape] == EG_GIS_LINES;
    EG_TRY(look_along(n, n->width > 0 ? is_within_width : is_along));
    if (is_line && n->width == 0 && n->claims > 0)
        claim_steps(n);
    if (is_line && n->width == 0 && n->claims == 0)
        EG_TRY(look_along(n, is_crossed_face));
    if (n->claims == 0 && n->nearest >= 0)
        claim(n, n->nearest);
    return EG_OK;
}

static eg_status look_inside(void *user, int64_t i)
{
    naming *n = user;
    const eg_gis_shapes *s = n->shapes;
    double middle[2];
    bool inside = false;
    middle_of_face(n, i, middle);
    for (int64_t part = s->first_part[n->shape]; part < s->first_part[n->shape + 1]; part++)
        inside ^= eg_gis_ring_holds(s->x[s->first[part]], 3, s->first[part + 1] - s->first[part], middle);
    if (inside)
        claim(n, i);
    return EG_OK;
}

static eg_status look_at_polygon(naming *n)
{
    const eg_gis_shapes *s = n->shapes;
    int64_t first = s->first[s->first_part[n->shape]], end = s->first[s->first_part[n->shape + 1]];
    eg_box box = {{s->x[first][0], s->x[first][1], 0}, {s->x[first][0], s->x[first][1], 0}};
    for (int64_t p = first; p < end; p++) {
        const double at[3] = {s->x[p][0], s->x[p][1], 0};
        eg_box_include(&box, at, at);
    }
    return eg_boxes_meeting(n->boxes, &n->items, &box, look_inside, n);
}

/* ---- a shape */

static const char *text_of(const naming *n, int64_t shape, int text)
{
    return n->shapes->text[shape * TEXTS + text];
}

static eg_status fail_of_shape(const naming *n, const char *text)
{
    const char *name = text_of(n, n->shape, NAME);
    const double *x = n->shapes->x[n->shapes->first[n->shapes->first_part[n->shape]]];
    return eg_fail(n->mesh->base.context, EG_INPUT, "%s: shape %lld%s%s%s at (%.9g, %.9g): %s",
                   n->shapes->name, (long long)n->shape + 1, name ? " '" : "", name ? name : "",
                   name ? "'" : "", x[0], x[1], text);
}

static eg_status read_width(naming *n)
{
    const char *text = text_of(n, n->shape, WIDTH);
    n->width = 0;
    if (!text)
        return EG_OK;
    bool number = eg_parse_real(text, text + strlen(text), &n->width);
    return number && n->width > 0 && isfinite(n->width)
               ? EG_OK
               : fail_of_shape(n, "its width is no number above 0, in m");
}

static eg_status take_claims(naming *n)
{
    const char *name = text_of(n, n->shape, NAME);
    for (int64_t k = 0; k < n->claims; k++) {
        int64_t i = n->claim[k], by = n->named_by[i];
        double middle[2];
        middle_of_face(n, i, middle);
        if (by >= 0 && strcmp(text_of(n, by, NAME), name) != 0)
            return eg_fail(
                n->mesh->base.context, EG_INPUT,
                "%s: the face of the mesh's edge at (%.9g, %.9g) is named '%s' by shape %lld and '%s' "
                "by shape %lld; move one of them away from it",
                n->shapes->name, middle[0], middle[1], text_of(n, by, NAME), (long long)by + 1, name,
                (long long)n->shape + 1);
        n->named_by[i] = n->shape;
        n->claimed[i] = false;
    }
    return EG_OK;
}

static eg_status name_by_shape(naming *n)
{
    const eg_gis_shapes *s = n->shapes;
    const char *name = text_of(n, n->shape, NAME);
    n->claims = 0;
    n->nearest = -1;
    n->away = INFINITY;
    if (!name || strpbrk(name, "\"\n\r"))
        return fail_of_shape(n, name ? "a name has no quotes and line ends" : "has no attribute 'name'");
    EG_TRY(read_width(n));
    EG_TRY(s->kind[n->shape] == EG_GIS_POLYGONS ? look_at_polygon(n) : look_at_line_or_point(n));
    if (n->claims == 0)
        return fail_of_shape(n, s->kind[n->shape] == EG_GIS_POLYGONS
                                    ? "no face of the mesh's edge has its middle inside"
                                    : "no face of the mesh's edge is near; move it to the edge, or give it a "
                                      "width; are its coordinates metres of the mesh's own system?");
    return take_claims(n);
}

/* ---- all */

static eg_status list_outline(naming *n)
{
    const eg_plane *mesh = n->mesh;
    EG_TRY(EG_ALLOC(mesh->base.context, EG_BLOCK(mesh->faces, n->face), EG_BLOCK(mesh->nodes, n->from)));
    for (int64_t i = 0; i < mesh->nodes; i++)
        n->from[i] = -1;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (mesh->face_cell[f][1] < 0) {
            n->from[mesh->face_vertex[f][0]] = (int32_t)n->count;
            n->face[n->count++] = (int32_t)f;
        }
    EG_TRY(EG_ALLOC(mesh->base.context, EG_BLOCK(n->count, n->named_by), EG_BLOCK(n->count, n->claimed),
                    EG_BLOCK(n->count, n->claim)));
    for (int64_t i = 0; i < n->count; i++)
        n->named_by[i] = -1;
    return EG_OK;
}

static eg_status rename_faces(const naming *n)
{
    EG_SCRATCH const char **names = NULL;
    EG_SCRATCH int32_t *given = NULL;
    EG_TRY(
        EG_ALLOC(n->mesh->base.context, EG_BLOCK(n->shapes->shapes, names), EG_BLOCK(n->mesh->faces, given)));
    for (int64_t s = 0; s < n->shapes->shapes; s++)
        names[s] = text_of(n, s, NAME);
    for (int64_t f = 0; f < n->mesh->faces; f++)
        given[f] = -1;
    for (int64_t i = 0; i < n->count; i++)
        given[n->face[i]] = (int32_t)n->named_by[i];
    return eg_plane_rename(n->mesh, (int)n->shapes->shapes, names, given);
}

static void naming_end(naming *n)
{
    eg_gis_shapes_destroy(&n->shapes);
    eg_boxes_destroy(&n->boxes);
    EG_FREE(&n->face, &n->from, &n->named_by, &n->claimed, &n->claim);
}

eg_status eg_gis_name_boundaries(eg_plane *mesh, const char *path)
{
    EG_ENDS_WITH(naming_end) naming n = {.items = {.box = box_of_face}, .mesh = mesh};
    EG_TRY(eg_gis_shapes_read_texts(mesh->base.context, path, EG_GIS_ANY, text_names, TEXTS, &n.shapes));
    EG_TRY(list_outline(&n));
    EG_TRY(eg_boxes_create(mesh->base.context, n.count, &n.items, &n.boxes));
    for (n.shape = 0; n.shape < n.shapes->shapes; n.shape++)
        EG_TRY(name_by_shape(&n));
    return rename_faces(&n);
}
