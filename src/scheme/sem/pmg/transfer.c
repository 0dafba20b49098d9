/* Between two levels: tables and launches. */
#include <string.h>

#include "scheme/sem/pmg/internal.h"

/* Tables on the host. */
typedef struct tables {
    int32_t *own, *row, *node;
    uint8_t *visited;
} tables;

/* On a GPU about 128 threads a group, one for each line of nodes. */
static int lanes_of_transfer(const eg_sem *fine, int lanes)
{
    int most = 32;
    if (lanes)
        return lanes;
    if (!eg_device_describe(fine->device)->gpu)
        return eg_device_lanes(fine->device, fine->precision, fine->volume);
    while (most > 1 && most * fine->side * fine->side > 144)
        most /= 2;
    return most;
}

static eg_status upload_transfer(const eg_sem *sem, const char *label, int64_t bytes, const void *data,
                                 eg_buffer **buffer, int64_t *sum)
{
    *sum += bytes;
    return eg_buffer_upload(sem->device, bytes, label, data, buffer);
}

/* line[N][M] */
static eg_status upload_line(const eg_sem *fine, int degree, eg_buffer **line, int64_t *bytes)
{
    double values[SEM_NODES * SEM_NODES];
    float rounded[SEM_NODES * SEM_NODES];
    int count = fine->side * (degree + 1);
    eg_line_interpolation((eg_line){EG_LINE_GLL, degree}, (eg_line){EG_LINE_GLL, fine->degree}, values);
    for (int i = 0; i < count; i++)
        rounded[i] = (float)values[i];
    return fine->precision == EG_F64
               ? upload_transfer(fine, "interpolation", count * 8, values, line, bytes)
               : upload_transfer(fine, "interpolation", count * 4, rounded, line, bytes);
}

/* An element may have a node twice, where it is its own neighbour. */
static void fill_transfer(const eg_sem *fine, int low, const int32_t *row, int lanes, tables *t)
{
    for (int64_t slot = 0; slot < fine->elements; slot++) {
        int64_t block = slot / lanes, lane = slot % lanes, e = fine->element[slot];
        eg_hex_element_nodes(fine->mesh, fine->nodes, e, t->node);
        for (int i = 0; i < fine->volume; i++) {
            int32_t node = t->node[i];
            bool is_own = eg_hex_is_first(fine->nodes, e, node) && !t->visited[node] && !fine->given[node];
            t->own[(block * fine->volume + i) * lanes + lane] = is_own ? node : -1;
            t->visited[node] = 1;
        }
        for (int i = 0; i < low; i++)
            t->row[(block * low + i) * lanes + lane] = row[e * low + i];
    }
}

static eg_status allocate_transfer(const eg_sem *fine, int low, int64_t slots, tables *t)
{
    EG_TRY(EG_ALLOC(fine->context, EG_BLOCK(slots * fine->volume, t->own), EG_BLOCK(slots * low, t->row),
                    EG_BLOCK(fine->volume, t->node)));
    memset(t->own, 0xff, (size_t)(slots * fine->volume) * sizeof *t->own);
    memset(t->row, 0xff, (size_t)(slots * low) * sizeof *t->row);
    return eg_alloc(fine->context, fine->nodes->nodes, 1, &t->visited);
}

static eg_status make_transfer_program(const eg_sem *fine, int degree, eg_pmg_transfer *to)
{
    const eg_program_options options = {
        .file = "sem/pmg.c",
        .precision = fine->precision,
        .lanes = to->lanes,
        .items = fine->side * fine->side,
        EG_DEFINES({"FINE", fine->degree}, {"LOW", degree}, {"RESIDUAL", fine->comm != NULL})};
    EG_TRY(eg_program_create(fine->device, &options, &to->program));
    EG_TRY(EG_KERNELS(to->program, {"pmg_restrict", &to->restrict_kernel},
                      {"pmg_prolong", &to->prolong_kernel}));
    int low = (degree + 1) * (degree + 1) * (degree + 1);
    double size = (double)eg_real_size(fine->precision);
    double bytes = (double)fine->elements * (fine->volume * (4 + 2 * size) + low * (4 + size));
    eg_kernel_cost(to->restrict_kernel, to->blocks, bytes, 0);
    eg_kernel_cost(to->prolong_kernel, to->blocks, bytes, 0);
    return EG_OK;
}

static eg_status make_transfer_tables(const eg_sem *fine, const eg_pmg_lower *lower, eg_pmg_transfer *to,
                                      tables *t, int64_t *bytes)
{
    int degree = lower->degree, low = (degree + 1) * (degree + 1) * (degree + 1);
    int64_t slots = to->blocks * to->lanes;
    EG_TRY(allocate_transfer(fine, low, slots, t));
    fill_transfer(fine, low, lower->row, to->lanes, t);
    EG_TRY(upload_transfer(fine, "nodes by owner", slots * fine->volume * 4, t->own, &to->own, bytes));
    EG_TRY(upload_transfer(fine, "rows of the next level", slots * low * 4, t->row, &to->row, bytes));
    EG_TRY(upload_transfer(fine, "restricted parts", slots * low * (int64_t)eg_real_size(fine->precision),
                           NULL, &to->part, bytes));
    EG_TRY(upload_line(fine, degree, &to->line, bytes));
    const eg_row_parts parts = {
        .row = t->row, .elements = fine->elements, .values = low, .lanes = to->lanes, .from = lower->from};
    EG_TRY(eg_row_sums_create(fine->context, fine->device, fine->precision, &parts, lower->rows, &to->sums));
    *bytes += eg_row_sums_device_bytes(to->sums);
    return make_transfer_program(fine, degree, to);
}

eg_status eg_pmg_transfer_make(const eg_sem *fine, const eg_pmg_lower *lower, int lanes,
                               eg_pmg_transfer *transfer, int64_t *bytes)
{
    tables t = {0};
    *transfer = (eg_pmg_transfer){.lanes = lanes_of_transfer(fine, lanes)};
    transfer->blocks = eg_ceil_div(fine->elements, transfer->lanes);
    eg_status status = make_transfer_tables(fine, lower, transfer, &t, bytes);
    if (fine->comm)
        status = eg_sem_halo(fine, t.own, transfer->blocks * transfer->lanes * fine->volume, status,
                             &transfer->halo);
    EG_FREE(&t.own, &t.row, &t.node, &t.visited);
    return status;
}

void eg_pmg_transfer_free(eg_pmg_transfer *t)
{
    eg_buffer **buffers[] = {&t->own, &t->row, &t->line, &t->part};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
    eg_program_destroy(&t->program);
    eg_row_sums_destroy(&t->sums);
    eg_halo_destroy(&t->halo);
}

eg_status eg_pmg_restrict(const eg_pmg_transfer *t, const eg_buffer *b, const eg_buffer *y, eg_buffer *out)
{
    EG_TRY(eg_halo_fill(t->halo, b));
    EG_TRY(EG_LAUNCH(t->restrict_kernel, t->blocks, EG_BUFFER("b", b), EG_BUFFER("y", y),
                     EG_BUFFER("own", t->own), EG_BUFFER("line", t->line), EG_BUFFER("part", t->part),
                     EG_LONG("blocks", t->blocks)));
    return eg_row_sums_apply(t->sums, t->part, out);
}

eg_status eg_pmg_prolong(const eg_pmg_transfer *t, const eg_buffer *coarse, eg_buffer *x)
{
    return EG_LAUNCH(t->prolong_kernel, t->blocks, EG_BUFFER("coarse", coarse), EG_BUFFER("row", t->row),
                     EG_BUFFER("own", t->own), EG_BUFFER("line", t->line), EG_BUFFER("x", x),
                     EG_LONG("blocks", t->blocks));
}
