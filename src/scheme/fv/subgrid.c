/* Sub-grid ground: strips of cells and faces, put into the arrays of kernels/fv/subgrid.c. */
#include "base/parallel.h"
#include "scheme/fv/internal.h"

#include <math.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* ---- a cell */

double eg_fv_strips_depth(int strips, const double *z, double level)
{
    double sum = 0;
    for (int s = 0; s < strips; s++)
        sum += fmax(level - z[s], 0);
    return sum / strips;
}

/* The least of the tangents, as the kernel has it. */
double eg_fv_strips_level(int strips, const double *z, double depth)
{
    double level = INFINITY, below = 0; /* the sum of the strips before */
    for (int s = 0; s < strips; s++) {
        double steep = strips / (1.0 + s), knot = (s * z[s] - below) / strips;
        level = fmin(fma(steep, depth - knot, z[s]), level);
        below += z[s];
    }
    return level;
}

/* h R^(2/3) = mean of depths^(5/3). */
static double representative_depth(int strips, const double *z, double level)
{
    double sum = 0, depth = eg_fv_strips_depth(strips, z, level);
    for (int s = 0; s < strips; s++)
        sum += pow(fmax(level - z[s], 0), 5. / 3);
    return depth > 0 ? pow(sum / strips / depth, 1.5) : 0;
}

/* The representative depth as a sum of ramps that begin at knot[strips + 2], ascending: linear between them, and
 * 1 above. Knots that are one leave their bend to the last of them. */
static void find_bends(int strips, const double *z, const double *knot, double *bend)
{
    int knots = strips + 2;
    double before = 0;
    for (int i = 0; i < knots; i++) {
        bool last = i + 1 == knots;
        double step = last ? 0 : knot[i + 1] - knot[i];
        bend[i] = 0;
        if (!last && !(step > 0))
            continue;
        double rise =
            last ? 0
                 : representative_depth(strips, z, knot[i + 1]) - representative_depth(strips, z, knot[i]);
        double slope = last ? 1 : rise / step;
        bend[i] = slope - before;
        before = slope;
    }
}

/* What the kernel has of a cell: value[SUBGRID_CELL(strips)], with room for knot[strips + 2]. */
static void fill_ground(int strips, const double *z, double *knot, double *value)
{
    double relief = fmax(z[strips - 1] - z[0], 1), below = 0;
    for (int s = 0; s < strips; s++) {
        knot[s] = value[s] = z[s];
        value[strips + s] = (s * z[s] - below) / strips;
        below += z[s];
    }
    knot[strips] = z[strips - 1] + relief;
    knot[strips + 1] = z[strips - 1] + 4 * relief;
    find_bends(strips, z, knot, &value[2 * strips]);
    value[3 * strips + 2] = knot[strips];
    value[3 * strips + 3] = knot[strips + 1];
}

double eg_fv_fourth(const eg_fv *fv, const eg_fv_options *options, int64_t cell, double stored)
{
    if (fv->strips == 0)
        return eg_fv_root(fv, stored);
    return eg_fv_strips_level(fv->strips, &options->subgrid.cell[cell * fv->strips], stored);
}

double eg_fv_level_of(const eg_fv *fv, int64_t cell, double depth, double time)
{
    return fv->strips > 0 ? eg_fv_strips_level(fv->strips, &fv->strip[cell * fv->strips], depth)
                          : depth + eg_fv_bed_at(fv, cell, time);
}

void eg_fv_look_at_strips(const eg_fv *fv, int64_t cell, eg_sw_state *state)
{
    if (fv->strips == 0)
        return;
    const double *z = &fv->strip[cell * fv->strips];
    double level = eg_fv_strips_level(fv->strips, z, state->h);
    int wet = 0;
    while (wet < fv->strips && z[wet] < level)
        wet++;
    state->wet = (double)wet / fv->strips;
    state->above = level - (state->h + state->z);
}

/* ---- making */

eg_status eg_fv_plan_subgrid(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_subgrid *given = &options->subgrid;
    int64_t count = fv->mesh->base.own * given->strips;
    assert(given->strips == 0 || (options->precision == EG_F64 && !options->mixed && options->order != 2));
    assert(given->strips == 0 ||
           (options->flows.count == 0 && options->lifts == 0 && options->sections == 0));
    if (given->strips == 0)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&fv->owned, count, sizeof *fv->strip, &fv->strip));
    for (int64_t i = 0; i < count; i++)
        fv->strip[i] = given->cell[i];
    fv->strips = given->strips;
    return EG_OK;
}

/* The arrays of one type, on the host. */
typedef struct strip_arrays {
    double *ground, *section, *link, *knot, *value;
} strip_arrays;

/* Area over length and number of faces. */
static double room_of(const eg_plane *mesh, int64_t cell, double length)
{
    return mesh->area[cell] / (length * (double)(mesh->first[cell + 1] - mesh->first[cell]));
}

/* Both cells of a face come to the same numbers. */
static void find_link(const eg_fv *fv, const eg_fv_options *options, int64_t cell, int64_t face,
                      double link[SUBGRID_LINK])
{
    const eg_plane *mesh = fv->mesh;
    double normal[2], length;
    eg_plane_frame(mesh, face, normal, &length);
    int32_t other = eg_plane_neighbour(mesh, face, cell);
    link[0] = room_of(mesh, cell, length);
    link[1] = other >= 0 ? room_of(mesh, other, length) : link[0];
    link[2] = 0;
    if (other < 0 || !options->manning)
        return;
    const double *a = mesh->base.centroid[cell], *b = mesh->base.centroid[other];
    double far = fabs((b[0] - a[0]) * normal[0] + (b[1] - a[1]) * normal[1]);
    double n = options->manning[cell], m = options->manning[other];
    link[2] = 0.5 * (n * n + m * m) * far;
}

static void fill_cell_strips(const eg_fv *fv, const eg_fv_options *options, int64_t cell, int64_t slot,
                             int faces, const strip_arrays *to)
{
    const eg_layout *layout = &fv->layout;
    int strips = fv->strips;
    fill_ground(strips, &options->subgrid.cell[cell * strips], to->knot, to->value);
    for (int v = 0; v < SUBGRID_CELL(strips); v++)
        to->ground[eg_layout_index(layout, SUBGRID_CELL(strips), slot, v)] = to->value[v];
    for (int k = 0; k < faces; k++) {
        int64_t face = eg_plane_face(fv->mesh, cell, k);
        const double *z = &options->subgrid.face[face * strips];
        double link[SUBGRID_LINK];
        find_link(fv, options, cell, face, link);
        for (int s = 0; s < strips; s++)
            to->section[eg_layout_index(layout, faces * strips, slot, k * strips + s)] = z[s];
        for (int v = 0; v < SUBGRID_LINK; v++)
            to->link[eg_layout_index(layout, faces * SUBGRID_LINK, slot, k * SUBGRID_LINK + v)] = link[v];
    }
}

eg_status eg_fv_build_subgrid(eg_fv *fv, const eg_fv_options *options, int type)
{
    eg_fv_cells *cells = &fv->cells[type];
    int strips = fv->strips, faces = eg_cell_type_vertices((eg_cell_type)type);
    int64_t slots = cells->blocks * fv->layout.lanes, grounds = slots * SUBGRID_CELL(strips);
    int64_t sections = slots * faces * strips, links = slots * faces * SUBGRID_LINK;
    strip_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    if (strips == 0)
        return EG_OK;
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(grounds, to.ground), EG_BLOCK(sections, to.section),
                          EG_BLOCK(links, to.link), EG_BLOCK(strips + 2, to.knot),
                          EG_BLOCK(SUBGRID_CELL(strips), to.value)));
    int64_t first = fv->layout.first_cell[type], count = fv->mesh->base.group[type].count;
    for (int64_t i = 0; i < count; i++)
        fill_cell_strips(fv, options, first + i, i, faces, &to);
    return EG_UPLOAD(&fv->base, {"strips of cells", grounds * 8, to.ground, &cells->ground},
                     {"strips of faces", sections * 8, to.section, &cells->section},
                     {"links of cells", links * 8, to.link, &cells->link});
}

eg_status eg_fv_build_open_sections(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index)
{
    int strips = fv->strips;
    int64_t count = fv->open.blocks * fv->layout.lanes * strips;
    double *section;
    EG_SCOPE(scope, fv->context);
    if (strips == 0)
        return EG_OK;
    EG_TRY(eg_scope_alloc(&scope, count, sizeof *section, &section));
    for (int64_t f = 0; f < fv->mesh->faces; f++)
        for (int s = 0; open_index[f] >= 0 && s < strips; s++)
            section[eg_layout_index(&fv->layout, strips, open_index[f], s)] =
                options->subgrid.face[f * strips + s];
    return eg_stepper_upload(&fv->base, "strips of open faces", count * 8, section, &fv->open.section);
}

/* ---- for reports */

double eg_fv_subgrid_bytes(int strips, int faces)
{
    return 8.0 * (SUBGRID_CELL(strips) + faces * (strips + SUBGRID_LINK));
}

/* Strips of faces are read twice, the second time from cache. */
double eg_fv_subgrid_traffic(const eg_fv *fv, int faces)
{
    return fv->strips > 0 ? eg_fv_subgrid_bytes(fv->strips, faces) : 0;
}
