/* The context: log, last error message and memory count of all objects created with it. The library has no
 * global state.
 *
 * A context must outlive every object created with it. Several threads may use one context; the last error
 * message is then that of the call that failed last. */
#ifndef EAGRE_CONTEXT_H
#define EAGRE_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eagre/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_context eg_context;

typedef enum eg_log_level { EG_LOG_QUIET, EG_LOG_WARN, EG_LOG_INFO, EG_LOG_DEBUG } eg_log_level;

/* Receives each line of the log, without a newline at its end. `user` is eg_context_options.log_user. */
typedef void eg_log_function(void *user, eg_log_level level, const char *line);

/* Structs of options begin with their size, which the caller sets, as in
 *
 *     eg_run_options options = {.size = sizeof options, .case_file = "case.yaml"};
 *
 * A later version of the library may add members at the end. A program that was compiled before then has a
 * smaller size, and the new members are zero. A call fails with EG_USAGE if size is 0, or if the program sets
 * a member that the library is too old to know. */

/* Zero is the default: no log. */
typedef struct eg_context_options {
    size_t size; /* sizeof of this struct */
    eg_log_function *log;
    void *log_user;
    eg_log_level level; /* the most detailed level that is logged */
} eg_context_options;

/* Creates a context. `options` may be NULL. The caller owns the context and destroys it after all its
 * objects. */
EG_API eg_status eg_context_create(const eg_context_options *options, eg_context **context);

/* Destroys the context and sets *context to NULL. *context may be NULL. */
EG_API void eg_context_destroy(eg_context **context);

/* The message of the last failure, "" if there was none. Valid until the next call that fails. */
EG_API const char *eg_context_error(const eg_context *context);

/* Whether this process should print nothing. Under mpirun only rank 0 logs and prints results and errors,
 * which are the same on all ranks. */
EG_API bool eg_context_is_silent(const eg_context *context);

/* Bytes and blocks of memory held by objects of this context: 0 after all have been destroyed. */
EG_API int64_t eg_context_bytes_held(const eg_context *context);
EG_API int64_t eg_context_blocks_held(const eg_context *context);

/* The largest number of bytes held at once. */
EG_API int64_t eg_context_bytes_most(const eg_context *context);

#ifdef __cplusplus
}
#endif
#endif
