/* Many ranks: which device and which cells a rank has, and what goes to rank 0. */
#include "run/internal.h"

#include <stdio.h>
#include <string.h>

bool eg_run_is_first(const eg_run *run)
{
    return eg_comm_rank(run->comm) == 0;
}

/* ---- device */

enum { MOST_DEVICES = 64 };

/* Fills the usable GPUs of one kind and returns their number. */
static int list_gpus(const eg_device_info *list, int count, eg_device_kind kind, int *gpu)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (list[i].kind == kind && list[i].gpu && list[i].max_group > 0 && list[i].f64)
            gpu[found++] = i;
    return found;
}

/* What "auto" is for the ranks of a machine: they take its GPUs in turn, CUDA's or else OpenCL's; where there
 * are none they share its processors. */
static eg_status choose_device(eg_context *context, const eg_comm *comm, char *spec, size_t room)
{
    eg_device_info *list;
    int count, gpu[MOST_DEVICES], rank = eg_comm_node_rank(comm);
    EG_TRY(eg_alloc(context, MOST_DEVICES, sizeof *list, &list));
    eg_status status = eg_device_list(context, list, MOST_DEVICES, &count);
    if (status == EG_OK) {
        count = count < MOST_DEVICES ? count : MOST_DEVICES;
        int gpus = list_gpus(list, count, EG_DEVICE_CUDA, gpu);
        if (gpus == 0)
            gpus = list_gpus(list, count, EG_DEVICE_OPENCL, gpu);
        if (gpus > 0)
            snprintf(spec, room, "%s", list[gpu[rank % gpus]].spec);
        else
            snprintf(spec, room, "host:%d", eg_comm_processors(comm));
    }
    eg_free(context, &list);
    return status;
}

eg_status eg_ranks_open_device(eg_context *context, const eg_comm *comm, const char *wished,
                               eg_device **device)
{
    char chosen[64];
    const char *spec = wished ? wished : "auto";
    if (eg_comm_size(comm) > 1 && strcmp(spec, "auto") == 0) {
        EG_TRY(choose_device(context, comm, chosen, sizeof chosen));
        spec = chosen;
    }
    return eg_device_open(context, spec, device);
}

eg_status eg_run_open_coprocessor(eg_run *run)
{
    const eg_device_info *info = eg_device_describe(run->device);
    char spec[64] = "host";
    if (run->coprocessor)
        return EG_OK;
    if (info->kind <= EG_DEVICE_CHECKED)
        snprintf(spec, sizeof spec, "%s", info->spec);
    else if (eg_comm_size(run->comm) > 1)
        snprintf(spec, sizeof spec, "host:%d", eg_comm_processors(run->comm));
    return eg_device_open(run->context, spec, &run->coprocessor);
}

/* ---- shares */

/* Devices are alike by this number. */
static double number_of_device(const eg_device_info *device)
{
    const char *name = device->kind <= EG_DEVICE_CHECKED ? device->spec : device->name;
    return (double)(eg_hash64(name, (int64_t)strlen(name), 0) >> 12);
}

/* Whether some rank says what it can do, and whether their devices are unlike. */
static void compare_ranks(const eg_run *run, bool *is_said, bool *are_unlike)
{
    double number = number_of_device(eg_device_describe(run->device));
    double most[] = {run->options.share > 0, number, -number};
    eg_comm_max(run->comm, most, 3);
    *is_said = most[0] > 0;
    *are_unlike = most[1] != -most[2];
}

/* What a step moves limits it, so that a device is as fast as it copies. Ranks measure at the same time, as
 * they compute. */
static eg_status find_speed(eg_run *run, double *speed)
{
    bool is_said, are_unlike;
    eg_device_limits limits;
    *speed = 1;
    compare_ranks(run, &is_said, &are_unlike);
    if (is_said) {
        *speed = run->options.share > 0 ? run->options.share : 1;
        return EG_OK;
    }
    if (!are_unlike || !run->options.measure)
        return EG_OK;
    EG_TRY(eg_device_measure(run->device, &limits));
    *speed = limits.copy_bandwidth;
    return EG_OK;
}

eg_status eg_run_share_work(eg_run *run)
{
    double speed;
    if (eg_comm_size(run->comm) == 1)
        return EG_OK;
    EG_TRY(eg_run_agree(run, find_speed(run, &speed)));
    return eg_comm_set_speed(run->comm, speed);
}

void eg_run_log_exchange(eg_run *run)
{
    if (run->link)
        eg_run_log(run, "exchange from device to device by %s", eg_link_name(run->link));
    else if (eg_comm_size(run->comm) > 1)
        eg_run_log(run, "exchange through the host: %s", run->no_link);
}

/* ---- ranks without work */

/* "rank 2", "ranks 2, 5 and 7 more". */
static void name_idle(const eg_run *run, const int64_t *work_of, eg_text *text)
{
    enum { NAMED = 8 };
    int64_t idle = 0;
    for (int r = 0; r < eg_comm_size(run->comm); r++)
        if (work_of[r] == 0 && idle++ < NAMED)
            eg_text_add(text, "%s%d", idle > 1 ? ", " : run->share.idle > 1 ? "ranks " : "rank ", r);
    if (idle > NAMED)
        eg_text_add(text, " and %lld more", (long long)(idle - NAMED));
}

/* On rank 0. */
static void find_share(eg_run *run, const int64_t *work_of)
{
    eg_share *share = &run->share;
    share->least = share->most = work_of[0];
    for (int r = 0; r < eg_comm_size(run->comm); r++) {
        share->idle += work_of[r] == 0;
        share->least = eg_min_i64(share->least, work_of[r]);
        share->most = eg_max_i64(share->most, work_of[r]);
    }
}

static void warn_of_idle(eg_run *run, const int64_t *work_of)
{
    const eg_space *space = eg_model_space(run->model);
    const char *items = space->shared_nodes ? "nodes" : "cells";
    int64_t all = eg_space_all(space), chunks = eg_ceil_div(all, eg_space_chunk(space));
    bool unequal = eg_comm_ranks(run->comm).before != NULL;
    eg_text text = {.context = run->context};
    name_idle(run, work_of, &text);
    eg_text_add(&text, " of %d %s no work: the %lld %s are dealt in pieces of %lld; ",
                eg_comm_size(run->comm), run->share.idle > 1 ? "have" : "has", (long long)all, items,
                (long long)eg_space_chunk(space));
    if (unequal && chunks >= eg_comm_size(run->comm))
        eg_text_add(&text, "give shares that are less unlike (--share)");
    else
        eg_text_add(&text, "start at most %lld ranks (mpirun -n), or refine the mesh", (long long)chunks);
    snprintf(run->share.warning, sizeof run->share.warning, "%s", eg_text_string(&text));
    eg_text_free(&text);
    eg_log(run->context, EG_LOG_WARN, "%s", run->share.warning);
    eg_text_add(&run->notes, "warning: %s\n", run->share.warning);
}

eg_status eg_run_check_work(eg_run *run)
{
    int64_t *work_of = NULL;
    if (eg_comm_size(run->comm) == 1)
        return EG_OK;
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, eg_comm_size(run->comm), sizeof *work_of, &work_of)));
    eg_comm_gather_counts(run->comm, eg_space_own(eg_model_space(run->model)), work_of);
    if (eg_run_is_first(run)) {
        find_share(run, work_of);
        if (run->share.idle > 0)
            warn_of_idle(run, work_of);
    }
    eg_free(run->context, &work_of);
    return EG_OK;
}

/* ---- what goes to rank 0 */

eg_status eg_run_gather(const eg_run *run, const void *own, int64_t bytes, void *all, eg_status status)
{
    int64_t *bytes_of = NULL;
    if (status == EG_OK)
        status = eg_alloc(run->context, eg_comm_size(run->comm), sizeof *bytes_of, &bytes_of);
    status = eg_run_agree(run, status);
    if (status == EG_OK) {
        eg_comm_gather_counts(run->comm, bytes, bytes_of);
        eg_comm_gather(run->comm, own, bytes, all, bytes_of);
    }
    eg_free(run->context, &bytes_of);
    return status;
}

/* Of `count` items in the order of all, each with `columns` values, rank 0 gets those that other ranks
 * own. */
eg_status eg_run_gather_rows(eg_run *run, const int *owner, int count, int columns, double *values,
                             eg_status status)
{
    int ranks = eg_comm_size(run->comm), rank = eg_comm_rank(run->comm);
    double *packed = NULL;
    int64_t *bytes_of = NULL, own = 0, row = columns * (int64_t)sizeof *values;
    if (ranks == 1)
        return status;
    if (status == EG_OK)
        status = eg_alloc(run->context, (int64_t)count * columns, sizeof *packed, &packed);
    if (status == EG_OK)
        status = eg_alloc(run->context, ranks, sizeof *bytes_of, &bytes_of);
    status = eg_comm_agree(run->comm, status);
    for (int i = 0; status == EG_OK && i < count; i++) {
        bytes_of[owner[i]] += row;
        if (owner[i] == rank)
            memcpy(&packed[own++ * columns], &values[(int64_t)i * columns], (size_t)row);
    }
    if (status == EG_OK) {
        eg_comm_gather(run->comm, packed, own * row, packed, bytes_of);
        int64_t at = 0;
        for (int r = 0; rank == 0 && r < ranks; r++)
            for (int i = 0; i < count; i++)
                if (owner[i] == r)
                    memcpy(&values[(int64_t)i * columns], &packed[at++ * columns], (size_t)row);
    }
    eg_free(run->context, &packed);
    eg_free(run->context, &bytes_of);
    return status;
}

/* ---- failing */

eg_status eg_run_agree(const eg_run *run, eg_status status)
{
    return eg_comm_agree(run->comm, status);
}
