/* What balance.csv and the summary tell of the air. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

/* Means over cells of the air at rest, by quadrature, in chunks of the canonical order. */
static void add_rest(const eg_air_model *model, int64_t cell, double sums[2])
{
    double x[EG_QUADRATURE_POINTS][2], weight[EG_QUADRATURE_POINTS];
    int count = eg_plane_cell_quadrature(model->setup.mesh, cell, EG_QUADRATURE_DEGREE, x, weight);
    for (int i = 0; i < count; i++) {
        const eg_background_state air = eg_air_at(model, x[i][1]);
        sums[0] += weight[i] * air.density;
        sums[1] += weight[i] * air.density_theta;
    }
}

eg_status eg_air_measure_rest(eg_air_model *model)
{
    int64_t own = model->setup.mesh->base.own, chunks = eg_ceil_div(own, EG_CHUNK);
    const eg_comm *comm = model->setup.comm;
    double *sums;
    eg_status status = eg_alloc(model->setup.context, 2 * chunks, sizeof *sums, &sums);
    for (int64_t c = 0; status == EG_OK && c < own; c++) {
        double here[2] = {0, 0};
        add_rest(model, c, here);
        for (int i = 0; i < 2; i++)
            sums[i * chunks + c / EG_CHUNK] += here[i];
    }
    status = eg_comm_agree(comm, status);
    for (int i = 0; status == EG_OK && i < 2; i++)
        model->balance.rest[i] = eg_comm_sum_chunks(comm, sums + i * chunks, chunks);
    eg_free(model->setup.context, &sums);
    return status;
}

void eg_air_balance_names(const eg_model *model, eg_text *names)
{
    eg_text_add(names, "mass_kg_per_m\nmass_error\ntheta_error\n");
    if (eg_air_const(model)->tracer)
        eg_text_add(names, "tracer_kg_per_m\ntracer_error\n");
}

static double change_of(const eg_air_model *model, int variable, double whole)
{
    const eg_air_balance *b = &model->balance;
    double change = fabs(b->now[variable] - b->first[variable]);
    return !model->closed ? NAN : whole > 0 ? change / whole : 0;
}

eg_status eg_air_take_balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_air_model *model = eg_air_of(base);
    eg_air_balance *b = &model->balance;
    EG_TRY(eg_stepper_content(eg_deg_stepper(model->deg), model->setup.comm, b->now));
    for (int v = 0; now->steps == 0 && v < EG_DEG_VARIABLES; v++)
        b->first[v] = b->now[v];
    b->mass_error = change_of(model, 0, b->rest[0] + b->first[0]);
    b->heat_error = change_of(model, 3, b->rest[1] + b->first[3]);
    values[0] = b->rest[0] + b->now[0];
    values[1] = b->mass_error;
    values[2] = b->heat_error;
    if (!model->tracer)
        return EG_OK;
    b->tracer_error = change_of(model, 4, fabs(b->first[4]));
    values[3] = b->now[4];
    values[4] = b->tracer_error;
    return EG_OK;
}

double eg_air_drift(const eg_model *model)
{
    return eg_air_const(model)->balance.mass_error;
}

double eg_air_limited_value(const eg_model *model, const char *key)
{
    const eg_air_balance *b = &eg_air_const(model)->balance;
    return key[1] == 'h' ? b->heat_error : b->tracer_error;
}

eg_status eg_air_persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    eg_air_model *model = eg_air_of(base);
    eg_air_balance *b = &model->balance;
    (void)now;
    EG_TRY(persist->array(persist, "balance", b->first, sizeof b->first));
    return eg_stepper_persist(eg_deg_stepper(model->deg), persist);
}

eg_status eg_air_summarise(const eg_model *base, eg_summary *summary)
{
    const eg_air_model *model = eg_air_const(base);
    const eg_air_balance *b = &model->balance;
    eg_context *context = model->setup.context;
    summary->iterations = eg_deg_iterations(model->deg);
    EG_TRY(eg_summary_add_balance(context, summary, "mass_error", b->mass_error));
    EG_TRY(eg_summary_add_balance(context, summary, "theta_error", b->heat_error));
    EG_TRY(eg_summary_add_balance(context, summary, "mass_kg_per_m", b->rest[0] + b->now[0]));
    return model->tracer ? eg_summary_add_balance(context, summary, "tracer_error", b->tracer_error)
                         : EG_OK;
}
