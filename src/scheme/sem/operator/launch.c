/* What the files of the operator have in common: constants on the device, the size of groups, and the launch
 * of the kernels of the elements. */
#include "scheme/sem/internal.h"

eg_status eg_sem_upload(eg_sem *sem, const char *label, int64_t bytes, const void *data, eg_buffer **buffer)
{
    return eg_owner_upload(&sem->owned, sem->device, label, bytes, data, buffer);
}

eg_status eg_sem_upload_reals(eg_sem *sem, const char *label, int64_t count, const double *data,
                              eg_buffer **buffer)
{
    return eg_owner_upload_reals(&sem->owned, sem->device, sem->precision, label, count, data, buffer);
}

eg_status eg_sem_take(eg_sem *sem, const char *label, int64_t bytes, void *data_address, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(&sem->owned, EG_OWNED_BUFFER, buffer));
    return eg_buffer_take(sem->device, bytes, label, data_address, buffer);
}

eg_status eg_sem_take_reals(eg_sem *sem, const char *label, int64_t count, double **data, eg_buffer **buffer)
{
    return sem->precision == EG_F64 ? eg_sem_take(sem, label, count * 8, data, buffer)
                                    : eg_sem_upload_reals(sem, label, count, *data, buffer);
}

int eg_sem_elements_of_group(int threads, int most)
{
    int best = 1;
    double used = 0;
    for (int n = 1; n <= most; n++) {
        double here = (double)(n * threads) / (double)(eg_ceil_div(n * threads, 32) * 32);
        if (here > used && (n * threads >= 32 || n == most)) {
            used = here;
            best = n;
        }
    }
    return best;
}

int eg_sem_resident(eg_precision precision, int degree, int threads)
{
    int most = precision == EG_F64 ? (degree <= 3 ? 640 : 512) : (degree <= 7 ? 1024 : 896);
    int warps = (int)eg_ceil_div(threads, 32) * 32;
    return warps < most ? most / warps : 1;
}

eg_status eg_sem_launch(const eg_sem *sem, const eg_sem_task *task, bool partition_boundary)
{
    bool smooths = task->b != NULL;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++) {
        const eg_sem_cells *cells = &sem->cells[kind];
        int64_t from = partition_boundary ? 0 : cells->partition_boundary_blocks;
        int64_t blocks = partition_boundary ? cells->partition_boundary_blocks : cells->blocks - from;
        if (blocks > 0)
            EG_TRY(EG_LAUNCH(cells->apply, blocks, EG_BUFFER("p", task->p), EG_BUFFER("node", cells->node),
                             EG_BUFFER("shape", cells->shape), EG_BUFFER("kappa", cells->kappa),
                             EG_BUFFER("mass", cells->mass), EG_BUFFER("matrix", sem->matrices),
                             EG_BUFFER("b", smooths ? task->b : task->p),
                             EG_BUFFER("inverse", smooths ? sem->scale : task->p), EG_BUFFER("y", task->y),
                             EG_BUFFER("part", sem->part), EG_BUFFER("count", task->count),
                             EG_REAL("omega", task->weight), EG_INT("smooths", smooths),
                             EG_LONG("first_part", cells->first_part), EG_LONG("first_block", from),
                             EG_LONG("blocks", blocks)));
    }
    return EG_OK;
}
