/* Where matched layers lie: along whole sides of the mesh, to faces that are parallel to these. Each damps all cells
 * whose centroid is less than its width from the line of its side, with the rate of docs/theory/linear.md, "Matched
 * layers": d depends on the place along its axis alone, which is what matches. */
#include "run/models/waves/presets/presets.h"

#include "mesh/plane/side.h"

/* ln(1 / R), of the part R of the amplitude of a wave straight in that comes back. */
static const double PASSES = 18.420680743952367;

typedef struct matched_layer {
    const eg_node *node; /* its width */
    int axis;
    double edge, side, width; /* the coordinate of the side; 1: the mesh lies below it, -1: above */
} matched_layer;

/* The bounds of the whole mesh: low, then high. Collective. */
static void find_box(const eg_waves_model *model, double box[2][2])
{
    const eg_mesh *mesh = model->setup.cells;
    double most[4] = {-mesh->box_low[0], -mesh->box_low[1], mesh->box_high[0], mesh->box_high[1]};
    eg_comm_max(model->setup.comm, most, 4);
    for (int d = 0; d < 2; d++) {
        box[0][d] = -most[d];
        box[1][d] = most[2 + d];
    }
}

/* Whether all ends of the faces lie at a coordinate. */
static bool lies_along(int64_t count, const eg_waves_segment *segment, int axis, double at, double within)
{
    for (int64_t k = 0; k < count; k++)
        for (int e = 0; e < 2; e++)
            if (fabs(segment[k].end[e][axis] - at) > within)
                return false;
    return count > 0;
}

static eg_status find_side(const eg_waves_model *model, int boundary, const double box[2][2],
                           matched_layer *layer)
{
    eg_waves_found found;
    eg_waves_read_survey(model->setup.survey, &found);
    int64_t first = found.segment_first[boundary], count = found.segment_first[boundary + 1] - first;
    for (int axis = 0; axis < 2; axis++)
        for (int high = 0; high < 2; high++)
            if (lies_along(count, &found.segments[first], axis, box[high][axis],
                           1e-9 * (box[1][axis] - box[0][axis]))) {
                layer->axis = axis;
                layer->edge = box[high][axis];
                layer->side = high ? 1 : -1;
                return EG_OK;
            }
    return eg_case_fail(
        model->setup.loaded, layer->node, EG_CASE,
        "boundary '%s' is no straight side of the mesh along x or y, which a matched layer needs",
        model->setup.cells->boundaries.name[boundary]);
}

/* At most one for each boundary; widths of one axis leave room between them. */
static eg_status find_layers(const eg_waves_model *model, const double box[2][2], int *count,
                             matched_layer *layer)
{
    const eg_mesh *mesh = model->setup.cells;
    double wide[2] = {0, 0};
    *count = 0;
    for (int b = 0; b < mesh->boundaries.count; b++) {
        matched_layer *to = &layer[*count];
        to->node = eg_node_child(eg_names_boundary(model->setup.loaded, mesh, b), "pml");
        if (!to->node)
            continue;
        to->width = eg_node_real(to->node);
        EG_TRY(find_side(model, b, box, to));
        double extent = box[1][to->axis] - box[0][to->axis];
        wide[to->axis] += to->width;
        if (wide[to->axis] >= extent)
            return eg_case_fail(model->setup.loaded, to->node, EG_CASE,
                                "%s: the matched layers along %c are %.9g m wide together; the mesh has only "
                                "%.9g m",
                                eg_node_name(to->node), "xy"[to->axis], wide[to->axis], extent);
        ++*count;
    }
    return EG_OK;
}

static bool is_in(const matched_layer *layer, const double *x)
{
    return (layer->edge - x[layer->axis]) * layer->side < layer->width;
}

/* The fastest wave of own cells in a layer, m/s. */
static eg_status find_fastest(const eg_waves_model *model, int count, const matched_layer *layer,
                              double *fastest)
{
    const eg_mesh *mesh = model->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        bool in = false;
        for (int k = 0; k < count; k++)
            in = in || is_in(&layer[k], mesh->centroid[c]);
        if (!in)
            continue;
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        *fastest = fmax(*fastest, model->kind->system->speed(model->kind->system, material));
    }
    return EG_OK;
}

static void fill_damping(eg_waves_model *model, int count, const matched_layer *layer, double fastest)
{
    const eg_mesh *mesh = model->setup.cells;
    for (int k = 0; k < count; k++) {
        double rate = fastest * PASSES / (2 * layer[k].width);
        model->regions.shift = fmax(model->regions.shift, fastest / (2 * layer[k].width));
        for (int64_t c = 0; c < mesh->held; c++)
            if (is_in(&layer[k], mesh->centroid[c]))
                model->regions.matched[c][layer[k].axis] = rate;
    }
}

/* The layer whose edge lies at a cell. */
static const matched_layer *layer_at(int count, const matched_layer *layer, int axis, const double *x)
{
    const matched_layer *nearest = NULL;
    double least = INFINITY;
    for (int k = 0; k < count; k++) {
        double away = fabs(layer[k].edge - layer[k].side * layer[k].width - x[axis]);
        if (layer[k].axis == axis && away < least) {
            least = away;
            nearest = &layer[k];
        }
    }
    return nearest;
}

static eg_status refuse_edge(const eg_waves_model *model, const matched_layer *layer, int64_t cell)
{
    char place[EG_POINT_ROOM];
    return eg_case_fail(model->setup.loaded, layer->node, EG_CASE,
                        "the inner edge of %s crosses cells, at cell %lld, %s: take a width that ends at "
                        "faces of the mesh which are parallel to the boundary",
                        eg_node_name(layer->node), (long long)eg_mesh_whole_number(model->setup.cells, cell),
                        eg_given_point(&model->setup, model->setup.cells->centroid[cell], place));
}

/* Damping along an axis changes across faces along the other one alone. */
static eg_status check_edges(const eg_waves_model *model, int count, const matched_layer *layer)
{
    const eg_plane *mesh = model->setup.mesh;
    double normal[2], length;
    for (int64_t c = mesh->base.own_first; c < eg_mesh_own_end(&mesh->base); c++)
        for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
            const eg_side side = eg_plane_side(mesh, c, mesh->cell_face[k]);
            if (side.ends)
                continue;
            eg_plane_frame(mesh, side.owner, normal, &length);
            for (int d = 0; d < 2; d++)
                if (model->regions.matched[c][d] != model->regions.matched[side.cell][d] &&
                    fabs(normal[1 - d]) > 1e-6)
                    return refuse_edge(model, layer_at(count, layer, d, mesh->base.centroid[c]), c);
        }
    return EG_OK;
}

static eg_status open_layers(eg_waves_model *model, const double box[2][2], int *count, matched_layer *layer,
                             double *fastest)
{
    EG_TRY(find_layers(model, box, count, layer));
    EG_TRY(eg_alloc(model->setup.context, model->setup.cells->held, sizeof *model->regions.matched,
                    &model->regions.matched));
    return find_fastest(model, *count, layer, fastest);
}

eg_status eg_waves_open_matched(eg_waves_model *model)
{
    EG_SCRATCH matched_layer *layer = NULL;
    double box[2][2], fastest = 0;
    int count;
    if (!model->kind->matched)
        return EG_OK;
    EG_TRY(eg_alloc(model->setup.context, model->setup.cells->boundaries.count, sizeof *layer, &layer));
    find_box(model, box);
    EG_TRY(eg_comm_agree(model->setup.comm, open_layers(model, box, &count, layer, &fastest)));
    eg_comm_max(model->setup.comm, &fastest, 1);
    fill_damping(model, count, layer, fastest);
    return eg_comm_agree(model->setup.comm, check_edges(model, count, layer));
}
