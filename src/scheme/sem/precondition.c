/* The choice of a preconditioner, and its rounding to f32. */
#include "scheme/sem/precondition.h"

#include "scheme/sem/internal.h"

struct eg_sem_preconditioner {
    eg_context *context;
    const eg_preconditioner *used; /* NULL: none */
    eg_sem *narrow;                /* Schwarz in f32: the elements of the sem, for vectors of f32 */
    eg_schwarz *schwarz;
    eg_pmg *pmg;
    eg_mixed *mixed;
};

/* A sem without matrix, kernels and vectors, which shares what the other has on the host: all that the
 * Schwarz preconditioner looks at. */
static eg_status make_narrow(const eg_sem *sem, eg_sem **narrow)
{
    EG_TRY(eg_alloc(sem->context, 1, sizeof **narrow, narrow));
    **narrow = (eg_sem){.context = sem->context,
                        .device = sem->device,
                        .mesh = sem->mesh,
                        .nodes = sem->nodes,
                        .comm = sem->comm,
                        .ghosts = sem->ghosts,
                        .link = sem->link,
                        .precision = EG_F32,
                        .degree = sem->degree,
                        .side = sem->side,
                        .volume = sem->volume,
                        .given = sem->given,
                        .factor = sem->factor};
    return EG_OK;
}

static eg_status make_schwarz(eg_sem_preconditioner *made, eg_sem *sem, const eg_sem_options *coefficients,
                              bool single, const eg_schwarz_options *options)
{
    if (single) {
        EG_TRY(make_narrow(sem, &made->narrow));
        sem = made->narrow;
    }
    EG_TRY(eg_schwarz_create(sem, coefficients, options, &made->schwarz));
    made->used = eg_schwarz_preconditioner(made->schwarz);
    return EG_OK;
}

static eg_status make_pmg(eg_sem_preconditioner *made, eg_sem *sem, const eg_sem_options *coefficients,
                          bool single, const eg_pmg_options *options)
{
    eg_pmg_options how = *options;
    how.single = single;
    EG_TRY(eg_pmg_create(sem, coefficients, &how, &made->pmg));
    made->used = eg_pmg_preconditioner(made->pmg);
    return EG_OK;
}

static eg_status make_chosen(eg_sem_preconditioner *made, eg_sem *sem, const eg_sem_options *coefficients,
                             const eg_sem_precondition_options *options)
{
    bool single = options->single && sem->precision == EG_F64;
    switch (options->kind) {
    case EG_SEM_NO_PRECONDITIONER:
        return EG_OK;
    case EG_SEM_JACOBI:
        made->used = eg_sem_jacobi(sem);
        return EG_OK;
    case EG_SEM_SCHWARZ:
        EG_TRY(make_schwarz(made, sem, coefficients, single, &options->schwarz));
        break;
    case EG_SEM_P_MULTIGRID:
        EG_TRY(make_pmg(made, sem, coefficients, single, &options->pmg));
        break;
    }
    if (!single)
        return EG_OK;
    EG_TRY(eg_mixed_create(sem->context, sem->device, &sem->matrix, made->used, &made->mixed));
    made->used = eg_mixed_preconditioner(made->mixed);
    return EG_OK;
}

eg_status eg_sem_preconditioner_create(eg_sem *sem, const eg_sem_options *coefficients,
                                       const eg_sem_precondition_options *options,
                                       eg_sem_preconditioner **made)
{
    EG_ENDS_WITH(eg_sem_preconditioner_destroy) eg_sem_preconditioner *p = NULL;
    *made = NULL;
    EG_TRY(eg_alloc(sem->context, 1, sizeof *p, &p));
    p->context = sem->context;
    EG_TRY(make_chosen(p, sem, coefficients, options));
    return eg_hand_over(&p, made);
}

void eg_sem_preconditioner_destroy(eg_sem_preconditioner **address)
{
    if (!address || !*address)
        return;
    eg_sem_preconditioner *p = *address;
    eg_mixed_destroy(&p->mixed);
    eg_schwarz_destroy(&p->schwarz);
    eg_pmg_destroy(&p->pmg);
    EG_FREE(&p->narrow, address);
}

const eg_preconditioner *eg_sem_preconditioner_get(const eg_sem_preconditioner *made)
{
    return made->used;
}

void eg_sem_preconditioner_describe(const eg_sem_preconditioner *made, eg_pmg_info *info)
{
    *info = (eg_pmg_info){0};
    if (made->pmg)
        eg_pmg_describe(made->pmg, info);
}

double eg_sem_preconditioner_coarse_seconds(const eg_sem_preconditioner *made)
{
    return made->schwarz ? eg_schwarz_coarse_seconds(made->schwarz)
           : made->pmg   ? eg_pmg_coarse_seconds(made->pmg)
                         : 0;
}

int64_t eg_sem_preconditioner_device_bytes(const eg_sem_preconditioner *made)
{
    return (made->schwarz ? eg_schwarz_device_bytes(made->schwarz) : 0) +
           (made->pmg ? eg_pmg_device_bytes(made->pmg) : 0) +
           (made->mixed ? eg_mixed_device_bytes(made->mixed) : 0);
}

int64_t eg_sem_preconditioner_apply_bytes(const eg_sem_preconditioner *made)
{
    return (made->schwarz ? eg_schwarz_apply_bytes(made->schwarz) : 0) +
           (made->pmg ? eg_pmg_apply_bytes(made->pmg) : 0) +
           (made->mixed ? 4 * eg_mixed_device_bytes(made->mixed) : 0);
}
