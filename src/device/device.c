/* Devices: specifications, the list of those that are there, opening and closing. */
#include "device/backend.h"

#include <string.h>

#include "device/survey.h"

enum { MAX_DEVICES = 64 };

/* ---- specifications */

static eg_status malformed(eg_context *context, const char *text)
{
    return eg_fail(context, EG_USAGE,
                   "'%s' is no device; give auto, host, host:THREADS, checked, cuda:N or "
                   "opencl:PLATFORM.DEVICE (eagre devices lists those of this machine)",
                   text);
}

/* Reads the `count` numbers of "2" or "0.1" that fill the text. */
static bool read_numbers(const char *text, int count, int64_t *number)
{
    for (int i = 0; i < count; i++) {
        const char *end = i + 1 < count ? strchr(text, '.') : text + strlen(text);
        if (!end || !eg_parse_integer(text, end, &number[i]) || number[i] < 0 || number[i] > 1 << 20)
            return false;
        text = *end ? end + 1 : end;
    }
    return true;
}

static eg_status read_specification(eg_context *context, const char *text, eg_device_spec *spec)
{
    static const struct {
        const char *word;
        eg_device_kind kind;
        int numbers;
    } form[] = {{"host", EG_DEVICE_HOST, 1},
                {"checked", EG_DEVICE_CHECKED, 1},
                {"cuda", EG_DEVICE_CUDA, 1},
                {"opencl", EG_DEVICE_OPENCL, 2}};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        size_t length = strlen(form[i].word);
        if (strncmp(text, form[i].word, length) != 0)
            continue;
        bool host = form[i].kind <= EG_DEVICE_CHECKED;
        *spec = (eg_device_spec){.kind = form[i].kind};
        if (text[length] == 0 && host)
            return EG_OK;
        if (text[length] == ':' && read_numbers(text + length + 1, form[i].numbers, spec->number) &&
            !(host && spec->number[0] == 0))
            return EG_OK;
    }
    return malformed(context, text);
}

/* ---- what is there */

/* Adds what the drivers of one kind offer. */
static eg_status add_drivers(eg_context *context, eg_device_kind kind, bool wanted, eg_device_info *list,
                             int room, int *count)
{
    const eg_driver_backend *driver =
        kind == EG_DEVICE_CUDA ? &eg_cuda_driver_backend : &eg_opencl_driver_backend;
    const eg_survey *survey;
    EG_TRY(eg_survey_drivers(context, driver, wanted, &survey));
    for (int i = 0; i < survey->count; i++, ++*count)
        if (*count < room)
            list[*count] = survey->device[i];
    return EG_OK;
}

eg_status eg_device_list(eg_context *context, eg_device_info *list, int room, int *count)
{
    assert(count && (list || room == 0));
    *count = 1;
    if (room > 0)
        EG_TRY(eg_host_backend.describe(context, &list[0]));
    EG_TRY(add_drivers(context, EG_DEVICE_CUDA, false, list, room, count));
    return add_drivers(context, EG_DEVICE_OPENCL, false, list, room, count);
}

/* Refuses a GPU that is not in the list or cannot be used, and says what there is. */
static eg_status check_is_there(eg_context *context, const char *text, const eg_device_info *all, int count)
{
    EG_TEXT(names, context);
    const char *reason = NULL;
    bool usable = false;
    for (int i = 0; i < count; i++) {
        /* "opencl" without a number: all of them are left out */
        bool whole = all[i].kind >= EG_DEVICE_CUDA && !strchr(all[i].spec, ':') &&
                     strncmp(all[i].spec, text, strlen(all[i].spec)) == 0;
        if (whole || strcmp(all[i].spec, text) == 0) {
            usable = all[i].max_group > 0;
            reason = all[i].name;
        } else if (all[i].max_group > 0)
            eg_text_add(&names, "%s%s (%s)", names.length ? ", " : "", all[i].spec, all[i].name);
    }
    EG_TRY(names.status);
    if (usable)
        return EG_OK;
    if (reason)
        return eg_fail(context, EG_DEVICE, "%s cannot be used: %s; this machine has %s", text, reason,
                       eg_text_string(&names));
    return eg_fail(context, EG_DEVICE, "%s is not present; this machine has %s", text,
                   eg_text_string(&names));
}

/* The first CUDA device, else the first OpenCL GPU, else the host. */
static const char *first_gpu(eg_context *context, const eg_device_info *all, int count)
{
    for (int i = 0; i < count; i++) {
        bool gpu = all[i].kind == EG_DEVICE_CUDA || (all[i].kind == EG_DEVICE_OPENCL && all[i].gpu);
        if (gpu && all[i].max_group > 0)
            return all[i].spec;
        if (gpu)
            eg_log(context, EG_LOG_WARN, "%s is not used: %s", all[i].spec, all[i].name);
    }
    return "host";
}

/* Asks no more drivers than "auto" needs: OpenCL's only where CUDA has nothing. */
static eg_status choose_automatically(eg_context *context, eg_device_info *all, const char **spec)
{
    static const eg_device_kind kind[] = {EG_DEVICE_CUDA, EG_DEVICE_OPENCL};
    int count = 0;
    *spec = "host";
    for (int i = 0; i < 2 && strcmp(*spec, "host") == 0; i++) {
        int before = count;
        EG_TRY(add_drivers(context, kind[i], false, all, MAX_DEVICES, &count));
        count = count < MAX_DEVICES ? count : MAX_DEVICES;
        *spec = first_gpu(context, all + before, count - before);
    }
    return EG_OK;
}

/* ---- opening */

static eg_status open_found(eg_context *context, const char *text, eg_device **device)
{
    static const eg_backend *const backend[] = {&eg_host_backend, &eg_host_backend, &eg_cuda_backend,
                                                &eg_opencl_backend};
    eg_device_spec spec;
    EG_TRY(read_specification(context, text, &spec));
    EG_SCRATCH eg_device *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->backend = backend[spec.kind];
    made->info.kind = spec.kind;
    EG_TRY(made->backend->open(made, &spec));
    return eg_hand_over(&made, device);
}

static bool is_usable(const eg_device_info *all, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcmp(all[i].spec, text) == 0 && all[i].max_group > 0)
            return true;
    return false;
}

/* Of drivers: asks which devices there are, and opens one of them. */
static eg_status open_driver(eg_context *context, const char *text, eg_device_kind kind, eg_device **device)
{
    EG_SCRATCH eg_device_info *all = NULL;
    int count = 0;
    EG_TRY(eg_alloc(context, MAX_DEVICES, sizeof *all, &all));
    if (strcmp(text, "auto") == 0) {
        EG_TRY(choose_automatically(context, all, &text));
        return open_found(context, text, device);
    }
    EG_TRY(add_drivers(context, kind, true, all, MAX_DEVICES, &count));
    if (!is_usable(all, count < MAX_DEVICES ? count : MAX_DEVICES, text)) {
        EG_TRY(eg_device_list(context, all, MAX_DEVICES, &count));
        EG_TRY(check_is_there(context, text, all, count < MAX_DEVICES ? count : MAX_DEVICES));
    }
    return open_found(context, text, device);
}

eg_status eg_device_begin(eg_context *context, const char *specification, eg_device **device)
{
    assert(context && specification && device);
    *device = NULL;
    eg_device_spec spec = {.kind = EG_DEVICE_OPENCL};
    if (strcmp(specification, "auto") != 0)
        EG_TRY(read_specification(context, specification, &spec));
    if (spec.kind < EG_DEVICE_CUDA)
        return open_found(context, specification, device);
    return open_driver(context, specification, spec.kind, device);
}

eg_status eg_device_open(eg_context *context, const char *specification, eg_device **device)
{
    EG_TRY(eg_device_begin(context, specification, device));
    eg_status status = eg_device_finish(*device);
    if (status != EG_OK)
        eg_device_close(device);
    return status;
}

void eg_device_close(eg_device **device)
{
    if (!device || !*device)
        return;
    eg_device *closing = *device;
    assert(!closing->buffers && "a device outlives its buffers");
    eg_profile_destroy(closing);
    closing->backend->close(closing);
    EG_FREE(device);
}

const eg_device_info *eg_device_describe(const eg_device *device)
{
    return &device->info;
}

int eg_device_lanes(const eg_device *device, eg_precision precision, int nodes)
{
    assert(nodes > 0);
    return device->backend->lanes(device, precision, nodes);
}

bool eg_device_has_aux_queue(const eg_device *device)
{
    return device->backend->aux_queue != NULL;
}

eg_status eg_aux_queue_fork(eg_device *device)
{
    return device->backend->aux_queue ? device->backend->aux_queue->fork(device) : EG_OK;
}

void eg_aux_queue_enter(eg_device *device)
{
    device->in_aux_queue = device->backend->aux_queue != NULL;
    if (device->in_aux_queue)
        device->backend->aux_queue->enter(device);
}

void eg_aux_queue_leave(eg_device *device)
{
    if (device->in_aux_queue)
        device->backend->aux_queue->leave(device);
    device->in_aux_queue = false;
}

eg_status eg_aux_queue_join(eg_device *device)
{
    return device->backend->aux_queue ? device->backend->aux_queue->join(device) : EG_OK;
}

/* ---- recordings */

bool eg_device_records(const eg_device *device)
{
    const eg_recording_backend *recordings = device->backend->recordings;
    return recordings && !eg_profile_is_running(device) && recordings->is_there(device);
}

eg_status eg_record_begin(eg_device *device)
{
    assert(eg_device_records(device) && !device->in_aux_queue);
    return device->backend->recordings->begin(device);
}

eg_status eg_record_end(eg_device *device, eg_status queued, eg_recording **recording)
{
    eg_status status = device->backend->recordings->end(device, queued == EG_OK, recording);
    return queued != EG_OK ? queued : status;
}

eg_status eg_recording_queue(const eg_recording *recording)
{
    return recording->device->backend->recordings->queue(recording);
}

void eg_recording_destroy(eg_recording **recording)
{
    if (recording && *recording)
        (*recording)->device->backend->recordings->destroy(recording);
}

eg_status eg_device_finish(eg_device *device)
{
    return device->backend->finish ? device->backend->finish(device) : EG_OK;
}
