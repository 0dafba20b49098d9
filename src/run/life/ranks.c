/* Many ranks: how much of the work each has. */
#include "run/life/life.h"

#include <string.h>

/* ---- shares */

/* Whether some rank says what it can do, and whether their devices are unlike. */
static void compare_ranks(const eg_run *run, bool *is_said, bool *are_unlike)
{
    const eg_device_info *device = eg_device_describe(run->device);
    const char *name = device->kind <= EG_DEVICE_CHECKED ? device->spec : device->name;
    double number = (double)(eg_hash64(name, (int64_t)strlen(name), 0) >> 12); /* of devices alike the same */
    double most[] = {run->options.share > 0, number, -number};
    eg_comm_max(run->comm, most, 3);
    *is_said = most[0] > 0;
    *are_unlike = most[1] != -most[2];
}

/* What a step moves limits it, so that a device is as fast as it copies. Ranks measure at the same time, as
 * they compute. */
static eg_status find_rank_speed(eg_run *run, double *speed)
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
    EG_TRY(eg_run_agree(run, find_rank_speed(run, &speed)));
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
    EG_TEXT(text, run->context);
    name_idle(run, work_of, &text);
    eg_text_add(&text, " of %d %s no work: the %lld %s are dealt in pieces of %lld; ",
                eg_comm_size(run->comm), run->share.idle > 1 ? "have" : "has", (long long)all, items,
                (long long)eg_space_chunk(space));
    if (unequal && chunks >= eg_comm_size(run->comm))
        eg_text_add(&text, "give shares that are less unlike (--share)");
    else
        eg_text_add(&text, "start at most %lld ranks (mpirun -n), or refine the mesh", (long long)chunks);
    snprintf(run->share.warning, sizeof run->share.warning, "%s", eg_text_string(&text));
    eg_log(run->context, EG_LOG_WARN, "%s", run->share.warning);
    eg_text_add(&run->notes, "warning: %s\n", run->share.warning);
}

eg_status eg_run_check_work(eg_run *run)
{
    EG_SCRATCH int64_t *work_of = NULL;
    if (eg_comm_size(run->comm) == 1)
        return EG_OK;
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, eg_comm_size(run->comm), sizeof *work_of, &work_of)));
    eg_comm_gather_counts(run->comm, eg_space_own(eg_model_space(run->model)), work_of);
    if (eg_run_is_first(run)) {
        find_share(run, work_of);
        if (run->share.idle > 0)
            warn_of_idle(run, work_of);
    }
    return EG_OK;
}
