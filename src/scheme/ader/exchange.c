/* Decay and exchange of tracers (kernels/ader/exchange.h): the matrix of each step, and its launches. */
#include "scheme/ader/internal.h"

#include <math.h>

void eg_ader_choose_exchange(eg_ader *ader, const eg_ader_options *options)
{
    int n = ader->variables;
    assert(!options->exchange || ader->system->transports);
    for (int i = 0; options->exchange && i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += fabs(options->exchange[i * n + j]);
        ader->exchange_size = fmax(ader->exchange_size, sum);
    }
    /* what comes in, and what sources add, is taken at points of the step */
    if (options->inflow || options->function_count + options->expression_count > 0)
        ader->exchange_rate = ader->exchange_size;
}

eg_status eg_ader_build_exchange(eg_ader *ader, const eg_ader_options *options)
{
    int n = ader->variables, order = ader->order;
    long double x[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    double theta[EG_ORDER_MOST];
    if (!options->exchange)
        return EG_OK;
    eg_gauss(order, x, weight);
    for (int s = 0; s < order; s++)
        theta[s] = (double)x[s];
    EG_TRY(EG_UPLOAD(&ader->base,
                     {"matrix of exchange", n * n * 8, options->exchange, &ader->exchange_matrix},
                     {"times of exchange", order * 8, theta, &ader->exchange_theta},
                     {"exchange of a step", (order + 1) * n * n * 8, NULL, &ader->exchange}));
    const eg_program_options program = {.file = "ader/exchange.c",
                                        .precision = EG_F64,
                                        .lanes = 1,
                                        .items = 1,
                                        EG_DEFINES({"ORDER", order}, {"VARS", n})};
    EG_TRY(eg_stepper_program(&ader->base, &program, &ader->exchange_program));
    EG_TRY(eg_kernel_get(ader->exchange_program, "ader_exchange_matrix", &ader->find_exchange));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (ader->cells[type].blocks > 0)
            EG_TRY(eg_kernel_get(ader->cells[type].program, "ader_exchange", &ader->cells[type].exchange));
    return EG_OK;
}

eg_status eg_ader_queue_exchange_matrix(eg_ader *ader)
{
    if (!ader->find_exchange)
        return EG_OK;
    return EG_LAUNCH(ader->find_exchange, ader->order + 1, EG_BUFFER("theta", ader->exchange_theta));
}

eg_status eg_ader_queue_exchange(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        if (c->exchange)
            EG_TRY(eg_kernel_launch(c->exchange, c->blocks, NULL, 0));
    }
    return EG_OK;
}
