/* What both forms of variable coefficients need beside the cells: the rule along faces, and the factor of
 * time. */
#include "scheme/ader/internal.h"

#include <math.h>

/* Coefficients of Legendre's polynomials on [0, 1], orthonormal, by their recurrence in 2 theta - 1:
 * powers[s][j] of theta^s in polynomial j. */
static void expand_legendre(int order, long double powers[EG_ORDER_MOST][EG_ORDER_MOST])
{
    for (int j = 0; j < order; j++)
        for (int s = 0; s < order; s++)
            powers[s][j] = j == 0 && s == 0 ? 1.0L : 0.0L;
    for (int j = 1; j < order; j++)
        for (int s = 0; s <= j; s++) {
            long double moved = s > 0 ? 2.0L * powers[s - 1][j - 1] : 0.0L;
            long double before = j > 1 ? powers[s][j - 2] : 0.0L;
            powers[s][j] = ((2 * j - 1) * (moved - powers[s][j - 1]) - (j - 1) * before) / j;
        }
    for (int j = 0; j < order; j++)
        for (int s = 0; s < order; s++)
            powers[s][j] *= sqrtl(2.0L * j + 1.0L);
}

/* The rule of kernels/ader/moving/in_time.h. */
void eg_ader_interpolate_rule(int order, double *rule)
{
    long double x[EG_GAUSS_MOST], weight[EG_GAUSS_MOST], powers[EG_ORDER_MOST][EG_ORDER_MOST];
    eg_gauss(order, x, weight);
    expand_legendre(order, powers);
    for (int i = 0; i < order; i++) {
        double legendre[EG_ORDER_MOST];
        eg_legendre_values(order, (double)x[i], legendre);
        rule[i] = (double)x[i];
        rule[order + i] = (double)weight[i];
        for (int j = 0; j < order; j++) {
            rule[(2 + j) * order + i] = (double)weight[i] * legendre[j];
            rule[(2 + order + i) * order + j] = (double)powers[i][j];
        }
    }
}

eg_status eg_ader_build_line(eg_ader *ader)
{
    int points = ader->edge_points, order = ader->order;
    long double s[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    double line[2 * EG_GAUSS_MOST * EG_ORDER_MOST], legendre[EG_ORDER_MOST];
    eg_gauss(points, s, weight);
    for (int q = 0; q < points; q++) {
        eg_legendre_values(order, (double)s[q], legendre);
        for (int m = 0; m < order; m++) {
            line[q * order + m] = legendre[m];
            line[(order + m) * points + q] = (double)weight[q] * legendre[m];
        }
    }
    const eg_tiles product[] = {{line, 1, points, 0, order, 0, order, 1},
                                {&line[points * order], 1, order, 0, points, 0, points, 1}};
    if (ader->tensor)
        return eg_stepper_upload_tiles(&ader->base, "points of faces", product, 2, &ader->line);
    return eg_stepper_upload_reals(&ader->base, "points of faces", 2 * points * order, line, &ader->line);
}

eg_status eg_ader_build_factor(eg_ader *ader, const eg_ader_options *options)
{
    int order = ader->order;
    double rule[(2 + 2 * EG_ORDER_MOST) * EG_ORDER_MOST];
    if (!ader->variable)
        return EG_OK;
    EG_TRY(eg_ader_build_line(ader));
    EG_TRY(eg_stepper_upload(&ader->base, "factor", (order + 1) * 8, NULL, &ader->factor));
    if (!options->factor)
        return EG_OK;
    eg_ader_interpolate_rule(order, rule);
    EG_TRY(eg_stepper_upload(&ader->base, "rule in time", (2 + 2 * order) * order * 8, rule, &ader->rule));
    const eg_program_options program = {.file = "ader/factor.c",
                                        .precision = EG_F64,
                                        .lanes = 1,
                                        .items = 1,
                                        EG_DEFINES({"ORDER", order}, {"EXPRESSION", 1}),
                                        .generated = options->factor};
    EG_TRY(eg_stepper_program(&ader->base, &program, &ader->factor_program));
    return eg_kernel_get(ader->factor_program, "ader_factor", &ader->find_factor);
}

eg_status eg_ader_queue_factor(eg_ader *ader)
{
    if (!ader->find_factor)
        return EG_OK;
    return EG_LAUNCH(ader->find_factor, 1, EG_BUFFER("rule", ader->rule));
}
