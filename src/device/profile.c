/* The table of kernels and the list of spans; a backend has the clock (eg_timing_backend). */
#include "device/backend.h"

#include <stdio.h>
#include <string.h>

enum { NO_DEGREE = -1 };

/* What tells kernels of one name apart. */
typedef struct identity {
    const char *name, *file;
    eg_precision precision;
    int64_t degree;
} identity;

/* Marked in a queue, and not read yet. */
typedef struct pending {
    int kernel;
    eg_queue queue;
    double bytes, operations;
} pending;

struct eg_profile {
    bool running;
    eg_profile_kernel *kernel;
    int64_t *degree; /* [kernels] */
    int kernels;
    pending waiting[EG_PROFILE_SLOTS];
    double pair[EG_PROFILE_SLOTS][2];
    int slots; /* that are in use */
    eg_profile_span *span;
    int64_t room, launches; /* the newest launch stands at (launches - 1) % room */
};

/* ---- kernels */

/* Index of the entry, which is made where there is none. */
static eg_status profile_index(eg_device *device, const identity *id, int *index)
{
    eg_profile *profile = device->profile;
    int k = 0;
    for (; k < profile->kernels; k++)
        if (profile->kernel[k].precision == id->precision && profile->degree[k] == id->degree &&
            strcmp(profile->kernel[k].name, id->name) == 0)
            break;
    *index = k;
    if (k < profile->kernels)
        return EG_OK;
    /* "sem/schwarz.c": "schwarz" */
    const char *slash = strrchr(id->file, '/'), *base = slash ? slash + 1 : id->file;
    EG_TRY(eg_resize(device->context, k + 1, sizeof *profile->kernel, &profile->kernel));
    EG_TRY(eg_resize(device->context, k + 1, sizeof *profile->degree, &profile->degree));
    profile->kernel[k] = (eg_profile_kernel){.precision = id->precision};
    profile->degree[k] = id->degree;
    snprintf(profile->kernel[k].name, EG_PROFILE_NAME, "%s", id->name);
    snprintf(profile->kernel[k].group, EG_PROFILE_NAME, "%.*s", (int)strcspn(base, "."), base);
    profile->kernels++;
    return EG_OK;
}

/* Adds to names that stand more than once what the others have differently. */
static void tell_apart(eg_profile *profile)
{
    int64_t *degree = profile->degree;
    for (int i = profile->kernels - 1; i >= 0; i--) {
        eg_profile_kernel *a = &profile->kernel[i];
        bool degrees = false, precisions = false;
        size_t length = strlen(a->name);
        for (int j = 0; j < profile->kernels; j++) {
            const eg_profile_kernel *b = &profile->kernel[j];
            bool same =
                strncmp(a->name, b->name, length) == 0 && (b->name[length] == 0 || b->name[length] == ' ');
            degrees = degrees || (same && degree[i] != degree[j]);
            precisions = precisions || (same && a->precision != b->precision);
        }
        if (degrees && degree[i] != NO_DEGREE)
            snprintf(a->name + length, EG_PROFILE_NAME - length, " n=%lld", (long long)degree[i]);
        length = strlen(a->name);
        if (precisions)
            snprintf(a->name + length, EG_PROFILE_NAME - length, " %s",
                     a->precision == EG_F64 ? "f64" : "f32");
    }
}

/* ---- spans */

static void keep_span(eg_profile *profile, const pending *what, const double pair[2])
{
    eg_profile_kernel *kernel = &profile->kernel[what->kernel];
    kernel->launches++;
    kernel->seconds += pair[1] - pair[0];
    kernel->bytes += what->bytes;
    kernel->operations += what->operations;
    if (profile->room > 0)
        profile->span[profile->launches++ % profile->room] =
            (eg_profile_span){.kernel = what->kernel, .queue = what->queue, .begin = pair[0], .end = pair[1]};
}

/* Waits for what has marks, and takes it over. */
static eg_status read_slots(eg_device *device)
{
    eg_profile *profile = device->profile;
    int slots = profile->slots;
    profile->slots = 0;
    if (slots == 0)
        return EG_OK;
    EG_TRY(device->backend->timing->read(device, slots, profile->pair));
    for (int i = 0; i < slots; i++)
        keep_span(profile, &profile->waiting[i], profile->pair[i]);
    return EG_OK;
}

/* The oldest first. */
static eg_status put_in_order(eg_device *device)
{
    eg_profile *profile = device->profile;
    int64_t room = profile->room, first = profile->launches % room;
    eg_profile_span *ordered;
    if (profile->launches <= room)
        return EG_OK;
    EG_TRY(eg_alloc(device->context, room, sizeof *ordered, &ordered));
    for (int64_t i = 0; i < room; i++)
        ordered[i] = profile->span[(first + i) % room];
    EG_FREE(&profile->span);
    profile->span = ordered;
    profile->launches = room;
    return EG_OK;
}

/* ---- for program.c and buffer.c */

eg_status eg_profile_before(eg_device *device, eg_queue queue)
{
    eg_profile *profile = device->profile;
    if (!profile || !profile->running)
        return EG_OK;
    if (profile->slots == EG_PROFILE_SLOTS)
        EG_TRY(read_slots(device));
    return device->backend->timing->before(device, queue, profile->slots);
}

/* What was queued gets its mark also where that failed; then it is not kept. */
static eg_status profile_after(eg_device *device, const pending *what, eg_status status)
{
    eg_profile *profile = device->profile;
    eg_status marked = device->backend->timing->after(device, what->queue, profile->slots);
    if (status != EG_OK)
        return status;
    EG_TRY(marked);
    profile->waiting[profile->slots++] = *what;
    return EG_OK;
}

eg_status eg_profile_after_kernel(eg_kernel *kernel, int64_t groups, eg_status status)
{
    eg_device *device = kernel->program->device;
    eg_queue queue = eg_profile_queue(device);
    if (!device->profile || !device->profile->running)
        return status;
    int index = kernel->profiled - 1;
    const identity id = {.name = kernel->source->name,
                         .file = kernel->program->file,
                         .precision = kernel->program->precision,
                         .degree = kernel->program->degree};
    eg_status found = index < 0 ? profile_index(device, &id, &index) : EG_OK;
    kernel->profiled = found == EG_OK ? index + 1 : 0;
    const pending what = {.kernel = index,
                          .queue = queue,
                          .bytes = (double)groups * kernel->bytes,
                          .operations = (double)groups * kernel->operations};
    return profile_after(device, &what, found == EG_OK ? status : found);
}

eg_status eg_profile_after_copy(eg_device *device, const char *name, eg_queue queue, int64_t bytes,
                                eg_status status)
{
    if (!device->profile || !device->profile->running)
        return status;
    pending what = {.queue = queue, .bytes = (double)bytes};
    const identity id = {.name = name, .file = EG_PROFILE_COPIES, .precision = EG_F64, .degree = NO_DEGREE};
    eg_status found = profile_index(device, &id, &what.kernel);
    return profile_after(device, &what, found == EG_OK ? status : found);
}

/* ---- from above */

eg_status eg_profile_begin(eg_device *device, int64_t spans)
{
    assert(!device->profile && spans >= 0);
    eg_profile *made;
    EG_TRY(eg_alloc(device->context, 1, sizeof *made, &made));
    device->profile = made;
    made->room = spans;
    eg_status status = eg_alloc(device->context, spans, sizeof *made->span, &made->span);
    if (status == EG_OK)
        status = device->backend->timing->begin(device);
    made->running = status == EG_OK;
    if (status != EG_OK)
        eg_profile_destroy(device);
    return status;
}

eg_status eg_profile_end(eg_device *device, eg_profile_view *view)
{
    eg_profile *profile = device->profile;
    assert(profile && profile->running);
    eg_status status = read_slots(device);
    profile->running = false;
    device->backend->timing->end(device);
    EG_TRY(status);
    if (profile->room > 0)
        EG_TRY(put_in_order(device));
    tell_apart(profile);
    *view = (eg_profile_view){.kernels = profile->kernels,
                              .kernel = profile->kernel,
                              .spans = profile->launches,
                              .span = profile->span};
    return EG_OK;
}

void eg_profile_destroy(eg_device *device)
{
    eg_profile *profile = device->profile;
    if (!profile)
        return;
    if (profile->running)
        device->backend->timing->end(device);
    EG_FREE(&profile->kernel, &profile->degree, &profile->span, &device->profile);
}

bool eg_profile_is_running(const eg_device *device)
{
    return device->profile && device->profile->running;
}

eg_queue eg_profile_queue(const eg_device *device)
{
    return device->in_aux_queue ? EG_QUEUE_AUX : EG_QUEUE_FIRST;
}

void eg_kernel_cost(eg_kernel *kernel, int64_t groups, double bytes, double operations)
{
    kernel->bytes = groups > 0 ? bytes / (double)groups : 0;
    kernel->operations = groups > 0 ? operations / (double)groups : 0;
}
