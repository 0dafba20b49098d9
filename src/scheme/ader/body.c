/* Sources of the whole domain (kernels/ader/body/body.c): places of the cells, and the launch of a step. */
#include "scheme/ader/internal.h"

static eg_status upload_body_rule(eg_ader *ader, int type, eg_ader_body *made)
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS], value[EG_MODES_MOST];
    int points = made->points[type], modes = ader->modes;
    EG_SCRATCH double *tests = NULL;
    eg_quadrature_least((eg_cell_type)type, 2 * ader->order, point, weight);
    EG_TRY(eg_alloc(ader->context, modes * points, sizeof *tests, &tests));
    for (int q = 0; q < points; q++) {
        eg_modal_values((eg_cell_type)type, ader->order, point[q], value);
        for (int k = 0; k < modes; k++)
            tests[k * points + q] = weight[q] * value[k];
    }
    return EG_UPLOAD(&ader->base, {"points of a body source", points * 16, point, &made->point[type]},
                     {"modes of a body source", modes * points * 8, tests, &made->tests[type]});
}

static eg_status upload_body_places(eg_ader *ader, int type, eg_ader_body *made)
{
    int64_t count = ader->mesh->base.group[type].count, first = ader->layout.first_cell[type];
    EG_SCRATCH double(*place)[6] = NULL;
    EG_TRY(eg_alloc(ader->context, count, sizeof *place, &place));
    for (int64_t i = 0; i < count; i++) {
        const eg_affine map = eg_plane_map(ader->mesh, first + i);
        for (int j = 0; j < 2; j++) {
            place[i][j] = map.origin[j];
            for (int d = 0; d < 2; d++)
                place[i][2 + 2 * j + d] = map.jacobian[j][d];
        }
    }
    return eg_stepper_upload(&ader->base, "places of a body source", count * (int64_t)sizeof *place, place,
                             &made->place[type]);
}

static eg_status build_body_type(eg_ader *ader, const eg_ader_options *options, int type, eg_ader_body *made)
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    made->points[type] = eg_quadrature_least((eg_cell_type)type, 2 * ader->order, point, weight);
    EG_TRY(upload_body_rule(ader, type, made));
    EG_TRY(upload_body_places(ader, type, made));
    const eg_program_options program = {.file = "ader/body/body.c",
                                        .precision = ader->layout.precision,
                                        .lanes = 1,
                                        .items = 1,
                                        EG_DEFINES({"ORDER", ader->order}, {"MODES", ader->modes},
                                                   {"POINTS", made->points[type]}, {"VARS", ader->variables},
                                                   {"EXPRESSION", 1}),
                                        .generated = options->body};
    EG_TRY(eg_stepper_program(&ader->base, &program, &made->program[type]));
    return eg_kernel_get(made->program[type], "ader_body", &made->kernel[type]);
}

eg_status eg_ader_build_body(eg_ader *ader, const eg_ader_options *options)
{
    eg_ader_body *made = &ader->body;
    int order = ader->order;
    double rule[(2 + 2 * EG_ORDER_MOST) * EG_ORDER_MOST];
    int64_t row = (int64_t)(order + 1) * ader->values * (int64_t)eg_real_size(ader->layout.precision);
    if (!options->body)
        return EG_OK;
    eg_ader_interpolate_rule(order, rule);
    EG_TRY(eg_stepper_upload(&ader->base, "body source in time", (2 + 2 * order) * order * 8, rule,
                             &made->rule));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        if (ader->cells[type].blocks == 0)
            continue;
        EG_TRY(build_body_type(ader, options, type, made));
        EG_TRY(eg_stepper_upload(&ader->base, "body source", ader->mesh->base.group[type].count * row, NULL,
                                 &made->body[type]));
    }
    return EG_OK;
}

eg_status eg_ader_queue_body(eg_ader *ader)
{
    const eg_ader_body *b = &ader->body;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        int64_t cells = ader->mesh->base.group[type].count;
        if (b->kernel[type])
            EG_TRY(EG_LAUNCH(b->kernel[type], cells, EG_BUFFER("rule", b->rule),
                             EG_BUFFER("point", b->point[type]), EG_BUFFER("tests", b->tests[type]),
                             EG_BUFFER("place", b->place[type]), EG_BUFFER("body", b->body[type]),
                             EG_LONG("cells", cells)));
    }
    return EG_OK;
}
