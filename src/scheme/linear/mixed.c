/* Rounding on the way into an f32 preconditioner, and back. */
#include "scheme/linear/mixed.h"

#include "field/owner.h"
#include "field/sums.h"
#include "linear/scales.h" /* kernels/linear/scales.h */

struct eg_mixed {
    eg_preconditioner preconditioner; /* first: a mixed is a preconditioner */
    const eg_preconditioner *inner;
    eg_context *context;
    eg_owner owned;
    int64_t size, room, chunks;
    eg_sums *shared; /* the largest of chunks, of all ranks; NULL: one process */
    eg_program *program;
    eg_kernel *largest_kernel, *scale_kernel, *narrow, *widen;
    eg_buffer *r, *z, *largest, *scale;
};

static eg_status build_mixed(eg_mixed *m, eg_device *device)
{
    const eg_program_options options = {.file = "linear/mixed.c", .precision = EG_F64, .lanes = 1};
    EG_TRY(eg_owner_upload(&m->owned, device, "residual in f32", m->room * 4, NULL, &m->r));
    EG_TRY(eg_owner_buffer(&m->owned, device, "preconditioned residual in f32", m->room * 4, &m->z));
    EG_TRY(eg_owner_buffer(&m->owned, device, "largest of chunks", m->chunks * 8, &m->largest));
    EG_TRY(eg_owner_buffer(&m->owned, device, "power of two", SCALES * 8, &m->scale));
    EG_TRY(eg_owner_program(&m->owned, device, &options, &m->program));
    EG_TRY(EG_KERNELS(m->program, {"mixed_largest", &m->largest_kernel}, {"mixed_scale", &m->scale_kernel},
                      {"mixed_narrow", &m->narrow}, {"mixed_widen", &m->widen}));
    EG_TRY(EG_BIND_ALL(m->program, EG_BUFFER("largest", m->largest), EG_BUFFER("scale", m->scale),
                       EG_LONG("nodes", m->size), EG_LONG("chunks", m->chunks)));
    eg_kernel_cost(m->largest_kernel, m->chunks, 8.0 * (double)m->size, 0);
    eg_kernel_cost(m->narrow, m->chunks, 12.0 * (double)m->size, 0);
    eg_kernel_cost(m->widen, m->chunks, 12.0 * (double)m->size, 0);
    return EG_OK;
}

static eg_status apply_rounded(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const eg_mixed *m = (const eg_mixed *)self;
    EG_TRY(EG_LAUNCH(m->largest_kernel, m->chunks, EG_BUFFER("r", r)));
    const eg_buffer *largest = m->largest;
    int64_t chunks = m->chunks;
    if (m->shared)
        EG_TRY(eg_sums_allgather(m->shared, m->largest, 0, 1, &largest, &chunks));
    EG_TRY(EG_LAUNCH(m->scale_kernel, 1, EG_BUFFER("largest", largest), EG_LONG("chunks", chunks)));
    EG_TRY(EG_LAUNCH(m->narrow, m->chunks, EG_BUFFER("r", r), EG_BUFFER("to", m->r)));
    EG_TRY(m->inner->apply(m->inner, m->r, m->z));
    return EG_LAUNCH(m->widen, m->chunks, EG_BUFFER("from", m->z), EG_BUFFER("z", z));
}

eg_status eg_mixed_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                          const eg_preconditioner *inner, eg_mixed **mixed)
{
    assert(inner->apply);
    *mixed = NULL;
    EG_ENDS_WITH(eg_mixed_destroy) eg_mixed *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->preconditioner = (eg_preconditioner){.apply = apply_rounded, .varies = true};
    made->inner = inner;
    made->context = made->owned.context = context;
    made->size = matrix->size;
    made->room = eg_max_i64(matrix->size, matrix->room);
    made->chunks = eg_ceil_div(matrix->size, EG_CHUNK);
    eg_status status = build_mixed(made, device);
    if (matrix->comm)
        status = eg_sums_create(context, device, matrix->comm, 1, made->chunks, status, &made->shared);
    EG_TRY(status);
    return eg_hand_over(&made, mixed);
}

void eg_mixed_destroy(eg_mixed **address)
{
    if (!address || !*address)
        return;
    eg_mixed *m = *address;
    eg_sums_destroy(&m->shared);
    eg_owner_end(&m->owned);
    eg_free(m->context, address);
}

const eg_preconditioner *eg_mixed_preconditioner(const eg_mixed *mixed)
{
    return &mixed->preconditioner;
}

int64_t eg_mixed_device_bytes(const eg_mixed *mixed)
{
    return eg_owner_device_bytes(&mixed->owned);
}
