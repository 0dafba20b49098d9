/* survey: which devices the drivers of this machine offer.
 *
 * A driver is foreign code that may end the process which asks it. So it is asked in a child
 * process, once for each process of the program; one that dies, or gives no answer, is named and
 * left out. Where the process uses a driver already, it is asked there: a library that was set up
 * before a fork may not be used behind it. */
#ifndef EG_DEVICE_SURVEY_H
#define EG_DEVICE_SURVEY_H

#include "device/device.h"

enum { EG_SURVEY_DEVICES = 64, EG_SURVEY_PLATFORMS = 16 };

/* What one kind of driver answers. Child and parent share it: no pointers. */
typedef struct eg_survey {
    int count; /* also past EG_SURVEY_DEVICES */
    int dead;  /* of these, the last ones: drivers that are left out */
    eg_device_info device[EG_SURVEY_DEVICES];
    char note[256];                     /* why its library, which is there, is of no use */
    bool left_out[EG_SURVEY_PLATFORMS]; /* platforms of OpenCL that are not to be asked */
    int platform;                       /* that is being asked; -1: the library itself */
    char asking[64];                    /* its name */
    bool done;
} eg_survey;

/* Whether the process has this shared library already. */
bool eg_library_is_loaded(const char *name);

/* Adds a device; the entry to fill, or NULL past the room. */
eg_device_info *eg_survey_add(eg_survey *survey);

/* How drivers of one kind are asked. */
typedef struct eg_driver_backend {
    eg_device_kind kind;            /* CUDA or OpenCL */
    void (*ask)(eg_survey *survey); /* allocates nothing, logs nothing, and writes to the survey alone */
    const char *library;            /* its shared library */
} eg_driver_backend;
extern const eg_driver_backend eg_cuda_driver_backend, eg_opencl_driver_backend;

/* What these drivers offer; the answer is kept and stays. `wanted`: this process is going to use a device of
 * this kind, whatever the answer is; CUDA, which wakes its GPUs up and is one driver alone, is then asked
 * here. Any thread. */
eg_status eg_survey_drivers(eg_context *context, const eg_driver_backend *driver, bool wanted,
                            const eg_survey **survey);

#endif
