/* Which devices members run on, and how many members at a time. */
#include "base/room.h"
#include "device/device.h"
#include "tools/ensemble/ensemble.h"

#include <stdio.h>
#include <string.h>

enum { DEVICES_MOST = 256 }; /* that a machine is asked for */

typedef struct device_list {
    eg_ensemble *ensemble;
    int64_t room;
    int count; /* of the machine's */
    eg_device_info *all;
} device_list;

static eg_status add_device(device_list *list, const char *spec)
{
    eg_ensemble *ensemble = list->ensemble;
    EG_TRY(eg_reserve(ensemble->context, ensemble->devices + 1, &list->room, sizeof *ensemble->device,
                      &ensemble->device));
    snprintf(ensemble->device[ensemble->devices++].spec, sizeof ensemble->device->spec, "%s", spec);
    return EG_OK;
}

static bool is_of_host(const char *spec)
{
    return strncmp(spec, "host", 4) == 0 || strncmp(spec, "checked", 7) == 0;
}

static eg_status take_all(device_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->all[i].gpu && list->all[i].max_group > 0)
            EG_TRY(add_device(list, list->all[i].spec));
    return list->ensemble->devices > 0 ? EG_OK : add_device(list, "host");
}

/* What is listed need not be opened; what is not there says so when it is opened. */
static eg_status take_device(void *user, const char *part, int64_t length)
{
    device_list *list = user;
    eg_context *context = list->ensemble->context;
    EG_ENDS_WITH(eg_device_close) eg_device *device = NULL;
    char spec[64];
    if (length == 0 || length >= (int64_t)sizeof spec)
        return eg_fail(context, EG_USAGE,
                       "--device takes devices separated by commas, such as cuda:0,cuda:1");
    snprintf(spec, sizeof spec, "%.*s", (int)length, part);
    if (strcmp(spec, "auto") == 0)
        return take_all(list);
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->all[i].spec, spec) == 0 && list->all[i].max_group > 0)
            return add_device(list, spec);
    EG_TRY(eg_device_open(context, spec, &device));
    return add_device(list, spec);
}

/* Jobs on the processor share its cores, where the threads are not given. */
static void share_cores(eg_ensemble *ensemble, int cores)
{
    int shares = 0;
    for (int job = 0; job < ensemble->jobs; job++)
        shares += strcmp(ensemble->device[job % ensemble->devices].spec, "host") == 0;
    for (int d = 0; d < ensemble->devices; d++)
        if (strcmp(ensemble->device[d].spec, "host") == 0)
            snprintf(ensemble->device[d].spec, sizeof ensemble->device[d].spec, "host:%d",
                     shares > 0 && cores > shares ? cores / shares : 1);
}

eg_status ensemble_find_devices(eg_ensemble *ensemble, const char *devices, int64_t jobs)
{
    device_list list = {.ensemble = ensemble};
    EG_SCRATCH eg_device_info *all = NULL;
    eg_processors processors;
    bool asks = !devices || !is_of_host(devices) || strchr(devices, ',');
    eg_count_processors("", &processors);
    EG_TRY(eg_alloc(ensemble->context, DEVICES_MOST, sizeof *all, &all));
    list.all = all;
    if (asks)
        EG_TRY(eg_device_list(ensemble->context, all, DEVICES_MOST, &list.count));
    list.count = (int)eg_min_i64(list.count, DEVICES_MOST);
    EG_TRY(devices ? ensemble_split(devices, take_device, &list) : take_all(&list));
    if (jobs == 0)
        jobs = ensemble->devices == 1 && strcmp(ensemble->device->spec, "host") == 0 ? processors.count
                                                                                     : ensemble->devices;
    ensemble->jobs = (int)eg_min_i64(jobs, ensemble->members);
    share_cores(ensemble, processors.count);
    return EG_OK;
}
