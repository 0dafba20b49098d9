/* The state where it is, as a tensor of DLPack. */
#include "eagre/state.h"
#include "device/address.h"
#include "run/state/state.h"

#include <stdlib.h>

/* The structs of dlpack.h, version 0.8, as far as they are used here. */
enum { DL_CPU = 1, DL_CUDA = 2, DL_FLOAT = 2 };

typedef struct DLTensor {
    void *data;
    struct {
        int32_t type, id;
    } device;
    int32_t dimensions;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape, *strides; /* strides NULL: one row behind the other */
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
    DLTensor tensor;
    void *owner;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

/* It may outlive the context: its memory is the C library's. */
typedef struct state_tensor {
    DLManagedTensor managed; /* first */
    int64_t shape[3];
} state_tensor;

static void delete_tensor(DLManagedTensor *self)
{
    free(self);
}

static const char none[] = "is no tensor of cells";

/* The buffer that holds the state now. */
static eg_status find_state_buffer(eg_run *run, eg_stepper *stepper, eg_buffer **buffer)
{
    int current;
    void *host;
    EG_TRY(eg_stepper_host_state(stepper, &host));
    if (host)
        return eg_fail(run->context, EG_USAGE,
                       "the state is in the host's memory, not on the device: read it with "
                       "eg_run_read_state_rows()");
    EG_TRY(eg_stepper_current(stepper, &current));
    EG_TRY(eg_device_finish(run->device));
    *buffer = stepper->q[current];
    if (eg_buffer_address(*buffer))
        return EG_OK;
    return eg_fail(run->context, EG_USAGE,
                   "device %s gives no address of its memory; processors and cuda:N do",
                   eg_device_describe(run->device)->spec);
}

static void describe_tensor(eg_run *run, const eg_stepper *stepper, const eg_buffer *buffer,
                            state_tensor *made)
{
    const eg_layout *layout = &stepper->layout;
    DLTensor *t = &made->managed.tensor;
    bool cuda = eg_device_describe(run->device)->kind == EG_DEVICE_CUDA;
    made->shape[0] = eg_layout_slots(layout) / layout->state_lanes;
    made->shape[1] = stepper->values;
    made->shape[2] = layout->state_lanes;
    t->data = eg_buffer_address(buffer);
    t->device.type = cuda ? DL_CUDA : DL_CPU;
    t->device.id = eg_device_ordinal(run->device);
    t->dimensions = 3;
    t->dtype.code = DL_FLOAT;
    t->dtype.bits = (uint8_t)(8 * eg_real_size(layout->precision));
    t->dtype.lanes = 1;
    t->shape = made->shape;
    made->managed.deleter = delete_tensor;
}

eg_status eg_run_state_tensor(eg_run *run, struct DLManagedTensor **tensor)
{
    eg_stepper *stepper;
    eg_buffer *buffer = NULL;
    *tensor = NULL;
    EG_TRY(eg_state_stepper(run, none, &stepper));
    EG_TRY(find_state_buffer(run, stepper, &buffer));
    state_tensor *made = calloc(1, sizeof *made);
    if (!made)
        return eg_fail(run->context, EG_MEMORY, "no memory for a tensor");
    describe_tensor(run, stepper, buffer, made);
    *tensor = &made->managed;
    return EG_OK;
}

eg_status eg_run_state_slots(eg_run *run, int64_t *slot, int64_t room)
{
    eg_stepper *stepper;
    EG_TRY(eg_state_stepper(run, none, &stepper));
    if (room < run->mesh->own)
        return eg_fail(run->context, EG_USAGE, "this rank has %lld cells, and there is room for %lld",
                       (long long)run->mesh->own, (long long)room);
    for (int64_t c = 0; c < run->mesh->own; c++)
        slot[c] = eg_layout_slot(&stepper->layout, c);
    return EG_OK;
}
