/* Damping layers before absorbing boundaries.
 *
 * A layer of the width w before a boundary damps with d = d0 (1 - s / w)^2, s the distance of a cell's centroid from
 * the boundary, d0 = 3 c ln(1 / R) / 2 w: a wave of the speed c that runs straight in, is reflected at the end and
 * runs back, is left with the part R of its amplitude. R = 1e-4. */
#include "run/waves/internal.h"

#include <math.h>

static const double PASSES = 9.210340371976184; /* ln(1 / R) */

static double distance(const double a[3], const double b[3], const double x[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1], px = x[0] - a[0], py = x[1] - a[1];
    double along = (px * dx + py * dy) / (dx * dx + dy * dy);
    along = fmin(1, fmax(0, along));
    double ex = px - along * dx, ey = py - along * dy;
    return sqrt(ex * ex + ey * ey);
}

/* Faces of one boundary, and the box around them. */
typedef struct boundary_faces {
    int64_t count;
    int32_t *face;
    double low[2], high[2];
} boundary_faces;

static eg_status list_faces(const eg_waves_model *model, int boundary, boundary_faces *faces)
{
    const eg_mesh *mesh = model->setup.whole;
    *faces = (boundary_faces){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    EG_TRY(eg_alloc(model->setup.context, mesh->faces, sizeof *faces->face, &faces->face));
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (mesh->face_boundary[f] != boundary)
            continue;
        faces->face[faces->count++] = (int32_t)f;
        for (int e = 0; e < 2; e++)
            for (int i = 0; i < 2; i++) {
                double x = mesh->x[mesh->face_vertex[f][e]][i];
                faces->low[i] = fmin(faces->low[i], x);
                faces->high[i] = fmax(faces->high[i], x);
            }
    }
    return EG_OK;
}

static double distance_to(const eg_mesh *mesh, const boundary_faces *faces, const double x[2],
                          double width)
{
    double least = width;
    for (int i = 0; i < 2; i++)
        if (x[i] < faces->low[i] - width || x[i] > faces->high[i] + width)
            return width;
    for (int64_t k = 0; k < faces->count; k++) {
        const int32_t *ends = mesh->face_vertex[faces->face[k]];
        least = fmin(least, distance(mesh->x[ends[0]], mesh->x[ends[1]], x));
    }
    return least;
}

static eg_status add_layer(eg_waves_model *model, int boundary, double width)
{
    const eg_mesh *mesh = model->setup.mesh;
    const eg_linear *system = model->kind->system;
    boundary_faces faces;
    double material[EG_LINEAR_MATERIALS];
    EG_TRY(list_faces(model, boundary, &faces));
    eg_status status = EG_OK;
    for (int64_t c = 0; status == EG_OK && c < mesh->cells; c++) {
        double s = distance_to(model->setup.whole, &faces, mesh->centroid[c], width);
        if (s >= width)
            continue;
        status = eg_waves_material_at(model, c, 1, (const double(*)[2])mesh->centroid[c], material);
        double part = 1 - s / width, most = 1.5 * system->speed(material) * PASSES / width;
        model->damping[c] = fmax(model->damping[c], most * part * part);
    }
    eg_free(model->setup.context, &faces.face);
    return status;
}

eg_status eg_waves_open_layers(eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.mesh;
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    for (int b = 0; b < mesh->boundaries; b++) {
        const eg_node *width =
            eg_node_child(eg_node_child(boundaries, mesh->boundary_name[b]), "absorbing");
        if (!width)
            continue;
        if (!model->damping)
            EG_TRY(eg_alloc(model->setup.context, mesh->cells, sizeof *model->damping,
                            &model->damping));
        EG_TRY(add_layer(model, b, eg_node_real(width)));
    }
    return EG_OK;
}
