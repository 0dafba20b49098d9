/* Status codes. Every function that can fail returns one.
 *
 * The table lists the codes, the exit codes of the command, and a sentence for each. eg_context_error()
 * returns the message of a particular failure, with file, line and value. */
#ifndef EAGRE_STATUS_H
#define EAGRE_STATUS_H

#include "eagre/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, exit code of the command, sentence) */
#define EG_STATUS_TABLE(X)                                                                                   \
    X(OK, 0, "done")                                                                                         \
    X(INTERNAL, 1, "internal error: this is a bug of eagre")                                                 \
    X(USAGE, 2, "the command line or the call is wrong")                                                     \
    X(CASE, 3, "the case file is wrong")                                                                     \
    X(MESH, 4, "the mesh is wrong")                                                                          \
    X(INPUT, 4, "an input file is wrong")                                                                    \
    X(DIVERGED, 5, "the run diverged")                                                                       \
    X(IO, 6, "reading or writing a file failed")                                                             \
    X(MEMORY, 7, "out of memory")                                                                            \
    X(DEVICE, 8, "the device failed or is not present")                                                      \
    X(CHECKPOINT, 9, "no checkpoint is usable")                                                              \
    X(LIMIT, 10, "a limit of the case was exceeded")                                                         \
    X(UNFINISHED, 11, "stopped early, without a checkpoint")                                                 \
    X(STOPPED, 75, "stopped early with a valid checkpoint")

typedef enum eg_status {
#define EG_STATUS_ENUM(name, exit_code, sentence) EG_##name,
    EG_STATUS_TABLE(EG_STATUS_ENUM)
#undef EG_STATUS_ENUM
        EG_STATUS_COUNT
} eg_status;

/* The name of a code ("MESH"), its sentence, and the exit code of the command. The texts are static, never
 * NULL. */
EG_API const char *eg_status_name(eg_status status);
EG_API const char *eg_status_sentence(eg_status status);
EG_API int eg_status_exit_code(eg_status status);

#ifdef __cplusplus
}
#endif
#endif
