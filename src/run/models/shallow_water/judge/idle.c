/* Structures whose ends lie in one body of water, and sections along which water flows: both act, and change
 * or tell nothing. */
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
                                double water[2][PLACES])
{
    const eg_sw_flows *flows = &model->flows;
    double x[PLACES][3] = {{0}};
    eg_location at[PLACES];
    for (int k = 0; k < PLACES; k++)
        for (int d = 0; d < 2; d++)
            x[k][d] = way[d] + (way[2 + d] - way[d]) * k / (PLACES - 1);
    EG_TRY(eg_mesh_locate(&model->setup.mesh->base, model->setup.comm, PLACES, (const double(*)[3])x, at,
                          EG_OK));
    for (int k = 0; k < PLACES; k++) {
        int64_t c = at[k].held;
        bool is_ground = c >= 0 && !(model->blocked && model->blocked[c]);
        water[0][k] = is_ground ? cell[c].bed : c >= 0 || at[k].owner < 0 ? INFINITY : -INFINITY;
        water[1][k] = is_ground ? cell[c].bed + cell[c].depth : -INFINITY;
    }
    for (int i = flows->inflows; i < flows->given_count; i++) {
        const eg_node *points = eg_node_child(flows->given[i].node, "along");
        water[0][1] = points && eg_sw_crossings(points, way, way + 2) != 0 ? INFINITY : water[0][1];
    }
    eg_comm_max(model->setup.comm, water[0], 2 * PLACES);
    return EG_OK;
}

/* Of one with two ends, no weir along a line. */
static eg_status judge_ends(const eg_sw_model *model, const eg_sw_cell_water *cell, int i)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *node = flows->given[flows->of[i]].node;
    double water[2][PLACES], highest = -INFINITY;
    EG_TRY(find_way_water(model, cell, flows->way[i], water));
    const double *bed = water[0], *level = water[1];
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
enum { ACROSS, ALL, WAVES, SUMS };

/* Along the part of the section that the way between the cells of a face crosses; of unit length. */
static void find_section_way(const eg_node *points, const double *p, const double *q, double way[2])
{
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        double x[4];
        eg_node_reals(points, i, 4, x);
        if (eg_sw_crossing(&x[0], &x[2], p, q) == 0)
            continue;
        double length = hypot(x[2] - x[0], x[3] - x[1]);
        way[0] = (x[2] - x[0]) / length;
        way[1] = (x[3] - x[1]) / length;
    }
}

/* m3/s, over faces between wet cells, with the speeds of those on their left. */
static void add_section(const eg_sw_model *model, const eg_sw_cell_water *cell, int s, const double (*v)[2],
                        double sums[SUMS])
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_fv_section *section = &model->section[s];
    const eg_node *points = eg_node_item(eg_case_find(model->setup.loaded, "output.sections"), s);
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    for (int64_t k = 0; k < section->faces; k++) {
        const int32_t *end = mesh->face_vertex[section->face[k]], *of = mesh->face_cell[section->face[k]];
        double depth = cell[of[0]].depth, way[2] = {0, 0};
        if (fmin(depth, cell[of[1]].depth) <= eg_fv_dry_depth(model->fv))
            continue;
        find_section_way(points, mesh->base.centroid[of[0]], mesh->base.centroid[of[1]], way);
        double area =
            depth * hypot(mesh->x[end[1]][0] - mesh->x[end[0]][0], mesh->x[end[1]][1] - mesh->x[end[0]][1]);
        sums[ACROSS] += area * fabs(v[k][0] * way[1] - v[k][1] * way[0]);
        sums[ALL] += area * hypot(v[k][0], v[k][1]);
        sums[WAVES] += area * sqrt(gravity * depth);
    }
}

static eg_status measure_section(eg_sw_model *model, const eg_sw_cell_water *cell, int s, double sums[SUMS])
{
    const eg_samples speed = {.count = 1, .columns = 2, .output = {EG_SW_VELOCITY}};
    const eg_fv_section *section = &model->section[s];
    EG_SCRATCH int64_t *left = NULL;
    EG_SCRATCH double(*middle)[3] = NULL;
    EG_SCRATCH double(*v)[2] = NULL;
    if (section->faces == 0)
        return EG_OK;
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(section->faces, left), EG_BLOCK(section->faces, middle),
                    EG_BLOCK(section->faces, v)));
    for (int64_t k = 0; k < section->faces; k++)
        left[k] = model->setup.mesh->face_cell[section->face[k]][0];
    EG_TRY(
        eg_model_sample(&model->base, &speed, (int)section->faces, left, (const double(*)[3])middle, v[0]));
    add_section(model, cell, s, (const double(*)[2])v, sums);
    return EG_OK;
}

static eg_status judge_section(eg_sw_model *model, const eg_sw_cell_water *cell, int s)
{
    const eg_node *node = eg_node_item(eg_case_find(model->setup.loaded, "output.sections"), s);
    double sums[SUMS] = {0};
    EG_TRY(eg_comm_agree(model->setup.comm, measure_section(model, cell, s, sums)));
    for (int i = 0; i < SUMS; i++)
        sums[i] = eg_comm_sum_chunks(model->setup.comm, &sums[i], 1);
    double crossed = fmax(model->crossed[s], sums[ACROSS]) / sums[ALL];
    if (!(sums[ALL] > MOVES_LEAST * sums[WAVES]) || crossed > CROSSES_LEAST)
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, node, "idle", crossed, CROSSES_LEAST,
        "at no record more than %.2g m3/s crossed %s, while %.3g m3/s flow past its points: "
        "it lies along the flow; draw it from bank to bank",
        model->crossed[s], eg_node_name(node), sums[ALL]);
}

eg_status eg_sw_judge_idle(eg_sw_model *model, const eg_sw_cell_water *cell)
{
    const eg_sw_flows *flows = &model->flows;
    for (int i = flows->inflows; i < flows->count; i++)
        if (flows->flow[i].cell[0] >= 0 && flows->flow[i].cell[1] >= 0 && !flows->flow[i].closes)
            EG_TRY(judge_ends(model, cell, i));
    for (int s = 0; s < model->sections; s++)
        EG_TRY(judge_section(model, cell, s));
    return EG_OK;
}
