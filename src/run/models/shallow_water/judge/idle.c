/* Structures whose ends lie in one body of water, and sections along which water flows: both act, and change
 * or tell nothing. */
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* ---- structures */

/* Of the depth: by how much levels at the ends may differ, and the ground between them rise; and what is
 * shallower is a film, m. So many places on the way, more than cells. */
static const double ONE_WATER = 0.02, DEEP_LEAST = 0.01;
enum { PLACES = 129 };

/* Bed and level at places of the way of a structure, of all ranks: infinite beds where there is no ground, or
 * a levee is in the way. */
static eg_status find_way_water(const eg_sw_model *model, const eg_sw_cell_water *cell, const double way[4],
                                double bed[2 * PLACES])
{
    const eg_sw_flows *flows = &model->flows;
    double x[PLACES][3] = {{0}}, *level = bed + PLACES;
    eg_location at[PLACES];
    for (int k = 0; k < 2 * PLACES; k++)
        x[k / 2][k % 2] = way[k % 2] + (way[2 + k % 2] - way[k % 2]) * (k / 2) / (PLACES - 1);
    EG_TRY(eg_mesh_locate(&model->setup.mesh->base, model->setup.comm, PLACES, (const double(*)[3])x, at,
                          EG_OK));
    for (int k = 0; k < PLACES; k++) {
        int64_t c = at[k].held;
        bool is_ground = c >= 0 && !(model->blocked && model->blocked[c]);
        bed[k] = is_ground ? cell[c].bed : c >= 0 || at[k].owner < 0 ? INFINITY : -INFINITY;
        level[k] = is_ground ? cell[c].bed + cell[c].depth : -INFINITY;
    }
    for (int i = flows->inflows; i < flows->given_count; i++) {
        const eg_node *points = eg_node_child(flows->given[i].node, "along");
        bed[1] = points && eg_sw_crossings(points, way, way + 2) != 0 ? INFINITY : bed[1];
    }
    eg_comm_max(model->setup.comm, bed, 2 * PLACES);
    return EG_OK;
}

/* Of one with two ends, no weir along a line. */
static eg_status judge_ends(const eg_sw_model *model, const eg_sw_cell_water *cell, int i)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *node = flows->given[flows->of[i]].node;
    double bed[2 * PLACES], *level = bed + PLACES, highest = -INFINITY;
    EG_TRY(find_way_water(model, cell, flows->way[i], bed));
    double ground = fmax(bed[0], bed[PLACES - 1]), depth = fmin(level[0], level[PLACES - 1]) - ground;
    double head = fabs(level[0] - level[PLACES - 1]);
    for (int k = 0; k < PLACES; k++)
        highest = fmax(highest, bed[k]);
    if (depth < DEEP_LEAST || head > ONE_WATER * depth || highest - ground > ONE_WATER * depth)
        return EG_OK;
    return eg_verdict_say_at(model->setup.run, node, "idle", head / depth, ONE_WATER, 2, flows->way[i],
                             "both ends of %s lie in one body of water, %.3g m deep, whose levels there "
                             "differ by %.2g m at the end, and no ground rises between them: it carries this "
                             "water in a circle, %.3g m3 so far; set one end on the other side of the "
                             "obstacle",
                             eg_node_name(node), depth, head, flows->passed[i]);
}

/* ---- sections */

/* Of what flows there: what crosses it; and speeds against those of waves, below which water is at rest. */
static const double CROSSES_LEAST = 0.05, MOVES_LEAST = 1e-3;

/* What flows at faces between wet cells, with the speeds of those on their left, and its part across the line
 * from the first to the last point, m3/s. */
static eg_status judge_section(const eg_sw_model *model, const eg_sw_cell_water *cell, int s)
{
    const eg_node *node = eg_node_item(eg_case_find(model->setup.loaded, "output.sections"), s);
    const eg_plane *mesh = model->setup.mesh;
    const eg_fv_section *section = &model->section[s];
    double x[4], across = 0, all = 0, waves = 0,
                 gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    eg_node_reals(node, 0, 2, x);
    eg_node_reals(node, eg_node_count(node) - 2, 2, x + 2);
    double way[2] = {x[2] - x[0], x[3] - x[1]}, length = hypot(way[0], way[1]);
    for (int64_t k = 0; k < section->faces; k++) {
        const int32_t *end = mesh->face_vertex[section->face[k]], *of = mesh->face_cell[section->face[k]];
        const double depth = cell[of[0]].depth, *v = cell[of[0]].velocity;
        if (fmin(depth, cell[of[1]].depth) <= eg_fv_dry_depth(model->fv))
            continue;
        double area =
            depth * hypot(mesh->x[end[1]][0] - mesh->x[end[0]][0], mesh->x[end[1]][1] - mesh->x[end[0]][1]);
        across += area * fabs(v[0] * way[1] - v[1] * way[0]) / length;
        all += area * hypot(v[0], v[1]);
        waves += area * sqrt(gravity * depth);
    }
    across = eg_comm_sum_chunks(model->setup.comm, &across, 1);
    all = eg_comm_sum_chunks(model->setup.comm, &all, 1);
    waves = eg_comm_sum_chunks(model->setup.comm, &waves, 1);
    double crossed = fmax(model->crossed[s], across) / all;
    if (!(all > MOVES_LEAST * waves) || !(crossed < CROSSES_LEAST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, node, "idle", crossed, CROSSES_LEAST,
        "at no record more than %.2g m3/s crossed %s, while %.3g m3/s flow past its points: "
        "it lies along the flow; draw it from bank to bank",
        model->crossed[s], eg_node_name(node), all);
}

eg_status eg_sw_judge_idle(const eg_sw_model *model, const eg_sw_cell_water *cell)
{
    const eg_sw_flows *flows = &model->flows;
    if (model->setup.run->now.time < eg_case_real(model->setup.loaded, "time.end", INFINITY))
        return EG_OK;
    for (int i = flows->inflows; i < flows->count; i++)
        if (flows->flow[i].cell[0] >= 0 && flows->flow[i].cell[1] >= 0 && !flows->flow[i].closes)
            EG_TRY(judge_ends(model, cell, i));
    for (int s = 0; s < model->sections; s++)
        EG_TRY(judge_section(model, cell, s));
    return EG_OK;
}
