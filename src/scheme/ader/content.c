/* Sums over the domain, and samples of single cells. */
#include "scheme/ader/internal.h"

#include <math.h>
#include <string.h>

eg_status eg_ader_build_content(eg_ader *ader)
{
    const eg_plane *mesh = ader->mesh;
    double *determinant, origin[2], jacobian[2][2], inverse[2][2];
    EG_TRY(eg_alloc(ader->context, mesh->base.own, sizeof *determinant, &determinant));
    for (int64_t c = 0; c < mesh->base.own; c++)
        determinant[c] = eg_ader_map(mesh, c, origin, jacobian, inverse);
    eg_status status =
        eg_ader_upload(ader, "determinants", mesh->base.own * 8, determinant, &ader->determinant);
    eg_free(ader->context, &determinant);
    EG_TRY(status);
    ader->chunks = eg_ceil_div(mesh->base.own, EG_CHUNK);
    EG_TRY(eg_ader_upload(ader, "contents of cells", 2 * mesh->base.own * 8, NULL, &ader->content));
    EG_TRY(eg_ader_upload(ader, "sums", 2 * ader->chunks * 8, NULL, &ader->sums));
    const eg_program_options options = {
        .file = "field/sum.c", .precision = ader->layout.precision, .lanes = 1};
    EG_TRY(eg_program_create(ader->device, &options, &ader->sum_program));
    return eg_kernel_get(ader->sum_program, "field_sum", &ader->sum);
}

static eg_status queue_content(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        int64_t first = ader->layout.first_cell[type];
        if (c->blocks > 0)
            EG_TRY(EG_LAUNCH(
                c->content, c->blocks, EG_BUFFER("q0", ader->q[0]), EG_BUFFER("q1", ader->q[1]),
                EG_BUFFER("cell", c->cell), EG_BUFFER("determinant", ader->determinant),
                EG_BUFFER("content", ader->content), EG_BUFFER("count", eg_time_count(ader->time)),
                EG_DOUBLE("mean", type == EG_TRIANGLE ? sqrt(0.5) : 1),
                EG_INT("first_block", (int32_t)ader->layout.first_block[type]),
                EG_LONG("first_cell", first),
                EG_LONG("last_cell", first + ader->mesh->base.group[type].count),
                EG_LONG("cells", ader->mesh->base.own), EG_LONG("blocks", c->blocks)));
    }
    return EG_LAUNCH(ader->sum, 2 * ader->chunks, EG_BUFFER("values", ader->content),
                     EG_BUFFER("sums", ader->sums), EG_LONG("cells", ader->mesh->base.own),
                     EG_LONG("chunks", ader->chunks), EG_LONG("columns", 2));
}

eg_status eg_ader_content(eg_ader *ader, const eg_comm *comm, double *energy, double *amount)
{
    double *sums;
    eg_status status = eg_alloc(ader->context, 2 * ader->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = queue_content(ader);
    if (status == EG_OK)
        status = eg_buffer_read(ader->sums, 0, sums, 2 * ader->chunks * 8);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        *energy = eg_comm_sum_chunks(comm, sums, ader->chunks);
        *amount = eg_comm_sum_chunks(comm, sums + ader->chunks, ader->chunks);
    }
    eg_free(ader->context, &sums);
    return status;
}

/* ---- samples
 * ---------------------------------------------------------------------------------------- */

/* Makes room for the samples and tells the device which cells they are. */
static eg_status place_samples(eg_ader *ader, const int64_t *cells, int count)
{
    if (count > ader->sample_room) {
        eg_buffer_destroy(&ader->where);
        eg_buffer_destroy(&ader->samples);
        ader->sample_room = 0;
        EG_TRY(eg_buffer_create(ader->device, count * 4, "sampled cells", &ader->where));
        EG_TRY(eg_buffer_create(
            ader->device, count * ader->values * (int64_t)eg_real_size(ader->layout.precision),
            "samples", &ader->samples));
        ader->sample_room = count;
    }
    int32_t *slots;
    EG_TRY(eg_alloc(ader->context, count, sizeof *slots, &slots));
    for (int i = 0; i < count; i++)
        slots[i] = eg_layout_slot(&ader->layout, cells[i]);
    eg_status status = eg_buffer_write(ader->where, 0, slots, count * 4);
    eg_free(ader->context, &slots);
    return status;
}

static void evaluate_sample(const eg_ader *ader, const void *modes, int i, int64_t cell,
                            const double point[2], double *values)
{
    double basis[EG_MODES_MOST];
    eg_modal_values((eg_cell_type)ader->mesh->type[cell], ader->order, point, basis);
    for (int v = 0; v < ader->system->variables; v++) {
        double sum = 0;
        for (int k = 0; k < ader->modes; k++)
            sum += basis[k] * eg_layout_load(&ader->layout, modes,
                                             (int64_t)i * ader->values + v * ader->modes + k);
        values[v] = sum;
    }
}

eg_status eg_ader_sample(eg_ader *ader, int count, const int64_t *cells, const double (*points)[3],
                         double *values)
{
    int64_t bytes = count * ader->values * (int64_t)eg_real_size(ader->layout.precision);
    int type = ader->cells[EG_TRIANGLE].blocks > 0 ? EG_TRIANGLE : EG_QUADRANGLE;
    void *modes;
    if (count == 0)
        return EG_OK;
    EG_TRY(place_samples(ader, cells, count));
    EG_TRY(EG_LAUNCH(ader->cells[type].gather, count, EG_BUFFER("q0", ader->q[0]),
                     EG_BUFFER("q1", ader->q[1]), EG_BUFFER("where", ader->where),
                     EG_BUFFER("out", ader->samples), EG_BUFFER("count", eg_time_count(ader->time)),
                     EG_LONG("places", count)));
    EG_TRY(eg_alloc(ader->context, bytes, 1, &modes));
    eg_status status = eg_buffer_read(ader->samples, 0, modes, bytes);
    for (int i = 0; status == EG_OK && i < count; i++)
        evaluate_sample(ader, modes, i, cells[i], points[i], &values[i * ader->system->variables]);
    eg_free(ader->context, &modes);
    return status;
}
