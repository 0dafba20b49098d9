/* The devices of a rank. */
#include "run/core/run.h"

#include <string.h>

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
static eg_status choose_rank_device(eg_context *context, const eg_comm *comm, char *spec, size_t room)
{
    EG_SCRATCH eg_device_info *list = NULL;
    int count, gpu[MOST_DEVICES], rank = eg_comm_node_rank(comm);
    EG_TRY(eg_alloc(context, MOST_DEVICES, sizeof *list, &list));
    EG_TRY(eg_device_list(context, list, MOST_DEVICES, &count));
    count = count < MOST_DEVICES ? count : MOST_DEVICES;
    int gpus = list_gpus(list, count, EG_DEVICE_CUDA, gpu);
    if (gpus == 0)
        gpus = list_gpus(list, count, EG_DEVICE_OPENCL, gpu);
    if (gpus > 0)
        snprintf(spec, room, "%s", list[gpu[rank % gpus]].spec);
    else
        snprintf(spec, room, "host:%d", eg_comm_processors(comm));
    return EG_OK;
}

eg_status eg_ranks_open_device(eg_context *context, const eg_comm *comm, const char *wished,
                               eg_device **device)
{
    char chosen[64];
    const char *spec = wished ? wished : "auto";
    if (eg_comm_size(comm) > 1 && strcmp(spec, "auto") == 0) {
        EG_TRY(choose_rank_device(context, comm, chosen, sizeof chosen));
        spec = chosen;
    }
    return eg_device_begin(context, spec, device);
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
