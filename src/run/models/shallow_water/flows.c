/* Flows that do not pass through faces, from the case: water that comes in or is taken out at points,
 * structures, and where their ends are. */
#include "io/table/records.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The largest |discharge| of an expression of t in the run, finite where it is looked at. */
static eg_status bound_discharge(const eg_sw_model *model, const eg_node *node, double *largest)
{
    enum { PLACES = 1 << 12 };
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    const double at_zero = 0;
    for (int i = 0; i <= PLACES; i++)
        EG_TRY(eg_given_check_time(&model->setup, node, NULL, end * i / PLACES, EG_CASE));
    *largest = fabs(eg_expression_eval(eg_node_expression(node), &at_zero));
    return end > 0 ? eg_expression_bound(eg_node_expression(node), 0, end, largest) : EG_OK;
}

/* The largest |discharge| of a series in the run. */
static eg_status find_largest_discharge(const eg_sw_model *model, const eg_sw_series *series,
                                        eg_fv_flow *flow)
{
    const eg_fv_rate *rate = &flow->discharge;
    for (int64_t i = 0; i < rate->rows; i++)
        flow->largest = fmax(flow->largest, fabs(rate->rates[i]));
    return rate->rows > 0 ? EG_OK : bound_discharge(model, series->expression, &flow->largest);
}

static eg_status allocate_flows(const eg_sw_model *model, eg_sw_flows *flows)
{
    eg_context *context = model->setup.context;
    int64_t given = flows->given_count, count = flows->count;
    return EG_ALLOC(context, EG_BLOCK(given, flows->given), EG_BLOCK(given, flows->given_passed),
                    EG_BLOCK(given, flows->given_current), EG_BLOCK(count, flows->flow),
                    EG_BLOCK(count, flows->of), EG_BLOCK(count, flows->way), EG_BLOCK(count, flows->passed),
                    EG_BLOCK(count, flows->discharge), EG_BLOCK(count, flows->crest));
}

/* A row of the table of inflows. */
static eg_status read_listed(eg_sw_model *model, int64_t row, eg_sw_flow *listed, eg_fv_flow *flow)
{
    eg_fv_series given = {0};
    *flow = (eg_fv_flow){.kind = EG_FV_INFLOW_AT, .cell = {-1, -1}};
    EG_TRY(eg_sw_read_listed_inflow(model, row, listed, &given));
    flow->discharge = (eg_fv_rate){given.rows, given.times, given.values, false};
    return find_largest_discharge(model, &listed->series, flow);
}

/* Where they are not finite a structure would let nothing through, and no step would tell. */
static eg_status check_expressions(const eg_sw_model *model, const eg_sw_flow *flow)
{
    enum { PLACES = 1 << 10 };
    const eg_node *of[] = {flow->series.expression, flow->breach[0].expression, flow->breach[1].expression};
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (int i = 0; of[k] && i <= PLACES; i++)
            EG_TRY(eg_given_check_time(&model->setup, of[k], NULL, end * i / PLACES, EG_CASE));
    return EG_OK;
}

static eg_status read_given_flow(eg_sw_model *model, const eg_node *map, int64_t item, int i,
                                 eg_fv_flow *flow)
{
    eg_sw_flow *given = &model->flows.given[i];
    int64_t named = eg_node_count(eg_case_find(model->setup.loaded, "inflows"));
    if (i < model->flows.inflows && i >= named)
        return read_listed(model, i - named, given, flow);
    *given = (eg_sw_flow){.node = eg_node_item(map, item), .name = eg_node_key(map, item)};
    if (i >= model->flows.inflows)
        EG_TRY(eg_sw_read_structure(model, given, flow));
    else {
        *flow = (eg_fv_flow){.kind = EG_FV_INFLOW_AT, .cell = {-1, -1}};
        EG_TRY(eg_sw_read_rate(model, eg_node_child(given->node, "discharge"), NULL, &given->series,
                               &flow->discharge));
        EG_TRY(find_largest_discharge(model, &given->series, flow));
    }
    EG_TRY(check_expressions(model, given));
    flow->expression = i;
    for (int k = 0; k < 2; k++)
        flow->breach_expression[k] = (1 + k) * model->flows.given_count + i;
    return EG_OK;
}

/* The last flow is that of a face of a weir, whose crest may be its own. */
static void take_crest(eg_sw_flows *flows, int i, double along)
{
    const eg_node *structure = flows->given[i].node;
    const eg_node *crests = eg_node_child(eg_node_child(structure, "weir"), "crests");
    double *crest = flows->crest[flows->count];
    if (!crests)
        return;
    crest[1] = eg_sw_crest_along(eg_node_child(structure, "along"), crests, along);
    flows->flow[flows->count].discharge = (eg_fv_rate){1, &crest[0], &crest[1], false};
}

/* One flow, or of a weir along a line one for each face. */
static void add_given_flows(eg_sw_flows *flows, int i, const eg_fv_flow *flow, const eg_sw_levee_face *face,
                            int64_t faces)
{
    bool along = eg_node_child(flows->given[i].node, "along") != NULL;
    for (int64_t k = 0; along && k < faces; k++) {
        if (face[k].structure != i - flows->inflows)
            continue;
        eg_fv_flow *to = &flows->flow[flows->count];
        *to = *flow;
        to->cell[0] = face[k].cell[0];
        to->cell[1] = face[k].cell[1];
        to->constant[1] = face[k].width;
        to->constant[4] += face[k].along - 0.5 * face[k].width;
        to->constant[5] += face[k].along + 0.5 * face[k].width;
        to->closes = true;
        take_crest(flows, i, face[k].along);
        memcpy(flows->way[flows->count], face[k].at, sizeof face[k].at);
        flows->of[flows->count++] = i;
    }
    if (along)
        return;
    flows->flow[flows->count] = *flow;
    flows->of[flows->count++] = i;
}

eg_status eg_sw_read_flows(eg_sw_model *model)
{
    const eg_node *inflows = eg_case_find(model->setup.loaded, "inflows");
    const eg_node *structures = eg_case_find(model->setup.loaded, "structures");
    eg_sw_flows *flows = &model->flows;
    int64_t faces;
    const eg_sw_levee_face *face = eg_sw_surveyed_levees(model, &faces);
    EG_TRY(eg_sw_open_inflows(model));
    flows->inflows = (int)(eg_node_count(inflows) + (flows->table ? flows->table->rows : 0));
    flows->given_count = flows->inflows + (int)eg_node_count(structures);
    flows->count = flows->given_count + (int)faces;
    EG_TRY(allocate_flows(model, flows));
    flows->count = 0;
    for (int i = 0; i < flows->given_count; i++) {
        eg_fv_flow flow;
        bool is_inflow = i < flows->inflows;
        EG_TRY(read_given_flow(model, is_inflow ? inflows : structures, is_inflow ? i : i - flows->inflows, i,
                               &flow));
        add_given_flows(flows, i, &flow, face, faces);
    }
    return EG_OK;
}

/* ---- places */

/* The key of an end: of an inflow, whose end 0 is outside, and of a structure; NULL: outside. */
static const eg_node *end_of_flow(const eg_node *flow, int end)
{
    const eg_node *at = eg_node_child(flow, "at");
    if (at)
        return end == 1 ? at : NULL;
    return eg_node_child(flow, end == 0 ? "from" : "to");
}

static void point_of_end(const eg_node *end, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = end && d < 2 ? eg_node_real(eg_node_item(end, d)) : 0;
}

/* Of a flow of the case, whose key is `end`, or of a row of the table. */
static void place_of_flow(const eg_sw_flow *flow, int end, double x[3])
{
    if (!flow->listed) {
        point_of_end(end_of_flow(flow->node, end), x);
        return;
    }
    for (int d = 0; d < 3; d++)
        x[d] = end == 1 && d < 2 ? flow->at[d] : 0;
}

static eg_status refuse_flow_place(const eg_setup *setup, const eg_sw_flow *flow, int end)
{
    const eg_mesh *mesh = &setup->mesh->base;
    const eg_node *node = flow->listed ? flow->node : end_of_flow(flow->node, end);
    char place[EG_POINT_ROOM];
    double x[3];
    place_of_flow(flow, end, x);
    return eg_case_fail(setup->loaded, node, EG_CASE,
                        "%s, %s, lies outside the mesh, which spans %.9g to %.9g by %.9g to %.9g",
                        flow->listed ? flow->name : eg_node_name(node), eg_format_point(2, x, place),
                        mesh->box_low[0], mesh->box_high[0], mesh->box_low[1], mesh->box_high[1]);
}

static eg_status refuse_blocked_end(const eg_setup *setup, const eg_sw_flow *flow, int end)
{
    const eg_node *node = flow->listed ? flow->node : end_of_flow(flow->node, end);
    char place[EG_POINT_ROOM];
    double x[3];
    place_of_flow(flow, end, x);
    return eg_case_fail(setup->loaded, node, EG_CASE,
                        "%s, %s, lies in a cell that the terrain blocks; move it to a free cell",
                        flow->listed ? flow->name : eg_node_name(node), eg_format_point(2, x, place));
}

/* A structure joins two cells. */
static eg_status take_flow_place(const eg_sw_model *model, const eg_sw_flow *flow, const eg_location at[2],
                                 int64_t cell[2])
{
    const eg_setup *setup = &model->setup;
    const eg_node *node = flow->node;
    for (int i = 0; i < 2; i++) {
        bool inside = flow->listed ? i == 1 : end_of_flow(node, i) != NULL;
        if (inside && at[i].owner < 0)
            return refuse_flow_place(setup, flow, i);
        if (inside && at[i].held >= 0 && model->blocked && model->blocked[at[i].held])
            return refuse_blocked_end(setup, flow, i);
        cell[i] = inside ? at[i].cell : -1;
    }
    if (cell[0] != cell[1])
        return EG_OK;
    return eg_case_fail(setup->loaded, node, EG_CASE,
                        "%s: both ends lie in cell %lld; move them apart, or use smaller cells",
                        eg_node_name(node), (long long)cell[0]);
}

eg_status eg_sw_locate_flows(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_sw_flows *flows = &model->flows;
    int count = flows->count;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH eg_location(*at)[2] = NULL;
    if (count == 0)
        return EG_OK;
    eg_status status = EG_ALLOC(setup->context, EG_BLOCK(2 * (int64_t)count, x), EG_BLOCK(count, at));
    for (int i = 0; status == EG_OK && i < 2 * count; i++)
        place_of_flow(&flows->given[flows->of[i / 2]], i % 2, x[i]);
    EG_TRY(eg_mesh_locate(&setup->mesh->base, setup->comm, 2 * (int64_t)count, (const double(*)[3])x,
                          (eg_location *)at, status));
    for (int i = 0; i < 2 * count; i++)
        if (!flows->flow[i / 2].closes)
            memcpy(&flows->way[i / 2][i % 2 * 2], x[i], 2 * sizeof(double));
    for (int i = 0; status == EG_OK && i < count; i++)
        if (!flows->flow[i].closes)
            status = take_flow_place(model, &flows->given[flows->of[i]], at[i], flows->flow[i].cell);
    return eg_comm_agree(setup->comm, status);
}

/* The cells of a structure's two places. */
static void find_structure_cells(const eg_setup *setup, const eg_node *structure, int64_t cell[2])
{
    for (int end = 0; end < 2; end++) {
        double x[3];
        const eg_node *node = end_of_flow(structure, end);
        point_of_end(node, x);
        cell[end] = node ? eg_plane_locate(setup->mesh, x) : -1;
    }
}

eg_status eg_sw_list_bonds(const eg_setup *setup, int64_t (**bond)[2], int64_t *count)
{
    const eg_node *structures = eg_case_find(setup->loaded, "structures");
    int64_t all = eg_node_count(structures);
    EG_TEXT(text, setup->context);
    *count = 0;
    EG_TRY(eg_sw_survey_levees(setup, &text));
    const eg_sw_levee_face *face = (const eg_sw_levee_face *)text.data;
    int64_t faces = text.length / (int64_t)sizeof *face;
    EG_TRY(eg_alloc(setup->context, all + faces, sizeof **bond, bond));
    for (int64_t i = 0; i < all; i++) {
        int64_t *cell = (*bond)[*count];
        find_structure_cells(setup, eg_node_item(structures, i), cell);
        *count += cell[0] >= 0 && cell[1] >= 0; /* what is outside is told with the model */
    }
    for (int64_t i = 0; i < faces; i++)
        memcpy((*bond)[(*count)++], face[i].cell, sizeof face[i].cell);
    return EG_OK;
}

/* ---- expressions */

/* Series s of the generated source: those of all flows, then crests and widths of breaches. */
static const eg_sw_series *series_of_flow(const eg_sw_model *model, int s)
{
    const eg_sw_flows *flows = &model->flows;
    eg_sw_flow *given = &flows->given[s % flows->given_count];
    return s < flows->given_count ? &given->series : &given->breach[s / flows->given_count - 1];
}

enum { SERIES = 3 };

eg_status eg_sw_generate_flows(const eg_sw_model *model, eg_text *text)
{
    return eg_sw_generate_series(model, "eg_flow", SERIES * model->flows.given_count, series_of_flow, text);
}

eg_status eg_sw_check_flows(const eg_sw_model *model, double from, double to)
{
    const eg_sw_flows *flows = &model->flows;
    for (int s = 0; s < SERIES * flows->given_count; s++) {
        const eg_node *node = series_of_flow(model, s)->expression;
        const eg_node *of = flows->given[s % flows->given_count].node;
        bool at_end = eg_node_child(of, "gate") || eg_node_child(of, "weir"); /* as kernels/fv/flows.c */
        if (node)
            EG_TRY(eg_given_check_time(&model->setup, node, NULL, at_end ? to : from + 0.5 * (to - from),
                                       EG_DIVERGED));
    }
    return EG_OK;
}

eg_status eg_sw_update_flows(eg_sw_model *model)
{
    eg_sw_flows *flows = &model->flows;
    EG_TRY(eg_fv_passed(model->fv, model->setup.comm, flows->passed, flows->discharge));
    for (int i = 0; i < flows->given_count; i++)
        flows->given_passed[i] = flows->given_current[i] = 0;
    for (int i = 0; i < flows->count; i++) {
        flows->given_passed[flows->of[i]] += flows->passed[i];
        flows->given_current[flows->of[i]] += flows->discharge[i];
    }
    return EG_OK;
}

void eg_sw_destroy_flows(eg_sw_model *model)
{
    eg_sw_flows *flows = &model->flows;
    for (int i = 0; flows->given && i < flows->given_count; i++) {
        eg_sw_destroy_series(&flows->given[i].series);
        for (int k = 0; k < 2; k++)
            eg_sw_destroy_series(&flows->given[i].breach[k]);
        EG_FREE(&flows->given[i].curve);
    }
    eg_records_destroy(&flows->table);
    EG_FREE(&flows->given, &flows->given_passed, &flows->given_current, &flows->flow, &flows->of, &flows->way,
            &flows->passed, &flows->discharge, &flows->crest);
}

/* ---- inflows in cells at an outflow: a part of their water is never seen inside */

/* One more than the boundary at which an inflow stands, of an own cell; 0: none. */
static int find_beside(const eg_sw_model *model, const eg_fv_flow *flow)
{
    const eg_plane *mesh = model->setup.mesh;
    bool is_inflow = flow->kind == EG_FV_INFLOW_AT && flow->largest > 0;
    int64_t c = is_inflow ? eg_mesh_own_number(&mesh->base, flow->cell[1]) : -1;
    for (int64_t k = c < 0 ? 0 : mesh->first[c]; c >= 0 && k < mesh->first[c + 1]; k++) {
        int b = mesh->face_boundary[mesh->cell_face[k]];
        if (b >= 0 && eg_fv_is_outflow(model->boundaries[b].given.kind))
            return b + 1;
    }
    return 0;
}

/* Flow i is the first, with `others` behind it. */
static eg_status judge_beside(const eg_sw_model *model, int i, int others, int boundary)
{
    const eg_sw_flows *flows = &model->flows;
    char more[64] = "";
    if (others > 0)
        snprintf(more, sizeof more, " (and %d more like it)", others);
    const double *at = flows->way[i] + 2;
    return eg_verdict_say_at(model->setup.run, NULL, "inflow-lost", 1 + others, 0, 2, at,
                             "inflows.%.100s: its cell is at the boundary '%.100s', through which a part of "
                             "its water leaves at once%s; move it inward",
                             flows->given[flows->of[i]].name,
                             model->setup.mesh->base.boundaries.name[boundary], more);
}

eg_status eg_sw_judge_flows(const eg_sw_model *model)
{
    const eg_sw_flows *flows = &model->flows;
    EG_SCRATCH double *of = NULL;
    int first = -1, others = 0;
    if (flows->count == 0 || model->setup.restoring)
        return EG_OK;
    eg_status status = eg_alloc(model->setup.context, flows->count, sizeof *of, &of);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    for (int i = 0; i < flows->count; i++)
        of[i] = find_beside(model, &flows->flow[i]);
    eg_comm_max(model->setup.comm, of, flows->count);
    for (int i = 0; i < flows->count; i++) {
        others += of[i] > 0 && first >= 0;
        first = of[i] > 0 && first < 0 ? i : first;
    }
    return first >= 0 ? judge_beside(model, first, others, (int)of[first] - 1) : EG_OK;
}
