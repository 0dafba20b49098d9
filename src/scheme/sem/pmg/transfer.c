/* Between two levels: tables and launches. */
#include "scheme/sem/operator/element_lists.h"
#include "scheme/sem/pmg/internal.h"

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

/* The nodes that elements own, and the rows of the next level. */
static eg_status make_transfer_lists(const eg_sem *fine, const eg_pmg_lower *lower, int low,
                                     eg_pmg_transfer *to)
{
    EG_ENDS_WITH(eg_element_lists_destroy) eg_element_lists nodes = {0}, rows = {0};
    const eg_element_lists_target own = {to->lanes, to->blocks, to->own};
    const eg_element_lists_target row = {to->lanes, to->blocks, to->row};
    const int32_t *element = fine->element;
    EG_TRY(eg_element_lists_create(fine, NULL, fine->volume, element, fine->elements, &nodes));
    EG_TRY(eg_element_lists_create(lower->sem, lower->row, low, element, fine->elements, &rows));
    EG_TRY(eg_element_lists_own(&nodes, &own));
    return eg_element_lists_rows(&rows, &row);
}

static eg_status make_transfer_program(const eg_sem *fine, int degree, eg_pmg_transfer *to)
{
    const eg_program_options options = {
        .file = "sem/pmg.c",
        .precision = fine->precision,
        .lanes = to->lanes,
        .items = fine->side * fine->side,
        EG_DEFINES({"FINE", fine->degree}, {"LOW", degree}, {"RESIDUAL", fine->comm != NULL})};
    EG_TRY(eg_owner_program(&to->owned, fine->device, &options, &to->program));
    EG_TRY(EG_KERNELS(to->program, {"pmg_restrict", &to->restrict_kernel},
                      {"pmg_prolong", &to->prolong_kernel}));
    int low = (degree + 1) * (degree + 1) * (degree + 1);
    double size = (double)eg_real_size(fine->precision);
    double bytes = (double)fine->elements * (fine->volume * (4 + 2 * size) + low * (4 + size));
    eg_kernel_cost(to->restrict_kernel, to->blocks, bytes, 0);
    eg_kernel_cost(to->prolong_kernel, to->blocks, bytes, 0);
    return EG_OK;
}

static eg_status make_transfer(const eg_sem *fine, const eg_pmg_lower *lower, eg_pmg_transfer *to)
{
    int degree = lower->degree, low = (degree + 1) * (degree + 1) * (degree + 1);
    int64_t slots = to->blocks * to->lanes, size = (int64_t)eg_real_size(fine->precision);
    double line[SEM_NODES * SEM_NODES];
    eg_owner *owned = &to->owned;
    eg_device *device = fine->device;
    eg_line_interpolation((eg_line){EG_LINE_GLL, degree}, (eg_line){EG_LINE_GLL, fine->degree}, line);
    EG_TRY(eg_owner_buffer(owned, device, "nodes by owner", slots * fine->volume * 4, &to->own));
    EG_TRY(eg_owner_buffer(owned, device, "rows of the next level", slots * low * 4, &to->row));
    EG_TRY(make_transfer_lists(fine, lower, low, to));
    EG_TRY(eg_owner_upload(owned, device, "restricted parts", slots * low * size, NULL, &to->part));
    EG_TRY(eg_owner_upload_reals(owned, device, fine->precision, "interpolation", fine->side * (degree + 1),
                                 line, &to->line));
    const eg_row_parts parts = {
        .row = to->row, .blocks = to->blocks, .values = low, .lanes = to->lanes, .from = lower->from};
    EG_TRY(eg_row_sums_create(fine->context, device, fine->precision, &parts, lower->rows, &to->sums));
    return make_transfer_program(fine, degree, to);
}

eg_status eg_pmg_transfer_make(const eg_sem *fine, const eg_pmg_lower *lower, int lanes,
                               eg_pmg_transfer *transfer)
{
    *transfer =
        (eg_pmg_transfer){.owned = {.context = fine->context}, .lanes = lanes_of_transfer(fine, lanes)};
    transfer->blocks = eg_ceil_div(fine->elements, transfer->lanes);
    eg_status status = make_transfer(fine, lower, transfer);
    if (status == EG_OK)
        status = eg_owner_add(&transfer->owned, EG_OWNED_HALO, &transfer->halo);
    return fine->comm ? eg_element_lists_halo(fine, transfer->own, status, &transfer->halo) : status;
}

int64_t eg_pmg_transfer_device_bytes(const eg_pmg_transfer *t)
{
    return eg_owner_device_bytes(&t->owned) + (t->sums ? eg_row_sums_device_bytes(t->sums) : 0);
}

void eg_pmg_transfer_free(eg_pmg_transfer *t)
{
    eg_row_sums_destroy(&t->sums);
    eg_owner_end(&t->owned);
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
