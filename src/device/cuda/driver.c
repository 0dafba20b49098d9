/* Finds the CUDA driver, NVRTC and NCCL at run time. */
#include "device/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>

#include "device/library.h"

static bool find_graph_functions(eg_cuda_driver *driver)
{
    bool complete = true;
#define EG_CUDA_FIND_GRAPH(member, name, parameters)                                                         \
    complete = eg_library_find(driver->library, name, &driver->member) && complete;
    EG_CUDA_GRAPH_FUNCTIONS(EG_CUDA_FIND_GRAPH)
    return complete;
}

bool eg_cuda_driver_load(eg_cuda_driver *driver, char *reason, size_t room)
{
    *driver = (eg_cuda_driver){0};
    snprintf(reason, room, EG_CUDA_LIBRARY " cannot be loaded");
    driver->library = eg_library_open(EG_CUDA_LIBRARY);
    if (!driver->library)
        return false;
    bool complete = true;
#define EG_CUDA_FIND(member, name, parameters)                                                               \
    complete = eg_library_find(driver->library, name, &driver->member) && complete;
    EG_CUDA_FUNCTIONS(EG_CUDA_FIND)
    driver->has_graphs = find_graph_functions(driver);
    int count = 0, result = -1;
    if (!complete)
        snprintf(reason, room, EG_CUDA_LIBRARY " is too old and is not used");
    else if ((result = driver->init(0)) != 0)
        snprintf(reason, room, "the CUDA driver finds no device (error %d)", result);
    if (result != 0 || driver->device_count(&count) != 0 || count == 0)
        eg_library_close(&driver->library);
    return driver->library != NULL;
}

static void *open_nvrtc(const char *folder)
{
    static const char *const name[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", folder, name[i]);
        void *library = eg_library_open(path);
        if (library)
            return library;
    }
    return NULL;
}

static void *find_nvrtc(void)
{
    const char *const root[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
    void *library = open_nvrtc("");
    for (size_t i = 0; !library && i < sizeof root / sizeof *root; i++) {
        char folder[2048];
        if (!root[i] || !root[i][0])
            continue;
        snprintf(folder, sizeof folder, "%s/lib64/", root[i]);
        library = open_nvrtc(folder);
    }
    return library;
}

bool eg_nvrtc_load(eg_nvrtc *nvrtc)
{
    *nvrtc = (eg_nvrtc){0};
    nvrtc->library = find_nvrtc();
    if (!nvrtc->library)
        return false;
    bool complete = true;
#define EG_NVRTC_FIND(member, name, parameters)                                                              \
    complete = eg_library_find(nvrtc->library, name, &nvrtc->member) && complete;
    EG_NVRTC_FUNCTIONS(EG_NVRTC_FIND)
    if (!complete)
        eg_library_close(&nvrtc->library);
    return complete;
}

bool eg_nccl_load(eg_nccl *nccl)
{
    *nccl = (eg_nccl){.library = eg_library_open("libnccl.so.2")};
    if (!nccl->library)
        return false;
    bool complete = eg_library_find(nccl->library, "ncclGetErrorString", &nccl->error);
#define EG_NCCL_FIND(member, name, parameters)                                                               \
    complete = eg_library_find(nccl->library, name, &nccl->member) && complete;
    EG_NCCL_FUNCTIONS(EG_NCCL_FIND)
    if (!complete)
        eg_library_close(&nccl->library);
    return complete;
}

eg_status eg_cuda_check(const eg_device *device, const char *doing, int result)
{
    if (result == 0)
        return EG_OK;
    const char *text = NULL;
    device->cuda->driver.error_string(result, &text);
    return eg_fail(device->context, EG_DEVICE, "%s (%s): %s failed: %s (CUDA %d)", device->info.spec,
                   device->info.name, doing, text ? text : "unknown", result);
}

/* Until the context is there; fails each time where it could not be made. */
static eg_status wait_until_open(const eg_device *device)
{
    struct eg_cuda_opening *opening = device->cuda->opening;
    if (opening->task.started)
        return opening->status = eg_task_join(&opening->task, EG_OK);
    if (opening->status == EG_OK)
        return EG_OK;
    return eg_fail(device->context, opening->status, "%s (%s): the device could not be opened",
                   device->info.spec, device->info.name);
}

eg_status eg_cuda_enter(const eg_device *device)
{
    EG_TRY(wait_until_open(device));
    return eg_cuda_check(device, "entering the context",
                         device->cuda->driver.context_set(device->cuda->context));
}
