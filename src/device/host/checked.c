/* The checking device: buffers between guard pages, and faults of a kernel told as errors. */
#include "device/host/host.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { POISON = 0xff, ALIGNMENT = 64, SIGNAL_STACK_BYTES = 1 << 16 };

/* Wide, so that an index that is far off is caught too: addresses cost nothing. A multiple of every
 * page size. */
enum { GUARD_BYTES = 1 << 24 };

/* ---- memory */

typedef struct guarded {
    char *base, *first, *data, *end; /* the mapping; its pages; the buffer; the second guard */
    size_t mapped;
} guarded;

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

static size_t buffer_bytes(const eg_buffer *buffer)
{
    return round_up((size_t)buffer->bytes, ALIGNMENT);
}

static size_t page_bytes(const eg_buffer *buffer)
{
    return round_up(buffer_bytes(buffer), (size_t)sysconf(_SC_PAGESIZE));
}

/* Of a mapping that begins at `base`. */
static guarded layout_at(const eg_buffer *buffer, char *base)
{
    char *end = base + GUARD_BYTES + page_bytes(buffer);
    return (guarded){.base = base,
                     .first = base + GUARD_BYTES,
                     .data = end - buffer_bytes(buffer),
                     .end = end,
                     .mapped = page_bytes(buffer) + 2 * (size_t)GUARD_BYTES};
}

/* Of a buffer that is there. */
static guarded layout(const eg_buffer *buffer)
{
    char *end = (char *)buffer->memory.pointer + buffer_bytes(buffer);
    return layout_at(buffer, end - page_bytes(buffer) - GUARD_BYTES);
}

eg_status eg_checked_memory_create(eg_buffer *buffer)
{
    size_t inside = page_bytes(buffer), mapped = inside + 2 * (size_t)GUARD_BYTES;
    char *base = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return eg_buffer_no_memory(buffer, 0);
    guarded g = layout_at(buffer, base);
    if (inside > 0 && mprotect(g.first, inside, PROT_READ | PROT_WRITE) != 0) {
        munmap(base, mapped);
        return eg_buffer_no_memory(buffer, 0);
    }
    memset(g.first, POISON, inside);
    buffer->memory.pointer = g.data;
    return EG_OK;
}

void eg_checked_memory_destroy(eg_buffer *buffer)
{
    guarded g = layout(buffer);
    munmap(g.base, g.mapped);
    buffer->memory.pointer = NULL;
}

static bool is_poison(const char *begin, const char *end)
{
    for (const char *p = begin; p < end; p++)
        if ((unsigned char)*p != POISON)
            return false;
    return true;
}

/* Looks at what alignment leaves over around each buffer, and repairs it. */
static const eg_buffer *find_overrun(const eg_device *device, const char **side)
{
    const eg_buffer *hit = NULL;
    for (const eg_buffer *b = device->buffers; b; b = b->next) {
        guarded g = layout(b);
        bool before = !is_poison(g.first, g.data);
        if (!before && is_poison(g.data + b->bytes, g.end))
            continue;
        memset(g.first, POISON, (size_t)(g.data - g.first));
        memset(g.data + b->bytes, POISON, (size_t)(g.end - g.data - b->bytes));
        *side = before ? "before" : "behind";
        hit = b;
    }
    return hit;
}

/* ---- faults */

typedef struct fault {
    sigjmp_buf jump;
    int signal;
    const char *address;
} fault;

/* A signal handler finds its way by a variable of its thread only; NULL outside a launch. */
static _Thread_local fault *current_fault;

static void catch (int signal, siginfo_t *info, void *machine)
{
    (void)machine;
    if (!current_fault) {
        /* not a kernel's: as if nobody had caught it */
        struct sigaction plain = {.sa_handler = SIG_DFL};
        sigaction(signal, &plain, NULL);
        return;
    }
    current_fault->signal = signal;
    current_fault->address = info->si_addr;
    siglongjmp(current_fault->jump, 1);
}

static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
enum { CAUGHT = sizeof caught / sizeof *caught };

/* Runs the kernel; false where it was caught at something. */
static bool run_guarded(eg_kernel *kernel, long groups, void **value, fault *told)
{
    const struct eg_host_device *host = kernel->program->device->host;
    stack_t stack = {.ss_sp = host->signal_stack, .ss_size = SIGNAL_STACK_BYTES}, old_stack;
    struct sigaction action = {.sa_sigaction = catch, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction old[CAUGHT];
    sigaltstack(&stack, &old_stack);
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &action, &old[i]);
    volatile bool fine = false;
    if (sigsetjmp(told->jump, 1) == 0) {
        current_fault = told;
        kernel->launcher(value, host->threads, groups);
        fine = true;
    }
    current_fault = NULL;
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &old[i], NULL);
    sigaltstack(&old_stack, NULL);
    return fine;
}

/* The buffer whose mapping, guards included, holds the address. */
static const eg_buffer *buffer_near(const eg_device *device, const char *address)
{
    for (const eg_buffer *b = device->buffers; b; b = b->next) {
        guarded g = layout(b);
        if (address >= g.base && address < g.base + g.mapped)
            return b;
    }
    return NULL;
}

static eg_status tell_fault(const eg_kernel *kernel, const fault *told)
{
    eg_device *device = kernel->program->device;
    const eg_source_kernel *source = kernel->source;
    const volatile long *group = dlsym(kernel->program->module.pointer, "eg_checked_group");
    long where = group ? *group : -1;
    if (told->signal != SIGSEGV && told->signal != SIGBUS)
        return eg_fail(device->context, EG_DEVICE,
                       "kernel %s (%s:%d), group %ld: undefined behaviour (an index outside an "
                       "array, an overflowing or dividing integer operation, or a bad shift)",
                       source->name, source->file, source->line, where);
    const eg_buffer *buffer = buffer_near(device, told->address);
    if (!buffer)
        return eg_fail(device->context, EG_DEVICE,
                       "kernel %s (%s:%d), group %ld: accesses memory outside all buffers", source->name,
                       source->file, source->line, where);
    return eg_fail(device->context, EG_DEVICE,
                   "kernel %s (%s:%d), group %ld: accesses byte %lld of buffer '%s', which has %lld bytes",
                   source->name, source->file, source->line, where,
                   (long long)(told->address - (const char *)buffer->memory.pointer), buffer->label,
                   (long long)buffer->bytes);
}

eg_status eg_checked_launch(eg_kernel *kernel, int64_t groups, void **value)
{
    eg_device *device = kernel->program->device;
    struct eg_host_device *host = device->host;
    if (!host->signal_stack)
        EG_TRY(eg_alloc(device->context, SIGNAL_STACK_BYTES, 1, &host->signal_stack));
    fault told = {0};
    if (!run_guarded(kernel, (long)groups, value, &told))
        return tell_fault(kernel, &told);
    const char *side;
    const eg_buffer *hit = find_overrun(device, &side);
    if (hit)
        return eg_fail(device->context, EG_DEVICE,
                       "kernel %s (%s:%d) writes %s buffer '%s', which has %lld bytes", kernel->source->name,
                       kernel->source->file, kernel->source->line, side, hit->label, (long long)hit->bytes);
    return EG_OK;
}
