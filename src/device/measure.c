/* Measures what a device can do: the copy bandwidth and the multiply-add rates. */
#include "device/backend.h"

enum { REPEATS = 3, PEAK_ROWS = 64, OPERATIONS_A_LANE = 1024 };

/* A program of device/measure.c with two buffers. */
typedef struct bench {
    eg_device *device;
    eg_program *program;
    eg_buffer *source, *target;
    int lanes;
} bench;

static void bench_close(bench *b)
{
    eg_program_destroy(&b->program);
    eg_buffer_destroy(&b->source);
    eg_buffer_destroy(&b->target);
}

static eg_status bench_open(bench *b, eg_device *device, eg_precision precision, int items)
{
    *b = (bench){.device = device, .lanes = eg_device_lanes(device, precision, 1)};
    return eg_program_create(device,
                             &(eg_program_options){
                                 .file = "device/measure.c",
                                 .precision = precision,
                                 .lanes = b->lanes,
                                 .items = items,
                                 .defines = (eg_define[]){{"ROWS", PEAK_ROWS}},
                                 .define_count = 1,
                             },
                             &b->program);
}

/* The least time of a few launches, after one that warms up. */
static eg_status time_launch(eg_device *device, eg_kernel *kernel, int64_t groups, const eg_arg *args,
                             int arg_count, double *seconds)
{
    *seconds = 0;
    for (int i = 0; i <= REPEATS; i++) {
        double start = eg_clock();
        EG_TRY(eg_kernel_launch(kernel, groups, args, arg_count));
        EG_TRY(eg_device_finish(device));
        double took = eg_clock() - start;
        if (i == 1 || (i > 1 && took < *seconds))
            *seconds = took;
    }
    return EG_OK;
}

/* Buffers far larger than the caches: 1 GiB on a GPU, 256 MiB on the host (16 MiB on the checking
 * device, whose speed says nothing), less where a quarter of the memory is less. */
static int64_t copy_bytes(const eg_device *device)
{
    const eg_device_info *info = &device->info;
    int64_t most = info->gpu ? 1 << 30 : 1 << 28;
    if (info->kind == EG_DEVICE_CHECKED)
        most = 1 << 24;
    return info->memory_free > 0 ? eg_min_i64(most, info->memory_free / 4) : most;
}

static eg_status measure_copy(eg_device *device, double *bandwidth)
{
    EG_ENDS_WITH(bench_close) bench b = {0};
    int items = device->info.gpu ? 4 : 512;
    double seconds;
    EG_TRY(bench_open(&b, device, EG_F64, items));
    int64_t group_bytes = 8LL * items * b.lanes;
    int64_t groups = copy_bytes(device) / group_bytes;
    EG_TRY(eg_buffer_create(device, groups * group_bytes, "copy source", &b.source));
    EG_TRY(eg_buffer_create(device, groups * group_bytes, "copy target", &b.target));
    eg_kernel *kernel;
    EG_TRY(eg_kernel_get(b.program, "measure_copy", &kernel));
    const eg_arg args[] = {EG_BUFFER("target", b.target), EG_BUFFER("source", b.source),
                           EG_LONG("groups", groups)};
    /* memory that was never written may have no pages to read */
    EG_TRY(EG_LAUNCH(kernel, groups, EG_BUFFER("target", b.source), EG_BUFFER("source", b.target),
                     EG_LONG("groups", groups)));
    EG_TRY(time_launch(device, kernel, groups, args, 3, &seconds));
    *bandwidth = 2.0 * (double)(groups * group_bytes) / seconds;
    return EG_OK;
}

static eg_status measure_multiply_add(eg_device *device, eg_precision precision, double *rate)
{
    EG_ENDS_WITH(bench_close) bench b = {0};
    EG_SCRATCH double *ones = NULL; /* 1 stays what it is under v = v a + b */
    double seconds;
    EG_TRY(bench_open(&b, device, precision, 1));
    EG_TRY(eg_alloc(device->context, b.lanes, sizeof *ones, &ones));
    for (int i = 0; i < b.lanes; i++)
        ones[i] = 1;
    EG_TRY(eg_buffer_upload_reals(device, precision, b.lanes, "rate source", ones, &b.source));
    EG_TRY(eg_buffer_create(device, PEAK_ROWS * b.source->bytes, "rate target", &b.target));
    eg_kernel *kernel;
    EG_TRY(eg_kernel_get(b.program, "measure_multiply_add", &kernel));
    int64_t groups = 4096LL * device->info.threads;
    bool slow = device->info.kind == EG_DEVICE_CHECKED;
    /* long beside a launch, and beside a slice of time that other processes take of a processor */
    double enough = device->info.gpu ? 0.002 : 0.01;
    for (seconds = 0; seconds < enough; groups *= 4) {
        const eg_arg args[] = {EG_BUFFER("target", b.target), EG_BUFFER("source", b.source),
                               EG_REAL("a", 0.5), EG_REAL("b", 0.5), EG_LONG("groups", groups)};
        EG_TRY(time_launch(device, kernel, groups, args, 5, &seconds));
        *rate = (double)OPERATIONS_A_LANE * (double)(groups * b.lanes) / seconds;
        if (slow)
            break;
    }
    return EG_OK;
}

eg_status eg_device_measure(eg_device *device, eg_device_limits *limits)
{
    if (!device->measured) {
        eg_device_limits found = {0};
        EG_TRY(measure_copy(device, &found.copy_bandwidth));
        EG_TRY(measure_multiply_add(device, EG_F64, &found.multiply_add[EG_F64]));
        if (device->info.f32)
            EG_TRY(measure_multiply_add(device, EG_F32, &found.multiply_add[EG_F32]));
        device->limits = found;
        device->measured = true;
    }
    *limits = device->limits;
    return EG_OK;
}
