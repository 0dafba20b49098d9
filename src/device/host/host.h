/* The host backend's own parts: its device, the compiler it runs, and the checking device's memory. */
#ifndef EG_DEVICE_HOST_HOST_H
#define EG_DEVICE_HOST_HOST_H

#include "device/backend.h"

#include <sys/types.h>

enum { EG_MAX_ARGUMENTS = 48 };

/* A C compiler's command line; the words belong to it. */
typedef struct eg_command {
    eg_context *context;
    char *word[EG_MAX_ARGUMENTS + 1]; /* ends with NULL */
    int count;
    eg_status status; /* the first failure of eg_command_add */
} eg_command;

struct eg_host_device {
    bool checked;
    int threads;         /* checked: parts */
    eg_command compiler; /* $CC in words, or the compiler that was found; none: count = 0 */
    char *identity;      /* compiler, version and resolved flags; made when it is first asked for */
    double (*pair)[2];   /* of slots: timing.c */
    void *signal_stack;  /* checked: so that a fault by stack overflow can be told */
    struct eg_host_recording *recording; /* checked: what launches go to in place of being made; NULL: none */
};

/* ---- process.c */

void eg_command_add(eg_command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
void eg_command_free(eg_command *command);

/* Runs the command without a shell, in `folder`, with no input and the C locale. *output (its
 * context set) gets what it prints on both streams. EG_DEVICE where it cannot be started. */
eg_status eg_command_run(const eg_command *command, const char *folder, eg_text *output, int *exit_code);

/* The same of a command that reads: between begin and end, which follows in any case, it is sent what it
 * reads. That goes on where the command has ended before it has read all: its exit code tells why. */
typedef struct eg_running_command {
    pid_t child;
    int in, out; /* -1: none */
} eg_running_command;
eg_status eg_command_begin(const eg_command *command, const char *folder, bool reads,
                           eg_running_command *running);
void eg_command_send(const eg_running_command *running, const void *data, int64_t length);
eg_status eg_command_end(const eg_command *command, eg_running_command *running, eg_text *output,
                         int *exit_code);

/* Watches over a temporary folder: where this process dies, of whatever signal, the folder is removed. */
typedef struct eg_folder_guard {
    pid_t child; /* 0: none */
    int end;     /* of a socket: closed with this process */
} eg_folder_guard;

enum { EG_GUARDED_FILES = 3 }; /* at most */

/* `files`: the paths of all files that may be in the folder, NULL behind them. Where no guard can be had
 * there is none: that is no failure. End it when the folder is gone. */
void eg_folder_guard_begin(const char *folder, const char *const *files, eg_folder_guard *guard);
/* A program that ends with this process, too, until it is left. */
void eg_folder_guard_watch(eg_folder_guard *guard, pid_t child);
void eg_folder_guard_leave(eg_folder_guard *guard);
void eg_folder_guard_end(eg_folder_guard *guard);

/* ---- compile.c */

/* The absolute path of a program (eg_free), since commands run in another folder; NULL where it is not there
 * or not on PATH. */
eg_status eg_find_program(eg_context *context, const char *name, char **path);

/* Finds the compiler ($CC, else cc, gcc or clang on PATH): host->compiler, and its version for
 * people in `version`. A compiler that is not there is no failure yet: compiling is. */
eg_status eg_host_find_compiler(eg_context *context, struct eg_host_device *host, char *version, size_t room);

eg_status eg_host_identity(eg_device *device, eg_text *identity);
eg_status eg_host_compile(eg_program *program, const char *source, char **binary, int64_t *bytes);

/* Reals in the widest vector of this processor. */
int eg_host_vector(eg_precision precision);

/* ---- launchers.c */

/* The launchers, one a kernel: they take the arguments apart. */
void eg_host_epilogue(const eg_source *source, eg_text *text);

/* ---- built_in.c */

/* Whether the library holds this program, compiled for this processor; it is then taken. Not where
 * EAGRE_KERNELS names other sources. */
bool eg_host_take_built_in(eg_program *program, const eg_program_options *options);
/* The launcher of a kernel of such a program, NULL where there is none of that name. */
eg_host_launcher *eg_host_built_in_launcher(const eg_program *program, const char *name);

/* ---- load.c */
eg_status eg_host_load(eg_program *program, const eg_cache_entry *compiled);

/* ---- timing.c */
extern const eg_timing_backend eg_host_timing;

/* ---- machine.c */

int eg_host_processors(void); /* that this process may use */
void eg_host_processor_name(char *name, size_t room);
/* Bytes in all and bytes that can still be taken; 0 where the system does not tell. */
void eg_host_memory(int64_t *total, int64_t *available);

/* ---- checked.c: the checking device
 *
 * A buffer lies at the end of its own pages, with a stretch before and one behind that cannot be
 * touched. What alignment leaves over (s) holds 0xff like the buffer at birth, and is looked at
 * after each launch:
 *
 *     |   guard   |ssssssss data data data data ss|   guard   |
 *                          ^ aligned to 64        ^ bytes rounded up to 64
 * ------------------------------------------------------------------------------------------- */

eg_status eg_checked_memory_create(eg_buffer *buffer);
void eg_checked_memory_destroy(eg_buffer *buffer);
eg_status eg_checked_launch(eg_kernel *kernel, int64_t groups, void **value);

/* ---- record.c */
extern const eg_recording_backend eg_host_recordings;
/* Adds a launch to host->recording. */
eg_status eg_host_record(eg_kernel *kernel, int64_t groups, void **value, const size_t *size);

#endif
