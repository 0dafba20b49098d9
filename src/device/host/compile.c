/* Compiles kernels for the host with the C compiler of the machine. */
#include "device/host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/cache.h"

enum { MAX_BINARY_BYTES = 1 << 29 };

static bool has_avx512(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") != 0;
#else
    return false;
#endif
}

static bool is_intel(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
}

int eg_host_vector(eg_precision precision)
{
    int bytes = 16;
#if defined(__x86_64__)
    bytes = has_avx512() ? 64 : __builtin_cpu_supports("avx") ? 32 : 16;
#endif
    return bytes / (int)eg_real_size(precision);
}

/* ---- finding the compiler */

eg_status eg_find_program(eg_context *context, const char *name, char **path)
{
    *path = NULL;
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? eg_path_absolute(context, name, path) : EG_OK;
    const char *folders = getenv("PATH");
    for (const char *p = folders ? folders : "/usr/bin:/bin"; *p;) {
        size_t length = strcspn(p, ":");
        EG_TEXT(text, context);
        eg_text_add(&text, "%.*s/%s", (int)length, p, name);
        EG_TRY(text.status);
        if (length > 0 && access(text.data, X_OK) == 0)
            return eg_path_absolute(context, text.data, path);
        p += length + (p[length] == ':');
    }
    return EG_OK;
}

/* Takes $CC apart at blanks. Leaves no words where its program is not there. */
static eg_status take_cc(eg_context *context, const char *cc, eg_command *command)
{
    for (const char *p = cc + strspn(cc, " \t"); *p; p += strspn(p, " \t")) {
        size_t length = strcspn(p, " \t");
        eg_command_add(command, "%.*s", (int)length, p);
        p += length;
    }
    EG_TRY(command->status);
    char *path;
    EG_TRY(eg_find_program(context, command->word[0], &path));
    if (!path) {
        eg_command_free(command);
        return EG_OK;
    }
    EG_FREE(&command->word[0]);
    command->word[0] = path;
    return EG_OK;
}

static const char *environment_cc(void)
{
    const char *cc = getenv("CC");
    return cc && cc[strspn(cc, " \t")] ? cc : NULL;
}

/* The first line that `compiler --version` prints. */
static eg_status first_line(const eg_command *compiler, char *version, size_t room)
{
    EG_ENDS_WITH(eg_command_free) eg_command command = {.context = compiler->context};
    for (int i = 0; i < compiler->count; i++)
        eg_command_add(&command, "%s", compiler->word[i]);
    eg_command_add(&command, "--version");
    EG_TEXT(output, compiler->context);
    int code;
    EG_TRY(eg_command_run(&command, "/", &output, &code));
    const char *line = eg_text_string(&output);
    snprintf(version, room, "%.*s", (int)strcspn(line, "\n"), line);
    return EG_OK;
}

eg_status eg_host_find_compiler(eg_context *context, struct eg_host_device *host, char *version, size_t room)
{
    static const char *const name[] = {"cc", "gcc", "clang"};
    const char *cc = environment_cc();
    host->compiler.context = context;
    eg_status status = EG_OK;
    if (cc)
        status = take_cc(context, cc, &host->compiler);
    for (int i = 0; !cc && i < 3 && status == EG_OK && host->compiler.count == 0; i++)
        status = take_cc(context, name[i], &host->compiler);
    snprintf(version, room, "none found");
    if (status == EG_OK && host->compiler.count > 0)
        status = first_line(&host->compiler, version, room);
    if (status != EG_OK)
        eg_command_free(&host->compiler);
    return status;
}

static eg_status no_compiler(eg_context *context)
{
    const char *cc = environment_cc();
    if (cc)
        return eg_fail(context, EG_DEVICE,
                       "no C compiler: CC is '%s', which cannot be run; kernels are compiled when a "
                       "case starts: set CC to a C compiler, or unset it to use cc, gcc or clang",
                       cc);
    return eg_fail(context, EG_DEVICE,
                   "no C compiler: cc, gcc and clang are not on PATH; kernels are compiled when a "
                   "case starts: install gcc (Debian: apt install gcc libc6-dev) or name one in CC");
}

/* ---- flags */

static void add_flags(const struct eg_host_device *host, eg_command *command)
{
    static const char *const both[] = {"-std=gnu11", "-march=native", "-shared", "-fPIC",
                                       "-fvisibility=hidden",
                                       /* the bits: see docs on reproducibility */
                                       "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
                                       /* SHARED and PRIVATE live on the threads' stacks */
                                       "-Werror=frame-larger-than=1048576"};
    static const char *const fast[] = {"-O3", "-fopenmp"};
    static const char *const checked[] = {"-O1", "-g1", "-fsanitize=undefined,bounds",
                                          "-fsanitize-undefined-trap-on-error",
                                          "-ftrivial-auto-var-init=pattern"};
    for (int i = 0; i < host->compiler.count; i++)
        eg_command_add(command, "%s", host->compiler.word[i]);
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        eg_command_add(command, "%s", both[i]);
    for (size_t i = 0; !host->checked && i < sizeof fast / sizeof *fast; i++)
        eg_command_add(command, "%s", fast[i]);
    for (size_t i = 0; host->checked && i < sizeof checked / sizeof *checked; i++)
        eg_command_add(command, "%s", checked[i]);
    /* Compilers prefer 256 bits on processors of 2017, where 512 lowered the clock. */
    if (!host->checked && has_avx512())
        eg_command_add(command, "-mprefer-vector-width=512");
    /* Compilers expect gathers to be slow on Intel's processors of 2023 and later, and do not
     * vectorise loops that need one. With gathers, steps take 3 to 17 % less time there. */
    if (!host->checked && has_avx512() && is_intel())
        eg_command_add(command, "-mtune=skylake-avx512");
}

/* What the compiler makes of the flags: -### prints the commands it would run, with
 * -march=native resolved to this processor's features. */
static eg_status make_identity(eg_context *context, struct eg_host_device *host)
{
    EG_ENDS_WITH(eg_command_free) eg_command command = {.context = context};
    add_flags(host, &command);
    eg_command_add(&command, "-###");
    eg_command_add(&command, "-E");
    eg_command_add(&command, "-x");
    eg_command_add(&command, "c");
    eg_command_add(&command, "/dev/null");
    EG_TEXT(text, context);
    int code = 0;
    EG_TRY(eg_command_run(&command, "/", &text, &code));
    if (code != 0)
        return eg_compile_failed(context, eg_text_string(&text), "%s refuses the flags that kernels need",
                                 host->compiler.word[0]);
    for (int i = 0; i < command.count; i++)
        eg_text_add(&text, " %s", command.word[i]);
    EG_TRY(text.status);
    return eg_hand_over(&text.data, &host->identity);
}

eg_status eg_host_identity(eg_device *device, eg_text *identity)
{
    struct eg_host_device *host = device->host;
    if (host->compiler.count == 0)
        return no_compiler(device->context);
    if (!host->identity)
        EG_TRY(make_identity(device->context, host));
    eg_text_add(identity, "host %s\n%s", device->info.compiler, host->identity);
    return identity->status;
}

/* ---- compiling */

static eg_status run_compiler(eg_program *program, const char *source_path, const char *binary_path)
{
    eg_context *context = program->device->context;
    EG_ENDS_WITH(eg_command_free) eg_command command = {.context = context};
    add_flags(program->device->host, &command);
    eg_command_add(&command, "-o");
    eg_command_add(&command, "%s", binary_path);
    eg_command_add(&command, "%s", source_path);
    EG_TEXT(output, context);
    int code = 0;
    EG_TRY(eg_command_run(&command, "/", &output, &code));
    if (code != 0)
        EG_TRY(eg_compile_failed(context, eg_text_string(&output), "%s does not compile for %s (%s)",
                                 program->file, program->device->info.spec, program->device->info.compiler));
    return EG_OK;
}

eg_status eg_host_compile(eg_program *program, const char *source, char **binary, int64_t *bytes)
{
    eg_context *context = program->device->context;
    EG_SCRATCH char *binary_path = NULL, *source_path = NULL, *folder = NULL;
    eg_folder_guard guard = {0};
    EG_TRY(eg_temporary_folder(context, &folder));
    eg_status status;
    EG_TRY_GOTO(eg_path_join(context, folder, "kernels.c", &source_path));
    EG_TRY_GOTO(eg_path_join(context, folder, "kernels.so", &binary_path));
    eg_folder_guard_begin(folder, (const char *const[]){source_path, binary_path, NULL}, &guard);
    EG_TRY_GOTO(eg_file_write(context, source_path, source, (int64_t)strlen(source)));
    EG_TRY_GOTO(run_compiler(program, source_path, binary_path));
    EG_TRY_GOTO(eg_file_read(context, EG_DEVICE, binary_path, MAX_BINARY_BYTES, binary, bytes));
done:
    if (source_path)
        unlink(source_path);
    if (binary_path)
        unlink(binary_path);
    rmdir(folder);
    eg_folder_guard_end(&guard);
    return status;
}
