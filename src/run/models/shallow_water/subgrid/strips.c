/* Sub-grid ground of a case: strips of cells and faces from the pixels of its rasters
 * (docs/theory/shallow-water-subgrid.md). */
#include "base/parallel.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <stdlib.h>

/* Elevations that a thread collects. */
typedef struct pixels {
    eg_context *context;
    int64_t room, count;
    double *value, (*place)[2];
} pixels;

/* What all threads look at. */
typedef struct sampling {
    const eg_sw_model *model;
    const eg_given *given;
    double *cell, *face;
} sampling;

static void free_pixels(pixels *p)
{
    EG_FREE(&p->value, &p->place);
}

static eg_status make_room(pixels *p, int64_t count)
{
    if (count <= p->room)
        return EG_OK;
    free_pixels(p);
    p->room = 0;
    EG_TRY(EG_ALLOC(p->context, EG_BLOCK(count, p->value), EG_BLOCK(count, p->place)));
    p->room = count;
    return EG_OK;
}

static int compare_elevations(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Deals values, which are sorted here, out into strips of equal parts: the mean of each. In units of the
 * strips-th part of a value all parts are whole numbers. */
static void deal_out(double *value, int64_t count, int strips, double *z)
{
    qsort(value, (size_t)count, sizeof *value, compare_elevations);
    for (int64_t s = 0; s < strips; s++) {
        int64_t from = s * count, to = from + count, first = from / strips, last = (to - 1) / strips;
        double sum = 0;
        for (int64_t i = first; i <= last; i++)
            sum += value[i] * (double)(eg_min_i64(to, (i + 1) * strips) - eg_max_i64(from, i * strips));
        z[s] = value[first] == value[last] ? value[first] : sum / (double)count;
        if (s > 0 && z[s] < z[s - 1])
            z[s] = z[s - 1]; /* by rounding */
    }
}

/* The first raster that has a value gives that of its nearest pixel. */
static bool find_elevation(const eg_given *given, const double x[2], double *value)
{
    for (int i = 0; i < given->rasters; i++)
        if (eg_raster_find_nearest(given->raster[i], x[0], x[1], value))
            return true;
    return false;
}

/* The raster whose pixels a cell takes: the first that has a value at its centroid. */
static const eg_raster *raster_of(const eg_given *given, const double *x)
{
    int i = 0;
    double there;
    while (i + 1 < given->rasters && !eg_raster_find_nearest(given->raster[i], x[0], x[1], &there))
        i++;
    return given->raster[i];
}

/* A place without a pixel's value is asked as any raster is: for the nearest value, or the error. */
static eg_status add_elevation(const eg_given *given, int64_t cell, const double x[2], pixels *p)
{
    const double at[3] = {x[0], x[1], 0};
    double value;
    if (!find_elevation(given, x, &value))
        EG_TRY(eg_given_at(given, cell, at, &value));
    p->value[p->count++] = value;
    return EG_OK;
}

static eg_status sample_cell(const sampling *s, int64_t cell, pixels *p)
{
    const eg_plane *mesh = s->model->setup.mesh;
    const double *centroid = mesh->base.centroid[cell];
    double corner[EG_CELL_VERTICES][2];
    int corners = eg_plane_cell_vertices(mesh, cell, corner), strips = s->model->subgrid.strips;
    const eg_raster *raster = raster_of(s->given, centroid);
    const double(*outline)[2] = (const double(*)[2])corner;
    int64_t count = eg_raster_places_in_cell(raster, outline, corners, 0, NULL);
    EG_TRY(make_room(p, count + 1));
    eg_raster_places_in_cell(raster, outline, corners, count, p->place);
    p->count = 0;
    for (int64_t i = 0; i < count; i++)
        EG_TRY(add_elevation(s->given, cell, p->place[i], p));
    if (count == 0)
        EG_TRY(add_elevation(s->given, cell, centroid, p));
    deal_out(p->value, p->count, strips, &s->cell[cell * strips]);
    return EG_OK;
}

/* The ends of a face in an order that does not hang on the mesh's numbers, and the normal of that way. */
static void order_ends(const eg_plane *mesh, int64_t face, double from[2], double way[2], double normal[2])
{
    const double *a = mesh->x[mesh->face_vertex[face][0]], *b = mesh->x[mesh->face_vertex[face][1]];
    bool turned = a[0] > b[0] || (a[0] == b[0] && a[1] > b[1]);
    const double *first = turned ? b : a, *last = turned ? a : b;
    double length = hypot(last[0] - first[0], last[1] - first[1]);
    for (int i = 0; i < 2; i++) {
        from[i] = first[i];
        way[i] = last[i] - first[i];
    }
    normal[0] = way[1] / length;
    normal[1] = -way[0] / length;
}

/* The side of a face's line that a cell is on. */
static double side_of_face(const eg_plane *mesh, int64_t cell, const double from[2], const double normal[2])
{
    const double *x = mesh->base.centroid[cell];
    return (x[0] - from[0]) * normal[0] + (x[1] - from[1]) * normal[1] > 0 ? 1 : -1;
}

/* Half a pixel to the side of the cell; where no raster reaches so far, on the face. */
static eg_status add_side(const eg_given *given, int64_t cell, const double x[2], const double normal[2],
                          double half, pixels *p)
{
    const double beside[2] = {x[0] + half * normal[0], x[1] + half * normal[1]};
    double value;
    return add_elevation(given, cell, find_elevation(given, beside, &value) ? beside : x, p);
}

/* The higher side of each point of a face. */
static eg_status sample_face_points(const sampling *s, int64_t face, double spacing, pixels *p)
{
    const eg_plane *mesh = s->model->setup.mesh;
    const int32_t *cell = mesh->face_cell[face];
    double from[2], way[2], normal[2];
    order_ends(mesh, face, from, way, normal);
    int64_t points = eg_max_i64(1, (int64_t)ceil(hypot(way[0], way[1]) / spacing - 1e-6));
    EG_TRY(make_room(p, points + 1));
    p->count = 0;
    for (int64_t i = 0; i < points; i++) {
        double part = ((double)i + 0.5) / (double)points, highest = -INFINITY;
        const double x[2] = {fma(part, way[0], from[0]), fma(part, way[1], from[1])};
        for (int k = 0; k < 2 && cell[k] >= 0; k++) {
            double half = 0.5 * spacing * side_of_face(mesh, cell[k], from, normal);
            EG_TRY(add_side(s->given, cell[k], x, normal, half, p));
            highest = fmax(highest, p->value[--p->count]);
        }
        p->value[p->count++] = highest;
    }
    return EG_OK;
}

/* No strip is below the lowest one of a cell beside it: what is dry has nothing to give. */
static eg_status sample_face(const sampling *s, int64_t face, pixels *p)
{
    const eg_plane *mesh = s->model->setup.mesh;
    const int32_t *cell = mesh->face_cell[face];
    int strips = s->model->subgrid.strips;
    double spacing = INFINITY, least = -INFINITY, *z = &s->face[face * strips];
    for (int k = 0; k < 2 && cell[k] >= 0; k++) {
        spacing = fmin(spacing, raster_of(s->given, mesh->base.centroid[cell[k]])->spacing);
        least = fmax(least, s->cell[(int64_t)cell[k] * strips]);
    }
    EG_TRY(sample_face_points(s, face, spacing, p));
    deal_out(p->value, p->count, strips, z);
    for (int i = 0; i < strips; i++)
        z[i] = fmax(z[i], least);
    return EG_OK;
}

static eg_status sample_cells(void *with, int part, int64_t from, int64_t to)
{
    const sampling *s = with;
    EG_ENDS_WITH(free_pixels) pixels p = {.context = s->model->setup.context};
    (void)part;
    for (int64_t c = from; c < to; c++)
        EG_TRY(sample_cell(s, c, &p));
    return EG_OK;
}

static eg_status sample_faces(void *with, int part, int64_t from, int64_t to)
{
    const sampling *s = with;
    EG_ENDS_WITH(free_pixels) pixels p = {.context = s->model->setup.context};
    (void)part;
    for (int64_t f = from; f < to; f++)
        EG_TRY(sample_face(s, f, &p));
    return EG_OK;
}

static void take_means(eg_sw_model *model)
{
    int strips = model->subgrid.strips;
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        double sum = 0;
        for (int s = 0; s < strips; s++)
            sum += model->subgrid.cell[c * strips + s];
        model->subgrid.mean[c] = model->bed[c] = sum / strips;
    }
}

eg_status eg_sw_read_subgrid(eg_sw_model *model)
{
    enum { LEAST = 1 << 8 };
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    eg_sw_subgrid *ground = &model->subgrid;
    int64_t cells = mesh->base.own + eg_mesh_ghosts(&mesh->base);
    EG_TRY(eg_sw_check_subgrid(setup->loaded, &setup->mesh->base, &ground->strips));
    if (ground->strips == 0)
        return EG_OK;
    if (model->roughness.law)
        return eg_case_fail(setup->loaded, eg_sw_subgrid_node(setup->loaded), EG_CASE,
                            "friction by Chezy or by the depth does not go with sub-grid ground "
                            "(elevation.subgrid): its strips have one Manning's n; give manning or strickler");
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(cells * ground->strips, ground->cell),
                    EG_BLOCK(mesh->faces * ground->strips, ground->face),
                    EG_BLOCK(mesh->base.own, ground->mean)));
    sampling s = {model, &model->ground[0], ground->cell, ground->face};
    EG_TRY(eg_in_parts(setup->context, eg_parts(setup->context, cells, LEAST), cells, sample_cells, &s));
    EG_TRY(eg_in_parts(setup->context, eg_parts(setup->context, mesh->faces, LEAST), mesh->faces,
                       sample_faces, &s));
    take_means(model);
    return EG_OK;
}

double eg_sw_depth_below(const eg_sw_model *model, int64_t cell, double level)
{
    const eg_sw_subgrid *ground = &model->subgrid;
    return ground->strips > 0
               ? eg_fv_strips_depth(ground->strips, &ground->cell[cell * ground->strips], level)
               : fmax(0, level - model->bed[cell]);
}

void eg_sw_level_subgrid(eg_sw_model *model)
{
    int strips = model->subgrid.strips;
    for (int64_t c = 0; strips > 0 && c < model->setup.mesh->base.own; c++)
        model->bed[c] =
            eg_fv_strips_level(strips, &model->subgrid.cell[c * strips], model->depth[c]) - model->depth[c];
}
