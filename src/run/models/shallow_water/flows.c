/* Water that comes in or is taken out at points, from the case. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

static const eg_node *inflows_of(const eg_sw_model *model)
{
    return eg_case_find(model->setup.loaded, "inflows");
}

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
    const eg_node *inflows = inflows_of(model);
    eg_sw_flows *flows = &model->flows;
    flows->count = (int)eg_node_count(inflows);
    EG_TRY(eg_alloc(model->setup.context, flows->count, sizeof *flows->flow, &flows->flow));
    EG_TRY(eg_alloc(model->setup.context, flows->count, sizeof *flows->series, &flows->series));
    EG_TRY(eg_alloc(model->setup.context, flows->count, sizeof *flows->passed, &flows->passed));
    for (int i = 0; i < flows->count; i++)
        EG_TRY(read_inflow(model, eg_node_item(inflows, i), &flows->series[i], &flows->flow[i]));
    return EG_OK;
}

/* ---- places */

static eg_status refuse_place(const eg_sw_model *model, int i, const double x[3])
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    const eg_node *node = eg_node_child(eg_node_item(inflows_of(model), i), "at");
    char place[EG_POINT_ROOM];
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "%s, %s, lies outside the mesh, which spans %.9g to %.9g by %.9g to %.9g",
                        eg_node_name(node), eg_format_point(2, x, place), mesh->box_low[0],
                        mesh->box_high[0], mesh->box_low[1], mesh->box_high[1]);
}

static eg_status take_places(eg_sw_model *model, const double (*x)[3], const eg_location *at)
{
    for (int i = 0; i < model->flows.count; i++) {
        if (at[i].owner < 0)
            return refuse_place(model, i, x[i]);
        model->flows.flow[i].cell[1] = at[i].cell;
    }
    return EG_OK;
}

eg_status eg_sw_locate_flows(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    int count = model->flows.count;
    double(*x)[3] = NULL;
    eg_location *at = NULL;
    if (count == 0)
        return EG_OK;
    eg_status status = eg_alloc(setup->context, count, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(setup->context, count, sizeof *at, &at);
    for (int i = 0; status == EG_OK && i < count; i++)
        for (int d = 0; d < 2; d++)
            x[i][d] = eg_node_real(
                eg_node_item(eg_node_child(eg_node_item(inflows_of(model), i), "at"), d));
    status =
        eg_mesh_locate(&setup->mesh->base, setup->comm, count, (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = take_places(model, (const double(*)[3])x, at);
    eg_free(setup->context, &x);
    eg_free(setup->context, &at);
    return eg_comm_agree(setup->comm, status);
}

/* ---- expressions */

eg_status eg_sw_generate_flows(const eg_sw_model *model, eg_text *text)
{
    const eg_expression **list;
    int count = model->flows.count;
    EG_TRY(eg_alloc(model->setup.context, count, sizeof *list, &list));
    for (int i = 0; i < count; i++)
        list[i] = eg_sw_expression(&model->flows.series[i]);
    eg_status status = eg_sw_generate_series("eg_flow", count, list, text);
    eg_free(model->setup.context, &list);
    return status;
}

eg_status eg_sw_check_flows(const eg_sw_model *model, double from, double to)
{
    double t = from + 0.5 * (to - from); /* as kernels/fv/flows.c */
    for (int i = 0; i < model->flows.count; i++)
        if (model->flows.series[i].expression)
            EG_TRY(eg_given_check_time(&model->setup, model->flows.series[i].expression, NULL, t,
                                       EG_DIVERGED));
    return EG_OK;
}

const char *eg_sw_flow_name(const eg_sw_model *model, int i)
{
    return eg_node_key(inflows_of(model), i);
}

void eg_sw_destroy_flows(eg_sw_model *model)
{
    eg_sw_flows *flows = &model->flows;
    for (int i = 0; flows->series && i < flows->count; i++)
        eg_sw_destroy_series(&flows->series[i]);
    eg_free(model->setup.context, &flows->flow);
    eg_free(model->setup.context, &flows->series);
    eg_free(model->setup.context, &flows->passed);
}
