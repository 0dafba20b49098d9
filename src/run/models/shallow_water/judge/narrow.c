/* Inflows that are narrow: over one or two faces or in one cell, where the water must stand deep against
 * their width, while there is room beside them. */
#include "run/models/shallow_water/internal.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>

/* A river is wider than it is deep, many times: the critical depth against the width. */
static const double DEEP_MOST = 0.5;
/* m2/s: plausible.c warns of more. */
static const double WARNED_OF = 200;
/* So many faces resolve no flow across them. */
enum { FACES_MOST = 2 };
/* Cosine of the angle below which a side goes on. */
static const double STRAIGHT = 0.9;

/* ---- the faces of a boundary, of all ranks */

typedef struct opening {
    int64_t faces;
    double width, low[2], high[2]; /* m: of all faces; around them */
    bool falls;                    /* from the upper left to the lower right */
    double depth;                  /* m: the largest at time 0 */
} opening;

static void find_vector(const eg_plane *mesh, int64_t f, double vector[2])
{
    for (int d = 0; d < 2; d++)
        vector[d] = mesh->x[mesh->face_vertex[f][1]][d] - mesh->x[mesh->face_vertex[f][0]][d];
}

/* Width is 0 where there are more faces than matter. */
static void find_opening(const eg_sw_model *model, int b, opening *o)
{
    enum { LOW, HIGH = 2, FALLS = 4, DEPTH, MOST };
    const eg_plane *mesh = model->setup.mesh;
    double most[MOST] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, 0, 0}, sums[2] = {0, 0};
    for (int64_t f = 0; f < mesh->faces; f++) {
        double vector[2];
        if (!eg_sw_is_along(model, f, b))
            continue;
        find_vector(mesh, f, vector);
        for (int e = 0; e < 2; e++)
            for (int d = 0; d < 2; d++) {
                double x = mesh->x[mesh->face_vertex[f][e]][d];
                most[LOW + d] = fmax(most[LOW + d], -x);
                most[HIGH + d] = fmax(most[HIGH + d], x);
            }
        most[FALLS] = fmax(most[FALLS], vector[0] * vector[1] < 0);
        most[DEPTH] = fmax(most[DEPTH], model->depth[mesh->face_cell[f][0]]);
        sums[0] += 1;
        sums[1] += hypot(vector[0], vector[1]);
    }
    eg_comm_max(model->setup.comm, most, MOST);
    *o = (opening){.faces = (int64_t)eg_comm_sum_chunks(model->setup.comm, &sums[0], 1),
                   .width = eg_comm_sum_chunks(model->setup.comm, &sums[1], 1),
                   .low = {-most[LOW], -most[LOW + 1]},
                   .high = {most[HIGH], most[HIGH + 1]},
                   .falls = most[FALLS] > 0,
                   .depth = most[DEPTH]};
}

static bool is_within(const opening *o, const double *x)
{
    double slack = 1e-9 * o->width;
    return x[0] >= o->low[0] - slack && x[0] <= o->high[0] + slack && x[1] >= o->low[1] - slack &&
           x[1] <= o->high[1] + slack;
}

/* Whether the side of the domain goes on behind an end of the opening, so that there is room beside what
 * comes in. */
static bool has_room(const eg_sw_model *model, int b, const opening *o)
{
    const eg_plane *mesh = model->setup.mesh;
    double along[2] = {o->high[0] - o->low[0], (o->falls ? -1 : 1) * (o->high[1] - o->low[1])};
    double length = hypot(along[0], along[1]), found = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        double vector[2];
        const int32_t *end = mesh->face_vertex[f];
        if (mesh->face_boundary[f] < 0 || eg_sw_is_along(model, f, b) ||
            mesh->face_cell[f][0] >= mesh->base.own ||
            is_within(o, mesh->x[end[0]]) == is_within(o, mesh->x[end[1]]))
            continue;
        find_vector(mesh, f, vector);
        double dot = fabs(vector[0] * along[0] + vector[1] * along[1]);
        found = fmax(found, dot > STRAIGHT * length * hypot(vector[0], vector[1]));
    }
    eg_comm_max(model->setup.comm, &found, 1);
    return found > 0;
}

/* ---- verdicts */

/* `words` say what it is, where; place NULL: none. */
static eg_status judge_narrow(const eg_sw_model *model, const eg_node *node, const char *words,
                              double discharge, double width, double depth, const double *place)
{
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    double q = discharge / width, critical = cbrt(q * q / gravity);
    if (q > WARNED_OF || !(critical > DEEP_MOST * width) || depth > critical)
        return EG_OK;
    return eg_verdict_say_at(
        model->setup.run, node, "narrow-inflow", critical / width, DEEP_MOST, 2, place,
        "%s: up to %.6g m3/s come in %s, %.3g m wide, where they are %.3g m deep at least, and shoot into "
        "what is beside; let them come in over more cells, as wide as the river is",
        eg_node_name(node), discharge, words, width, critical);
}

eg_status eg_sw_judge_opening(const eg_sw_model *model, int b, double discharge)
{
    const eg_node *node = model->boundaries[b].node;
    opening o;
    char words[64];
    find_opening(model, b, &o);
    if (o.faces == 0 || o.faces > FACES_MOST || !(discharge > 0) || !has_room(model, b, &o))
        return EG_OK;
    const double middle[2] = {0.5 * (o.low[0] + o.high[0]), 0.5 * (o.low[1] + o.high[1])};
    snprintf(words, sizeof words, "over %s of the mesh", o.faces == 1 ? "one face" : "two faces");
    return judge_narrow(model, node, words, discharge, o.width, o.depth, middle);
}

eg_status eg_sw_judge_inflow(const eg_sw_model *model, int i, double discharge, double width, double depth)
{
    const eg_sw_flows *flows = &model->flows;
    return judge_narrow(model, flows->given[flows->of[i]].node, "in one cell", discharge, width, depth,
                        flows->way[i] + 2);
}
