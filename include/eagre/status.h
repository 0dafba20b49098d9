/* Status codes: every eagre call that can fail returns one.
 *
 * One table holds each code, the exit code of the command, and its sentence. The context keeps
 * the text of a particular failure, with its values and its place:
 * eg_context_error(). */
#ifndef EAGRE_STATUS_H
#define EAGRE_STATUS_H

#include "eagre/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, exit code of the command, sentence) */
#define EG_STATUS_TABLE(X)                                                                         \
    X(OK, 0, "done")                                                                               \
    X(INTERNAL, 1, "internal error: this is a defect of eagre")                                    \
    X(USAGE, 2, "the command line or the call is wrong")                                           \
    X(CASE, 3, "the case file is wrong")                                                           \
    X(MESH, 4, "the mesh is wrong")                                                                \
    X(INPUT, 4, "an input file is wrong")                                                          \
    X(DIVERGED, 5, "the run diverged")                                                             \
    X(IO, 6, "reading or writing a file failed")                                                   \
    X(MEMORY, 7, "out of memory")                                                                  \
    X(DEVICE, 8, "the device failed or is not there")                                              \
    X(CHECKPOINT, 9, "the checkpoint is not usable")                                               \
    X(LIMIT, 10, "a limit of the case was broken")                                                 \
    X(UNFINISHED, 11, "stopped early, without a checkpoint")                                       \
    X(STOPPED, 75, "stopped early with a valid checkpoint")

typedef enum eg_status {
#define EG_STATUS_ENUM(name, exit_code, sentence) EG_##name,
    EG_STATUS_TABLE(EG_STATUS_ENUM)
#undef EG_STATUS_ENUM
        EG_STATUS_COUNT
} eg_status;

/* The code's name ("MESH"), its sentence, and the exit code the command maps it to. Never NULL. */
EG_API const char *eg_status_name(eg_status status);
EG_API const char *eg_status_sentence(eg_status status);
EG_API int eg_status_exit_code(eg_status status);

#ifdef __cplusplus
}
#endif
#endif
