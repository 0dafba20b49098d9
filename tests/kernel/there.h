/* Devices of this machine, by their specifications. */
#ifndef EG_TEST_THERE_H
#define EG_TEST_THERE_H

#include <string.h>

#include "device/device.h"
#include "long.h"

static inline bool is_there(const char *device)
{
    eg_context *context;
    eg_device *opened = NULL;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    bool there = eg_device_open(context, device, &opened) == EG_OK;
    eg_device_close(&opened);
    eg_context_destroy(&context);
    return there;
}

/* The devices of this machine that are not the host and can be used; their number. */
enum { OTHER_DEVICES = 8 };
typedef char device_spec[sizeof((eg_device_info *)0)->spec];

static inline int list_other_devices(device_spec spec[OTHER_DEVICES])
{
    eg_context *context;
    eg_device_info list[OTHER_DEVICES];
    int count, found = 0;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_list(context, list, OTHER_DEVICES, &count), EG_OK);
    for (int i = 0; i < count && i < OTHER_DEVICES; i++)
        if (list[i].kind != EG_DEVICE_HOST && list[i].max_group > 0)
            memcpy(spec[found++], list[i].spec, sizeof *spec);
    eg_context_destroy(&context);
    return found;
}

/* Whether compiling for the device takes longest, so that the short form takes few rows there: all
 * combinations are compiled for OpenCL by kernel/compile_opencl, and run by cli/combinations. */
static inline bool is_slow(const char *device)
{
    return !is_long() && strncmp(device, "opencl", 6) == 0;
}

#endif
