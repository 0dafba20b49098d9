/* Waves that cannot be meant, or may not: points in layers, layers against the cells. */
#include "run/models/waves/internal.h"

#include "run/judge/verdicts.h"

/* A wave crosses a mesh of kilometres in less, s; rock or water is heavier, kg/m3, than their g/cm3; and no
 * wave is slower in a mesh of 100 m, m/s. */
static const double CROSSING_MOST = 100, DENSITY_LEAST = 20, SPEED_LEAST = 10;
/* A solid with such a density, kg/m3, has faster P waves than that in a mesh of any size: they are given in
 * km/s. */
static const double HEAVY = 500;
/* Diamond has 18 km/s, the Earth 13.7 km/s at most; osmium has 22,600 kg/m3. */
static const double SPEED_MOST = 30e3, DENSITY_MOST = 30e3;

const eg_waves_box_side eg_waves_side[EG_WAVES_SIDES] = {{"left", 0, false},    {"right", 0, true},
                                                         {"bottom", -1, false}, {"top", -1, true},
                                                         {"front", 1, false},   {"back", 1, true}};

/* ---- layers, of which a boundary knows the depth of a point, m */

/* What lies at a depth that is less than the layer's width, at x. A source on the face itself, or at the
 * surface beside the layer, is in it as well. */
static eg_status judge_point(const eg_waves *waves, const eg_node *layer, double depth, const char *what,
                             const eg_node *node, const double *x)
{
    char at[EG_POINT_ROOM];
    double width = eg_node_real(layer);
    if (depth >= width)
        return EG_OK;
    return eg_verdict_say_at(
        waves->setup.run, node, "in-layer", depth, width, waves->setup.cells->dimension, x,
        "%s at %s lies in the layer of %s, %.6g m wide, which damps what it sends or "
        "records; move it by %.6g m, or take a thinner layer",
        what, eg_given_point(&waves->setup, x, at), eg_node_name(layer), width, width - depth);
}

typedef double depth_function(const void *of, const double *x);

static double nearest_centre(const eg_waves *waves, depth_function *depth, const void *of)
{
    const eg_mesh *mesh = waves->setup.cells;
    double nearest = -INFINITY;
    for (int64_t c = mesh->own_first; c < mesh->own_first + mesh->own; c++)
        nearest = fmax(nearest, -depth(of, mesh->centroid[c]));
    eg_comm_max(waves->setup.comm, &nearest, 1);
    return -nearest;
}

static eg_status judge_layer(const eg_waves *waves, const eg_node *layer, depth_function *depth,
                             const void *of)
{
    double width = eg_node_real(layer), nearest = nearest_centre(waves, depth, of);
    if (nearest >= width) /* it reaches no centre of a cell: it is thinner than they are */
        EG_TRY(
            eg_verdict_say(waves->setup.run, layer, "thin-layer", width, nearest,
                           "%s is %.6g m wide, less than a cell, whose centre lies %.6g m from the boundary: "
                           "it absorbs nothing; take some cells, or 'absorbing' without a layer",
                           eg_node_name(layer), width, nearest));
    for (int64_t i = 0; !waves->shots.setup && i < waves->sources.count; i++) {
        const eg_waves_place *place = &waves->sources.source[i].place;
        EG_TRY(judge_point(waves, layer, depth(of, place->x), "a source", place->node, place->x));
    }
    int64_t points = waves->shots.setup ? 0 : eg_waves_points(waves);
    for (int64_t i = 0; i < points; i++) {
        double x[3];
        const eg_node *node = eg_waves_point(waves, i, x);
        EG_TRY(judge_point(waves, layer, depth(of, x), "a receiver", node, x));
    }
    return EG_OK;
}

/* ---- layers at sides of a box */

typedef struct box_side {
    const eg_mesh *mesh;
    int side;
} box_side;

static double depth_in_box(const void *of, const double *x)
{
    const box_side *s = of;
    const eg_waves_box_side *side = &eg_waves_side[s->side];
    int axis = side->axis < 0 ? s->mesh->dimension - 1 : side->axis;
    return side->high ? s->mesh->box_high[axis] - x[axis] : x[axis] - s->mesh->box_low[axis];
}

/* Of a matched layer, nodes across its cells; with fewer it reflects 5 % and more of waves at 45 degrees,
 * with as many 1 %. */
static const double ACROSS_LEAST = 3;

static eg_status judge_across(const eg_waves *waves, const eg_node *layer, int degree, double edge)
{
    double across = degree * eg_node_real(layer) / edge;
    if (across > (1 - 1e-6) * ACROSS_LEAST)
        return EG_OK;
    return eg_verdict_say(
        waves->setup.run, layer, "thin-layer", across, ACROSS_LEAST,
        "%s is %.6g m wide, %.2g cells of degree %d, which do not resolve how it damps: it "
        "reflects 5 %% and more of the amplitude at 45 degrees, 17 %% without a layer; take %.2g "
        "m or more, or a higher degree: three cells of degree 5 or two of degree 7 reflect 1e-4",
        eg_node_name(layer), eg_node_real(layer), across / degree, degree,
        ceil(ACROSS_LEAST / degree) * edge);
}

static eg_status judge_box_layers(const eg_waves *waves, int degree)
{
    const eg_node *boundaries = eg_case_find(waves->setup.loaded, "boundaries");
    for (int s = 0; s < EG_WAVES_SIDES; s++) {
        const eg_node *layer = eg_node_child(eg_node_child(boundaries, eg_waves_side[s].name), "pml");
        const box_side of = {waves->setup.cells, s};
        if (!layer)
            continue;
        EG_TRY(judge_layer(waves, layer, depth_in_box, &of));
        EG_TRY(judge_across(waves, layer, degree, 2 * nearest_centre(waves, depth_in_box, &of)));
    }
    return EG_OK;
}

/* ---- layers of ADER-DG, along faces of any boundary */

/* Those of which the survey tells. */
typedef struct layer_faces {
    int64_t count;
    const eg_waves_segment *segment;
    double most; /* m: what is farther away is so far */
} layer_faces;

static double depth_behind_faces(const void *of, const double *x)
{
    const layer_faces *faces = of;
    return eg_waves_distance(faces->count, faces->segment, faces->most, x);
}

static eg_status judge_face_layers(const eg_waves *waves)
{
    const eg_mesh *mesh = waves->setup.cells;
    eg_waves_found found;
    eg_waves_read_survey(waves->setup.survey, &found);
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *of = eg_names_boundary(waves->setup.loaded, mesh, b);
        const eg_node *damping = eg_node_child(of, "absorbing"),
                      *layer = damping ? damping : eg_node_child(of, "pml");
        int64_t first = found.segment_first[b];
        if (!layer)
            continue;
        layer_faces faces = {found.segment_first[b + 1] - first, &found.segments[first], eg_node_real(layer)};
        if (nearest_centre(waves, depth_behind_faces, &faces) >= faces.most)
            faces.most = INFINITY;
        EG_TRY(judge_layer(waves, layer, depth_behind_faces, &faces));
    }
    return EG_OK;
}

/* ---- the medium and the beginning */

/* Water and rock, whose density was given in g/cm3; and a solid that grows thick when it is stretched. */
static void warn_of_medium(const eg_waves *waves, double fastest, double slowest, double density)
{
    eg_case *loaded = waves->setup.loaded;
    if (density > 0.5 && density < DENSITY_LEAST && fastest > 1000)
        eg_case_doubt(loaded, eg_case_find(loaded, "materials"), density, DENSITY_LEAST,
                      "waves of %.6g m/s in a density of %.6g kg/m3: is this g/cm3? Numbers without a "
                      "unit are in SI, and what sources send hangs on it",
                      fastest, density);
    bool solid = eg_waves_is_elastic(waves->kind) && slowest > 0 && slowest < fastest;
    if (solid && fastest < sqrt(2) * slowest)
        eg_case_doubt(loaded, eg_case_find(loaded, "materials"), fastest, sqrt(2) * slowest,
                      "vp is %.6g m/s and vs %.6g m/s: Poisson's ratio is negative below a ratio of "
                      "1.414; are they exchanged, or in other units?",
                      fastest, slowest);
}

/* A density of 2.0 and a speed of 3.2 in a mesh of kilometres are g/cm3 and km/s. */
static eg_status check_units(const eg_waves *waves)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS], extent = 0, found[3] = {0, 0, 0};
    eg_status status = EG_OK;
    for (int d = 0; d < mesh->dimension; d++)
        extent = fmax(extent, mesh->box_high[d] - mesh->box_low[d]);
    if (mesh->own > 0 && !waves->kind->conserves) {
        int64_t c = mesh->own_first;
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        if (status == EG_OK) {
            found[0] = waves->kind->system->speed(waves->kind->system, material);
            found[1] = 1 / material[waves->kind->system->source.density];
            found[2] = eg_waves_slowest(waves->kind, material);
        }
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, found, 3);
    if (waves->kind->conserves) /* a tracer goes with a flow */
        return EG_OK;
    warn_of_medium(waves, found[0], found[2], found[1]);
    if (found[0] > SPEED_MOST)
        eg_case_doubt(
            waves->setup.loaded, eg_case_find(waves->setup.loaded, "materials"), found[0], SPEED_MOST,
            "waves of %.6g m/s are faster than in any rock, 14 km/s, and in diamond, 18 km/s; steps are "
            "as short as they are fast: check the unit",
            found[0]);
    if (found[1] > DENSITY_MOST)
        eg_case_doubt(waves->setup.loaded, eg_case_find(waves->setup.loaded, "materials"), found[1],
                      DENSITY_MOST, "a density of %.6g kg/m3 is above that of osmium, 22,600: check the unit",
                      found[1]);
    bool slow = extent > 100 && found[0] < SPEED_LEAST;
    bool light = extent > 500 && extent / found[0] > CROSSING_MOST && found[1] < DENSITY_LEAST;
    bool heavy = eg_waves_is_elastic(waves->kind) && found[1] > HEAVY;
    if (found[0] > 0 && (slow || light || (heavy && found[0] < SPEED_LEAST)))
        eg_case_doubt(waves->setup.loaded, eg_case_find(waves->setup.loaded, "materials"), found[0],
                      SPEED_LEAST,
                      "waves of %.6g m/s in a density of %.6g kg/m3 need %.3g s through a mesh of "
                      "%.6g m: are these km/s, GPa or g/cm3? Numbers without a unit are in SI",
                      found[0], found[1], extent / found[0], extent);
    return EG_OK;
}

eg_status eg_waves_check_plausible(const eg_waves *waves, int degree)
{
    if (waves->sources.count == 0 && !waves->driven && !waves->setup.restoring &&
        eg_waves_starts_at_rest(waves))
        eg_case_warn(waves->setup.loaded, eg_case_find(waves->setup.loaded, "initial"),
                     "there is no source, no inflow, and the initial state is 0: nothing moves; "
                     "give sources or initial");
    if (waves->setup.mesh)
        EG_TRY(judge_face_layers(waves));
    else if (eg_case_find(waves->setup.loaded, "mesh.box"))
        EG_TRY(judge_box_layers(waves, degree));
    if (!waves->kind->given)
        EG_TRY(check_units(waves));
    return eg_waves_warn_of_jumps(waves);
}
