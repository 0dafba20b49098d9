/* Damping layers before absorbing boundaries.
 *
 * A layer of the width w before a boundary damps with d = d0 (1 - s / w)^2, s the distance of a cell's
 * centroid from the boundary, d0 = 3 c ln(1 / R) / 2 w: a wave of the speed c that runs straight in, is
 * reflected at the end and runs back, is left with the part R of its amplitude. R = 1e-4. */
#include "run/models/waves/internal.h"

static const double PASSES = 9.210340371976184; /* ln(1 / R) */

/* Faces of one boundary, of all ranks, and the box around them. */
typedef struct boundary_faces {
    int64_t count;
    const eg_waves_segment *segment;
    double low[2], high[2];
} boundary_faces;

static boundary_faces boundary_faces_of(const eg_waves_found *found, int boundary)
{
    int64_t first = found->segment_first[boundary];
    boundary_faces faces = {.count = found->segment_first[boundary + 1] - first,
                            .segment = &found->segments[first],
                            .low = {INFINITY, INFINITY},
                            .high = {-INFINITY, -INFINITY}};
    for (int64_t k = 0; k < faces.count; k++)
        for (int e = 0; e < 2; e++)
            for (int i = 0; i < 2; i++) {
                double x = faces.segment[k].end[e][i];
                faces.low[i] = fmin(faces.low[i], x);
                faces.high[i] = fmax(faces.high[i], x);
            }
    return faces;
}

double eg_waves_distance(int64_t count, const eg_waves_segment *segments, double most, const double x[2])
{
    double least = most;
    for (int64_t k = 0; k < count; k++) {
        const double *a = segments[k].end[0], *b = segments[k].end[1];
        double dx = b[0] - a[0], dy = b[1] - a[1], px = x[0] - a[0], py = x[1] - a[1];
        double along = fmin(1, fmax(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
        double ex = px - along * dx, ey = py - along * dy;
        least = fmin(least, sqrt(ex * ex + ey * ey));
    }
    return least;
}

static double distance_to(const boundary_faces *faces, const double x[2], double width)
{
    for (int i = 0; i < 2; i++)
        if (x[i] < faces->low[i] - width || x[i] > faces->high[i] + width)
            return width;
    return eg_waves_distance(faces->count, faces->segment, width, x);
}

static eg_status add_layer(eg_waves_model *model, int boundary, double width)
{
    const eg_mesh *mesh = model->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    eg_waves_found found;
    eg_waves_read_survey(model->setup.survey, &found);
    const boundary_faces faces = boundary_faces_of(&found, boundary);
    for (int64_t c = 0; c < mesh->own; c++) {
        double s = distance_to(&faces, mesh->centroid[c], width);
        if (s >= width)
            continue;
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        double part = 1 - s / width,
               most = 1.5 * model->kind->system->speed(model->kind->system, material) * PASSES / width;
        model->damping[c] = fmax(model->damping[c], most * part * part);
    }
    return EG_OK;
}

/* A layer as wide as the mesh would leave no cell without damping. */
static eg_status check_layer_width(const eg_waves_model *model, const eg_node *node)
{
    const eg_mesh *mesh = model->setup.cells;
    double width = eg_node_real(node), x = mesh->box_high[0] - mesh->box_low[0],
           y = mesh->box_high[1] - mesh->box_low[1];
    if (width < fmax(x, y))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "%s is %.9g m wide; the mesh has only %.9g m by %.9g m", eg_node_name(node), width, x,
                        y);
}

eg_status eg_waves_open_layers(eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *width = eg_node_child(eg_names_boundary(model->setup.loaded, mesh, b), "absorbing");
        if (!width)
            continue;
        EG_TRY(check_layer_width(model, width));
        if (!model->damping)
            EG_TRY(eg_alloc(model->setup.context, mesh->own, sizeof *model->damping, &model->damping));
        EG_TRY(add_layer(model, b, eg_node_real(width)));
    }
    return EG_OK;
}
