/* The profile of a run: its devices are measured while it advances, and what they did goes into summary and
 * log, and into files (profile_files.c). All ranks are measured (traffic.c); the table of kernels is that of
 * rank 0. */
#include "run/observe/observe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPANS = 20000 }; /* launches of a device that profile.csv has at most */

/* ---- measuring */

static eg_status begin_measuring(eg_run *run)
{
    eg_device *device[EG_RUN_DEVICES];
    if (!run->options.profile || run->profile->is_begun)
        return EG_OK;
    int devices = eg_run_devices(run, device);
    for (int d = 0; d < devices; d++)
        EG_TRY(eg_profile_begin(device[d], SPANS));
    run->profile->is_begun = true;
    return EG_OK;
}

/* ---- summary */

static void fill_entry(const eg_run *run, const eg_device *device, const eg_profile_kernel *kernel,
                       const eg_device_limits *limits, eg_summary_kernel *entry)
{
    bool known = kernel->bytes > 0 && kernel->seconds > 0;
    *entry = (eg_summary_kernel){.launches = kernel->launches,
                                 .seconds = kernel->seconds,
                                 .bandwidth = known ? kernel->bytes / kernel->seconds : NAN,
                                 .bandwidth_fraction = NAN};
    static_assert(sizeof entry->device == EG_PROFILE_NAME, "a name fits");
    snprintf(entry->name, sizeof entry->name, "%s", kernel->name);
    eg_run_device_name(run, device, entry->device);
    if (!known || !limits || strcmp(kernel->group, EG_PROFILE_COPIES) == 0)
        return;
    /* its operations are known only as far as its caller has told them */
    double computed = kernel->operations / kernel->seconds / limits->multiply_add[kernel->precision];
    entry->bandwidth_fraction = entry->bandwidth / limits->copy_bandwidth;
    snprintf(entry->limiter, sizeof entry->limiter, "%s",
             eg_run_limiter(eg_device_describe(device), kernel->bytes / (double)kernel->launches, computed,
                            &entry->bandwidth_fraction));
}

static int by_seconds(const void *a, const void *b)
{
    const eg_summary_kernel *x = a, *y = b;
    return x->seconds != y->seconds ? (x->seconds < y->seconds) - (x->seconds > y->seconds)
                                    : strcmp(x->name, y->name);
}

/* All entries of the table, the longest first; *count is given back. */
static eg_status list_kernel_entries(eg_run *run, eg_summary_kernel **entries, int *count)
{
    eg_device *device[EG_RUN_DEVICES];
    int devices = eg_run_devices(run, device), all = 0;
    for (int d = 0; d < devices; d++)
        all += run->profile->view[d].kernels;
    *count = 0;
    EG_TRY(eg_alloc(run->context, all, sizeof **entries, entries));
    for (int d = 0; d < devices; d++) {
        const eg_profile_view *view = &run->profile->view[d];
        eg_device_limits limits;
        if (run->options.measure)
            EG_TRY(eg_device_measure(device[d], &limits));
        for (int k = 0; k < view->kernels; k++)
            fill_entry(run, device[d], &view->kernel[k], run->options.measure ? &limits : NULL,
                       &(*entries)[(*count)++]);
    }
    if (all > 0)
        qsort(*entries, (size_t)all, sizeof **entries, by_seconds);
    return EG_OK;
}

static eg_status summarise_kernels(eg_run *run, eg_summary *summary)
{
    EG_SCRATCH eg_summary_kernel *entries = NULL;
    int count;
    if (!run->profile->is_ended || !eg_run_is_first(run))
        return EG_OK;
    EG_TRY(list_kernel_entries(run, &entries, &count));
    for (int k = 0; k < count; k++)
        summary->profile_seconds += entries[k].seconds;
    eg_hand_over(&entries, &summary->kernels);
    summary->kernel_count = count;
    for (int k = 0; k < summary->kernel_count; k++) {
        char line[EG_SUMMARY_KERNEL_LINE];
        eg_summary_kernel_line(summary, k, line);
        eg_run_log(run, "profile %s", line);
    }
    return EG_OK;
}

/* Ends what was begun for all devices, also after a failure. */
static eg_status end_devices(eg_run *run)
{
    eg_device *device[EG_RUN_DEVICES];
    int devices = eg_run_devices(run, device);
    eg_status status = EG_OK;
    for (int d = 0; d < devices; d++) {
        eg_status ended = eg_profile_end(device[d], &run->profile->view[d]);
        status = status == EG_OK ? ended : status;
    }
    run->profile->is_ended = status == EG_OK;
    return status;
}

const char *eg_run_limiter(const eg_device_info *device, double bytes, double computed, double *moved)
{
    bool in_cache = bytes <= (double)device->cache || *moved > 1;
    if (computed > 0.6 && (in_cache || computed > *moved)) {
        *moved = in_cache ? NAN : *moved;
        return "arithmetic";
    }
    if (!in_cache)
        return *moved > 0.6 ? "memory bandwidth" : "instructions and latency";
    *moved = NAN;
    return "instructions and latency, data in cache";
}

/* ---- kernels, and what ranks do */

static eg_status begin_profile(eg_run *run)
{
    eg_status status = eg_run_agree(run, begin_measuring(run));
    eg_run_traffic_begin(run);
    return status;
}

static eg_status end_profile(eg_run *run)
{
    eg_status status = run->profile->is_begun ? end_devices(run) : EG_OK;
    if (status == EG_OK && run->profile->is_begun && run->folder)
        status = eg_run_profile_write(run);
    EG_TRY(eg_run_agree(run, status));
    return eg_run_traffic_end(run);
}

static eg_status summarise_profile(eg_run *run, eg_summary *summary)
{
    EG_TRY(summarise_kernels(run, summary));
    eg_run_traffic_summarise(run, summary);
    return EG_OK;
}

const eg_part_class eg_profile_class = {
    .begin = begin_profile, .end = end_profile, .summarise = summarise_profile};
