/* Programs and kernels: compiling through the cache, and launching with checked arguments. */
#include "device/backend.h"

#include <string.h>

/* ---- compiling */

static eg_status compile_and_store(eg_program *program, const char *key, eg_cache_entry *entry)
{
    eg_context *context = program->device->context;
    double start = eg_clock();
    char *binary = NULL;
    int64_t bytes = 0;
    EG_TRY(
        program->device->backend->compile(program, eg_text_string(&program->source.text), &binary, &bytes));
    eg_log(context, EG_LOG_INFO, "compiled %s for %s in %lld ms", program->file, program->device->info.spec,
           (long long)(1e3 * (eg_clock() - start)));
    return eg_cache_store(context, &program->device->cache_warned, key, &binary, bytes, entry);
}

static eg_status load_entry(eg_program *program, eg_cache_entry *entry)
{
    eg_status status = program->device->backend->load(program, entry);
    eg_cache_release(entry);
    return status;
}

/* Takes the compiled program from the cache where it is there and the device takes it; a driver that
 * changed without a new version does not. */
static eg_status take_cached(eg_program *program, const char *key, bool *warned, bool *taken)
{
    eg_context *context = program->device->context;
    eg_cache_entry entry;
    *taken = false;
    EG_TRY(eg_cache_find(context, warned, key, &entry, taken));
    if (!*taken)
        return EG_OK;
    *taken = load_entry(program, &entry) == EG_OK;
    if (!*taken && warned)
        eg_cache_warn(context, warned, "%s cannot be loaded (%s) and is built again", key,
                      eg_context_error(context));
    return EG_OK;
}

/* Another process may build the same program at this moment. */
static eg_status take_or_build(eg_program *program, const char *key)
{
    eg_context *context = program->device->context;
    eg_cache_entry entry;
    bool taken;
    int lock;
    EG_TRY(take_cached(program, key, &program->device->cache_warned, &taken));
    if (taken)
        return EG_OK;
    EG_TRY(eg_cache_lock(context, key, &lock));
    eg_status status = take_cached(program, key, NULL, &taken);
    bool build = status == EG_OK && !taken;
    if (build)
        status = compile_and_store(program, key, &entry);
    eg_file_close(&lock);
    return build && status == EG_OK ? load_entry(program, &entry) : status;
}

static eg_status build_or_take(eg_program *program, const eg_program_options *options)
{
    eg_device *device = program->device;
    if (device->backend->take_built_in && device->backend->take_built_in(program, options))
        return EG_OK;
    EG_TEXT(identity, device->context);
    EG_TRY(device->backend->identity(device, &identity));
    EG_TRY(identity.status);
    char key[EG_CACHE_KEY_ROOM];
    EG_SCRATCH char *bare = NULL;
    EG_TRY(eg_source_bare(device->context, eg_text_string(&program->source.text), &bare));
    eg_cache_key(identity.data, bare, key);
    return take_or_build(program, key);
}

static eg_status refuse_options(eg_device *device, const eg_program_options *options)
{
    const eg_device_info *info = &device->info;
    if (options->precision == EG_F32 && !info->f32)
        return eg_fail(device->context, EG_DEVICE,
                       "%s (%s) has no IEEE division and square root in single precision; use f64 "
                       "or another device",
                       info->spec, info->name);
    bool wide = info->kind > EG_DEVICE_CHECKED && options->lanes > info->max_group;
    if (wide)
        return eg_fail(device->context, EG_DEVICE,
                       "%s (%s) has at most %d threads in a group, too few for %s with %d lanes; "
                       "take fewer lanes",
                       info->spec, info->name, info->max_group, options->file, options->lanes);
    return EG_OK;
}

/* Frees a program that has no module and no kernels. */
static void end_program(eg_program **program)
{
    if (*program) {
        eg_source_free(&(*program)->source);
        EG_FREE(&(*program)->file, &(*program)->common, program);
    }
}

static void destroy_kernel(eg_kernel *kernel)
{
    if (kernel->program->device->backend->kernel_destroy)
        kernel->program->device->backend->kernel_destroy(kernel);
    EG_FREE(&kernel->bound, &kernel);
}

eg_status eg_program_create(eg_device *device, const eg_program_options *options, eg_program **program)
{
    assert(device && options && options->file && program);
    eg_context *context = device->context;
    *program = NULL;
    EG_TRY(refuse_options(device, options));
    EG_ENDS_WITH(end_program) eg_program *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->device = device;
    made->precision = options->precision;
    made->lanes = options->lanes > 0 ? options->lanes : 1;
    made->degree = -1;
    for (int i = 0; i < options->define_count; i++)
        if (strcmp(options->defines[i].name, "DEGREE") == 0)
            made->degree = options->defines[i].value;
    made->source.text.context = context;
    EG_TRY(eg_strdup(context, options->file, &made->file));
    EG_TRY(eg_program_assemble(context, device->backend, device, options, &made->source));
    EG_TRY(build_or_take(made, options));
    eg_text_free(&made->source.text);
    return eg_hand_over(&made, program);
}

void eg_program_destroy(eg_program **program)
{
    if (!*program)
        return;
    eg_program *gone = *program;
    while (gone->kernels) {
        eg_kernel *kernel = gone->kernels;
        gone->kernels = kernel->next;
        destroy_kernel(kernel);
    }
    gone->device->backend->unload(gone);
    end_program(program);
}

/* ---- kernels */

static eg_status no_such_kernel(const eg_program *program, const char *name)
{
    eg_context *context = program->device->context;
    EG_TEXT(names, context);
    for (int64_t i = 0; i < program->source.kernel_count; i++)
        eg_text_add(&names, "%s%s", i ? ", " : "", program->source.kernels[i].name);
    return eg_fail(context, EG_INTERNAL, "%s has no kernel '%s'; it has: %s", program->file, name,
                   eg_text_string(&names));
}

static const eg_source_kernel *find_source(const eg_program *program, const char *name)
{
    for (int64_t i = 0; i < program->source.kernel_count; i++)
        if (strcmp(program->source.kernels[i].name, name) == 0)
            return &program->source.kernels[i];
    return NULL;
}

static eg_status check_threads(const eg_kernel *kernel)
{
    const eg_program *program = kernel->program;
    if (program->device->info.kind <= EG_DEVICE_CHECKED ||
        (kernel->threads > 0 && kernel->threads % program->lanes == 0))
        return EG_OK;
    return eg_fail(program->device->context, EG_INTERNAL,
                   "%s:%d: kernel %s has groups of %d threads, which is no multiple of %d lanes",
                   kernel->source->file, kernel->source->line, kernel->source->name, kernel->threads,
                   program->lanes);
}

static const eg_param_kind param_kind[] = {EG_PARAM_BUFFER, EG_PARAM_INT, EG_PARAM_LONG, EG_PARAM_REAL,
                                           EG_PARAM_DOUBLE};

/* The parameter of that name, looked for from `first` on, where it mostly is; -1: there is none. */
static int find_parameter(const eg_source_kernel *source, const char *name, int first)
{
    for (int i = 0; i < source->param_count; i++) {
        int index = (first + i) % source->param_count;
        if (strcmp(source->param[index].name, name) == 0)
            return index;
    }
    return -1;
}

/* Of what the kernels of a program have in common. */
static void take_common(eg_kernel *kernel, const eg_arg *arg)
{
    int index = find_parameter(kernel->source, arg->name, 0);
    if (index < 0 || kernel->bound[index].own || param_kind[arg->kind] != kernel->source->param[index].kind)
        return;
    bool is_none = arg->kind == EG_ARG_BUFFER && !arg->buffer;
    kernel->bound[index].arg = is_none ? (eg_arg){0} : *arg;
}

static eg_status make_kernel(eg_program *program, const eg_source_kernel *source, eg_kernel **kernel)
{
    eg_context *context = program->device->context;
    EG_SCRATCH eg_bound *bound = NULL;
    EG_SCRATCH eg_kernel *made = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(source->param_count, bound), EG_BLOCK(1, made)));
    *made = (eg_kernel){.program = program, .source = source, .threads = 1};
    EG_TRY(program->device->backend->kernel_create(made));
    made->bound = bound;
    bound = NULL;
    *kernel = made;
    made = NULL;
    return EG_OK;
}

eg_status eg_kernel_get(eg_program *program, const char *name, eg_kernel **kernel)
{
    assert(program && name && kernel);
    *kernel = NULL;
    for (eg_kernel *k = program->kernels; k; k = k->next)
        if (strcmp(k->source->name, name) == 0) {
            *kernel = k;
            return EG_OK;
        }
    const eg_source_kernel *source = find_source(program, name);
    if (!source)
        return no_such_kernel(program, name);
    eg_kernel *made;
    EG_TRY(make_kernel(program, source, &made));
    eg_status status = check_threads(made);
    if (status != EG_OK) {
        destroy_kernel(made);
        return status;
    }
    for (int64_t i = 0; i < program->commons; i++)
        take_common(made, &program->common[i]);
    made->next = program->kernels;
    *kernel = program->kernels = made;
    return EG_OK;
}

eg_status eg_kernels_get(eg_program *program, const eg_named_kernel *kernels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        EG_TRY(eg_kernel_get(program, kernels[i].name, kernels[i].kernel));
    return EG_OK;
}

/* ---- launching */

/* An argument as the kernel takes it. */
typedef union packed_value {
    eg_handle handle;
    int32_t i;
    int64_t l;
    float f;
    double d;
} packed_value;

static eg_status wrong_argument(const eg_kernel *kernel, int index, const char *given)
{
    const eg_source_kernel *source = kernel->source;
    const eg_source_param *param = &source->param[index];
    return eg_fail(kernel->program->device->context, EG_INTERNAL,
                   "kernel %s (%s:%d): parameter %d, '%s', is a %s; it is given %s", source->name,
                   source->file, source->line, index + 1, param->name, eg_param_kind_name(param->kind),
                   given);
}

static eg_status no_such_parameter(const eg_kernel *kernel, const char *name)
{
    const eg_source_kernel *source = kernel->source;
    return eg_fail(kernel->program->device->context, EG_INTERNAL, "kernel %s (%s:%d) has no parameter '%s'",
                   source->name, source->file, source->line, name);
}

static eg_status check_argument(const eg_kernel *kernel, int index, const eg_arg *arg)
{
    eg_param_kind kind = kernel->source->param[index].kind;
    if (param_kind[arg->kind] != kind)
        return wrong_argument(kernel, index, eg_param_kind_name(param_kind[arg->kind]));
    if (kind == EG_PARAM_BUFFER && !arg->buffer)
        return wrong_argument(kernel, index, "no buffer (NULL)");
    if (kind == EG_PARAM_BUFFER && arg->buffer->device != kernel->program->device)
        return wrong_argument(kernel, index, "a buffer of another device");
    return EG_OK;
}

/* The parameter that the argument is for, from `first` on; -1: this variant of the kernel has none, and needs
 * none. */
static eg_status take_argument(const eg_kernel *kernel, const eg_arg *arg, int first, int *index)
{
    bool is_nothing = arg->kind == EG_ARG_BUFFER ? !arg->buffer
                      : arg->kind == EG_ARG_INT  ? arg->i == 0
                      : arg->kind == EG_ARG_LONG ? arg->l == 0
                                                 : arg->d == 0;
    *index = find_parameter(kernel->source, arg->name, first);
    if (*index >= 0)
        return check_argument(kernel, *index, arg);
    return is_nothing ? EG_OK : no_such_parameter(kernel, arg->name);
}

eg_status eg_kernel_bind(eg_kernel *kernel, const eg_arg *args, int arg_count)
{
    for (int i = 0, index; i < arg_count; i++) {
        EG_TRY(take_argument(kernel, &args[i], i, &index));
        if (index >= 0)
            kernel->bound[index] = (eg_bound){args[i], true};
    }
    return EG_OK;
}

/* The place of what the kernels have in common under that name; a new one where there is none. */
static eg_status place_common(eg_program *program, const eg_arg *arg, eg_arg **place)
{
    int64_t i = 0;
    while (i < program->commons &&
           (program->common[i].kind != arg->kind || strcmp(program->common[i].name, arg->name) != 0))
        i++;
    if (i == program->commons) {
        EG_TRY(eg_reserve(program->device->context, i + 1, &program->common_room, sizeof *program->common,
                          &program->common));
        program->commons++;
    }
    *place = &program->common[i];
    return EG_OK;
}

eg_status eg_program_bind(eg_program *program, const eg_arg *args, int arg_count)
{
    for (int i = 0; i < arg_count; i++) {
        eg_arg *place;
        EG_TRY(place_common(program, &args[i], &place));
        *place = args[i];
        for (eg_kernel *k = program->kernels; k; k = k->next)
            take_common(k, place);
    }
    return EG_OK;
}

/* given[parameters] are the arguments of a launch, and what is bound of the others. */
static eg_status collect_kernels(const eg_kernel *kernel, const eg_arg *args, int arg_count,
                                 const eg_arg **given)
{
    const eg_source_kernel *source = kernel->source;
    int next = 0;
    for (int i = 0; i < source->param_count; i++)
        given[i] = kernel->bound[i].arg.name ? &kernel->bound[i].arg : NULL;
    for (int i = 0, index; i < arg_count; i++) {
        EG_TRY(take_argument(kernel, &args[i], next, &index));
        if (index >= 0)
            given[index] = &args[i];
        next = index + 1;
    }
    for (int i = 0; i < source->param_count; i++)
        if (!given[i])
            return wrong_argument(kernel, i, "nothing");
    return EG_OK;
}

static size_t pack(const eg_kernel *kernel, const eg_arg *arg, packed_value *value)
{
    switch (arg->kind) {
    case EG_ARG_BUFFER:
        value->handle = arg->buffer->memory;
        return sizeof value->handle;
    case EG_ARG_INT:
        value->i = arg->i;
        return sizeof value->i;
    case EG_ARG_LONG:
        value->l = arg->l;
        return sizeof value->l;
    case EG_ARG_REAL:
        if (kernel->program->precision == EG_F32) {
            value->f = (float)arg->d;
            return sizeof value->f;
        } /* fall through */
    case EG_ARG_DOUBLE:
        break;
    }
    value->d = arg->d;
    return sizeof value->d;
}

eg_status eg_kernel_launch(eg_kernel *kernel, int64_t groups, const eg_arg *args, int arg_count)
{
    assert(kernel && groups >= 0 && arg_count >= 0);
    const eg_arg *given[EG_MAX_PARAMS];
    packed_value value[EG_MAX_PARAMS];
    void *address[EG_MAX_PARAMS];
    size_t size[EG_MAX_PARAMS];
    EG_TRY(collect_kernels(kernel, args, arg_count, given));
    for (int i = 0; i < kernel->source->param_count; i++) {
        size[i] = pack(kernel, given[i], &value[i]);
        address[i] = &value[i];
    }
    if (groups == 0)
        return EG_OK;
    eg_device *device = kernel->program->device;
    EG_TRY(eg_profile_before(device, eg_profile_queue(device)));
    return eg_profile_after_kernel(kernel, groups, device->backend->launch(kernel, groups, address, size));
}
