/* The devices of a run, for its profile. */
#include "run/observe/observe.h"

int eg_run_devices(const eg_run *run, eg_device *device[EG_RUN_DEVICES])
{
    int count = 0;
    device[count++] = run->device;
    if (run->coprocessor)
        device[count++] = run->coprocessor;
    return count;
}

void eg_run_device_name(const eg_run *run, const eg_device *device, char name[EG_PROFILE_NAME])
{
    snprintf(name, EG_PROFILE_NAME, "%.40s%s", eg_device_describe(device)->spec,
             device == run->coprocessor ? " beside" : "");
}
