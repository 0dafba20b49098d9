/* Sums over the domain, and samples of single cells. */
#include "scheme/dg/internal.h"

eg_status eg_dg_build_content(eg_dg *dg)
{
    int64_t own = dg->mesh->base.own;
    EG_TRY(eg_dg_upload(dg, "weights", dg->edge * 8, dg->weight, &dg->quadrature));
    dg->chunks = eg_ceil_div(own, EG_CHUNK);
    EG_TRY(eg_dg_upload(dg, "contents of cells", 2 * own * 8, NULL, &dg->content));
    EG_TRY(eg_dg_upload(dg, "sums", 2 * dg->chunks * 8, NULL, &dg->sums));
    const eg_program_options options = {
        .file = "field/sum.c", .precision = dg->layout.precision, .lanes = 1};
    if (dg->before)
        eg_dg_take_program(&dg->before->sum_program, &dg->sum_program);
    else
        EG_TRY(eg_program_create(dg->device, &options, &dg->sum_program));
    return eg_kernel_get(dg->sum_program, "field_sum", &dg->sum);
}

/* Of the blocks that are held. */
static eg_status find_content(eg_dg *dg, int stage)
{
    (void)stage;
    return EG_LAUNCH(
        dg->find_content, dg->held.blocks, EG_BUFFER("q0", dg->q[0]), EG_BUFFER("q1", dg->q[1]),
        EG_BUFFER("cell", dg->cell), EG_BUFFER("medium", dg->nodal ? dg->medium : dg->cell),
        EG_BUFFER("curve", dg->curve), EG_BUFFER("weight", dg->quadrature),
        EG_BUFFER("determinant", dg->determinant), EG_BUFFER("content", dg->content),
        EG_BUFFER("count", eg_time_count(dg->time)), EG_INT("from_group", (int32_t)dg->held.from),
        EG_LONG("cells", dg->mesh->base.own), EG_LONG("blocks", dg->held.blocks));
}

static eg_status queue_content(eg_dg *dg)
{
    EG_TRY(eg_dg_visit_all(dg, find_content, 0));
    return EG_LAUNCH(dg->sum, 2 * dg->chunks, EG_BUFFER("values", dg->content),
                     EG_BUFFER("sums", dg->sums), EG_LONG("cells", dg->mesh->base.own),
                     EG_LONG("chunks", dg->chunks), EG_LONG("columns", 2));
}

eg_status eg_dg_content(eg_dg *dg, const eg_comm *comm, double *energy, double *amount)
{
    double *sums;
    eg_status status = eg_alloc(dg->context, 2 * dg->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = queue_content(dg);
    if (status == EG_OK)
        status = eg_buffer_read(dg->sums, 0, sums, 2 * dg->chunks * 8);
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        *energy = eg_comm_sum_chunks(comm, sums, dg->chunks);
        *amount = eg_comm_sum_chunks(comm, sums + dg->chunks, dg->chunks);
    }
    eg_free(dg->context, &sums);
    return status;
}

/* ---- samples */

/* Makes room for the samples and tells the device which cells they are. */
static eg_status place_samples(eg_dg *dg, const int64_t *cells, int count)
{
    if (count > dg->sample_room) {
        eg_buffer_destroy(&dg->where);
        eg_buffer_destroy(&dg->samples);
        dg->sample_room = 0;
        EG_TRY(eg_buffer_create(dg->device, count * 4, "sampled cells", &dg->where));
        EG_TRY(eg_buffer_create(dg->device,
                                count * dg->values * (int64_t)eg_real_size(dg->layout.precision),
                                "samples", &dg->samples));
        dg->sample_room = count;
    }
    int32_t *slots;
    EG_TRY(eg_alloc(dg->context, count, sizeof *slots, &slots));
    for (int i = 0; i < count; i++)
        slots[i] = eg_layout_slot(&dg->layout, cells[i]);
    eg_status status = eg_buffer_write(dg->where, 0, slots, count * 4);
    eg_free(dg->context, &slots);
    return status;
}

/* The values of a cell's variables at a reference point; value i of variable v is at offset + (v nodes + i) stride. */
static void evaluate_at(const eg_dg *dg, const void *memory, int64_t offset, int64_t stride,
                        const double *point, double *values)
{
    double basis[3][EG_LINE_NODES];
    int n = dg->edge, layers = dg->dimension == 3 ? n : 1;
    basis[2][0] = 1;
    for (int d = 0; d < dg->dimension; d++)
        eg_line_values((eg_line){EG_LINE_GLL, n - 1}, point[d], basis[d], NULL);
    for (int v = 0; v < dg->system->variables; v++) {
        int64_t at = offset + v * dg->nodes * stride;
        values[v] = 0;
        for (int k = 0; k < layers; k++) {
            double plane = 0;
            for (int j = 0; j < n; j++) {
                double line = 0;
                for (int i = 0; i < n; i++, at += stride)
                    line += basis[0][i] * eg_layout_load(&dg->layout, memory, at);
                plane += basis[1][j] * line;
            }
            values[v] += basis[2][k] * plane;
        }
    }
}

void eg_dg_evaluate(const eg_dg *dg, const void *memory, int64_t cell, int count,
                    const double *points, double *values)
{
    int64_t offset =
        eg_layout_state_index(&dg->layout, dg->values, eg_layout_slot(&dg->layout, cell), 0);
    for (int i = 0; i < count; i++)
        evaluate_at(dg, memory, offset, dg->layout.state_lanes, points + i * dg->dimension,
                    values + (int64_t)i * dg->system->variables);
}

/* From a state out of core. */
static eg_status sample_stream(eg_dg *dg, int count, const int64_t *cells,
                               const double (*points)[3], double *values)
{
    void *state;
    EG_TRY(eg_dg_stream_state(dg, &state));
    for (int i = 0; i < count; i++)
        eg_dg_evaluate(dg, state, cells[i], 1, points[i],
                       values + (int64_t)i * dg->system->variables);
    return EG_OK;
}

eg_status eg_dg_sample(eg_dg *dg, int count, const int64_t *cells, const double (*points)[3],
                       double *values)
{
    int64_t bytes = count * dg->values * (int64_t)eg_real_size(dg->layout.precision);
    void *copy;
    if (count == 0)
        return EG_OK;
    if (dg->stream)
        return sample_stream(dg, count, cells, points, values);
    EG_TRY(place_samples(dg, cells, count));
    EG_TRY(EG_LAUNCH(dg->gather, count, EG_BUFFER("q0", dg->q[0]), EG_BUFFER("q1", dg->q[1]),
                     EG_BUFFER("where", dg->where), EG_BUFFER("out", dg->samples),
                     EG_BUFFER("count", eg_time_count(dg->time)), EG_LONG("places", count)));
    EG_TRY(eg_alloc(dg->context, bytes, 1, &copy));
    eg_status status = eg_buffer_read(dg->samples, 0, copy, bytes);
    for (int i = 0; status == EG_OK && i < count; i++)
        evaluate_at(dg, copy, (int64_t)i * dg->values, 1, points[i],
                    &values[i * dg->system->variables]);
    eg_free(dg->context, &copy);
    return status;
}
