/* owner: what a solver holds ends with it, in reverse order.
 *
 *     EG_TRY(eg_owner_alloc(&solver->owned, count, sizeof *solver->list, &solver->list));
 *     EG_TRY(eg_owner_add(&solver->owned, EG_OWNED_HALO, &solver->halo));
 *     EG_TRY(eg_halo_create(..., &solver->halo));
 *     eg_owner_end(&solver->owned);
 *
 * An owner knows variables, not what is in them, and is told before anything is. A variable that is empty
 * when the owner ends is passed over: what it held ended before, or was handed on. Variables stay where they
 * are until then, unless they end or change hands before. */
#ifndef EG_FIELD_OWNER_H
#define EG_FIELD_OWNER_H

#include "base/scope.h"
#include "device/device.h"

typedef enum eg_owned_kind {
    EG_OWNED_ARRAY, /* of eg_alloc() */
    EG_OWNED_BUFFER,
    EG_OWNED_PROGRAM,
    EG_OWNED_HALO
} eg_owned_kind;

typedef struct eg_owned {
    eg_owned_kind kind;
    void *variable;
} eg_owned;

/* Zero is an owner of nothing, but for the context. */
typedef struct eg_owner {
    eg_context *context;
    eg_owned *owned; /* [count] in the order that they were told in */
    int64_t count, room;
} eg_owner;

/* Declares an owner that ends with its block of code, behind the variables that it is told of. */
#define EG_OWNER(name, context_) EG_ENDS_WITH(eg_owner_end) eg_owner name = {.context = (context_)}

/* Tells of a variable, which is empty yet; one that is known already is so once. EG_MEMORY. */
eg_status eg_owner_add(eg_owner *owner, eg_owned_kind kind, void *variable);
/* The same of an array, and eg_alloc(). */
eg_status eg_owner_alloc(eg_owner *owner, int64_t count, size_t size, void *pointer_address);
/* The same of a buffer and eg_buffer_create(), eg_buffer_upload() or eg_buffer_lend(), of a program and
 * eg_program_create(). */
eg_status eg_owner_buffer(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                          eg_buffer **buffer);
eg_status eg_owner_upload(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                          const void *data, eg_buffer **buffer);
eg_status eg_owner_lend(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                        const void *data, eg_buffer **buffer);
/* Reals, rounded to the precision. */
eg_status eg_owner_upload_reals(eg_owner *owner, eg_device *device, eg_precision precision, const char *label,
                                int64_t count, const double *data, eg_buffer **buffer);
eg_status eg_owner_program(eg_owner *owner, eg_device *device, const eg_program_options *options,
                           eg_program **program);
/* Ends the variables that lie in so much memory, which may go then. */
void eg_owner_end_within(eg_owner *owner, const void *memory, size_t bytes);
/* Moves so much memory, whose variables are the next owner's then; zeros stay behind. `to` may be `from`: the
 * memory stays where it is. EG_MEMORY: nothing has moved. */
eg_status eg_owner_hand_over(eg_owner *owner, void *from, eg_owner *next, void *to, size_t bytes);
/* Of the buffers and exchanges that are there. */
int64_t eg_owner_device_bytes(const eg_owner *owner);
/* Ends all; the owner may be used again. */
void eg_owner_end(eg_owner *owner);

#endif
