/* The spectral radius of a level of p-multigrid. Conjugate gradients need sums over nodes, which are the same
 * for any number of ranks where these have whole chunks of nodes. Of the finest level they have; below it the
 * vectors are those of the finest, each node of the level at its place, 0 elsewhere. */
#include "scheme/linear/radius.h"
#include "scheme/sem/pmg/internal.h"

struct spread;

typedef struct spread_smoother {
    eg_preconditioner preconditioner; /* first: it is one */
    const struct spread *spread;
} spread_smoother;

/* A level as a matrix for vectors of the finest's nodes. */
typedef struct spread {
    eg_operator matrix; /* first: it is one */
    spread_smoother smoother;
    eg_sem *sem;                    /* of the level */
    const eg_preconditioner *inner; /* what smooths there */
    eg_pmg_places places;           /* of its nodes among those of the finest */
    eg_kernel *product;
    eg_buffer *scale, *x, *y; /* of the finest; vectors of the level */
} spread;

/* Works when a solve has ended too, and finds the same. */
static eg_status multiply_spread(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                                 const eg_buffer *count)
{
    const spread *s = (const spread *)self;
    int64_t chunks = eg_ceil_div(s->places.nodes, EG_CHUNK);
    (void)count;
    EG_TRY(eg_pmg_take(&s->places, p, s->x));
    EG_TRY(eg_sem_apply(s->sem, s->x, s->y));
    EG_TRY(eg_pmg_put(&s->places, s->y, y));
    return EG_LAUNCH(s->product, chunks, EG_BUFFER("p", p), EG_BUFFER("y", y), EG_BUFFER("sums", sums),
                     EG_LONG("nodes", s->places.nodes), EG_LONG("chunks", chunks));
}

static eg_status smooth_spread(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const spread *s = ((const spread_smoother *)self)->spread;
    EG_TRY(eg_pmg_take(&s->places, r, s->x));
    EG_TRY(s->inner->apply(s->inner, s->x, s->y));
    return eg_pmg_put(&s->places, s->y, z);
}

/* ---- making it */

static eg_status make_places(spread *s, const eg_pmg_indices *indices, int64_t all)
{
    const eg_sem *sem = s->sem;
    EG_SCRATCH int32_t *index = NULL;
    EG_TRY(eg_alloc(sem->context, sem->nodes->own, sizeof *index, &index));
    for (int64_t i = 0; i < all; i++)
        if (indices->number[i] >= 0)
            index[indices->number[i]] = (int32_t)i;
    return eg_pmg_places_make(sem, sem->precision, sem->nodes->own, index, all, indices->number, &s->places);
}

static eg_status build_spread(spread *s, const eg_pmg_indices *indices, int64_t all)
{
    const eg_sem *sem = s->sem;
    eg_owner *owned = &s->places.owned;
    int64_t size = (int64_t)eg_real_size(sem->precision), bytes = sem->nodes->nodes * size;
    EG_TRY(make_places(s, indices, all));
    EG_TRY(eg_kernel_get(s->places.program, "pmg_product", &s->product));
    EG_TRY(eg_owner_upload(owned, sem->device, "vector of a level", bytes, NULL, &s->x));
    EG_TRY(eg_owner_upload(owned, sem->device, "vector of a level", bytes, NULL, &s->y));
    if (s->inner->apply)
        return EG_OK;
    EG_TRY(eg_owner_buffer(owned, sem->device, "inverse diagonal", all * size, &s->scale));
    s->smoother.preconditioner = (eg_preconditioner){.scale = s->scale};
    return eg_pmg_put(&s->places, s->inner->scale, s->scale);
}

eg_status eg_pmg_radius(eg_sem *sem, const eg_preconditioner *smoother, const eg_pmg_indices *indices,
                        const eg_sem *finest, double *radius)
{
    if (!indices->number)
        return eg_operator_radius(sem->context, sem->device, eg_sem_operator(sem), smoother, sem->precision,
                                  radius);
    spread s = {.matrix = {.apply = multiply_spread, .size = finest->nodes->own, .comm = sem->comm},
                .smoother = {.preconditioner = {.apply = smooth_spread}, .spread = &s},
                .sem = sem,
                .inner = smoother};
    eg_status status = eg_sem_agree(sem, build_spread(&s, indices, finest->nodes->own));
    if (status == EG_OK)
        status = eg_operator_radius(sem->context, sem->device, &s.matrix, &s.smoother.preconditioner,
                                    sem->precision, radius);
    eg_owner_end(&s.places.owned);
    return status;
}
