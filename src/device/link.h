/* link: messages between the devices of ranks that do not pass through the host. With CUDA it is NCCL, found
 * at run time; other devices have none.
 *
 * Everything is queued, in the order of the calls, which is the same on all ranks, and the host does not
 * wait. A rank that stops calling leaves the devices of the others waiting: who fails ends the job. */
#ifndef EG_DEVICE_LINK_H
#define EG_DEVICE_LINK_H

#include "device/device.h"

typedef struct eg_link eg_link;

/* No device's identity is longer with its end; a token has so many bytes. */
enum { EG_LINK_IDENTITY = 48, EG_LINK_TOKEN = 128 };

/* What tells this device apart from all others, "" where it has no links. */
void eg_link_identify(const eg_device *device, char identity[EG_LINK_IDENTITY]);

/* What rank 0 makes and all ranks need to find each other. EG_DEVICE. */
eg_status eg_link_token(eg_device *device, char token[EG_LINK_TOKEN]);

/* Connects the devices of all ranks, each of which is another one. Collective. The device outlives the link;
 * the caller owns it. EG_DEVICE with the library's words. */
eg_status eg_link_create(eg_device *device, const char token[EG_LINK_TOKEN], int ranks, int rank,
                         eg_link **link);
void eg_link_destroy(eg_link **link);

/* The library and its version, for the log. */
const char *eg_link_name(const eg_link *link);

/* What goes to a rank and what comes from it, in bytes from the start of the buffers; 0 bytes: nothing. */
typedef struct eg_link_message {
    int rank;
    int64_t send_at, send_bytes, receive_at, receive_bytes;
} eg_link_message;

/* Sends and receives all messages, in the order of the queue. EG_DEVICE. */
eg_status eg_link_exchange(eg_link *link, const eg_link_message *messages, int count, const eg_buffer *send,
                           eg_buffer *receive);

/* The first number of the buffer becomes the largest of all ranks'; in the order of the queue. No NaN.
 * EG_DEVICE. */
eg_status eg_link_max(eg_link *link, eg_buffer *value, eg_precision precision);

#endif
