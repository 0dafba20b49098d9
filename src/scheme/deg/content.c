/* Integrals over the domain, and samples of single cells. */
#include "scheme/deg/internal.h"

eg_status eg_deg_build_content(eg_deg *deg)
{
    const eg_plane *mesh = deg->mesh;
    double *determinant, origin[2], jacobian[2][2], inverse[2][2];
    EG_TRY(eg_alloc(deg->context, mesh->base.own, sizeof *determinant, &determinant));
    for (int64_t c = 0; c < mesh->base.own; c++)
        determinant[c] = eg_deg_map(mesh, c, origin, jacobian, inverse);
    eg_status status =
        eg_deg_upload(deg, "determinants", mesh->base.own * 8, determinant, &deg->determinant);
    eg_free(deg->context, &determinant);
    EG_TRY(status);
    deg->chunks = eg_ceil_div(mesh->base.own, EG_CHUNK);
    EG_TRY(
        eg_deg_upload(deg, "weights", deg->element.nodes * 8, deg->element.weight, &deg->weight));
    EG_TRY(eg_deg_upload(deg, "contents of cells", deg->variables * mesh->base.own * 8, NULL,
                         &deg->content));
    EG_TRY(eg_deg_upload(deg, "sums", deg->variables * deg->chunks * 8, NULL, &deg->sums));
    const eg_program_options options = {
        .file = "field/sum.c", .precision = deg->layout.precision, .lanes = 1};
    if (deg->before) {
        deg->sum_program = deg->before->sum_program;
        deg->before->sum_program = NULL;
    } else {
        EG_TRY(eg_program_create(deg->device, &options, &deg->sum_program));
    }
    EG_TRY(eg_kernel_get(deg->program, "deg_content", &deg->integrate));
    EG_TRY(eg_kernel_get(deg->program, "deg_gather", &deg->gather));
    return eg_kernel_get(deg->sum_program, "field_sum", &deg->sum);
}

static eg_status queue_content(eg_deg *deg)
{
    int64_t cells = deg->mesh->base.own;
    EG_TRY(EG_LAUNCH(deg->integrate, deg->blocks, EG_BUFFER("q0", deg->q[0]),
                     EG_BUFFER("q1", deg->q[1]), EG_BUFFER("weight", deg->weight),
                     EG_BUFFER("determinant", deg->determinant), EG_BUFFER("content", deg->content),
                     EG_BUFFER("count", eg_time_count(deg->time)), EG_LONG("cells", cells),
                     EG_LONG("blocks", deg->blocks)));
    return EG_LAUNCH(deg->sum, deg->variables * deg->chunks, EG_BUFFER("values", deg->content),
                     EG_BUFFER("sums", deg->sums), EG_LONG("cells", cells),
                     EG_LONG("chunks", deg->chunks), EG_LONG("columns", deg->variables));
}

eg_status eg_deg_content(eg_deg *deg, const eg_comm *comm, double *values)
{
    double *sums;
    int64_t count = deg->variables * deg->chunks;
    eg_status status = eg_alloc(deg->context, count, sizeof *sums, &sums);
    if (status == EG_OK)
        status = queue_content(deg);
    if (status == EG_OK)
        status = eg_buffer_read(deg->sums, 0, sums, count * 8);
    status = eg_comm_agree(comm, status);
    for (int v = 0; status == EG_OK && v < deg->variables; v++)
        values[v] = eg_comm_sum_chunks(comm, sums + v * deg->chunks, deg->chunks);
    eg_free(deg->context, &sums);
    return status;
}

/* ---- samples */

/* Makes room for the samples and tells the device which cells they are. */
static eg_status place_samples(eg_deg *deg, const int64_t *cells, int count)
{
    int64_t size = (int64_t)eg_real_size(deg->layout.precision);
    if (count > deg->sample_room) {
        eg_buffer_destroy(&deg->where);
        eg_buffer_destroy(&deg->samples);
        deg->sample_room = 0;
        EG_TRY(eg_buffer_create(deg->device, count * 4, "sampled cells", &deg->where));
        EG_TRY(eg_buffer_create(deg->device, count * deg->values * size, "samples", &deg->samples));
        deg->sample_room = count;
    }
    int32_t *slots;
    EG_TRY(eg_alloc(deg->context, count, sizeof *slots, &slots));
    for (int i = 0; i < count; i++)
        slots[i] = eg_layout_slot(&deg->layout, cells[i]);
    eg_status status = eg_buffer_write(deg->where, 0, slots, count * 4);
    eg_free(deg->context, &slots);
    return status;
}

static void evaluate_sample(const eg_deg *deg, const void *nodal, int64_t i, const double point[2],
                            double *values)
{
    double basis[EG_TRIANGLE_NODES];
    int nodes = deg->element.nodes;
    eg_triangle_values(&deg->element, point, basis);
    for (int v = 0; v < deg->variables; v++) {
        values[v] = 0;
        for (int k = 0; k < nodes; k++)
            values[v] +=
                basis[k] * eg_layout_load(&deg->layout, nodal, i * deg->values + v * nodes + k);
    }
}

eg_status eg_deg_sample(eg_deg *deg, int count, const int64_t *cells, const double (*points)[3],
                        double *values)
{
    int64_t bytes = count * deg->values * (int64_t)eg_real_size(deg->layout.precision);
    void *nodal;
    if (count == 0)
        return EG_OK;
    EG_TRY(place_samples(deg, cells, count));
    EG_TRY(EG_LAUNCH(deg->gather, count, EG_BUFFER("q0", deg->q[0]), EG_BUFFER("q1", deg->q[1]),
                     EG_BUFFER("where", deg->where), EG_BUFFER("out", deg->samples),
                     EG_BUFFER("count", eg_time_count(deg->time)), EG_LONG("places", count)));
    EG_TRY(eg_alloc(deg->context, bytes, 1, &nodal));
    eg_status status = eg_buffer_read(deg->samples, 0, nodal, bytes);
    for (int i = 0; status == EG_OK && i < count; i++)
        evaluate_sample(deg, nodal, i, points[i], &values[i * deg->variables]);
    eg_free(deg->context, &nodal);
    return status;
}
