/* Flows that do not pass through faces, from the case: water that comes in or is taken out at points, structures, and
 * where their ends are. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* The largest |discharge| of a series in the run. */
static eg_status find_largest(const eg_sw_model *model, const eg_sw_series *series,
                              const eg_fv_series *given, double *largest)
{
    const double at_zero = 0;
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    *largest = 0;
    for (int64_t i = 0; i < given->rows; i++)
        *largest = fmax(*largest, fabs(given->values[i]));
    if (given->rows > 0)
        return EG_OK;
    *largest = fabs(eg_expression_eval(eg_sw_expression(series), &at_zero));
    return end > 0 ? eg_expression_bound(eg_sw_expression(series), 0, end, largest) : EG_OK;
}

static eg_status read_inflow(eg_sw_model *model, const eg_node *node, eg_sw_series *series,
                             eg_fv_flow *flow)
{
    const eg_node *discharge = eg_node_child(node, "discharge");
    eg_fv_series given = {0};
    *flow = (eg_fv_flow){.kind = EG_FV_INFLOW_AT, .cell = {-1, -1}};
    EG_TRY(eg_sw_read_series(model, discharge, series, &given));
    flow->discharge = (eg_fv_rate){given.rows, given.times, given.values,
                                   eg_node_is(eg_node_child(discharge, "between"), "steps")};
    return find_largest(model, series, &given, &flow->largest);
}

eg_status eg_sw_read_flows(eg_sw_model *model)
{
    const eg_node *inflows = eg_case_find(model->setup.loaded, "inflows");
    const eg_node *structures = eg_case_find(model->setup.loaded, "structures");
    eg_context *context = model->setup.context;
    eg_sw_flows *flows = &model->flows;
    flows->inflows = (int)eg_node_count(inflows);
    flows->count = flows->inflows + (int)eg_node_count(structures);
    EG_TRY(eg_alloc(context, flows->count, sizeof *flows->flow, &flows->flow));
    EG_TRY(eg_alloc(context, flows->count, sizeof *flows->given, &flows->given));
    EG_TRY(eg_alloc(context, flows->count, sizeof *flows->passed, &flows->passed));
    EG_TRY(eg_alloc(context, flows->count, sizeof *flows->discharge, &flows->discharge));
    for (int i = 0; i < flows->count; i++) {
        bool is_inflow = i < flows->inflows;
        const eg_node *map = is_inflow ? inflows : structures;
        int64_t item = is_inflow ? i : i - flows->inflows;
        eg_sw_flow *given = &flows->given[i];
        *given = (eg_sw_flow){.node = eg_node_item(map, item), .name = eg_node_key(map, item)};
        EG_TRY(is_inflow ? read_inflow(model, given->node, &given->series, &flows->flow[i])
                         : eg_sw_read_structure(model, given->node, given, &flows->flow[i]));
    }
    return EG_OK;
}

/* ---- places */

/* The key of an end: of an inflow, whose end 0 is outside, and of a structure; NULL: outside. */
static const eg_node *end_of(const eg_node *flow, int end)
{
    const eg_node *at = eg_node_child(flow, "at");
    if (at)
        return end == 1 ? at : NULL;
    return eg_node_child(flow, end == 0 ? "from" : "to");
}

static void point_of(const eg_node *end, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = end && d < 2 ? eg_node_real(eg_node_item(end, d)) : 0;
}

static eg_status refuse_place(const eg_setup *setup, const eg_node *end)
{
    const eg_mesh *mesh = &setup->mesh->base;
    char place[EG_POINT_ROOM];
    double x[3];
    point_of(end, x);
    return eg_case_fail(setup->loaded, end, EG_CASE,
                        "%s, %s, lies outside the mesh, which spans %.9g to %.9g by %.9g to %.9g",
                        eg_node_name(end), eg_format_point(2, x, place), mesh->box_low[0],
                        mesh->box_high[0], mesh->box_low[1], mesh->box_high[1]);
}

/* A structure joins two cells. */
static eg_status take_place(const eg_setup *setup, const eg_node *node, const eg_location at[2],
                            int64_t cell[2])
{
    for (int i = 0; i < 2; i++) {
        const eg_node *end = end_of(node, i);
        if (end && at[i].owner < 0)
            return refuse_place(setup, end);
        cell[i] = end ? at[i].cell : -1;
    }
    if (cell[0] != cell[1])
        return EG_OK;
    return eg_case_fail(setup->loaded, node, EG_CASE,
                        "%s: both ends lie in cell %lld; move them apart, or have smaller cells",
                        eg_node_name(node), (long long)cell[0]);
}

eg_status eg_sw_locate_flows(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    int count = model->flows.count;
    double(*x)[3] = NULL;
    eg_location(*at)[2] = NULL;
    if (count == 0)
        return EG_OK;
    eg_status status = eg_alloc(setup->context, 2 * (int64_t)count, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(setup->context, count, sizeof *at, &at);
    for (int i = 0; status == EG_OK && i < 2 * count; i++)
        point_of(end_of(model->flows.given[i / 2].node, i % 2), x[i]);
    status = eg_mesh_locate(&setup->mesh->base, setup->comm, 2 * (int64_t)count,
                            (const double(*)[3])x, (eg_location *)at, status);
    for (int i = 0; status == EG_OK && i < count; i++)
        status = take_place(setup, model->flows.given[i].node, at[i], model->flows.flow[i].cell);
    eg_free(setup->context, &x);
    eg_free(setup->context, &at);
    return eg_comm_agree(setup->comm, status);
}

eg_status eg_sw_list_bonds(const eg_setup *setup, int64_t (**bond)[2], int64_t *count)
{
    const eg_node *structures = eg_case_find(setup->loaded, "structures");
    int64_t all = eg_node_count(structures);
    *count = 0;
    EG_TRY(eg_alloc(setup->context, all, sizeof **bond, bond));
    for (int64_t i = 0; i < all; i++) {
        int64_t *cell = (*bond)[*count];
        for (int end = 0; end < 2; end++) {
            double x[3];
            const eg_node *node = end_of(eg_node_item(structures, i), end);
            point_of(node, x);
            cell[end] = node ? eg_plane_locate(setup->mesh, x) : -1;
        }
        *count += cell[0] >= 0 && cell[1] >= 0; /* what is outside is told with the model */
    }
    return EG_OK;
}

/* ---- expressions */

eg_status eg_sw_generate_flows(const eg_sw_model *model, eg_text *text)
{
    const eg_expression **list;
    int count = model->flows.count;
    EG_TRY(eg_alloc(model->setup.context, count, sizeof *list, &list));
    for (int i = 0; i < count; i++)
        list[i] = eg_sw_expression(&model->flows.given[i].series);
    eg_status status = eg_sw_generate_series("eg_flow", count, list, text);
    eg_free(model->setup.context, &list);
    return status;
}

eg_status eg_sw_check_flows(const eg_sw_model *model, double from, double to)
{
    double t = from + 0.5 * (to - from); /* as kernels/fv/flows.c */
    for (int i = 0; i < model->flows.count; i++)
        if (model->flows.given[i].series.expression)
            EG_TRY(eg_given_check_time(&model->setup, model->flows.given[i].series.expression, NULL,
                                       model->flows.flow[i].kind == EG_FV_GATE ? to : t,
                                       EG_DIVERGED));
    return EG_OK;
}

void eg_sw_destroy_flows(eg_sw_model *model)
{
    eg_sw_flows *flows = &model->flows;
    for (int i = 0; flows->given && i < flows->count; i++) {
        eg_sw_destroy_series(&flows->given[i].series);
        eg_free(model->setup.context, &flows->given[i].curve);
    }
    eg_free(model->setup.context, &flows->flow);
    eg_free(model->setup.context, &flows->given);
    eg_free(model->setup.context, &flows->passed);
    eg_free(model->setup.context, &flows->discharge);
}
