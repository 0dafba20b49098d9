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

/* Whether compiling for the device takes longest, so that the short form takes few rows there: all
 * combinations are compiled for OpenCL by kernel/compile_opencl, and run by cli/combinations. */
static inline bool is_slow(const char *device)
{
    return !is_long() && strncmp(device, "opencl", 6) == 0;
}

#endif
