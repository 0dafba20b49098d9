/* A mesh of the plane that is coarser than another one: triangles of a lattice whose centroids lie in it. For
 * a look at how long its steps are, not for results. */
#include "run/life/life.h"

#include <math.h>

/* Squares of the lattice, each of two triangles whose diagonals alternate; and arrays of an
 * eg_plane_input. */
typedef struct lattice {
    const eg_plane *fine;
    double low[2], width; /* m */
    int64_t count[2], cells;
    double (*x)[3];       /* [nodes] */
    int32_t (*vertex)[4]; /* [cells] */
    uint8_t *type;        /* [cells] so the next two */
    int32_t *region;
    int64_t *source;
} lattice;

/* Edges at the rim of a coarse mesh, and the boundary of the fine one that is nearest to each. */
typedef struct rim {
    int64_t edges;
    int32_t (*edge)[2];
    int32_t *boundary;
} rim;

/* The squares of the lattice round a mesh are at most so many times its cells. */
static const double MOST_SQUARES = 100;

/* Spans the box of the mesh with triangles of which `cells` have its area; false: with too many. */
static bool span_box(lattice *l, int64_t cells)
{
    const eg_plane *fine = l->fine;
    double all = 1, area = 0;
    for (int64_t c = 0; c < fine->base.own; c++)
        area += fine->area[c];
    l->width = sqrt(2 * area / (double)cells);
    for (int d = 0; d < 2; d++) {
        double high = -INFINITY;
        l->low[d] = INFINITY;
        for (int64_t n = 0; n < fine->nodes; n++) {
            l->low[d] = fmin(l->low[d], fine->x[n][d]);
            high = fmax(high, fine->x[n][d]);
        }
        double count = ceil((high - l->low[d]) / l->width * (1 - 1e-9));
        l->count[d] = (int64_t)fmax(1, fmin(count, 1e9));
        all *= (double)l->count[d];
    }
    return all <= MOST_SQUARES * (double)cells;
}

static int32_t node_of_lattice(const lattice *l, int64_t i, int64_t j)
{
    return (int32_t)(j * (l->count[0] + 1) + i);
}

/* The nodes of half `upper` of square (i, j). */
static void find_triangle(const lattice *l, int64_t i, int64_t j, int upper, int32_t vertex[4])
{
    bool rises = (i + j) % 2 == 0; /* the diagonal, along x */
    vertex[0] = upper && !rises ? node_of_lattice(l, i + 1, j) : node_of_lattice(l, i, j);
    vertex[1] = upper ? node_of_lattice(l, i + 1, j + 1) : node_of_lattice(l, i + 1, j);
    vertex[2] = upper || !rises ? node_of_lattice(l, i, j + 1) : node_of_lattice(l, i + 1, j + 1);
    vertex[3] = -1;
}

/* Takes the triangle where its centroid is in the fine mesh; its nodes get the height of the cell there. */
static void take_triangle(lattice *l, const int32_t vertex[4])
{
    const eg_plane *fine = l->fine;
    double centroid[2] = {0, 0}, height = 0;
    for (int k = 0; k < 3; k++)
        for (int d = 0; d < 2; d++)
            centroid[d] += l->x[vertex[k]][d] / 3;
    int64_t cell = eg_plane_locate(fine, centroid);
    if (cell < 0)
        return;
    int64_t corners = fine->first[cell + 1] - fine->first[cell];
    for (int64_t k = fine->first[cell]; k < fine->first[cell + 1]; k++)
        height += fine->x[fine->vertex[k]][2] / (double)corners;
    for (int k = 0; k < 4; k++)
        l->vertex[l->cells][k] = vertex[k];
    for (int k = 0; k < 3; k++)
        l->x[vertex[k]][2] = height;
    l->region[l->cells] = fine->base.region[cell];
    l->source[l->cells] = l->cells;
    l->cells++;
}

static eg_status fill_lattice(lattice *l, eg_context *context)
{
    int64_t nx = l->count[0], ny = l->count[1], most = 2 * nx * ny;
    int32_t vertex[4];
    EG_TRY(EG_ALLOC(context, EG_BLOCK((nx + 1) * (ny + 1), l->x), EG_BLOCK(most, l->vertex),
                    EG_BLOCK(most, l->type), EG_BLOCK(most, l->region), EG_BLOCK(most, l->source)));
    for (int64_t j = 0; j <= ny; j++)
        for (int64_t i = 0; i <= nx; i++) {
            double *x = l->x[node_of_lattice(l, i, j)];
            x[0] = l->low[0] + (double)i * l->width;
            x[1] = l->low[1] + (double)j * l->width;
        }
    for (int64_t square = 0; square < nx * ny; square++)
        for (int upper = 0; upper < 2; upper++) {
            find_triangle(l, square % nx, square / nx, upper, vertex);
            take_triangle(l, vertex);
        }
    return EG_OK;
}

static eg_status build_coarse_mesh(const lattice *l, eg_context *context, const rim *named, eg_plane **mesh)
{
    const eg_mesh *like = &l->fine->base;
    const eg_plane_input input = {.origin = like->origin,
                                  .nodes = (l->count[0] + 1) * (l->count[1] + 1),
                                  .cells = l->cells,
                                  .edges = named->edges,
                                  .x = (const double(*)[3])l->x,
                                  .type = l->type,
                                  .vertex = (const int32_t(*)[4])l->vertex,
                                  .region = l->region,
                                  .source = l->source,
                                  .edge = (const int32_t(*)[2])named->edge,
                                  .edge_boundary = named->boundary,
                                  .regions = like->regions.count,
                                  .boundaries = named->edges > 0 ? like->boundaries.count : 0,
                                  .region_name = (const char *const *)like->regions.name,
                                  .boundary_name = (const char *const *)like->boundaries.name};
    return eg_plane_build(context, &input, mesh);
}

static void find_face_middle(const eg_plane *mesh, int64_t face, double middle[2])
{
    const int32_t *ends = mesh->face_vertex[face];
    for (int d = 0; d < 2; d++)
        middle[d] = 0.5 * (mesh->x[ends[0]][d] + mesh->x[ends[1]][d]);
}

/* The faces at the edge of a mesh. */
typedef struct outer_faces {
    const eg_plane *mesh;
    int64_t count;
    int64_t *face;
} outer_faces;

static eg_status find_outer(eg_context *context, const eg_plane *mesh, outer_faces *outer)
{
    *outer = (outer_faces){.mesh = mesh};
    for (int64_t f = 0; f < mesh->faces; f++)
        outer->count += mesh->face_cell[f][1] < 0;
    EG_TRY(eg_alloc(context, outer->count, sizeof *outer->face, &outer->face));
    int64_t *next = outer->face;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (mesh->face_cell[f][1] < 0)
            *next++ = f;
    return EG_OK;
}

/* That which is nearest to a point, of one boundary or (-1) of all; -1: there is none. */
static int64_t nearest_face(const outer_faces *outer, int boundary, const double point[2])
{
    const eg_plane *mesh = outer->mesh;
    int64_t nearest = -1;
    double least = INFINITY, middle[2];
    for (int64_t i = 0; i < outer->count; i++) {
        int64_t f = outer->face[i];
        if (boundary >= 0 && mesh->face_boundary[f] != boundary)
            continue;
        find_face_middle(mesh, f, middle);
        double distance = hypot(middle[0] - point[0], middle[1] - point[1]);
        if (distance < least) {
            least = distance;
            nearest = f;
        }
    }
    return nearest;
}

/* A boundary that is nearest to no edge of the rim, since it is short, gets the edge next to it. */
static void name_short(const outer_faces *fine, const outer_faces *coarse, const double low[2], rim *named)
{
    for (int b = 0; b < fine->mesh->base.boundaries.count; b++) {
        bool found = false;
        double middle[2];
        for (int64_t e = 0; e < named->edges; e++)
            found = found || named->boundary[e] == b;
        int64_t face = found ? -1 : nearest_face(fine, b, low), e = 0;
        if (face < 0)
            continue;
        find_face_middle(fine->mesh, face, middle);
        int64_t beside = nearest_face(coarse, -1, middle);
        while (coarse->face[e] != beside)
            e++;
        named->boundary[e] = b;
    }
}

/* Each edge at the rim gets the name of the nearest boundary. */
static eg_status name_rim(const lattice *l, const eg_plane *unnamed, rim *named)
{
    eg_context *context = l->fine->base.context;
    outer_faces fine = {0}, coarse = {0};
    double middle[2];
    eg_status status = EG_OK;
    EG_TRY_GOTO(find_outer(context, l->fine, &fine));
    EG_TRY_GOTO(find_outer(context, unnamed, &coarse));
    EG_TRY_GOTO(
        EG_ALLOC(context, EG_BLOCK(coarse.count, named->edge), EG_BLOCK(coarse.count, named->boundary)));
    named->edges = coarse.count;
    for (int64_t e = 0; e < coarse.count; e++) {
        int64_t f = coarse.face[e];
        find_face_middle(unnamed, f, middle);
        for (int k = 0; k < 2; k++) {
            const double *x = unnamed->x[unnamed->face_vertex[f][k]];
            named->edge[e][k] = node_of_lattice(l, (int64_t)llround((x[0] - l->low[0]) / l->width),
                                                (int64_t)llround((x[1] - l->low[1]) / l->width));
        }
        named->boundary[e] = l->fine->face_boundary[nearest_face(&fine, -1, middle)];
    }
    name_short(&fine, &coarse, l->low, named);
done:
    eg_free(context, &fine.face);
    eg_free(context, &coarse.face);
    return status;
}

/* Whether all of `count` names are among the numbers. */
static bool has_all(int count, int64_t numbers, const int32_t *number)
{
    for (int name = 0; name < count; name++) {
        int64_t i = 0;
        while (i < numbers && number[i] != name)
            i++;
        if (i == numbers)
            return false;
    }
    return true;
}

eg_status eg_run_coarse_plane(const eg_plane *fine, int64_t cells, eg_plane **mesh)
{
    eg_context *context = fine->base.context;
    lattice l = {.fine = fine};
    rim named = {0};
    eg_plane *unnamed = NULL;
    const eg_mesh_names *regions = &fine->base.regions, *boundaries = &fine->base.boundaries;
    eg_status status = EG_OK;
    *mesh = NULL;
    if (!span_box(&l, cells))
        return EG_OK;
    EG_TRY_GOTO(fill_lattice(&l, context));
    if (!has_all(regions->count, l.cells, l.region))
        goto done;
    EG_TRY_GOTO(build_coarse_mesh(&l, context, &named, &unnamed));
    EG_TRY_GOTO(name_rim(&l, unnamed, &named));
    if (has_all(boundaries->count, named.edges, named.boundary))
        status = build_coarse_mesh(&l, context, &named, mesh);
done:
    eg_plane_destroy(&unnamed);
    EG_FREE(&l.x, &l.vertex, &l.type, &l.region, &l.source, &named.edge, &named.boundary);
    return status;
}
