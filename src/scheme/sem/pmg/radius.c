/* The spectral radius of a level of p-multigrid. Conjugate gradients need sums over nodes, which are the same
 * for any number of ranks where these have whole chunks of nodes. Of the finest level they have; below it the
 * vectors are those of the finest, each node of the level at its place, 0 elsewhere. */
#include "scheme/linear/radius.h"
#include "scheme/sem/pmg/internal.h"

#include "sem/groups.h" /* kernels/sem/groups.h */

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
    int64_t own, all;               /* own nodes of the level, and of the finest */
    eg_owner *owned;
    eg_program *program;
    eg_kernel *take, *put, *product;
    eg_buffer *index, *number, *scale;
    eg_buffer *x, *y; /* vectors of the level */
} spread;

static eg_status take_level(const spread *s, const eg_buffer *finest, const eg_buffer *level)
{
    int64_t groups = eg_ceil_div(s->own, NODES_OF_GROUP);
    return EG_LAUNCH(s->take, groups, EG_BUFFER("finest", finest), EG_BUFFER("index", s->index),
                     EG_BUFFER("level", level), EG_LONG("nodes", s->own), EG_LONG("groups", groups));
}

static eg_status put_level(const spread *s, const eg_buffer *level, const eg_buffer *finest)
{
    int64_t groups = eg_ceil_div(s->all, NODES_OF_GROUP);
    return EG_LAUNCH(s->put, groups, EG_BUFFER("level", level), EG_BUFFER("number", s->number),
                     EG_BUFFER("finest", finest), EG_LONG("nodes", s->all), EG_LONG("groups", groups));
}

/* Works when a solve has ended too, and finds the same. */
static eg_status multiply_spread(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                                 const eg_buffer *count)
{
    const spread *s = (const spread *)self;
    int64_t chunks = eg_ceil_div(s->all, EG_CHUNK);
    (void)count;
    EG_TRY(take_level(s, p, s->x));
    EG_TRY(eg_sem_apply(s->sem, s->x, s->y));
    EG_TRY(put_level(s, s->y, y));
    return EG_LAUNCH(s->product, chunks, EG_BUFFER("p", p), EG_BUFFER("y", y), EG_BUFFER("sums", sums),
                     EG_LONG("nodes", s->all), EG_LONG("chunks", chunks));
}

static eg_status smooth_spread(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const spread *s = ((const spread_smoother *)self)->spread;
    EG_TRY(take_level(s, r, s->x));
    EG_TRY(s->inner->apply(s->inner, s->x, s->y));
    return put_level(s, s->y, z);
}

/* ---- making it */

static eg_status upload_numbers(spread *s, const eg_pmg_indices *indices)
{
    EG_SCRATCH int32_t *index = NULL;
    EG_TRY(eg_alloc(s->sem->context, s->own, sizeof *index, &index));
    for (int64_t i = 0; i < s->all; i++)
        if (indices->number[i] >= 0)
            index[indices->number[i]] = (int32_t)i;
    EG_TRY(eg_owner_upload(s->owned, s->sem->device, "places of a level", s->own * 4, index, &s->index));
    return eg_owner_upload(s->owned, s->sem->device, "numbers of a level", s->all * 4, indices->number,
                           &s->number);
}

static eg_status build_spread(spread *s, const eg_pmg_indices *indices)
{
    const eg_sem *sem = s->sem;
    const eg_program_options options = {.file = "sem/pmg_indices.c", .precision = sem->precision, .lanes = 1};
    int64_t size = (int64_t)eg_real_size(sem->precision), bytes = sem->nodes->nodes * size;
    EG_TRY(upload_numbers(s, indices));
    EG_TRY(eg_owner_program(s->owned, sem->device, &options, &s->program));
    EG_TRY(
        EG_KERNELS(s->program, {"pmg_take", &s->take}, {"pmg_put", &s->put}, {"pmg_product", &s->product}));
    EG_TRY(eg_owner_upload(s->owned, sem->device, "vector of a level", bytes, NULL, &s->x));
    EG_TRY(eg_owner_upload(s->owned, sem->device, "vector of a level", bytes, NULL, &s->y));
    if (s->inner->apply)
        return EG_OK;
    EG_TRY(eg_owner_buffer(s->owned, sem->device, "inverse diagonal", s->all * size, &s->scale));
    s->smoother.preconditioner = (eg_preconditioner){.scale = s->scale};
    return put_level(s, s->inner->scale, s->scale);
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
                .inner = smoother,
                .own = sem->nodes->own,
                .all = finest->nodes->own};
    EG_OWNER(owner, sem->context);
    s.owned = &owner;
    EG_TRY(eg_sem_agree(sem, build_spread(&s, indices)));
    return eg_operator_radius(sem->context, sem->device, &s.matrix, &s.smoother.preconditioner,
                              sem->precision, radius);
}
