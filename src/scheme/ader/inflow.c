/* Inflow boundaries (kernels/ader/inflow.h): their faces, and the kernel in front of the fluxes. */
#include "scheme/ader/internal.h"

static bool is_inflow(const eg_ader *ader, const eg_ader_options *options, int64_t face)
{
    int boundary = ader->mesh->face_boundary[face];
    return options->boundaries && boundary >= 0 && ader->mesh->face_twin[face] < 0 &&
           options->boundaries[boundary] == EG_LINEAR_INFLOW;
}

eg_status eg_ader_list_inflow(eg_ader *ader, const eg_ader_options *options, int64_t *order)
{
    int64_t faces = ader->mesh->faces, lanes = (int64_t)1 << ader->trace_bits;
    ader->first_inflow = *order;
    EG_TRY(eg_owner_alloc(&ader->owned, faces, sizeof *ader->inflow_index, &ader->inflow_index));
    for (int64_t f = 0; f < faces; f++)
        ader->inflow_index[f] = is_inflow(ader, options, f) ? (int32_t)ader->inflow_faces++ : -1;
    *order += eg_ceil_div(ader->inflow_faces, lanes) * lanes;
    return EG_OK;
}

/* Points and weights in time and along a face. */
static eg_status upload_face_rule(eg_ader *ader)
{
    int order = ader->order, points = order + 1;
    long double x[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    double rule[2 * EG_ORDER_MOST + (EG_ORDER_MOST + 1) * (EG_ORDER_MOST + 1)], legendre[EG_ORDER_MOST];
    eg_gauss(order, x, weight);
    for (int s = 0; s < order; s++) {
        rule[s] = (double)x[s];
        rule[order + s] = (double)weight[s];
    }
    eg_gauss(points, x, weight);
    for (int q = 0; q < points; q++) {
        rule[2 * order + q] = (double)x[q];
        eg_legendre_values(order, (double)x[q], legendre);
        for (int m = 0; m < order; m++)
            rule[2 * order + points * (1 + m) + q] = (double)weight[q] * legendre[m];
    }
    return eg_stepper_upload(&ader->base, "rule of inflow", (2 * order + points * (1 + order)) * 8, rule,
                             &ader->inflow_rule);
}

static eg_status upload_inflow_faces(eg_ader *ader)
{
    const eg_plane *mesh = ader->mesh;
    EG_SCRATCH double(*place)[4] = NULL;
    EG_SCRATCH double(*normal)[2] = NULL;
    EG_SCRATCH int32_t *of = NULL, *inside = NULL;
    int64_t n = ader->inflow_faces;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(n, place), EG_BLOCK(n, normal), EG_BLOCK(n, of),
                    EG_BLOCK(n, inside)));
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t i = ader->inflow_index[f];
        if (i < 0)
            continue;
        const double *from = mesh->x[mesh->face_vertex[f][0]], *to = mesh->x[mesh->face_vertex[f][1]];
        double length;
        for (int k = 0; k < 2; k++) {
            place[i][k] = from[k];
            place[i][2 + k] = to[k];
        }
        eg_plane_frame(mesh, f, normal[i], &length);
        of[i] = mesh->face_boundary[f];
        inside[i] = mesh->base.region[mesh->face_cell[f][0]];
    }
    return EG_UPLOAD(&ader->base, {"inflow faces", n * (int64_t)sizeof *place, place, &ader->inflow_offset},
                     {"inflow normals", n * (int64_t)sizeof *normal, normal, &ader->inflow_normal},
                     {"inflow boundaries", n * 4, of, &ader->inflow_of},
                     {"regions of inflow", n * 4, inside, &ader->inflow_inside});
}

eg_status eg_ader_build_inflow(eg_ader *ader, const eg_ader_options *options)
{
    if (ader->inflow_faces == 0)
        return EG_OK;
    assert(options->inflow);
    EG_TRY(upload_face_rule(ader));
    EG_TRY(upload_inflow_faces(ader));
    EG_TEXT(text, ader->context);
    eg_text_add(&text, "%s%s%s%s", ader->system->generated ? ader->system->generated : "",
                options->factor ? options->factor : "", options->wind ? options->wind : "", options->inflow);
    EG_TRY(text.status);
    const eg_program_options program = {
        .file = ader->system->kernel,
        .precision = ader->layout.precision,
        .lanes = ader->layout.lanes,
        .items = ader->modes,
        EG_DEFINES({"ORDER", ader->order}, {"MODES", ader->modes}, {"NFACES", 3},
                   {"TRACE_BITS", ader->trace_bits}, {"FAR", ader->far},
                   {"RUSANOV", ader->flux == EG_FLUX_RUSANOV}, {"VARIABLE", 0},
                   {"FACTOR", options->factor != NULL}, {"EXCHANGES", options->exchange != NULL},
                   {"MOVING", ader->moving}, {"INFLOW", 2 /* INFLOW_EXPRESSION */}),
        .generated = eg_text_string(&text)};
    EG_TRY(eg_stepper_program(&ader->base, &program, &ader->inflow_program));
    return eg_kernel_get(ader->inflow_program, "ader_inflow", &ader->inflow);
}

eg_status eg_ader_queue_inflow(eg_ader *ader)
{
    int64_t blocks = eg_ceil_div(ader->inflow_faces, ader->layout.lanes);
    if (blocks == 0)
        return EG_OK;
    return EG_LAUNCH(ader->inflow, blocks, EG_BUFFER("point", ader->inflow_offset),
                     EG_BUFFER("normal", ader->inflow_normal), EG_BUFFER("of", ader->inflow_of),
                     EG_BUFFER("rule", ader->inflow_rule), EG_BUFFER("inside", ader->inflow_inside),
                     EG_LONG("first_inflow", ader->first_inflow * eg_ader_trace_values(ader)),
                     EG_LONG("faces", ader->inflow_faces), EG_LONG("blocks", blocks));
}
