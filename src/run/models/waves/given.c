/* Expressions of time that a step has taken: after a step that was refused they are evaluated once more, at
 * the times and places of the kernels (kernels/ader/pulse.c, factor.c, inflow.h). */
#include "element/modal.h"
#include "run/models/waves/names.h"

static eg_status check_given_sources(const eg_waves_model *model, double t, eg_status status)
{
    for (int i = 0; i < model->sources.expressions; i++)
        EG_TRY(eg_given_check_time(&model->setup, model->sources.expression[i], NULL, t, status));
    const eg_node *factor = eg_case_find(model->setup.loaded, "velocity_factor");
    return factor ? eg_given_check_time(&model->setup, factor, NULL, t, status) : EG_OK;
}

/* The state beyond one face. */
static eg_status check_given_face(const eg_waves_model *model, int64_t face, double t, eg_status status)
{
    const eg_plane *mesh = model->setup.mesh;
    const double *from = mesh->x[mesh->face_vertex[face][0]], *to = mesh->x[mesh->face_vertex[face][1]];
    const eg_node *expression[EG_LINEAR_VARIABLES];
    long double along[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    int points = eg_gauss(model->order + 1, along, weight);
    int count = eg_waves_inflow_of(model, mesh->face_boundary[face], expression);
    for (int q = 0; q < points; q++) {
        double s = (double)along[q];
        const double x[2] = {fma(s, to[0] - from[0], from[0]), fma(s, to[1] - from[1], from[1])};
        for (int v = 0; v < count; v++)
            EG_TRY(eg_given_check_time(&model->setup, expression[v], x, t, status));
    }
    return EG_OK;
}

static eg_status check_given_inflow(const eg_waves_model *model, double t, eg_status status)
{
    const eg_plane *mesh = model->setup.mesh;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (mesh->face_boundary[f] >= 0 && model->boundaries[mesh->face_boundary[f]] == EG_LINEAR_INFLOW)
            EG_TRY(check_given_face(model, f, t, status));
    return EG_OK;
}

static eg_status check_given_at(const eg_waves_model *model, double t, eg_status status)
{
    EG_TRY(check_given_sources(model, t, status));
    EG_TRY(eg_tracers_check_wind(model, t, status));
    EG_TRY(eg_waves_check_body(model, t, status));
    return model->inflow.data ? check_given_inflow(model, t, status) : EG_OK;
}

eg_status eg_waves_check_beginning(const eg_waves_model *model)
{
    return check_given_at(model, 0, EG_CASE);
}

eg_status eg_waves_check_given(eg_model *base)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    long double theta[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    eg_time_step step;
    EG_TRY(eg_time_read_step(eg_stepper_time(eg_ader_stepper(model->ader)), &step));
    int times = eg_gauss(model->order, theta, weight);
    for (int i = 0; i < times; i++) {
        double t = fma((double)theta[i], step.dt, step.begin);
        EG_TRY(check_given_at(model, t, EG_DIVERGED));
    }
    return EG_OK;
}
