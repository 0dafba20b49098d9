/* Recordings of the checking device: launches and their arguments, made again one by one. What a recording
 * names that is gone by then is told like any other fault of a kernel. */
#include "device/host/host.h"

#include <string.h>

typedef struct recorded_launch {
    eg_kernel *kernel;
    int64_t groups, first; /* its first value */
} recorded_launch;

struct eg_host_recording {
    eg_recording base;
    int64_t launches, launch_room, values, value_room;
    recorded_launch *launch;
    uint64_t *value; /* of all launches, one behind another */
};

static bool is_checked(const eg_device *device)
{
    return device->host->checked;
}

static eg_status begin_recording(eg_device *device)
{
    EG_TRY(eg_alloc(device->context, 1, sizeof *device->host->recording, &device->host->recording));
    device->host->recording->base.device = device;
    return EG_OK;
}

eg_status eg_host_record(eg_kernel *kernel, int64_t groups, void **value, const size_t *size)
{
    eg_context *context = kernel->program->device->context;
    struct eg_host_recording *to = kernel->program->device->host->recording;
    int count = kernel->source->param_count;
    EG_TRY(eg_reserve(context, to->launches + 1, &to->launch_room, sizeof *to->launch, &to->launch));
    EG_TRY(eg_reserve(context, to->values + count, &to->value_room, sizeof *to->value, &to->value));
    to->launch[to->launches++] = (recorded_launch){kernel, groups, to->values};
    for (int i = 0; i < count; i++) {
        assert(size[i] <= sizeof *to->value);
        memcpy(&to->value[to->values++], value[i], size[i]);
    }
    return EG_OK;
}

static void destroy_recording(eg_recording **recording)
{
    struct eg_host_recording *made = (struct eg_host_recording *)*recording;
    EG_FREE(&made->launch, &made->value, recording);
}

static eg_status end_recording(eg_device *device, bool keep, eg_recording **recording)
{
    *recording = &device->host->recording->base;
    device->host->recording = NULL;
    if (!keep)
        destroy_recording(recording);
    return EG_OK;
}

static eg_status queue_recording(const eg_recording *recording)
{
    const struct eg_host_recording *made = (const struct eg_host_recording *)recording;
    for (int64_t i = 0; i < made->launches; i++) {
        const recorded_launch *launch = &made->launch[i];
        void *value[EG_MAX_PARAMS];
        for (int k = 0; k < launch->kernel->source->param_count; k++)
            value[k] = &made->value[launch->first + k];
        EG_TRY(eg_checked_launch(launch->kernel, launch->groups, value));
    }
    return EG_OK;
}

const eg_recording_backend eg_host_recordings = {.is_there = is_checked,
                                                 .begin = begin_recording,
                                                 .end = end_recording,
                                                 .queue = queue_recording,
                                                 .destroy = destroy_recording};
