/* What the kernels of messages and their caller share. */
#ifndef EG_KERNELS_FIELD_MESSAGES_H
#define EG_KERNELS_FIELD_MESSAGES_H

#define HALO_GROUP 128 /* values of a message that a group moves */

#endif
